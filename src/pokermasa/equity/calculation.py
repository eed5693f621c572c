"""Equity: the share of the pot that each player wins on average if nobody bets any more.

This module handles cards and ranges; `counting` does the work on arrays.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from pokermasa.cards.card import Card, CardsLike, distinct, read_cards
from pokermasa.cards.refusal_code import RefusalCode
from pokermasa.equity import counting
from pokermasa.notebook import html
from pokermasa.notebook.data import data_frame
from pokermasa.notebook.html import shortened
from pokermasa.rules.house import read_flag
from pokermasa.rules.refusal import in_short
from pokermasa.strength.category import Category
from pokermasa.strength.hand_class import COMBOS, HandClass, grid_classes
from pokermasa.strength.range import Range

MOST_PLAYERS = 10
"""Largest number of players."""
FINEST = 0.00001
"""Smallest precision that may be requested."""

RangeLike = Range | str | Iterable[Card | str]
"""A range, its text, or the two cards of one hand."""


class EquityRefusal(RefusalCode):
    """The codes of `EquityError`."""

    PLAYERS = "between 2 and 10 players"
    BOARD = "a board has 0, 3, 4 or 5 cards"
    NOT_A_HAND = "a hand has two cards"
    NO_HAND_LEFT = "every hand of the range needs a known card"
    NO_DEAL = "the hands exclude each other"
    TOO_FEW_CARDS = "not enough cards"
    PRECISION = "an invalid precision"
    SEED = "an invalid seed"
    TOO_LONG = "an exact answer would take minutes"


class EquityError(ValueError):
    """Raised for a question without an answer. It has a code, and its text names the player or
    card."""

    def __init__(self, code: EquityRefusal, text: str) -> None:
        super().__init__(code, text)
        self.code = code
        self.words = text

    def __str__(self) -> str:
        return self.words


class ClassShare(NamedTuple):
    """The result of one class of hands within a range."""

    weight: float
    """Probability that the player holds a hand of this class, with card removal."""
    equity: float
    """Equity of the class, from 0 to 1."""


class Share(NamedTuple):
    """The result of one player. All probabilities are between 0 and 1.

    >>> share = equity(["AhKh", "QsQd"]).shares[0]
    >>> f"{share.equity:.2%} = {share.win:.2%} + ties", str(share.range)
    ('46.21% = 46.02% + ties', 'AhKh')
    """

    range: Range
    """The player's range, as given."""
    equity: float
    """Share of the pot: pots won alone, and the player's part of split pots."""
    win: float
    """Probability of winning the whole pot."""
    tie: float
    """Probability of splitting the pot."""
    error: float
    """Standard error of `equity`; 0 if exact."""
    interval: tuple[float, float]
    """The 95 % confidence interval of the true equity."""
    categories: dict[Category, float]
    """Probability of each hand category at showdown."""
    classes: dict[HandClass, ClassShare]
    """Result of each hand class that was dealt. If sampled, rare classes are inaccurate."""

    @property
    def grid(self) -> tuple[tuple[float | None, ...], ...]:
        """The equity of each class in the usual 13 × 13 grid: aces first, suited hands above the
        diagonal. None where a class was not dealt."""
        return tuple(
            tuple(self.classes[each].equity if each in self.classes else None for each in row)
            for row in grid_classes()
        )


class Equity(NamedTuple):
    """The result of `equity`.

    >>> result = equity(["AhKh", "QsQd"])
    >>> result.exact, result.looked_at
    (True, 1712304)
    >>> [f"{share.equity:.4%}" for share in result.shares]
    ['46.2145%', '53.7855%']
    """

    shares: tuple[Share, ...]
    """The result of each player, in the given order."""
    exact: bool
    """Whether every deal and board was counted. Otherwise they were drawn at random."""
    looked_at: int
    """Number of combinations of deal and board that were counted or drawn."""
    board: tuple[Card, ...]
    """The community cards, as given."""
    dead: tuple[Card, ...]
    """The dead cards, as given."""

    def __repr__(self) -> str:
        how = "exact" if self.exact else f"{self.looked_at:,} samples"
        each = [f"{share.range} {share.equity:.1%}" for share in self.shares]
        return shortened(f"<Equity ({how}): {', '.join(each)}>")

    def _repr_html_(self) -> str:
        rows = [
            (
                html.Markup(html.bar(share.equity)),
                shortened(str(share.range), 60),
                f"{share.equity:.2%}",
                f"{share.win:.2%}",
                f"{share.tie:.2%}",
                "" if self.exact else f"{share.interval[0]:.2%} to {share.interval[1]:.2%}",
            )
            for share in self.shares
        ]
        columns = ("", "hand", "equity", "wins", "ties", "" if self.exact else "95 % interval")
        lying = html.cards(map(str, self.board)) if self.board else ""
        how = "counted" if self.exact else "drawn at random"
        said = f"{self.looked_at:,} combinations of deal and board {how}"
        return html.page(lying, html.table(columns, rows), html.line(said))

    def to_records(self) -> list[dict[str, Any]]:
        """Return the shares as plain dictionaries, one for each player."""
        return [
            {
                "hand": str(share.range),
                "equity": share.equity,
                "win": share.win,
                "tie": share.tie,
                "error": share.error,
                "low": share.interval[0],
                "high": share.interval[1],
                "exact": self.exact,
            }
            for share in self.shares
        ]

    def to_frame(self) -> Any:
        """Return the records as a data frame of pandas, or of polars if only that is installed."""
        return data_frame(self.to_records())


def equity(
    hands: Sequence[RangeLike],
    board: CardsLike = "",
    dead: CardsLike = "",
    *,
    precision: float | None = None,
    exact: bool | None = None,
    seed: int = 0,
    threads: int | None = None,
    watch: Callable[[int, int], None] | None = None,
) -> Equity:
    """Return the equity of two to ten hands or ranges, before the flop or on any board.

    The probability of a deal is proportional to the product of its hands' weights; deals that need
    a card twice are impossible. If it takes no more than a second or two, all deals and boards are
    counted; otherwise they are drawn at random until every 95 % interval is within *precision*
    (default 0.001) to each side. With a *precision*, everything is counted only if that is faster
    than sampling.

    *exact* True forces counting, False forces sampling. The same *seed* gives the same result for
    any number of *threads*. While sampling, *watch* is called with the number of samples drawn and
    the expected total. Raises `EquityError` for hands, boards or values that are not possible, and
    if an exact answer would take minutes.

    >>> result = equity(["AhKh", "QQ+", "random"], board="2h7d9h")
    >>> result.exact, f"{result.shares[0].equity:.2%}"
    (True, '45.03%')
    >>> equity(["AhKh", "AhAd"])
    Traceback (most recent call last):
        ...
    pokermasa.equity.calculation.EquityError: the hands exclude each other: AhKh, AhAd
    """
    if isinstance(hands, str) or not isinstance(hands, Sequence):
        message = "hands must be a list with one hand per player"
        raise TypeError(f"{message}, not {in_short(hands)}")
    if not 2 <= len(hands) <= MOST_PLAYERS:
        raise EquityError(EquityRefusal.PLAYERS, f"{EquityRefusal.PLAYERS.words}, not {len(hands)}")
    ranges = [_range(hand) for hand in hands]
    on_board, gone = read_cards(board), read_cards(dead)
    _check_cards(ranges, on_board, gone)
    is_number = isinstance(precision, int | float)
    if precision is not None and not (is_number and FINEST <= precision < 1):
        raise EquityError(
            EquityRefusal.PRECISION,
            f"the precision is a share of the pot of at least {FINEST:.5f}, not {precision}",
        )
    if exact is not None:
        exact = read_flag("exact", exact)
    if not isinstance(seed, int) or not 0 <= seed < 2**64:
        message = f"a seed must be at least 0 and below 2**64, not {in_short(seed)}"
        raise EquityError(EquityRefusal.SEED, message)
    return Equity(
        *_calculate(
            ranges,
            on_board,
            gone,
            precision=precision,
            exact=exact,
            seed=seed,
            threads=threads,
            watch=watch,
        ),
        on_board,
        gone,
    )


def _range(hand: RangeLike) -> Range:
    if isinstance(hand, Range):
        return hand
    if isinstance(hand, str):
        return Range.read(hand)
    cards = sorted(read_cards(hand), reverse=True)
    if len(cards) != 2:
        message = f"{EquityRefusal.NOT_A_HAND.words}, not {len(cards)}: {' '.join(map(str, cards))}"
        raise EquityError(EquityRefusal.NOT_A_HAND, message)
    return Range({(cards[0], cards[1]): 1.0})


def _check_cards(ranges: list[Range], board: tuple[Card, ...], dead: tuple[Card, ...]) -> None:
    if len(board) not in (0, 3, 4, 5):
        message = f"{EquityRefusal.BOARD.words}, not {len(board)}: {' '.join(map(str, board))}"
        raise EquityError(EquityRefusal.BOARD, message)
    known = distinct(board + dead)
    needed = 2 * len(ranges) + 5 - len(board)
    if 52 - len(known) < needed:
        message = f"{needed} cards must be dealt, but only {52 - len(known)} are left"
        raise EquityError(EquityRefusal.TOO_FEW_CARDS, message)
    for player, hands in enumerate(ranges, start=1):
        if not hands.without(known):
            message = (
                f"player {player}: every hand of {hands} holds one of {' '.join(map(str, known))}"
            )
            raise EquityError(EquityRefusal.NO_HAND_LEFT, message)


def _calculate(
    ranges: list[Range], board: tuple[Card, ...], dead: tuple[Card, ...], **how: Any
) -> tuple[tuple[Share, ...], bool, int]:
    weights = [[0.0] * len(COMBOS) for _ in ranges]
    for row, hands in zip(weights, ranges, strict=True):
        for (high, low), weight in hands.items():
            row[high.number * (high.number - 1) // 2 + low.number] = weight
    numbers = [card.number for card in board], [card.number for card in dead]
    try:
        counted = counting.tally(weights, *numbers, **how)
    except counting.NoDeal:
        message = f"{EquityRefusal.NO_DEAL.words}: {', '.join(map(str, ranges))}"
        raise EquityError(EquityRefusal.NO_DEAL, message) from None
    except counting.TooLong:
        raise EquityError(EquityRefusal.TOO_LONG, EquityRefusal.TOO_LONG.words) from None
    shares = tuple(
        _share(
            *(hands, [table[player].tolist() for table in counted.outcome]),
            *(float(counted.equities[player]), float(counted.errors[player])),
            float(counted.margins[player]),
        )
        for player, hands in enumerate(ranges)
    )
    return shares, counted.exact, counted.looked_at


def _share(
    hands: Range, outcome: list[list[float]], equity: float, error: float, margin: float
) -> Share:
    won, made, dealt, earned = outcome
    total = sum(dealt)
    cells = [hand_class for row in grid_classes() for hand_class in row]
    return Share(
        range=hands,
        equity=equity,
        win=won[1] / total,
        tie=sum(won[2:]) / total,
        error=error,
        interval=(max(0.0, equity - margin), min(1.0, equity + margin)),
        categories={category: made[category] / total for category in Category},
        classes={
            hand_class: ClassShare(weight / total, share_won / weight)
            for hand_class, weight, share_won in zip(cells, dealt, earned, strict=True)
            if weight
        },
    )
