"""A hand as the dealer plays it, kept by our rules.

The house `acpc` has the dealer's options; three of its habits no option has, and they only show
where stacks differ:

- Its least raise is the larger of the last least and twice the raise less what it raised. Here the
  situation's `last_full_raise` is set so that the rules say the same.
- It lets a stack raise when nobody can put in more. To the rules that is a call: the rest would
  come back anyway.
- It asks the last who could act even if there is nothing to decide. The answer can but be `c`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple

from pokermasa.cards import Card
from pokermasa.histories.acpc.game import ROUNDS, AcpcError, Game
from pokermasa.histories.history import CHECK_OR_CALL
from pokermasa.histories.replay import sent
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
    """
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
    """The actions of each round begun."""
    least: Chips
    """What a no-limit raise must reach in this round, unless it is all in."""
    past: tuple[PastAct, ...] = ()
    """The acts so far, for our bots to read."""

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
        told = "/".join(["".join(actions) for actions in betting])
        if hand.betting != told:
            raise AcpcError(f"the rounds of {told!r} do not end there: {hand.betting!r}")
        return hand

    # Where it stands

    @property
    def betting(self) -> str:
        return "/".join(["".join(actions) for actions in self.rounds])

    @property
    def turn(self) -> StackIndex | None:
        """The position that the dealer waits for; None when the hand is over."""
        situation = self.situation
        if not situation.end:
            return situation.dealer.turn_to_act
        # The rounds are filled up when the dealer is done.
        if situation.dealer.one_left or len(self.rounds) == ROUNDS:
            return None
        return _idle(situation.dealer)

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
        """Whose cards everybody sees: at a showdown, all who have not folded."""
        stacks = self.situation.dealer.stacks
        if not self.is_over or self.situation.dealer.one_left:
            return ()
        return tuple([i for i, stack in indexed(stacks) if stack.role is not Role.FOLDED])

    @property
    def results(self) -> tuple[Fraction, ...] | None:
        """What each position won or lost, split pots to the fraction as the dealer does; None while
        the hand goes on, or when its cards are not known."""
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
        """What one of our bots gets to see there."""
        return View.of(self.situation, position, self.past)

    # Actions are the dealer's, acts are ours

    def after(self, action: str) -> Hand:
        """The hand after an action that the dealer has announced."""
        if self.turn is None:
            raise self._error(action, "the hand is over")
        if self.situation.end:
            if action != "c":
                raise self._error(action, "nobody is left to bet against: c is all there is")
            return self._replace(rounds=self._with(action, fill=True))
        try:
            move = self.situation.move(self.act(action))
        except IllegalAct as error:
            raise self._error(action, str(error)) from None
        after = move.situation_after
        dealer = after.dealer
        least, past = self.least, (*self.past, PastAct.of(move))
        if after.end:
            fill = not dealer.one_left and _idle(dealer) is None
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
        """What an action of whoever is to act means to the rules."""
        legal, dealer = self.situation.legal, self.situation.dealer
        if action == "f":
            if legal.may_check:
                raise self._error(action, "there is nothing to call")
            return _FOLD
        if action == "c":
            return sent(legal, CHECK_OR_CALL)
        to = self._raise_to(action)
        if len(self._raises) >= self.game.max_raises[dealer.round.place]:
            raise self._error(action, Refusal.RAISE_CAP.words)
        if legal.closed is Refusal.NOBODY_TO_RAISE and self._may_raise_nobody(to):
            return sent(legal, CHECK_OR_CALL)
        return sent(legal, Raise(to))

    def action(self, act: PlayerAct) -> str:
        """How one of our acts is sent; `IllegalAct` if it is not allowed. Nobody folds for nothing,
        and a raise that the game has no room for is a call: so would the dealer have it."""
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
        """What whoever is to act had put in before this round."""
        turn = self.situation.dealer.turn_to_act
        return self.game.stacks[turn] - self.situation.dealer.stacks[turn].total

    @property
    def _raises(self) -> list[str]:
        return [action for action in self.rounds[-1] if action[0] == "r"]

    def _raise_to(self, action: str) -> Chips:
        """A raise's size in this round."""
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
        """With the least raise, or the round's bet, that the dealer would have."""
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


def _idle(dealer: Dealer) -> StackIndex | None:
    """Who is left alone with all-ins before having acted, in a hand that is over for us."""
    waiting = [
        index
        for index, stack in indexed(dealer.stacks)
        if stack.role is Role.INVOLVED and stack.last_action is None
    ]
    return waiting[0] if waiting and dealer.one_involved else None
