"""The game on a masa: one hand, and which side each of its stacks sits on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from pokermasa.cards import Card
from pokermasa.masa.fixed_map import FixedMap
from pokermasa.masa.position import Positions
from pokermasa.masa.seat import Seat
from pokermasa.masa.side import Side
from pokermasa.rules import (
    Chips,
    Dealer,
    HandDealer,
    OneWin,
    PastAct,
    PlayerAct,
    Post,
    Posting,
    PostingKind,
    Pot,
    PotDistribution,
    Showdown,
    Situation,
    StackIndex,
)
from pokermasa.rules.hand_dealer import BOARD_CARDS
from pokermasa.rules.opening import open_hand


class Paid(NamedTuple):
    """What one stack really paid before the cards."""

    stack: StackIndex
    ante: Chips = 0
    dead: Chips = 0
    live: Chips = 0


def paid_by_stack(postings: Iterable[Posting]) -> list[Paid]:
    paid: dict[StackIndex, Paid] = {}
    for stack, kind, chips, _ in postings:
        so_far = paid.get(stack, Paid(stack))
        field = "live" if kind.is_live else "ante" if kind is PostingKind.ANTE else "dead"
        paid[stack] = so_far._replace(**{field: getattr(so_far, field) + chips})
    return [paid[stack] for stack in sorted(paid)]


class Game(NamedTuple):
    situation: Situation
    sides: tuple[Side, ...]
    """The side of each stack."""
    stacks: tuple[Chips, ...]
    """What each stack began with."""
    posts: Mapping[StackIndex, Post] | None
    """What was due before the cards, where positions do not say it; as `Dealer.start` took it."""
    before: Positions
    """Where button and blinds were before, should the hand be called off."""
    owed: Mapping[Side, Seat]
    """Likewise the seats that had something to pay for their place."""
    acts: tuple[PlayerAct, ...] = ()
    """Every act so far, as it was sent: with stacks, posts and cards, the whole hand again."""
    second_board: tuple[Card, ...] = ()
    """Kept in case the board is run twice."""
    agreed: frozenset[Side] | None = None
    """Who has agreed to run it twice; None while nobody was asked."""
    twice: bool | None = None
    """Whether it is run twice; None while that is open."""
    shown: frozenset[Side] = frozenset()
    """Who showed both cards of their own will afterwards."""
    shown_one: Mapping[Side, Card] = FixedMap({})
    """Who showed one card and not the other, and which: told at the table and nowhere else."""
    rabbit: bool = False
    """Whether the rest of the board was shown after everybody else had folded."""
    gone: frozenset[Side] = frozenset()
    """Who has left since: whoever sits there now has nothing to show."""

    def but(self, **changes: Any) -> Game:
        return self._replace(**changes)

    def stack_of(self, side: Side) -> StackIndex | None:
        return StackIndex(self.sides.index(side)) if side in self.sides else None

    @property
    def opened(self) -> Dealer:
        """The dealer as the hand began, everything posted."""
        dealer = self.situation.dealer
        return Dealer.start(
            self.stacks, dealer.button, dealer.blinds, dealer.rules, self.posts, dealer.bets
        )

    @property
    def paid_before_cards(self) -> list[Paid]:
        """By stack, for everybody who paid anything."""
        dealer = self.situation.dealer
        opening = open_hand(self.stacks, dealer.button, dealer.blinds, dealer.rules, self.posts)
        return paid_by_stack(opening.postings)

    @property
    def past(self) -> tuple[PastAct, ...]:
        """The acts so far with what they did, played again: for a bot's view, not for every one."""
        situation, past = Situation(self.opened, None), []
        for act in self.acts:
            move = situation.move(act)
            past.append(PastAct.of(move))
            situation = move.situation_after
        return tuple(past)

    @property
    def to_act(self) -> Side | None:
        if self.situation.end:
            return None
        return self.sides[self.situation.dealer.turn_to_act]

    @property
    def remaining(self) -> tuple[Side, ...]:
        """The sides that have not folded."""
        outcome = self.situation.outcome
        assert isinstance(outcome, Showdown)
        return tuple([self.sides[index] for index in sorted(outcome.order)])

    @property
    def is_asked_twice(self) -> bool:
        """The hand waits for everybody's word on running it twice."""
        return self.agreed is not None and self.twice is None

    @property
    def may_run_twice(self) -> bool:
        """All in with cards to come."""
        return (
            bool(self.second_board)
            and isinstance(self.situation.outcome, Showdown)
            and len(self.first_cards) < BOARD_CARDS
        )

    @property
    def undealt(self) -> tuple[Card, ...]:
        """What would have come on the board, had not everybody else folded; empty otherwise."""
        cards = self.situation.hand_dealer
        if cards is None or not isinstance(self.situation.outcome, OneWin):
            return ()
        return tuple(cards.board[len(self.first_cards) :])

    @property
    def first_cards(self) -> tuple[Card, ...]:
        """The board as it lay when the betting ended."""
        cards = self.situation.hand_dealer
        return cards.middle(self.situation.round).cards if cards else ()

    @property
    def boards(self) -> tuple[tuple[Card, ...], ...]:
        """The board, or both, at the end."""
        cards, outcome = self.situation.hand_dealer, self.situation.outcome
        if cards is None:
            return ()
        if not isinstance(outcome, Showdown):
            return (self.first_cards,)
        if not self.twice:
            return (cards.board,)
        lying = self.first_cards
        return cards.board, lying + self.second_board[len(lying) :]

    @property
    def pots(self) -> tuple[tuple[PotDistribution, ...], ...]:
        """Who won what: once, or once for each board. Run twice, half of every pot is played for on
        each board, the odd chip on the first."""
        outcome, cards = self.situation.outcome, self.situation.hand_dealer
        assert outcome is not None
        if not self.twice or cards is None:
            return (outcome.winners.pots,)
        dealer = self.situation.dealer
        living = [self.sides.index(side) for side in self.remaining]
        pots = []
        for board, odd in zip(self.boards, (1, 0), strict=True):
            deal = HandDealer(cards.hands, board)
            values = [deal.value(i) if i in living else None for i in range(len(self.sides))]
            half = dealer._replace(
                running_pot=_half(dealer.running_pot, odd),
                side_pots=tuple([_half(pot, odd) for pot in dealer.side_pots]),
            )
            pots.append(tuple(half.distribute_all(values)))
        return tuple(pots)

    @property
    def final_stacks(self) -> tuple[Chips, ...]:
        return self.situation.dealer.paid([share for board in self.pots for share in board])

    @property
    def dropped(self) -> Chips:
        return sum([share.dropped for board in self.pots for share in board])


def _half(pot: Pot, odd: int) -> Pot:
    return Pot((pot.wager + odd) // 2, pot.involved)
