"""Hand evaluation for arrays of cards, with the same hand ranks as `pokermasa.strength`."""

from collections.abc import Sequence
from typing import Any, NoReturn

import numpy as np
import numpy.typing as npt

from pokermasa.batch.array import Ints, UInt8s, UInt16s
from pokermasa.batch.kernel import allocation_free_kernel, popcount
from pokermasa.batch.lookup import Lookup, lookup, value
from pokermasa.batch.threads import spread, thread_count
from pokermasa.cards import Card, CardError, CardRefusal, CardsLike, read_cards

_MANY = 10_000  # numbers from which the compiled conversion pays


def evaluate(
    cards: npt.ArrayLike | Sequence[CardsLike] | Sequence[Card], threads: int | None = 1
) -> UInt16s:
    """Return the hand rank, 1 to 7462, of each row of five, six or seven cards.

    A row may be a text, several cards, or card numbers. A contiguous `uint8` array of numbers is
    fastest; other integers are copied first, and texts and cards are read one by one. *threads*
    None uses all cores. Raises `CardError` for what is not a card or a card twice in a row, and
    `TypeError` or `ValueError` for other arrays.

    >>> evaluate([[51, 47, 43, 39, 35, 1, 4], [0, 5, 10, 15, 16, 29, 34]])
    array([7462, 5855], dtype=uint16)
    >>> evaluate(["As Ks Qs Js Ts 2d 3c", "2c 3d 4h 5s 6c 9d Th"])
    array([7462, 5855], dtype=uint16)
    >>> evaluate([[51, 47, 43, 39, 51]])
    Traceback (most recent call last):
        ...
    pokermasa.cards.refusal.CardError: row 0: the ace of spades (As, 51) twice
    """
    hands = np.asarray(_numbers(cards))
    if hands.dtype.kind not in "ui" and hands.size:
        raise TypeError(f"card numbers are integers, not {hands.dtype}")
    if hands.ndim == 0 or hands.shape[-1] not in (5, 6, 7):
        raise ValueError(f"a row holds five, six or seven cards; this has the shape {hands.shape}")
    rows = _rows(hands)
    values = np.empty(len(rows), np.uint16)
    tables = lookup(rows.shape[1])
    pieces = min(thread_count(threads), len(rows))
    ends = [len(rows) * piece // pieces for piece in range(pieces + 1)] if pieces else []

    def evaluate_piece(piece: int) -> int:
        part = slice(ends[piece], ends[piece + 1])
        bad = evaluate_rows(rows[part], tables, values[part])
        return ends[piece] + bad if bad >= 0 else -1

    for bad in spread(evaluate_piece, pieces, threads):
        if bad >= 0:
            _refuse(hands, bad)
    return values.reshape(hands.shape[:-1])


def _numbers(cards: npt.ArrayLike | Sequence[CardsLike] | Sequence[Card]) -> Any:
    """Return the numbers of cards that are given as texts or as `Card`, and numbers as they are."""
    if isinstance(cards, str):
        return [card.number for card in read_cards(cards)]
    if not isinstance(cards, list | tuple) or not cards:
        return cards
    if isinstance(cards[0], Card):
        return [card.number for card in read_cards(cards)]
    first = cards[0][0] if isinstance(cards[0], list | tuple) and cards[0] else cards[0]
    if not isinstance(first, str | Card):
        return cards
    rows = [[card.number for card in read_cards(row)] for row in cards]
    if len({len(row) for row in rows}) > 1:
        sizes = sorted({len(row) for row in rows})
        raise ValueError(f"all rows have the same number of cards, not {sizes[0]} and {sizes[-1]}")
    return rows


def _rows(hands: npt.NDArray[np.integer]) -> UInt8s:
    """Return the hands as a contiguous table of bytes for the kernel."""
    if hands.dtype == np.int64 and hands.size >= _MANY:
        # Convert and check in one pass. A separate check would double the total time.
        flat = np.ascontiguousarray(hands).reshape(-1)
        flat = flat if flat.flags.writeable else flat.copy()
        narrow = np.empty(flat.shape, np.uint8)
        bad = narrowed(flat, narrow)
        if bad >= 0:
            _refuse(hands, bad // hands.shape[-1])
        return narrow.reshape(-1, hands.shape[-1])
    if hands.dtype != np.uint8:
        if hands.size and not 0 <= hands.min() <= hands.max() < 52:
            outside = ((hands < 0) | (hands >= 52)).any(axis=-1)
            _refuse(hands, int(outside.argmax()))
        hands = hands.astype(np.uint8)
    rows = np.ascontiguousarray(hands).reshape(-1, hands.shape[-1])
    return rows if rows.flags.writeable else rows.copy()


@allocation_free_kernel
def narrowed(numbers: Ints, cards: UInt8s) -> int:
    """Copy *numbers* to *cards*. Return the index of the first number that is not a card, or -1."""
    seen = np.int64(0)
    for place in range(len(numbers)):
        number = numbers[place]
        seen |= number | (51 - number)  # negative if the number is not a card
        cards[place] = np.uint8(number)
    if seen >= 0:
        return -1
    place = 0
    while 0 <= numbers[place] <= 51:
        place += 1
    return place


@allocation_free_kernel
def evaluate_rows(cards: UInt8s, tables: Lookup, values: UInt16s) -> int:
    """Write the hand ranks to *values*. Return the first row that is not a valid hand, or -1.

    The bits of the cards are added, not combined with "or". A card named twice carries into the
    next bit, so that the sum has fewer bits than cards, and a number that is not a card adds no
    bit. One count of bits finds both errors.
    """
    bits = tables.bits
    count = cards.shape[1]
    if count == 7:  # Each size is written out, because a loop over the cards is half as fast.
        for row in range(len(cards)):
            mask = (
                (bits[cards[row, 0]] + bits[cards[row, 1]] + bits[cards[row, 2]])
                + (bits[cards[row, 3]] + bits[cards[row, 4]] + bits[cards[row, 5]])
                + bits[cards[row, 6]]
            )
            if popcount(mask) != 7:
                return row
            values[row] = value(mask, tables)
    elif count == 6:
        for row in range(len(cards)):
            mask = (bits[cards[row, 0]] + bits[cards[row, 1]] + bits[cards[row, 2]]) + (
                bits[cards[row, 3]] + bits[cards[row, 4]] + bits[cards[row, 5]]
            )
            if popcount(mask) != 6:
                return row
            values[row] = value(mask, tables)
    else:
        for row in range(len(cards)):
            mask = (bits[cards[row, 0]] + bits[cards[row, 1]] + bits[cards[row, 2]]) + (
                bits[cards[row, 3]] + bits[cards[row, 4]]
            )
            if popcount(mask) != 5:
                return row
            values[row] = value(mask, tables)
    return -1


def _refuse(hands: npt.NDArray[np.integer], row: int) -> NoReturn:
    place = np.unravel_index(row, hands.shape[:-1]) if hands.ndim > 1 else ()
    numbers = hands[place].tolist()
    where = f"row {', '.join(str(index) for index in place)}: " if place else ""
    for index, number in enumerate(numbers):
        if number not in range(52):
            message = f"{where}no card has number {number}: they are 0 to 51"
            raise CardError(CardRefusal.UNREADABLE, message)
        if number in numbers[:index]:
            card = Card.from_number(number)
            message = f"{where}the {card.name} ({card}, {number}) twice"
            raise CardError(CardRefusal.TWICE, message)
    raise AssertionError(f"{where}a valid hand: {numbers}")
