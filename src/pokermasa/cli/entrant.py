"""A bot in a tournament of a room: `masa bot run --tournament`."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from rich.console import Console
from websockets.exceptions import InvalidHandshake

from pokermasa.bots.bot import Bot
from pokermasa.cli.seat import PATIENCE, TRIES, Seat
from pokermasa.client.client import AskRefused, Client
from pokermasa.client.follower import Follower, Hand

Message = Mapping[str, Any]


class Entrant(Seat):
    """From registering to the last place; in a league, from game to game."""

    def __init__(
        self, bot: Bot, url: str, token: str | None, quiet: bool, again: bool, console: Console
    ) -> None:
        super().__init__(bot, url, token, quiet, None, False, console)
        self._again = again
        self._is_league = False
        self.tournament = ""
        self.places: list[int] = []

    async def enter(self, tournament: str, key: str) -> None:
        """Until the tournament, or the league, is over for this bot."""
        self.tournament = tournament
        tries, is_over = 0, False
        while not is_over and tries < TRIES:
            try:
                async with await Client.connect(self._url, self._token) as client:
                    await self._register(client, key)
                    tries = 0
                    is_over = await self._follow(client)
            except (OSError, InvalidHandshake):
                if not self._is_in:
                    raise
            if not is_over:
                self._console.print("[yellow]the room is gone; trying again[/]")
                await asyncio.sleep(min(PATIENCE, 2.0**tries))
                tries += 1
        if not is_over:
            raise ConnectionError("the room does not come back")

    async def _register(self, client: Client, key: str) -> None:
        await client.watch_tournament(self.tournament, key)
        try:
            if not self._is_in:
                await client.ask("register", tournament=self.tournament, key=key)
                self._console.print(f"[bold]{client.name}[/] is in tournament {self.tournament}")
        except AskRefused as refused:
            if refused.code != "ALREADY_ENTERED":
                raise
            self._console.print(f"[bold]{client.name}[/] goes on in {self.tournament}")
        self._is_in = True

    _is_in = False

    async def _follow(self, client: Client) -> bool:
        """Until it is over, which is true, or the connection is lost, which is false."""
        try:
            async for told in client:
                if await self._heard(client, told):
                    return True
        except ConnectionError:
            pass
        return False

    async def _heard(self, client: Client, told: Message) -> bool:
        kind = told["type"]
        if kind == "tournament" and told["id"] == self.tournament:
            self._is_league = told["tournament"]["kind"] == "league"
            if told["you"]["masa"] is not None:
                await self._take(client, told["you"]["masa"])
        elif kind == "tournament_seat" and told["id"] == self.tournament:
            await self._take(client, told["masa"])
        elif kind == "tournament_over" and told["id"] == self.tournament:
            return await self._is_over(client, told)
        elif kind == "tournament_events" and told["id"] == self.tournament:
            return await self._happened(client, told["events"])
        elif told.get("masa") == self.masa and self.masa:
            for hand in self._follower.hear(told):
                await self._over(client, hand)
            if kind == "act":
                await self._act(client, told)
        return False

    async def _take(self, client: Client, masa: str) -> None:
        if masa != self.masa:
            self.masa, self._follower = masa, Follower()
        with suppress(AskRefused):  # moved on already
            await client.watch(masa)
            await self._back(client)

    async def _is_over(self, client: Client, told: Message) -> bool:
        if told["place"] is None:
            self._console.print("the tournament is cancelled; the entry came back")
            return True
        won = told["prize"] + told["bounties"]
        chips = f", {won:,} chips" if won else ""
        points = f", {told['points']:+} points" if self._is_league else ""
        self._console.print(f"place {told['place']} of {told['entries']}{chips}{points}")
        if told["may_re_enter"] and self._again:
            with suppress(AskRefused):
                await client.ask("register", tournament=self.tournament)
                self._console.print("enters again")
                return False
        self.places.append(told["place"])
        return not self._is_league

    async def _happened(self, client: Client, events: list[Message]) -> bool:
        """The game of a league is over when all have their places; the next one has begun."""
        for event in events:
            if event["event"] == "finished" and self._is_league:
                if event["next"] is None:
                    self._console.print(f"the league is over after {len(self.places)} games")
                    return True
                self.tournament, self.masa = event["next"], ""
                await self._watch_next(client)
        return False

    async def _watch_next(self, client: Client) -> None:
        """It is opened with the end of the last one, and may take a moment to be there."""
        for tries in range(TRIES):
            try:
                await client.watch_tournament(self.tournament)
                return
            except AskRefused as refused:
                if refused.code != "NOT_FOUND" or tries == TRIES - 1:
                    raise
                await asyncio.sleep(0.05 * 2**tries)

    async def _over(self, client: Client, hand: Hand) -> None:
        await self._learn(hand)
