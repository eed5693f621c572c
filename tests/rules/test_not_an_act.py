"""A value that is not an act is refused everywhere, shown in the message, and changes nothing."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from pokermasa.bots.bot import MixedAct
from pokermasa.bots.referee import judged
from pokermasa.cards import Deck
from pokermasa.histories.record import record
from pokermasa.masa import Masa, MasaError, MasaRefusal
from pokermasa.notation import fen, uci
from pokermasa.notation.uci import UciError
from pokermasa.rules import (
    AllIn,
    Blinds,
    Call,
    Check,
    Dealer,
    Fold,
    HalfPotRaise,
    HandDealer,
    IllegalAct,
    PotRaise,
    Raise,
    Refusal,
    Situation,
    View,
)
from pokermasa.tournament import Structure, Tournament
from pokermasa.tournament.simulation import played
from tests.cases import each
from tests.rules.table import show


class LikeEverything:
    """An object that is equal to every other object."""

    code = "FO"
    raises = False

    def __eq__(self, other: Any) -> bool:
        return True

    def __hash__(self) -> int:
        return 0

    def __repr__(self) -> str:
        return "LikeEverything()"


class OwnFold(Fold):
    __slots__ = ()


class OwnRaise(Raise):
    __slots__ = ()


def named(given: Any) -> str:
    """Return a name that is the same in every process, without a memory address."""
    return str(given) if isinstance(given, str | int | float | type) else type(given).__name__


NOT_ACTS = [
    None,
    "FO",
    "",
    b"FO",
    0,
    1,
    True,
    2.5,
    (),
    [Fold()],
    {"act": "FO"},
    Fold,
    Check,
    Call,
    Raise,
    AllIn,
    HalfPotRaise,
    object(),
    LikeEverything(),
    OwnFold(),
    OwnRaise(6),
    ValueError("FO"),
    lambda: Fold(),
]
NOT_WHOLE = [2.5, 6.0, True, "6", None, float("nan"), b"6", (6,), 6 + 0j]
SITUATION = Situation(Dealer.start([200, 200, 60], 0, Blinds(1, 2), "tda"))


def refused(call: Callable[..., Any], situation: Situation = SITUATION) -> IllegalAct:
    before = show(situation)
    with pytest.raises(IllegalAct) as caught:
        call()
    assert show(situation) == before
    return caught.value


@each("given", NOT_ACTS)
def test_situation_refuses_a_value_that_is_not_an_act_and_shows_it(given: Any) -> None:
    error = refused(lambda: SITUATION.move(given))
    assert error.code is Refusal.NOT_AN_ACT
    assert repr(given)[:60] in str(error)
    assert error.possible_acts == SITUATION.possible_acts
    assert SITUATION.raise_move(given) is None


def test_a_long_answer_is_not_repeated_in_full() -> None:
    assert len(str(refused(lambda: SITUATION.move("FO" * 10_000)))) < 300  # type: ignore[arg-type]  # wrong on purpose


def test_value_whose_repr_fails_is_refused_too() -> None:
    class Broken:
        def __repr__(self) -> None:
            raise RuntimeError("no")

    assert "Broken" in str(refused(lambda: SITUATION.move(Broken())))  # type: ignore[arg-type]  # wrong on purpose


@each("rules", ["masa", "classic", "botpoker", "limit", "tda", "acpc"])
@each("to", NOT_WHOLE)
def test_an_amount_that_is_no_whole_number_is_refused(rules: str, to: Any) -> None:
    dealer = Dealer.start([200, 200, 60], 0, Blinds(1, 2), rules)
    situation = Situation(dealer)
    assert refused(lambda: situation.move(Raise(to=to)), situation).code is Refusal.NOT_WHOLE
    assert dealer.raise_to(to) is None


def test_an_all_in_or_a_share_of_the_pot_by_a_number_that_is_not_whole_is_refused() -> None:
    """200.0 equals 200, but a journal with it could not be read again."""
    for act in (AllIn(200.0), AllIn("200"), PotRaise(7.0), HalfPotRaise(True), PotRaise("7")):  # type: ignore[arg-type]  # wrong on purpose
        assert refused(lambda act=act: SITUATION.move(act)).code is Refusal.NOT_WHOLE


def test_act_that_was_not_accepted_moves_no_chips() -> None:
    for given in (None, "FO", Fold, OwnFold(), AllIn(), Raise):
        with pytest.raises(TypeError, match="expected an act returned by"):
            SITUATION.dealer.acted(given, SITUATION.legal)  # type: ignore[arg-type]  # wrong on purpose


@each("given", NOT_ACTS)
def test_masa_and_tournament_refuse_a_value_that_is_not_an_act(given: Any) -> None:
    masa = Masa.open(sides=3).buy_in(0, 100).masa.buy_in(1, 100).masa.deal(Deck()).masa
    error = refused(lambda: masa.move(masa.to_act, given), masa.game.situation)
    assert error.code is Refusal.NOT_AN_ACT
    tournament = Tournament.open(Structure.sit_and_go(players=2, stack=100))
    for name in ("Ada", "Cem"):
        tournament = tournament.register(name).tournament
    tournament = tournament.start([0, 1]).tournament
    dealt = tournament.deal(0, Deck()).tournament
    side = dealt.table(0).masa.to_act
    assert refused(lambda: dealt.move(0, side, given)).code is Refusal.NOT_AN_ACT
    with pytest.raises(IllegalAct, match="not an act"):
        list(played(tournament, Deck, lambda player, masa: given))


@each("given", NOT_ACTS)
def test_bot_that_answers_with_a_value_that_is_not_an_act_has_a_fault_and_folds(given: Any) -> None:
    view = View.from_situation(SITUATION, 0)
    for answer in (given, MixedAct(((given, 1.0),)), MixedAct(((given, 1.0), (given, 1.0)))):
        ruling = judged(view, answer, Random(1))
        assert ruling.act == Fold()
        assert ruling.fault


@each("acts", [None, 5, "FO", {}, {"FO": 1}, [Fold()], ((1, 2, 3),)])
def test_malformed_choice_of_a_bot_is_a_fault(acts: Any) -> None:
    ruling = judged(View.from_situation(SITUATION, 0), MixedAct(acts), Random(1))
    assert ruling.act == Fold()
    assert ruling.fault


@each("given", NOT_ACTS)
def test_uci_writes_acts_only(given: Any) -> None:
    with pytest.raises(UciError):
        uci.write(given)


@each("to", [*NOT_WHOLE[:4], *NOT_WHOLE[5:], -1])
def test_uci_writes_only_acts_that_it_can_read(to: Any) -> None:
    for act in (Raise(to), AllIn(to), PotRaise(to)):
        with pytest.raises(UciError, match="whole number"):
            uci.write(act)


def test_uci_does_not_write_a_raise_to_nothing() -> None:
    with pytest.raises(UciError, match="whole number"):
        uci.write(Raise(None))


@each("text", [None, 5, b"FO", Fold(), Fold, ["FO"]])
def test_uci_reads_text_only(text: Any) -> None:
    with pytest.raises(UciError):
        uci.read(text)


def test_a_fen_with_no_act_in_it_is_not_written() -> None:
    stacks = SITUATION.dealer.stacks
    broken = SITUATION.dealer._replace(stacks=(stacks[0]._replace(last_action="FO"), *stacks[1:]))  # type: ignore[arg-type]  # wrong on purpose
    with pytest.raises(UciError):
        fen.write(broken)


@each("given", NOT_ACTS)
def test_history_with_a_value_that_is_not_an_act_is_not_recorded(given: Any) -> None:
    cards = HandDealer(["Kd Kc", "7s 2h", "As Qh"], "Ah 7c 2d 9s 4h")
    with pytest.raises(IllegalAct):
        record([200, 200, 60], 0, Blinds(1, 2), cards, [given])


@each("choice", ["raise", "FO", 1, True, Fold(), Fold, ["fold"]])
def test_only_preselected_values_can_be_chosen_before_the_turn(choice: Any) -> None:
    masa = Masa.open(sides=3)
    for side in range(3):
        masa = masa.buy_in(side, 100).masa
    masa = masa.deal(Deck()).masa
    with pytest.raises(MasaError) as caught:
        masa.preselect(masa.game.sides[(masa.to_act + 1) % 3], choice)
    assert caught.value.code is MasaRefusal.NOT_OFFERED
    assert repr(choice) in str(caught.value)
