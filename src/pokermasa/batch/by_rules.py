"""Repeats `decide` and `shuffle`, not compiled; held by tests/batch/test_by_rules.py.

A short `rollout` on a machine where nothing is compiled yet: `rules.Situation` plays it, with the
same luck and so with the same result, in less time than compiling takes.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pokermasa.batch.array import Floats, Ints
from pokermasa.batch.chart import Chart, hand_classes
from pokermasa.batch.hand import CALL, FOLD, RAISE
from pokermasa.batch.policy import Policy
from pokermasa.cards import CARDS, Deck
from pokermasa.rules import (
    AllIn,
    Blinds,
    Call,
    Check,
    Chips,
    Dealer,
    Fold,
    HandDealer,
    HouseRules,
    Legal,
    PlayerAct,
    Raise,
    Showdown,
    Situation,
)

MOST_HANDS = 10_000
"""That are played like this in one process, all calls together: one to two seconds, and compiling
takes three."""
MASK = 2**64 - 1


class Luck:
    """`luck.roll` from `luck.source`, in Python's numbers."""

    def __init__(self, seed: int, number: int) -> None:
        self._number = mixed(seed + mixed(number + STEP & MASK) & MASK)

    def roll(self) -> int:
        self._number = self._number + STEP & MASK
        return mixed(self._number)

    def part(self) -> float:
        return (self.roll() >> 11) * 2.0**-53


STEP = 0x9E3779B97F4A7C15


def mixed(number: int) -> int:
    """Repeats `luck.mixed`."""
    number = (number ^ number >> 30) * 0xBF58476D1CE4E5B9 & MASK
    number = (number ^ number >> 27) * 0x94D049BB133111EB & MASK
    return number ^ number >> 31


def shuffled(luck: Luck, need: int) -> list[int]:
    """Two cards a roll; one that lies there already is passed over."""
    cards: list[int] = []
    while True:
        rolled = luck.roll()
        for half in (rolled & 0xFFFFFFFF, rolled >> 32):
            card = half * 52 >> 32
            if card not in cards:
                cards.append(card)
                if len(cards) == need:
                    return cards


def decide(policy: Policy, situation: Situation, luck: Luck) -> tuple[int, Chips]:
    legal, turn = situation.legal, situation.dealer.turn_to_act
    to_call = legal.to_call
    least, most = raise_range(legal)
    among = luck.part()
    chosen, size = CALL, "any"
    if policy == "random":
        chosen = int(among * (1 + (to_call > 0) + (most > 0))) + (to_call == 0)
    elif policy == "folder":
        chosen = FOLD if to_call else CALL
    elif isinstance(policy, Chart):
        assert situation.hand_dealer is not None
        hole = [card.number for card in situation.hand_dealer.hands[turn] or ()]
        to_fold, to_stay = policy.upto[situation.round.place, hand_classes([hole])[0]]
        size = policy.raise_to
        if among >= to_stay:
            chosen = RAISE if most else CALL
        elif among < to_fold and to_call:
            chosen = FOLD
    if chosen != RAISE:
        return chosen, 0
    if size == "pot":
        pot = legal.wager + 2 * to_call + situation.dealer.pot
        return RAISE, min(max(pot, least), most)
    if size == "any":
        return RAISE, least + int(luck.part() * (most - least + 1))
    return RAISE, least if size == "least" else most


def raise_range(legal: Legal) -> tuple[Chips, Chips]:
    """With the all-in, where that raises; zeros for none."""
    least, most = legal.raises or (0, 0)
    if legal.all_in is not None and legal.all_in.raises:
        return least or legal.total, legal.total
    return least, most


def as_act(legal: Legal, kind: int, to: Chips) -> PlayerAct:
    if kind == FOLD:
        return Fold()
    if kind == CALL:
        return Check() if legal.may_check else Call() if legal.may_call else AllIn()
    return AllIn() if to == legal.total and legal.all_in is not None else Raise(to)


def play(
    policies: Sequence[Policy],
    rules: HouseRules,
    stacks: Sequence[Chips],
    blinds: Blinds,
    bets: tuple[Chips, Chips] | None,
    seed: int,
    numbers: range,
    kept: Ints,
) -> tuple[Ints, Floats, Ints]:
    """As the kernel: sums and squares by place, and how many acts and showdowns there were."""
    players = len(stacks)
    sums, squares = [0] * players, [0.0] * players
    acts = showdowns = 0
    for number in numbers:
        luck, button = Luck(seed, number), number % players
        deck = Deck([CARDS[card] for card in shuffled(luck, 2 * players + 5)])
        dealer = Dealer.start(stacks, button, blinds, rules, bets=bets)
        situation = Situation(dealer, HandDealer.deal(deck, players, button))
        while not situation.end:
            policy = policies[situation.dealer.turn_to_act]
            act = as_act(situation.legal, *decide(policy, situation, luck))
            situation = situation.move(act).situation_after
            acts += 1
        outcome = situation.outcome
        assert outcome is not None
        showdowns += isinstance(outcome, Showdown)
        for place, (end, begin) in enumerate(zip(outcome.winners.stacks, stacks, strict=True)):
            sums[place] += end - begin
            squares[place] += float(end - begin) * float(end - begin)
            if len(kept):
                kept[number - numbers.start, place] = end - begin
    return np.array(sums, np.int64), np.array(squares), np.array([acts, showdowns, 0])
