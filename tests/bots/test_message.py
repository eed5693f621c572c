"""Tests of the messages to bot programs: they contain the complete view and nothing else."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from pokermasa.bots import HandInfo, MixedAct, RandomBot, message
from pokermasa.bots.referee import Fault, ask
from pokermasa.cards import Deck
from pokermasa.rules import (
    Blinds,
    Call,
    Check,
    Dealer,
    Fold,
    HandDealer,
    HouseRules,
    PastAct,
    Raise,
    Situation,
    StackIndex,
    View,
)
from pokermasa.rules.house import NAMED
from tests.cases import each


def views(rules: str | HouseRules, seed: int) -> Iterator[View]:
    """Yield every view of every player in one hand."""
    dice = Random(seed)
    players = dice.randrange(2, 7)
    stacks = [dice.randrange(5, 200) for _ in range(players)]
    situation = Situation(
        Dealer.start(stacks, dice.randrange(players), Blinds(1, 2, dice.randrange(2)), rules),
        HandDealer.deal(Deck.shuffled(dice), players),
    )
    past: Any = ()
    while True:
        for viewer in (*range(players), None):
            yield View.from_situation(situation, viewer, past)
        if situation.end:
            return
        view = View.from_situation(situation, situation.dealer.turn_to_act, past)
        move = situation.move(ask(RandomBot(), view, dice).act)
        past = (*past, PastAct.from_move(move))
        situation = move.situation_after


@pytest.mark.rotated
@each("rules", NAMED)
def test_a_view_that_is_written_and_read_again_is_the_same_view(rules: str) -> None:
    for seed in range(30):
        for view in views(rules, seed):
            written = json.dumps(message.view_data(view))
            assert message.read_view(json.loads(written)) == view


def test_custom_house_rules_survive_the_message() -> None:
    rules = HouseRules.named("tda").replace(raise_cap=None, showdown="losers may muck")
    for view in views(rules, 1):
        assert message.read_view(json.loads(json.dumps(message.view_data(view)))).rules == rules


def test_a_question_has_all_fields_of_the_wire() -> None:
    view = next(views("tda", 3))
    result = message.act(view, turn=7, left=0.5)
    assert result["type"] == "act"
    assert (result["turn"], result["left"]) == (7, 500)
    assert result["players"][0]["cards"] == [str(card) for card in view.players[0].cards]
    assert all(player["cards"] is None for player in result["players"][1:])


def test_hand_info_survives_the_message() -> None:
    info = HandInfo(("a", "b", "c"), StackIndex(1), (50.0, 30.0), (100, 200))
    assert message.read_hand_info(json.loads(json.dumps(message.hand(info)))) == info


@pytest.mark.parametrize(
    "answer", [Call(), Raise(60), MixedAct(((Call(), 0.7), (Fold(), 0.3)), "so")]
)
def test_a_decision_survives_the_message(answer: Call | Raise | MixedAct) -> None:
    data = json.loads(json.dumps(message.answer(answer, turn=7)))
    expected = answer if isinstance(answer, MixedAct) else MixedAct.single(answer)
    assert data["turn"] == 7
    assert message.read_answer(data) == expected


@each(
    ("answer", "words"),
    [
        ({}, 'an answer has an "act"'),
        ({"act": "raise"}, "'raise' is not an act; expected one of CH CA"),
        ({"act": 60}, "an act is text in Uci, as CA or RR60, not 60"),
        ({"acts": []}, 'an answer has an "act"'),
        ({"acts": {"CA": "often"}}, "the weight of 'CA' is a number, not 'often'"),
        ({"acts": {"CA": True}}, "the weight of 'CA' is a number"),
        ({"act": "CA", "reason": 5}, "a reason is text, not 5"),
        ({"fault": "KeyError: 'x'"}, "KeyError: 'x'"),
    ],
)
def test_an_unreadable_message_is_refused(answer: dict[str, Any], words: str) -> None:
    with pytest.raises(Fault) as refused:
        message.read_answer(answer)
    assert str(refused.value).startswith(words)


def test_the_question_in_the_docs_is_a_real_one() -> None:
    text = (Path(__file__).parents[2] / "docs" / "bots.md").read_text("utf-8")
    (shown,) = [
        block for block in re.findall(r"```json\n(.*?)```", text, re.S) if "players" in block
    ]
    cards = HandDealer(["Kd Kc", "Qs Jh"], "Ah 7c 2d 9s 4h")
    situation = Situation(Dealer.start([200, 200], 0, Blinds(1, 2), "tda"), cards)
    past: Any = ()
    for act in (Call(), Check(), Raise(4)):
        move = situation.move(act)
        past = (*past, PastAct.from_move(move))
        situation = move.situation_after
    asked = message.act(View.from_situation(situation, 0, past), turn=12, left=1.0)
    assert json.loads(shown) == json.loads(json.dumps(asked))
