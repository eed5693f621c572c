"""Reading and writing PokerStars text: examples, unusual names, bad input, other readers."""

import contextlib
import io
import warnings
from decimal import Decimal
from io import StringIO
from time import process_time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pokerkit.notation import HandHistory, PokerStarsParser
from pokerkit.state import State

from pokermasa.histories import pokerstars
from pokermasa.histories.history import History, HistoryError, HoleDealt, Shown
from pokermasa.histories.record import record
from pokermasa.histories.replay import result
from pokermasa.notation import uci
from pokermasa.rules import (
    Betting,
    Blinds,
    HandDealer,
    HeadsUpButton,
    HouseRules,
    OddChips,
    Post,
    ShortBigBlind,
    StackIndex,
)
from tests.cases import each
from tests.histories.playing import HOUSES, play
from tests.histories.poker_package import PokerStarsHandHistory

# A hand as the site writes it, with rake, cents, chat and an empty seat.
CASH = """\
PokerStars Hand #208958099944:  Hold'em No Limit ($0.25/$0.50 USD) - 2020/02/07 19:15:13 ET
Table 'Halley II' 6-max Seat #2 is the button
Seat 1: Ann ($36.51 in chips)
Seat 2: Bo ($50 in chips)
Seat 3: Cy: the (great) ($52.97 in chips)
Seat 4: Dee ($9.52 in chips)
Seat 5: Eve ($52 in chips) is sitting out
Cy: the (great): posts small blind $0.25
Dee: posts big blind $0.50
Ann: posts small & big blinds $0.75
*** HOLE CARDS ***
Dealt to Dee [As Ks]
Ann: checks
Bo: raises $1 to $1.50
Cy: the (great): folds
Dee: raises $8.02 to $9.52 and is all-in
Ann said, "oh: folds"
Ann: folds
Bo: calls $8.02
*** FLOP *** [2s 7d Th]
*** TURN *** [2s 7d Th] [Qd]
*** RIVER *** [2s 7d Th Qd] [Kh]
Eve leaves the table
*** SHOW DOWN ***
Dee: shows [As Ks] (a pair of Kings)
Bo: mucks hand
Dee collected $19.04 from pot
*** SUMMARY ***
Total pot $20.04 | Rake $1
Board [2s 7d Th Qd Kh]
Seat 1: Ann folded before Flop
Seat 2: Bo (button) mucked [Qs Jd]
Seat 3: Cy: the (great) (small blind) folded before Flop
Seat 4: Dee (big blind) showed [As Ks] and won ($19.04) with a pair of Kings
"""
SPACED = CASH.replace("\n", " \n")  # as at the end of most lines of the site

LIMIT = """\
PokerStars Game #5: Tournament #31, $1.00+$0.10 USD Hold'em Limit - Level IV (20/40) - \
2020/02/07 19:15:13 CET [2020/02/07 13:15:13 ET]
Table '31 7' 9-max Seat #9 is the button
Seat 3: Ann (300 in chips)
Seat 9: Bo (500 in chips)
Ann: posts the ante 1
Bo: posts the ante 1
Bo: posts small blind 10
Ann: posts big blind 20
*** HOLE CARDS ***
Bo: raises 20 to 40
Ann: folds
Uncalled bet (20) returned to Bo
Bo collected 42 from pot
Bo: doesn't show hand
*** SUMMARY ***
Total pot 42 | Rake 0
Seat 3: Ann (big blind) folded before Flop
Seat 9: Bo (button) (small blind) collected (42)
"""


def refusal(text: str) -> str:
    (found,) = pokerstars.read_all(StringIO(text))
    assert found.history is None
    return str(found.error)


def hand(
    *arguments: str, names: tuple[str, str, str] | list[str] = ("Ann", "Bo", "Cy"), **more: Any
) -> History:
    cards = HandDealer(["Kd Kc", "7s 2h", "As Qh"], "Ah 7c 2d 9s 4h")
    acts = [uci.read(word) for word in arguments]
    options = {"stacks": [200, 200, 60], "blinds": Blinds(1, 2), **more}
    stacks, blinds = options.pop("stacks"), options.pop("blinds")
    return record(stacks, 0, blinds, cards, acts, names=names, **options)


# Reading


def test_a_cash_hand_with_rake_dead_blind_and_empty_seat_is_read() -> None:
    history = pokerstars.read(CASH)
    assert history.names == ("Ann", "Bo", "Cy: the (great)", "Dee")
    assert history.scale == 100
    assert history.stacks == (3651, 5000, 5297, 952)
    assert history.posts == (Post(50, 25, late=True), Post(), Post(25), Post(50))
    assert history.button == 1
    assert HoleDealt(StackIndex(3), history.hands[3]) in history.story
    assert " ".join(map(str, history.hands[1])) == "Qs Jd"  # mucked cards are in the summary
    assert result(history).net == (-75, -952, -25, 952)
    assert result(history).before_rake == (-75, -952, -25, 1052)
    assert history.fields["winnings"] == [0, 0, 0, Decimal("19.04")]
    assert history.fields["currency"] == "USD"
    assert history.fields["time"] == "19:15:13"
    assert history.fields["seats"] == [1, 2, 3, 4]


def test_in_fixed_limit_the_header_names_the_bets_not_the_blinds() -> None:
    history = pokerstars.read(LIMIT)
    assert history.rules.betting is Betting.FIXED_LIMIT
    assert history.rules.heads_up_button is HeadsUpButton.SMALL_BLIND
    assert history.bets == (20, 40)
    assert history.blinds == Blinds(10, 20, 1)
    assert history.fields["level"] == 4
    assert history.fields["_tournament"] == 31
    assert result(history).net == (-21, 21)
    again = pokerstars.write(history)
    assert "#5: Tournament #31, $1.00+$0.10 USD Hold'em Limit - Level IV (20/40) - 2020" in again
    assert pokerstars.read(again).fields == history.fields


def test_an_empty_seat_may_have_the_button() -> None:
    moved = LIMIT.replace("Seat #9 is the button", "Seat #2 is the button")
    assert pokerstars.read(moved).button == 1  # the player before the empty seat
    assert result(pokerstars.read(moved)).net == (-21, 21)


@pytest.mark.parametrize("end", ["\r\n", "\r", "\n\n", "\n"])
def test_any_line_end_and_a_byte_order_mark_are_read(end: str) -> None:
    both = "\ufeff" + SPACED.replace("\n", end) + end + end + "\ufeff" + LIMIT
    found = list(pokerstars.read_all(StringIO(both, newline="")))
    assert [one.key for one in found] == ["208958099944", "5"]
    assert [result(one.history).net for one in found] == [(-75, -952, -25, 952), (-21, 21)]


def test_a_faulty_hand_does_not_stop_the_others() -> None:
    bad = CASH.replace("Bo: calls $8.02", "Bo: calls $8.03")
    found = list(pokerstars.read_all(StringIO(CASH + "\n" + bad + "\n\n" + LIMIT)))
    assert [one.error is None for one in found] == [True, False, True]
    line = (CASH + "\n" + bad).splitlines().index("Bo: calls $8.03") + 1
    assert str(found[1].error) == (
        f"hand 208958099944, line {line}: Bo puts in 8.03, but by the rules it is 8.02"
    )


@each(
    ("was", "now", "words"),
    [
        ("Hold'em No Limit", "Omaha Pot Limit", "line 1: Omaha Pot Limit is not hold'em"),
        ("$52.97 in chips", "$52.9.7 in chips", "line 5: expected a seat, found 'Seat 3: Cy"),
        ("Seat 4: Dee", "Seat 3: Dee", "line 6: seat 3 is taken"),
        ("Seat 4: Dee", "Seat 4: Bo", "line 6: two players have the name 'Bo'"),
        ("Bo: raises", "Bob: raises", "line 14: this line is not known: 'Bob: raises"),
        ("[2s 7d Th]\n***", "[2s 2s Th]\n***", "line 20: "),
        ("[2s 7d Th] [Qd]", "[2s 7d Ts] [Qd]", "line 21: this is not the board that was dealt"),
        ("*** TURN *** [2s 7d Th] [Qd]\n", "", "line 21: this is not the board that was dealt"),
        ("*** TURN ***", "*** FIFTH TURN ***", "line 22: this is not the board that was dealt"),
        ("collected $19.04", "collected $19.05", "the total pot is not the sum of winnings"),
        ("Rake $1", "Rake $2", "the total pot is not the sum of winnings"),
        ("Table 'Halley II'", "Tisch", "line 2: expected the table and its button"),
        ("2020/02/07", "2020/13/07", "line 1: this is not a date"),
        ("$0.50 USD", "$" + "5" * 400 + " USD", "this header has no stakes"),
        ("$52.97", "$" + "5" * 16, "line 5: more chips than there can be"),
        ("[As Ks]\nAnn", "[As As]\nAnn", "line 12: "),
        ("Dealt to Dee [As Ks]", "Dealt to Dee [Ad Ks]", "these are not the cards that were"),
    ],
)
def test_bad_hands_are_refused_with_their_place(was: str, now: str, words: str) -> None:
    assert was in CASH
    text = CASH.replace(was, now, 1)
    with pytest.raises(HistoryError) as error:
        result(pokerstars.read(text))
    assert words in str(error.value)


def test_illegal_acts_are_refused_by_the_replay() -> None:
    out_of_turn = CASH.replace("Ann: checks\nBo: raises $1 to $1.50\n", "Bo: raises $1 to $1.50\n")
    history = pokerstars.read(out_of_turn)
    with pytest.raises(HistoryError, match="it is the turn of p1 \\(Ann\\)"):
        result(history)


def test_a_check_is_never_read_as_a_call() -> None:
    assert "puts in 0, but by the rules it is 8.02" in refusal(
        CASH.replace("Bo: calls $8.02", "Bo: checks")
    )


@each("lines", range(1, 33))
def test_a_truncated_hand_is_refused(lines: int) -> None:
    text = "".join(CASH.splitlines(keepends=True)[:lines])
    if "Total pot" in text:
        assert result(pokerstars.read(text)).net == (-75, -952, -25, 952)
    else:
        assert "208958099944" in refusal(text)


@each(
    ("text", "words"),
    [
        ("x" * 10_000_000, "line 1: longer than 2,000 letters"),
        (CASH + "Bo said, " + "y" * 10_000_000, "line 35: longer than 2,000 letters"),
        ("PokerStars Hand #1: " + "a b " * 400, "this is not a PokerStars header"),
        ("PokerStars Hand #1: " + "Tournament #1, " * 100, "this is not a PokerStars header"),
        (CASH[:100] + "\n" + "Bo collected \n" * 100_000, "more than 5,000 lines"),
        ("variant = 'NT'", "this is not a PokerStars header"),
    ],
)
def test_hostile_text_is_refused_without_a_delay(text: str, words: str) -> None:
    began = process_time()
    assert words in refusal(text)
    assert process_time() - began < 20  # usual time: milliseconds


def test_an_empty_file_has_no_hands() -> None:
    assert list(pokerstars.read_all(StringIO("\ufeff\n\r\n  \n"))) == []


def test_a_long_file_is_read_one_hand_at_a_time() -> None:
    class Endless:
        def __init__(self) -> None:
            self.lines: list[Any] = []
            self.given = 0

        def readline(self, limit: Any) -> str:
            self.lines = self.lines or (LIMIT + "\n").splitlines(keepends=True)
            self.given += 1
            return self.lines.pop(0)

    stream = Endless()
    hands = pokerstars.read_all(stream)
    for number in range(1, 50):
        assert next(hands).history is not None
        assert stream.given <= (number + 1) * 25


# Writing


def test_side_pots_are_written_with_their_sums() -> None:
    stacks = [100, 60, 200]
    text = pokerstars.write(hand("RR4", "AA", "AA", "AA", stacks=stacks, rules="tda"))
    assert "Cy: raises 140 to 200 and is all-in\nAnn: calls 96 and is all-in\n" in text
    assert "Uncalled bet (100) returned to Cy\n" in text
    assert "Cy collected 80 from side pot\nBo collected 180 from main pot\n" in text
    assert "Total pot 260 Main pot 180. Side pot 80. | Rake 0\n" in text
    assert "Seat 1: Ann (button) showed [Kd Kc] and lost with a pair of Kings\n" in text
    assert "Seat 3: Cy (big blind) showed [As Qh] and won (80) with a pair of Aces\n" in text


def test_if_all_fold_to_the_big_blind_its_uncalled_part_is_returned() -> None:
    text = pokerstars.write(hand("FO", "FO"))
    assert "Uncalled bet (1) returned to Cy\nCy collected 2 from pot\n" in text
    assert "Cy: doesn't show hand\n" in text
    assert "Seat 1: Ann (button) folded before Flop (didn't bet)\n" in text
    assert "Seat 2: Bo (small blind) folded before Flop\n" in text


def test_amounts_are_written_with_cents_and_currency() -> None:
    fields = {"currency": "EUR", "hand": 9}
    history = hand("RR6", "FO", "FO", scale=100, fields=fields)
    text = pokerstars.write(history)
    assert "Hand #9: Hold'em No Limit (€0.01/€0.02 EUR) - " in text
    assert "Seat 1: Ann (€2 in chips)\n" in text
    assert "Ann: raises €0.04 to €0.06\n" in text
    again = pokerstars.read(text)
    assert (again.scale, again.stacks, again.fields["currency"]) == (100, history.stacks, "EUR")
    assert "(0.1/0.2)" in pokerstars.write(hand("FO", "FO", scale=10)).replace("0)", ")").replace(
        "0/", "/"
    )
    with pytest.raises(HistoryError, match="1/3"):
        pokerstars.write(hand("FO", "FO", scale=3))


def test_with_a_hero_only_the_cards_of_the_hero_are_written() -> None:
    history = hand("CA", "CA", "CH", "CH", "CH", "RR2", "FO", "FO")
    assert pokerstars.write(history).count("Dealt to") == 3
    text = pokerstars.write(history, hero=1)
    assert text.count("Dealt to") == 1
    assert "Kd" not in text
    again = pokerstars.read(text)
    assert again.hands[0] == (None, None)
    assert result(again) == result(history)
    with pytest.raises(HistoryError):
        pokerstars.write(history, hero=3)


def test_mucked_cards_stay_hidden_from_the_hero() -> None:
    history = hand("CA", "CA", "CH", *["CH"] * 9)
    assert Shown(StackIndex(0), None) in history.story
    assert "Seat 1: Ann (button) mucked [Kd Kc]\n" in pokerstars.write(history)
    assert "Seat 1: Ann (button) mucked\n" in pokerstars.write(history, hero=1)


def test_a_hand_without_a_number_always_gets_the_same_one() -> None:
    first = pokerstars.write(hand("FO", "FO"))
    assert first == pokerstars.write(hand("FO", "FO"))
    assert first.split(":")[0] != pokerstars.write(hand("RR4", "FO", "FO")).split(":")[0]
    assert (
        pokerstars.write(hand("FO", "FO", fields={"hand": "12-a"})).split(":")[0]
        == (pokerstars.write(hand("RR4", "FO", "FO", fields={"hand": "12-a"})).split(":")[0])
    )


def test_a_utc_time_is_also_written_in_eastern_time() -> None:
    when = {"year": 2024, "month": 7, "day": 1, "time": "02:00:00", "time_zone": "UTC"}
    text = pokerstars.write(hand("FO", "FO", fields=when))
    assert " - 2024/07/01 02:00:00 UTC [2024/06/30 22:00:00 ET]\n" in text


def test_several_hands_are_written_with_empty_lines_between() -> None:
    hands = [("1", hand("FO", "FO")), ("2", hand("RR6", "FO", "FO"))]
    text = "".join(pokerstars.write_all(hands))
    found = list(pokerstars.read_all(StringIO(text)))
    assert [one.key for one in found] == ["1", "2"]
    assert [result(one.history) for one in found] == [result(history) for _, history in hands]


@pytest.mark.parametrize(
    "story", [("RR6",), ("RR6", "FO")], ids=["nobody has answered", "the big blind is to act"]
)
def test_an_unfinished_hand_cannot_be_written(story: tuple[str, ...]) -> None:
    with pytest.raises(HistoryError, match="not over"):
        pokerstars.write(hand(*story))


ODD = [
    "*** SUMMARY ***",
    "Ann: folds",
    "Ann",
    "[As Kd]",
    "Seat 2: Bo (5 in chips)",
    'he said, "she said"',
    "O'Hara's 'table'",
    "\N{GRINNING FACE}\N{ZERO WIDTH JOINER}\N{BLACK SPADE SUIT}",
    "玩家一",
    "x collected 5 from pot",
    "Uncalled bet (1) returned to",
    "Dealt to Ann",
    "a  b",
    "(button)",
    "p1 # 2",
    "$5",
]


@each("number", range(len(ODD)))
def test_unusual_names_are_read_back(number: int) -> None:
    names = [ODD[number], ODD[number - 1], ODD[number - 2]]
    for text in (("RR6", "FO", "AA", "CA"), ("FO", "FO"), ("CA", "CA", "CH", *["CH"] * 9)):
        history = hand(*text, names=names)
        again = pokerstars.read(pokerstars.write(history))
        assert again.names == history.names
        assert result(again) == result(history)


@each("name", ["", " a", "a\t", "a\nb", "a\x0bb", "a\u2028b", "\ud800", "x" * 101])
def test_names_that_a_line_cannot_hold_are_refused(name: str) -> None:
    with pytest.raises(HistoryError, match=r"the name .* cannot be written"):
        pokerstars.write(hand("FO", "FO", names=["Ann", "Bo", name]))


def test_two_players_with_one_name_are_refused() -> None:
    with pytest.raises(HistoryError, match="two players"):
        pokerstars.write(hand("FO", "FO", names=["Ann", "Bo", "Ann"]))


# House rules


def test_odd_chips_reveal_the_house_rules() -> None:
    """Rules that drop odd chips make the rake exactly the odd chips."""
    seen = set()
    for house in ("tda", "botpoker"):
        for seed in range(150):
            history = play(seed, house).history
            text = pokerstars.write(history)
            again = pokerstars.read(text)
            assert result(again) == result(history)
            if again.rules.odd_chips is not OddChips.ONE_EACH:
                seen.add(again.rules.odd_chips)
                assert "| Rake 0" not in text
    assert seen == {OddChips.DROPPED}


def test_a_short_big_blind_reveals_the_house_rules() -> None:
    for price in ShortBigBlind:
        rules = HouseRules.named("tda").replace(short_big_blind=price)
        cards = HandDealer(["Kd Kc", "7s 2h", "As Qh", "9d 9c"], "Ah 7c 2d 9s 4h")
        acts = [uci.read(word) for word in ("CA", "FO", "FO")]
        history = record([200, 200, 200, 3], 1, Blinds(2, 4), cards, acts, rules=rules)
        text = pokerstars.write(history)
        assert f"p1: calls {4 if price is ShortBigBlind.FULL_PRICE else 3}\n" in text
        assert pokerstars.read(text).rules.short_big_blind is price


def test_a_raise_over_a_big_blind_that_went_into_the_ante_reveals_the_house_rules() -> None:
    """The difference of the raise equals what the small blind puts in, which some converters write
    instead."""
    rules = HouseRules.named("tda").replace(short_big_blind=ShortBigBlind.LARGEST_POST)
    cards = HandDealer(["2s Kh", "Kd 9s", "6c Qc"], "7h 4h As Jc Th")
    acts = [uci.read(word) for word in ("CA", "AA", "AC")]
    history = record([200, 1, 200], 2, Blinds(1, 2, 1), cards, acts, rules=rules)
    text = pokerstars.write(history)
    assert "p1: raises 198 to 199 and is all-in\n" in text
    assert result(pokerstars.read(text)) == result(history)


# Random hands


@settings(deadline=None)
@given(
    st.integers(0, 10**9),
    st.sampled_from(sorted(HOUSES)),
    st.booleans(),
    st.sampled_from([None, 0, 1]),
)
def test_a_written_hand_is_read_back_with_the_same_result(
    seed: int, house: str, with_posts: bool, hero: int | None
) -> None:
    history = play(seed, house, with_posts=with_posts).history
    try:
        text = pokerstars.write(history, hero)
    except HistoryError:
        return  # rare, see the test below
    again = pokerstars.read(text)
    assert again.names == history.names
    assert again.stacks == history.stacks
    assert again.button == history.button
    assert result(again) == result(history)
    assert _sum(text, " collected ") + _sum(text, "| Rake ") == _sum(text, "Total pot ")


def _sum(text: str, word: str) -> int:
    lines = [line for line in text.splitlines() if word in line and "(" not in line]
    return sum(int(line.partition(word)[2].split()[0]) for line in lines)


def test_nearly_all_random_hands_can_be_written() -> None:
    refused = 0
    for house in HOUSES:
        for seed in range(40):
            try:
                pokerstars.write(play(seed, house).history)
            except HistoryError:
                refused += 1
    assert refused <= 4  # in fixed limit, a short big blind leaves the blinds unknown


# Other readers


@each("seed", range(60))
def test_the_poker_package_reads_our_text(seed: int) -> None:
    played = play(seed, "tda")
    history = played.history
    text = pokerstars.write(history, hero=0)
    read = PokerStarsHandHistory(text)
    read.parse()
    assert read.ident == str(seed)
    players = [player for player in read.players if player.stack]
    assert [player.name for player in players] == list(history.names)
    assert [player.stack for player in players] == list(history.stacks)
    assert read.button.name == history.names[history.button]
    assert read.hero.name == history.names[0]
    assert (read.sb, read.bb) == history.blinds[:2]
    assert read.total_pot == _sum(text, "Total pot ")
    assert [str(card) for card in read.board or ()] == [
        str(card).replace("s", "♠").replace("h", "♥").replace("d", "♦").replace("c", "♣")
        for card in history.board
    ]
    acts = [*(read.preflop_actions or ()), *(read.turn_actions or ()), *(read.river_actions or ())]
    acts = [line for line in acts if ": " in line and "show hand" not in line]
    acts += [a for a in (read.flop.actions or ()) if str(a.action) in _ACTS] if read.flop else []
    assert len(acts) == len(played.moves)


_ACTS = ("bet", "raise", "check", "fold", "call")


def pokerkit_reads(text: str) -> tuple[HandHistory, State]:
    """Read *text* with pokerkit, which prints what it cannot read before it raises an error."""
    with warnings.catch_warnings(), contextlib.redirect_stderr(io.StringIO()):
        warnings.simplefilter("ignore")
        (read,) = PokerStarsParser()(text, error_status=True)
        return read, tuple(read)[-1]


@pytest.mark.rotated
def test_pokerkit_reads_our_text_with_the_same_result() -> None:
    """The importer ignores antes, who acts first with two equal blinds, and that the price stays
    the whole big blind if that is posted short."""
    compared = 0
    for seed in range(120):
        history = play(seed, "tda").history
        small, big, ante, _ = history.blinds
        is_odd = min(history.stacks) < big or (history.players == 2 and small == big)
        if ante or is_odd:
            continue
        read, end = pokerkit_reads(pokerstars.write(history))
        order = [(history.button + 1 + step) % history.players for step in range(history.players)]
        assert read.players == [history.names[index] for index in order]
        assert read.starting_stacks == [history.stacks[index] for index in order]
        assert list(end.stacks) == [result(history).stacks[index] for index in order]
        assert read.hand == seed
        compared += 1
    assert compared > 40


def test_pokerkit_reads_our_amounts_with_cents() -> None:
    text = pokerstars.write(hand("RR6", "FO", "FO", scale=100, fields={"currency": "USD"}))
    read, end = pokerkit_reads(text)
    assert read.currency_symbol == "$"
    assert [Decimal(str(stack)) for stack in end.stacks] == [
        Decimal("1.99"),
        Decimal("0.58"),
        Decimal("2.03"),
    ]
