"""Acts and deals that wait at the tables of one tournament, written down at once.

With a commit for each of a hundred tables, the last would wait for all the others. What waits while
something is being written is applied one after the other, each at a table of its own, and goes to
disk in one page.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple

from pokermasa.server.table.inbox import Inbox
from pokermasa.tournament import Change, TableNumber, Tournament, event

Doing = Callable[[Tournament], Change]


class NothingToDo(Exception):
    """Nothing is left to be done when its turn comes."""


class Waiting(NamedTuple):
    """Something to be done at a table, and what to call when it is on disk and told, or when it is
    refused."""

    table: TableNumber
    doing: Doing
    after: Callable[[], None]
    refused: Callable[[Exception], None]
    done: asyncio.Future[None]

    def accept(self) -> None:
        self.after()
        if not self.done.done():
            self.done.set_result(None)

    def refuse(self, error: Exception) -> None:
        self.refused(error)
        if not self.done.done():
            self.done.set_exception(error)
            self.done.exception()  # whoever asked may be told something else


class Plays:
    """*change* applies, writes down and tells; *follow* does what follows from that."""

    def __init__(
        self,
        inbox: Inbox,
        change: Callable[[Doing], Awaitable[Any]],
        follow: Callable[[], Awaitable[None]],
        note_error: Callable[[Exception], None],
    ) -> None:
        self._inbox, self._change, self._follow = inbox, change, follow
        self._note_error = note_error
        self._waiting: deque[Waiting] = deque()

    async def ask(
        self,
        table: TableNumber,
        doing: Doing,
        after: Callable[[], None],
        refused: Callable[[Exception], None],
    ) -> None:
        one = Waiting(table, doing, after, refused, asyncio.get_running_loop().create_future())
        self._waiting.append(one)
        try:
            # Whoever comes first does what waits behind them, so that everybody has been served
            # when their own turn is over.
            await self._inbox.ask(self._do)
            await one.done
        finally:
            one.done.cancel()

    async def _do(self) -> None:
        if not self._waiting:
            return  # done with somebody else's
        together: list[Waiting] = []
        try:
            await self._change(lambda now: self._applied(now, together))
        except NothingToDo:
            return
        except Exception as error:
            self._note_error(error)
            if not together:  # whatever it would have been
                together, self._waiting = list(self._waiting), deque()
            for one in together:
                one.refuse(error)
            return
        for one in together:
            one.accept()
        await self._follow()

    def _applied(self, now: Tournament, together: list[Waiting]) -> Change:
        """What waits, each at a table of its own, up to the first from which more follows than a
        change of its table."""
        change = Change(now)
        while self._waiting and self._waiting[0].table not in {one.table for one in together}:
            one = self._waiting.popleft()
            if one.done.done():
                continue  # whoever asked is gone, and nothing has been done yet
            try:
                more = one.doing(change.tournament)
            except Exception as error:
                self._note_error(error)
                one.refuse(error)
                continue
            together.append(one)
            change = change.then(more)
            if not all(isinstance(happened, event.AtTable) for happened in more.events):
                break
        if not together:
            raise NothingToDo
        return change
