"""Collects acts and deals at the tables of one tournament into one commit.

With one commit for each of a hundred tables, the last table would wait for all the others. Requests
that wait during a commit are applied one after the other, at most one for each table, and are
stored together in one page.
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
    """Raised if nothing is left to do when a request is processed."""


class Waiting(NamedTuple):
    """A request at a table, with functions to call after it was stored and sent, or after it was
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
            self.done.exception()  # the caller may have been cancelled and never fetch the error


class ActBatch:
    """The queue of acts and deals. *change* applies, stores and sends a change; *follow* carries
    out what follows from it."""

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
        """Adds a request to the queue and waits until it is done. Errors of the request are raised
        here."""
        one = Waiting(table, doing, after, refused, asyncio.get_running_loop().create_future())
        self._waiting.append(one)
        try:
            # The first request also processes those that wait behind it, so that all of them are
            # finished when their own call in the inbox is over.
            await self._inbox.ask(self._do)
            await one.done
        finally:
            one.done.cancel()

    async def _do(self) -> None:
        if not self._waiting:
            return  # already processed together with another request
        together: list[Waiting] = []
        try:
            await self._change(lambda now: self._applied(now, together))
        except NothingToDo:
            return
        except Exception as error:
            self._note_error(error)
            if not together:  # no request was taken from the queue: refuse all
                together, self._waiting = list(self._waiting), deque()
            for one in together:
                one.refuse(error)
            return
        for one in together:
            one.accept()
        await self._follow()

    def _applied(self, now: Tournament, together: list[Waiting]) -> Change:
        """Applies waiting requests, at most one for each table, and adds them to *together*. Stops
        after the first request that changes more than its own table."""
        change = Change(now)
        while self._waiting and self._waiting[0].table not in {one.table for one in together}:
            one = self._waiting.popleft()
            if one.done.done():
                continue  # the caller was cancelled before its request was started
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
