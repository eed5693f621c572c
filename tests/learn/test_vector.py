"""The vector environment is the same game, at thousands of tables."""

import gymnasium
import numpy as np
import pytest
from numba import njit

import pokermasa.learn
from pokermasa.batch import RAISE
from pokermasa.batch.state import BUTTON
from pokermasa.bots import Caller
from pokermasa.cards import Card, Deck
from pokermasa.learn import OpponentFault, action
from pokermasa.learn.deal import Deal
from pokermasa.learn.vector import HoldemVectorEnv
from pokermasa.rules import HandDealer, Situation

ME = 0


class Twin:
    """One table of the vector environment, played by the rules with the same cards."""

    def __init__(self, stakes):
        self.stakes = stakes
        self.button = -1
        self.won = 0.0

    def deal(self, deck) -> bool:
        """Whether the learner has something to decide in this hand."""
        players = self.stakes.players
        self.button = (self.button + 1) % players
        self.hand = Deal(self.stakes, self.button, np.random.default_rng(0))
        cards = Deck([Card.of(int(number)) for number in deck])
        self.hand.situation = Situation(
            self.hand.situation.dealer, HandDealer.deal(cards, players, self.button)
        )
        return self.call_until_me()

    def call_until_me(self) -> bool:
        while not self.hand.is_over and self.hand.turn != ME:
            self.hand.move(Caller().choose(self.hand.view(self.hand.turn)))
        return not self.hand.is_over


@pytest.mark.parametrize("name", pokermasa.learn.IDS)
@pytest.mark.parametrize("players", [2, 3, 6])
def test_it_shows_and_pays_what_the_rules_show_and_pay(name, players):
    tables = gymnasium.make_vec(
        name,
        num_envs=8,
        vectorization_mode="vector_entry_point",
        opponents=["caller"] * (players - 1),
        stack=60,
    )
    luck = np.random.default_rng(players)
    seen, _ = tables.reset(seed=players)
    twins = [Twin(tables.stakes) for _ in range(8)]
    for twin, deck in zip(twins, tables.tables.decks, strict=True):
        assert twin.deal(deck)
    hands = 0
    for _ in range(120):
        for table, twin in enumerate(twins):
            shown = twin.hand.observed(ME)
            assert (seen["observation"][table] == shown["observation"]).all()
            assert (seen["action_mask"][table] == shown["action_mask"]).all()
        actions = luck.integers(0, tables.stakes.actions, 8)  # allowed or not
        seen, rewards, over, cut, _ = tables.step(actions)
        assert not cut.any()
        for table, twin in enumerate(twins):
            twin.hand.move(action.act_of(twin.hand.view(ME), int(actions[table])))
            is_over = not twin.call_until_me()
            assert is_over == over[table]
            assert rewards[table] == (twin.hand.won(ME) if is_over else 0)
            if is_over:
                hands += 1
                assert twin.deal(tables.tables.decks[table])  # callers never end it at once
    assert hands > 150


def test_an_observation_does_not_depend_on_cards_that_cannot_be_seen():
    tables = HoldemVectorEnv(64, ["caller", "caller"])
    luck = np.random.default_rng(1)
    tables.reset(seed=1)
    for _ in range(12):
        state = tables.tables.state
        before, _ = tables._seen(tables._advance(np.full(64, -1)))
        for table in range(64):
            board = [0, 3, 4, 5][int(state.row[table, 3])]
            hole = int(2 - state.row[table, BUTTON])  # the learner is place 0 of three
            known = [hole, 3 + hole, *range(6, 6 + board)]
            hidden = [place for place in range(11) if place not in known]
            pack = [card for card in range(52) if card not in state.deck[table, known]]
            state.deck[table, hidden] = luck.permutation(pack)[: len(hidden)]
        after, _ = tables._seen(tables._advance(np.full(64, -1)))
        assert (before["observation"] == after["observation"]).all()
        assert (before["action_mask"] == after["action_mask"]).all()
        tables.step((before["action_mask"] * luck.random((64, 8))).argmax(axis=1))


def test_a_seed_decides_everything():
    def played(seed):
        tables = HoldemVectorEnv(32, ["random", "random"])
        luck = np.random.default_rng(0)
        seen, _ = tables.reset(seed=seed)
        told = [seen["observation"]]
        for _ in range(20):
            seen, rewards, *_ = tables.step(luck.integers(0, 8, 32))
            told += [seen["observation"], rewards]
        return b"".join(each.tobytes() for each in told)

    assert played(4) == played(4) != played(5)


def test_it_is_a_vector_environment_like_gymnasiums_own():
    tables = gymnasium.make_vec(
        "pokermasa/LimitHoldem-v0", num_envs=16, vectorization_mode="vector_entry_point"
    )
    seen, info = tables.reset(seed=1)
    assert seen in tables.observation_space
    assert info["action_mask"].shape == (16, 3)
    seen, rewards, over, cut, _ = tables.step(tables.action_space.sample())
    assert seen in tables.observation_space
    assert rewards.shape == over.shape == cut.shape == (16,)
    recorded = gymnasium.wrappers.vector.RecordEpisodeStatistics(tables)
    recorded.reset(seed=1)
    for _ in range(50):
        recorded.step(recorded.action_space.sample())
    assert recorded.episode_count > 16


@njit
def greedy(view, luck):
    return RAISE, view.most + 1


def test_a_policy_that_does_what_is_not_allowed_is_named_by_its_table():
    tables = HoldemVectorEnv(4, greedy)
    tables.reset(seed=1)
    with pytest.raises(ValueError, match="table 0, opponent 1: the policy greedy did what"):
        tables.step(np.ones(4, int))


@pytest.mark.parametrize("actions", [[0, 1], [0, 1, 2, 8], [0.5, 1, 1, 1]])
def test_wrong_actions_are_refused(actions):
    tables = HoldemVectorEnv(4)
    tables.reset(seed=1)
    with pytest.raises(ValueError, match="actions"):
        tables.step(actions)


@njit
def failing(view, luck):
    if view.to_call >= 0:
        raise ValueError("out of ideas")
    return RAISE, 0


def test_a_policy_that_raises_is_named_with_its_exception():
    tables = HoldemVectorEnv(4, ["caller", failing])
    words = "opponent 2: the policy failing raised ValueError: out of ideas"
    with pytest.raises(OpponentFault, match=words):
        _ = tables.reset(seed=1), tables.step(np.ones(4, np.int64))
