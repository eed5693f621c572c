"""Twin of a count of every board (tests/batch/brute.py), compared by tests/equity/test_counting.py.

Equity by random sampling of deals and boards, until the requested precision is reached.

The players are dealt one after another: each gets a possible hand in proportion to its weight. The
sample is weighted by the share of the range that was still possible (importance sampling), so that
no sample is rejected, however much the ranges overlap. Players with any two cards are dealt last
and do not change the weight.

A block of samples depends only on the seed and the block number, so the number of threads does not
change the result.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from math import ceil
from typing import NamedTuple, TypeAlias

import numpy as np

from pokermasa.batch.array import Floats, Ints, UInt8s, UInt16s, UInt64s
from pokermasa.batch.combo import Combos, combos
from pokermasa.batch.kernel import kernel, popcount, scalar
from pokermasa.batch.lookup import Lookup, lookup, value
from pokermasa.batch.random_numbers import mix
from pokermasa.batch.threads import spread
from pokermasa.equity.outcome import Outcome, book, winners_of
from pokermasa.equity.runout import categories

BLOCK = 1 << 13  # samples in a block
FIRST_ROUND = 8  # blocks before the precision is checked first
_AT_ONCE = 64  # blocks between two calls of `watch`: some tenths of a second
NINETY_FIVE = 1.959964  # half the width of a 95 % interval, in standard errors

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_32 = np.uint64(32)
Watch: TypeAlias = Callable[[int, int], None]
"""A function that is called with the number of samples drawn and the expected total."""
_SCARCE = 32  # expected rejections above which possible hands are searched instead of drawn


class Ranges(NamedTuple):
    """The ranges of the players, the narrowest first. Players with any two cards are listed
    separately."""

    players: Ints
    any_two: Ints  # players with any two cards
    starts: Ints  # first index of each range in the next four arrays
    hands: UInt16s
    weights: Floats
    chances: Floats  # probability of keeping a uniformly drawn hand (Walker's alias method)
    aliases: UInt16s  # hand to take otherwise, counted from the start of the range
    by_combo: Floats  # [range, combo]: weight
    by_card: Floats  # [range, card]: weight of the hands that hold the card
    totals: Floats  # weight of each range


class SampleSums(NamedTuple):
    """Sums for the standard errors; w is the weight of a sample, x a player's share of the pot."""

    weights: Floats  # Σw, Σw²
    parts: Floats  # [player]: Σwx, Σw²x, Σw²x²

    def plus(self, other: SampleSums) -> SampleSums:
        return SampleSums(self.weights + other.weights, self.parts + other.parts)


@dataclass(frozen=True, slots=True)
class Sample:
    """The samples drawn so far."""

    outcome: Outcome
    sums: SampleSums
    samples: int

    def plus(self, other: Sample) -> Sample:
        return Sample(
            self.outcome.plus(other.outcome),
            self.sums.plus(other.sums),
            self.samples + other.samples,
        )

    @property
    def errors(self) -> Floats:
        """Standard error of each player's equity."""
        total, squares = self.sums.weights
        if total == 0:
            return np.ones(len(self.sums.parts))
        mean = self.sums.parts[:, 0] / total
        spread = self.sums.parts[:, 2] - 2 * mean * self.sums.parts[:, 1] + mean**2 * squares
        errors: Floats = np.sqrt(np.maximum(spread, 0)) / total
        return errors

    @property
    def margins(self) -> Floats:
        """Half the width of each 95 % confidence interval, at least 3 / samples (the rule of
        three), which applies when all samples agree."""
        return np.maximum(NINETY_FIVE * self.errors, 3 / self.samples)


def ranges_of(weights: Floats, known: int) -> Ranges:
    """Prepare the ranges. *weights* is indexed by player and combo; *known* is the number of known
    cards."""
    free = 52 - known
    counts = np.count_nonzero(weights, axis=1)
    evenly = (counts == free * (free - 1) // 2) & (
        weights.max(axis=1) == weights.min(axis=1, where=weights > 0, initial=np.inf)
    )
    table = combos()
    players = np.flatnonzero(~evenly)
    players = players[np.argsort(counts[players], kind="stable")]
    chosen = weights[players]
    hands = [np.flatnonzero(row) for row in chosen]
    aliases = [_alias(row[hand]) for row, hand in zip(chosen, hands, strict=True)]
    by_card = np.zeros((len(players), 52))
    for card in range(52):
        by_card[:, card] = chosen[:, (table.high == card) | (table.low == card)].sum(axis=1)
    return Ranges(
        players,
        np.flatnonzero(evenly),
        np.cumsum([0, *(len(hand) for hand in hands)]),
        np.concatenate([np.empty(0), *hands]).astype(np.uint16),
        np.concatenate([np.empty(0), *(row[row > 0] for row in chosen)]),
        np.concatenate([np.empty(0), *(chances for chances, _ in aliases)]),
        np.concatenate([np.empty(0), *(other for _, other in aliases)]).astype(np.uint16),
        np.ascontiguousarray(chosen),
        by_card,
        chosen.sum(axis=1),
    )


def _alias(weights: Floats) -> tuple[Floats, Ints]:
    """Return the tables of Walker's alias method (Vose 1991): draw a hand uniformly, then keep it
    with its probability or take its alias."""
    chances = weights * (len(weights) / weights.sum())
    aliases = np.arange(len(weights))
    small = [index for index, chance in enumerate(chances) if chance < 1]
    large = [index for index, chance in enumerate(chances) if chance >= 1]
    while small and large:
        little, much = small.pop(), large[-1]
        aliases[little] = much
        chances[much] -= 1 - chances[little]
        if chances[much] < 1:
            small.append(large.pop())
    chances[small + large] = 1.0
    return chances, aliases


def sample(
    weights: Floats,
    board: int,
    dead: int,
    precision: float,
    seed: int,
    threads: int | None,
    watch: Watch | None = None,
) -> Sample:
    """Draw samples until each player's 95 % interval is within *precision* to each side."""
    ranges = ranges_of(weights, (board | dead).bit_count())
    expected = FIRST_ROUND

    def draw(first: int, end: int) -> Sample:
        whole = None
        # In pieces, so that `watch` is called regularly and memory stays small.
        for start in range(first, end, _AT_ONCE):
            draw_one = partial(_draw_block, ranges, board, dead, seed, start)
            blocks = spread(draw_one, min(_AT_ONCE, end - start), threads)
            for block in blocks:
                whole = block if whole is None else whole.plus(block)
            if watch is not None:
                watch(BLOCK * (start + len(blocks)), BLOCK * max(expected, end))
        assert whole is not None
        return whole

    drawn, done = draw(0, FIRST_ROUND), FIRST_ROUND
    while (margin := float(drawn.margins.max())) > precision:
        # Slightly more than the estimate, but at most 16 times the samples it is based on.
        expected = ceil(1.05 * done * (margin / precision) ** 2)
        end = min(max(expected, done + 1), 16 * done)
        drawn, done = drawn.plus(draw(done, end)), end
    return drawn


def _draw_block(ranges: Ranges, board: int, dead: int, seed: int, start: int, piece: int) -> Sample:
    block = start + piece
    players = len(ranges.players) + len(ranges.any_two)
    outcome = Outcome.nothing(players)
    sums = SampleSums(np.zeros(2), np.zeros((players, 3)))
    _sample(
        *(ranges, np.uint64(board), np.uint64(dead)),
        *(np.uint64(seed), np.uint64(block), BLOCK),
        *(combos(), lookup(7), categories()),
        *(outcome, sums),
    )
    return Sample(outcome, sums, BLOCK)


@kernel
def _sample(
    ranges: Ranges,
    board: np.uint64,
    dead: np.uint64,
    seed: np.uint64,
    block: np.uint64,
    samples: int,
    combo: Combos,
    tables: Lookup,
    category_of: UInt8s,
    outcome: Outcome,
    sums: SampleSums,
) -> None:
    players = len(ranges.players) + len(ranges.any_two)
    dice = np.empty(1, np.uint64)
    dice[0] = mix(mix(seed + _GOLDEN) + block)
    hands = np.empty(players, np.int64)
    cards = np.empty(2 * players, np.int64)
    values = np.empty(players, np.uint64)
    to_come = 5 - np.int64(popcount(board))
    for _ in range(samples):
        gone = board | dead
        weight = 1.0
        for index in range(len(ranges.players)):
            free = _free(index, cards, ranges)
            weight *= free / ranges.totals[index]
            hand = _draw(index, free, gone, combo.mask, ranges, dice)
            if hand < 0:
                weight = 0.0
                break
            hands[ranges.players[index]] = hand
            cards[2 * index] = combo.high[hand]
            cards[2 * index + 1] = combo.low[hand]
            gone |= combo.mask[hand]
        if weight == 0:
            continue
        for player in ranges.any_two:
            one = _next_card(gone, tables, dice)
            gone |= tables.bits[one]
            other = _next_card(gone, tables, dice)
            gone |= tables.bits[other]
            one, other = max(one, other), min(one, other)
            hands[player] = one * (one - 1) // 2 + other
        whole = board
        for _ in range(to_come):
            card = tables.bits[_next_card(gone, tables, dice)]
            gone |= card
            whole |= card
        for player in range(players):
            values[player] = value(whole | combo.mask[hands[player]], tables)
        winners = winners_of(values)
        book(winners, weight, outcome.won)
        share = 1 / popcount(np.uint64(winners))
        sums.weights[0] += weight
        sums.weights[1] += weight * weight
        for player in range(players):
            hand_class = combo.hand_class[hands[player]]
            outcome.made[player, category_of[values[player]]] += weight
            outcome.dealt[player, hand_class] += weight
            if winners >> player & 1:
                outcome.earned[player, hand_class] += weight * share
                sums.parts[player, 0] += weight * share
                sums.parts[player, 1] += weight * weight * share
                sums.parts[player, 2] += weight * weight * share * share


@scalar
def _random_bits(dice: UInt64s) -> np.uint64:
    """Return the next 64 random bits of splitmix64 (Steele, Lea and Flood 2014)."""
    dice[0] += _GOLDEN
    return mix(dice[0])


@scalar
def _next_card(gone: np.uint64, tables: Lookup, dice: UInt64s) -> np.int64:
    """Draw a card that is not gone."""
    while True:
        card = np.int64((_random_bits(dice) >> _32) * np.uint64(52) >> _32)
        if not tables.bits[card] & gone:
            return card


@scalar
def _free(index: int, cards: Ints, ranges: Ranges) -> float:
    """Return the weight of the hands of a range that hold none of the *cards* dealt before."""
    free: float = ranges.totals[index]
    for place in range(2 * index):
        one = cards[place]
        free -= ranges.by_card[index, one]
        for earlier in range(place):  # Hands of two such cards were subtracted twice.
            high, low = max(one, cards[earlier]), min(one, cards[earlier])
            free += ranges.by_combo[index, high * (high - 1) // 2 + low]
    return free


@scalar
def _draw(
    index: int, free: float, gone: np.uint64, masks: UInt64s, ranges: Ranges, dice: UInt64s
) -> np.int64:
    """Draw a possible hand of a range by weight; -1 if there is none."""
    start = ranges.starts[index]
    count = ranges.starts[index + 1] - start
    if free * _SCARCE > ranges.totals[index]:
        while True:
            random_bits = _random_bits(dice)
            place = np.int64((random_bits >> _32) * np.uint64(count) >> _32)
            if (random_bits & np.uint64(0xFFFFFFFF)) * 2.0**-32 >= ranges.chances[start + place]:
                place = np.int64(ranges.aliases[start + place])
            hand = np.int64(ranges.hands[start + place])
            if not masks[hand] & gone:
                return hand
    found = np.int64(-1)
    left = (_random_bits(dice) >> np.uint64(11)) * 2.0**-53 * free
    for index_of_hand in range(start, start + count):
        if not masks[ranges.hands[index_of_hand]] & gone:
            found = np.int64(ranges.hands[index_of_hand])
            left -= ranges.weights[index_of_hand]
            if left < 0:
                break
    return found
