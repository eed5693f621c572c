"""What the writer hands over at once, and how a piece of it is done without harm to others."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol, TypeVar

from sqlalchemy import Connection
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError

from pokermasa.server.refusal import Refused, RoomRefusal
from pokermasa.server.storage.journal.lease import Lease

Result = TypeVar("Result")
Work = Callable[[Connection], Result]
"""Done in a transaction, perhaps again if that came to nothing: only the database is changed."""


class Entry(NamedTuple):
    """One line of the journal: what was done to one masa."""

    lease: Lease
    seq: int
    made: int
    causes: str


class Fault(NamedTuple):
    """The answer to a piece of work of which nothing was done."""

    error: Exception


Batch = Sequence[Work[Any] | Entry]


class Committer(Protocol):
    is_in_doubt: bool
    """The answer to a commit was lost, and the database cannot be asked: nothing may be done on."""
    on_doubt: Callable[[], None]

    def commit(self, batch: Batch) -> list[Any]:
        """The answer to each piece, a `Fault` if it was refused. When this returns, the rest is on
        disk; when it raises, nothing is."""

    def stop_waiting(self) -> None:
        """Give up a commit in doubt; from another thread."""

    def close(self) -> None: ...


def answer_to(entry: Entry, kept: set[tuple[str, int]]) -> Fault | None:
    is_kept = (entry.lease.masa, entry.seq) in kept
    return None if is_kept else Fault(Refused(RoomRefusal.LOST_LEASE))


def do_apart(connection: Connection, work: Work[Any]) -> Any:
    """In a savepoint, so that what is refused takes nobody else's with it."""
    try:
        with connection.begin_nested():
            return work(connection)
    except DataError:
        # A character or a number that the database cannot keep, and that nobody has refused yet.
        return Fault(Refused(RoomRefusal.UNREADABLE))
    except IntegrityError as error:
        return Fault(error)
    except DBAPIError:
        # A full disk may have rolled back more than this savepoint: all of it is void.
        raise
    except Exception as error:
        return Fault(error)
