"""Refusals of the solver. Each has a code and says what would be accepted; none leaves memory
allocated."""

from pokermasa.cards.refusal_code import RefusalCode


class SolveRefusal(RefusalCode):
    """The codes of `SolveError`."""

    CARDS = "invalid cards"
    RANGE = "an invalid or empty range"
    CHIPS = "an invalid number of chips"
    SIZE = "not a bet size"
    TOO_LARGE = "too large for the memory"
    NOT_HEADS_UP = "not a decision between two players after the flop"
    UNREADABLE = "not readable"
    NO_SUCH_NODE = "not in the tree"
    STRATEGY = "not a valid strategy"


class SolveError(ValueError):
    """Raised when a subgame cannot be solved, or an argument is wrong. The message can be shown to
    users."""

    def __init__(self, code: SolveRefusal, text: str) -> None:
        super().__init__(text)
        self.code = code
