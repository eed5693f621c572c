"""Tests of a tournament under attack: players and the director send all kinds of requests
concurrently over sockets and REST, disconnect and reconnect. Each request is done or refused
with a code, the ledger is correct at every moment, and in the end every player has a place."""

import asyncio
import json
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.server.field import Field
from tests.server.virtual_clock import VirtualClock
from tests.server.whole_room.test_hostile import nothing_unhandled
from tests.server.wired import Decks, Hall, Line, dealt_from, opened

PLAYERS = 6
COMMANDS = (
    *("pause", "resume", "break", "next_level", "start", "move", "penalise", "disqualify"),
    "cancel",
)
QUICK = {"act_time_ms": 20_000, "between_hands_ms": 2_000, "reconnect_grace_ms": 5_000}
SHAPE = {
    **{"seats": 3, "stack": 200, "least": 2, "most": 9, "bounty": 20, "rises": "time"},
    **{"every": 30, "breaks": [[2, 30]], "late": 2, "re_entries": 1, "rebuys": 1, "add_on": 300},
}
MORE = ("rebuy", "add_on", "decline_re_entry")


class Attack:
    def __init__(self, hall: Hall, field: Field, rng: Random) -> None:
        self.hall, self.field, self.rng = hall, field, rng
        self.everybody = [field.host, *field.secrets]
        self.lines: dict[str, list[Line]] = {secret: [] for secret in self.everybody}
        self.waiting: Counter[Line] = Counter()
        """Number of replies that each socket still has to receive."""
        self.secrets: dict[int, str] = {}
        """Session secrets by account id."""
        self.answers: Counter[str] = Counter()
        self.is_calling_off = False

    async def come(self) -> None:
        for secret in self.everybody:
            session = await self.hall.app.state.accounts.sessions.find(secret)
            self.secrets[session.account.id] = secret
            self.lines[secret] = [await self.hall.line(secret) for _ in range(2)]

    async def ask(self, secret: str, **options: Any) -> None:
        line = self.rng.choice(self.lines[secret])
        self.waiting[line] += 1
        answer = await line.ask(**options)
        self.waiting[line] -= 1
        self.answers[answer.get("code", "done")] += 1
        assert answer.get("code") != "FAULT", (options, answer)
        assert answer.get("message", "x"), answer

    async def over_rest(self, secret: str, method: str) -> None:
        async with self.hall.client(secret) as client:
            path = f"/api/tournaments/{self.field.id}/entry"
            answer = await client.request(method, path)
        assert answer.status_code < 500, answer.text
        self.answers["rest" if answer.is_success else answer.json()["code"]] += 1

    async def direct(self, secret: str) -> None:
        rng, entries = self.rng, self.field.director.state.entries
        commands = COMMANDS if self.is_calling_off else COMMANDS[:-1]
        fields: dict[str, Any] = {"command": rng.choice(commands)}
        if rng.random() < 0.7 and entries:
            fields["name"] = rng.choice(entries).account.name
        if rng.random() < 0.7:
            fields["number"] = rng.choice((1, 1, 2, 3, 60, 100_000))
        await self.ask(secret, do="direct", tournament=self.field.id, **fields)

    async def act(self) -> None:
        """Sends an act for a player who is to act, or from another player, twice over both
        sockets."""
        tables = list(self.field.director.tables.open.values())
        waiting = [table for table in tables if table.state.masa.to_act is not None]
        if not waiting:
            return
        table = self.rng.choice(waiting)
        act = self.rng.choice(("CH", "CA", "FO", "AA", "AA", "RR40", "RR1", "nonsense"))
        secret = self.secrets[table.state.seated[table.state.masa.to_act].id]
        if self.rng.random() < 0.1:
            secret = self.rng.choice(self.everybody)
        ask = {"do": "act", "masa": table.id, "act": act, "turn": table.act_clock.token}
        times = self.rng.choice((1, 1, 2))
        await asyncio.gather(*[self.ask(secret, **ask) for _ in range(times)])

    async def leave_and_come_back(self, secret: str) -> None:
        """Disconnects with an unanswered request, and reconnects."""
        lines = self.lines[secret]
        idle = [line for line in lines if not self.waiting[line]]
        if len(lines) < 2 or not idle:
            return
        gone = self.rng.choice(idle)
        lines.remove(gone)
        do = self.rng.choice(
            ("register", "unregister", "rebuy", "propose_deal", "decline_re_entry")
        )
        id = f"last {len(self.waiting)}"
        gone.send(json.dumps({"do": do, "id": id, "tournament": self.field.id}))
        await gone.close()
        lines.append(await self.hall.line(secret))

    async def something(self) -> None:
        rng, secret, id = self.rng, self.rng.choice(self.everybody), self.field.id
        match rng.randrange(14):
            case 0 | 1:
                await self.ask(secret, do="register", tournament=id)
            case 2:
                await self.over_rest(secret, "PUT")
            case 3:
                await self.over_rest(secret, "DELETE")
            case 4:
                await self.ask(secret, do="unregister", tournament=id)
            case 5:
                await self.ask(secret, do=rng.choice(MORE), tournament=id)
            case 6:
                await self.ask(secret, do="propose_deal", tournament=id)
            case 7:
                agrees = rng.random() < 0.8
                await self.ask(secret, do="answer_deal", tournament=id, agrees=agrees)
            case 8:
                await self.direct(self.field.host if rng.random() < 0.8 else secret)
            case 9:
                await self.leave_and_come_back(secret)
            case 10:
                await self.ask(secret, do="watch_tournament", tournament=id)
            case _:
                await self.act()

    async def run(self, clock: VirtualClock, rounds: int) -> None:
        for _ in range(rounds):
            if self.field.now.is_ended:
                break
            await asyncio.gather(*[self.something() for _ in range(self.rng.randrange(1, 6))])
            assert self.field.now.balances
            if self.rng.random() < 0.5:
                await clock.advance(self.rng.choice((0, 1, 5, 21)))
                assert self.field.now.balances


async def attacked(folder: Path, seed: object, rounds: int) -> Counter[str]:
    rng, clock = Random(f"attack {seed}"), VirtualClock()
    async with opened(folder, clock, **QUICK) as hall, nothing_unhandled():
        terms = {"kind": "scheduled", "starts": clock.now() + 30_000} if rng.random() < 0.5 else {}
        field = await Field.opened(hall, PLAYERS, terms, **SHAPE)
        attack = Attack(hall, field, rng)
        attack.is_calling_off = rng.random() < 0.2
        await attack.come()
        for secret in field.secrets[:3]:
            await attack.ask(secret, do="register", tournament=field.id)
        await attack.run(clock, rounds)
        # All clients disconnect, and the tournament plays itself to its end.
        await hall.hang_up()
        director = field.director
        if director.state.started is None and not field.now.is_ended:
            line = await hall.line(field.host)
            await line.ask(do="direct", tournament=field.id, command="start")
            await line.ask(do="direct", tournament=field.id, command="cancel")
            await line.close()
        for _ in range(400):
            if director.state.tournament.is_ended:
                break
            await clock.advance(600)
        now = director.state.tournament
        assert now.is_ended
        if director.state.started is not None:
            assert len(now.results) == now.entries
            assert sum(result.prize for result in now.results) == now.pool
        assert await field.books() == []
        return attack.answers


@pytest.mark.rotated
def test_concurrent_requests_keep_the_ledger_correct_and_the_tournament_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    dealt_from(Decks("attack"), monkeypatch)
    answers = asyncio.run(attacked(tmp_path, 1, 50))
    assert answers["done"] > 20
    assert len(answers) > 6


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(2, 40))
def test_long_attacks_keep_the_ledger_correct(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    dealt_from(Decks(seed), monkeypatch)
    asyncio.run(attacked(tmp_path, seed, 400))
