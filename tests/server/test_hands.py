"""Finished hands over the API: to those who may see them, with the cards they saw."""

import asyncio

import pytest

from pokermasa.notation import phh
from tests.server.room import events_until, open_room, play_hands, seat


@pytest.fixture(scope="module")
def room(tmp_path_factory):
    with open_room(tmp_path_factory.mktemp("room")) as room:
        yield room


def run(work):
    async def bounded():
        async with asyncio.timeout(40):
            return await work

    return asyncio.run(bounded())


def get(room, session, path):
    with room.http(session) as http:
        return http.get(path)


async def fold_out(clients):
    """One hand in which everybody folds to the last."""

    async def play(client):
        events = []
        while not any(e["event"] == "hand_ended" for e in events):
            told = await client.next()
            if told["type"] == "act":
                await client.act(told, "FO")
            elif told["type"] == "events":
                events += told["events"]
        return events

    return await asyncio.gather(*[play(client) for client in clients])


@pytest.mark.statement("S004-22")
def test_cards_are_told_only_as_far_as_they_were_seen(room):
    async def main():
        people = [room.guest() for _ in range(3)]
        stranger = room.guest()
        masa = room.table(people[0])["id"]
        clients = await seat(room, masa, *people)
        running = room.lobby.rooms[masa]
        while not running.masa.is_game:
            await asyncio.sleep(0.01)
        await clients[0].ask("pause", masa=masa, value=True)  # one hand and no other
        told = await fold_out(clients)
        own = [
            next(e["cards"] for e in events if e["event"] == "deal_pocket_cards") for events in told
        ]
        (line,) = [h for h in get(room, people[0], "/api/hands").json() if h["number"] == 1]
        path = f"/api/hands/{line['id']}"
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
        # Shown of one's own will, it is part of what everybody saw.
        shown = asyncio.create_task(events_until(clients[1], "cards_shown"))
        await clients[0].ask("show", masa=masa)
        await shown
        hand = get(room, stranger, path).json()
        assert [p["cards"] for p in hand["players"]] == [own[0], None, None]
        for client in clients:
            await client.close()

    run(main())


def test_hands_of_a_private_masa_are_its_own(room):
    async def main():
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


def test_a_hand_is_told_again_as_it_was_played(room):
    async def main():
        people = [room.guest() for _ in range(3)]
        masa = room.table(people[0])["id"]
        clients = await seat(room, masa, *people)
        told = await asyncio.gather(*[events_until(c, "hand_ended") for c in clients])
        (line,) = [h for h in get(room, people[0], "/api/hands").json() if h["number"] == 1]
        hand = get(room, people[0], f"/api/hands/{line['id']}").json()
        acted = [e for e in told[0] if e["event"] == "player_acted"]
        assert [(a["side"], a["act"], a["wager"]) for a in hand["acts"]] == [
            (e["side"], e["act"], e["wager"]) for e in acted
        ]
        ended = told[0][-1]
        assert hand["boards"] == ended["boards"]
        assert [(p["side"], p["final"]) for p in hand["players"]] == [
            (s["side"], s["stack"]) for s in ended["stacks"]
        ]
        shown = next(e for e in told[0] if e["event"] == "hands_shown")["hands"]
        everybody = get(room, None, f"/api/hands/{line['id']}").json()
        assert {p["side"]: p["cards"] for p in everybody["players"] if p["cards"]} == {
            s["side"]: s["cards"] for s in shown
        }
        for client in clients:
            await client.close()

    run(main())
