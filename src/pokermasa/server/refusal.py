"""Refusals of requests: codes, texts and HTTP statuses."""

from typing import Self

from pokermasa.cards.refusal_code import RefusalCode


class RoomRefusal(RefusalCode):
    """Each code has its text and, unless it is 422, the HTTP status of its answer."""

    status: int

    def __new__(cls, text: str, status: int = 422) -> Self:
        code = object.__new__(cls)
        code._value_ = text
        code.status = status
        return code

    NAME_TAKEN = "that name is taken", 409
    BAD_NAME = "a name has 2 to 20 letters, digits, spaces, dots or dashes"
    RESERVED_NAME = "that name is reserved"
    BAD_PASSWORD = "a password has 8 to 200 characters"
    WRONG_PASSWORD = "name or password is wrong", 403
    TOO_MANY_TRIES = "too many wrong tries", 429
    NOT_LOGGED_IN = "log in first", 401
    BANNED = "this account is banned", 403
    ADDRESS_BLOCKED = "connections from this address are blocked", 403
    UNKNOWN_HOST = (
        "this room is not known by that name; its operator can add it to the setting allowed_hosts",
        421,
    )
    SIGNUPS_CLOSED = "no new accounts at the moment", 403
    INVITATION_NEEDED = "a new account needs an invitation", 403
    SECOND_FACTOR_NEEDED = "this account also needs a code from its second factor", 403
    NO_SECOND_FACTOR = "set up a second factor first", 403
    WRONG_CODE = "that code is wrong, already used or expired", 403
    NO_MAIL = "this room sends no e-mail", 403
    BAD_ADDRESS = "that is not an e-mail address"
    OWN_GAME = "you have no power over a game that you play in, or over its players", 403
    NOT_ALLOWED = "you may not do that", 403
    NO_SCOPE = "this token may not do that", 403
    NOT_FOUND = "nothing has that name or id", 404
    NOT_ENOUGH_CHIPS = "not enough chips", 409
    NO_MORE_REFILLS = "no more free chips today", 429
    NO_MORE_ACCOUNTS = "no more new accounts from this address today", 429
    STILL_SEATED = "leave the tables first", 409
    ALREADY_SEATED = "you already sit at this table", 409
    STALE_TURN = "that turn is over"
    TOO_FAST = "too many messages", 429
    ID_REUSED = "another message had this id; use each one once", 409
    OTHER_VERSION = "client and room speak different versions of the messages"
    UNREADABLE = "that message cannot be read"
    STORAGE = "the room cannot write at the moment; try again", 503
    LOST_LEASE = "this table is moving to another process; try again", 503
    BUS = "the process that owns this cannot be reached at the moment; try again", 503
    CLOSED = "this table is closed", 409
    APPROVAL_REQUESTED = "the host has to approve this request; wait for the answer", 409
    NO_SIDE_FREE = "no seat is free at the moment", 409
    TOO_MANY_SEATS = "you sit or wait at the most tables allowed; leave one first", 409
    BAD_BLINDS = "these blinds are not possible here"
    SILENCED = "you may not chat here", 403
    ALREADY_ENTERED = "you are already in this tournament", 409
    NOT_ENTERED = "you are not in this tournament", 409
    PROGRAMS_ONLY = "an act has less than 3 seconds here: only programs enter (`program`)", 403
    ORDER_LIMIT = "that order goes too far", 409
    ENTRANTS_ABSENT = "not while an entrant is absent", 409
    TOURNAMENT_TABLE = "that is not possible at a tournament table", 409
    BAD_STRUCTURE = "this tournament cannot be played here"
    IN_HAND = "not while you are in a hand with other people", 409
    QUEUE_FULL = "too many questions are waiting; try again in a moment", 429
    TOO_LONG = "that would take too long"
    BAD_QUESTION = "that cannot be answered"
    BAD_FILTER = "that filter cannot be used"
    TOO_MANY_SHARES = "you share the most hands allowed; withdraw some", 409
    NO_ANSWER = "no answer was found; the error is in the room's log"
    TOO_MANY_RANGES = "you have saved the most ranges allowed; delete some", 409
    TOO_MANY_NOTES = "you have the most notes allowed; delete some", 409
    TOO_LARGE = "that file is too large", 413
    UPLOADS_FULL = "your uploads are full; delete some", 409
    BAD_UPLOAD = "that is not a file of hands"
    BUSY = "the room is busy; try again in a moment", 429
    FAULT = "an error in the room; it is in the log", 500


RETRY_AFTER = {429: "1", 503: "2"}
"""Value of the Retry-After header in seconds, by HTTP status."""


PASSING = {
    RoomRefusal.STORAGE,
    RoomRefusal.LOST_LEASE,
    RoomRefusal.BUS,
    RoomRefusal.TOO_FAST,
    RoomRefusal.BUSY,
    RoomRefusal.QUEUE_FULL,
    RoomRefusal.FAULT,
}
"""Temporary refusals. The same request may be sent again."""


class Refused(Exception):
    """Raised when a request is refused. The state has not changed."""

    def __init__(self, code: RoomRefusal, text: str = "") -> None:
        super().__init__(f"{code.words}{text and ': '}{text}")
        self.code = code

    @property
    def status(self) -> int:
        return self.code.status

    @property
    def is_passing(self) -> bool:
        return self.code in PASSING
