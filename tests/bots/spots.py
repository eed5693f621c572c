"""Hands at a moment, for the house bot to look at."""

from pokermasa.notation import uci
from pokermasa.rules import Blinds, Dealer, HandDealer, PastAct, Situation, View


def situation_after(acts, hands, board, stacks=None, rules="tda", blinds=(1, 2), button=0):
    """The situation and its past once *acts* were made, from the first stack to act on."""
    stacks = stacks or [200] * len(hands)
    dealer = Dealer.start(stacks, button, Blinds(*blinds), rules)
    situation, past = Situation(dealer, HandDealer(hands, board)), ()
    for act in acts.split():
        move = situation.move(uci.read(act))
        past += (PastAct.of(move),)
        situation = move.situation_after
    return situation, past


def view_after(acts, hands, board="2c 7d 9h Js Qd", viewer=None, **options):
    """As the stack to act sees it, or *viewer*."""
    situation, past = situation_after(acts, hands, board, **options)
    return View.of(situation, situation.dealer.turn_to_act if viewer is None else viewer, past)
