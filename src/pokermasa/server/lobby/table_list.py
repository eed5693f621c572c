"""The board in the lobby: the open tables, and whoever looks at them."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping
from typing import Any

from pokermasa.server.protocol.data import TableData
from pokermasa.server.table.actor import Room
from pokermasa.server.table.event_log import write
from pokermasa.server.table.viewer import Viewer

EVERY = 1.0
"""Seconds between two messages at the least."""


def table_data(room: Room) -> TableData:
    masa = room.masa
    return TableData(
        id=room.id,
        name=room.name,
        sides=masa.sides,
        players=masa.nb_players,
        people=room.people,
        playing=room.lively,
        waiting=len(room.queue.waiting),
        small=masa.blinds.small,
        big=masa.blinds.big,
        ante=masa.blinds.ante,
        betting=masa.rules.betting,
        rules=masa.rules.name,
        hands=masa.hands,
        average_pot=room.pace.average_pot,
        hands_an_hour=room.pace.hands_an_hour,
        least_buy_in=masa.terms.least_buy_in,
        most_buy_in=masa.terms.most_buy_in,
        straddle=masa.terms.straddle,
        run_twice=masa.terms.run_twice,
        act_time=room.door.act_time,
        bots=room.door.bots,
        private=room.key is not None,
        paused=room.door.paused,
        host=None if room.host is None else room.host.name,
    )


class Board:
    def __init__(self, rooms: Mapping[str, Room]) -> None:
        self._rooms = rooms
        self._viewers: set[Viewer] = set()
        self._changed: set[str] = set()
        self._task: asyncio.Task[None] | None = None

    @property
    def tables(self) -> list[TableData]:
        """The liveliest first. Private ones are nobody's business."""
        found = [room for room in self._rooms.values() if _is_open(room)]
        found.sort(key=lambda room: (-room.lively, room.masa.blinds.big, room.name))
        return [table_data(room) for room in found]

    def watch(self, viewer: Viewer) -> None:
        self._viewers.add(viewer)
        viewer.outbox.tell(_message(self.tables, ()))

    def unwatch(self, viewer: Viewer) -> None:
        self._viewers.discard(viewer)

    def touch(self, room: Room) -> None:
        """Something has changed there."""
        if room.key is not None or not self._viewers:
            return
        self._changed.add(room.id)
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._tell(), name="board")

    def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()

    async def _tell(self) -> None:
        while self._changed:
            changed, self._changed = sorted(self._changed), set()
            rooms = {id: self._rooms.get(id) for id in changed}
            here = [table_data(room) for room in rooms.values() if room and _is_open(room)]
            gone = [id for id, room in rooms.items() if room is None or not _is_open(room)]
            text = write(_message(here, gone))
            for viewer in self._viewers:
                viewer.outbox.put(text)
            await asyncio.sleep(EVERY)


def _is_open(room: Room) -> bool:
    return room.key is None and not room.is_lost


def _message(tables: Iterable[TableData], closed: Iterable[str]) -> dict[str, Any]:
    rows = [table.model_dump() for table in tables]
    return {"type": "lobby", "tables": rows, "closed": list(closed)}
