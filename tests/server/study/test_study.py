"""Tests of studying finished hands: analyses, links, lists, tools, and the queue of jobs."""

import asyncio
import io
import json
import threading
import time
from collections.abc import Callable, Coroutine
from itertools import count, pairwise
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
from pydantic import TypeAdapter
from sqlalchemy import text

from pokermasa.equity import equity
from pokermasa.histories import phh
from pokermasa.histories.formats import FORMATS
from pokermasa.histories.history import HistoryError
from pokermasa.histories.replay import result
from pokermasa.histories.stats import Stats
from pokermasa.masa import Side
from pokermasa.notation import uci
from pokermasa.ranges import chart
from pokermasa.rules import AllIn, Showdown
from pokermasa.server.lobby import house_bots
from pokermasa.server.refusal import Refused, RoomRefusal
from pokermasa.server.settings import Settings
from pokermasa.server.storage.archive.archived_hand import hand_history
from pokermasa.server.storage.archive.hand_filter import HandFilter
from pokermasa.server.study import analyses, work
from pokermasa.server.study import pool as worker_pool
from pokermasa.server.study.pool import WorkerPool
from pokermasa.server.study.worker import Worker
from pokermasa.study import analyse, analysis_data
from pokermasa.study.chance import all_in_equity
from pokermasa.study.data import Analysed, Judgement, judgement_data
from pokermasa.study.judging import judged
from pokermasa.study.solved_line import Limits
from tests.histories.playing import choose, play
from tests.server.whole_room.test_faults import Felt
from tests.server.wired import PATIENCE, Hall, StillClock, opened
from tests.study.test_analysis import mean_result

pytestmark = pytest.mark.sampled(2)

NOTHING = "f" * 20


def run(folder: Path, main: Callable[..., Coroutine[Any, Any, None]], **settings: Any) -> None:
    async def opened_room() -> None:
        async with opened(folder, StillClock(), **settings) as hall:
            await main(hall)

    asyncio.run(opened_room())


async def get(hall: Hall, path: str, secret: str | None = None) -> httpx.Response:
    async with hall.client(secret) as client:
        return await client.get(path)


async def post(hall: Hall, path: str, secret: str, **body: Any) -> httpx.Response:
    async with hall.client(secret) as client:
        return await client.post(path, json=body)


async def to_showdown(felt: Felt) -> str:
    """Play a hand in which everybody checks and calls. Return the id of the stored hand."""
    await felt.room.deal()
    while (side := felt.room.state.masa.to_act) is not None:
        acts = (await felt.lines[side].asked(felt.room.act_clock.token))["acts"]
        act = next(act for act in ("CH", "CA") if act in acts)
        await felt.lines[side].ask(
            do="act", masa=felt.masa, act=act, turn=felt.room.act_clock.token
        )
    (newest, *_) = (await get(felt.hall, "/api/hands", felt.secrets[0])).json()
    return newest["id"]


def test_an_analysis_equals_the_librarys_for_the_cards_its_reader_saw(tmp_path: Path) -> None:
    async def main(hall: Hall) -> None:
        felt = await Felt.laid(hall)
        id = await to_showdown(felt)
        for secret in (*felt.secrets, None):
            answer = await get(hall, f"/api/hands/{id}/analysis", secret)
            assert answer.status_code == 200, answer.text
            data = answer.json()
            TypeAdapter(Analysed).validate_python(data, strict=True)
            session = await hall.app.state.accounts.sessions.find(secret)
            who = None if session is None else session.account
            stored = await hall.app.state.hands.find(id, who, "")
            expected = analyse(hand_history(stored), stored.viewer, decisions=stored.seen)
            assert data == json.loads(json.dumps(analysis_data(expected)))
            decided = {step["stack"] for step in data["steps"] if step["decision"]}
            assert decided == set(stored.seen)
            assert data["viewer"] == stored.viewer
        again = await get(hall, f"/api/hands/{id}/analysis", felt.secrets[0])
        hall.app.state.study.ask = None  # A cached analysis does not ask the workers again.
        assert (await get(hall, f"/api/hands/{id}/analysis", felt.secrets[0])).text == again.text
        answer = await get(hall, f"/api/hands/{NOTHING}/analysis", felt.secrets[3])
        assert (answer.status_code, answer.json()["code"]) == (404, "NOT_FOUND")

    run(tmp_path, main)


def test_study_tools_are_refused_during_a_hand_with_other_people(tmp_path: Path) -> None:
    async def main(hall: Hall) -> None:
        felt = await Felt.laid(hall)
        id = await to_showdown(felt)
        await felt.room.deal()
        first = felt.room.state.masa.to_act
        ways = (f"/api/hands/{id}/analysis", "/api/hands/mistakes", "/api/tools/odds")
        for side in range(3):
            for path in ways:
                answer = await get(hall, path, felt.secrets[side])
                assert (answer.status_code, answer.json()["code"]) == (409, "IN_HAND")
            for path, body in (
                ("/api/tools/equity", {"hands": ["AA", "KK"]}),
                ("/api/tools/range", {"text": "AA"}),
            ):
                answer = await post(hall, path, felt.secrets[side], **body)
                assert answer.json()["code"] == "IN_HAND"
        for path in ways:  # Spectators may.
            assert (await get(hall, path, felt.secrets[3])).status_code == 200
        await felt.lines[first].ask(
            do="act", masa=felt.masa, act="FO", turn=felt.room.act_clock.token
        )
        assert (await get(hall, ways[0], felt.secrets[first])).status_code == 200
        assert (await get(hall, f"/api/hands/{id}", felt.secrets[first - 1])).status_code == 200

    run(tmp_path, main)


def test_a_link_shows_the_sharers_view_until_it_is_withdrawn(tmp_path: Path) -> None:
    async def main(hall: Hall) -> None:
        felt = await Felt.laid(hall)
        await felt.room.deal()
        while (side := felt.room.state.masa.to_act) is not None:
            await felt.lines[side].ask(
                do="act", masa=felt.masa, act="FO", turn=felt.room.act_clock.token
            )
        ada, bo = felt.secrets[:2]
        (line,) = (await get(hall, "/api/hands", ada)).json()
        own = (await get(hall, f"/api/hands/{line['id']}", ada)).json()
        made = (await post(hall, f"/api/hands/{line['id']}/shares", ada)).json()
        again = (await post(hall, f"/api/hands/{line['id']}/shares", ada)).json()
        assert made == again
        assert (await get(hall, "/api/shares", ada)).json() == [made]
        assert (await get(hall, "/api/shares", bo)).json() == []
        link = f"/api/shares/{made['id']}"
        seen = (await get(hall, link)).json()
        cards = [player["cards"] for player in seen["players"]]
        assert cards == [player["cards"] for player in own["players"]]
        assert cards.count(None) == 2
        assert not any(player["you"] for player in seen["players"])
        for path in (f"{link}/analysis", f"{link}/phh", f"{link}/ohh"):
            assert (await get(hall, path)).status_code == 200
        hidden = (await post(hall, f"/api/hands/{line['id']}/shares", ada, hide_names=True)).json()
        for part in ("", "/analysis", "/pokerstars", "/ohh", "/phh"):
            result = (await get(hall, f"/api/shares/{hidden['id']}{part}")).text
            for secret in (*(p["name"] for p in own["players"]), line["id"], felt.masa, "felt"):
                assert secret not in result
        async with hall.client(bo) as client:  # Only the maker of a link may withdraw it.
            assert (await client.delete(link)).status_code == 404
        async with hall.client(ada) as client:
            assert (await client.delete(link)).status_code == 204
            assert (await client.delete(link)).status_code == 404
        for part in ("", "/analysis", "/phh"):
            answer = await get(hall, f"{link}{part}")
            assert (answer.status_code, answer.json()["code"]) == (404, "NOT_FOUND")

    run(tmp_path, main)


def test_a_link_never_shows_a_player_who_chose_privacy(tmp_path: Path) -> None:
    async def main(hall: Hall) -> None:
        felt = await Felt.laid(hall)
        id = await to_showdown(felt)
        hand = (await get(hall, f"/api/hands/{id}", felt.secrets[0])).json()
        shown = [p for p in hand["players"] if p["cards"] and not p["you"]]
        link = (await post(hall, f"/api/hands/{id}/shares", felt.secrets[0])).json()["id"]
        before = (await get(hall, f"/api/shares/{link}/analysis")).text
        for player in hand["players"]:
            secret = felt.secrets[player["side"]]
            async with hall.client(secret) as client:
                await client.put("/api/me/privacy", json={"private": True})
            for part in ("", "/analysis", "/pokerstars", "/phh", "/ohh"):
                result = (await get(hall, f"/api/shares/{link}{part}")).text
                assert player["name"] not in result
        seen = (await get(hall, f"/api/shares/{link}")).json()["players"]
        assert [p["side"] for p in seen if p["cards"]] == [0], "the cards that were shared"
        after = (await get(hall, f"/api/shares/{link}/analysis")).json()
        assert after != json.loads(before)
        known = {chance["stack"] for step in after["steps"] for chance in step["chances"]}
        assert shown, "or there was nothing to hide"
        assert known == {0}

    run(tmp_path, main)


def test_the_reasons_of_a_house_bot_are_as_secret_as_its_cards(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # This house bot always gives a reason.
    monkeypatch.setattr(house_bots, "STAFF", {"Ada": "house:regular"})

    async def main(hall: Hall) -> None:
        secret = await hall.guest()
        masa = await hall.table(secret, bots=True, sides=2)
        line = await hall.line(secret)
        await line.ask(do="sit", masa=masa, side=0, stack=200)
        table = hall.lobby.tables[masa]
        bots = hall.lobby._house_bots
        result = {True: 0, False: 0}
        # Enough hands that some are shown and some are not, whatever the cards.
        for _ in range(100):
            if result[True] > 5 and result[False] > 2:
                break
            short = 200 - table.state.masa.seats[0].stack
            if short > 0:
                await line.ask(do="top_up", masa=masa, amount=short)
            await bots.fill(table)
            if not await table.deal():
                continue
            while (side := table.state.masa.to_act) is not None:
                if side != 0:
                    await bots.act(table)
                    continue
                acts = (await line.asked(table.act_clock.token))["acts"]
                act = next(act for act in ("CH", "CA", "AA") if act in acts)
                await line.ask(do="act", masa=masa, act=act, turn=table.act_clock.token)
            hand = (await get(hall, "/api/hands", secret)).json()[0]
            players = (await get(hall, f"/api/hands/{hand['id']}", secret)).json()["players"]
            is_seen = next(p for p in players if not p["you"])["cards"] is not None
            steps = (await get(hall, f"/api/hands/{hand['id']}/analysis", secret)).json()["steps"]
            bots_own = [
                s["message"] for s in steps if s["kind"] == "act" and players[s["stack"]]["side"]
            ]
            assert all(s["message"] == "" for s in steps if s["kind"] != "act")
            text_ = (await get(hall, f"/api/hands/{hand['id']}/phh", secret)).text
            if is_seen:
                result[True] += sum(bool(text) for text in bots_own)
            else:
                result[False] += len(bots_own)
                assert not any(bots_own)
                assert " #" not in text_
        assert result[True] > 5, "there are reasons to be told"
        assert result[False] > 2, "and some that are not"

    run(tmp_path, main, bot_delay_ms=0)


def test_the_reason_of_a_players_own_bot_is_kept_for_that_player_alone(tmp_path: Path) -> None:
    async def main(hall: Hall) -> None:
        felt = await Felt.laid(hall)
        table = felt.room
        await table.deal()
        spoke = []
        while (side := table.state.masa.to_act) is not None:
            line = felt.lines[side]
            acts = (await line.asked(table.act_clock.token))["acts"]
            act = next(act for act in ("CH", "CA", "AA") if act in acts)
            ask = {"do": "act", "masa": felt.masa, "act": act}
            stale = await line.ask(**ask, turn="gone", reason="late")
            assert stale["code"] == "STALE_TURN"
            fields = {"reason": f" I am  on\nside {side} "} if side < 2 else {}
            assert (await line.ask(**ask, turn=table.act_clock.token, **fields))["type"] == "done"
            spoke.append(side)
        (hand,) = (await get(hall, "/api/hands", felt.secrets[0])).json()
        path = f"/api/hands/{hand['id']}"
        assert {0, 1, 2} <= set(spoke)
        for side in (Side(0), Side(1), Side(2)):
            result = (await get(hall, f"{path}/phh", felt.secrets[side])).text
            steps = (await get(hall, f"{path}/analysis", felt.secrets[side])).json()["steps"]
            own = {step["message"] for step in steps} - {""}
            assert own == ({f"I am on side {side}"} if side < 2 else set())
            assert result.count(f"# I am on side {side}") == spoke.count(side) * (side < 2)
            assert result.count("# ") == result.count(f"# I am on side {side}")
        shared = (await post(hall, f"{path}/shares", felt.secrets[0])).json()
        for public in (f"/api/shares/{shared['id']}/phh", f"{path}/phh"):
            assert "I am on" not in (await get(hall, public)).text
        too_long = await felt.lines[0].ask(**ask, turn="x", reason="x" * 301)
        assert too_long["code"] == "UNREADABLE"

    run(tmp_path, main)


async def many(felt: Felt, hands: int, seed: int = 5) -> None:
    rng = Random(seed)
    for _ in range(hands):
        for side in range(3):
            short = 200 - felt.room.state.masa.seat(side).stack
            if short > 0:
                await felt.lines[side].ask(do="top_up", masa=felt.masa, amount=short)
        assert felt.room.state.masa.is_dealable
        await felt.hand(rng)


FILTERS = {
    "masa=nowhere": lambda hand: False,
    "is_tournament=true": lambda hand: False,
    "is_tournament=false": lambda hand: True,
    "least_players=3&most_players=3": lambda hand: hand["players"] == 3,
    "least_big=3": lambda hand: False,
    "position=BTN": lambda hand: hand["position"] == "BTN",
    "starting=random": lambda hand: True,
    "starting=22%2B": lambda hand: hand["cards"][0][0] == hand["cards"][1][0],
    "least_pot=30": lambda hand: hand["pot"] >= 30,
    "most_pot=29": lambda hand: hand["pot"] <= 29,
    "result=won": lambda hand: hand["net"] > 0,
    "result=lost": lambda hand: hand["net"] < 0,
    "showdown=true": lambda hand: hand["showdown"],
    "all_in=true": lambda hand: hand["all_in"],
    "all_in=false&showdown=true&result=won": lambda hand: (
        not hand["all_in"] and hand["showdown"] and hand["net"] > 0
    ),
}


def test_hands_can_be_filtered_by_their_properties(tmp_path: Path) -> None:
    async def main(hall: Hall) -> None:
        felt = await Felt.laid(hall)
        await many(felt, 25)
        ada = felt.secrets[0]
        everything = (await get(hall, "/api/hands", ada)).json()
        assert len(everything) > 15
        assert all(a["ended"] >= b["ended"] for a, b in pairwise(everything))
        for hand in everything[:6]:  # The entry of the list agrees with the page of the hand.
            page = (await get(hall, f"/api/hands/{hand['id']}", ada)).json()
            mine = next(p for p in page["players"] if p["you"])
            assert (hand["cards"], hand["net"]) == (mine["cards"], mine["net"])
            assert (hand["board"], hand["players"]) == (page["boards"][0], len(page["players"]))
            assert hand["pot"] == sum(pot["amount"] for board in page["pots"] for pot in board)
        seen = set()
        for query, fits in FILTERS.items():
            found = (await get(hall, f"/api/hands?{query}", ada)).json()
            assert found == [hand for hand in everything if fits(hand)], query
            seen.add(bool(found) and found != everything)
        assert True in seen, "some filters tell hands apart"
        third = everything[2]["id"]
        assert (await get(hall, f"/api/hands?before={third}", ada)).json() == everything[3:]
        for query, expected in (
            ("starting=AKx", "'x' at character 3"),
            ("position=middle", "UTG+1"),
            ("result=drawn", "won"),
            ("least_pot=-1", "greater"),
            ("showdown=perhaps", "bool"),
        ):
            answer = await get(hall, f"/api/hands?{query}", ada)
            assert answer.status_code == 422
            assert expected in answer.json()["message"]

    run(tmp_path, main)


@pytest.mark.both_stores
def test_tables_where_an_account_played_are_listed_newest_first(tmp_path: Path) -> None:
    async def main(hall: Hall) -> None:
        felt = await Felt.laid(hall)
        await many(felt, 2)
        ada, third = felt.secrets[0], felt.secrets[2]
        other = await hall.table(ada, name="linen")
        for side, line in enumerate(felt.lines[:2]):
            sat = await line.ask(do="sit", masa=other, side=side, stack=100)
            assert sat["type"] == "done", sat
        room = hall.lobby.tables[other]
        await room.deal()
        line = felt.lines[room.state.masa.to_act]
        await line.ask(do="act", masa=other, act="FO", turn=room.act_clock.token)
        host = (await get(hall, "/api/me", ada)).json()["name"]
        about = {"tournament": None, "host": host}
        there = {"masa": felt.masa, "name": "felt", "hands": 2, **about}
        data = (await get(hall, "/api/hands/tables", ada)).json()
        assert data == [{"masa": other, "name": "linen", "hands": 1, **about}, there]
        assert (await get(hall, "/api/hands/tables", third)).json() == [there]
        assert (await get(hall, "/api/hands/tables", felt.secrets[3])).json() == []
        assert (await get(hall, "/api/hands/tables")).status_code == 401

    run(tmp_path, main)


def test_a_selection_is_exported_as_files_that_can_be_read(tmp_path: Path) -> None:
    async def main(hall: Hall) -> None:
        felt = await Felt.laid(hall)
        await many(felt, 8)
        ada = felt.secrets[0]
        won = (await get(hall, "/api/hands?result=lost", ada)).json()
        for format in ("phh", "pokerstars", "ohh"):
            answer = await get(hall, f"/api/hands/export?result=lost&format={format}", ada)
            found = list(FORMATS[format].reader()(io.StringIO(answer.text)))
            assert [one.error for one in found] == [None] * len(won), format
        assert len(won) > 2
        assert phh.read((await get(hall, f"/api/hands/{won[0]['id']}/phh", ada)).text)
        answer = await get(hall, "/api/hands/export?starting=AKx", ada)
        assert answer.json()["code"] == "BAD_FILTER"

    run(tmp_path, main)


@pytest.mark.sqlite_only("its own plan; test_postgres_plan.py has the like")
def test_a_page_of_hands_is_read_from_the_list_index_alone(tmp_path: Path) -> None:
    """Holds with any filter. Hands that are not on the page are not read."""

    async def main(hall: Hall) -> None:
        wanted = (
            "SELECT hand FROM hand_player WHERE account = 1 AND hand < 9 AND cell IN (0, 14)"
            " AND pot >= 10 AND showdown IS 1 AND position = 'BTN' AND net > 0"
            " ORDER BY hand DESC LIMIT 100"
        )
        async with hall.engine.connect() as connection:
            rows = await connection.execute(text(f"EXPLAIN QUERY PLAN {wanted}"))
            plan = [row[-1] for row in rows]
        assert plan == [
            "SEARCH hand_player USING COVERING INDEX ix_hand_player_list (account=? AND hand<?)"
        ]

    run(tmp_path, main)


def test_tools_give_the_librarys_answers_and_explain_invalid_input(tmp_path: Path) -> None:
    async def main(hall: Hall) -> None:
        secret = await hall.guest()
        question = {"hands": ["AhKh", "QQ+"], "board": "2h7d9h"}
        data = (await post(hall, "/api/tools/equity", secret, **question)).json()
        expected = equity(question["hands"], question["board"])
        assert data["exact"]
        assert [s["equity"] for s in data["shares"]] == [
            round(share.equity, 6) for share in expected.shares
        ]
        read = (await post(hall, "/api/tools/range", secret, text="AA, AKs:0.5")).json()
        assert (read["combos"], read["grid"][0][:2]) == (10, [1.0, 0.5])
        for path, body, expected_error in (
            ("range", {"text": "QQ+, AKx"}, "'x' at character 8 of 'QQ+, AKx': expected s, o, +"),
            ("equity", {"hands": ["QQ+, AKx", "AA"]}, "'x' at character 8"),
            ("equity", {"hands": ["AhKh", "AhAd"]}, "the hands exclude each other"),
            ("equity", {"hands": ["AhKh", "AA"], "board": "2h"}, "a board has 0, 3, 4 or 5 cards"),
            ("equity", {"hands": ["AhKh", "AA"], "board": "2h2h2h"}, "2h"),
            ("equity", {"hands": ["random"] * 9 + ["AA"], "exact": True}, "minutes"),
        ):
            answer = await post(hall, f"/api/tools/{path}", secret, **body)
            assert (answer.status_code, answer.json()["code"]) == (422, "BAD_QUESTION")
            assert expected_error in answer.json()["message"]
        odds = (await get(hall, "/api/tools/odds", secret)).json()
        assert odds["outs"][8] == {"outs": 9, "turn": 0.1915, "river": 0.1957, "both": 0.3497}
        half = next(bet for bet in odds["bets"] if bet["bet"] == 0.5)
        assert (half["needed"], half["folds"]) == (0.25, 0.3333)

    run(tmp_path, main)


# The queue


def pool(**settings: Any) -> WorkerPool:
    return WorkerPool(Settings(study_workers=0, **settings))


def test_the_queue_is_fair_between_accounts_and_bounded(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def main() -> None:
        monkeypatch.setattr(worker_pool, "QUESTIONS_AN_ACCOUNT", 5)
        monkeypatch.setattr(worker_pool, "QUESTIONS_WAITING", 8)
        waits = pool()
        order: list[str] = []
        gate = asyncio.Event()
        loop = asyncio.get_running_loop()

        def wait_for_gate() -> None:
            asyncio.run_coroutine_threadsafe(gate.wait(), loop).result()

        first = asyncio.create_task(waits.ask("ada", wait_for_gate))
        await asyncio.sleep(0)
        asked = [asyncio.create_task(waits.ask("ada", order.append, f"ada {n}")) for n in range(5)]
        asked += [asyncio.create_task(waits.ask("bo", order.append, f"bo {n}")) for n in range(2)]
        await asyncio.sleep(0)
        with pytest.raises(Refused) as refused:
            await waits.ask("ada", order.append, "one too many")
        assert refused.value.code is RoomRefusal.QUEUE_FULL
        assert refused.value.status == 429
        asked.append(asyncio.create_task(waits.ask("cy", order.append, "cy")))
        await asyncio.sleep(0)
        with pytest.raises(Refused):
            await waits.ask("di", order.append, "one too many of all")
        asked.pop(3).cancel()  # A request whose client has disconnected is skipped.
        gate.set()
        await asyncio.gather(first, *asked)
        assert order == ["ada 0", "bo 0", "cy", "ada 1", "bo 1", "ada 2", "ada 4"]
        await waits.stop()

    asyncio.run(main())


def test_one_accounts_many_questions_do_not_block_the_queue_for_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Over HTTP an account has at most sixteen waiting questions behind the running one and
    gets 429 for the rest. Another account's question is answered after one of them, not after
    all."""
    begun, may_go_on, counted = [], threading.Event(), work.equities

    def wait_and_count(hands: Any, *more: Any) -> Any:
        begun.append(hands[0])
        assert may_go_on.wait(PATIENCE)
        return counted(hands, *more)

    monkeypatch.setattr(work, "equities", wait_and_count)

    async def main(hall: Hall) -> None:
        ada, bo = await hall.guest(), await hall.guest()

        def ask(secret: str, hand: str) -> asyncio.Task[Any]:
            return asyncio.create_task(post(hall, "/api/tools/equity", secret, hands=[hand, "22"]))

        async def until(seen: Callable[..., Any]) -> None:
            async with asyncio.timeout(PATIENCE):
                while not seen():
                    await asyncio.sleep(0.005)

        many = [ask(ada, "AA") for _ in range(100)]
        await until(lambda: sum(task.done() for task in many) == 83)
        full = [task.result() for task in many if task.done()]
        assert {(one.status_code, one.json()["code"]) for one in full} == {(429, "QUEUE_FULL")}
        one = ask(bo, "KK")
        await until(lambda: hall.app.state.study.waiting == 17)
        may_go_on.set()
        answers = await asyncio.gather(one, *[task for task in many if not task.done()])
        assert [answer.status_code for answer in answers] == [200] * 18
        assert begun == ["AA", "AA", "KK", *["AA"] * 15]

    monkeypatch.setattr(worker_pool, "QUESTIONS_AN_ACCOUNT", 16)
    run(tmp_path, main)


def test_waiting_analyses_without_login_do_not_block_other_requests(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Few requests without a login are processed at a time, but those that wait for a worker
    do not count."""
    may_go_on, analysed = threading.Event(), work.analysed

    def wait_and_analyse(*arguments: Any) -> Any:
        assert may_go_on.wait(PATIENCE)
        return analysed(*arguments)

    async def main(hall: Hall) -> None:
        id = await to_showdown(await Felt.laid(hall))
        monkeypatch.setattr(work, "analysed", wait_and_analyse)
        path = f"/api/hands/{id}/analysis"
        waiting = [asyncio.create_task(get(hall, path)) for _ in range(10)]
        for _ in range(20):
            assert (await get(hall, "/api/tables")).status_code == 200
        assert not any(task.done() for task in waiting)
        may_go_on.set()
        assert {task.status_code for task in await asyncio.gather(*waiting)} == {200}

    run(tmp_path, main)


def half(watch: Callable[[float], None]) -> str:
    watch(0.25)
    watch(0.5)
    return "done"


def test_what_a_job_tells_of_its_progress_reaches_the_room() -> None:
    worker = Worker(seconds=60)
    told: list[float] = []
    assert worker.do(half, (), told.append) == "done"
    assert told == [0.25, 0.5]
    worker.close()


def test_a_job_over_the_time_limit_is_aborted_and_the_next_one_answered() -> None:
    worker = Worker(seconds=60)
    assert worker.do(pow, (2, 10)) == 1024
    worker._seconds = 0.01
    with pytest.raises(Refused) as refused:
        worker.do(time.sleep, (600,))
    assert refused.value.code is RoomRefusal.TOO_LONG
    worker._seconds = 60
    assert worker.do(pow, (2, 5)) == 32
    with pytest.raises(RuntimeError, match="ValueError: math domain error"):
        worker.do(__import__("math").sqrt, (-1,))
    worker.close()


def test_statistics_equal_those_of_masa_stats(tmp_path: Path) -> None:
    """Both use the same hands as their player saw them."""

    async def main(hall: Hall) -> None:
        felt = await Felt.laid(hall)
        await many(felt, 15)
        ada = felt.secrets[0]
        data = (await get(hall, "/api/me/stats", ada)).json()
        name = (await get(hall, "/api/me", ada)).json()["name"]
        session = await hall.app.state.accounts.sessions.find(ada)
        stored, _ = await hall.app.state.hands.page(session.account, HandFilter())
        stats = Stats(by_position=True, equity=all_in_equity())
        for hand in stored:
            stats.add(hand_history(hand))
        mine = stats.players[name]
        assert data["all"] == pytest.approx({"hands": 15, **mine.rates})
        assert data["bb_100_adjusted"] == pytest.approx(mine.bb_100_adjusted)
        assert {p["position"]: p["hands"] for p in data["positions"]} == {
            place.position: place.hands for place in stats.at_positions(name)
        }
        assert (data["pending"], len(data["line"])) == (0, 15)
        last = data["line"][-1]
        assert last["won"] == pytest.approx(mine.big_blinds, abs=0.01)
        assert last["adjusted"] == pytest.approx(mine.adjusted, abs=0.01)
        again = (await get(hall, "/api/me/stats", ada)).json()
        assert again == data, "nothing is counted twice"
        await many(felt, 1, seed=6)
        assert (await get(hall, "/api/me/stats", ada)).json()["all"]["hands"] == 16
        profile = (await get(hall, f"/api/players/{name}", felt.secrets[3])).json()
        assert profile["all"]["hands"] == 16
        assert "adjusted" not in json.dumps(profile)
        async with hall.client(ada) as client:
            await client.put("/api/me/privacy", json={"private": True})
        for unknown in (name, "nobody here"):
            answer = await get(hall, f"/api/players/{unknown}", felt.secrets[3])
            assert (answer.status_code, answer.json()["code"]) == (404, "NOT_FOUND")

    run(tmp_path, main)


def test_a_profile_does_not_include_private_tables(tmp_path: Path) -> None:
    async def main(hall: Hall) -> None:
        felt = await Felt.laid(hall)
        await many(felt, 2)
        name = (await get(hall, "/api/me", felt.secrets[1])).json()["name"]
        watcher = felt.secrets[3]
        assert (await get(hall, f"/api/players/{name}", watcher)).json()["all"]["hands"] == 2

        def close_off(connection: Any) -> None:
            connection.execute(text("UPDATE masa SET key = 'secret'"))
            connection.execute(text("DELETE FROM statistics"))

        await hall.lobby.writer.write(close_off)
        assert (await get(hall, f"/api/players/{name}", watcher)).json()["all"]["hands"] == 0
        mine = (await get(hall, "/api/me/stats", felt.secrets[1])).json()
        assert mine["all"]["hands"] == 2, "one's own are all there"

    run(tmp_path, main)


def impossible(*arguments: Any, **named: Any) -> None:
    raise HistoryError("nobody can hold that")


def broken(*arguments: Any, **named: Any) -> None:
    raise ZeroDivisionError


@pytest.mark.parametrize(
    ("fault", "code", "words"),
    [(impossible, "BAD_QUESTION", "nobody can hold that"), (broken, "NO_ANSWER", "log")],
)
def test_an_analysis_that_fails_is_refused_with_a_code(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    fault: Callable[..., Any],
    code: str,
    words: str,
) -> None:
    monkeypatch.setattr("pokermasa.study.analyse", fault)

    async def main(hall: Hall) -> None:
        felt = await Felt.laid(hall)
        id = await to_showdown(felt)
        answer = await get(hall, f"/api/hands/{id}/analysis", felt.secrets[0])
        assert (answer.status_code, answer.json()["code"]) == (422, code)
        assert words in answer.json()["message"]

    run(tmp_path, main)


def test_a_judgement_equals_the_librarys_for_the_readers_view_and_is_cached(
    tmp_path: Path,
) -> None:
    """Requests about another player's hidden cards are refused. The solver has no time here, so
    decisions after the flop have no verdict."""

    async def main(hall: Hall) -> None:
        felt = await Felt.laid(hall, players=2)
        await felt.room.deal()
        while (side := felt.room.state.masa.to_act) is not None:
            acts = (await felt.lines[side].asked(felt.room.act_clock.token))["acts"]
            is_river = felt.room.state.masa.game.situation.round == "R"
            act = "FO" if is_river and "CA" in acts else "RR20" if is_river else None
            act = act or next(act for act in ("CH", "CA") if act in acts)
            done = await felt.lines[side].ask(
                do="act", masa=felt.masa, act=act, turn=felt.room.act_clock.token
            )
            assert done["type"] == "done", done
        (line,) = (await get(hall, "/api/hands", felt.secrets[0])).json()
        path = f"/api/hands/{line['id']}/solution"
        for secret in felt.secrets[:2]:
            answer = await get(hall, path, secret)
            TypeAdapter(Judgement).validate_python(answer.json(), strict=True)
            session = await hall.app.state.accounts.sessions.find(secret)
            stored = await hall.app.state.hands.find(line["id"], session.account, "")
            history = hand_history(stored)
            found = judged(history, [stored.viewer], Limits(0.0, analyses.SMALL_BYTES))
            assert answer.json() == judgement_data(history, stored.viewer, found)
            assert len(answer.json()["steps"]) >= 4
            ask, hall.app.state.long_study.ask = hall.app.state.long_study.ask, None
            again = await get(hall, f"{path}?stack={stored.viewer}", secret)
            assert again.text == answer.text, "what was worked out once is not asked for again"
            hall.app.state.long_study.ask = ask
            other = await get(hall, f"{path}?stack={1 - stored.viewer}", secret)
            assert (other.status_code, other.json()["code"]) == (422, "BAD_QUESTION")
        for wrong in ("?stack=-1", "?stack=x", "?stack=10", "?stack=7"):
            assert (await get(hall, f"{path}{wrong}", felt.secrets[0])).status_code == 422
        assert (await get(hall, path)).status_code == 401

    run(tmp_path, main)


def test_an_account_gets_a_limited_number_of_judgements_a_day(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analyses, "SOLVES_A_DAY", 2)

    async def main(hall: Hall) -> None:
        felt = await Felt.laid(hall)
        ids = [await to_showdown(felt) for _ in range(3)]
        answers = [await get(hall, f"/api/hands/{id}/solution", felt.secrets[0]) for id in ids]
        assert [answer.status_code for answer in answers] == [200, 200, 403]
        assert answers[2].json()["code"] == "NOT_ALLOWED"
        assert "2 hands a day" in answers[2].json()["message"]
        again = await get(hall, f"/api/hands/{ids[0]}/solution", felt.secrets[0])
        assert again.status_code == 200, "what is kept does not count"
        other = await get(hall, f"/api/hands/{ids[2]}/solution", felt.secrets[1])
        assert other.status_code == 200
        hall.clock.pass_time(86_400)
        answer = await get(hall, f"/api/hands/{ids[2]}/solution", felt.secrets[0])
        assert answer.status_code == 200

    run(tmp_path, main)


def test_a_players_mistakes_are_stored_summed_up_and_a_filter_of_the_hands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    judged_hands: list[Any] = []

    def solved(history: Any, stack: int, *limits: Any, watch: Any) -> bytes:
        """Find two mistakes in each second hand."""
        judged_hands.append(history)
        wrong = [
            {"step": 1, "street": "river", "position": "BTN", "kind": "bad call"}
            | {"act": "CA", "best": "FO", "loss": loss}
            for loss in (2.0, 4.5)
        ]
        mistakes = wrong if len(judged_hands) % 2 else []
        big = history.blinds.big
        told = {"stack": stack, "big_blind": big, "lost": 6.5 * big * bool(mistakes)}
        return json.dumps(told | {"mistakes": mistakes, "steps": []}).encode()

    monkeypatch.setattr(work, "solved", solved)

    async def opened_twice() -> None:
        async with opened(tmp_path, StillClock()) as hall:
            felt = await Felt.laid(hall)
            me, other = felt.secrets[:2]
            ids = [await to_showdown(felt) for _ in range(4)]
            empty = (await get(hall, "/api/hands/mistakes", me)).json()
            assert (empty["hands"], empty["per_hundred"], empty["line"]) == (0, None, [])
            for id in ids[:3]:
                assert (await get(hall, f"/api/hands/{id}/solution", me)).status_code == 200
        async with opened(tmp_path, StillClock()) as hall:
            again = await get(hall, f"/api/hands/{ids[0]}/solution", me)
            assert again.json()["mistakes"][1]["loss"] == 4.5
            assert len(judged_hands) == 3, "stored, also over a restart"
            told = (await get(hall, "/api/hands/mistakes", me)).json()
            assert (told["hands"], told["per_hundred"]) == (3, pytest.approx(433.33))
            assert [(one["hand"], one["mistake"]["loss"]) for one in told["mistakes"]] == [
                *((ids[0], 4.5), (ids[2], 4.5), (ids[0], 2.0), (ids[2], 2.0))
            ]
            for field, name in (("streets", "river"), ("positions", "BTN"), ("kinds", "bad call")):
                assert told[field] == [{"name": name, "lost": 13.0, "mistakes": 4}]
            assert [point["lost"] for point in told["line"]] == [6.5, 6.5, 13.0]
            for wanted, listed in (("mistakes", [2, 0]), ("yes", [2, 1, 0]), ("no", [3])):
                lines = (await get(hall, f"/api/hands?judged={wanted}", me)).json()
                assert [line["id"] for line in lines] == [ids[n] for n in listed]
            theirs = (await get(hall, "/api/hands/mistakes", other)).json()
            assert (theirs["hands"], theirs["mistakes"]) == (0, [])
            assert (await get(hall, "/api/hands?judged=yes", other)).json() == []
            uploads = (await get(hall, "/api/hands/mistakes?source=uploads", me)).json()
            assert uploads["hands"] == 0
            assert (await get(hall, "/api/hands/mistakes")).status_code == 401

    asyncio.run(opened_twice())


def test_a_first_answer_is_limited_and_never_stored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analyses, "SOLVES_A_DAY", 2)

    def solved(history: Any, stack: int, *limits: Any, watch: Any) -> bytes:
        told = {"stack": stack, "big_blind": history.blinds.big, "lost": 0.0}
        steps = ["first" if limits[-1] else "full"]
        return json.dumps(told | {"mistakes": [], "steps": steps}).encode()

    monkeypatch.setattr(work, "solved", solved)

    async def main(hall: Hall) -> None:
        felt = await Felt.laid(hall)
        me = felt.secrets[0]
        paths = [f"/api/hands/{await to_showdown(felt)}/solution" for _ in range(3)]

        async def steps(path: str) -> Any:
            return (await get(hall, path, me)).json()["steps"]

        assert await steps(f"{paths[0]}?first=true") == ["first"]
        assert (await get(hall, "/api/hands/mistakes", me)).json()["hands"] == 0
        assert await steps(paths[0]) == ["full"]
        assert await steps(f"{paths[0]}?first=true") == ["full"], "the full one is there already"
        assert await steps(f"{paths[1]}?first=true") == ["first"]
        third = await get(hall, f"{paths[2]}?first=true", me)
        assert (third.status_code, third.json()["code"]) == (403, "NOT_ALLOWED")
        assert await steps(paths[2]) == ["full"], "it has a limit of its own"

    run(tmp_path, main)


def test_the_progress_of_a_judgement_is_told_while_the_solver_is_at_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = threading.Event()

    def solved(history: Any, stack: int, *limits: Any, watch: Callable[[float], None]) -> bytes:
        watch(0.25)
        asked.wait(PATIENCE)
        told = {"stack": stack, "big_blind": history.blinds.big, "lost": 0.0}
        return json.dumps(told | {"mistakes": [], "steps": []}).encode()

    monkeypatch.setattr(work, "solved", solved)

    async def main(hall: Hall) -> None:
        felt = await Felt.laid(hall)
        path = f"/api/hands/{await to_showdown(felt)}"

        async def part(secret: str) -> Any:
            return (await get(hall, f"{path}/progress", secret)).json()["part"]

        me, other = felt.secrets[:2]
        assert await part(me) is None
        solving = asyncio.create_task(get(hall, f"{path}/solution", me))
        async with asyncio.timeout(PATIENCE):
            while await part(me) != 0.25:
                await asyncio.sleep(0.01)
        assert await part(other) is None
        asked.set()
        assert (await solving).status_code == 200
        assert await part(me) is None

    run(tmp_path, main)


def test_the_preflop_tool_says_what_the_tables_say(tmp_path: Path) -> None:
    async def main(hall: Hall) -> None:
        felt = await Felt.laid(hall)
        query = "position=BB&vs=BTN&players=6&depth=90"
        data = (await get(hall, f"/api/tools/preflop?{query}", felt.secrets[0])).json()
        found = chart("BB", "BTN")
        assert (data["situation"], data["depth"]) == (found.title, 100)
        assert {one["act"]: one["text"] for one in data["acts"]} == {
            act: str(found.range(act)) for act in found.acts
        }
        assert (await get(hall, f"/api/tools/preflop?{query}")).status_code == 401

    run(tmp_path, main)


def late(source: Random, situation: Any) -> Any:
    """Choose an act: all in with probability 0.3, but only from the flop on."""
    acts = [act for act in ("CH", "CA") if uci.read(act) in situation.possible_acts]
    if situation.round.board_cards < 3 and acts:
        return uci.read(acts[0])
    if source.random() < 0.3 and AllIn() in situation.possible_acts:
        return AllIn()
    return choose(source, situation)


@pytest.mark.soak
def test_adjusted_winnings_match_an_independent_count() -> None:
    """Uses ten thousand hands. For all-ins with cards to come, every runout is dealt and paid
    by the rules. All other hands count as won."""
    received, adjusted = work.nothing_counted(), 0
    for seed in count():
        played = play(seed, "tda", players=Random(seed).choice((2, 2, 3, 6)), choice=late)
        history, end = played.history, played.end
        won: Any = list(result(history).net)
        if isinstance(end.outcome, Showdown) and end.round.board_cards < 5:
            if end.round.board_cards == 0:
                continue  # would be two million runouts
            won = mean_result(history, end)
            adjusted += 1
        before = received["now"][1]
        received = work.counted(received, [(history, 0, False, False)])  # type: ignore[list-item]  # plain numbers
        # The odd chip goes to one of the winners, so the results may differ by one chip.
        big = history.blinds.big
        assert received["now"][1] - before == pytest.approx(won[0] / big, abs=1 / big), seed
        if received["hands"] == 10_000:
            break
    assert adjusted > 500
    assert received["line"][-1][2] == pytest.approx(received["now"][1], abs=0.01)
