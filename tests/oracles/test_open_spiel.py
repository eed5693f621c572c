"""Random hands compared with open_spiel's universal_poker, which uses the rules of the ACPC dealer.

Limit is played with unlimited stacks, no limit with unequal ones. Legal acts are compared at every
decision, and the chips won at the end, as fractions because the ACPC dealer splits chips.
"""

from collections import Counter
from fractions import Fraction
from random import Random
from typing import Any

import pyspiel
import pytest

from pokermasa.cards import Deck
from pokermasa.notation import fen, uci
from pokermasa.rules import (
    AllIn,
    Betting,
    Blinds,
    Call,
    Check,
    Dealer,
    Fold,
    HandDealer,
    HouseRules,
    Raise,
    Reopening,
    Role,
    Situation,
)
from tests.oracles.duel import raises_with_all_in

ACPC = HouseRules.named("tda").replace(
    reopening=Reopening.ANY, cap_counts_bet=True, cap_lifts_heads_up=False
)
BLINDS = Blinds(1, 2)
FOLD, CALL, LIMIT_RAISE = 0, 1, 2


def test_limit_hands_agree_with_open_spiel() -> None:
    assert not hands(Betting.FIXED_LIMIT, 500)


def test_no_limit_differs_only_by_three_quirks() -> None:
    """The ACPC dealer differs from TDA in three rules.

    After an all-in of less than a full raise it keeps the smallest raise of the last full one; by
    TDA it is the price plus that raise. It allows raises if all opponents have less than the price,
    and it gives a turn to a stack that can only check.
    """
    quirks = hands(Betting.NO_LIMIT, 1500)
    assert set(quirks) == {"least raise", "nobody to raise", "asks the idle"}


def hands(betting: Betting, count: int) -> Counter[Any]:
    return sum((Table(betting, seed=1, number=n).play() for n in range(count)), Counter())


class Table:
    def __init__(self, betting: Betting, seed: int, number: int) -> None:
        self.source = source = Random(f"{betting} {seed} {number}")
        self.is_fixed = betting is Betting.FIXED_LIMIT
        # With more than four players in limit, universal_poker counts the stacks wrongly and
        # crashes.
        players = source.choice((2, 2, 3, 4) if self.is_fixed else (2, 2, 3, 4, 5, 6))
        deep = source.choice((6, 12, 40, 200))
        self.stacks = [99 if self.is_fixed else source.randint(2, deep) for _ in range(players)]
        cards = HandDealer.deal(Deck.shuffled(source), players)
        # In open_spiel the first stack is left of the button, also heads-up.
        dealer = Dealer.start(self.stacks, players - 1, BLINDS, ACPC.replace(betting=betting))
        self.start = self.ours = Situation(dealer, cards)
        self.theirs = universal_poker(self.is_fixed, self.stacks)
        self.cards = iter([*(card for hand in cards.hands for card in hand), *cards.board])
        self.played: list[Any] = []
        self.quirks: Counter[Any] = Counter()
        self.round: Any = None

    def play(self) -> Counter[Any]:
        while True:
            while not self.theirs.is_terminal() and self.theirs.is_chance_node():
                self.theirs.apply_action(next(self.cards).number)
            if self.theirs.is_terminal():
                break
            if self.ours.end:
                assert self.theirs.legal_actions() == [CALL], self.state_text()
                self.theirs.apply_action(CALL)
                self.quirks["asks the idle"] += 1
            else:
                self.compare()
                self.act()
        assert self.ours.end, self.state_text()
        assert self.theirs.returns() == pytest.approx(self.won()), self.state_text()
        return self.quirks

    def compare(self) -> None:
        dealer, to_call = self.ours.dealer, self.ours.legal.to_call
        turn = dealer.turn_to_act
        assert turn == self.theirs.current_player(), self.state_text()
        if dealer.round is not self.round:
            self.round = dealer.round
            self.least = dealer.price + BLINDS.big
            # From the first round on, open_spiel reports a raise as the total for the hand.
            self.before = [had - s.total for had, s in zip(self.stacks, dealer.stacks, strict=True)]
        legal = self.theirs.legal_actions()
        stay = [FOLD, CALL] if to_call else [CALL]  # Folding without a bet is not offered there.
        assert legal[: len(stay)] == stay, self.state_text()
        ours = raises_with_all_in(self.ours)
        theirs = [amount - self.before[turn] for amount in legal[len(stay) :]]
        if self.is_fixed:
            assert len(theirs) == (ours is not None), self.state_text()
        elif theirs != (list(range(ours[0], ours[1] + 1)) if ours else []):
            total = dealer.stacks[turn].total
            assert theirs == list(range(min(self.least, total), total + 1)), self.state_text()
            if ours:
                assert self.least < dealer.price + dealer.last_full_raise, self.state_text()
                self.quirks["least raise"] += 1
            else:
                assert not can_answer(dealer), self.state_text()
                self.quirks["nobody to raise"] += 1

    def act(self) -> None:
        dealer, to_call = self.ours.dealer, self.ours.legal.to_call
        me = dealer.stacks[dealer.turn_to_act]
        raises = raises_with_all_in(self.ours)
        choice = self.source.choice(["fold", "call", "call", "raise", "raise"])
        if choice == "fold" and to_call:
            ours: Any
            theirs: Any
            ours, theirs = Fold(), FOLD
        elif choice == "raise" and raises:
            to = self.source.choice([*raises, self.source.randint(*raises)])
            ours = AllIn() if to == me.total else Raise(to)
            theirs = LIMIT_RAISE if self.is_fixed else self.before[dealer.turn_to_act] + to
            self.least = max(self.least, 2 * to - dealer.price)
        elif to_call:
            ours, theirs = AllIn() if to_call == me.stack else Call(), CALL
        else:
            ours, theirs = Check(), CALL
        self.played.append(ours)
        self.ours = self.ours.move(ours).situation_after
        self.theirs.apply_action(theirs)

    def won(self) -> list[Any]:
        """Return the chips won by each stack if chips could be split."""
        stacks = zip(self.ours.dealer.stacks, self.stacks, strict=True)
        won = [Fraction(s.stack - had) for s, had in stacks]
        for pot in self.ours.outcome.winners.pots:
            for stack in pot.involved:
                won[stack] += Fraction(pot.wager, len(pot.involved))
        return [float(share) for share in won]

    def state_text(self) -> str:
        acts = " ".join(map(uci.write, self.played))
        return (
            f"{acts}\nfrom:\n{fen.write(self.start)}\nnow:\n{fen.write(self.ours)}\n{self.theirs}"
        )


def can_answer(dealer: Dealer) -> bool:
    """Whether an opponent who has not folded can match a raise."""
    others = [s for i, s in enumerate(dealer.stacks) if i != dealer.turn_to_act]
    return any(s.role is not Role.FOLDED and s.total > dealer.price for s in others)


def universal_poker(is_fixed: bool, stacks: list[int]) -> Any:
    players = len(stacks)
    options = {
        "numPlayers": players,
        "numRounds": 4,
        "blind": "2 1" if players == 2 else "1 2" + " 0" * (players - 2),
        "firstPlayer": "2 1 1 1" if players == 2 else "3 1 1 1",
        "numSuits": 4,
        "numRanks": 13,
        "numHoleCards": 2,
        "numBoardCards": "0 3 1 1",
    }
    if is_fixed:
        options |= {"betting": "limit", "raiseSize": "2 2 4 4", "maxRaises": "4 4 4 4"}
    else:
        stack = " ".join(map(str, stacks))
        options |= {"betting": "nolimit", "bettingAbstraction": "fullgame", "stack": stack}
    return pyspiel.load_game("universal_poker", options).new_initial_state()
