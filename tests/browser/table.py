"""A masa for a test. Its host is a program that deals hand by hand, and other programs may sit at
it. They use the protocol of docs/wire.md like any bot.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from typing import Any

from pokermasa.client.client import Client, be_a_guest
from tests.browser.house import PATIENCE, House

Message = dict[str, Any]
Choose = Callable[[Message], str | None]
"""Function that returns the act for an `act` message, or None to wait."""


def calls(asked: Message) -> str:
    return next((act for act in ("CH", "CA", "AA") if act in asked["acts"]), "FO")


def folds(asked: Message) -> str:
    return "CH" if "CH" in asked["acts"] else "FO"


def shoves(asked: Message) -> str:
    return next((act for act in ("AA", "CA", "CH") if act in asked["acts"]), "FO")


class Program:
    """A player without a browser. It records all messages, and answers `act` messages."""

    def __init__(self, client: Client, house: House, name: str, token: str) -> None:
        self.client = client
        self.house = house
        self.name = name
        self.token = token
        self.plays: Choose | None = None
        self.events: list[Message] = []
        self.messages: list[Message] = []
        self._news = asyncio.Condition()
        self._reading = asyncio.create_task(self._read())

    @classmethod
    async def come(cls, house: House, name: str | None = None) -> "Program":
        """Connects as a guest, or as an account called *name*."""
        if name is None:
            name, token = await asyncio.to_thread(be_a_guest, house.url)
        else:
            token = await asyncio.to_thread(house.account, name)
        return cls(await Client.connect(house.url, token), house, name, token)

    async def _read(self) -> None:
        async for message in self.client:
            async with self._news:
                self.messages.append(message)
                self.events += message.get("events", [])
                self._news.notify_all()
            if message["type"] == "tournament_seat":
                await self.client.ask("watch", masa=message["masa"])
            if message["type"] == "act" and self.plays is not None:
                if message["run_twice"]:
                    await self.client.ask("run_twice", masa=message["masa"], agrees=True)
                elif act := self.plays(message):
                    await self.client.act(message, act)

    async def until(self, seen: Callable[[], Any]) -> Any:
        async with self._news, asyncio.timeout(PATIENCE):
            await self._news.wait_for(seen)
            return seen()

    async def event(self, name: str, start: int = 0) -> Message:
        """Return the first event of that name, from event number *start* on."""

        def found() -> Message | None:
            return next((event for event in self.events[start:] if event["event"] == name), None)

        event: Message = await self.until(found)
        return event

    @property
    def hand(self) -> list[str]:
        """The hole cards, from the deal or from the view of a hand in progress."""
        for message in reversed(self.messages):
            for event in reversed(message.get("events", [])):
                if event["event"] == "deal_pocket_cards":
                    dealt: list[str] = event["cards"]
                    return dealt
            view = message.get("view")
            if view and view["game"]:
                hands = {seat["side"]: seat["cards"] for seat in view["game"]["players"]}
                return hands.get(view["you"]) or []
        return []

    async def ask(self, do: str, **options: Any) -> Message:
        return await self.client.ask(do, **options)

    async def go(self) -> None:
        await self.client.close()
        await asyncio.gather(self._reading, return_exceptions=True)


class Table:
    """A table that deals one hand each time `deal` is called."""

    def __init__(self, host: Program, opened: Message) -> None:
        self.host = host
        self.id: str = opened["id"]
        self.key: str = opened["key"] or ""
        self.path = f"/masa/{self.id}" + (f"#{self.key}" if self.key else "")
        self.programs: list[Program] = []

    @property
    def house(self) -> House:
        return self.host.house

    async def seat(
        self, side: int, stack: int = 200, plays: Choose | None = calls, name: str | None = None
    ) -> Program:
        program = await Program.come(self.house, name)
        program.plays = plays
        self.programs.append(program)
        await program.ask("sit", masa=self.id, side=side, stack=stack, key=self.key)
        return program

    async def deal(self) -> None:
        known = len(self.host.events)
        await self.pause(False)
        await self.host.event("dealer_rotated", known)
        await self.pause()

    async def pause(self, value: bool = True) -> None:
        await self.host.ask("pause", masa=self.id, value=value)

    async def ended(self) -> Message:
        """Return the event that ended the latest hand."""
        last = [
            at for at, event in enumerate(self.host.events) if event["event"] == "dealer_rotated"
        ]
        return await self.host.event("hand_ended", last[-1])

    async def view(self) -> Message:
        """Request the full view and return it."""
        result = len(self.host.messages)
        await self.host.ask("watch", masa=self.id, key=self.key)

        def found() -> Message | None:
            fresh = self.host.messages[result:]
            return next((message for message in fresh if message["type"] == "view"), None)

        message: Message = await self.host.until(found)
        view: Message = message["view"]
        return view

    async def stacks(self) -> dict[int, int]:
        """Return the stacks by side. Use it between hands only."""
        return {seat["side"]: seat["stack"] for seat in (await self.view())["seats"]}


@contextlib.asynccontextmanager
async def table(house: House, host_name: Any = None, **terms: Any) -> AsyncIterator[Table]:
    host = await Program.come(house, host_name)
    fields = {"name": "Cedar", "sides": 6, **terms}
    opened = await asyncio.to_thread(house.ask, "POST", "tables", host.token, fields)
    laid = Table(host, opened)
    await host.ask("watch", masa=laid.id, key=laid.key)
    await laid.pause()
    try:
        yield laid
    finally:
        for program in [*laid.programs, host]:
            await program.go()
