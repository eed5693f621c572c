"""Tests of the value of chips in a tournament."""

import pytest

from pokermasa.bots.house.worth import caution, prize


def test_two_players_share_one_prize_by_chips() -> None:
    assert prize([3000, 1000], [100], 0) == 75


def test_two_players_and_two_prizes() -> None:
    """A quarter of the chips is worth the second prize plus a quarter of the difference."""
    assert prize([3000, 1000], [70, 30], 1) == pytest.approx(30 + 40 / 4)


def test_three_players_by_the_formula() -> None:
    """By the formula of Malmuth and Harville: first with 1/4; second with 1/2 * 1/2 + 1/4 * 1/3."""
    assert prize([2000, 1000, 1000], [60, 40], 1) == pytest.approx(60 / 4 + 40 * (1 / 4 + 1 / 12))


def test_expected_prizes_add_up_to_the_prize_pool() -> None:
    stacks, prizes = [700, 450, 300, 1200, 50], [50, 30, 20]
    assert sum(prize(stacks, prizes, player) for player in range(5)) == pytest.approx(100)


def test_chips_have_a_fixed_value_in_cash_games_and_winner_takes_all() -> None:
    assert caution([500, 500, 500], 0, 1, []) == 1
    assert caution([500, 300, 200], 0, 1, [100]) == pytest.approx(1)


def test_on_the_bubble_a_middle_stack_loses_most_to_the_big_stack() -> None:
    stacks, prizes = [5000, 2500, 2500, 400], [50, 30, 20]
    fears_big, fears_short = caution(stacks, 1, 0, prizes), caution(stacks, 1, 3, prizes)
    assert fears_big > 1.3
    assert fears_short < fears_big
    assert caution(stacks, 0, 3, prizes) < 1.15


def test_the_stacks_at_other_tables_count() -> None:
    alone = caution([1000, 1000], 0, 1, [50, 30, 20])
    crowd = caution([1000, 1000], 0, 1, [50, 30, 20], elsewhere=[1000] * 30)
    assert alone == pytest.approx(1)
    assert 1 < crowd < 1.2


def test_a_thousand_players_and_a_hundred_prizes_are_computed_quickly() -> None:
    many = caution([1000] * 9, 0, 1, [1000 / place for place in range(1, 101)], [900] * 1000)
    assert 1 <= many < 4
