"""Builds a `History` from a file that names seats and lists payments (PokerStars, OHH).

Such files also list seats that were not dealt in, so the players are known only at the end of the
hand. Until then everything is stored by seat.
"""

from __future__ import annotations

from decimal import Decimal
from functools import lru_cache
from typing import Any, NamedTuple

from pokermasa.cards import Card, CardError, read_cards
from pokermasa.histories.claims import house, settled_by
from pokermasa.histories.history import (
    UNKNOWN,
    History,
    HistoryError,
    HoleCards,
    HoleDealt,
)
from pokermasa.histories.payments import Payments
from pokermasa.histories.record import in_file
from pokermasa.histories.stakes import read
from pokermasa.histories.story_builder import EventKind, SeatEvent, StoryBuilder
from pokermasa.rules import Betting, Chips, StackIndex
from pokermasa.rules.chips import clockwise, indexed
from pokermasa.rules.hand_dealer import BOARD_CARDS
from pokermasa.rules.posting import Posting, PostingKind

ROUNDS = {"flop": (0, 3), "turn": (3, 1), "river": (4, 1)}
"""Number of board cards before each betting round, and number of cards dealt in it."""
MOST_BOARDS = 4


class Player(NamedTuple):
    seat: int
    name: str
    chips: Chips


class _Posted(NamedTuple):
    seat: int
    kind: PostingKind
    chips: Chips
    is_all_in: bool


class HandBuilder:
    """A collector of the events of one hand by seat. `whole` turns them into a `History`."""

    def __init__(self, scale: int) -> None:
        self.scale = scale
        self.number: int | None = None
        """Line number that is being read, for error messages."""
        self.players: dict[str, Player] = {}
        self.posted: list[_Posted] = []
        """Blinds and antes by seat. They are converted to stack indexes at the end."""
        self.dealt: dict[int, HoleCards] = {}
        self.boards: list[tuple[Card, ...]] = [()]
        """The boards. More than one if the rest of the board was dealt several times."""
        self.folded: set[int] = set()
        self.shown: dict[int, HoleCards | None] = {}
        self.returned: dict[int, Chips] | None = None
        """Uncalled bets that were returned, by seat. None if the file does not say."""
        self.won: dict[int, Chips] = {}
        self.rake: Chips = 0
        self.fees: Chips = 0
        self.added: Chips = 0
        self.cash_outs: dict[int, Chips] = {}
        self.cash_out_fees: dict[int, Chips] = {}
        self.adjustments: dict[int, Chips] = {}
        self.cap: Chips | None = None
        self.is_shown_down = False
        self.is_cancelled = False
        self.events: list[SeatEvent] = []

    # Events of the hand, in the order of the file

    def sit(self, seat: int, name: str, chips: Chips) -> None:
        if seat in [player.seat for player in self.players.values()]:
            raise HistoryError(f"seat {seat} is taken")
        if name in self.players:
            raise HistoryError(f"two players have the name {name!r}")
        if len(self.players) == 10:
            raise HistoryError("more than ten players")
        self.players[name] = Player(seat, name, chips)

    def post(self, seat: int, kind: PostingKind, chips: Chips, is_all_in: bool) -> None:
        """Record a blind or an ante.

        A second small blind is a dead post, and a second big blind is the post of a new player.
        """
        if kind in (PostingKind.SMALL, PostingKind.BIG) and kind in [
            post.kind for post in self.posted
        ]:
            kind = PostingKind.DEAD if kind is PostingKind.SMALL else PostingKind.LATE
        self.posted.append(_Posted(seat, kind, chips, is_all_in))

    def know(self, seat: int, cards: HoleCards) -> None:
        """Record hole cards that were dealt or seen later. One of the two cards may be unknown.

        Raises `HistoryError` if they contradict the cards seen before.
        """
        before = self.dealt.setdefault(seat, cards)
        if before == cards:
            return
        if before == UNKNOWN or cards == UNKNOWN:
            self.dealt[seat] = cards if before == UNKNOWN else before
            return
        known = {card for card in (*before, *cards) if card is not None}
        if len(known) > 2:
            raise HistoryError("these are not the cards that were dealt before")
        if None in before and None not in cards:
            self.dealt[seat] = cards

    def folds(self, seat: int) -> None:
        self.folded.add(seat)
        self.events.append(SeatEvent(EventKind.FOLDS, seat, self.number))

    def calls(self, seat: int, paid: Chips) -> None:
        """Record a call, or a check if *paid* is 0."""
        self.events.append(SeatEvent(EventKind.CALLS, seat, self.number, paid))

    def raises(
        self,
        seat: int,
        to: Chips | None,
        paid: Chips | None = None,
        by: Chips | None = None,
    ) -> None:
        """Record a raise or a bet. If the file does not say to what amount, *paid* is given."""
        self.events.append(SeatEvent(EventKind.RAISES, seat, self.number, paid, to, by))

    def deal_board(self, round: str, cards: tuple[Card, ...], run: int = 0) -> None:
        """Record the board cards of one round. *run* is the index of the board, from 0.

        Raises `HistoryError` if the number of cards is wrong.
        """
        before, count = ROUNDS[round]
        if run >= MOST_BOARDS:
            raise HistoryError(f"more than {MOST_BOARDS} boards")
        while len(self.boards) <= run:
            self.boards.append(())
        lying = self.boards[run]
        if run and len(lying) < before:
            lying = self.boards[0][:before]  # the cards that all boards share
        if len(lying) != before or len(cards) != count:
            raise HistoryError(
                f"the {round} is {count} after {before} cards, not {len(cards)} after {len(lying)}"
            )
        self.boards[run] = lying + cards
        if not run:
            self.events.append(SeatEvent(EventKind.BOARD, 0, self.number, cards=cards))

    def shows(self, seat: int, cards: HoleCards | None) -> None:
        """Record shown cards, or a mucked hand if *cards* is None.

        Cards shown by a player who has folded are recorded but do not compete. With several
        boards, a player may muck on one board and show on another: then the shown cards count.
        """
        if seat in self.folded:
            if cards is not None:
                self.know(seat, cards)
            return
        if seat in self.shown:
            before = self.shown[seat]
            if cards is None or before == cards:
                return
            if before is None:
                self.events = [
                    e for e in self.events if (e.kind, e.seat) != (EventKind.SHOWS, seat)
                ]
        self.shown[seat] = cards
        self.events.append(SeatEvent(EventKind.SHOWS, seat, self.number, cards=cards))

    def collects(self, seat: int, chips: Chips) -> None:
        self.won[seat] = self.won.get(seat, 0) + chips

    def gets_back(self, seat: int, chips: Chips) -> None:
        self.returned = self.returned or {}
        self.returned[seat] = self.returned.get(seat, 0) + chips

    def cashes_out(self, seat: int, chips: Chips, fee: Chips = 0) -> None:
        self.cash_outs[seat] = self.cash_outs.get(seat, 0) + chips
        self.cash_out_fees[seat] = self.cash_out_fees.get(seat, 0) + fee

    def adjusts(self, seat: int, chips: Chips) -> None:
        """Record a payment outside the pots. Negative if the player paid."""
        self.adjustments[seat] = self.adjustments.get(seat, 0) + chips

    # The finished hand

    def whole(
        self,
        betting: Betting,
        blinds: tuple[Chips, Chips],
        bets: tuple[Chips, Chips] | None,
        button: int | None,
        fields: dict[str, Any],
    ) -> History:
        """Return the finished hand. Raises `HistoryError` if the file contradicts itself.

        *button* is a seat. If the seat is empty, the last player before it acts last. If it is
        None because the file does not say, the button is the player before the small blind.
        """
        players = self._players()
        seats = [player.seat for player in players]
        place = {seat: index for index, seat in indexed(seats)}
        stacks = tuple([player.chips for player in players])
        behind: tuple[Chips, ...] = ()
        if self.cap is not None and max(stacks) > self.cap:
            behind = tuple([max(chips - self.cap, 0) for chips in stacks])
            stacks = tuple([min(chips, self.cap) for chips in stacks])
        at_button = self._button(seats, place, button)
        postings = [
            Posting(place[seat], kind, chips, is_all_in)
            for seat, kind, chips, is_all_in in self.posted
        ]
        stakes = read(stacks, at_button, postings, *blinds)
        dealt = [
            HoleDealt(index, self.dealt.get(seats[index], UNKNOWN))
            for index in clockwise(at_button, len(players))
        ]
        story = StoryBuilder(self, place, stacks, postings, stakes, first=len(dealt))

        def by_stack(chips: dict[int, Chips]) -> tuple[Chips, ...]:
            return tuple([chips.get(seat, 0) for seat in seats]) if chips else ()

        history = History(
            stacks=stacks,
            button=at_button,
            blinds=stakes.blinds,
            rules=house(betting, stakes.heads_up_button),
            story=(*dealt, *story.steps),
            posts=stakes.posts,
            bets=bets,
            scale=self.scale,
            names=tuple([player.name for player in players]),
            payments=Payments(
                by_stack(self.won) or (0,) * len(seats),
                self.rake,
                self.fees,
                self.added,
                by_stack(self.cash_outs),
                by_stack(self.cash_out_fees),
                by_stack(self.adjustments),
            ),
            more_boards=tuple(self.boards[1:]),
            behind=behind,
            is_cancelled=self.is_cancelled,
            fields={**fields, "seats": seats, "winnings": self._winnings(seats)},
        )
        for number, board in enumerate(self.boards[1:], start=2):
            if len(board) != BOARD_CARDS:
                raise HistoryError(f"board {number} has {len(board)} cards, not {BOARD_CARDS}")
        if self.is_cancelled:
            return history.replace(payments=None)
        return settled_by(history, story.claims)

    def _winnings(self, seats: list[int]) -> list[int | Decimal]:
        """Return the PHH field `winnings`: chips that each player took out of the hand."""
        won = [self.won.get(seat, 0) + self.cash_outs.get(seat, 0) for seat in seats]
        return [in_file(chips, self.scale) for chips in won]

    def _button(
        self, seats: list[int], place: dict[int, StackIndex], button: int | None
    ) -> StackIndex:
        if button is None:
            small = next((p.seat for p in self.posted if p.kind is PostingKind.SMALL), None)
            if small is None:
                raise HistoryError("the file does not say who has the button")
            if len(seats) == 2:
                return place[small]
            return StackIndex((place[small] - 1) % len(seats))
        return max([place[seat] for seat in seats if seat <= button], default=place[seats[-1]])

    def _players(self) -> list[Player]:
        """Return the players of the hand by seat.

        A player who neither posted, was dealt cards, acted nor won anything is sitting out.
        """
        seats = {*[post.seat for post in self.posted], *[event.seat for event in self.events]}
        seats |= {*self.dealt, *self.won, *(self.returned or {}), *self.cash_outs}
        players = sorted([player for player in self.players.values() if player.seat in seats])
        if len(players) < 2:
            raise HistoryError(f"a hand has 2 to 10 players, not {len(players)}")
        return players


def chairs(history: History) -> tuple[int, ...]:
    """Return the seats, or 1, 2, 3 and so on if their order is not that of the stacks."""
    seats = history.seats
    downs = [a > b for a, b in zip(seats, seats[1:] + seats[:1], strict=True)]
    return seats if downs.count(True) == 1 else tuple(range(1, history.players + 1))


@lru_cache(maxsize=30_000)
def cards(text: str) -> tuple[Card, ...]:
    try:
        return read_cards(text)
    except CardError as error:
        raise HistoryError(str(error)) from None


def pair(text: str) -> HoleCards:
    """Return two hole cards. The second is None if the text has only one.

    >>> pair("As Kd"), pair("As")
    ((Card('As'), Card('Kd')), (Card('As'), None))
    """
    seen = cards(text)
    if len(seen) == 2:
        return seen[0], seen[1]
    if len(seen) == 1:
        return seen[0], None
    raise HistoryError(f"a hand is two cards, not {len(seen)}")
