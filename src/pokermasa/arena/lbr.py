"""Local best response: a lower bound for what a best response wins (Lisý and Bowling, 2017).

It knows the bot's policy and tracks the bot's range. At each decision it takes the act that is
best if nobody bets afterwards: fold, call, or raise (in no limit to the size of the pot or all
in). It looks no further, so a best response wins at least as much.
"""

from __future__ import annotations

from functools import lru_cache, partial
from itertools import combinations
from random import Random

import numpy as np

from pokermasa.arena.checked_policy import checked_policy
from pokermasa.arena.fault import BrokenPolicy
from pokermasa.arena.named_random import NamedRandom
from pokermasa.arena.terms import Terms
from pokermasa.batch.array import Floats, UInt16s
from pokermasa.batch.combo import combos
from pokermasa.batch.lookup import lookup
from pokermasa.bots.bot import Bot
from pokermasa.bots.policy import policy_of
from pokermasa.bots.referee import ask
from pokermasa.equity.board_strengths import combo_of, values_on
from pokermasa.equity.preflop import preflop
from pokermasa.rules import (
    Call,
    Check,
    Fold,
    PastAct,
    PlayerAct,
    Raise,
    Situation,
    StackIndex,
    View,
)

WANTED = "local best response needs bots whose answer or policy depends on the view alone"


def winnings(bot: Bot, terms: Terms, deal: int, seed: int) -> float:
    """Return what local best response wins from *bot* in one deal, in chips per hand.

    The deal is played from both seats. Raises `BrokenPolicy` if the bot fails, or if its answer
    does not depend on its view alone.
    """
    total = 0.0
    random = NamedRandom(seed, "lbr", terms.words)
    for me in (0, 1):
        dice = Random(random.seed("dice", deal, me))
        total += _hand(bot, terms, StackIndex(me), random, deal, dice)
    return total / 2


def _hand(
    bot: Bot, terms: Terms, me: StackIndex, random: NamedRandom, deal: int, dice: Random
) -> float:
    situation = Situation(terms.opening(2), random.cards(deal, 2))
    past: tuple[PastAct, ...] = ()
    first = View.from_situation(situation, me)
    cards = first.players[me].cards
    assert cards is not None
    hand = combo_of(cards[0].number, cards[1].number)
    range_ = (combos().mask & combos().mask[hand] == 0).astype(np.float64)
    while not situation.end:
        turn = situation.dealer.turn_to_act
        view = View.from_situation(situation, turn, past)
        if turn == me:
            act = _best(bot, situation, view, past, hand, range_)
        else:
            policy, ruling = checked_policy(partial(policy_of, bot), view), ask(bot, view, dice)
            act, place = ruling.act, policy.place(view, ruling.act)
            if place is None or ruling.fault:
                raise BrokenPolicy(
                    ruling.fault or f"with the same view it now does {act}: {WANTED}"
                )
            range_ = range_ * policy.chances[:, place]
        move = situation.move(act)
        past = (*past, PastAct.from_move(move))
        situation = move.situation_after
    assert situation.outcome is not None
    return situation.outcome.winners.stacks[me] - terms.stack


def _best(
    bot: Bot,
    situation: Situation,
    view: View,
    past: tuple[PastAct, ...],
    hand: int,
    range_: Floats,
) -> PlayerAct:
    board = tuple([card.number for card in view.board])
    asked, pot = view.to_call, view.pot
    me = view.to_act
    assert me is not None
    passive: PlayerAct = next(act for act in (Check(), Call(), *view.acts) if act in view.acts)
    best, most = passive, share(board, hand, range_) * (pot + asked) - asked
    if asked and most < 0:
        best, most = Fold(), 0.0
    if view.raises is None:
        return best
    low, high = view.raises
    mine, theirs = view.players[me].wager, view.players[1 - me].wager
    for to in sorted({min(max(low, theirs + pot + asked), high), high} if low < high else {low}):
        move = situation.move(Raise(to))
        after = move.situation_after
        then = View.from_situation(
            after, after.dealer.turn_to_act, (*past, PastAct.from_move(move))
        )
        policy = checked_policy(partial(policy_of, bot), then)
        fold = policy.acts.index(Fold()) if Fold() in policy.acts else None
        folds = range_ * (0.0 if fold is None else policy.chances[:, fold])
        total = range_.sum()
        gone = folds.sum() / total if total > 0 else 0.0
        won = share(board, hand, range_ - folds)
        worth = gone * pot + (1 - gone) * (won * (pot + to - mine + to - theirs) - (to - mine))
        if worth > most:
            best, most = Raise(to), worth
    return best


def share(board: tuple[int, ...], hand: int, range_: Floats) -> float:
    """Return the equity of *hand* against a range, from 0 to 1, if nobody bets any more.

    >>> ones = np.ones(1326)
    >>> share((51, 47, 43, 39, 0), combo_of(35, 1), ones)    # a royal flush
    1.0
    """
    if not board:
        edges = preflop(int(combos().hand_class[hand])).edges
        weights = range_ * (combos().mask & combos().mask[hand] == 0)
        total = weights.sum()
        return float(weights @ edges[combos().hand_class] / total) if total > 0 else 0.5
    values = _runouts(tuple(sorted(board)))
    values = values[values[:, hand] > 0].astype(np.int64)
    other = combos().mask & combos().mask[hand] == 0
    there = (values > 0) * (range_ * other)
    beaten = np.sign(values[:, hand : hand + 1] - values)
    total = there.sum()
    return float((there * (beaten + 1) / 2).sum() / total) if total > 0 else 0.5


@lru_cache(maxsize=8)
def _runouts(board: tuple[int, ...]) -> UInt16s:
    bits = lookup(7).bits
    if len(board) == 5:
        return values_on(board, np.zeros(1, np.uint64))
    left = [card for card in range(52) if card not in board]
    return values_on(board, bits[np.array([*combinations(left, 5 - len(board))])].sum(axis=1))
