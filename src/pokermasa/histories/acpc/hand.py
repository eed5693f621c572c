"""A hand under the rules of the ACPC dealer, played by our rules.

The house rules `acpc` have the dealer's options. Three details of the dealer are no options, and
matter only with unequal stacks:

- Its minimum raise is the larger of the last minimum and twice the raise minus the amount before
  it. Here `last_full_raise` is set so that our rules require the same.
- It allows a raise that no opponent can match. Under our rules that is a call, because the rest
  would be returned anyway.
- It asks the last player with chips even if there is nothing to decide. Only `c` is possible.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple

from pokermasa.cards import Card
from pokermasa.histories.acpc.game import ROUNDS, AcpcError, Game
from pokermasa.histories.history import CHECK_OR_CALL
from pokermasa.histories.replay import as_player_act
from pokermasa.rules import (
    Betting,
    Chips,
    Dealer,
    Fold,
    HandDealer,
    IllegalAct,
    PastAct,
    PlayerAct,
    Raise,
    Refusal,
    Role,
    Situation,
    StackIndex,
    View,
)
from pokermasa.rules.chips import indexed
from pokermasa.rules.hand_dealer import HoleCards

_FOLD = Fold()


class Hand(NamedTuple):
    """A hand after some actions. `after` returns the hand with one more action.

    >>> from pokermasa.histories.acpc import named
    >>> hand = Hand.start(named("holdem.nolimit.2p.reverse_blinds"))
    >>> hand = hand.after("r300").after("c")
    >>> hand.betting, hand.turn, hand.action(Raise(to=100))
    ('r300c/', 0, 'r400')
    >>> hand.after("f")
    Traceback (most recent call last):
        ...
    pokermasa.histories.acpc.game.AcpcError: 'f' after 'r300c/': there is nothing to call
    """

    game: Game
    situation: Situation
    rounds: tuple[tuple[str, ...], ...]
    """Actions of each round so far."""
    least: Chips
    """Total that a no-limit raise has to reach in this round, unless it is all in."""
    past: tuple[PastAct, ...] = ()
    """The acts so far, which our bots get in their view."""

    @classmethod
    def start(
        cls,
        game: Game,
        hands: Sequence[HoleCards | None] | None = None,
        board: Sequence[Card] = (),
    ) -> Hand:
        if hands is not None and len(hands) != game.players:
            raise AcpcError(f"cards for {len(hands)} players, but the game is for {game.players}")
        dealer = game.dealer()
        cards = HandDealer(hands or [None] * game.players, board)
        return cls(game, Situation(dealer, cards), ((),), 2 * game.big_blind)

    @classmethod
    def replayed(
        cls,
        game: Game,
        betting: Sequence[Iterable[str]],
        hands: Sequence[HoleCards | None] | None = None,
        board: Sequence[Card] = (),
    ) -> Hand:
        hand = cls.start(game, hands, board)
        for number, actions in enumerate(betting):
            for action in actions:
                if len(hand.rounds) != number + 1:
                    break
                hand = hand.after(action)
        expected = "/".join(["".join(actions) for actions in betting])
        if hand.betting != expected:
            raise AcpcError(f"the rounds of {expected!r} should end at {hand.betting!r}")
        return hand

    # State of the hand

    @property
    def betting(self) -> str:
        return "/".join(["".join(actions) for actions in self.rounds])

    @property
    def turn(self) -> StackIndex | None:
        """The position that has to act. None if the hand is over."""
        situation = self.situation
        if not situation.end:
            return situation.dealer.turn_to_act
        # All rounds are listed once the dealer has finished.
        if situation.dealer.one_left or len(self.rounds) == ROUNDS:
            return None
        return _asked_without_choice(situation.dealer)

    @property
    def is_over(self) -> bool:
        return self.turn is None

    @property
    def hands(self) -> tuple[HoleCards | None, ...]:
        assert self.situation.hand_dealer is not None
        return self.situation.hand_dealer.hands

    @property
    def board(self) -> tuple[Card, ...]:
        assert self.situation.hand_dealer is not None
        return self.situation.hand_dealer.board

    @property
    def shown(self) -> tuple[StackIndex, ...]:
        """Positions whose cards are shown: at a showdown, all that have not folded."""
        stacks = self.situation.dealer.stacks
        if not self.is_over or self.situation.dealer.one_left:
            return ()
        return tuple([i for i, stack in indexed(stacks) if stack.role is not Role.FOLDED])

    @property
    def results(self) -> tuple[Fraction, ...] | None:
        """Chips won or lost by each position. None if the hand goes on or cards are unknown.

        Split pots are divided into exact fractions, as the dealer does.
        """
        outcome = self.situation.outcome
        if outcome is None or outcome.result is None:
            return None
        stacks = zip(self.situation.dealer.stacks, self.game.stacks, strict=True)
        won = [Fraction(stack.stack - began) for stack, began in stacks]
        for pot in outcome.winners.pots:
            for index in pot.involved:
                won[index] += Fraction(pot.wager, len(pot.involved))
        return tuple(won)

    def view(self, position: StackIndex) -> View:
        """Return what one of our bots sees at this position."""
        return View.from_situation(self.situation, position, self.past)

    # Conversion between the dealer's actions and our acts

    def after(self, action: str) -> Hand:
        """Return the hand after an action of the dealer. Raises `AcpcError` if it is
        not allowed."""
        if self.turn is None:
            raise self._error(action, "the hand is over")
        if self.situation.end:
            if action != "c":
                raise self._error(action, "nobody is left to bet against: only c is possible")
            return self._replace(rounds=self._with(action, fill=True))
        try:
            move = self.situation.move(self.act(action))
        except IllegalAct as error:
            raise self._error(action, str(error)) from None
        after = move.situation_after
        dealer = after.dealer
        least, past = self.least, (*self.past, PastAct.from_move(move))
        if after.end:
            fill = not dealer.one_left and _asked_without_choice(dealer) is None
            rounds = self._with(action, fill=fill)
            return self._replace(situation=after, rounds=rounds, past=past)
        rounds = self._with(action)
        if dealer.round is not move.before.round:
            rounds = (*rounds, ())
            least = self.game.big_blind
        elif move.player_act.raises:
            least = max(least, 2 * dealer.price - move.before.price)
        return Hand(self.game, self._adjusted(after, least), rounds, least, past)

    def act(self, action: str) -> PlayerAct:
        """Return our act for an action of the player to act. Raises `AcpcError` if it is not
        allowed."""
        legal, dealer = self.situation.legal, self.situation.dealer
        if action == "f":
            if legal.may_check:
                raise self._error(action, "there is nothing to call")
            return _FOLD
        if action == "c":
            return as_player_act(legal, CHECK_OR_CALL)
        to = self._raise_to(action)
        if len(self._raises) >= self.game.max_raises[dealer.round.place]:
            raise self._error(action, Refusal.RAISE_CAP.words)
        if legal.closed is Refusal.NOBODY_TO_RAISE and self._may_raise_nobody(to):
            return as_player_act(legal, CHECK_OR_CALL)
        return as_player_act(legal, Raise(to))

    def action(self, act: PlayerAct) -> str:
        """Return the dealer's action for one of our acts. Raises `IllegalAct` if it is not
        allowed.

        A fold without a bet, and a raise beyond the limit of raises, become `c`.
        """
        if self.situation.end:
            return "c"
        legal, dealer = self.situation.legal, self.situation.dealer
        move = self.situation.move(act)
        if isinstance(move.player_act, Fold):
            return "c" if legal.may_check else "f"
        if not move.player_act.raises:
            return "c"
        if len(self._raises) >= self.game.max_raises[dealer.round.place]:
            return "c"
        if self.game.betting is Betting.FIXED_LIMIT:
            return "r"
        return f"r{self._spent_before + move.player_diff.new_wager}"

    @property
    def _spent_before(self) -> Chips:
        """Chips that the player to act had put in before this round."""
        turn = self.situation.dealer.turn_to_act
        return self.game.stacks[turn] - self.situation.dealer.stacks[turn].total

    @property
    def _raises(self) -> list[str]:
        return [action for action in self.rounds[-1] if action[0] == "r"]

    def _raise_to(self, action: str) -> Chips:
        """Return the total that a raise reaches in this round."""
        total = action[1:]
        if self.game.betting is Betting.FIXED_LIMIT:
            if total:
                raise self._error(action, "raises have no size in a limit game")
            return min(self.situation.dealer.fixed_to, self.situation.legal.total)
        if not (total.isdecimal() and total.isascii() and len(total) <= 10):
            raise self._error(action, "a no-limit raise names the total for the hand: r300")
        return int(total) - self._spent_before

    def _may_raise_nobody(self, to: Chips) -> bool:
        dealer, legal = self.situation.dealer, self.situation.legal
        least = 0 if self.game.betting is Betting.FIXED_LIMIT else min(self.least, legal.total)
        return dealer.involveds > 1 and dealer.price < to <= legal.total and to >= least

    def _with(self, action: str, fill: bool = False) -> tuple[tuple[str, ...], ...]:
        *before, now = self.rounds
        rounds = (*before, (*now, action))
        return rounds + ((),) * (ROUNDS - len(rounds)) if fill else rounds

    def _adjusted(self, situation: Situation, least: Chips) -> Situation:
        """Return the situation with the dealer's minimum raise, or with the bet of this round."""
        dealer = situation.dealer
        if self.game.betting is Betting.FIXED_LIMIT:
            size = self.game.raise_sizes[dealer.round.place]
            if dealer.fixed_bet == size:
                return situation
            dealer = dealer._replace(bets=(size, size))
            return Situation(dealer, situation.hand_dealer, situation.totals)
        if dealer.price + dealer.last_full_raise == least:
            return situation
        lower = dealer._replace(last_full_raise=least - dealer.price)
        return Situation(lower, situation.hand_dealer, situation.totals)

    def _error(self, action: str, reason: str) -> AcpcError:
        return AcpcError(f"{action!r} after {self.betting!r}: {reason}")


def _asked_without_choice(dealer: Dealer) -> StackIndex | None:
    """Return the position that the dealer still asks although nothing can be decided, or None.

    It has chips, has not acted in this round, and all opponents are all in.
    """
    waiting = [
        index
        for index, stack in indexed(dealer.stacks)
        if stack.role is Role.INVOLVED and stack.last_action is None
    ]
    return waiting[0] if waiting and dealer.one_involved else None
