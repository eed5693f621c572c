"""Tests that no byte that other accounts receive depends on the content of an upload.

A file is uploaded twice, each time to a new room with the same seed: once unchanged, and once
with other cards, players and amounts. The responses to others from every route, including
requests with the true ids of the file, its hands and links, must be equal."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from pokermasa.histories import pokerstars
from pokermasa.histories.toml import Bare
from pokermasa.rules import StackIndex
from pokermasa.server.storage.archive.upload_archive import READING
from pokermasa.server.study import upload_reader
from pokermasa.study import chance
from tests.histories.playing import play
from tests.server.study.test_uploads import person, send
from tests.server.whole_room.test_secrecy import readable_paths
from tests.server.wired import FOREVER, Hall, StillClock, foreseeable, opened

HANDS = 4
DATE = {"year": 2024, "month": 5, "day": 1, "time": Bare("20:00:00")}


def file(seed: str, names: str = "Zebulon") -> str:
    """Return a file of HANDS hands as the first player saw them, dealt from *seed*."""
    rng = Random(seed)
    received = []
    for number in range(HANDS):
        history = play(rng.randrange(10**9), "tda", players=3).history
        called = tuple([f"{names}{place}" for place in range(history.players)])
        received.append(
            (str(number), history.replace(names=called, fields={**history.fields, **DATE}))
        )
    return "".join(pokerstars.write_all(received, StackIndex(0)))


class Brought:
    """A room in which an account uploaded a file and made a link to each of its hands."""

    def __init__(self, hall: Hall, owner: str, other: str) -> None:
        self.hall, self.owner, self.other = hall, owner, other
        self.upload = ""
        self.hands: list[str] = []
        self.links: list[str] = []

    @classmethod
    async def here(cls, hall: Hall, text: str) -> "Brought":
        self = cls(hall, await person(hall, "Ann Lee"), await person(hall, "Bo Ray"))
        answer = await send(hall, self.owner, text)
        assert answer.status_code == 201, answer.text
        self.upload = answer.json()["id"]
        session = await hall.app.state.accounts.sessions.find(self.owner)
        # Not read over HTTP, because /metrics counts requests.
        while True:
            result = await hall.app.state.uploads.find(session.account, self.upload)
            if result.state != READING:
                break
            await asyncio.sleep(0.005)
        assert (result.hands, result.refused) == (HANDS, [])
        listed = await hall.app.state.uploaded.list_for(session.account)
        self.hands = sorted([line["id"] for line in listed])
        async with hall.client(self.owner) as client:
            for hand in self.hands:
                made = await client.post(f"/api/hands/{hand}/shares", json={"hide_names": False})
                self.links.append(made.json()["id"])
            assert (await client.get("/api/me/stats?source=uploads")).status_code == 200
        return self

    def paths(self) -> list[str]:
        """Return the paths of all GET routes, with the ids of the uploaded file and its hands."""
        found = readable_paths(self.hall.app, [], self.hands)
        found += ["/api/hands?source=uploads", "/api/me/stats?source=uploads"]
        found += [f"/api/hands?source=uploads&upload={self.upload}"]
        found += [f"/api/hands/export?source=uploads&format={f}" for f in ("phh", "ohh")]
        found += [f"/api/hands/{hand}/solution" for hand in self.hands]
        found += ["/api/players/Ann%20Lee", "/api/leaderboards?by=tournaments&period=season"]
        return [path.replace("/000000000000", f"/{self.upload}") for path in found]

    async def others(self) -> list[str]:
        """Return the responses to another account and to a client without a login."""
        received = [
            await self.hall.get(path, who) for path in self.paths() for who in (self.other, None)
        ]
        async with self.hall.client(self.other) as client:
            for asked in (
                client.delete(f"/api/uploads/{self.upload}"),
                *[client.delete(f"/api/hands/{hand}") for hand in self.hands],
                *[client.delete(f"/api/shares/{link}") for link in self.links],
                *[client.post(f"/api/hands/{hand}/shares", json={}) for hand in self.hands],
            ):
                answer = await asked
                assert answer.status_code == 404, answer.text
                received.append(answer.text)
        return received

    async def linked(self) -> list[str]:
        """Return the responses to requests with a link."""
        received = []
        for link in self.links:
            for part in ("", "/analysis", "/phh", "/pokerstars", "/ohh"):
                for who in (self.other, None):
                    received.append(await self.hall.get(f"/api/shares/{link}{part}", who))
        return received


def fetch_uploads(
    folder: Any, text: str, what: Callable[[Brought], Awaitable[list[str]]]
) -> list[str]:
    async def main() -> list[str]:
        async with opened(folder, StillClock(), lease_ms=FOREVER) as hall:
            return await what(await Brought.here(hall, text))

    with pytest.MonkeyPatch.context() as patch:
        foreseeable(patch, "uploads")
        patch.setattr(chance, "PRECISION", 0.05)  # Fewer boards depend on the same cards.
        # Reads the file as one piece, however slow the machine is.
        patch.setattr(upload_reader, "SECONDS", FOREVER)
        return asyncio.run(main())


def test_no_byte_sent_to_others_depends_on_an_upload(tmp_path: Path) -> None:
    here = fetch_uploads(tmp_path / "1", file("one"), Brought.others)
    there = fetch_uploads(tmp_path / "2", file("another", "Someone else "), Brought.others)
    assert here == there
    assert sum(" 200 " in answer for answer in here) > 20
    assert not any("Zebulon" in answer for answer in here)


def test_a_link_to_an_uploaded_hand_reveals_no_name(tmp_path: Path) -> None:
    """A link shows the same bytes for other player names and the same cards. It shows other bytes
    for other cards, because a link shall show the cards."""
    here = fetch_uploads(tmp_path / "1", file("one"), Brought.linked)
    there = fetch_uploads(tmp_path / "2", file("one", "Someone else "), Brought.linked)
    assert here == there
    assert all(" 200 " in answer for answer in here)
    assert fetch_uploads(tmp_path / "3", file("another"), Brought.linked) != here
