"""Errors of the rules: a stable code, a message, and the acts that would have been legal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pokermasa.cards.refusal_code import RefusalCode

if TYPE_CHECKING:
    from pokermasa.rules.act import PlayerAct
    from pokermasa.rules.chips import Chips


class Refusal(RefusalCode):
    """The reasons why an act is refused."""

    HAND_OVER = "the hand is over"
    NOT_INVOLVED = "this player has folded or is all in"
    MUST_CALL_OR_FOLD = "there is a wager to call"
    NOTHING_TO_CALL = "there is nothing to call"
    NO_RAISE = "this player may not raise now"
    NOBODY_TO_RAISE = "no opponent can call a raise"
    RAISE_CAP = "no more raises are allowed in this round"
    TOO_SMALL = "too small"
    TOO_LARGE = "too large"
    NOT_WHOLE = "not a whole number of chips"
    USE_ALL_IN = "that takes the last chip: send AA"
    NO_ALL_IN = "all in is not allowed here"
    WRONG_AMOUNT = "that is not the right amount for this act"
    NOT_SENT = "the dealer records this act; players send AA"
    NOT_AN_ACT = "that is not an act"
    ROUND_NOT_ENDED = "the wagers of this round are not in the pots yet"


class IllegalAct(ValueError):
    """Raised for an act that is not legal in this situation, or for an object that is not an act.

    The situation has not changed.
    """

    def __init__(
        self,
        code: Refusal,
        message: str,
        possible_acts: tuple[PlayerAct, ...] = (),
        raises: tuple[Chips, Chips] | None = None,
    ) -> None:
        super().__init__(message)
        self.code = code
        self.possible_acts = possible_acts
        self.raises = raises

    def __reduce__(self) -> tuple[Any, ...]:
        """Keep all attributes when the error is pickled, for example in a process pool."""
        return type(self), (self.code, str(self), self.possible_acts, self.raises)


def in_short(value: object) -> str:
    """Return `repr(value)` for an error message, cut after 80 characters. It never fails.

    >>> in_short("x" * 1000)[-5:]
    'xxxx…'
    """
    try:
        text = repr(value)
    except Exception:
        text = f"a {type(value).__name__}"
    return text if len(text) <= 80 else f"{text[:80]}…"


class BadHand(ValueError):
    """Raised if a hand cannot be dealt: too few players, an empty stack, or invalid blinds.

    >>> from pokermasa.rules import Dealer
    >>> Dealer.start([200], 0, 2)
    Traceback (most recent call last):
        ...
    pokermasa.rules.refusal.BadHand: a hand has 2 to 10 players, not 1
    """
