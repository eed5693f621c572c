"""Tests that no byte that a viewer receives depends on a card that the viewer may not know.

A room is played once, and all requests are recorded. Then, for each viewer, all cards that the
viewer may not know are replaced, and the same requests are sent to a new room. All that the viewer
received (frames of every socket it opened, HTTP answers with their headers, refusals) and, for a
spectator, the log of the room, must be the same bytes.

Nothing is masked: the clock does not move between steps, tokens come from a seed, and the
lease is so long that no timer renews it (/metrics counts renewals, in real time).
"""

import asyncio
import contextlib
import io
import itertools
import json
import logging
import os
import re
import shutil
import zipfile
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from multiprocessing import get_context
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any, NamedTuple

import pytest
from sqlalchemy import insert, select, update

from pokermasa.cards import CARDS, Card, Deck, read_cards
from pokermasa.histories.history import History
from pokermasa.histories.masa_hand import history as masa_history
from pokermasa.masa import Game, Masa, Preselected
from pokermasa.masa.event import Dealt
from pokermasa.notation import uci
from pokermasa.rules import HandDealer, Showdown, ShowdownRule, Situation
from pokermasa.server.protocol import encoding as wire
from pokermasa.server.storage import schema as store
from pokermasa.server.study import analyses
from pokermasa.server.table.actor import TableActor
from pokermasa.study import chance
from tests.masa.host import soak_terms
from tests.masa.test_secrecy import known_to, redealt
from tests.masa.walk import chosen
from tests.server.wired import (
    FOREVER,
    Decks,
    Hall,
    HeldOdds,
    Line,
    StillClock,
    dealt_from,
    foreseeable,
    opened,
)

PLAYERS = ("p0", "p1", "p2", "p3")
WATCHER, STRANGER = "watcher", "stranger"  # an account without a seat, and a client without a login
VIEWERS = (*PLAYERS, WATCHER, STRANGER)
RULES = ("masa", "tda", "classic", "limit", "botpoker")
Op = tuple[Any, ...]


class Hand(NamedTuple):
    deck: tuple[Card, ...]
    sides: dict[str, int]
    """The side of each viewer at the deal."""
    masa: Masa
    """The masa at the end of the recording, with the hand finished or in progress."""

    @property
    def game(self) -> Game:
        game = self.masa.game or self.masa.last_game
        assert game is not None
        return game

    def anew(self, viewer: str, rng: Random) -> tuple[Card, ...] | None:
        """Return another deck that is the same hand to *viewer*, or None if none is found."""
        known = known_to(self.sides.get(viewer), self.masa)
        for _ in range(60):
            other = redealt(self.deck, known, rng)
            if other != self.deck and (self.masa.game is not None or self._ends_alike(other)):
                return other
        return None

    def _ends_alike(self, other: tuple[Card, ...]) -> bool:
        """Whether the other deck gives the same public result. A mucked hand that would win with it
        makes a different hand.
        """
        game, players = self.game, len(self.game.sides)
        if not isinstance(game.situation.outcome, Showdown):
            return True
        cards = HandDealer.deal(Deck(other), players, game.situation.dealer.button)
        there = game.replace(
            situation=Situation(game.situation.dealer, cards),
            second_board=other[2 * players + 5 :][: len(game.second_board)],
        )
        assert isinstance(there.situation.outcome, Showdown)
        return (
            there.situation.outcome.must_show == game.situation.outcome.must_show
            and there.situation.outcome.order == game.situation.outcome.order
            and there.pots == game.pots
        )


class Log(logging.Handler):
    """Collects the log records of a room at the default level, with all their attributes."""

    def __init__(self) -> None:
        super().__init__(logging.INFO)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        # The first room of a process logs that it creates its tables.
        if record.name.startswith("alembic"):
            return
        usual = vars(logging.makeLogRecord({})).keys() | {"message", "asctime", "taskName"}
        extra = {k: v for k, v in vars(record).items() if k not in usual}
        self.lines.append(f"{record.name} {record.levelname} {record.getMessage()} {extra}")

    @contextlib.contextmanager
    def recording(self) -> Iterator[None]:
        root = logging.getLogger()
        level = root.level
        root.addHandler(self)
        root.setLevel(logging.INFO)
        # The test's own HTTP client logs, too.
        logging.getLogger("httpx").setLevel(logging.WARNING)
        try:
            yield
        finally:
            root.removeHandler(self)
            root.setLevel(level)


class Stage:
    """One room with everybody in it, where a script is played."""

    def __init__(self, hall: Hall, decks: Decks, odds: HeldOdds) -> None:
        self.hall = hall
        self.decks = decks
        self.odds = odds
        self.secrets: dict[str, str | None] = {}
        self.accounts: dict[str, int] = {}
        self.names: list[str] = []
        self.lines: dict[str, Line] = {}
        self.received: dict[str, list[str]] = {who: [] for who in VIEWERS}
        self._from: dict[str, int] = {}

    async def come_in(self) -> None:
        for who in VIEWERS:
            self.secrets[who] = None if who == STRANGER else await self.hall.guest()
            session = await self.hall.app.state.accounts.sessions.find(self.secrets[who])
            if session is not None:
                self.accounts[who] = session.account.id
                self.names.append(session.account.name)
                if who == WATCHER:
                    await self._make_admin(session)
            await self._connect(who)

    async def _make_admin(self, session: Any) -> None:
        """Makes the spectator an admin. The admin page must not reveal any card."""
        id, now = session.account.id, self.hall.clock.now()
        factor = {"account": id, "secret": "A" * 32, "made": now, "confirmed": now}
        factor |= {"last_step": 0, "tries": 0, "until": 0}

        def insert_admin(connection: Any) -> None:
            who, here = store.account.c, store.session.c
            connection.execute(update(store.account).where(who.id == id).values(role="admin"))
            connection.execute(insert(store.second_factor).values(**factor))
            mine = update(store.session).where(here.digest == session.digest)
            connection.execute(mine.values(confirmed=now + FOREVER))

        await self.hall.lobby.writer.write(insert_admin)

    async def _connect(self, who: str) -> None:
        self.lines[who] = await self.hall.line(self.secrets[who])

    def wait(self) -> None:
        self.hall.clock.pass_time(1)

    async def do(self, op: Op) -> Any:
        self.wait()
        try:
            return await self._do(op)
        finally:
            await self.odds.let_go()

    async def _do(self, op: Op) -> Any:
        match op:
            case ("say", who, text, id):
                return await self.lines[who].say(text, id)
            case ("deal", masa, deck):
                self.decks.ready.append(deck)
                await self.hall.lobby.table(masa).deal()
                assert not self.decks.ready, "nothing was dealt"
            case ("give", masa):  # The dealing loop does this between two hands.
                table = self.hall.lobby.table(masa)
                await self.hall.lobby.seating.seat_next(table)
                await self.hall.lobby.seating.top_up_next(table)
            case ("back", who):
                await self._drop(who)
                await self._connect(who)
            case ("get", who, path):
                self.received[who].append(await self.hall.get(path, self.secrets[who]))
            case ("get as nobody", who, path):  # a link made by this viewer
                self.received[who].append(await self.hall.get(path, None))
            case ("share", who, hand, hide):
                async with self.hall.client(self.secrets[who]) as client:
                    made = await client.post(f"/api/hands/{hand}/shares", json={"hide_names": hide})
                    self.received[who].append(made.text)
                    return made.json().get("id")
            case ("open", who, terms):
                return await self.hall.table(self.secrets[who], **terms)
            case ("post", who, path, body):
                async with self.hall.client(self.secrets[who]) as client:
                    answer = await client.post(path, json=body)
                    self.received[who].append(answer.text)
                    return answer.json()
            case ("export", who):
                async with self.hall.client(self.secrets[who]) as client:
                    answer = await client.post("/api/me/export", json={})
                    self.received[who].append(f"/api/me/export {answer.content.hex()}")
                    if answer.status_code == 200:
                        with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
                            self.received[who] += [
                                f"/{name} {archive.read(name).decode()}"
                                for name in archive.namelist()
                            ]
            case ("ring", seconds):
                self.hall.clock.ring(seconds)
                await self.hall.lobby.writer.write(lambda connection: None)
            case _:
                raise AssertionError(op)

    async def _drop(self, who: str) -> None:
        line = self.lines[who]
        await line.flush()
        await line.close()
        self.received[who] += line.received

    async def end(self) -> None:
        for who in VIEWERS:
            await self._drop(who)


async def public_ids(hall: Hall) -> list[str]:
    async with hall.engine.connect() as connection:
        rows = await connection.execute(select(store.hand.c.public).order_by(store.hand.c.id))
        return [row.public for row in rows]


def readable_paths(
    app: Any, masas: list[str], hands: list[str], tournaments: tuple[str, ...] = ("t000000",)
) -> list[str]:
    """Return all GET paths of the API, for every masa and hand, by public id and by number."""
    numbers = [str(number) for number in range(1, len(hands) + 1)]
    paths = ["/metrics", "/health", "/docs", "/openapi.json"]
    for path, methods in app.openapi()["paths"].items():
        if "get" not in methods or path in paths:
            continue
        start, _, rest = path.partition("{id}")
        ids = {"/api/tables/": masas, "/api/hands/": hands + numbers, path: [""]}
        ids |= {"/api/tournaments/": list(tournaments), "/api/leagues/": ["l00000000"]}
        ids |= {"/api/shares/": []}  # `Author` opens the links of the players.
        ids |= {"/api/uploads/": ["000000000000"]}
        formats = ("phh", "pokerstars", "ohh") if "{format}" in rest else ("",)
        for id in ids[start]:
            paths += [f"{start}{id}{rest.replace('{format}', format)}" for format in formats]
    return paths


OWN_CHIPS = 3
"""Number of the table with chips of its own."""


def terms_of(number: int) -> dict[str, Any]:
    """Return the terms of table *number*. Together the tables cover house rules, run twice,
    straddles, antes, blinds owed, private tables and chips of their own.
    """
    return {
        "rules": RULES[number % len(RULES)],
        "showdown": (None, *ShowdownRule)[number // 2 % 4],
        "run_twice": number % 2 == 1,
        "straddle": number % 4 >= 2,
        "rabbit": number % 3 < 2,
        "ante": number % 3 // 2,
        "entry": ("free", "blind")[number % 7 // 4],
        "private": number % 5 == 3,
        "own_chips": number % 10 == OWN_CHIPS,
        "sides": 6,
    }


class Author:
    """Plays random acts in a room and records them as a script."""

    def __init__(self, stage: Stage, rng: Random) -> None:
        self.stage = stage
        self.rng = rng
        self.script: list[Op] = []
        self.hands: list[Hand] = []
        self._open: dict[str, tuple[tuple[Card, ...], dict[str, int]]] = {}
        self._said = 0

    async def do(self, *op: Any) -> Any:
        self.script.append(op)
        return await self.stage.do(op)

    async def say(self, who: str, **ask: Any) -> Any:
        self._said += 1
        ask["id"] = f"{who}-{self._said}"
        return await self.do("say", who, json.dumps(ask), ask["id"])

    async def play(self, tables: int, hands: int, first: int = 0) -> None:
        masas = []
        for number in range(first, first + tables):
            masa = await self.do("open", "p0", terms_of(number))
            masas.append(masa)
            room = self._room(masa)
            for who in VIEWERS:
                # The stranger has no key of a private table.
                key = "" if who == STRANGER else room.state.key or ""
                await self.say(who, do="watch", masa=masa, key=key)
                await self.say(who, do="watch_lobby")
                await self.say(who, do="watch_live_table")
                await self.say(who, do="watch_live_table", value=False)
                # The lobby sends its updates in real time, so the script does not wait for them.
                await self.say(who, do="unwatch_lobby")
            for side, who in enumerate(PLAYERS):
                stack = self.rng.choice((40, 200))
                key = room.state.key or ""
                await self.say(who, do="sit", masa=masa, side=side, stack=stack, key=key)
                await self._answer(room)
            for left in reversed(range(hands)):
                await self._hand(self._room(masa), ends=left > 0 or self.rng.random() < 0.4)
        hall = self.stage.hall
        paths = readable_paths(hall.app, masas, await public_ids(hall))
        # /metrics comes first, because /health writes to the database and is counted there.
        for path in paths:
            for who in VIEWERS:
                await self.do("get", who, path)
        for who in VIEWERS:
            await self.do("export", who)
        for name in self.stage.names:
            for who in VIEWERS:
                await self.do("get", who, f"/api/players/{name}")
        for hand in (await public_ids(hall))[:4]:
            for stack in (0, 1):
                for who in VIEWERS:
                    await self.do("get", who, f"/api/hands/{hand}/solution?stack={stack}")
        for by in ("league", "tournaments"):  # the path by winnings is in the list already
            await self.do("get", STRANGER, f"/api/leaderboards?by={by}&period=season")
        for number, hand in enumerate(await public_ids(hall)):
            who = PLAYERS[number % len(PLAYERS)]
            link = await self.do("share", who, hand, number % 2 == 1)
            for part in ("", "/analysis", "/pokerstars"):
                await self.do("get as nobody", who, f"/api/shares/{link}{part}")

    async def _answer(self, room: TableActor) -> None:
        """Approves requested buy-ins as the host, and gives out the chips of a game with own
        chips."""
        for asked in room.state.hosting.buy_ins:
            fields = {"masa": room.id, "name": asked.account.name, "amount": asked.amount}
            await self.say("p0", do="approve_buy_in", **fields, value=True)
        if room.state.access.own_chips and room.state.masa.game is None:
            await self.do("give", room.id)

    async def _ask_for_more(self, room: TableActor) -> None:
        if room.state.access.own_chips:
            who = self.rng.choice(PLAYERS)
            await self.say(who, do="top_up", masa=room.id, amount=self.rng.choice((1, 50, 10**6)))
            await self._answer(room)

    def _room(self, masa: str) -> TableActor:
        room: TableActor = self.stage.hall.lobby.tables[masa]
        return room

    async def _hand(self, room: TableActor, ends: bool) -> None:
        rng = self.rng
        if not room.state.masa.is_dealable:
            return
        deck = tuple(Deck.shuffled(rng))
        sides: Any = {
            who: side
            for who, account in self.stage.accounts.items()
            for side, seated in room.state.seated.items()
            if seated.id == account
        }
        for who in PLAYERS:
            if room.state.masa.terms.straddle and rng.random() < 0.3:
                await self.say(who, do="straddle", masa=room.id, value=True)
        await self.do("deal", room.id, deck)
        await self._ask_for_more(room)
        for _ in range(80 if ends else rng.randrange(12)):
            if room.state.masa.game is None:
                break
            if rng.random() < 0.12:
                for who in VIEWERS:  # Everybody requests the full view.
                    await self.say(who, do="watch", masa=room.id)
            elif rng.random() < 0.25:
                await self._something_else(room)
            else:
                await self._act(room)
        if room.state.masa.game is None:
            await self._ask_for_more(room)
            for who in PLAYERS:
                if rng.random() < 0.15:
                    await self.say(who, do="show", masa=room.id)
                elif rng.random() < 0.3 and (card := self._one_of(who, room, sides)):
                    await self.say(who, do="show", masa=room.id, card=card)
            if rng.random() < 0.4:
                await self.say(rng.choice(VIEWERS), do="rabbit", masa=room.id)
            if rng.random() < 0.3:
                await self._come_back(rng.choice(VIEWERS), room)
            if rng.random() < 0.2:
                who = rng.choice((*PLAYERS, WATCHER))
                side = rng.randrange(6)
                await self.say(who, do="sit", masa=room.id, side=side, stack=100)
        self.hands.append(Hand(deck, sides, room.state.masa))

    def _one_of(self, who: str, room: TableActor, sides: Any) -> str | None:
        """Return one of the player's cards of the last hand, to be shown alone."""
        game = room.state.masa.last_game
        side = sides.get(who)
        if game is None or side not in game.sides:
            return None
        dealt = game.situation.hand_dealer
        hole = dealt and dealt.hands[game.sides.index(side)]
        return str(self.rng.choice(hole)) if hole else None

    async def _act(self, room: TableActor) -> None:
        side = room.state.masa.to_act
        if side is None:  # All in: the players are asked whether to run it twice.
            for who in PLAYERS:
                await self.say(who, do="run_twice", masa=room.id, agrees=self.rng.random() < 0.8)
            return
        who = next(w for w, a in self.stage.accounts.items() if a == room.state.seated[side].id)
        act = uci.write(chosen(room.state.masa, self.rng))
        await self.say(who, do="act", masa=room.id, act=act, turn=room.act_clock.token)

    async def _something_else(self, room: TableActor) -> None:
        rng = self.rng
        who = rng.choice(VIEWERS)
        ask: dict[str, Any] = {"masa": room.id}
        match rng.randrange(12):
            case 0:
                await self._come_back(who, room)
                return
            case 1:
                ask |= {"do": "act", "act": rng.choice(("CH", "AA", "RR1", "?")), "turn": "old"}
            case 2:
                ask |= {"do": "act", "act": "RR1", "turn": room.act_clock.token}
            case 3 | 4:
                ask |= {"do": "preselect", "choice": rng.choice(tuple(Preselected))}
            case 5:
                ask |= {"do": "leave_after_hand", "value": rng.random() < 0.5}
            case 6:
                ask |= {"do": "leave"} if rng.random() < 0.3 else {"do": "show"}
            case 7:
                ask |= {"do": "sit_out", "value": rng.random() < 0.5}
            case 8:
                ask |= {"do": "say", "text": f"hello {rng.random()}"}
            case 9:
                ask |= {"do": "sit", "side": rng.randrange(6), "stack": 100}
            case 10:
                ask |= {"do": "run_twice", "agrees": True}
            case _:
                await self.do("get", who, f"/api/hands/{rng.randrange(1, 9)}")
                return
        await self.say(who, **ask)

    async def _come_back(self, who: str, room: TableActor) -> None:
        """Reconnects with the last sequence number seen, an older one, or none."""
        await self.do("back", who)
        seq = self.rng.choice((-1, 0, room.broadcast.feed.seq, max(0, room.broadcast.feed.seq - 3)))
        await self.say(who, do="watch", masa=room.id, epoch=room.state.epoch, seq=seq)


class Heard(NamedTuple):
    received: dict[str, list[str]]
    log: list[str]


async def run(
    folder: Path,
    seed: object,
    patch: pytest.MonkeyPatch,
    script: list[Op] | tuple[int, ...],
    viewer: str | None = None,
    writer: type[Author] = Author,
    clock: type[StillClock] = StillClock,
) -> tuple[Heard, list[Op], list[Hand]]:
    """Record a script of the given size, or replay *script* for one viewer. Return what was
    received.
    """
    foreseeable(patch, seed)
    # With fewer boards, an analysis still depends on the same cards.
    patch.setattr(chance, "PRECISION", 0.05)
    patch.setattr(analyses, "SOLVE_TIME_MS", 100_000)
    decks = Decks(seed)
    dealt_from(decks, patch)
    log = Log()
    with log.recording():
        async with opened(folder, clock(), lease_ms=FOREVER) as hall:
            stage = Stage(hall, decks, HeldOdds(patch))
            await stage.come_in()
            author = writer(stage, Random(f"script {seed}"))
            if isinstance(script, tuple):
                await author.play(*script)
            else:
                for op in script:
                    if op[0].startswith("get") and op[1] != viewer:
                        stage.wait()  # Reads of other viewers change nothing.
                    else:
                        await stage.do(op)
            await stage.end()
    return Heard(stage.received, log.lines), author.script, author.hands


def compare(
    folder: Path,
    seed: object,
    size: tuple[int, ...],
    viewers: Any = VIEWERS,
    writer: type[Author] = Author,
    clock: type[StillClock] = StillClock,
) -> int:
    """Return the number of hands compared, each for one viewer."""
    rng = Random(f"anew {seed}")
    compared = 0
    with pytest.MonkeyPatch.context() as patch:
        first, script, hands = asyncio.run(
            run(folder / "first", seed, patch, size, None, writer, clock)
        )
        for viewer in viewers:
            others = iter([hand.anew(viewer, rng) for hand in hands])
            again = []
            for op in script:
                if op[0] == "deal":
                    other = next(others)
                    compared += other is not None
                    op = (*op[:2], other or op[2])
                again.append(op)
            there, _, _ = asyncio.run(
                run(folder / viewer, seed, patch, again, viewer, writer, clock)
            )
            check(first.received[viewer], there.received[viewer], seed, viewer)
            if viewer == STRANGER:
                check(first.log, there.log, seed, "the log")
    return compared


LAST_HERE = re.compile(r'"seen":\d+|^pokermasa_(commit|write)s?_.*$', re.MULTILINE)
"""Matches data that depends on the visits of other viewers: when they were last seen, and the
counts of those writes. Only the reads of one viewer are repeated."""


def check(here: list[str], there: list[str], seed: object, viewer: str) -> None:
    for number, (one, other) in enumerate(zip(here, there, strict=False)):
        if one.startswith(("/api/admin/accounts", "/metrics")):
            one, other = (LAST_HERE.sub("", text) for text in (one, other))
        assert one == other, f"seed {seed}: {viewer} could tell by message {number}"
    assert len(here) == len(there), (seed, viewer)


@pytest.mark.sampled(4)
@pytest.mark.parametrize("first", [0, 2])
@pytest.mark.parametrize("viewers", [("p0", "p2", STRANGER), ("p1", "p3", WATCHER)])
def test_no_byte_depends_on_a_hidden_card(
    tmp_path: Path, viewers: tuple[str, ...], first: int
) -> None:
    assert compare(tmp_path, 2, (2, 2, first), viewers) > 7


def test_no_byte_depends_on_a_hidden_card_in_a_game_with_own_chips(tmp_path: Path) -> None:
    """Chips are requested, given out by the host and announced to all during hands."""
    assert compare(tmp_path, 5, (1, 3, OWN_CHIPS), ("p1", STRANGER)) > 2


@pytest.mark.soak
def test_the_same_requests_give_the_same_bytes_to_every_viewer(tmp_path: Path) -> None:
    """A difference in other tests would prove nothing without this. Every viewer must have received
    the hands."""
    with pytest.MonkeyPatch.context() as patch:
        first, script, _ = asyncio.run(run(tmp_path / "1", 7, patch, (2, 2)))
        second, _, _ = asyncio.run(run(tmp_path / "2", 7, patch, script))
    for who in VIEWERS:
        here, there = (
            # GET responses are not compared, because they contain the time of the last visit.
            [text for text in stage.received[who] if not text.startswith("/")]
            for stage in (first, second)
        )
        assert here == there
        assert any("actor_rotated" in text for text in first.received[who])


@pytest.mark.sampled(6)
@pytest.mark.parametrize("leak", ["event", "view", "refusal", "analysis"])
def test_a_leaked_card_is_detected(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, leak: str
) -> None:
    """The comparison fails if the room leaks a card in any of several ways."""
    if leak == "event":  # The deck itself has no message.
        monkeypatch.setattr(
            "pokermasa.masa.change.may_see", lambda event, viewer: not isinstance(event, Dealt)
        )
    elif leak == "analysis":  # The computation knows every card, but its result must not.
        from pokermasa.server.study import analyses

        def knowing(hand: Any) -> tuple[History, frozenset[int]]:
            known = Situation(hand.game.situation.dealer, hand.game.situation.hand_dealer)
            everybody = frozenset(range(len(hand.game.sides)))
            return masa_history(hand.game.replace(situation=known), hand.names), everybody

        monkeypatch.setattr(analyses, "_as_seen", knowing)
    elif leak == "view":
        honest = wire.view_data

        def leaking(masa: Any, names: Any, viewer: Any, *more: Any) -> dict[Any, Any]:
            cards = masa.game and masa.game.situation.hand_dealer
            return {**honest(masa, names, viewer, *more), "deck": cards and repr(cards.hands)}

        monkeypatch.setattr(wire, "view_data", leaking)
    else:
        from pokermasa.server.connection import request_handler

        honest_refusal = request_handler.refusal
        rooms: list[Any] = []
        start = TableActor.start
        monkeypatch.setattr(TableActor, "start", lambda room: (rooms.append(room), start(room))[1])  # type: ignore[func-returns-value]

        def chatty(id: Any, code: Any, text: Any, *more: Any) -> Any:
            game = rooms[-1].state.masa.game if rooms else None
            cards = game and game.situation.hand_dealer
            text += repr(cards and cards.hands)
            return honest_refusal(id, code, text, *more)

        monkeypatch.setattr(request_handler, "refusal", chatty)
    with pytest.raises(AssertionError, match="could tell"):
        compare(tmp_path, 3, (2, 2), [STRANGER])


def test_a_player_who_takes_over_a_side_does_not_see_its_former_cards(tmp_path: Path) -> None:
    """A player leaves with unseen aces. The next player at that side requests all events from
    the beginning."""

    async def received(folder: Path, hole: tuple[str, str], patch: pytest.MonkeyPatch) -> list[str]:
        foreseeable(patch, 1)
        decks = Decks(1)
        dealt_from(decks, patch)
        async with opened(folder, StillClock()) as hall:
            secrets = [await hall.guest() for _ in range(4)]
            masa = await hall.table(secrets[0])
            lines = [await hall.line(secret) for secret in secrets]
            for line in lines:
                await line.ask(do="watch", masa=masa, id="w")
            for side, line in enumerate(lines[:3]):
                await line.ask(do="sit", masa=masa, side=side, stack=100, id="s")
            room = hall.lobby.tables[masa]
            rest = [str(card) for card in CARDS if str(card) not in ("As", "Ah", "7c", "2d")]
            # Side 0 has the button and gets its cards last.
            decks.ready.append((*rest[:2], hole[0], *rest[2:4], hole[1], *rest[4:20]))
            await room.deal()
            assert room.state.masa.view(0).players[0].cards == read_cards(" ".join(hole))
            while room.state.masa.to_act is not None:
                line = lines[room.state.masa.to_act]
                await line.ask(
                    do="act",
                    masa=masa,
                    act="FO",
                    turn=room.act_clock.token,
                    id=room.act_clock.token,
                )
            assert (await lines[0].ask(do="leave", masa=masa, id="l"))["type"] == "done"
            sat = await lines[3].ask(do="sit", masa=masa, side=0, stack=100, id="s")
            assert sat["type"] == "done", sat
            again = await hall.line(secrets[3])
            await again.ask(do="watch", masa=masa, epoch=room.state.epoch, seq=0, id="w")
            await lines[3].ask(do="watch", masa=masa, epoch=room.state.epoch, seq=0, id="w2")
            return [*again.received, *lines[3].received]

    with pytest.MonkeyPatch.context() as patch:
        aces = asyncio.run(received(tmp_path / "aces", ("As", "Ah"), patch))
        rags = asyncio.run(received(tmp_path / "rags", ("7c", "2d"), patch))
    assert aces == rags
    assert "deal_pocket_cards" not in "".join(aces)


def compare_once(folder: Path, seed: str) -> int:
    """Runs one comparison in its own process and deletes its files."""
    try:
        return compare(folder, seed, size=(15, 5))
    finally:
        shutil.rmtree(folder)


@pytest.mark.soak
def test_no_byte_of_many_hands_depends_on_a_hidden_card(tmp_path: Path) -> None:
    """Compares ten thousand hands for each viewer, or as many as time allows."""
    seconds, seed = soak_terms()
    began, compared, number = monotonic(), 0, itertools.count(1)
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as processes:

        def another() -> "Future[int]":
            place = f"{seed}/{next(number)}"
            return processes.submit(compare_once, tmp_path / place, place)

        running = {another() for _ in range(os.cpu_count() or 1)}
        while running:
            done, running = wait(running, return_when=FIRST_COMPLETED)
            compared += sum(future.result() for future in done)
            if monotonic() < began + seconds and compared < 10_000 * len(VIEWERS):
                running |= {another() for _ in done}
    took = monotonic() - began
    print(
        f"SEED={seed}: {compared} hands in one viewer's eyes, not a byte differed ({took:.0f} s)",
        flush=True,
    )
