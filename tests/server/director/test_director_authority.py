"""Tests of orders in a tournament: who may give them, their limits, and who is notified."""

import asyncio
import json
from pathlib import Path
from random import Random
from typing import Any

from pokermasa.server.protocol import message
from pokermasa.server.storage.admin_request import Command
from pokermasa.tournament import EntrantStatus, Status
from tests.server.admin.test_operate import promote
from tests.server.field import Field, events, messages_of_type
from tests.server.operator import as_admin, person
from tests.server.virtual_clock import VirtualClock
from tests.server.wired import Hall, Line, opened
from tests.tournament.hall import bust

ABOUT_ONE: dict[str, dict[str, int]] = {"move": {"number": 2}, "penalise": {"number": 1}}
ABOUT_ONE["disqualify"] = {}


def played(scenario: Any) -> None:
    asyncio.run(scenario)


def refused(answer: dict[str, Any], *arguments: str, code: str = "NOT_ALLOWED") -> None:
    assert (answer["type"], answer.get("code")) == ("refused", code), answer
    for word in arguments:
        assert word in answer["message"], answer


def done(answer: dict[str, Any]) -> None:
    assert answer["type"] == "done", answer


def name_of(field: Field, player: int) -> str:
    return str(field.director.state.entries[player].account.name)


async def with_host(hall: Hall, others: int, **options: Any) -> tuple[Field, Line]:
    """Open a running tournament whose host is player 0."""
    shape = {"least": 2, "most": others + 1, **options}
    field = await Field.opened(hall, others, **shape)
    host = await hall.line(field.host)
    for line in (host, *field.lines):
        done(await line.ask(do="register", tournament=field.id))
    if field.now.status is Status.REGISTERING:
        done(await field.direct(host, "start"))
    return field, host


async def own_name(hall: Hall, secret: str) -> str:
    async with hall.client(secret) as client:
        return str((await client.get("/api/me")).json()["name"])


# Authority


def test_an_eliminated_director_cannot_improve_by_disqualifying_the_leader(
    tmp_path: Path,
) -> None:
    """The prizes are 500, 300 and 200. The director was eliminated in third place."""

    async def main() -> None:
        async with opened(tmp_path) as hall:
            field, host = await with_host(hall, 9, buy_in=100, seats=10)
            now = field.now
            for victim in (9, 8, 7, 6, 5, 4, 3, 0):
                now = bust(now, victim=victim, by=1).tournament
            assert now.entrants[0].status is EntrantStatus.OUT
            before = {r.player: r.prize for r in now.results}
            assert before[0] == 200
            field.director.state.tournament = now
            for command, more in ABOUT_ONE.items():
                answer = await field.direct(host, command, name=name_of(field, 1), **more)
                refused(answer, "who has entered", "co-director", "admin")
            refused(await field.direct(host, "cancel"))
            assert {r.player: r.prize for r in field.now.results} == before
            assert (await field.get(secret=field.host))["you"]["has_interest"] is True

    played(main())


def test_the_host_names_co_directors_and_they_are_stored_with_the_tournament(
    tmp_path: Path,
) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall:
            field = await Field.opened(hall, 4, least=2, most=9, terms={"private": True})
            key = field.director.state.key
            host, secret = await hall.line(field.host), await hall.guest()
            co, name = await hall.line(secret), await own_name(hall, secret)
            for line in (host, *field.lines):
                done(await line.ask(do="register", tournament=field.id, key=key))
            refused(await field.direct(field.lines[0], "co_director", name=name), "director")
            done(await field.direct(host, "co_director", name=name))
            refused(await field.direct(host, "co_director", name=name))
            refused(await field.direct(co, "co_director", name=name_of(field, 1)), "host")
            page = await field.get(secret=secret)
            assert page["tournament"]["co_directors"] == [name]
            assert (page["you"]["may_direct"], page["you"]["has_interest"]) == (True, False)
            done(await field.direct(host, "start"))
            assert events(host, "announced")[0]["name"] == name
            other = await own_name(hall, await hall.guest())
            refused(await field.direct(host, "co_director", name=other), "who has entered")
        async with opened(tmp_path) as hall:
            field.hall = hall
            co, host = await hall.line(secret), await hall.line(field.host)
            await co.ask(do="watch_tournament", tournament=field.id)
            done(await field.direct(co, "penalise", name=name_of(field, 1), number=1))
            assert field.now.penalties == {1: 1}
            refused(
                await co.ask(do="register", tournament=field.id, key=key),
                "a director of this tournament",
            )
            done(await field.direct(co, "end_co_director", name=name))
            refused(await field.direct(co, "pause"))

    played(main())


def test_an_admin_can_disqualify_a_player_without_a_prize(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall:
            field, host = await with_host(hall, 3)
            await person(hall, "Cid")
            await promote(hall, "Cid")
            name = name_of(field, 1)

            async def order(command: Command, **value: Any) -> Any:
                said = {"to": name, "number": None, **value}
                return await as_admin(hall, "Cid", command, field.id, **said)

            assert (await order(Command.PENALISE, number=2)).refused is None
            assert field.now.penalties == {1: 2}
            assert (await order(Command.DISQUALIFY)).refused is None
            assert field.now.entrants[1].status is EntrantStatus.DISQUALIFIED
            assert field.now.results[-1].player == 1
            assert field.now.results[-1].prize == 0
            announced = [(e["by"], e["command"]) for e in events(host, "announced")]
            assert announced[-1] == ("", "disqualify")
            notices = await notices_of(hall, field.secrets[0])
            assert "disqualified" in notices[0]
            assert "Ask the operator of this room" in notices[0]
            assert (await order(Command.DISQUALIFY, to="Nobody")).refused == "NOT_FOUND"
            assert await field.books() == []

    played(main())


async def notices_of(hall: Hall, secret: str) -> list[str]:
    async with hall.client(secret) as client:
        answer = await client.get("/api/me/notices")
        return [row["message"] for row in answer.json()]


# Payment of a disqualified player


def test_disqualifying_the_only_opponent_gives_no_chips_to_the_other_player(
    tmp_path: Path,
) -> None:
    """Holds also if the whole entry is a bounty and the prize pool is empty."""

    async def main() -> None:
        async with opened(tmp_path) as hall:
            for bounty in (0, 2000, 5000):
                field = await Field.entered(hall, 2, buy_in=5000, bounty=bounty)
                host = await hall.line(field.host)
                done(await field.direct(host, "disqualify", name=name_of(field, 0)))
                assert field.now.status is Status.ENDED
                assert [await field.chips(secret) for secret in field.secrets] == [10_000] * 2
                (event,) = events(field.lines[1], "disqualified")
                assert event["prize"] == 5000 - bounty
                (order,) = await field.get("/orders")
                assert (order["command"], order["number"]) == ("disqualify", 5000)
                over = messages_of_type(field.lines[0], "tournament_over")[-1]
                assert (over["place"], over["prize"]) == (2, 5000 - bounty)
                assert over["bounties"] == bounty
                (notice,) = await notices_of(hall, field.secrets[0])
                assert "paid what your stack is worth" in notice
                assert await field.books() == []

    played(main())


def test_a_disqualified_player_is_paid_at_once_and_other_prizes_stay(
    tmp_path: Path,
) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall:
            field = await Field.entered(hall, 6, buy_in=600, seats=3)
            host, rng = await hall.line(field.host), Random(2)
            await field.play(rng, steps=30)
            while not all(
                table.state.masa.game is None for table in field.director.tables.open.values()
            ):
                for table in list(field.director.tables.open.values()):
                    await field.fold(table)
            if not field.now.is_ended:
                leader = next(iter(field.now.stacks))
                done(await field.direct(host, "disqualify", name=name_of(field, leader)))
                share = field.now.agreed[leader]
                assert share > 600
                assert await field.chips(field.secrets[leader]) == 10_000 - 600 + share
            await field.play(rng)
            results = await field.get("/results")
            assert sum(row["prize"] for row in results) == 3600
            assert await field.books() == []
            for line in field.lines:
                for said in line.messages:
                    message.messages.validate_python(said)

    played(main())


# Notices


def test_the_affected_player_gets_a_notice_with_the_reason_and_whom_to_ask(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall:
            field = await Field.entered(hall, 3)
            host, director = await hall.line(field.host), await own_name(hall, field.host)
            (table,) = field.director.tables.open.values()
            name = name_of(field, 1)
            ask = {"do": "direct", "tournament": field.id, "name": name}
            refused(await host.ask(command="penalise", number=1, **ask), "reason")
            said = {"reason": "slow rolling", **ask}
            done(await host.ask(command="penalise", number=1, **said))
            (text,) = await notices_of(hall, field.secrets[1])
            for word in ("you miss 1 hands", "slow rolling", f"Ask {director}", "Test"):
                assert word in text.replace("You miss", "you miss"), text
            await field.lines[1].flush()
            live = field.lines[1].last("notice")
            assert (live["kind"], live["message"]) == ("director", text)
            assert not messages_of_type(field.lines[0], "notice")
            await table.deal()
            done(await field.direct(host, "disqualify", name=name))
            assert "When your hand is over" in (await notices_of(hall, field.secrets[1]))[0]

    played(main())


def test_every_order_is_announced_with_its_effect(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall:
            field = await Field.entered(hall, 5, seats=3)
            host, name = await hall.line(field.host), name_of(field, 0)
            to = 2 - field.now.place(0)[0]
            given: list[tuple[str, dict[str, Any], int | None]] = [
                ("pause", {}, 86_400),
                ("resume", {}, None),
                ("next_level", {}, 2),
                ("break", {"number": 60}, 60),
                ("resume", {}, None),
                ("penalise", {"name": name, "number": 2}, 2),
                ("move", {"name": name, "number": to}, to),
                ("disqualify", {"name": name}, 100),
                ("cancel", {}, None),
            ]
            for command, more, number in given:
                answer = await field.direct(host, command, **more)
                if answer["type"] == "refused":
                    assert (command, answer["code"]) == ("move", "FULL")
                    continue
                announced = events(field.lines[1], "announced")[-1]
                assert (announced["command"], announced["number"]) == (command, number)
                assert announced["name"] == more.get("name")
            (called_off,) = events(field.lines[1], "cancelled")
            assert called_off["refund"] is False

    played(main())


# Limits


def test_only_one_extra_level_may_be_ordered_per_hand(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall:
            field = await Field.entered(hall, 3, every=100)
            host = await hall.line(field.host)
            (table,) = field.director.tables.open.values()
            done(await field.direct(host, "next_level"))
            refused(
                await field.direct(host, "next_level"),
                "one extra level per hand",
                code="ORDER_LIMIT",
            )
            assert field.now.clock.level == 1
            await table.deal()
            done(await field.direct(host, "next_level"))
            refused(
                await field.direct(host, "next_level"),
                "one extra level per hand",
                code="ORDER_LIMIT",
            )
            await field.fold(table)
        async with opened(tmp_path) as hall:
            field.hall = hall
            again = await field.direct(await hall.line(field.host), "next_level")
            refused(again, code="ORDER_LIMIT")

    played(main())


def test_after_an_hour_of_ordered_breaks_a_player_may_leave_for_the_value_of_the_stack(
    tmp_path: Path,
) -> None:
    async def main() -> None:
        clock = VirtualClock()
        async with opened(tmp_path, clock) as hall:
            field = await Field.entered(hall, 4, buy_in=300)
            host = await hall.line(field.host)
            leave = {"do": "unregister", "tournament": field.id}
            for _ in range(2):
                done(await field.direct(host, "break", number=1800))
                await clock.advance(1801)
            refused(await field.lines[0].ask(**leave))
            assert not (await field.get(secret=field.secrets[0]))["you"]["may_leave"]
            done(await field.direct(host, "break", number=1))
            you = (await field.get(secret=field.secrets[0]))["you"]
            assert (you["may_leave"], you["may_unregister"]) == (True, True)
            done(await field.lines[0].ask(**leave))
            assert field.now.entrants[0].status is EntrantStatus.LEFT
            assert await field.chips(field.secrets[0]) == 10_000
            (event,) = events(field.lines[1], "left")
            assert event["prize"] == 300
            done(await field.direct(host, "resume"))
            (table,) = field.director.tables.open.values()
            await table.deal()
            refused(await field.lines[1].ask(**leave), "a hand")
            await field.fold(table)
            await field.play(Random(1))
            assert sum(row["prize"] for row in await field.get("/results")) == 1200
            assert await field.books() == []

    played(main())


def test_after_an_hour_of_pauses_a_player_may_leave_for_the_value_of_the_stack(
    tmp_path: Path,
) -> None:
    async def main() -> None:
        clock = VirtualClock()
        async with opened(tmp_path, clock) as hall:
            field = await Field.entered(hall, 3)
            host = await hall.line(field.host)
            done(await field.direct(host, "pause"))
            leave = {"do": "unregister", "tournament": field.id}
            await clock.advance(3000)
            done(await field.direct(host, "resume"))
            done(await field.direct(host, "pause"))
            await clock.advance(590)
            refused(await field.lines[0].ask(**leave))
            await clock.advance(20)
            done(await field.lines[0].ask(**leave))
            assert await field.chips(field.secrets[0]) == 10_000
            assert await field.books() == []

    played(main())


def test_a_director_who_plays_may_order_five_pauses_of_at_most_ten_minutes(tmp_path: Path) -> None:
    async def main() -> None:
        clock = VirtualClock()
        async with opened(tmp_path, clock) as hall:
            field, host = await with_host(hall, 2)
            for _ in range(5):
                done(await field.direct(host, "pause"))
                assert events(host, "announced")[-1]["number"] == 600
                await clock.advance(599)
                assert field.now.status is Status.PAUSED
                await clock.advance(2)
                assert field.now.status is Status.RUNNING
            refused(await field.direct(host, "pause"), "5 pauses", code="ORDER_LIMIT")
        async with opened(tmp_path, clock) as hall:
            field.hall = hall
            again = await field.direct(await hall.line(field.host), "pause")
            refused(again, "5 pauses", code="ORDER_LIMIT")

    played(main())


def test_directors_who_play_share_the_five_pauses(tmp_path: Path) -> None:
    async def main() -> None:
        clock = VirtualClock()
        async with opened(tmp_path, clock) as hall:
            field = await Field.opened(hall, 2, least=2, most=3)
            host, other = await hall.line(field.host), field.lines[0]
            name = other.messages[0]["name"]
            done(await field.direct(host, "co_director", name=name))
            for line in (host, *field.lines):
                done(await line.ask(do="register", tournament=field.id))
            for line in (host, host, host, other, other):
                done(await field.direct(line, "pause"))
                done(await field.direct(line, "resume"))
            for line in (host, other):
                refused(await field.direct(line, "pause"), "5 pauses", code="ORDER_LIMIT")

    played(main())


def test_a_pause_ends_after_ten_minutes_if_its_director_enters_meanwhile(
    tmp_path: Path,
) -> None:
    async def main() -> None:
        clock = VirtualClock()
        async with opened(tmp_path, clock) as hall:
            field = await Field.entered(hall, 2, most=9, late=9)
            host = await hall.line(field.host)
            done(await field.direct(host, "start"))
            done(await field.direct(host, "pause"))
            await clock.advance(300)
            done(await host.ask(do="register", tournament=field.id))
            await clock.advance(299)
            assert field.now.status is Status.PAUSED
            await clock.advance(2)
            assert field.now.status is Status.RUNNING

    played(main())


def test_a_player_may_not_be_moved_twice_within_an_orbit(tmp_path: Path) -> None:
    """The limit prevents that a friend of the director is moved back and forth and skips every
    hand."""

    async def main() -> None:
        async with opened(tmp_path) as hall:
            field = await Field.entered(hall, 5, seats=4)
            host = await hall.line(field.host)
            larger = max(field.now.open_tables, key=lambda number: field.now.table(number).size)
            player = next(p for p in field.now.players if field.now.place(p)[0] == larger)
            name = name_of(field, player)
            done(await field.direct(host, "move", name=name, number=2 - larger))
            back = await field.direct(host, "move", name=name, number=larger + 1)
            refused(back, "within the last orbit", code="ORDER_LIMIT")

    played(main())


def test_a_penalty_is_at_most_one_orbit(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall:
            field = await Field.entered(hall, 4)
            host, name = await hall.line(field.host), name_of(field, 2)
            (table,) = field.director.tables.open.values()
            refused(
                await field.direct(host, "penalise", name=name, number=5),
                "now 4 hands",
                code="ORDER_LIMIT",
            )
            await table.deal()
            done(await field.direct(host, "penalise", name=name, number=3))  # after the hand
            refused(
                await field.direct(host, "penalise", name=name, number=2),
                "now 1 hands",
                code="ORDER_LIMIT",
            )
            done(await field.direct(host, "penalise", name=name, number=1))
            await field.fold(table)
            assert field.now.penalties == {2: 4}
            again = await field.direct(host, "penalise", name=name, number=1)
            refused(again, "now 0 hands", code="ORDER_LIMIT")

    played(main())


def test_penalties_of_one_player_total_at_most_three_orbits(tmp_path: Path) -> None:
    """The limit prevents that a director makes the opponents of a friend fold orbit after orbit."""

    async def main() -> None:
        async with opened(tmp_path) as hall:
            field = await Field.entered(hall, 3)
            host, name = await hall.line(field.host), name_of(field, 2)
            (table,) = field.director.tables.open.values()
            for _ in range(3):
                done(await field.direct(host, "penalise", name=name, number=3))
                for _ in range(3):
                    await table.deal()
                    await field.fold(table)
                assert field.now.penalties == {}
            again = await field.direct(host, "penalise", name=name, number=1)
            refused(again, "3 in all", "now 0 hands", code="ORDER_LIMIT")
            done(await field.direct(host, "penalise", name=name_of(field, 1), number=1))
        async with opened(tmp_path) as hall:
            field.hall = hall
            host = await hall.line(field.host)
            again = await field.direct(host, "penalise", name=name, number=1)
            refused(again, "now 0 hands", code="ORDER_LIMIT")

    played(main())


def test_a_tournament_is_not_started_early_while_an_entrant_is_absent(
    tmp_path: Path,
) -> None:
    async def main() -> None:
        clock = VirtualClock()
        async with opened(tmp_path, clock) as hall:
            terms = {"kind": "scheduled", "starts": clock.now() + 3_600_000}
            field = await Field.opened(hall, 3, terms=terms, least=2, most=9)
            host = await hall.line(field.host)
            for line in field.lines:
                done(await line.ask(do="register", tournament=field.id))
            absent = name_of(field, 1)
            await field.lines[1].close()
            refused(
                await field.direct(host, "start"), "announced time", absent, code="ENTRANTS_ABSENT"
            )
            assert field.now.status is Status.REGISTERING
            field.lines[1] = await hall.line(field.secrets[1])
            done(await field.lines[1].ask(do="watch_tournament", tournament=field.id))
            done(await field.direct(host, "start"))
            assert field.now.status is Status.RUNNING

    played(main())


def test_without_an_announced_time_a_director_who_plays_waits_for_absent_entrants(
    tmp_path: Path,
) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall:
            field = await Field.opened(hall, 3, least=2, most=9)
            host = await hall.line(field.host)
            for line in (host, *field.lines[:2]):
                done(await line.ask(do="register", tournament=field.id))
            await field.lines[0].close()
            refused(await field.direct(host, "start"), "everybody is here", code="ENTRANTS_ABSENT")
            done(await host.ask(do="unregister", tournament=field.id))
            done(await field.direct(host, "start"))

    played(main())


# People have enough time to act wherever they can play


def test_an_act_time_below_three_seconds_is_refused_where_people_can_play(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall, hall.client(await hall.guest()) as client:
            for path in ("/api/tables", "/api/tournaments"):
                body = {"name": "Test", "act_time": 2999}
                answer = await client.post(path, json=body)
                assert (answer.status_code, "3000" in answer.json()["message"]) == (422, True)
                answer = await client.post(path, json=body | {"act_time": 3000})
                assert answer.status_code == 201, answer.text

    played(main())


# Messages


def test_hello_is_the_first_message_even_if_a_notice_comes_before_it(tmp_path: Path) -> None:
    """A notice for the account arrives while the session of the connection is looked up."""

    async def main() -> None:
        async with opened(tmp_path) as hall:
            secret = await hall.guest()
            lobby = hall.lobby
            sessions: Any = lobby.accounts.sessions
            found = sessions.found

            async def slow(digest: str) -> Any:
                for viewer in lobby.viewers:
                    viewer.outbox.tell({"type": "notice", "kind": "x", "message": "y", "at": 0})
                return await found(digest)

            sessions.found = slow
            line = await hall.line(secret)
            await line.flush()
            assert [json.loads(text)["type"] for text in line.received[:2]] == ["hello", "notice"]

    played(main())


def test_an_announced_next_tournament_can_be_requested_at_once(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall:
            host = await hall.guest()
            body = {"name": "Spring", "players": 2, "games": 2, "act_time": 60_000}
            async with hall.client(host) as client:
                made = (await client.post("/api/leagues", json=body)).json()
            secrets = [await hall.guest() for _ in range(2)]
            lines = [await hall.line(secret) for secret in secrets]
            field = Field(hall, made["tournament"], host, secrets, lines)
            for line in lines:
                done(await line.ask(do="register", tournament=field.id))
            known: list[bool] = []
            leaking: Any = field.director._telling
            tell = leaking.events

            def watched(batch: list[dict[str, Any]]) -> None:
                known.extend(
                    event["next"] in hall.lobby.tournaments.directors
                    for event in batch
                    if event["event"] == "finished"
                )
                tell(batch)

            leaking.events = watched
            director = await hall.line(host)
            done(await field.direct(director, "disqualify", name=name_of(field, 0)))
            assert known == [True]

    played(main())
