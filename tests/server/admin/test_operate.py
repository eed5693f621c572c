"""Tests of admin commands: each is carried out once, by the open room or directly for a closed
one, and logged with author, time and reason. A command that is refused changes nothing and
explains why."""

import asyncio
import getpass
from pathlib import Path

import httpx
import pytest

from pokermasa.cli import operate
from pokermasa.masa import Side
from pokermasa.server.accounts import audit
from pokermasa.server.storage import admin_request
from pokermasa.server.storage.admin_request import Answer, Command
from tests.server.field import Field
from tests.server.operator import (
    PASSWORD,
    Seats,
    admin,
    admin_json,
    as_admin,
    chips,
    closed,
    log_in,
    person,
)
from tests.server.wired import Hall, opened

pytestmark = pytest.mark.sampled(3)

WHY = ("--reason", "chip dumping")


@pytest.fixture(autouse=True)
def quick_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(operate, "LOOK", 0.01)


async def books(hall: Hall) -> list[str]:
    async with hall.engine.connect() as connection:
        return await connection.run_sync(audit.audit)


async def entries(hall: Hall) -> list[admin_request.AdminLogEntry]:
    async with hall.engine.connect() as connection:
        return await connection.run_sync(admin_request.log)


# Bans


@pytest.mark.both_stores
@pytest.mark.usefixtures("looking")
def test_a_ban_ends_everything_but_the_hand_in_play_and_survives_a_restart(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall:
            seats = await Seats.taken(hall, "Ada", "Bob", "Cid")
            other = await hall.line(seats.secrets[1])  # without a table
            await seats.table.deal()
            said = await admin(hall, "ban", "bob", *WHY)
            assert (said.exit_code, "Bob is banned" in said.output) == (0, True), said.output
            assert await closed(other) == 4401
            assert await log_in(hall, "Bob") == "BANNED"
            assert await log_in(hall, "Bob", "wrong") == "WRONG_PASSWORD", "no hint for others"
            bob = seats.lines[1]
            for do, text in (("say", {"text": "why"}), ("leave", {}), ("play_now", {})):
                where = {} if do == "play_now" else {"masa": seats.masa}
                assert (await bob.ask(do=do, **where, **text))["code"] == "BANNED"
            assert seats.table.state.side_of(await id_of(hall, "Bob")) == 1
            await seats.finish()
            assert 1 not in seats.table.state.seated, "gone with the end of the hand"
            assert await closed(bob) == 4401
            assert set(seats.table.state.seated) == {0, 2}
            async with hall.client(seats.secrets[1]) as client:
                assert (await client.get("/api/me")).status_code == 401
            held = await chips(hall, "Bob")
            assert held + sum(s.stack for s in seats.table.state.masa.seats.values()) == 9_800 + 600
            assert await books(hall) == []
        async with opened(tmp_path) as hall:
            assert await log_in(hall, "Bob") == "BANNED"
            assert (await admin(hall, "unban", "Bob")).exit_code == 0
            assert await log_in(hall, "Bob") == "in"

    asyncio.run(main())


async def id_of(hall: Hall, name: str) -> int:
    return (await hall.app.state.accounts.named(name)).id


@pytest.mark.usefixtures("looking")
def test_a_ban_at_once_cuts_the_hand_too(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall:
            seats = await Seats.taken(hall, "Ada", "Bob", "Cid")
            await seats.table.deal()
            side = seats.table.state.masa.to_act
            name = seats.table.state.seated[side].name
            said = await admin(hall, "ban", name, "--now", *WHY)
            assert said.exit_code == 0, said.output
            assert await closed(seats.lines[side]) == 4401
            assert seats.table.state.masa.to_act != side, "folded"
            await seats.finish()
            assert side not in seats.table.state.seated
            assert await books(hall) == []

    asyncio.run(main())


@pytest.mark.both_stores
def test_a_ban_while_the_room_is_closed_holds_when_it_opens(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall:
            seats = await Seats.taken(hall, "Ada", "Bob", "Cid")
        said = await admin(hall, "ban", "Bob", *WHY)
        assert said.exit_code == 0, said.output
        async with opened(tmp_path) as hall:
            seats.hall = hall
            assert set(seats.table.state.seated) == {0, 2}
            assert await chips(hall, "Bob") == 10_000
            assert await log_in(hall, "Bob") == "BANNED"
            assert await books(hall) == []

    asyncio.run(main())


def test_after_a_restart_the_interrupted_hand_ends_before_a_banned_player_leaves(
    tmp_path: Path,
) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall:
            seats = await Seats.taken(hall, "Ada", "Bob", "Cid")
            await seats.table.deal()
        assert (await admin(hall, "ban", "Bob", *WHY)).exit_code == 0
        async with opened(tmp_path) as hall:
            seats.hall = hall
            table = seats.table
            assert table.state.masa.is_in_hand(1)
            while table.state.masa.to_act is not None:
                await table.ask(lambda: table._time_out(table.act_clock.token))
            assert set(table.state.seated) == {0, 2}
            assert await books(hall) == []

    asyncio.run(main())


@pytest.mark.usefixtures("looking")
def test_a_banned_player_is_refunded_before_a_tournament_or_leaves_after_the_hand(
    tmp_path: Path,
) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall:
            field = await Field.entered(hall, 3, seats=3, least=2, most=9)
            names = [entry.account.name for entry in field.director.state.entries]
            assert (await admin(hall, "ban", names[0], *WHY)).exit_code == 0
            await hall.app.state.admin.look()
            assert field.now.entries == 2
            assert await chips(hall, names[0]) == 10_000
            host = await hall.line(field.host)
            await field.direct(host, "start")
            (table,) = field.director.tables.open.values()
            await table.deal()
            assert (await admin(hall, "ban", names[1], *WHY)).exit_code == 0
            await hall.app.state.admin.look()
            player = field.director.state.player_of(await id_of(hall, names[1]))
            assert field.now.entrants[player].status.name == "PLAYING", "the hand goes on"
            while table.state.masa.to_act is not None:
                await table.ask(lambda: table._time_out(table.act_clock.token))
            await hall.app.state.admin.look()
            assert field.now.entrants[player].status.name == "DISQUALIFIED"
            assert await field.books() == []

    asyncio.run(main())


# Every command, with its invalid forms

ONCE = [
    (("promote", "Ada"), "Ada is an admin", "is an admin already"),
    (("demote", "Ada"), None, "is no admin"),
    (("ban", "Ada", *WHY), "Ada is banned", "is banned already"),
    (("unban", "Ada"), None, "is not banned"),
    (
        ("delete", "Ada", *WHY),
        "the account is deleted",
        "nothing has that name or id: deleted player",
    ),
    (("rename", "Ada", "Eve", *WHY), "Ada is Eve", "nothing has that name or id: Ada"),
    (("silence", "Ada", *WHY), "Ada may not chat", "silenced already"),
    (("unsilence", "Ada"), None, "is not silenced"),
    (("give", "Ada", "500", *WHY), "10500 chips", ""),
    (("take", "Ada", "10001", *WHY), None, "not enough chips"),
    (("take", "Ada", "9999", *WHY), "has 1 chips", "not enough chips"),
    (("close", "x1", *WHY), None, "an open table x1"),
    (("cancel", "t1", *WHY), None, "tournament t1"),
    (("refund", "t1", *WHY), None, "tournament t1"),
    (("block", "192.0.2.0/24", *WHY), "192.0.2.0/24", "is blocked already"),
    (("block", "0.0.0.0/0", *WHY), None, "too wide"),
    (("block", "127.0.0.1", *WHY), None, "this machine"),
    (("block", "::1", *WHY), None, "this machine"),
    (("block", "nonsense", *WHY), None, "no address"),
    (("unblock", "192.0.2.7"), None, "is not blocked"),
    (("signups", "off"), "signups: off", ""),
    (("signups", "maybe"), None, "on, off, invitation"),
    (("announce", "a break at noon"), "announced to everybody", ""),
    (("settle", "17"), None, "an open report of line '17'"),
    (("ban", "Nobody Here", *WHY), None, "nothing has that name or id: Nobody Here"),
    (("ban", "Ida", *WHY), None, "nothing has that name or id: Ida"),  # a house bot
]


@pytest.mark.rotated
@pytest.mark.both_stores
@pytest.mark.sampled(2)
@pytest.mark.parametrize("is_open", [True, False])
@pytest.mark.usefixtures("looking")
def test_every_command_is_done_once_and_its_outcome_is_printed(
    tmp_path: Path, is_open: bool
) -> None:
    """Open and closed rooms behave the same."""

    async def each(hall: Hall) -> None:
        for number, (text, done, again) in enumerate(ONCE):
            name = f"Ada {number}"
            asked = [name if word == "Ada" else word for word in text]
            asked = [word.replace("Eve", f"Eve {number}") for word in asked]
            said = await admin(hall, *asked)
            if done is not None:
                assert said.exit_code == 0, (text, said.output)
                assert done.replace("Ada", name) in said.output.replace(f"Eve {number}", "Eve")
                said = await admin(hall, *asked)
            assert said.exit_code == (1 if again else 0), (text, said.output)
            assert again.replace("Ada", name) in said.output, (text, said.output)

    async def main() -> None:
        async with opened(tmp_path, house_tables=False) as hall:
            await hall.app.state.accounts.house("Ida")
            for number in range(len(ONCE)):
                await hall.app.state.accounts.create(f"Ada {number}", PASSWORD)
            if is_open:
                await each(hall)
        if not is_open:
            await each(hall)
        async with opened(tmp_path) as hall:
            assert await books(hall) == []
            lines = await entries(hall)
            assert all(line.who == f"system:{getpass.getuser()}" for line in lines)
            assert {line.reason for line in lines if line.command == "ban"} == {"chip dumping"}
            assert {line.command for line in lines} >= {"ban", "balance", "signups", "block"}
            refused = [line for line in lines if line.refused]
            assert len(refused) >= 15, "what was refused is in the log as well"

    asyncio.run(main())


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        (("ban", "Ada"), "--reason"),
        (("ban", "Ada", "--reason", "  "), "--reason"),
        (("give", "Ada", *WHY), "TO"),
        (("give", "Ada", "1.5", *WHY), "1.5"),
        (("give", "Ada", "0", *WHY), "'0'"),
        (("take", "Ada", "9" * 30, *WHY), "999"),
        (("rename", "Ada", *WHY), "TO"),
        (("silence", "Ada", "--now", *WHY), "--now"),
        (("ban", *WHY), "NAME"),
        (("invite", "Ada"), "Ada"),
    ],
)
def test_malformed_commands_are_refused_before_they_reach_the_room(
    tmp_path: Path, words: tuple[str, ...], hint: str
) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall:
            pass
        said = await admin(hall, *words)
        assert (said.exit_code, hint in said.output) == (2, True), said.output
        async with opened(tmp_path) as hall:
            assert await entries(hall) == []

    asyncio.run(main())


def test_a_command_that_times_out_is_reported_and_not_done_later(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall:  # an open room that does not look for requests
            await person(hall, "Ada")
            said = await admin(hall, "ban", "Ada", *WHY, "--wait", "0.3")
            assert said.exit_code == 1
            assert "nobody answered within 0.3 s" in said.output
            await hall.app.state.admin.look()
            assert await log_in(hall, "Ada") == "in"
            (line,) = await entries(hall)
            assert (line.command, line.refused) == ("ban", "CLOSED")

    asyncio.run(main())


# Tables


@pytest.mark.both_stores
@pytest.mark.usefixtures("looking")
def test_a_table_is_closed_after_the_hand_and_chips_return_to_their_owners(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path, between_hands_ms=0) as hall:
            seats = await Seats.taken(hall, "Ada", "Bob")
            async with asyncio.timeout(60):
                while seats.table.state.masa.to_act is None:
                    await asyncio.sleep(0.005)
            said = await admin(hall, "close", seats.masa, *WHY)
            assert (said.exit_code, "after the hand" in said.output) == (0, True), said.output
            await seats.finish()
            async with asyncio.timeout(60):
                while seats.masa in hall.lobby.tables:
                    await asyncio.sleep(0.005)
            assert await chips(hall, "Ada") + await chips(hall, "Bob") == 20_000
            said = await admin(hall, "close", seats.masa, *WHY)
            assert (said.exit_code, "an open table" in said.output) == (1, True)
            assert await books(hall) == []

    asyncio.run(main())


def test_closing_a_table_of_a_closed_room_takes_effect_when_the_room_opens(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall:
            seats = await Seats.taken(hall, "Ada", "Bob")
        said = await admin(hall, "close", seats.masa, *WHY)
        assert (said.exit_code, "when the room opens" in said.output) == (0, True), said.output
        async with opened(tmp_path, between_hands_ms=0) as hall:
            async with asyncio.timeout(60):
                while seats.masa in hall.lobby.tables:
                    await asyncio.sleep(0.005)
            assert await chips(hall, "Ada") == await chips(hall, "Bob") == 10_000
            assert await books(hall) == []

    asyncio.run(main())


# Admins


ABOUT_BOB = (
    *(Command.BAN, Command.UNBAN, Command.DELETE, Command.SILENCE, Command.UNSILENCE),
    *(Command.RESET, Command.BALANCE, Command.RENAME),
)
VALUES = {
    Command.RESET: {"digest": "x", "hours": 1},
    Command.BALANCE: {"amount": 5},
    Command.RENAME: {"to": "Bobby"},
}


def test_an_admin_may_not_use_commands_against_a_game_they_play_in(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall:
            seats = await Seats.taken(hall, "Ada", "Bob")
            await person(hall, "Cid")

            async def ask(by: str, command: Command, about: str) -> Answer:
                return await as_admin(hall, by, command, about, **VALUES.get(command, {}))  # type: ignore[arg-type]

            assert (await ask("Ada", Command.BAN, "Bob")).refused == "NOT_ALLOWED", "no admin yet"
            await promote(hall, "Ada")
            for command in ABOUT_BOB:
                assert (await ask("Ada", command, "Bob")).refused == "OWN_GAME", command
                assert (await ask("Ada", command, "Ada")).refused == "OWN_GAME", command
            assert (await ask("Ada", Command.CLOSE, seats.masa)).refused == "OWN_GAME"
            assert (await ask("Ada", Command.BLOCK, "192.0.2.1")).refused == "OWN_GAME"
            for command in (Command.PROMOTE, Command.DEMOTE, Command.TOKEN):
                assert (await ask("Ada", command, "Cid")).refused == "NOT_ALLOWED", command
            assert (await ask("Ada", Command.SILENCE, "Cid")).refused is None, "not at the table"
            await promote(hall, "Cid")
            assert (await ask("Ada", Command.BAN, "Cid")).refused == "NOT_ALLOWED"
            assert (await ask("Cid", Command.SILENCE, "Bob")).refused is None
            assert (await ask("Cid", Command.CLOSE, seats.masa)).refused is None
            assert (await ask("Ada", Command.SILENCE, "Bob")).refused == "NOT_ALLOWED"
            assert (await ask("Ada", Command.UNSILENCE, "Bob")).refused is None
            lines = await entries(hall)
            assert {line.who for line in lines} == {"Ada", "Cid"}

    asyncio.run(main())


async def promote(hall: Hall, name: str) -> None:
    from sqlalchemy import update

    from pokermasa.server.storage import schema as store

    here = store.account.c.name == name
    await hall.lobby.writer.write(
        lambda c: c.execute(update(store.account).where(here).values(role="admin"))
    )


def test_an_admin_may_not_use_commands_against_a_tournament_they_entered(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall:
            field = await Field.entered(hall, 2, seats=3, most=9)
            names = [entry.account.name for entry in field.director.state.entries]
            await promote(hall, names[0])
            for command in (Command.CANCEL, Command.REFUND):
                assert (await as_admin(hall, names[0], command, field.id)).refused == "OWN_GAME"
            assert (await as_admin(hall, names[0], Command.BAN, names[1])).refused == "OWN_GAME"
            await person(hall, "Cid")
            await promote(hall, "Cid")
            assert (await as_admin(hall, "Cid", Command.CANCEL, field.id)).refused is None
            assert field.now.is_ended

    asyncio.run(main())


# Secrets


@pytest.mark.both_stores
@pytest.mark.usefixtures("looking")
def test_a_password_reset_waits_for_the_hand_ends_sessions_and_its_code_works_once(
    tmp_path: Path,
) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall:
            seats = await Seats.taken(hall, "Ada", "Bob")
            await seats.table.deal()
            for text in (("reset", "Bob", *WHY), ("token", "Bob")):
                said = await admin(hall, *text)
                assert (said.exit_code, "in a hand" in said.output) == (1, True), said.output
            await seats.finish()
            code = (await admin_json(hall, "reset", "Bob", *WHY))["code"]
            assert await closed(seats.lines[1]) == 4401
            assert await log_in(hall, "Bob") == "WRONG_PASSWORD"
            async with hall.client() as client:

                async def use(name: str, code: str) -> httpx.Response:
                    body = {"name": name, "code": code, "password": "another horse"}
                    return await client.post("/api/reset", json=body)

                for wrong in (("Ada", code), ("Nobody", code), ("Bob", code[:-1] + "!")):
                    assert (await use(*wrong)).json()["code"] == "WRONG_CODE", wrong
                answer = await use("bob", code.upper().replace("-", " "))
                assert answer.status_code == 200, answer.text
                notices = (await client.get("/api/me/notices")).json()
                assert [one["kind"] for one in notices] == ["reset"]
                gone = await client.delete(f"/api/me/notices/{notices[0]['id']}")
                assert gone.status_code == 204
                assert (await client.get("/api/me/notices")).json() == []
                assert (await use("Bob", code)).json()["code"] == "WRONG_CODE", "once"
            assert await log_in(hall, "Bob", "another horse") == "in"
            assert await log_in(hall, "Bob") == "WRONG_PASSWORD"
            # an expired code
            code = (await admin_json(hall, "reset", "Bob", *WHY, "--hours", "1"))["code"]
            hall.clock.pass_time(3601)
            async with hall.client() as client:
                assert (await use("Bob", code)).json()["code"] == "WRONG_CODE"

    asyncio.run(main())


@pytest.mark.usefixtures("looking")
def test_no_secret_is_left_in_the_database(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall:
            await person(hall, "Ada")
            secrets = [
                (await admin_json(hall, "reset", "Ada", *WHY))["code"],
                (await admin_json(hall, "token", "Ada"))["token"],
                (await admin_json(hall, "invite"))["code"],
            ]
        stored = b"".join(path.read_bytes() for path in tmp_path.glob("room.db*"))
        for secret in secrets:
            assert secret.encode() not in stored
            assert secret.replace("-", "").encode() not in stored

    asyncio.run(main())


# Signups


@pytest.mark.both_stores
@pytest.mark.usefixtures("looking")
def test_signups_can_be_open_closed_or_by_invitation(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall, hall.client() as client:

            async def sign_up(name: str, **more: str) -> str:
                body = {"name": name, "password": PASSWORD, **more}
                answer = await client.post("/api/accounts", json=body)
                return "in" if answer.status_code == 201 else answer.json()["code"]

            async def guest(**more: str) -> str:
                answer = await client.post("/api/guests", json=more)
                return "in" if answer.status_code == 201 else answer.json()["code"]

            assert (await sign_up("Ada"), await guest()) == ("in", "in")
            await admin_json(hall, "signups", "off")
            assert (await sign_up("Bob"), await guest()) == ("SIGNUPS_CLOSED", "SIGNUPS_CLOSED")
            assert await log_in(hall, "Ada") == "in"
            await admin_json(hall, "signups", "invitation")
            assert (await sign_up("Bob"), await guest()) == ("INVITATION_NEEDED",) * 2
            code = (await admin_json(hall, "invite"))["code"]
            assert await sign_up("Bob", invitation="wrong") == "WRONG_CODE"
            assert await sign_up("Ada", invitation=code) == "NAME_TAKEN"
            assert await sign_up("Bob", invitation=code) == "in", "what came to nothing cost none"
            assert await sign_up("Cid", invitation=code) == "WRONG_CODE", "once"
            await admin_json(hall, "signups", "on")
            assert await sign_up("Cid") == "in"

    asyncio.run(main())


@pytest.mark.usefixtures("looking")
def test_connections_from_a_blocked_network_are_refused(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall:
            line = await hall.line(await person(hall, "Ada"))
            await admin_json(hall, "block", "2001:db8:7::1", *WHY)
            await admin_json(hall, "block", "192.0.2.0/24", *WHY)
            await hall.app.state.admin.look()
            for address, is_blocked in (
                ("192.0.2.99", True),
                ("::ffff:192.0.2.1", True),
                ("192.0.3.1", False),
                ("2001:db8:7::ffff:9", True),
                ("2001:db8:7:1::1", False),
            ):
                async with hall.client(address=address) as client:
                    for answer in (
                        await client.post("/api/guests"),
                        await client.get("/api/rules"),
                    ):
                        assert (answer.status_code == 403) is is_blocked, (address, answer.text)
                        if is_blocked:
                            assert answer.json()["code"] == "ADDRESS_BLOCKED"
            (viewer,) = hall.lobby.viewers
            assert line.closed is None
            viewer.address = "198.51.100.7"
            await admin_json(hall, "block", "198.51.100.0/24", *WHY)
            assert await closed(line) == 4401
            await admin_json(hall, "unblock", "192.0.2.0/24")
            await hall.app.state.admin.look()
            async with hall.client(address="192.0.2.99") as client:
                assert (await client.post("/api/guests")).status_code == 201

    asyncio.run(main())


@pytest.mark.usefixtures("looking")
def test_an_announcement_is_shown_to_all_clients_until_it_is_withdrawn(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall:
            lines = [await hall.line(), await hall.line(await person(hall, "Ada"))]
            await admin_json(hall, "announce", "a break at noon")
            await hall.app.state.admin.look()
            lines.append(await hall.line())
            for line in lines:
                await line.until(lambda line=line: '"notice"' in "".join(line.received))  # type: ignore[misc]
                notice = line.last("notice")
                assert (notice["kind"], notice["message"]) == ("announcement", "a break at noon")
            await admin_json(hall, "announce")
            await hall.app.state.admin.look()
            late = await hall.line()
            await late.flush()
            assert all(message["type"] != "notice" for message in late.messages)

    asyncio.run(main())


@pytest.mark.usefixtures("looking")
def test_a_renaming_is_announced_at_the_table_and_to_the_account(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall:
            seats = await Seats.taken(hall, "Ada", "Bob")
            await admin_json(hall, "rename", "Bob", "Robert", *WHY)
            await seats.lines[1].until(lambda: '"notice"' in "".join(seats.lines[1].received))
            assert seats.table.state.names[Side(1)] == "Robert"
            assert seats.lines[1].last("notice")["kind"] == "renamed"
            assert await log_in(hall, "Robert") == "in"
            for name, text in (("Ada", "taken"), ("admin", "reserved"), ("x", "letters")):
                said = await admin(hall, "rename", "Robert", name, *WHY)
                assert (said.exit_code, text in said.output) == (1, True), said.output

    asyncio.run(main())


@pytest.mark.usefixtures("looking")
def test_reports_are_shown_with_the_surrounding_chat(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall:
            seats = await Seats.taken(hall, "Ada", "Bob")
            for number in range(9):
                line = seats.lines[number % 2]
                await line.ask(do="say", masa=seats.masa, text=f"line {number}")
            async with hall.client() as client:
                chat = (await client.get(f"/api/tables/{seats.masa}/chat")).json()
            asked = {"masa": seats.masa, "chat": chat[4]["chat"], "reason": "rude"}
            assert (await seats.lines[1].ask(do="report", **asked))["type"] == "done"
            (report,) = await admin_json(hall, "reports")
            assert (report["name"], report["text"], report["by"]) == ("Ada", "line 4", "Bob")
            assert report["around"][4] == "> Ada: line 4"
            assert len(report["around"]) == 9
            said = await admin(hall, "reports")
            assert "line 8" in said.output
            said = await admin(hall, "log")
            assert said.exit_code == 0

    asyncio.run(main())
