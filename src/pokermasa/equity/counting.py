"""Chooses the fastest way to compute equity: deal by deal, all hands of a board at once, or
sampling."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import comb, prod
from operator import index

import numpy as np
import numpy.typing as npt

from pokermasa.batch.array import Floats, Ints, UInt16s
from pokermasa.batch.combo import combos, rename, renamed_combos, renamings
from pokermasa.batch.threads import spread
from pokermasa.cards import Card, distinct
from pokermasa.equity.deal import Deals, NoDeal, join_alike, list_deals
from pokermasa.equity.outcome import Outcome
from pokermasa.equity.runout import count_runouts
from pokermasa.equity.sample import BLOCK, FIRST_ROUND, NINETY_FIVE, Watch, sample
from pokermasa.equity.sweep import WeightedBoards, list_boards, sweep_boards

__all__ = ["NoDeal", "Tally", "TooLong", "tally"]

# Costs in nanoseconds, measured on one core of 2023. They are constants so that the same question
# is counted or sampled in the same way on every machine.
AFFORDABLE = 2.5e9
_AFFORDABLE_EXACT = 120e9  # if an exact answer is required
_PER_DEAL = {5: (250_000, 100_000), 2: (500, 700), 1: (200, 100), 0: (50, 40)}  # plus per player
_PER_BOARD = (300, 14)  # plus per hand
_PER_SAMPLE = 150  # per player
PRECISION = 0.001
"""Default precision of sampling, as a share of the pot."""
_LISTED_DEALS = 2_000_000  # largest number of deals in memory


class TooLong(ValueError):
    """Raised if an exact answer is required but would take minutes."""

    def __str__(self) -> str:
        return "an exact answer would take minutes"


@dataclass(frozen=True, slots=True)
class Tally:
    """The result of `tally`."""

    outcome: Outcome
    """The weighted sums of all boards."""
    exact: bool
    """Whether all deals and boards were counted."""
    looked_at: int
    """Number of combinations of deal and board that were counted or drawn."""
    errors: Floats
    """Standard error of each player's equity; 0 if exact."""
    margins: Floats
    """Half the width of each player's 95 % confidence interval; 0 if exact."""

    @property
    def equities(self) -> Floats:
        """Equity of each player, from 0 to 1."""
        return self.outcome.equities


@dataclass(frozen=True, slots=True)
class _Question:
    weights: Floats  # [player, combo]; 0 for combos with a card of the board or a dead card
    board: int
    dead: int

    @property
    def to_come(self) -> int:
        return 5 - self.board.bit_count()

    def renamings(self) -> Ints:
        """Return the renamings of suits that leave the board and the dead cards unchanged."""
        known = np.array([self.board, self.dead], np.uint64)
        keeps = [bool((rename(known, renaming) == known).all()) for renaming in renamings()]
        return np.flatnonzero(keeps)


def tally(
    weights: npt.ArrayLike,
    board: Sequence[int] = (),
    dead: Sequence[int] = (),
    *,
    precision: float | None = None,
    exact: bool | None = None,
    seed: int = 0,
    threads: int | None = None,
    watch: Watch | None = None,
) -> Tally:
    """Count all deals and boards, weighted, or sample them up to a *precision*.

    *weights* has a row for each of 2 to 10 players and a column for each combo. *board* and *dead*
    are different card numbers. With *exact* None, everything is counted if that takes seconds, and
    with a *precision* only if it is faster than sampling. Raises `NoDeal` if the players' hands
    exclude each other, and `TooLong` if an *exact* answer would take minutes.

    >>> hands = np.zeros((2, 1326))
    >>> hands[0, 1325] = hands[1] = 1  # AsAh against any two cards
    >>> counted = tally(hands)
    >>> counted.exact, counted.equities.round(4).tolist()
    (True, [0.852, 0.148])
    """
    wanted = PRECISION if precision is None else precision
    weights = _checked(weights, board, dead, wanted, seed)
    question = _Question(_without(weights, [*board, *dead]), _mask(board), _mask(dead))
    if exact is not False:
        affordable = _AFFORDABLE_EXACT if exact else AFFORDABLE
        if precision is not None and not exact:
            affordable = min(affordable, _sampling_price(len(weights), precision))
        counted = _count(question, affordable, threads)
        if counted is not None:
            return counted
        if exact:
            raise TooLong
    else:
        list_deals(*_hands(question), most=0)  # raises NoDeal if no deal is possible
    drawn = sample(question.weights, question.board, question.dead, wanted, seed, threads, watch)
    return Tally(drawn.outcome, False, drawn.samples, drawn.errors, drawn.margins)


def count_deal(
    hands: Sequence[tuple[int, int]], board: Sequence[int] = (), dead: Sequence[int] = ()
) -> Outcome:
    """Count every board for one deal: each player has one hand. All cards are different numbers.

    `tally` gives the same outcome. For one deal, its choice of the fastest way takes longer than
    counting.
    """
    combos = [[high * (high - 1) // 2 + low for low, high in map(sorted, hands)]]
    deal = Deals(np.array(combos, np.uint16), np.ones(1))
    return count_runouts(deal, _mask(board), _mask(dead))


def prepare() -> None:
    """Compile and load all kernels that `tally` uses, so that the first question is not delayed."""
    hands = np.zeros((2, len(combos().high)))
    hands[0, 0] = hands[1, -1] = 1
    tally(hands, exact=True)
    tally(np.ones_like(hands), (20, 25, 30, 35), exact=True)
    tally(hands, exact=False, precision=0.1)


def _checked(
    weights: npt.ArrayLike, board: Sequence[int], dead: Sequence[int], precision: float, seed: int
) -> Floats:
    table = np.asarray(weights)
    if table.dtype.kind not in "uif":
        raise TypeError(f"weights are numbers, not {table.dtype}")
    if table.ndim != 2 or not 2 <= len(table) <= 10 or table.shape[1] != len(combos().high):
        raise ValueError(
            f"weights need 2 to 10 rows and 1326 columns, one per combo, not {table.shape}"
        )
    table = table.astype(np.float64)
    bad = ~(np.isfinite(table) & (table >= 0))
    if bad.any():
        player, combo = np.argwhere(bad)[0].tolist()
        raise ValueError(
            f"player {player}, combo {combo}: a weight is 0 or more, not {table[player, combo]}"
        )
    cards = distinct(map(Card.from_number, [*board, *dead]))
    if len(board) not in (0, 3, 4, 5):
        raise ValueError(f"a board has 0, 3, 4 or 5 cards, not {len(board)}")
    if 52 - len(cards) < 2 * len(table) + 5 - len(board):
        raise ValueError(f"{52 - len(cards)} cards left are not enough for {len(table)} players")
    if not 0.00001 <= precision < 1:
        raise ValueError(f"precision: at least 0.00001 and below 1, not {precision}")
    if not 0 <= index(seed) < 2**64:
        raise ValueError(f"a seed is at least 0 and below 2**64, not {seed}")
    return table


def _mask(cards: Sequence[int]) -> int:
    return sum(1 << 16 * (card % 4) + card // 4 for card in cards)


def _without(weights: Floats, cards: list[int]) -> Floats:
    table = combos()
    gone = np.isin(table.high, cards) | np.isin(table.low, cards)
    return np.where(gone, 0.0, weights)


def _hands(question: _Question) -> tuple[list[UInt16s], list[Floats]]:
    hands = [np.flatnonzero(row).astype(np.uint16) for row in question.weights]
    return hands, [row[hand] for row, hand in zip(question.weights, hands, strict=True)]


def _count(question: _Question, affordable: float, threads: int | None) -> Tally | None:
    """Count by the cheaper of two ways. Return None if neither is affordable."""
    same = question.renamings()
    players = len(question.weights)
    fixed, per_player = _PER_DEAL[question.to_come]
    per_deal = fixed + per_player * players
    by_sweep = _sweep_price(question, same) if players == 2 else np.inf
    # A lower bound of the number of different deals, unless nearly all of them are impossible.
    by_deal = per_deal * prod(np.count_nonzero(question.weights, axis=1).tolist()) / len(same)
    if by_sweep <= affordable and by_sweep <= by_deal:
        return _sweep(question, same, threads)
    most = min(_LISTED_DEALS, int(affordable / per_deal * len(same)))
    deals = list_deals(*_hands(question), most)
    if deals is not None:
        alike = join_alike(deals, same)
        if len(alike.combos) * per_deal <= min(affordable, by_sweep):
            return _deal_by_deal(question, len(deals.combos), alike, threads)
    return _sweep(question, same, threads) if by_sweep <= affordable else None


def _sampling_price(players: int, precision: float) -> float:
    """Return an upper bound of the cost of sampling, in nanoseconds. It assumes an equity of one
    half."""
    samples = (NINETY_FIVE * 0.5 / precision) ** 2
    return _PER_SAMPLE * players * max(samples, BLOCK * FIRST_ROUND)


def _deal_by_deal(question: _Question, count: int, deals: Deals, threads: int | None) -> Tally:
    at_once = {5: 16, 2: 1024}.get(question.to_come, 8192)
    pieces = -(-len(deals.combos) // at_once)

    def count_piece(piece: int) -> Outcome:
        chunk = slice(piece * at_once, (piece + 1) * at_once)
        return count_runouts(
            Deals(deals.combos[chunk], deals.weights[chunk]), question.board, question.dead
        )

    return _counted(question, count, spread(count_piece, pieces, threads))


def _sweep_price(question: _Question, same: Ints) -> float:
    fixed, per_hand = _PER_BOARD
    cards_left = 52 - question.board.bit_count() - question.dead.bit_count()
    boards = comb(cards_left, question.to_come) / len(_renamings_of_ranges(question, same))
    return float(boards * (fixed + per_hand * np.count_nonzero(question.weights.any(axis=0))))


def _renamings_of_ranges(question: _Question, same: Ints) -> Ints:
    renamed = renamed_combos()
    keeps = [bool((question.weights[:, renamed[each]] == question.weights).all()) for each in same]
    return same[keeps]


def _sweep(question: _Question, same: Ints, threads: int | None) -> Tally:
    boards = list_boards(question.board, question.dead, _renamings_of_ranges(question, same))
    hands = np.flatnonzero(question.weights.any(axis=0)).astype(np.uint16)
    weights = np.ascontiguousarray(question.weights[:, hands].T)
    at_once = 1024
    pieces = -(-len(boards.masks) // at_once)

    def sweep_piece(piece: int) -> Outcome:
        chunk = slice(piece * at_once, (piece + 1) * at_once)
        return sweep_boards(
            hands, weights, WeightedBoards(boards.masks[chunk], boards.counts[chunk])
        )

    deals = _disjoint_pairs(question.weights > 0)
    if deals == 0:
        raise NoDeal
    return _counted(question, deals, spread(sweep_piece, pieces, threads))


def _disjoint_pairs(holds: npt.NDArray[np.bool_]) -> int:
    """Return the number of pairs of hands, one of each player, that share no card."""
    table = combos()
    pairs = int(holds[0].sum()) * int(holds[1].sum()) + int((holds[0] & holds[1]).sum())
    for card in range(52):
        has = (table.high == card) | (table.low == card)
        pairs -= int((holds[0] & has).sum()) * int((holds[1] & has).sum())
    return pairs


def _counted(question: _Question, deals: int, pieces: list[Outcome]) -> Tally:
    whole = pieces[0]
    for piece in pieces[1:]:
        whole = whole.plus(piece)
    players = len(question.weights)
    known = question.board.bit_count() + question.dead.bit_count()
    boards = comb(52 - known - 2 * players, question.to_come)
    return Tally(whole, True, deals * boards, np.zeros(players), np.zeros(players))
