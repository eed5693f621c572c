"""Tests of solving turns and rivers against one opponent: the values of acts, and the time
limit.
"""

from random import Random
from typing import Any

import numpy as np
import pytest

from pokermasa.bots.house import House
from pokermasa.bots.house.decision import HouseDecision
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


def decision(acts: str, hands: list[Any], **options: Any) -> tuple[House, View, HouseDecision]:
    view = view_after(acts, hands, board=BOARD, **options)
    bot = House.named("shark,solving=1")
    return bot, view, bot.decision(view)


def test_calling_an_all_in_is_worth_its_share_of_the_pot() -> None:
    """No decision follows, so the value depends only on the opponent's range and the cards."""
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


@pytest.mark.rotated
def test_the_best_hand_bets_and_loses_no_value_by_solving() -> None:
    """The opponent may bet after a check, so a check is worth no less than the share of the pot."""
    _, view, known = decision(TO_RIVER, ["Ah Ad", "Ts 8s"])
    found = solved(view, known.reading)
    worth = dict(zip(found.acts, found.worth, strict=True))
    assert worth[Check()] >= view.pot * 0.95
    assert max(found.worth) > worth[Check()] * 0.99
    bot = House.named("shark,solving=1")
    assert "thought through" in bot.choose(view).reason


@pytest.mark.rotated
def test_solved_acts_are_legal_for_the_view_and_for_its_dealer() -> None:
    """Plays many hands with short stacks, odd chips and three betting structures, sometimes
    including turns.
    """
    rivers = turns = 0
    for seed in range(60):
        dice = Random(seed)
        rules = HouseRules.named(("tda", "masa", "classic", "limit")[seed % 4])
        stacks = [dice.choice([30, 75, 200]) for _ in range(2)]
        cards = HandDealer.deal(Deck.shuffled(dice), 2, seed % 2)
        situation = Situation(Dealer.start(stacks, seed % 2, Blinds(1, 2), rules), cards)
        past: Any = ()
        bot = House.named("shark,solving=1")
        while not situation.end:
            turn = situation.dealer.turn_to_act
            view = View.from_situation(situation, turn, past)
            acts = [act for act in situation.possible_acts if act.code not in ("FO", "AA")]
            act = dice.choice(acts or list(situation.possible_acts))
            if len(view.board) == 5 or (len(view.board) == 4 and seed % 5 == 0):
                rivers += len(view.board) == 5
                turns += len(view.board) == 4
                behind = Situation(dealer_of(view))
                assert behind.possible_acts == situation.possible_acts
                assert behind.raises == situation.raises
                ruling = ask(bot, view, dice)
                assert not ruling.fault
                act = ruling.act
            move = situation.move(act)
            past = (*past, PastAct.from_move(move))
            situation = move.situation_after
    assert rivers > 40
    assert turns > 10


def test_when_all_solvers_are_busy_the_bot_answers_at_once_without_solving() -> None:
    bot, view, known = decision(TO_RIVER, ["Ah Ad", "Ts 8s"])
    taken = 0
    while PLACES.acquire(blocking=False):
        taken += 1
    try:
        assert solved(view, known.reading) is None
        assert bot.choose(view) == House.named("shark,solving=0").choose(view)
    finally:
        for _ in range(taken):
            PLACES.release()
    assert taken == 2
    assert solved(view, known.reading) is not None


def test_turns_are_solved_only_by_bots_with_that_setting() -> None:
    """Every river is considered: facing an all-in, a call is worth its share of the pot."""
    _, view, known = decision("RR6 CA CH CH AA", ["9s 9c", "Ah Kh"])
    assert len(view.board) == 4
    fold, call = solved(view, known.reading).worth
    (weights,) = known.reading.ranges.values()
    weights = np.where(weights >= 0.002 * weights.max(), weights, 0)
    mine = combo_of(*[card.number for card in known.reading.cards])
    won = edges(tuple(card.number for card in view.board), mine)
    share = weights @ won / weights.sum()
    assert fold == pytest.approx(0, abs=1e-3)
    assert call == pytest.approx(share * (view.pot + view.to_call) - view.to_call, abs=0.3)
    assert "thought through" in House.named("shark,solving=1").choose(view).reason
    assert "thought through" not in House.named("shark").choose(view).reason


def test_on_the_turn_the_best_hand_is_worth_more_than_the_pot_and_no_hand_less_than_a_fold() -> (
    None
):
    """A hand that cannot be beaten gets the pot and any call. A hand without a chance may still
    fold.
    """
    view = view_after("RR6 CA CH CH", ["Ah Ad", "Ts 8s"], board=BOARD)
    found = solved(view, House.named("shark").decision(view).reading)  # holds a straight
    assert min(found.worth) > 0.8 * view.pot
    assert max(found.worth) > view.pot
    worst = view_after("RR6 CA CH CH RR12", ["4s 3d", "Ah Ad"], board=BOARD)
    found = solved(worst, House.named("shark").decision(worst).reading)
    assert found.worth[0] == pytest.approx(0, abs=1e-3)
    assert found.worth[1] < 0


def test_the_same_view_has_the_same_answer_on_turn_and_river() -> None:
    """The answer does not depend on the clock, because the arena repeats matches from a seed."""
    for acts in ("RR6 CA CH CH", TO_RIVER):
        bots = [House.named("shark,solving=1") for _ in range(2)]
        view = view_after(acts, ["Ah Ad", "Ts 8s"], board=BOARD)
        assert bots[0].choose(view) == bots[1].choose(view)


def test_only_turns_and_rivers_with_two_players_are_solved() -> None:
    _, view, known = decision("RR6 CA", ["Ah Ad", "Ts 8s"])
    assert solved(view, known.reading) is None
    _, view, known = decision("CA CA CH CH CH CH CH CH CH", ["Ah Ad", "Ts 8s", "3c 3d"])
    assert solved(view, known.reading) is None
