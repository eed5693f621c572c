"""Tests of policies: the probabilities of a bot's acts with every hand, in any situation."""

from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pokermasa.arena.named_random import NamedRandom
from pokermasa.arena.terms import Terms
from pokermasa.bots import Bot
from pokermasa.bots.named import named
from pokermasa.bots.policy import Policy, holding, policy_of, possible
from pokermasa.bots.referee import ask, is_allowed
from pokermasa.rules import AllIn, Betting, Fold, PastAct, Raise, Situation, View

LIMIT = Terms.for_rules("acpc", Betting.FIXED_LIMIT)
NO_LIMIT = Terms.for_rules("acpc", Betting.NO_LIMIT)
HANDS_LEFT = {0: 1326, 3: 1176, 4: 1128, 5: 1081}


def somewhere(seed: int, terms: Terms) -> View:
    """Return the view of the player to act after random acts without folds."""
    dice = Random(seed)
    coin = named("random").make(seed)
    situation, past = Situation(terms.opening(2), NamedRandom(seed, "policy").cards(1, 2)), ()
    for _ in range(dice.randrange(16)):
        view = View.from_situation(situation, situation.dealer.turn_to_act, past)
        act = ask(coin, view, dice).act
        if act == Fold():
            continue
        move = situation.move(act)
        if move.situation_after.end:
            break
        past, situation = (*past, PastAct.from_move(move)), move.situation_after  # type: ignore[assignment]
    return View.from_situation(situation, situation.dealer.turn_to_act, past)


def check(bot: Bot, seed: int, terms: Terms) -> None:
    """Check all guarantees of `Policy` in one situation."""
    view = somewhere(seed, terms)
    policy = policy_of(bot, view)
    there = possible(view) > 0
    assert policy.chances.shape == (1326, len(policy.acts))
    assert there.sum() == HANDS_LEFT[len(view.board)]
    assert policy.chances.min() >= 0
    assert np.abs(policy.chances[there].sum(axis=1) - 1).max() < 1e-9
    assert not policy.chances[~there].any()
    assert len({*policy.acts}) == len(policy.acts)
    assert all(is_allowed(view, act) for act in policy.acts)
    for hand in np.random.default_rng(seed).choice(np.flatnonzero(there), 2):
        other = policy_of(bot, holding(view, int(hand)))
        chances = dict(zip(other.acts, other.chances.T, strict=True))
        assert {*chances} == {*policy.acts}
        for act, column in zip(policy.acts, policy.chances.T, strict=True):
            assert (chances[act] == column).all()


@settings(max_examples=6)
@given(seed=st.integers(0, 10**6))
@pytest.mark.parametrize("name", ["house:limit", "house:limit,solving=1"])
def test_a_table_bots_policy_covers_every_hand_and_is_independent_of_its_own(
    name: str, seed: int
) -> None:
    check(named(name).make(1), seed, LIMIT)


@settings(max_examples=2)
@given(seed=st.integers(0, 10**6))
@pytest.mark.parametrize("terms", [LIMIT, NO_LIMIT], ids=["limit", "no limit"])
@pytest.mark.parametrize("name", ["basic", "basic:0.9", "caller", "folder", "raiser", "random"])
def test_the_policy_of_a_bot_asked_per_hand_covers_every_hand(
    name: str, terms: Terms, seed: int
) -> None:
    check(named(name).make(1), seed, terms)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("name", ["house", "house:limit"])
def test_the_policy_of_the_house_bot_covers_every_hand_outside_its_table(
    name: str, seed: int
) -> None:
    """Each policy takes seconds, because it has 1,326 decisions."""
    check(named(name).make(1), seed, NO_LIMIT)


@pytest.mark.parametrize("terms", [NO_LIMIT, Terms()], ids=["acpc", "tda"])
def test_a_raise_of_all_chips_and_going_all_in_are_one_act(terms: Terms) -> None:
    view = View.from_situation(Situation(terms.opening(2), NamedRandom(1, "policy").cards(1, 2)), 0)
    least, most = view.raises
    policy = Policy((Fold(), Raise(most)), np.zeros((1326, 2)))
    ruled = ask(Always(Raise(most)), view, Random(1))
    assert not ruled.fault
    assert policy.place(view, ruled.act) == 1
    assert policy.place(view, Raise(least)) is None
    assert Policy((AllIn(),), np.zeros((1326, 1))).place(view, Fold()) is None


class Always:
    def __init__(self, act: Raise) -> None:
        self.act = act

    def choose(self, view: Any) -> Raise:
        return self.act
