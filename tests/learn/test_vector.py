"""The vector environment plays the same game at thousands of tables."""

from collections.abc import Callable
from typing import Any

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
from pokermasa.learn.observed_hand import ObservedHand, Stakes
from pokermasa.learn.vector import Batched, HoldemVectorEnv
from pokermasa.rules import HandDealer, Situation, StackIndex

ME = 0


class Twin:
    """One table of the vector environment, played by the rules with the same cards."""

    def __init__(self, stakes: Stakes) -> None:
        self.stakes = stakes
        self.button = -1
        self.won = 0.0

    def deal(self, deck: Any) -> bool:
        """Deal the hand; return whether the learner has a decision in it."""
        self.begin(deck)
        return self.call_until_me()

    def begin(self, deck: Any) -> None:
        players = self.stakes.players
        self.button = (self.button + 1) % players
        self.hand = ObservedHand(self.stakes, self.button, np.random.default_rng(0))
        cards = Deck([Card.from_number(int(number)) for number in deck])
        self.hand.situation = Situation(
            self.hand.situation.dealer, HandDealer.deal(cards, players, self.button)
        )

    def call_until_me(self) -> bool:
        while not self.hand.is_over and self.hand.turn != ME:
            self.hand.move(Caller().choose(self.hand.view(self.hand.turn)))
        return not self.hand.is_over


@pytest.mark.rotated
@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", pokermasa.learn.IDS)
@pytest.mark.parametrize("players", [2, 3, 6])
def test_observations_and_rewards_equal_those_of_the_rules(name: str, players: int) -> None:
    tables: Any = gymnasium.make_vec(
        name,
        num_envs=8,
        vectorization_mode="vector_entry_point",
        opponents=["caller"] * (players - 1),
        stack=60,
    )
    generator = np.random.default_rng(players)
    seen, _ = tables.reset(seed=players)
    twins = [Twin(tables.stakes) for _ in range(8)]
    for twin, deck in zip(twins, tables.game.arguments.state.deck, strict=True):
        assert twin.deal(deck)
    hands = 0
    for _ in range(120):
        for table, twin in enumerate(twins):
            shown = twin.hand.observed(StackIndex(ME))
            assert (seen["observation"][table] == shown["observation"]).all()
            assert (seen["action_mask"][table] == shown["action_mask"]).all()
        actions = generator.integers(0, tables.stakes.actions, 8)  # allowed or not
        seen, rewards, over, cut, _ = tables.step(actions)
        assert not cut.any()
        for table, twin in enumerate(twins):
            twin.hand.move(action.act_of(twin.hand.view(StackIndex(ME)), int(actions[table])))
            is_over = not twin.call_until_me()
            assert is_over == over[table]
            assert rewards[table] == (twin.hand.won(StackIndex(ME)) if is_over else 0)
            if is_over:
                hands += 1
                assert twin.deal(
                    tables.game.arguments.state.deck[table]
                )  # callers never end it at once
    assert hands > 150


def test_an_observation_does_not_depend_on_hidden_cards() -> None:
    tables = HoldemVectorEnv(64, ["caller", "caller"])
    generator = np.random.default_rng(1)
    tables.reset(seed=1)
    for _ in range(12):
        state = tables.game.arguments.state
        tables.game.observe(ME)
        before, _ = tables._seen()
        for table in range(64):
            board = [0, 3, 4, 5][int(state.row[table, 3])]
            hole = int(2 - state.row[table, BUTTON])  # the learner is place 0 of three
            known = [hole, 3 + hole, *range(6, 6 + board)]
            hidden = [place for place in range(11) if place not in known]
            pack = [card for card in range(52) if card not in state.deck[table, known]]
            state.deck[table, hidden] = generator.permutation(pack)[: len(hidden)]
        tables.game.observe(ME)
        after, _ = tables._seen()
        assert (before["observation"] == after["observation"]).all()
        assert (before["action_mask"] == after["action_mask"]).all()
        tables.step((before["action_mask"] * generator.random((64, 8))).argmax(axis=1))


def test_a_seed_determines_everything() -> None:
    def played(seed: int) -> bytes:
        tables = HoldemVectorEnv(32, ["random", "random"])
        generator = np.random.default_rng(0)
        seen, _ = tables.reset(seed=seed)
        result = [seen["observation"]]
        for _ in range(20):
            seen, rewards, *_ = tables.step(generator.integers(0, 8, 32))
            result += [seen["observation"], rewards]
        return b"".join(each.tobytes() for each in result)

    assert played(4) == played(4) != played(5)


def test_the_environment_behaves_like_gymnasiums_vector_environments() -> None:
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
def greedy(view: Any, generator: Any) -> tuple[int, Any]:
    return RAISE, view.most + 1


@pytest.mark.rotated
def test_an_illegal_act_of_a_policy_is_reported_with_its_table() -> None:
    tables = HoldemVectorEnv(4, greedy)
    tables.reset(seed=1)
    with pytest.raises(ValueError, match="table 0, opponent 1: the policy greedy returned an act"):
        tables.step(np.ones(4, int))


@pytest.mark.parametrize("actions", [[0, 1], [0, 1, 2, 8], [0.5, 1, 1, 1]])
def test_invalid_actions_are_refused(actions: list[float]) -> None:
    tables = HoldemVectorEnv(4)
    tables.reset(seed=1)
    with pytest.raises(ValueError, match="actions"):
        tables.step(actions)


@njit
def failing(view: Any, generator: Any) -> tuple[int, int]:
    if view.to_call >= 0:
        raise ValueError("out of ideas")
    return RAISE, 0


def test_an_exception_in_a_policy_is_reported() -> None:
    tables = HoldemVectorEnv(4, ["caller", failing])
    text = "opponent 2: the policy failing raised ValueError: out of ideas"
    with pytest.raises(OpponentFault, match=text):
        _ = tables.reset(seed=1), tables.step(np.ones(4, np.int64))


# Every seat the learner's, and Python's policies by batch


def test_self_play_gives_each_player_its_own_observation_and_reward() -> None:
    """Each table is also played by the rules: every observation, reward and result is compared."""
    tables = HoldemVectorEnv(8, self_play=3, stack=60)
    generator = np.random.default_rng(3)
    seen, info = tables.reset(seed=3)
    state = tables.game.arguments.state
    twins = [Twin(tables.stakes) for _ in range(8)]
    for twin, deck in zip(twins, state.deck, strict=True):
        twin.begin(deck)
    hands = 0
    for _ in range(150):
        for table, twin in enumerate(twins):
            assert info["place"][table] == twin.hand.turn
            shown = twin.hand.observed(twin.hand.turn)
            assert (seen["observation"][table] == shown["observation"]).all()
            assert (seen["action_mask"][table] == shown["action_mask"]).all()
        actions = generator.integers(0, 8, 8)
        seen, rewards, over, _, info = tables.step(actions)
        for table, twin in enumerate(twins):
            turn = twin.hand.turn
            twin.hand.move(action.act_of(twin.hand.view(turn), int(actions[table])))
            assert twin.hand.is_over == over[table]
            won = [twin.hand.won(StackIndex(place)) if over[table] else 0 for place in range(3)]
            assert info["won"][table].tolist() == won
            assert rewards[table] == won[turn]
            if over[table]:
                hands += 1
                twin.begin(state.deck[table])
    assert hands > 100


def test_a_python_policy_plays_the_same_as_its_compiled_version() -> None:
    def calls(observations: Any, masks: Any) -> np.ndarray:
        assert observations.shape == (len(masks), 148)
        assert masks[:, 1].all()
        return np.ones(len(masks), np.int64)

    generator = np.random.default_rng(2)
    worlds = [
        HoldemVectorEnv(16, opponents)  # type: ignore[arg-type]  # wrong on purpose
        for opponents in (["caller"] * 2, [Batched(calls)] * 2, ["caller", Batched(calls)])
    ]
    ended = 0
    for seed in range(12):
        on = np.ones(16, np.bool_)  # the first hands: the others have cards of their own
        for world in worlds:
            world.reset(seed=seed)
        while on.any():
            actions = generator.integers(0, 8, 16)
            first, *others = [world.step(actions) for world in worlds]
            for other in others:
                assert (first[1] == other[1])[on].all()
                assert (first[2] == other[2])[on].all()
            on &= ~first[2]
            for other in others:
                assert (first[0]["observation"] == other[0]["observation"])[on].all()
        ended += len(on)
    assert ended == 12 * 16


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (lambda seen, mask: 1 / 0, "opponent 1: ZeroDivisionError: division by zero"),
        (lambda seen, mask: [1], "opponent 1: an array of 4 actions, not int64 of shape"),
        (lambda seen, mask: np.ones(len(mask)), "4 actions, not float64"),
        (lambda seen, mask: np.full(len(mask), 8), "opponent 1: actions are 0 to 7"),
    ],
)
def test_a_failing_python_policy_is_reported(answer: Callable[..., Any], words: str) -> None:
    tables = HoldemVectorEnv(4, Batched(answer))
    with pytest.raises(OpponentFault, match=words):
        _ = tables.reset(seed=1), tables.step(np.ones(4, np.int64))


def test_self_play_with_opponents_is_refused() -> None:
    with pytest.raises(ValueError, match="self_play allows no opponents"):
        HoldemVectorEnv(4, "caller", self_play=2)


def test_observations_are_copies_unless_copy_is_false() -> None:
    for is_copied in (True, False):
        tables = HoldemVectorEnv(4, "caller", copy=is_copied)
        first, _ = tables.reset(seed=1)
        second, *_ = tables.step(np.ones(4, np.int64))
        assert np.shares_memory(first["observation"], second["observation"]) != is_copied
        assert np.shares_memory(first["action_mask"], second["action_mask"]) != is_copied
        state = tables.game.arguments.state
        for array in (*first.values(), *second.values()):
            owner = array if array.base is None else array.base
            assert not np.shares_memory(owner, state.deck)
            assert not np.shares_memory(owner, state.row)
