"""Tests of a masa over the socket: events, turns, time limits and reconnecting."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest

from pokermasa.client.client import Client, RequestRefused
from pokermasa.masa import event
from pokermasa.server.lobby import dealing_loop
from pokermasa.server.table import act_clock, odds
from tests.masa.host import play, stacked
from tests.masa.host import seated as seated_masa
from tests.server.room import (
    Opened,
    Session,
    events_until,
    open_room,
    passive,
    play_hands,
    run,
    seat,
    until,
)
from tests.server.virtual_clock import VirtualClock


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Opened]:
    with open_room(tmp_path_factory.mktemp("room")) as room:
        yield room


@contextlib.asynccontextmanager
async def seated(
    room: Opened, people: int = 3, stack: int = 200, **terms: Any
) -> AsyncIterator[tuple[Any, list[Client]]]:
    sessions = [room.guest() for _ in range(people)]
    masa = room.table(sessions[0], **terms)["id"]
    clients = await seat(room, masa, *sessions, stack=stack)
    try:
        yield masa, clients
    finally:
        for client in clients:
            await client.close()


async def events(client: Any) -> Any:
    return (await client.next("events"))["events"]


async def looked(room: Opened, masa: Any) -> Any:
    """Return the view that a new spectator receives."""
    onlooker = await room.connect()
    await onlooker.watch(masa)
    message = await onlooker.next("view")
    await onlooker.close()
    return message["view"]


async def to_act(clients: list[Client]) -> tuple[Client, dict[str, Any]]:
    """Return the client that is asked to act first, and its `act` message."""
    tasks = {asyncio.create_task(client.next("act")): client for client in clients}
    done, waiting = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    for task in waiting:
        task.cancel()
    task = next(iter(done))
    return tasks[task], task.result()


@pytest.mark.statement("S004-19", "S004-21", "S004-23")
def test_a_client_receives_the_events_that_document_004_lists(room: Opened) -> None:
    async def main() -> None:
        async with seated(room) as (masa, clients):
            ada = clients[0]
            joined = await ada.next("joined_table")
            assert (joined["masa"], joined["view"]["you"]) == (masa, 0)
            assert joined["view"]["blinds"]["big"] == 2
            assert [s["side"] for s in joined["view"]["seats"]] == [0]
            await until(lambda: room.lobby.tables[masa].state.masa.is_game)
            await ada.ask("pause", masa=masa, value=True)  # exactly one hand
            playing = asyncio.gather(*[events_until(c, "hand_ended") for c in clients[1:]])
            events = await events_until(ada, "hand_ended")
            await playing
            names = [event["event"] for event in events]
            for name in (
                *("player_joined", "dealer_rotated", "posted", "deal_pocket_cards"),
                *("actor_rotated", "player_acted", "board_updated", "hand_ended"),
            ):
                assert name in names
            await ada.ask("leave", masa=masa)
            left = await ada.next("left_table")
            assert left["masa"] == masa
            message = await clients[1].next("events")
            while not any(e["event"] == "player_left" for e in message["events"]):
                message = await clients[1].next("events")

    run(main())


@pytest.mark.statement("S004-21")
def test_a_table_has_a_big_blind_players_active_players_a_board_a_bet_and_a_pot(
    room: Opened,
) -> None:
    """Checks the Table of document 004 as a spectator receives it, in the view and in events."""

    async def main() -> None:
        async with seated(room) as (masa, clients):
            # Side, act, and then: the bet to match, the pot with all wagers, the number of board
            # cards.
            script = [
                *((0, "RR6", 6, 9, 0), (1, "CA", 6, 14, 0), (2, "CA", 0, 18, 3)),
                *((1, "CH", 0, 18, 3), (2, "RR10", 10, 28, 3), (0, "FO", 10, 28, 3)),
                *((1, "RR30", 30, 58, 3), (2, "CA", 0, 78, 4)),
                *((1, "CH", 0, 78, 4), (2, "CH", 0, 78, 5), (1, "RR20", 20, 98, 5)),
            ]
            board: list[Any]
            board, active = [], {0, 1, 2}
            onlooker = await room.connect()
            await onlooker.watch(masa)
            await until(lambda: room.lobby.tables[masa].state.masa.is_game)
            game = (await looked(room, masa))["game"]
            assert (game["price"], game["pot"], game["board"]) == (2, 3, [])
            for side, act, bet, pot, cards in script:
                asked = await clients[side].next("act")
                await clients[side].act(asked, act)
                active -= {side} if act == "FO" else set()
                view = await looked(room, masa)
                game = view["game"]
                assert (game["price"], game["pot"], len(game["board"])) == (bet, pot, cards)
                assert game["board"][: len(board)] == board  # Earlier board cards stay.
                board = game["board"]
                assert {p["side"] for p in game["players"] if p["role"] == "I"} == active
                assert {seat["side"] for seat in view["seats"]} == {0, 1, 2}
                assert view["blinds"]["big"] == 2
                gathered = game["running_pot"]["amount"] + sum(p["wager"] for p in game["players"])
                assert gathered == pot
            event: list[Any] = []
            while not any(e["event"] == "board_updated" and len(e["cards"]) == 5 for e in event):
                event += (await onlooker.next("events"))["events"]
            dealt = [e for e in event if e["event"] == "board_updated"]
            assert [e["cards"] for e in dealt] == [board[:3], board[:4], board]
            assert [e["running_pot"]["amount"] for e in dealt] == [18, 78, 78]

    run(main())


@pytest.mark.statement("S004-22")
def test_hole_cards_are_sent_to_their_owner_alone(room: Opened) -> None:
    async def main() -> None:
        async with seated(room) as (masa, clients):
            onlooker = await room.connect()
            await onlooker.watch(masa)
            own = {}
            for side, client in enumerate(clients):
                dealt: list[Any] = []
                while not dealt:
                    message = await client.next("events")
                    dealt = [e for e in message["events"] if e["event"] == "deal_pocket_cards"]
                assert [e["side"] for e in dealt] == [side]
                own[side] = dealt[0]["cards"]
            assert len({card for cards in own.values() for card in cards}) == 6
            viewer = await room.connect()
            await viewer.watch(masa)
            view = await viewer.next("view")
            assert [p["cards"] for p in view["view"]["game"]["players"]] == [None] * 3
            while (message := await onlooker.next())["type"] != "events" or not any(
                e["event"] == "dealer_rotated" for e in message["events"]
            ):
                pass
            assert all(e["event"] != "deal_pocket_cards" for e in message["events"])
            await onlooker.close()
            await viewer.close()

    run(main())


def test_an_act_is_valid_for_one_turn_only(room: Opened) -> None:
    async def main() -> None:
        async with seated(room) as (_masa, clients):
            client, asked = await to_act(clients)
            other = next(c for c in clients if c is not client)
            with pytest.raises(RequestRefused, match="STALE_TURN"):
                await other.act(asked, "CA")
            with pytest.raises(RequestRefused) as refused:
                await client.act(asked, f"RR{asked['most'] + 1}")
            assert refused.value.answer["most"] == asked["most"]
            with pytest.raises(RequestRefused, match="UNREADABLE"):
                await client.act(asked, "nonsense")
            await client.act(asked, "CA")
            with pytest.raises(RequestRefused, match="STALE_TURN"):
                await client.act(asked, "CA")

    run(main())


def test_a_repeated_request_id_repeats_the_answer_and_not_the_act(room: Opened) -> None:
    async def main() -> None:
        async with seated(room, people=1) as (masa, (ada,)):
            fields = {"masa": masa, "amount": 50, "id": "same"}
            answers = [await ada.ask("top_up", **fields) for _ in range(3)]
            assert answers == [{"type": "done", "id": "same"}] * 3
            await ada.ask("top_up", masa=masa, amount=1)
            assert room.lobby.tables[masa].state.masa.seats[0].stack == 251

    run(main())


def test_a_turn_ends_after_the_act_time_and_the_time_bank(tmp_path: Path) -> None:
    clock = VirtualClock()

    async def main(room: Opened) -> None:
        async with seated(room, people=2) as (masa, clients):
            room.run(clock.advance(1))
            slow, asked = await to_act(clients)
            assert not asked["bank"]
            room.run(clock.advance(18.9))
            assert room.lobby.tables[masa].act_clock.token == asked["turn"]
            room.run(clock.advance(1))
            again = await slow.next("act")
            assert again["bank"]
            assert again["turn"] == asked["turn"]
            assert again["left"] == 40_000
            room.run(clock.advance(40))
            message: list[Any] = []
            while not any(e["event"] == "timed_out" for e in message):
                message += (await slow.next("events"))["events"]
            names = [e["event"] for e in message]
            assert names.index("time_bank_spent") < names.index("timed_out")
            acted = next(e for e in message if e["event"] == "player_acted")
            assert acted["auto"]
            spent = next(e for e in message if e["event"] == "time_bank_spent")
            assert spent["amount"] == 40_000

    with open_room(tmp_path, clock, act_time_ms=20_000, time_bank_ms=40_000) as room:
        run(main(room))


def test_an_act_during_the_time_bank_uses_up_the_elapsed_time(tmp_path: Path) -> None:
    clock = VirtualClock()

    async def main(room: Opened) -> None:
        async with seated(room, people=2) as (masa, clients):
            room.run(clock.advance(1))
            slow, asked = await to_act(clients)
            room.run(clock.advance(20))
            again = await slow.next("act")
            assert again["bank"]
            room.run(clock.advance(3))
            await slow.act(asked, passive(asked))
            seat = room.lobby.tables[masa].state.masa.seats[clients.index(slow)]
            # The hand is dealt within the first second, so the time bank ran for three to four
            # seconds.
            assert 10**6 - 4_000 <= seat.time_bank <= 10**6 - 3_000

    with open_room(tmp_path, clock, act_time_ms=20_000, time_bank_ms=10**6) as room:
        run(main(room))


def test_a_player_with_a_lost_connection_gets_extra_time_and_is_then_away(tmp_path: Path) -> None:
    async def main(room: Any) -> None:
        async with seated(room, people=2) as (masa, clients):
            gone, _ = await to_act(clients)
            side = clients.index(gone)
            there = clients[1 - side]
            await gone.close()
            clock = await there.next("clock")
            assert (clock["sides"], clock["total"], clock["bank"]) == ([side], 3_400, False)
            message: list[Any] = []
            while not any(e["event"] == "timed_out" for e in message):
                message += (await there.next("events"))["events"]
            assert any(e["event"] == "sit_out" and e["side"] == side for e in message)
            assert room.lobby.tables[masa].state.masa.seats[side].away

    with open_room(tmp_path, act_time_ms=3_000, reconnect_grace_ms=400) as room:
        run(main(room))


def test_an_absent_player_loses_the_side_after_a_while(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main(room: Any) -> None:
        async with seated(room, people=1) as (masa, (ada,)):
            await ada.ask("sit_out", masa=masa, value=True)
            left = await ada.next("left_table")
            assert left["stack"] == 200

    monkeypatch.setattr(dealing_loop, "SEAT_KEPT", 0.1)
    with open_room(tmp_path) as room:
        run(main(room))


def test_a_reconnecting_client_receives_the_missed_events(room: Opened) -> None:
    async def main() -> None:
        sessions = [room.guest() for _ in range(3)]
        masa = room.table(sessions[0])["id"]
        clients = await seat(room, masa, *sessions)
        phone = await room.connect(sessions[2])  # a second device of one player
        await phone.watch(masa)
        view = await phone.next("view")
        await play_hands(clients, 1)
        received: list[Any] = []
        while len(received) < 6:
            received.append(await phone.next("events"))
        assert [t["seq"] for t in received] == list(range(view["seq"] + 1, view["seq"] + 7))
        back = await room.connect(sessions[2])
        await back.ask("watch", masa=masa, epoch=view["epoch"], seq=view["seq"] + 2)
        assert [await back.next("events") for _ in range(4)] == received[2:]
        # A spectator gets no events of finished hands, because anybody could send such a number.
        stranger = await room.connect()
        await stranger.ask("watch", masa=masa, epoch=view["epoch"], seq=view["seq"] + 2)
        assert (await stranger.next())["type"] == "view"
        # A returning player gets the own cards again.
        again = await room.connect(sessions[1])
        await again.ask("watch", masa=masa, epoch=view["epoch"], seq=view["seq"])
        first = [e for _ in range(4) for e in (await again.next("events"))["events"]]
        dealt = [e for e in first if e["event"] == "deal_pocket_cards"]
        assert {e["side"] for e in dealt} <= {1}
        for client in (*clients, phone, back, stranger, again):
            await client.close()

    run(main())


def test_a_new_player_of_a_side_does_not_see_cards_dealt_there_before(room: Opened) -> None:
    async def main() -> None:
        sessions = [room.guest() for _ in range(3)]
        masa = room.table(sessions[0])["id"]
        clients = await seat(room, masa, *sessions[:2])
        await play_hands(clients, 1)
        await clients[0].ask("pause", masa=masa, value=True)
        await clients[1].ask("leave", masa=masa)
        staying = asyncio.create_task(play_hands(clients[:1], 10**9))
        await until(lambda: 1 not in room.lobby.tables[masa].state.seated)
        staying.cancel()
        other = await room.connect(sessions[2])
        await other.watch(masa)
        view = await other.next("view")
        await other.ask("sit", masa=masa, side=1, stack=200)
        again = await room.connect(sessions[2])
        await again.ask("watch", masa=masa, epoch=view["epoch"], seq=0)
        events, seq = [], 0
        while seq < view["seq"]:
            message = await again.next("events")
            seq = message["seq"]
            events += message["events"]
        assert any(e["event"] == "dealer_rotated" for e in events)
        assert all(e["event"] != "deal_pocket_cards" for e in events)

    run(main())


def test_a_preselected_act_is_shown_to_its_player_only(room: Opened) -> None:
    async def main() -> None:
        async with seated(room) as (masa, clients):
            first, asked = await to_act(clients)
            side = clients.index(first)
            later = clients[(side + 1) % 3]
            await later.ask("preselect", masa=masa, choice="fold")
            received = await later.next("private")
            assert received["events"][0]["choice"] == "fold"
            later.seen.clear()
            await later.watch(masa)
            assert (await later.next("view"))["view"]["preselected"] == "fold"
            await first.act(asked, passive(asked))
            while (message := await first.next())["type"] != "events" or not any(
                e.get("auto") for e in message["events"]
            ):
                assert message["type"] != "private"

    run(main())


def test_auto_top_up_refills_the_stack_before_each_hand(room: Opened) -> None:
    async def main() -> None:
        async with seated(room, people=2) as (masa, clients):
            await clients[0].ask("auto_top_up", masa=masa, to=300)
            events: list[Any] = []
            while not any(e["event"] == "topped_up" for e in events):
                _, rest = await asyncio.gather(
                    events_until(clients[1], "hand_ended"), events_until(clients[0], "hand_ended")
                )
                events += rest  # type: ignore[has-type]
            raised = next(e for e in events if e["event"] == "topped_up")
            assert raised["side"] == 0
            with pytest.raises(RequestRefused, match="BUY_IN_RANGE"):
                await clients[0].ask("auto_top_up", masa=masa, to=401)

    run(main())


def test_sit_out_leaves_after_the_hand_and_away_players_are_not_dealt_in(room: Opened) -> None:
    async def main() -> None:
        async with seated(room) as (masa, clients):
            while not any(e["event"] == "dealer_rotated" for e in await events(clients[2])):
                pass
            await clients[2].ask("leave_after_hand", masa=masa, value=True)
            await asyncio.gather(*[events_until(c, "hand_ended") for c in clients])
            assert (await clients[2].next("left_table"))["masa"] == masa
            with pytest.raises(RequestRefused, match="NOT_ALLOWED"):
                await clients[2].ask("sit_out", masa=masa, value=True)

    run(main())


def test_after_a_restart_the_hand_continues_from_the_last_act(tmp_path: Path) -> None:
    async def before(room: Opened) -> tuple[Any, list[Session], Session, Any]:
        sessions = [room.guest() for _ in range(3)]
        masa = room.table(sessions[0])["id"]
        clients = await seat(room, masa, *sessions)
        await clients[0].ask("auto_top_up", masa=masa, to=222)
        await play_hands(clients, 2)
        client, asked = await to_act(clients)
        await client.act(asked, passive(asked))
        client, asked = await to_act(clients)
        for other in clients:
            await other.close()
        return masa, sessions, sessions[clients.index(client)], asked

    async def after(room: Opened, masa: Any, session: Any, asked: Any) -> None:
        client = await room.connect(session)
        await client.watch(masa)
        view = await client.next("view")
        again = await client.next("act")
        await client.close()
        assert view["view"]["game"] is not None
        assert {**again, "left": 0, "total": 0} == {**asked, "left": 0, "total": 0}
        assert again["left"] <= room.settings.act_time_ms + room.settings.reconnect_grace_ms

    with open_room(tmp_path) as room:
        masa, _, session, asked = run(before(room))
        was = room.lobby.tables[masa].state.masa
        epoch = room.lobby.tables[masa].state.epoch
    with open_room(tmp_path) as room:
        assert room.lobby.tables[masa].state.masa == was
        assert room.lobby.tables[masa].state.epoch != epoch
        assert list(room.lobby.tables[masa].state.auto_top_up.values()) == [222]
        run(after(room, masa, session, asked))


def test_the_length_of_a_turn_is_sent_to_all_watchers(room: Opened) -> None:
    async def main() -> None:
        async with seated(room) as (masa, clients):
            client, asked = await to_act(clients)
            onlooker = await room.connect()
            await onlooker.watch(masa)
            clock = await onlooker.next("clock")
            assert (clock["sides"], clock["total"]) == ([clients.index(client)], 5_000)
            assert 0 < clock["left"] <= 5_000
            await client.act(asked, passive(asked))
            message = await onlooker.next("events")
            rotated = next(e for e in message["events"] if e["event"] == "actor_rotated")
            begins = {"sides": [rotated["side"]], "left": 5_000, "total": 5_000, "bank": False}
            assert message["clock"] == begins

    run(main())


def test_the_time_bank_is_refilled_as_hands_go_by(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The time bank grows by five seconds every third hand, up to that of a new player."""

    async def main(room: Any) -> None:
        async with seated(room, people=2) as (masa, clients):
            running = room.lobby.tables[masa]
            await to_act(clients)
            room.run(running.play(lambda masa: masa.spend_time_bank(0, 7_000)))
            room.run(running.play(lambda masa: masa.spend_time_bank(1, 1_000)))
            for client in clients:
                client.seen.clear()
                await client.watch(masa)  # The `act` message is sent again.
            received: list[Any] = []
            while not any(e["event"] == "time_bank_refilled" for e in received):
                _, more = await asyncio.gather(
                    events_until(clients[1], "dealer_rotated"),
                    events_until(clients[0], "dealer_rotated"),
                )
                received += more  # type: ignore[has-type]
            refilled = [e for e in received if e["event"] == "time_bank_refilled"]
            assert {e["side"]: e["amount"] for e in refilled} == {0: 5_000, 1: 1_000}
            assert running.state.masa.hands == 3
            assert [running.state.masa.seats[side].time_bank for side in (0, 1)] == [8_000, 10_000]

    monkeypatch.setattr(act_clock, "BANK_HANDS", 3)
    with open_room(tmp_path, time_bank_ms=10_000) as room:
        run(main(room))


def test_a_preselected_call_is_refused_after_the_price_changed(room: Opened) -> None:
    async def main() -> None:
        async with seated(room) as (masa, clients):
            first, asked = await to_act(clients)
            later = clients[(clients.index(first) + 1) % 3]
            await first.act(asked, f"RR{asked['least']}")
            with pytest.raises(RequestRefused, match="STALE_TURN"):
                await later.ask("preselect", masa=masa, choice="call", price=2)

    run(main())


def test_a_guest_who_registers_a_name_has_it_at_the_table(room: Opened) -> None:
    async def main() -> None:
        async with seated(room, people=2) as (masa, clients):
            guest = room.guest()
            third = await room.connect(guest)
            await third.ask("sit", masa=masa, side=4, stack=100)
            with room.http(guest) as http:
                answer = http.post("/api/me/keep", json={"name": "Renamed", "password": "12345678"})
                assert answer.status_code == 200
            message = await events_until(clients[0], "renamed")
            assert message[-1] == {"event": "renamed", "side": 4, "name": "Renamed"}

    run(main())


def test_shown_hands_have_odds_for_every_board_of_the_runout(room: Opened) -> None:
    async def main() -> None:
        async with seated(room, people=2, stack=40, showdown="all show with an all-in") as (
            _masa,
            clients,
        ):

            async def all_in(client: Any) -> list[Any]:
                """Goes all in until a player has lost everything. Return the events."""
                received = []
                while True:
                    message = await client.next()
                    if message["type"] == "events":
                        received += message["events"]
                        if any(e["event"] == "odds" for e in received):
                            assert len(message["events"]) == 1, "a batch of their own"
                            return received
                    elif message["type"] == "act":
                        acts = [act for act in ("AA", "CA") if act in message["acts"]]
                        await client.act(message, acts[0])

            events, other = await asyncio.gather(*[all_in(client) for client in clients])
            names = [e["event"] for e in events]
            assert names.index("odds") > names.index("hands_shown")
            odds = events[names.index("odds")]["odds"]
            board = next(e for e in events if e["event"] == "hand_ended")["boards"][0]
            assert [o["board"] for o in odds] == [[], board[:3], board[:4]]
            for one in odds:
                assert sorted(one["sides"]) == [0, 1]
                assert sum(one["equities"]) == pytest.approx(1, abs=0.001)
            assert odds == next(e for e in other if e["event"] == "odds")["odds"]

    run(main())


def test_hidden_hands_have_no_odds() -> None:
    """All hands count as hidden as long as one live hand is."""
    masa = seated_masa({0: 40, 1: 40}, sides=2)
    change = masa.deal(stacked("7c 2d", "As Ah", board="Ad Ac 9h Js Tc"))
    change = play(change, "1 AA", "0 AA")
    (shown,) = [e for e in change.events if isinstance(e, event.HandsShown)]
    assert len(shown.hands) == 1
    assert odds.told_by(change) is None
