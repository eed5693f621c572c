"""Cups: sit-and-gos, and the league of document 003."""

from typing import Any, ClassVar

import pytest

from pokermasa.arena import Cup, play_cup
from pokermasa.bots.named import Entry, named
from pokermasa.cli.commands.tournament import structure_named
from pokermasa.tournament import Structure

pytestmark = pytest.mark.sampled(2)


def cup(*names: str, structure: Structure | None = None, rounds: int = 3, seed: int = 1) -> Cup:
    return Cup(
        tuple(map(named, names)),
        structure or Structure.sit_and_go(len(names), stack=200),
        rounds,
        seed,
    )


def test_a_cup_pays_all_prizes_and_fills_every_place() -> None:
    result = play_cup(cup("basic", "random", "raiser", "caller"), workers=1)
    assert result.games == 12
    assert sum(sums.mean for sums in result.sums) == pytest.approx(0)
    assert sum(places[1] for places in result.places) >= 12
    assert all(sum(places.values()) == 12 for places in result.places)


@pytest.mark.rotated
def test_the_result_does_not_depend_on_the_number_of_workers() -> None:
    found = [
        play_cup(cup("house", "random", "basic", rounds=1), workers=workers).as_json()
        for workers in (1, 2)
    ]
    assert found[0] == found[1]


def test_every_bot_sits_on_every_side_once_per_round() -> None:
    games = list(cup("basic", "random", "caller", rounds=1).games)
    seats = []
    for game in games:
        begun = game._begun()
        seats.append([begun.name_at(0, side) for side in range(3)])
    assert sorted(seats[0]) == ["basic", "caller", "random"]
    for side in range(3):
        assert len({row[side] for row in seats}) == 3


class Rich:
    """A bot that records the prizes it hears of."""

    received: ClassVar[list[Any]] = []

    def meet(self, info: Any) -> None:
        self.received.append((len(info.names), info.prizes))

    def learn(self, view: Any) -> None:
        assert view.settled

    def choose(self, view: Any) -> Any:
        return view.acts[1]


def test_bots_learn_the_prizes_of_the_open_places() -> None:
    Rich.received.clear()
    entries = (Entry("rich", lambda seed: Rich()), *map(named, ("folder", "folder")))
    structure = Structure.sit_and_go(3, stack=100)
    result = play_cup(Cup(entries, structure, 1), workers=1)
    assert not any(result.faults.counts)
    prizes = structure.payouts.prizes(300, 3)
    assert set(Rich.received) == {(3, prizes), (2, prizes[:2])}


@pytest.mark.statement("S003-26")
def test_a_cup_gives_the_league_points_of_document_003() -> None:
    """The first of five players gets 3 points, the second 1, and the last -1."""
    league = cup(
        *("basic", "caller", "raiser", "random", "folder"),
        structure=structure_named("botpoker"),
        rounds=1,
    )
    result = play_cup(league, workers=1)
    assert sum(result.points) == 5 * (3 + 1 + 0 + 0 - 1)
    standings = {row.name: row.points for row in result.league.standings}
    assert [standings[name] for name in league.names] == result.points
