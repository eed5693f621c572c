"""Tests of guests that choose their own name."""

import re
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from sqlalchemy import Connection, select

from pokermasa.server.accounts import accounts
from pokermasa.server.clock import DAY_MS
from pokermasa.server.refusal import Refused
from pokermasa.server.storage import deleted_name
from pokermasa.server.storage import schema as store
from tests.server.room import Opened, open_room


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Opened]:
    with open_room(tmp_path_factory.mktemp("guests")) as room:
        yield room


def guest(room: Opened, body: str | list[Any] | dict[str, int | str | list[str]]) -> httpx.Response:
    with room.http() as client:
        return client.post("/api/guests", json=body)


def test_a_guest_may_choose_a_name_and_needs_no_password(room: Opened) -> None:
    answer = guest(room, {"name": "  Ada  L "})
    assert (answer.status_code, answer.json()["name"]) == (201, "Ada L")
    assert answer.json()["kind"] == "guest"
    # Guests cannot log in by name.
    with room.http() as client:
        login = client.post("/api/login", json={"name": "Ada L", "password": ""})
    assert login.json()["code"] == "WRONG_PASSWORD"


def test_a_taken_name_is_refused_as_for_any_new_name(room: Opened) -> None:
    room.person("Toygar")
    assert guest(room, {"name": "Blaise"}).status_code == 201
    for taken in ("toygar", "ＴＯＹＧＡＲ", "blaise"):
        answer = guest(room, {"name": taken})
        assert (answer.status_code, answer.json()["code"]) == (409, "NAME_TAKEN"), taken
        assert "set-cookie" not in answer.headers


@pytest.mark.parametrize("bad", ["", " ", "x", "x" * 21, "a\u202eb", "<b>bold</b>", "\u0430dmin"])
def test_a_bad_name_is_refused_with_its_reason(room: Opened, bad: str) -> None:
    answer = guest(room, {"name": bad})
    assert (answer.status_code, answer.json()["code"]) == (422, "BAD_NAME")


@pytest.mark.parametrize(
    "body",
    [{"name": 7}, {"name": ["Ada"]}, {"lang": "xx"}, {"password": "correct horse"}, [], "Ada"],
)
def test_a_request_without_a_valid_name_is_unreadable(
    room: Opened, body: str | dict[str, int | str | list[str]] | list[Any]
) -> None:
    answer = guest(room, body)
    assert (answer.status_code, answer.json()["code"]) == (422, "UNREADABLE")


@pytest.mark.parametrize(
    ("body", "pattern"),
    [
        (None, r"[a-z]+ [a-z]+ \d{4}"),
        ({}, r"[a-z]+ [a-z]+ \d{4}"),
        ({"name": None, "lang": "en"}, r"[a-z]+ [a-z]+ \d{4}"),
        ({"lang": "zh"}, r"[\u4e00-\u9fa5]{4,6}\d{4}"),
    ],
)
def test_a_guest_without_a_name_gets_a_generated_one(
    room: Opened, body: dict[str, str | None] | None, pattern: str
) -> None:
    with room.http() as client:
        answer = client.post("/api/guests", **({} if body is None else {"json": body}))  # type: ignore[arg-type]
    assert answer.status_code == 201
    assert re.fullmatch(pattern, answer.json()["name"])


def test_nobody_else_takes_the_old_name_of_a_guest_who_chose_another(room: Opened) -> None:
    """A stranger with the old name could be mistaken for the guest. The name is free after 90
    days."""
    was = guest(room, {"name": "Mallard"})
    with room.http() as client:
        client.cookies.update(was.cookies)
        fields = {"name": "Drake", "password": "correct horse"}
        assert client.post("/api/me/keep", json=fields).json()["name"] == "Drake"
    for taken in ("Mallard", "mallard", "Ma11ard"):
        answer = guest(room, {"name": taken})
        assert (answer.status_code, answer.json()["code"]) == (409, "NAME_TAKEN"), taken
    with room.http() as client:
        new = {"name": "Mallard", "password": "correct horse"}
        assert client.post("/api/accounts", json=new).json()["code"] == "NAME_TAKEN"

    def later(connection: Connection) -> None:
        soon = room.app.state.clock.now() + deleted_name.DAYS * DAY_MS
        accounts.verify_unlike(connection, "Mallard", soon + 1)
        with pytest.raises(Refused, match="taken"):
            accounts.verify_unlike(connection, "Mallard", soon - 60_000)
        # The guest may take the name again, because no account was deleted.
        found = connection.execute(
            select(store.account.c.id).where(store.account.c.name == "Drake")
        )
        accounts.verify_unlike(connection, "Mallard", soon - 60_000, found.scalar_one())
        assert deleted_name.find_deleted(connection, "Mallard", soon - 60_000) is None

    room.run(room.lobby.writer.write(later))


def test_a_guest_who_keeps_the_same_name_reserves_nothing(room: Opened) -> None:
    was = guest(room, {"name": "Teal"})
    with room.http() as client:
        client.cookies.update(was.cookies)
        fields = {"name": "teal", "password": "correct horse"}
        assert client.post("/api/me/keep", json=fields).json()["name"] == "teal"
    name = room.run(room.lobby.writer.write(lambda c: deleted_name.find(c, "Teal", 0)))
    assert name is None
