"""Tests that a tournament continues after repeated kills of its process.

In some runs all entrants are absent and time out at once, so that the tournament plays itself
until one player is left. In others all play and reconnect after each restart. A real process
on a real file is killed before a commit, after an unannounced commit, or at a random moment.
All messages that a spectator received, and every act that was confirmed, must be there after
the restart."""

import asyncio
import json
import os
from collections import Counter, defaultdict
from contextlib import suppress
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from pokermasa.client.client import Client, RequestRefused
from pokermasa.masa import save as masa_save
from pokermasa.notation import uci
from pokermasa.tournament import EntrantStatus, Tournament, save
from tests.masa.host import soak_terms
from tests.server.crash import AFTER, BEFORE, TOLD, Nursery, Server, faults_in_the_books
from tests.server.field import toml
from tests.server.store import Store, reading

PATIENCE = 120.0
SETTINGS: dict[str, Any] = {
    "house_tables": False,
    "act_time_ms": 1,
    "programs_only": True,
    "reconnect_grace_ms": 0,
    "time_bank_ms": 0,
    "between_hands_ms": 0,
    "requests_a_second": 1e6,
    "logins_a_minute": 1e6,
    "accounts_an_address": 10**6,
    "acts_a_second": 1e6,
}


def stored(database: Path, id: str) -> Tournament:
    """Return the stored tournament: the last snapshot with the later journal entries applied."""
    with reading(database) as connection:
        value, seq = connection.execute(
            "SELECT value, seq FROM tournament WHERE id=?", [id]
        ).fetchone()
        rows = connection.execute(
            "SELECT causes FROM journal WHERE masa=? AND seq>? ORDER BY seq", [id, seq]
        ).fetchall()
    tournament = save.read(value)
    for (causes,) in rows:
        tournament = tournament.replay([save.cause_from_data(c) for c in json.loads(causes)])
    return tournament


def faults(database: Path, id: str, now: Tournament) -> list[str]:
    """Return the inconsistencies between the tournament and the ledger in the database file."""
    found = faults_in_the_books(database)
    with reading(database) as connection:
        rows = connection.execute(
            "SELECT player, paid, prize + bounties FROM tournament_entrant WHERE tournament=?", [id]
        ).fetchall()
        (book,) = connection.execute(
            "SELECT COALESCE(SUM(amount), 0) FROM balance WHERE book=?", [f"tournament:{id}"]
        ).fetchone()
        hands = connection.execute(
            "SELECT COUNT(*) FROM hand JOIN masa ON masa.id = hand.masa WHERE masa.tournament=?",
            [id],
        ).fetchone()[0]
    if book != sum(paid - won for _, paid, won in rows):
        found.append(f"its book has {book}")
    playing = sum(table is not None and not table.is_idle for table in now.tables)
    if hands != now.hands - playing:
        found.append(f"{hands} hands are kept, {now.hands} were dealt, {playing} are played")
    if not now.balances:
        found.append("its chips do not balance")
    return found


class Doomed:
    def __init__(
        self, folder: Path, nursery: Nursery, rng: Random, players: int, is_played: bool
    ) -> None:
        stored = {"data": str(folder), "database": Store.url_of(folder)}
        self.settings = SETTINGS | stored | ({"act_time_ms": 60_000} if is_played else {})
        self.database = folder / "room.db"
        self.nursery, self.rng, self.players = nursery, rng, players
        self.id = ""
        self.seen: Counter[str] = Counter()
        self.out: set[int] = set()
        """Players who received their elimination."""
        self.level = 0
        self.is_played = is_played
        self.entered: list[str] = []
        """Sessions of the players who have entered."""
        self.done: dict[tuple[str, int], list[tuple[int, str]]] = defaultdict(list)
        """Acknowledged acts with their sides, by table and hand."""

    async def open(self) -> None:
        server = self.nursery.start(self.settings)
        every = {"least": self.players, "most": self.players, "every": 2}
        every["seats"] = 9 if self.players > 20 else 4
        body = {"name": "Doomed", "structure": toml(**every, bounty=10)}
        async with httpx.AsyncClient(base_url=server.http, timeout=PATIENCE) as client:
            await client.post("/api/guests")
            self.id = (await client.post("/api/tournaments", json=body)).json()["id"]
            for number in range(self.players):
                client.cookies.clear()
                await client.post("/api/guests")
                self.entered.append(client.cookies["masa"])
                if number == self.players - 1:
                    break  # The last entry, which starts the tournament, is made in the first life.
                answer = await client.put(f"/api/tournaments/{self.id}/entry")
                assert answer.status_code == 204, answer.text
        server.kill()
        await server.death()

    async def life(self, dies: str) -> None:
        before = stored(self.database, self.id)
        server = self.nursery.start(self.settings, dies)
        try:
            looking = [asyncio.create_task(self._look_on(server))]
            if self.is_played:
                looking += [asyncio.create_task(self._play(server, who)) for who in self.entered]
            if not before.tables:
                await self._enter(server)
            await self._see_played(before.hands + self.rng.randint(1, 4 if self.is_played else 15))
            if dies == TOLD:
                server.kill()
            else:
                server.arm()
            async with asyncio.timeout(PATIENCE):
                while not server.is_dead and not stored(self.database, self.id).is_ended:
                    await asyncio.sleep(0.02)
        finally:
            server.kill()
        await server.death()
        await asyncio.gather(*looking)
        self._verify(before, stored(self.database, self.id))
        self.seen[dies] += 1

    async def _see_played(self, hands: int) -> None:
        async with asyncio.timeout(PATIENCE):
            while True:
                now = stored(self.database, self.id)
                if now.hands >= hands or now.is_ended:
                    return
                await asyncio.sleep(0.05)

    async def _enter(self, server: Server) -> None:
        cookies = {"masa": self.entered[-1]}
        address = server.http
        async with httpx.AsyncClient(base_url=address, timeout=PATIENCE, cookies=cookies) as client:
            await client.put(f"/api/tournaments/{self.id}/entry")

    async def _look_on(self, server: Server) -> None:
        try:
            async with connect(server.ws, open_timeout=PATIENCE, ping_interval=None) as line:
                ask = {"do": "watch_tournament", "tournament": self.id, "id": "w"}
                await line.send(json.dumps(ask))
                async for text in line:
                    data = json.loads(text)
                    for event in data.get("events", ()):
                        if event["event"] == "eliminated":
                            self.out |= {one["player"] for one in event["players"]}
                        elif event["event"] == "level_rose":
                            self.level = max(self.level, event["level"])
        except (WebSocketException, OSError):
            pass

    async def _play(self, server: Server, session: str) -> None:
        hands: dict[str, tuple[int, int]] = {}
        """Number of the hand and own side, by table."""
        with suppress(WebSocketException, OSError, EOFError):
            async with await Client.connect(server.http, session) as client:
                await client.watch_tournament(self.id)
                async for message in client:
                    masa = message.get("masa") or ""
                    # The player may just be moved to another table; then the request is refused.
                    with suppress(RequestRefused):
                        if message["type"] == "tournament" and (message["you"] or {}).get("masa"):
                            masa = message["you"]["masa"]
                            await client.watch(masa)
                            await client.ask("sit_out", masa=masa, value=False)
                        if message["type"] == "tournament_seat":
                            await client.watch(masa)
                    if (view := message.get("view")) and view["you"] is not None:
                        hands[masa] = view["hand"], view["you"]
                    for event in message.get("events", ()):
                        if event["event"] == "dealer_rotated" and masa in hands:
                            hands[masa] = event["hand"], hands[masa][1]
                    if message["type"] == "act":
                        hand, side = hands[masa]
                        # All-in is chosen rarely, because the tournament would end within one life.
                        acts = [act for act in message["acts"] if act != "AA"] or ["AA"]
                        act = self.rng.choice(acts if self.rng.random() < 0.95 else message["acts"])
                        with suppress(RequestRefused):
                            await client.act(message, act)
                            self.done[masa, hand].append((side, act))

    def faults_of_acts(self) -> list[str]:
        """Return acts that the room acknowledged but that are missing in the stored hand."""
        with reading(self.database) as connection:
            rows = connection.execute("SELECT masa, number, value FROM hand").fetchall()
        stored: Any = {}
        for masa, number, value in rows:
            game = masa_save.game_from_data(json.loads(value)["game"])
            sides = [game.sides[past.index] for past in game.past]
            stored[masa, number] = Counter(zip(sides, map(uci.write, game.acts), strict=True))
        lost = {at: Counter(acts) - stored.get(at, Counter()) for at, acts in self.done.items()}
        return [f"of {at} are lost {dict(acts)}" for at, acts in lost.items() if acts]

    def _verify(self, before: Tournament, now: Tournament) -> None:
        assert faults(self.database, self.id, now) == []
        assert now.hands >= before.hands
        assert now.clock.level >= max(before.clock.level, self.level - 1)
        gone = {n for n, e in enumerate(now.entrants) if e.status is EntrantStatus.OUT}
        assert {n for n, e in enumerate(before.entrants) if e.status is EntrantStatus.OUT} <= gone
        assert self.out <= gone, "somebody was told to be out, and is in again"
        if len(now.tables) and not now.is_ended:
            seated = [p for t in now.tables if t for p in t.players.values()]
            seated += [a.player for t in now.tables if t for a in t.arriving]
            assert len(seated) == len(set(seated)) == now.alive, "a seat is lost"


async def die_through(
    folder: Path, seed: object, players: int, until: float, is_played: bool = False
) -> Doomed:
    rng = Random(f"tournament {seed}")
    with Nursery() as nursery:
        doomed = Doomed(folder, nursery, rng, players, is_played)
        await doomed.open()
        while not stored(doomed.database, doomed.id).is_ended:
            assert monotonic() < until, "it does not come to its end"
            await doomed.life(rng.choice([TOLD, BEFORE, AFTER]))
    with reading(doomed.database) as connection:
        rows = connection.execute(
            "SELECT place, prize, bounties, hand FROM tournament_entrant ORDER BY place"
        ).fetchall()
    assert len(rows) == players
    assert sum(prize for _, prize, *_ in rows) == 90 * players
    assert sum(bounties for *_, bounties, _ in rows) == 10 * players
    assert next(place for place, *_ in rows) == 1
    assert all(hand is not None for *_, hand in rows[1:])
    assert doomed.faults_of_acts() == []
    return doomed


@pytest.mark.rotated
def test_a_tournament_of_three_tables_survives_repeated_kills(tmp_path: Path) -> None:
    """`make soak` uses fifty entrants at six tables."""
    doomed = asyncio.run(die_through(tmp_path, 1, 12, monotonic() + PATIENCE))
    assert sum(doomed.seen.values()) >= 2, doomed.seen


@pytest.mark.soak
def test_many_tournaments_survive_repeated_kills(tmp_path: Path) -> None:
    """Plays one tournament after another, every second one with players who are online."""
    seconds, seed = soak_terms()
    began, seen, number = monotonic(), Counter[str](), 0
    while monotonic() - began < seconds or not number:
        number += 1
        players = int(os.environ.get("PLAYERS") or 50)
        folder = tmp_path / str(number)
        terms = f"{seed}/{number}", players, monotonic() + 600, number % 2 == 0
        doomed = asyncio.run(die_through(folder, *terms))
        seen += doomed.seen
    print(f"SEED={seed}: {number} tournaments of {players}, {dict(seen)} kills", flush=True)
