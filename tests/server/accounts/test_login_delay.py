"""Tests of the login delay: it slows down password guessing without locking out the owner.
Also tests the limits on new accounts per address."""

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from pokermasa.server.accounts import login_delay
from tests.server.wired import Hall, StillClock, opened

PASSWORD = "correct horse"
HOME, ELSEWHERE = "192.0.2.1", "198.51.100.7"


@pytest.fixture(autouse=True)
def usual(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(login_delay, "LONGEST_LOGIN_DELAY_MS", 60_000)
    monkeypatch.setattr(login_delay, "LOGIN_ALARM", 1000)


class Door:
    """Logs in with right or wrong passwords, from different addresses and browsers."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.marks: dict[str, str] = {}

    async def sign_up(self, name: str, address: str = HOME) -> Any:
        return await self._post("accounts", name, PASSWORD, address, {})

    async def log_in(
        self, password: str, name: str = "Ada", address: str = HOME, **cookies: str
    ) -> str:
        answer = await self._post("login", name, password, address, cookies)
        return "in" if answer.status_code == 200 else answer.json()["code"]

    async def wrong(self, times: int, **more: Any) -> list[str]:
        return [await self.log_in(f"wrong wrong {n}", **more) for n in range(times)]

    async def _post(
        self, path: str, name: str, password: str, address: str, cookies: dict[str, str]
    ) -> Any:
        async with self.hall.client(address=address) as client:
            client.cookies.update(cookies)
            fields = {"name": name, "password": password}
            answer = await client.post(f"/api/{path}", json=fields)
            self.marks[name] = answer.cookies.get("masa-device", self.marks.get(name, ""))
            return answer


def door(
    tmp_path: Path, scenario: Callable[..., Coroutine[Any, Any, None]], **settings: Any
) -> None:
    async def main() -> None:
        async with opened(tmp_path, StillClock(), **settings) as hall:
            found = Door(hall)
            assert (await found.sign_up("Ada")).status_code == 201
            await scenario(found)

    asyncio.run(main())


@pytest.mark.parametrize("name", ["Ada", "Nobody"])
def test_each_wrong_password_makes_the_next_wait_longer(tmp_path: Path, name: str) -> None:
    async def scenario(door: Door) -> None:
        clock: Any = door.hall.clock
        assert await door.wrong(5, name=name) == ["WRONG_PASSWORD"] * 5
        for seconds in (1, 2, 4, 8, 16, 32, 60, 60):  # never longer than the upper limit
            clock.pass_time(seconds - 0.5)
            # The right password must wait too, otherwise an attacker would learn it.
            assert await door.log_in(PASSWORD, name) == "TOO_MANY_TRIES"
            clock.pass_time(0.5)
            assert await door.log_in("wrong wrong", name) == "WRONG_PASSWORD"
        clock.pass_time(60)
        assert await door.log_in(PASSWORD, name) == ("in" if name == "Ada" else "WRONG_PASSWORD")
        if name == "Ada":
            # After a successful login the count starts again.
            assert await door.wrong(5) == ["WRONG_PASSWORD"] * 5

    door(tmp_path, scenario)


def test_concurrent_wrong_passwords_are_all_counted(tmp_path: Path) -> None:
    async def scenario(door: Door) -> None:
        received = await asyncio.gather(*[door.log_in(f"wrong wrong {n}") for n in range(40)])
        assert sorted(received) == ["TOO_MANY_TRIES"] * 35 + ["WRONG_PASSWORD"] * 5

    door(tmp_path, scenario)


def test_wrong_passwords_do_not_delay_other_addresses_or_known_browsers(tmp_path: Path) -> None:
    async def scenario(door: Door) -> None:
        mark = door.marks["Ada"]
        for _ in range(3):
            await door.wrong(20)
            assert await door.log_in(PASSWORD) == "TOO_MANY_TRIES"
            # The owner logs in from another address, and from a known browser at the attacker's
            # address.
            assert await door.log_in(PASSWORD, address=ELSEWHERE) == "in"
            assert await door.log_in(PASSWORD, **{"masa-device": mark}) == "in"
        # Wrong passwords from the known browser are counted too.
        more = {"masa-device": mark}
        assert (await door.wrong(6, **more))[-2:] == ["WRONG_PASSWORD", "TOO_MANY_TRIES"]

    door(tmp_path, scenario)


def test_a_browser_mark_holds_for_one_account_until_its_password_changes(tmp_path: Path) -> None:
    async def scenario(door: Door) -> None:
        await door.sign_up("Mallory")
        await door.wrong(6)
        hers = door.marks["Ada"]
        forged = [door.marks["Mallory"], f"x{hers}", hers[:-1], "", ".", "é.ü", hers.split(".")[0]]
        for mark in forged:
            headers = {b"Cookie": f"masa-device={mark}".encode()}
            async with door.hall.client(address=HOME) as client:
                fields = {"name": "Ada", "password": "wrong wrong"}
                answer = await client.post("/api/login", json=fields, headers=headers)
                assert answer.json()["code"] == "TOO_MANY_TRIES", mark
        async with door.hall.client(address=ELSEWHERE) as client:
            fields = {"name": "Ada", "password": PASSWORD}
            await client.post("/api/login", json=fields)
            body = {"old": PASSWORD, "new": "another horse"}
            assert (await client.post("/api/me/password", json=body)).status_code == 204
            fresh = client.cookies["masa-device"]
        result = await door.log_in("another horse", **{"masa-device": hers})
        assert result == "TOO_MANY_TRIES"
        assert await door.log_in("another horse", **{"masa-device": fresh}) == "in"

    door(tmp_path, scenario)


def test_during_guessing_from_many_addresses_each_new_address_has_one_try(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario(door: Door) -> None:
        mark = door.marks["Ada"]
        for n in range(40):
            await door.wrong(2, address=f"203.0.113.{n}")
        result = await door.wrong(2, address="203.0.113.99")
        assert result == ["WRONG_PASSWORD", "TOO_MANY_TRIES"]
        assert await door.log_in(PASSWORD, address=ELSEWHERE) == "in"
        assert await door.wrong(5, **{"masa-device": mark}) == ["WRONG_PASSWORD"] * 5
        assert await door.wrong(5, name="Somebody else") == ["WRONG_PASSWORD"] * 5

    monkeypatch.setattr(login_delay, "LOGIN_ALARM", 50)
    door(tmp_path, scenario)


def test_the_login_delay_also_applies_to_the_old_password_of_a_password_change(
    tmp_path: Path,
) -> None:
    async def scenario(door: Door) -> None:
        async with door.hall.client(address=HOME) as client:
            fields = {"name": "Ada", "password": PASSWORD}
            await client.post("/api/login", json=fields)
            del client.cookies["masa-device"]
            codes = []
            for n in range(7):
                body = {"old": f"wrong {n}", "new": "another horse"}
                codes.append((await client.post("/api/me/password", json=body)).json()["code"])
            assert codes == ["WRONG_PASSWORD"] * 5 + ["TOO_MANY_TRIES"] * 2

    door(tmp_path, scenario)


def test_new_guests_and_accounts_are_limited_per_address_and_day(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path, StillClock(), accounts_an_address=3) as hall:
            clock: Any = hall.clock

            async def made(path: str, address: str, body: Any = None) -> int:
                async with hall.client(address=address) as client:
                    answer = await client.post(f"/api/{path}", json=body)
                    if answer.status_code == 429:
                        assert answer.json()["code"] == "NO_MORE_ACCOUNTS"
                    return answer.status_code

            received = await asyncio.gather(*[made("guests", HOME) for _ in range(12)])
            assert sorted(received) == [201] * 3 + [429] * 9
            assert await made("guests", ELSEWHERE) == 201
            # A refused name creates no account and does not count towards the limit.
            for name in ("x", "<script>", "ok"):
                body = {"name": name, "password": "short"}
                assert [await made("accounts", HOME, body) for _ in range(4)] == [422] * 4
            names = ("Uma", "Vera", "Willa", "Xenia")
            bodies = [{"name": name, "password": PASSWORD} for name in names]
            received = [await made("accounts", HOME, body) for body in bodies]
            assert received == [201, 201, 201, 429]
            clock.pass_time(24 * 3600)
            assert await made("accounts", HOME, bodies[3]) == 201
            received = [await made("guests", HOME) for _ in range(9)]
            assert received == [201] * 3 + [429] * 6

    asyncio.run(main())
