"""Tests of the model of an opponent: its counters begin with average behaviour, and observations
gain weight with their number.
"""

import pytest

from pokermasa.bots.house.opponent import Opponent
from pokermasa.bots.house.spot import Spot

FLOP_BET = Spot(round=1, raises=1, odds=0.25, players=2)
RIVER_BET = Spot(round=3, raises=1, odds=0.25, players=2)
FLOP_BIG_BET = Spot(round=1, raises=1, odds=0.4, players=2)
OPENING = Spot(round=0, raises=0, odds=0.4, players=6)


def after(
    times: int,
    spot: Spot = FLOP_BET,
    folds: bool = False,
    raises: bool = False,
    adaptivity: float = 1.0,
) -> Opponent:
    opponent = Opponent(adaptivity)
    for _ in range(times):
        opponent.acted(spot, folds, raises, may_raise=True)
    return opponent


@pytest.mark.statement("S004-28")
def test_an_unknown_opponent_is_expected_to_play_like_the_average() -> None:
    assert Opponent().fold(FLOP_BET) == pytest.approx(FLOP_BET.usual_fold)
    assert Opponent().portrait.hands == 0


@pytest.mark.statement("S004-28")
def test_evidence_gains_weight() -> None:
    folds = [after(times, folds=True).fold(FLOP_BET) for times in (0, 1, 3, 10, 100)]
    assert folds == sorted(folds)
    assert folds[1] < 0.6
    assert folds[-1] > 0.97
    stays = [after(times).fold(FLOP_BET) for times in (0, 1, 3, 10, 100)]
    assert stays == sorted(stays, reverse=True)
    assert stays[-1] < 0.01


@pytest.mark.statement("S004-28")
def test_observations_in_one_situation_affect_the_expectation_in_others() -> None:
    station = after(40)
    assert station.fold(FLOP_BET) < station.fold(RIVER_BET) < RIVER_BET.usual_fold
    assert station.fold(FLOP_BIG_BET) < 0.3 * FLOP_BIG_BET.usual_fold
    assert station.fold(OPENING) == pytest.approx(
        OPENING.usual_fold
    )  # Behaviour before the flop is counted separately.


@pytest.mark.statement("S004-28")
def test_aggression_is_estimated_from_raises() -> None:
    maniac, mouse = after(30, raises=True), after(30)
    assert maniac.fold_and_raise(FLOP_BET)[1] > 0.9 > 0.1 > mouse.fold_and_raise(FLOP_BET)[1]
    assert maniac.portrait.aggression > 0.8 > 0.2 > mouse.portrait.aggression


@pytest.mark.statement("S004-28")
def test_tightness_is_estimated_from_hands_played() -> None:
    rock, fish = Opponent(), Opponent()
    for _ in range(40):
        rock.played(entered=False)
        fish.played(entered=True)
    assert rock.portrait.tightness > 0.9 > 0.2 > fish.portrait.tightness
    assert rock.portrait.hands == 40


@pytest.mark.statement("S004-28")
def test_bluffing_is_estimated_from_shown_cards() -> None:
    opponent = Opponent()
    before = opponent.bluff(2)
    for _ in range(10):
        opponent.showed_raise(bluff=True)
    assert opponent.bluff(2) > 2 * before
    assert opponent.portrait.bluffing == round(opponent.bluff(2), 2)


def test_acts_that_do_not_fit_the_cards_are_believed_less_and_less() -> None:
    opponent, honest = Opponent(), Opponent()
    for _ in range(12):
        opponent.showed(1, likelier=0.3)
        honest.showed(1, likelier=1.8)
    assert opponent.honesty(1) < 0.1 < 0.9 < honest.honesty(1)
    assert opponent.honesty(0) == Opponent().honesty(0)  # Nothing was observed before the flop.


def test_the_estimated_honesty_stays_above_its_limit_and_can_rise_again() -> None:
    opponent = Opponent()
    for _ in range(5000):
        opponent.showed(1, likelier=0.1)
    assert opponent.honesty(1) == pytest.approx(0.03)
    for _ in range(30):
        opponent.showed(1, likelier=1.8)
    assert opponent.honesty(1) > 0.9


def test_thousands_of_acts_can_be_observed() -> None:
    opponent = after(20_000, raises=True)
    assert opponent.fold(FLOP_BET) < 0.01
    assert opponent.fold_and_raise(FLOP_BET)[1] > 0.99


def test_a_bot_without_adaptivity_treats_all_opponents_equally() -> None:
    assert after(100, folds=True, adaptivity=0.0).fold(FLOP_BET) == FLOP_BET.usual_fold
    half = after(10, folds=True, adaptivity=0.5).fold(FLOP_BET)
    assert FLOP_BET.usual_fold < half < after(10, folds=True).fold(FLOP_BET)


def test_more_opponents_fold_to_a_higher_price_and_none_without_a_bet() -> None:
    odds = [0.0, 0.1, 0.2, 0.3, 0.4]
    folds = [Spot(1, 1, each, 2).usual_fold for each in odds]
    assert folds == sorted(folds)
    assert folds[0] == 0


def test_another_raise_is_not_expected_to_win_after_many_raises() -> None:
    """Few opponents leave a large pot for the price of one bet, however often they folded
    before.
    """
    assert after(50, folds=True).fold(Spot(1, 9, 0.05, 2)) <= 0.1
