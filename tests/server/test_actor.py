"""One task owns a table: what may only run there says so, and no part of it knows the actor."""

import ast
import asyncio
from pathlib import Path

import pytest

from pokermasa.server.table import actor
from pokermasa.server.table.actor import TableActor
from tests.server.test_faults import Felt
from tests.server.wired import opened

TABLE = Path(actor.__file__).parent
PARTS = ("state", "audience", "broadcast", "act_clock", "turn_timer", "inbox", "event_log", "pace")


@pytest.mark.parametrize("part", PARTS)
def test_no_part_of_a_table_knows_the_actor(part):
    tree = ast.parse((TABLE / f"{part}.py").read_text("utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            assert node.module != actor.__name__, f"{part}.py:{node.lineno}"


def reachable(start: object) -> list[object]:
    """Everything held by attributes from here; functions handed down are called, not held."""
    found, todo = [], [start]
    while todo:
        one = todo.pop()
        if any(one is known for known in found):
            continue
        found.append(one)
        if type(one).__module__.startswith("pokermasa.server.table"):
            todo += vars(one).values() if hasattr(one, "__dict__") else []
    return found


def test_nothing_a_table_is_made_of_holds_the_actor(tmp_path):
    async def main() -> None:
        async with opened(tmp_path) as hall:
            room = (await Felt.laid(hall)).room
            for part in (room.state, room.audience, room.broadcast, room.act_clock):
                assert not any(isinstance(one, TableActor) for one in reachable(part))

    asyncio.run(main())


OUTSIDE = {
    "change": lambda room: room.change(lambda masa: masa.leave(0)),
    "arrange": lambda room: room.arrange(room.access.but(paused=True)),
    "time out": lambda room: room._time_out(room.turn),
}


@pytest.mark.parametrize("what", OUTSIDE)
def test_only_the_tables_own_task_changes_it(tmp_path, what):
    async def main() -> None:
        async with opened(tmp_path) as hall:
            felt = await Felt.laid(hall)
            room = felt.room
            await room.deal()
            masa, access, seq = room.masa, room.access, room.told_seq
            with pytest.raises(RuntimeError, match="only the table's own task"):
                await OUTSIDE[what](room)
            with pytest.raises(RuntimeError, match="only the table's own task"):
                room.send_away(room.seated[0].id)
            assert (room.masa, room.access, room.told_seq) == (masa, access, seq)
            assert room.is_here(room.seated[0].id)
            felt.check_books()
            await room.ask(lambda: OUTSIDE[what](room))
            assert (room.masa, room.access) != (masa, access)

    asyncio.run(main())


def test_a_task_that_would_wait_for_itself_says_so(tmp_path):
    async def main() -> None:
        async with opened(tmp_path) as hall:
            room = (await Felt.laid(hall)).room
            with pytest.raises(RuntimeError, match="wait for itself"):
                await room.ask(room.deal)
            assert await room.deal(), "and it goes on"

    asyncio.run(main())
