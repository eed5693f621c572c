"""The common form of a hand history: every reader returns a `History`, every writer takes one.

A `History` holds the start of the hand and then its steps: cards dealt, acts, cards shown. It is
what a file *claims*. `pokermasa.histories.replay` plays it under the rules, checks that it is
possible and computes the result.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import count
from typing import Any, ClassVar, NamedTuple, TypeAlias

from pokermasa.cards import Card
from pokermasa.histories.payments import Payments
from pokermasa.rules import Blinds, Chips, Fold, HandDealer, HouseRules, Post, Raise, StackIndex
from pokermasa.rules.chips import MOST_CHIPS

UNKNOWN_STACK = MOST_CHIPS
"""Value for a stack that is not known (PHH's `inf`). It is larger than any possible win."""

HoleCards: TypeAlias = tuple[Card | None, Card | None]
"""Hole cards of one player. A card that is not known is None."""

UNKNOWN: HoleCards = (None, None)


class HistoryError(ValueError):
    """Raised for a faulty hand history. The message names the hand, the step and the reason.

    >>> raise HistoryError("it is p1's turn", step=8, words="'p2 f'").with_hand("12")
    Traceback (most recent call last):
        ...
    pokermasa.histories.history.HistoryError: hand 12, action 9 ('p2 f'): it is p1's turn
    """

    def __init__(
        self,
        reason: str,
        *,
        step: int | None = None,
        words: str | None = None,
        line: int | None = None,
        hand: str | None = None,
        hint: str = "",
    ) -> None:
        self.reason = reason
        self.step = step
        """Index in `History.story`, from 0. The message counts from 1."""
        self.words = words
        """Text of the step in the file."""
        self.line = line
        self.hand = hand
        self.hint = hint
        """Advice for this hand. It is not part of the reason, by which errors are grouped."""
        super().__init__(self._whole())

    def _whole(self) -> str:
        reason = f"{self.reason}; {self.hint}" if self.hint else self.reason
        place = []
        if self.hand is not None:
            place.append(f"hand {shortened(self.hand)}")
        if self.line is not None:
            place.append(f"line {self.line}")
        if self.step is not None:
            said = "" if self.words is None else f" ({shortened(self.words)})"
            place.append(f"action {self.step + 1}{said}")
        return f"{', '.join(place)}: {reason}" if place else reason

    def with_hand(self, hand: str | None) -> HistoryError:
        """Return the same error with the key of its hand."""
        return HistoryError(
            self.reason,
            step=self.step,
            words=self.words,
            line=self.line,
            hand=hand,
            hint=self.hint,
        )


def shortened(text: str, most: int = 60) -> str:
    return text if len(text) <= most else text[:most] + "…"


@dataclass(frozen=True, slots=True)
class CheckOrCall:
    """A check, a call or an all-in call. Most notations do not distinguish them; the situation
    does."""

    code: ClassVar[str] = "CC"


CHECK_OR_CALL = CheckOrCall()

# The steps of a story. `remark` is a comment that stood beside the step.


class HoleDealt(NamedTuple):
    """Hole cards dealt to a player."""

    stack: StackIndex
    cards: HoleCards
    remark: str = ""


class BoardDealt(NamedTuple):
    """Board cards that are dealt together: three for the flop, one for the turn, one for the
    river."""

    cards: tuple[Card, ...]
    remark: str = ""


class Acted(NamedTuple):
    """A player's act."""

    stack: StackIndex
    act: Fold | CheckOrCall | Raise
    """A raise has its total for the round as amount, all in or not."""
    remark: str = ""


class Shown(NamedTuple):
    """Cards that a player showed or mucked."""

    stack: StackIndex
    cards: HoleCards | None
    """Cards shown at the end. None for a mucked hand, which gives up every pot. `UNKNOWN` for a
    hand that was neither mucked nor recorded."""
    remark: str = ""


class Noted(NamedTuple):
    """A comment between two steps."""

    remark: str = ""


Step: TypeAlias = HoleDealt | BoardDealt | Acted | Shown | Noted


LONGEST_REMARK = 500
_NOTHING: Mapping[str, Any] = {}


class History(NamedTuple):
    """One hand of poker as a file describes it.

    Amounts are whole numbers of the smallest unit. `scale` smallest units are one unit of the
    file. `phh.read` and other readers return one, `histories.load` many, `record` makes one.

    >>> from pokermasa.histories.record import record
    >>> cards = HandDealer(["Kd Kc", "7s 2h", "As Qh"], "Ah 7c 2d 9s 4h")
    >>> history = record([200, 200, 60], 0, Blinds(1, 2), cards, [Raise(6), Fold(), Fold()])
    >>> history
    <History: NL 1/2, 3 players, 3 acts>
    >>> [(row["position"], row["won"]) for row in history.to_records()]
    [('BTN', 3), ('SB', -1), ('BB', -2)]
    """

    stacks: tuple[Chips, ...]
    """Stacks by stack index, before antes and blinds. `UNKNOWN_STACK` if a stack is not known."""
    button: StackIndex
    blinds: Blinds
    rules: HouseRules
    story: tuple[Step, ...]
    posts: tuple[Post, ...] | None = None
    """Antes, blinds and dead posts by stack index, as `Dealer.start` takes them. None if they
    follow from the positions."""
    bets: tuple[Chips, Chips] | None = None
    """Small and big bet in fixed limit. None for one and two big blinds."""
    scale: int = 1
    names: tuple[str, ...] = ()
    payments: Payments | None = None
    """Payments of the site. None if the rules alone determine what was paid."""
    more_boards: tuple[tuple[Card, ...], ...] = ()
    """Second and further boards, complete, if the rest of the board was dealt several times ("run
    it twice"). The first board is in the story."""
    behind: tuple[Chips, ...] = ()
    """Chips by stack index that a cap keeps out of play. They are not part of `stacks`."""
    is_cancelled: bool = False
    """True if the site cancelled the hand and returned all chips."""
    fields: Mapping[str, Any] = _NOTHING
    """All other data of the hand, under PHH's names (`hand`, `table`, `seats`,
    `year` and others)."""

    def __repr__(self) -> str:
        from pokermasa.histories.picture import history_line
        from pokermasa.notebook.html import shortened

        return shortened(f"<History: {history_line(self)}>")

    def _repr_html_(self) -> str:
        from pokermasa.histories.picture import drawn
        from pokermasa.notebook import html

        return html.page(drawn(self))

    def to_records(self) -> list[dict[str, Any]]:
        """Return one plain dictionary for each player: stack, position, cards and chips won.

        Amounts are in the units of the file. `won` is None if the history does not say who won.
        Raise `HistoryError` if the hand is impossible.
        """
        from pokermasa.histories.hand_record import hand_records

        return hand_records(self)

    def to_frame(self) -> Any:
        """Return the records as a data frame of pandas, or of polars if only that is installed."""
        from pokermasa.notebook.data import data_frame

        return data_frame(self.to_records())

    @property
    def players(self) -> int:
        return len(self.stacks)

    @property
    def house(self) -> HouseRules:
        """The rules for a replay, adapted so that the blinds of the file are allowed."""
        return self.rules.as_played(self.blinds)

    def name(self, stack: StackIndex) -> str:
        return self.names[stack] if self.names else f"p{stack + 1}"

    @property
    def seats(self) -> tuple[int, ...]:
        """Seat number of each stack, from 1. They are 1, 2, 3 and so on unless the file says
        otherwise."""
        seats = self.fields.get("seats", ())
        if _are_seats(seats, self.players):
            return tuple(seats)
        return tuple(range(1, self.players + 1))

    @property
    def hands(self) -> tuple[HoleCards, ...]:
        """Hole cards of each stack, as dealt or shown."""
        hands = [UNKNOWN] * self.players
        for step in self.story:
            match step:
                case HoleDealt(stack, cards):
                    hands[stack] = cards
                case Shown(stack, cards) if cards is not None and None not in cards:
                    hands[stack] = cards
        return tuple(hands)

    @property
    def board(self) -> tuple[Card, ...]:
        return tuple([c for step in self.story if isinstance(step, BoardDealt) for c in step.cards])

    @property
    def boards(self) -> tuple[tuple[Card, ...], ...]:
        """All boards, usually one."""
        return (self.board, *self.more_boards)

    @property
    def common_cards(self) -> int:
        """Number of board cards (0, 3 or 4) that all boards have in common."""
        for cards in (4, 3):
            if all(board[:cards] == self.board[:cards] for board in self.more_boards):
                return cards
        return 0

    def at_table(self, stack: StackIndex) -> Chips:
        """Return all chips of a player at the start of the hand, including those above a cap."""
        return self.stacks[stack] + (self.behind[stack] if self.behind else 0)

    @property
    def hand_dealer(self) -> HandDealer:
        """The cards as the rules need them. A hand with an unknown card is None."""
        return HandDealer([whole(hand) for hand in self.hands], self.board)

    def seen_by(self, name: str) -> History:
        """Return the hand as the player *name* saw it. Of the other hands, only shown cards are
        known.

        Raises `HistoryError` if there is no such player.
        """
        if name not in self.names:
            hint = f"players are {', '.join(self.names)}" if self.names else ""
            raise HistoryError(f"{shortened(name)!r} does not play in this hand", hint=hint)
        me = self.names.index(name)
        story = [
            step._replace(cards=UNKNOWN)
            if isinstance(step, HoleDealt) and step.stack != me
            else step
            for step in self.story
        ]
        return self._replace(story=tuple(story))

    def with_remarks(self, remarks: Mapping[int, str]) -> History:
        """Return the hand with remarks on its acts. *remarks* is by the number of the act, from 0.

        A remark is one line and is cut off after `LONGEST_REMARK` characters.
        """
        acts = count()
        story: list[Step] = []
        for step in self.story:
            if isinstance(step, Acted):
                text = " ".join(remarks.get(next(acts), "").split())
                plain = "".join(letter for letter in text if letter.isprintable())
                step = step._replace(remark=plain[:LONGEST_REMARK])
            story.append(step)
        return self._replace(story=tuple(story))

    def replace(self, **changes: Any) -> History:
        return self._replace(**changes)


class HandEntry(NamedTuple):
    """One hand of a file: its history, or the error if it cannot be read."""

    key: str | None
    """Name of the hand in the file. None if the file format holds a single hand."""
    history: History | None
    error: HistoryError | None


def whole(cards: HoleCards | None) -> tuple[Card, Card] | None:
    """Return both cards, or None if one of them is not known."""
    if cards is None or cards[0] is None or cards[1] is None:
        return None
    return cards[0], cards[1]


def _are_seats(seats: Any, players: int) -> bool:
    return (
        isinstance(seats, list | tuple)
        and len(seats) == players
        and all(type(seat) is int and 0 < seat < 100 for seat in seats)
        and len(set(seats)) == players
    )
