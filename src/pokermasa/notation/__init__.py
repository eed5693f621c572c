"""How a state, an act and a whole hand are written."""

from pokermasa.notation.fen import FenError
from pokermasa.notation.uci import UciError

__all__ = ["FenError", "UciError"]
