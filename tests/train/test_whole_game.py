"""Whole games with few cards, from the blinds to the showdown: the trainer's code compared with
OpenSpiel."""

from pathlib import Path

import numpy as np
import pyspiel
import pytest

from pokermasa.equity.board_strengths import combo_of
from tests.train.small_game import OneCard, Small, Spiel, drawn, one_card_each, reduced_deck
from train.abstraction import Cards
from train.sweep import as_bytes, whole_bytes


@pytest.mark.rotated
def test_the_best_response_of_a_three_card_game_equals_that_of_openspiel(
    cards: Cards, built: Path
) -> None:
    """Each player holds one of three cards, and one is the flop. The strategy is random."""
    trainer = Small(cards, built / "cards.npz", one_card_each(3, 1))
    before, after = drawn(trainer, 5)
    won = trainer.won_from(before, after)
    spiel = OneCard(3, 1, trainer)
    assert min(won) > 100
    want = pyspiel.exploitability(spiel.game, spiel.policy(before, after))
    assert sum(won) / 2 == pytest.approx(500 * want, rel=1e-6)


@pytest.mark.soak
@pytest.mark.parametrize(("ranks", "suits", "cards_each_board"), [(3, 3, 6), (5, 2, 10)])
def test_the_best_response_with_a_reduced_deck_equals_that_of_openspiel(
    cards: Cards, built: Path, ranks: int, suits: int, cards_each_board: int
) -> None:
    """All hands, flops, turns, rivers and betting lines of nine and of ten cards: what a best
    response wins against random strategies with random buckets."""
    game = reduced_deck(ranks, suits)
    assert game.deck.live == cards_each_board
    trainer = Small(cards, built / "cards.npz", game, sizes=(16, 16, 16))
    strategy = drawn(trainer, ranks)
    spiel = Spiel(ranks, suits, trainer, *strategy)
    random = np.random.default_rng(suits)
    for _ in range(300):  # `Spiel` takes the chips of a line and the winner of a showdown apart
        deck = random.permutation(
            [4 * rank + suit for rank in range(ranks) for suit in range(suits)]
        )
        hands = combo_of(*deck[:2].tolist()), combo_of(*deck[2:4].tolist())
        found, want = spiel.played_out(hands, deck[4:9], random)
        assert found == want
    won = trainer.won_from(*strategy)
    assert won == pytest.approx([spiel.won_from(z) for z in (0, 1)], rel=1e-6)


@pytest.mark.soak
def test_trainer_and_openspiel_find_the_same_game_value(cards: Cards, built: Path) -> None:
    """The trainer's CFR and OpenSpiel's CFR+ run until less than 15 mbb per hand can be won, and
    both evaluate both strategies."""
    trainer = Small(cards, built / "cards.npz", one_card_each(3, 1))
    spiel = OneCard(3, 1, trainer)
    for _ in range(400):
        trainer.learn(1)
    before, after = trainer.average()
    packed = [[as_bytes(np, whole_bytes(np, part)) for part in player] for player in after]
    solver = pyspiel.CFRPlusSolver(spiel.game)
    for _ in range(250):
        solver.evaluate_and_update_policy()
    worth = []
    for strategy in ((before, packed), spiel.strategy(solver.average_policy())):
        won = trainer.won_from(*strategy)
        want = pyspiel.exploitability(spiel.game, spiel.policy(*strategy))
        assert sum(won) / 2 == pytest.approx(500 * want, abs=1e-3)
        assert sum(won) / 2 < 15
        worth.append((-won[0], won[1]))  # of the game to the button: at least, at most
    (low, high), (least, most) = worth
    assert low < most
    assert least < high
