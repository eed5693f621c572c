"""The start of a hand: blinds, antes, posts, and stacks that are too short for them."""

from typing import Any

import pytest

from pokermasa.masa import Masa
from pokermasa.rules import BadHand, Blinds, Dealer, HouseRules, Post, Role, ShortAntes, Situation
from tests.cases import each
from tests.rules.table import offers, play, show


def start(stacks: Any, blinds: Any, button: int = 0, **options: Any) -> Dealer:
    return Dealer.start(stacks=stacks, button=button, blinds=Blinds(*blinds), **options)


# Players


def test_two_players() -> None:
    assert show(start([50, 50], (1, 2))) == "2 P 0 1 2!0 0 1 / I 48 2 . / I 49 1 ."


def test_ten_players() -> None:
    assert show(start([50] * 10, (1, 2), button=9)) == (
        "2 P 9 2 2!0 0 1 2 3 4 5 6 7 8 9 / I 49 1 . / I 48 2 ." + " / I 50 0 ." * 8
    )


@each("players", range(2, 11))
def test_any_number_of_players_from_two_to_ten_can_play_a_hand_to_its_end(players: int) -> None:
    situation = Situation(start([50] * players, (1, 2)))
    while not situation.end:
        situation = play(situation, offers(situation).split()[1])  # check or call
    assert situation.dealer.gathered == 2 * players
    assert situation.outcome.order == (*range(1, players), 0)


@each(
    ("stacks", "button", "blinds", "words"),
    [
        ([50], 0, (1, 2), "a hand has 2 to 10 players, not 1"),
        ([50] * 11, 0, (1, 2), "a hand has 2 to 10 players, not 11"),
        ([50, 0], 0, (1, 2), "stack 1 is a whole number of chips, at least 1, not 0"),
        ([-5, 50], 0, (1, 2), "stack 0 is a whole number of chips, at least 1, not -5"),
        ([50, 49.5], 0, (1, 2), "stack 1 is a whole number of chips, at least 1, not 49.5"),
        ([50, True], 0, (1, 2), "stack 1 is a whole number of chips, at least 1, not True"),
        ([50, 10**16], 0, (1, 2), "stack 1 is a whole number of chips"),
        ([50, 50], 2, (1, 2), "the button is a stack index from 0 to 1, not 2"),
        ([50, 50], -1, (1, 2), "the button is a stack index from 0 to 1, not -1"),
        ([50, 50], 0, (1, 0), "the big blind must be at least 1"),
        ([50, 50], 0, (3, 2), r"the small blind \(3\) must not be larger than the big \(2\)"),
        ([50, 50], 0, (1, 2, -1), "blinds and antes must be whole numbers of chips, not -1"),
        ([50, 50], 0, (1, 2.0), "blinds and antes must be whole numbers of chips, not 2.0"),
    ],
)
def test_a_hand_that_cannot_be_dealt_is_refused(
    stacks: list[float | bool], button: int, blinds: tuple[float, ...], words: str
) -> None:
    with pytest.raises(BadHand, match=words):
        start(stacks, blinds, button=button)


@each("bets", [(0, 0), (4, 2), (0, 4), (-2, 4), 2, "2-4", (2,), (2, 4, 8), (1.5, 3), ("2", "4")])
def test_bets_of_fixed_limit_are_a_smaller_and_a_larger_one(bets: Any) -> None:
    text = "bets must be a smaller and a larger one"
    with pytest.raises(BadHand, match=text):
        start([50, 50], (1, 2), rules="limit", bets=bets)
    with pytest.raises(BadHand, match=text):
        Masa.open(5, bets=bets)
    with pytest.raises(BadHand, match=text):
        Masa.open(5).set_blinds(2, bets)


@each("posts", [3, [1, 2], {0: 3}, {0: (1, 2, 3, 4)}])
def test_posts_of_another_kind_are_refused_in_words(posts: Any) -> None:
    with pytest.raises(BadHand, match="posts are one for each stack, "):
        Dealer.start([50, 50], 0, 2, posts=posts)


@each("stacks", [200, None, 1.5])
def test_one_number_is_not_the_stacks_of_all_players(stacks: Any) -> None:
    with pytest.raises(BadHand, match="stacks are chips for each player, not"):
        Dealer.start(stacks, 0, 2)


# Blinds


def test_the_small_blind_need_not_be_half() -> None:
    assert show(start([50] * 3, (2, 5))) == "5 P 0 0 5!0 0 1 2 / I 50 0 . / I 48 2 . / I 45 5 ."
    assert show(start([50] * 3, (1, 5))) == (
        "5 P 0 0 5!0 0 1 2 / I 50 0 . / I 49 1 . / I 45 5 . / ; small=1"
    )


def test_a_small_blind_may_be_missing_or_as_big_as_the_big_one() -> None:
    assert show(start([50] * 3, (0, 2))) == (
        "2 P 0 0 2!0 0 1 2 / I 50 0 . / I 50 0 . / I 48 2 . / ; small=0"
    )
    assert show(start([50] * 3, (2, 2))) == (
        "2 P 0 0 2!0 0 1 2 / I 50 0 . / I 48 2 . / I 48 2 . / ; small=2"
    )


def test_a_short_small_blind_is_all_in() -> None:
    assert show(start([100, 3, 100], (5, 10))) == (
        "10 P 0 0 10!0 0 1 2 / I 100 0 . / N 0 3 . / I 90 10 ."
    )


def test_a_small_blind_of_the_whole_stack_is_all_in() -> None:
    assert show(start([100, 5, 100], (5, 10))) == (
        "10 P 0 0 10!0 0 1 2 / I 100 0 . / N 0 5 . / I 90 10 ."
    )


def test_a_short_big_blind_is_all_in_and_the_price_stays() -> None:
    dealer = start([100, 100, 7], (5, 10))
    assert show(dealer) == "10 P 0 0 10!0 0 1 2 / I 100 0 . / I 95 5 . / N 0 7 ."
    assert dealer.price == 10
    assert show(play(dealer, "CA", "CA")) == (
        "10 F 0 1 10!6 0 1~21 0 1 2 / I 90 0 . / I 90 0 . / O 0 0 ."
    )


def test_the_big_blind_all_in_and_everyone_folds_to_the_small_blind() -> None:
    """Five of the seven chips are matched; no other player can match more than two."""
    folded = play(start([100, 100, 7], (5, 10)), "FO")
    assert show(folded) == "10 P 0 1 10!0 1 2 / F 100 0 FO / I 95 5 . / N 0 7 ."
    assert offers(folded) == "FO CA"
    assert folded.legal.to_call == 2, "nobody is asked for chips that no opponent can match"
    assert show(play(folded, "CA")) == "10 P 0 1 10!0 1~14 1 2 / F 100 0 FO / I 93 0 CA / O 0 0 ."


def test_a_small_blind_owes_nothing_to_a_shorter_big_blind() -> None:
    folded = play(start([100, 100, 3], (5, 10)), "FO")
    assert folded.showdown
    assert show(folded) == "10 P 0 0 10!0 1~6 1 2 / F 100 0 FO / I 97 0 . / O 0 0 ."


# Blinds that decide everything: the hand is over as soon as it starts


def test_heads_up_a_big_blind_that_the_small_one_covers_ends_the_hand_at_once() -> None:
    situation = Situation(start([1, 50], (1, 2)))
    assert situation.showdown
    assert situation.possible_acts == ()
    assert show(situation) == "2 P 0 0 2!0 1~2 0 1 / O 0 0 . / I 49 0 ."


def test_heads_up_blinds_that_put_both_all_in_end_the_hand_at_once() -> None:
    situation = Situation(start([2, 1], (1, 2)))
    assert situation.showdown
    assert show(situation) == "2 P 0 0 2!0~2 0 1 / O 1 0 . / O 0 0 ."
    assert situation.dealer.paid(situation.dealer.distribute_all([1, 2])) == (1, 2)


def test_heads_up_a_small_blind_all_in_asks_nothing_of_the_big_one() -> None:
    situation = Situation(start([50, 1], (1, 2)))
    assert situation.showdown
    assert show(situation) == "2 P 0 0 2!0 0~2 0 1 / I 49 0 . / O 0 0 ."


def test_heads_up_a_small_blind_that_can_call_more_gets_a_turn() -> None:
    assert offers(start([2, 50], (1, 2))) == "FO CA"
    assert offers(start([50, 2], (1, 2))) == "FO AA"


# Antes


def test_everyone_pays_an_ante_into_the_pot_before_the_blinds() -> None:
    dealer = start([100] * 3, (5, 10, 1))
    assert show(dealer) == "10 P 0 0 10!3 0 1 2 / I 99 0 . / I 94 5 . / I 89 10 . / ; ante=1"
    assert dealer.price == 10, "an ante is no wager"


def test_the_big_blind_pays_one_ante_for_everybody() -> None:
    assert show(start([100] * 3, (5, 10, 10, True))) == (
        "10 P 0 0 10!10 0 1 2 / I 100 0 . / I 95 5 . / I 80 10 . / ; bigBlindAnte=10"
    )


def test_a_short_ante_is_layered_as_much_from_each_as_it_paid() -> None:
    dealer = start([100, 100, 3], (5, 10, 5))
    assert show(dealer) == ("10 P 0 0 10!4 0 1~9 0 1 2 / I 95 0 . / I 90 5 . / O 0 0 . / ; ante=5")
    assert dealer.price == 10, "the big blind had nothing left, and yet it is the price"


def test_a_short_ante_may_be_shared_by_house_rule() -> None:
    rules = HouseRules().replace(short_antes=ShortAntes.SHARED)
    assert show(start([100, 100, 3], (5, 10, 5), rules=rules)) == (
        "10 P 0 0 10!0 0 1~13 0 1 2 / I 95 0 . / I 90 5 . / O 0 0 . / "
        "; rules=masa,short_antes=shared ante=5"
    )


def test_the_last_chip_may_go_in_with_the_ante() -> None:
    dealer = start([5, 100, 100], (5, 10, 5))
    assert show(dealer) == (
        "10 P 0 1 10!0 1 2~15 0 1 2 / O 0 0 . / I 90 5 . / I 85 10 . / ; ante=5"
    )


def test_the_ante_leaves_less_for_the_blind() -> None:
    assert show(start([100, 100, 12], (5, 10, 5))) == (
        "10 P 0 0 10!15 0 1 2 / I 95 0 . / I 90 5 . / N 0 7 . / ; ante=5"
    )


def test_antes_that_put_everybody_all_in_end_the_hand_at_once() -> None:
    situation = Situation(start([2, 5, 3], (5, 10, 5)))
    assert situation.showdown
    assert [str(pot) for pot in situation.dealer.side_pots] == ["2 1", "2 1 2", "6 0 1 2"]
    assert situation.dealer.chips == 10
    paid = situation.dealer.distribute_all([3, 1, 2])
    assert situation.dealer.paid(paid) == (6, 2, 2)


def test_a_short_big_blind_pays_its_ante_first_and_every_player_can_win_the_ante() -> None:
    dealer = start([100, 100, 12], (5, 10, 10, True))
    assert show(dealer) == (
        "10 P 0 0 10!10 0 1 2 / I 100 0 . / I 95 5 . / N 0 2 . / ; bigBlindAnte=10"
    )
    assert show(play(dealer, "CA", "CA")) == (
        "10 F 0 1 10!16 0 1~16 0 1 2 / I 90 0 . / I 90 0 . / O 0 0 . / ; bigBlindAnte=10"
    )


def test_a_big_blind_ante_of_the_last_chips_plays_for_the_ante_alone() -> None:
    dealer = start([100, 100, 6], (5, 10, 10, True))
    assert show(dealer) == (
        "10 P 0 0 10!0 0 1~6 0 1 2 / I 100 0 . / I 95 5 . / O 0 0 . / ; bigBlindAnte=10"
    )


def test_big_blind_ante_flag_is_ignored_without_an_ante() -> None:
    assert start([50, 50], (1, 2, 0, True)) == start([50, 50], (1, 2))


# Posts: chips of stacks whose positions do not require them


def test_a_straddle_is_a_third_blind_and_acts_last() -> None:
    dealer = start([100] * 4, (1, 2), posts={1: Post(1), 2: Post(2), 3: Post(4)})
    assert show(dealer) == "2 P 0 0 2!0 0 1 2 3 / I 100 0 . / I 99 1 . / I 98 2 . / I 96 4 ."
    assert dealer.price == 4
    assert Situation(dealer).raises == (6, 99), "raises are still measured by the big blind"
    called = play(dealer, "CA", "CA", "CA")
    assert show(called) == "2 P 0 3 2!0 0 1 2 3 / I 96 4 CA / I 96 4 CA / I 96 4 CA / I 96 4 ."
    assert offers(called).startswith("FO CH AA RR6"), "the straddle has its option"


def test_a_straddle_on_the_button_lets_the_small_blind_act_first() -> None:
    dealer = start([100] * 4, (1, 2), posts={1: Post(1), 2: Post(2), 0: Post(4)})
    assert show(dealer) == "2 P 0 1 2!0 0 1 2 3 / I 96 4 . / I 99 1 . / I 98 2 . / I 100 0 ."


def test_late_post_counts_as_a_wager_and_does_not_change_the_first_turn() -> None:
    posts = {1: Post(1), 2: Post(2), 0: Post(2, late=True)}
    dealer = start([100] * 4, (1, 2), posts=posts)
    assert show(dealer) == "2 P 0 3 2!0 0 1 2 3 / I 98 2 . / I 99 1 . / I 98 2 . / I 100 0 ."
    assert offers(play(dealer, "CA")).startswith("FO CH"), "the post may check"
    assert show(play(dealer, "CA", "CH", "CA")) == (
        "2 P 0 2 2!0 0 1 2 3 / I 98 2 CH / I 98 2 CA / I 98 2 . / I 98 2 CA"
    )


def test_a_dead_post_goes_straight_into_the_pot() -> None:
    posts = {1: Post(1), 2: Post(2), 3: Post(2, dead=1, late=True)}
    dealer = start([100] * 4, (1, 2), posts=posts)
    assert show(dealer) == "2 P 0 3 2!1 0 1 2 3 / I 100 0 . / I 99 1 . / I 98 2 . / I 97 2 ."


def test_a_player_whose_last_chip_is_a_dead_post_can_win_the_dead_posts() -> None:
    posts = {1: Post(1), 2: Post(2), 3: Post(2, dead=1, late=True)}
    dealer = start([100, 100, 100, 1], (1, 2), posts=posts)
    assert show(dealer) == "2 P 0 0 2!0 0 1 2~1 0 1 2 3 / I 100 0 . / I 99 1 . / I 98 2 . / O 0 0 ."


def test_stack_all_in_on_a_dead_post_wins_only_that_post() -> None:
    """The stack has put in one chip that counts as no wager. The others play for the blinds."""
    posts = {1: Post(1), 2: Post(2), 3: Post(2, dead=1, late=True)}
    dealer = start([100, 100, 100, 1], (1, 2), posts=posts)
    assert (dealer.stacks[3].role, dealer.pot, dealer.price) == (Role.OLD_ALL_IN, 4, 2)
    called = play(dealer, "CA", "CA", "CH")  # the all-in stack is asked for nothing
    after = play(called, "CH", "CH", "CH", "CH", "CH", "CH", "CH", "CH", "CH").dealer
    pots = after.distribute_all([1, 2, 3, 4])
    assert [str(pot) for pot in pots] == ["6 2", "1 3"]
    assert after.paid(pots) == (98, 98, 104, 1)


def test_a_player_with_a_short_dead_post_can_win_all_dead_posts() -> None:
    """A short stack can win all dead posts, as with a big-blind ante."""
    posts = {1: Post(2), 2: Post(4), 3: Post(4, dead=2, late=True), 4: Post(4, dead=2, late=True)}
    dealer = start([100, 100, 100, 1, 100], (2, 4), posts=posts)
    assert [str(pot) for pot in dealer.side_pots] == ["3 0 1 2 3 4"]
    assert dealer.stacks[3].role is Role.OLD_ALL_IN


def test_a_small_blind_may_be_missing_from_the_table() -> None:
    dealer = start([100] * 4, (1, 2), posts={2: Post(2)})
    assert show(dealer) == "2 P 0 3 2!0 0 1 2 3 / I 100 0 . / I 100 0 . / I 98 2 . / I 100 0 ."


def test_posts_that_are_the_blinds_change_nothing() -> None:
    for button in range(4):
        small, big = (button + 1) % 4, (button + 2) % 4
        posts = {small: Post(1), big: Post(2)}
        assert start([100] * 4, (1, 2), button, posts=posts) == start([100] * 4, (1, 2), button)
        posts = {small: Post(2), big: Post(2)}
        assert start([100] * 4, (2, 2), button, posts=posts) == start([100] * 4, (2, 2), button)


@each("rules", ["masa", "tda"])
@each("button", [0, 1])
@each("blinds", [(1, 2), (2, 2)])
def test_heads_up_posts_that_are_the_blinds_change_nothing(
    rules: str, button: int, blinds: tuple[int, int]
) -> None:
    plain = start([100, 100], blinds, button, rules=rules)
    posts = {plain.small_blind: Post(blinds[0]), plain.big_blind: Post(blinds[1])}
    assert start([100, 100], blinds, button, rules=rules, posts=posts) == plain


def test_posts_may_be_a_list_with_one_for_each_stack() -> None:
    as_list = [Post(), Post(1), Post(2), Post(4)]
    as_mapping = {1: Post(1), 2: Post(2), 3: Post(4)}
    assert start([50] * 4, (1, 2), posts=as_list) == start([50] * 4, (1, 2), posts=as_mapping)
    assert start([50] * 4, (1, 2), posts=[(), (1,), (2,), (4, 0)]) == start(
        [50] * 4, (1, 2), posts=as_mapping
    )


def test_antes_are_paid_beside_posts() -> None:
    posts = {1: Post(1), 2: Post(2), 3: Post(4)}
    assert show(start([100] * 4, (1, 2, 1), posts=posts)) == (
        "2 P 0 0 2!4 0 1 2 3 / I 99 0 . / I 98 1 . / I 97 2 . / I 95 4 . / ; ante=1"
    )


@each(
    ("posts", "words"),
    [
        ({4: Post(2)}, "there is no stack 4 to post"),
        ({-1: Post(2)}, "there is no stack -1 to post"),
        ({2: Post(-2)}, "stack 2 posts whole numbers of chips"),
        ({2: Post(2, dead=-1)}, "stack 2 posts whole numbers of chips"),
        ({2: Post(1.5)}, "stack 2 posts whole numbers of chips"),  # type: ignore[arg-type]  # wrong on purpose
    ],
)
def test_invalid_posts_are_refused(posts: dict[int, Post], words: str) -> None:
    with pytest.raises(BadHand, match=words):
        start([100] * 4, (1, 2), posts=posts)
