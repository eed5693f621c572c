"""House bots fill empty sides, play, and give their sides up to people."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random
import secrets
from collections.abc import Callable, Collection
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from typing import Any

from sqlalchemy import Connection

from pokermasa.bots import Bot, HandInfo, LearningBot
from pokermasa.bots.house import solved
from pokermasa.bots.limit.line import why_not
from pokermasa.bots.named import named
from pokermasa.bots.referee import ask
from pokermasa.cards import Deck
from pokermasa.equity import against, counting
from pokermasa.masa import Change, Game, Masa, Side
from pokermasa.rules import View
from pokermasa.rules.chips import StackIndex
from pokermasa.server.accounts.accounts import Accounts
from pokermasa.server.lobby.house_tables import HOUSE_RULES
from pokermasa.server.lobby.seating import REFUSALS, free_sides, take
from pokermasa.server.settings import Settings
from pokermasa.server.storage.account import Account
from pokermasa.server.storage.database.storage import Storage
from pokermasa.server.storage.journal import ledger
from pokermasa.server.table.actor import TableActor
from pokermasa.server.table.table import Table

log = logging.getLogger(__name__)

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
"""Names of the house bots and the bot that plays for each, as a name for `pokermasa.bots.named`."""
SPECIALIST = "Jale"
"""Name of the fixed-limit bot. It sits down only at two-player tables whose game is the one of its
strategy (docs/strength.md), and before any other house bot."""
RICH = 2
"""Multiple of the largest buy-in above which a house bot leaves the table."""
HURRIED = 50
"""Maximum milliseconds that a bot takes for an act while a person waits for the hand to end."""
AGAIN = 0.25
"""Seconds before a bot tries again after its act was refused, for example because the disk is
full."""


def engage(name: str) -> Bot:
    """Return a new bot for the house bot with this name. This is the only place where names of
    house bots are mapped to bots."""
    text = "house:limit,solving=1" if name == SPECIALIST else STAFF[name]
    bot = named(text).make(secrets.randbits(32))
    if trouble := getattr(bot, "trouble", ""):
        log.warning("%s; %s plays as the house bot does", trouble, name)
    return bot


def rehearse(hands: int = 3) -> None:
    """Lets the house bots play some hands before the first client connects. Bots and odds load
    their data at the first use, which would otherwise delay all tables, even from another
    thread."""
    counting.prepare()
    against.prepare()
    solved.prepare()
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


class HouseBots:
    """The house bots at all tables of this process."""

    def __init__(self, accounts: Accounts, storage: Storage, settings: Settings) -> None:
        self._accounts = accounts
        self._storage = storage
        self._settings = settings
        self._clock = storage.clock
        self._idle: list[Account] = []
        self._specialist: Account | None = None
        self._bots: dict[tuple[str, int], Bot] = {}
        """The bot of each account at each table. Every table has its own, so that a bot does not
        use at one table what it has learned at another."""
        self._hands: dict[tuple[str, int], int] = {}
        """Number of the hand in which each bot last acted, until the bot has learned from this
        hand."""
        # Bots think in threads of their own, so that they do not delay the event loop.
        self._threads = ThreadPoolExecutor(2, thread_name_prefix="bot")

    async def start(self) -> None:
        """Creates the accounts of the house bots. If the room has house tables with bots, it also
        loads their data."""
        for name in STAFF:
            # Names of people cannot contain brackets, so a bot cannot be mistaken for a person.
            self._idle.append(await self._accounts.house(f"{name} (bot)"))
        self._specialist = await self._accounts.house(f"{SPECIALIST} (bot)")
        if self._settings.house_tables and self._settings.house_bots:
            await self._in_thread(rehearse)

    def stop(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)

    def forget(self, table: Table) -> None:
        """Deletes the bots of this table."""
        for key in [key for key in self._bots if key[0] == table.id]:
            del self._bots[key]
            self._hands.pop(key, None)

    async def choose_accounts(self, number: int, but: Collection[int]) -> list[Account]:
        """Return *number* bot accounts for a tournament, without those in *but*: first the house
        bots in random order, then further accounts that play like them."""
        found = [account for account in self._idle if account.id not in but]
        random.shuffle(found)
        for again in count(2):
            if len(found) >= number:
                break
            for name in STAFF:
                account = await self._accounts.house(f"{name} {again} (bot)")
                if account.id not in but:
                    found.append(account)
        return found[:number]

    # Coming and going

    async def fill(self, table: TableActor) -> None:
        """Fills an open table with bots, but leaves one side free for a person. Bots without enough
        chips or with too many leave."""
        masa = table.state.masa
        if not table.state.access.bots or masa.is_game or table.state.access.paused:
            return
        for side in table.state.bots:
            # A bot with too few chips, or with so many that it would scare new players, is
            # replaced.
            if not masa.blinds.big <= masa.seats[side].stack <= RICH * masa.terms.most_buy_in:
                await table.do(table.state.seated[side], Masa.leave)
        missing = _sides_wanted(table)
        bots = table.state.bots
        while len(table.state.seated) > missing and bots:
            side = bots.pop()
            await table.do(table.state.seated[side], Masa.leave)
        free = free_sides(table)
        idle = random.sample(self._idle, len(self._idle))
        if self._specialist and not why_not(masa.sides, masa.rules, masa.blinds):
            idle.append(self._specialist)
        idle = [a for a in idle if table.state.side_of(a) is None]
        while len(table.state.seated) < missing and free and idle:
            await self._sit(table, idle.pop(), free.pop(0))

    async def _sit(self, table: TableActor, account: Account, side: Side) -> None:
        masa = table.state.masa
        stack = masa.terms.usual_stack(masa.blinds.big)
        await self._grant(account, stack)
        await table.ask(lambda: take(table, account, side, stack))
        self._bots[table.id, account.id] = engage(_character(account))

    async def _grant(self, account: Account, amount: int) -> None:
        """Books the chips that the account lacks for *amount* from the bank to the account."""
        book = ledger.of_account(account.id)
        key = f"house:{secrets.token_hex(8)}"
        now = self._clock.now()

        def book_missing_chips(connection: Connection) -> None:
            short = amount - ledger.balance(connection, book)
            if short > 0:
                ledger.book(connection, key, "house", {ledger.BANK: -short, book: short}, now)

        await self._storage.write(book_missing_chips)

    # Playing

    def is_to_act(self, table: Table) -> bool:
        """Return whether a house bot has to act."""
        _, sides, is_about_twice = table.state.turn
        return bool(sides) and not is_about_twice and table.state.seated[sides[0]].is_house

    async def act(self, table: Table) -> None:
        """Waits a moment, lets the bot choose its act and plays it."""
        usual = self._settings.bot_delay_ms * random.uniform(0.5, 1.5)
        await self._clock.sleep((min(usual, HURRIED) if table.is_hurried else usual) / 1000)
        side, turn, game = table.state.masa.to_act, table.act_clock.token, table.state.masa.game
        if side is None or game is None or not table.state.seated[side].is_house:
            return
        account, number = table.state.seated[side], table.state.masa.hands
        view = table.state.masa.view(side, past=True)
        assert view is not None
        bot, info = self._bot(table, account), _hand_info(table, game, side)
        is_new = self._hands.get((table.id, account.id)) != number
        self._hands[table.id, account.id] = number

        def think() -> Any:
            if is_new and isinstance(bot, LearningBot):
                bot.meet(info)
            return ask(bot, view, random.Random())

        ruling = await self._in_thread(think)
        if ruling.reason:
            table.state.note_reason(number, len(game.acts), ruling.reason)
        try:
            await table.act(account, ruling.act, turn)
        except REFUSALS:
            await self._clock.sleep(AGAIN)

    async def agree(self, table: Table) -> None:
        """Lets all house bots agree to run the board twice."""
        await self._clock.sleep(self._settings.bot_delay_ms / 1000)
        game = table.state.masa.game
        if game is None or not game.is_asked_twice:
            return
        for side in game.remaining:
            if side in table.state.bots and side not in (game.agreed or ()):
                with contextlib.suppress(*REFUSALS):
                    await table.do(table.state.seated[side], _agree)
        await self._clock.sleep(AGAIN)

    async def learn(self, table: Table) -> None:
        """Shows each bot that played the last hand how it ended, as seen from its own side."""
        game = table.state.masa.last_game
        if game is None:
            return
        for side in table.state.bots:
            key, index = (table.id, table.state.seated[side].id), game.stack_of(side)
            bot = self._bots.get(key)
            was_in = self._hands.pop(key, None) == table.state.masa.hands
            if was_in and index is not None and isinstance(bot, LearningBot):
                view = View.from_situation(game.situation, index, game.past)
                await self._in_thread(bot.learn, view)

    def _bot(self, table: Table, account: Account) -> Bot:
        key = (table.id, account.id)
        if key not in self._bots:  # the bot sat there before a restart
            self._bots[key] = engage(_character(account))
        return self._bots[key]

    async def _in_thread(self, function: Callable[..., Any], *arguments: Any) -> Any:
        return await asyncio.get_running_loop().run_in_executor(self._threads, function, *arguments)


def _character(account: Account) -> str:
    """Return the first word of the bot's name, which is its key in `STAFF`: "Ada" for "Ada (bot)"
    and for "Ada 2 (bot)"."""
    return account.name.partition(" ")[0]


def _sides_wanted(table: TableActor) -> int:
    """Return how many sides should be taken, by people and bots together."""
    sides = table.state.masa.sides
    if table.state.people:
        return max(2, sides - 1)
    if table.audience.viewers:
        return max(1, sides - 1)
    return 0 if sides == 2 else 2  # without viewers, two bots are enough


def _hand_info(table: Table, game: Game, side: Side) -> HandInfo:
    names = [table.state.seated[s].name if s in table.state.seated else "" for s in game.sides]
    return HandInfo(tuple(names), StackIndex(game.sides.index(side)))


def _agree(masa: Masa, side: Side) -> Change:
    return masa.run_twice(side, agrees=True)
