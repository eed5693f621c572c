"""The hand that is played on a masa, and the side of each of its stacks."""

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
    """The chips that one stack really paid before the cards were dealt."""

    stack: StackIndex
    ante: Chips = 0
    dead: Chips = 0
    live: Chips = 0


def paid_by_stack(postings: Iterable[Posting]) -> list[Paid]:
    """Add up the postings of each stack. Stacks that paid nothing are left out."""
    paid: dict[StackIndex, Paid] = {}
    for stack, kind, chips, _ in postings:
        so_far = paid.get(stack, Paid(stack))
        field = "live" if kind.is_live else "ante" if kind is PostingKind.ANTE else "dead"
        paid[stack] = so_far._replace(**{field: getattr(so_far, field) + chips})
    return [paid[stack] for stack in sorted(paid)]


class Game(NamedTuple):
    """One hand on a masa."""

    situation: Situation
    sides: tuple[Side, ...]
    """The side of each stack, by stack index."""
    stacks: tuple[Chips, ...]
    """The chips of each stack at the start of the hand."""
    posts: Mapping[StackIndex, Post] | None
    """Blinds and dead posts owed before the deal, by stack index. None if they follow from the
    positions. Same form as the `posts` argument of `Dealer.start`."""
    before: Positions
    """The positions of the hand before. They are restored if this hand is called off."""
    owed: Mapping[Side, Seat]
    """Seats as they were before the hand: of players who were new, owed a blind, or missed one with
    this deal. They are restored if the hand is called off."""
    acts: tuple[PlayerAct, ...] = ()
    """All acts so far, as they were sent. The hand can be replayed from them."""
    second_board: tuple[Card, ...] = ()
    """Five cards for the second board if the hand is run twice. Empty if the terms forbid that."""
    agreed: frozenset[Side] | None = None
    """The players who have agreed to run the hand twice. None if nobody has been asked."""
    twice: bool | None = None
    """Whether the hand is run twice. None if that is not decided."""
    shown: frozenset[Side] = frozenset()
    """The players who showed both hole cards voluntarily after the hand."""
    shown_one: Mapping[Side, Card] = FixedMap({})
    """The card of each player who showed only one voluntarily. Hand histories do not contain it."""
    rabbit: bool = False
    """Whether the rest of the board was shown after all but one had folded."""
    gone: frozenset[Side] = frozenset()
    """The sides whose player has left since the hand. A new player there has no cards to show."""

    def __repr__(self) -> str:
        from pokermasa.masa.picture import game_line
        from pokermasa.notebook.html import shortened

        return shortened(f"<Game: sides {', '.join(map(str, self.sides))}, {game_line(self)}>")

    def replace(self, **changes: Any) -> Game:
        """Return a copy with some fields changed."""
        return self._replace(**changes)

    def stack_of(self, side: Side) -> StackIndex | None:
        """Return the stack index of a side. None if the side is not in the hand."""
        return StackIndex(self.sides.index(side)) if side in self.sides else None

    @property
    def opened(self) -> Dealer:
        """The dealer at the start of the hand, after all forced payments."""
        dealer = self.situation.dealer
        return Dealer.start(
            self.stacks, dealer.button, dealer.blinds, dealer.rules, self.posts, dealer.bets
        )

    @property
    def paid_before_cards(self) -> list[Paid]:
        """The forced payments by stack, without stacks that paid nothing."""
        dealer = self.situation.dealer
        opening = open_hand(self.stacks, dealer.button, dealer.blinds, dealer.rules, self.posts)
        return paid_by_stack(opening.postings)

    @property
    def past(self) -> tuple[PastAct, ...]:
        """The acts so far with their effects. The hand is replayed for it, so the call is slow."""
        situation, past = Situation(self.opened, None), []
        for act in self.acts:
            move = situation.move(act)
            past.append(PastAct.from_move(move))
            situation = move.situation_after
        return tuple(past)

    @property
    def to_act(self) -> Side | None:
        """The side to act. None if the hand is over."""
        if self.situation.end:
            return None
        return self.sides[self.situation.dealer.turn_to_act]

    @property
    def remaining(self) -> tuple[Side, ...]:
        """The sides that have not folded. Available only at a showdown."""
        outcome = self.situation.outcome
        assert isinstance(outcome, Showdown)
        return tuple([self.sides[index] for index in sorted(outcome.order)])

    @property
    def is_asked_twice(self) -> bool:
        """Whether the hand waits for the players' answers about running it twice."""
        return self.agreed is not None and self.twice is None

    @property
    def may_run_twice(self) -> bool:
        """Whether all players are all in before the river and a second board is prepared."""
        return (
            bool(self.second_board)
            and isinstance(self.situation.outcome, Showdown)
            and len(self.first_cards) < BOARD_CARDS
        )

    @property
    def undealt(self) -> tuple[Card, ...]:
        """The board cards that were not dealt because all but one folded. Otherwise empty."""
        cards = self.situation.hand_dealer
        if cards is None or not isinstance(self.situation.outcome, OneWin):
            return ()
        return tuple(cards.board[len(self.first_cards) :])

    @property
    def first_cards(self) -> tuple[Card, ...]:
        """The board cards that were visible when the betting ended."""
        cards = self.situation.hand_dealer
        return cards.middle(self.situation.round).cards if cards else ()

    @property
    def boards(self) -> tuple[tuple[Card, ...], ...]:
        """The final board, or both boards if the hand was run twice."""
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
        """The distribution of the pots for each board.

        If the hand is run twice, each board decides half of every pot. An odd chip belongs to the
        first board.
        """
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
        """The chips of each stack after the pots have been paid."""
        if not self.twice and (outcome := self.situation.outcome) is not None:
            return outcome.winners.stacks
        return self.situation.dealer.paid([share for board in self.pots for share in board])

    @property
    def dropped(self) -> Chips:
        """Odd chips that nobody gets, under house rules that drop them."""
        return sum([share.dropped for board in self.pots for share in board])


def _half(pot: Pot, odd: int) -> Pot:
    """Return half of *pot*. An odd chip belongs to the half with *odd* = 1."""
    return Pot((pot.wager + odd) // 2, pot.involved)
