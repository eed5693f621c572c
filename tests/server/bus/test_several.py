"""Tests of a room of several processes: clients can use any process, and messages between
processes contain only data that their clients may see."""

import asyncio
import contextlib
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from nats.aio.client import Client as Nats

from pokermasa.client.client import RequestRefused
from pokermasa.server.accounts import login_delay
from pokermasa.server.bus.nats_server import NatsServer
from pokermasa.server.lobby import seating
from pokermasa.server.study import judging_jobs
from tests.server.crash import faults_in_the_books
from tests.server.director.test_tournament import opened, play, structure
from tests.server.room import CheckedClient, Opened, Session, events_until, play_hands, run, until
from tests.server.several import nats, several, wait_for

pytestmark = pytest.mark.sampled(2)

CARD = re.compile(r'\\"([2-9TJQKA][shdc])\\"')
PREFIX = "test"


@pytest.fixture(scope="module")
def bus() -> Iterator[NatsServer]:
    with nats() as server:
        yield server


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("several")


@pytest.fixture(scope="module")
def rooms(data: Path, bus: NatsServer) -> Iterator[list[Opened]]:
    # The lease is so long that no table moves by itself, and nobody is folded on a busy machine.
    changes = {"bus_prefix": PREFIX, "lease_ms": 600_000, "act_time_ms": 600_000}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(seating, "SEATS_AN_ACCOUNT", 2)
        with several(data, *[bus.url] * 3, **changes) as three:
            yield three


class Overheard:
    """Collects everything that goes over the bus, by receiving process."""

    def __init__(self) -> None:
        self.by_process: dict[str, list[str]] = {}

    async def listen(self, url: str) -> Nats:
        async def hear(message: Any) -> None:
            to = message.subject.rpartition(".")[2]
            self.by_process.setdefault(to, []).append(message.data.decode())

        client = Nats()
        await client.connect(url)
        await client.subscribe(f"{PREFIX}.to.>", cb=hear)
        await client.flush()
        return client

    def to(self, room: Opened) -> str:
        return "".join(self.by_process.get(room.lobby.owner, ()))


async def seated(masa: Any, *clients: CheckedClient, stack: int = 100) -> None:
    for side, client in enumerate(clients):
        await client.watch(masa)
        await client.ask("sit", masa=masa, side=side, stack=stack)


async def fold_out(client: CheckedClient) -> None:
    """Folds every hand at once."""
    while True:
        asked = await client.next("act")
        with contextlib.suppress(RequestRefused):
            await client.act(asked, "FO")


def note_cards(client: CheckedClient) -> list[Any]:
    """Notes the player's own cards as they arrive."""
    cards, hear = [], client._hear

    def note(result: Any) -> None:
        for event in result.get("events", ()):
            if event["event"] == "deal_pocket_cards":
                cards.extend(event["cards"])
        hear(result)

    client._hear = note
    return cards


def test_a_process_is_sent_no_card_that_its_own_clients_may_not_see(
    rooms: list[Opened], bus: NatsServer
) -> None:
    """Two players fold hand after hand, one of them connected to a second process, while a
    spectator watches from a third. The third process receives no card, the second only its own
    client's cards."""
    own, players, onlookers = rooms
    ada, bob = own.guest(), players.guest()
    masa = own.table(ada, sides=2)["id"]

    async def main() -> tuple[Overheard, Any, Any]:
        received = Overheard()
        listening = await received.listen(bus.url)
        here, there = await own.connect(ada), await players.connect(bob)
        ours, theirs = note_cards(here), note_cards(there)
        looking = await onlookers.connect()
        await looking.watch(masa)
        await seated(masa, here, there)
        playing = [asyncio.create_task(fold_out(client)) for client in (here, there)]
        for _ in range(4):
            await events_until(looking, "hand_ended")
        await listening.flush()
        await listening.close()
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
        for client in (here, there):
            await client.watch(masa)  # The reply comes after all earlier messages.
        return received, ours, theirs

    received, ours, theirs = run(main())
    assert len(ours) >= 8
    assert len(theirs) >= 8
    assert "hand_ended" in received.to(onlookers)
    assert CARD.findall(received.to(onlookers)) == []
    result = set(CARD.findall(received.to(players)))
    assert result
    assert result <= {*theirs}
    for room in (players, onlookers):
        assert ada.secret not in received.to(room)
        assert bob.secret not in received.to(room)


def test_hands_are_played_and_the_books_are_right(rooms: list[Opened], data: Path) -> None:
    own, other, _ = rooms
    ada, bob = own.guest(), other.guest()
    masa = own.table(ada, sides=2)["id"]

    async def main() -> None:
        here, there = await own.connect(ada), await other.connect(bob)
        await seated(masa, here, there)
        await play_hands([here, there], 3)
        # A stale or unreadable act is refused as it is at the owner's process.
        for act, code in (("CH", "STALE_TURN"), ("XX", "UNREADABLE")):
            with pytest.raises(RequestRefused) as refused:
                await there.ask("act", masa=masa, turn="no such turn", act=act)
            assert refused.value.code == code
        with pytest.raises(RequestRefused) as refused:
            await there.ask("sit", masa=masa, stack=100)
        assert refused.value.code == "ALREADY_SEATED"

    run(main())
    assert faults_in_the_books(data / "room.db", masa) == []


def test_a_judging_job_is_shown_and_cancelled_at_any_process(
    rooms: list[Opened], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def never_ends(*_: Any) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(judging_jobs.JudgingJobs, "_judge", never_ends)
    own, other, third = rooms
    ada, bob = own.guest(), own.guest()
    masa = own.table(ada, sides=2)["id"]

    async def main() -> None:
        here, there = await own.connect(ada), await own.connect(bob)
        await seated(masa, here, there)
        await play_hands([here, there], 1)
        for client in (here, there):
            await client.ask("leave", masa=masa)

    run(main())
    job = "/api/hands/judging"
    with own.http(ada) as here, other.http(ada) as there, third.http(ada) as elsewhere:
        begun = here.post(job, json={"count": 1})
        assert begun.json()["hands"] == 1, begun.text
        assert there.get(job).json() == begun.json()
        assert there.post(job, json={"count": 1}).json()["code"] == "QUEUE_FULL"
        assert elsewhere.delete(job).status_code == 204
        wait_for(lambda: here.get(job).json() is None)
        assert there.get(job).json() is None


def test_a_repeated_buy_in_request_takes_chips_once_at_any_process(
    rooms: list[Opened],
) -> None:
    own, other, third = rooms
    ada = own.guest()
    masa = own.table(ada, sides=2)["id"]

    async def main() -> None:
        fields = {"masa": masa, "side": 0, "stack": 100, "id": "the same"}
        for room in (other, third, own):
            client = await room.connect(ada)
            try:
                await client.ask("sit", **fields)
            except RequestRefused as refused:
                assert refused.code == "ALREADY_SEATED"  # noqa: PT017

    run(main())
    with own.http(ada) as client:
        assert client.get("/api/me").json()["chips"] == own.settings.signup_grant - 100


def test_the_lobby_lists_the_tables_of_all_processes(rooms: list[Opened]) -> None:
    own, other, _ = rooms
    host = own.guest()

    async def main() -> None:
        looking = await other.connect()
        await looking.ask("watch_lobby")
        masa = own.table(host, name="Far away")["id"]
        while masa not in [row["id"] for row in (await looking.next("lobby"))["tables"]]:
            pass
        secret = own.table(host, name="By link", private=True)
        with other.http() as client:
            names = [row["name"] for row in client.get("/api/tables").json()]
            assert "Far away" in names
            assert "By link" not in names
            assert client.get(f"/api/tables/{secret['id']}").status_code == 404
            found = client.get(f"/api/tables/{secret['id']}", params={"key": secret["key"]})
            assert found.json()["name"] == "By link"
        with other.http(host) as client:
            assert {p["name"] for p in client.get("/api/me").json()["hosted"]} >= {
                "Far away",
                "By link",
            }
            assert client.delete(f"/api/tables/{masa}").status_code == 204
        while masa not in (await looking.next("lobby"))["closed"]:
            pass

    run(main())


def test_a_request_about_a_table_of_another_process_gets_the_same_answer(
    rooms: list[Opened],
) -> None:
    own, other, _ = rooms
    host, stranger = own.person("Hosting"), other.guest()
    masa = own.table(host, sides=2)["id"]
    paths = ["", "/chat", "/sheet", "/sheet.csv", "/nothing"]
    for who in (host, stranger, None):
        with own.http(who) as here, other.http(who) as there:
            for path in paths:
                one, two = (client.get(f"/api/tables/{masa}{path}") for client in (here, there))
                assert (two.status_code, two.text) == (one.status_code, one.text)
                assert two.headers.get("content-type") == one.headers.get("content-type")
                assert two.headers["content-security-policy"]
            assert there.get("/api/tables/0123abcd").status_code == 404
    with other.http(stranger) as there:
        assert there.delete(f"/api/tables/{masa}").status_code == 403


def test_an_ended_session_loses_its_sockets_at_all_processes(rooms: list[Opened]) -> None:
    own, _, third = rooms
    ada = own.guest()

    async def main() -> None:
        clients = [await room.connect(ada) for room in rooms]
        with third.http(ada) as http:
            assert http.post("/api/logout").status_code == 204
        for client in clients:
            with pytest.raises(ConnectionError):
                await client.next("nothing of this kind")

    run(main())


def test_chat_and_mutes_reach_spectators_at_all_processes(rooms: list[Opened]) -> None:
    own, other, third = rooms
    ada, bob = own.person("Talker"), other.person("Listener")
    masa = own.table(ada, sides=2)["id"]

    async def main() -> None:
        talking, listening = await third.connect(ada), await other.connect(bob)
        for client in (talking, listening):
            await client.watch(masa)
        await talking.ask("say", masa=masa, text="hello")
        assert (await listening.next("chat"))["text"] == "hello"
        # The player is muted over another connection at another process.
        elsewhere = await own.connect(bob)
        await elsewhere.watch(masa)
        await elsewhere.ask("mute", masa=masa, name="Talker", value=True)
        await elsewhere.ask("say", masa=masa, text="quiet now")
        assert (await talking.next("chat"))["text"] == "hello"
        assert (await talking.next("chat"))["text"] == "quiet now"
        await talking.ask("say", masa=masa, text="not heard")
        await elsewhere.ask("say", masa=masa, text="the next")
        received = [(await listening.next("chat"))["text"] for _ in range(2)]
        assert received == ["quiet now", "the next"]

    run(main())


def test_a_guest_who_registers_a_name_has_it_at_tables_of_other_processes(
    rooms: list[Opened],
) -> None:
    own, other, _ = rooms
    ada, bob = own.guest(), other.guest()
    masa = own.table(ada, sides=2)["id"]

    async def main() -> None:
        here, there = await own.connect(ada), await other.connect(bob)
        await here.watch(masa)
        await there.ask("sit", masa=masa, side=1, stack=100)
        with other.http(bob) as client:
            body = {"name": "Bob the guest", "password": "correct horse"}
            assert client.post("/api/me/keep", json=body).status_code == 200
        while True:
            message = await here.next("events")
            names = [e.get("name") for e in message["events"] if e["event"] == "renamed"]
            if names:
                assert names == ["Bob the guest"]
                return

    run(main())


def test_an_account_deleted_at_one_process_disappears_at_the_others(rooms: list[Opened]) -> None:
    """Tables named after the account are renamed too. The process with the lease overwrites
    its stored names."""
    own, other, _ = rooms
    zeb = own.person("Zebulon")
    masa = own.table(zeb, sides=2, name="Zebulon's den")["id"]

    def shown(room: Opened, path: str = "/api/tables") -> str:
        with room.http() as client:
            return client.get(path).text

    wait_for(lambda: "Zebulon's den" in shown(other))
    with other.http(zeb) as client:
        body = {"password": "correct horse"}
        assert client.request("DELETE", "/api/me", json=body).status_code == 204
    for room in rooms:
        wait_for(lambda room=room: "Zebulon" not in shown(room))
        room.run(room.app.state.admin.erase())
    for room in rooms:
        for path in (f"/api/tables/{masa}", f"/api/tables/{masa}/chat"):
            assert "Zebulon" not in shown(room, path)
        assert "deleted player's den" in shown(room, f"/api/tables/{masa}")


def test_seats_at_all_processes_count_towards_the_limit(rooms: list[Opened]) -> None:
    """In this test an account may sit at two tables at most."""
    own, other, _ = rooms
    ada, host = own.guest(), own.guest()
    masas = [room.table(host, sides=2)["id"] for room in rooms]

    async def main() -> None:
        client = await other.connect(ada)
        for masa in masas[:2]:
            await client.ask("sit", masa=masa, side=0, stack=100)
        with pytest.raises(RequestRefused) as refused:
            await client.ask("sit", masa=masas[2], side=0, stack=100)
        assert refused.value.code == "TOO_MANY_SEATS"

    run(main())
    for room in rooms:
        with room.http(ada) as client:
            assert {place["masa"] for place in client.get("/api/me").json()["seated"]} == {
                *masas[:2]
            }


def test_sitting_down_at_all_processes_at_once_is_limited(rooms: list[Opened]) -> None:
    """In this test an account may sit at two tables at most, and at four if three processes
    decide at the same moment."""
    host = rooms[0].guest()
    masas = [room.table(host, sides=2)["id"] for room in (*rooms, rooms[0])]

    async def sit(client: Any, masa: Any) -> bool:
        try:
            await client.ask("sit", masa=masa, side=0, stack=100)
        except RequestRefused as refused:
            assert refused.code == "TOO_MANY_SEATS"  # noqa: PT017
            return False
        return True

    async def main() -> None:
        for _ in range(5):
            ada = rooms[0].guest()
            clients = [await room.connect(ada) for room in (*rooms, rooms[0])]
            done = await asyncio.gather(*map(sit, clients, masas))
            assert sum(done) <= 2
            for client, masa, is_seated in zip(clients, masas, done, strict=True):
                if is_seated:
                    await client.ask("leave", masa=masa)
                await client.close()

    run(main())


@pytest.mark.rotated
def test_malformed_messages_from_a_process_do_not_disturb_others(
    rooms: list[Opened], bus: NatsServer
) -> None:
    """Every kind of message between processes is sent with values of every type."""
    own, other, _ = rooms
    ada, bob = own.guest(), other.guest()
    masa = own.table(ada, sides=2)["id"]
    rng = Random(1)
    values = [None, True, -1, 2**70, 0.5, "", "x", masa, [], [[]], [1, 2, 3], {}, {"id": masa}]
    arguments = ["to", "text", "id", "link", "who", "of", "rows", "closed", "is_all", "accounts"]
    arguments += ["is_here", "account", "message", "sessions", "muted", "spent", "ask", "about"]
    arguments += ["method", "path", "query", "session", "is", "tried", "row"]
    kinds = sorted(own.lobby.peers._handlers)

    async def main() -> None:
        here, there = await own.connect(ada), await other.connect(bob)
        await seated(masa, here, there)
        stranger = Nats()
        await stranger.connect(bus.url)
        before = {room: set(room.lobby.tables) for room in rooms}
        for room in rooms:
            for number in range(10):
                items = [
                    {"do": kind}
                    | {word: rng.choice(values) for word in arguments if rng.random() > 0.2}
                    for kind in kinds
                ]
                said = {"from": "stranger", "stream": "s", "n": number, "items": items}
                to = f"{PREFIX}.to.{room.lobby.owner}"
                await stranger.publish(to, json.dumps(said).encode())
        await stranger.flush()
        await play_hands([here, there], 2)
        for room in rooms:
            with room.http(ada) as client:
                for path in ("/api/tables", "/api/tournaments", "/api/me", "/health"):
                    assert client.get(path).status_code == 200
            assert set(room.lobby.tables) == before[room]
        gone = json.dumps({"from": "stranger", "is_gone": True}).encode()
        await stranger.publish(f"{PREFIX}.here", gone)
        await stranger.close()
        await until(lambda: not any("stranger" in room.lobby.peers.alive for room in rooms))

    run(main())


def test_analysis_tools_are_refused_during_a_hand_at_another_process(rooms: list[Opened]) -> None:
    own, other, third = rooms
    ada, bob = own.guest(), other.guest()
    masa = own.table(ada, sides=2)["id"]

    async def main() -> None:
        here, there = await own.connect(ada), await other.connect(bob)
        await seated(masa, here, there)
        await events_until_dealt(there)
        with third.http(bob) as client:
            asked = client.post("/api/tools/equity", json={"hands": ["AhAd", "KhKd"]})
            assert asked.json()["code"] == "IN_HAND", asked.text

    run(main())


async def events_until_dealt(client: CheckedClient) -> None:
    while True:
        message = await client.next()
        if any(e["event"] == "deal_pocket_cards" for e in message.get("events", ())):
            return


def test_play_now_seats_a_player_at_a_table_of_another_process(rooms: list[Opened]) -> None:
    own, _, third = rooms
    ada, bob, cem = own.guest(), own.guest(), third.guest()
    masa = own.table(ada, sides=6, small=500, big=1000, least_buy_in=1000)["id"]

    async def main() -> None:
        clients = [await own.connect(who) for who in (ada, bob)]
        await seated(masa, *clients, stack=1000)
        await until(
            lambda: [
                row
                for row in third.lobby.table_list.rows()
                if row["id"] == masa and row["playing"] == 2
            ]
        )
        client = await third.connect(cem)
        done = await client.ask("play_now", big=1000)
        assert done["masa"] == masa
        assert (await client.next("view"))["masa"] == masa

    run(main())


def test_a_tournament_is_played_from_all_processes(rooms: list[Opened], data: Path) -> None:
    own, other, third = rooms
    host, ada, bob = own.guest(), other.guest(), third.guest()
    id = opened(own, host, structure=structure(2))["id"]
    wait_for(lambda: id in [row["id"] for row in third.lobby.tournaments.list.rows()])

    async def enter(room: Opened, who: Session) -> dict[str, Any]:
        client = await room.connect(who)
        await client.ask("register", tournament=id)
        return await play(client)

    async def main() -> tuple[Any, Any]:
        return await asyncio.gather(enter(other, ada), enter(third, bob))

    ends = run(main())
    assert sorted(end["place"] for end in ends) == [1, 2]
    for room in rooms:
        with room.http(host) as client:
            assert client.get(f"/api/tournaments/{id}/results").status_code == 200
    assert faults_in_the_books(data / "room.db") == []


async def shown_until(
    client: CheckedClient, seen: dict[str, Any], is_done: Callable[[dict[str, Any]], bool]
) -> None:
    """Applies updates of the tournament list to *seen* until *is_done* accepts it."""
    while not is_done(seen):
        message = await client.next("tournaments")
        seen |= {row["id"]: row for row in message["tournaments"]}
        for id in message["closed"]:
            seen.pop(id, None)


def test_own_private_tournaments_are_listed_at_every_process(rooms: list[Opened]) -> None:
    """Its director and its players see it at every process, and nobody else does."""
    own, other, third = rooms
    host, ada, stranger = own.guest(), other.guest(), third.guest()
    structured = {"structure": structure(3), "private": True}
    made = opened(own, host, name="Among friends", **structured)
    id = made["id"]

    def listed(room: Opened, who: Session | None) -> list[str]:
        with room.http(who) as client:
            return [row["id"] for row in client.get("/api/tournaments").json()]

    for room in rooms:
        assert id in listed(room, host)
        assert id not in listed(room, ada)
        assert id not in listed(room, None)

    async def main() -> None:
        directing, entering = await third.connect(host), await other.connect(ada)
        looking = await third.connect(stranger)
        seen: dict[str, Any] = {}
        found: dict[str, Any] = {}
        strange: dict[str, Any] = {}
        for client in (directing, entering, looking):
            await client.ask("tournaments")
        await shown_until(directing, seen, lambda rows: id in rows)
        await entering.ask("register", tournament=id, key=made["key"])
        await shown_until(entering, found, lambda rows: id in rows)
        await shown_until(directing, seen, lambda rows: rows[id]["entries"] == 1)
        assert id in listed(third, ada)
        await entering.ask("unregister", tournament=id)
        await shown_until(entering, found, lambda rows: id not in rows)
        await directing.ask("direct", tournament=id, command="cancel")
        await shown_until(directing, seen, lambda rows: id not in rows)
        # The stranger receives the public tournament that was opened last, and never the private
        # one.
        public = opened(own, host, structure=structure(3))["id"]
        await shown_until(looking, strange, lambda rows: public in rows)
        assert id not in strange

    run(main())


def test_wrong_passwords_are_counted_across_processes(rooms: list[Opened]) -> None:
    """Guessing at several processes is delayed as much as guessing at one."""
    own = rooms[0]
    name = "Guessed at"
    own.person(name)
    tries = login_delay.LOGIN_TRIES

    def login(room: Opened, password: str) -> str:
        with room.http() as client:
            answer = client.post("/api/login", json={"name": name, "password": password})
            return answer.json()["code"] if answer.status_code >= 400 else "in"

    def known(room: Opened) -> list[int]:
        return [wrong.tries for wrong in room.app.state.accounts.guesses._wrong.values()]

    for number in range(tries):
        assert login(rooms[number % 3], f"guess {number}") == "WRONG_PASSWORD"
        wait_for(lambda number=number: all(number + 1 in known(room) for room in rooms))
    assert {login(room, "correct horse") for room in rooms} == {"TOO_MANY_TRIES"}


def test_the_request_limit_is_shared_by_all_processes(rooms: list[Opened]) -> None:
    own = rooms[0]
    limits = [room.app.state.newcomers["guest"] for room in rooms]
    own.run(_take(limits[0], "192.0.2.7", 600_000))
    wait_for(lambda: all("192.0.2.7" in limit._by for limit in limits[1:]))
    # More than half of the limit was used at the first process. All other processes count that.
    wait_for(lambda: limits[1]._of("192.0.2.7")._left < 910_000)
    assert limits[2]._of("192.0.2.8")._left == 10**6


async def _take(limit: Any, who: str, number: int) -> None:
    for _ in range(number):
        assert limit.take(who)


def test_logins_and_new_accounts_of_one_address_are_limited_over_all_processes(
    tmp_path: Path, bus: NatsServer
) -> None:
    """An address that has used more than half of the limit is still accepted, without an error."""
    few = {"logins_a_minute": 40, "bus_prefix": "door"}  # 20 at once
    with several(tmp_path, bus.url, bus.url, **few) as rooms, contextlib.ExitStack() as stack:
        lines = [stack.enter_context(room.http()) for room in rooms]
        asked = [lines[number % 2].post("/api/guests").status_code for number in range(60)]
    assert set(asked) == {201, 429}, asked
    assert asked[:10] == [201] * 10
