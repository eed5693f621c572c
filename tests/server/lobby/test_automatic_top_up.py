"""Tests of automatic top-ups between two hands."""

import asyncio
from pathlib import Path

from tests.server.wired import Hall, opened


async def seated(hall: Hall, *stacks: int) -> str:
    """Return a table where one player sits for each of *stacks*; nobody is dealt in yet."""
    secrets = [await hall.guest() for _ in stacks]
    masa = await hall.table(secrets[0])
    for side, stack in enumerate(stacks):
        line = await hall.line(secrets[side])
        sat = await line.ask(do="sit", masa=masa, side=side, stack=stack)
        assert sat["type"] == "done", sat
        to = await line.ask(do="auto_top_up", masa=masa, to=300)
        assert to["type"] == "done", to
    return masa


async def topped_up(hall: Hall, masa: str) -> list[int]:
    table = hall.lobby.tables[masa]
    await hall.lobby._dealing_loop._top_up(table)
    return [seat.stack for seat in table.state.masa.seats.values()]


def test_all_automatic_top_ups_of_a_table_are_one_commit(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall:
            masa = await seated(hall, 100, 150, 300)
            before = hall.lobby.writer.commits
            assert await topped_up(hall, masa) == [300, 300, 300]
            assert hall.lobby.writer.commits == before + 1

    asyncio.run(main())


def test_a_player_with_too_few_chips_does_not_keep_others_from_their_top_up(
    tmp_path: Path,
) -> None:
    async def main() -> None:
        async with opened(tmp_path, signup_grant=290) as hall:
            masa = await seated(hall, 100, 150)
            wanted = hall.lobby.tables[masa].state.auto_top_up
            first, second = wanted
            wanted[first], wanted[second] = 290, 291  # one chip more than the second one has
            assert await topped_up(hall, masa) == [290, 150]

    asyncio.run(main())
