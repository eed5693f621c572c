"""Tests of notes on players: only their writer sees them, their number is limited, and they
are deleted with either account."""

import asyncio
from pathlib import Path

import httpx
import pytest

from pokermasa.server.storage import notes
from tests.server.study.test_study import get, run
from tests.server.wired import Hall


async def put(hall: Hall, secret: str | None, name: str, **options: object) -> httpx.Response:
    async with hall.client(secret) as client:
        return await client.put(f"/api/me/notes/{name}", json=options)


async def name_of(hall: Hall, secret: str) -> str:
    return (await get(hall, "/api/me", secret)).json()["name"]


@pytest.mark.both_stores
def test_a_note_is_visible_to_its_writer_only_and_follows_a_renamed_player(tmp_path: Path) -> None:
    async def main(hall: Hall) -> None:
        ann, bo = await hall.guest(), await hall.guest()
        name = await name_of(hall, bo)
        assert (await put(hall, ann, name, text="calls\ntoo much", colour="red")).status_code == 204
        stored = {"name": name, "text": "calls\ntoo much", "colour": "red"}
        assert (await get(hall, "/api/me/notes", ann)).json() == [stored]
        assert (await get(hall, "/api/me/notes", bo)).json() == []
        assert (await get(hall, "/api/me/notes", None)).status_code == 401
        assert name not in (await get(hall, f"/api/players/{await name_of(hall, ann)}", bo)).text
        async with hall.client(bo) as client:
            keeping = {"name": "Bo Kept", "password": "12345678"}
            assert (await client.post("/api/me/keep", json=keeping)).status_code == 200
        assert (await get(hall, "/api/me/notes", ann)).json() == [stored | {"name": "Bo Kept"}]
        assert (await put(hall, ann, "Bo Kept", colour="blue")).status_code == 204
        assert (await get(hall, "/api/me/notes", ann)).json() == [
            {"name": "Bo Kept", "text": "", "colour": "blue"}
        ]
        assert (await put(hall, ann, "Bo Kept", text="  ")).status_code == 204
        assert (await get(hall, "/api/me/notes", ann)).json() == []
        assert (await put(hall, ann, "nobody at all", text="x")).status_code == 404
        for wrong in ({"text": "x" * 501}, {"colour": "pink"}, {"text": 3}, {"more": 1}):
            assert (await put(hall, ann, "Bo Kept", **wrong)).status_code == 422, wrong
        assert (await put(hall, None, "Bo Kept", text="x")).status_code == 401

    run(tmp_path, main)


def test_the_number_of_notes_is_limited_also_for_concurrent_requests(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main(hall: Hall) -> None:
        ann = await hall.guest()
        names = [await name_of(hall, await hall.guest()) for _ in range(4)]
        answers = await asyncio.gather(*[put(hall, ann, name, text="x") for name in names])
        assert sorted(answer.status_code for answer in answers) == [204, 204, 409, 409]
        stored = (await get(hall, "/api/me/notes", ann)).json()
        # An existing note can be changed at the limit.
        assert (await put(hall, ann, stored[0]["name"], text="y")).status_code == 204

    monkeypatch.setattr(notes, "NOTES_AN_ACCOUNT", 2)
    run(tmp_path, main)


def test_notes_are_deleted_with_the_account_of_writer_or_subject(tmp_path: Path) -> None:
    async def main(hall: Hall) -> None:
        ann, bo, cem = [await hall.guest() for _ in range(3)]
        names = [await name_of(hall, one) for one in (ann, bo, cem)]
        await put(hall, ann, names[1], text="about bo")
        await put(hall, ann, names[2], text="about cem")
        await put(hall, bo, names[0], text="by bo")
        async with hall.client(bo) as client:
            assert (await client.request("DELETE", "/api/me", json={})).status_code == 204
        left = (await get(hall, "/api/me/notes", ann)).json()
        assert [note["text"] for note in left] == ["about cem"]
        async with hall.engine.connect() as connection:
            found = await connection.exec_driver_sql("SELECT text FROM note")
            assert [row[0] for row in found] == ["about cem"]

    run(tmp_path, main)
