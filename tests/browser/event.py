"""A tournament for a test. Its director and most entrants are programs, which go to the table they
are sent to, as a browser does.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Any

from tests.browser.house import House
from tests.browser.table import Choose, Message, Program, folds

SHAPE = """
name = "quick"
seats = {seats}
stack = {stack}
entrants = [2, {most}]
buy_in = 100
bounty = {bounty}

[levels]
rises = "time"
every = 6000
beyond = "double"
scale = [[10, 20], [20, 40], [50, 100, 10]]
{more}
"""
"""A structure whose levels are so long that they only rise by order of the director."""


class Event:
    def __init__(self, host: Program, opened: Message) -> None:
        self.host = host
        self.id: str = opened["id"]
        self.key: str = opened["key"] or ""
        self.path = f"/tournament/{self.id}" + (f"#{self.key}" if self.key else "")
        self.programs: list[Program] = []

    async def enter(self, name: str | None = None, plays: Choose | None = folds) -> Program:
        program = await Program.come(self.host.house, name)
        program.plays = plays
        self.programs.append(program)
        await program.ask("register", tournament=self.id, key=self.key)
        return program

    async def order(self, command: str, **options: Any) -> None:
        await self.host.ask("direct", tournament=self.id, command=command, **options)

    async def next_event(self, name: str) -> Message:
        return await self.host.event(name)

    async def table_of(self, name: str) -> str:
        """Return the id of the table where the player sits."""
        path = f"tournaments/{self.id}?key={self.key}"
        found = await asyncio.to_thread(self.host.house.ask, "GET", path, self.host.token)
        masa: str = next(row["masa"] for row in found["standings"] if row["name"] == name)
        return masa


@contextlib.asynccontextmanager
async def event(
    house: House,
    host_name: str | None = None,
    seats: int = 6,
    most: int = 6,
    stack: int = 1000,
    bounty: int = 0,
    more: str = "",
    **terms: Any,
) -> AsyncIterator[Event]:
    host = await Program.come(house, host_name)
    structure = SHAPE.format(seats=seats, most=most, stack=stack, bounty=bounty, more=more)
    fields = {"name": "Friday night", "structure": structure, **terms}
    opened = await asyncio.to_thread(house.ask, "POST", "tournaments", host.token, fields)
    event_page = Event(host, opened)
    await host.ask("watch_tournament", tournament=event_page.id, key=event_page.key)
    try:
        yield event_page
    finally:
        for program in [*event_page.programs, host]:
            await program.go()
