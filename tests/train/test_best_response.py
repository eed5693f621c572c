"""Best responses of the trainer's library, built for the CPU from the code that runs on the GPU."""

from collections.abc import Callable
from itertools import combinations, product
from typing import Any

import numpy as np
import pyspiel
import pytest

from pokermasa.bots.limit.bucket import Buckets
from pokermasa.bots.limit.limit import shipped
from pokermasa.equity.board_strengths import combo_of
from train.abstraction import NONE, Cards, blocked, runouts
from train.betting import bases
from train.preflop import Preflop, unblocked
from train.reference import HIGH, LOW, SHARE, ReferenceSubgame
from train.sweep import WIDTH, Strategy, Sweep, as_bytes

SIZES = (3, 4, 12)


@pytest.fixture(scope="module")
def game(cards: Cards) -> tuple[Any, ...]:
    """One flop, turn and river, a random strategy, and random buckets."""
    random = np.random.default_rng(3)
    boards = runouts(cards.flops[700])[5:6]
    buckets = []
    for size, count in ((SIZES[0], 3), (SIZES[1], 4)):
        bucket = random.integers(0, size, (1, 1326)).astype(np.uint16)
        bucket[blocked(boards[:, :count])] = NONE
        buckets.append(bucket)
    centres = random.integers(0, 256, (SIZES[2], 8)).astype(np.uint8)
    sweep = Sweep(cards, boards, (1, 1, 1), tuple(buckets), centres)
    strength = cards.strengths(boards)
    river = cards.nearest(cards.fares(boards, strength), centres, strength)
    tables = []
    for size, width in zip(SIZES, WIDTH, strict=True):
        parts = random.integers(0, 128, (size, 8, width))
        parts[:, (0, 3)] *= 2
        tables.append(parts)
    return sweep, tables, [*buckets, river], boards, strength


def acts_of(z: int, tables: Any, buckets: Any) -> list[Any]:
    def of_round(r: int) -> Callable[..., np.ndarray]:
        def acts(at: Any, line: int, past: str) -> np.ndarray:
            rows = np.where(buckets[r][0] == NONE, 0, buckets[r][0])
            part = tables[r][rows, :, line] / 255
            level, none = past.count("r"), np.zeros(1326)
            if level == 0:
                fold, raises = none, part[:, 0]
            elif (1 if past[0] == "r" else 0) == z:
                fold, raises = (part[:, 1], part[:, 2]) if level == 2 else (part[:, 3], none)
            else:
                first = 4 if level == 1 else 6
                fold, raises = part[:, first], part[:, first + 1]
            return np.stack([fold, 1 - fold - raises, raises], axis=1)

        return acts

    return [of_round(r) for r in range(3)]


@pytest.mark.rotated
@pytest.mark.sampled(2)
@pytest.mark.parametrize("z", [0, 1])
def test_the_best_response_equals_the_reference_implementation(
    game: tuple[Any, ...], z: int
) -> None:
    """On river subgames, and on turn subgames with one river."""
    sweep, tables, buckets, boards, strength = game
    table = [as_bytes(np, part) for part in tables]
    reach = sweep.down(z, np.random.default_rng(4).random((7, 1326)), table, None)
    sweep.up(z, reach, table)
    plain, acts = ReferenceSubgame(boards, strength, (1.0, 48 / 44)), acts_of(z, tables, buckets)
    at = np.arange(1)
    for r, lines in ((2, (0, 100, 566)), (1, (37,))):
        for line in lines:
            want = plain._round(r, z, acts, reach[r][0, :, line], line, bases()[r][line], at)
            found = sweep.values[r][0, :, line]
            assert np.abs(want).max() > 1
            assert np.abs(found - want).max() < 1e-5 * np.abs(want).max()


class Spiel:
    """OpenSpiel's game with the same rules, its own tree, payoffs and hand order: a river reached
    only by checks and calls, with the hands of a small deck."""

    def __init__(self, board: Any, hands: list[int]) -> None:
        rules = {"numPlayers": 2, "numRounds": 4, "numSuits": 4, "numRanks": 13}
        rules |= {"numHoleCards": 2, "numBoardCards": "0 3 1 1", "betting": "limit"}  # type: ignore[dict-item]
        rules |= {"blind": "1 2", "stack": "100 100", "firstPlayer": "1 2 2 2"}  # type: ignore[dict-item]
        rules |= {"raiseSize": "2 2 4 4", "maxRaises": "3 4 4 4"}  # type: ignore[dict-item]
        start = pyspiel.load_game("universal_poker", rules).new_initial_state()
        self.hands, self.states = hands, {}
        for pair in product(hands, hands):
            if SHARE[pair]:
                continue
            state = start.clone()
            cards = [int(card) for hand in pair for card in (HIGH[hand], LOW[hand])]
            for card in [*cards, "c", "c", *board[:3], "c", "c", board[3], "c", "c", board[4]]:
                state.apply_action(1 if card == "c" else int(card))
            self.states[pair] = state

    def best(self, z: Any, acts: Any, reach: Any) -> np.ndarray:
        """Return the best value of each hand of the opponent against Z."""

        def go(states: Any, past: str, reach: Any) -> np.ndarray:
            first = next(iter(states.values()))
            if first.is_terminal():
                total: Any = np.zeros(1326)
                for pair, state in states.items():
                    total[pair[1 - z]] += reach[pair[z]] * state.returns()[1 - z]
                return total
            values = []
            for act in first.legal_actions():  # fold, call, raise
                after = {pair: state.child(act) for pair, state in states.items()}
                part = acts(None, 0, past)[:, act] if first.current_player() == z else 1
                values.append(go(after, past + "fcr"[act], reach * part))
            return np.sum(values, axis=0) if first.current_player() == z else np.max(values, axis=0)

        return go(self.states, "", reach)


@pytest.mark.parametrize("z", [0, 1])
def test_the_best_response_equals_that_of_openspiel_with_a_small_deck(
    game: tuple[Any, ...], z: int
) -> None:
    sweep, tables, buckets, boards, _ = game
    left = [card for card in range(3, 52, 7) if card not in boards[0]][:7]
    hands = [combo_of(*pair) for pair in combinations(left, 2)]
    assert len(hands) == 21
    before = np.zeros((7, 1326))
    before[0, hands] = np.random.default_rng(6).random(len(hands)) + 0.1
    table = [as_bytes(np, part) for part in tables]
    reach = sweep.down(z, before, table, None)
    sweep.up(z, reach, table)
    found = sweep.values[2][0, :, 0]
    acts = acts_of(z, tables, buckets)[2]
    want = Spiel(boards[0], hands).best(z, acts, reach[2][0, :, 0].astype(float))
    assert np.abs(want).max() > 0.1
    assert np.abs(found - want)[hands].max() < 1e-5 * np.abs(want).max()


def test_a_best_response_played_against_the_table_wins_its_value(game: tuple[Any, ...]) -> None:
    """The acts of a best response, stored as bytes and played against the table, win exactly its
    value."""
    sweep, tables, *_ = game
    table = [as_bytes(np, part) for part in tables]
    for z in (0, 1):
        ones = np.ones((7, 1326))
        reach, stored = sweep.down(z, ones, table, None), sweep.room_for_acts()
        best = sweep.up(z, reach, table, keep=stored)[0].sum(axis=0)
        learner = Strategy(np, SIZES)
        learner.now = table
        against = sweep.down(1 - z, ones, None, stored)
        lost = sweep.up(1 - z, against, acts=stored, learner=learner, own=reach)[0].sum(axis=0)
        assert best == pytest.approx(-lost, rel=1e-4)


def test_always_fold_loses_three_quarters_of_a_big_blind_a_hand(cards: Cards) -> None:
    """Half a big blind on the button and a whole one in the big blind: 750 mbb per hand."""
    before = np.zeros((8, 169, 3))
    before[:, :, 0] = 1
    before[1] = [0, 1, 0]
    preflop = Preflop(cards.hand_class)
    # After a call the big blind checks, and folds to a bet on the flop: two chips.
    folded = np.zeros((7, 1326))
    folded[0] = 2 * unblocked(np.ones(1326))
    won = [
        preflop.values(before, None, y, folded * (y == 0))[0].sum() * 500 / (1326 * 1225)
        for y in (0, 1)
    ]
    assert won == pytest.approx([1000, 500])


def test_the_bot_and_the_trainer_agree_on_every_bucket(cards: Cards) -> None:
    table = shipped()[0]
    buckets = Buckets(table)
    assert (cards.group_of_class == table.groups).all()
    boards = runouts(cards.flops[1200])[96:144]
    strength = cards.strengths(boards)
    some = slice(0, 2)
    fares = cards.fares(boards[some], strength[some])
    river = cards.nearest(fares, np.ascontiguousarray(table.centres[2]), strength[some])
    for board, want in zip(boards[some].tolist(), river, strict=True):
        assert (buckets.all(tuple(board)) == want).all()
    curves = cards.spread(cards.bins(boards, strength), 1)
    want = cards.nearest(curves, np.ascontiguousarray(table.centres[1]))[0]
    found = buckets.all(tuple(boards[0, :4].tolist()))
    free = ~blocked(boards[:1, :4])[0]
    assert (found[free] == want[free]).all()
    assert (found[~free] == NONE).all()


def test_the_number_of_betting_lines_matches_the_literature() -> None:
    lines = [len(base) for base in bases()]
    assert lines == [7, 63, 567]
    assert [10 * count for count in lines] == [70, 630, 5670]
    assert max(bases()[2]) == 8 + 8 + 16
    assert [bases()[1][9 * a + b] for a, b in product((0, 6), (0, 8))] == [2, 10, 8, 16]
