"""Tests of entering and leaving a tournament where that is not allowed: the socket and REST
refuse it with the same code, nothing changes, and no chip is lost."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from pokermasa.server.lobby import seating
from tests.server.field import Field
from tests.server.wired import Hall, opened

STATUS = {"NOT_FOUND": 404, "NOT_LOGGED_IN": 401, "ALREADY_ENTERED": 409, "NOT_ENTERED": 409}
STATUS |= {"TOO_MANY_SEATS": 409}
OTHERS = (403, 409, 422)


async def refused(hall: Hall, secret: str | None, id: str, code: str, enters: bool = True) -> None:
    line = await hall.line(secret)
    said = await line.ask(do="register" if enters else "unregister", tournament=id)
    assert (said["type"], said.get("code")) == ("refused", code), said
    async with hall.client(secret) as client:
        path = f"/api/tournaments/{id}/entry"
        answer = await (client.put(path) if enters else client.delete(path))
    assert answer.json()["code"] == code, answer.text
    assert answer.status_code in ([STATUS[code]] if code in STATUS else OTHERS), answer.text
    assert answer.json()["message"]


def test_every_invalid_entry_is_refused_with_the_same_code_on_the_socket_and_over_rest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        monkeypatch.setattr(seating, "SEATS_AN_ACCOUNT", 3)
        async with opened(tmp_path, tables_an_account=20) as hall:
            field = await Field.opened(hall, 3, seats=3)
            me, other, third = field.secrets
            async with hall.client(me) as mine:
                entered = await mine.put(f"/api/tournaments/{field.id}/entry")
                assert entered.status_code == 204
            states: list[Any] = [field.now]
            await refused(hall, me, field.id, "ALREADY_ENTERED")  # for the second time
            await refused(hall, other, field.id, "NOT_ENTERED", enters=False)
            await refused(hall, None, field.id, "NOT_LOGGED_IN")
            await refused(hall, me, "t000000", "NOT_FOUND")
            dear = await Field.opened(hall, 2, buy_in=20_000)
            await refused(hall, me, dear.id, "NOT_ENOUGH_CHIPS")  # without chips
            full = await Field.opened(hall, 2, terms=scheduled(hall), least=2, most=2)
            for line in full.lines:
                await line.ask(do="register", tournament=full.id)
            await refused(hall, other, full.id, "FULL")
            off = await Field.opened(hall, 2)
            assert (await off.direct(await hall.line(off.host), "cancel"))["type"] == "done"
            await refused(hall, other, off.id, "REGISTRATION_CLOSED")  # cancelled
            await refused(hall, other, off.id, "NOT_ENTERED", enters=False)
            hidden = await Field.opened(hall, 2, terms={"private": True})
            await refused(hall, other, hidden.id, "NOT_FOUND")
            assert [field.now] == states
            for line in field.lines[1:]:
                await line.ask(do="register", tournament=field.id)
            late = await hall.guest()
            await refused(hall, late, field.id, "REGISTRATION_CLOSED")  # started
            await refused(hall, me, field.id, "NOT_ALLOWED", enters=False)  # after the start
            more = [await Field.opened(hall, 3) for _ in range(3)]
            for one in more[:2]:
                async with hall.client(third) as client:
                    assert (await client.put(f"/api/tournaments/{one.id}/entry")).is_success
            await refused(hall, third, more[2].id, "TOO_MANY_SEATS")
            chips = [await field.chips(secret) for secret in (me, other, third, late)]
            assert chips == [9_900, 9_900, 9_700, 10_000]
            assert await field.books() == []

    asyncio.run(main())


def scheduled(hall: Hall) -> dict[str, Any]:
    return {"kind": "scheduled", "starts": hall.clock.now() + 10**9}
