"""Fen: both dialects, the lines of the documents, the last line, and errors."""

from typing import Any

import pytest

from pokermasa.notation import FenError, fen, uci
from pokermasa.rules import (
    AllIn,
    BadHand,
    BettingRound,
    Blinds,
    Dealer,
    FirstToShow,
    HandDealer,
    HouseRules,
    Pot,
    Raise,
    Role,
    Situation,
    Stack,
    StackIndex,
)
from pokermasa.rules.house import NAMED
from tests.cases import each
from tests.rules.table import indexes

TEXT = """\
2 P 0 0 2!0 0 1 2
I 200 0 .
I 199 1 .
I 58 2 ."""


def lines(*text: str) -> str:
    return "\n".join(text)


# Writing


@pytest.mark.statement("S001-76")
def test_the_header_begins_with_the_big_blind() -> None:
    dealer = Dealer.start(stacks=[200, 200, 60], button=0, blinds=Blinds(1, 2))
    assert fen.write(dealer) == TEXT


@pytest.mark.statement("S000-72")
def test_document_000_has_no_blinds_in_the_header() -> None:
    dealer = Dealer.start(stacks=[200, 200, 60], button=0, blinds=Blinds(1, 2))
    assert fen.write(dealer, dialect="000") == TEXT.removeprefix("2 ")


@pytest.mark.statement("S000-72", "S001-72")
def test_the_header_is_round_button_turn_last_full_raise_and_the_pots() -> None:
    dealer = Dealer(
        blinds=Blinds(1, 2),
        round=BettingRound.TURN,
        button=StackIndex(2),
        turn_to_act=StackIndex(1),
        last_full_raise=24,
        running_pot=Pot(26, indexes(0, 1)),
        side_pots=(Pot(45, indexes(0, 1, 3)), Pot(48, indexes(0, 1, 2, 3))),
        stacks=(
            Stack(Role.INVOLVED, 76, 24, Raise(24)),
            Stack(Role.INVOLVED, 100),
            Stack(Role.OLD_ALL_IN, 0),
            Stack(Role.OLD_ALL_IN, 0),
        ),
        rules=HouseRules(),
        bets=(2, 4),
    ).counted()
    assert fen.write(dealer) == lines(
        "2 T 2 1 24!26 0 1~45 0 1 3~48 0 1 2 3", "I 76 24 RR24", "I 100 0 .", "O 0 0 .", "O 0 0 ."
    )


@pytest.mark.statement("S000-71", "S001-71")
def test_a_pot_is_written_and_read_as_its_amount_and_its_members() -> None:
    text = "2 F 0 1 2!100 0 1 2 3~50 0 1 2\nI 9 0 .\nI 9 0 .\nI 9 0 .\nI 9 0 ."
    dealer = fen.read(text)
    assert dealer.running_pot == Pot(wager=100, involved=indexes(0, 1, 2, 3))
    assert dealer.side_pots == (Pot(wager=50, involved=indexes(0, 1, 2)),)
    assert fen.write(dealer) == text


@pytest.mark.statement("S000-70", "S001-70")
def test_a_pot_distribution_is_written_like_a_pot_with_the_winners_as_members() -> None:
    dealer = fen.read("2 R 0 1 2!100 0 1 2\nI 9 0 CH\nI 9 0 CH\nI 9 0 CH")
    assert [str(d) for d in dealer.distribute_all([1, 1, 1])] == ["100 0 1 2"]


@pytest.mark.statement("S000-73", "S001-73")
@each(
    ("stack", "line"),
    [
        (Stack(Role.INVOLVED, 100, 10, Raise(10)), "I 100 10 RR10"),
        (Stack(Role.FOLDED, 99, 1, uci.read("FO")), "F 99 1 FO"),
        (Stack(Role.OLD_ALL_IN, 0, 0, None), "O 0 0 ."),
        (Stack(Role.NEW_ALL_IN, 0, 58, uci.read("AF")), "N 0 58 AF"),
        (Stack(Role.INVOLVED, 100, 12, uci.read("HR12")), "I 100 12 HR12"),
        (Stack(Role.INVOLVED, 100, 0, uci.read("CH")), "I 100 0 CH"),
        (Stack(Role.INVOLVED, 100, 10, uci.read("CA")), "I 100 10 CA"),
    ],
)
def test_a_stack_line_is_role_stack_wager_and_last_action(stack: Stack, line: str) -> None:
    text = lines("2 F 0 0 2!9 0 1", line, "I 100 0 .")
    assert fen.read(text).stacks[0] == stack
    assert fen.write(fen.read(text)).splitlines()[1] == line


@pytest.mark.statement("S000-74", "S001-74")
def test_a_dot_means_no_action() -> None:
    dealer = fen.read(TEXT)
    assert [stack.last_action for stack in dealer.stacks] == [None, None, None]
    acted = dealer.call()
    assert fen.write(acted).splitlines()[1:] == ["I 198 2 CA", "I 199 1 .", "I 58 2 ."]


# Reading what the documents themselves show


DOCUMENT_000 = """\
     {} 0 0 100!100 0 1 2 3~50 0 1 2
     {} 100 10 CA
     I 100 10 RR200
     I 100 10 ."""


@pytest.mark.statement("S000-72", "S001-72", "S001-76")
@pytest.mark.statement("S000-73", "S001-73", "S000-74", "S001-74")
@each("betting_round", "PFTR")
@each("role", "IFON")
@each("blinds", ["", "100 "])
def test_the_documents_own_lines_can_be_read(betting_round: str, role: str, blinds: str) -> None:
    """The lines have a pot member without a stack, and a raise to 200 without the chips. Reading
    checks the form of the text, but not whether play could have led there."""
    text = DOCUMENT_000.format(blinds + betting_round, role)
    dealer = fen.read(text)
    assert dealer.blinds == Blinds(50, 100)
    assert dealer.round == betting_round
    assert (dealer.button, dealer.turn_to_act, dealer.last_full_raise) == (0, 0, 100)
    assert dealer.running_pot == Pot(100, indexes(0, 1, 2, 3))
    assert dealer.side_pots == (Pot(50, indexes(0, 1, 2)),)
    assert dealer.stacks[0] == Stack(Role(role), 100, 10, uci.read("CA"))
    assert dealer.stacks[1] == Stack(Role.INVOLVED, 100, 10, Raise(200))
    assert dealer.stacks[2] == Stack(Role.INVOLVED, 100, 10, None)
    written = [line.strip() for line in text.splitlines()]
    assert fen.write(dealer, "001" if blinds else "000").splitlines()[:4] == written


def test_a_pot_member_without_a_stack_wins_nothing_and_stops_nothing() -> None:
    dealer = fen.read(DOCUMENT_000.format("100 F", "I"))
    gathered = dealer.end_round()
    assert gathered.chips == dealer.chips
    assert [d.involved for d in dealer.distribute_all([1, 2, 3])] == [(2,), (2,)]


def test_all_in_may_stand_as_a_last_action() -> None:
    dealer = fen.read("2 P 0 0 2!0 0 1\nN 0 50 AA\nI 40 10 .")
    assert dealer.stacks[0].last_action == AllIn()
    assert fen.read("2 P 0 0 2!0 0 1\nN 0 50 AA50\nI 40 10 .").stacks[0].last_action == AllIn(50)
    assert fen.write(dealer).splitlines()[1] == "N 0 50 AA"


def test_folded_pot_members_can_be_read() -> None:
    text = "2 F 0 0 2!9 0 1 2\nI 9 0 .\nF 9 0 .\nI 9 0 ."
    assert fen.write(fen.read(text)) == text


# Blinds that the text does not say


def test_blinds_missing_in_the_text_are_taken_from_the_argument() -> None:
    text = TEXT.removeprefix("2 ").replace("2!", "7!")
    assert fen.read(text, blinds=2).blinds == Blinds(1, 2)
    assert fen.read(text, blinds=Blinds(2, 5)).blinds == Blinds(2, 5)
    assert fen.read(text, blinds=(2, 5, 1)).blinds == Blinds(2, 5, ante=1)  # type: ignore[arg-type]


def test_last_full_raise_is_taken_as_the_big_blind_without_blinds() -> None:
    assert fen.read(TEXT.removeprefix("2 ").replace("2!", "7!")).blinds == Blinds(3, 7)


def test_blinds_in_the_text_override_the_argument() -> None:
    assert fen.read(TEXT, blinds=Blinds(5, 10)).blinds == Blinds(1, 2)


def test_rules_missing_in_the_text_are_taken_from_the_argument() -> None:
    assert fen.read(TEXT).rules == HouseRules.named("masa")
    assert fen.read(TEXT, rules="tda").rules == HouseRules.named("tda")
    assert fen.read(TEXT, rules=HouseRules.named("limit")).rules == HouseRules.named("limit")
    assert fen.read(TEXT + "\n; rules=limit", rules="tda").rules == HouseRules.named("limit")


def test_space_around_the_lines_does_not_matter() -> None:
    spaced = "\n\n   2   P 0 0  2 ! 0  0 1 2  \r\n\tI 200 0 .\r\n I 199 1 . \r\nI 58 2 .\n\n"
    assert fen.read(spaced) == fen.read(TEXT)


def test_an_index_may_have_two_digits() -> None:
    """A hand has at most ten stacks, so two digits are read and then refused as an index."""
    ten = lines("2 P 9 9 2!0 0 1 2 3 4 5 6 7 8 9", *["I 50 0 ."] * 10)
    assert fen.read(ten).button == 9
    assert fen.read(ten.replace("P 9 9", "P 09 009")).turn_to_act == 9
    with pytest.raises(FenError, match="line 1, button: expected a stack index below 10, found 10"):
        fen.read(ten.replace("P 9 9", "P 10 9"))


def test_amounts_may_be_as_large_as_chips_can_be() -> None:
    most = 10**15
    text = f"2 F 0 0 2!{most} 0 1\nI {most} 0 .\nI 5 0 ."
    assert fen.read(text).stacks[0].stack == most
    assert fen.write(fen.read(text)) == text


# The last line: what the documents' lines cannot carry


def test_the_last_line_is_absent_when_nothing_needs_it() -> None:
    assert ";" not in fen.write(fen.read(TEXT))


@each(
    ("extras", "field", "value"),
    [
        ("rules=tda", "rules", HouseRules.named("tda")),
        ("rules=masa,odd_chips=dropped", "rules", HouseRules().replace(odd_chips="dropped")),
        ("small=0", "blinds", Blinds(0, 2)),
        ("small=2", "blinds", Blinds(2, 2)),
        ("ante=3", "blinds", Blinds(1, 2, 3)),
        ("bigBlindAnte=2", "blinds", Blinds(1, 2, 2, True)),
        ("small=2 ante=3", "blinds", Blinds(2, 2, 3)),
        ("bets=3/7", "bets", (3, 7)),
        ("rules=limit raises=3", "raises", 3),
        ("rules=limit fullRaiseTo=1", "full_raise_to", 1),
        ("aggressor=2", "aggressor", 2),
    ],
)
def test_each_key_of_the_last_line(extras: str, field: str, value: Any) -> None:
    text = f"{TEXT}\n; {extras}"
    dealer = fen.read(text)
    assert getattr(dealer, field) == value
    assert fen.write(dealer) == text
    assert fen.read(fen.write(dealer)) == dealer


def test_all_keys_of_the_last_line_can_be_combined() -> None:
    text = lines(
        "10 F 0 2 20!90 0 1 2",
        "I 100 20 CA",
        "I 80 20 RR20",
        "I 100 0 .",
        "; rules=tda,betting=fixed-limit small=3 bigBlindAnte=10 bets=20/50 raises=2 "
        "fullRaiseTo=10 aggressor=0 hands=KdKc/??/AsQh board=Ah7c2d",
    )
    situation = fen.read_situation(text)
    assert situation.hand_dealer == HandDealer(["Kd Kc", None, "As Qh"], "Ah 7c 2d")
    assert fen.write(situation) == text
    assert fen.read_situation(fen.write(situation)) == situation
    assert fen.read(text) == situation.dealer


@each("name", NAMED)
def test_named_rules_are_written_by_name(name: str) -> None:
    dealer = Dealer.start([50, 50, 50], 0, Blinds(1, 2), name)
    last = fen.write(dealer).splitlines()[-1]
    assert last == ("I 48 2 ." if name == "masa" else f"; rules={name}")
    assert fen.read(fen.write(dealer)) == dealer


def values(default: Any) -> list[Any]:
    """Return all values of an option with this default, and some values of a cap."""
    if default is None:
        return [None, (4, 4, 4, 4), (1, 2, 3, 0)]
    return [True, False] if isinstance(default, bool) else list(type(default))  # type: ignore[call-overload]


OPTIONS = [
    (option, value)
    for option, default in HouseRules()._asdict().items()
    for value in values(default)
]


@each("name", NAMED)
@each(("option", "value"), OPTIONS)
def test_every_value_of_every_option_can_be_written_and_read(
    name: str, option: str, value: Any
) -> None:
    rules = HouseRules.named(name).replace(**{option: value})
    dealer = Dealer.start([50, 50, 50], 0, Blinds(1, 2), rules)
    assert fen.read(fen.write(dealer)) == dealer


def test_options_are_written_with_hyphens() -> None:
    rules = HouseRules.named("botpoker").replace(
        first_to_show=FirstToShow.LAST_AGGRESSOR, raise_cap=(3, 3, 4, 4), cap_counts_bet=True
    )
    dealer = Dealer.start([50, 50, 50], 0, Blinds(1, 2), rules)
    assert fen.write(dealer).splitlines()[-1] == (
        "; rules=botpoker,first_to_show=last-aggressor,raise_cap=3/3/4/4,cap_counts_bet=yes"
    )


def test_fen_of_a_situation_contains_its_cards() -> None:
    cards = HandDealer(["Kd Kc", "7s 2h", "As Qh"], "Ah 7c 2d 9s 4h")
    situation = Situation(fen.read(TEXT), cards)
    assert fen.write(situation) == f"{TEXT}\n; hands=KdKc/7s2h/AsQh board=Ah7c2d9s4h"
    assert fen.read_situation(fen.write(situation)) == situation
    assert fen.read(fen.write(situation)) == situation.dealer
    assert fen.read_situation(TEXT).hand_dealer is None


def test_unknown_hands_are_written_as_question_marks() -> None:
    situation = Situation(fen.read(TEXT), HandDealer([None, "7s 2h", None], ""))
    assert fen.write(situation) == f"{TEXT}\n; hands=??/7s2h/??"
    assert fen.read_situation(fen.write(situation)) == situation


def test_a_finished_hand_is_written_with_its_wagers_gathered() -> None:
    situation = Situation(fen.read(TEXT))
    for act in ("RR6", "FO", "AA", "CA"):
        situation = situation.move(uci.read(act)).situation_after
    assert fen.write(situation) == lines(
        "2 P 0 0 2!0 0~121 0 2", "I 140 0 CA", "F 199 0 FO", "O 0 0 AF"
    )
    again = fen.read_situation(fen.write(situation))
    assert again == situation
    assert again.end


# Text that is no Fen: the line, the field, and what was expected


HEAD, ROWS = "2 P 0 0 2!0 0 1 2", ("I 200 0 .", "I 199 1 .", "I 58 2 .")


def with_head(head: str) -> str:
    return lines(head, *ROWS)


def with_row(row: str, number: int = 1) -> str:
    rows = list(ROWS)
    rows[number] = row
    return lines(HEAD, *rows)


def with_last(last: Any) -> str:
    return lines(HEAD, *ROWS, last)


HUGE = "9" * 400


@each(
    ("text", "line", "field", "words"),
    [
        # the whole
        ("", 1, "header", "the text is empty"),
        ("   \n \n", 1, "header", "the text is empty"),
        (HEAD, 1, "stacks", "expected 2 to 10 lines of stacks, found 0"),
        (lines(HEAD, ROWS[0]), 1, "stacks", "expected 2 to 10 lines of stacks, found 1"),
        (lines(HEAD, *["I 9 0 ."] * 11), 1, "stacks", "expected 2 to 10 lines of stacks, found 11"),
        (lines(*ROWS), 1, "runningPot", "expected '!' and the pots after lastFullRaise"),
        # the header
        (with_head("2 P 0 0 2 0 0 1 2"), 1, "runningPot", "expected '!'"),
        (with_head("2 P 0 0!0 0 1 2"), 1, "round", "expected P, F, T or R, found '2'"),
        (with_head("P 0 0!0 0 1 2"), 1, "header", "expected [blinds] round button turnToAct"),
        (with_head("1 2 P 0 0 2!0 0 1 2"), 1, "header", "expected [blinds] round button"),
        (with_head("!0 0 1 2"), 1, "header", "expected [blinds] round button"),
        (with_head("2 X 0 0 2!0 0 1 2"), 1, "round", "expected P, F, T or R, found 'X'"),
        (with_head("2 p 0 0 2!0 0 1 2"), 1, "round", "expected P, F, T or R, found 'p'"),
        (with_head("2 PF 0 0 2!0 0 1 2"), 1, "round", "expected P, F, T or R, found 'PF'"),
        (with_head("two P 0 0 2!0 0 1 2"), 1, "blinds", "expected a whole number, found 'two'"),
        (with_head("-2 P 0 0 2!0 0 1 2"), 1, "blinds", "expected a whole number, found '-2'"),
        (with_head("2.0 P 0 0 2!0 0 1 2"), 1, "blinds", "expected a whole number, found '2.0'"),
        (with_head("0 P 0 0 2!0 0 1 2"), 1, "blinds", "expected a big blind of at least 1"),
        (with_head("٢ P 0 0 2!0 0 1 2"), 1, "blinds", "expected a whole number, found '٢'"),
        (with_head("2 P 3 0 2!0 0 1 2"), 1, "button", "expected a stack index below 3, found 3"),
        (with_head("2 P b 0 2!0 0 1 2"), 1, "button", "expected a whole number, found 'b'"),
        (with_head("2 P 0 9 2!0 0 1 2"), 1, "turnToAct", "expected a stack index below 3, found 9"),
        (with_head("2 P 0 -1 2!0 0 1 2"), 1, "turnToAct", "expected a whole number, found '-1'"),
        (with_head("2 P 0 0 x!0 0 1 2"), 1, "lastFullRaise", "expected a whole number, found 'x'"),
        (with_head("2 P 0 0 1e3!0 0 1"), 1, "lastFullRaise", "expected a whole number"),
        (with_head("2 P 0 0 2!"), 1, "pot", "expected an amount and the stack indexes"),
        (with_head("2 P 0 0 2!0 0 1~"), 1, "pot", "expected an amount and the stack indexes"),
        (with_head("2 P 0 0 2!~0 0 1"), 1, "pot", "expected an amount and the stack indexes"),
        (with_head("2 P 0 0 2!ten 0 1"), 1, "pot", "expected a whole number, found 'ten'"),
        (with_head("2 P 0 0 2!0 0 1~-5 0"), 1, "pot", "expected a whole number, found '-5'"),
        (with_head("2 P 0 0 2!0 0 one"), 1, "pot member", "expected a whole number, found 'one'"),
        (with_head("2 P 0 0 2!0 0 10"), 1, "pot member", "expected a stack index below 10"),
        (with_head("2 P 0 0 2!0 0 1 0"), 1, "pot member", "a stack index is repeated"),
        (with_head("2 P 0 0 2!0 0 1!5"), 1, "pot member", "expected a whole number, found '1!5'"),
        # a stack
        (with_row("I 199 1"), 3, "stack", "expected role stack recentWager lastAction, found"),
        (with_row("I 199 1 . ."), 3, "stack", "expected role stack recentWager lastAction"),
        (with_row(""), 3, "stack", "expected role stack recentWager lastAction, found ''"),
        (with_row("X 199 1 ."), 3, "role", "expected I, F, O or N, found 'X'"),
        (with_row("i 199 1 ."), 3, "role", "expected I, F, O or N, found 'i'"),
        (with_row("INVOLVED 199 1 ."), 3, "role", "expected I, F, O or N, found 'INVOLVED'"),
        (with_row("I -5 1 ."), 3, "stack", "expected a whole number, found '-5'"),
        (with_row("I 19.5 1 ."), 3, "stack", "expected a whole number, found '19.5'"),
        (with_row("I 1,000 1 .", 0), 2, "stack", "expected a whole number, found '1,000'"),
        (with_row("I 58 two .", 2), 4, "recentWager", "expected a whole number, found 'two'"),
        (with_row("I 58 2 -", 2), 4, "lastAction", "'-' is not an act; expected one of CH CA FO"),
        (with_row("I 58 2 ca", 2), 4, "lastAction", "'ca' is not an act"),
        (with_row("I 58 2 RR", 2), 4, "lastAction", "'RR' needs an amount"),
        (with_row("I 58 2 CA5", 2), 4, "lastAction", "CA takes no amount"),
        (with_row("I 58 2 XX", 2), 4, "lastAction", "'XX' is not an act"),
        # more chips than there can be
        (with_head(f"{HUGE} P 0 0 2!0 0 1 2"), 1, "blinds", "more chips than there can be"),
        (with_head(f"2 P {HUGE} 0 2!0 0 1 2"), 1, "button", "more chips than there can be"),
        (with_head(f"2 P 0 0 {HUGE}!0 0 1 2"), 1, "lastFullRaise", "more chips than there can be"),
        (with_head(f"2 P 0 0 2!{HUGE} 0 1 2"), 1, "pot", "more chips than there can be"),
        (with_row(f"I {HUGE} 1 ."), 3, "stack", "more chips than there can be"),
        (with_row(f"I 199 {HUGE} ."), 3, "recentWager", "more chips than there can be"),
        (with_row(f"I 199 1 RR{HUGE}"), 3, "lastAction", "more chips than there can be"),
        (with_row(f"I {10**15 + 1} 1 ."), 3, "stack", "more chips than there can be"),
        (with_last(f"; ante={HUGE}"), 5, "ante", "more chips than there can be"),
        # the last line
        (with_last("; vegas=yes"), 5, "'vegas'", "expected one of aggressor, ante, bets"),
        (with_last("; ante"), 5, "'ante'", "and a value"),
        (with_last("; ante="), 5, "'ante'", "and a value"),
        (with_last("; =3"), 5, "''", "and a value"),
        (with_last("; ante=1 ante=1"), 5, "ante", "expected only once"),
        (with_last("; ante=x"), 5, "ante", "expected a whole number, found 'x'"),
        (with_last("; ante=-1"), 5, "ante", "expected a whole number, found '-1'"),
        (with_last("; ante=1 bigBlindAnte=2"), 5, "ante", "not both"),
        (
            with_last("; small=3"),
            5,
            "blinds",
            "the small blind (3) must not be larger than the big (2)",
        ),
        (with_last("; small=half"), 5, "small", "expected a whole number, found 'half'"),
        (with_last("; bets=2"), 5, "bets", "expected small/big, found '2'"),
        (with_last("; bets=2/x"), 5, "bets", "expected a whole number, found 'x'"),
        (with_last("; bets=2/4/8"), 5, "bets", "expected a whole number, found '4/8'"),
        (with_last("; bets=4/2"), 5, "bets", "expected a smaller and a larger bet, found '4/2'"),
        (with_last("; bets=0/0"), 5, "bets", "expected a smaller and a larger bet, found '0/0'"),
        (with_last("; raises=many"), 5, "raises", "expected a whole number, found 'many'"),
        (with_last("; fullRaiseTo=x"), 5, "fullRaiseTo", "expected a whole number, found 'x'"),
        (with_last("; aggressor=3"), 5, "aggressor", "expected a stack index below 3, found 3"),
        (with_last("; rules=vegas"), 5, "rules", "no house rules are named 'vegas'; known: masa"),
        (with_last("; rules=masa,"), 5, "rules", "there is no option ''"),
        (with_last("; rules=masa,luck=5"), 5, "rules", "there is no option 'luck'"),
        (with_last("; rules=masa,betting"), 5, "rules", "betting is 'no limit' or"),
        (
            with_last("; rules=masa,betting=spread"),
            5,
            "rules",
            "betting is 'no limit' or",
        ),
        (
            with_last("; rules=masa,cap_counts_bet=1"),
            5,
            "rules",
            "cap_counts_bet is True or",
        ),
        (with_last("; rules=masa,raise_cap=4/4/4"), 5, "rules", "raise_cap is None, a"),
        (with_last("; rules=masa,raise_cap=4/x/4/4"), 5, "rules", "raise_cap is None, a"),
        (with_last("; rules=masa,raise_cap=4/x/4/4/4"), 5, "rules", "raise_cap is None, a"),
        (with_last("; rules=masa,raise_cap=-1/4/4/4"), 5, "rules", "raise_cap is None, a"),
        (with_last("; rules=masa,raise_cap=4/٤/4/4"), 5, "rules", "raise_cap is None, a"),
        (
            with_last(f"; rules=masa,raise_cap={HUGE}/4/4/4"),
            5,
            "rules",
            "raise_cap is None, a",
        ),
        (with_last("; hands=KdKc/7s2h"), 5, "hands", "expected 3 hands, found 2"),
        (with_last("; hands=KdKc/7s2h/AsQh/JsJh"), 5, "hands", "expected 3 hands, found 4"),
        (with_last("; hands=KdKc/7s2h/As"), 5, "hands", "a hand is 2 cards, not 1"),
        (with_last("; hands=KdKc/7s2h/AsXx"), 5, "hands", "Xx"),
        (with_last("; hands=KdKc/7sKd/AsQh"), 5, "hands", "Kd"),
        (with_last("; hands=KdKc/7s2h/AsQh board=AhAh"), 5, "hands", "Ah"),
        (
            with_last("; hands=KdKc/7s2h/?? board=Ah2c3c4c5c6c"),
            5,
            "hands",
            "at most 5 cards, not 6",
        ),
        (with_last("; board=Ah2c3c"), 5, "board", "expected hands"),
    ],
)
def test_error_names_the_line_the_field_and_the_expected_value(
    text: str, line: int, field: str, words: str
) -> None:
    with pytest.raises(FenError) as error:
        fen.read_situation(text)
    assert str(error.value).startswith(f"line {line}, {field}: ")
    assert words in str(error.value)
    assert (error.value.line, error.value.field) == (line, field)
    assert isinstance(error.value, ValueError)
    assert len(str(error.value)) < 200, "nobody wants the whole of it back"


def test_error_about_very_long_text_is_short() -> None:
    for text in (
        with_head("P " * 9999 + "!0"),
        with_row("I " * 9999),
        with_last("; " + "x" * 9999),
    ):
        with pytest.raises(FenError) as error:
            fen.read(text)
        assert len(str(error.value)) < 200


def test_invalid_blinds_in_the_argument_are_refused() -> None:
    with pytest.raises(ValueError, match="the big blind must be at least 1"):
        fen.read(TEXT.removeprefix("2 "), blinds=0)
    with pytest.raises(ValueError, match="small blind"):
        fen.read(TEXT.removeprefix("2 "), blinds=Blinds(5, 2))


@pytest.mark.parametrize("rules", ["masa", "tda", "limit", "botpoker"])
def test_old_all_in_wins_nothing_of_later_wagers(rules: str) -> None:
    """The running pot with this stack is closed, as at the end of the round."""
    text = lines("2 F 0 1 2!90 0 1 2", "I 100 0 .", "I 100 0 .", "O 0 0 .")
    situation = Situation(fen.read(text, rules))
    assert situation.dealer.running_pot == Pot(0, indexes(0, 1))
    assert situation.dealer.side_pots == (Pot(90, indexes(0, 1, 2)),)
    bet = "RR2" if rules == "limit" else "RR50"
    for act in (bet, "CA", *["CH"] * 4):
        situation = situation.move(uci.read(act)).situation_after
    wagered = 4 if rules == "limit" else 100
    paid = situation.dealer.distribute_all([1, 2, 3])  # the old all-in holds the best hand
    assert [(pot.wager, pot.involved) for pot in paid] == [(wagered, (1,)), (90, (2,))]


@each(
    ("pots", "stacks", "running", "sides"),
    [
        # with side pots before it; two old all-ins; nothing in the pot yet; nobody else left
        (
            "30 0 1 2~60 0 1 2 3",
            "IIOO",
            Pot(0, indexes(0, 1)),
            (Pot(30, indexes(0, 1, 2)), Pot(60, indexes(0, 1, 2, 3))),
        ),
        ("80 0 1 2 3", "IIOO", Pot(0, indexes(0, 1)), (Pot(80, indexes(0, 1, 2, 3)),)),
        ("0 0 1 2", "IIOF", Pot(0, indexes(0, 1)), ()),
        ("50 2 3", "FFOO", Pot(0, ()), (Pot(50, indexes(2, 3)),)),
        # as play leaves it: nothing changes
        ("26 0 1~45 0 1 2", "IIOF", Pot(26, indexes(0, 1)), (Pot(45, indexes(0, 1, 2)),)),
        ("26 0 1 2", "IINF", Pot(26, indexes(0, 1, 2)), ()),  # new: its round closes the pot
        (
            "26 0 1 3",
            "IIIF",
            Pot(26, indexes(0, 1, 3)),
            (),
        ),  # folded members stay as they are written
        ("26 0 1 9", "IIII", Pot(26, indexes(0, 1, 9)), ()),  # and members that have no line
    ],
)
def test_running_pot_is_closed_if_an_old_all_in_is_a_member(
    pots: str, stacks: str, running: Pot, sides: tuple[Pot, ...]
) -> None:
    text = lines(
        f"2 T 0 1 2!{pots}", *(f"{role} {0 if role in 'ON' else 50} 0 ." for role in stacks)
    )
    dealer = fen.read(text)
    assert (dealer.running_pot, dealer.side_pots) == (running, sides)
    assert dealer.chips == fen.read(fen.write(dealer)).chips
    assert fen.read(fen.write(dealer)) == dealer


@each("given", [None, 5, b"2 P", ["2 P"]])
def test_a_value_that_is_no_text_is_refused_as_a_fen(given: Any) -> None:
    with pytest.raises(FenError, match="line 1, header: expected the text of a Fen, found"):
        fen.read(given)


@each("blinds", ["1-2", 1.5, (2, 1), []])
def test_blinds_beside_a_fen_are_those_that_can_be_posted(blinds: Any) -> None:
    with pytest.raises(BadHand, match="blind"):
        fen.read("P 0 0 2!0 0 1\nI 200 0 .\nI 200 0 .", blinds=blinds)


@pytest.mark.parametrize(
    ("head", "extras", "words"),
    [
        ("20", "rules=limit small=1", "line 4, blinds: under 'limit' the small blind is half"),
        ("20", "rules=botpoker small=5", "line 4, blinds: under 'botpoker' the small blind is"),
        ("7", "rules=limit", "line 1, blinds: under 'limit' the big blind must be even"),
    ],
)
def test_blinds_that_the_house_of_the_text_does_not_allow_are_refused(
    head: str, extras: str, words: str
) -> None:
    text = f"{head} P 0 0 20!0 0 1\nI 200 0 .\nI 199 1 .\n; "
    with pytest.raises(FenError, match=words):
        fen.read(text + extras)
    rules = extras.split()[0]
    assert fen.read(text + extras.replace(rules, f"{rules},small_blind=any"))
