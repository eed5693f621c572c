"""Rivers against one opponent, thought through: what they are worth, and when nobody has time."""

from random import Random

import numpy as np
import pytest

from pokermasa.bots.house import House
from pokermasa.bots.house.solved import PLACES, dealer_of, solved
from pokermasa.bots.referee import ask
from pokermasa.cards import Deck
from pokermasa.equity.against import combo_of, edges
from pokermasa.notation import uci
from pokermasa.rules import (
    Blinds,
    Check,
    Dealer,
    HandDealer,
    HouseRules,
    PastAct,
    Situation,
    View,
)
from tests.bots.spots import view_after

BOARD = "2c 7d 9h Js Qd"
TO_RIVER = "RR6 CA CH CH CH CH"


def decision(acts, hands, **options):
    view = view_after(acts, hands, board=BOARD, **options)
    bot = House.named("shark,solving=1")
    return bot, view, bot.decision(view)


def test_facing_the_last_chips_a_call_is_worth_its_share_of_the_pot():
    """Nothing comes after it, so it is the read range that decides, card by card."""
    _, view, known = decision(f"{TO_RIVER} AA", ["9s 9c", "Ah Kh"])
    assert [uci.write(act) for act in solved(view, known.reading).acts] == ["FO", "AA"]
    fold, call = solved(view, known.reading).worth
    (weights,) = known.reading.ranges.values()
    weights = np.where(weights >= 0.002 * weights.max(), weights, 0)
    mine = combo_of(*[card.number for card in known.reading.cards])
    won = edges(tuple(card.number for card in view.board), mine)
    share = weights @ won / weights.sum()
    assert fold == pytest.approx(0, abs=1e-3)
    assert call == pytest.approx(share * (view.pot + view.to_call) - view.to_call, abs=0.1)


def test_the_nuts_bet_and_nothing_is_lost_by_thinking_further():
    """A check may be bet into, so it is worth no less than the pot's share at once."""
    _, view, known = decision(TO_RIVER, ["Ah Ad", "Ts 8s"])
    found = solved(view, known.reading)
    worth = dict(zip(found.acts, found.worth, strict=True))
    assert worth[Check()] >= view.pot * 0.95
    assert max(found.worth) > worth[Check()] * 0.99
    bot = House.named("shark,solving=1")
    assert "thought through" in bot.choose(view).reason


def test_what_it_plays_is_allowed_and_the_dealer_behind_a_view_allows_the_same():
    """Over played hands, short stacks, odd chips and three structures."""
    rivers = 0
    for seed in range(60):
        dice = Random(seed)
        rules = HouseRules.named(("tda", "masa", "classic", "limit")[seed % 4])
        stacks = [dice.choice([30, 75, 200]) for _ in range(2)]
        cards = HandDealer.deal(Deck.shuffled(dice), 2, seed % 2)
        situation = Situation(Dealer.start(stacks, seed % 2, Blinds(1, 2), rules), cards)
        past = ()
        bot = House.named("shark,solving=1")
        while not situation.end:
            turn = situation.dealer.turn_to_act
            view = View.of(situation, turn, past)
            acts = [act for act in situation.possible_acts if act.code not in ("FO", "AA")]
            act = dice.choice(acts or list(situation.possible_acts))
            if len(view.board) == 5:
                rivers += 1
                behind = Situation(dealer_of(view))
                assert behind.possible_acts == situation.possible_acts
                assert behind.raises == situation.raises
                ruling = ask(bot, view, dice)
                assert not ruling.fault
                act = ruling.act
            move = situation.move(act)
            past = (*past, PastAct.of(move))
            situation = move.situation_after
    assert rivers > 40


def test_when_all_places_are_taken_it_answers_at_once_by_its_usual_sums():
    bot, view, known = decision(TO_RIVER, ["Ah Ad", "Ts 8s"])
    taken = 0
    while PLACES.acquire(blocking=False):
        taken += 1
    try:
        assert solved(view, known.reading) is None
        assert bot.choose(view) == House.named("shark").choose(view)
    finally:
        for _ in range(taken):
            PLACES.release()
    assert taken == 2
    assert solved(view, known.reading) is not None


def test_only_rivers_between_two_are_thought_through():
    _, view, known = decision("RR6 CA CH CH", ["Ah Ad", "Ts 8s"])
    assert solved(view, known.reading) is None
    _, view, known = decision("CA CA CH CH CH CH CH CH CH", ["Ah Ad", "Ts 8s", "3c 3d"])
    assert solved(view, known.reading) is None
    assert House.named("shark").character.solving == 0
