"""Text notations: Fen for the state of a hand, Uci for an act."""

from pokermasa.notation.fen import FenError
from pokermasa.notation.uci import UciError

__all__ = ["FenError", "UciError"]
