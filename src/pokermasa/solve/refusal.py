"""How a spot is refused: before anything large is taken, with a code and what would be fine."""

from pokermasa.cards.refusal_code import RefusalCode


class SolveRefusal(RefusalCode):
    CARDS = "cards that cannot lie so"
    RANGE = "a range that leaves nothing"
    CHIPS = "chips that cannot be so"
    SIZE = "no size of a bet"
    TOO_LARGE = "too large for the memory"
    NOT_HEADS_UP = "not a decision between two players after the flop"
    UNREADABLE = "not readable"
    NO_SUCH_NODE = "not in the tree"
    STRATEGY = "no strategy for these hands"


class SolveError(ValueError):
    """A readable question that has no answer here."""

    def __init__(self, code: SolveRefusal, words: str) -> None:
        super().__init__(words)
        self.code = code
