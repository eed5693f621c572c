"""Tests of the data export: all data of the account, as its owner saw it, and nothing else."""

import asyncio
import io
import json
import zipfile
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import insert

from pokermasa.server.accounts import own_data
from pokermasa.server.refusal import Refused
from pokermasa.server.storage import schema as store
from tests.server.accounts.test_deletion import many_hands
from tests.server.operator import PASSWORD, Seats, person
from tests.server.study.test_uploads import read as upload
from tests.server.study.test_uploads import text as uploaded_text
from tests.server.wired import Decks, Hall, dealt_from, opened

pytestmark = pytest.mark.sampled(2)


async def export(hall: Hall, secret: str, body: Any = None) -> Any:
    async with hall.client(secret) as client:
        return await client.post("/api/me/export", json=body or {"password": PASSWORD})


def read(data: bytes) -> dict[str, list[Any]]:
    with zipfile.ZipFile(io.BytesIO(data)) as found:
        assert found.testzip() is None
        return {
            name.removesuffix(".jsonl"): [json.loads(line) for line in found.open(name)]
            for name in found.namelist()
            if name.endswith(".jsonl")
        }


@pytest.mark.both_stores
def test_the_export_has_all_data_of_the_account_and_no_card_it_did_not_see(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    dealt_from(Decks("export"), monkeypatch)

    async def main() -> None:
        async with opened(tmp_path) as hall:
            seats = await Seats.taken(hall, "Ada", "Bob", "Cid")
            await seats.table.deal()
            while seats.table.state.masa.to_act is not None:
                await seats.act("FO")
            await seats.table.deal()
            await seats.finish()
            await seats.lines[0].ask(do="say", masa=seats.masa, text="mine")
            await seats.lines[1].ask(do="say", masa=seats.masa, text="not hers")
            async with hall.client(seats.secrets[0]) as client:
                await client.put("/api/me/notes/Bob", json={"text": "folds"})
                await client.post("/api/me/tokens", json={"label": "bot"})
                await client.post("/api/ranges", json={"name": "open", "text": "77+"})
                lines = (await client.get("/api/hands")).json()
                shown = [(await client.get(f"/api/hands/{one['id']}")).json() for one in lines]
                chips = (await client.get("/api/me")).json()["chips"]
            mail = {"address": "ada@example.org", "lang": "en", "made": 1}
            ada = await hall.app.state.accounts.named("Ada")
            await hall.lobby.writer.write(
                lambda c: c.execute(insert(store.email).values(account=ada.id, **mail))
            )
            await seats.table.deal()  # one hand is in progress
            answer = await export(hall, seats.secrets[0])
            assert (answer.status_code, answer.headers["content-type"]) == (200, "application/zip")
            found = read(answer.content)
            assert found["hands"] == [
                {key: hand[key] for key in message}
                for hand, message in zip(shown, found["hands"], strict=True)
            ]
            folded = next(hand for hand in found["hands"] if len(hand["boards"][0]) == 0)
            assert [p["name"] for p in folded["players"] if p["cards"] is not None] == ["Ada"]
            (account,) = found["account"]
            assert account["email"] == "ada@example.org"
            assert (account["name"], account["chips"]) == ("Ada", chips)
            assert sum(one["amount"] for one in found["ledger"]) == chips
            assert [one["text"] for one in found["chat"]] == ["mine"]
            assert [(one["about"], one["text"]) for one in found["notes"]] == [("Bob", "folds")]
            assert [one["name"] for one in found["ranges"]] == ["open"]
            assert sorted(one["kind"] for one in found["sessions"]) == ["browser", "token"]
            text = answer.content.decode("latin-1") + json.dumps(found)
            for secret in seats.secrets:
                assert secret not in text
            assert "argon2" not in text

    asyncio.run(main())


@pytest.mark.both_stores
def test_the_export_has_the_judgements_of_played_and_of_uploaded_hands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A hand of the room and an uploaded one can have the same number in the database."""
    monkeypatch.setattr(own_data, "PAGE", 1)

    async def main() -> None:
        async with opened(tmp_path) as hall:
            seats = await Seats.taken(hall, "Ada", "Bob")
            for _ in range(2):
                await seats.table.deal()
                await seats.act("FO")
            ada, bob = seats.secrets[:2]
            await upload(hall, ada, uploaded_text(1))
            expected = []
            async with hall.client(ada) as client:
                for source in ("room", "uploads"):
                    for line in reversed((await client.get(f"/api/hands?source={source}")).json()):
                        path = f"/api/hands/{line['id']}/solution"
                        about = {"source": source, "hand": line["id"], "ended": line["ended"]}
                        expected.append(about | {"value": (await client.get(path)).json()})
            assert len(expected) == 3
            assert read((await export(hall, ada)).content)["judgements"] == expected
            assert read((await export(hall, bob)).content)["judgements"] == []

    asyncio.run(main())


def test_the_export_requires_the_password_and_refuses_malformed_requests(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall:
            ada = await person(hall, "Ada")
            for body in ({"password": "wrong horse"}, {"password": None}):
                assert (await export(hall, ada, body)).json()["code"] == "WRONG_PASSWORD"
            for body in ({"password": 5}, {"password": PASSWORD, "format": "csv"}, [1], "x"):  # type: ignore[assignment]
                assert (await export(hall, ada, body)).status_code == 422, body
            assert (await export(hall, "nobody")).status_code == 401
            guest = await hall.guest()
            assert (await export(hall, guest, {"password": None})).status_code == 200

    asyncio.run(main())


@pytest.mark.both_stores
def test_an_account_has_one_export_at_a_time_until_it_is_read_or_abandoned(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall:
            ada, bob = await person(hall, "Ada"), await person(hall, "Bob")
            account = await hall.app.state.accounts.named("Ada")
            data = hall.app.state.own_data
            for ends in ("is read", "goes away"):
                slow = await data.begin(account)
                first = await anext(slow)
                refused = await export(hall, ada)
                assert (refused.status_code, refused.json()["code"]) == (429, "QUEUE_FULL")
                assert (await export(hall, bob)).status_code == 200, "another's is no matter"
                if ends == "is read":
                    read(first + b"".join([part async for part in slow]))
                else:
                    await slow.aclose()
                await data.stop()  # Waits until the lock has been released.
                assert (await export(hall, ada)).status_code == 200
                await data.stop()
            # A download that was not continued for a minute loses its place to the next request.
            slow = await data.begin(account)
            await anext(slow)
            hall.clock.pass_time(own_data.HELD / 1000 + 1)
            if not hall.settings.database:  # Leases on a database server use its own clock.
                assert (await export(hall, ada)).status_code == 200
                with pytest.raises(Refused):
                    async for _ in slow:
                        pass
            await slow.aclose()
            await data.stop()

    asyncio.run(main())


def test_the_export_is_streamed_one_page_at_a_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only one page of hands is in memory at a time."""
    pages: list[int] = []
    write = own_data._write

    def counting(file: Any, rows: list[Any]) -> None:
        pages.append(len(rows))
        write(file, rows)

    monkeypatch.setattr(own_data, "_write", counting)

    async def main() -> None:
        async with opened(tmp_path) as hall:
            seats = await Seats.taken(hall, "Ada", "Bob")
            await seats.table.deal()
            await seats.finish()
            await many_hands(hall, seats, 450)
            account = await hall.app.state.accounts.named("Ada")
            parts, sent = [], []
            async for part in await hall.app.state.own_data.begin(account):
                parts.append(part)
                sent.append(sum(pages))
            assert len(read(b"".join(parts))["hands"]) == 451
            assert max(pages) <= own_data.PAGE
            assert len([done for done in set(sent) if done > 100]) >= 4, "page by page"

    asyncio.run(main())
