"""The environments pass the checkers of Gymnasium and PettingZoo, and follow the rules."""

import re
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.core import Env
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import (
    api_test,
    render_test,
    seed_test,
)

import pokermasa.learn
from pokermasa.batch import Chart
from pokermasa.batch.state import BUTTON
from pokermasa.bots import Caller
from pokermasa.cards import CARDS, Deck
from pokermasa.learn import Action, OpponentFault, action, observation
from pokermasa.learn.against_bots import AgainstBots
from pokermasa.learn.every_seat import HoldemAEC, env, raw_env
from pokermasa.learn.observed_hand import ObservedHand, Stakes
from pokermasa.rules import (
    Betting,
    Blinds,
    Call,
    Check,
    HandDealer,
    HouseRules,
    Raise,
    Situation,
    StackIndex,
    View,
)
from tests.cases import each

# PettingZoo's checker lists its own environments with action masks by name, and warns about others.
WITH_MASKS = (
    "ignore:Observation space for each agent probably",
    "ignore:Observation is not a NumPy array",
    "ignore:Action mask numpy array is all zeros",  # of players who are not to act
)


def with_masks(test: Any) -> Any:
    for text in WITH_MASKS:
        test = pytest.mark.filterwarnings(text)(test)
    return test


# Gymnasium


@each("name", pokermasa.learn.IDS)
@each("opponents", ["basic", ["caller"] * 5])
def test_the_environment_passes_gymnasiums_checker(name: str, opponents: str | list[str]) -> None:
    check_env(gymnasium.make(name, opponents=opponents, render_mode="ansi").unwrapped)


@pytest.mark.parametrize("name", pokermasa.learn.IDS)
def test_an_episode_is_one_hand_with_the_reward_in_big_blinds(name: str) -> None:
    table = gymnasium.make(name, opponents=["random", "caller"], stack=120, blinds=(2, 4))
    generator = np.random.default_rng(3)
    rewards: list[Any] = []
    seen, info = table.reset(seed=3)
    while len(rewards) < 60:
        assert seen in table.observation_space
        assert (info["action_mask"] == seen["action_mask"]).all()
        allowed = np.flatnonzero(seen["action_mask"])
        seen, reward, is_over, is_cut, info = table.step(generator.choice(allowed))
        assert not is_cut
        if is_over:
            rewards.append(reward)
            seen, info = table.reset()
        else:
            assert reward == 0
    assert -30 <= min(rewards) < 0 < max(rewards) <= 60
    assert all(float(4 * reward).is_integer() for reward in rewards)


def played(seed: int, opponents: Any, name: str = "pokermasa/NoLimitHoldem-v0") -> list[bytes]:
    table = gymnasium.make(name, opponents=opponents)
    generator, seen_bytes = np.random.default_rng(1), []
    seen, _ = table.reset(seed=seed)
    for _ in range(200):
        seen_bytes.append(seen["observation"].tobytes())
        seen, reward, is_over, _, _ = table.step(
            generator.choice(np.flatnonzero(seen["action_mask"]))
        )
        seen_bytes.append(np.float64(reward).tobytes())
        if is_over:
            seen, _ = table.reset()
    return seen_bytes


def test_a_seed_determines_the_cards_and_the_bots() -> None:
    opponents = ["random", "basic"]
    assert played(7, opponents) == played(7, opponents)
    assert played(7, opponents) != played(8, opponents)


def test_hands_that_end_without_a_decision_are_not_shown() -> None:
    """Sometimes all others fold to the big blind; then the learner has no decision."""
    table = gymnasium.make("pokermasa/NoLimitHoldem-v0", opponents=["folder", "folder"])
    seen, _ = table.reset(seed=1)
    for _ in range(50):
        assert seen["action_mask"].any()
        seen, _, is_over, _, _ = table.step(Action.CALL)
        if is_over:
            seen, _ = table.reset()


def test_a_step_after_the_end_of_the_hand_requires_a_reset() -> None:
    table = gymnasium.make("pokermasa/LimitHoldem-v0").unwrapped
    table.reset(seed=1)
    table.step(Action.FOLD)
    with pytest.raises(gymnasium.error.ResetNeeded, match="call reset to deal the next"):
        table.step(Action.CALL)


def test_rendering_hides_the_cards_of_the_others() -> None:
    table = gymnasium.make("pokermasa/NoLimitHoldem-v0", render_mode="ansi")
    table.reset(seed=1)
    assert table.render().count("-- --") == 1


def test_blinds_that_break_the_house_rules_are_refused() -> None:
    with pytest.raises(ValueError, match="the small blind is half of the big: 5, not 1"):
        gymnasium.make("pokermasa/LimitHoldem-v0", rules="limit", blinds=(1, 10))


@pytest.mark.parametrize(
    "options",
    [{"stack": 3}, {"blinds": (2, 1)}, {"opponents": ["caller"] * 10}, {"opponents": "nobody"}],
)
def test_invalid_options_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"stack|blind|seats|nobody"):
        gymnasium.make("pokermasa/NoLimitHoldem-v0", **options)


# PettingZoo


@with_masks
@pytest.mark.parametrize("players", [2, 3, 6])
@pytest.mark.parametrize("betting", list(Betting))
def test_the_environment_passes_pettingzoos_checker(
    players: int, betting: Betting, capsys: pytest.CaptureFixture[str]
) -> None:
    api_test(env(players=players, betting=betting), num_cycles=200)


@pytest.mark.parametrize("players", [2, 6])
def test_the_environment_passes_pettingzoos_seed_test(players: int) -> None:
    seed_test(lambda: env(players=players), num_cycles=100)


def test_the_environment_passes_pettingzoos_render_test() -> None:
    render_test(lambda render_mode: env(players=3, render_mode=render_mode))


def test_rewards_of_all_seats_add_up_to_zero() -> None:
    table = raw_env(players=4)
    generator = np.random.default_rng(5)
    for hand in range(40):
        table.reset(seed=5 if hand == 0 else None)
        while not any(table.terminations.values()):
            allowed = np.flatnonzero(table.observe(table.agent_selection)["action_mask"])
            table.step(generator.choice(allowed))
        assert sum(table.rewards.values()) == 0
        assert any(table.rewards.values())


def test_only_the_player_to_act_has_legal_actions() -> None:
    table = raw_env(players=3)
    table.reset(seed=2)
    masks = {agent: table.observe(agent)["action_mask"].any() for agent in table.agents}
    assert [agent for agent, may in masks.items() if may] == [table.agent_selection]


@pytest.mark.parametrize("players", [2, 6])
def test_compiled_opponents_play_the_same_game_as_the_rules(players: int) -> None:
    """`ObservedHand` with calling bots gives the same observations for the same cards."""
    world: Any = gymnasium.make("pokermasa/NoLimitHoldem-v0", opponents=["caller"] * (players - 1))
    world = world.unwrapped
    generator = np.random.default_rng(players)
    world.reset(seed=players)
    for _ in range(40):
        seen, info = world.reset()
        state = world._hand._game.arguments.state
        button = int(state.row[0, BUTTON])
        hand = ObservedHand(world.stakes, button, generator)
        deck = Deck([CARDS[number] for number in state.deck[0].tolist()])
        cards = HandDealer.deal(deck, players, button)
        hand.situation = Situation(hand.situation.dealer, cards)
        called(hand)
        reward: Any = 0.0
        while not hand.is_over:
            shown = hand.observed(StackIndex(0))
            assert (seen["observation"] == shown["observation"]).all()
            assert (seen["action_mask"] == shown["action_mask"]).all()
            assert (info["action_mask"] == world.action_masks()).all()
            number = generator.integers(0, 8)
            hand.move(action.act_of(hand.view(StackIndex(0)), number))
            called(hand)
            seen, reward, is_over, _, info = world.step(number)
            assert is_over == hand.is_over
        assert (seen["observation"] == hand.observed(StackIndex(0))["observation"]).all()
        assert not seen["action_mask"].any()
        assert reward == hand.won(StackIndex(0))


def called(hand: ObservedHand) -> None:
    while not hand.is_over and hand.turn != 0:
        hand.move(Caller().choose(hand.view(hand.turn)))


def test_uncopied_observations_share_no_memory_with_the_deck() -> None:
    options: dict[str, Any] = {"opponents": ["caller"], "copy": False}
    world: Any = gymnasium.make("pokermasa/NoLimitHoldem-v0", **options).unwrapped
    first, _ = world.reset(seed=1)
    second, *_ = world.step(1)
    every = raw_env(players=2, copy=False)
    every.reset(seed=1)
    third = every.observe("player_0")
    assert first["observation"] is second["observation"]
    for seen, played_by in ((first, world._hand._game), (third, every._game)):
        for array in seen.values():
            for hidden in (played_by.arguments.state.deck, played_by.arguments.state.row):
                assert not np.shares_memory(array if array.base is None else array.base, hidden)
    stored, _ = gymnasium.make("pokermasa/NoLimitHoldem-v0", opponents=["caller"]).reset(seed=1)
    assert stored["observation"].base is None


def test_policies_and_bots_cannot_be_mixed() -> None:
    with pytest.raises(ValueError, match="policies and bots cannot be mixed"):
        gymnasium.make(
            "pokermasa/NoLimitHoldem-v0",
            opponents=["basic", Chart(np.tile([0.0, 1.0, 0.0], (169, 1)))],
        )


# Observations


def deal(seed: int, players: int = 3, betting: Betting | None = None) -> ObservedHand:
    stakes = Stakes.checked(players, 100, (1, 2), "tda", betting)
    return ObservedHand(stakes, seed % players, np.random.default_rng(seed))


def test_an_observation_does_not_depend_on_hidden_cards() -> None:
    """At every turn of many hands, all hidden cards are replaced by others."""
    generator = np.random.default_rng(11)
    looked = 0
    for seed in range(30):
        hand = deal(seed)
        while not hand.is_over:
            for viewer in range(3):
                cards = hand.situation.hand_dealer
                known = (*cards.hands[viewer], *hand.view(StackIndex(viewer)).board)
                others = [card for card in cards.board if card not in known]
                others += [c for i, held in enumerate(cards.hands) for c in held if i != viewer]
                pack = [number for number in range(52) if number not in [c.number for c in known]]
                from pokermasa.cards import Card

                fresh = iter([Card.from_number(int(n)) for n in generator.permutation(pack)])
                hands = [
                    held if i == viewer else (next(fresh), next(fresh))
                    for i, held in enumerate(cards.hands)
                ]
                board = [card if card in known else next(fresh) for card in cards.board]
                assert len(others) == 4 + 5 - len(hand.view(StackIndex(viewer)).board)
                other = Situation(hand.situation.dealer, HandDealer(hands, board))
                view = View.from_situation(other, viewer, hand.past)
                before = hand.observed(StackIndex(viewer))
                assert (observation.encode(view, 300) == before["observation"]).all()
                assert (action.mask(view) == before["action_mask"]).all()
                looked += 1
            allowed = np.flatnonzero(hand.observed(hand.turn)["action_mask"])
            hand.move(action.act_of(hand.view(hand.turn), int(generator.choice(allowed))))
    assert looked > 300


def test_the_observation_has_its_documented_layout() -> None:
    """Three players, the button to act: K♦ K♣, blinds 1 and 2, stacks of 100."""
    stakes = Stakes.checked(3, 100, (1, 2), "tda", None)
    hand = ObservedHand(stakes, 0, np.random.default_rng(1))
    cards = HandDealer(["Kd Kc", "7s 2h", "As Qh"], "Ah 7c 2d 9s 4h")
    hand.situation = Situation(hand.situation.dealer, cards)
    seen: Any = hand.observed(StackIndex(0))["observation"]
    assert np.flatnonzero(seen[:52]).tolist() == [44, 45]
    assert not seen[52:104].any()
    assert seen[104:108].tolist() == [1, 0, 0, 0]
    button, folded, all_in, behind = seen[108:120].reshape(4, 3)
    assert button.tolist() == [1, 0, 0]
    assert not folded.any()
    assert not all_in.any()
    assert (300 * behind).round().tolist() == [100, 99, 98]
    put_in, raises = seen[120:144].reshape(2, 4, 3)
    assert (300 * put_in).round().tolist() == [[0, 1, 2], [0, 0, 0], [0, 0, 0], [0, 0, 0]]
    assert (300 * seen[144:]).round().tolist() == [3, 2, 4, 100]
    hand.move(action.act_of(hand.view(StackIndex(0)), Action.POT))  # to 2 + (3 + 2)
    seen = hand.observed(StackIndex(1))["observation"]  # from the next seat, which is now the first
    assert np.flatnonzero(seen[108:111]).tolist() == [2]
    put_in, raises = seen[120:144].reshape(2, 4, 3)
    assert (300 * put_in[0]).round().tolist() == [1, 2, 7]
    assert raises[0].tolist() == pytest.approx([0, 0, 0.1])


def test_an_illegal_action_becomes_the_nearest_legal_act() -> None:
    hand = deal(0, players=2)
    view = hand.view(hand.turn)
    assert action.mask(view).tolist() == [1, 1, 1, 0, 1, 1, 1, 1]  # a third: to 3, below the least
    assert action.act_of(view, Action.THIRD) == action.act_of(view, Action.LEAST)
    hand.move(action.act_of(view, Action.MOST))
    view = hand.view(hand.turn)
    assert action.mask(view).tolist() == [1, 1, 0, 0, 0, 0, 0, 0]
    assert action.act_of(view, Action.POT) == action.act_of(view, Action.CALL)
    with pytest.raises(ValueError, match="0 to 7, not 8"):
        action.act_of(view, 8)


def test_every_action_in_the_mask_is_legal() -> None:
    generator = np.random.default_rng(2)
    for seed in range(40):
        hand = deal(seed, players=2 + seed % 5, betting=list(Betting)[seed % 3])
        while not hand.is_over:
            view = hand.view(hand.turn)
            allowed = np.flatnonzero(action.mask(view))
            moves = [hand.situation.move(action.act_of(view, int(each))) for each in allowed]
            assert all(move.situation_after is not None for move in moves)
            hand.move(action.act_of(view, int(generator.choice(allowed))))


@each("given", [None, "1", 1.0, 2.7, True, -1, 99, [1], np.array([1, 2])])
def test_an_invalid_action_is_refused_and_changes_nothing(given: Any) -> None:
    single = gymnasium.make(next(iter(pokermasa.learn.IDS))).unwrapped
    single.reset(seed=1)
    every = raw_env(players=2)
    every.reset(seed=1)
    compiled = gymnasium.make(next(iter(pokermasa.learn.IDS)), opponents="caller").unwrapped
    compiled.reset(seed=1)
    for world in (single, every, compiled):
        before = everything(world)
        with pytest.raises(ValueError, match="an action is a whole number from 0 to 7, not"):
            world.step(given)
        assert everything(world) == before


def everything(world: Env[Any, Any] | HoldemAEC) -> object:
    """Return the complete state of a hand."""
    if isinstance(getattr(world, "_hand", None), AgainstBots):
        return world._hand.hand.situation
    game = world._game if isinstance(world, HoldemAEC) else world._hand._game
    return [array.tolist() for array in game.save()]


# Opponents that fail


class Broken(Caller):
    """A bot that fails at a chosen moment."""

    def __init__(self, where: str, error: KeyError | SystemExit | None = None) -> None:
        self.where, self.error = where, error or KeyError("pot")

    def choose(self, view: Any) -> Any:
        if self.where == "choose":
            raise self.error
        return None if self.where == "answer" else super().choose(view)

    def meet(self, info: Any) -> None:
        if self.where == "meet":
            raise self.error

    def learn(self, view: Any) -> None:
        if self.where == "learn":
            raise self.error


def episode(**options: Any) -> list[dict[str, Any]]:
    table = gymnasium.make("pokermasa/NoLimitHoldem-v0", **options)
    infos = [table.reset(seed=1)[1]]
    is_over: Any = False
    while not is_over:
        _, _, is_over, _, info = table.step(Action.CALL)
        infos.append(info)
    return infos


@each("where", ["choose", "meet", "learn"])
@each("error", [KeyError("pot"), SystemExit(3)])
def test_an_exception_in_an_opponent_ends_the_training(
    where: str, error: KeyError | SystemExit
) -> None:
    with pytest.raises(OpponentFault, match=f"opponent 2: {type(error).__name__}") as found:
        episode(opponents=["caller", lambda seed: Broken(where, error)])
    assert found.value.__cause__ is error


def test_an_illegal_act_of_an_opponent_ends_the_training() -> None:
    with pytest.raises(OpponentFault, match="opponent 1: None is a NoneType, not an act"):
        episode(opponents=lambda seed: Broken("answer"))


@pytest.mark.parametrize(
    ("where", "words"),
    [
        ("choose", "KeyError: 'pot'"),
        ("meet", "KeyError: 'pot'"),
        ("learn", "KeyError: 'pot'"),
        ("answer", "None is a NoneType, not an act"),
    ],
)
def test_with_faults_info_the_training_continues_after_a_fault(where: str, words: str) -> None:
    infos = episode(opponents=lambda seed: Broken(where), faults="info")
    faults = [fault for info in infos for fault in info["faults"]]
    assert faults
    assert all(fault.startswith(f"opponent 1: {words}") for fault in faults)
    assert all(info["faults"] == [] for info in episode(opponents="caller", faults="info"))


def test_a_raise_to_the_whole_stack_by_an_opponent_is_an_all_in() -> None:
    class Plain:
        def choose(self, view: Any) -> Check | Call:
            return Check() if Check() in view.acts else Call()

    class Bold:
        def choose(self, view: Any) -> Raise:
            return Raise(to=view.players[view.viewer].reach)

    episode(opponents=[lambda seed: Bold(), lambda seed: Plain()])


def test_an_unknown_faults_option_is_refused() -> None:
    with pytest.raises(ValueError, match='faults: "raise" or "info"'):
        gymnasium.make("pokermasa/NoLimitHoldem-v0", faults="ignore")


def test_environments_accept_the_betting_structure_as_text() -> None:
    rules = HouseRules.named("tda").replace(betting="fixed limit")
    for house, betting in (
        (rules, None),
        ("tda", "fixed-limit"),
        ("tda, betting=fixed limit", None),
    ):
        assert Stakes.checked(2, 100, (1, 2), house, betting).actions == 3
    for betting in ("xyz", ""):
        with pytest.raises(ValueError, match="betting is 'no limit' or 'pot limit' or"):
            Stakes.checked(2, 100, (1, 2), "tda", betting)


@each(
    ("wrong", "words"),
    [
        ({"stack": 10.5}, "a stack in chips must be a whole number, not 10.5"),
        ({"stack": "100"}, "a stack in chips must be a whole number, not '100'"),
        ({"stack": 10**20}, "a stack must be at most 1,000,000,000,000,000 chips, not 100,000"),
        ({"rules": "limit"}, "betting is 'no limit', but the rules are 'limit', which is fixed"),
        ({"rules": "tda, betting=pot limit"}, "betting is 'no limit', but the rules are 'tda, "),
        (
            {"blinds": (1,)},
            "blinds must be Blinds(5, 10), (5, 10), (5, 10, ante) or the big blind, 10",
        ),
        ({"blinds": (0.5, 1)}, "blinds and antes must be whole numbers of chips, not 0.5"),
        ({"opponents": 3}, "an opponent is a name ('caller'), a policy, or a function"),
        ({"opponents": Caller()}, "from a seed to a bot: lambda seed: Caller(); not"),
    ],
)
def test_invalid_stakes_are_refused_with_a_message(wrong: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=re.escape(words)):
        gymnasium.make("pokermasa/NoLimitHoldem-v0", **{"opponents": "caller", **wrong})


def test_the_environment_plays_with_the_given_big_blind_ante() -> None:
    made = gymnasium.make(
        "pokermasa/NoLimitHoldem-v0", opponents="caller", blinds=Blinds(1, 2, 2, True)
    )
    assert made.get_wrapper_attr("stakes").blinds == Blinds(1, 2, 2, True)
