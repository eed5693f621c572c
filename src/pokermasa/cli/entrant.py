"""A bot in a tournament of a room: `masa bot run --tournament`."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from contextlib import suppress
from typing import Any
from urllib.error import HTTPError
from urllib.parse import quote, urlencode
from urllib.request import Request, urlopen

from rich.console import Console
from websockets.exceptions import InvalidHandshake

from pokermasa.bots.bot import Bot
from pokermasa.bots.referee import Ruling
from pokermasa.cli.seat import PATIENCE, TRIES, BotSeat
from pokermasa.client.client import Client, RequestRefused
from pokermasa.client.follower import Follower, Hand

Message = Mapping[str, Any]
OVER = ("ended", "cancelled")


class TournamentBot(BotSeat):
    """A bot that registers and plays until its final place. In a league it plays game after
    game."""

    def __init__(
        self, bot: Bot, url: str, token: str | None, quiet: bool, again: bool, console: Console
    ) -> None:
        super().__init__(bot, url, token, quiet, None, False, console)
        self._is_guest = token is None
        self._again = again
        self._is_league = False
        self._key = ""
        self.tournament = ""
        self.places: list[int] = []

    async def enter(self, tournament: str, key: str) -> None:
        """Plays until the tournament or the league is over for this bot. In a league it joins the
        current game, or continues in it."""
        self._key = key
        if tournament.startswith("l"):
            tournament = await asyncio.to_thread(self._game, tournament)
        self.tournament = tournament
        tries, is_over = 0, False
        while not is_over and tries < TRIES:
            try:
                async with await self._connected() as client:
                    is_over = await self._register(client)
                    tries = 0
                    is_over = is_over or await self._follow(client)
            except (OSError, InvalidHandshake):
                if not self.is_in:
                    raise
            if not is_over:
                self._console.print("[yellow]the room is gone; trying again[/]")
                await asyncio.sleep(min(PATIENCE, 2.0**tries))
                tries += 1
        if not is_over:
            raise ConnectionError("the room does not come back")

    def _asked(self, path: str) -> Message:
        headers = {"Authorization": f"Bearer {self._token}"}
        query = urlencode({"key": self._key}, errors="replace")
        request = Request(f"{self._url}/api/{path}?{query}", headers=headers)
        with urlopen(request, timeout=20) as response:
            found: Message = json.load(response)
            return found

    def _game(self, league: str) -> str:
        """Return the id of the league's current game, which is open for registration or being
        played."""
        try:
            game: str | None = self._asked(f"leagues/{quote(league, safe='')}")["now"]
        except HTTPError as error:
            with error:
                if error.code == 404:
                    raise self._unknown(f"league {league!r}", self._key) from None
                raise RequestRefused(json.load(error)) from None
        if game is None:
            message = f"league {league} is over: its host may open another season"
            raise RequestRefused({"code": "NOT_FOUND", "message": message})
        return game

    async def _register(self, client: Client) -> bool:
        """Registers the bot, or continues an earlier entry. Return True if the tournament is
        already over."""
        self._is_back = self.is_in
        if self.is_in:
            return await self._look_on(client)
        try:
            await client.watch_tournament(self.tournament, self._key)
        except RequestRefused as refused:
            if refused.code != "NOT_FOUND":
                raise
            raise self._unknown(f"tournament {self.tournament!r}", self._key) from None
        try:
            await self._ask_to_enter(client)
            self._console.print(f"[bold]{client.name}[/] is in tournament {self.tournament}")
            if self._is_guest:
                text = f"started again with --token {self._token} it goes on as the same guest"
                self._console.print(text, markup=False, soft_wrap=True)
        except RequestRefused:
            # An earlier run of this program has registered the bot. It may already be out.
            you = (await asyncio.to_thread(self._fetch_tournament))["you"]
            if you is None or you["player"] is None:
                raise
            self._is_back = True
            self._console.print(f"[bold]{client.name}[/] goes on in {self.tournament}")
        self.is_in = True
        return False

    async def _ask_to_enter(self, client: Client) -> None:
        ask = {"tournament": self.tournament, "key": self._key}
        await client.ask("register", **ask, program=True)

    is_in = False
    """True once the bot has been registered, possibly by an earlier run of this program."""
    _is_back = False

    async def _follow(self, client: Client) -> bool:
        """Handles messages. Return True when the tournament is over and False when the connection
        is lost."""
        try:
            async for message in client:
                if await self._handle(client, message):
                    return True
        except ConnectionError:
            pass
        return False

    async def _handle(self, client: Client, message: Message) -> bool:
        kind = message["type"]
        if kind == "tournament" and message["id"] == self.tournament:
            return await self._stands(client, message)
        elif kind == "tournament_seat" and message["id"] == self.tournament:
            await self._take(client, message["masa"])
        elif kind == "tournament_over" and message["id"] == self.tournament:
            return await self._is_over(client, message)
        elif kind == "tournament_events" and message["id"] == self.tournament:
            return await self._handle_events(client, message["events"])
        elif message.get("masa") == self.masa and self.masa:
            for hand in self._follower.hear(message):
                await self._over(client, hand)
            if kind == "act":
                await self._act(client, message)
        return False

    async def _stands(self, client: Client, message: Message) -> bool:
        """Handles the status sent after connecting, which also covers events missed while
        disconnected. Return True if the tournament is over for this bot."""
        self._is_league = message["tournament"]["kind"] == "league"
        if message["you"]["masa"] is not None:
            await self._take(client, message["you"]["masa"])
        if message["tournament"]["status"] in OVER:
            return await self._went_on(client)
        if self._is_league and message["you"]["player"] is None:
            return await self._enter_game(client, message["tournament"]["buy_in"])
        if self._is_league or not self._is_back:
            return False
        you = message["you"]
        mine = next((row for row in message["standings"] if row["player"] == you["player"]), None)
        if mine is None or mine["status"] not in ("out", "disqualified", "left"):
            return False
        entries = message["tournament"]["entries"]
        over = {**mine, "entries": entries, "may_re_enter": you["may_register"]}
        return await self._is_over(client, over)

    async def _enter_game(self, client: Client, buy_in: int) -> bool:
        """Registers for a further game of the league. This is needed if the game costs chips or was
        opened while the connection was lost. Return True if the room refuses."""
        try:
            await self._ask_to_enter(client)
        except RequestRefused as refused:
            you = (await asyncio.to_thread(self._fetch_tournament))["you"]
            if you is not None and you["player"] is not None:
                return False  # registered in the meantime
            self._console.print(f"not in game {self.tournament}: {refused}", markup=False)
            return True
        price = f" for {buy_in:,} chips" if buy_in else ""
        self._console.print(f"in game {self.tournament}{price}")
        return False

    async def _went_on(self, client: Client) -> bool:
        """Handles a tournament that ended while the bot was disconnected. In a league, continues
        with the next game. Return True if there is none."""
        self._console.print(f"[yellow]{self.tournament} ended meanwhile[/]")
        page = await asyncio.to_thread(self._fetch_tournament)
        if page["tournament"]["kind"] != "league":
            return True
        return await self._next(client, page["next"])

    def _fetch_tournament(self) -> Message:
        return self._asked(f"tournaments/{quote(self.tournament, safe='')}")

    async def _take(self, client: Client, masa: str) -> None:
        if masa != self.masa:
            self.masa, self._follower = masa, Follower()
        with suppress(RequestRefused):  # the bot may already be at another table
            await client.watch(masa)
            await self._back(client)

    async def _is_over(self, client: Client, message: Message) -> bool:
        if message["place"] is None:
            self._console.print("the tournament is cancelled; the entry came back")
            return True
        won = message["prize"] + message["bounties"]
        chips = f", {won:,} chips" if won else ""
        points = f", {message['points']:+} points" if self._is_league else ""
        self._console.print(f"place {message['place']} of {message['entries']}{chips}{points}")
        if message["may_re_enter"] and self._again:
            with suppress(RequestRefused):
                await self._ask_to_enter(client)
                self._console.print("enters again")
                return False
        elif message["may_re_enter"]:
            with suppress(RequestRefused):  # the tournament may be over by now
                await client.ask("decline_re_entry", tournament=self.tournament)
        self.places.append(message["place"])
        return not self._is_league

    async def _handle_events(self, client: Client, events: list[Message]) -> bool:
        """Continues with the next game when a game of the league has finished. Return True if the
        league is over."""
        for event in events:
            if event["event"] == "finished" and self._is_league:
                return await self._next(client, event["next"])
        return False

    async def _next(self, client: Client, game: str | None) -> bool:
        if game is None:
            self._console.print(f"the league is over after {len(self.places)} games")
            return True
        self.tournament, self.masa = game, ""
        return await self._look_on(client)

    async def _look_on(self, client: Client) -> bool:
        """Subscribes to the current tournament. The next game of a league may take a moment to
        appear. An old tournament may exist only as a page; then continues from there."""
        for tries in range(TRIES):
            try:
                await client.watch_tournament(self.tournament, self._key)
                return False
            except RequestRefused as refused:
                if refused.code != "NOT_FOUND" or tries == TRIES - 1:
                    raise
            try:
                page = await asyncio.to_thread(self._fetch_tournament)
                if page["tournament"]["status"] in OVER:
                    return await self._went_on(client)
            except HTTPError as error:
                error.close()
            await asyncio.sleep(0.05 * 2**tries)
        return False

    def _sent(self, ruling: Ruling) -> str:
        """Return the act to send. In a league a fault is sent as "wrong", because the room judges
        and counts faults."""
        return "wrong" if ruling.fault and self._is_league else super()._sent(ruling)

    async def _over(self, client: Client, hand: Hand) -> None:
        await self._learn(hand)
