"""Forced payments before the cards, computed once at the start of the hand."""

from typing import Any

import pytest

from pokermasa.rules import Blinds, HouseRules, Post, Posting, StackIndex
from pokermasa.rules.opening import open_hand
from pokermasa.rules.posting import PostingKind

ANTE, SMALL, BIG = PostingKind.ANTE, PostingKind.SMALL, PostingKind.BIG
STRADDLE, DEAD, LATE = PostingKind.STRADDLE, PostingKind.DEAD, PostingKind.LATE
TDA = HouseRules.named("tda")


def posted(
    stacks: list[Any],
    blinds: Blinds,
    posts: dict[int, Post] | None = None,
    button: int = 0,
    rules: HouseRules = TDA,
) -> list[Any]:
    return list(open_hand(stacks, StackIndex(button), blinds, rules, posts).postings)


def test_the_two_blinds() -> None:
    assert posted([100] * 3, Blinds(1, 2)) == [
        Posting(StackIndex(1), SMALL, 1),
        Posting(StackIndex(2), BIG, 2),
    ]


def test_missing_small_blind_gives_no_posting() -> None:
    assert posted([100] * 3, Blinds(0, 2)) == [Posting(StackIndex(2), BIG, 2)]


@pytest.mark.parametrize(("rules", "small"), [("tda", 0), ("masa", 1)])
def test_postings_heads_up_follow_the_house_rules(rules: str, small: int) -> None:
    postings = posted([100, 100], Blinds(1, 2), rules=HouseRules.named(rules))
    assert postings == [
        Posting(StackIndex(small), SMALL, 1),
        Posting(StackIndex(1 - small), BIG, 2),
    ]


def test_antes_come_first_from_the_left_of_the_button() -> None:
    assert posted([100] * 3, Blinds(1, 2, ante=1), button=1) == [
        Posting(StackIndex(2), ANTE, 1),
        Posting(StackIndex(0), ANTE, 1),
        Posting(StackIndex(1), ANTE, 1),
        Posting(StackIndex(2), SMALL, 1),
        Posting(StackIndex(0), BIG, 2),
    ]


def test_blinds_that_end_the_hand_are_blinds_and_not_antes() -> None:
    """All players are all in at once, and no wager shows which payment was a blind."""
    assert posted([1, 2], Blinds(1, 2)) == [
        Posting(StackIndex(0), SMALL, 1, is_all_in=True),
        Posting(StackIndex(1), BIG, 2, is_all_in=True),
    ]


def test_a_dead_post_under_a_big_blind_ante_is_no_ante() -> None:
    blinds = Blinds(1, 2, ante=2, big_blind_ante=True)
    posts = {1: Post(1), 2: Post(2), 0: Post(2, dead=1, late=True)}
    assert posted([100] * 3, blinds, posts) == [
        Posting(StackIndex(2), ANTE, 2),
        Posting(StackIndex(0), DEAD, 1),
        Posting(StackIndex(1), SMALL, 1),
        Posting(StackIndex(2), BIG, 2),
        Posting(StackIndex(0), LATE, 2),
    ]


def test_a_straddle_and_a_dead_small_blind() -> None:
    posts = {1: Post(2), 2: Post(4)}
    assert posted([100] * 4, Blinds(1, 2), posts) == [
        Posting(StackIndex(1), BIG, 2),
        Posting(StackIndex(2), STRADDLE, 4),
    ]


def test_nobody_pays_more_than_they_have() -> None:
    blinds = Blinds(2, 4, ante=1)
    assert posted([100, 1, 3], blinds) == [
        Posting(StackIndex(1), ANTE, 1, is_all_in=True),
        Posting(StackIndex(2), ANTE, 1),
        Posting(StackIndex(0), ANTE, 1),
        Posting(StackIndex(2), BIG, 2, is_all_in=True),
    ]


def test_a_stack_all_in_on_a_dead_post_pays_nothing_live() -> None:
    posts = {1: Post(1), 2: Post(2), 0: Post(2, dead=1, late=True)}
    assert posted([1, 100, 100], Blinds(1, 2), posts) == [
        Posting(StackIndex(0), DEAD, 1, is_all_in=True),
        Posting(StackIndex(1), SMALL, 1),
        Posting(StackIndex(2), BIG, 2),
    ]
