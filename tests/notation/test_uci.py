"""Uci: reading and writing one act."""

from typing import Any

import pytest

from pokermasa.notation import UciError, uci
from pokermasa.rules import (
    AllIn,
    AllInCall,
    AllInFullRaise,
    AllInHalfRaise,
    Call,
    Check,
    Fold,
    HalfPotRaise,
    PotRaise,
    Raise,
    ThirdPotRaise,
)
from tests.cases import each
from tests.rules.table import last_move, table


@pytest.mark.statement("S000-75", "S001-75")
@pytest.mark.parametrize(
    ("text", "act"),
    [
        pytest.param("CH", Check(), marks=pytest.mark.statement("S000-65", "S001-65")),
        pytest.param("CA", Call(), marks=pytest.mark.statement("S000-65", "S001-65")),
        pytest.param("FO", Fold(), marks=pytest.mark.statement("S000-65", "S001-65")),
        pytest.param("RR200", Raise(to=200), marks=pytest.mark.statement("S000-64", "S001-64")),
        pytest.param("TR", ThirdPotRaise(), marks=pytest.mark.statement("S000-64", "S001-64")),
        pytest.param("HR", HalfPotRaise(), marks=pytest.mark.statement("S000-64", "S001-64")),
        pytest.param("PR", PotRaise(), marks=pytest.mark.statement("S000-64", "S001-64")),
        ("TR12", ThirdPotRaise(to=12)),
        ("HR12", HalfPotRaise(to=12)),
        ("PR12", PotRaise(to=12)),
        pytest.param("AA", AllIn(), marks=pytest.mark.statement("S000-66", "S001-66")),
        ("AA200", AllIn(to=200)),
        pytest.param("AC", AllInCall(), marks=pytest.mark.statement("S000-66", "S001-66")),
        pytest.param("AH", AllInHalfRaise(), marks=pytest.mark.statement("S000-66", "S001-66")),
        pytest.param("AF", AllInFullRaise(), marks=pytest.mark.statement("S000-66", "S001-66")),
        ("RR0", Raise(to=0)),
        ("RR1000000000000000", Raise(to=10**15)),
    ],
)
def test_every_act_is_read_and_written(text: str, act: Any) -> None:
    assert uci.read(text) == act
    assert uci.write(act) == text


def test_an_amount_may_begin_with_zeros() -> None:
    assert uci.read("RR007") == Raise(to=7)


@pytest.mark.statement("S000-64", "S001-64")
def test_shares_of_the_pot_are_read_with_or_without_their_amount_and_written_with_it() -> None:
    facing = "2 F 0 2 10!33 0 1 2 / I 300 0 . / I 290 10 RR10 / I 300 0 ."
    for code, written in [("TR", "TR27"), ("HR", "HR36"), ("PR", "PR63")]:
        assert uci.write(last_move(facing, code).player_act) == written
        assert last_move(facing, written) == last_move(facing, code)
        assert written in [uci.write(act) for act in table(facing).possible_acts]


@pytest.mark.statement("S000-66", "S001-66")
def test_all_in_is_read_as_aa_and_written_as_recorded() -> None:
    facing = "2 F 0 2 20!30 0 1 2 / I 300 0 . / I 280 20 RR20 / I {} 0 ."
    written = [uci.write(last_move(facing.format(n), "AA").player_act) for n in (15, 20, 30, 40)]
    assert written == ["AC", "AC", "AH", "AF"]


@pytest.mark.statement("S000-75", "S001-75")
@each(
    ("text", "words"),
    [
        ("", "'' is not an act; expected one of CH CA FO RR<to> TR HR PR AA"),
        ("X", "'X' is not an act"),
        ("XX", "'XX' is not an act"),
        ("XX50", "'XX50' is not an act"),
        ("ca", "'ca' is not an act"),
        ("Ca", "'Ca' is not an act"),
        ("CALL", "'CALL' is not an act"),
        (" CA", "' CA' is not an act"),
        ("CA ", "'CA ' is not an act"),
        ("CA\n", "is not an act"),
        ("CA CA", "'CA CA' is not an act"),
        (".", "'.' is not an act"),
        ("RR", "'RR' needs an amount: the wager raised to, as in RR200"),
        ("RR ", "is not an act"),
        ("RR 200", "'RR 200' is not an act"),
        ("RR-5", "'RR-5' is not an act"),
        ("RR+5", "'RR+5' is not an act"),
        ("RR2.5", "'RR2.5' is not an act"),
        ("RR1e3", "'RR1e3' is not an act"),
        ("RR1_000", "'RR1_000' is not an act"),
        ("RR0x10", "'RR0x10' is not an act"),
        ("RR٢", "is not an act"),
        ("RR²", "is not an act"),
        ("rr200", "'rr200' is not an act"),
        ("RR200RR200", "is not an act"),
        ("RR200\n", "is not an act"),
        ("200", "'200' is not an act"),
        ("CH0", "'CH0': CH takes no amount"),
        ("CA5", "'CA5': CA takes no amount"),
        ("FO1", "'FO1': FO takes no amount"),
        ("AC5", "'AC5': AC takes no amount"),
        ("AH5", "'AH5': AH takes no amount"),
        ("AF5", "'AF5': AF takes no amount"),
        (f"RR{10**15 + 1}", "more chips than there can be (most 1000000000000000)"),
        ("RR" + "9" * 400, "more chips than there can be"),
        ("PR" + "9" * 400, "more chips than there can be"),
        ("AA" + "9" * 400, "more chips than there can be"),
        ("RR" + "9" * 10_000, "more chips than there can be"),
        ("Z" * 10_000, "is not an act"),
    ],
)
def test_text_that_is_not_an_act_is_refused_with_a_short_message(text: str, words: str) -> None:
    with pytest.raises(UciError) as error:
        uci.read(text)
    assert words in str(error.value)
    assert len(str(error.value)) < 120
    assert isinstance(error.value, ValueError)
