"""Large tournaments: tables stay balanced, every place is taken, and no chip is lost."""

import os
from random import Random

import pytest

from pokermasa.cards import Deck
from pokermasa.tournament import EntrantStatus, Structure, Tournament
from pokermasa.tournament.simulation import played
from tests.tournament.hall import coin, started


def play_to_the_end(players: int, seed: int) -> Tournament:
    dice = Random(seed)
    draw = list(range(players))
    dice.shuffle(draw)
    now = started(players, Structure.named("turbo"), draw)
    assert now.sizes.spread <= 1
    for change in played(now, lambda: Deck.shuffled(dice), coin(dice), pace=60):
        now = change.tournament
        if now.round is None and not now.is_ended:  # hand for hand, when all tables have finished
            assert now.sizes.spread <= 1
            assert now.sizes.open.bit_count() == -(-now.alive // now.structure.seats)
    assert now.is_ended
    assert now.balances
    assert now.stacks == {now.winner: players * now.structure.stack}
    results = now.results
    assert len({result.player for result in results}) == players
    assert [result.place for result in results] == sorted(result.place for result in results)
    assert sum(result.prize for result in results) == now.pool
    outs = [e.status for e in now.entrants].count(EntrantStatus.OUT)
    assert outs == players - 1
    return now


@pytest.mark.rotated
def test_five_hundred_players_to_the_end() -> None:
    ended = play_to_the_end(500, seed=1)
    assert 500 < ended.hands < 5000


@pytest.mark.soak
def test_ten_thousand_players_to_the_end() -> None:
    ended = play_to_the_end(10_000, seed=int(os.environ.get("SEED") or 1))
    print(f"{ended.hands:,} hands")
