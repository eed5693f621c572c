"""Tests of the bots random, caller, raiser and folder, which do what their names say."""

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

from pokermasa.bots import Bot
from pokermasa.bots.named import BASELINES, named
from pokermasa.bots.referee import ask
from pokermasa.cards import Deck
from pokermasa.rules import Blinds, Dealer, HandDealer, Situation, View
from pokermasa.rules.house import NAMED
from tests.cases import each

BIG_BLIND = 2


def hands(rules: str, seed: int = 7, count: int = 40) -> Iterator[Situation]:
    """Yield the starts of hands with four unequal stacks."""
    dice = Random(seed)
    for _ in range(count):
        stacks = [dice.randrange(1, 90) for _ in range(4)]
        cards = HandDealer.deal(Deck.shuffled(dice), players=4)
        yield Situation(Dealer.start(stacks, 0, Blinds(2, 4), rules), cards)


def play(bots: list[Bot], situation: Situation, dice: Random) -> Iterator[Any]:
    """Play a hand and yield each view with the chosen act."""
    while not situation.end:
        turn = situation.dealer.turn_to_act
        view = View.from_situation(situation, turn)
        ruling = ask(bots[turn], view, dice)
        assert not ruling.fault
        yield turn, view, ruling.act
        situation = situation.move(ruling.act).situation_after


@each("rules", NAMED)
@each("name", BASELINES)
def test_every_baseline_bot_plays_legal_acts_only(name: str, rules: str) -> None:
    bots = [named(name).make(1)] + [named("random").make(1)] * 3
    dice = Random(3)
    for hand in hands(rules):
        assert list(play(bots, hand, dice)) or hand.end


def codes(
    name: str, others: str = "random", rules: str = "tda"
) -> tuple[Counter[Any], list[tuple[Any, Any]]]:
    """Count the acts of a bot in the big blind against three others. Also return each view with the
    act.
    """
    bots = [named(others).make(1)] * 4
    bots[BIG_BLIND] = named(name).make(1)
    dice = Random(3)
    done = [
        (view, act)
        for hand in hands(rules, count=150)
        for turn, view, act in play(bots, hand, dice)
        if turn == BIG_BLIND
    ]
    return Counter(act.code for _, act in done), done


def test_the_caller_never_folds_and_never_raises() -> None:
    found, done = codes("caller")
    assert set(found) <= {"CH", "CA", "AA"}
    assert found["CA"]
    # All-in is offered besides the fold only if it is a call.
    assert all(len(view.acts) == 2 for view, act in done if act.code == "AA")


def test_the_folder_puts_no_chip_in() -> None:
    found, done = codes("folder")
    assert set(found) == {"CH", "FO"}
    assert all(view.to_call for view, act in done if act.code == "FO")


def test_the_raiser_raises_the_least_whenever_it_may() -> None:
    _, done = codes("raiser", "caller")
    assert all(act.to == view.raises[0] for view, act in done if view.raises)
    assert any(act.code == "AA" for view, act in done if not view.raises)


def test_the_random_bot_chooses_all_acts_equally_often_and_never_folds_instead_of_checking() -> (
    None
):
    _, done = codes("random")
    assert not [view for view, act in done if act.code == "FO" and not view.to_call]
    facing = Counter(
        "raise" if act.raises or (act.code == "AA" and len(view.acts) > 2) else act.code
        for view, act in done
        if view.to_call and view.raises
    )
    assert set(facing) == {"FO", "CA", "raise"}
    assert min(facing.values()) > sum(facing.values()) / 5
