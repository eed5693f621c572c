"""Tests of sessions and tokens: an ended session loses its sockets, and a token may do only
what its scopes allow."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from tests.server.whole_room.test_hostile import frames
from tests.server.wired import Hall, Line, StillClock, opened

PASSWORD = "correct horse"
LOGGED_OUT = 4401


class Person:
    """An account that is connected with two browsers and a bot."""

    def __init__(self, hall: Hall, secrets: dict[str, str], lines: dict[str, Line]) -> None:
        self.hall = hall
        self.secrets = secrets
        self.lines = lines

    async def ask(self, method: str, path: str, who: str = "here", **body: Any) -> Any:
        async with self.hall.client(self.secrets[who]) as client:
            return await client.request(method, path, json=body or None)

    async def id_of(self, kind: str) -> str:
        found = (await self.ask("GET", f"/api/me/{kind}")).json()
        return next(session["id"] for session in found if not session.get("here"))

    async def cut(self) -> set[str]:
        """Return the people whose sockets are closed. All other sockets must still answer a
        ping."""
        closed = set()
        for who, line in self.lines.items():
            line.send(json.dumps({"do": "ping", "id": "there?"}))
            await line.until(
                lambda line=line: line.closed is not None or '"there?"' in "".join(line.received)  # type: ignore[misc]
            )
            if line.closed is not None:
                assert line.closed == LOGGED_OUT
                closed.add(who)
        return closed


async def logged_in(hall: Hall, name: str = "Sandra") -> str:
    async with hall.client() as client:
        fields = {"name": name, "password": PASSWORD}
        answer = await client.post("/api/login", json=fields)
        if answer.status_code != 200:
            answer = await client.post("/api/accounts", json=fields)
        return answer.cookies["masa"]


async def token(hall: Hall, secret: str, *scopes: str) -> str:
    async with hall.client(secret) as client:
        body = {"label": "bot", **({"scopes": scopes} if scopes else {})}
        answer = await client.post("/api/me/tokens", json=body)
        assert answer.status_code == 201, answer.text
        return answer.json()["token"]


async def connected(hall: Hall, name: str = "Sandra") -> Person:
    here = await logged_in(hall, name)
    secrets = {"here": here, "there": await logged_in(hall, name), "bot": await token(hall, here)}
    lines = {who: await hall.line(secret) for who, secret in secrets.items()}
    return Person(hall, secrets, lines)


ENDS: dict[str, set[str]] = {
    "log out": {"here"},
    "log out everywhere": {"here", "there"},
    "end one": {"there"},
    "take back": {"bot"},
    "bot logs out": {"bot"},
    "password": {"here", "there"},
    "password and tokens": {"here", "there", "bot"},
    "delete": {"here", "there", "bot"},
}
"""The people whose sockets are closed, by action."""


async def do(person: Person, what: str) -> Any:
    fields: Any = {"old": PASSWORD, "new": "another horse"}
    match what:
        case "log out":
            return await person.ask("POST", "/api/logout")
        case "log out everywhere":
            return await person.ask("POST", "/api/logout-everywhere")
        case "end one":
            id = await person.id_of("sessions")
            return await person.ask("DELETE", f"/api/me/sessions/{id}")
        case "take back":
            id = await person.id_of("tokens")
            return await person.ask("DELETE", f"/api/me/tokens/{id}")
        case "bot logs out":
            return await person.ask("POST", "/api/logout", "bot")
        case "password":
            return await person.ask("POST", "/api/me/password", **fields)
        case "password and tokens":
            return await person.ask("POST", "/api/me/password", **fields, end_tokens=True)
        case "delete":
            return await person.ask("DELETE", "/api/me", password=PASSWORD)


def test_the_end_of_a_session_cuts_its_sockets_and_no_others(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall:
            people = {what: await connected(hall, what.title()) for what in ENDS}
            for what, person in people.items():
                answer = await do(person, what)
                assert answer.status_code == 204, (what, answer.text)
            for what, person in people.items():
                assert await person.cut() == ENDS[what], what
                for who, secret in person.secrets.items():
                    async with hall.client(secret) as client:
                        status = (await client.get("/api/me")).status_code
                        assert status == (401 if who in ENDS[what] else 200), (what, who)

    asyncio.run(main())


def test_requests_on_a_closed_socket_are_not_carried_out(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall:
            person = await connected(hall)
            masa = await hall.table(person.secrets["there"])
            line = person.lines["here"]
            # The session has ended, and the client sends a message before it notices.
            hall.app.state.accounts.sessions.on_end(
                [viewer.session for viewer in hall.lobby.viewers]
            )
            line.send(json.dumps({"do": "sit", "masa": masa, "stack": 100, "id": "late"}))
            await line.until(lambda: line.closed is not None)
            assert hall.lobby.tables[masa].state.masa.nb_players == 0

    asyncio.run(main())


def test_a_session_that_ends_while_its_socket_opens_loses_the_socket(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall:
            secret = await logged_in(hall)
            sessions = hall.app.state.accounts.sessions
            usual = sessions.touch

            async def ended_meanwhile(session: Any) -> None:
                await usual(session)
                await sessions.end(secret)

            monkeypatch.setattr(sessions, "touch", ended_meanwhile)
            line = await hall.line(secret)
            await line.until(lambda: line.closed is not None)
            assert line.closed == LOGGED_OUT
            assert not any('"hello"' in text for text in line.received)
            assert not hall.lobby.viewers

    asyncio.run(main())


def test_a_session_that_expired_or_was_ended_by_another_process_loses_its_sockets(
    tmp_path: Path,
) -> None:
    async def main() -> None:
        clock = StillClock()
        async with opened(tmp_path, clock) as hall, opened(tmp_path, clock) as other:
            secrets = [await logged_in(hall) for _ in range(2)]
            first, second = [await hall.line(secret) for secret in secrets]
            async with other.client(secrets[0]) as client:
                assert (await client.post("/api/logout")).status_code == 204
            await hall.lobby.cut_ended()
            await first.until(lambda: first.closed is not None)
            await second.flush()
            clock.pass_time(61 * 24 * 3600)
            await hall.lobby.cut_ended()
            await second.until(lambda: second.closed is not None)
            assert (first.closed, second.closed) == (LOGGED_OUT, LOGGED_OUT)

    asyncio.run(main())


def test_a_login_with_the_old_password_fails_if_the_password_changes_meanwhile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall:
            secret = await logged_in(hall)
            accounts = hall.app.state.accounts
            usual = accounts.sessions.open

            async def changed_meanwhile(*fields: Any) -> str:
                monkeypatch.setattr(accounts.sessions, "open", usual)
                async with hall.client(secret) as client:
                    body = {"old": PASSWORD, "new": "another horse"}
                    assert (await client.post("/api/me/password", json=body)).status_code == 204
                return await usual(*fields)

            monkeypatch.setattr(accounts.sessions, "open", changed_meanwhile)
            async with hall.client() as client:
                fields = {"name": "Sandra", "password": PASSWORD}
                assert (await client.post("/api/login", json=fields)).status_code == 401

    asyncio.run(main())


def test_a_guest_keeps_a_name_once_and_the_socket_goes_on_under_it(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall:
            secret = await hall.guest()
            line = await hall.line(secret)
            masa = await hall.table(secret)
            await line.ask(do="watch", masa=masa)
            async with hall.client(secret) as client:
                answers = await asyncio.gather(
                    *[
                        client.post("/api/me/keep", json={"name": name, "password": PASSWORD})
                        for name in ("Kept", "Taken")
                    ]
                )
                assert sorted(answer.status_code for answer in answers) == [200, 403]
                name = (await client.get("/api/me")).json()["name"]
                await line.ask(do="say", masa=masa, text="me")
                assert line.last("chat")["name"] == name
                assert (await client.post("/api/logout")).status_code == 204
            await line.until(lambda: line.closed is not None)

    asyncio.run(main())


# Scopes

SCOPES = ("play", "read", "host")


async def self_told(hall: Hall, secret: str, path: str) -> Any:
    async with hall.client(secret) as client:
        return (await client.get(f"/api/me{path}")).json()


def test_every_request_needs_the_scope_of_the_token(tmp_path: Path) -> None:
    hosts = {"approve", "kick", "pause", "set_blinds", "direct"}
    hosts |= {"new_link", "players_chat", "add_bots", "hand_over", "co_host", "answer_offer"}
    hosts |= {"approve_buy_in", "set_blind_timer"}
    anybodys = {"ping", "watch_lobby", "unwatch_lobby", "watch_live_table", "tournaments"}

    async def main() -> None:
        async with opened(tmp_path) as hall:
            owner = await logged_in(hall)
            masa = await hall.table(owner)
            for scope in SCOPES:
                line = await hall.line(await token(hall, owner, scope))
                asks = [json.loads(frame) for frame in frames(masa, "1.0", "")]
                asks.append(
                    {"do": "mute", "masa": masa, "name": "x", "value": True, "everybody": True}
                )
                for asked in asks:
                    is_host = asked["do"] in hosts or asked.get("everybody", False)
                    needed = "host" if is_host else "play"
                    may = asked["do"] in anybodys or scope == needed
                    answer = await line.ask(**asked | {"id": f"{asks.index(asked)}"})
                    assert (answer.get("code") == "NO_SCOPE") is not may, (scope, asked, answer)

    asyncio.run(main())


def test_reusing_a_request_id_of_another_session_does_not_bypass_the_scope(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall:
            owner = await logged_in(hall)
            masa = await hall.table(owner)
            pause = {"do": "pause", "masa": masa, "value": True, "id": "same"}
            assert (await (await hall.line(owner)).ask(**pause))["type"] == "done"
            bot = await hall.line(await token(hall, owner, "read"))
            assert (await bot.ask(**pause))["code"] == "NO_SCOPE"

    asyncio.run(main())


def test_a_token_that_may_only_read_is_not_shown_keys_of_private_tables(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall:
            owner = await logged_in(hall)
            await hall.table(owner, private=True)
            for scope in SCOPES:
                result = await self_told(hall, await token(hall, owner, scope), "")
                assert (result["hosted"][0]["key"] is None) is (scope == "read")

    asyncio.run(main())


def test_an_unknown_scope_is_refused_with_the_list_of_scopes(tmp_path: Path) -> None:
    wrong: list[Any] = [[], ["account"], ["play", "everything"], ["PLAY"], "play", None, [1]]

    async def main() -> None:
        async with opened(tmp_path) as hall, hall.client(await hall.guest()) as client:
            for scopes in (*wrong, [None], ["play"] * 9, {"play": True}):
                answer = await client.post("/api/me/tokens", json={"scopes": scopes})
                assert (answer.status_code, answer.json()["code"]) == (422, "UNREADABLE"), scopes
                if scopes in (["account"], ["play", "everything"], ["PLAY"]):
                    assert "'play', 'read' or 'host'" in answer.json()["message"]
            assert (await client.get("/api/me/tokens")).json() == []

    asyncio.run(main())


def test_the_limit_of_tokens_holds_for_concurrent_requests(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall, hall.client(await hall.guest()) as client:
            made = await asyncio.gather(
                *[client.post("/api/me/tokens", json={"label": f"{n}"}) for n in range(40)]
            )
            assert sorted(answer.status_code for answer in made) == [201] * 20 + [403] * 20
            assert len((await client.get("/api/me/tokens")).json()) == 20

    asyncio.run(main())


def test_an_ended_session_cannot_create_a_token(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall:
            secret = await logged_in(hall)
            sessions = hall.app.state.accounts.sessions
            usual = sessions.make_token

            async def ended_meanwhile(*arguments: Any) -> str:
                await sessions.end(secret)
                return await usual(*arguments)

            monkeypatch.setattr(sessions, "make_token", ended_meanwhile)
            async with hall.client(secret) as client:
                answer = await client.post("/api/me/tokens", json={"label": "late"})
                assert answer.status_code == 401
            assert await self_told(hall, await logged_in(hall), "/tokens") == []

    asyncio.run(main())
