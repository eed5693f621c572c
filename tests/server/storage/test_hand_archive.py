"""Tests of finished hands over the API: each reader gets the permitted hands, with the cards
that reader saw."""

import asyncio
import re
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from pokermasa.client.client import Client, RequestRefused
from pokermasa.histories import phh, pokerstars
from pokermasa.histories.hand_number import hashed
from pokermasa.histories.moment import Moment
from pokermasa.histories.replay import result
from tests.masa.host import stacked
from tests.server.room import (
    CheckedClient,
    Opened,
    Session,
    events_until,
    open_room,
    play_hands,
    run,
    seat,
    until,
)
from tests.server.store import reading
from tests.server.wired import Decks, dealt_from


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Opened]:
    with open_room(tmp_path_factory.mktemp("room")) as room:
        yield room


def get(room: Opened, session: Session | None, path: str) -> httpx.Response:
    with room.http(session) as http:
        return http.get(path)


async def fold_out(clients: list[Client]) -> list[Any]:
    """Play one hand in which all but the last player fold. Return the events by player."""

    async def play(client: Client) -> list[Any]:
        events: list[Any] = []
        while not any(e["event"] == "hand_ended" for e in events):
            message = await client.next()
            if message["type"] == "act":
                await client.act(message, "FO")
            elif message["type"] == "events":
                events += message["events"]
        return events

    return await asyncio.gather(*[play(client) for client in clients])


@pytest.mark.statement("S004-22")
def test_a_stored_hand_shows_a_reader_only_the_cards_they_saw(room: Opened) -> None:
    async def main() -> None:
        people = [room.guest() for _ in range(3)]
        stranger = room.guest()
        masa = room.table(people[0])["id"]
        clients = await seat(room, masa, *people)
        running = room.lobby.tables[masa]
        await until(lambda: running.state.masa.is_game)
        await clients[0].ask("pause", masa=masa, value=True)  # exactly one hand
        result = await fold_out(clients)
        own = [
            next(e["cards"] for e in events if e["event"] == "deal_pocket_cards")
            for events in result
        ]
        (line,) = [h for h in get(room, people[0], "/api/hands").json() if h["number"] == 1]
        path = f"/api/hands/{line['id']}"
        for events in result:  # All players receive the id of the stored hand.
            assert [e["id"] for e in events if e["event"] == "hand_ended"] == [line["id"]]
        for side, person in enumerate(people):
            hand = get(room, person, path).json()
            cards = [player["cards"] for player in hand["players"]]
            assert cards == [own[side] if i == side else None for i in range(3)]
            assert [player["you"] for player in hand["players"]] == [i == side for i in range(3)]
            text = get(room, person, f"{path}/phh").text
            history = phh.read(text)
            known = [hand for hand in history.hands if None not in hand]
            assert ["".join(map(str, hand)) for hand in known] == ["".join(own[side])]
        for other in (stranger, None):
            hand = get(room, other, path).json()
            assert all(player["cards"] is None for player in hand["players"])
            assert hand["boards"] == [[]]
        assert sum(player["net"] for player in hand["players"]) == 0
        # Cards that a player showed voluntarily are public.
        shown = asyncio.create_task(events_until(clients[1], "cards_shown"))
        await clients[0].ask("show", masa=masa)
        await shown
        hand = get(room, stranger, path).json()
        assert [p["cards"] for p in hand["players"]] == [own[0], None, None]
        for client in clients:
            await client.close()

    run(main())


async def one_hand_folded(
    room: Opened, people: list[Session], **terms: Any
) -> tuple[Any, list[Client], list[Any], str]:
    """Play one hand that ends by folds. Return its masa, its clients, the events that each client
    received, and the path of the stored hand.
    """
    masa = room.table(people[0], **terms)["id"]
    clients = await seat(room, masa, *people)
    running = room.lobby.tables[masa]
    await until(lambda: running.state.masa.is_game)
    await clients[0].ask("pause", masa=masa, value=True)
    result = await fold_out(clients)
    own = [
        next(e["cards"] for e in events if e["event"] == "deal_pocket_cards") for events in result
    ]
    (line,) = [h for h in get(room, people[0], "/api/hands").json() if h["masa"] == masa]
    return masa, clients, own, f"/api/hands/{line['id']}"


def test_a_single_shown_card_is_announced_but_not_stored(room: Opened) -> None:
    async def main() -> None:
        people, stranger = [room.guest() for _ in range(3)], room.guest()
        masa, clients, own, path = await one_hand_folded(room, people)
        received = asyncio.create_task(events_until(clients[1], "cards_shown"))
        await clients[0].ask("show", masa=masa, card=own[0][1])
        shown = next(e for e in await received if e["event"] == "cards_shown")
        assert shown["cards"] == [own[0][1]]
        for other in (people[1], stranger, None):
            for form in ("", "/pokerstars", "/ohh"):
                text = get(room, other, path + form).text
                assert not re.search(rf"[\"\[ ]{own[0][0]}[\"\] ]", text), form
            hands = phh.read(get(room, other, f"{path}/phh").text).hands
            assert own[0][0] not in {str(card) for hand in hands for card in hand}
            hand = get(room, other, path).json()
            assert hand["players"][0]["cards"] is None
        # The other player's card and a card that is already shown are refused. The second own card
        # completes the hand.
        for card in (own[1][0], own[0][1]):
            with pytest.raises(RequestRefused, match="NOTHING_TO_SHOW"):
                await clients[0].ask("show", masa=masa, card=card)
        with pytest.raises(RequestRefused, match="UNREADABLE"):
            await clients[0].ask("show", masa=masa, card="1x")
        await clients[0].ask("show", masa=masa, card=own[0][0])
        assert get(room, stranger, path).json()["players"][0]["cards"] == own[0]
        for client in clients:
            await client.close()

    run(main())


def test_the_rest_of_the_board_is_shown_and_stored_when_a_player_requests_it(room: Opened) -> None:
    async def main() -> None:
        people, stranger = [room.guest() for _ in range(3)], room.guest()
        masa, clients, _, path = await one_hand_folded(room, people, rabbit=True)
        looker = await room.connect(stranger)
        await looker.watch(masa)
        assert get(room, stranger, path).json()["rabbit"] is None
        with pytest.raises(RequestRefused):
            await looker.ask("rabbit", masa=masa)
        received = asyncio.create_task(events_until(looker, "rabbit_shown"))
        await clients[1].ask("rabbit", masa=masa)
        shown = next(e for e in await received if e["event"] == "rabbit_shown")
        assert len(set(shown["cards"])) == 5
        assert get(room, stranger, path).json()["rabbit"] == shown["cards"]
        assert get(room, stranger, path).json()["boards"] == [[]]
        with pytest.raises(RequestRefused, match="NOTHING_TO_SHOW"):
            await clients[2].ask("rabbit", masa=masa)
        for client in (*clients, looker):
            await client.close()

    run(main())


def test_the_rest_of_the_board_is_hidden_unless_the_host_allows_it(room: Opened) -> None:
    async def main() -> None:
        people = [room.guest() for _ in range(2)]
        masa, clients, _, path = await one_hand_folded(room, people)
        with pytest.raises(RequestRefused, match="NOT_OFFERED"):
            await clients[0].ask("rabbit", masa=masa)
        assert get(room, people[0], path).json()["rabbit"] is None
        for client in clients:
            await client.close()

    run(main())


def test_hands_of_a_private_masa_need_its_key(room: Opened) -> None:
    async def main() -> None:
        people = [room.guest() for _ in range(2)]
        stranger = room.guest()
        made = room.table(people[0], private=True)
        owner = await room.connect(people[0])
        await owner.ask("sit", masa=made["id"], stack=200)
        other = await room.connect(people[1])
        await other.ask("sit", masa=made["id"], stack=200, key=made["key"])
        await play_hands([owner, other], 1)
        (line, *_) = get(room, people[1], "/api/hands").json()
        path = f"/api/hands/{line['id']}"
        assert get(room, people[1], path).status_code == 200
        assert get(room, stranger, path).status_code == 404
        assert get(room, None, f"{path}/phh").status_code == 404
        assert get(room, stranger, f"{path}?key={made['key']}").status_code == 200
        assert get(room, None, "/api/hands").status_code == 401
        await owner.close()
        await other.close()

    run(main())


def test_a_stored_hand_has_the_acts_and_results_that_were_played(room: Opened) -> None:
    async def main() -> None:
        people = [room.guest() for _ in range(3)]
        masa = room.table(people[0])["id"]
        clients = await seat(room, masa, *people)
        message = await asyncio.gather(*[events_until(c, "hand_ended") for c in clients])
        (line,) = [h for h in get(room, people[0], "/api/hands").json() if h["number"] == 1]
        hand = get(room, people[0], f"/api/hands/{line['id']}").json()
        acted = [e for e in message[0] if e["event"] == "player_acted"]
        assert [(a["side"], a["act"], a["wager"]) for a in hand["acts"]] == [
            (e["side"], e["act"], e["wager"]) for e in acted
        ]
        ended = message[0][-1]
        assert hand["boards"] == ended["boards"]
        assert [(p["side"], p["final"]) for p in hand["players"]] == [
            (s["side"], s["stack"]) for s in ended["stacks"]
        ]
        shown = next(e for e in message[0] if e["event"] == "hands_shown")["hands"]
        everybody = get(room, None, f"/api/hands/{line['id']}").json()
        assert {p["side"]: p["cards"] for p in everybody["players"] if p["cards"]} == {
            s["side"]: s["cards"] for s in shown
        }
        for client in clients:
            await client.close()

    run(main())


@pytest.mark.statement("S002-54", "S003-38")
@pytest.mark.parametrize(
    ("terms", "is_mucked"),
    [
        ({"rules": "botpoker"}, False),
        ({"rules": "classic"}, False),
        ({"rules": "tda", "showdown": "all show"}, False),
        ({"rules": "tda"}, True),
        ({"rules": "botpoker", "showdown": "losers may muck"}, True),
    ],
)
def test_losing_hands_are_shown_only_where_the_house_rules_say_so(
    room: Opened, terms: dict[str, str], is_mucked: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody bets. The player left of the button shows first and beats the others."""
    decks = Decks(1)
    dealt_from(decks, monkeypatch)

    async def main() -> None:
        people = [room.guest() for _ in range(3)]
        masa = room.table(people[0], **terms)["id"]
        running = room.lobby.tables[masa]
        deck = stacked("As Ah", "Kd Kh", "7c 2d", board="Ac 4d 9h Js Qd", button=2)
        decks.ready.append(tuple(deck.deal(11)))
        clients = await seat(room, masa, *people)
        message = await asyncio.gather(*[events_until(c, "hand_ended") for c in clients])
        button = next(e for e in message[0] if e["event"] == "dealer_rotated")["side"]
        order = [(button + step) % 3 for step in (1, 2, 3)]
        for received in message:
            shown = next(e for e in received if e["event"] == "hands_shown")["hands"]
            assert [hand["side"] for hand in shown] == (order[:1] if is_mucked else order)
            assert shown[0]["cards"] == ["As", "Ah"]
        (line,) = [h for h in get(room, people[0], "/api/hands").json() if h["number"] == 1]
        for viewer, own in ((None, set()), *[(who, {side}) for side, who in enumerate(people)]):
            players = get(room, viewer, f"/api/hands/{line['id']}").json()["players"]
            seen = {player["side"] for player in players if player["cards"]}
            assert seen == ({order[0]} | own if is_mucked else {0, 1, 2})
        history = phh.read(get(room, None, f"/api/hands/{line['id']}/phh").text)
        assert history.rules == running.state.masa.rules
        known = [stack for stack in range(3) if None not in history.hands[stack]]
        assert len(known) == (1 if is_mucked else 3)
        for client in clients:
            await client.close()

    run(main())


def test_a_hand_run_twice_is_kept_with_both_boards(room: Opened) -> None:
    """PHH has one board. The second one is in a custom field that readers ignore."""

    async def main() -> None:
        people = [room.guest() for _ in range(2)]
        masa = room.table(people[0], run_twice=True)["id"]
        clients = await seat(room, masa, *people, stack=40)

        async def play(client: Any) -> list[Any]:
            received: list[Any] = []
            while not any(e["event"] == "hand_ended" and len(e["boards"]) == 2 for e in received):
                message = await client.next()
                if message["type"] == "events":
                    received += message["events"]
                elif message["type"] == "act" and message["run_twice"]:
                    await client.ask("run_twice", masa=masa, agrees=True)
                elif message["type"] == "act":
                    await client.act(message, next(a for a in ("AA", "CA") if a in message["acts"]))
            return received

        received: Any
        received, _ = await asyncio.gather(*[play(client) for client in clients])
        offered = next(e for e in received if e["event"] == "twice_offered")
        assert sorted(s["side"] for s in offered["stacks"]) == [0, 1]
        first, second = next(e for e in received if e["event"] == "hand_ended")["boards"]
        (line, *_) = get(room, people[0], "/api/hands").json()
        hand = get(room, people[0], f"/api/hands/{line['id']}").json()
        assert hand["boards"] == [first, second]
        assert sum(pot["amount"] for board in hand["pots"] for pot in board) == line["pot"] == 80
        text = get(room, people[0], f"/api/hands/{line['id']}/phh").text
        assert f"_board_2 = '{''.join(second)}'" in text.replace('"', "'")
        history = phh.read(text)
        assert [str(card) for card in history.board] == first
        assert [[str(card) for card in board] for board in history.more_boards] == [second]
        final = {player["side"] + 1: player["final"] for player in hand["players"]}
        assert dict(zip(history.seats, result(history).stacks, strict=True)) == final
        received = pokerstars.write(history)
        assert "Hand was run twice" in received
        assert result(pokerstars.read(received)).net == result(history).net
        assert history.fields["hand"] == hashed(line["id"])
        assert Moment.from_fields(history.fields) == Moment.at(line["ended"] // 1000)

    run(main())


def test_the_list_of_own_hands_shows_cards_board_and_pot(room: Opened) -> None:
    async def main() -> None:
        people = [room.guest() for _ in range(3)]
        masa = room.table(people[0], ante=1)["id"]
        clients = await seat(room, masa, *people)
        message = await asyncio.gather(*[events_until(c, "hand_ended") for c in clients])
        (line,) = [h for h in get(room, people[1], "/api/hands").json() if h["number"] == 1]
        dealt = next(e for e in message[1] if e["event"] == "deal_pocket_cards")
        assert line["cards"] == dealt["cards"]
        assert line["board"] == message[1][-1]["boards"][0]
        assert line["pot"] == 9
        later = get(room, people[1], f"/api/hands?since={line['ended'] + 10**6}")
        assert later.json() == []
        hand = get(room, people[1], f"/api/hands/{line['id']}").json()
        posted = [e for e in message[1] if e["event"] == "posted"]
        assert hand["posts"] == [
            {k: e[k] for k in ("side", "ante", "dead", "live")} for e in posted
        ]

    run(main())


def test_a_hand_is_found_by_its_random_id_and_never_by_its_number(room: Opened) -> None:
    async def main() -> None:
        people = [room.guest() for _ in range(2)]
        host, stranger = room.guest(), room.guest()
        made = room.table(host, private=True)
        clients = [await room.connect(person) for person in people]
        for client in clients:
            await client.ask("sit", masa=made["id"], stack=200, key=made["key"])
        await play_hands(clients, 2)
        lines = get(room, people[0], f"/api/hands?masa={made['id']}").json()[-2:]
        assert all(re.fullmatch("[0-9a-f]{20}", line["id"]) for line in lines)
        with reading(room.settings.data / "room.db") as database:
            wanted = "SELECT id FROM hand WHERE public = ?"
            (number,) = database.execute(wanted, (lines[0]["id"],)).fetchone()
        assert get(room, people[0], f"/api/hands/{lines[0]['id']}").status_code == 200
        assert get(room, host, f"/api/hands/{lines[0]['id']}").status_code == 200
        key = f"?key={made['key']}"
        nothing = get(room, stranger, f"/api/hands/{'0' * 20}")
        assert nothing.status_code == 404
        for who in (host, stranger, None):
            for path in (f"{number:020}", f"{number:020}{key}", "f" * 20, "f" * 20 + key):
                assert get(room, who, f"/api/hands/{path}").content == nothing.content, path
        # The next page starts after the last id of this one. It must be one of the reader's own
        # hands.
        older = get(room, people[1], f"/api/hands?before={lines[0]['id']}&masa={made['id']}").json()
        assert [line["id"] for line in older] == [lines[1]["id"]]
        for before in (lines[0]["id"], "f" * 20):
            assert get(room, stranger, f"/api/hands?before={before}").json() == []
        for wrong in ("x", "-1", number, "f" * 19, "F" * 20, "1" * 17, "1e3"):
            assert get(room, people[0], f"/api/hands/{wrong}").status_code == 422
            assert get(room, people[0], f"/api/hands?before={wrong}").status_code == 422

    run(main())


def test_a_private_players_name_is_hidden_from_those_who_did_not_play(room: Opened) -> None:
    async def main() -> None:
        shy, open_one, host = room.guest(), room.guest(), room.guest()
        stranger = room.guest()
        made = room.table(host, private=True)
        clients = [await room.connect(person) for person in (shy, open_one)]
        for client in clients:
            await client.ask("sit", masa=made["id"], stack=40, key=made["key"])

        async def all_in(client: CheckedClient) -> list[Any]:
            events: list[Any] = []
            while not any(e["event"] == "hand_ended" for e in events):
                message = await client.next()
                if message["type"] == "act":
                    await client.act(message, next(a for a in ("AA", "CA") if a in message["acts"]))
                elif message["type"] == "events":
                    events += message["events"]
            return events

        message, _ = await asyncio.gather(*[all_in(client) for client in clients])
        shown = next(e for e in message if e["event"] == "hands_shown")["hands"]
        cards = {hand["side"]: hand["cards"] for hand in shown}
        (line, *_) = get(room, shy, f"/api/hands?masa={made['id']}").json()
        path, key = f"/api/hands/{line['id']}", f"?key={made['key']}"
        others = ((host, ""), (stranger, key), (None, key))
        before = [get(room, *link(who, path, more)).json() for who, more in others]
        assert all(shy.name in str(hand) for hand in before)
        with room.http(shy) as http:
            assert http.put("/api/me/privacy", json={"private": "yes"}).status_code == 422
            assert http.put("/api/me/privacy", json={"private": True}).json()["private"] is True
        for who, more in others:
            answer = get(room, *link(who, path, more))
            hand = answer.json()
            hidden, plain = sorted(hand["players"], key=lambda player: not player["private"])
            assert (hidden["name"], hidden["cards"]) == (f"(private {hidden['side']})", None)
            assert (plain["name"], plain["private"]) == (open_one.name, False)
            assert plain["cards"] == cards.get(plain["side"])
            text = get(room, *link(who, f"{path}/phh", more)).text
            for written in (answer.text, text):
                assert shy.name not in written
                assert "".join(cards.get(hidden["side"], ["none"])) not in written
            assert phh.read(text).hands is not None
            assert sum(player["net"] for player in hand["players"]) == 0
        for who in (shy, open_one):
            hand = get(room, who, path).json()
            assert {player["name"] for player in hand["players"]} == {shy.name, open_one.name}
            assert not any(player["private"] for player in hand["players"])
        with room.http(shy) as http:
            assert http.put("/api/me/privacy", json={"private": False}).json()["private"] is False
        assert [get(room, *link(who, path, more)).json() for who, more in others] == before

    def link(who: Session, path: str, more: str) -> tuple[Session, Any]:
        return who, path + more

    run(main())


def test_a_deleted_account_has_no_name_in_hands_it_played(room: Opened) -> None:
    async def main() -> None:
        people = [room.person("Forgotten"), room.guest()]
        masa = room.table(people[1])["id"]
        clients = await seat(room, masa, *people)
        await play_hands(clients, 1)
        await clients[0].ask("leave", masa=masa)
        while (await clients[0].next())["type"] != "left_table":
            pass
        with room.http(people[0]) as http:
            mine = {"password": "correct horse"}
            assert http.request("DELETE", "/api/me", json=mine).status_code == 204
        line = get(room, people[1], f"/api/hands?masa={masa}").json()[-1]
        path = f"/api/hands/{line['id']}"
        for who in (people[1], None):
            for text in (get(room, who, path).text, get(room, who, f"{path}/phh").text):
                assert "Forgotten" not in text
        assert get(room, people[1], path).json()["players"][0]["name"] == "deleted player 0"

    run(main())


def test_a_new_spectator_gets_no_events_of_earlier_hands(room: Opened) -> None:
    """The sequence number comes from the client, which may never have watched the table."""

    async def main() -> None:
        people = [room.guest() for _ in range(2)]
        masa = room.table(people[0])["id"]
        clients = await seat(room, masa, *people)
        await play_hands(clients, 2)
        running = room.lobby.tables[masa]
        for who, is_told in ((people[0], True), (room.guest(), False), (None, False)):
            client = await room.connect(who)
            await client.ask("watch", masa=masa, epoch=running.state.epoch, seq=0)
            first = await client.next()
            assert first["type"] == ("events" if is_told else "view")

    run(main())
