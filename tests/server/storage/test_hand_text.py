"""Tests of a tournament's hands as a file: all of them, in order, as the reader may see them."""

import asyncio
import io
from pathlib import Path
from random import Random
from typing import Any

import pytest

from pokermasa.cards import CARDS, read_cards
from pokermasa.histories import ohh, phh, pokerstars
from pokermasa.histories.replay import result
from pokermasa.histories.tournament_hand import TournamentHand
from pokermasa.server.director.orders import orders
from pokermasa.server.storage.archive import hand_archive
from tests.server.field import Field, toml
from tests.server.virtual_clock import VirtualClock
from tests.server.wired import Decks, Hall, dealt_from, opened

READERS = {"phh": phh, "pokerstars": pokerstars, "ohh": ohh}


def read(format: str, text: str) -> list[Any]:
    found = list(READERS[format].read_all(io.StringIO(text)))
    assert [error for _, _, error in found if error] == []
    return [history for _, history, _ in found]


def known(history: Any) -> set[Any]:
    return {
        name
        for name, hand in zip(history.names, history.hands, strict=True)
        if hand is not None and None not in hand
    }


@pytest.mark.sampled(4)
@pytest.mark.parametrize("seed", range(1, 5))
def test_the_file_of_a_tournament_has_all_hands_with_the_cards_its_reader_saw(
    seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hand_archive, "PAGE", 3)
    monkeypatch.setattr(orders, "_RANDOM", Random(seed))
    dealt_from(Decks(seed), monkeypatch)

    async def main() -> None:
        async with opened(tmp_path) as hall:
            field = await Field.entered(hall, 4, seats=2, bounty=20)
            async with hall.client(field.secrets[1]) as client:
                shy = (await client.get("/api/me")).json()["name"]
                await client.put("/api/me/privacy", json={"private": True})
            await field.play(Random(2))
            winner = (await field.get("/results"))[0]
            for format in READERS:
                await verify(hall, field, format, winner, shy)
            async with hall.client() as client:
                unknown = await client.get(f"/api/tournaments/{field.id}/hands/acpc")
                assert unknown.status_code == 422

    asyncio.run(main())


async def verify(hall: Hall, field: Field, format: str, winner: Any, shy: Any) -> None:
    path = f"/api/tournaments/{field.id}/hands"
    async with hall.client(field.secrets[winner["player"]]) as client:
        answer = await client.get(f"{path}/{format}")
        oldest = (await client.get(path)).json()[-1]
        one = (await client.get(f"/api/hands/{oldest['id']}/{format}")).text
    async with hall.client() as client:
        strangers = (await client.get(f"{path}/{format}")).text
    suffix = {"phh": "phhs", "pokerstars": "txt", "ohh": "ohh"}[format]
    assert f'filename="{field.id}.{suffix}"' in answer.headers["content-disposition"]
    hands = read(format, answer.text)
    assert len(hands) == field.now.hands > 3 == hand_archive.PAGE
    assert result(READERS[format].read(one)) == result(hands[0])
    received = [TournamentHand.from_fields(hand.fields) for hand in hands]
    assert {(t.number, t.buy_in, t.bounty) for t in received} == {(received[0].number, 80, 20)}
    if format != "ohh":  # OHH has no field for places.
        assert sorted([f.place for t in received for f in t.finishes]) == [1, 2, 3, 4]
    name = winner["name"]
    played = [hand for hand in hands if name in hand.names]
    assert played
    assert all(name in known(hand) for hand in played)
    # A stranger sees only shown cards, and no player who chose privacy.
    seen = read(format, strangers)
    assert [result(hand).net for hand in seen] == [result(hand).net for hand in hands]
    assert all(known(hand) <= known(own) for hand, own in zip(seen, hands, strict=True))
    assert any(known(hand) < known(own) for hand, own in zip(seen, hands, strict=True))
    assert shy not in strangers
    assert "(private" in strangers


def test_the_file_of_a_private_tournament_needs_its_key(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall:
            field = await Field.opened(hall, 2, terms={"private": True})
            key = field.director.state.key
            for line in field.lines:
                await line.ask(do="register", tournament=field.id, key=key)
            await field.play(Random(2))
            path = f"/api/tournaments/{field.id}/hands/phh"
            async with hall.client() as client:
                assert (await client.get(path)).status_code == 404
                assert (await client.get(f"{path}?key=wrong")).status_code == 404
                answer = await client.get(f"{path}?key={key}")
                assert len(read("phh", answer.text)) == field.now.hands
            await hall.lobby.tournaments.let_go(field.director)
            async with hall.client() as client:
                assert (await client.get(path)).status_code == 404
                assert (await client.get(f"{path}?key={key}")).text == answer.text

    asyncio.run(main())


def test_reasons_of_house_bots_are_stored_with_tournament_hands(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall:
            field = await Field.entered(hall, 2)
            (table,) = field.director.tables.open.values()
            await table.deal()
            number = table.state.masa.hands
            table.state.note_reason(number, 0, "because")
            while table.state.masa.hands == number and table.state.masa.to_act is not None:
                await field.act(table, Random(2))
            (line,) = await field.get("/hands")
            stored = await hall.app.state.hands.find(line["id"], None, "")
            assert stored.reasons.house == {0: "because"}
            assert stored.tournament is not None

    asyncio.run(main())


@pytest.mark.parametrize("rules", ["tda", "limit"])
def test_no_hand_of_a_tournament_is_left_out_however_short_the_blinds_are(
    rules: str, tmp_path: Path
) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall:
            field = await Field.entered(hall, 4, stack=25, rules=rules, bounty=20)
            await field.play(Random(2))
            async with hall.client() as client:
                for format in READERS:
                    path = f"/api/tournaments/{field.id}/hands/{format}"
                    result = read(format, (await client.get(path)).text)
                    assert len(result) == field.now.hands

    asyncio.run(main())


PAID = "\n[payouts]\ntables = [[9, [50, 30, 20]]]\n"
"""Three of four places are paid, so all hands are played hand for hand."""


async def finishes(field: Field) -> list[Any]:
    """Return the places and prizes of each hand, as a tracker reads them."""
    async with field.hall.client(field.host) as client:
        text = (await client.get(f"/api/tournaments/{field.id}/hands/pokerstars")).text
    received = [
        TournamentHand.from_fields(hand.fields).finishes for hand in read("pokerstars", text)
    ]
    return [[(finish.place, finish.prize) for finish in finishes] for finishes in received]


def test_hand_for_hand_an_elimination_hand_has_the_place_once_it_is_known(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    decks = Decks(1)
    dealt_from(decks, monkeypatch)
    aces = read_cards("As 7h Ad 2c Ac Ah 9s 8s 3d")
    decks.ready.append((*aces, *(card for card in CARDS if card not in aces)))

    async def main() -> None:
        async with opened(tmp_path, VirtualClock()) as hall:
            structure = toml(seats=2, least=4, most=4) + PAID
            field = await Field.entered(hall, 4, terms={"structure": structure})
            one, two = field.director.tables.open.values()
            await one.deal()
            await two.deal()
            for _ in range(2):
                act = {"do": "act", "masa": one.id, "act": "AA", "turn": one.act_clock.token}
                assert (await field.line_of(one, one.state.masa.to_act).ask(**act))[
                    "type"
                ] == "done"
            # A player of the other table could still be eliminated in the same hand.
            assert await finishes(field) == [[]]
            await field.fold(two)
            assert await finishes(field) == [[(4, 0)], []]
            results = await field.get("/results")
            assert [(row["place"], row["prize"]) for row in results if row["hand"]] == [(4, 0)]

    asyncio.run(main())


def test_after_a_deal_the_last_hand_has_all_places_and_shares(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path, VirtualClock()) as hall:
            field = await Field.entered(hall, 3)
            (table,) = field.director.tables.open.values()
            await table.deal()
            await field.fold(table)
            await field.lines[0].ask(do="propose_deal", tournament=field.id)
            for line in field.lines[1:]:
                await line.ask(do="answer_deal", tournament=field.id, agrees=True)
            (result,) = await finishes(field)
            results = await field.get("/results")
            assert sorted(result) == sorted((row["place"], row["prize"]) for row in results)
            assert sum(prize for _, prize in result) == 300

    asyncio.run(main())
