"""The house: its bots fill empty sides, play, and give their sides up to people."""

from __future__ import annotations

import asyncio
import contextlib
import random
import secrets
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from sqlalchemy import Connection

from pokermasa.bots import Bot, Company, Student
from pokermasa.bots.named import named
from pokermasa.bots.referee import ask
from pokermasa.cards import Deck
from pokermasa.masa import Change, Game, Masa, Side
from pokermasa.rules import HouseRules, View
from pokermasa.server.accounts.accounts import Accounts
from pokermasa.server.clock import Clock
from pokermasa.server.lobby.seating import REFUSALS, free_sides, take
from pokermasa.server.settings import Settings
from pokermasa.server.storage import ledger
from pokermasa.server.storage.account import HOUSE, Account
from pokermasa.server.storage.writer import Writer
from pokermasa.server.table.actor import Room

STAFF = {
    "Ada": "house:regular",
    "Blaise": "house:tourist",
    "Cem": "house:rock",
    "Daria": "house:gambler",
    "Emil": "caller",
    "Fatma": "house:shark",
    "Gao": "house:station",
    "Hana": "house:bully",
    "Ivo": "basic:0.5",
}
"""Who works for the house, and how each of them plays, in the words of `pokermasa.bots.named`."""
HOUSE_RULES = HouseRules.named("tda")
"""The rules of the house's own tables: the cardroom's."""
RICH = 2
HURRIED = 50
"""Milliseconds a bot takes for an act while somebody waits for the hand to be over."""
AGAIN = 0.25
"""Seconds before a bot whose act was refused tries again: the disk may be full."""


def engage(name: str) -> Bot:
    """Whoever plays under this name; the one place where the house's names become bots."""
    return named(STAFF[name]).make(secrets.randbits(32))


def rehearse(hands: int = 3) -> None:
    """The staff plays among itself before anybody comes in: whatever a bot has to load for its
    first decisions would hold up everybody else, thread or not."""
    dice = random.Random(1)
    bots = dict(enumerate(map(engage, STAFF)))
    masa = Masa.open(sides=len(bots), rules=HOUSE_RULES)
    for side in bots:
        masa = masa.buy_in(side, 200).masa
    for _ in range(hands):
        masa = masa.deal(Deck.shuffled(dice)).masa
        while masa.to_act is not None:
            view = masa.view(masa.to_act, past=True)
            assert view is not None
            masa = masa.move(masa.to_act, ask(bots[masa.to_act], view, dice).act).masa
        if not masa.is_dealable:
            return


class House:
    def __init__(
        self, accounts: Accounts, writer: Writer, settings: Settings, clock: Clock
    ) -> None:
        self._accounts = accounts
        self._writer = writer
        self._settings = settings
        self._clock = clock
        self._staff: dict[int, str] = {}
        self._idle: list[Account] = []
        self._bots: dict[tuple[str, int], Bot] = {}
        """By masa and account: what a bot has in mind at one table is not about another."""
        self._hands: dict[tuple[str, int], int] = {}
        """The hand each bot has met its company in; none when it has learned from it."""
        # However long a bot thinks, nobody else waits for it.
        self._threads = ThreadPoolExecutor(2, thread_name_prefix="bot")

    async def start(self) -> None:
        for name in STAFF:
            # Nobody's own name can have brackets, so nobody takes a bot for a person.
            account = await self._accounts.house(f"{name} (bot)")
            self._staff[account.id] = name
            self._idle.append(account)
        if self._settings.house_tables:
            await self._in_thread(rehearse)

    def stop(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)

    def forget(self, room: Room) -> None:
        for key in [key for key in self._bots if key[0] == room.id]:
            del self._bots[key]
            self._hands.pop(key, None)

    # Coming and going

    async def set_rules(self, room: Room) -> None:
        """Between hands, a house table that an earlier version opened goes over to the house's
        rules. A host's table keeps its own."""

        async def work() -> None:
            if room.host is None and room.masa.no_game and room.masa.rules != HOUSE_RULES:
                await room.change(lambda masa: masa.set_rules(HOUSE_RULES))

        if room.host is None and room.masa.rules != HOUSE_RULES:
            await room.ask(work)

    async def fill(self, room: Room) -> None:
        """Bots keep most sides of an open masa taken, and leave one free for whoever comes."""
        masa = room.masa
        if not room.door.bots or masa.is_game or room.door.paused:
            return
        for side in room.bots:
            # Broke, or so rich that a newcomer would meet a wall: another one comes.
            if not masa.blinds.big <= masa.seats[side].stack <= RICH * masa.terms.most_buy_in:
                await room.do(_leaving(side), who=room.seated[side])
        wanted = _sides_wanted(room)
        bots = room.bots
        while len(room.seated) > wanted and bots:
            side = bots.pop()
            await room.do(_leaving(side), who=room.seated[side])
        free = free_sides(room)
        banned = room.door.banned
        idle = [a for a in self._idle if room.side_of(a) is None and a.id not in banned]
        random.shuffle(idle)
        while len(room.seated) < wanted and free and idle:
            await self._sit(room, idle.pop(), free.pop(0))

    async def _sit(self, room: Room, account: Account, side: Side) -> None:
        stack = min(100 * room.masa.blinds.big, room.masa.terms.most_buy_in)
        await self._grant(account, stack)
        await room.ask(lambda: take(room, account, side, stack))
        self._bots[room.id, account.id] = engage(self._staff[account.id])

    async def _grant(self, account: Account, amount: int) -> None:
        """The house plays with chips of the bank."""
        book = ledger.of_account(account.id)
        key = f"house:{secrets.token_hex(8)}"
        now = self._clock.now()

        def work(connection: Connection) -> None:
            short = amount - ledger.balance(connection, book)
            if short > 0:
                ledger.book(connection, key, "house", {ledger.BANK: -short, book: short}, now)

        await self._writer.write(work)

    # Playing

    def is_to_act(self, room: Room) -> bool:
        side = room.masa.to_act
        return side is not None and room.seated[side].kind == HOUSE

    async def act(self, room: Room) -> None:
        usual = self._settings.bot_delay * random.uniform(0.5, 1.5)
        await asyncio.sleep((min(usual, HURRIED) if room.is_hurried else usual) / 1000)
        side, turn, game = room.masa.to_act, room.turn, room.masa.game
        if side is None or game is None or room.seated[side].kind != HOUSE:
            return
        account, number = room.seated[side], room.masa.hands
        view = room.masa.view(side, past=True)
        assert view is not None
        bot, company = self._bot(room, account), _company(room, game, side)
        is_new = self._hands.get((room.id, account.id)) != number
        self._hands[room.id, account.id] = number

        def think() -> Any:
            if is_new and isinstance(bot, Student):
                bot.meet(company)
            return ask(bot, view, random.Random())

        ruling = await self._in_thread(think)
        try:
            await room.act(account, ruling.act, turn)
        except REFUSALS:
            await asyncio.sleep(AGAIN)

    async def agree(self, room: Room) -> None:
        """The house always runs it twice if the others like."""
        await asyncio.sleep(self._settings.bot_delay / 1000)
        game = room.masa.game
        if game is None or not game.is_asked_twice:
            return
        for side in game.remaining:
            if side in room.bots and side not in (game.agreed or ()):
                with contextlib.suppress(*REFUSALS):
                    await room.do(_agreeing(side), who=room.seated[side])
        await asyncio.sleep(AGAIN)

    async def learn(self, room: Room) -> None:
        """After a hand: each bot that was in it sees how it ended, from its own side."""
        game = room.masa.last_game
        if game is None:
            return
        for side in room.bots:
            key, index = (room.id, room.seated[side].id), game.stack_of(side)
            bot = self._bots.get(key)
            was_in = self._hands.pop(key, None) == room.masa.hands
            if was_in and index is not None and isinstance(bot, Student):
                view = View.of(game.situation, index, game.past)
                await self._in_thread(bot.learn, view)

    def _bot(self, room: Room, account: Account) -> Bot:
        key = (room.id, account.id)
        if key not in self._bots:  # it sat there before a restart
            self._bots[key] = engage(self._staff[account.id])
        return self._bots[key]

    async def _in_thread(self, work: Callable[..., Any], *words: Any) -> Any:
        return await asyncio.get_running_loop().run_in_executor(self._threads, work, *words)


def _sides_wanted(room: Room) -> int:
    sides = room.masa.sides
    if room.people:
        return max(2, sides - 1)
    if room.viewers:
        return max(1, sides - 1)
    return 0 if sides == 2 else 2  # nobody is looking: a little life, not a race


def _company(room: Room, game: Game, side: Side) -> Company:
    names = [room.seated[s].name if s in room.seated else "" for s in game.sides]
    return Company(tuple(names), game.sides.index(side))


def _leaving(side: Side) -> Callable[[Masa], Change]:
    return lambda masa: masa.leave(side)


def _agreeing(side: Side) -> Callable[[Masa], Change]:
    return lambda masa: masa.run_twice(side, agrees=True)
