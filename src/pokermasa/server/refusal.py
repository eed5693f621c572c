"""Refusals of requests: codes, texts and HTTP statuses."""

from pokermasa.cards.refusal_code import RefusalCode


class RoomRefusal(RefusalCode):
    NAME_TAKEN = "that name is taken"
    BAD_NAME = "a name has 2 to 20 letters, digits, spaces, dots or dashes"
    RESERVED_NAME = "that name is reserved"
    BAD_PASSWORD = "a password has 8 to 200 characters"
    WRONG_PASSWORD = "name or password is wrong"
    TOO_MANY_TRIES = "too many wrong tries"
    NOT_LOGGED_IN = "log in first"
    BANNED = "this account is banned"
    ADDRESS_BLOCKED = "connections from this address are blocked"
    UNKNOWN_HOST = (
        "this room is not known by that name; its operator can add it to the setting allowed_hosts"
    )
    SIGNUPS_CLOSED = "no new accounts at the moment"
    INVITATION_NEEDED = "a new account needs an invitation"
    SECOND_FACTOR_NEEDED = "this account also needs a code from its second factor"
    NO_SECOND_FACTOR = "set up a second factor first"
    WRONG_CODE = "that code is wrong, already used or expired"
    NO_MAIL = "this room sends no e-mail"
    BAD_ADDRESS = "that is not an e-mail address"
    OWN_GAME = "you have no power over a game that you play in, or over its players"
    NOT_ALLOWED = "you may not do that"
    NO_SCOPE = "this token may not do that"
    NOT_FOUND = "nothing has that name or id"
    NOT_ENOUGH_CHIPS = "not enough chips"
    NO_MORE_REFILLS = "no more free chips today"
    NO_MORE_ACCOUNTS = "no more new accounts from this address today"
    STILL_SEATED = "leave the tables first"
    ALREADY_SEATED = "you already sit at this table"
    STALE_TURN = "that turn is over"
    TOO_FAST = "too many messages"
    ID_REUSED = "another message had this id; use each one once"
    OTHER_VERSION = "client and room speak different versions of the messages"
    UNREADABLE = "that message cannot be read"
    STORAGE = "the room cannot write at the moment; try again"
    LOST_LEASE = "this table is moving to another process; try again"
    BUS = "the process that owns this cannot be reached at the moment; try again"
    CLOSED = "this table is closed"
    APPROVAL_REQUESTED = "the host has to approve this request; wait for the answer"
    NO_SIDE_FREE = "no seat is free at the moment"
    TOO_MANY_SEATS = "you sit or wait at the most tables allowed; leave one first"
    BAD_BLINDS = "these blinds are not possible here"
    SILENCED = "you may not chat here"
    ALREADY_ENTERED = "you are already in this tournament"
    NOT_ENTERED = "you are not in this tournament"
    PROGRAMS_ONLY = "an act has less than 3 seconds here: only programs enter (`program`)"
    ORDER_LIMIT = "that order goes too far"
    ENTRANTS_ABSENT = "not while an entrant is absent"
    TOURNAMENT_TABLE = "that is not possible at a tournament table"
    BAD_STRUCTURE = "this tournament cannot be played here"
    IN_HAND = "not while you are in a hand with other people"
    QUEUE_FULL = "too many questions are waiting; try again in a moment"
    TOO_LONG = "that would take too long"
    BAD_QUESTION = "that cannot be answered"
    BAD_FILTER = "that filter cannot be used"
    TOO_MANY_SHARES = "you share the most hands allowed; withdraw some"
    NO_ANSWER = "no answer was found; the error is in the room's log"
    TOO_MANY_RANGES = "you have saved the most ranges allowed; delete some"
    TOO_MANY_NOTES = "you have the most notes allowed; delete some"
    TOO_LARGE = "that file is too large"
    UPLOADS_FULL = "your uploads are full; delete some"
    BAD_UPLOAD = "that is not a file of hands"
    BUSY = "the room is busy; try again in a moment"
    FAULT = "an error in the room; it is in the log"


STATUS = {
    RoomRefusal.NAME_TAKEN: 409,
    RoomRefusal.WRONG_PASSWORD: 403,
    RoomRefusal.NOT_LOGGED_IN: 401,
    RoomRefusal.BANNED: 403,
    RoomRefusal.ADDRESS_BLOCKED: 403,
    RoomRefusal.UNKNOWN_HOST: 421,
    RoomRefusal.SIGNUPS_CLOSED: 403,
    RoomRefusal.INVITATION_NEEDED: 403,
    RoomRefusal.SECOND_FACTOR_NEEDED: 403,
    RoomRefusal.NO_SECOND_FACTOR: 403,
    RoomRefusal.WRONG_CODE: 403,
    RoomRefusal.NO_MAIL: 403,
    RoomRefusal.OWN_GAME: 403,
    RoomRefusal.NOT_ALLOWED: 403,
    RoomRefusal.NO_SCOPE: 403,
    RoomRefusal.NOT_FOUND: 404,
    RoomRefusal.NOT_ENOUGH_CHIPS: 409,
    RoomRefusal.NO_MORE_REFILLS: 429,
    RoomRefusal.NO_MORE_ACCOUNTS: 429,
    RoomRefusal.TOO_MANY_TRIES: 429,
    RoomRefusal.STILL_SEATED: 409,
    RoomRefusal.ALREADY_SEATED: 409,
    RoomRefusal.TOO_FAST: 429,
    RoomRefusal.APPROVAL_REQUESTED: 409,
    RoomRefusal.NO_SIDE_FREE: 409,
    RoomRefusal.ID_REUSED: 409,
    RoomRefusal.TOO_MANY_SEATS: 409,
    RoomRefusal.SILENCED: 403,
    RoomRefusal.CLOSED: 409,
    RoomRefusal.ALREADY_ENTERED: 409,
    RoomRefusal.NOT_ENTERED: 409,
    RoomRefusal.PROGRAMS_ONLY: 403,
    RoomRefusal.ORDER_LIMIT: 409,
    RoomRefusal.ENTRANTS_ABSENT: 409,
    RoomRefusal.TOURNAMENT_TABLE: 409,
    RoomRefusal.IN_HAND: 409,
    RoomRefusal.QUEUE_FULL: 429,
    RoomRefusal.BUSY: 429,
    RoomRefusal.TOO_MANY_SHARES: 409,
    RoomRefusal.TOO_MANY_RANGES: 409,
    RoomRefusal.TOO_MANY_NOTES: 409,
    RoomRefusal.TOO_LARGE: 413,
    RoomRefusal.UPLOADS_FULL: 409,
    RoomRefusal.FAULT: 500,
    RoomRefusal.STORAGE: 503,
    RoomRefusal.LOST_LEASE: 503,
    RoomRefusal.BUS: 503,
}
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

    def __init__(self, code: RoomRefusal, words: str = "") -> None:
        super().__init__(f"{code.words}{words and ': '}{words}")
        self.code = code

    @property
    def status(self) -> int:
        return STATUS.get(self.code, 422)

    @property
    def is_passing(self) -> bool:
        return self.code in PASSING
