"""Finished hands over the API: to those who may see them, with the cards they saw."""

import asyncio

import pytest

from pokermasa.notation import phh
from tests.server.room import events_until, open_room, play_hands, run, seat, until


@pytest.fixture(scope="module")
def room(tmp_path_factory):
    with open_room(tmp_path_factory.mktemp("room")) as room:
        yield room


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
        await until(lambda: running.masa.is_game)
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


def test_a_hand_run_twice_is_kept_with_both_boards(room):
    """PHH has one board; the other one is in a field of ours, which no reader minds."""

    async def main():
        people = [room.guest() for _ in range(2)]
        masa = room.table(people[0], run_twice=True)["id"]
        clients = await seat(room, masa, *people, stack=40)

        async def play(client):
            told = []
            while not any(e["event"] == "hand_ended" and len(e["boards"]) == 2 for e in told):
                message = await client.next()
                if message["type"] == "events":
                    told += message["events"]
                elif message["type"] == "act" and message["run_twice"]:
                    await client.ask("run_twice", masa=masa, agrees=True)
                elif message["type"] == "act":
                    await client.act(message, next(a for a in ("AA", "CA") if a in message["acts"]))
            return told

        told, _ = await asyncio.gather(*[play(client) for client in clients])
        offered = next(e for e in told if e["event"] == "twice_offered")
        assert sorted(s["side"] for s in offered["stacks"]) == [0, 1]
        first, second = next(e for e in told if e["event"] == "hand_ended")["boards"]
        (line, *_) = get(room, people[0], "/api/hands").json()
        hand = get(room, people[0], f"/api/hands/{line['id']}").json()
        assert hand["boards"] == [first, second]
        assert sum(pot["amount"] for board in hand["pots"] for pot in board) == line["pot"] == 80
        text = get(room, people[0], f"/api/hands/{line['id']}/phh").text
        assert f"_board_2 = '{''.join(second)}'" in text.replace('"', "'")
        history = phh.read(text)
        assert [str(card) for card in history.board] == first

    run(main())


def test_the_list_of_ones_hands_says_what_they_were(room):
    async def main():
        people = [room.guest() for _ in range(3)]
        masa = room.table(people[0], ante=1)["id"]
        clients = await seat(room, masa, *people)
        told = await asyncio.gather(*[events_until(c, "hand_ended") for c in clients])
        (line,) = [h for h in get(room, people[1], "/api/hands").json() if h["number"] == 1]
        dealt = next(e for e in told[1] if e["event"] == "deal_pocket_cards")
        assert line["cards"] == dealt["cards"]
        assert line["board"] == told[1][-1]["boards"][0]
        assert line["pot"] == 9
        later = get(room, people[1], f"/api/hands?since={line['ended'] + 10**6}")
        assert later.json() == []
        hand = get(room, people[1], f"/api/hands/{line['id']}").json()
        posted = [e for e in told[1] if e["event"] == "posted"]
        assert hand["posts"] == [
            {k: e[k] for k in ("side", "ante", "dead", "live")} for e in posted
        ]

    run(main())
