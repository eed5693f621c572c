"""Errors of the masa: a code, a message, and an unchanged value (compared by `refusal`)."""

from collections.abc import Callable
from typing import Any

import pytest

from pokermasa.cards import Card, CardError, Deck
from pokermasa.masa import Masa, MasaError, MasaRefusal, Preselected, Terms, save
from pokermasa.notation import uci
from pokermasa.rules import BadHand, Blinds, Fold, IllegalAct, Refusal
from tests.cases import each
from tests.masa.host import play, refusal, seated

IDLE = seated({0: 100, 1: 100, 2: 100}, sides=5, terms=Terms(time_bank=30, most_buy_in=200))
DEALT = IDLE.deal(Deck()).masa
"""Button 0, blinds 1 and 2, side 0 is to act."""

NO = MasaRefusal
REFUSED = [
    (NO.NO_SUCH_SIDE, IDLE, lambda masa: masa.buy_in(5, 100)),
    (NO.NO_SUCH_SIDE, IDLE, lambda masa: masa.buy_in(-1, 100)),
    (NO.NO_SUCH_SIDE, IDLE, lambda masa: masa.buy_in(3.0, 100)),
    (NO.NO_SUCH_SIDE, IDLE, lambda masa: masa.buy_in(True, 100)),
    (NO.NO_SUCH_SIDE, IDLE, lambda masa: masa.player(5)),
    (NO.NO_SUCH_SIDE, IDLE, lambda masa: masa.is_empty("0")),
    (NO.NO_SUCH_SIDE, IDLE, lambda masa: masa.leave(9)),
    (NO.NO_SUCH_SIDE, IDLE, lambda masa: masa.sitout_next(9, True)),
    (NO.NO_SUCH_SIDE, DEALT, lambda masa: masa.move(9, Fold())),
    (NO.SIDE_TAKEN, IDLE, lambda masa: masa.buy_in(0, 100)),
    (NO.SIDE_TAKEN, DEALT, lambda masa: masa.buy_in(0, 100)),
    (NO.NOBODY_THERE, IDLE, lambda masa: masa.sitout_next(4, True)),
    (NO.NOBODY_THERE, IDLE, lambda masa: masa.leave(4)),
    (NO.NOBODY_THERE, IDLE, lambda masa: masa.away(4)),
    (NO.NOBODY_THERE, IDLE, lambda masa: masa.back(4)),
    (NO.NOBODY_THERE, IDLE, lambda masa: masa.post(4)),
    (NO.NOBODY_THERE, IDLE, lambda masa: masa.top_up(4, 10)),
    (NO.NOBODY_THERE, IDLE, lambda masa: masa.straddle(4, False)),
    (NO.NOBODY_THERE, IDLE, lambda masa: masa.spend_time_bank(4, 1)),
    (NO.NOBODY_THERE, DEALT, lambda masa: masa.move(4, Fold())),
    (NO.NOBODY_THERE, DEALT, lambda masa: masa.timed_out(4)),
    (NO.NOBODY_THERE, DEALT, lambda masa: masa.preselect(4, Preselected.FOLD)),
    (NO.NOBODY_THERE, DEALT, lambda masa: masa.run_twice(4, True)),
    (NO.BUY_IN_RANGE, IDLE, lambda masa: masa.buy_in(4, 0)),
    (NO.BUY_IN_RANGE, IDLE, lambda masa: masa.buy_in(4, 201)),
    (NO.BUY_IN_RANGE, IDLE, lambda masa: masa.top_up(0, 101)),
    (NO.NOT_WHOLE, IDLE, lambda masa: masa.buy_in(4, 100.0)),
    (NO.NOT_WHOLE, IDLE, lambda masa: masa.buy_in(4, "100")),
    (NO.NOT_WHOLE, IDLE, lambda masa: masa.buy_in(4, True)),
    (NO.NOT_WHOLE, IDLE, lambda masa: masa.buy_in(4, 10**16)),
    (NO.NOT_WHOLE, IDLE, lambda masa: masa.top_up(0, 0.5)),
    (NO.NOT_WHOLE, IDLE, lambda masa: masa.spend_time_bank(0, 1.5)),
    (NO.NOT_DEALABLE, DEALT, lambda masa: masa.deal(Deck())),
    (NO.NOT_DEALABLE, seated({0: 100}), lambda masa: masa.deal(Deck())),
    (NO.NOT_DEALABLE, Masa.open(), lambda masa: masa.deal(Deck())),
    (NO.NO_GAME, IDLE, lambda masa: masa.move(0, Fold())),
    (NO.NO_GAME, IDLE, lambda masa: masa.timed_out(0)),
    (NO.NO_GAME, IDLE, lambda masa: masa.abort()),
    (NO.NO_GAME, IDLE, lambda masa: masa.preselect(0, Preselected.FOLD)),
    (NO.IN_HAND, DEALT, lambda masa: masa.top_up(0, 10)),
    (NO.IN_HAND, DEALT, lambda masa: masa.set_blinds(Blinds(2, 4))),
    (NO.NOT_TO_ACT, DEALT, lambda masa: masa.move(1, Fold())),
    (NO.NOT_TO_ACT, DEALT, lambda masa: masa.timed_out(1)),
    (NO.NOT_TO_ACT, DEALT.buy_in(3, 100).masa, lambda masa: masa.move(3, Fold())),
    (NO.NOT_OFFERED, IDLE, lambda masa: masa.straddle(0, True)),
    (NO.NOT_OFFERED, IDLE, lambda masa: masa.run_twice(0, True)),
    (NO.NOT_OFFERED, DEALT, lambda masa: masa.run_twice(0, True)),
    (NO.NOT_OFFERED, DEALT, lambda masa: masa.preselect(0, Preselected.FOLD)),
    (NO.NOTHING_TO_SHOW, IDLE, lambda masa: masa.show(0)),
    (NO.NOTHING_TO_SHOW, DEALT, lambda masa: masa.show(0)),
    (NO.TIME_BANK, IDLE, lambda masa: masa.spend_time_bank(0, 31)),
    (NO.TIME_BANK, IDLE, lambda masa: masa.spend_time_bank(0, -1)),
    (NO.TIME_BANK, IDLE, lambda masa: masa.refill_time_bank(0, 1)),
    (NO.TIME_BANK, IDLE, lambda masa: masa.refill_time_bank(0, -1)),
]


@each(("code", "masa", "call"), REFUSED)
def test_refusal_has_a_code_and_changes_nothing(
    code: MasaRefusal, masa: Masa, call: Callable[..., Any]
) -> None:
    assert refusal(masa, lambda: call(masa)) is code


def test_every_refusal_code_has_a_case() -> None:
    assert {code for code, _, _ in REFUSED} == set(MasaRefusal)


@each("sides", [1, 11, 0, -5, "5", 5.0, None])
def test_a_masa_has_two_to_ten_sides(sides: Any) -> None:
    with pytest.raises(MasaError, match="2 to 10") as caught:
        Masa.open(sides=sides)
    assert caught.value.code is MasaRefusal.NO_SUCH_SIDE


@pytest.mark.parametrize("blinds", [Blinds(2, 1), Blinds(0, 0), Blinds(1, 2, ante=-1)])
def test_impossible_blinds_are_refused_by_the_rules(blinds: Blinds) -> None:
    with pytest.raises(BadHand):
        Masa.open(blinds=blinds)
    with pytest.raises(BadHand):
        IDLE.set_blinds(blinds)


def test_unknown_house_rules_are_refused() -> None:
    with pytest.raises(ValueError, match="no house rules are named"):
        Masa.open(rules="hous")


@pytest.mark.parametrize(
    ("act", "code"),
    [
        ("CH", Refusal.MUST_CALL_OR_FOLD),
        ("RR3", Refusal.TOO_SMALL),
        ("RR101", Refusal.TOO_LARGE),
        ("RR100", Refusal.USE_ALL_IN),
    ],
)
def test_illegal_acts_raise_the_error_of_the_rules(act: str, code: Refusal) -> None:
    """The masa passes the error on with its code and the legal acts."""
    before = save.write(DEALT)
    with pytest.raises(IllegalAct) as caught:
        DEALT.move(0, uci.read(act))
    assert caught.value.code is code
    assert caught.value.raises == (4, 99)
    assert save.write(DEALT) == before


def test_a_deck_that_is_too_short_is_refused_and_keeps_its_cards() -> None:
    deck = Deck([Card.from_number(number) for number in range(10)])
    with pytest.raises(CardError):
        IDLE.deal(deck)
    assert len(deck) == 10


def test_message_names_the_side_to_act_and_the_allowed_range() -> None:
    with pytest.raises(MasaError, match="it is not that side's turn: side 0 is to act"):
        play(DEALT, "2 FO")
    with pytest.raises(MasaError, match="that buy-in is not allowed here: 201; from 1 to 200"):
        IDLE.buy_in(4, 201)


@pytest.mark.parametrize(("least", "most"), [(0, 100), (-5, 100), (200, 100), (1, 10**16)])
def test_masa_with_impossible_terms_is_refused(least: int, most: int) -> None:
    with pytest.raises(MasaError) as refused:
        Masa.open(terms=Terms(least_buy_in=least, most_buy_in=most))
    assert refused.value.code is MasaRefusal.BUY_IN_RANGE
