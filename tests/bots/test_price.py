"""Tests of the price of a call: bet, pot and stack."""

from typing import Any

import pytest

from pokermasa.bots.house.price import Price, raises
from pokermasa.rules import AllIn, Raise
from tests.bots.spots import view_after

TWO = ["As Kd", "Qc Qh"]
THREE = [*TWO, "9c 9d"]


def price(acts: str, hands: list[str] = TWO, **options: Any) -> Price:
    return Price.from_view(view_after(acts, hands, **options))


@pytest.mark.statement("S004-27")
def test_pot_odds_are_the_call_divided_by_the_pot_after_it() -> None:
    facing = price("CA CH RR4")  # 4 into 4
    assert (facing.to_call, facing.pot) == (4, 8)
    assert facing.odds == pytest.approx(1 / 3)
    assert facing.to_one == 2


@pytest.mark.statement("S004-27")
def test_a_check_needs_no_equity() -> None:
    assert price("CA CH").odds == 0


@pytest.mark.statement("S004-27")
def test_the_stack_to_pot_ratio_counts_only_chips_that_matter() -> None:
    assert price("CA CH").depth == pytest.approx(198 / 4)
    assert price("CA CH", stacks=[200, 42]).depth == pytest.approx(40 / 4)


@pytest.mark.statement("S004-27")
def test_a_short_stack_plays_for_no_more_than_it_can_match() -> None:
    short = price("RR60", stacks=[200, 20])
    assert (short.to_call, short.pot) == (18, 22)
    assert short.big_blinds == 10


def tos(
    acts: str, hands: list[str] = TWO, limpers: int = 0, raised: int = 0, **options: Any
) -> list[Any]:
    view = view_after(acts, hands, **options)
    return [to for _, to in raises(view, Price.from_view(view), limpers, raised)]


def test_fixed_limit_has_one_size() -> None:
    assert tos("CA CH", rules="limit") == [2]
    assert tos("CA CH CH CH", rules="limit") == [4]


def test_no_limit_bets_are_fractions_of_the_pot() -> None:
    assert tos("CA RR6 CA") == [5, 9, 13]  # of 12


def test_pot_limit_bets_no_more_than_the_pot() -> None:
    from pokermasa.rules import Betting, HouseRules

    rules = HouseRules.named("tda").replace(betting=Betting.POT_LIMIT)
    assert tos("CA RR6 CA", rules=rules) == [5, 9, 12]


def test_a_bet_of_most_chips_becomes_all_in() -> None:
    view = view_after("CA RR6 CA", TWO, stacks=[18, 18])
    assert raises(view, Price.from_view(view), 0, 0)[-1] == (AllIn(), 12)


def test_raises_before_the_flop_grow_with_the_number_of_limpers() -> None:
    assert tos("CA", THREE, limpers=1) == [7, 11]
    assert tos("", THREE) == [5, 8]
    assert tos("", [*THREE, "8c 8d"]) == [6]
    assert tos("RR6", THREE, raised=1) == [18]


def test_a_short_stack_raises_only_all_in() -> None:
    view = view_after("", TWO, stacks=[20, 200])
    assert raises(view, Price.from_view(view), 0, 0) == [(AllIn(), 20)]
    view = view_after("", TWO, stacks=[24, 200])
    assert Raise(5) in [act for act, _ in raises(view, Price.from_view(view), 0, 0)]
