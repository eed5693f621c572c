"""A hand at one moment: its legal acts, and the situation that each act leads to.

Twins: batch/hand.py (arrays) and histories/tally.py (plain hands).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from pokermasa.rules.act import (
    AnyRaise,
    BettingRound,
    DealerAct,
    NextRound,
    NextTurn,
    OneWin,
    PlayerAct,
    Showdown,
)
from pokermasa.rules.chips import Chips, stack_indexes
from pokermasa.rules.dealer import Dealer
from pokermasa.rules.hand_dealer import HandDealer
from pokermasa.rules.legal import Legal
from pokermasa.rules.move import Move
from pokermasa.rules.refusal import BadHand, IllegalAct
from pokermasa.rules.showdown import one_win, showdown


class Situation:
    """The chips of a hand together with its cards, as an immutable value.

    The cards are optional: without them a hand can be played, but not decided at a showdown.

    >>> from pokermasa.rules import Blinds, Raise
    >>> situation = Situation(Dealer.start([200, 200, 60], button=0, blinds=Blinds(1, 2)))
    >>> move = situation.move(Raise(to=6))
    >>> move.dealer_act, move.player_diff.new_stack
    (NextTurn(to_act=1), 194)
    >>> situation.raises, move.situation_after.raises
    ((4, 199), (10, 199))
    """

    __slots__ = ("_legal", "_outcome", "dealer", "hand_dealer", "totals")
    dealer: Dealer
    hand_dealer: HandDealer | None
    totals: tuple[Chips, ...]
    """The chips of each stack at the start of the hand. Equality of situations ignores them."""
    # Both are computed at the first access. None means not computed yet.
    _legal: Legal | None
    _outcome: OneWin | Showdown | Literal["going on"] | None

    def __init__(
        self,
        dealer: Dealer | HandDealer | None,
        hand_dealer: HandDealer | Dealer | None = None,
        totals: Iterable[Chips] | None = None,
        _outcome: OneWin | Showdown | Literal["going on"] | None = None,
    ) -> None:
        """Create a situation. The first two arguments may be in either order, as in document 000.

        *totals* are the chips of each stack at the start of the hand. Without them they are
        estimated from the pots. The estimate is exact at the start of a hand without dead posts,
        and as long as no stack that has bet has folded. Otherwise it assumes that all stacks have
        bet the same amount into the pots they can win.
        """
        if _outcome is None:  # Otherwise a move has made both, and checks would slow it down.
            dealer, hand_dealer = _verified(dealer, hand_dealer)
        _set_dealer(self, dealer)
        _set_hand_dealer(self, hand_dealer)
        _set_totals(self, _totals_of(self.dealer) if totals is None else tuple(totals))
        _set_legal(self, None)
        _set_outcome(self, _outcome)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a Situation is immutable; {name} cannot be set")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Situation):
            return NotImplemented
        return self.dealer == other.dealer and self.hand_dealer == other.hand_dealer

    def __hash__(self) -> int:
        return hash((self.dealer, self.hand_dealer))

    def __repr__(self) -> str:
        from pokermasa.notebook.html import shortened
        from pokermasa.rules.picture import situation_line

        return shortened(f"<Situation: {situation_line(self)}>")

    def _repr_html_(self) -> str:
        # As a spectator sees it. A player's own cards are in `View.from_situation(self, viewer)`.
        from pokermasa.rules.view import View

        return View.from_situation(self, None)._repr_html_()

    def __reduce__(self) -> tuple[type[Situation], tuple[object, ...]]:
        return Situation, (self.dealer, self.hand_dealer, self.totals)

    # The state of the hand, under the names of document 000

    @property
    def round(self) -> BettingRound:
        return self.dealer.round

    @property
    def round_end(self) -> bool:
        """Whether the betting round is over."""
        return self.dealer.all_acted and self.dealer.wagers_equalized

    @property
    def one_win(self) -> bool:
        """Whether all stacks but one have folded."""
        return self.dealer.one_left

    @property
    def showdown(self) -> bool:
        """Whether the hand is over and two or more stacks compare their cards."""
        dealer = self.dealer
        if dealer.one_left:
            return False
        if self.round_end:
            return self.round is BettingRound.RIVER or dealer.involveds <= 1
        return dealer.none_involved

    @property
    def end(self) -> bool:
        """Whether the hand is over."""
        if self._outcome is None:
            _set_outcome(self, self._end() or _GOING_ON)
        return self._outcome is not _GOING_ON

    @property
    def outcome(self) -> OneWin | Showdown | None:
        """The end of the hand with its winners. None while the hand goes on."""
        if self._outcome is None:
            _set_outcome(self, self._end() or _GOING_ON)
        return None if self._outcome is _GOING_ON else self._outcome  # type: ignore[return-value]

    def _end(self) -> OneWin | Showdown | None:
        if not (self.one_win or self.showdown):
            return None
        return _end(self.dealer, self.dealer.finish(), self.hand_dealer)

    @property
    def next_round(self) -> bool:
        """Whether the round is over and another round follows."""
        return self.round_end and self.round is not BettingRound.RIVER and not self.end

    @property
    def next_turn(self) -> bool:
        """Whether a stack is to act."""
        return not self.next_round and not self.end

    # Legal acts

    @property
    def legal(self) -> Legal:
        """The limits of the stack to act, computed once."""
        legal = self._legal
        if legal is None:
            legal = Legal.over(self.dealer) if self.end else Legal.for_dealer(self.dealer)
            _set_legal(self, legal)
        return legal

    @property
    def actor(self) -> Actor:
        """The stack to act."""
        return Actor(self)

    @property
    def possible_acts(self) -> tuple[PlayerAct, ...]:
        """The legal acts: fold, check or call, all-in, the smallest raise, and raises by fractions
        of the pot. Empty if the hand is over."""
        return (self._legal or self.legal).possible_acts

    @property
    def raises(self) -> tuple[Chips, Chips] | None:
        """The smallest and the largest amount for `Raise`. None if no raise is legal."""
        return (self._legal or self.legal).raises

    @property
    def moves(self) -> tuple[Move, ...]:
        """The move of each act in `possible_acts`."""
        return self.actor.valid_moves

    def raise_move(self, act: AnyRaise) -> Move | None:
        """Return the move of this raise, or None if it is not legal."""
        return self.actor.valid_raise(act)

    # Playing an act

    def move(self, act: PlayerAct) -> Move:
        """Return the result of an act. This situation does not change.

        Raise `IllegalAct` if the act is not legal; the error contains the legal acts.
        """
        dealer, cards = self.dealer, self.hand_dealer
        legal = self._legal or self.legal
        recorded = legal.accept(act)
        acted = dealer.acted(recorded, legal)
        turn, to_act = dealer.turn_to_act, acted.turn_to_act
        stack = acted.stacks[turn]
        dealer_act: DealerAct
        outcome: OneWin | Showdown | Literal["going on"] = _GOING_ON
        if to_act != turn:
            dealer_act = _NEXT_TURNS[to_act]
        elif _is_over(acted):
            outcome = dealer_act = _end(acted, finished := acted.finish(), cards)
            acted = finished
        else:
            acted = acted.end_round().next_round()
            dealer_act = NextRound(
                acted.turn_to_act,
                None if cards is None else cards.middle(acted.round),
                acted.running_pot,
                acted.side_pots,
            )
        after = Situation(acted, cards, self.totals, outcome)
        return _tuple(Move, (recorded, dealer_act, stack, self, after))


class Actor:
    """The stack to act and its legal moves. The documents use this class and these names."""

    __slots__ = ("situation",)

    def __init__(self, situation: Situation) -> None:
        self.situation = situation

    @property
    def valid_moves(self) -> tuple[Move, ...]:
        """The move of each act in `Situation.possible_acts`."""
        return tuple([self.situation.move(act) for act in self.situation.possible_acts])

    def valid_raise(self, act: AnyRaise) -> Move | None:
        """Return the move of this raise, or None if it is not legal."""
        try:
            return self.situation.move(act)
        except IllegalAct:
            return None


def _verified(
    dealer: Dealer | HandDealer | None, hand_dealer: HandDealer | Dealer | None
) -> tuple[Dealer, HandDealer | None]:
    """Return the arguments of a `Situation` with the dealer first. Raise `BadHand` if they do not
    fit."""
    if isinstance(hand_dealer, Dealer):
        dealer, hand_dealer = hand_dealer, dealer
    if not isinstance(dealer, Dealer) or not (
        hand_dealer is None or isinstance(hand_dealer, HandDealer)
    ):
        raise BadHand("a Situation needs a Dealer and, if cards are known, a HandDealer")
    if hand_dealer is not None and len(hand_dealer.hands) != len(dealer.stacks):
        raise BadHand(f"{len(dealer.stacks)} stacks but {len(hand_dealer.hands)} hands")
    return dealer, hand_dealer


def _totals_of(dealer: Dealer) -> tuple[Chips, ...]:
    """Estimate the chips of each stack at the start of the hand from the pots."""
    totals = [stack.total for stack in dealer.stacks]
    paid_by_one = dealer.blinds.big_blind_ante and dealer.round is BettingRound.PREFLOP
    for pot in (dealer.running_pot, *dealer.side_pots):
        payers = (dealer.big_blind,) if paid_by_one else pot.involved
        for index in payers if pot.wager else ():
            if index < len(totals):  # one Fen in the documents has a pot member without a stack
                totals[index] += pot.wager // len(payers)
    return tuple(totals)


def _is_over(dealer: Dealer) -> bool:
    """Whether the hand is over, given that no stack is left to act in this round."""
    return dealer.round is BettingRound.RIVER or dealer.involveds <= 1


def _end(dealer: Dealer, finished: Dealer, cards: HandDealer | None) -> OneWin | Showdown:
    return one_win(finished) if dealer.one_left else showdown(dealer, finished, cards)


_GOING_ON: Literal["going on"] = "going on"
_tuple = tuple.__new__  # creates a NamedTuple without its slower Python-level constructor
# These write the slots, since Situation.__setattr__ refuses to.
_set_dealer, _set_hand_dealer, _set_totals, _set_legal, _set_outcome = [
    Situation.__dict__[slot].__set__
    for slot in ("dealer", "hand_dealer", "totals", "_legal", "_outcome")
]
_NEXT_TURNS = tuple([NextTurn(index) for index in stack_indexes(10)])
