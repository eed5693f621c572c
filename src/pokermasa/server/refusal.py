"""How the room says no to a client: a code, words, and an HTTP status where there is one."""

from enum import StrEnum


class RoomRefusal(StrEnum):
    NAME_TAKEN = "that name is taken"
    BAD_NAME = "a name has 2 to 20 letters, digits, blanks, dots or dashes"
    RESERVED_NAME = "that name is reserved"
    BAD_PASSWORD = "a password has 8 to 200 characters"
    WRONG_PASSWORD = "name or password is wrong"
    TOO_MANY_TRIES = "too many wrong passwords"
    NOT_LOGGED_IN = "log in first"
    BANNED = "this account is banned"
    ADDRESS_BLOCKED = "nobody may come in from this address"
    SIGNUPS_CLOSED = "no new accounts at the moment"
    INVITATION_NEEDED = "a new account needs an invitation"
    WRONG_CODE = "that code is wrong, or was used, or has run out"
    OWN_GAME = "whoever plays has no power over that game or its players"
    NOT_ALLOWED = "that is not yours to do"
    NO_SCOPE = "this token may not do that"
    NOT_FOUND = "there is no such thing"
    NOT_ENOUGH_CHIPS = "not enough chips"
    NO_MORE_REFILLS = "no more free chips today"
    NO_MORE_ACCOUNTS = "no more new accounts from this address today"
    STILL_SEATED = "leave the tables first"
    ALREADY_SEATED = "you sit at this masa already"
    STALE_TURN = "that turn is over"
    TOO_FAST = "too many messages"
    ID_REUSED = "another message had this id; use each one once"
    UNREADABLE = "that message cannot be read"
    STORAGE = "the room cannot write at the moment; try again"
    LOST_LEASE = "another process runs this masa now"
    BUS = "the process that has this cannot be reached at the moment; try again"
    CLOSED = "this masa is closed"
    HOST_ASKED = "the host has been asked"
    NO_SIDE_FREE = "no side is free at the moment"
    TOO_MANY_SEATS = "you sit or wait at as many tables as one may"
    BAD_BLINDS = "such blinds cannot be played here"
    SILENCED = "you may not chat here"
    ALREADY_ENTERED = "you are in this tournament already"
    NOT_ENTERED = "you are not in this tournament"
    TOURNAMENT_TABLE = "that is not done at a table of a tournament"
    BAD_STRUCTURE = "such a tournament cannot be played here"
    IN_HAND = "not while you are in a hand with other people"
    QUEUE_FULL = "too many questions wait already; try again in a moment"
    TOO_LONG = "that would take too long"
    BAD_QUESTION = "that cannot be answered"
    BAD_FILTER = "such hands cannot be looked for"
    TOO_MANY_SHARES = "you share as many hands as one may; withdraw some"
    NO_ANSWER = "no answer was found; the fault is in the room's log"
    TOO_MANY_RANGES = "you have saved as many ranges as one may; delete some"
    TOO_MANY_NOTES = "you keep as many notes as one may; delete some"
    TOO_LARGE = "that file is too large"
    UPLOADS_FULL = "you have brought along as much as one may; delete some of it"
    BAD_UPLOAD = "that is no file of hands"
    BUSY = "the room is busy; try again in a moment"
    FAULT = "a fault of the room's; it is in the log"


STATUS = {
    RoomRefusal.NAME_TAKEN: 409,
    RoomRefusal.WRONG_PASSWORD: 403,
    RoomRefusal.NOT_LOGGED_IN: 401,
    RoomRefusal.BANNED: 403,
    RoomRefusal.ADDRESS_BLOCKED: 403,
    RoomRefusal.SIGNUPS_CLOSED: 403,
    RoomRefusal.INVITATION_NEEDED: 403,
    RoomRefusal.WRONG_CODE: 403,
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
    RoomRefusal.HOST_ASKED: 409,
    RoomRefusal.NO_SIDE_FREE: 409,
    RoomRefusal.ID_REUSED: 409,
    RoomRefusal.TOO_MANY_SEATS: 409,
    RoomRefusal.SILENCED: 403,
    RoomRefusal.CLOSED: 409,
    RoomRefusal.ALREADY_ENTERED: 409,
    RoomRefusal.NOT_ENTERED: 409,
    RoomRefusal.TOURNAMENT_TABLE: 409,
    RoomRefusal.IN_HAND: 409,
    RoomRefusal.QUEUE_FULL: 429,
    RoomRefusal.TOO_MANY_SHARES: 409,
    RoomRefusal.TOO_MANY_RANGES: 409,
    RoomRefusal.TOO_MANY_NOTES: 409,
    RoomRefusal.TOO_LARGE: 413,
    RoomRefusal.UPLOADS_FULL: 409,
    RoomRefusal.FAULT: 500,
    RoomRefusal.STORAGE: 503,
    RoomRefusal.LOST_LEASE: 503,
    RoomRefusal.BUS: 503,
    RoomRefusal.BUSY: 503,
}
RETRY_AFTER = {429: "1", 503: "2"}
"""Seconds after which it may be tried again, by HTTP status."""


PASSING = {
    RoomRefusal.STORAGE,
    RoomRefusal.LOST_LEASE,
    RoomRefusal.BUS,
    RoomRefusal.TOO_FAST,
    RoomRefusal.BUSY,
    RoomRefusal.QUEUE_FULL,
    RoomRefusal.FAULT,
}
"""Those that say nothing about what was asked: it may be asked again, in the same words."""


class Refused(Exception):
    """Nothing has changed."""

    def __init__(self, code: RoomRefusal, words: str = "") -> None:
        super().__init__(f"{code}{words and ': '}{words}")
        self.code = code

    @property
    def status(self) -> int:
        return STATUS.get(self.code, 422)

    @property
    def is_passing(self) -> bool:
        return self.code in PASSING
