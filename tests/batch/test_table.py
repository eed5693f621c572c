"""`Table` plays the game of `Situation`: every decision, every refusal and every result."""

import os
import time
from functools import partial
from random import Random
from typing import Any, NamedTuple

import numpy as np
import pytest

from pokermasa.batch import CALL, FOLD, NOBODY, RAISE, Table, Tables, rollout
from pokermasa.cards import CARDS, Deck
from pokermasa.rules import (
    AllIn,
    BadHand,
    Blinds,
    Dealer,
    HandDealer,
    HouseRules,
    IllegalAct,
    Legal,
    Post,
    Raise,
    Refusal,
    ShortRaise,
    Situation,
)
from tests.batch.test_same_game import BLINDS, BOTPOKER, HOUSES, allowed, any_house
from tests.batch.twin import as_act, decision
from tests.cases import each

HANDS = 4_000


def any_posts(source: Random, players: int, blinds: Blinds) -> list[Post] | None:
    """Random blinds in unusual places, posts of new players, dead posts, and straddles."""
    if source.random() < 0.5:
        return None
    posts = [Post()] * players
    posts[source.randrange(players)] = Post(blinds.small)
    posts[source.randrange(players)] = Post(blinds.big)
    for _ in range(source.randrange(4)):
        live = source.choice([0, blinds.big, 2 * blinds.big, source.randint(0, 3 * blinds.big)])
        dead = source.choice([0, blinds.small, source.randint(0, blinds.big)])
        posts[source.randrange(players)] = Post(live, dead, late=source.random() < 0.5)
    return posts


class Habit(NamedTuple):
    """The frequency of each kind of act, in per cent, and that of all-ins among the raises."""

    folds: int
    calls: int
    raises: int
    all_ins: int


MIXED = Habit(12, 48, 40, 10)  # mostly calls, so that hands grow old
HABITS = (MIXED, Habit(5, 15, 80, 5), Habit(10, 30, 60, 80), Habit(60, 20, 20, 10))


def any_act(source: Random, table: Table, habit: Habit) -> tuple[int, int]:
    """A random act, sometimes with an illegal amount."""
    kind = source.choices((FOLD, CALL, RAISE), habit[:3])[0]
    least, most = table.least, table.most
    how = source.random()
    if how < 0.15:
        return kind, source.randint(0, 2 * most + table.pot)
    to = least if how < 0.4 else source.randint(least, most)
    if source.random() * 100 < habit.all_ins:
        to = most
    return (kind, to) if most else (kind % RAISE, 0)


def begin(
    table: Table, source: Random, players: int, blinds: Blinds, rules: HouseRules
) -> tuple[Situation, list[int]]:
    """Start the same hand at a compiled table and by the rules."""
    deepest = source.choice([2, 12, 60, 200])
    stacks = [1 + int(source.random() * deepest * blinds.big) for _ in range(players)]
    button = source.randrange(players)
    posts = any_posts(source, players, blinds)
    if source.random() < 0.5:
        table.deal(button, stacks, source.sample(range(52), 2 * players + 5), posts)
    else:
        table.deal(button, stacks, posts=posts)
    deck = Deck([CARDS[number] for number in table.deck])
    dealer = Dealer.start(stacks, button, blinds, rules, posts)
    return Situation(dealer, HandDealer.deal(deck, players, button)), stacks


def meant(legal: Legal, kind: int, to: int) -> Any:
    """Return the expected result of an act. An all-in that is no raise is refused, unless the house
    rules take it as a call."""
    rules = legal.dealer.rules
    if kind == RAISE and to == legal.total and legal.all_in and not legal.all_in.raises:
        is_call = rules.short_raise is ShortRaise.CALL and legal.closed is None
        return AllIn() if is_call else Raise(to)
    return as_act(legal, kind, to)


def compare(table: Table, situation: Situation) -> None:
    seen = [table.turn, table.to_call, table.least, table.most, table.pot, table.round]
    seen += [table.button, *table.stacks, *table.wagers, *table.roles]
    assert seen == decision(situation)


def play(
    rules: HouseRules, players: int, blinds: Blinds, hands: int, seed: int, habit: Habit = MIXED
) -> int:
    """Play a hand at both, and return how many acts both have refused."""
    source = Random(seed)
    table = Table(players, rules, 100 * blinds.big, blinds, seed)
    refused = 0
    for _ in range(hands):
        situation, stacks = begin(table, source, players, blinds, rules)
        while not situation.end:
            compare(table, situation)
            if source.random() < 0.1:
                table = stray(table, source)
                compare(table, situation)
            kind, to = any_act(source, table, habit)
            try:
                situation = situation.move(meant(situation.legal, kind, to)).situation_after
            except IllegalAct:
                with pytest.raises(IllegalAct):
                    table.act(kind, to)
                refused += 1
                continue
            table.act(kind, to)
        assert table.is_over
        assert table.turn == NOBODY
        assert table.stacks == situation.outcome.winners.stacks, (rules, situation)
        won = [end - begin for end, begin in zip(table.stacks, stacks, strict=True)]
        assert list(table.results) == won
    return refused


def stray(table: Table, source: Random) -> Table:
    """Play another way to the end of the hand, and return to the saved position."""
    if source.random() < 0.3:
        other = table.copy()
        play_on(table, source)
        return other
    saved = table.save()
    play_on(table, source)
    table.restore(saved)
    return table


def play_on(table: Table, source: Random) -> None:
    while not table.is_over:
        kind = source.choice([CALL, RAISE if table.most else FOLD])
        table.act(kind, source.randint(table.least, table.most))


@pytest.mark.rotated
@pytest.mark.sampled(3)
@pytest.mark.parametrize("rules", HOUSES, ids=lambda rules: rules.name)
def test_a_compiled_table_equals_the_rules_at_every_decision_and_every_end(
    rules: HouseRules,
) -> None:
    refused = 0
    for players in range(2, 11):
        blinds = allowed(BLINDS[(players + HOUSES.index(rules)) % len(BLINDS)], rules)
        refused += play(rules, players, blinds, HANDS // len(HOUSES) // 9 + 1, seed=players)
    assert refused > 10


def test_an_amount_beyond_64_bits_is_refused() -> None:
    table = Table(2, seed=3)
    for to in (3, 201, 10**30, -(10**30)):
        with pytest.raises(IllegalAct, match="the least is 4, the most 200"):
            table.act(RAISE, to)
    assert (table.turn, table.most) == (0, 200)


@pytest.mark.soak
def test_soak_a_compiled_table_equals_the_rules_at_every_decision_and_every_end() -> None:
    until = time.monotonic() + float(os.environ.get("SECONDS") or 60)
    seed = int(os.environ.get("SEED") or time.time())
    source = Random(seed)
    played = 0
    while time.monotonic() < until:
        rules = any_house(source).replace(short_raise=source.choice([*ShortRaise]))
        big = source.randint(1, 30)
        ante = source.choice([0, 0, source.randint(1, 2 * big)])
        blinds = Blinds(source.randint(0, big), big, ante, source.random() < 0.5)
        players, number = source.randint(2, 10), source.randrange(2**64)
        habit = source.choice(HABITS)
        try:
            play(rules, players, blinds, 200, number, habit)
        except BaseException:
            print(
                f"\nSEED={seed}: {rules.name}, {players} players, {blinds}, {habit}, seed {number}"
            )
            raise
        played += 200
    print(f"\n{played:,} hands, seed {seed}")


def test_a_seed_gives_the_same_cards_to_a_table_as_to_the_first_of_many() -> None:
    for seed in (0, 1, 2**64 - 1, -5):
        table, tables = Table(4, seed=seed), Tables(1, 4, seed=seed)
        for _ in range(3):
            assert list(table.deck) == tables.decks[0].tolist()
            while not table.is_over:
                table.act(FOLD)
                tables.step([FOLD])
            table.deal()


def test_botpoker_rules_take_a_raise_below_the_minimum_as_a_call() -> None:
    """Document 003, at two of many tables and at a single table."""
    table = Table(3, "botpoker", 100, (1, 2))
    table.act(RAISE, 3)
    assert table.wagers == (2, 1, 2)
    tables = Tables(2, 3, "botpoker", 100, (1, 2))
    tables.step([RAISE, RAISE], [3, 4])
    assert tables.state.wager.tolist() == [[2, 1, 2], [4, 1, 2]]
    table = Table(2, BOTPOKER, [50, 100], (1, 2))
    table.act(RAISE, 50)
    with pytest.raises(IllegalAct, match="no raise is open"):
        table.act(RAISE, 60)


@each(
    ("kind", "to", "code", "words"),
    [
        (RAISE, 3, Refusal.TOO_SMALL, "raise to 3, but the least is 4, the most 200"),
        (RAISE, -(2**63), Refusal.TOO_SMALL, "raise to -9223372036854775808, but the least is 4"),
        (RAISE, 201, Refusal.TOO_LARGE, "raise to 201"),
        (RAISE, 10**30, Refusal.TOO_LARGE, "the most 200"),
        (RAISE, 4.0, Refusal.NOT_WHOLE, "not a whole number of chips: 4.0"),
        (RAISE, "4", Refusal.NOT_WHOLE, "'4'"),
        (1.5, 0, Refusal.NOT_WHOLE, "1.5"),
        (None, 0, Refusal.NOT_WHOLE, "None"),
        (3, 0, Refusal.NOT_AN_ACT, "3 is no act: fold is 0, check or call 1, raise 2"),
        (-1, 0, Refusal.NOT_AN_ACT, "-1 is no act"),
        (10**30, 0, Refusal.NOT_AN_ACT, "is no act"),
    ],
)
def test_an_illegal_act_is_refused_and_changes_nothing(
    kind: Any, to: Any, code: Refusal, words: str
) -> None:
    table = Table(2, seed=3)
    before = table.save()
    with pytest.raises(IllegalAct, match=words) as refusal:
        table.act(kind, to)
    assert refusal.value.code is code
    assert (table.save().memory == before.memory).all()
    assert (table.turn, table.to_call, table.least, table.most) == (0, 1, 4, 200)


def test_numpy_integers_are_accepted() -> None:
    table = Table(2)
    of_numpy: Any = np.int64(RAISE), np.uint8(6)
    table.act(*of_numpy)
    assert table.wagers == (6, 2)


def test_acts_after_the_end_of_the_hand_are_refused() -> None:
    table = Table(2)
    table.act(FOLD)
    for kind in (FOLD, CALL, RAISE):
        with pytest.raises(IllegalAct, match="the hand is over"):
            table.act(kind, 4)
    assert table.results == (-1, 1)


@each(
    ("given", "words"),
    [
        ({"button": 2}, "button: a place from 0 to 1, not 2"),
        ({"button": -1}, "button: a place from 0 to 1, not -1"),
        ({"stacks": [100]}, "stacks: one, 2, or 1 x 2, not of shape"),
        ({"stacks": [0, 100]}, "stacks: 1 to"),
        ({"deck": [1] * 9}, "a card twice"),
        ({"deck": range(8)}, "rows of 9 cards"),
        ({"deck": [*range(8), 52]}, "cards are 0 to 51"),
        ({"posts": {5: Post(2)}}, "there is no stack 5 to post"),
        ({"stacks": [10, 10], "posts": {0: Post(-2)}}, "whole numbers of chips"),
    ],
)
def test_an_invalid_deal_leaves_the_current_hand_unchanged(
    given: dict[str, Any], words: str
) -> None:
    table = Table(2, seed=1)
    table.act(CALL)
    before = table.save()
    with pytest.raises(ValueError, match=words):
        table.deal(**given)
    assert (table.save().memory == before.memory).all()
    assert table.turn == 1


@each("deal", [Table, partial(Tables, 4), partial(rollout, 10)])
def test_blinds_that_break_the_house_rules_are_refused(deal: Any) -> None:
    with pytest.raises(BadHand, match="the small blind is half of the big: 10, not 1"):
        deal(players=3, rules="limit", blinds=(1, 20))
    deal(players=3, rules="limit", blinds=(10, 20))
    deal(players=3, rules="tda", blinds=(1, 20))


def test_a_position_saved_in_another_game_is_refused() -> None:
    saved = Table(3).save()
    for other in (Table(2), Table(3, "limit"), Table(3, blinds=(2, 4))):
        with pytest.raises(ValueError, match="other rules or places"):
            other.restore(saved)


def test_a_copy_does_not_share_state_with_its_original() -> None:
    table = Table(3, seed=5)
    other = table.copy()
    table.act(FOLD)
    assert (other.turn, table.turn) == (0, 1)
    other.act(RAISE, 200)
    assert (table.most, other.most) == (200, 0)
    saved = table.save()
    table.act(FOLD)
    assert (saved.memory != table.save().memory).any()


def test_a_hand_decided_by_the_blinds_is_over_at_once() -> None:
    table = Table(2, stacks=[1, 1])
    assert table.is_over
    assert sorted(table.results) in ([-1, 1], [0, 0])
    assert len(table.board) == 5


def test_the_board_shows_only_the_cards_of_the_rounds_so_far() -> None:
    table = Table(2)
    for cards in (0, 3, 4, 5):
        assert table.board == table.deck[4 : 4 + cards]
        table.act(CALL)
        table.act(CALL)
    assert table.is_over
    table.deal()
    table.act(FOLD)
    assert table.board == ()
