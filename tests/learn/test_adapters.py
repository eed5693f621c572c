"""Agents made for RLCard and open_spiel play and learn with the adapters, unchanged."""

from random import Random

import numpy as np
import pytest
from open_spiel.python.algorithms import random_agent, tabular_qlearner
from rlcard.agents import RandomAgent
from rlcard.utils import reorganize, tournament

from pokermasa.cards import CARDS, Deck
from pokermasa.learn import action, observation
from pokermasa.learn.like_open_spiel import SpielEnv
from pokermasa.learn.like_rlcard import RLCardEnv
from pokermasa.learn.lockstep_tables import LockstepTables
from pokermasa.learn.observed_hand import ObservedHand, Stakes
from pokermasa.rules import HandDealer, Situation, StackIndex
from tests.cases import each


class Twin:
    """The current hand of a compiled table, played by the rules."""

    def __init__(self, stakes: Stakes, game: LockstepTables) -> None:
        state = game.arguments.state
        button = int(state.row[0, 1])
        deck = Deck([CARDS[number] for number in state.deck[0].tolist()])
        self.hand = ObservedHand(stakes, button, np.random.default_rng(0))
        self.hand.situation = Situation(
            self.hand.situation.dealer, HandDealer.deal(deck, stakes.players, button)
        )

    def move(self, number: int) -> None:
        hand = self.hand
        hand.move(action.act_of(hand.view(hand.turn), number))

    def sees(self, player: int) -> np.ndarray:
        return observation.encode(self.hand.view(StackIndex(player)), self.hand.stakes.chips)


@each("players", [2, 3, 6])
@each("betting", ["no limit", "pot limit", "fixed limit"])
def test_rlcard_states_equal_the_views_of_the_rules(players: int, betting: str) -> None:
    table = RLCardEnv(players, stack=60, betting=betting, seed=1)
    source = Random(players)
    for _ in range(25):
        state, player = table.reset()
        twin = Twin(table.stakes, table._game)
        while not table.is_over():
            assert player == table.get_player_id() == twin.hand.turn
            assert (
                list(state["legal_actions"])
                == np.flatnonzero(twin.hand.mask(StackIndex(player))).tolist()
            )
            for other in range(players):
                assert (table.get_state(other)["obs"] == twin.sees(other)).all()
            number = source.choice(list(state["legal_actions"]))
            twin.move(number)
            state, player = table.step(number)
        assert twin.hand.is_over
        for other in range(players):
            last = table.get_state(other)
            assert not last["legal_actions"]
            assert (last["obs"] == twin.sees(other)).all()
        assert table.get_payoffs().tolist() == [
            twin.hand.won(StackIndex(place)) for place in range(players)
        ]


def test_rlcards_agents_and_tools_work_with_the_adapter() -> None:
    table = RLCardEnv(players=3, seed=2)
    table.set_agents([RandomAgent(num_actions=table.num_actions) for _ in range(3)])
    paths, payoffs = table.run(is_training=True)
    assert sum(payoffs) == 0
    transitions = reorganize(paths, payoffs)
    ends = [each[-1] for each in transitions if each]
    for state, number, reward, following, is_done in ends:
        assert is_done
        assert number in state["legal_actions"]
        assert following["obs"].shape == tuple(table.state_shape[0])
        assert reward in payoffs
    assert sum(tournament(table, 20)) == pytest.approx(0)


def test_step_back_restores_the_previous_state() -> None:
    table = RLCardEnv(players=2, seed=3, allow_step_back=True)
    source = Random(1)
    state, player = table.reset()
    path = []
    while not table.is_over():
        path.append((state["obs"], list(state["legal_actions"]), player))
        state, player = table.step(source.choice(list(state["legal_actions"])))
    while path:
        seen, allowed, before = path.pop()
        state, player = table.step_back()  # type: ignore[misc]
        assert (state["obs"] == seen).all()
        assert (list(state["legal_actions"]), player) == (allowed, before)
        assert len(table.action_recorder) == len(path)
    assert table.step_back() is False
    with pytest.raises(ValueError, match="allow_step_back"):
        RLCardEnv().step_back()


def test_invalid_input_to_the_adapters_is_refused() -> None:
    table = RLCardEnv(seed=1)
    table.reset()
    for given in (8, -1, 1.5, None, "fold"):
        with pytest.raises(ValueError, match="an action is a whole number from 0 to 7"):
            table.step(given)  # type: ignore[arg-type]  # wrong on purpose
    with pytest.raises(ValueError, match="2 agents, one for each place, not 1"):
        table.set_agents([RandomAgent(8)])
    table.step(0)
    with pytest.raises(ValueError, match="the hand is over"):
        table.step(1)
    spiel = SpielEnv(seed=1)
    spiel.reset()
    with pytest.raises(ValueError, match="one action"):
        spiel.step([1, 1])
    with pytest.raises(ValueError, match="an action is a whole number"):
        spiel.step([8])


def test_open_spiels_agents_learn_with_the_adapter() -> None:
    """The agent is OpenSpiel's tabular Q-learner in fixed limit; it stores values by
    observation."""
    table = SpielEnv(players=2, betting="fixed limit", seed=1)
    number = table.action_spec()["num_actions"]
    learner = tabular_qlearner.QLearner(player_id=0, num_actions=number)
    agents = [learner, random_agent.RandomAgent(player_id=1, num_actions=number)]
    total = np.zeros(2)
    for _ in range(200):
        step = table.reset()
        assert step.first()
        acted = set()
        while not step.last():
            player = step.current_player()
            acted.add(player)
            step = table.step([agents[player].step(step).action])
        for player in acted:  # RLCard's agents fail if a hand ends before their first decision.
            agents[player].step(step)
        assert sum(step.rewards) == 0
        total += step.rewards
    assert len(learner._q_values) > 100
    assert total.any()


def test_open_spiel_time_steps_contain_the_views_of_all_players() -> None:
    table = SpielEnv(players=3, seed=5)
    step = table.step([0])  # as in RLCard, the first step only begins the hand
    twin = Twin(table.stakes, table._game)
    assert step.first()
    assert step.rewards is None
    source = Random(2)
    while not step.last():
        player = step.current_player()
        assert player == twin.hand.turn
        for other in range(3):
            assert step.observations["info_state"][other] == twin.sees(other).tolist()
            is_turn = other == player
            assert bool(step.observations["legal_actions"][other]) == is_turn
        number = source.choice(step.observations["legal_actions"][player])
        twin.move(number)
        step = table.step([number])
    assert step.rewards == [twin.hand.won(StackIndex(place)) for place in range(3)]
    assert table.step([0]).first()
