"""Tests of account deletion: the name is removed from all stored data, the chips go to the
bank, hidden cards stay hidden, and nobody can take the name for 90 days."""

import asyncio
import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import func, insert, select

from pokermasa.cli import operate
from pokermasa.server import sealed_file
from pokermasa.server.accounts import audit, erasure
from pokermasa.server.admin import backups, later_list
from pokermasa.server.admin import restore as restoring
from pokermasa.server.storage import deleted_name
from pokermasa.server.storage import schema as store
from pokermasa.server.storage.journal import ledger
from tests.server.field import Field, toml
from tests.server.operator import PASSWORD, Seats, admin, as_admin, log_in, person
from tests.server.storage.test_sealed_backup import elsewhere, new_key
from tests.server.store import Store
from tests.server.whole_room.test_secrecy import public_ids, readable_paths
from tests.server.wired import Decks, Hall, dealt_from, opened

WHY = ("--reason", "as asked")
BEFORE, NAME, OTHER = "Zebediah", "Zebulon", "泽布伦"
DAY = 86_400
pytestmark = pytest.mark.sampled(2)


@pytest.fixture(autouse=True)
def quick_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(operate, "LOOK", 0.01)


async def delete(hall: Hall, secret: str, password: str | None = PASSWORD) -> str:
    """Delete the account. Return "gone" or the code of the refusal."""
    body = {} if password is None else {"password": password}
    async with hall.client(secret) as client:
        answer = await client.request("DELETE", "/api/me", json=body)
    return "gone" if answer.status_code == 204 else answer.json()["code"]


async def is_erased(hall: Hall) -> bool:
    async with hall.engine.connect() as connection:
        left = await connection.execute(select(func.count()).select_from(store.deletion))
    return left.scalar() == 0


async def erased(hall: Hall) -> None:
    await hall.app.state.admin.erase()
    assert await is_erased(hall)


async def all_rows(hall: Hall) -> str:
    """Return every value of every database table."""
    found = []
    async with hall.engine.connect() as connection:
        for table in store.metadata.sorted_tables:
            rows = (await connection.execute(select(table))).all()
            found += [f"{table.name} {json.dumps(tuple(row), default=str)}" for row in rows]
    return "\n".join(found)


def words_of(name: str) -> set[str]:
    """Return the name in lower case, as plain text and as written in JSON."""
    return {name.lower(), json.dumps(name).strip('"').lower()}


async def say(hall: Hall, seats: Seats, who: int, text: str) -> None:
    done = await seats.lines[who].ask(do="say", masa=seats.masa, text=text)
    assert done["type"] == "done", done


async def lived(hall: Hall) -> Seats:
    """Open a table with three people. Two of them leave their names in everything that stores
    names.
    """
    secrets = [await person(hall, name) for name in (BEFORE, OTHER, "Bob")]
    masa = await hall.table(secrets[0], name=f"{BEFORE}'s den")
    lines = [await hall.line(secret) for secret in secrets]
    for side, line in enumerate(lines):
        assert (await line.ask(do="watch", masa=masa))["type"] == "done"
        assert (await line.ask(do="sit", masa=masa, side=side, stack=200))["type"] == "done"
    seats = Seats(hall, masa, secrets, lines)
    await seats.table.deal()
    await seats.finish()
    await person(hall, "Ann")
    await promote(hall, "Ann")
    renamed = await as_admin(hall, "Ann", "rename", BEFORE, f"too like {OTHER}", to=NAME)
    assert renamed.refused is None
    await seats.table.deal()
    await seats.finish()
    await say(hall, seats, 0, f"I am {NAME}, once {BEFORE}")
    await say(hall, seats, 2, f"hello {NAME.upper()} and{OTHER}你好; zebulonian is another word")
    chat = seats.lines[2].last("chat")["chat"]
    ask = {"do": "report", "masa": masa, "chat": chat}
    done = await seats.lines[0].ask(**ask, reason=f"he shouts at {NAME}")
    assert done["type"] == "done", done
    async with hall.client(secrets[2]) as client:
        for about in (NAME, OTHER):
            body = {"text": f"{about} calls a lot"}
            answer = await client.put(f"/api/me/notes/{about}", json=body)
            assert answer.status_code == 204, answer.text
        answer = await client.put(
            "/api/me/notes/Ann", json={"text": f"friend of {NAME} and {OTHER}"}
        )
        assert answer.status_code == 204, answer.text
        for hand in await public_ids(hall):
            made = await client.post(f"/api/hands/{hand}/shares", json={"hide_names": False})
            assert made.status_code == 201
    await as_admin(hall, "Ann", "silence", "Bob", f"insults {NAME}")
    await as_admin(hall, "Ann", "unsilence", "Bob")
    await play_a_tournament(hall, secrets, lines)
    for line in lines:
        assert (await line.ask(do="leave", masa=masa))["type"] == "done"
    return seats


async def promote(hall: Hall, name: str) -> None:
    from sqlalchemy import update

    here = store.account.c.name == name
    await hall.lobby.writer.write(
        lambda c: c.execute(update(store.account).where(here).values(role="admin"))
    )


async def play_a_tournament(hall: Hall, secrets: list[str], lines: list[Any]) -> None:
    body = {"name": f"{NAME} Cup", "structure": toml(least=2, most=2, stack=40, every=1)}
    async with hall.client(secrets[0]) as client:
        answer = await client.post("/api/tournaments", json=body)
        assert answer.status_code == 201, answer.text
    field = Field(hall, answer.json()["id"], secrets[0], secrets[1:], lines[1:])
    for line in field.lines:
        assert (await line.ask(do="register", tournament=field.id))["type"] == "done"
    await field.play(Random("deletion"))


async def cards_shown(hall: Hall, bob: str) -> dict[tuple[str | None, str], list[Any]]:
    """Return all players' cards by viewer and hand, with None for hidden cards."""
    found = {}
    for hand in await public_ids(hall):
        for who in (None, bob):
            async with hall.client(who) as client:
                data = (await client.get(f"/api/hands/{hand}")).json()
            found[who, hand] = [player["cards"] for player in data["players"]]
    return found


@pytest.mark.rotated
@pytest.mark.both_stores
def test_the_name_is_nowhere_after_a_deletion(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The name is in no database table, no file and no response. Other players keep their
    names."""
    dealt_from(Decks("deletion"), monkeypatch)

    async def main() -> None:
        async with opened(tmp_path) as hall:
            seats = await lived(hall)
            text = (await all_rows(hall)).lower()
            for name in (BEFORE, NAME, OTHER):
                assert any(expected in text for expected in words_of(name)), name
            before = await cards_shown(hall, seats.secrets[2])
            assert await delete(hall, seats.secrets[0]) == "gone"
            assert (await as_admin(hall, "Ann", "delete", OTHER, f"{OTHER} asked")).refused is None
            shown = {}
            async with hall.engine.connect() as connection:
                ids = list((await connection.execute(select(store.tournament.c.id))).scalars())
            for at_once in (True, False):  # before and after the erasure steps
                paths = readable_paths(hall.app, [seats.masa], await public_ids(hall), tuple(ids))
                paths = [path for path in paths if "solution" not in path]
                async with hall.client(seats.secrets[2]) as client:
                    links = (await client.get("/api/shares")).json()
                paths += [f"/api/shares/{link['id']}" for link in links]
                for path in paths:
                    for secret in (None, seats.secrets[2]):
                        answer = (await hall.get(path, secret)).lower().replace("zebulonian", "")
                        shown[path, at_once] = answer
                        # Texts of others and titles with an earlier name are erased later, in
                        # steps.
                        said = ("hands", "shares", "chat", "notes", "tables")
                        later = at_once and any(word in path for word in said)
                        for name in (BEFORE, NAME, OTHER):
                            for expected in words_of(name):
                                hidden = f'"name":"{expected}"' if later else expected
                                assert hidden not in answer, (path, name, at_once)
                await erased(hall)
                hall.clock.pass_time(60)  # Shared responses are cached for less than a minute.
            text = (await all_rows(hall)).lower()
            for name in (BEFORE, NAME, OTHER):
                for expected in words_of(name):
                    assert expected not in text.replace("zebulonian", ""), name
            after = await cards_shown(hall, seats.secrets[2])
            for (who, hand), seen in before.items():
                now = after[who, hand]
                same = [a in (b, None) for a, b in zip(now, seen, strict=True)]
                assert all(same), "no card is seen that was hidden"
                assert now == seen or who is None, "whoever played it sees what they saw"
            assert '"bob"' in text
            assert "zebulonian is another word" in text
            assert any("deleted player 0" in answer for answer in shown.values())
            if Store.kind == "sqlite":
                for file in tmp_path.rglob("*"):
                    data = file.read_bytes() if file.is_file() else b""
                    data = data.lower().replace(b"zebulonian", b"")
                    for name in (BEFORE, NAME, OTHER):
                        for expected in words_of(name):
                            assert expected.encode() not in data, (file, name)
            async with hall.engine.connect() as connection:
                assert await connection.run_sync(audit.audit) == []

    asyncio.run(main())


@pytest.mark.both_stores
def test_the_reasons_of_a_deleted_player_s_own_bot_are_gone_and_those_of_others_stay(
    tmp_path: Path,
) -> None:
    """Only the owner of the bot may see its reasons, so nobody can read them without the
    account."""

    async def main() -> None:
        async with opened(tmp_path) as hall:
            seats = await Seats.taken(hall, "Ada", "Bob")
            await seats.table.deal()
            while (side := seats.table.state.masa.to_act) is not None:
                turn = seats.table.act_clock.token
                asked = await seats.lines[side].asked(turn)
                act = "CH" if "CH" in asked["acts"] else "CA"
                ask = {"do": "act", "masa": seats.masa, "turn": turn, "act": act}
                said = await seats.lines[side].ask(**ask, reason=f"thought {side} had")
                assert said["type"] == "done"
            for line in seats.lines:
                assert (await line.ask(do="leave", masa=seats.masa))["type"] == "done"
            text = await all_rows(hall)
            assert "thought 0 had" in text
            assert await delete(hall, seats.secrets[0]) == "gone"
            await erased(hall)
            text = await all_rows(hall)
            assert "thought 0 had" not in text
            assert "thought 1 had" in text
            (hand,) = await public_ids(hall)
            assert "thought 1 had" in await hall.get(f"/api/hands/{hand}/phh", seats.secrets[1])

    asyncio.run(main())


def test_deletion_needs_the_password_and_is_refused_while_seated_or_entered(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall:
            seats = await Seats.taken(hall, "Ada", "Bob")
            ada = seats.secrets[0]
            for wrong in (None, "wrong horse", ""):
                assert await delete(hall, ada, wrong) == "WRONG_PASSWORD"
            async with hall.client(ada) as client:
                for body in ({"password": 5}, {"password": PASSWORD, "x": 1}, [], "x"):  # type: ignore[var-annotated]
                    answer = await client.request("DELETE", "/api/me", json=body)
                    assert answer.status_code == 422, body
            assert await delete(hall, ada) == "STILL_SEATED"
            assert (await seats.lines[0].ask(do="leave", masa=seats.masa))["type"] == "done"
            field = await Field.opened(hall, 2)
            line = await hall.line(ada)
            assert (await line.ask(do="register", tournament=field.id))["type"] == "done"
            assert await delete(hall, ada) == "STILL_SEATED"
            assert await log_in(hall, "Ada") == "in", "nothing has happened"
            assert (await line.ask(do="unregister", tournament=field.id))["type"] == "done"
            account = await hall.app.state.accounts.named("Ada")
            assert await delete(hall, ada) == "gone"
            assert await delete(hall, ada) == "NOT_LOGGED_IN"
            assert await log_in(hall, "Ada") == "WRONG_PASSWORD"
            async with hall.engine.connect() as connection:
                book = ledger.of_account(account.id)
                assert await connection.run_sync(ledger.balance, book) == 0
                assert await connection.run_sync(audit.audit) == []
            assert await delete(hall, await hall.guest(), None) == "gone", "a guest has no password"

    asyncio.run(main())


def test_a_deleted_name_is_free_after_90_days_but_a_banned_name_never(tmp_path: Path) -> None:
    async def signs_up(hall: Hall, name: str) -> str:
        async with hall.client() as client:
            body = {"name": name, "password": PASSWORD}
            answer = await client.post("/api/accounts", json=body)
        return "welcome" if answer.status_code == 201 else answer.json()["code"]

    async def main() -> None:
        async with opened(tmp_path) as hall:
            for name in ("Ann", "Ada Li", "Bob", "Cid"):
                await person(hall, name)
            await promote(hall, "Ann")
            assert (await as_admin(hall, "Ann", "ban", "Bob")).refused is None
            for name in ("Ada Li", "Bob", "Cid"):
                assert (await as_admin(hall, "Ann", "delete", name)).refused is None
            await erased(hall)
            assert (await as_admin(hall, "Ann", "ban", "Cid")).refused is None, "bans outlive it"
            hall.clock.pass_time(89 * DAY)
            for name in ("Ada Li", "ada 1i", "Bob", "Cid"):
                assert await signs_up(hall, name) == "NAME_TAKEN", name
            renamed = await as_admin(hall, "Ann", "rename", "Nobody", to="Ada Li")
            assert renamed.refused == "NOT_FOUND"
            hall.clock.pass_time(2 * DAY)
            assert await signs_up(hall, "ada 1i") == "welcome"
            assert await signs_up(hall, "Bob") == await signs_up(hall, "Cid") == "NAME_TAKEN"
            assert (await as_admin(hall, "Ann", "unban", "Bob")).refused is None
            hall.clock.pass_time(91 * DAY)
            assert await signs_up(hall, "Bob") == "welcome"
            assert await signs_up(hall, "Cid") == "NAME_TAKEN"
            for name in ("deleted player", "Deleted Player 3", "deleted.player"):
                assert await signs_up(hall, name) == "RESERVED_NAME"
            assert '"cid"' not in (await all_rows(hall)).lower(), "nor does the log say it"

    asyncio.run(main())


async def many_hands(hall: Hall, seats: Seats, number: int) -> None:
    """Stores *number* more copies of the hand that was played."""

    def insert_copies(connection: Any) -> None:
        row = connection.execute(select(store.hand).order_by(store.hand.c.id)).first()
        played = connection.execute(
            select(store.hand_player).where(store.hand_player.c.hand == row.id)
        ).all()
        hands = [
            dict(row._mapping) | {"id": row.id + n, "number": 100 + n, "public": f"{n:020x}"}
            for n in range(1, number + 1)
        ]
        connection.execute(insert(store.hand), hands)
        players = [
            dict(one._mapping) | {"hand": row.id + n}
            for n in range(1, number + 1)
            for one in played
        ]
        connection.execute(insert(store.hand_player), players)

    await hall.lobby.writer.write(insert_copies)


@pytest.mark.both_stores
def test_a_large_account_is_deleted_in_steps_that_continue_after_a_kill(tmp_path: Path) -> None:
    hands = 3 * erasure.HANDS + 7

    async def main() -> None:
        async with opened(tmp_path) as hall:
            seats = await Seats.taken(hall, NAME, "Bob")
            await seats.table.deal()
            await seats.finish()
            await many_hands(hall, seats, hands - 1)
            for line in seats.lines:
                assert (await line.ask(do="leave", masa=seats.masa))["type"] == "done"
            assert await delete(hall, seats.secrets[0]) == "gone"
            for step in range(1, 3):
                assert await hall.lobby.writer.write(lambda c: erasure.erase_some(c, 1))
                left = (await all_rows(hall)).count(NAME)
                assert left == hands + 1 - step * erasure.HANDS, "one step a transaction"
        # As after a kill, the erasure continues from its stored progress.
        async with opened(tmp_path) as hall:
            await erased(hall)
            text = await all_rows(hall)
            assert NAME not in text
            assert text.count("deleted player 0") == hands
            assert text.count("Bob") == hands + 1
            assert not await hall.lobby.writer.write(lambda c: erasure.erase_some(c, 1))

    asyncio.run(main())


def test_in_a_closed_room_the_command_removes_the_name_before_it_ends(tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    plan: dict[str, Any] = {"backup_folder": folder, "backup_key": new_key(tmp_path)}

    async def main() -> None:
        async with opened(tmp_path / "room", **plan) as hall:
            seats = await Seats.taken(hall, NAME, "Bob")
            await seats.table.deal()
            await seats.finish()
            for line in seats.lines:
                assert (await line.ask(do="leave", masa=seats.masa))["type"] == "done"
            ids = [(await hall.app.state.accounts.named(name)).id for name in (NAME, "Bob")]
        for text in (("delete", NAME), ("ban", "Bob")):
            config = tmp_path / "room.toml"
            config.write_text(f"backup_folder = '{folder}'\nbackup_key = '{plan['backup_key']}'\n")
            said = await admin(hall, *text, *WHY, "--config", str(config))
            assert said.exit_code == 0, said.output
        for file in (tmp_path / "room").rglob("*"):
            assert not file.is_file() or NAME.encode() not in file.read_bytes(), file
        found = {(one.what, one.account) for one in later_list.read_later(folder, 0)}
        assert found == {("delete", ids[0]), ("ban", ids[1])}, "for whoever restores a backup"
        said = await admin(hall, "audit")
        assert (said.exit_code, "every chip" in said.output) == (0, True), said.output

    asyncio.run(main())


@pytest.mark.rotated
@pytest.mark.both_stores
@pytest.mark.usefixtures("looking")
def test_restoring_a_backup_does_not_restore_deleted_accounts(tmp_path: Path) -> None:
    """A deleted player who sits at a table in the backup leaves it when the room opens."""
    folder = tmp_path / "backups"
    folder.mkdir(mode=0o700)
    key = sealed_file.read_key(new_key(tmp_path))
    backup, place = folder / "room.sealed", elsewhere(tmp_path / "new")

    async def main() -> None:
        plan: dict[str, Any] = {"backup_folder": folder, "backup_key": new_key(tmp_path)}
        async with opened(tmp_path / "room", **plan) as hall:
            seats = await Seats.taken(hall, NAME, OTHER, "Bob")
            await seats.table.deal()
            await seats.finish()
            assert (await seats.lines[0].ask(do="leave", masa=seats.masa))["type"] == "done"
            url = hall.settings.database_url
            await asyncio.to_thread(backups.take, url, backup, key, hall.clock.now())
            hall.clock.pass_time(60)
            assert (await seats.lines[1].ask(do="leave", masa=seats.masa))["type"] == "done"
            assert await delete(hall, seats.secrets[0]) == "gone"
            assert (await admin(hall, "delete", OTHER, *WHY)).exit_code == 0
            await erased(hall)
        now = hall.clock.now() + 1_000
        done = await asyncio.to_thread(restoring.restore, backup, key, place.database_url, now)
        assert done.later == 2
        async with opened(tmp_path / "new") as hall:
            text = await all_rows(hall)
            assert NAME not in text
            assert await log_in(hall, NAME) == "WRONG_PASSWORD"
            await erased(hall)
            text = await all_rows(hall)
            assert not any(expected in text.lower() for expected in words_of(OTHER))
            async with hall.engine.connect() as connection:
                assert await connection.run_sync(audit.audit) == []
                banned = select(func.count()).where(store.account.c.banned.is_not(None))
                assert (await connection.execute(banned)).scalar() == 0
                found = await connection.run_sync(deleted_name.find, OTHER, hall.clock.now())
                assert found.until is not None, "it was deleted, not banned"

    asyncio.run(main())
