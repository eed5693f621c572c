"""Runs `masa admin` against an open room, and creates accounts with passwords."""

import asyncio
import json
from typing import Any

from typer.testing import CliRunner

from pokermasa.cli.command_line import app
from pokermasa.server.storage import admin_request
from pokermasa.server.storage.admin_request import Answer, Asker
from pokermasa.server.table.actor import TableActor
from tests.server import room as _cheap_passwords  # noqa: F401
from tests.server.wired import Hall, Line

PASSWORD = "correct horse"


def masa_admin(hall: Hall, *arguments: str) -> Any:
    settings = hall.settings
    where = ["--database", settings.database] if settings.database else []
    asked = ["admin", *arguments, "--data", str(settings.data), *where]
    return CliRunner().invoke(app(asked), asked, env={"COLUMNS": "300"})


async def admin(hall: Hall, *arguments: str) -> Any:
    return await asyncio.to_thread(masa_admin, hall, *arguments)


async def admin_json(hall: Hall, *arguments: str) -> Any:
    """Run an admin command and return its JSON output."""
    said = await admin(hall, *arguments, "--json")
    assert said.exit_code == 0, said.output
    return json.loads(said.stdout)


async def person(hall: Hall, name: str) -> str:
    """Return the session secret of a new account with a password."""
    accounts = hall.app.state.accounts
    return await accounts.sessions.open(await accounts.create(name, PASSWORD))


async def log_in(hall: Hall, name: str, password: str = PASSWORD) -> str:
    """ "in", or the code of the refusal."""
    async with hall.client() as client:
        answer = await client.post("/api/login", json={"name": name, "password": password})
    return "in" if answer.status_code == 200 else answer.json()["code"]


async def as_admin(
    hall: Hall, by: str, command: Any, about: str, reason: str = "why", **value: Any
) -> Answer:
    """Store an admin request as the admin page does, let the room process it, and return the
    answer.
    """
    account, now = await hall.app.state.accounts.named(by), hall.clock.now()
    writer = hall.lobby.writer
    id = await writer.write(
        lambda c: admin_request.leave(c, Asker(account.id), command, about, value, reason, now)
    )
    await hall.app.state.admin.look()
    async with hall.engine.connect() as connection:
        answer = await connection.run_sync(lambda c: admin_request.answer_to(c, id))
    assert answer is not None
    return answer


async def chips(hall: Hall, name: str) -> int:
    accounts = hall.app.state.accounts
    return await accounts.chips(await accounts.named(name))


class Seats:
    """People with the given names, who sit on sides 0, 1, … of one table."""

    def __init__(self, hall: Hall, masa: str, secrets: list[str], lines: list[Line]) -> None:
        self.hall, self.masa, self.secrets, self.lines = hall, masa, secrets, lines

    @classmethod
    async def taken(cls, hall: Hall, *names: str) -> "Seats":
        secrets = [await person(hall, name) for name in names]
        masa = await hall.table(secrets[0])
        lines = [await hall.line(secret) for secret in secrets]
        for side, line in enumerate(lines):
            assert (await line.ask(do="watch", masa=masa))["type"] == "done"
            sat = await line.ask(do="sit", masa=masa, side=side, stack=200)
            assert sat["type"] == "done", sat
        return cls(hall, masa, secrets, lines)

    @property
    def table(self) -> TableActor:
        table: TableActor = self.hall.lobby.tables[self.masa]
        return table

    async def act(self, act: str) -> None:
        side = self.table.state.masa.to_act
        assert side is not None
        ask = {"do": "act", "masa": self.masa, "turn": self.table.act_clock.token}
        answer = await self.lines[side].ask(**ask, act=act)
        assert answer["type"] == "done", answer

    async def finish(self) -> None:
        """Checks and calls until the hand is over."""
        while self.table.state.masa.to_act is not None:
            asked = await self.lines[self.table.state.masa.to_act].asked(self.table.act_clock.token)
            await self.act("CH" if "CH" in asked["acts"] else "CA")


async def closed(line: Line) -> int:
    """Wait until the socket is closed and return its close code."""
    async with asyncio.timeout(60):
        while line.closed is None:
            await asyncio.sleep(0.005)
    return line.closed
