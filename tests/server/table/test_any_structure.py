"""Tests of opening a tournament with values of every type and size: it is refused with a code
and a message, or can be played to its end."""

import asyncio
from pathlib import Path
from random import Random
from typing import Any

import pytest

from pokermasa.cards import Deck
from pokermasa.rules import AllIn, Call, Check, Fold
from pokermasa.server.lobby.tournaments import playable
from pokermasa.server.refusal import Refused
from pokermasa.tournament import Structure, StructureError, Tournament, save
from pokermasa.tournament.simulation import played
from tests.server.field import toml
from tests.server.wired import opened

ODD: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 1, 2, 1.5, 10**9, 10**15, 2**53, 10**400, 1e308, -0.0),
    *("", "0", "x" * 61, "\0", "\u202e", "turbo", "💥", [], {}, [[]], [2, 4], [4, 2], [True, 4]),
    *([2, 10**30], [2, 2.5], ["2", "4"], {"levels": 1}, [None, None], [2, 3, 4]),
)
TOURNAMENT = (
    *("name", "structure", "kind", "starts", "every", "private", "bots", "act_time"),
    *("entrants", "buy_in", "unknown"),
)
LEAGUE = ("name", "players", "games", "structure", "act_time", "private", "unknown")


@pytest.mark.rotated
@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("path", "fields"), [("/api/tournaments", TOURNAMENT), ("/api/leagues", LEAGUE)]
)
def test_a_field_of_any_type_is_accepted_or_refused_with_a_message(
    tmp_path: Path, path: str, fields: tuple[str, ...]
) -> None:
    async def main() -> None:
        async with (
            opened(tmp_path, most_tables=10**6) as hall,
            hall.client(await hall.guest()) as client,
        ):
            for field in fields:
                for value in ODD:
                    answer = await client.post(path, json={"name": "Test", field: value})
                    data = answer.json()
                    if answer.status_code == 201:
                        assert data["id"], (field, value)
                        continue
                    assert answer.status_code == 422, (field, value, answer.text)
                    assert data["code"] in ("UNREADABLE", "BAD_STRUCTURE"), (field, value)
                    assert len(data["message"]) > 10, (field, value)
            # Every opened tournament can be read, whatever its name.
            for row in (await client.get("/api/tournaments")).json():
                found = await client.get(f"/api/tournaments/{row['id']}")
                assert found.status_code == 200, found.text

    asyncio.run(main())


GUESSED = (
    *({"buy_in": True}, {"buy_in": "5"}, {"entrants": ["2", "4"]}, {"entrants": [True, 4]}),
    *({"private": "yes"}, {"private": 1}, {"act_time": 1000.0}, {"every": 3_600_000}),
)


def test_ambiguous_values_are_refused_and_not_guessed(tmp_path: Path) -> None:
    """For example, true is not a buy-in of one chip, and without a first date there is no
    second."""

    async def main() -> None:
        async with opened(tmp_path) as hall, hall.client(await hall.guest()) as client:
            for wrong in GUESSED:
                answer = await client.post("/api/tournaments", json={"name": "Test", **wrong})
                data = answer.json()
                assert (answer.status_code, data["code"]) == (422, "UNREADABLE"), answer.text
                assert next(iter(wrong)) in data["message"]
            assert (await client.get("/api/tournaments")).json() == []

    asyncio.run(main())


SIZES = (0, 1, 2, 3, 7, 100, 1000, 10**6, 10**9, 10**12, 10**15, 10**16)
SCALES = (
    *("[[1, 2]]", "[[0, 1]]", "[[5, 10], [10, 20, 2]]", f"[[1, 2, {10**15}]]", "[[1, 2, 50]]"),
    *(f"[[{10**15}, {10**15}]]", f"[[1, {10**14}]]", "[[50, 100], [1, 2]]", "[[1, 2], [0, 1, 9]]"),
)
RULES = ("tda", "masa", "classic", "botpoker", "limit", "tda,busts=hand")


def any_structure(rng: Random) -> str:
    wishes: dict[str, Any] = {
        name: rng.choice(SIZES)
        for name in ("buy_in", "bounty", "late", "re_entries", "rebuys", "add_on")
        if rng.random() < 0.3
    }
    text = toml(
        **{
            **{"rules": rng.choice(RULES), "seats": rng.choice((2, 3, 10)), "buy_in": 0},
            **{"stack": rng.choice(SIZES[1:10]), "least": 2, "most": rng.choice((2, 5, 10_000))},
            **{"rises": rng.choice(("hands", "steps", "orbits")), "every": rng.choice((1, 2))},
            **wishes,
        }
    )
    return text.replace("[[5, 10], [10, 20], [20, 40]]", rng.choice(SCALES))


def plays_to_its_end(text: str, rng: Random) -> bool:
    """Plays the structure to its end with absent or all-in players. Return False if it is
    refused."""
    try:
        structure = playable(Structure.read(text))
    except (Refused, StructureError):
        return False
    tournament = Tournament.open(structure)
    for name in ("Ada", "Blaise", "Cem", "Dora")[: max(2, min(4, structure.most))]:
        tournament = tournament.register(name).tournament
    draw = list(range(tournament.entries))
    tournament = tournament.start(draw).tournament
    bold = rng.choice((0.0, 0.2))

    def choose(player: int, masa: Any) -> Any:
        legal = masa.game.situation.legal
        if legal.may_check:
            return Check()
        if rng.random() < bold:
            return Call() if legal.may_call else AllIn()
        return Fold()

    for steps, change in enumerate(played(tournament, lambda: Deck.shuffled(rng), choose)):
        tournament = change.tournament
        assert steps < 100_000
    assert tournament.is_ended
    assert tournament.balances
    assert save.read(save.write(tournament)) == tournament
    assert sum(result.prize for result in tournament.results) == tournament.pool
    return True


def test_a_structure_with_any_numbers_is_refused_or_playable_to_its_end() -> None:
    ended = [plays_to_its_end(any_structure(Random(n)), Random(n)) for n in range(30)]
    assert sum(ended) > 5
    assert not all(ended)


@pytest.mark.soak
def test_many_random_structures_are_refused_or_playable_to_their_end() -> None:
    for n in range(30, 5000):
        try:
            plays_to_its_end(any_structure(Random(n)), Random(n))
        except Exception as fault:
            raise AssertionError(f"seed {n}:\n{any_structure(Random(n))}") from fault
