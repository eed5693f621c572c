"""One hand against weighted ranges: what a player asks at every decision, in microseconds.

A board is looked at once: every hand of two cards on every runout of a fixed choice of runouts.
After that, each question is a sum. From the turn on, all runouts are there and two players' answer
is exact; before, runouts are drawn, alike for the same board in every process.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import NamedTuple

import numpy as np

from pokermasa.batch.array import Floats, Ints, UInt8s, UInt16s, UInt64s
from pokermasa.batch.combo import combos
from pokermasa.batch.kernel import kernel, popcount, scalar
from pokermasa.batch.lookup import Lookup, lookup, value, value_of_ranks
from pokermasa.batch.luck import mixed
from pokermasa.strength.category import STRONGEST

COMBOS = 1326
BOARDS = 384  # whole boards, before the flop
RIVERS = 1  # for each turn card, on the flop
FEW = 32  # runouts are enough for several opponents at once

FOLDS, STAYS, RAISES = 0, 1, 2  # what `answers` tells apart

_STEPS = 512  # of strength, when a range is put in order
_STEP = np.uint64(0x9E3779B97F4A7C15)
_32 = np.uint64(32)
_KEY, _RANKS = np.uint64(0xFFFFFFFF), np.uint64(0x1FFF)
_FINE = 2  # strength takes four hand numbers in a row for the same


class Outlook(NamedTuple):
    """What every hand of two cards may become on one board."""

    runouts: UInt64s
    """The cards to come, as masks; in an order of which every part is a fair choice."""
    values: UInt16s
    """[runout, combo]: the hand number; 0 where a card would be there twice."""
    now: UInt16s
    """[combo]: the hand number so far; 0 before the flop, and where a card would be there twice."""
    strength: Floats
    """[combo]: the part of all other hands that it beats in the end; below 0 where it cannot be."""


def combo_of(one: int, other: int) -> int:
    """The number of a hand of two card numbers.

    >>> combo_of(51, 50), combo_of(0, 1)
    (1325, 0)
    """
    high, low = max(one, other), min(one, other)
    return high * (high - 1) // 2 + low


class Plan(NamedTuple):
    """What all boards have in common."""

    masks: UInt64s
    """By combo."""
    pairs: UInt8s
    """By combo: which of the 91 pairs of ranks it is."""
    pair_keys: UInt64s
    """By pair of ranks: what it adds to the key of the board (see `lookup`)."""
    suited: Ints
    """[suit, 78]: the combos of that suit."""
    holding: Ints
    """[card, 51]: the combos that hold it."""


@cache
def plan() -> Plan:
    high, low = combos().high.astype(np.int64), combos().low.astype(np.int64)
    keys = lookup(7).suits[1 << np.arange(13)]
    ranks = high // 4 * 13 + low // 4
    pairs = np.unique(ranks)
    return Plan(
        combos().mask,
        np.searchsorted(pairs, ranks).astype(np.uint8),
        keys[pairs // 13] + keys[pairs % 13],
        np.array([np.flatnonzero((high % 4 == suit) & (low % 4 == suit)) for suit in range(4)]),
        np.array([np.flatnonzero((high == card) | (low == card)) for card in range(52)]),
    )


@lru_cache(96)
def outlook(board: tuple[int, ...]) -> Outlook:
    """*board*: none, three, four or five card numbers, in any order.

    >>> river = outlook((51, 47, 43, 39, 34))            # A K Q J of spades, ten of hearts
    >>> river.values.shape, int(river.values[0, combo_of(35, 0)])
    ((1, 1326), 7462)
    """
    bits = lookup(7).bits
    cards = np.uint64(sum(int(bits[card]) for card in board))
    free = np.array([card for card in range(52) if card not in board], np.int64)
    runouts = np.zeros({0: BOARDS, 3: RIVERS * 49, 4: 48, 5: 1}[len(board)], np.uint64)
    values = np.zeros((len(runouts), COMBOS), np.uint16)
    now = np.zeros(COMBOS, np.uint16)
    strength = np.zeros(COMBOS)
    _draw(cards, 5 - len(board), free, bits, runouts)
    _look(cards, runouts, plan(), lookup(7), values, strength)
    if board:
        _evaluate(cards, combos().mask, lookup(2 + len(board)), now)
    return Outlook(runouts, values, now, strength)


@lru_cache(2048)
def edges(board: tuple[int, ...], hand: int) -> Floats:
    """[combo]: how much of the pot *hand* takes from it; ½ for all where nothing can be told.

    >>> aces, kings = combo_of(51, 50), combo_of(47, 46)
    >>> f"{edges((), aces)[kings]:.0%}"
    '83%'
    """
    seen = outlook(board)
    won = np.empty(COMBOS)
    _edge(seen.values, hand, won)
    return won


def answers(
    weights: Floats,
    strength: Floats,
    fold: float,
    raising: float,
    honesty: float,
    bluff: float,
) -> Floats:
    """[act, combo]: *weights* split by what a player would do with each hand.

    The player folds so many of its hands and raises so many. As far as it is honest it raises the
    strongest, but for the *bluff* part, and folds the weakest; else its cards do not matter.
    """
    split = np.empty((3, COMBOS))
    _answer(weights, strength, fold, raising, honesty, bluff, split)
    return split


def shares(
    seen: Outlook, hand: int, stays: Floats, folding: Floats, few: int = FEW
) -> tuple[Floats, Floats]:
    """The chance that so many opponents stay, and the part of it in which *hand* takes the pot.

    *stays* has a row of weights for each opponent, whose sum is the chance that it stays; with that
    of *folding* it may be less than one, the rest being something else.
    """
    chance, won = np.zeros(len(stays) + 1), np.zeros(len(stays) + 1)
    _share(seen.runouts, seen.values, hand, combos().mask, stays, folding, few, chance, won)
    return chance, won


def standing(seen: Outlook, hand: int, won: Floats, weights: Floats) -> tuple[float, float, float]:
    """Against a range, *won* being the hand's `edges`: the chance to be ahead now (a tie is half of
    that), to end ahead when behind, and to end behind when ahead.

    >>> flop = (50, 45, 40)                       # ace of hearts, king of diamonds, queen of clubs
    >>> fours, straight = combo_of(8, 9), combo_of(35, 39)             # the latter jack and ten
    >>> anything = np.where(outlook(flop).now > 0, 1.0, 0.0)
    >>> [f"{part:.0%}" for part in standing(outlook(flop), fours, edges(flop, fours), anything)]
    ['61%', '8%', '23%']
    >>> [f"{p:.0%}" for p in standing(outlook(flop), straight, edges(flop, straight), anything)]
    ['99%', '0%', '3%']
    """
    told = np.zeros(3)
    _stand(seen.now, hand, won, weights, told)
    return float(told[0]), float(told[1]), float(told[2])


@scalar
def _card(dice: UInt64s, end: int) -> np.int64:
    """A place below *end*."""
    dice[0] += _STEP
    return np.int64((mixed(dice[0]) >> _32) * np.uint64(end) >> _32)


@kernel
def _draw(board: np.uint64, to_come: int, free: Ints, bits: UInt64s, runouts: UInt64s) -> None:
    dice = np.empty(1, np.uint64)
    dice[0] = mixed(board + _STEP)
    cards = free.copy()
    end = len(cards)
    for place in range(end - 1, 0, -1):
        other = _card(dice, place + 1)
        cards[place], cards[other] = cards[other], cards[place]
    for runout in range(len(runouts)):
        if to_come == 1:
            runouts[runout] = bits[cards[runout]]
        elif to_come == 2:
            # every turn card as often as any other
            first = runout % end
            second = _card(dice, end - 1)
            second += second >= first
            runouts[runout] = bits[cards[first]] | bits[cards[second]]
        elif to_come == 5:
            mask = np.uint64(0)
            while popcount(mask) < 5:
                mask |= bits[cards[_card(dice, end)]]
            runouts[runout] = mask


@kernel
def _look(
    board: np.uint64,
    runouts: UInt64s,
    plan: Plan,
    tables: Lookup,
    values: UInt16s,
    strength: Floats,
) -> None:
    masks = plan.masks
    of_ranks = np.zeros(len(plan.pair_keys), np.uint16)
    counts = np.zeros((STRONGEST >> _FINE) + 1, np.int32)
    seen = np.zeros(len(masks), np.int32)
    for runout in range(len(runouts)):
        whole = board | runouts[runout]
        row = values[runout]
        # Flushes aside, a hand is its ranks, and two cards have 91 of them.
        key = np.uint64(0)
        for suit in range(4):
            key += tables.suits[whole >> np.uint64(16 * suit) & _RANKS] & _KEY
        for pair in range(len(of_ranks)):
            of_ranks[pair] = value_of_ranks(key + plan.pair_keys[pair], tables)
        for combo in range(len(masks)):
            row[combo] = of_ranks[plan.pairs[combo]]
        for suit in range(4):
            shift = np.uint64(16 * suit)
            ranks = whole >> shift & _RANKS
            count = popcount(ranks)
            if count == 3:
                for combo in plan.suited[suit]:
                    flush = tables.suits[ranks | masks[combo] >> shift & _RANKS] >> _32
                    row[combo] = max(row[combo], np.uint16(flush))
            elif count > 3:
                for combo in range(len(masks)):
                    flush = tables.suits[ranks | masks[combo] >> shift & _RANKS] >> _32
                    row[combo] = max(row[combo], np.uint16(flush))
        for card in range(52):
            if tables.bits[card] & whole:
                for combo in plan.holding[card]:
                    row[combo] = 0
        counts[:] = 0
        alive = 0
        for combo in range(len(masks)):
            counts[row[combo] >> _FINE] += 1
            alive += row[combo] != 0
        counts[0] -= len(masks) - alive
        below = 0
        for step in range(len(counts)):
            count_here = counts[step]
            counts[step] = 2 * below + count_here - 1  # halves: beaten, or as good as tied
            below += count_here
        for combo in range(len(masks)):
            if row[combo]:
                strength[combo] += counts[row[combo] >> _FINE] / (2.0 * (alive - 1))
                seen[combo] += 1
    for combo in range(len(masks)):
        strength[combo] = strength[combo] / seen[combo] if seen[combo] else -1.0


@kernel
def _evaluate(board: np.uint64, masks: UInt64s, tables: Lookup, now: UInt16s) -> None:
    for combo in range(len(masks)):
        if not masks[combo] & board:
            now[combo] = value(board | masks[combo], tables)


@kernel
def _edge(values: UInt16s, hand: int, won: Floats) -> None:
    halves = np.zeros(values.shape[1], np.int32)
    seen = np.zeros(values.shape[1], np.int32)
    for runout in range(len(values)):
        mine = values[runout, hand]
        if mine:
            row = values[runout]
            for combo in range(len(row)):
                other = row[combo]
                halves[combo] += np.int32(other < mine) + np.int32(other <= mine)
                seen[combo] += np.int32(other != 0)
                halves[combo] -= np.int32(2) * np.int32(other == 0)
    for combo in range(len(won)):
        won[combo] = halves[combo] / (2 * seen[combo]) if seen[combo] else 0.5


@kernel
def _stand(now: UInt16s, hand: int, won: Floats, weights: Floats, told: Floats) -> None:
    mine = now[hand]
    total, ahead, behind, better, worse = 0.0, 0.0, 0.0, 0.0, 0.0
    for combo in range(len(now)):
        weight = weights[combo]
        total += weight
        if now[combo] < mine:
            ahead += weight
            worse += weight * (1 - won[combo])
        elif now[combo] > mine:
            behind += weight
            better += weight * won[combo]
    if total > 0:
        told[0] = (ahead + (total - ahead - behind) / 2) / total
    if behind > 0:
        told[1] = better / behind
    if ahead > 0:
        told[2] = worse / ahead


@kernel
def _answer(
    weights: Floats,
    strength: Floats,
    fold: float,
    raising: float,
    honesty: float,
    bluff: float,
    split: Floats,
) -> None:
    # how much of the range is weaker than each step of strength
    steps = np.zeros(_STEPS + 1)
    total = 0.0
    for combo in range(len(weights)):
        if weights[combo] > 0:
            steps[np.int64(strength[combo] * _STEPS)] += weights[combo]
            total += weights[combo]
    below = 0.0
    for step in range(_STEPS + 1):
        part = steps[step]
        steps[step] = (below + part / 2) / total if total > 0 else 0.5
        below += part
    stay = 1 - fold - raising
    value_raise = raising * (1 - bluff)
    top, top_width = 1 - value_raise, min(0.2, 2 * value_raise, 2 - 2 * value_raise)
    bottom, bottom_width = fold, min(0.2, 2 * fold, 2 - 2 * fold)
    # bluffs come from the weaker half of what does not raise for its strength
    weak = max(top / 2, 1e-9)
    for combo in range(len(weights)):
        weight = weights[combo]
        if weight <= 0:
            split[0, combo] = split[1, combo] = split[2, combo] = 0.0
            continue
        place = steps[np.int64(strength[combo] * _STEPS)]
        raises = _ramp(place, top, top_width)
        if place < weak:
            raises = min(1.0, raises + raising * bluff / weak)
        folds = (1 - _ramp(place, bottom, bottom_width)) * (1 - raises)
        raises = honesty * raises + (1 - honesty) * raising
        folds = honesty * folds + (1 - honesty) * fold
        # nobody is so regular that a hand can be ruled out
        raises = 0.97 * raises + 0.03 * raising
        folds = 0.97 * folds + 0.03 * fold
        stays = max(1 - raises - folds, 0.03 * stay)
        split[0, combo] = weight * folds
        split[1, combo] = weight * stays
        split[2, combo] = weight * raises


@scalar
def _ramp(place: float, middle: float, width: float) -> float:
    """0 well below the middle, 1 well above."""
    if width <= 0:
        return 1.0 if place >= middle else 0.0
    return min(1.0, max(0.0, (place - middle) / width + 0.5))


@kernel
def _share(
    runouts: UInt64s,
    values: UInt16s,
    hand: int,
    masks: UInt64s,
    stays: Floats,
    folding: Floats,
    few: int,
    chance: Floats,
    won: Floats,
) -> None:
    players = len(stays)
    combo_count = values.shape[1]
    # whole numbers add up in any order, so the loop below may take many at a time
    weights = np.zeros((players, combo_count), np.int32)
    staying = np.zeros(players)
    for player in range(players):
        for combo in range(combo_count):
            staying[player] += stays[player, combo]
        if staying[player] > 0:
            for combo in range(combo_count):
                if not masks[combo] & masks[hand]:
                    part = stays[player, combo] / staying[player]
                    weights[player, combo] = np.int32(part * 1e9)
    chance[0] = 1.0
    for player in range(players):
        for count in range(player + 1, -1, -1):
            before = chance[count - 1] if count > 0 else 0.0
            chance[count] = chance[count] * folding[player] + before * staying[player]
    parts = np.zeros(players + 1)
    used = 0
    for runout in range(len(runouts)):
        mine = values[runout, hand]
        if not mine:
            continue
        row = values[runout]
        parts[:] = 0.0
        parts[0] = 1.0
        for player in range(players):
            mass = weights[player]
            below = np.int32(0)
            up_to = np.int32(0)
            gone = np.int32(0)
            whole = np.int32(0)
            for combo in range(combo_count):
                other = row[combo]
                weight = mass[combo]
                whole += weight
                gone += weight if other == 0 else np.int32(0)
                below += weight if other < mine else np.int32(0)
                up_to += weight if other <= mine else np.int32(0)
            left = whole - gone
            part = ((below - gone) + (up_to - gone)) / (2.0 * left) if left > 0 else 0.5
            for count in range(player + 1, -1, -1):
                before = parts[count - 1] if count > 0 else 0.0
                parts[count] = parts[count] * folding[player] + before * staying[player] * part
        for count in range(players + 1):
            won[count] += parts[count]
        used += 1
        if used == few:
            break
    if used:
        for count in range(players + 1):
            won[count] /= used
