"""Confidence intervals contain the true value as often as they should."""

import math
from array import array
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from pokermasa.arena import CrossTable, Interval, Match, Result, RoundRobin, play
from pokermasa.arena.interval import Sums, student_t
from pokermasa.arena.match import BlockScores, FallbackCount, MatchTask
from pokermasa.bots.named import named
from tests.cases import each


@each(
    ("freedom", "expected"),
    [
        (1, 12.706),
        (2, 4.303),
        (4, 2.776),
        (5, 2.571),
        (9, 2.262),
        (19, 2.093),
        (29, 2.045),
        (99, 1.984),
        (999, 1.962),
    ],
)
def test_students_t_equals_the_table(freedom: int, expected: float) -> None:
    """The values are in every table of the distribution."""
    assert student_t(freedom) == pytest.approx(expected, abs=0.02)


def test_the_interval_of_one_value_is_infinite() -> None:
    assert math.isinf(Interval.from_values([3.0]).half)
    assert Interval.from_values([3.0]).as_json() is None


def test_sums_keep_their_precision() -> None:
    sums = Sums()
    for value in (1e9 + 4, 1e9 + 7, 1e9 + 13, 1e9 + 16):
        sums.add(value)
    # The variance is 30.
    assert sums.interval.half == pytest.approx(math.sqrt(30 / 4) * student_t(3))


def test_95_percent_of_the_intervals_contain_the_true_mean() -> None:
    """The values are skewed, like pots. 380 of 400 are expected; 362 to 397 is four deviations."""
    dice = Random(8)
    holding = 0
    for _ in range(400):
        values = [dice.choice([-1, -1, -2, 0, 3, 1]) * dice.expovariate(1) for _ in range(200)]
        interval = Interval.from_values(values)
        holding += interval.low <= 0 <= interval.high
    assert 362 <= holding <= 397


@pytest.mark.rotated
def test_intervals_of_matches_contain_the_result_of_a_longer_one() -> None:
    """Sixty short matches with different cards are compared with their common mean."""
    shorts = [
        play(Match.between("basic", "random", deals=100, seed=seed), workers=1).rows[0].mbb
        for seed in range(60)
    ]
    truth = sum(interval.mean for interval in shorts) / len(shorts)
    holding = sum(interval.low <= truth <= interval.high for interval in shorts)
    assert 50 <= holding <= 60


def test_an_interval_is_computed_from_blocks_not_hands() -> None:
    """The two hands of a deal have the same cards, so no deal between equal bots has a winner."""
    duplicate = play(Match.between("caller", "caller", deals=100), workers=1)
    single = play(Match.between("caller", "caller", deals=200, duplicate=False), workers=1)
    assert duplicate.hands == single.hands
    assert duplicate.rows[0].mbb == (0, 0)
    assert single.rows[0].mbb.half > 0
    mixed = play(Match.between("basic", "random", deals=100), workers=1)
    values = [net * mixed.scale for net in mixed.nets[0]]
    blocks = [sum(values[first : first + 10]) / 10 for first in range(0, 100, 10)]
    assert mixed.rows[0].mbb == pytest.approx(Interval.from_values(blocks))


def test_blocks_are_weighted_by_their_size() -> None:
    sums = Sums()
    for total, size in ((10.0, 5), (14.0, 4), (21.0, 6)):
        sums.add(total, size)
    assert sums.mean == 3
    # The deviations are -5, 2 and 3: three times 38 over two, divided by 15 deals.
    assert sums.interval.half == pytest.approx(math.sqrt(3 * 38 / 2) / 15 * 4.303)


# Simulated matches, whose true result and dependences are known


def simulated(match: Match, wins: Callable[..., list[Any]]) -> Result:
    """Return the result of a match in which *wins* gives the first bot's chips in each deal of a
    block."""
    result = Result(match)
    for block in range(match.blocks):
        deals = MatchTask(match, block, 0).deals
        won = wins(block, deals)
        block_scores = []
        for rotation in range(2):
            mine = array("q", [chips if rotation == 0 else 0 for chips in won])
            nets = (mine, array("q", [-x for x in mine]))
            handed = (FallbackCount(), FallbackCount())
            block_scores.append(BlockScores(nets, [], ("", ""), [], handed=handed))
        result.add(block_scores)
    return result


def share(dice: Random, trials: int, truth: int, interval: Callable[..., Any]) -> float:
    """Return the share of *trials* in which the interval contained *truth*."""
    inside = 0
    for _ in range(trials):
        low, high = interval()
        inside += low <= truth <= high
    return inside / trials


def learning(dice: Random) -> Callable[..., Any]:
    """Simulate a bot that learns something good or bad in a block and plays all its deals like
    that."""

    def wins(block: int, deals: range) -> list[Any]:
        mood = dice.gauss(0, 30)
        return [round(dice.gauss(mood, 100)) for _ in deals]

    return wins


@pytest.mark.rotated
@pytest.mark.sampled(2)
@pytest.mark.parametrize("deals", [100, 600, 5000])
def test_intervals_stay_correct_for_bots_that_learn(deals: int) -> None:
    """Of 600 intervals, 570 should contain the true value; 549 is four deviations below.

    With intervals computed from single deals it would be far fewer, and the fewer the longer a
    block is.
    """
    dice, trials = Random(deals), 600 if deals < 5000 else 150
    match = Match.between("caller", "folder", deals=deals)
    by_deals = 0

    def interval() -> tuple[float, float]:
        nonlocal by_deals
        result = simulated(match, learning(dice))
        alone = Interval.from_values([net * result.scale for net in result.nets[0]])
        by_deals += alone.low <= 0 <= alone.high
        return result.rows[0].mbb.low, result.rows[0].mbb.high

    held = share(dice, trials, 0, interval)
    margin = 4 * math.sqrt(0.05 * 0.95 / trials)
    assert abs(held - 0.95) <= margin
    assert by_deals / trials < held


@pytest.mark.rotated
@pytest.mark.parametrize("paired", [True, False])
def test_ranking_intervals_are_correct_with_and_without_shared_cards(paired: bool) -> None:
    """The winnings of the first bot against both others depend on the same cards if they are
    shared."""
    dice = Random(7)
    contest = RoundRobin(tuple(map(named, ("basic", "caller", "raiser"))), deals=100, paired=paired)
    apart, leads = 0, 0

    def interval() -> tuple[float, float]:
        nonlocal apart, leads
        table = CrossTable(contest)
        shared = [dice.gauss(0, 100) for _ in range(100)]
        for match in contest.matches:
            cards = shared if paired else [dice.gauss(0, 100) for _ in range(100)]
            # "basic" is the first of its two pairs. The third pair has luck of its own.
            part = 1 if match.names[0] == "basic" else 0
            table.add(
                simulated(
                    match,
                    lambda block, deals, cards=cards, part=part: [
                        round(part * cards[deal] + dice.gauss(0, 50)) for deal in deals
                    ],
                )
            )
        mine = table.sums("basic").interval
        parts = [table.interval("basic", other) for other in ("caller", "raiser")]
        half = math.hypot(*[part.half for part in parts]) / 2
        apart += mine.mean - half <= 0 <= mine.mean + half
        lead = table.lead("basic", "caller")
        leads += lead.low <= 0 <= lead.high
        return mine.low, mine.high

    trials = 600
    held = share(dice, trials, 0, interval)
    margin = 4 * math.sqrt(0.05 * 0.95 / trials)
    assert abs(held - 0.95) <= margin
    assert abs(leads / trials - 0.95) <= margin
    if paired:
        assert apart / trials < 0.95 - margin  # as if the pairs were independent


def test_stopping_at_a_narrow_interval_keeps_it_nearly_correct() -> None:
    """The checkpoints are at fixed blocks, and only the width decides.

    Stopping when the interval happens to be narrow costs little: in the long run, 93 of 100
    contain the true value.
    """
    dice, trials = Random(5), 400
    match = Match.between("caller", "folder", deals=100_000, until=1.0)
    held = 0
    for _ in range(trials):
        sums = Sums()
        for blocks in match.checkpoints:
            for _ in blocks:
                sums.add(dice.gauss(0, 6), 1)
            if sums.interval.half <= 2:
                break
        held += sums.interval.low <= 0 <= sums.interval.high
    assert held / trials > 0.9
