"""Tests of uploaded hands: they are read by a worker, private, counted once and deleted on
request, with any content and after a kill at any time."""

import asyncio
import contextlib
import io
import json
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
from pydantic import TypeAdapter
from sqlalchemy import text as sql

from pokermasa.histories import phh, pokerstars
from pokermasa.histories.formats import FORMATS
from pokermasa.histories.stats import Stats
from pokermasa.histories.toml import Bare
from pokermasa.rules import StackIndex
from pokermasa.server.connection import http_protocol
from pokermasa.server.storage import schema as store
from pokermasa.server.storage.archive.hand_data import HandData, HandLine
from pokermasa.server.study import upload_reader, uploads
from pokermasa.server.study.upload_record import UploadData
from pokermasa.study.chance import all_in_equity
from pokermasa.study.data import Analysed
from tests.histories.playing import play
from tests.histories.test_other_sites import FOREIGN, NOT_READ
from tests.server.crash import AFTER, BEFORE, Nursery
from tests.server.room import open_room, until
from tests.server.store import Store, reading
from tests.server.study.test_study import get, many, post, run
from tests.server.whole_room.test_faults import Felt
from tests.server.wired import Hall, StillClock, opened

pytestmark = pytest.mark.sampled(2)

ONE = """PokerStars Hand #{number}: Hold'em No Limit ($0.05/$0.10 USD) - {date}
Table 'Vesta' 2-max Seat #1 is the button
Seat 1: Ann ($10 in chips)
Seat 2: Villain99 ($12 in chips)
Ann: posts small blind $0.05
Villain99: posts big blind $0.10
*** HOLE CARDS ***
Dealt to Ann [As Kd]
Ann: raises $0.20 to $0.30
Villain99: calls $0.20
*** FLOP *** [2c 7d Kh]
Villain99: checks
Ann: bets $0.40
Villain99: calls $0.40
*** TURN *** [2c 7d Kh] [9s]
Villain99: checks
Ann: checks
*** RIVER *** [2c 7d Kh 9s] [3h]
Villain99: bets $1
Ann: calls $1
*** SHOW DOWN ***
Villain99: shows [9h 9d] (three of a kind, Nines)
Ann: mucks hand
Villain99 collected $3.30 from pot
*** SUMMARY ***
Total pot $3.40 | Rake $0.10
Board [2c 7d Kh 9s 3h]
Seat 1: Ann (button) (small blind) mucked [As Kd]
Seat 2: Villain99 (big blind) showed [9h 9d] and won ($3.30) with three of a kind, Nines


"""


def text(hands: int, first: int = 100) -> str:
    numbers = range(first, first + hands)
    return "".join(
        ONE.format(number=n, date=f"2024/05/01 20:00:{(n - 100) % 60:02} ET") for n in numbers
    )


async def person(hall: Hall, name: str = "Ann Lee") -> str:
    accounts = hall.app.state.accounts
    return await accounts.sessions.open(await accounts.create(name, "correct horse"))


async def send(hall: Hall, secret: str, body: str | bytes, **query: str) -> httpx.Response:
    content = body.encode() if isinstance(body, str) else body
    async with hall.client(secret) as client:
        return await client.post(
            "/api/uploads", params={"name": "session.txt", **query}, content=content
        )


async def read(hall: Hall, secret: str, body: str | bytes, **query: str) -> dict[str, Any]:
    """Upload a file and wait until it has been read. Return its state."""
    answer = await send(hall, secret, body, **query)
    assert answer.status_code == 201, answer.text
    return await finished(hall, secret, answer.json()["id"])


async def finished(hall: Hall, secret: str, id: str) -> dict[str, Any]:
    while True:
        data = (await get(hall, f"/api/uploads/{id}", secret)).json()
        UploadData.model_validate(data, strict=True)
        if data["state"] != "reading":
            return data
        await asyncio.sleep(0.005)


def files(hall: Hall) -> list[str]:
    return files_in(hall.settings.data)


async def rows(hall: Hall, table: str) -> int:
    async with hall.engine.connect() as connection:
        return len((await connection.execute(store.metadata.tables[table].select())).all())


@pytest.mark.both_stores
def test_a_file_becomes_hands_with_pages_analysis_and_statistics(tmp_path: Path) -> None:
    """The file holds hands of this room as PokerStars text. The figures equal those of `masa
    stats` for the file and for the stored hands."""

    async def main(hall: Hall) -> None:
        felt = await Felt.laid(hall)
        await many(felt, 12)
        ada, name = felt.secrets[0], (await get(hall, "/api/me", felt.secrets[0])).json()["name"]
        file = (await get(hall, "/api/hands/export?format=pokerstars", ada)).text
        me = await person(hall)
        data = await read(hall, me, file)
        assert (data["state"], data["format"], data["hands"]) == ("done", "pokerstars", 12)
        assert data["refused"] == []
        assert data["read_bytes"] == data["bytes"] == len(file.encode())
        stats = Stats(by_position=True, equity=all_in_equity())
        for found in FORMATS["pokerstars"].reader()(io.StringIO(file)):
            stats.add(found.history)
        mine = (await get(hall, "/api/me/stats?source=uploads", me)).json()
        assert mine["all"] == pytest.approx({"hands": 12, **stats.players[name].rates})
        assert mine["bb_100_adjusted"] == pytest.approx(stats.players[name].bb_100_adjusted)
        assert (await get(hall, "/api/me/stats", me)).json()["all"]["hands"] == 0
        lines = (await get(hall, "/api/hands?source=uploads", me)).json()
        played = (await get(hall, "/api/hands", ada)).json()
        same = ("net", "cards", "board", "pot", "big", "players", "position", "showdown", "all_in")
        key = json.dumps
        assert sorted([key([one[k] for k in same]) for one in lines]) == sorted(
            [key([one[k] for k in same]) for one in played]
        )
        for one in lines[:4]:
            TypeAdapter(HandLine).validate_python(one, strict=True)
            page = (await get(hall, f"/api/hands/{one['id']}", me)).json()
            TypeAdapter(HandData).validate_python(page)
            hero = next(player for player in page["players"] if player["you"])
            assert (hero["name"], hero["net"], hero["cards"]) == (name, one["net"], one["cards"])
            assert sum(player["net"] for player in page["players"]) == 0
            data = (await get(hall, f"/api/hands/{one['id']}/analysis", me)).json()
            TypeAdapter(Analysed).validate_python(data)
            assert data["players"] == [player["name"] for player in page["players"]]
            for format in ("phh", "pokerstars", "ohh"):
                written = (await get(hall, f"/api/hands/{one['id']}/{format}", me)).text
                (again,) = FORMATS[format].reader()(io.StringIO(written))
                assert again.error is None
        won = (await get(hall, "/api/hands?source=uploads&result=won", me)).json()
        assert won == [one for one in lines if one["net"] > 0]
        third = lines[2]["id"]
        rest = (await get(hall, f"/api/hands?source=uploads&before={third}", me)).json()
        assert rest == lines[3:]
        exported = (await get(hall, "/api/hands/export?source=uploads&format=phh", me)).text
        assert len(list(phh.read_all(io.StringIO(exported)))) == 12
        assert (await get(hall, "/api/hands", me)).json() == []
        while files(hall):
            await asyncio.sleep(0.005)

    run(tmp_path, main)


def test_amounts_sites_and_heroes_are_taken_from_the_file(tmp_path: Path) -> None:
    async def main(hall: Hall) -> None:
        me = await person(hall)
        result = await read(hall, me, text(1))
        (line,) = (await get(hall, f"/api/hands?source=uploads&upload={result['id']}", me)).json()
        assert (line["scale"], line["currency"], line["net"], line["big"]) == (100, "$", -170, 10)
        assert (line["cards"], line["position"], line["masa"]) == (["As", "Kd"], "BTN", "")
        assert line["ended"] == 1_714_608_000_000, "20:00 in New York, as UTC"
        page = (await get(hall, f"/api/hands/{line['id']}", me)).json()
        assert page["table"] == "Vesta"
        assert [player["final"] for player in page["players"]] == [1360, 830]
        assert page["pots"] == [[{"amount": 340, "winners": [{"side": 1, "share": 330}]}]], (
            "after rake"
        )
        assert [act["act"] for act in page["acts"][:3]] == ["RR30", "CA", "CH"]
        assert (await get(hall, "/api/hands?source=uploads&upload=nothing", me)).json() == []
        assert (await get(hall, "/api/hands?source=uploads&masa=felt", me)).json() == []
        # The file does not show anybody's hole cards, so its owner is unknown unless a hero is
        # named.
        bare = text(1).replace("Dealt to Ann [As Kd]\n", "").replace("mucked [As Kd]", "mucked")
        other = await person(hall, "Bo Lee")
        result = await read(hall, other, bare)
        assert result["hands"] == 1
        assert (await get(hall, "/api/me/stats?source=uploads", other)).json()["all"]["hands"] == 0
        await (hall.client(other)).delete(f"/api/uploads/{result['id']}")
        result = await read(hall, other, bare, hero="Villain99")
        assert (result["hands"], result["hero"]) == (1, "Villain99")
        (line,) = (await get(hall, "/api/hands?source=uploads", other)).json()
        assert (line["net"], line["position"]) == (160, "BB")
        result = await read(hall, other, bare, hero="Nobody")
        assert (result["hands"], result["refused_count"]) == (0, 1)

    run(tmp_path, main)


@pytest.mark.both_stores
def test_a_duplicate_hand_is_not_counted_twice(tmp_path: Path) -> None:
    """Holds for a repeated upload, for a file with duplicates and for two concurrent uploads."""

    async def main(hall: Hall) -> None:
        me = await person(hall)
        first, second = await asyncio.gather(
            read(hall, me, text(60)), read(hall, me, text(60, first=130))
        )
        assert first["hands"] + second["hands"] == 90
        assert first["twice"] + second["twice"] == 30
        again = await read(hall, me, text(60) + text(3, first=500) + text(3, first=500))
        assert (again["hands"], again["twice"]) == (3, 63)
        assert (await get(hall, "/api/me/stats?source=uploads", me)).json()["all"]["hands"] == 93
        other = await person(hall, "Bo Lee")
        assert (await read(hall, other, text(60)))["hands"] == 60, "but everybody has their own"

    run(tmp_path, main)


def test_hands_without_a_number_that_differ_only_in_cards_are_kept_apart(tmp_path: Path) -> None:
    """They are two hands, and each has an analysis of its own."""
    hand = """variant = 'NT'
antes = [0, 0]
blinds_or_straddles = [1, 2]
min_bet = 2
starting_stacks = [200, 200]
actions = ['d dh p1 CARDS', 'd dh p2 ????', 'p2 f']
players = ['Ann', 'Bo']
"""

    async def main(hall: Hall) -> None:
        me = await person(hall)
        for cards in ("AsAh", "7s2h"):
            told = await read(hall, me, hand.replace("CARDS", cards), name="hand.phh")
            assert (told["hands"], told["twice"]) == (1, 0), told
        lines = (await get(hall, "/api/hands?source=uploads", me)).json()
        assert sorted(line["cards"] for line in lines) == [["7s", "2h"], ["As", "Ah"]]
        chances = {}
        for line in lines:
            told = (await get(hall, f"/api/hands/{line['id']}/analysis", me)).json()
            shown = [step["chances"] for step in told["steps"] if step["chances"]]
            chances["".join(line["cards"])] = shown[-1][0]["equity"]
        assert chances["7s2h"] < 0.4 < 0.8 < chances["AsAh"]

    run(tmp_path, main)


async def unseen(hall: Hall, secret: str, ids: list[str], upload: str) -> None:
    for id in ids:
        for part in ("", "/analysis", "/phh", "/pokerstars", "/ohh", "/solution"):
            answer = await get(hall, f"/api/hands/{id}{part}", secret)
            assert (answer.status_code, answer.json()["code"]) == (404, "NOT_FOUND"), part
        assert (await post(hall, f"/api/hands/{id}/shares", secret)).status_code == 404
        async with hall.client(secret) as client:
            assert (await client.delete(f"/api/hands/{id}")).status_code == 404
    assert (await get(hall, f"/api/uploads/{upload}", secret)).status_code == 404
    async with hall.client(secret) as client:
        assert (await client.delete(f"/api/uploads/{upload}")).status_code == 404
    assert (await get(hall, "/api/uploads", secret)).json()["uploads"] == []


@pytest.mark.rotated
@pytest.mark.both_stores
def test_uploaded_hands_are_private_and_deleted_on_request(tmp_path: Path) -> None:
    async def main(hall: Hall) -> None:
        me, other = await person(hall), await person(hall, "Bo Lee")
        upload = (await read(hall, me, text(3)))["id"]
        lines = (await get(hall, "/api/hands?source=uploads", me)).json()
        ids = [line["id"] for line in lines]
        await unseen(hall, other, ids, upload)
        for name in ("Ann Lee", "Bo Lee"):
            profile = (await get(hall, f"/api/players/{name}", other)).json()
            assert profile["all"]["hands"] == 0, "never in what is public"
        made = (await post(hall, f"/api/hands/{ids[0]}/shares", me, hide_names=False)).json()
        assert made["hide_names"] is True
        assert (await get(hall, "/api/shares", me)).json() == [made]
        link = f"/api/shares/{made['id']}"
        for part in ("", "/analysis", "/phh", "/pokerstars", "/ohh"):
            result = await get(hall, f"{link}{part}")
            assert result.status_code == 200, result.text
            day = ("2024", "day = ", "17145", "17146")
            for secret in ("Villain99", "Ann", "Vesta", "#100", "20:00", ids[0], upload, *day):
                assert secret not in result.text, (part, secret)
        for id in ids:
            assert (await get(hall, f"/api/hands/{id}/analysis", me)).status_code == 200
            assert (await get(hall, f"/api/hands/{id}/solution", me)).status_code == 200
        assert await rows(hall, "judgement") == 3
        assert hall.app.state.analyses._cache
        assert (await get(hall, "/api/me/stats?source=uploads", me)).json()["all"]["hands"] == 3
        async with hall.client(me) as client:
            assert (await client.delete(f"/api/hands/{ids[0]}")).status_code == 204
        assert not hall.app.state.analyses._cache, "nothing that was worked out of it is left"
        for path in (f"/api/hands/{ids[0]}", link, f"{link}/analysis"):
            assert (await get(hall, path, me)).status_code == 404
        assert (await get(hall, "/api/uploads", me)).json()["hands"] == 2
        assert await rows(hall, "judgement") == 2
        assert (await get(hall, "/api/me/stats?source=uploads", me)).json()["all"]["hands"] == 2
        await post(hall, f"/api/hands/{ids[1]}/shares", me)
        async with hall.client(me) as client:
            assert (await client.delete(f"/api/uploads/{upload}")).status_code == 204
        for table in ("upload", "uploaded_hand", "share", "judgement"):
            assert await rows(hall, table) == 0, table
        assert (await get(hall, "/api/me/stats?source=uploads", me)).json()["all"]["hands"] == 0
        assert (await read(hall, me, text(3)))["hands"] == 3, "and may be brought again"
        await post(hall, "/api/ranges", me, name="open", text="77+")
        async with hall.client(me) as client:
            body = {"password": "correct horse"}
            assert (await client.request("DELETE", "/api/me", json=body)).status_code == 204
        for table in ("upload", "uploaded_hand", "share", "saved_range", "statistics"):
            assert await rows(hall, table) == 0, table

    run(tmp_path, main)


def test_hands_played_in_this_room_cannot_be_deleted(tmp_path: Path) -> None:
    async def main(hall: Hall) -> None:
        felt = await Felt.laid(hall)
        await many(felt, 1)
        (line,) = (await get(hall, "/api/hands", felt.secrets[0])).json()
        async with hall.client(felt.secrets[0]) as client:
            answer = await client.delete(f"/api/hands/{line['id']}")
        assert (answer.status_code, answer.json()["code"]) == (403, "NOT_ALLOWED")

    run(tmp_path, main)


REFUSED = {
    "nothing": (b"", "BAD_UPLOAD", 422),
    "a zip": (b"PK\x03\x04" + bytes(2000), "BAD_UPLOAD", 422),
    "a gzip": (b"\x1f\x8b\x08" + bytes(2000), "BAD_UPLOAD", 422),
    "too much": (b"x" * 5001, "TOO_LARGE", 413),
}


def test_a_file_without_hands_is_refused_and_leaves_no_data(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main(hall: Hall) -> None:
        me, guest = await person(hall), await hall.guest()
        for body, code, status in REFUSED.values():
            answer = await send(hall, me, body)
            assert (answer.status_code, answer.json()["code"]) == (status, code)

        async def pieces() -> AsyncIterator[bytes]:
            for _ in range(6):
                yield b"x" * 1000

        async with hall.client(me) as client:
            answer = await client.post("/api/uploads?name=x", content=pieces())
            assert answer.json()["code"] == "TOO_LARGE", "nobody said how long it would be"
            answer = await client.post(
                "/api/uploads?name=x", content=b"x", headers={"Content-Encoding": "gzip"}
            )
            assert answer.json()["code"] == "BAD_UPLOAD"
            for query in ("", "?name=", "?name=" + 121 * "x", "?name=x&hero=" + 81 * "x"):
                answer = await client.post(f"/api/uploads{query}", content=b"x")
                assert answer.status_code == 422
        answer = await send(hall, guest, text(1))
        assert (answer.status_code, answer.json()["code"]) == (403, "NOT_ALLOWED")
        async with hall.client() as client:
            answer = await client.post("/api/uploads?name=x", content=text(1).encode())
            assert answer.status_code == 401
        assert await rows(hall, "upload") == 0
        assert files(hall) == []

    monkeypatch.setattr(uploads, "UPLOAD_BYTES", 5000)
    run(tmp_path, main)


def test_the_size_of_uploads_is_limited_per_account(tmp_path: Path) -> None:
    size = len(text(2).encode())

    async def main(hall: Hall) -> None:
        me = await person(hall)
        both = await asyncio.gather(
            send(hall, me, text(2)), send(hall, me, text(2, first=200)), return_exceptions=True
        )
        assert sorted(answer.status_code for answer in both) == [201, 409], "of two at once, one"
        stored = next(answer.json() for answer in both if answer.status_code == 201)
        await finished(hall, me, stored["id"])
        answer = await send(hall, me, text(2, first=300))
        assert (answer.status_code, answer.json()["code"]) == (409, "UPLOADS_FULL")
        async with hall.client(me) as client:
            await client.delete(f"/api/uploads/{stored['id']}")
        result = await read(hall, me, text(2, first=300))
        assert result["hands"] == 2
        other = await person(hall, "Bo Lee")
        assert (await get(hall, "/api/uploads", other)).json()["most_bytes"] == size + 100

    run(tmp_path, main, upload_bytes_an_account=size + 100)


def test_hands_beyond_the_limit_of_the_account_are_refused_with_that_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(uploads, "HAND_BYTES", 20_000)

    async def main(hall: Hall) -> None:
        me = await person(hall)
        result = await read(hall, me, text(8))
        assert (result["hands"], result["refused_count"]) == (5, 3)
        assert "5 hands of yours" in result["refused"][0]["reason"]
        answer = await send(hall, me, text(1, first=900))
        assert answer.json()["code"] == "UPLOADS_FULL"

    run(tmp_path, main, upload_bytes_an_account=100_000)


@pytest.mark.rotated
def test_nonsense_and_broken_hands_are_grouped_by_reason(tmp_path: Path) -> None:
    broken = text(40).replace("Ann: calls $1\n", "Ann: raises $3 to $3.50\n", 7)
    cut = text(5)[:-700]

    async def main(hall: Hall) -> None:
        me = await person(hall)
        rng = Random(5)
        nonsense = bytes(rng.choices(range(256), k=1 << 16)) * 4
        for body in (nonsense, b"\n" * (1 << 18), b"[x]\n" * 2_000, b"{" * (1 << 18)):
            result = await read(hall, me, body)
            assert result["hands"] == 0
            assert result["state"] == "failed" or result["refused_count"] > 0
            assert len(result["refused"]) <= 31
        result = await read(hall, me, broken)
        assert (result["hands"], result["refused_count"]) == (33, 7)
        (group,) = result["refused"]
        assert group["count"] == 7
        assert "hand 100" in group["example"] or "line" in group["example"]
        result = await read(hall, me, cut.replace("#10", "#77"))
        assert (result["hands"], result["refused_count"]) == (4, 1)
        result = await read(
            hall, me, "STATE:75:f:Kc7s|2s6d:5|-5:p2|p1\nSTATE:0:rc/cc:Ah|Kh:10|-10:a|b\n"
        )
        assert (result["state"], result["format"]) == ("done", "acpc")
        assert (result["hands"], result["refused_count"]) == (1, 1)
        for number, (site, first) in enumerate(FOREIGN):
            good = text(1, first=700 + number)
            result = await read(hall, me, f"{first}\n\n{good}")
            assert (result["hands"], result["refused_count"]) == (1, 1), first
            assert result["refused"][0]["reason"] == f"{site} {NOT_READ}"
        result = await read(hall, me, f"{first}\n")
        assert (result["hands"], result["refused_count"]) == (0, 1)

    run(tmp_path, main)


def test_files_are_read_in_pieces_and_continued_after_a_restart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A new worker continues at the position where the last one stopped."""
    monkeypatch.setattr(upload_reader, "HANDS", 7)

    async def main() -> None:
        clock = StillClock()
        async with opened(tmp_path, clock) as hall:
            me = await person(hall)
            id = (await send(hall, me, text(100))).json()["id"]
            while (await get(hall, f"/api/uploads/{id}", me)).json()["hands"] < 20:
                await asyncio.sleep(0)
        # A worker keeps the file open until it ends.
        upload_reader.close(str(tmp_path / "uploads" / id))
        async with opened(tmp_path, clock) as hall:
            result = await finished(hall, me, id)
            assert (result["hands"], result["twice"], result["refused_count"]) == (100, 0, 0)
            while files(hall):
                await asyncio.sleep(0.005)

    asyncio.run(main())


HANDS = 2 * upload_reader.HANDS
"""Hands in several pieces of a file, so that a room can be killed between two."""


@pytest.mark.sampled(2)
@pytest.mark.parametrize("dies", [BEFORE, AFTER])
def test_after_a_kill_during_an_upload_every_hand_is_stored_once(
    tmp_path: Path, nursery: Nursery, dies: str
) -> None:
    """The room is killed (kill -9) before or right after a commit. A partly received upload is
    lost."""
    settings = {
        "house_tables": False,
        "study_workers": 0,
        "data": str(tmp_path),
        "database": Store.url_of(tmp_path),
        "requests_a_second": 1e6,
    }

    async def main() -> None:
        server = nursery.start(settings, dies)
        async with httpx.AsyncClient(base_url=server.http, timeout=120) as client:
            body = {"name": "Ann Lee", "password": "correct horse"}
            made = await client.post("/api/accounts", json=body)
            cookie = {"Cookie": f"masa={dict(made.cookies)['masa']}"}
            content = text(HANDS).encode()
            id = (await client.post("/api/uploads?name=x", content=content, headers=cookie)).json()[
                "id"
            ]
            half = socket.create_connection(("127.0.0.1", server.port))
            head = "POST /api/uploads?name=y HTTP/1.1\r\nHost: localhost\r\n"
            head += f"Cookie: {cookie['Cookie']}\r\n"
            half.sendall(f"{head}Content-Length: 5000\r\n\r\n".encode() + b"x" * 1000)
            server.arm()
            # If all hands were stored already, this request causes the fatal write.
            with contextlib.suppress(httpx.HTTPError):
                await client.put("/api/me/privacy", json={"private": True}, headers=cookie)
            await server.death()
            half.close()
        server = nursery.start(settings)
        async with httpx.AsyncClient(base_url=server.http, timeout=120) as client:
            while True:
                data = (await client.get(f"/api/uploads/{id}", headers=cookie)).json()
                if data["state"] != "reading":
                    break
                await asyncio.sleep(0.01)
            assert (data["state"], data["hands"], data["twice"]) == ("done", HANDS, 0)
            every = (await client.get("/api/uploads", headers=cookie)).json()
            assert (len(every["uploads"]), every["hands"]) == (1, HANDS)
        while files_in(tmp_path):
            await asyncio.sleep(0.01)
        server.kill()
        await server.death()
        with reading(tmp_path / "room.db") as connection:
            (count,) = connection.execute("SELECT count(*) FROM uploaded_hand").fetchone()
        assert count == HANDS

    asyncio.run(main())


@pytest.mark.rotated
def test_a_long_file_arrives_completely_over_the_network(tmp_path: Path) -> None:
    """Holds for pieces of any size and for several uploads over one connection."""
    body = text(200).encode()
    assert len(body) > 2 * 65_536, "more than is read at once"

    with open_room(tmp_path) as room, room.http() as client:
        client.headers["Cookie"] = f"masa={room.person('Ann Lee').secret}"
        for _ in range(2):
            answer = client.post("/api/uploads?name=x", content=body)
            assert answer.status_code == 201, answer.text
            id = answer.json()["id"]
            while (data := client.get(f"/api/uploads/{id}").json())["state"] == "reading":
                time.sleep(0.01)
        assert (data["hands"], data["twice"], data["bytes"]) == (0, 200, len(body))


@pytest.mark.parametrize("waits", [False, True])
def test_a_partly_sent_file_leaves_no_data(
    tmp_path: Path, waits: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The client disconnects in the middle or stops sending."""
    monkeypatch.setattr(http_protocol, "BODY_TIME_MS", 300 if waits else 120_000)
    with open_room(tmp_path) as room:
        ann = room.person("Ann Lee")
        with socket.create_connection(("127.0.0.1", room.port)) as half:
            half.sendall(
                f"POST /api/uploads?name=x HTTP/1.1\r\nHost: localhost\r\n"
                f"Cookie: masa={ann.secret}\r\nContent-Length: 900000\r\n\r\n".encode()
            )
            half.sendall(b"x" * 100_000)
            if waits:
                with contextlib.suppress(ConnectionResetError):
                    while half.recv(1 << 16):  # until the room closes the connection
                        pass
            else:
                room.run(until(lambda: files_in(tmp_path)))
        room.run(until(lambda: not files_in(tmp_path)))
        room.run(until(lambda: not room.app.state.uploads._at_work))
        with room.http(ann) as client:
            assert client.get("/api/uploads").json()["uploads"] == []


def files_in(folder: Path) -> list[str]:
    uploads = folder / "uploads"
    return [path.name for path in uploads.iterdir()] if uploads.exists() else []


def test_concurrent_uploads_are_limited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def main(hall: Hall) -> None:
        me = await person(hall)
        gate = asyncio.Event()

        async def slow() -> AsyncIterator[bytes]:
            yield text(1).encode()
            await gate.wait()

        async def sending() -> httpx.Response:
            async with hall.client(me) as client:
                return await client.post("/api/uploads?name=x", content=slow())

        first = asyncio.create_task(sending())
        while not hall.app.state.uploads._at_work.total():
            await asyncio.sleep(0)
        answer = await send(hall, me, text(1))
        assert (answer.status_code, answer.json()["code"]) == (429, "QUEUE_FULL")
        other = await person(hall, "Bo Lee")
        assert (await read(hall, other, text(1)))["hands"] == 1
        gate.set()
        assert (await first).status_code == 201
        await finished(hall, me, (await first).json()["id"])
        while hall.app.state.uploads._at_work.total():
            await asyncio.sleep(0.005)

    monkeypatch.setattr(uploads, "UPLOADS_AN_ACCOUNT", 1)
    run(tmp_path, main)


def test_every_upload_format_is_read(tmp_path: Path) -> None:
    (found,) = pokerstars.read_all(io.StringIO(text(1)))
    assert found.history is not None

    async def main(hall: Hall) -> None:
        for number, (name, one) in enumerate(FORMATS.items()):
            if one.writer is None:
                continue
            me = await person(hall, f"Ann {number}")
            written = "".join(one.writer()([("1", found.history)]))
            result = await read(hall, me, written, hero="Ann")
            assert (result["format"], result["hands"]) == (name.replace("phhs", "phh"), 1), result

    run(tmp_path, main)


def played_file(hands: int) -> str:
    """Return hands of random tables with two to nine players, in PokerStars format as saved by the
    first player.
    """
    named = []
    for seed in range(hands):
        history = play(seed, "tda", players=Random(seed).choice((2, 3, 6, 9))).history
        date = {"year": 2024, "month": 5, "day": 1 + seed % 28, "time": Bare("20:00:00")}
        named.append((str(seed), history.replace(fields={**history.fields, **date})))
    return "".join(pokerstars.write_all(named, StackIndex(0)))


async def counted(hall: Hall, secret: str) -> dict[str, Any]:
    while True:
        data = (await get(hall, "/api/me/stats?source=uploads", secret)).json()
        if not data["pending"]:
            return data


async def verify_statistics(hall: Hall, folder: Path, hands: int) -> None:
    """Checks that the statistics of the upload equal those of `masa stats` for the same file."""
    file = folder / "session.txt"
    file.write_text(played_file(hands))
    asked = ["stats", str(file), "--hero", "Player1", "--json", "--adjust", "--positions"]
    masa = [sys.executable, "-c", "from pokermasa.cli import main; main()"]
    printed = await asyncio.to_thread(subprocess.check_output, [*masa, *asked], text=True)
    expected = [json.loads(line) for line in printed.splitlines()]
    me = await person(hall)
    result = await read(hall, me, file.read_bytes())
    assert (result["hands"], result["refused"]) == (expected[0]["hands"], [])
    mine = await counted(hall, me)
    assert {**mine["all"], "bb_100_adjusted": mine["bb_100_adjusted"]} == pytest.approx(
        {name: expected[0][name] for name in (*mine["all"], "bb_100_adjusted")}
    )
    places = {one.pop("position"): one for one in mine["positions"]}
    assert places == {
        one["position"]: pytest.approx({name: one[name] for name in places[one["position"]]})
        for one in expected[1:]
    }


@pytest.mark.soak
def test_statistics_of_five_thousand_hands_are_those_of_masa_stats(tmp_path: Path) -> None:
    run(tmp_path, lambda hall: verify_statistics(hall, tmp_path, 5_000))


def test_a_page_of_uploaded_hands_is_read_from_the_list_index_alone(tmp_path: Path) -> None:
    """Holds with any filter and for any page."""

    async def main(hall: Hall) -> None:
        wanted = (
            "SELECT id FROM uploaded_hand WHERE account = 1 AND (ended, id) < (9, 9) AND pot >= 10"
            " AND cell IN (0, 14) AND showdown IS 1 AND position = 'BTN' AND net > 0"
            " AND upload = 'u' ORDER BY ended DESC, id DESC LIMIT 100"
        )
        async with hall.engine.connect() as connection:
            plan = await connection.execute(sql(f"EXPLAIN QUERY PLAN {wanted}"))
            (row,) = plan.all()
        assert "USING COVERING INDEX ix_uploaded_hand_list (account=? AND ended<?)" in row.detail

    if Store.kind == "sqlite":
        run(tmp_path, main)
