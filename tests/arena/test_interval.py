"""Intervals: they hold the truth as often as they say."""

import math
from random import Random

import pytest

from pokermasa.arena import Interval, Match, play
from pokermasa.arena.interval import Sums, student_t


@pytest.mark.parametrize(
    ("freedom", "expected"),
    [(4, 2.776), (9, 2.262), (19, 2.093), (29, 2.045), (99, 1.984), (999, 1.962)],
)
def test_students_t(freedom, expected):
    """Any table of the distribution has them."""
    assert student_t(freedom) == pytest.approx(expected, abs=0.02)


def test_one_value_tells_nothing():
    assert math.isinf(Interval.of([3.0]).half)
    assert Interval.of([3.0]).as_json() is None


def test_sums_keep_their_precision():
    sums = Sums()
    for value in (1e9 + 4, 1e9 + 7, 1e9 + 13, 1e9 + 16):
        sums.add(value)
    # The variance is 30.
    assert sums.interval.half == pytest.approx(math.sqrt(30 / 4) * student_t(3))


def test_nineteen_intervals_of_twenty_hold_the_truth():
    """Of skewed values too, as pots are: 380 of 400 should; 362 to 397 is four deviations."""
    dice = Random(8)
    holding = 0
    for _ in range(400):
        values = [dice.choice([-1, -1, -2, 0, 3, 1]) * dice.expovariate(1) for _ in range(200)]
        interval = Interval.of(values)
        holding += interval.low <= 0 <= interval.high
    assert 362 <= holding <= 397


def test_intervals_of_matches_hold_the_result_of_a_longer_one():
    """Sixty short matches beside their common mean, each with cards of its own."""
    shorts = [
        play(Match.of("basic", "random", deals=100, seed=seed), workers=1).rows[0].mbb
        for seed in range(60)
    ]
    truth = sum(interval.mean for interval in shorts) / len(shorts)
    holding = sum(interval.low <= truth <= interval.high for interval in shorts)
    assert 50 <= holding <= 60


def test_an_interval_is_of_deals_not_of_hands():
    """The two hands of a deal share their cards: of two equals, no deal has a winner."""
    duplicate = play(Match.of("caller", "caller", deals=100), workers=1)
    single = play(Match.of("caller", "caller", deals=200, duplicate=False), workers=1)
    assert duplicate.hands == single.hands
    assert duplicate.rows[0].mbb == (0, 0)
    assert single.rows[0].mbb.half > 0
    mixed = play(Match.of("basic", "random", deals=100), workers=1)
    values = [net * mixed.scale for net in mixed.nets[0]]
    assert mixed.rows[0].mbb == pytest.approx(Interval.of(values))
