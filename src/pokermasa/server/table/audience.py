"""Everybody who looks on at a masa, players first, and what each of them has heard so far."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from pokermasa.server.table.event_log import EventLog, write
from pokermasa.server.table.viewer import Viewer

AT_ONCE = 20
"""Onlookers told before somebody else has a turn."""

Events = list[dict[str, Any]]


class Audience:
    def __init__(self, masa: str, view: Callable[[int | None], dict[str, Any]]) -> None:
        self.viewers: dict[Viewer, int] = {}
        """And how much of the story they have heard."""
        self._masa = masa
        self._view = view
        self._story = EventLog()
        self._past = 0
        """When the last hand ended."""
        self._by_account: dict[int, set[Viewer]] = {}
        self._task: asyncio.Task[None] | None = None

    @property
    def seq(self) -> int:
        return self._story.seq

    def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()

    # Coming and going

    def of(self, account: int) -> list[Viewer]:
        return list(self._by_account.get(account, ()))

    def has(self, account: int) -> bool:
        return account in self._by_account

    def enter(self, viewer: Viewer, seq: int | None, is_seated: bool) -> bool:
        """True if what was missed since *seq* could be told; else the viewer has a new view.
        Who only looks on is not told of hands that are over: whoever names a *seq* may never have
        been here."""
        if seq is not None and not is_seated and seq < self._past:
            seq = None
        if viewer.account_id is not None:
            self._by_account.setdefault(viewer.account_id, set()).add(viewer)
        missed = None if seq is None else self._story.since(seq)
        self.viewers[viewer] = self.seq
        if missed is None:
            viewer.outbox.tell(self._view(viewer.account_id))
            return False
        for told in missed:
            viewer.outbox.put(told.to(viewer.account_id))
        return True

    def leave(self, viewer: Viewer) -> bool:
        """True if it was the last viewer of its account."""
        self.viewers.pop(viewer, None)
        here = self._by_account.get(viewer.account_id or 0)
        if here is None:
            return False
        here.discard(viewer)
        if here:
            return False
        del self._by_account[viewer.account_id or 0]
        return True

    # Telling

    def to(self, account: int, message: dict[str, Any]) -> None:
        for viewer in self.of(account):
            viewer.outbox.tell(message)

    def tell_all(self, message: dict[str, Any]) -> None:
        """Something that has no number and is not told again."""
        text = write(message)
        for viewer in self.viewers:
            viewer.outbox.put(text)

    def tell(
        self,
        public: Events,
        private: Mapping[int, Events],
        players: Iterable[int],
        clock: dict[str, Any] | None = None,
        is_past: bool = False,
    ) -> None:
        """What happened; the players hear it now, the others as soon as there is time. With
        *is_past* it is about a hand that is over."""
        # What only one may know has no number, or others could count it.
        if public:
            self._story.add(self._masa, public, private, clock)
            if is_past or any(happened["event"] == "hand_ended" for happened in public):
                self._past = self.seq
        for account in players:
            for viewer in self.of(account):
                if public:
                    self._catch_up(viewer)
                elif account in private:
                    events = private[account]
                    viewer.outbox.tell({"type": "private", "masa": self._masa, "events": events})
        if public and self.viewers and (self._task is None or self._task.done()):
            self._task = asyncio.create_task(self._tell_the_others(), name=f"audience {self._masa}")

    def _catch_up(self, viewer: Viewer) -> None:
        """Whatever the viewer has not heard yet."""
        heard = self.viewers.get(viewer)
        if heard is None or heard == self.seq:
            return
        missed = self._story.since(heard)
        self.viewers[viewer] = self.seq
        if missed is None:
            viewer.outbox.tell(self._view(viewer.account_id))
            return
        for told in missed:
            viewer.outbox.put(told.to(viewer.account_id))

    async def _tell_the_others(self) -> None:
        """A few at a time: however many look on, nobody's act waits for them."""
        seq = -1
        while seq != self.seq:
            seq = self.seq
            behind = [viewer for viewer, heard in self.viewers.items() if heard < seq]
            for number, viewer in enumerate(behind, 1):
                self._catch_up(viewer)
                if number % AT_ONCE == 0:
                    await asyncio.sleep(0)
