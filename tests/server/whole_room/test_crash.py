"""Tests that a room killed at any moment restarts exactly after the last acknowledged act.

A real process with a real file is killed before a commit, after an unannounced commit, or when
an act is acknowledged, and a new one starts on its data. This repeats at every boundary of one
hand after another. The engine computes the expected state from the state before."""

import asyncio
import json
import os
from collections import Counter
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from pokermasa.masa import Masa, MasaError, Preselected, Side
from pokermasa.notation import uci
from pokermasa.rules import IllegalAct
from pokermasa.server.protocol import encoding as wire
from tests.masa.host import soak_terms
from tests.masa.walk import chosen
from tests.server.crash import (
    AFTER,
    BEFORE,
    TOLD,
    Nursery,
    Server,
    faults_in_the_books,
    on_the_table,
    stored,
)
from tests.server.store import SQLITE, Store, reading

PATIENCE = 120.0
SETTINGS: dict[str, Any] = {
    "house_tables": False,
    "act_time_ms": 10**9,
    "reconnect_grace_ms": 10**9,
    "time_bank_ms": 0,
    "between_hands_ms": 150,
    "acts_a_second": 1e6,
    "tables_an_account": 10**6,
    # A long lease, so that nearly all commits at which the room is killed are acts or deals.
    "lease_ms": 10_000,
}


class Game:
    """Three people at a table whose server is killed again and again."""

    def __init__(self, folder: Path, nursery: Nursery, rng: Random, **settings: Any) -> None:
        stored = {"data": str(folder), "database": Store.url_of(folder)}
        self.settings = {**SETTINGS, **stored, **settings}
        self.database = folder / "room.db"
        self.nursery = nursery
        self.rng = rng
        self.secrets: list[str] = []
        self.names: dict[int, str] = {}
        self.masa = ""
        self.seen: Counter[str] = Counter()
        self.hands: set[tuple[str, int]] = set()
        self.said = 0

    async def open(self) -> None:
        server = self.nursery.start(self.settings)
        async with httpx.AsyncClient(base_url=server.http, timeout=PATIENCE) as client:
            for side in range(3):
                client.cookies.clear()
                answer = await client.post("/api/guests")
                self.names[side] = answer.json()["name"]
                self.secrets.append(answer.cookies["masa"])
            opened = await client.post("/api/tables", json={"name": "doomed", "sides": 5})
            self.masa = opened.json()["id"]
        lines = await self.connect(server)
        for side, line in enumerate(lines):
            await self.ask(line, do="sit", side=side, stack=200)
        await self.part(server, lines)

    async def part(self, server: Server, lines: list[ClientConnection]) -> None:
        server.kill()
        for line in lines:
            line.transport.abort()
            await line.wait_closed()
        await server.death()

    async def connect(self, server: Server) -> list[ClientConnection]:
        return [
            await connect(
                server.ws,
                additional_headers={"Cookie": f"masa={secret}"},
                open_timeout=PATIENCE,
                ping_interval=None,
            )
            for secret in self.secrets
        ]

    async def view(self, line: ClientConnection) -> dict[str, Any]:
        await line.send(json.dumps({"do": "watch", "masa": self.masa, "id": "w"}))
        async with asyncio.timeout(PATIENCE):
            while True:
                message = json.loads(await line.recv())
                assert message["type"] != "refused", message
                if message["type"] == "view":
                    return message

    async def turn(self, line: ClientConnection) -> str:
        async with asyncio.timeout(PATIENCE):
            while True:
                message = json.loads(await line.recv())
                if message["type"] == "act":
                    return message["turn"]

    async def ask(self, line: ClientConnection, **ask: Any) -> dict[str, Any] | None:
        """Send a request and return the reply. None if the server died."""
        self.said += 1
        id = f"a{self.said}"
        try:
            await line.send(json.dumps({"masa": self.masa, "id": id, **ask}))
            async with asyncio.timeout(PATIENCE):
                while True:
                    message = json.loads(await line.recv())
                    if message.get("id") == id:
                        return message
        except ConnectionClosed:
            return None

    async def life(self, dies: str, acts: int = 1) -> None:
        """Starts a server, connects all players, plays *acts* acts and lets the server die."""
        before = stored(self.database, self.masa)
        server = self.nursery.start(self.settings, dies)
        try:
            lines = await self.connect(server)
            try:
                await self._live(server, lines, before, dies, acts)
            finally:
                await self.part(server, lines)
        finally:
            server.kill()
        assert faults_in_the_books(self.database, self.masa) == []
        self.hands.add((self.masa, stored(self.database, self.masa).hands))

    async def _live(
        self, server: Server, lines: list[ClientConnection], before: Masa, dies: str, acts: int
    ) -> None:
        views = [await self.view(line) for line in lines]
        now = stored(self.database, self.masa)
        if before.game is not None:
            assert now == before, "the hand is not where it was left"
            for side, view in enumerate(views):
                self.check_view(view, before, side)
            self.seen["resumed in mid-hand"] += 1
        else:
            assert now == before or now.hands == before.hands + 1
            assert on_the_table(now) == on_the_table(before)
        for _ in range(acts - 1):
            if now.to_act is None:
                break
            now = await self._act_in_peace(lines, now)
        if now.game is None and is_over(now):
            return  # One player has won everything.
        if now.game is None:
            await self._see_it_deal(server, now, dies)
        else:
            await self._see_it_act(server, lines, now, dies)

    async def _act_in_peace(self, lines: list[ClientConnection], masa: Masa) -> Masa:
        side = masa.to_act
        assert side is not None
        act = chosen(masa, self.rng)
        turn = await self.turn(lines[side])
        answer = await self.ask(lines[side], do="act", act=uci.write(act), turn=turn)
        assert answer is not None
        assert answer["type"] == "done", answer
        after = stored(self.database, self.masa)
        expected = masa.move(side, act).masa
        assert after == expected or expected.game is None
        return after

    def check_view(self, view: dict[str, Any], masa: Masa, side: int) -> None:
        """Checks every card and chip in the view against the expected masa, as *side* may see
        it.
        """
        shown = view["view"]
        expected = json.loads(json.dumps(wire.view_data(masa, self.names, Side(side))))  # type: ignore[arg-type]  # plain numbers
        for part in ("game", "button", "to_act", "hand", "blinds"):
            assert shown[part] == expected[part], part
        stacks = {seat["side"]: seat["stack"] for seat in shown["seats"]}
        assert stacks == {side: seat.stack for side, seat in masa.seats.items()}

    async def _see_it_deal(self, server: Server, before: Masa, dies: str) -> None:
        if dies == TOLD:
            until = monotonic() + PATIENCE
            while stored(self.database, self.masa).game is None:
                assert monotonic() < until, f"nothing is dealt: {dict(before.seats)}"
                await asyncio.sleep(0.01)
            self.seen["a deal"] += 1
            return
        server.arm()
        await server.death()
        after = stored(self.database, self.masa)
        if after != before:
            assert after.hands == before.hands + 1
            self.seen["a deal nobody heard of"] += 1
        else:
            self.seen["no deal yet"] += 1
        assert on_the_table(after) == on_the_table(before)

    async def _see_it_act(
        self, server: Server, lines: list[ClientConnection], before: Masa, dies: str
    ) -> None:
        side, ask, expected = self.choose(before)
        if ask["do"] == "act":
            ask["turn"] = await self.turn(lines[side])
        if dies != TOLD:
            server.arm()
        answer = await self.ask(lines[side], **ask)
        server.kill()
        await server.death()
        after = stored(self.database, self.masa)
        if answer is not None:
            assert answer["type"] == "done", (answer, ask)
            if after.hands == expected.hands:
                assert after == expected, "an acknowledged act is gone"
            else:
                assert expected.game is None, "another hand before this one was over"
            self.seen["acknowledged"] += 1
        elif after == before:
            self.seen["neither kept nor acknowledged"] += 1
        else:
            assert after == expected, "something else happened"
            self.seen["kept though nobody heard of it"] += 1

    def choose(self, masa: Masa) -> tuple[int, dict[str, Any], Masa]:
        """Return the side that acts, its request, and the expected masa."""
        rng = self.rng
        if rng.random() < 0.2:
            side = rng.randrange(3)
            tries: list[tuple[dict[str, Any], Any]] = [
                ({"do": "leave_after_hand", "value": False}, lambda: masa.sitout_next(side, False)),
                (
                    {"do": "preselect", "choice": "check or fold"},
                    lambda: masa.preselect(side, Preselected.CHECK_FOLD),
                ),
                ({"do": "top_up", "amount": 20}, lambda: masa.top_up(side, 20)),
                ({"do": "sit_out", "value": True}, lambda: masa.away(side)),
            ]
            ask, action = rng.choice(tries)
            try:
                return side, ask, action().masa
            except (MasaError, IllegalAct, ValueError):
                pass
        side = masa.to_act
        assert side is not None
        act = chosen(masa, rng)
        return side, {"do": "act", "act": uci.write(act)}, masa.move(side, act).masa


def is_over(masa: Masa) -> bool:
    return len([s for s in masa.seats.values() if s.stack and not s.away]) < 2


async def die_often(
    folder: Path,
    nursery: Nursery,
    seed: object,
    lives: int,
    until: float = float("inf"),
    hands: int = 10**9,
    acts: int = 1,
) -> Game:
    """Starts *lives* servers one after another and kills each during its last act."""
    rng = Random(f"crash {seed}")
    game = Game(folder, nursery, rng)
    await game.open()
    order = [TOLD, BEFORE, AFTER]
    for number in range(lives):
        if monotonic() > until or len(game.hands) > hands:
            break
        if number % 3 == 0:
            rng.shuffle(order)
        await game.life(order[number % 3], acts)
        masa = stored(game.database, game.masa)
        if masa.game is None and is_over(masa):
            await another_table(game)
    return game


async def another_table(game: Game) -> None:
    """Opens another table for the same people, after one player has won everything."""
    server = game.nursery.start(game.settings)
    async with httpx.AsyncClient(base_url=server.http, timeout=PATIENCE) as client:
        for secret in game.secrets:
            client.cookies.set("masa", secret)
            await client.post("/api/me/chips")
        opened = await client.post("/api/tables", json={"name": "doomed", "sides": 5})
        game.masa = opened.json()["id"]
    lines = await game.connect(server)
    for side, line in enumerate(lines):
        await game.ask(line, do="sit", side=side, stack=200)
    await game.part(server, lines)


def test_a_kill_at_every_boundary_of_a_hand_loses_nothing(tmp_path: Path, nursery: Nursery) -> None:
    game = asyncio.run(die_often(tmp_path, nursery, seed=1, lives=6, acts=4))
    # Each kind of kill happened, in an act or in a deal. Which one depends on timing.
    assert game.seen["acknowledged"] + game.seen["a deal"] >= 1
    assert game.seen["kept though nobody heard of it"] + game.seen["a deal nobody heard of"] >= 1
    assert game.seen["neither kept nor acknowledged"] + game.seen["no deal yet"] >= 1
    assert game.seen["resumed in mid-hand"] >= 3
    assert len(game.hands) >= 2
    # A restart reads the database only. The other files are locks of processes with their numbers
    # and versions.
    stored = {path.name for path in tmp_path.iterdir()}
    assert ("room.db" in stored) == (Store.kind == SQLITE)
    assert stored <= {"room.db", "room.db-wal", "room.db-shm", "processes"}
    for path in (tmp_path / "processes").glob("*"):
        assert json.loads(path.read_text().partition("\n")[0]).keys() == {"pid", "version"}


def test_a_killed_room_restarts_at_once_despite_a_long_lease(
    tmp_path: Path, nursery: Nursery
) -> None:
    """The lease of a dead process does not delay the start, and no new tables are opened."""

    async def main() -> None:
        game = Game(tmp_path, nursery, Random(5), lease_ms=10**7, house_tables=False)
        await game.open()
        for dies in (TOLD, AFTER):
            await game.life(dies)

    asyncio.run(main())


TABLES = 4
"""Number of rooms that are killed at the same time, independently of each other."""


class HomeGame(Game):
    """A game whose chips are given out by the host."""

    key = ""

    async def open(self) -> None:
        server = self.nursery.start(self.settings)
        async with httpx.AsyncClient(base_url=server.http, timeout=PATIENCE) as client:
            for side in range(3):
                client.cookies.clear()
                answer = await client.post("/api/guests")
                self.names[side] = answer.json()["name"]
                self.secrets.append(answer.cookies["masa"])
            client.cookies["masa"] = self.secrets[0]
            terms = {"name": "doomed", "private": True, "own_chips": True}
            opened = (await client.post("/api/tables", json=terms)).json()
            self.masa, self.key = opened["id"], opened["key"]
        lines = await self.connect(server)
        await self.ask(lines[0], do="watch", key=self.key)
        await self.ask(lines[0], do="pause", value=True)  # so that no hand is dealt meanwhile
        await self.ask(lines[0], do="sit", side=0, stack=200)
        await self.part(server, lines)

    def lying(self) -> int:
        return on_the_table(stored(self.database, self.masa))

    def given(self) -> int:
        with reading(self.database) as connection:
            book = [f"bank:{self.masa}"]
            wanted = "SELECT amount FROM balance WHERE book=?"
            return -connection.execute(wanted, book).fetchone()[0]

    async def bring(self, dies: str, amount: int, is_more: bool) -> None:
        """Repeats a buy-in request and its approval until the guest has the chips. At first
        the room is killed each time."""
        target = self.lying() + amount
        for is_deadly in (True, True, False):
            server = self.nursery.start(self.settings, dies if is_deadly else TOLD)
            lines = await self.connect(server)
            for line in lines[:2]:
                await self.ask(line, do="watch", key=self.key)
            if self.lying() < target:
                do = {"do": "top_up", "amount": amount} if is_more else {"do": "sit", "side": 1}
                words = do if is_more else {**do, "stack": amount, "key": self.key}
                await self.ask(lines[1], **words)
                yes = {"do": "approve_buy_in", "name": self.names[1], "amount": amount}
                if is_deadly and self.rng.random() < 0.5:
                    server.arm()
                    await self.ask(lines[0], **yes, value=True)
                else:
                    await self.ask(lines[0], **yes, value=True)
                    if is_deadly:
                        server.arm()
                    else:
                        await self.arrival(target)
                if is_deadly:
                    await server.death()
            await self.part(server, lines)
            assert faults_in_the_books(self.database, self.masa) == []
            assert self.given() == self.lying() <= target
        assert self.lying() == target

    async def arrival(self, target: int) -> None:
        async with asyncio.timeout(PATIENCE):
            while self.lying() < target:
                await asyncio.sleep(0.01)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("dies", [BEFORE, AFTER])
def test_own_chips_of_a_game_are_given_out_once_despite_kills(
    tmp_path: Path, nursery: Nursery, dies: str
) -> None:
    async def main() -> None:
        game = HomeGame(tmp_path, nursery, Random(f"home {dies}"), lease_ms=6_000)
        await game.open()
        await game.bring(dies, 100, is_more=False)
        await game.bring(dies, 50, is_more=True)

    asyncio.run(main())


@pytest.mark.soak
def test_kills_at_every_boundary_of_many_hands_lose_nothing(
    tmp_path: Path, nursery: Nursery
) -> None:
    """Kills the room at every boundary of fifty hands, or as many as time allows."""
    seconds, seed = soak_terms()
    hands = -(-int(os.environ.get("HANDS") or 50) // TABLES)
    began = monotonic()

    async def main() -> list[Game]:
        return await asyncio.gather(
            *[
                die_often(tmp_path / str(n), nursery, f"{seed}/{n}", 10**9, began + seconds, hands)
                for n in range(TABLES)
            ]
        )

    games = asyncio.run(main())
    seen: Counter[str] = sum((game.seen for game in games), Counter())
    lives = sum(n for what, n in seen.items() if what != "resumed in mid-hand")
    played = sum(len(game.hands) for game in games)
    took = monotonic() - began
    print(f"SEED={seed}: {lives} kills in {played} hands: {dict(seen)} ({took:.0f} s)", flush=True)
