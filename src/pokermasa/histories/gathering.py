"""A hand gathered from a file that names seats and lists payments: PokerStars, Open Hand History.

Who takes part is known only at the end (chairs are listed that were dealt no cards), so steps are
kept by seat and become a `History` when the whole hand has been seen.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from pokermasa.cards import Card, CardError, read_cards
from pokermasa.histories.account import Claims, house, settled_by
from pokermasa.histories.history import (
    CHECK_OR_CALL,
    UNKNOWN,
    Acted,
    BoardDealt,
    History,
    HistoryError,
    HoleCards,
    HoleDealt,
    Shown,
    Step,
)
from pokermasa.histories.record import in_file
from pokermasa.histories.stakes import read
from pokermasa.rules import Betting, Chips, Fold, Raise, StackIndex
from pokermasa.rules.chips import clockwise, indexed, stack_indexes
from pokermasa.rules.posting import Posting, PostingKind

_NOBODY = StackIndex(-1)  # the dealer
ROUNDS = {"flop": (0, 3), "turn": (3, 1), "river": (4, 1)}
"""How many cards lie before, and how many come."""


class Player(NamedTuple):
    seat: int
    name: str
    chips: Chips


class _Told(NamedTuple):
    step: Callable[[StackIndex], Step]
    seat: int
    """0 for the dealer."""
    line: int | None
    paid: Chips | None = None
    raised_by: Chips | None = None


class _Posted(NamedTuple):
    seat: int
    kind: PostingKind
    chips: Chips
    is_all_in: bool


class Gathering:
    def __init__(self, scale: int) -> None:
        self.scale = scale
        self.number: int | None = None
        """Of the line that is being read."""
        self.players: dict[str, Player] = {}
        self.posted: list[_Posted] = []
        """By seat, until it is known which stack that is."""
        self.dealt: dict[int, HoleCards] = {}
        self.board: tuple[Card, ...] = ()
        self.folded: set[int] = set()
        self.shown: set[int] = set()
        self.returned: dict[int, Chips] | None = None
        """None where the format does not tell."""
        self.won: dict[int, Chips] = {}
        self.rake: Chips = 0
        self.is_shown_down = False
        self._told: list[_Told] = []

    # What is seen, in turn

    def sit(self, seat: int, name: str, chips: Chips) -> None:
        if seat in [player.seat for player in self.players.values()]:
            raise HistoryError(f"seat {seat} is taken")
        if name in self.players:
            raise HistoryError(f"two players have the name {name!r}")
        if len(self.players) == 10:
            raise HistoryError("more than ten players")
        self.players[name] = Player(seat, name, chips)

    def post(self, seat: int, kind: PostingKind, chips: Chips, is_all_in: bool) -> None:
        """Of two small blinds the second is a dead one, and of two big ones, a newcomer's."""
        if kind in (PostingKind.SMALL, PostingKind.BIG) and kind in [
            post.kind for post in self.posted
        ]:
            kind = PostingKind.DEAD if kind is PostingKind.SMALL else PostingKind.LATE
        self.posted.append(_Posted(seat, kind, chips, is_all_in))

    def know(self, seat: int, cards: HoleCards) -> None:
        if set(self.dealt.setdefault(seat, cards)) != set(cards):
            raise HistoryError("these are not the cards that were dealt before")

    def folds(self, seat: int) -> None:
        self.folded.add(seat)
        self._tell(lambda stack: Acted(stack, Fold()), seat)

    def calls(self, seat: int, paid: Chips) -> None:
        """Or checks, for nothing."""
        self._tell(lambda stack: Acted(stack, CHECK_OR_CALL), seat, paid)

    def raises(
        self, seat: int, to: Chips, paid: Chips | None = None, by: Chips | None = None
    ) -> None:
        """Or bets."""
        self._tell(lambda stack: Acted(stack, Raise(to)), seat, paid, by)

    def deal_board(self, round: str, cards: tuple[Card, ...]) -> None:
        before, count = ROUNDS[round]
        if len(self.board) != before or len(cards) != count:
            raise HistoryError(
                f"the {round} is {count} after {before} cards, not {len(cards)} "
                f"after {len(self.board)}"
            )
        self.board += cards
        self._tell(lambda _: BoardDealt(cards), 0)

    def shows(self, seat: int, cards: HoleCards | None) -> None:
        self.shown.add(seat)
        self._tell(lambda stack: Shown(stack, cards), seat)

    def collects(self, seat: int, chips: Chips) -> None:
        self.won[seat] = self.won.get(seat, 0) + chips

    def gets_back(self, seat: int, chips: Chips) -> None:
        self.returned = self.returned or {}
        self.returned[seat] = self.returned.get(seat, 0) + chips

    def _tell(
        self,
        step: Callable[[StackIndex], Step],
        seat: int,
        paid: Chips | None = None,
        raised_by: Chips | None = None,
    ) -> None:
        self._told.append(_Told(step, seat, self.number, paid, raised_by))

    # The whole

    def whole(
        self,
        betting: Betting,
        blinds: tuple[Chips, Chips],
        bets: tuple[Chips, Chips] | None,
        button: int,
        fields: dict[str, Any],
    ) -> History:
        """*button* is a seat, maybe an empty one: then whoever sits before it acts last."""
        players = self._players()
        seats = [player.seat for player in players]
        place = {seat: index for index, seat in indexed(seats)}
        stacks = tuple([player.chips for player in players])
        at_button = max([place[seat] for seat in seats if seat <= button], default=place[seats[-1]])
        postings = [
            Posting(place[seat], kind, chips, is_all_in)
            for seat, kind, chips, is_all_in in self.posted
        ]
        stakes = read(stacks, at_button, postings, *blinds)
        story: list[Step] = [
            HoleDealt(index, self.dealt.get(seats[index], UNKNOWN))
            for index in clockwise(at_button, len(players))
        ]
        first = len(story)
        story.extend(told.step(place.get(told.seat, _NOBODY)) for told in self._told)
        if self.is_shown_down:
            # Who was not heard of again has not won: the winners are named.
            quiet = [s for s in seats if s not in (*self.folded, *self.shown, *self.won)]
            story.extend(Shown(place[seat], None) for seat in quiet)
        told_at = dict(enumerate(self._told, start=first))
        won = {place[seat]: chips for seat, chips in self.won.items()}
        claims = Claims(
            paid={i: told.paid for i, told in told_at.items() if told.paid is not None},
            raised_by={
                i: told.raised_by for i, told in told_at.items() if told.raised_by is not None
            },
            returned=None
            if self.returned is None
            else {place[seat]: chips for seat, chips in self.returned.items()},
            won=won,
            rake=self.rake,
            lines={i: told.line for i, told in told_at.items() if told.line is not None},
        )
        winnings = [in_file(won.get(index, 0), self.scale) for index in stack_indexes(len(players))]
        history = History(
            stacks=stacks,
            button=at_button,
            blinds=stakes.blinds,
            rules=house(betting, stakes.heads_up_button),
            story=tuple(story),
            posts=stakes.posts,
            bets=bets,
            scale=self.scale,
            names=tuple([player.name for player in players]),
            fields={**fields, "seats": seats, "winnings": winnings},
        )
        return settled_by(history, claims)

    def _players(self) -> list[Player]:
        """Who posted, was dealt cards, did or won anything; who only sits there is out."""
        seats = {*[post.seat for post in self.posted], *[told.seat for told in self._told]}
        seats |= {*self.dealt, *self.won, *(self.returned or {})}
        players = sorted([player for player in self.players.values() if player.seat in seats])
        if len(players) < 2:
            raise HistoryError(f"a hand has 2 to 10 players, not {len(players)}")
        return players


def chairs(history: History) -> tuple[int, ...]:
    """The seats, if they go round the table as the stacks do; else from 1."""
    seats = history.seats
    downs = [a > b for a, b in zip(seats, seats[1:] + seats[:1], strict=True)]
    return seats if downs.count(True) == 1 else tuple(range(1, history.players + 1))


def cards(text: str) -> tuple[Card, ...]:
    try:
        return read_cards(text)
    except CardError as error:
        raise HistoryError(str(error)) from None


def pair(text: str) -> HoleCards:
    """One card may be all that was seen.

    >>> pair("As Kd"), pair("As")
    ((Card('As'), Card('Kd')), (Card('As'), None))
    """
    seen = cards(text)
    if len(seen) == 2:
        return seen[0], seen[1]
    if len(seen) == 1:
        return seen[0], None
    raise HistoryError(f"a hand is two cards, not {len(seen)}")
