"""One six-handed no-limit hand, played at random from the shuffle to the payout.

Every engine gets the same policy: among folding (when there is something to call), checking or
calling, and raising, each is as likely; a raise is to any legal amount, each as likely.
"""

from collections.abc import Callable
from random import Random

from pokermasa.cards import Deck
from pokermasa.rules import (
    AllIn,
    Blinds,
    Check,
    Dealer,
    HandDealer,
    HouseRules,
    PlayerAct,
    Raise,
    Situation,
)

PLAYERS = 6
STACK = 200
BLINDS = Blinds(1, 2)

Play = Callable[[Random], int]
"""Plays a hand and tells how many acts it took."""


def pokermasa() -> Play:
    stacks = [STACK] * PLAYERS
    rules = HouseRules.named("tda")

    def play(source: Random) -> int:
        cards = HandDealer.deal(Deck.shuffled(source), PLAYERS, button=0)
        situation = Situation(Dealer.start(stacks, 0, BLINDS, rules), cards)
        acts = 0
        while not situation.end:
            situation = situation.move(choose(situation, source)).situation_after
            acts += 1
        assert sum(situation.outcome.winners.stacks) == PLAYERS * STACK
        return acts

    return play


def choose(situation: Situation, source: Random) -> PlayerAct:
    fold, stay, *ways_to_raise = situation.possible_acts
    choices = [stay] if isinstance(stay, Check) else [fold, stay]
    choice = int(source.random() * (len(choices) + bool(ways_to_raise)))
    if choice < len(choices):
        return choices[choice]
    if situation.raises is None:
        return AllIn()
    least, most = situation.raises  # all in would be one more than the most
    to = least + int(source.random() * (most - least + 2))
    return Raise(to) if to <= most else AllIn()
