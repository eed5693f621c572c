"""Errors of the tournament. Errors of the masa and the rules are passed on unchanged."""

from typing import Any

from pokermasa.cards.refusal_code import RefusalCode


class TournamentRefusal(RefusalCode):
    """The reasons why a call on a tournament is refused."""

    REGISTRATION_CLOSED = "registration is closed"
    FULL = "the tournament is full"
    BAD_NAME = "that is not a name"
    NAME_TAKEN = "a player of that name is in the tournament"
    NO_RE_ENTRY = "that player may not enter again"
    NO_SUCH_PLAYER = "there is no such player in the tournament"
    TOO_FEW = "there are too few entrants"
    BAD_DRAW = "the draw must name every entrant once"
    NOT_RUNNING = "the tournament is not being played"
    PAUSED = "the tournament is paused"
    ON_BREAK = "the tournament is on a break"
    NO_SUCH_TABLE = "there is no such table"
    HAND_FOR_HAND = "hand for hand: the other tables finish first"
    NOT_DEALABLE = "no hand can be dealt at that table now"
    NO_REBUY = "there is no rebuy for that player now"
    NO_ADD_ON = "there is no add-on for that player now"
    NOT_ALLOWED = "that cannot be done now"


class TournamentError(ValueError):
    """Raised if a call on a tournament is not possible. The tournament has not changed."""

    def __init__(self, code: TournamentRefusal, text: str = "") -> None:
        super().__init__(f"{code.words}{text and ': '}{text}")
        self.code = code
        self.words = text

    def __reduce__(self) -> tuple[Any, ...]:
        """Keep all attributes when the error is pickled, for example in a process pool."""
        return type(self), (self.code, self.words)
