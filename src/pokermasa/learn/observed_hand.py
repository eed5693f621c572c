"""One hand played by the rules, with observations and masks for learners."""

from __future__ import annotations

from collections.abc import Sequence
from operator import index
from typing import NamedTuple, SupportsIndex

import numpy as np

from pokermasa.cards import Deck
from pokermasa.cards.deck import Source
from pokermasa.learn import action, observation
from pokermasa.learn.action import Mask
from pokermasa.learn.observation import Floats
from pokermasa.rules import (
    Betting,
    Blinds,
    Chips,
    Dealer,
    HandDealer,
    HouseRules,
    PastAct,
    PlayerAct,
    Situation,
    StackIndex,
    View,
)
from pokermasa.rules.chips import MOST_CHIPS


class Stakes(NamedTuple):
    """Everything that is the same in every hand."""

    players: int
    """Number of players."""
    stack: Chips
    """Chips of each player at the beginning of a hand."""
    blinds: Blinds
    """The blinds and antes."""
    rules: HouseRules
    """The house rules, with the betting structure."""

    @classmethod
    def checked(
        cls,
        players: int,
        stack: Chips,
        blinds: Blinds | Sequence[Chips] | Chips,
        rules: HouseRules | str,
        betting: Betting | str | None,
    ) -> Stakes:
        """Check and convert the arguments of an environment. Raises `ValueError` for wrong ones."""
        players = _whole("the number of players", players)
        if not 2 <= players <= 10:
            raise ValueError(f"a table seats 2 to 10 players, not {players}")
        stack = _whole("a stack in chips", stack)
        house = HouseRules.resolve(rules)
        if betting is not None:
            chosen = house.replace(betting=betting)
            if house.betting not in (Betting.NO_LIMIT, chosen.betting):
                message = f"betting is {str(chosen.betting)!r}, but the rules are {house.name!r}"
                raise ValueError(f"{message}, which is {house.betting}: give one of them")
            house = chosen
        posted = house.verified_blinds(blinds)
        if stack < 2 * (posted.big + posted.ante):
            raise ValueError(f"a stack must be at least two big blinds, not {stack}")
        if stack > MOST_CHIPS:
            raise ValueError(f"a stack must be at most {MOST_CHIPS:,} chips, not {stack:,}")
        return cls(players, stack, posted, house)

    @property
    def chips(self) -> Chips:
        """All chips on the table."""
        return self.players * self.stack

    @property
    def actions(self) -> int:
        """Number of actions of a learner."""
        return action.count(self.rules)

    def in_big_blinds(self, chips: Chips) -> float:
        return chips / self.blinds.big


def _whole(name: str, number: SupportsIndex) -> int:
    try:
        return index(number)
    except TypeError:
        raise ValueError(f"{name} must be a whole number, not {number!r:.40}") from None


class ObservedHand:
    """A hand with the past acts, and what each player can observe."""

    def __init__(self, stakes: Stakes, button: int, source: Source) -> None:
        """Deal a hand. *source* draws the shuffled deck."""
        self.stakes = stakes
        players = stakes.players
        dealer = Dealer.start([stakes.stack] * players, button, stakes.blinds, stakes.rules)
        cards = HandDealer.deal(Deck.shuffled(source), players, button)
        self.situation = Situation(dealer, cards)
        self.past: tuple[PastAct, ...] = ()
        self._cached: tuple[Situation, View] | None = None

    @property
    def is_over(self) -> bool:
        return self.situation.end

    @property
    def turn(self) -> StackIndex:
        return self.situation.dealer.turn_to_act

    def view(self, stack: StackIndex) -> View:
        """Return the view of a stack. It is cached for the current turn."""
        cached = self._cached
        if cached is None or cached[0] is not self.situation or cached[1].viewer != stack:
            view = View.from_situation(self.situation, stack, self.past)
            cached = self._cached = self.situation, view
        return cached[1]

    def move(self, act: PlayerAct) -> None:
        move = self.situation.move(act)
        self.past = (*self.past, PastAct.from_move(move))
        self.situation = move.situation_after

    def mask(self, stack: StackIndex) -> Mask:
        if self.is_over or self.turn != stack:
            return np.zeros(self.stakes.actions, np.int8)
        return action.mask(self.view(stack))

    def observed(self, stack: StackIndex) -> dict[str, Floats | Mask]:
        view = self.view(stack)
        return {
            "observation": observation.encode(view, self.stakes.chips),
            "action_mask": action.mask(view),
        }

    def won(self, stack: StackIndex) -> float:
        """Return the big blinds that a stack has won, after the end of the hand."""
        outcome = self.situation.outcome
        assert outcome is not None
        return self.stakes.in_big_blinds(outcome.winners.stacks[stack] - self.stakes.stack)

    def drawn(self, stack: StackIndex) -> str:
        """Return the hand as text, with the cards that the stack may see."""
        view = self.view(stack)
        lines = []
        for player in view.players:
            cards = " ".join(map(str, player.cards)) if player.cards else "-- --"
            mark = ">" if player.index == view.to_act else " "
            button = "D" if player.index == view.button else " "
            text = f"{mark} {button} {player.index} {cards} {player.stack:>6} {player.wager:>6}"
            lines.append(f"{text}  {player.role.name.lower()}")
        board = " ".join(map(str, view.board)) or "-"
        return "\n".join([f"board {board}   pot {view.pot}", *lines])
