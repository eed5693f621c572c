"""The interface between the writer and the databases: batches, and how one piece of work fails
without affecting the others."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol, TypeVar

from sqlalchemy import Connection
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError

from pokermasa.server.refusal import Refused, RoomRefusal
from pokermasa.server.storage.journal.lease import Lease

Result = TypeVar("Result")
Work = Callable[[Connection], Result]
"""A function that runs in a transaction. It may run again after a rollback, so it must only change
the database."""


class JournalLine(NamedTuple):
    """One line of the journal: the causes of one change of a masa or tournament."""

    lease: Lease
    seq: int
    made: int
    causes: str


class Fault(NamedTuple):
    """Result of a piece of work that was refused. None of its changes were made."""

    error: Exception


Batch = Sequence[Work[Any] | JournalLine]


class Committer(Protocol):
    """A writer of batches to the database, one at a time."""

    is_in_doubt: bool
    """Whether the reply to a commit was lost and the database cannot be reached to ask for the
    result. Nothing else may be written meanwhile."""
    on_doubt: Callable[[], object]

    def commit(self, batch: Batch) -> list[Any]:
        """Write the batch and return one result per piece, a `Fault` for each refused one. On
        return everything else is on disk. If an exception is raised, nothing was written."""

    def stop_waiting(self) -> None:
        """Stop waiting for the result of a commit in doubt. May be called from another thread."""

    def close(self) -> None: ...


def answer_to(entry: JournalLine, written: set[tuple[str, int]]) -> Fault | None:
    is_kept = (entry.lease.masa, entry.seq) in written
    return None if is_kept else Fault(Refused(RoomRefusal.LOST_LEASE))


def do_apart(connection: Connection, function: Work[Any]) -> Any:
    """Do the work in a savepoint, so that its failure does not undo the rest of the batch."""
    # SQLAlchemy's `begin_nested` takes eight times as long.
    connection.exec_driver_sql("SAVEPOINT work")
    fault: Exception
    try:
        done = function(connection)
        connection.exec_driver_sql("RELEASE SAVEPOINT work")
        return done
    except DataError:
        # A character or number that the database cannot store and that no earlier check has
        # refused.
        fault = Refused(RoomRefusal.UNREADABLE)
    except IntegrityError as error:
        fault = error
    except DBAPIError:
        # A full disk may have rolled back more than this savepoint, so the whole batch has failed.
        raise
    except Exception as error:
        fault = error
    connection.exec_driver_sql("ROLLBACK TO SAVEPOINT work")
    return Fault(fault)
