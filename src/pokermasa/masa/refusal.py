"""Errors of the masa. Acts that are not legal raise `IllegalAct` of `pokermasa.rules` instead."""

from typing import Any

from pokermasa.cards.refusal_code import RefusalCode


class MasaRefusal(RefusalCode):
    """The reasons why a call on a masa is refused."""

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
    """Raised if a call on a masa is not possible. The masa has not changed."""

    def __init__(
        self, code: MasaRefusal, text: str = "", range: tuple[int, int] | None = None
    ) -> None:
        super().__init__(f"{code.words}{text and ': '}{text}")
        self.code = code
        self.words = text
        self.range = range
        """The smallest and the largest amount of chips that would have been accepted. None if the
        amount was not the reason."""

    def __reduce__(self) -> tuple[Any, ...]:
        """Keep all attributes when the error is pickled, for example in a process pool."""
        return type(self), (self.code, self.words, self.range)
