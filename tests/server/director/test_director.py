"""Tests of the director of a tournament with all its tables: entries, moves, eliminations,
prizes, and the orders of a human director."""

import asyncio
import itertools
import json
import re
import tomllib
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import select

from pokermasa.cards import Deck
from pokermasa.server.lobby import dealing_loop
from pokermasa.server.protocol import message
from pokermasa.server.storage import schema as store
from pokermasa.server.storage.account import HOUSE
from pokermasa.tournament import EntrantStatus, Status
from tests.browser.fixed_deck import ORDER
from tests.server.field import Field, events, messages_of_type, toml
from tests.server.virtual_clock import VirtualClock
from tests.server.wired import FOREVER, dealt_from, opened


def played(scenario: Any) -> None:
    asyncio.run(scenario)


def verify_words(field: Field) -> None:
    """Checks that every message to a player is described in docs/wire.md."""
    for line in field.lines:
        for said in line.messages:
            message.messages.validate_python(said)


async def refused(line: Any, code: str, **ask: Any) -> None:
    answer = await line.ask(**ask)
    assert (answer["type"], answer.get("code")) == ("refused", code), answer


# Complete tournaments


def test_many_tables_merge_into_one_and_every_player_gets_a_place_and_prize(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall:
            field = await Field.entered(hall, 8, seats=3, bounty=20)
            assert len(field.director.tables.open) == 3
            for line in field.lines:
                (seat,) = messages_of_type(line, "tournament_seat")
                assert seat["was"] is None
                await line.ask(do="watch", masa=seat["masa"])
            begun = await field.get("/results")
            assert [row["place"] for row in begun] == [1] * 8, "equal chips, the same place"
            await field.play(Random(3))
            results = await field.get("/results")
            assert [row["place"] for row in results] == sorted(r["place"] for r in results)
            assert sum(row["prize"] for row in results) == 8 * 80
            assert sum(row["bounties"] for row in results) == 8 * 20
            for player, secret in enumerate(field.secrets):
                (row,) = [row for row in results if row["player"] == player]
                assert await field.chips(secret) == 10_000 - 100 + row["prize"] + row["bounties"]
            moved = list(events(field.lines[0], "moved"))
            assert moved, "eight players at three tables of three come to one"
            assert await field.books() == []
            for player, line in enumerate(field.lines):
                over = messages_of_type(line, "tournament_over")[-1]
                (row,) = [row for row in results if row["player"] == player]
                assert (over["place"], over["prize"]) == (row["place"], row["prize"])
            # Each player was sent to every table in order: each seat message continues from the
            # previous table.
            for line in field.lines:
                seats = messages_of_type(line, "tournament_seat")
                assert all(a["masa"] == b["was"] or a["masa"] == b["masa"]
                           for a, b in itertools.pairwise(seats))  # fmt: skip
            verify_words(field)
            # The hand in which the last player was eliminated can be replayed.
            loser = results[-1]
            async with hall.client() as client:
                hand = (await client.get(f"/api/hands/{loser['hand']}")).json()
                assert hand["tournament"]["id"] == field.id
                batches = [one for line in field.lines for one in messages_of_type(line, "events")]
                new_event = [event for batch in batches for event in batch["events"]]
                ends = {event["id"] for event in new_event if event["event"] == "hand_ended"}
                assert loser["hand"] in ends, "whoever was there was told where it is"
                assert len(ends) == field.now.hands
            async with hall.client(field.secrets[loser["player"]]) as client:
                (place,) = (await client.get("/api/hands/tables")).json()
                assert (place["masa"], place["tournament"]) == (None, field.id)
                theirs = (await client.get("/api/hands", params={"tournament": field.id})).json()
                assert (place["name"], place["hands"]) == ("Test", len(theirs))
                finals = {p["name"]: p["final"] for p in hand["players"]}
                assert finals[loser["name"]] == 0
                text = (await client.get(f"/api/hands/{loser['hand']}/phh")).text
                fields = tomllib.loads(text)
                assert fields["_tournament"] == field.id
                assert (fields["_buy_in"], fields["event"]) == ("80+20+0", "Test")
                at = fields["players"].index(loser["name"])
                assert (fields["finishing_stacks"][at], fields["_places"][at]) == (
                    0,
                    loser["place"],
                )

    played(main())


def test_a_finished_tournament_keeps_its_page(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall:
            field = await Field.entered(hall, 3)
            await field.play(Random(1))
            live, hands = await field.get("/results"), field.now.hands
            await hall.lobby.tournaments.let_go(field.director)
            gone = {"masa": None, "side": None, "stack": 0}
            assert await field.get("/results") == [row | gone for row in live]
            page = await field.get()
            assert page["tournament"]["status"] == "ended"
            assert page["prizes"] == [300]
            assert len(await field.get("/hands")) == min(100, hands)
            async with hall.client() as client:
                over = (await client.get("/api/tournaments?over=true")).json()
                assert [row["id"] for row in over] == [field.id]
                assert (await client.get("/api/tournaments")).json() == []

    played(main())


def test_a_private_tournament_is_listed_for_its_entrants_and_director_only(
    tmp_path: Path,
) -> None:
    async def main() -> None:
        clock = VirtualClock()
        async with opened(tmp_path, clock) as hall:
            host = await hall.guest()
            body = {"name": "Ours", "structure": toml(least=2, most=3), "private": True}
            async with hall.client(host) as client:
                made = (await client.post("/api/tournaments", json=body)).json()
            secrets = [await hall.guest() for _ in range(4)]
            lines = [await hall.line(secret) for secret in (*secrets, host)]
            for line in lines:
                await line.ask(do="tournaments")
            enter = {"do": "register", "tournament": made["id"], "key": made["key"]}
            for line in lines[:3]:
                assert (await line.ask(**enter))["type"] == "done"
                await clock.advance(2)
                if line is lines[1]:
                    away = {"do": "unregister", "tournament": made["id"]}
                    assert (await line.ask(**away))["type"] == "done"
                    await clock.advance(2)

            def listed(line: Any) -> list[str]:
                shown: dict[str, Any] = {}
                for told_now in messages_of_type(line, "tournaments"):
                    shown |= {row["id"]: row for row in told_now["tournaments"]}
                    for id in told_now["closed"]:
                        shown.pop(id, None)
                return list(shown)

            ours = [made["id"]]
            assert [listed(line) for line in lines] == [ours, [], ours, [], ours]
            assert made["id"] not in "".join(lines[3].received)

            async def found(path: str) -> list[list[str]]:
                rows = []
                for secret in (*secrets, host, None):
                    async with hall.client(secret) as client:
                        rows.append([row["id"] for row in (await client.get(path)).json()])
                return rows

            assert await found("/api/tournaments") == [ours, [], ours, [], ours, []]
            field = Field(hall, made["id"], host, secrets, [lines[0], lines[1], lines[2]])
            await field.direct(lines[4], "start")
            await field.play(Random(1))
            await clock.advance(2)
            assert [listed(line) for line in lines] == [[]] * 5
            await hall.lobby.tournaments.let_go(field.director)
            assert await found("/api/tournaments?over=true") == [ours, [], ours, [], ours, []]

    played(main())


# Invalid requests: refused with a code, nothing changed, no chip lost


def test_double_late_unpaid_and_surplus_entries_are_refused(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall:
            field = await Field.opened(hall, 3, seats=3)
            one, two, three = field.lines
            enter = {"do": "register", "tournament": field.id}
            await refused(one, "NOT_FOUND", **(enter | {"tournament": "t000000"}))
            await refused(one, "NOT_ENTERED", do="unregister", tournament=field.id)
            stranger = await hall.line()
            await refused(stranger, "NOT_LOGGED_IN", **enter)
            assert (await one.ask(**enter))["player"] == 0
            await refused(one, "ALREADY_ENTERED", **enter)
            assert (await one.ask(do="unregister", tournament=field.id))["type"] == "done"
            await refused(one, "NOT_ENTERED", do="unregister", tournament=field.id)
            assert await field.chips(field.secrets[0]) == 10_000
            dear = await Field.opened(hall, 2, buy_in=20_000)
            await refused(one, "NOT_ENOUGH_CHIPS", do="register", tournament=dear.id)
            for line in (one, two, three):
                assert (await line.ask(**enter))["type"] == "done"
            late = await hall.line(await hall.guest())
            await refused(late, "REGISTRATION_CLOSED", **enter)
            await refused(one, "NOT_ALLOWED", do="unregister", tournament=field.id)
            await refused(one, "NO_REBUY", do="rebuy", tournament=field.id)
            await refused(one, "NO_ADD_ON", do="add_on", tournament=field.id)
            await refused(one, "NOT_ALLOWED", do="answer_deal", tournament=field.id, agrees=True)
            assert field.now.entries == 3
            assert [await field.chips(secret) for secret in field.secrets] == [9_900] * 3
            assert await field.books() == []

    played(main())


UNPLAYABLE = [
    ("[levels]\nscale = [[10, 20]]", "beyond"),
    ('[levels]\nscale = [[10, 20]]\nevery = 0\nbeyond = "double"', "levels.every"),
    ("[levels]\nscale = []", "levels.scale"),
    ("stack = 99999999999999999\n[levels]\nscale = [[10, 20]]", "stack"),
    ('entrants = [2, 1000000]\n[levels]\nscale = [[1, 2]]\nbeyond = "double"', "entrants"),
    ("buy_in = 5\nbounty = 9\n[levels]\nscale = [[1, 2]]", "bounty"),
    ("nonsense", "included are"),
    ("= what", "TOML"),
    ("x = " + "[" * 9000 + "]" * 9000, "nested"),
    ("seats = " + "9" * 5000, "TOML"),
    (f'[levels]\nscale = [[1, 2]]\nevery = {10**15}\nbeyond = "double"', "levels.every"),
    (
        f'[levels]\nrises = "time"\nevery = 60\nscale = [[1, 2]]\nbeyond = "double"\n'
        f"breaks = [[1, {10**9}]]",
        "levels.breaks",
    ),
    (f'time_bank = {10**9}\n[levels]\nscale = [[1, 2]]\nbeyond = "double"', "time_bank"),
    (f'points = [[{10**30}]]\n[levels]\nscale = [[1, 2]]\nbeyond = "double"', "points"),
    (f'name = "{"x" * 99}"\n[levels]\nscale = [[1, 2]]\nbeyond = "double"', "name"),
    ('name = "\\u0000"\n[levels]\nscale = [[1, 2]]\nbeyond = "double"', "name"),
]
"""Invalid structures, each with a word that its refusal must contain."""


def test_a_structure_that_can_never_end_is_refused(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall, hall.client(await hall.guest()) as client:
            for structure, text in UNPLAYABLE:
                body = {"name": "Test", "structure": structure}
                answer = await client.post("/api/tournaments", json=body)
                data = answer.json()
                assert (answer.status_code, data["code"]) == (422, "BAD_STRUCTURE"), structure
                assert text in data["message"], structure
            assert (await client.get("/api/tournaments")).json() == []

    played(main())


def test_requests_of_cash_tables_are_refused_at_a_tournament_table(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall:
            field = await Field.entered(hall, 3)
            (table,) = field.director.tables.open.values()
            line, masa = field.lines[0], table.id
            before = field.now
            for ask in (
                {"do": "sit", "stack": 100},
                {"do": "leave"},
                {"do": "leave_after_hand", "value": True},
                {"do": "top_up", "amount": 100},
                {"do": "auto_top_up", "to": 200},
                {"do": "straddle", "value": True},
                {"do": "run_twice", "agrees": True},
                {"do": "rabbit"},
                {"do": "pause", "value": True},
                {"do": "kick", "name": "x"},
                {"do": "new_link"},
                {"do": "players_chat", "value": True},
                {"do": "add_bots"},
                {"do": "hand_over", "name": "x"},
                {"do": "co_host", "name": "x", "value": True},
                {"do": "answer_offer", "agrees": True},
                {"do": "approve_buy_in", "name": "x", "amount": 1, "value": True},
                {"do": "set_blind_timer", "levels": []},
                {"do": "unwait"},
            ):
                await refused(line, "TOURNAMENT_TABLE", masa=masa, **ask)
            assert field.now == before

    played(main())


def test_a_moved_player_cannot_act_at_the_old_table(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall:
            field = await Field.entered(hall, 6, seats=3, stack=60)
            rng, moves = Random(5), 0
            while not field.now.is_ended and not moves:
                await field.step(rng)
                for line in field.lines:
                    for seat in messages_of_type(line, "tournament_seat"):
                        if seat["was"] is not None:
                            act = {"do": "act", "masa": seat["was"], "act": "FO", "turn": "1.0"}
                            answer = await line.ask(**act)
                            assert answer["code"] in ("NOT_FOUND", "NOT_ALLOWED")
                            moves += 1
            assert moves

    played(main())


# Orders of the director


def test_a_director_who_plays_may_not_give_orders_about_single_entries(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall:
            field = await Field.opened(hall, 3, least=2)
            host = await hall.line(field.host)
            lines = [host, *field.lines[:2]]
            for line in lines:
                await line.ask(do="register", tournament=field.id)
            name = field.director.state.entries[1].account.name
            for command, more in (
                ("disqualify", {"name": name}),
                ("penalise", {"name": name, "number": 3}),
                ("move", {"name": name, "number": 1}),
                ("cancel", {}),
            ):
                ask = {"do": "direct", "tournament": field.id, "command": command, **more}
                await refused(host, "NOT_ALLOWED", **ask)
            before = field.now
            assert (await field.direct(host, "pause"))["type"] == "done"
            assert not any(table.may_deal for table in field.director.tables.open.values())
            assert (await field.direct(host, "resume"))["type"] == "done"
            assert field.now == before
            orders = await field.get("/orders")
            assert [order["command"] for order in orders] == ["pause", "resume"]
            level = field.now.clock.level
            assert (await field.direct(host, "next_level"))["type"] == "done"
            assert (await field.direct(host, "break", number=60))["type"] == "done"
            assert (field.now.clock.level, field.now.on_break) == (level + 1, True)

    played(main())


def test_only_the_director_may_give_orders(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall:
            field = await Field.entered(hall, 3)
            before = field.now
            for command in ("pause", "resume", "cancel", "next_level", "start"):
                await refused(
                    field.lines[0], "NOT_ALLOWED", do="direct", tournament=field.id, command=command
                )
            assert field.now == before
            assert await field.get("/orders") == []

    played(main())


def test_orders_about_somebody_wait_for_the_end_of_their_hand_and_are_announced(
    tmp_path: Path,
) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall:
            field = await Field.entered(hall, 3)
            host = await hall.line(field.host)
            await host.ask(do="watch_tournament", tournament=field.id)
            (table,) = field.director.tables.open.values()
            await table.deal()
            side = next(side for side in table.state.seated if side != table.state.masa.to_act)
            who = table.state.seated[side]
            player = field.director.state.player_of(who)
            assert (await field.direct(host, "disqualify", name=who.name))["type"] == "done"
            assert field.now.entrants[player].status is EntrantStatus.PLAYING
            assert table.state.masa.is_in_hand(side)
            assert not table.state.masa.seats[side].leaving
            (order,) = await field.get("/orders")
            assert order["done"] is None
            assert [e["now"] for e in events(field.lines[0], "announced")] == [False]
            await field.fold(table)
            assert field.now.entrants[player].status is EntrantStatus.DISQUALIFIED
            (order,) = await field.get("/orders")
            assert order["done"] is not None
            await refused(
                host,
                "NOT_FOUND",
                do="direct",
                tournament=field.id,
                command="penalise",
                name="Nobody At All",
            )

    played(main())


def test_a_director_can_order_penalties_moves_levels_and_breaks(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall:
            field = await Field.entered(hall, 5, seats=3)
            host = await hall.line(field.host)
            name = field.director.state.entries[0].account.name
            assert (await field.direct(host, "penalise", name=name, number=2))["type"] == "done"
            assert field.now.penalties == {0: 2}
            place = field.now.place(0)[0]
            to = 2 - place  # Table numbers begin with 1 for people.
            done = await field.direct(host, "move", name=name, number=to)
            assert done["type"] == "done" or done["code"] == "FULL", done
            level = field.now.clock.level
            await field.direct(host, "next_level")
            assert field.now.clock.level == level + 1
            await field.direct(host, "break", number=60)
            assert field.now.on_break
            await field.direct(host, "resume")
            assert not field.now.on_break
            assert field.now.balances

    played(main())


def test_a_tournament_cancelled_during_play_ends_after_the_hands_and_pays_by_icm(
    tmp_path: Path,
) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall:
            field = await Field.entered(hall, 5, seats=3)
            host, rng = await hall.line(field.host), Random(4)
            await field.play(rng, steps=9)
            for table in field.director.tables.open.values():
                if table.may_deal:
                    await table.deal()
            assert (await field.direct(host, "cancel"))["type"] == "done"
            assert field.now.status is Status.RUNNING
            assert not any(table.may_deal for table in field.director.tables.open.values())
            for table in list(field.director.tables.open.values()):
                await field.fold(table)
            assert field.now.status is Status.CANCELLED
            results = await field.get("/results")
            assert sum(row["prize"] for row in results) == 500
            assert await field.books() == []

    played(main())


def test_a_tournament_cancelled_before_the_start_refunds_all_entries(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall:
            field = await Field.opened(hall, 4)
            for line in field.lines[:3]:
                await line.ask(do="register", tournament=field.id)
            host = await hall.line(field.host)
            assert (await field.direct(host, "cancel"))["type"] == "done"
            assert [await field.chips(secret) for secret in field.secrets] == [10_000] * 4
            await refused(field.lines[3], "REGISTRATION_CLOSED", do="register", tournament=field.id)
            assert messages_of_type(field.lines[0], "tournament_over")[-1]["place"] is None
            assert await field.books() == []

    played(main())


# Deals at the final table


def test_a_deal_needs_the_consent_of_all_and_play_continues_after_a_refusal(
    tmp_path: Path,
) -> None:
    async def main() -> None:
        clock = VirtualClock()
        async with opened(tmp_path, clock) as hall:
            field = await Field.entered(hall, 3)
            (table,) = field.director.tables.open.values()
            one, two, three = field.lines
            await table.deal()
            deal = {"do": "propose_deal", "tournament": field.id}
            assert (await one.ask(**deal))["type"] == "done"
            answer = {"do": "answer_deal", "tournament": field.id}
            await refused(two, "NOT_ALLOWED", **answer, agrees=True)  # the hand is not over
            await field.fold(table)
            (proposed,) = events(one, "deal_proposed")
            assert sum(share["prize"] for share in proposed["deal"]["shares"]) == 300
            assert not table.may_deal
            await two.ask(**answer, agrees=False)
            assert events(three, "deal_over") == [{"event": "deal_over", "made": False}]
            assert table.may_deal
            await refused(one, "NOT_ALLOWED", **deal)  # not immediately afterwards
            field.director.agreement._last = -100
            await one.ask(**deal)
            await clock.advance(61)
            assert len(events(three, "deal_over")) == 2, "nobody waits for an answer for ever"
            field.director.agreement._last = -100
            await one.ask(**deal)
            await two.ask(**answer, agrees=True)
            await three.ask(**answer, agrees=True)
            assert field.now.is_ended
            results = await field.get("/results")
            assert sum(row["prize"] for row in results) == 300
            assert min(row["prize"] for row in results) > 0
            assert await field.books() == []

    played(main())


def test_the_level_clock_is_stopped_while_a_deal_is_proposed(tmp_path: Path) -> None:
    async def main() -> None:
        clock = VirtualClock()
        async with opened(tmp_path, clock) as hall:
            field = await Field.entered(hall, 3, rises="time", every=60)
            (table,) = field.director.tables.open.values()
            one, two, _ = field.lines
            await one.ask(do="watch", masa=table.id)
            await table.deal()
            deal = {"do": "propose_deal", "tournament": field.id}
            assert (await one.ask(**deal))["type"] == "done"
            await clock.advance(20)  # the blind clock runs during a hand
            await field.fold(table)
            assert (await field.get())["figures"]["held"]
            await one.flush()
            assert one.last("room")["room"]["tournament"]["held"]
            await clock.advance(50)
            assert field.now.clock.level == 0
            figures = (await field.get())["figures"]
            assert figures["every"] - figures["done"] == 40_000
            await two.ask(do="answer_deal", tournament=field.id, agrees=False)
            assert not (await field.get())["figures"]["held"]
            await clock.advance(39)
            assert field.now.clock.level == 0
            await clock.advance(2)
            assert field.now.clock.level == 1
            # If nobody answers, the clock continues after a minute.
            field.director.agreement._last = -100
            assert (await one.ask(**deal))["type"] == "done"
            await clock.advance(61)
            assert field.now.clock.level == 1
            assert not (await field.get())["figures"]["held"]
            await clock.advance(60)
            assert field.now.clock.level == 2
            verify_words(field)

    played(main())


# Rebuys and add-ons


def test_a_repeated_rebuy_request_is_paid_once_and_a_re_entry_is_a_new_entrant(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall:
            field = await Field.entered(hall, 3, most=9, late=99, rebuys=1, re_entries=1)
            host = await hall.line(field.host)
            await field.direct(host, "start")
            (table,) = field.director.tables.open.values()
            line, secret = field.lines[0], field.secrets[0]
            ask = {"do": "rebuy", "tournament": field.id, "id": "once"}
            assert (await line.ask(**ask))["type"] == "done"
            assert (await line.ask(**ask))["type"] == "done"
            hall.app.state.replies._replies.clear()  # as after a restart
            assert (await line.ask(**ask))["type"] == "done"
            assert await field.chips(secret) == 10_000 - 200
            assert field.now.stacks[0] == 400
            await refused(line, "NO_REBUY", do="rebuy", tournament=field.id)
            # The player with more chips folds, so that one of the others is eliminated and two play
            # on.
            dealt_from(lambda: Deck(ORDER), monkeypatch)
            assert await table.deal()
            while (side := table.state.masa.to_act) is not None:
                who = field.line_of(table, side)
                act = "FO" if who is line else "AA"
                done = await who.ask(do="act", masa=table.id, act=act, turn=table.act_clock.token)
                assert done["type"] == "done", done
            (out,) = [n for n, e in enumerate(field.now.entrants) if e.status is EntrantStatus.OUT]
            over = messages_of_type(field.lines[out], "tournament_over")[-1]
            assert over["may_re_enter"]
            done = await field.lines[out].ask(do="register", tournament=field.id)
            assert done["player"] == 3
            assert field.now.entries == 4
            assert await field.books() == []

    played(main())


# Re-entries


async def all_in(field: Field) -> None:
    """Plays one hand at the only table in which everybody goes all in."""
    (table,) = field.director.tables.open.values()
    assert await table.deal()
    while (side := table.state.masa.to_act) is not None:
        line = field.line_of(table, side)
        done = await line.ask(do="act", masa=table.id, act="AA", turn=table.act_clock.token)
        assert done["type"] == "done", done


async def one_left(hall: Any, monkeypatch: pytest.MonkeyPatch, **options: Any) -> Field:
    """Play until one of three players has won every chip in the first level. The others may enter
    again.
    """
    dealt_from(lambda: Deck(ORDER), monkeypatch)
    options = {"rises": "time", "every": 60, "late": 1, "re_entries": 1, "most": 9} | options
    field = await Field.entered(hall, 3, **options)
    await field.direct(await hall.line(field.host), "start")
    await all_in(field)
    return field


def lines_out(field: Field) -> list[Any]:
    out = [n for n, e in enumerate(field.now.entrants) if e.status is EntrantStatus.OUT]
    return [field.lines[n] for n in out]


def test_with_one_player_left_the_room_waits_until_registration_closes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        clock = VirtualClock()
        async with opened(tmp_path, clock) as hall:
            field = await one_left(hall, monkeypatch)
            assert (field.now.alive, field.now.status) == (1, Status.RUNNING)
            assert (await field.get())["figures"]["awaited"] == 2
            for line in lines_out(field):
                over = messages_of_type(line, "tournament_over")[-1]
                assert (over["prize"], over["is_final"], over["may_re_enter"]) == (0, False, True)
            await clock.advance(58)
            assert not field.now.is_ended
            await clock.advance(3)
            assert field.now.is_ended
            assert await field.books() == []

    played(main())


def test_with_one_player_left_the_tournament_ends_when_the_others_decline_re_entry(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        async with opened(tmp_path, VirtualClock()) as hall:
            field = await one_left(hall, monkeypatch)
            one, two = lines_out(field)
            (winner,) = {*field.lines} - {one, two}
            decline = {"do": "decline_re_entry", "tournament": field.id}
            await refused(winner, "NO_RE_ENTRY", **decline)
            await refused(await hall.line(field.host), "NOT_ENTERED", **decline)
            await one.ask(do="watch_tournament", tournament=field.id)
            assert one.last("tournament")["you"]["may_decline"]
            assert (await one.ask(**decline))["type"] == "done"
            await one.ask(do="watch_tournament", tournament=field.id)
            assert not one.last("tournament")["you"]["may_decline"]
            assert (await field.get())["figures"]["awaited"] == 1
            assert len(events(two, "declined")[0]["players"]) == 1
            assert not field.now.is_ended
            assert (await two.ask(**decline))["type"] == "done"
            assert field.now.is_ended
            verify_words(field)

    played(main())


def test_a_player_with_two_entries_is_paid_for_one_place_and_informed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The player is eliminated twice while registration is open, and both entries rank among
    the paid places. The prize is paid and announced when the tournament ends."""

    async def main() -> None:
        clock = VirtualClock()
        async with opened(tmp_path, clock) as hall:
            field = await one_left(hall, monkeypatch, least=2)
            one, two = lines_out(field)
            secret = field.secrets[field.lines.index(one)]
            assert (await one.ask(do="register", tournament=field.id))["player"] == 3
            for _ in range(20):
                if field.now.alive == 1:
                    break
                await all_in(field)
            assert await field.chips(secret) == 10_000 - 200
            await clock.advance(61)
            prizes = [(r["place"], r["name"], r["prize"]) for r in await field.get("/results")]
            name = field.director.state.entries[3].account.name
            assert [(place, prize) for place, who, prize in prizes if who == name] == [
                (2, 140),
                (4, 0),
            ]
            assert await field.chips(secret) == 10_000 - 200 + 140
            over = messages_of_type(one, "tournament_over")
            assert [(m["prize"], m["is_final"]) for m in over] == [
                (0, False),
                (0, False),
                (140, True),
            ]
            assert messages_of_type(two, "tournament_over")[-1]["prize"] == 0
            assert await field.books() == []
            async with hall.engine.connect() as connection:
                rows = await connection.execute(select(store.hand.c.value))
                hands = [json.loads(value)["tournament"]["finishes"] for (value,) in rows]
            assert [(f["place"], f["prize"]) for f in hands[-1]] == [(1, 260), (2, 140)]

    played(main())


def test_with_levels_by_hands_a_last_player_waits_ten_minutes_for_re_entries(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No hand is dealt meanwhile, so registration would never close."""

    async def main() -> None:
        clock = VirtualClock()
        async with opened(tmp_path, clock) as hall:
            field = await one_left(hall, monkeypatch, rises="hands")
            await clock.advance(599)
            assert not field.now.is_ended
            await clock.advance(2)
            assert field.now.is_ended
            assert await field.books() == []

    played(main())


def test_a_tournament_does_not_wait_for_re_entries_of_house_bots(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        async with opened(tmp_path, VirtualClock()) as hall:
            field = await one_left(hall, monkeypatch)
            for player in field.now.awaited:
                account = replace(field.director.state.entries[player].account, kind=HOUSE)
                field.director.state.rename(account)
            await field.director.ask(field.director.follow)
            assert field.now.is_ended

    played(main())


# The clock


def test_levels_and_breaks_follow_the_clock_and_are_announced(tmp_path: Path) -> None:
    async def main() -> None:
        clock = VirtualClock()
        async with opened(tmp_path, clock) as hall:
            field = await Field.entered(hall, 3, rises="time", every=60, breaks=[[1, 30]])
            line = field.lines[0]
            (table,) = field.director.tables.open.values()
            await line.ask(do="watch", masa=table.id)
            await clock.advance(45)
            told_now = (await field.get())["figures"]
            assert (told_now["level"], told_now["every"] - told_now["done"]) == (1, 15_000)
            assert told_now["next_break"] == 15_000
            await clock.advance(15)
            assert events(line, "break_began") == [{"event": "break_began", "length": 30_000}]
            assert not table.may_deal
            await line.flush()
            assert line.last("room")["room"]["tournament"]["rest"] == 30_000
            await clock.advance(30)
            assert events(line, "break_ended")
            assert field.now.clock.level == 1
            assert table.may_deal
            host = await hall.line(field.host)
            await field.direct(host, "pause")
            await clock.advance(3600)
            assert field.now.clock.level == 1
            await field.direct(host, "resume")
            await clock.advance(60)
            assert field.now.clock.level == 2

    played(main())


def test_a_scheduled_tournament_starts_on_time_or_is_cancelled(tmp_path: Path) -> None:
    async def main() -> None:
        clock = VirtualClock()
        async with opened(tmp_path, clock) as hall:
            starts = {"kind": "scheduled", "starts": clock.now() + 600_000, "every": 3_600_000}
            field = await Field.opened(hall, 3, terms=starts, least=2, most=50)
            alone = await Field.opened(hall, 3, terms=starts | {"every": None}, least=2, most=50)
            for line in field.lines[:2]:
                await line.ask(do="register", tournament=field.id)
            await alone.lines[0].ask(do="register", tournament=alone.id)
            await clock.advance(599)
            assert field.now.status is Status.REGISTERING
            await clock.advance(2)
            assert field.now.status is Status.RUNNING
            assert alone.now.status is Status.CANCELLED
            assert await alone.chips(alone.secrets[0]) == 10_000
            again = (await field.get())["next"]
            (row,) = [d for d in hall.lobby.tournaments.directors.values() if d.id == again]
            assert row.state.terms.starts == starts["starts"] + 3_600_000
            async with hall.client(field.host) as client:
                past = {"name": "Test", "kind": "scheduled", "starts": clock.now() - 10**6}
                answer = await client.post("/api/tournaments", json=past)
                assert answer.status_code == 422

    played(main())


def test_a_tournament_of_absent_players_ends_with_a_ranking_in_bounded_time(tmp_path: Path) -> None:
    async def main() -> None:
        clock = VirtualClock()
        quick = {"act_time_ms": 20_000, "between_hands_ms": 2_500}
        async with opened(tmp_path, clock, **quick) as hall:
            field = await Field.entered(hall, 5, seats=3, stack=100)
            await hall.hang_up()
            for _ in range(200):
                if field.now.is_ended:
                    break
                await clock.advance(30)
            assert field.now.is_ended
            assert len(field.now.results) == 5
            assert await field.books() == []

    played(main())


def test_a_tournament_restored_between_two_hands_deals_the_next_hand(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall:
            field = await Field.entered(hall, 6, seats=3)
            before = field.now
        clock = VirtualClock()
        async with opened(tmp_path, clock, between_hands_ms=0) as again:
            director = again.lobby.tournaments.directors[field.id]
            assert director.state.tournament.entrants == before.entrants
            await clock.advance(1)
            assert all(table.state.masa.is_game for table in director.tables.open.values())

    played(main())


# Two processes


@pytest.mark.sqlite_only("its leases go by the machine's clock, which is set on here")
def test_only_the_new_lease_owner_directs_and_the_old_process_is_refused(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path, lease_ms=FOREVER) as first:
            field = await Field.entered(first, 3)
            clock = VirtualClock()
            clock.wall = first.clock.now() + 2 * FOREVER
            # The second process takes the tournament over when the lease of the first has expired.
            async with opened(tmp_path, clock, lease_ms=FOREVER) as second:
                other = second.lobby.tournaments.directors[field.id]
                assert other.state.tournament == field.now
                (table,) = field.director.tables.open.values()
                line = field.lines[0]
                before = field.director
                answer = await field.direct(await first.line(field.host), "pause")
                assert answer["code"] == "LOST_LEASE"
                assert before.is_lost
                assert line.closed is not None or line.received
                (mine,) = other.tables.open.values()
                assert await mine.deal()
                assert other.state.tournament.table(0).masa.game is not None
                assert table.state.masa.game is None

    played(main())


# Bots


def test_house_bots_fill_a_sit_and_go_after_a_delay_with_chips_of_the_bank(tmp_path: Path) -> None:
    async def main() -> None:
        clock = VirtualClock()
        quick = {"between_hands_ms": 100, "bot_delay_ms": 10, "act_time_ms": 20_000}
        async with opened(tmp_path, clock, **quick) as hall:
            field = await Field.opened(hall, 4, terms={"bots": True}, stack=100)
            line = field.lines[0]
            assert (await field.get())["figures"]["bots_in"] is None
            await line.ask(do="register", tournament=field.id)
            await clock.advance(29)
            assert field.now.entries == 1
            figures = (await field.get())["figures"]
            assert 900 <= figures["bots_in"] <= 1_100
            # The prizes are those of the full tournament, which it will be at the start.
            expected = figures["pool"], figures["paid_places"]
            await clock.advance(2)
            assert field.now.status is Status.RUNNING
            assert expected == (field.now.pool, field.now.paid_places) == (400, 2)
            assert (await field.get())["figures"]["bots_in"] is None
            rows = await field.get("/results")
            assert sorted(row["bot"] for row in rows) == [False, True, True, True]
            await hall.hang_up()
            for _ in range(100):
                if field.now.is_ended:
                    break
                await clock.advance(20)
            assert field.now.is_ended
            results = await field.get("/results")
            assert sum(row["prize"] for row in results) == 400
            assert await field.books() == []
            async with hall.engine.connect() as connection:
                found = await connection.execute(
                    select(store.line.c.book)
                    .join(store.entry, store.entry.c.id == store.line.c.entry)
                    .where(store.entry.c.reason == "tournament_entry", store.line.c.amount < 0)
                )
                assert sorted(book for (book,) in found)[1:] == ["bank"] * 3

    played(main())


# A league


def test_in_a_league_an_illegal_act_is_a_counted_fold_and_the_next_game_follows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        # The dealing loop does not wait for spectators here.
        monkeypatch.setattr(dealing_loop, "LOOKS", 0)
        clock = VirtualClock()
        async with opened(tmp_path, clock) as hall:
            host = await hall.guest()
            body = {"name": "Spring", "players": 2, "games": 2, "act_time": 500}
            async with hall.client(host) as client:
                made = (await client.post("/api/leagues", json=body)).json()
            secrets = [await hall.guest() for _ in range(2)]
            lines = [await hall.line(secret) for secret in secrets]
            field = Field(hall, made["tournament"], host, secrets, lines)
            for line in lines:
                await line.ask(do="register", tournament=field.id, program=True)
            (table,) = field.director.tables.open.values()
            await table.deal() if table.may_deal else None
            assert table.state.masa.to_act is not None
            line = field.line_of(table, table.state.masa.to_act)
            wrong = {"do": "act", "masa": table.id, "act": "ZZ", "turn": table.act_clock.token}
            answer = await line.ask(**wrong)
            assert answer["type"] == "done"
            assert answer["fault"]
            player = lines.index(line)
            assert field.director.state.entries[player].wrong == 1
            assert field.director.state.entries[player].late == 0
            rng = Random(1)
            for game in (1, 2):
                while not field.now.is_ended:
                    tables = field.director.tables.open.values()
                    ready = [table for table in tables if table.state.masa.to_act is not None]
                    if ready:
                        await field.act(ready[0], rng)
                    else:
                        await clock.advance(0.01)  # The next hand is dealt.
                following = field.director.state.next
                if game == 1:
                    assert following is not None
                    await clock.advance(0.01)
                    field.id = following
                    assert field.now.entries == 2
                else:
                    assert following is None
            async with hall.client() as client:
                league = (await client.get(f"/api/leagues/{made['id']}")).json()
            assert [row["games"] for row in league["standings"]] == [2, 2]
            assert sum(row["points"] for row in league["standings"]) == 2
            assert sum(row["wrong"] for row in league["standings"]) == 1
            assert len(league["played"]) == 2

    played(main())


# Secrecy

CARD = re.compile(r'"([2-9TJQKA][cdhs])"')


def test_no_message_contains_another_players_card_that_was_not_shown(tmp_path: Path) -> None:
    """Compares every message to players and a spectator with the cards that they may know at
    that time."""

    async def main() -> None:
        async with opened(tmp_path) as hall:
            field = await Field.entered(hall, 6, seats=3)
            stranger, rng = await hall.line(), Random(7)
            everybody = [*field.lines, stranger]
            await stranger.ask(do="watch_tournament", tournament=field.id)
            messages_received = [len(line.received) for line in everybody]
            looked = 0
            while not field.now.is_ended and looked < 150:
                for table in list(field.director.tables.open.values()):
                    for line in everybody:
                        await line.ask(do="watch", masa=table.id)
                known = known_cards(field)
                await field.step(rng)
                for number, line in enumerate(everybody):
                    await line.flush(f"f{looked}")
                    account = (
                        field.director.state.entries[number].account.id if number < 6 else None
                    )
                    told_now = line.received[messages_received[number] :]
                    messages_received[number] = len(line.received)
                    allowed = known[account] | known_cards(field)[account] | shown(told_now)
                    assert set(CARD.findall("".join(told_now))) <= allowed
                looked += 1
            assert looked > 5  # with any cards

    def known_cards(field: Field) -> dict[int | None, set[str]]:
        """Return the cards that each account may know: the boards and its own hand. The key
        None stands for a spectator."""
        boards: set[str] = set()
        own: dict[int | None, set[str]] = {}
        for table in field.director.tables.open.values():
            game = table.state.masa.game
            if game is None:
                continue
            boards |= {str(card) for card in game.first_cards}
            for index, side in enumerate(game.sides):
                hand = game.situation.hand_dealer.hands[index]
                own.setdefault(table.state.seated[side].id, set()).update(map(str, hand))
        everybody = {entry.account.id for entry in field.director.state.entries} | {None}
        return {account: boards | own.get(account, set()) for account in everybody}

    def shown(received: list[str]) -> set[str]:
        """Return the cards that were shown, and the boards of finished hands."""
        found: set[str] = set()
        for text in received:
            for event in json.loads(text).get("events", ()):
                if event["event"] in ("hands_shown", "cards_shown", "hand_ended", "odds"):
                    found |= set(CARD.findall(json.dumps(event)))
                elif event["event"] == "board_updated":
                    found |= set(event["cards"])
        return found

    played(main())
