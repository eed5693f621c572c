"""A hand as it was told: what every reader of histories gives and every writer takes.

A `History` says how the hand was opened and then, step by step, what happened: cards dealt, acts,
cards shown. It is what a file *claims*; `pokermasa.histories.replay` plays it through the rules and
says whether it could have happened, and who won what.
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
"""Stands for a stack that nobody wrote down (PHH's `inf`): more than anybody can win."""

HoleCards: TypeAlias = tuple[Card | None, Card | None]
"""None where a card is not known."""

UNKNOWN: HoleCards = (None, None)


class HistoryError(ValueError):
    """What is wrong with a hand's history, and where: the hand, the step, the reason.

    >>> raise HistoryError("it is p1's turn", step=8, words="'p2 f'").of("12")
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
        """The place in `History.story`, from 0; written from 1."""
        self.words = words
        """The step as the file has it."""
        self.line = line
        self.hand = hand
        self.hint = hint
        """What would be right in this hand; errors are grouped by the reason alone."""
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

    def of(self, hand: str | None) -> HistoryError:
        """The same, with the hand it happened in."""
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
    """As most notations write it: check, call, or call all in. The table tells which."""

    code: ClassVar[str] = "CC"


CHECK_OR_CALL = CheckOrCall()

# The steps of a story. `remark` is a commentary that stood beside it.


class HoleDealt(NamedTuple):
    stack: StackIndex
    cards: HoleCards
    remark: str = ""


class BoardDealt(NamedTuple):
    """Three cards, then one, then one."""

    cards: tuple[Card, ...]
    remark: str = ""


class Acted(NamedTuple):
    stack: StackIndex
    act: Fold | CheckOrCall | Raise
    """A raise names its amount as *to*, all in or not."""
    remark: str = ""


class Shown(NamedTuple):
    stack: StackIndex
    cards: HoleCards | None
    """None for a hand that was mucked: it gives up every pot. `UNKNOWN` for one that was neither
    mucked nor seen by whoever wrote this down."""
    remark: str = ""


class Noted(NamedTuple):
    """Nothing happened; somebody said something."""

    remark: str = ""


Step: TypeAlias = HoleDealt | BoardDealt | Acted | Shown | Noted


LONGEST_REMARK = 500
_NOTHING: Mapping[str, Any] = {}


class History(NamedTuple):
    """Amounts are whole numbers of the smallest unit, `scale` of them to one of the file's."""

    stacks: tuple[Chips, ...]
    """By stack index, before antes and blinds; `UNKNOWN_STACK` where nobody knows."""
    button: StackIndex
    blinds: Blinds
    rules: HouseRules
    story: tuple[Step, ...]
    posts: tuple[Post, ...] | None = None
    """What each stack puts in where positions do not say it, as `Dealer.start` takes them."""
    bets: tuple[Chips, Chips] | None = None
    """Fixed limit's sizes."""
    scale: int = 1
    names: tuple[str, ...] = ()
    payments: Payments | None = None
    """What the site kept and paid; None where the rules say it all."""
    more_boards: tuple[tuple[Card, ...], ...] = ()
    """The second board and those after it, whole, where what was left of the board was dealt more
    than once; the story has the first."""
    behind: tuple[Chips, ...] = ()
    """Chips beside `stacks` that a cap kept out of play, by stack index."""
    is_cancelled: bool = False
    """The site called the hand off: everybody has their chips back."""
    fields: Mapping[str, Any] = _NOTHING
    """All else that was written down, under PHH's names (`hand`, `table`, `seats`, `year`, …)."""

    @property
    def players(self) -> int:
        return len(self.stacks)

    @property
    def house(self) -> HouseRules:
        """The rules to replay it by: whatever blinds were posted, they were posted."""
        return self.rules.as_played(self.blinds)

    def name(self, stack: StackIndex) -> str:
        return self.names[stack] if self.names else f"p{stack + 1}"

    @property
    def seats(self) -> tuple[int, ...]:
        """The chair of each stack, from 1; in order unless the file says otherwise."""
        seats = self.fields.get("seats", ())
        if _are_seats(seats, self.players):
            return tuple(seats)
        return tuple(range(1, self.players + 1))

    @property
    def hands(self) -> tuple[HoleCards, ...]:
        """Every stack's cards as far as they were dealt or shown openly."""
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
        """One, or as many as were dealt."""
        return (self.board, *self.more_boards)

    @property
    def common_cards(self) -> int:
        """How many cards of the board all boards have: it was dealt again from there."""
        for cards in (4, 3):
            if all(board[:cards] == self.board[:cards] for board in self.more_boards):
                return cards
        return 0

    def at_table(self, stack: StackIndex) -> Chips:
        """All the chips a player sat down to this hand with."""
        return self.stacks[stack] + (self.behind[stack] if self.behind else 0)

    @property
    def hand_dealer(self) -> HandDealer:
        """The cards as the rules want them: None where a hand is not known as a whole."""
        return HandDealer([whole(hand) for hand in self.hands], self.board)

    def seen_by(self, name: str) -> History:
        """What this player saw: of the others' cards, only those that were shown."""
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

    def remarked(self, remarks: Mapping[int, str]) -> History:
        """With these remarks beside its acts, by the number of the act in the hand, from 0. A
        remark is one line of at most `LONGEST_REMARK` letters."""
        acts = count()
        story: list[Step] = []
        for step in self.story:
            if isinstance(step, Acted):
                words = " ".join(remarks.get(next(acts), "").split())
                plain = "".join(letter for letter in words if letter.isprintable())
                step = step._replace(remark=plain[:LONGEST_REMARK])
            story.append(step)
        return self._replace(story=tuple(story))

    def but(self, **changes: Any) -> History:
        return self._replace(**changes)


class Found(NamedTuple):
    """One hand of a file: its history, or what is wrong with it."""

    key: str | None
    """How the file calls it; None where it holds a single hand."""
    history: History | None
    error: HistoryError | None


def whole(cards: HoleCards | None) -> tuple[Card, Card] | None:
    """Both cards, or nothing."""
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
