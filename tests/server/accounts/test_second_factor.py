"""Tests of the second factor: the password alone does not log in, and no code works twice."""

import asyncio
import base64
from collections import Counter
from pathlib import Path
from typing import Any

import httpx
import pytest

from pokermasa.server import sealed_file
from pokermasa.server.accounts import login_delay, totp
from pokermasa.server.admin import backups
from pokermasa.server.admin.restore import restore
from pokermasa.server.settings import Settings
from pokermasa.server.storage import schema as store
from tests.server.operator import PASSWORD, admin, admin_json, log_in, person
from tests.server.wired import Hall, opened

pytestmark = pytest.mark.sampled(2)

WHY = ("--reason", "lost the phone")
PATH = "/api/me/second-factor"

# RFC 6238, appendix B: seconds since 1970, and the code by SHA-1 of the secret.
RFC_SECRET = base64.b32encode(b"12345678901234567890").decode()
RFC_CODES = {
    59: "94287082",
    1111111109: "07081804",
    1111111111: "14050471",
    1234567890: "89005924",
    2000000000: "69279037",
    20000000000: "65353130",
}


@pytest.mark.parametrize(("seconds", "code"), RFC_CODES.items())
def test_codes_match_the_test_vectors_of_the_rfc(seconds: int, code: str) -> None:
    step = 1000 * seconds // totp.STEP
    assert totp.code_of(RFC_SECRET, step, digits=8) == code
    assert totp.code_of(RFC_SECRET, step) == code[-6:]
    assert totp.step_of(RFC_SECRET, code[-6:], 1000 * seconds, 0) == step


def test_a_code_is_accepted_one_step_early_or_late_and_only_once() -> None:
    now = 1_800_000_000_000
    here = now // totp.STEP
    for step in range(here - 3, here + 4):
        code = totp.code_of(RFC_SECRET, step)
        is_near = abs(step - here) <= 1
        assert totp.step_of(RFC_SECRET, code, now, 0) == (step if is_near else None), step
        is_new = is_near and step > here
        assert totp.step_of(RFC_SECRET, code, now, here) == (step if is_new else None), step
    for wrong in ("", "12345", "1234567", "abcdef", "é" * 6, "\0" * 6):
        assert totp.step_of(RFC_SECRET, wrong, now, 0) is None


class Phone:
    """An account with an authenticator app, logged in."""

    def __init__(self, hall: Hall, name: str, secret: str) -> None:
        self.hall, self.name, self.secret = hall, name, secret
        self.key = ""
        self.recovery: list[str] = []

    @classmethod
    async def for_account(cls, hall: Any, name: str) -> "Phone":
        """Return a phone for a new account that has a second factor."""
        phone = cls(hall, name, await person(hall, name))
        made = await phone.ask("", password=PASSWORD)
        assert made.status_code == 201, made.text
        phone.key = made.json()["secret"]
        assert f"secret={phone.key}" in made.json()["uri"]
        done = await phone.ask("/confirm", code=phone.code)
        assert done.status_code == 200, done.text
        phone.recovery = done.json()["codes"]
        hall.clock.pass_time(30)
        return phone

    async def ask(self, path: str, **body: Any) -> httpx.Response:
        async with self.hall.client(self.secret) as client:
            return await client.post(PATH + path, json=body)

    @property
    def code(self) -> str:
        return totp.code_of(self.key, self.hall.clock.now() // totp.STEP)

    def wrong(self, number: int = 0) -> str:
        """Return a code that is not accepted now. Three codes are accepted at a time."""
        here = self.hall.clock.now() // totp.STEP
        right = {totp.code_of(self.key, here + step) for step in (-1, 0, 1)}
        return next(c for c in (f"{number + n:06}" for n in range(4)) if c not in right)

    async def log_in(self, code: str | None, password: str = PASSWORD) -> str:
        async with self.hall.client() as client:
            body = {"name": self.name, "password": password, "code": code}
            answer = await client.post("/api/login", json=body)
        return "in" if answer.status_code == 200 else answer.json()["code"]

    async def status(self) -> dict[str, Any]:
        async with self.hall.client(self.secret) as client:
            return (await client.get(PATH)).json()

    async def notices(self) -> list[str]:
        async with self.hall.client(self.secret) as client:
            return [one["message"] for one in (await client.get("/api/me/notices")).json()]


@pytest.mark.both_stores
def test_with_a_second_factor_the_password_alone_does_not_log_in(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall:
            phone = await Phone.for_account(hall, "Ada")
            assert await log_in(hall, "Ada") == "SECOND_FACTOR_NEEDED"
            assert await phone.log_in("  ") == "SECOND_FACTOR_NEEDED"
            assert await phone.log_in(phone.code, "wrong wrong") == "WRONG_PASSWORD", "no hint"
            assert await phone.log_in(phone.wrong()) == "WRONG_CODE"
            code = phone.code
            assert await phone.log_in(f"{code[:3]} {code[3:]}") == "in", "as the phone shows it"
            assert await phone.log_in(code) == "WRONG_CODE", "no code works twice"
            before = totp.code_of(phone.key, hall.clock.now() // totp.STEP - 1)
            assert await phone.log_in(before) == "WRONG_CODE", "nor one of before"
            hall.clock.pass_time(30)
            assert await phone.log_in(phone.code) == "in"
        async with opened(tmp_path, hall.clock) as hall:
            phone.hall = hall
            assert await log_in(hall, "Ada") == "SECOND_FACTOR_NEEDED"
            assert await phone.log_in(phone.code) == "WRONG_CODE", "after a restart neither"

    asyncio.run(main())


def test_the_second_factor_is_off_until_a_code_confirms_it(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall:
            phone = Phone(hall, "Ada", await person(hall, "Ada"))
            assert (await phone.ask("", password="wrong wrong")).json()["code"] == "WRONG_PASSWORD"
            phone.key = (await phone.ask("", password=PASSWORD)).json()["secret"]
            assert await log_in(hall, "Ada") == "in"
            for path in ("/prove", "/off", "/recovery-codes"):
                both = {} if path == "/prove" else {"password": PASSWORD}
                answer = await phone.ask(path, code=phone.code, **both)
                assert answer.json()["code"] == "NO_SECOND_FACTOR", path
            assert (await phone.ask("/confirm", code=phone.wrong())).json()["code"] == "WRONG_CODE"
            assert await phone.status() == {"on": False, "since": None, "recovery_codes": 0}
            old = phone.key
            phone.key = (await phone.ask("", password=PASSWORD)).json()["secret"]
            stale = totp.code_of(old, hall.clock.now() // totp.STEP)
            assert (await phone.ask("/confirm", code=stale)).json()["code"] == "WRONG_CODE"
            hall.clock.pass_time(3601)
            assert (await phone.ask("/confirm", code=phone.code)).json()["code"] == "NOT_FOUND"
            phone.key = (await phone.ask("", password=PASSWORD)).json()["secret"]
            assert len((await phone.ask("/confirm", code=phone.code)).json()["codes"]) == 10
            for path, body in (("", {"password": PASSWORD}), ("/confirm", {"code": phone.code})):
                assert (await phone.ask(path, **body)).status_code in (403, 404), "it is there"
            assert (await phone.status())["on"] is True

    asyncio.run(main())


@pytest.mark.both_stores
def test_a_recovery_code_works_once_and_new_ones_end_the_old(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall:
            phone = await Phone.for_account(hall, "Ada")
            bob = await Phone.for_account(hall, "Bob")
            first, second, *_ = phone.recovery
            assert len(set(phone.recovery)) == 10
            assert await bob.log_in(first) == "WRONG_CODE", "another's"
            assert await phone.log_in(first.upper().replace("-", " ")) == "in"
            assert await phone.log_in(first) == "WRONG_CODE"
            assert (await phone.status())["recovery_codes"] == 9
            assert "9 are left" in (await phone.notices())[0]
            hall.clock.pass_time(30)
            fresh = await phone.ask("/recovery-codes", password=PASSWORD, code=phone.code)
            assert await phone.log_in(second) == "WRONG_CODE"
            assert await phone.log_in(fresh.json()["codes"][0]) == "in"
            both = await asyncio.gather(*[phone.log_in(fresh.json()["codes"][1]) for _ in "ab"])
            assert Counter(both) == {"in": 1, "WRONG_CODE": 1}, "at the same moment"

    asyncio.run(main())


@pytest.mark.both_stores
def test_wrong_codes_delay_the_account_longer_each_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        monkeypatch.setattr(login_delay, "LOGIN_TRIES", 3)
        async with opened(tmp_path) as hall:
            phone = await Phone.for_account(hall, "Ada")
            bob = await Phone.for_account(hall, "Bob")
            for number in range(3):
                assert await phone.log_in(phone.wrong(10 * number)) == "WRONG_CODE"
            assert "wrong codes" in (await phone.notices())[0]
            for seconds in (1, 2, 4, 8):
                assert await phone.log_in(phone.code) == "TOO_MANY_TRIES", "the right one too"
                hall.clock.pass_time(seconds)
                assert await phone.log_in(phone.wrong()) == "WRONG_CODE"
            assert await bob.log_in(bob.code) == "in", "nobody else waits"
            hall.clock.pass_time(16)
            assert await phone.log_in(phone.code) == "in"
            assert await phone.log_in(phone.wrong()) == "WRONG_CODE", "counted from anew"
            assert await phone.log_in(phone.wrong(30)) == "WRONG_CODE"
            # Concurrent tries are counted like successive ones.
            for _ in range(4):
                hall.clock.pass_time(86_500)
            received = await asyncio.gather(*[phone.log_in(phone.wrong(10 * n)) for n in range(20)])
            assert Counter(received) == {"WRONG_CODE": 3, "TOO_MANY_TRIES": 17}
        async with opened(tmp_path, hall.clock) as hall:
            phone.hall = hall
            assert await phone.log_in(phone.code) == "TOO_MANY_TRIES", "after a restart too"

    asyncio.run(main())


def test_the_second_factor_is_turned_off_with_password_and_code(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall:
            phone = await Phone.for_account(hall, "Ada")
            for text, code in (
                ({"password": "wrong wrong", "code": phone.code}, "WRONG_PASSWORD"),
                ({"password": PASSWORD, "code": phone.wrong()}, "WRONG_CODE"),
                ({"password": PASSWORD, "code": ""}, "SECOND_FACTOR_NEEDED"),
            ):
                assert (await phone.ask("/off", **text)).json()["code"] == code
                assert (await phone.status())["on"] is True
            off = await phone.ask("/off", password=PASSWORD, code=phone.code)
            assert off.status_code == 204, off.text
            assert await log_in(hall, "Ada") == "in"
            assert await phone.status() == {"on": False, "since": None, "recovery_codes": 0}
            again = await phone.ask("/off", password=PASSWORD, code=phone.code)
            assert again.json()["code"] == "NO_SECOND_FACTOR"

    asyncio.run(main())


def test_older_tokens_and_sessions_stay_valid_and_a_new_password_keeps_the_second_factor(
    tmp_path: Path,
) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall:
            phone = await Phone.for_account(hall, "Ada")
            async with hall.client(phone.secret) as client:
                token = (await client.post("/api/me/tokens", json={})).json()["token"]
                bearer = {"Authorization": f"Bearer {token}"}
                fields = {"old": PASSWORD, "new": "better horse"}
                assert (await client.post("/api/me/password", json=fields)).status_code == 204
                assert (await client.get("/api/me", headers=bearer)).status_code == 200
                answer = await client.get(PATH, headers=bearer)
                assert answer.json()["code"] == "NO_SCOPE", "no token's business"
            assert await phone.log_in(None, "better horse") == "SECOND_FACTOR_NEEDED"
            assert await phone.log_in(phone.code, "better horse") == "in"

    asyncio.run(main())


@pytest.mark.both_stores
@pytest.mark.usefixtures("looking")
def test_a_password_reset_keeps_the_second_factor_unless_an_operator_removes_it(
    tmp_path: Path,
) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall:
            phone = await Phone.for_account(hall, "Ada")
            await person(hall, "Bob")

            async def use(code: str, second: str | None) -> str:
                body = {"name": "Ada", "code": code, "password": "another horse", "second": second}
                async with hall.client() as client:
                    answer = await client.post("/api/reset", json=body)
                    if answer.status_code == 200:
                        phone.secret = client.cookies["masa"]
                return "in" if answer.status_code == 200 else answer.json()["code"]

            code = (await admin_json(hall, "reset", "Ada", *WHY))["code"]
            assert await use("wrong", phone.code) == "WRONG_CODE"
            assert await use(code, None) == "SECOND_FACTOR_NEEDED"
            assert await use(code, phone.wrong()) == "WRONG_CODE"
            assert await use(code, phone.code) == "in", "the first code has not been used up"
            assert await use(code, phone.code) == "WRONG_CODE"
            code = (await admin_json(hall, "reset", "Ada", "--second-factor", *WHY))["code"]
            assert await use(code, None) == "in"
            assert (await phone.status())["on"] is False
            assert "dropped your second factor" in (await phone.notices())[0]
            assert await log_in(hall, "Ada", "another horse") == "in"
            entries = await admin_json(hall, "log")
            assert "without a second factor" in entries[-1]["what came of it"]
            none = await admin(hall, "reset", "Bob", "--second-factor", *WHY)
            assert (none.exit_code, "has no second factor" in none.output) == (1, True), none.output
            assert await log_in(hall, "Bob") == "in", "nothing was reset"
            wrong = await admin(hall, "ban", "Bob", "--second-factor", *WHY)
            assert (wrong.exit_code, "--second-factor" in wrong.output) == (2, True)

    asyncio.run(main())


def test_a_deleted_account_loses_its_second_factor_and_a_guest_cannot_have_one(
    tmp_path: Path,
) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall:
            phone = await Phone.for_account(hall, "Ada")
            async with hall.client(await hall.guest()) as client:
                answer = await client.post(PATH, json={"password": ""})
                assert answer.json()["code"] == "NOT_ALLOWED"
            async with hall.client(phone.secret) as client:
                body = {"password": PASSWORD}
                assert (await client.request("DELETE", "/api/me", json=body)).status_code == 204
            async with hall.engine.connect() as connection:
                for table in (store.second_factor, store.recovery_code):
                    assert (await connection.execute(table.select())).all() == []

    asyncio.run(main())


def test_no_recovery_code_is_in_the_database_and_no_secret_in_the_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def main() -> None:
        caplog.set_level("DEBUG")
        async with opened(tmp_path, request_log=True) as hall:
            phone = await Phone.for_account(hall, "Ada")
            await phone.log_in(phone.wrong())
            await phone.log_in(phone.recovery[0])
            await phone.log_in(phone.code)
        stored = b"".join(path.read_bytes() for path in tmp_path.glob("room.db*"))
        for code in phone.recovery:
            assert code.encode() not in stored
            assert code.replace("-", "").encode() not in stored
        for word in (phone.key, *phone.recovery, phone.code):
            assert word not in caplog.text

    asyncio.run(main())


def test_a_code_given_in_one_process_is_used_up_in_the_other(tmp_path: Path) -> None:
    """The second factor is read from the database at every login."""

    async def main() -> None:
        async with opened(tmp_path) as one:
            phone = await Phone.for_account(one, "Ada")
            code = phone.code
            async with opened(tmp_path, one.clock) as two:
                phone.hall = two
                assert await log_in(two, "Ada") == "SECOND_FACTOR_NEEDED"
                assert await phone.log_in(code) == "in"
                phone.hall = one
                assert await phone.log_in(code) == "WRONG_CODE"
                one.clock.pass_time(30)
                off = await phone.ask("/off", password=PASSWORD, code=phone.code)
                assert off.status_code == 204
                assert await log_in(two, "Ada") == "in"

    asyncio.run(main())


def test_a_restored_room_requires_the_second_factor_and_refuses_old_recovery_codes(
    tmp_path: Path,
) -> None:
    """A code that was used after the backup must not work again."""
    backup, key_file = tmp_path / "room.sealed", tmp_path / "masa.key"
    sealed_file.new_key(key_file)
    key = sealed_file.read_key(key_file)

    async def main() -> None:
        async with opened(tmp_path / "room") as hall:
            phone = await Phone.for_account(hall, "Ada")
            await asyncio.to_thread(backups.take, hall.settings.database_url, backup, key, 1)
            assert await phone.log_in(phone.recovery[0]) == "in"
        (tmp_path / "new").mkdir(mode=0o700)
        url = Settings(data=tmp_path / "new").database_url
        await asyncio.to_thread(restore, backup, key, url, hall.clock.now())
        async with opened(tmp_path / "new", hall.clock, database=url) as hall:
            phone.hall = hall
            assert await log_in(hall, "Ada") == "SECOND_FACTOR_NEEDED"
            for code in phone.recovery[:2]:
                assert await phone.log_in(code) == "WRONG_CODE"
            async with hall.client() as client:
                body = {"name": "Ada", "password": PASSWORD, "code": phone.code}
                assert (await client.post("/api/login", json=body)).status_code == 200
                phone.secret = client.cookies["masa"]
            assert any("make new ones" in text for text in await phone.notices())

    asyncio.run(main())
