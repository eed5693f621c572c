"""Plays a tournament in a room of this process, with a socket for each entrant.

field = await Field.entered(hall, players=7, seats=3)
await field.play(Random(1))                 # hand by hand, through the sockets, to the end
"""

from random import Random
from typing import Any

from pokermasa.masa import Side
from pokermasa.notation import uci
from pokermasa.server.accounts.audit import audit
from pokermasa.server.director.director import Director
from pokermasa.server.director.table import TournamentTable
from tests.masa.walk import chosen
from tests.server.wired import Hall, Line

TOML = """
name = "test"
rules = "{rules}"
seats = {seats}
stack = {stack}
entrants = [{least}, {most}]
buy_in = {buy_in}
bounty = {bounty}
points = [[3, 1, 0]]
[levels]
rises = "{rises}"
every = {every}
beyond = "double"
scale = [[5, 10], [10, 20], [20, 40]]
breaks = {breaks}
[late]
levels = {late}
re_entries = {re_entries}
rebuys = {rebuys}
add_on = {add_on}
"""
USUAL = {
    "rules": "tda",
    "seats": 9,
    "stack": 200,
    "least": 2,
    "most": 9,
    "buy_in": 100,
    "bounty": 0,
    "rises": "hands",
    "every": 3,
    "breaks": [],
    "late": 0,
    "re_entries": 0,
    "rebuys": 0,
    "add_on": 0,
}


def toml(**options: Any) -> str:
    return TOML.format(**{**USUAL, **options})


class Field:
    def __init__(
        self, hall: Hall, id: str, host: str, secrets: list[str], lines: list[Line]
    ) -> None:
        self.hall = hall
        self.id = id
        self.host = host
        """A director who does not play."""
        self.secrets = secrets
        self.lines = lines

    @classmethod
    async def opened(
        cls, hall: Hall, players: int, terms: dict[str, Any] | None = None, **options: Any
    ) -> "Field":
        """Open a tournament without entrants. It starts when all *players* have entered."""
        host = await hall.guest()
        options = {"least": players, "most": players, **options}
        body = {"name": "Test", "structure": toml(**options), **(terms or {})}
        async with hall.client(host) as client:
            answer = await client.post("/api/tournaments", json=body)
            assert answer.status_code == 201, answer.text
        secrets = [await hall.guest() for _ in range(players)]
        lines = [await hall.line(secret) for secret in secrets]
        return cls(hall, answer.json()["id"], host, secrets, lines)

    @classmethod
    async def entered(cls, hall: Hall, players: int, **options: Any) -> "Field":
        field = await cls.opened(hall, players, **options)
        for line in field.lines:
            done = await line.ask(do="register", tournament=field.id)
            assert done["type"] == "done", done
        return field

    @property
    def director(self) -> Director:
        director: Director = self.hall.lobby.tournaments.directors[self.id]
        return director

    @property
    def now(self) -> Any:
        return self.director.state.tournament

    def line_of(self, table: TournamentTable, side: int) -> Line:
        account = table.state.seated[Side(side)].id
        entries = zip(self.director.state.entries, self.lines, strict=False)
        return next(line for entry, line in entries if entry.account.id == account)

    async def act(self, table: TournamentTable, rng: Random) -> dict[str, Any]:
        side = table.state.masa.to_act
        assert side is not None
        act = uci.write(chosen(table.state.masa, rng))
        line = self.line_of(table, side)
        return await line.ask(do="act", masa=table.id, act=act, turn=table.act_clock.token)

    async def fold(self, table: TournamentTable) -> None:
        """Folds for every player to act until the hand is over. Nobody is eliminated."""
        while (side := table.state.masa.to_act) is not None:
            act = {"do": "act", "masa": table.id, "act": "FO", "turn": table.act_clock.token}
            done = await self.line_of(table, side).ask(**act)
            assert done["type"] == "done", done

    async def step(self, rng: Random) -> None:
        """Deals a hand or plays an act at a random table."""
        tables = list(self.director.tables.open.values())
        ready = [table for table in tables if table.may_deal or table.state.masa.to_act is not None]
        assert ready, "nothing can be dealt anywhere"
        table = rng.choice(ready)
        if table.state.masa.to_act is None:
            assert await table.deal()
        else:
            done = await self.act(table, rng)
            assert done["type"] == "done", done

    async def play(self, rng: Random, steps: int = 10**6) -> None:
        """Plays until the tournament ends, or *steps* steps."""
        for _ in range(steps):
            if self.now.is_ended:
                return
            await self.step(rng)

    async def direct(self, line: Line, command: str, **options: Any) -> dict[str, Any]:
        if "name" in options:
            options.setdefault("reason", "a reason")
        return await line.ask(do="direct", tournament=self.id, command=command, **options)

    async def books(self) -> list[str]:
        async with self.hall.engine.connect() as connection:
            return await connection.run_sync(audit)

    async def chips(self, secret: str) -> int:
        async with self.hall.client(secret) as client:
            return int((await client.get("/api/me")).json()["chips"])

    async def get(self, path: str = "", secret: str | None = None) -> Any:
        async with self.hall.client(secret) as client:
            answer = await client.get(f"/api/tournaments/{self.id}{path}")
            assert answer.status_code == 200, answer.text
            return answer.json()


def messages_of_type(line: Line, type: str) -> list[dict[str, Any]]:
    return [message for message in line.messages if message["type"] == type]


def events(line: Line, name: str = "") -> list[dict[str, Any]]:
    """Return the tournament events that *line* received, or only those called *name*."""
    found = [
        event
        for message in messages_of_type(line, "tournament_events")
        for event in message["events"]
    ]
    return [event for event in found if not name or event["event"] == name]
