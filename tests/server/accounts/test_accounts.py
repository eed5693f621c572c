"""Tests of accounts: createAccount, login, logout and buyChips of document 004, and their
refusals."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from argon2 import extract_parameters

from pokermasa.server.accounts import accounts
from tests.server.room import DEAR_HASHER, Opened, Session, open_room, run
from tests.server.store import reading

NOWHERE = {
    **{"seated": [], "hosted": [], "refill": 10_000, "refills_left": 2},
    **{"private": False, "role": None},
}


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Opened]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(accounts, "REFILLS_A_DAY", 2)
        with open_room(tmp_path_factory.mktemp("room")) as room:
            yield room


@pytest.mark.statement("S004-19", "S004-20")
def test_an_account_has_a_name_a_password_and_chips(room: Opened) -> None:
    with room.http() as ada:
        made = ada.post("/api/accounts", json={"name": "Ada L", "password": "correct horse"})
        assert made.status_code == 201
        assert made.json() == {"name": "Ada L", "kind": "person", "chips": 10_000, **NOWHERE}
        assert ada.post("/api/logout").status_code == 204
        assert ada.get("/api/me").status_code == 401
        for wrong in ("correct hors", "correct horse ", "Correct horse", "correct horse" * 2):
            refused = ada.post("/api/login", json={"name": "Ada L", "password": wrong})
            assert (refused.status_code, refused.json()["code"]) == (403, "WRONG_PASSWORD")
            assert "set-cookie" not in refused.headers
            assert ada.get("/api/me").status_code == 401
        again = ada.post("/api/login", json={"name": "ada  l", "password": "correct horse"})
        assert again.json()["name"] == "Ada L"
        assert ada.post("/api/me/chips").json()["chips"] == 20_000
        assert ada.post("/api/me/chips").json()["chips"] == 30_000
        assert ada.post("/api/me/chips").json()["code"] == "NO_MORE_REFILLS"


@pytest.mark.statement("S004-29")
def test_buying_chips_credits_the_amount_asked_for(room: Opened) -> None:
    with room.http() as http:
        http.post("/api/accounts", json={"name": "Buyer", "password": "correct horse"})
        for wrong in (0, -5, 10_001, 10**13, 2.5, "500", True, [500]):
            refused = http.post("/api/me/chips", json={"amount": wrong})
            assert (refused.status_code, refused.json()["code"]) == (422, "UNREADABLE"), wrong
        assert "10000" in http.post("/api/me/chips", json={"amount": 10_001}).json()["message"]
        refused = http.post("/api/me/chips", json={"amount": 500, "to": "Emil"})
        assert (refused.status_code, refused.json()["code"]) == (422, "UNREADABLE")
        assert http.get("/api/me").json()["chips"] == 10_000
        assert http.post("/api/me/chips", json={"amount": 500}).json()["chips"] == 10_500
        assert http.post("/api/me/chips", json={}).json()["chips"] == 20_500
        assert http.post("/api/me/chips", json={"amount": 1}).json()["code"] == "NO_MORE_REFILLS"


def test_every_route_refuses_fields_it_does_not_know(room: Opened) -> None:
    tried = 0
    with room.http() as http:
        described = http.get("/openapi.json").json()
        http.post("/api/accounts", json={"name": "Fields", "password": "correct horse"})
        for path, methods in described["paths"].items():
            for method, about in methods.items():
                takes_a_file = "application/octet-stream" in about.get("requestBody", {}).get(
                    "content", {}
                )
                if method == "get" or path == "/api/logout" or takes_a_file:
                    continue
                url = re.sub(r"{.*?}", "1", path)
                answer = http.request(method.upper(), url, json={"no_such_field": 1})
                assert answer.status_code in (401, 403, 422), (method, path, answer.text)
                tried += answer.status_code == 422
        assert http.post("/api/logout", json={"no_such_field": 1}).status_code == 422
    assert tried > 30


def test_a_name_can_be_used_once_in_any_spelling(room: Opened) -> None:
    room.person("Emil")
    with room.http() as other:
        answer = other.post("/api/accounts", json={"name": "ＥＭＩＬ", "password": "12345678"})
        assert (answer.status_code, answer.json()["code"]) == (409, "NAME_TAKEN")


@pytest.mark.parametrize("name", ["", "x", "a" * 21, "tab\tname\u202e", "<b>bold</b>"])
def test_unreadable_account_names_are_refused(room: Opened, name: str) -> None:
    with room.http() as http:
        answer = http.post("/api/accounts", json={"name": name, "password": "12345678"})
        assert (answer.status_code, answer.json()["code"]) == (422, "BAD_NAME")


def test_wrong_password_and_unknown_name_get_the_same_refusal(room: Opened) -> None:
    room.person("Daria")
    with room.http() as http:
        wrong = [
            http.post("/api/login", json={"name": name, "password": "wrong wrong"})
            for name in ("Daria", "Nobody")
        ]
    assert [answer.status_code for answer in wrong] == [403, 403]
    assert wrong[0].json() == wrong[1].json()


def test_a_guest_keeps_name_and_chips(room: Opened) -> None:
    guest = room.guest()
    with room.http(guest) as http:
        http.post("/api/me/chips")
        answer = http.post("/api/me/keep", json={"name": "Kept", "password": "12345678"})
        assert answer.json() == {
            "name": "Kept",
            "kind": "person",
            "chips": 20_000,
            **NOWHERE,
            "refills_left": 1,
        }
        twice = http.post("/api/me/keep", json={"name": "Kept2", "password": "12345678"})
        assert twice.status_code == 403


@pytest.mark.sqlite_only("its file is read")
def test_the_database_holds_no_session_secret_and_no_plain_password(room: Opened) -> None:
    session = room.person("Secretive", "a very secret password")
    text = (room.settings.data / "room.db").read_bytes()
    text += (room.settings.data / "room.db-wal").read_bytes()
    assert session.secret.encode() not in text
    assert b"a very secret password" not in text
    assert b"$argon2id$" in text


def test_hashing_a_password_takes_64_megabytes_and_three_rounds() -> None:
    """RFC 9106 recommends these Argon2 parameters for little memory. Only tests use cheaper
    ones."""
    parameters = extract_parameters(DEAR_HASHER.hash("a very secret password"))
    assert (parameters.memory_cost, parameters.time_cost) == (64 * 1024, 3)


def test_the_session_cookie_is_sent_to_this_host_only_and_hidden_from_scripts(
    tmp_path: Path, room: Opened
) -> None:
    with room.http() as http:
        cookie = http.post("/api/guests").headers["set-cookie"]
    assert cookie.startswith("masa=")
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    assert "Secure" not in cookie
    with open_room(tmp_path, behind_tls=True) as safe, safe.http() as http:
        answer = http.post("/api/guests")
        cookie = answer.headers["set-cookie"]
        assert "max-age" in answer.headers["strict-transport-security"]
    assert cookie.startswith("__Host-masa=")
    assert "Secure" in cookie
    assert "Domain" not in cookie


def test_logging_out_everywhere_ends_sessions_and_open_sockets_but_not_tokens(room: Opened) -> None:
    first = room.person("Everywhere")
    with room.http() as http:
        http.post("/api/login", json={"name": "Everywhere", "password": "correct horse"})
        second = Session("Everywhere", http.cookies["masa"])
    with room.http(first) as http:
        token = Session("", http.post("/api/me/tokens", json={"label": "bot"}).json()["token"])

    async def main() -> None:
        client = await room.connect(second)
        with room.http(first) as http:
            assert http.post("/api/logout-everywhere").status_code == 204
        with pytest.raises(ConnectionError):
            await client.next("nothing")
        await client.close()

    run(main())
    for session, status in ((first, 401), (second, 401), (token, 200)):
        with room.http(session) as http:
            assert http.get("/api/me").status_code == status


def test_a_token_can_be_revoked_by_its_owner_only(room: Opened) -> None:
    owner, other = room.guest(), room.guest()
    with room.http(owner) as http, room.http(other) as stranger:
        secret = http.post("/api/me/tokens", json={"label": "bot"}).json()["token"]
        (token,) = http.get("/api/me/tokens").json()
        assert token["label"] == "bot"
        assert stranger.get("/api/me/tokens").json() == []
        assert stranger.delete(f"/api/me/tokens/{token['id']}").status_code == 404
        assert http.delete(f"/api/me/tokens/{token['id']}").status_code == 204
    with room.http(Session("", secret)) as bot:
        assert bot.get("/api/me").status_code == 401


def test_a_new_password_ends_the_old_sessions(room: Opened) -> None:
    session = room.person("Changer")
    with room.http(session) as http:
        body = {"old": "wrong wrong", "new": "another one"}
        assert http.post("/api/me/password", json=body).status_code == 403
        body["old"] = "correct horse"
        assert http.post("/api/me/password", json=body).status_code == 204
        assert http.get("/api/me").status_code == 401
        login = {"name": "Changer", "password": "another one"}
        assert http.post("/api/login", json=login).status_code == 200


def test_a_deleted_account_is_gone_but_its_name_stays_reserved(room: Opened) -> None:
    session = room.person("Leaver")
    mine = {"name": "Leaver", "password": "correct horse"}
    with room.http(session) as http:
        body = {"password": mine["password"]}
        assert http.request("DELETE", "/api/me", json=body).status_code == 204
        assert http.get("/api/me").status_code == 401
        assert http.post("/api/accounts", json=mine).json()["code"] == "NAME_TAKEN"


def test_a_session_expires(tmp_path: Path) -> None:
    with open_room(tmp_path) as room:
        session = room.guest()
        with reading(room.settings.data / "room.db") as database:
            database.execute("UPDATE session SET expires = 1")
        with room.http(session) as http:
            assert http.get("/api/me").status_code == 401


@pytest.mark.one_process("of an allowance, each process gives away half before it tells the others")
def test_logins_are_limited_per_address_and_requests_per_account(tmp_path: Path) -> None:
    slow = {"logins_a_minute": 0.01, "requests_a_second": 0.01}
    with open_room(tmp_path, **slow) as room, room.http() as http:
        assert http.post("/api/guests").status_code == 201
        assert http.get("/api/tables").json()["code"] == "TOO_FAST"
        assert http.get("/health").status_code == 200
    with open_room(tmp_path, logins_a_minute=0.01) as room, room.http() as http:
        codes = [http.post("/api/guests").status_code for _ in range(12)]
        assert codes == [201] * 10 + [429] * 2


def test_processes_that_open_at_the_same_moment_have_the_same_house_bots(
    room: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both processes look for a bot's account at the same time, and neither finds it."""
    accounts = room.app.state.accounts
    named, looked = accounts.named, []

    async def named_late(name: Any) -> Any:
        looked.append(name)
        return None if len(looked) == 1 else await named(name)

    made = room.run(accounts.house("Zeki (bot)"))
    monkeypatch.setattr(accounts, "named", named_late)
    assert room.run(accounts.house("Zeki (bot)")) == made


def test_a_page_of_another_origin_may_not_use_a_visitors_cookie(room: Opened) -> None:
    with room.http(room.guest()) as http:
        answer = http.post("/api/me/chips", headers={"Origin": "https://evil.example"})
        assert answer.status_code == 403
        answer = http.post("/api/me/chips", headers={"Origin": room.url})
        assert answer.status_code == 200


def test_every_response_has_the_security_headers_and_large_bodies_are_refused(room: Opened) -> None:
    with room.http() as http:
        headers = http.get("/api/tables").headers
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
        assert headers["cache-control"] == "no-store"
        for path in ("/docs", "/openapi.json", "/redoc"):
            other = http.get(path)
            assert other.headers["content-security-policy"] == headers["content-security-policy"]
            assert other.status_code == (404 if path == "/redoc" else 200)
        long = http.post("/api/login", content=b"x" * 100_000)
        assert long.status_code == 413


def test_every_browser_is_listed_and_can_be_logged_out_from_another(room: Opened) -> None:
    room.person("Browsers")
    fields = {"name": "Browsers", "password": "correct horse"}
    with room.http() as http:
        answer = http.post("/api/login", json=fields, headers={"User-Agent": "Telephone/1"})
        phone = Session("Browsers", answer.cookies["masa"])

    async def main() -> None:
        client = await room.connect(phone)
        with room.http() as http:
            http.post("/api/login", json=fields, headers={"User-Agent": "Desk/1"})
            sessions = http.get("/api/me/sessions").json()
            assert [s["here"] for s in sessions] == [False, False, True]
            (found,) = [s for s in sessions if s["agent"] == "Telephone/1"]
            assert found["seen"] >= found["created"]
            assert http.delete("/api/me/sessions/unknown").status_code == 404
            assert http.delete(f"/api/me/sessions/{found['id']}").status_code == 204
            assert http.get("/api/me").status_code == 200
        with pytest.raises(ConnectionError):
            await client.next("nothing")

    run(main())
    with room.http(phone) as http:
        assert http.get("/api/me").status_code == 401


def test_a_new_password_leaves_this_browser_logged_in_and_no_other(room: Opened) -> None:
    first = room.person("Changed")
    with room.http() as http:
        http.post("/api/login", json={"name": "Changed", "password": "correct horse"})
        fields = {"old": "correct horse", "new": "better horse"}
        assert http.post("/api/me/password", json=fields).status_code == 204
        assert http.get("/api/me").status_code == 200
    with room.http(first) as http:
        assert http.get("/api/me").status_code == 401


def test_logging_out_ends_the_session_however_its_secret_was_sent(room: Opened) -> None:
    guest = room.guest()
    with room.http(guest) as http:  # A bot sends its token in the Authorization header.
        assert http.post("/api/logout").status_code == 204
        assert http.get("/api/me").status_code == 401


def test_a_name_has_letters_of_one_alphabet(room: Opened) -> None:
    with room.http() as http:
        fields = {
            "name": "\u0430dmin",
            "password": "correct horse",
        }  # The first letter is Cyrillic.
        answer = http.post("/api/accounts", json=fields)
        assert (answer.status_code, answer.json()["code"]) == (422, "BAD_NAME")
        for name in ("\u041c\u0430\u0448\u0430", "\u5f20 Wei"):
            fields = {"name": name, "password": "correct horse"}
            assert http.post("/api/accounts", json=fields).status_code == 201


def test_own_account_lists_own_seats_hosted_tables_and_remaining_refills(room: Opened) -> None:
    async def main() -> None:
        host = room.guest()
        made = room.table(host, private=True, small=2, big=4)
        client = await room.connect(host)
        await client.ask("sit", masa=made["id"], stack=100)
        with room.http(host) as http:
            me = http.get("/api/me").json()
        place = {"masa": made["id"], "name": "Test", "key": made["key"], "small": 2, "big": 4}
        assert (me["seated"], me["hosted"]) == ([place], [place])
        assert (me["refill"], me["refills_left"], me["chips"]) == (10_000, 2, 9_900)

    run(main())
