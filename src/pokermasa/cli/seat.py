"""A bot at a table of a room, connected by WebSocket, from sitting down to leaving."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from random import Random
from typing import Any, TypeVar
from urllib.error import HTTPError
from urllib.parse import quote, urlencode
from urllib.request import Request, urlopen

from rich.console import Console
from websockets.exceptions import InvalidHandshake

from pokermasa.bots.bot import Bot, HandInfo, LearningBot
from pokermasa.bots.referee import Ruling, ask, in_words
from pokermasa.client.client import Client, RequestRefused, be_a_guest
from pokermasa.client.follower import Follower, Hand
from pokermasa.masa import Terms
from pokermasa.notation import uci

PATIENCE = 30.0
"""Maximum waiting time in seconds before the next attempt to reconnect."""
TRIES = 8
T = TypeVar("T")
Message = Mapping[str, Any]


class UnknownHere(Exception):
    """Raised if the room does not know the token, the table or the tournament that was named."""


class BotSeat:
    """A bot on one side of a table, from sitting down to leaving."""

    def __init__(
        self,
        bot: Bot,
        url: str,
        token: str | None,
        quiet: bool,
        hands: int | None,
        rebuy: bool,
        console: Console,
    ) -> None:
        self._console = console
        self._bot, self._url, self._quiet, self._most = bot, url, quiet, hands
        self._learning_bot = bot if isinstance(bot, LearningBot) else None
        self._token = token or be_a_guest(url).token
        self._follower = Follower()
        self._met: Hand | None = None
        self._rebuy = rebuy
        self._bought = 0
        self._dice = Random()
        self.hands = 0
        self.masa = ""

    async def run(self, masa: str | None, key: str, stack: int | None, big: int | None) -> None:
        async with await self._connected() as client:
            await self._sit(client, masa, key, stack, big)
            self._console.print(f"[bold]{client.name}[/] sits down at {self._url}/masa/{self.masa}")
            is_over = await self._play(client)
            seen = client.seen
        tries = 0
        while not is_over and tries < TRIES:
            self._console.print("[yellow]the room is gone; trying again[/]")
            await asyncio.sleep(min(PATIENCE, 2.0**tries))
            tries += 1
            try:
                async with await Client.connect(self._url, self._token) as client:
                    client.seen = seen
                    await client.watch(self.masa, key)
                    tries = 0
                    await self._back(client)
                    is_over = await self._play(client)
                    seen = client.seen
            except (OSError, InvalidHandshake):
                continue
        if not is_over:
            raise ConnectionError("the room does not come back")

    async def _connected(self) -> Client:
        client = await Client.connect(self._url, self._token)
        if client.name is None:
            await client.close()
            raise UnknownHere(
                f"{self._url} does not know this --token: it is wrong, has expired or was"
                " withdrawn; the account page makes a new one, and without --token the bot plays as"
                " a guest"
            )
        return client

    def _unknown(self, what: str, key: str) -> UnknownHere:
        missing = "this --key does not open it" if key else "it is private and needs its --key"
        return UnknownHere(f"{self._url} has no {what}, or {missing}")

    async def _sit(
        self, client: Client, masa: str | None, key: str, stack: int | None, big: int | None
    ) -> None:
        if masa is None:
            done = await client.ask("play_now", stack=stack, big=big)
            self.masa = done["masa"]
            return
        self.masa = masa
        try:
            if stack is None:
                stack = await asyncio.to_thread(self._usual_stack, masa, key)
            await client.ask("sit", masa=masa, stack=stack, key=key)
        except (RequestRefused, HTTPError) as error:
            if isinstance(error, HTTPError):
                error.close()
            if error.code not in ("NOT_FOUND", 404):
                raise
            raise self._unknown(f"table {masa!r}", key) from None

    def _usual_stack(self, masa: str, key: str) -> int:
        """Return the table's usual stack: a hundred big blinds within the limits of the buy-in."""
        headers = {"Authorization": f"Bearer {self._token}"}
        where = f"{quote(masa, safe='')}?{urlencode({'key': key}, errors='replace')}"
        request = Request(f"{self._url}/api/tables/{where}", headers=headers)
        with urlopen(request, timeout=20) as response:
            table = json.load(response)
        return Terms(table["least_buy_in"], table["most_buy_in"]).usual_stack(table["big"])

    async def _back(self, client: Client) -> None:
        """Ends sitting out, into which the room puts a player who loses the connection."""
        with suppress(RequestRefused):  # the room may not have noticed the lost connection
            await client.ask("sit_out", masa=self.masa, value=False)

    async def _play(self, client: Client) -> bool:
        """Handles messages. Return True when the bot has left the table and False when the
        connection is lost."""
        try:
            async for message in client:
                if message.get("masa", self.masa) != self.masa:
                    continue
                if message["type"] in ("left_table", "closed"):
                    self._console.print(f"left the table with {message.get('stack', 0):,} chips")
                    return True
                for hand in self._follower.hear(message):
                    await self._over(client, hand)
                self._bought = self._bought or self._follower.stack
                if message["type"] == "act":
                    await self._act(client, message)
        except ConnectionError:
            pass
        except asyncio.CancelledError:
            await client.ask("leave", masa=self.masa)
            raise
        return False

    async def _act(self, client: Client, asked: Message) -> None:
        try:
            if asked["run_twice"]:
                await client.ask("run_twice", masa=self.masa, agrees=False)
            else:
                await client.act(dict(asked), *await self._chosen(asked))
        except RequestRefused as error:  # the time was up, or the room has acted for the bot
            self._console.print(f"[yellow]{error}[/]")
        if getattr(self._bot, "is_gone", False):  # the others need not wait for the bot
            with suppress(RequestRefused):
                await client.ask("leave", masa=self.masa)

    async def _chosen(self, asked: Message) -> tuple[str, str]:
        """Return the act to send and the bot's reason."""
        hand = self._follower.hand
        view = None if hand is None else hand.view
        if hand is None or view is None:
            self._console.print("[yellow]this hand began before the bot came: checks or folds[/]")
            return ("CH" if "CH" in asked["acts"] else "FO"), ""
        self._meet(hand)
        ruling = await asyncio.to_thread(ask, self._bot, view, self._dice)
        if ruling.fault:
            self._console.print(f"[yellow]fault: {ruling.fault}[/]")
        return self._sent(ruling), ruling.reason

    def _sent(self, ruling: Ruling) -> str:
        return uci.write(ruling.act)

    async def _learn(self, hand: Hand) -> bool:
        """Passes a finished hand to the bot. Return False if the bot was not dealt in."""
        view = hand.view
        if hand.me is None:
            return False
        self.hands += 1
        self._meet(hand)
        if self._learning_bot is not None and view is not None:
            await asyncio.to_thread(self._lesson, self._learning_bot.learn, view)
        if not self._quiet:
            won, stack = self._follower.won, self._follower.stack
            self._console.print(f"hand {self.hands}: {won:+,}, {stack:,}")
        return True

    async def _over(self, client: Client, hand: Hand) -> None:
        if not await self._learn(hand):
            return
        is_broke = not self._follower.stack
        with suppress(RequestRefused):  # the room may have done it already
            if is_broke and self._rebuy and self.hands != self._most:
                await client.ask("top_up", masa=self.masa, amount=self._bought)
            elif is_broke or self.hands == self._most:
                if is_broke:
                    self._console.print(f"broke after {self.hands:,} hands")
                await client.ask("leave", masa=self.masa)

    def _meet(self, hand: Hand) -> None:
        if self._learning_bot is not None and hand.me is not None and hand is not self._met:
            self._met = hand
            self._lesson(self._learning_bot.meet, HandInfo(hand.names, hand.me))

    def _lesson(self, tell: Callable[[T], None], what: T) -> None:
        try:
            tell(what)
        except Exception as error:  # a bot may raise anything, and the game must go on
            self._console.print(f"[yellow]fault: {in_words(error)}[/]")
