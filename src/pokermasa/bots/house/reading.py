"""Hand reading: keeps a weight for each of the 1326 hands of every opponent, based on the acts so
far."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from pokermasa.batch.array import Floats
from pokermasa.batch.combo import combos
from pokermasa.batch.lookup import lookup
from pokermasa.bots.house.opponent import Opponent
from pokermasa.bots.house.spot import Spot
from pokermasa.cards import Card
from pokermasa.equity.against import FOLDS, RAISES, STAYS, BoardStrengths, answers, board_strengths
from pokermasa.rules import Fold, PastAct, StackIndex, View


class ObservedAct(NamedTuple):
    """An act of an opponent with the situation in which it was made."""

    who: StackIndex
    spot: Spot
    act: int
    """One of `FOLDS`, `STAYS` and `RAISES`."""
    range: Floats
    """Range of the opponent before the act."""
    may_raise: bool


class Reading:
    """A hand followed from the view of one player, or of a spectator who sees no cards. It keeps a
    range for every opponent who has not folded."""

    def __init__(self, view: View, opponents: Mapping[StackIndex, Opponent]) -> None:
        cards: tuple[Card, ...] = ()
        if view.viewer is not None:
            own_cards = view.players[view.viewer].cards
            assert own_cards is not None
            cards = own_cards
        self.me = view.viewer
        self.cards = cards
        self.opponents = opponents
        self.board: tuple[Card, ...] = ()
        self.past: tuple[PastAct, ...] = ()
        self.raises = 0
        """Number of bets and raises in this round."""
        self.aggressor: StackIndex | None = None
        """Player who made the last raise of the hand."""
        self.told: list[ObservedAct] = []
        self._round = view.past[0].round if view.past else view.round
        self._in = len(view.players)
        self._big_blind = view.blinds.big
        weights = _without(np.ones(len(combos().mask)), cards)
        self.ranges: dict[StackIndex, Floats] = {
            player.index: weights for player in view.players if player.index != self.me
        }

    def is_of(self, view: View) -> bool:
        """Return whether *view* is a later moment of the hand that was followed so far."""
        return (
            view.viewer == self.me
            and (view.viewer is None or view.players[view.viewer].cards == self.cards)
            and view.board[: len(self.board)] == self.board
            and view.past[: len(self.past)] == self.past
        )

    def follow(self, view: View) -> None:
        for past in view.past[len(self.past) :]:
            self._turn_to(past.round.place, view)
            self._read(past)
        self._turn_to(view.round.place, view)
        self.past = view.past
        # If the view has no past acts, the chips still show who folded and whether somebody raised.
        for index in [index for index in self.ranges if index not in view.remaining]:
            del self.ranges[index]
        if view.price > (0 if view.board else view.blinds.big):
            self.raises = max(self.raises, 1)

    @property
    def hand(self) -> tuple[Card, Card]:
        """Hole cards of the reader. Not available to spectators."""
        first, second = self.cards
        return first, second

    @property
    def board_strengths(self) -> BoardStrengths:
        return board_strengths(tuple([card.number for card in self.board]))

    def spot(
        self,
        to_call: int,
        pot: int,
        raises: int,
        players: int,
        wager: int,
        round: int | None = None,
    ) -> Spot:
        """Return the spot of a player who has *wager* chips in front. *round* is the current round
        by default."""
        odds = to_call / (pot + to_call) if to_call > 0 else 0.0
        round = self._round.place if round is None else round
        return Spot(round, raises, odds, players, round > 0 or wager > self._big_blind)

    def answers(self, index: StackIndex, spot: Spot) -> Floats:
        """Return the opponent's range split by act: folding, staying and raising."""
        strength = self.board_strengths.strength
        return answers(self.ranges[index], strength, *self.habits(index, spot))

    def habits(self, index: StackIndex, spot: Spot) -> tuple[float, float, float, float]:
        """Return the parameters of `answers` for this opponent: its probabilities of folding and
        raising in *spot*, its honesty, and its share of bluffs."""
        opponent = self.opponents[index]
        rates = opponent.honesty(spot.round), opponent.bluff(spot.round)
        return (*opponent.fold_and_raise(spot), *rates)

    def _turn_to(self, place: int, view: View) -> None:
        cards = view.board[: (0, 3, 4, 5)[place]]
        if place != self._round.place:
            self._round = tuple(type(self._round))[place]
            self.raises = 0
        if len(cards) > len(self.board):
            new = cards[len(self.board) :]
            self.board = cards
            for index, weights in self.ranges.items():
                self.ranges[index] = _without(weights, new)

    def _read(self, past: PastAct) -> None:
        index, act = past.index, past.act
        folds, raises = isinstance(act, Fold), past.to > past.price
        if index != self.me and index in self.ranges:
            spot = self.spot(past.price - past.wager, past.pot, self.raises, self._in, past.wager)
            kind = FOLDS if folds else RAISES if raises else STAYS
            may_raise = past.stack > past.price - past.wager
            self.told.append(ObservedAct(index, spot, kind, self.ranges[index], may_raise))
            if folds:
                del self.ranges[index]
            else:
                weights = self.answers(index, spot)[kind]
                total = weights.sum()
                if total > 0:
                    self.ranges[index] = weights / total
        if folds:
            self._in -= 1
        if raises:
            self.raises += 1
            self.aggressor = index


def _without(weights: Floats, cards: tuple[Card, ...]) -> Floats:
    """Return *weights* without the hands that contain one of *cards*, normalised to a sum of 1."""
    bits = lookup(7).bits
    gone = np.uint64(sum(int(bits[card.number]) for card in cards))
    free = (combos().mask & gone) == 0
    left: Floats = np.where(free, weights, 0.0)
    total = left.sum()
    # If no hand is left, the reading was wrong. Then all hands get equal weights.
    weighed: Floats = left / total if total > 0 else free / free.sum()
    return weighed
