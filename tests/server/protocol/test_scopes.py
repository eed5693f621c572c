"""Tests of the token scope that each route requires, with one table of all routes."""

import asyncio
import re
from pathlib import Path
from typing import Any

import anyio.to_thread
import pytest

from pokermasa.server.protocol.scope import Scope
from pokermasa.server.storage.schema import PUBLIC as LETTERS
from tests.server.whole_room.test_hostile import PUBLIC
from tests.server.wired import opened

EXPECTED = {
    "POST /api/logout-everywhere": "-",
    "GET /api/me": "play read host",
    "DELETE /api/me": "-",
    "POST /api/me/keep": "-",
    "POST /api/me/password": "-",
    "PUT /api/me/privacy": "-",
    "POST /api/me/export": "-",
    "GET /api/me/notices": "-",
    "DELETE /api/me/notices/{id}": "-",
    "POST /api/me/chips": "play",
    "GET /api/me/sessions": "-",
    "DELETE /api/me/sessions/{id}": "-",
    "GET /api/me/tokens": "-",
    "POST /api/me/tokens": "-",
    "DELETE /api/me/tokens/{token}": "-",
    "GET /api/me/second-factor": "-",
    "POST /api/me/second-factor": "-",
    "POST /api/me/second-factor/confirm": "-",
    "POST /api/me/second-factor/prove": "-",
    "POST /api/me/second-factor/recovery-codes": "-",
    "POST /api/me/second-factor/off": "-",
    "GET /api/me/email": "-",
    "PUT /api/me/email": "-",
    "GET /api/admin/accounts": "-",
    "GET /api/admin/tables": "-",
    "GET /api/admin/tournaments": "-",
    "GET /api/admin/reports": "-",
    "GET /api/admin/room": "-",
    "GET /api/admin/log": "-",
    "POST /api/admin/requests": "-",
    "POST /api/tables": "host",
    "DELETE /api/tables/{id}": "host",
    "GET /api/tables/{id}/sheet": "read host",
    "GET /api/tables/{id}/sheet.csv": "read host",
    "POST /api/tables/{id}/rematch": "host",
    "GET /api/tables/{id}/rematch": "read host",
    "POST /api/tournaments": "host",
    "GET /api/tournaments/{id}": "play read host",
    "GET /api/tournaments/{id}/structure": "play read host",
    "GET /api/tournaments/{id}/structure.toml": "play read host",
    "GET /api/tournaments/{id}/results": "play read host",
    "GET /api/tournaments/{id}/hands": "play read host",
    "GET /api/tournaments/{id}/hands/{format}": "play read host",
    "GET /api/tournaments/{id}/orders": "play read host",
    "PUT /api/tournaments/{id}/entry": "play",
    "DELETE /api/tournaments/{id}/entry": "play",
    "POST /api/leagues": "host",
    "POST /api/leagues/{id}/seasons": "host",
    "GET /api/leagues/{id}": "play read host",
    "GET /api/hands": "read",
    "GET /api/hands/tables": "read",
    "GET /api/hands/mistakes": "read",
    "GET /api/hands/judging": "read",
    "POST /api/hands/judging": "-",
    "DELETE /api/hands/judging": "-",
    "GET /api/hands/export": "read",
    "GET /api/hands/{id}": "read",
    "DELETE /api/hands/{id}": "-",
    "GET /api/hands/{id}/analysis": "read",
    "GET /api/hands/{id}/solution": "read",
    "GET /api/hands/{id}/progress": "read",
    "GET /api/hands/{id}/{format}": "read",
    "POST /api/hands/{id}/shares": "-",
    "GET /api/shares": "read",
    "DELETE /api/shares/{id}": "-",
    "GET /api/shares/{id}": "play read host",
    "GET /api/shares/{id}/analysis": "play read host",
    "GET /api/shares/{id}/solution": "read",
    "GET /api/shares/{id}/{format}": "play read host",
    "POST /api/uploads": "-",
    "GET /api/uploads": "read",
    "GET /api/uploads/{id}": "read",
    "DELETE /api/uploads/{id}": "-",
    "GET /api/me/stats": "read",
    "GET /api/players/{name}": "read",
    "GET /api/leaderboards": "read",
    "POST /api/tools/equity": "read",
    "POST /api/tools/range": "read",
    "GET /api/tools/odds": "read",
    "GET /api/tools/preflop": "read",
    "GET /api/ranges": "read",
    "POST /api/ranges": "-",
    "PUT /api/ranges/{id}": "-",
    "DELETE /api/ranges/{id}": "-",
    "GET /api/me/notes": "-",
    "PUT /api/me/notes/{name}": "-",
}
"""`-`: with no token, only in a browser."""
IDS = {"/api/shares": "1" * LETTERS}


async def _scopes(folder: Path) -> dict[str, str]:
    """Return by route the scopes that allow a token to use it, or `-` if no token may."""
    found = {}
    async with opened(folder, requests_a_second=10_000) as hall:
        accounts = hall.app.state.accounts
        ada = await accounts.create("Ada", "correct horse")
        me = await accounts.sessions.find(await accounts.sessions.open(ada))
        tokens = {one: await accounts.sessions.make_token(me, "t", [one]) for one in Scope}
        for path, methods in hall.app.openapi()["paths"].items():
            for method in methods:
                if (method, path) in PUBLIC:
                    continue
                id = next((id for start, id in IDS.items() if path.startswith(start)), "1" * 12)
                real = path.replace("{format}", "phh").replace("{name}", "Ada")
                while "{" in real:
                    start, _, rest = real.partition("{")
                    real = f"{start}{id}{rest.partition('}')[2]}"
                may = []
                for scope, token in tokens.items():
                    async with hall.client() as client:
                        body: Any = {} if method in ("post", "put", "patch") else None
                        headers = {"Authorization": f"Bearer {token}"}
                        answer = await client.request(method, real, json=body, headers=headers)
                    assert answer.status_code not in (401, 500), (method, real, answer.text)
                    if "NO_SCOPE" not in answer.text:
                        may.append(scope.value)
                found[f"{method.upper()} {path}"] = " ".join(may) or "-"
    return found


def test_each_route_requires_the_token_scope_of_this_table(tmp_path: Path) -> None:
    assert asyncio.run(_scopes(tmp_path)) == EXPECTED


def test_a_token_with_only_the_read_scope_cannot_change_anything() -> None:
    """Two POST routes only read, because their questions are too long for a URL."""
    asked = {"POST /api/tools/equity", "POST /api/tools/range"}
    changing = {route for route in EXPECTED if not route.startswith("GET ")} - asked
    assert {route for route in changing if "read" in EXPECTED[route].split()} == set()


def test_no_route_of_the_api_runs_in_a_thread(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """FastAPI runs routes and dependencies that are not `async` in threads, where the limits that
    processes share cannot set their timer."""
    threads: list[Any] = []

    async def note(work: Any, *arguments: Any, **_: Any) -> Any:
        threads.append(work)
        return work(*arguments)

    async def main() -> None:
        async with opened(tmp_path, study_workers=0) as hall, hall.client() as client:
            assert (await client.post("/api/guests")).status_code == 201
            monkeypatch.setattr(anyio.to_thread, "run_sync", note)
            for path, methods in hall.app.openapi()["paths"].items():
                for method in methods:
                    if path.startswith("/api/") and "logout" not in path:
                        await client.request(method, re.sub(r"{\w+}", "x", path))

    asyncio.run(main())
    assert threads == []
