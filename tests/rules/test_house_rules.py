"""House rules: each option by itself, and the named sets of options.

Most tests change one option of `masa` (`; rules=masa,option=value` in the Fen) and play the same
acts.
"""

import re
from enum import StrEnum
from pathlib import Path
from typing import Any

import pytest

from pokermasa.masa import Masa
from pokermasa.rules import (
    AllInRule,
    AllInTurn,
    BadHand,
    Betting,
    Blinds,
    BustOrder,
    ButtonRule,
    Check,
    Dealer,
    FirstToShow,
    HandDealer,
    HeadsUpButton,
    HouseRules,
    OddChips,
    Refusal,
    Reopening,
    ShortAntes,
    ShortBigBlind,
    ShortRaise,
    Situation,
    View,
)
from pokermasa.rules.house import NAMED, Options
from tests.cases import each
from tests.rules.table import last_move, offers, play, refusal, show, table


def start(
    stacks: list[Any],
    blinds: Any = (1, 2),
    button: int = 0,
    bets: tuple[int, int] | None = None,
    **options: Any,
) -> Dealer:
    rules = HouseRules().replace(**options)
    return Dealer.start(stacks, button, Blinds(*blinds), rules, bets=bets)


# The names


DESIGN = {  # DESIGN.md's table: masa, classic, botpoker, limit, tda
    "betting": ("no limit", "no limit", "no limit", "fixed limit", "no limit"),
    "heads_up_button": ("big blind", "big blind", "big blind", "small blind", "small blind"),
    "raise_cap": (None, None, None, (4, 4, 4, 4), (4, 4, 4, 4)),
    "cap_counts_bet": (False, False, False, False, False),
    "all_in": (
        *("sent as all-in", "only when short", "sent as all-in"),
        *("by calling", "sent as all-in"),
    ),
    "all_in_turn": ("skipped", "check only", "skipped", "skipped", "skipped"),
    "reopening": ("add up", "add up", "full raise", "add up", "add up"),
    "short_raise": ("refused", "refused", "call", "refused", "refused"),
    "short_big_blind": ("full price", "full price", "largest post", "full price", "full price"),
    "odd_chips": ("one each", "one each", "dropped", "one each", "one each"),
    "first_to_show": (
        *("last aggressor", "last aggressor", "first bettor"),
        *("last aggressor", "last aggressor"),
    ),
    "showdown": (
        *("losers may muck", "all show", "all show"),
        *("losers may muck", "all show with an all-in"),
    ),
    "small_blind": ("any", "any", "half", "half", "any"),
    "button": ("moving", "moving", "moving", "moving", "dead"),
    "busts": ("stack", "stack", "hand", "stack", "stack"),
}


@each("option", DESIGN)
def test_each_row_of_the_table_in_the_design(option: str) -> None:
    names = ["masa", "classic", "botpoker", "limit", "tda"]
    assert list(NAMED) == [*names, "acpc"]  # the last has tests of its own
    assert tuple(getattr(HouseRules.named(name), option) for name in names) == DESIGN[option]


def test_no_cap_while_two_are_left_in_limit() -> None:
    assert HouseRules.named("limit").cap_lifts_heads_up
    assert not HouseRules.named("masa").cap_lifts_heads_up


def test_every_house_layers_short_antes() -> None:
    assert {rules.short_antes for rules in NAMED.values()} == {ShortAntes.LAYERED}


def test_every_option_is_in_the_table() -> None:
    assert set(HouseRules._fields) == {*DESIGN, "cap_lifts_heads_up", "short_antes", "least_raise"}


def test_the_table_in_the_docs_says_the_same() -> None:
    text = (Path(__file__).parents[2] / "docs" / "rules.md").read_text("utf-8")
    rows = re.findall(r"^\| `(\w+)`[^|]*\| (.*) \|$", text, re.MULTILINE)
    documented = {option: tuple(cells.split(" | ")) for option, cells in rows if option.islower()}
    words = {None: "none", True: "yes", False: "no", (4, 4, 4, 4): "4 a round"}
    words[3, 4, 4, 4] = "3, 4, 4, 4"
    for option in HouseRules._fields:
        values = [getattr(rules, option) for rules in NAMED.values()]
        assert documented[option] == tuple(words.get(value, value) for value in values), option


def test_the_default_is_masa() -> None:
    assert HouseRules() == HouseRules.named("masa")


def test_an_option_is_changed_by_replace_and_the_name_shows_it() -> None:
    rules = HouseRules.named("tda").replace(betting=Betting.POT_LIMIT, odd_chips=OddChips.DROPPED)
    assert rules.betting is Betting.POT_LIMIT
    assert rules.name == "tda, betting=pot limit, odd_chips=dropped"
    assert [HouseRules.named(name).name for name in NAMED] == list(NAMED)
    with pytest.raises((TypeError, ValueError)):
        HouseRules().replace(vegas=True)


def test_an_unknown_name_is_refused_with_the_known_ones() -> None:
    with pytest.raises(ValueError, match="masa, classic, botpoker, limit, tda"):
        HouseRules.named("vegas")


# Options given as text


EVERY_VALUE = [
    (option, member)
    for option, usual in HouseRules()._asdict().items()
    if isinstance(usual, StrEnum)
    for member in type(usual)
]


@each(("option", "member"), EVERY_VALUE)
def test_an_option_given_as_text_is_the_option_itself(option: str, member: StrEnum) -> None:
    for text in (member.value, member.value.replace(" ", "-"), member.name, member.value.title()):
        assert getattr(HouseRules().replace(**{option: text}), option) is member
        assert getattr(HouseRules(**{option: text}), option) is member
        changed: dict[str, Any] = {option: text}
        assert getattr(HouseRules()._replace(**changed), option) is member
        assert getattr(HouseRules.named(f"masa, {option}={text}"), option) is member


@each(
    ("option", "value", "words"),
    [
        ("betting", "xyz", "betting is 'no limit' or 'pot limit' or 'fixed limit', not 'xyz'"),
        ("betting", None, "betting is 'no limit' or 'pot limit' or 'fixed limit', not None"),
        ("betting", ButtonRule.DEAD, "betting is 'no limit' or"),
        ("heads_up_button", 1, "heads_up_button is 'big blind' or 'small blind', not 1"),
        ("cap_counts_bet", "perhaps", "cap_counts_bet is True or False, not 'perhaps'"),
        ("cap_counts_bet", 1, "cap_counts_bet is True or False, not 1"),
        ("raise_cap", "many", "raise_cap is None, a number of raises, or four numbers"),
        ("raise_cap", True, "raise_cap is None"),
        ("raise_cap", -1, "raise_cap is None"),
        ("raise_cap", 2.5, "raise_cap is None"),
        ("raise_cap", (4, 4, 4), "raise_cap is None"),
        ("raise_cap", (4, 4, 4, "4"), "raise_cap is None"),
        ("raise_cap", "4/4/4/4/4", "raise_cap is None"),
        ("bettin", "no limit", "there is no option 'bettin'; did you mean betting?"),
        ("luck", 5, "there is no option 'luck'; see HouseRules._fields"),
        ("betting", "x" * 10_000, "betting is 'no limit' or"),
    ],
)
def test_a_value_that_an_option_does_not_have_is_refused_with_the_known_ones(
    option: str, value: Any, words: str
) -> None:
    with pytest.raises(ValueError, match=re.escape(words)) as refused:
        HouseRules().replace(**{option: value})
    assert len(str(refused.value)) < 250
    with pytest.raises(ValueError, match=re.escape(words)):
        HouseRules(**{option: value})
    if option in Options._fields:
        with pytest.raises(ValueError, match=re.escape(words)):
            HouseRules()._replace(**{option: value})


@each(
    ("value", "cap"),
    [
        (3, (3, 3, 3, 3)),
        ("3", (3, 3, 3, 3)),
        ([3, 4, 4, 4], (3, 4, 4, 4)),
        ("3/4/4/4", (3, 4, 4, 4)),
        ("(3, 4, 4, 4)", (3, 4, 4, 4)),
        ("none", None),
        (None, None),
    ],
)
def test_a_cap_on_raises_is_none_one_number_or_four(value: Any, cap: Any) -> None:
    assert HouseRules.named("tda").replace(raise_cap=value).raise_cap == cap


def test_fixed_limit_given_as_text_plays_fixed_limit() -> None:
    rules = HouseRules.named("tda").replace(betting="fixed limit", raise_cap=3)
    situation = Situation(Dealer.start([200] * 3, 0, Blinds(1, 2), rules))
    assert situation.raises == (4, 4)
    assert raises_until_capped(situation) == 3


def test_the_heads_up_button_given_as_text_posts_that_blind() -> None:
    rules = HouseRules().replace(heads_up_button="small blind")
    assert Dealer.start([50, 50], 0, Blinds(1, 2), rules).small_blind == 0


@each("name", NAMED)
def test_a_name_is_read_back_with_every_option(name: str) -> None:
    for option, member in [*EVERY_VALUE, ("raise_cap", (3, 4, 4, 4)), ("cap_counts_bet", True)]:
        rules = HouseRules.named(name).replace(**{option: member})
        assert HouseRules.named(rules.name) == rules


def test_rules_that_are_neither_a_name_nor_house_rules_are_refused() -> None:
    for rules in (None, 5, Options()):
        with pytest.raises(ValueError, match="expected HouseRules or a name such as 'tda', not"):
            Dealer.start([50, 50], 0, Blinds(1, 2), rules)  # type: ignore[arg-type]
        with pytest.raises(ValueError, match="expected HouseRules or a name such as 'tda', not"):
            HouseRules.named(rules)  # type: ignore[arg-type]


def test_an_option_that_is_given_twice_is_refused() -> None:
    with pytest.raises(ValueError, match="betting is given twice"):
        HouseRules.named("tda, betting=fixed limit, raise_cap=(3, 4, 4, 4), betting=no limit")


# betting


def test_no_limit_lets_a_raise_be_anything_from_the_last_raise_to_all_chips() -> None:
    situation = table(start([200, 200, 60], betting=Betting.NO_LIMIT))
    assert situation.raises == (4, 199)
    assert offers(situation) == "FO CA AA RR4 HR4 PR7"


def test_pot_limit_lets_a_raise_be_the_pot_after_the_call_at_most() -> None:
    situation = table(start([200, 200, 60], betting=Betting.POT_LIMIT))
    assert situation.raises == (4, 7)
    assert offers(situation) == "FO CA RR4 HR4 PR7"
    assert refusal(situation, "AA") is Refusal.NO_ALL_IN
    # 7 + 1 + 2 lie there, 6 are to call: raise by 16
    assert play(situation, "RR7").raises == (12, 23)


def test_pot_limit_lets_a_short_stack_go_all_in_below_the_limit() -> None:
    situation = table(start([6, 200, 60], betting=Betting.POT_LIMIT))
    assert offers(situation) == "FO CA AA RR4 HR4"
    assert situation.raises == (4, 5)


def test_pot_limit_counts_every_pot() -> None:
    flop = "2 F 0 2 10!30 0 1 2~45 0 1 2 3 / I 500 0 . / I 490 10 RR10 / I 500 0 . / O 0 0 ."
    assert table(flop + " / ; rules=masa,betting=pot-limit").raises == (20, 10 + 30 + 45 + 10 + 10)


def test_fixed_limit_has_one_size_of_raise_a_round() -> None:
    situation = table(start([90] * 3, betting=Betting.FIXED_LIMIT))
    for acts, ends in [
        ((), (4, 4)),
        (("RR4",), (6, 6)),
        (("CA", "CA"), (2, 2)),
        (("CH", "CH", "CH"), (4, 4)),
        (("RR4", "CA", "CA"), (4, 4)),
    ]:
        situation = play(situation, *acts)
        assert situation.raises == ends, show(situation)
    assert refusal(situation, "RR5") is Refusal.TOO_LARGE
    assert refusal(situation, "RR3") is Refusal.TOO_SMALL


def test_fixed_limit_with_bets_of_its_own() -> None:
    situation = table(start([90] * 3, bets=(3, 5), betting=Betting.FIXED_LIMIT))
    assert situation.raises == (5, 5), "the big blind of 2, and 3"
    flop = play(situation, "CA", "CA", "CH")
    assert flop.raises == (3, 3)
    assert play(flop, "CH", "CH", "CH").raises == (5, 5)


# heads_up_button


def test_heads_up_the_button_posts_the_big_blind() -> None:
    """Documents 000 to 003: the blinds are always the next two stacks after the button."""
    dealer = start([50, 50], heads_up_button=HeadsUpButton.BIG_BLIND)
    assert (dealer.small_blind, dealer.big_blind) == (1, 0)
    assert show(dealer) == "2 P 0 1 2!0 0 1 / I 48 2 . / I 49 1 ."
    assert show(play(dealer, "CA", "CH")) == "2 F 0 1 2!4 0 1 / I 48 0 . / I 48 0 ."


def test_heads_up_the_button_posts_the_small_blind() -> None:
    """Cardrooms: the button acts first before the flop and last after it."""
    dealer = start([50, 50], heads_up_button=HeadsUpButton.SMALL_BLIND)
    assert (dealer.small_blind, dealer.big_blind) == (0, 1)
    option = "; rules=masa,heads_up_button=small-blind"
    assert show(dealer) == f"2 P 0 0 2!0 0 1 / I 49 1 . / I 48 2 . / {option}"
    assert show(play(dealer, "CA", "CH")) == f"2 F 0 1 2!4 0 1 / I 48 0 . / I 48 0 . / {option}"


def test_the_heads_up_button_is_no_matter_among_three() -> None:
    dealer = start([50] * 3, heads_up_button=HeadsUpButton.SMALL_BLIND)
    assert (dealer.small_blind, dealer.big_blind, dealer.turn_to_act) == (1, 2, 0)


# all_in: the act offered to a stack that faces 20, and the name of the act that takes its last chip


FACING = (
    "2 F 0 2 20!30 0 1 2 / I 300 0 . / I 280 20 RR20 / I {stack} 0 . / ; rules=masa,all_in={rule}"
)


@each(
    ("rule", "stack", "acts"),
    [
        (AllInRule.SENT_AS_ALL_IN, 15, "FO AA"),
        (AllInRule.SENT_AS_ALL_IN, 20, "FO AA"),
        (AllInRule.SENT_AS_ALL_IN, 30, "FO CA AA"),
        (AllInRule.SENT_AS_ALL_IN, 40, "FO CA AA"),
        (AllInRule.SENT_AS_ALL_IN, 41, "FO CA AA RR40"),
        (AllInRule.ONLY_WHEN_SHORT, 15, "FO AA"),
        (AllInRule.ONLY_WHEN_SHORT, 20, "FO CA"),
        (AllInRule.ONLY_WHEN_SHORT, 30, "FO CA RR30"),
        (AllInRule.ONLY_WHEN_SHORT, 40, "FO CA RR40"),
        (AllInRule.ONLY_WHEN_SHORT, 41, "FO CA RR40"),
        (AllInRule.BY_CALLING, 15, "FO CA"),
        (AllInRule.BY_CALLING, 20, "FO CA"),
        (AllInRule.BY_CALLING, 30, "FO CA"),
        (AllInRule.BY_CALLING, 40, "FO CA RR40"),
        (AllInRule.BY_CALLING, 41, "FO CA RR40"),
    ],
)
def test_act_for_the_last_chip_under_each_rule(rule: AllInRule, stack: int, acts: str) -> None:
    situation = table(FACING.format(stack=stack, rule=rule.value.replace(" ", "-")))
    assert situation.dealer.rules.all_in is rule
    assert offers(situation) == acts


@each(
    ("rule", "stack", "act", "recorded"),
    [
        ("sent-as-all-in", 15, "AA", "AC"),
        ("sent-as-all-in", 20, "AA", "AC"),
        ("sent-as-all-in", 30, "AA", "AH"),
        ("sent-as-all-in", 40, "AA", "AF"),
        ("only-when-short", 15, "AA", "AC"),
        ("only-when-short", 20, "CA", "CA"),
        ("only-when-short", 30, "RR30", "RR30"),
        ("only-when-short", 40, "RR40", "RR40"),
        ("by-calling", 15, "CA", "CA"),
        ("by-calling", 20, "CA", "CA"),
        ("by-calling", 40, "RR40", "RR40"),
    ],
)
def test_stack_without_chips_is_all_in_under_every_rule(
    rule: str, stack: int, act: str, recorded: str
) -> None:
    after = play(FACING.format(stack=stack, rule=rule), act)
    assert show(after).split(" / ")[3] == f"N 0 {stack} {recorded}"


def test_only_when_short_may_a_raise_be_less_than_a_full_one_and_it_reopens_nothing() -> None:
    after = play(FACING.format(stack=30, rule="only-when-short"), "RR30", "CA")
    assert after.dealer.last_full_raise == 20
    assert offers(after) == "FO CA"


# all_in_turn


@pytest.mark.parametrize(
    ("turn", "acts"), [(AllInTurn.SKIPPED, ()), (AllInTurn.CHECK_ONLY, (Check(),))]
)
def test_acts_shown_to_an_all_in_player_under_each_rule(
    turn: AllInTurn, acts: tuple[Check]
) -> None:
    flop = "2 F 0 1 2!30 0 1~60 0 1 2 / I 50 0 . / I 50 0 . / O 0 0 . / ; rules=masa,all_in_turn={}"
    situation = table(flop.format(turn.value.replace(" ", "-")))
    assert View.from_situation(situation, viewer=2).acts == acts
    assert View.from_situation(situation, viewer=0).acts == ()
    after = play(situation, "CH")
    assert after.dealer.turn_to_act == 0, "none of them is ever waited for"


# reopening, no limit


ALL_INS_ADD_UP = (
    "100 F 4 0 100!500 0 1 2 3 4 "
    "/ I 1000 0 . / I 125 0 . / I 1000 0 . / I 200 0 . / I 1000 0 . / ; rules=masa,reopening={}"
)
A_BETS_100 = ("RR100", "AA", "CA", "AA", "CA")  # all-ins to 125 and to 200


def test_short_all_ins_that_add_up_to_a_full_raise_reopen_the_betting() -> None:
    """TDA 2022, rule 47 A, illustration addendum, example 1: A may raise to 300."""
    after = play(ALL_INS_ADD_UP.format("add-up"), *A_BETS_100)
    assert after.dealer.turn_to_act == 0
    assert after.raises == (300, 999)
    assert play(after, "RR300").dealer.last_full_raise == 100
    # C called 125 and faces 75: not a full raise.
    assert offers(play(after, "CA")) == "FO CA"


def test_only_a_single_full_raise_reopens_the_betting() -> None:
    """Document 003: "not facing a full size wager"."""
    after = play(ALL_INS_ADD_UP.format("full-raise"), *A_BETS_100)
    assert offers(after) == "FO CA"
    assert refusal(after, "RR300") is Refusal.NO_RAISE
    full = (
        "100 F 2 0 100!500 0 1 2 / I 1000 0 . / I 200 0 . / I 1000 0 . / ; rules=masa,reopening={}"
    )
    assert play(full.format("full-raise"), "RR100", "AA", "CA").raises == (300, 999)


def test_any_all_in_reopens_the_betting() -> None:
    """The rule of the ACPC dealer."""
    after = play(ALL_INS_ADD_UP.format("any"), *A_BETS_100)
    assert after.raises == (300, 999)
    assert play(after, "CA").raises == (300, 999), "C too, though facing 75"


@pytest.mark.parametrize("rule", ["add-up", "full-raise", "any"])
def test_stack_whose_wager_was_only_called_may_not_raise_again(rule: str) -> None:
    flop = f"2 F 2 0 2!30 0 1 2 / I 90 0 . / I 90 0 . / I 90 0 . / ; rules=masa,reopening={rule}"
    assert play(flop, "RR10", "CA", "CA").dealer.round == "T"


@pytest.mark.parametrize("rule", ["add-up", "full-raise"])
def test_the_big_blind_keeps_its_option_after_a_short_all_in(rule: str) -> None:
    preflop = f"2 P 0 0 2!0 0 1 2 / I 50 0 . / I 2 1 . / I 48 2 . / ; rules=masa,reopening={rule}"
    after = play(preflop, "CA", "AA")
    assert show(after).split(" / ")[2] == "N 0 3 AH"
    assert after.raises == (5, 49)
    assert offers(play(after, "CA")) == "FO CA", "who called 2 faces 1"


def test_the_100_200_300_example_of_document_003() -> None:
    flop = "10 F 2 0 10!30 0 1 2 / I 900 0 . / I 900 0 . / I {} 0 . / ; rules=botpoker"
    short = play(flop.format(299), "RR100", "RR200", "AA")
    assert short.raises == (399, 899), "A could have raised, because B raised"
    assert offers(play(short, "CA")) == "FO CA", "B was not fully raised"
    full = play(flop.format(300), "RR100", "RR200", "AA")
    assert play(full, "CA").raises == (400, 899)


# reopening, fixed limit: half a bet


TWENTY = "20 F 4 0 20!100 0 1 2 3 4"
FIXED = "; rules=tda,betting=fixed-limit"


def fixed(*stacks: int, reopening: str | None = None) -> str:
    rules = FIXED + (f",reopening={reopening}" if reopening else "")
    return " / ".join([TWENTY, *[f"I {stack} 0 ." for stack in stacks], rules])


def test_an_all_in_of_half_a_bet_is_treated_as_a_bet() -> None:
    """Robert's Rules of Poker (version 11), betting and raising: on a $20 round, a $15 all-in bet
    may be raised to $35."""
    assert play(fixed(15, 500, 500, 500, 500), "AA").raises == (35, 35)
    assert play(fixed(10, 500, 500, 500, 500), "AA").raises == (30, 30)


def test_an_all_in_of_less_than_half_a_bet_may_be_completed() -> None:
    """Robert's Rules: "may fold, call, or complete the wager"."""
    assert play(fixed(9, 500, 500, 500, 500), "AA").raises == (20, 20)
    completed = play(fixed(9, 500, 500, 500, 500), "AA", "RR20")
    assert completed.raises == (40, 40)


def test_an_all_in_raise_of_half_a_bet_reopens_the_betting() -> None:
    """TDA 2022, rule 47 B: in limit, at least 50% of a full bet or raise."""
    after = play(fixed(500, 30, 500, 500, 500), "RR20", "AA", "FO", "FO", "CA")
    assert after.raises == (50, 50)


def test_an_all_in_raise_of_less_than_half_a_bet_does_not_reopen_the_betting() -> None:
    short = play(fixed(500, 29, 500, 500, 500), "RR20", "AA")
    assert short.raises == (40, 40), "who has not acted may complete it"
    assert offers(play(short, "FO", "FO", "CA")) == "FO CA"
    assert play(short, "RR40", "FO", "FO").raises == (60, 60), "completed, it is a full raise"


def test_short_all_ins_add_up_to_half_a_bet_for_players_who_face_them() -> None:
    """Robert's Rules: "if the resulting wager size to a player qualifies as a raise"."""
    after = play(fixed(500, 25, 500, 32, 500), "RR20", "AA", "CA", "AA", "FO")
    assert after.raises == (52, 52), "A faces 12"
    assert offers(play(after, "CA")) == "FO CA", "C called 25 and faces 7"


def test_fixed_limit_with_full_raises_only() -> None:
    """The rule of pokerkit: half a raise does not reopen the betting."""
    after = play(fixed(500, 35, 500, 500, 500, reopening="full-raise"), "RR20", "AA")
    assert after.raises == (55, 55)
    assert offers(play(after, "FO", "FO", "CA")) == "FO CA"


def test_fixed_limit_where_any_all_in_reopens() -> None:
    after = play(fixed(500, 21, 500, 500, 500, reopening="any"), "RR20", "AA", "FO", "FO", "CA")
    assert after.raises == (41, 41)


# short_raise


SHORT_RAISE = (
    "2 F 0 2 10!30 0 1 2 / I 90 0 . / I 80 10 RR10 / I {} 0 . / ; rules=masa,short_raise={}"
)


def test_a_raise_under_the_minimum_is_refused() -> None:
    assert refusal(SHORT_RAISE.format(90, "refused"), "RR19") is Refusal.TOO_SMALL


def test_a_raise_under_the_minimum_is_taken_as_a_call() -> None:
    facing = SHORT_RAISE.format(90, "call")
    for act in ("RR19", "RR11", "RR10", "RR3"):
        assert play(facing, act) == play(facing, "CA")
    assert play(facing, "RR20").dealer.stacks[2].recent_wager == 20
    assert refusal(facing, "RR91") is Refusal.TOO_LARGE


def test_a_bet_under_the_minimum_is_taken_as_a_check() -> None:
    flop = "10 F 0 1 10!30 0 1 / I 90 0 . / I 90 0 . / ; rules=masa,short_raise=call"
    assert play(flop, "RR9") == play(flop, "CH")


def test_a_short_stack_that_raises_too_little_calls_with_all_it_has() -> None:
    facing = SHORT_RAISE.format(8, "call")
    assert play(facing, "RR7") == play(facing, "AA")


def test_a_raise_that_is_not_open_is_refused_even_if_short_raises_are_calls() -> None:
    closed = "10 F 0 1 20!30 0 1 2 / I 267 33 CA / I 280 20 RR20 / N 0 33 AH / ; rules=botpoker"
    assert refusal(closed + " fullRaiseTo=20", "RR100") is Refusal.NO_RAISE


# short_big_blind


@pytest.mark.parametrize(
    ("rule", "price", "least"),
    [(ShortBigBlind.FULL_PRICE, 10, 20), (ShortBigBlind.LARGEST_POST, 7, 17)],
)
def test_price_under_each_rule_if_the_big_blind_cannot_be_paid_in_full(
    rule: ShortBigBlind, price: int, least: int
) -> None:
    dealer = start([100, 100, 7], (5, 10), short_big_blind=rule)
    assert dealer.price == price
    assert table(dealer).raises == (least, 99)
    assert play(dealer, "CA").dealer.stacks[0].recent_wager == price


def test_the_largest_post_may_be_the_small_blind() -> None:
    """Document 003: "the maximum amount between the amount bet by the SB, and BB players"."""
    dealer = start([100, 100, 3], (5, 10), short_big_blind=ShortBigBlind.LARGEST_POST)
    assert dealer.price == 5


def test_rule_for_short_big_blinds_does_not_matter_if_the_blind_is_paid_in_full() -> None:
    for rule in ShortBigBlind:
        assert start([100] * 3, (5, 10), short_big_blind=rule).price == 10


# short_antes


@pytest.mark.parametrize(
    ("rule", "pots"),
    [
        (ShortAntes.LAYERED, ["4 1 2", "9 0 1 2"]),
        (ShortAntes.SHARED, ["0 1 2", "13 0 1 2"]),
    ],
)
def test_antes_that_a_stack_with_a_short_ante_can_win_under_each_rule(
    rule: ShortAntes, pots: list[str]
) -> None:
    dealer = start([3, 100, 100], (5, 10, 5), short_antes=rule)
    assert [str(pot) for pot in (dealer.running_pot, *dealer.side_pots)] == pots


def test_a_big_blind_ante_is_shared_under_either_rule() -> None:
    for rule in ShortAntes:
        dealer = start([100, 100, 6], (5, 10, 10, True), short_antes=rule)
        assert [str(pot) for pot in dealer.side_pots] == ["6 0 1 2"]


# odd_chips


@pytest.mark.parametrize(
    ("rule", "stacks", "dropped"),
    [
        (OddChips.ONE_EACH, (43, 44, 44), 0),
        (OddChips.FIRST_WINNER, (43, 45, 43), 0),
        (OddChips.DROPPED, (43, 43, 43), 2),
    ],
)
def test_odd_chips_under_each_rule_if_three_players_split_101(
    rule: OddChips, stacks: tuple[int, ...], dropped: int
) -> None:
    river = "2 R 0 1 2!101 0 1 2 / I 10 0 . / I 10 0 . / I 10 0 . / ; rules=masa,odd_chips={}"
    cards = HandDealer(["2c 2d", "3c 3d", "4c 4d"], "As Ks Qs Js Ts")  # the board plays
    situation = Situation(table(river.format(rule.value.replace(" ", "-"))).dealer, cards)
    winners = last_move(situation, "CH", "CH", "CH").dealer_act.winners
    assert winners.stacks == stacks
    assert winners.dropped == dropped
    assert sum(winners.stacks) + winners.dropped == 131


# first_to_show


@pytest.mark.parametrize(
    ("rule", "order"),
    [(FirstToShow.LAST_AGGRESSOR, (2, 0, 1)), (FirstToShow.FIRST_BETTOR, (1, 2, 0))],
)
def test_first_to_show_under_each_rule_after_a_bet_and_a_raise_on_the_river(
    rule: FirstToShow, order: tuple[int, ...]
) -> None:
    river = "2 R 2 0 2!30 0 1 2 / I 90 0 . / I 90 0 . / I 90 0 . / ; rules=masa,first_to_show={}"
    situation = table(river.format(rule.value.replace(" ", "-")))
    assert play(situation, "CH", "RR10", "RR30", "CA", "CA").outcome.order == order


@pytest.mark.parametrize("rule", ["last-aggressor", "first-bettor"])
def test_without_a_wager_on_the_river_the_left_of_the_button_shows_first(rule: str) -> None:
    turn = "2 T 1 2 2!30 0 1 2 / I 90 0 . / I 90 0 . / I 90 0 . / ; rules=masa,first_to_show={}"
    checked = play(turn.format(rule), "CH", "CH", "RR10", "CA", "CA", "CH", "CH", "CH")
    assert checked.outcome.order == (2, 0, 1)


# showdown


@each(
    ("option", "must_show"),
    [
        ("losers-may-muck", {1}),
        ("all-show", {0, 1}),
        ("all-show-with-an-all-in", {0, 1}),
    ],
)
def test_hands_that_must_be_shown_under_each_rule_after_an_all_in(
    option: str, must_show: set[int]
) -> None:
    flop = f"2 F 0 1 2!30 0 1 / I 90 0 . / I 40 0 . / ; rules=masa,showdown={option}"
    cards = HandDealer(["7c 2d", "Ac Ad"], "As Ks Qd Js 4h")
    situation = Situation(table(flop).dealer, cards)
    showdown = last_move(situation, "AA", "CA").dealer_act
    assert showdown.order == (1, 0)
    assert showdown.must_show == must_show


def test_beaten_hand_may_stay_hidden_without_an_all_in_even_if_all_ins_must_show() -> None:
    river = "2 R 0 1 2!30 0 1 / I 90 0 . / I 40 0 . / ; rules=tda"
    cards = HandDealer(["7c 2d", "Ac Ad"], "As Ks Qd Js 4h")
    assert last_move(Situation(table(river).dealer, cards), "CH", "CH").dealer_act.must_show == {1}


@each(
    ("rules", "must_show"),
    [
        ("masa", {0, 2}),
        ("classic", {0, 1, 2}),
        ("botpoker", {0, 1, 2}),
        ("limit", {0, 2}),
        ("tda", {0, 2}),
    ],
)
def test_hands_that_must_be_shown_in_each_house_without_an_all_in(
    rules: str, must_show: set[int]
) -> None:
    """Nobody bets on the river. Stack 2, left of the button, shows first; 0 beats it; 1 is last."""
    river = f"2 R 1 2 2!30 0 1 2 / I 90 0 . / I 90 0 . / I 90 0 . / ; rules={rules}"
    cards = HandDealer(["Ac Ad", "7c 2d", "Kc Kd"], "As Ks Qd Js 4h")
    showdown = last_move(Situation(table(river).dealer, cards), "CH", "CH", "CH").dealer_act
    assert showdown.order == (2, 0, 1)
    assert showdown.must_show == must_show


@pytest.mark.statement("S003-38")
def test_in_document_003_all_remaining_players_show_beginning_with_the_first_bettor() -> None:
    river = "2 R 2 0 2!30 0 1 2 / I 90 0 . / I 90 0 . / I 90 0 . / ; rules=botpoker"
    cards = HandDealer(["7c 2d", "Ac Ad", "8c 3d"], "As Ks Qd Js 4h")
    move = last_move(Situation(table(river).dealer, cards), "CH", "RR10", "RR30", "CA", "CA")
    assert move.dealer_act.order == (1, 2, 0)
    seen = View.from_situation(move.situation_after, viewer=None).players
    assert [player.cards for player in seen] == list(cards.hands)


def test_folded_players_show_nothing_where_all_hands_must_be_shown() -> None:
    river = "2 R 2 0 2!30 0 1 2 / I 90 0 . / I 90 0 . / I 90 0 . / ; rules=botpoker"
    cards = HandDealer(["7c 2d", "Ac Ad", "8c 3d"], "As Ks Qd Js 4h")
    situation = Situation(table(river).dealer, cards)
    one_left = play(situation, "RR10", "FO", "FO")
    folded = play(situation, "RR10", "CA", "FO")
    assert [player.cards is None for player in View.from_situation(one_left, None).players] == [
        True
    ] * 3
    assert [player.cards is None for player in View.from_situation(folded, None).players] == [
        *(False, False, True)
    ]


# small_blind


@pytest.mark.statement("S003-03", "S004-01", "S004-02")
@each("rules", ["limit", "botpoker"])
@each(
    ("blinds", "words"),
    [
        ((1, 3), "the big blind must be even, since the small one is half of it; not 3"),
        ((1, 20), "the small blind is half of the big: 10, not 1"),
        ((10, 10), "the small blind is half of the big: 5, not 10"),
        (5, "the big blind must be even, since the small one is half of it; not 5"),
    ],
)
def test_limit_and_botpoker_refuse_a_small_blind_that_is_not_half_of_the_big(
    rules: str, blinds: Any, words: str
) -> None:
    with pytest.raises(BadHand, match=f"^under '{rules}' {words}$"):
        Dealer.start([100, 100, 100], 0, blinds, rules)
    with pytest.raises(BadHand, match=f"^under '{rules}' {words}$"):
        Masa.open(blinds=blinds, rules=rules)
    assert Dealer.start([100] * 3, 0, (10, 20), rules).blinds == Blinds(10, 20)


@pytest.mark.parametrize("rules", ["masa", "classic", "tda", "acpc"])
def test_other_houses_allow_any_small_blind(rules: str) -> None:
    assert Dealer.start([100] * 3, 0, (1, 3), rules).blinds == Blinds(1, 3)
    assert Dealer.start([100] * 3, 0, (0, 5), rules).blinds == Blinds(0, 5)


@each("rules", NAMED)
def test_the_small_blind_is_half_where_only_the_big_one_is_given(rules: str) -> None:
    assert Dealer.start([100] * 3, 0, 20, rules).blinds == Blinds(10, 20)
    assert Masa.open(blinds=20, rules=rules).blinds == Blinds(10, 20)


def test_the_ratio_of_the_blinds_is_an_option_of_its_own() -> None:
    free = HouseRules.named("limit, small_blind=any")
    assert Dealer.start([100] * 3, 0, (1, 3), free).blinds == Blinds(1, 3)
    with pytest.raises(BadHand, match="half of the big: 5, not 4"):
        Dealer.start([100] * 3, 0, (4, 10), "tda, small_blind=half")


# least_raise


def test_without_a_minimum_every_amount_over_the_highest_bet_is_a_raise() -> None:
    """Document 002: a raise is a bet of more than the highest bet."""
    dealer = Dealer.start([100] * 3, 0, (5, 10), "classic, least_raise=any")
    opened = Situation(dealer)
    assert opened.raises == (11, 100)
    assert Situation(dealer._replace(rules=HouseRules.named("classic"))).raises == (20, 100)
    flop = play(opened, "RR11", "CA", "CA")
    assert flop.raises == (1, 100 - 11)
    assert play(flop, "RR50", "RR51").raises == (52, 100 - 11)


def test_without_a_minimum_any_raise_lets_everybody_raise_again() -> None:
    flop = "10 F 2 0 10!30 0 1 2 / I 90 0 . / I 90 0 . / I 90 0 . / ; rules={}"
    small = play(flop.format("masa,least_raise=any"), "RR50", "RR51", "CA")
    assert small.raises == (52, 89)
    for reopening in ("full-raise", "any"):
        rules = f"masa,least_raise=any,reopening={reopening}"
        assert play(flop.format(rules), "RR50", "RR51", "CA").raises == (52, 89)


def test_without_a_minimum_an_all_in_raise_of_one_chip_is_a_full_raise() -> None:
    flop = "10 F 2 0 10!30 0 1 2 / I 90 0 . / I 51 0 . / I 90 0 . / ; rules=masa,least_raise=any"
    after = play(flop, "RR50", "AA", "CA")
    assert show(after).split(" / ")[2] == "N 0 51 AF"
    assert after.raises == (52, 89)


def test_a_raise_to_the_highest_bet_or_less_is_none_where_there_is_no_minimum() -> None:
    flop = "10 F 2 0 10!30 0 1 2 / I 90 0 . / I 90 0 . / I 90 0 . / ; rules=masa,least_raise=any"
    assert refusal(play(flop, "RR50"), "RR50") is Refusal.TOO_SMALL
    assert refusal(play(flop), "RR0") is Refusal.TOO_SMALL


def test_fixed_limit_keeps_its_sizes_where_there_is_no_minimum() -> None:
    assert play(FLOP + ",least_raise=any").raises == (2, 2)


# raise_cap, cap_counts_bet, cap_lifts_heads_up


def raises_until_capped(line: str | Situation) -> int:
    situation, count = table(line), 0
    while situation.raises and count < 12:
        situation = play(situation, f"RR{situation.raises[0]}")
        count += 1
    assert situation.raises or refusal(situation, "RR50") is Refusal.RAISE_CAP
    return count


PREFLOP = "2 P 0 0 2!0 0 1 2 / I 200 0 . / I 199 1 . / I 198 2 . / ; rules=masa,betting=fixed-limit"
FLOP = "2 F 0 1 2!6 0 1 2 / I 200 0 . / I 200 0 . / I 200 0 . / ; rules=masa,betting=fixed-limit"
TURN, RIVER = FLOP.replace(" F ", " T ", 1), FLOP.replace(" F ", " R ", 1)
TWO_LEFT = FLOP.replace("I 200 0 .", "F 200 0 .", 1)


def test_number_of_raises_is_unlimited_without_a_cap() -> None:
    assert raises_until_capped(PREFLOP) == 12
    assert raises_until_capped(FLOP + ",raise_cap=none") == 12


def test_four_raises_a_round_besides_the_big_blind_and_the_opening_bet() -> None:
    """The rule of document 004."""
    cap = ",raise_cap=4/4/4/4"
    assert raises_until_capped(PREFLOP + cap) == 4
    assert raises_until_capped(FLOP + cap) == 1 + 4


def test_a_cap_that_counts_the_opening_bet() -> None:
    cap = ",raise_cap=4/4/4/4,cap_counts_bet=yes"
    assert raises_until_capped(FLOP + cap) == 4
    assert raises_until_capped(PREFLOP + cap) == 4, "the big blind is never counted"


def test_each_round_may_have_a_cap_of_its_own() -> None:
    cap = ",raise_cap=1/2/3/0"
    rounds = [raises_until_capped(line + cap) for line in (PREFLOP, FLOP, TURN, RIVER)]
    assert rounds == [1, 1 + 2, 1 + 3, 1 + 0]


def test_the_cap_holds_while_two_are_left() -> None:
    assert raises_until_capped(TWO_LEFT + ",raise_cap=4/4/4/4") == 1 + 4


def test_the_cap_is_lifted_while_two_are_left() -> None:
    """Document 004: "except when only 2 players left"."""
    cap = ",raise_cap=4/4/4/4,cap_lifts_heads_up=yes"
    assert raises_until_capped(TWO_LEFT + cap) == 12
    assert raises_until_capped(FLOP + cap) == 1 + 4, "three are left"


def test_a_new_round_has_new_raises() -> None:
    capped = play(PREFLOP + ",raise_cap=1/1/1/1", "RR4", "CA", "CA")
    assert raises_until_capped(capped) == 1 + 1


def test_completing_an_all_in_of_less_than_half_a_bet_is_the_bet_and_no_raise() -> None:
    completed = play(fixed(9, 500, 500, 500, 500), "AA", "RR20")
    assert completed.dealer.raises == 0
    assert raises_until_capped(completed) == 4


def test_a_cap_of_none_still_lets_a_short_bet_be_completed() -> None:
    rules = "tda,betting=fixed-limit,raise_cap=0/0/0/0"
    flop = f"20 F 2 0 20!60 0 1 2 / I 9 0 . / I 500 0 . / I 500 0 . / ; rules={rules}"
    assert play(flop, "AA").raises == (20, 20)
    assert refusal(play(flop, "AA", "RR20"), "RR40") is Refusal.RAISE_CAP


def test_a_cap_is_for_fixed_limit() -> None:
    assert raises_until_capped(FLOP.replace("fixed-limit", "no-limit") + ",raise_cap=0/0/0/0") > 2


# button, busts: stored here, used by the packages that move buttons and rank eliminated players


def test_values_of_enumerated_options_literally() -> None:
    assert list(ButtonRule) == ["moving", "dead"]
    assert list(BustOrder) == ["stack", "hand"]
    assert list(ShortRaise) == ["refused", "call"]
    assert list(Reopening) == ["add up", "full raise", "any"]


# The minimum raise, in the words of the TDA


@pytest.mark.parametrize(
    ("line", "acts", "least"),
    [
        # TDA 2013, rule 41 A, illustration addendum, example 3: bet 300, raise to 1000 (by 700)
        ("200 T 2 0 200!900 0 1 2 / I 9000 0 . / I 9000 0 . / I 9000 0 .", "RR300 RR1000", 1700),
        # example 4-A: to 125, to 200, to 500 (300): at least 800
        (
            "50 P 5 2 50!0 0 1 2 3 4 5 / I 975 25 . / I 950 50 . "
            "/ I 999 0 . / I 999 0 . / I 999 0 . / I 999 0 .",
            "RR125 RR200 RR500",
            800,
        ),
        # example 4-B: one raise of 450 to 500, two calls: at least 950
        (
            "50 P 5 2 50!0 0 1 2 3 4 5 / I 975 25 . / I 950 50 . "
            "/ I 999 0 . / I 999 0 . / I 999 0 . / I 999 0 .",
            "RR500 CA CA",
            950,
        ),
        # Robert's Rules, no limit: bet 100, all-in 140: at least 240
        ("50 F 2 0 50!300 0 1 2 / I 900 0 . / I 140 0 . / I 900 0 .", "RR100 AA", 240),
    ],
)
def test_a_raise_adds_at_least_what_the_last_full_raise_added(
    line: str, acts: str, least: int
) -> None:
    assert play(line + " / ; rules=tda", *acts.split()).raises[0] == least
