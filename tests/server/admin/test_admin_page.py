"""Tests of the admin page: it accepts the same commands as the shell from an admin in a
browser with a fresh second factor code, and from nobody else."""

import asyncio
from pathlib import Path
from typing import Any

import httpx
import pytest

from pokermasa.server.admin import requests
from pokermasa.server.storage import admin_request
from pokermasa.server.storage.admin_request import REASONED, SHELL_ONLY, Command
from tests.server.accounts.test_second_factor import Phone
from tests.server.admin.test_operate import promote
from tests.server.field import Field
from tests.server.operator import PASSWORD, Seats, admin_json, chips, closed, log_in, person
from tests.server.wired import Hall, opened

pytestmark = pytest.mark.sampled(2)

READ = ("accounts", "tables", "tournaments", "reports", "room", "log")


class Desk:
    """An admin with a browser at the admin page."""

    def __init__(self, hall: Hall, phone: Phone) -> None:
        self.hall, self.phone = hall, phone

    @classmethod
    async def for_account(cls, hall: Hall, name: str = "Eva") -> "Desk":
        phone = await Phone.for_account(hall, name)
        await promote(hall, name)
        return cls(hall, phone)

    async def get(self, path: str) -> httpx.Response:
        async with self.hall.client(self.phone.secret) as client:
            return await client.get(f"/api/admin/{path}")

    async def read(self, path: str) -> Any:
        answer = await self.get(path)
        assert answer.status_code == 200, answer.text
        return answer.json()

    async def post(self, **body: Any) -> httpx.Response:
        async with self.hall.client(self.phone.secret) as client:
            return await client.post("/api/admin/requests", json=body)

    async def ask(self, command: str, about: str = "", **more: Any) -> str:
        """Send a request to the admin page. Return "done" or the code of the refusal."""
        answer = await self.post(**{"command": command, "about": about, "reason": "why", **more})
        return "done" if answer.status_code == 200 else answer.json()["code"]


async def refusals(hall: Hall, secret: str, **headers: str) -> set[str]:
    """Return the set of answers of all routes of the page: "in" or the code of the refusal."""
    async with hall.client(secret) as client:
        asked = {"command": "announce", "about": "x"}
        answers = [await client.get(f"/api/admin/{path}", headers=headers) for path in READ]
        answers.append(await client.post("/api/admin/requests", json=asked, headers=headers))
    return {"in" if one.status_code == 200 else one.json()["code"] for one in answers}


@pytest.mark.rotated
@pytest.mark.both_stores
@pytest.mark.usefixtures("looking")
def test_the_page_requires_the_admin_role_a_browser_session_and_a_recent_code(
    tmp_path: Path,
) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall:
            ada = await person(hall, "Ada")
            assert await refusals(hall, await hall.guest()) == {"NOT_ALLOWED"}
            assert await refusals(hall, ada) == {"NOT_ALLOWED"}
            await admin_json(hall, "promote", "Ada")
            assert await refusals(hall, ada) == {"NO_SECOND_FACTOR"}
            desk = await Desk.for_account(hall)
            assert await refusals(hall, desk.phone.secret) == {"in"}
            async with hall.client(desk.phone.secret) as client:
                scopes = {"scopes": ["play", "read", "host"]}
                token = (await client.post("/api/me/tokens", json=scopes)).json()["token"]
            bearer = {"Authorization": f"Bearer {token}"}
            assert await refusals(hall, desk.phone.secret, **bearer) == {"NO_SCOPE"}
            hall.clock.pass_time(15 * 60 + 1)
            assert await refusals(hall, desk.phone.secret) == {"SECOND_FACTOR_NEEDED"}
            assert (await desk.phone.ask("/prove", code=desk.phone.wrong())).status_code == 403
            assert await refusals(hall, desk.phone.secret) == {"SECOND_FACTOR_NEEDED"}
            assert (await desk.phone.ask("/prove", code=desk.phone.code)).status_code == 204
            assert await refusals(hall, desk.phone.secret) == {"in"}
            # Another browser of the same admin must give a code too, unless it logged in with one.
            other = await hall.app.state.accounts.sessions.open(
                await hall.app.state.accounts.named("Eva")
            )
            assert await refusals(hall, other) == {"SECOND_FACTOR_NEEDED"}
            hall.clock.pass_time(30)
            async with hall.client() as client:
                fields = {"name": "Eva", "password": PASSWORD, "code": desk.phone.code}
                me = (await client.post("/api/login", json=fields)).json()
                assert me["role"] == "admin"
                assert await refusals(hall, client.cookies["masa"]) == {"in"}
            await admin_json(hall, "demote", "Eva")
            assert await refusals(hall, desk.phone.secret) == {"NOT_ALLOWED"}, "at once"

    asyncio.run(main())


@pytest.mark.usefixtures("looking")
def test_every_admin_command_is_logged_with_its_author_and_reason(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall:
            desk = await Desk.for_account(hall)
            await person(hall, "Bob")
            for command in REASONED:
                answer = await desk.post(command=command, about="Bob", to="", reason="  ")
                assert answer.status_code == 422, command
            for command in SHELL_ONLY:
                assert await desk.ask(command, "Bob") == "NOT_ALLOWED", command
            assert await desk.ask("silence", "bob") == "done"
            assert await desk.ask("silence", "Bob") == "NOT_ALLOWED", "twice"
            assert await desk.ask("ban", "Nobody Here") == "NOT_FOUND"
            assert await desk.ask("balance", "Bob", amount=500) == "done"
            assert await chips(hall, "Bob") == 10_500
            assert await desk.ask("balance", "Bob", amount=-10_501) == "NOT_ENOUGH_CHIPS"
            assert await desk.ask("rename", "Bob", to="Robert") == "done"
            entries = await desk.read("log")
            assert [e["command"] for e in entries[:3]] == ["rename", "balance", "balance"]
            assert {e["who"] for e in entries} == {"Eva"}
            assert entries[0]["reason"] == "why"
            assert [e["refused"] for e in entries[:3]] == [None, "NOT_ENOUGH_CHIPS", None]
            older = await desk.read(f"log?before={entries[1]['id']}")
            assert older == entries[2:]
            seen = await admin_json(hall, "log")
            assert [e["did"] for e in seen] == [e["command"] for e in reversed(entries)]

    asyncio.run(main())


WRONG: list[dict[str, Any]] = [
    {},
    {"command": "nonsense"},
    {"command": "ban", "about": "Bob", "now": "yes"},
    {"command": "rename", "about": "Bob"},
    {"command": "balance", "about": "Bob"},
    {"command": "balance", "about": "Bob", "amount": "500"},
    {"command": "balance", "about": "Bob", "amount": 1.5},
    {"command": "balance", "about": "Bob", "amount": 10**13},
    {"command": "balance", "about": "Bob", "amount": 10**40},
    {"command": "silence", "about": "Bob", "amount": 5},
    {"command": "silence", "about": "Bob", "to": "Bobby"},
    {"command": "silence", "about": "Bob", "now": True},
    {"command": "silence", "about": "Bob", "second_factor": True},
    {"command": "reset", "about": "Bob", "hours": 0},
    {"command": "reset", "about": "Bob", "hours": 10**9},
    {"command": "announce", "about": "x" * 301},
    {"command": "block", "about": "everybody"},
    {"command": "settle", "about": "9" * 40},
    {"command": "settle", "about": "-1"},
]


@pytest.mark.usefixtures("looking")
def test_a_malformed_admin_request_is_refused_and_changes_nothing(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall:
            desk = await Desk.for_account(hall)
            await person(hall, "Bob")
            before = await desk.read("accounts")
            for body in WRONG:
                answer = await desk.post(**{"reason": "why", **body})
                assert answer.status_code in (404, 422), (body, answer.text)
                assert answer.json()["code"] in ("UNREADABLE", "NOT_FOUND"), (body, answer.text)
            after = await desk.read("accounts")
            assert [one | {"seen": 0} for one in after] == [one | {"seen": 0} for one in before]
            assert (await desk.get("log?before=0")).status_code == 422
            assert (await desk.get("accounts?find=" + "x" * 81)).status_code == 422

    asyncio.run(main())


@pytest.mark.both_stores
@pytest.mark.usefixtures("looking")
def test_a_ban_from_the_page_has_the_same_effect_as_one_from_the_shell(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall:
            desk = await Desk.for_account(hall)
            seats = await Seats.taken(hall, "Ada", "Bob", "Cid")
            other = await hall.line(seats.secrets[1])
            await seats.table.deal()
            assert await desk.ask("ban", "Bob") == "done"
            assert await closed(other) == 4401
            assert await log_in(hall, "Bob") == "BANNED"
            await seats.finish()
            assert 1 not in seats.table.state.seated
            assert await desk.ask("unban", "Bob", reason="") == "done"
            assert await log_in(hall, "Bob") == "in"

    asyncio.run(main())


@pytest.mark.usefixtures("looking")
def test_an_admin_who_plays_may_not_use_the_page_against_players_of_the_same_table(
    tmp_path: Path,
) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall:
            desk = await Desk.for_account(hall)
            seats = await Seats.taken(hall, "Ada", "Bob")
            line = await hall.line(desk.phone.secret)
            sat = await line.ask(do="sit", masa=seats.masa, side=2, stack=200)
            assert sat["type"] == "done", sat
            for command in ("ban", "silence", "reset"):
                assert await desk.ask(command, "Bob") == "OWN_GAME", command
            assert await desk.ask("balance", "Eva", amount=5) == "OWN_GAME"
            assert await desk.ask("close", seats.masa) == "OWN_GAME"
            assert await desk.ask("block", "192.0.2.0/24") == "OWN_GAME"
            left = await line.ask(do="leave", masa=seats.masa)
            assert left["type"] == "done", left
            assert await desk.ask("close", seats.masa) == "done"
            field = await Field.entered(hall, 2, seats=3, most=9)
            entered = await desk_enters(hall, desk, field.id)
            assert entered == 204
            assert await desk.ask("cancel", field.id) == "OWN_GAME"
            assert await desk.ask("ban", field.director.state.entries[0].account.name) == "OWN_GAME"

    asyncio.run(main())


async def desk_enters(hall: Hall, desk: Desk, tournament: str) -> int:
    async with hall.client(desk.phone.secret) as client:
        return (await client.put(f"/api/tournaments/{tournament}/entry", json={})).status_code


@pytest.mark.usefixtures("looking")
def test_a_code_for_a_new_password_is_shown_once_and_never_passes_a_second_factor(
    tmp_path: Path,
) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall:
            desk = await Desk.for_account(hall)
            phone = await Phone.for_account(hall, "Bob")
            answer = await desk.post(command="reset", about="Bob", reason="forgot it")
            code = answer.json()["code"]
            assert (await phone.status())["code"] == "NOT_LOGGED_IN", "logged out"
            body = {"name": "Bob", "code": code, "password": "another horse"}
            async with hall.client() as client:
                used = await client.post("/api/reset", json=body)
                assert used.json()["code"] == "SECOND_FACTOR_NEEDED", "the admin has the code too"
                used = await client.post("/api/reset", json=body | {"second": phone.code})
                assert used.status_code == 200, used.text
            assert code not in (await desk.get("log")).text
            async with hall.engine.connect() as connection:
                lines = await connection.run_sync(admin_request.log)
            assert "second_factor" not in lines[-1].value

    asyncio.run(main())


@pytest.mark.usefixtures("looking")
def test_the_page_lists_accounts_and_tables(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall:
            desk = await Desk.for_account(hall)
            seats = await Seats.taken(hall, "Ada", "Bob")
            private = await hall.table(seats.secrets[0], private=True)
            (bob,) = await desk.read("accounts?find=BOB")
            assert (bob["name"], bob["chips"], bob["banned"]) == ("Bob", 9_800, False)
            for nobody in ("nobody", "%25", "_", "B%25b"):
                assert await desk.read(f"accounts?find={nobody}") == [], nobody
            tables = {one["id"]: one for one in await desk.read("tables")}
            assert (tables[seats.masa]["players"], tables[seats.masa]["chips"]) == (2, 400)
            assert tables[private]["private"] is True
            key = hall.lobby.tables[private].state.key
            assert key not in (await desk.get("tables")).text, "no way in"
            field = await Field.entered(hall, 2, seats=3, most=9)
            (event,) = await desk.read("tournaments")
            assert (event["id"], event["entries"], event["started"]) == (field.id, 2, False)
            assert await desk.ask("announce", "a break at noon", reason="") == "done"
            assert await desk.ask("signups", "invitation", reason="") == "done"
            assert await desk.ask("block", "192.0.2.7") == "done"
            assert await desk.read("room") == {
                "signups": "invitation",
                "announcement": "a break at noon",
                "blocked": ["192.0.2.7/32"],
            }
            invited = await desk.post(command="invite")
            assert len(invited.json()["code"]) > 20

    asyncio.run(main())


@pytest.mark.both_stores
@pytest.mark.usefixtures("looking")
def test_a_report_is_listed_with_its_chat_until_it_is_resolved(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall:
            desk = await Desk.for_account(hall)
            seats = await Seats.taken(hall, "Ada", "Bob")
            ada, bob = seats.lines
            for line, text in ((ada, "hello"), (bob, "an insult"), (ada, "please")):
                assert (await line.ask(do="say", masa=seats.masa, text=text))["type"] == "done"
            number = next(m["chat"] for m in bob.messages if m.get("text") == "an insult")
            done = await ada.ask(do="report", masa=seats.masa, chat=number, reason="rude")
            assert done["type"] == "done", done
            (report,) = await desk.read("reports")
            assert (report["name"], report["text"], report["by"]) == ("Bob", "an insult", "Ada")
            assert [(one["text"], one["is_reported"]) for one in report["around"]] == [
                ("hello", False),
                ("an insult", True),
                ("please", False),
            ]
            assert await desk.ask("settle", str(report["chat"])) == "done"
            assert await desk.read("reports") == []
            assert await desk.ask("settle", str(report["chat"])) == "NOT_FOUND", "twice"
            assert await admin_json(hall, "reports") == []

    asyncio.run(main())


@pytest.mark.usefixtures("looking")
def test_an_admin_command_without_an_answer_is_refused_as_busy_and_not_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The process that owns the table does not answer."""

    async def main() -> None:
        async with opened(tmp_path) as hall:
            desk = await Desk.for_account(hall)
            await person(hall, "Bob")

            async def stuck(*_: Any) -> None: ...

            monkeypatch.setattr(hall.app.state.admin, "_do", stuck)
            monkeypatch.setattr(requests, "ANSWER_TIME", 0.0)
            answer = await desk.post(command="ban", about="Bob", reason="why")
            assert (answer.status_code, answer.json()["code"]) == (429, "BUSY"), answer.text
            monkeypatch.undo()
            await hall.app.state.admin.look()
            assert await log_in(hall, "Bob") == "in"

    asyncio.run(main())


def test_every_shell_command_is_on_the_page_or_listed_as_shell_only(tmp_path: Path) -> None:
    """A new command is either on the page or listed as available in the shell only."""
    from pokermasa.server.admin.commands import COMMANDS

    assert set(COMMANDS) == set(Command)
