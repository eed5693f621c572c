"""Tests of the lobby: finding a table, taking a side, waiting lists, house bots and two
processes."""

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from pokermasa.bots.limit import limit
from pokermasa.client.client import RequestRefused
from pokermasa.rules import Blinds
from pokermasa.server.lobby.house_bots import SPECIALIST, engage
from tests.server.room import (
    CheckedClient,
    Opened,
    open_room,
    passive,
    play_hands,
    run,
    seat,
    settings,
    until,
)
from tests.server.store import reading
from tests.server.wired import StillClock


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Opened]:
    with open_room(tmp_path_factory.mktemp("room")) as room:
        yield room


LISTED_LATER = "what another process has opened is listed within a second"


@pytest.mark.one_process(LISTED_LATER)
def test_the_lobby_lists_open_tables_and_filters_them(room: Opened) -> None:
    host = room.guest()
    with room.http(host) as http:
        for terms in (
            {"name": "Small", "small": 1, "big": 2, "sides": 9},
            {"name": "Large", "small": 50, "big": 100, "sides": 2},
            {"name": "Fixed", "rules": "limit", "small": 5, "big": 10},
            {"name": "Hidden", "private": True},
        ):
            assert http.post("/api/tables", json=terms).status_code == 201

        def names(**filters: Any) -> set[Any]:
            found = http.get("/api/tables", params=filters)
            assert found.status_code == 200, found.text
            return {table["name"] for table in found.json()} & {"Small", "Large", "Fixed", "Hidden"}

        assert names() == {"Small", "Large", "Fixed"}
        assert names(least_big=50) == {"Large"}
        assert names(most_big=2) == {"Small"}
        assert names(sides=9) == {"Small"}
        assert names(rules="limit") == {"Fixed"}
        assert names(betting="fixed limit") == {"Fixed"}
        assert names(name="lar") == {"Large"}
        assert names(people=True) == set()
        bad = http.post("/api/tables", json={"name": "x", "small": 3, "big": 2})
        assert bad.status_code == 422
        for filters, known in (
            ({"betting": "fixed_limit"}, "'no limit', 'pot limit' or 'fixed limit'"),
            ({"rules": "chess"}, "masa, classic, botpoker, limit, tda, acpc"),
            ({"rules": "tda, betting=fixed limit"}, "acpc; betting, least_raise and showdown have"),
            ({"betting": "fixed"}, "Input should be 'no limit', 'pot limit' or 'fixed limit'"),
        ):
            wrong = http.get("/api/tables", params=filters)
            assert wrong.status_code == 422
            assert known in wrong.text
            wrong = http.post("/api/tables", json={"name": "x", **filters})
            assert wrong.status_code == 422
            assert known in wrong.text


def test_without_a_given_small_blind_it_is_half_the_big_blind(room: Opened) -> None:
    for rules in ("masa", "classic", "botpoker", "limit", "tda", "acpc"):
        made = room.table(room.guest(), rules=rules, big=20)
        assert room.lobby.tables[made["id"]].state.masa.blinds == Blinds(10, 20)
    free = room.table(room.guest(), small=1, big=20)
    assert room.lobby.tables[free["id"]].state.masa.blinds == Blinds(1, 20)


@pytest.mark.parametrize("rules", ["limit", "botpoker"])
def test_blinds_that_the_house_does_not_allow_are_refused_with_the_reason(
    room: Opened, rules: str
) -> None:
    async def main() -> None:
        host = room.guest()
        half = "the small blind is half of the big: 10, not 1"
        even = "the big blind must be even, since the small one is half of it; not 15"
        with room.http(host) as http:
            for blinds, text in (
                ({"small": 1, "big": 20}, half),
                ({"big": 15}, even),
                ({"small": 7, "big": 15}, even),
            ):
                refused = http.post("/api/tables", json={"name": "x", "rules": rules, **blinds})
                assert refused.status_code == 422
                assert refused.json()["code"] == "BAD_BLINDS"
                assert text in refused.json()["message"]
        masa = room.table(host, rules=rules, big=10, least_buy_in=200)["id"]
        (client,) = await seat(room, masa, host)
        with pytest.raises(RequestRefused, match="BAD_BLINDS") as wrong:
            await client.ask("set_blinds", masa=masa, small=1, big=20)
        assert half in str(wrong.value)
        levels = [{"small": 5, "big": 10}, {"small": 5, "big": 20}]
        with pytest.raises(RequestRefused, match="BAD_BLINDS"):
            await client.ask("set_blind_timer", masa=masa, levels=levels, minutes=1)
        running = room.lobby.tables[masa]
        assert (running.state.masa.blinds, running.state.access.timer) == (Blinds(5, 10), None)
        await client.ask("set_blinds", masa=masa, big=20)
        assert running.state.masa.blinds == Blinds(10, 20)
        await client.ask("set_blind_timer", masa=masa, levels=[{"big": 30}], minutes=1)
        assert running.state.access.timer.levels == ((15, 30, 0),)
        await client.close()

    run(main())


def test_a_table_can_have_no_minimum_raise(room: Opened) -> None:
    made = room.table(room.guest(), rules="classic", least_raise="any", showdown="losers may muck")
    rules = room.lobby.tables[made["id"]].state.masa.rules
    assert rules.name == "classic, least_raise=any, showdown=losers may muck"
    with room.http(room.guest()) as http:
        for option, known in (
            ("least_raise", "'full raise' or 'any'"),
            ("showdown", "'losers may muck', 'all show' or 'all show with an all-in'"),
        ):
            refused = http.post("/api/tables", json={"name": "x", option: "xyz"})
            assert refused.status_code == 422
            assert known in refused.text


@pytest.mark.statement("S004-19")
def test_an_account_may_hold_one_side_of_a_table(room: Opened) -> None:
    async def main() -> None:
        ada, bob = room.guest(), room.guest()
        masa = room.table(ada)["id"]
        clients = await seat(room, masa, ada)
        with pytest.raises(RequestRefused, match="ALREADY_SEATED"):
            await clients[0].ask("sit", masa=masa, side=3, stack=200)
        other = await room.connect(bob)
        with pytest.raises(RequestRefused, match="SIDE_TAKEN"):
            await other.ask("sit", masa=masa, side=0, stack=200)
        for text, code in (
            ({"side": 1, "stack": 1}, "BUY_IN_RANGE"),
            ({"side": 8, "stack": 200}, "NO_SUCH_SIDE"),
        ):
            with pytest.raises(RequestRefused, match=code):
                await other.ask("sit", masa=masa, **text)
        rich = room.table(ada, small=500, big=1000)["id"]
        with pytest.raises(RequestRefused, match="NOT_ENOUGH_CHIPS"):
            await other.ask("sit", masa=rich, stack=20_000)
        nobody = await room.connect()
        with pytest.raises(RequestRefused, match="NOT_LOGGED_IN"):
            await nobody.ask("sit", masa=masa, stack=200)
        for client in (*clients, other, nobody):
            await client.close()

    run(main())


def test_a_full_masa_has_a_waiting_list(room: Opened) -> None:
    async def main() -> None:
        people = [room.guest() for _ in range(4)]
        masa = room.table(people[0], sides=2)["id"]
        clients = await seat(room, masa, *people[:2])
        third, fourth = [await room.connect(person) for person in people[2:]]
        assert (await third.ask("sit", masa=masa, stack=100))["waiting"]
        assert (await fourth.ask("sit", masa=masa, stack=100))["waiting"]
        message = await fourth.next("room")
        while len(message["room"]["waiting"]) < 2:
            message = await fourth.next("room")
        assert message["room"]["waiting"] == [people[2].name, people[3].name]
        await fourth.ask("unwait", masa=masa)
        await clients[0].ask("leave", masa=masa)
        joined = await third.next("joined_table")
        assert joined["view"]["you"] == 0
        assert joined["room"]["waiting"] == []
        for client in (*clients, third, fourth):
            await client.close()

    run(main())


def test_house_bots_fill_sides_and_leave_them_for_people(tmp_path: Path) -> None:
    async def main(room: Opened) -> None:
        host = room.guest()
        masa = room.table(host, sides=3, bots=True)["id"]
        onlooker = await room.connect()
        await onlooker.watch(masa)
        running = room.lobby.tables[masa]
        await until(lambda: running.state.masa.is_game and len(running.state.seated) >= 2)
        people = [room.guest() for _ in range(3)]
        clients = [await room.connect(person) for person in people]
        for side, client in enumerate(clients):
            await client.ask("sit", masa=masa, side=side, stack=200)

        async def play(client: CheckedClient) -> Any:
            async for result in client:
                if result["type"] == "act":
                    await client.act(result, passive(result))
                elif result["type"] == "joined_table":
                    return result["view"]["you"]

        assert await asyncio.gather(*[play(client) for client in clients]) == [0, 1, 2]
        assert {a.name for a in running.state.seated.values()} == {p.name for p in people}

    with open_room(tmp_path, bot_delay_ms=20) as room:
        run(main(room))


@pytest.mark.parametrize(("betting", "is_hers"), [("fixed limit", True), ("no limit", False)])
def test_the_heads_up_limit_bot_sits_down_at_heads_up_limit_tables_only(
    tmp_path: Path, betting: str, is_hers: bool
) -> None:
    async def main(room: Opened) -> None:
        host = room.guest()
        masa = room.table(host, sides=2, bots=True, rules="acpc", betting=betting)["id"]
        player = await room.connect(host)
        await player.ask("sit", masa=masa, stack=200)
        running = room.lobby.tables[masa]
        await until(lambda: len(running.state.seated) == 2)
        (bot,) = [
            account.name for account in running.state.seated.values() if account.kind == "house"
        ]
        assert (bot == f"{SPECIALIST} (bot)") is is_hers

    with open_room(tmp_path, act_time_ms=10**6) as room:
        run(main(room))


def test_without_its_strategy_file_the_limit_bot_plays_as_house_bot_and_logs_why(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(limit, "FILE", "no.table")
    limit.shipped.cache_clear()
    try:
        assert engage(SPECIALIST).trouble  # type: ignore[attr-defined]
    finally:
        limit.shipped.cache_clear()
    assert "the table of house:limit is missing" in caplog.text
    assert "Jale plays as the house bot does" in caplog.text


def test_a_person_gets_the_side_of_a_bot_after_the_hand(tmp_path: Path) -> None:
    """While a person thinks, the hand does not end and the bot keeps its side."""

    async def main(room: Any) -> None:
        host, other = room.guest(), room.guest()
        masa = room.table(host, sides=3, bots=True)["id"]
        player, newcomer = await room.connect(host), await room.connect(other)
        await player.ask("sit", masa=masa, stack=200)
        asked = await player.next("act")
        running = room.lobby.tables[masa]
        side = next(side for side in running.state.bots if running.state.masa.is_in_hand(side))
        answer = await newcomer.ask("sit", masa=masa, side=side, stack=200)
        assert answer["waiting"]
        assert running.state.masa.is_in_hand(side)
        assert running.state.seated[side].kind == "house"
        await player.act(asked, "FO")
        joined = await newcomer.next("joined_table")
        assert joined["view"]["you"] == side

    with open_room(tmp_path, act_time_ms=10**6) as room:
        run(main(room))


def test_play_now_takes_a_free_side(tmp_path: Path) -> None:
    async def main(room: Any) -> None:
        client = await room.connect(room.guest())
        answer = await client.ask("play_now")
        joined = await client.next("joined_table")
        assert answer["masa"] == joined["masa"]
        await client.next("act")
        with pytest.raises(RequestRefused, match="NO_SIDE_FREE"):
            await client.ask("play_now", big=999)
        await client.close()

    with open_room(tmp_path, house_tables=True) as room:
        run(main(room))
        names = {"Copper", "Silver", "Heads-up", "Fixed limit"}
        assert {r.state.name for r in room.lobby.tables.values()} == names
    with open_room(tmp_path, house_tables=True) as room:
        assert len(room.lobby.tables) == 4


@pytest.mark.sqlite_only("its leases go by the machine's clock, which is set on here")
def test_two_processes_share_a_database_and_never_a_masa(tmp_path: Path) -> None:
    """The lease of the first masa is renewed although nothing is played there."""
    clock = StillClock()

    def expires(masa: Any) -> Any:
        with reading(tmp_path / "room.db") as connection:
            return connection.execute("SELECT expires FROM lease WHERE masa=?", [masa]).fetchone()[
                0
            ]

    with open_room(tmp_path, clock, lease_ms=600) as first:
        host = first.guest()
        masa = first.table(host)["id"]
        second = Opened(settings(tmp_path, lease_ms=600), clock)
        second.start()
        try:
            for _ in range(5):  # longer than three leases
                clock.pass_time(0.4)
                run(until(lambda: expires(masa) == clock.now() + 600))
                assert masa in first.lobby.tables
                assert masa not in second.lobby.tables
            other = second.table(host)["id"]
            assert other not in first.lobby.tables
        finally:
            second.stop()
        # The other process adopts the table when its owner closes.
        run(until(lambda: other in first.lobby.tables))


@pytest.mark.one_process("with others, its clients are not cut off: they look for it elsewhere")
def test_a_process_that_lost_a_masa_can_write_nothing_for_it(tmp_path: Path) -> None:
    from sqlalchemy import update

    from pokermasa.server.storage import schema as store

    async def main(room: Any) -> None:
        people = [room.guest(), room.guest()]
        masa = room.table(people[0])["id"]
        clients = await seat(room, masa, people[0])

        def steal(connection: Any) -> None:
            connection.execute(
                update(store.lease).values(owner="somebody else", fence=99, expires=2**50)
            )

        room.run(_write(room, steal))
        before = room.lobby.tables[masa].state.masa
        with pytest.raises((RequestRefused, ConnectionError)):
            await clients[0].ask("top_up", masa=masa, amount=10)
        with pytest.raises(ConnectionError):
            await clients[0].next("nothing")
        assert before.seats[0].stack == 200
        await clients[0].close()

    async def _write(room: Any, function: Callable[..., Any]) -> Any:
        return await room.lobby.writer.write(function)

    with open_room(tmp_path) as room:
        run(main(room))


@pytest.mark.one_process(LISTED_LATER)
def test_the_lobby_is_updated_live_over_the_socket(room: Opened) -> None:
    async def main() -> None:
        host = room.guest()
        first = room.table(host, name="Old")["id"]
        onlooker = await room.connect()
        await onlooker.ask("watch_lobby")
        message = await onlooker.next("lobby")
        assert first in {table["id"] for table in message["tables"]}
        hidden = room.table(host, name="Secret", private=True)["id"]
        client = await room.connect(host)
        await client.ask("sit", masa=first, stack=200)
        await client.ask("sit", masa=hidden, stack=200)
        rows: dict[Any, Any] = {}
        while rows.get(first, {}).get("people") != 1:
            message = await onlooker.next("lobby")
            rows |= {table["id"]: table for table in message["tables"]}
        await client.ask("leave", masa=first)
        with room.http(host) as http:
            assert http.delete(f"/api/tables/{first}").status_code == 204
        while first not in message["closed"]:
            message = await onlooker.next("lobby")
            rows |= {table["id"]: table for table in message["tables"]}
        assert hidden not in rows
        await onlooker.ask("unwatch_lobby")

    run(main())


def test_the_lobby_shows_average_pot_and_hands_per_hour(room: Opened) -> None:
    async def main() -> None:
        people = [room.guest(), room.guest()]
        masa = room.table(people[0])["id"]
        clients = await seat(room, masa, *people)
        await play_hands(clients, 3)
        with room.http() as http:
            table = http.get(f"/api/tables/{masa}").json()
        assert table["average_pot"] == 4  # Everybody checks after the blinds.
        assert table["hands_an_hour"] > 100

    run(main())


def test_a_place_on_the_waiting_list_survives_a_restart(tmp_path: Path) -> None:
    people: list[Any] = []

    async def before(room: Opened) -> Any:
        people.extend(room.guest() for _ in range(4))
        masa = room.table(people[0], sides=2, approval=True)["id"]
        host = await room.connect(people[0])
        await host.ask("sit", masa=masa, stack=200)
        for person in people[1:3]:
            await host.ask("approve", masa=masa, name=person.name, value=True)
            client = await room.connect(person)
            await client.ask("sit", masa=masa, stack=100)
        stranger = await room.connect(people[3])
        with pytest.raises(RequestRefused, match="APPROVAL_REQUESTED"):
            await stranger.ask("sit", masa=masa, stack=100)
        await until(lambda: room.lobby.tables[masa].state.masa.is_game)
        await host.ask("set_blinds", masa=masa, small=2, big=4)
        return masa

    async def after(room: Opened, masa: Any) -> None:
        running = room.lobby.tables[masa]
        host, second, third = [await room.connect(person) for person in people[:3]]
        await host.watch(masa)
        view = await host.next("view")
        assert view["room"]["waiting"] == [people[2].name]
        assert view["room"]["seat_requests"] == [people[3].name]
        await third.watch(masa)
        for client in (host, second):
            await client.ask("leave", masa=masa)  # The player to act folds, which ends the hand.
        joined = await third.next("joined_table")
        assert joined["room"]["waiting"] == []
        assert joined["view"]["blinds"]["big"] == 4
        assert running.state.waiting_list.blinds is None

    with open_room(tmp_path, act_time_ms=10**6) as room:
        masa = run(before(room))
    with open_room(tmp_path, act_time_ms=10**6, reconnect_grace_ms=10**6) as room:
        run(after(room, masa))


def test_a_waiting_player_who_is_offline_for_long_loses_the_place_on_the_list(
    tmp_path: Path,
) -> None:
    async def main(room: Any) -> None:
        people = [room.guest() for _ in range(3)]
        masa = room.table(people[0], sides=2)["id"]
        await seat(room, masa, *people[:1])
        running = room.lobby.tables[masa]
        running.state.access = running.state.access.replace(paused=True)
        second, third = await room.connect(people[1]), await room.connect(people[2])
        await second.ask("sit", masa=masa, stack=100)
        assert (await third.ask("sit", masa=masa, stack=100))["waiting"]
        await third.close()
        assert len(running.state.waiting_list.waiting) == 1, (
            "a lost connection costs nobody the place at once"
        )
        await until(lambda: not running.state.waiting_list.waiting)

    with open_room(tmp_path, reconnect_grace_ms=300) as room:
        run(main(room))


def test_a_newcomer_is_never_turned_away_where_the_house_has_tables(tmp_path: Path) -> None:
    async def main(room: Any) -> None:
        # Copper has six sides and Heads-up has two, so the ninth player gets a new table.
        clients = [await room.connect(room.guest()) for _ in range(10)]
        masas = [(await client.ask("play_now", big=2))["masa"] for client in clients]
        names = {room.lobby.tables[masa].state.name for masa in masas}
        # On a slow machine more tables open, because newcomers avoid tables with slow players.
        assert {"Copper", "Copper 2"} <= names
        assert {name.split()[0] for name in names} <= {"Copper", "Heads-up"}
        for client in clients:
            await client.close()
        for running in list(room.lobby.tables.values()):
            running.state.access = running.state.access.replace(paused=True)

    with open_room(tmp_path, house_tables=True) as room:
        run(main(room))


def test_an_empty_masa_is_closed_only_by_the_process_that_owns_it(tmp_path: Path) -> None:
    from sqlalchemy import update

    from pokermasa.server.storage import schema as store

    async def steal(room: Opened) -> None:
        await room.lobby.writer.write(
            lambda connection: connection.execute(update(store.lease).values(fence=99))
        )

    # The lease is so long that the owner does not notice the loss by itself.
    with open_room(tmp_path, lease_ms=10**8) as room:
        host = room.guest()
        masa = room.table(host)["id"]
        room.run(steal(room))
        with room.http(host) as http:
            answer = http.delete(f"/api/tables/{masa}")
            assert (answer.status_code, answer.json()["code"]) == (503, "LOST_LEASE")
        with reading(tmp_path / "room.db") as connection:
            (closed,) = connection.execute("SELECT closed FROM masa").fetchone()
        assert closed is None


def test_house_bots_bring_the_minimum_buy_in_if_it_exceeds_their_usual_stack(
    tmp_path: Path,
) -> None:
    async def main(room: Opened) -> None:
        blinds_and_buy_ins = {"big": 2, "least_buy_in": 300, "most_buy_in": 400}
        masa = room.table(room.guest(), sides=3, bots=True, **blinds_and_buy_ins)["id"]
        onlooker = await room.connect()
        await onlooker.watch(masa)
        running = room.lobby.tables[masa]
        await until(lambda: running.state.seated)
        assert running.state.masa.chips == 300 * len(running.state.seated)

    with open_room(tmp_path) as room:
        run(main(room))
