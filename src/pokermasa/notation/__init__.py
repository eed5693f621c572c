"""How a state and an act are written."""

from pokermasa.notation.fen import FenError
from pokermasa.notation.uci import UciError

__all__ = ["FenError", "UciError"]
