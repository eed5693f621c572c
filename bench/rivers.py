"""The house bot with and without solving, on the same rivers: python -m bench.rivers --hands 2000

Two house bots play hands to the river. Each hand that two players reach, nobody having acted there,
is played on once as it was, and once more for each side with that side solving, with the same
cards, the same past and the same luck. What counts is the difference, in big blinds.
"""

import argparse
import sys
import time
from copy import deepcopy
from random import Random

import numpy as np

from pokermasa.bots import Company
from pokermasa.bots.house import House
from pokermasa.bots.referee import ask
from pokermasa.cards import Deck
from pokermasa.rules import (
    BettingRound,
    Blinds,
    Dealer,
    HandDealer,
    PastAct,
    Situation,
    StackIndex,
    View,
)

STACK, BLINDS = 200, Blinds(1, 2)


def play(situation, bots, past, dice, until=None):
    """On to the end, or to the beginning of a round."""
    while not situation.end and not (until is not None and situation.round is until):
        turn = situation.dealer.turn_to_act
        ruling = ask(bots[turn], View.of(situation, turn, past), dice)
        move = situation.move(ruling.act)
        past = (*past, PastAct.of(move))
        situation = move.situation_after
    return situation, past


def rivers(hands, seed, rival, until):
    """For each river and side, the difference in big blinds; and how long the rivers took."""
    dice = Random(seed)
    differences, took = [], []
    bots = [House.named("shark"), House.named(rival)]
    for number in range(hands):
        if time.monotonic() > until:
            break
        hand_dice = Random(dice.random())
        cards = HandDealer.deal(Deck.shuffled(hand_dice), 2, number % 2)
        for place, bot in enumerate(bots):
            bot.meet(Company(("a", "b"), StackIndex(place)))
        start = Situation(Dealer.start([STACK] * 2, number % 2, BLINDS, "tda"), cards)
        situation, past = play(start, bots, (), hand_dice, BettingRound.RIVER)
        luck = hand_dice.random()
        end, whole = play(situation, deepcopy(bots), past, Random(luck))
        if situation.round is BettingRound.RIVER and not situation.end:
            for side in (0, 1) if rival == "shark" else (0,):
                copies = deepcopy(bots)
                copies[side].character = copies[side].character._replace(solving=1.0)
                began = time.perf_counter()
                solved, _ = play(situation, copies, past, Random(luck))
                took.append(time.perf_counter() - began)
                chips = [each.outcome.winners.stacks[side] for each in (solved, end)]
                differences.append((chips[0] - chips[1]) / BLINDS.big)
        learn(bots, end, whole)
    return np.array(differences), np.array(took)


def learn(bots, situation, past):
    for place, bot in enumerate(bots):
        bot.learn(View.of(situation, StackIndex(place), past))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--hands", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rival", default="shark")
    parser.add_argument("--minutes", type=float, default=60, help="stop after them")
    asked = parser.parse_args()
    found, took = rivers(
        *(asked.hands, asked.seed, asked.rival),
        time.monotonic() + 60 * asked.minutes,
    )
    mean, error = found.mean(), found.std(ddof=1) / np.sqrt(len(found))
    print(
        f"{len(found)} rivers against {asked.rival}: solving brings {100 * mean:+.1f} big blinds "
        f"a hundred, 95 % {100 * (mean - 1.96 * error):+.1f} to {100 * (mean + 1.96 * error):+.1f}"
    )
    print(
        f"a river takes {1000 * np.median(took):.0f} ms in the median, "
        f"{1000 * took.max():.0f} at most"
    )


if __name__ == "__main__":
    sys.exit(main())
