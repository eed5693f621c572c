"""Tests of a host's table: its private link, approval of players, kicks, pauses, blinds and
the session sheet."""

import csv
import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pokermasa.client.client import RequestRefused
from pokermasa.server.lobby import maintenance
from tests.server.room import Opened, open_room, play_hands, run, seat, until
from tests.server.virtual_clock import VirtualClock


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Opened]:
    with open_room(tmp_path_factory.mktemp("room")) as room:
        yield room


def test_a_private_masa_cannot_be_found_without_its_key(room: Opened) -> None:
    async def main() -> None:
        host, guest = room.guest(), room.guest()
        made = room.table(host, private=True)
        masa, key = made["id"], made["key"]
        assert made["link"].endswith(f"#{key}")
        assert len(key) >= 24
        with room.http(guest) as http:
            assert all(table["id"] != masa for table in http.get("/api/tables").json())
            for path in ("", "/chat", "/sheet", "/sheet.csv"):
                assert http.get(f"/api/tables/{masa}{path}").status_code == 404
                assert http.get(f"/api/tables/{masa}{path}?key=wrong").status_code == 404
            assert http.get(f"/api/tables/{masa}", params={"key": key}).status_code == 200
            assert http.delete(f"/api/tables/{masa}").status_code == 404
        client = await room.connect(guest)
        for do, text in (
            ("watch", {}),
            ("sit", {"stack": 200}),
            ("say", {"text": "hello"}),
            ("act", {"act": "CA", "turn": "1.0"}),
            ("leave", {}),
            ("report", {"chat": 1}),
            ("kick", {"name": host.name}),
        ):
            with pytest.raises(RequestRefused, match="NOT_FOUND"):
                await client.ask(do, masa=masa, **text)
        await client.watch(masa, key)
        await client.ask("say", masa=masa, text="hello")
        assert (await client.next("chat"))["text"] == "hello"
        await client.close()

    run(main())


def test_players_need_the_approval_of_the_host(room: Opened) -> None:
    async def main() -> None:
        host, guest = room.guest(), room.guest()
        made = room.table(host, private=True, approval=True)
        masa = made["id"]
        (owner,) = await seat(room, masa, host)
        client = await room.connect(guest)
        await client.watch(masa, made["key"])
        with pytest.raises(RequestRefused, match="APPROVAL_REQUESTED"):
            await client.ask("sit", masa=masa, stack=200)
        message = await owner.next("room")
        while not message["room"]["seat_requests"]:
            message = await owner.next("room")
        assert message["room"]["seat_requests"] == [guest.name]
        with pytest.raises(RequestRefused, match="NOT_ALLOWED"):
            await client.ask("approve", masa=masa, name=guest.name, value=True)
        await owner.ask("approve", masa=masa, name=guest.name, value=True)
        await client.ask("sit", masa=masa, stack=200)
        assert (await client.next("joined_table"))["room"]["seat_requests"] == []
        await owner.close()
        await client.close()

    run(main())


def test_a_new_link_voids_the_old_one_for_the_masa_and_its_hands(room: Opened) -> None:
    async def main() -> None:
        host, guest, other = room.guest(), room.guest(), room.guest()
        made = room.table(host, private=True)
        masa, old = made["id"], made["key"]
        (owner,) = await seat(room, masa, host)
        player = await room.connect(guest)
        await player.watch(masa, old)
        await player.ask("sit", masa=masa, side=1, stack=200, key=old)
        await play_hands([owner, player], 1)
        with room.http(host) as http:
            hand = http.get("/api/hands").json()[0]["id"]
        looker = await room.connect(other)
        await looker.watch(masa, old)
        with pytest.raises(RequestRefused, match="NOT_ALLOWED"):
            await player.ask("new_link", masa=masa)
        await owner.ask("new_link", masa=masa)
        # Spectators are removed, and the old key no longer works.
        assert (await looker.next("closed"))["masa"] == masa
        with pytest.raises(RequestRefused, match="NOT_FOUND"):
            await looker.ask("watch", masa=masa, key=old)
        with room.http(other) as http:
            assert http.get(f"/api/hands/{hand}", params={"key": old}).status_code == 404
            assert http.get(f"/api/tables/{masa}", params={"key": old}).status_code == 404
        with room.http(host) as http:
            (place,) = [t for t in http.get("/api/me").json()["hosted"] if t["masa"] == masa]
        new = place["key"]
        assert new != old
        assert len(new) >= 24
        await looker.watch(masa, new)
        with room.http(other) as http:
            assert http.get(f"/api/hands/{hand}", params={"key": new}).status_code == 200
        # Seated players stay.
        await player.ask("say", masa=masa, text="still here")
        for client in (owner, player, looker):
            await client.close()

    run(main())


def test_the_link_of_a_public_masa_cannot_be_changed(room: Opened) -> None:
    async def main() -> None:
        host = room.guest()
        masa = room.table(host)["id"]
        (owner,) = await seat(room, masa, host)
        with pytest.raises(RequestRefused, match="NOT_ALLOWED"):
            await owner.ask("new_link", masa=masa)
        await owner.close()

    run(main())


def test_if_only_players_may_chat_spectators_are_refused(room: Opened) -> None:
    async def main() -> None:
        host, guest, other = room.guest(), room.guest(), room.guest()
        masa = room.table(host)["id"]
        owner = await room.connect(host)  # The host watches without a seat.
        await owner.watch(masa)
        (player,) = await seat(room, masa, guest)
        looker = await room.connect(other)
        await looker.watch(masa)
        await looker.ask("say", masa=masa, text="hello")
        with pytest.raises(RequestRefused, match="NOT_ALLOWED"):
            await player.ask("players_chat", masa=masa, value=True)
        await owner.ask("players_chat", masa=masa, value=True)
        with pytest.raises(RequestRefused, match="SILENCED"):
            await looker.ask("say", masa=masa, text="hello")
        await player.ask("say", masa=masa, text="hello")
        await owner.ask("say", masa=masa, text="hello")
        await owner.ask("players_chat", masa=masa, value=False)
        await looker.ask("say", masa=masa, text="hello")
        for client in (owner, player, looker):
            await client.close()

    run(main())


def test_a_kicked_player_leaves_with_the_chips_and_may_not_return(room: Opened) -> None:
    async def main() -> None:
        host, guest = room.guest(), room.guest()
        made = room.table(host, private=True)
        masa = made["id"]
        (owner,) = await seat(room, masa, host)
        client = await room.connect(guest)
        await client.ask("sit", masa=masa, stack=200, key=made["key"])
        with pytest.raises(RequestRefused, match="NOT_ALLOWED"):
            await client.ask("kick", masa=masa, name=host.name)
        await owner.ask("kick", masa=masa, name=guest.name)
        assert (await client.next("left_table"))["stack"] <= 200
        await client.next("closed")
        with pytest.raises(RequestRefused, match="NOT_FOUND"):
            await client.ask("say", masa=masa, text="why?")
        again = await room.connect(guest)
        with pytest.raises(RequestRefused, match="NOT_FOUND"):
            await again.watch(masa, made["key"])
        for one in (owner, client, again):
            await one.close()

    run(main())


def test_the_host_can_pause_and_change_the_blinds(tmp_path: Path) -> None:
    clock = VirtualClock()

    async def main(room: Opened) -> None:
        people = [room.guest(), room.guest()]
        masa = room.table(people[0])["id"]
        clients = await seat(room, masa, *people)
        running = room.lobby.tables[masa]
        room.run(clock.advance(1))
        assert running.state.masa.is_game
        with pytest.raises(RequestRefused, match="NOT_ALLOWED"):
            await clients[1].ask("pause", masa=masa, value=True)
        await clients[0].ask("pause", masa=masa, value=True)
        await play_hands(clients, 1)
        room.run(clock.advance(60))  # enough time for many hands
        assert running.state.masa.no_game
        assert running.state.masa.hands == 1
        for small, big in ((5, 4), (10, 1000)):
            with pytest.raises(RequestRefused, match="BAD_BLINDS"):
                await clients[0].ask("set_blinds", masa=masa, small=small, big=big)
        await clients[0].ask("set_blinds", masa=masa, small=2, big=4, ante=1)
        await clients[0].ask("pause", masa=masa, value=False)
        room.run(clock.advance(1))
        message: list[Any] = []
        while not any(e["event"] == "posted" and e["live"] == 4 for e in message):
            message += (await clients[0].next("events"))["events"]
        assert any(e["event"] == "blinds_changed" for e in message)
        for client in clients:
            await client.close()

    with open_room(tmp_path, clock) as room:
        run(main(room))


def test_the_session_sheet_sums_to_zero(room: Opened) -> None:
    async def main() -> None:
        people = [room.guest() for _ in range(3)]
        masa = room.table(people[0])["id"]
        clients = await seat(room, masa, *people[:2])
        await play_hands(clients, 3)
        await clients[1].ask("leave", masa=masa)
        for client in clients:
            await client.close()
        await until(lambda: 1 not in room.lobby.tables[masa].state.seated)
        with room.http(people[2]) as stranger:
            assert stranger.get(f"/api/tables/{masa}/sheet").status_code == 403
        with room.http(people[0]) as http:
            lines = http.get(f"/api/tables/{masa}/sheet").json()
            rows = list(csv.DictReader(io.StringIO(http.get(f"/api/tables/{masa}/sheet.csv").text)))
        assert {line["name"] for line in lines} == {people[0].name, people[1].name}
        assert sum(line["net"] for line in lines) == 0
        gone = next(line for line in lines if line["name"] == people[1].name)
        assert (gone["buy_ins"], gone["stack"]) == (200, 0)
        assert gone["net"] == gone["cash_outs"] - 200
        assert [row["net"] for row in rows] == [str(line["net"]) for line in lines]

    run(main())


def test_a_host_can_close_an_empty_masa(room: Opened) -> None:
    host, other = room.guest(), room.guest()
    masa = room.table(host)["id"]
    with room.http(other) as http:
        assert http.delete(f"/api/tables/{masa}").status_code == 403
    with room.http(host) as http:
        assert http.delete(f"/api/tables/{masa}").status_code == 204
        assert http.get(f"/api/tables/{masa}").status_code == 404


def test_a_guest_host_who_registers_a_name_stays_host(room: Opened) -> None:
    host = room.guest()
    masa = room.table(host)["id"]
    with room.http(host) as http:
        http.post("/api/me/keep", json={"name": "Kept Host", "password": "12345678"})
        assert http.get(f"/api/tables/{masa}").json()["host"] == "Kept Host"
        assert http.get(f"/api/tables/{masa}/sheet").json() == []
        assert http.delete(f"/api/tables/{masa}").status_code == 204


def test_a_masa_that_stays_empty_is_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(maintenance, "EMPTY_MS", 0)
    with open_room(tmp_path, lease_ms=150) as room:
        masa = room.table(room.guest())["id"]
        run(until(lambda: masa not in room.lobby.tables))
