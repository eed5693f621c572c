"""The trainer of the preflop tables, on the smallest game and without a model of later play."""

from pathlib import Path

import numpy as np
import pytest

from pokermasa.equity.all_in import CLASSES
from pokermasa.ranges.tree import FOLD, JAM, RAISE, Spec, build
from train.ranges.cfr import Trainer
from train.ranges.matchup import equities, met, prior
from train.ranges.realisation import Model, shapes

PLAIN = Model(np.zeros((2, shapes().shape[1], 3, 2)), (0.0, 1.0))
"""Every hand wins its equity."""


@pytest.fixture(scope="module")
def trained() -> Trainer:
    trainer = Trainer(Spec(2, 20.0), PLAIN)
    trainer.learn(300)
    return trainer


def test_the_strategy_of_two_players_can_hardly_be_exploited(trained: Trainer) -> None:
    values, gains = trained.judged(trained.average())
    assert gains.min() > -1e-6
    assert gains.sum() < 0.01, "big blinds a hand"
    assert abs(values.sum()) < 1e-4, "chips only change hands"


def test_a_worse_strategy_can_be_exploited_more(trained: Trainer) -> None:
    nodes, strategy = build(trained.spec), trained.average().copy()
    for node in nodes[0].children.values():
        strategy[node.number] = float(node.act == FOLD)
    _, gains = trained.judged(strategy)
    assert gains[0] > 0.4, "who always folds loses the small blind"


def test_the_value_of_an_all_in_is_the_equity_against_the_callers(trained: Trainer) -> None:
    nodes, strategy = build(trained.spec), trained.average()
    jam = nodes[0].children[JAM]
    calls = strategy[jam.children["call"].number]
    chance = met()[0] @ calls
    won = (met()[0] * equities()[0] * calls).sum()
    aces = (1 - chance) * 1.5 + won * 40 - chance * 19.5
    assert trained.act_values(strategy)[jam.number][0] == pytest.approx(aces, abs=1e-3)


def test_training_continues_from_a_checkpoint_as_if_it_had_not_stopped(tmp_path: Path) -> None:
    once, twice = Trainer(Spec(2, 20.0), PLAIN), Trainer(Spec(2, 20.0), PLAIN)
    once.learn(20)
    twice.learn(10)
    twice.save(tmp_path / "state.npz")
    again = Trainer(Spec(2, 20.0), PLAIN)
    again.load(tmp_path / "state.npz")
    again.learn(10)
    assert np.array_equal(once.regret, again.regret)
    assert np.array_equal(once.sums, again.sums)
    with pytest.raises(SystemExit, match="another tree"):
        Trainer(Spec(2, 100.0), PLAIN).load(tmp_path / "state.npz")


def test_shares_of_a_pot_add_up_for_every_prediction_of_the_model() -> None:
    weights = np.random.default_rng(2).normal(0, 0.1, PLAIN.weights.shape)
    trainer = Trainer(Spec(2, 100.0), Model(weights, (0.0, 1.0)))
    trainer.learn(30)
    values, _ = trainer.judged(trainer.average())
    assert abs(values.sum()) < 0.02


def test_equities_and_deals_are_those_of_two_players() -> None:
    assert prior().sum() == pytest.approx(1)
    assert met().sum(axis=1) == pytest.approx(np.ones(CLASSES))
    mine, theirs = equities(), equities().T
    assert mine + theirs == pytest.approx(np.ones_like(mine), abs=1e-9)
    assert RAISE in build(Spec(2, 20.0))[0].children


def test_without_chips_behind_a_hand_wins_its_equity() -> None:
    random = np.random.default_rng(1).normal(size=PLAIN.weights.shape)
    assert not Model(random, (0.0, 1.0)).gap(True, 0.0, np.full(CLASSES, 0.5)).any()


def test_three_players_share_a_pot_that_is_even_between_each_two() -> None:
    model = Model(PLAIN.weights, (-np.log(2), 0.5))
    assert model.three_way(np.array([0.5]), np.array([0.5]))[0] == pytest.approx(1 / 3)
