"""Tests of the table actor: one task owns a table, code that must run in it checks that, and
no part of a table knows the actor."""

import ast
import asyncio
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from pokermasa.masa import Side
from pokermasa.server.refusal import Refused, RoomRefusal
from pokermasa.server.storage.journal import lease
from pokermasa.server.table import actor
from pokermasa.server.table.actor import TableActor
from pokermasa.server.table.viewer import Outbox, Viewer
from tests.server.whole_room.test_faults import Felt
from tests.server.wired import opened

TABLE = Path(actor.__file__).parent
PARTS = (
    "state",
    "audience",
    "broadcast",
    "act_clock",
    "turn_timer",
    "inbox",
    "event_log",
    "event_feed",
    "pace",
)


@pytest.mark.parametrize("part", PARTS)
def test_no_part_of_a_table_refers_to_the_actor(part: str) -> None:
    tree = ast.parse((TABLE / f"{part}.py").read_text("utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            assert node.module != actor.__name__, f"{part}.py:{node.lineno}"


def reachable(start: object) -> list[object]:
    """Return all objects that can be reached by attributes from *start*. Functions are not
    followed.
    """
    found: list[Any]
    found, todo = [], [start]
    while todo:
        one = todo.pop()
        if any(one is known for known in found):
            continue
        found.append(one)
        if type(one).__module__.startswith("pokermasa.server.table"):
            todo += vars(one).values() if hasattr(one, "__dict__") else []
    return found


def test_nothing_a_table_is_made_of_holds_the_actor(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall:
            room = (await Felt.laid(hall)).room
            for part in (room.state, room.audience, room.broadcast, room.act_clock):
                assert not any(isinstance(one, TableActor) for one in reachable(part))

    asyncio.run(main())


OUTSIDE = {
    "change": lambda room: room.commit(room.state.masa.leave(0)),
    "arrange": lambda room: room.arrange(room.state.access.replace(paused=True)),
    "time out": lambda room: room._time_out(room.act_clock.token),
}


def test_only_the_task_of_a_table_may_change_it(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall:
            for what, change in OUTSIDE.items():
                felt = await Felt.laid(hall)
                room = felt.room
                await room.deal()
                masa, access, seq = room.state.masa, room.state.access, room.broadcast.feed.seq
                with pytest.raises(RuntimeError, match="only the table's own task"):
                    await change(room)
                with pytest.raises(RuntimeError, match="only the table's own task"):
                    room.send_away(room.state.seated[Side(0)].id)
                assert (room.state.masa, room.state.access, room.broadcast.feed.seq) == (
                    masa,
                    access,
                    seq,
                ), what
                assert room.audience.has(room.state.seated[Side(0)].id)
                felt.check_books()
                await room.ask(partial(change, room))
                assert (room.state.masa, room.state.access) != (masa, access), what

    asyncio.run(main())


def test_a_table_task_that_would_wait_for_itself_raises_an_error(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall:
            room = (await Felt.laid(hall)).room
            with pytest.raises(RuntimeError, match="wait for itself"):
                await room.ask(room.deal)
            assert await room.deal(), "and it goes on"

    asyncio.run(main())


def test_requests_waiting_when_a_table_is_lost_are_not_answered_with_its_state(
    tmp_path: Path,
) -> None:
    """An answer would show the client an old state and hide that the table has moved."""

    async def main() -> None:
        async with opened(tmp_path) as hall:
            felt = await Felt.laid(hall)
            room = felt.room
            gate = asyncio.Event()
            before = asyncio.create_task(room.ask(gate.wait))
            retiring = asyncio.create_task(room.retire(in_hand=True))
            viewer = Viewer(None, Outbox(10))
            watching = asyncio.create_task(room.watch(viewer))
            await asyncio.sleep(0)  # All three requests wait.
            gate.set()
            assert await before
            assert await retiring
            with pytest.raises(Refused) as refused:
                await watching
            assert refused.value.code is RoomRefusal.LOST_LEASE
            assert viewer not in room.audience.viewers

    asyncio.run(main())


def test_a_process_that_was_suspended_verifies_its_lease_before_it_shows_a_table(
    tmp_path: Path,
) -> None:
    """A table that another process owns by now is not shown in its old state."""

    async def main() -> None:
        async with opened(tmp_path, lease_ms=10_000) as hall:
            felt = await Felt.laid(hall)
            room, clock = felt.room, hall.clock
            clock.pass_time(6)
            await room.watch(Viewer(None, Outbox(10)))  # The process still has the lease.

            def take(connection: Any) -> Any:
                now = clock.now()
                return lease.take(connection, room.id, "another", now, 10_000, lambda owner: True)

            await hall.lobby.writer.write(take)
            # The process cannot know about the loss yet.
            await room.watch(Viewer(None, Outbox(10)))
            clock.pass_time(6)
            viewer = Viewer(None, Outbox(10))
            with pytest.raises(Refused) as refused:
                await room.watch(viewer)
            assert refused.value.code is RoomRefusal.LOST_LEASE
            assert room.is_lost
            assert not room.audience.viewers

    asyncio.run(main())
