"""Pots: gathering wagers, side pots by layers, uncalled bets, and paying out."""

from typing import Any

import pytest

from pokermasa.rules import (
    Blinds,
    Call,
    Dealer,
    Fold,
    OddChips,
    Post,
    Pot,
    PotDistribution,
    Role,
    Situation,
    Stack,
    StackIndex,
)
from pokermasa.rules.chips import split
from pokermasa.rules.pot import award, gather, return_uncalled
from tests.cases import each
from tests.rules.table import indexes, play, show


def stacks(*lines: str) -> list[Any]:
    """Return stacks by role and wager, as in `stacks("I 100", "N 30")`, without further chips."""
    return [Stack(Role(line[0]), 0, int(line[2:])) for line in lines]


@pytest.mark.statement("S000-71", "S001-71")
def test_a_pot_is_written_as_its_amount_and_its_members() -> None:
    assert str(Pot(wager=100, involved=indexes(0, 1, 2, 3))) == "100 0 1 2 3"
    assert str(Pot(wager=0, involved=())) == "0"
    assert str(Pot(wager=7, involved=indexes(8, 9))) == "7 8 9"


@pytest.mark.statement("S000-70", "S001-70")
def test_a_pot_distribution_is_written_as_the_amount_and_the_winners() -> None:
    assert (
        str(PotDistribution(wager=100, involved=indexes(0, 1, 2), shares=(34, 33, 33)))
        == "100 0 1 2"
    )
    assert str(PotDistribution(wager=121, involved=indexes(2), shares=(121,))) == "121 2"


# Gathering


def test_equal_wagers_go_into_the_running_pot() -> None:
    pot = gather(Pot(30, indexes(0, 1, 2)), (), stacks("I 10", "I 10", "I 10"))
    assert pot == (Pot(60, indexes(0, 1, 2)), ())


def test_a_folded_wager_stays_in_the_pot_and_its_owner_out() -> None:
    pot = gather(Pot(30, indexes(0, 1)), (), stacks("I 10", "I 10", "F 7"))
    assert pot == (Pot(57, indexes(0, 1)), ())


def test_an_all_in_closes_a_side_pot_at_its_level() -> None:
    pot = gather(Pot(30, indexes(0, 1, 2)), (), stacks("I 100", "N 30", "I 100"))
    assert pot == (Pot(140, indexes(0, 2)), (Pot(120, indexes(0, 1, 2)),))


def test_folded_chips_fill_the_layers_they_reach() -> None:
    """A folded 50 gives 30 to the side pot and 20 to the running pot."""
    pot = gather(Pot(0, indexes(0, 1, 2)), (), stacks("I 100", "N 30", "I 100", "F 50"))
    assert pot == (Pot(160, indexes(0, 2)), (Pot(120, indexes(0, 1, 2)),))


def test_equal_all_ins_share_one_side_pot() -> None:
    pot = gather(Pot(0, indexes(0, 1, 2, 3)), (), stacks("I 100", "N 30", "N 30", "I 100"))
    assert pot == (Pot(140, indexes(0, 3)), (Pot(120, indexes(0, 1, 2, 3)),))


def test_three_sizes_of_all_in_make_three_side_pots_newest_first() -> None:
    pot = gather(Pot(5, indexes(0, 1, 2, 3)), (), stacks("N 10", "N 40", "N 100", "I 100"))
    assert pot == (
        Pot(0, indexes(3)),
        (Pot(120, indexes(2, 3)), Pot(90, indexes(1, 2, 3)), Pot(45, indexes(0, 1, 2, 3))),
    )


def test_side_pots_of_earlier_rounds_are_closed_for_good() -> None:
    old = Pot(90, indexes(0, 1, 2, 3))
    pot = gather(Pot(20, indexes(0, 2, 3)), (old,), stacks("I 50", "O 0", "N 20", "I 50"))
    assert pot == (Pot(60, indexes(0, 3)), (Pot(80, indexes(0, 2, 3)), old))


def test_an_all_in_that_all_could_match_leaves_an_empty_running_pot() -> None:
    pot = gather(Pot(0, indexes(0, 1)), (), stacks("I 100", "N 100"))
    assert pot == (Pot(0, indexes(0)), (Pot(200, indexes(0, 1)),))


def test_chips_matched_only_by_folded_stacks_join_the_newest_pot_with_a_member() -> None:
    """A late post of 3 folds although it could check; only smaller all-ins are left.

    Its chips stay in the middle and belong to the stacks that matched most of them.
    """
    pot = gather(Pot(0, indexes(0, 1, 2)), (), stacks("N 1", "N 1", "N 2", "F 3"))
    assert pot == (Pot(0, ()), (Pot(3, indexes(2)), Pot(4, indexes(0, 1, 2))))


# Chips that nobody matched


def test_the_unmatched_part_of_the_highest_wager_goes_back() -> None:
    a, b, c = return_uncalled(stacks("I 100", "N 30", "F 40"))
    assert (a.stack, a.recent_wager) == (60, 40)
    assert (b.recent_wager, c.recent_wager) == (30, 40)


def test_a_matched_wager_does_not_go_back() -> None:
    wagers = stacks("I 100", "N 100", "F 40")
    assert return_uncalled(wagers) == tuple(wagers)


def test_an_uncalled_all_in_gets_its_chips_back_and_stays_all_in() -> None:
    river = "2 R 0 1 2!30 0 1 / I 20 0 . / I 50 0 ."
    assert show(play(river, "AA", "AA")) == "2 R 0 0 2!0~70 0 1 / O 0 0 AC / O 30 0 AF"


def test_an_uncalled_bet_goes_back_when_everyone_folds() -> None:
    river = "2 R 0 1 2!30 0 1 2 / I 50 0 . / I 50 0 . / I 50 0 ."
    after = play(river, "RR10", "RR40", "FO", "FO")
    assert show(after) == "2 R 0 1 2!50 2 / F 50 0 FO / F 40 0 FO / I 40 0 RR40"


def test_the_unmatched_part_is_measured_from_the_second_highest_wager_even_if_folded() -> None:
    """The 25 chips of the folded stack were already in the middle."""
    a, b, c = return_uncalled(stacks("N 60", "N 10", "F 25"))
    assert (a.stack, a.recent_wager) == (35, 25)
    assert (b.stack, b.recent_wager, c.recent_wager) == (0, 10, 25)


# Paying


def test_one_winner_takes_all() -> None:
    assert award(Pot(101, indexes(0, 1, 2)), [StackIndex(1)], StackIndex(0), OddChips.ONE_EACH) == (
        101,
        (1,),
        (101,),
    )


@pytest.mark.parametrize(
    ("button", "shares"),
    [
        (0, {1: 34, 2: 34, 0: 33}),
        (1, {2: 34, 0: 34, 1: 33}),
        (2, {0: 34, 1: 34, 2: 33}),
    ],
)
def test_odd_chips_go_one_each_from_the_left_of_the_button(
    button: int, shares: dict[int, int]
) -> None:
    """TDA 2022, awarding odd chips: the first seat left of the button."""
    paid = award(
        Pot(101, indexes(0, 1, 2)),
        [StackIndex(0), StackIndex(1), StackIndex(2)],
        StackIndex(button),
        OddChips.ONE_EACH,
    )
    assert dict(zip(paid.involved, paid.shares, strict=True)) == shares


def test_odd_chips_skip_players_who_did_not_win() -> None:
    paid = award(
        Pot(7, indexes(0, 1, 2, 3)),
        [StackIndex(0), StackIndex(3)],
        StackIndex(0),
        OddChips.ONE_EACH,
    )
    assert paid == PotDistribution(7, indexes(0, 3), (3, 4))


@each("odd", OddChips)
@each("winners", range(1, 11))
@each("pot", [1, 2, 9, 10, 11, 97, 1000, 10**15])
def test_shares_of_a_pot_differ_by_the_odd_chip_rule_and_only_dropped_chips_are_missing(
    odd: OddChips, winners: int, pot: int
) -> None:
    shares = split(pot, winners, odd)
    rest = pot % winners
    assert len(shares) == winners
    assert min(shares) == pot // winners
    spread = {OddChips.ONE_EACH: min(rest, 1), OddChips.FIRST_WINNER: rest, OddChips.DROPPED: 0}
    assert max(shares) - min(shares) == spread[odd]
    assert sum(shares) == pot - (rest if odd is OddChips.DROPPED else 0)
    assert PotDistribution(pot, tuple(range(winners)), shares).dropped == pot - sum(shares)  # type: ignore[arg-type]  # plain numbers


def test_all_in_stack_wins_no_more_of_a_folded_blind_than_it_put_in() -> None:
    """The big blind is all in for one chip, and a late post of two folds.

    A caller with chips left needs one chip to call. The second chip of the folded post is the
    caller's.
    """
    posts = {0: Post(2), 1: Post(2, late=True)}
    dealer = Dealer.start((1, 5, 5), 2, Blinds(0, 2), "tda", posts=posts)
    folded = Situation(dealer).move(Fold()).situation_after
    ended = folded.move(Call()).situation_after.dealer
    pots = [*reversed(ended.side_pots), ended.running_pot]
    assert [(pot.wager, list(pot.involved)) for pot in pots] == [(3, [0, 2]), (1, [2])]
