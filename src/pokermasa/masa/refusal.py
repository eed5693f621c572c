"""How the masa says no. Acts the rules do not allow are refused by the rules (`IllegalAct`)."""

from typing import Any

from pokermasa.cards.refusal_code import RefusalCode


class MasaRefusal(RefusalCode):
    NO_SUCH_SIDE = "there is no such side"
    SIDE_TAKEN = "somebody sits on that side"
    NOBODY_THERE = "nobody sits on that side"
    BUY_IN_RANGE = "that buy-in is not allowed here"
    NOT_WHOLE = "that is not a whole number"
    NOT_DEALABLE = "no hand can be dealt now"
    NO_GAME = "no hand is being played"
    IN_HAND = "not while that seat is in a hand"
    NOT_TO_ACT = "it is not that side's turn"
    NOT_OFFERED = "that is not offered here"
    NOTHING_TO_SHOW = "there are no cards to show"
    TIME_BANK = "the time bank does not hold that much"


class MasaError(ValueError):
    """Refused; nothing has changed."""

    def __init__(
        self, code: MasaRefusal, words: str = "", range: tuple[int, int] | None = None
    ) -> None:
        super().__init__(f"{code.words}{words and ': '}{words}")
        self.code = code
        self.words = words
        self.range = range
        """The least and the most chips that would have been accepted, where that is the reason."""

    def __reduce__(self) -> tuple[Any, ...]:
        """Whole, through a pool of processes too."""
        return type(self), (self.code, self.words, self.range)
