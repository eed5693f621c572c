"""Compares the house bot with more and with less solving: `python -m bench.rivers`.

Two house bots play hands to the river, or to the turn (--round turn). Each hand that gets there is
continued twice for each player before anybody has acted: once with that player's slider `solving`
at --beside and once at --solving (0: the usual estimates, 0.5: solves rivers, 1: solves turns as
well). Cards, history and random numbers are the same. The result is the difference in big blinds.
"""

import argparse
import time
from copy import deepcopy
from random import Random

import numpy as np

from pokermasa.bots import HandInfo
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
Past = tuple[PastAct, ...]


def play(
    situation: Situation,
    bots: list[House],
    past: Past,
    dice: Random,
    until: BettingRound | None = None,
) -> tuple[Situation, Past]:
    """Plays on to the end of the hand, or to the beginning of a round."""
    while not situation.end and not (until is not None and situation.round is until):
        turn = situation.dealer.turn_to_act
        ruling = ask(bots[turn], View.from_situation(situation, turn, past), dice)
        move = situation.move(ruling.act)
        past = (*past, PastAct.from_move(move))
        situation = move.situation_after
    return situation, past


def rivers(asked: argparse.Namespace) -> tuple[np.ndarray, np.ndarray]:
    """Return the differences in big blinds for each player of each hand, and the time taken."""
    dice = Random(asked.seed)
    differences, took = [], []
    until = time.monotonic() + 60 * asked.minutes
    first = BettingRound[asked.round.upper()]
    bots = [House.named("shark,solving=0"), House.named(f"{asked.rival},solving=0")]
    for number in range(asked.hands):
        if time.monotonic() > until:
            break
        hand_dice = Random(dice.random())
        cards = HandDealer.deal(Deck.shuffled(hand_dice), 2, number % 2)
        for place, bot in enumerate(bots):
            bot.meet(HandInfo(("a", "b"), StackIndex(place)))
        start = Situation(Dealer.start([STACK] * 2, number % 2, BLINDS, "tda"), cards)
        situation, past = play(start, bots, (), hand_dice, first)
        rng = hand_dice.random()
        end, whole = play(situation, deepcopy(bots), past, Random(rng))
        if situation.round is first and not situation.end:
            for side in (0, 1) if asked.rival == "shark" else (0,):
                chips = []
                for solving in (asked.beside, asked.solving):
                    copies = deepcopy(bots)
                    copies[side].character = copies[side].character._replace(solving=solving)
                    began = time.perf_counter()
                    played, _ = play(situation, copies, past, Random(rng))
                    spent = time.perf_counter() - began
                    assert played.outcome is not None
                    chips.append(played.outcome.winners.stacks[side])
                took.append(spent)
                differences.append((chips[1] - chips[0]) / BLINDS.big)
        learn(bots, end, whole)
    return np.array(differences), np.array(took)


def learn(bots: list[House], situation: Situation, past: Past) -> None:
    for place, bot in enumerate(bots):
        bot.learn(View.from_situation(situation, StackIndex(place), past))


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--hands", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rival", default="shark")
    parser.add_argument("--round", choices=("turn", "river"), default="river")
    parser.add_argument("--solving", type=float, default=1.0)
    parser.add_argument("--beside", type=float, default=0.0)
    parser.add_argument("--minutes", type=float, default=60, help="stop after them")
    asked = parser.parse_args()
    found, took = rivers(asked)
    mean, error = found.mean(), found.std(ddof=1) / np.sqrt(len(found))
    print(
        f"{len(found)} {asked.round}s against {asked.rival}: solving {asked.solving:g} brings "
        f"{mean:+.2f} big blinds more than {asked.beside:g} in each, "
        f"95 % {mean - 1.96 * error:+.2f} to {mean + 1.96 * error:+.2f}"
    )
    print(
        f"each takes {1000 * np.median(took):.0f} ms in the median, {1000 * took.max():.0f} at most"
    )


if __name__ == "__main__":
    main()
