"""Tests of e-mail: an address is confirmed before it is used, a password reset link works
once, and the answers do not reveal which addresses have an account."""

import asyncio
import re
import smtplib
from email.message import EmailMessage
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

import pytest

from pokermasa.server.accounts import mailer
from pokermasa.server.accounts.mailer import Mail, Mailer
from pokermasa.server.clock import Clock
from pokermasa.server.mail_address import MailAddress, is_mail_address
from pokermasa.server.settings import BadSettings, Settings, load
from tests.server.accounts.test_second_factor import Phone
from tests.server.operator import PASSWORD, log_in, person
from tests.server.smtp import MailServer
from tests.server.wired import Hall, opened

pytestmark = pytest.mark.sampled(2)

URL = "https://poker.example.org"
ADA = "ada@example.org"
AGENT = "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0"


def sending(server: MailServer) -> dict[str, str]:
    return {"mail": server.url, "public_url": URL}


def words_of(mail: EmailMessage) -> dict[str, str]:
    """Return the parameters in the fragment of the link in *mail*."""
    link = re.search(r"https://\S+#(\S+)", mail.get_content())
    assert link is not None, mail.get_content()
    return {name: found[0] for name, found in parse_qs(link[1]).items()}


async def ask(hall: Hall, method: str, path: str, secret: str | None = None, **body: Any) -> Any:
    async with hall.client(secret) as client:
        return await client.request(method, f"/api/{path}", json=body or None)


async def set_address(hall: Hall, secret: str, address: str | None, **more: Any) -> str:
    body = {"address": address, "password": PASSWORD, **more}
    answer = await ask(hall, "PUT", "me/email", secret, **body)
    return "done" if answer.status_code == 200 else answer.json()["code"]


async def confirmed(hall: Any, server: MailServer, name: str, address: str) -> str:
    """Return the session secret of a new account with the confirmed address *address*."""
    secret = await person(hall, name)
    assert await set_address(hall, secret, address) == "done"
    mails = await server.received(len(server.mails) + 1)
    answer = await ask(hall, "POST", "email/confirm", code=words_of(mails[-1])["email"])
    assert answer.status_code == 204, answer.text
    hall.clock.pass_time(601)
    return secret


async def is_quiet(hall: Hall) -> None:
    """Waits until all mails have been sent."""
    emails = hall.app.state.emails
    await emails.stop()
    await emails._mailer._queue.join()


@pytest.mark.both_stores
def test_an_address_counts_once_the_link_that_was_sent_there_is_opened(tmp_path: Path) -> None:
    async def main() -> None:
        async with MailServer.open() as server, opened(tmp_path, **sending(server)) as hall:
            secret = await person(hall, "Ada")
            assert await set_address(hall, secret, ADA, password="wrong wrong") == "WRONG_PASSWORD"
            assert await set_address(hall, secret, "Ada@Example.org") == "done"
            (mail,) = await server.received(1)
            assert (mail["To"], mail["From"]) == (ADA, "room@example.org")
            result = {"sends": True, "address": ADA, "confirmed": False}
            assert (await ask(hall, "GET", "me/email", secret)).json() == result
            assert (await ask(hall, "POST", "recovery", address=ADA)).status_code == 202
            await is_quiet(hall)
            code = words_of(mail)["email"]
            assert (await ask(hall, "POST", "email/confirm", code="x")).status_code == 403
            assert (await ask(hall, "POST", "email/confirm", code=code)).status_code == 204
            again = await ask(hall, "POST", "email/confirm", code=code)
            assert again.json()["code"] == "WRONG_CODE", "once"
            assert (await ask(hall, "GET", "me/email", secret)).json() == result | {
                "confirmed": True
            }
            assert len(server.mails) == 1, "nothing else went there before"
            # The first address is informed about the new one, which must be confirmed as well.
            assert await set_address(hall, secret, "new@example.org") == "done"
            assert await set_address(hall, secret, "third@example.org") == "TOO_FAST"
            mails = await server.received(3)
            assert sorted(m["To"] for m in mails[1:]) == [ADA, "new@example.org"]
            assert (await ask(hall, "GET", "me/email", secret)).json()["confirmed"] is False
            assert await set_address(hall, secret, None) == "done"
            assert (await ask(hall, "GET", "me/email", secret)).json()["address"] is None

    asyncio.run(main())


@pytest.mark.both_stores
def test_a_forgotten_password_is_replaced_by_a_link_that_works_once(tmp_path: Path) -> None:
    async def main() -> None:
        async with MailServer.open() as server, opened(tmp_path, **sending(server)) as hall:
            secret = await confirmed(hall, server, "Ada L", ADA)
            assert (await ask(hall, "POST", "recovery", address=" ADA@example.org ")).text == "null"
            (_, mail) = await server.received(2)
            words = words_of(mail)
            assert words["name"] == "Ada L"
            assert (await ask(hall, "GET", "me", secret)).status_code == 200, "nothing has changed"
            body = {"name": words["name"], "code": words["reset"], "password": "another horse"}
            answer = await ask(hall, "POST", "reset", **body)
            assert answer.status_code == 200, answer.text
            assert (await ask(hall, "GET", "me", secret)).status_code == 401, "logged out"
            assert await log_in(hall, "Ada L", "another horse") == "in"
            again = await ask(hall, "POST", "reset", **body)
            assert again.json()["code"] == "WRONG_CODE", "once"
            # an expired code
            await is_quiet(hall)
            count = len(server.mails)
            await ask(hall, "POST", "recovery", address=ADA)
            mails = await server.received(count + 1)
            hall.clock.pass_time(3601)
            late = await ask(hall, "POST", "reset", **body | {"code": words_of(mails[-1])["reset"]})
            assert late.json()["code"] == "WRONG_CODE"

    asyncio.run(main())


def test_recovery_answers_reveal_no_address_and_mails_are_rate_limited(
    tmp_path: Path,
) -> None:
    async def main() -> None:
        async with MailServer.open() as server, opened(tmp_path, **sending(server)) as hall:
            await confirmed(hall, server, "Ada", ADA)
            known = await ask(hall, "POST", "recovery", address=ADA)
            for address in ("nobody@example.org", "no address", "", "x" * 254, ADA, ADA):
                other = await ask(hall, "POST", "recovery", address=address)
                assert (other.status_code, other.content) == (known.status_code, known.content)
                assert other.headers.keys() == known.headers.keys()
            await server.received(2)
            await is_quiet(hall)
            assert len(server.mails) == 2, "one in ten minutes"
            hall.clock.pass_time(601)
            await ask(hall, "POST", "recovery", address=ADA)
            await server.received(3)

    asyncio.run(main())


def test_a_link_does_not_pass_the_second_factor(tmp_path: Path) -> None:
    async def main() -> None:
        async with MailServer.open() as server, opened(tmp_path, **sending(server)) as hall:
            phone = await Phone.for_account(hall, "Ada")
            assert await set_address(hall, phone.secret, ADA) == "done"
            (mail,) = await server.received(1)
            await ask(hall, "POST", "email/confirm", code=words_of(mail)["email"])
            await ask(hall, "POST", "recovery", address=ADA)
            (_, mail) = await server.received(2)
            body = {"name": "Ada", "code": words_of(mail)["reset"], "password": "another horse"}
            answer = await ask(hall, "POST", "reset", **body)
            assert answer.json()["code"] == "SECOND_FACTOR_NEEDED"
            answer = await ask(hall, "POST", "reset", **body, second=phone.code)
            assert answer.status_code == 200, answer.text

    asyncio.run(main())


def test_a_login_from_a_new_browser_is_reported_by_mail(tmp_path: Path) -> None:
    async def main() -> None:
        async with MailServer.open() as server, opened(tmp_path, **sending(server)) as hall:
            await confirmed(hall, server, "Ada", ADA)
            credentials = {"name": "Ada", "password": PASSWORD}
            async with hall.client() as client:
                client.headers["User-Agent"] = AGENT
                for _ in range(2):  # at the second login the browser is known
                    assert (await client.post("/api/login", json=credentials)).status_code == 200
            (_, mail) = await server.received(2)
            await is_quiet(hall)
            assert len(server.mails) == 2
            assert mail["Subject"] == "New sign-in"
            assert AGENT in mail.get_content()
            await log_in(hall, "Ada", "wrong wrong")
            await is_quiet(hall)
            assert len(server.mails) == 2, "nobody came in"

    asyncio.run(main())


def test_mails_are_in_the_readers_language(tmp_path: Path) -> None:
    async def main() -> None:
        async with MailServer.open() as server, opened(tmp_path, **sending(server)) as hall:
            assert await set_address(hall, await person(hall, "Ada"), ADA, lang="zh") == "done"
            (mail,) = await server.received(1)
            assert "请确认" in mail["Subject"]
            assert "Ada，您好" in mail.get_content()

    asyncio.run(main())


# The mail server


def test_mail_is_sent_again_after_a_temporary_error_and_not_after_a_permanent_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mailer, "RETRIES", (0.0, 0.0))

    async def main() -> None:
        async with MailServer.open() as server:
            sender = Mailer(MailAddress.read(server.url), Clock())
            sender.start()
            for subject, refusals, tries in (
                ("first", ["451 later", "421 later"], 3),
                ("second", ["550 nobody here"], 1),
                ("third", ["451 later"] * 3, 3),
                ("fourth", [], 1),
            ):
                server.refusals, before = refusals, server.tries
                sender.send(Mail(ADA, subject, "text"))
                await sender._queue.join()
                assert server.tries - before == tries, subject
            await sender.stop()
            assert [m["Subject"] for m in server.mails] == ["first", "fourth"]
            assert (sender.sent, sender.failed) == (2, 2)

    asyncio.run(main())


def test_the_mail_queue_is_bounded_and_no_mail_content_is_logged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(mailer, "WAITING", 3)
    monkeypatch.setattr(mailer, "RETRIES", ())
    caplog.set_level("DEBUG")

    async def main() -> None:
        sender = Mailer(MailAddress.read("smtp://127.0.0.1:1?from=room@example.org"), Clock())
        for number in range(5):
            sender.send(Mail(ADA, "hello", f"https://x/#reset=secret{number}"))
        assert sender.failed == 2
        sender.start()
        async with asyncio.timeout(60):
            while sender.failed < 5:
                await asyncio.sleep(0.005)
        await sender.stop()

    asyncio.run(main())
    assert "a mail was not sent: ConnectionRefusedError" in caplog.text
    assert "a mail was dropped" in caplog.text
    assert ADA not in caplog.text
    assert "secret" not in caplog.text


def test_without_a_mail_server_mail_requests_are_refused_with_no_mail(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall:
            secret = await person(hall, "Ada")
            assert await set_address(hall, secret, ADA) == "NO_MAIL"
            assert (await ask(hall, "POST", "recovery", address=ADA)).json()["code"] == "NO_MAIL"
            data = (await ask(hall, "GET", "me/email", secret)).json()
            assert data == {"sends": False, "address": None, "confirmed": False}
            assert (await ask(hall, "GET", "me/email", await hall.guest())).status_code == 200

    asyncio.run(main())


# Invalid addresses


@pytest.mark.parametrize(
    "wrong",
    [
        *("", "ada", "@example.org", "ada@", "ada@example", "a b@example.org", "ada@exa mple.org"),
        *("ada@example.org\nBcc: eve@example.org", "ada@example.org,eve@example.org", "a@b..org"),
        *("<ada@example.org>", ".ada@example.org", "ada.@example.org", "ada@-", "é@example.org"),
        f"{'a' * 65}@example.org",
        f"ada@{'a.' * 130}org",
    ],
)
def test_malformed_mail_addresses_are_not_valid(wrong: str) -> None:
    assert not is_mail_address(wrong)


def test_a_malformed_address_is_refused_and_no_mail_is_sent(tmp_path: Path) -> None:
    async def main() -> None:
        async with MailServer.open() as server, opened(tmp_path, **sending(server)) as hall:
            secret = await person(hall, "Ada")
            for wrong in ("ada", "ada@example.org\r\nBcc: eve@example.org", "é@example.org"):
                assert await set_address(hall, secret, wrong) == "BAD_ADDRESS"
            assert (await ask(hall, "GET", "me/email", secret)).json()["address"] is None
            assert await set_address(hall, await hall.guest(), ADA) == "NOT_ALLOWED"
            assert server.mails == []

    asyncio.run(main())


# Settings


@pytest.mark.parametrize(
    ("mail", "says"),
    [
        ("nonsense", "an address like smtps://"),
        ("http://user:hunter2@host?from=a@example.org", "an address like smtps://"),
        ("smtp://user:hunter2@host", "the sender is missing"),
        ("smtp://user:hunter2@host?from=nobody", "the sender is missing"),
        ("smtp://user:hunter2@host:x?from=a@example.org", "an address like"),
        ("smtp://user:hunter2@host/path?from=a@example.org", "an address like"),
        ("smtp://user:hunter2@host?from=a@example.org&tls=no", "nothing but `from`"),
    ],
)
def test_the_message_about_a_wrong_mail_setting_does_not_contain_the_password(
    mail: str, says: str
) -> None:
    with pytest.raises(BadSettings) as refused:
        load({"mail": mail, "public_url": URL})
    assert says in str(refused.value)
    assert "hunter2" not in str(refused.value)


def test_the_mail_setting_is_read_from_a_file_and_requires_public_url(tmp_path: Path) -> None:
    file = tmp_path / "mail"
    file.write_text("smtps://user:hunter2@smtp.example.org?from=room@example.org\n")
    server = load({"mail_file": file, "public_url": f"{URL}/"}).mail_server
    assert server is not None
    assert (server.password, server.port, server.is_tls) == ("hunter2", 465, True)
    assert load({"public_url": f"{URL}/"}).public_url == URL
    assert Settings().mail_server is None
    for flags, says in (
        ({"mail_file": file}, "public_url"),
        ({"mail_file": tmp_path / "none", "public_url": URL}, "cannot be read"),
        ({"mail_file": file, "mail": "smtp://h?from=a@b.org", "public_url": URL}, "one of them"),
        ({"public_url": "poker.example.org"}, "https://"),
        ({"public_url": "https://poker.example.org/path"}, "https://"),
    ):
        with pytest.raises(BadSettings) as refused:
            load(flags)
        assert says in str(refused.value)
        assert "hunter2" not in str(refused.value)


def test_no_mail_or_password_goes_to_a_remote_server_without_tls(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def main() -> None:
        async with MailServer.open() as server:
            address = MailAddress.read(server.url)._replace(user="user", password="hunter2")
            sender = Mailer(address, Clock())
            await asyncio.to_thread(sender._deliver, Mail(ADA, "x", "y"))
            assert len(server.mails) == 1, "on this machine nobody else reads it"
            monkeypatch.setattr(MailAddress, "is_here", False)
            with pytest.raises(smtplib.SMTPNotSupportedError):
                await asyncio.to_thread(sender._deliver, Mail(ADA, "x", "y"))
            assert len(server.mails) == 1
            assert server.logins == 1

    asyncio.run(main())
