"""Tests of home games: buy-ins approved by the host, own chips, co-hosts who must agree,
blinds that rise by the clock, results after closing, and a rematch."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from pokermasa.client.client import Client, RequestRefused
from pokermasa.server.accounts.audit import audit
from pokermasa.server.storage import schema as store
from pokermasa.server.storage.journal import ledger
from tests.server.room import (
    CheckedClient,
    Opened,
    Session,
    open_room,
    play_hands,
    run,
    seat,
    until,
)
from tests.server.virtual_clock import VirtualClock

pytestmark = pytest.mark.sampled(2)


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Opened]:
    with open_room(tmp_path_factory.mktemp("room")) as room:
        yield room


async def next_room(client: Client, seen: Callable[..., Any]) -> Any:
    """Return the next `room` message for which *seen* is true."""
    while True:
        message = await client.next("room")
        if seen(message["room"]):
            return message["room"]


async def come(room: Opened, guest: Session, made: dict[str, Any]) -> CheckedClient:
    client = await room.connect(guest)
    await client.watch(made["id"], made["key"] or "")
    return client


def books(room: Opened, masa: Any) -> Any:
    """Return the ledger balances of a game with its own chips."""

    async def look() -> dict[Any, Any]:
        async with room.lobby.storage.engine.connect() as connection:
            book, amount = store.balance.c.book, store.balance.c.amount
            wanted = select(book, amount).where(book.contains(masa), amount != 0)
            return {row.book: row.amount for row in await connection.execute(wanted)}

    return room.run(look())


def faults(room: Opened) -> Any:
    async def look() -> Any:
        async with room.lobby.storage.engine.connect() as connection:
            return await connection.run_sync(audit)

    return room.run(look())


def chips(room: Opened, guest: Session) -> Any:
    with room.http(guest) as http:
        return http.get("/api/me").json()["chips"]


# Spectators and reserved seats


def test_watchers_are_named_until_two_people_sit(room: Opened) -> None:
    async def main() -> None:
        host, guest, other = room.guest(), room.guest(), room.guest()
        made = room.table(host, private=True)
        (owner,) = await seat(room, made["id"], host)
        player, onlooker = await come(room, guest, made), await come(room, other, made)
        await next_room(owner, lambda r: r["watchers"] == [guest.name, other.name])
        await onlooker.close()
        await next_room(owner, lambda r: r["watchers"] == [guest.name])
        await player.ask("sit", masa=made["id"], side=1, stack=200)
        onlooker = await come(room, other, made)
        view = await onlooker.next("view")
        assert view["room"]["watchers"] == []
        for client in (owner, player, onlooker):
            await client.close()

    run(main())


def test_an_approved_buy_in_keeps_a_side_until_the_hand_is_over(room: Opened) -> None:
    async def main() -> None:
        host, guest = room.guest(), room.guest()
        made = room.table(host, buy_ins=True, sides=6)
        masa = made["id"]
        (owner,) = await seat(room, masa, host)
        player = await come(room, guest, made)
        with pytest.raises(RequestRefused, match="APPROVAL_REQUESTED"):
            await player.ask("sit", masa=masa, side=4, stack=200)
        reserved = [{"name": guest.name, "side": 4}]
        ask = {"masa": masa, "name": guest.name, "amount": 200, "value": True}
        await owner.ask("approve_buy_in", **ask)
        for client in (owner, player):
            await next_room(client, lambda r: r["reserved"] == reserved)
        assert (await player.next("joined_table"))["view"]["you"] == 4
        await next_room(owner, lambda r: r["reserved"] == [])
        for client in (owner, player):
            await client.close()

    run(main())


# Buy-ins


def test_a_buy_in_is_paid_once_the_host_approves_that_amount(room: Opened) -> None:
    async def main() -> None:
        host, guest = room.guest(), room.guest()
        made = room.table(host, buy_ins=True)
        masa = made["id"]
        (owner,) = await seat(room, masa, host)  # The host needs no approval.
        player = await come(room, guest, made)
        for stack in (150, 120):  # The last request replaces the first.
            with pytest.raises(RequestRefused, match="APPROVAL_REQUESTED"):
                await player.ask("sit", masa=masa, side=2, stack=stack)
        seen = await next_room(
            owner, lambda r: [ask["amount"] for ask in r["buy_in_requests"]] == [120]
        )
        assert seen["buy_in_requests"] == [{"name": guest.name, "amount": 120, "top_up": False}]
        assert (await next_room(player, lambda r: r["own_buy_in_request"] == 120))[
            "buy_in_requests"
        ] == []
        ask = {"masa": masa, "name": guest.name, "value": True}
        with pytest.raises(RequestRefused, match="NOT_FOUND"):
            await owner.ask("approve_buy_in", amount=150, **ask)  # differs from the current request
        with pytest.raises(RequestRefused, match="NOT_ALLOWED"):
            await player.ask("approve_buy_in", amount=120, **ask)
        assert 2 not in room.lobby.tables[masa].state.seated
        await owner.ask("approve_buy_in", amount=120, **ask)
        assert (await player.next("joined_table"))["view"]["you"] == 2
        assert chips(room, guest) == 10_000 - 120
        with pytest.raises(RequestRefused, match="NOT_FOUND"):
            # A request can be approved only once.
            await owner.ask("approve_buy_in", amount=120, **ask)
        await owner.close()
        await player.close()

    run(main())


def test_a_refused_or_withdrawn_buy_in_changes_nothing(room: Opened) -> None:
    async def main() -> None:
        host, guest = room.guest(), room.guest()
        made = room.table(host, buy_ins=True, approval=True)
        masa = made["id"]
        (owner,) = await seat(room, masa, host)
        player = await come(room, guest, made)
        with pytest.raises(RequestRefused, match="APPROVAL_REQUESTED"):
            await player.ask("sit", masa=masa, stack=100)
        await owner.ask("approve_buy_in", masa=masa, name=guest.name, amount=100, value=False)
        assert room.lobby.tables[masa].state.hosting.buy_ins == ()
        with pytest.raises(RequestRefused, match="APPROVAL_REQUESTED"):
            await player.ask("sit", masa=masa, stack=100)
        await player.ask("unwait", masa=masa)
        assert room.lobby.tables[masa].state.hosting.buy_ins == ()
        assert list(room.lobby.tables[masa].state.seated) == [0]
        await owner.close()
        await player.close()

    run(main())


def test_an_approved_top_up_is_added_between_hands(tmp_path: Path) -> None:
    clock = VirtualClock()

    async def main(room: Opened) -> None:
        host, guest = room.guest(), room.guest()
        masa = room.table(host, buy_ins=True)["id"]
        (owner,) = await seat(room, masa, host)
        player = await room.connect(guest)
        await player.watch(masa)
        table = room.lobby.tables[masa]
        with pytest.raises(RequestRefused, match="APPROVAL_REQUESTED"):
            await player.ask("sit", masa=masa, side=1, stack=100)
        await owner.ask("approve_buy_in", masa=masa, name=guest.name, amount=100, value=True)
        while 1 not in table.state.seated:
            room.run(clock.advance(0.1))
        with pytest.raises(RequestRefused, match="NOT_ALLOWED"):
            await player.ask("auto_top_up", masa=masa, to=200)
        while not table.state.masa.is_game:
            room.run(clock.advance(0.1))
        with pytest.raises(RequestRefused, match="APPROVAL_REQUESTED"):
            await player.ask("top_up", masa=masa, amount=50)
        await owner.ask("approve_buy_in", masa=masa, name=guest.name, amount=50, value=True)
        assert table.state.masa.is_game
        assert chips(room, guest) == 10_000 - 100  # not before the hand is over
        await owner.ask("pause", masa=masa, value=True)
        await play_hands([owner, player], 1)
        while table.state.hosting.top_ups:
            room.run(clock.advance(0.1))
        assert chips(room, guest) == 10_000 - 150
        room.run(clock.advance(5))
        assert chips(room, guest) == 10_000 - 150  # and only once
        await owner.close()
        await player.close()

    with open_room(tmp_path, clock) as room:
        run(main(room))


def test_pending_buy_ins_are_shown_to_the_host_and_the_player_only(room: Opened) -> None:
    async def main() -> None:
        host, guest, other = room.guest(), room.guest(), room.guest()
        made = room.table(host, private=True, own_chips=True)
        masa, key = made["id"], made["key"]
        owner, player, looker = [await come(room, one, made) for one in (host, guest, other)]
        received = []
        hear = looker._hear
        looker._hear = lambda message: (received.append(message), hear(message))  # type: ignore[assignment, func-returns-value]
        await owner.ask("sit", masa=masa, side=0, stack=200, key=key)
        with pytest.raises(RequestRefused, match="APPROVAL_REQUESTED"):
            await player.ask("sit", masa=masa, side=1, stack=137, key=key)
        await next_room(owner, lambda r: r["buy_in_requests"])
        await looker.ask("ping")
        rooms = [message["room"] for message in received if message["type"] == "room"]
        assert rooms
        assert all(
            not r["buy_in_requests"] and r["own_buy_in_request"] is None and not r["offers"]
            for r in rooms
        )
        assert all(r["own_chips"] == 0 and r["offered"] is None for r in rooms)
        assert "137" not in str(received)
        await owner.ask("approve_buy_in", masa=masa, name=guest.name, amount=137, value=True)
        await player.next("joined_table")
        await owner.ask("co_host", masa=masa, name=guest.name, value=True)
        await next_room(player, lambda r: r["offered"] == "co_host")
        await looker.ask("ping")
        rooms = [message["room"] for message in received if message["type"] == "room"]
        assert all(not r["offers"] and r["offered"] is None for r in rooms)
        assert "'chips_given', 'name': " in str(received)  # All clients receive this message.
        for client in (owner, player, looker):
            await client.close()

    run(main())


# Tables with chips of their own


def test_a_game_with_own_chips_does_not_affect_statistics_or_balances(room: Opened) -> None:
    async def main() -> None:
        host, guest = room.guest(), room.guest()
        made = room.table(host, private=True, own_chips=True)
        masa, key = made["id"], made["key"]
        owner = await come(room, host, made)
        await owner.ask("sit", masa=masa, side=0, stack=200, key=key)
        given: list[Any] = []
        while not given:
            events = (await owner.next("events"))["events"]
            given = [one for one in events if one["event"] == "chips_given"]
        assert given == [{"event": "chips_given", "name": host.name, "amount": 200}]
        player = await come(room, guest, made)
        with pytest.raises(RequestRefused, match="APPROVAL_REQUESTED"):
            await player.ask("sit", masa=masa, side=1, stack=100, key=key)
        await owner.ask("approve_buy_in", masa=masa, name=guest.name, amount=100, value=True)
        await player.next("joined_table")
        assert books(room, masa) == {f"bank:{masa}": -300, f"masa:{masa}": 300}
        assert faults(room) == []
        await play_hands([owner, player], 2)
        await player.ask("leave", masa=masa)
        taken = (await player.next("left_table"))["stack"]
        # Chips taken from the table may be brought back without approval, but not one more.
        assert (await next_room(player, lambda r: r["own_chips"] == taken))["own_chips"] == taken
        beside = [n for book, n in books(room, masa).items() if book.startswith("chips:")]
        assert sum(beside) == taken
        with pytest.raises(RequestRefused, match="APPROVAL_REQUESTED"):
            await player.ask("sit", masa=masa, side=1, stack=taken + 1)
        assert chips(room, host) == chips(room, guest) == 10_000
        with room.http(guest) as http:
            hands = http.get("/api/hands").json()
            assert hands
            assert all(hand["own_chips"] for hand in hands)
            figures = http.get("/api/me/stats").json()
            assert (figures["pending"], figures["all"]["hands"]) == (0, 0)
        with room.http(host) as http:
            nets = [line["net"] for line in http.get(f"/api/tables/{masa}/sheet").json()]
            assert sum(nets) == 0
            assert nets == sorted(nets, reverse=True)
            http.delete(f"/api/tables/{masa}")
        await until(lambda: masa not in room.lobby.tables)
        assert books(room, masa) == {}
        assert faults(room) == []
        assert chips(room, host) == chips(room, guest) == 10_000
        await owner.close()
        await player.close()

    run(main())


@pytest.mark.parametrize("words", [{"private": False}, {"private": True, "bots": True}])
def test_only_private_tables_may_have_own_chips(room: Opened, words: dict[str, bool]) -> None:
    with room.http(room.guest()) as http:
        answer = http.post("/api/tables", json={"name": "x", "own_chips": True, **words})
    assert (answer.status_code, answer.json()["code"]) == (422, "UNREADABLE")


def test_the_audit_detects_missing_own_chips_of_a_game(tmp_path: Path) -> None:
    async def main(room: Opened) -> tuple[Any, Any]:
        host = room.guest()
        made = room.table(host, private=True, own_chips=True)
        owner = await come(room, host, made)
        await owner.ask("sit", masa=made["id"], stack=200, key=made["key"])
        await owner.close()
        return made["id"], room.lobby.tables[made["id"]].state.host.id

    with open_room(tmp_path) as room:
        masa, account = run(main(room))
        assert faults(room) == []
        astray = {f"chips:{masa}:{account}": 5, f"account:{account}": -5}
        room.run(room.lobby.writer.write(lambda c: ledger.book(c, "x", "x", astray, 0)))
        found = " ".join(faults(room))
    assert "mixes its own chips with others" in found
    assert "200 of its own chips were given out, 200 are on it and 5 beside it" in found


# Host and co-hosts


def test_the_host_role_is_handed_over_only_with_consent(room: Opened) -> None:
    async def main() -> None:
        host, guest, other = room.guest(), room.guest(), room.guest()
        masa = room.table(host)["id"]
        owner, player = await seat(room, masa, host, guest)
        for name in (other.name, host.name, "Ada (bot)"):
            with pytest.raises(RequestRefused, match=r"NOT_ALLOWED|NOT_FOUND"):
                await owner.ask("hand_over", masa=masa, name=name)
        for name in (guest.name, host.name):
            with pytest.raises(RequestRefused, match="NOT_ALLOWED"):
                await player.ask("hand_over", masa=masa, name=name)
        with pytest.raises(RequestRefused, match="NOT_ALLOWED"):
            await player.ask("answer_offer", masa=masa, agrees=True)  # without an offer
        await owner.ask("hand_over", masa=masa, name=guest.name)
        await next_room(player, lambda r: r["offered"] == "host" and r["host"] == host.name)
        with pytest.raises(RequestRefused, match="NOT_ALLOWED"):
            await player.ask("pause", masa=masa, value=True)  # An offer alone gives no rights.
        await player.ask("answer_offer", masa=masa, agrees=False)
        assert room.lobby.tables[masa].state.host.name == host.name
        await owner.ask("hand_over", masa=masa, name=guest.name)
        await player.ask("answer_offer", masa=masa, agrees=True)
        with pytest.raises(RequestRefused, match="NOT_ALLOWED"):
            await owner.ask("pause", masa=masa, value=True)
        await player.ask("pause", masa=masa, value=True)
        with room.http(guest) as http:
            assert masa in [table["masa"] for table in http.get("/api/me").json()["hosted"]]
        await owner.close()
        await player.close()

    run(main())


def test_a_co_host_may_not_name_hosts_change_the_link_or_close_the_table(
    room: Opened,
) -> None:
    async def main() -> None:
        host, helper, guest = room.guest(), room.guest(), room.guest()
        made = room.table(host, private=True, buy_ins=True)
        masa, key = made["id"], made["key"]
        owner, second, third = [await come(room, one, made) for one in (host, helper, guest)]
        await owner.ask("pause", masa=masa, value=True)  # so that no hand is dealt meanwhile
        await owner.ask("sit", masa=masa, side=0, stack=200, key=key)
        with pytest.raises(RequestRefused, match="APPROVAL_REQUESTED"):
            await second.ask("sit", masa=masa, side=1, stack=200, key=key)
        await owner.ask("approve_buy_in", masa=masa, name=helper.name, amount=200, value=True)
        await second.next("joined_table")
        await owner.ask("co_host", masa=masa, name=helper.name, value=True)
        with pytest.raises(RequestRefused, match="NOT_ALLOWED"):
            await second.ask("pause", masa=masa, value=True)
        await second.ask("answer_offer", masa=masa, agrees=True)
        assert (await next_room(third, lambda r: r["co_hosts"]))["co_hosts"] == [helper.name]
        await second.ask("pause", masa=masa, value=True)
        with pytest.raises(RequestRefused, match="APPROVAL_REQUESTED"):
            await third.ask("sit", masa=masa, side=2, stack=150, key=key)
        await second.ask("approve_buy_in", masa=masa, name=guest.name, amount=150, value=True)
        await third.next("joined_table")
        for do, text in (
            ("hand_over", {"name": guest.name}),
            ("co_host", {"name": guest.name, "value": True}),
            ("new_link", {}),
            ("kick", {"name": host.name}),
        ):
            with pytest.raises(RequestRefused, match="NOT_ALLOWED"):
                await second.ask(do, masa=masa, **text)
        with room.http(helper) as http:
            assert http.delete(f"/api/tables/{masa}").status_code == 403
        # Neither the host nor a co-host may approve chips for themselves.
        with pytest.raises(RequestRefused, match="APPROVAL_REQUESTED"):
            await second.ask("top_up", masa=masa, amount=50)
        with pytest.raises(RequestRefused, match="NOT_ALLOWED"):
            await second.ask("approve_buy_in", masa=masa, name=helper.name, amount=50, value=True)
        await owner.ask("co_host", masa=masa, name=helper.name, value=False)
        with pytest.raises(RequestRefused, match="NOT_ALLOWED"):
            await second.ask("pause", masa=masa, value=False)
        for client in (owner, second, third):
            await client.close()

    run(main())


def test_hosts_and_pending_buy_ins_survive_a_restart(tmp_path: Path) -> None:
    async def first(room: Opened) -> Any:
        host, helper, guest = room.guest(), room.guest(), room.guest()
        made = room.table(host, private=True, own_chips=True)
        masa, key = made["id"], made["key"]
        owner, second, third = [await come(room, one, made) for one in (host, helper, guest)]
        await owner.ask("sit", masa=masa, side=0, stack=200, key=key)
        with pytest.raises(RequestRefused, match="APPROVAL_REQUESTED"):
            await second.ask("sit", masa=masa, side=1, stack=200, key=key)
        await owner.ask("approve_buy_in", masa=masa, name=helper.name, amount=200, value=True)
        await second.next("joined_table")
        await owner.ask("pause", masa=masa, value=True)
        await owner.ask("co_host", masa=masa, name=helper.name, value=True)
        await second.ask("answer_offer", masa=masa, agrees=True)
        await owner.ask("hand_over", masa=masa, name=helper.name)
        with pytest.raises(RequestRefused, match="APPROVAL_REQUESTED"):
            await third.ask("sit", masa=masa, side=2, stack=150, key=key)
        for client in (owner, second, third):
            await client.close()
        return masa

    with open_room(tmp_path) as room:
        masa = run(first(room))
        stored = room.lobby.tables[masa].state.hosting
    with open_room(tmp_path) as room:
        again = room.lobby.tables[masa].state.hosting
        assert again == stored
        assert len(again.co_hosts) == len(again.offers) == len(again.buy_ins) == 1
        assert faults(room) == []


# Blind timer


@pytest.mark.rotated
def test_blinds_rise_by_the_clock_between_hands_and_not_during_a_pause(tmp_path: Path) -> None:
    clock = VirtualClock()

    async def main(room: Any) -> None:
        people = [room.guest(), room.guest()]
        masa = room.table(people[0])["id"]
        clients = await seat(room, masa, *people)
        owner, table = clients[0], room.lobby.tables[masa]
        await owner.ask("pause", masa=masa, value=True)
        levels = [{"small": 1, "big": 2}, {"small": 2, "big": 4, "ante": 1}]
        with pytest.raises(RequestRefused, match="NOT_ALLOWED"):
            await clients[1].ask("set_blind_timer", masa=masa, levels=levels, minutes=1)
        for bad in ({"small": 5, "big": 4}, {"small": 100, "big": 200}):
            with pytest.raises(RequestRefused, match="BAD_BLINDS"):
                await owner.ask("set_blind_timer", masa=masa, levels=[*levels, bad], minutes=1)
        with pytest.raises(RequestRefused, match="UNREADABLE"):
            await owner.ask("set_blind_timer", masa=masa, levels=31 * levels[:1], minutes=1)
        assert table.state.access.timer is None
        await owner.ask("set_blind_timer", masa=masa, levels=levels, minutes=1)
        room.run(clock.advance(300))
        assert table.state.masa.blinds.big == 2  # paused
        seen = await next_room(owner, lambda r: r["timer"])
        next_one = {"small": 2, "big": 4, "ante": 1}
        assert seen["timer"] == {"level": 1, "levels": 2, "left": 60_000, "next": next_one}
        await owner.ask("pause", masa=masa, value=False)
        room.run(clock.advance(59))
        assert table.state.masa.blinds.big == 2
        room.run(clock.advance(2))
        assert table.state.masa.is_game
        assert table.state.masa.blinds.big == 2  # not in the middle of a hand
        await owner.ask("pause", masa=masa, value=True)
        await play_hands(clients, 1)
        await owner.ask("pause", masa=masa, value=False)
        room.run(clock.advance(5))
        assert table.state.masa.blinds[:3] == (2, 4, 1)
        last = await next_room(owner, lambda r: r["timer"] and r["timer"]["level"] == 2)
        assert (last["timer"]["left"], last["timer"]["next"]) == (None, None)
        await owner.ask("set_blind_timer", masa=masa, levels=[])
        assert table.state.access.timer is None
        for client in clients:
            await client.close()

    with open_room(tmp_path, clock, act_time_ms=10**7) as room:  # nobody times out meanwhile
        run(main(room))


# Closing and rematch


def test_players_can_see_the_results_of_a_closed_game_and_start_a_rematch(
    room: Opened,
) -> None:
    async def main() -> None:
        host, guest, stranger = room.guest(), room.guest(), room.guest()
        made = room.table(host, private=True, own_chips=True, name="Friday")
        masa, key = made["id"], made["key"]
        owner, player = [await come(room, one, made) for one in (host, guest)]
        await owner.ask("sit", masa=masa, side=0, stack=200, key=key)
        with pytest.raises(RequestRefused, match="APPROVAL_REQUESTED"):
            await player.ask("sit", masa=masa, side=1, stack=100, key=key)
        await owner.ask("approve_buy_in", masa=masa, name=guest.name, amount=100, value=True)
        await player.next("joined_table")
        await play_hands([owner, player], 1)
        with room.http(host) as http:
            assert http.post(f"/api/tables/{masa}/rematch").json()["code"] == "STILL_SEATED"
            http.delete(f"/api/tables/{masa}")
        await until(lambda: masa not in room.lobby.tables)
        for one, status in ((host, 200), (guest, 200), (stranger, 404)):
            with room.http(one) as http:
                answer = http.get(f"/api/tables/{masa}/sheet", params={"key": key})
                assert answer.status_code == status
                assert http.get(f"/api/tables/{masa}/sheet.csv").status_code == status
                answer = http.get(f"/api/tables/{masa}/rematch")
                assert answer.status_code == status
                assert status == 404 or answer.json() is None
        with room.http(guest) as http:
            lines = http.get(f"/api/tables/{masa}/sheet").json()
            assert {line["name"]: line["buy_ins"] for line in lines} == {
                host.name: 200,
                guest.name: 100,
            }
            assert sum(line["net"] for line in lines) == 0
            assert http.post(f"/api/tables/{masa}/rematch").status_code == 403
        with room.http(stranger) as http:
            assert http.post(f"/api/tables/{masa}/rematch").status_code == 404
        with room.http(host) as http:
            again = http.post(f"/api/tables/{masa}/rematch").json()
            assert http.post(f"/api/tables/{masa}/rematch").json() == again  # the same table
        called = await player.next("rematch")
        assert (called["masa"], called["next"], called["key"]) == (masa, again["id"], again["key"])
        assert again["key"] not in (None, key)
        with room.http(guest) as http:
            assert http.get(f"/api/tables/{masa}/rematch").json()["key"] == again["key"]
        with room.http(stranger) as http:
            assert http.get(f"/api/tables/{masa}/rematch").status_code == 404
        with room.http(guest) as http:
            where = {"key": again["key"]}
            assert http.get(f"/api/tables/{again['id']}", params=where).json()["name"] == "Friday"
        with pytest.raises(RequestRefused, match="APPROVAL_REQUESTED"):
            await player.ask("sit", masa=again["id"], stack=100, key=again["key"])
        assert faults(room) == []
        await owner.close()
        await player.close()

    run(main())


def test_a_host_lets_bots_into_a_waiting_table_and_its_blinds_stay_from_then_on(
    room: Opened,
) -> None:
    async def main() -> None:
        host, guest = room.guest(), room.guest()
        made = room.table(host, private=True, sides=4)
        owner, player = [await come(room, session, made) for session in (host, guest)]
        await owner.ask("sit", masa=made["id"], side=0, stack=100)
        await owner.ask("players_chat", masa=made["id"], value=True)
        assert (await next_room(owner, lambda r: r["players_chat"]))["may_add_bots"]
        assert not (await next_room(player, lambda r: r["players_chat"]))["may_add_bots"]
        with pytest.raises(RequestRefused, match="NOT_ALLOWED"):
            await player.ask("add_bots", masa=made["id"])
        await owner.ask("add_bots", masa=made["id"])
        assert not (await next_room(owner, lambda r: not r["may_add_bots"]))["may_add_bots"]
        await until(lambda: len(room.lobby.tables[made["id"]].state.bots) == 2)
        with pytest.raises(RequestRefused, match="NOT_ALLOWED"):
            await owner.ask("set_blinds", masa=made["id"], big=4)
        # They make room for people.
        await player.ask("sit", masa=made["id"], stack=100, key=made["key"])
        for client in (owner, player):
            await client.close()

    run(main())


@pytest.mark.parametrize(
    "terms", [{"own_chips": True}, {"entry": "free"}, {"small": 1, "big": 4}, {"least_buy_in": 10}]
)
def test_no_bots_come_to_a_table_that_could_not_have_been_opened_with_them(
    room: Opened, terms: dict[str, Any]
) -> None:
    async def main() -> None:
        host = room.guest()
        made = room.table(host, private=True, **terms)
        owner = await come(room, host, made)
        await owner.ask("players_chat", masa=made["id"], value=True)
        assert not (await next_room(owner, lambda r: r["players_chat"]))["may_add_bots"]
        with pytest.raises(RequestRefused):
            await owner.ask("add_bots", masa=made["id"])
        await owner.close()

    run(main())


def test_no_bots_come_while_blinds_rise_or_after_blinds_for_which_they_may_not_play(
    room: Opened,
) -> None:
    async def main() -> None:
        host = room.guest()
        made = room.table(host, private=True)
        owner = await come(room, host, made)
        levels = [{"small": 1, "big": 2, "ante": 0}]
        await owner.ask("set_blind_timer", masa=made["id"], levels=levels, minutes=5)
        with pytest.raises(RequestRefused, match="NOT_ALLOWED"):
            await owner.ask("add_bots", masa=made["id"])
        await owner.ask("set_blind_timer", masa=made["id"], levels=[])
        await owner.ask("set_blinds", masa=made["id"], small=1, big=4)
        with pytest.raises(RequestRefused, match="BAD_BLINDS"):
            await owner.ask("add_bots", masa=made["id"])
        await owner.close()

    run(main())
