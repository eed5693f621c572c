"""Deals: one combo for each player without a common card, and the deals that are equal up to
suits."""

from typing import NamedTuple

import numpy as np

from pokermasa.batch.array import Floats, Ints, UInt16s, UInt64s
from pokermasa.batch.combo import combos, renamed_combos
from pokermasa.batch.kernel import kernel

_COMBO_BITS = np.uint64(11)
_FIRST_WORD = 5  # combos in the first of two 64-bit words
_PATIENCE = 200_000_000  # hands tried before giving up; about a second


class NoDeal(ValueError):
    """Raised if no deal is possible because the players' hands exclude each other."""

    def __str__(self) -> str:
        return "the players' hands exclude each other"


class Deals(NamedTuple):
    """A list of deals."""

    combos: UInt16s  # [deal, player]
    weights: Floats  # product of the players' weights, summed over isomorphic deals


def list_deals(hands: list[UInt16s], weights: list[Floats], most: int) -> Deals | None:
    """Return every deal of the players' *hands*, or None if there are more than *most*. Raises
    `NoDeal` if there is none."""
    order = sorted(range(len(hands)), key=lambda player: len(hands[player]))  # the narrowest first
    wanted = np.uint64(0)
    for count, player in enumerate(order, start=1):
        wanted |= np.bitwise_or.reduce(combos().mask[hands[player]])
        if np.bitwise_count(wanted) < 2 * count:  # too few different cards for these players
            raise NoDeal
    starts = np.cumsum([0, *(len(hands[player]) for player in order)])
    dealt = np.empty((most, len(hands)), np.uint16)
    products = np.empty(most)
    found = _list_deals(
        np.concatenate([hands[player] for player in order]),
        np.concatenate([weights[player] for player in order]),
        starts,
        combos().mask,
        dealt,
        products,
    )
    if found == 0:
        raise NoDeal
    if found > most:
        return None
    return Deals(np.ascontiguousarray(dealt[:found, np.argsort(order)]), products[:found].copy())


@kernel
def _list_deals(
    hands: UInt16s,
    weights: Floats,
    starts: Ints,
    masks: UInt64s,
    dealt: UInt16s,
    products: Floats,
) -> int:
    players = len(starts) - 1
    place = starts[:-1].copy()
    used = np.zeros(players + 1, np.uint64)
    product = np.ones(players + 1)
    found = 0
    player = 0
    tried = 0
    while player >= 0:
        if place[player] == starts[player + 1]:
            place[player] = starts[player]
            player -= 1
            continue
        hand = place[player]
        place[player] += 1
        tried += 1
        if tried == _PATIENCE:
            return 0 if found == 0 else len(dealt) + 1
        mask = masks[hands[hand]]
        if used[player] & mask:
            continue
        used[player + 1] = used[player] | mask
        product[player + 1] = product[player] * weights[hand]
        if player < players - 1:
            player += 1
            continue
        if found == len(dealt):
            return found + 1
        for each in range(players):
            dealt[found, each] = hands[place[each] - 1]
        products[found] = product[players]
        found += 1
    return found


def join_alike(deals: Deals, renamings: Ints) -> Deals:
    """Merge deals that the given *renamings* of suits (by index) turn into each other, adding their
    weights."""
    numbers = np.empty((2, len(deals.combos)), np.uint64)
    _least_names(deals.combos, renamed_combos()[renamings], numbers)
    order = np.lexsort(numbers[::-1])
    numbers = numbers[:, order]
    firsts = np.flatnonzero(np.r_[True, (numbers[:, 1:] != numbers[:, :-1]).any(axis=0)])
    return Deals(deals.combos[order[firsts]], np.add.reduceat(deals.weights[order], firsts))


@kernel
def _least_names(deals: UInt16s, renamed: UInt16s, numbers: UInt64s) -> None:
    """Write the smallest encoding of each deal over all renamings. Each combo takes eleven bits."""
    for deal in range(len(deals)):
        for renaming in range(len(renamed)):
            first = np.uint64(0)
            second = np.uint64(0)
            for player in range(deals.shape[1]):
                combo = np.uint64(renamed[renaming, deals[deal, player]])
                if player < _FIRST_WORD:
                    first = first << _COMBO_BITS | combo
                else:
                    second = second << _COMBO_BITS | combo
            if renaming == 0 or (first, second) < (numbers[0, deal], numbers[1, deal]):
                numbers[0, deal] = first
                numbers[1, deal] = second
