"""Where nothing is compiled yet, short questions are answered without, and to the last bit."""

import os
import subprocess
import sys

import numpy as np
import pytest

from pokermasa.batch import evaluate
from pokermasa.batch.kernel import compiled
from pokermasa.equity import against, deal, equity, preflop, runout
from pokermasa.equity.outlook import COMBOS

QUESTIONS = [
    (["AhKh", "QsQd"], "", ""),
    (["AhKh", "QQ+", "9s8s"], "2h7d9h", "As"),
    (["AKs, 22", "JTs, A5s:0.5", "KQo"], "2h7d9hTh", ""),
    (["22+", "AJs+"], "2h3h4h5h6h", ""),
]


@pytest.fixture
def rooms():
    """`pokermasa.batch.evaluate` is the function; its file has the same name."""
    return sys.modules["pokermasa.batch.evaluate"], against, deal, preflop, runout


def interpreted(monkeypatch, rooms):
    for room in rooms:
        monkeypatch.setattr(room, "light", lambda function, _: function.interpret)


@pytest.mark.parametrize(("hands", "board", "dead"), QUESTIONS)
def test_equity_is_the_same_interpreted_or_compiled(hands, board, dead, monkeypatch, rooms):
    with compiled():
        expected = equity(hands, board, dead, exact=True)
    interpreted(monkeypatch, rooms)
    assert equity(hands, board, dead, exact=True) == expected


def test_hand_numbers_and_standings_are_the_same(monkeypatch, rooms):
    dice = np.random.default_rng(4)
    hands = [np.array([dice.permutation(52)[:count] for _ in range(30)]) for count in (5, 6, 7)]
    flop = (3, 18, 44)
    seen, mine = against.outlook(flop), against.combo_of(20, 30)
    weights = np.where(seen.now > 0, dice.random(COMBOS), 0.0)

    def answers():
        numbers = [evaluate(rows.astype(np.uint8)).tolist() for rows in hands]
        return numbers, against.standing(seen, mine, against.edges(flop, mine), weights)

    with compiled():
        expected = answers()
    interpreted(monkeypatch, rooms)
    assert answers() == expected


@pytest.mark.parametrize("opponents", [1, 2, 5, 9])
def test_what_a_bot_asks_before_the_flop_is_the_same(opponents, monkeypatch, rooms):
    dice = np.random.default_rng(opponents)
    ranges = dice.random((opponents, COMBOS)) * (dice.random((opponents, COMBOS)) < 0.7)
    ranges[-1] = 0  # one that never stays
    strength = preflop.preflop().strength[against.combos().hand_class]

    def answers():
        told = []
        for hand in (0, 700, 1325):
            splits = [
                against.answers(weights, strength, *dice.dirichlet([1, 1, 1])[:2], honesty, 0.2)
                for weights, honesty in zip(ranges, dice.random(opponents), strict=True)
            ]
            stays = np.array(splits)[:, 1] / COMBOS
            told += [splits, preflop.shares(hand, stays, dice.random(opponents))]
        return told

    before = dice.bit_generator.state
    with compiled():
        expected = answers()
    dice.bit_generator.state = before
    interpreted(monkeypatch, rooms)
    np.testing.assert_equal(answers(), expected)


def test_the_first_question_on_a_new_machine_compiles_nothing_and_answers_the_same(tmp_path):
    program = "from pokermasa.equity import equity; print(equity(['AhKh', 'QsQd'], board='2h7d9h'))"
    cold = subprocess.run(
        [sys.executable, "-c", program],
        env=os.environ | {"NUMBA_CACHE_DIR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert not cold.stderr
    assert not [*tmp_path.rglob("*.nbc")]
    with compiled():
        assert cold.stdout.strip() == str(equity(["AhKh", "QsQd"], board="2h7d9h"))
