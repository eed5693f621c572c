"""Real hands: the sample files, and one example for each habit of sites.

Each must be read with the net amounts that its lines state, after rake.
"""

import os
from io import StringIO
from pathlib import Path

import pytest

from pokermasa.cli.hand_file import HandFile
from pokermasa.histories import ohh, phh, pokerstars
from pokermasa.histories.history import History, HistoryError
from pokermasa.histories.replay import result
from tests.cases import each

WILD = Path(__file__).parents[3] / "shared" / "wild"

OPEN = (3, -1, -2)  # A raises, the blinds fold
NETS = {
    "05_capped": (8, -6, -2),
    "06_overraise": (21, -1, -20),
    "07_cashout": (120, -1, -200),
    "08_emptyname": (201, -1, -200),
    "09_sitting_allin_blind_folds": (-30, 50, -20),
    "10_zoom_tournament": (0, -15, 15),
    "16_rake": (0, 1.8, -2),
    "20_3bet": (-6, 8, -2),
    "32_cancel": (0, 0, 0),
    "36_straddle": (0, -1, -2, 3),
    "37_bb_ante": (55, -20, -35),
    **{f"o{n}": (-6, 8, -2) for n in (1, 2, 3, 5, 6, 7)},
    "o4": (-6.5, 8, -2),
}


def wild() -> list[Path]:
    files = sorted(path for path in WILD.glob("*") if path.suffix in (".txt", ".ohh"))
    if not files and os.environ.get("CI") == "true":
        pytest.fail(f"the sample hands are missing: {WILD}")
    return files


def nets(history: History) -> tuple[float, ...]:
    return tuple(chips / history.scale for chips in result(history).net)


def read(path: Path) -> list[History]:
    with HandFile(path) as opened:
        found = list(opened.hands())
    assert [one.error for one in found] == [None] * len(found), path.name
    return [one.history for one in found]


@each("path", wild() or [None])
def test_sample_hands_have_the_stated_results(path: Path) -> None:
    if path is None:
        pytest.skip(f"the sample hands are not here: {WILD}")
    for history in read(path):
        key = path.stem if path.suffix == ".txt" else path.stem[:2]
        assert nets(history) == NETS.get(key, OPEN)


@each("path", wild() or [None])
def test_sample_hands_have_the_same_result_in_every_format(path: Path) -> None:
    if path is None:
        pytest.skip(f"the sample hands are not here: {WILD}")
    for history in read(path):
        by_name = dict(zip(history.names, nets(history), strict=True))
        for write, again in (
            (phh.write, phh.read),
            (pokerstars.write, pokerstars.read),
            (ohh.write, ohh.read),
        ):
            if history.is_cancelled and write is ohh.write:
                with pytest.raises(HistoryError, match="cancelled"):
                    write(history)
                continue
            back = again(write(history))
            assert dict(zip(back.names, nets(back), strict=True)) == by_name
            assert back.is_cancelled is history.is_cancelled


# Our own examples, one for each habit

HEADER = "PokerStars Hand #7: Hold'em No Limit ($1/$2 USD) - 2024/05/01 20:00:00 ET\n"
SEATS = """\
Table 'T' 6-max Seat #1 is the button
Seat 1: Ann ($200 in chips)
Seat 2: Bo ($200 in chips)
Seat 3: Cy ($100 in chips)
"""
BLINDS = "Bo: posts small blind $1\nCy: posts big blind $2\n*** HOLE CARDS ***\n"
ALL_IN = """\
Ann: raises $98 to $100
Bo: folds
Cy: calls $98 and is all-in
"""
RUNOUT = """\
*** FLOP *** [2c 3c 4d]
*** TURN *** [2c 3c 4d] [9s]
*** RIVER *** [2c 3c 4d 9s] [9d]
*** SHOW DOWN ***
Ann: shows [As Ah] (two pair, Aces and Nines)
Cy: shows [Ks Kh] (two pair, Kings and Nines)
"""
WON = """\
Ann collected $199 from pot
*** SUMMARY ***
Total pot $201 | Rake $2
Board [2c 3c 4d 9s 9d]
"""
HAND = HEADER + SEATS + BLINDS + ALL_IN + RUNOUT + WON


def test_the_unchanged_example_hand_is_read() -> None:
    assert nets(pokerstars.read(HAND)) == (99, -1, -100)
    assert result(pokerstars.read(HAND)).before_rake == (10100, -100, -10000)


@each(
    "line",
    [
        "Dee: sits out",
        "Dee: is sitting out",
        "Dee joins the table at seat #4",
        "Dee leaves the table",
        "Dee moved to another table",
        "Cy: ",
        "Cy:",
        "Betting is capped",
        "Cy has timed out while being disconnected",
        "Cy is disconnected",
        'Cy said, "Ann: folds, I have $200"',
        "Dee will be allowed to play after the button",
        "Dee was removed from the table for failing to post",
        "Ann re-buys and receives 1500 chips for $1.00",
        "Ann wins the $0.27 bounty for eliminating Cy",
        "Ann wins $1.25 for eliminating Cy and their own bounty increases by $1.25 to $6.25",
        "Rabbit hunt: the river would have been [Ad]",
        "Ann: has requested TIME",
    ],
)
def test_lines_that_move_no_chips_are_ignored(line: str) -> None:
    for before in ("*** HOLE CARDS ***\n", "Bo: folds\n", "*** TURN ***", "*** SUMMARY ***\n"):
        text = HAND.replace(before, f"{line}\n{before}", 1)
        assert nets(pokerstars.read(text)) == (99, -1, -100), before


@pytest.mark.parametrize(
    "line", ["Dee: raises $4 to $6", "Ann: calls twice $4", "Dee collected $4 from pot"]
)
def test_unknown_lines_that_may_move_chips_are_refused(line: str) -> None:
    with pytest.raises(HistoryError, match="this line is not known"):
        pokerstars.read(HAND.replace("Bo: folds\n", f"Bo: folds\n{line}\n"))


@each(
    "header",
    [
        "PokerStars Game #7: Hold'em No Limit ($1/$2) - 2007/10/15 - 20:00:00 (ET)",
        "PokerStars Zoom Hand #7:  Hold'em No Limit ($1/$2) - 2017/06/10 17:17:14 UTC "
        "[2017/06/10 13:17:14 ET]",
        "PokerStars Home Game Hand #7: {Club #32}  Hold'em No Limit ($1/$2 USD) - "
        "2020/06/18 14:56:21 ET",
        "PokerStars Hand #7: 8-Game (Hold'em No Limit, $1/$2) - 2020/06/18 14:56:21 ET",
        "PokerStars Hand #7:  Hold'em Pot Limit Pre-Flop, No Limit Post-Flop ($1/$2 USD) - "
        "2020/06/18 14:56:21 ET",
        "PokerStars Hand #7:  Hold'em No Limit ($1/$2 USD) [AAMS ID: M28] - 2020/06/18 1:56:21 ET",
        "Poker Hand #RC7: Hold'em No Limit ($1/$2) - 2024/01/06 14:39:06",
        "Run It Once Poker Hand #7:  Hold'em No Limit ($1/$2) - 2019/06/25 15:55 UTC",
        "Full Tilt Hand #7:  Hold'em No Limit ($1/$2) - 2016/05/05 15:55:00 ET",
    ],
)
def test_headers_of_many_years_and_sites_are_read(header: str) -> None:
    history = pokerstars.read(HAND.replace(HEADER, header + "\n"))
    assert nets(history) == (99, -1, -100)
    assert str(history.fields["hand"]).endswith("7")


@pytest.mark.parametrize(
    ("game", "words"),
    [
        ("Omaha Pot Limit", "Omaha Pot Limit is not hold'em"),
        ("6+ Hold'em No Limit", "6\\+ Hold'em No Limit is not hold'em"),
        ("Mixed Omaha H/L (Omaha Hi/Lo Limit", "Omaha Hi/Lo Limit is not hold'em"),
        ("Split Hold'em No Limit", "Split Hold'em No Limit is not hold'em"),
    ],
)
def test_other_games_are_refused_with_their_name(game: str, words: str) -> None:
    with pytest.raises(HistoryError, match=words):
        pokerstars.read(HAND.replace("Hold'em No Limit", game))


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16", "utf-16-le"])
def test_several_text_encodings_are_read(tmp_path: Path, encoding: str) -> None:
    path = tmp_path / "euro.txt"
    text = HAND.replace("$", "€").replace("USD", "EUR").replace("Bo", "José")
    path.write_bytes(text.encode(encoding))
    (history,) = read(path)
    assert history.names == ("Ann", "José", "Cy")
    assert history.fields["currency_symbol"] == "€"
    assert nets(history) == (99, -1, -100)


def test_an_archive_mail_with_greeting_and_separators_is_read() -> None:
    mail = f"Hello Ann,\nhere are your hands.\n\n*********** # 1 **************\n{HAND}\n"
    mail += f"*********** # 2 **************\n{HAND}"
    found = list(pokerstars.read_all(StringIO(mail)))
    assert [nets(one.history) for one in found] == [(99, -1, -100)] * 2


def test_old_text_may_omit_or_include_the_uncalled_bet() -> None:
    fold = HEADER + SEATS + BLINDS + "Ann: raises $4 to $6\nBo: folds\nCy: folds\n"
    for collected in (5, 9):
        end = f"Ann collected ${collected} from pot\n*** SUMMARY ***\n"
        text = fold + end + f"Total pot ${collected} | Rake $0\n"
        assert nets(pokerstars.read(text)) == (3, -1, -2)
    wrong = fold + "Ann collected $7 from pot\n*** SUMMARY ***\nTotal pot $7 | Rake $0\n"
    with pytest.raises(HistoryError, match="Ann"):
        pokerstars.read(wrong)


def test_the_winner_may_be_named_only_in_the_summary() -> None:
    text = HAND.replace("Ann collected $199 from pot\n", "")
    text += "Seat 1: Ann (button) showed [As Ah] and won ($199) with two pair, Aces and Nines\n"
    assert nets(pokerstars.read(text)) == (99, -1, -100)


def test_a_hand_with_only_a_summary_is_refused() -> None:
    text = HEADER + SEATS + WON[WON.index("*** SUMMARY") :]
    with pytest.raises(HistoryError, match="there is only a summary"):
        pokerstars.read(text)


def test_a_fold_after_all_chips_are_in_is_a_muck() -> None:
    """On GGPoker, one player shows and the other "folds", although a fold is not possible any
    more."""
    text = HAND.replace("Cy: shows [Ks Kh] (two pair, Kings and Nines)\n", "Cy: folds\n")
    assert text != HAND
    assert nets(pokerstars.read(text)) == (99, -1, -100)


def test_a_cap_keeps_chips_out_of_play() -> None:
    text = HAND.replace("$1/$2 USD", "$1/$2 - $50 Cap -  USD")
    text = text.replace(
        "Ann: raises $98 to $100\n", "Ann: raises $48 to $50 and has reached the $50 cap\n"
    )
    text = (
        text.replace("calls $98 and is all-in", "calls $48 and has reached the $50 cap")
        .replace("$199", "$99")
        .replace("$201", "$101")
    )
    history = pokerstars.read(text)
    assert (history.stacks, history.behind) == ((5000, 5000, 5000), (15000, 15000, 5000))
    assert nets(history) == (49, -1, -50)
    again = pokerstars.write(history)
    assert "($1/$2 - $50 Cap -  USD)" in again
    assert "Seat 1: Ann ($200 in chips)" in again
    for back in (pokerstars.read(again), ohh.read(ohh.write(history))):
        assert (nets(back), back.behind) == ((49, -1, -50), history.behind)
    assert phh.read(phh.write(history)).behind == (15000, 5000, 15000)  # left of the button first


def test_rake_that_does_not_add_up_is_refused() -> None:
    for was, now in (
        ("$199 from", "$198 from"),
        ("Rake $2", "Rake $1"),
        ("Total pot $201", "Total pot $200"),
    ):
        with pytest.raises(HistoryError):
            result(pokerstars.read(HAND.replace(was, now)))


def test_a_payment_to_the_worse_hand_is_refused() -> None:
    with pytest.raises(HistoryError, match="Ann collects 0, but by the rules it is 201"):
        pokerstars.read(HAND.replace("Ann collected", "Cy collected"))


SOLD = HAND.replace(
    "Ann collected $199 from pot\n", "Ann cashed out the hand for $160 | Cash Out Fee $1.60\n"
)


def test_a_sold_hand_is_paid_by_the_site() -> None:
    history = pokerstars.read(SOLD)
    assert nets(history) == (60, -1, -100)
    assert result(history).before_rake == (10100, -100, -10000)
    again = pokerstars.write(history)
    assert "Ann cashed out the hand for $160 | Cash Out Fee $1.60\n" in again
    assert "and won ($199) with two pair, Aces and Nines (pot not awarded as player" in again


def test_a_sale_reported_on_every_street_counts_once() -> None:
    """GGPoker repeats the line on turn and river."""
    sale = "Ann: Chooses to EV Cashout\nAnn: Pays Cashout Risk ($20)\n"
    once = HAND.replace("*** SHOW DOWN ***", f"{sale}*** SHOW DOWN ***")
    twice = once.replace("*** TURN ***", f"{sale}*** TURN ***")
    assert twice.count("Pays") == 2
    assert nets(pokerstars.read(twice)) == nets(pokerstars.read(once)) == (79, -1, -100)


def test_a_site_may_add_to_the_pot_and_take_more_than_rake() -> None:
    text = HAND.replace("Bo: posts small", "Cash Drop to Pot : total $5\nBo: posts small")
    text = text.replace("$199", "$203").replace("| Rake $2", "| Rake $2 | Jackpot $1 | Bingo $0")
    history = pokerstars.read(text)
    assert nets(history) == (103, -1, -100)
    assert (history.payments.added, history.payments.deducted) == (500, 300)


# Hands run several times

TWICE = (
    HEADER
    + SEATS
    + BLINDS
    + ALL_IN
    + """\
*** FIRST FLOP *** [2c 3c 4d]
*** FIRST TURN *** [2c 3c 4d] [9s]
*** FIRST RIVER *** [2c 3c 4d 9s] [9d]
*** SECOND FLOP *** [Kc 5c 6d]
*** SECOND TURN *** [Kc 5c 6d] [7s]
*** SECOND RIVER *** [Kc 5c 6d 7s] [8s]
*** FIRST SHOW DOWN ***
Ann: shows [As Ah] (two pair, Aces and Nines)
Cy: mucks hand
Ann collected $99.50 from pot
*** SECOND SHOW DOWN ***
Ann: mucks hand
Cy: shows [Ks Kh] (three of a kind, Kings)
Cy collected $99.50 from pot
*** SUMMARY ***
Total pot $201 | Rake $2
Hand was run twice
FIRST Board [2c 3c 4d 9s 9d]
SECOND Board [Kc 5c 6d 7s 8s]
"""
)


def test_a_hand_run_twice_is_the_same_in_every_format() -> None:
    history = pokerstars.read(TWICE)
    assert nets(history) == (-0.5, -1, -0.5)
    for write, again in ((phh.write, phh.read), (ohh.write, ohh.read)):
        back = again(write(history))
        assert back.boards == history.boards
        assert sorted(nets(back)) == [-1, -0.5, -0.5]
    text = pokerstars.write(history)
    assert "*** SECOND FLOP *** [Kc 5c 6d]\n" in text
    assert "FIRST Board [2c 3c 4d 9s 9d]\nSECOND Board [Kc 5c 6d 7s 8s]\n" in text
    assert "and won ($99.50) with two pair, Aces and Nines, and lost with a pair of Aces" in text
    assert pokerstars.read(text).replace(fields={}) == history.replace(fields={})


def test_a_second_board_with_a_duplicate_card_is_refused() -> None:
    with pytest.raises(HistoryError, match="lies elsewhere"):
        result(pokerstars.read(TWICE.replace("8s]", "9d]")))


def test_a_hand_run_three_times_from_the_turn_is_read() -> None:
    text = TWICE[: TWICE.index("*** FIRST FLOP")]
    text += "*** FLOP *** [2c 3c 4d]\n*** TURN *** [2c 3c 4d] [9s]\n"
    rivers = {"FIRST": "9d", "SECOND": "Kc", "THIRD": "8s"}
    for run, card in rivers.items():
        text += f"*** {run} RIVER *** [2c 3c 4d 9s] [{card}]\n"
    for run, (name, won) in zip(rivers, [("Ann", 67), ("Cy", 67), ("Ann", 67)], strict=True):
        text += f"*** {run} SHOWDOWN ***\nAnn: shows [As Ah]\nCy: shows [Ks Kh]\n"
        text += f"{name} collected ${won} from pot\n"
    text += "*** SUMMARY ***\nTotal pot $201 | Rake $0\nHand was run three times\n"
    history = pokerstars.read(text)
    assert nets(history) == (34, -1, -33)
    assert [str(board[-1]) for board in history.boards] == ["9d", "Kc", "8s"]
    again = pokerstars.write(history)
    assert "Hand was run three times\n" in again
    assert nets(pokerstars.read(again)) == (34, -1, -33)


# Several habits and hands together


def test_a_faulty_hand_does_not_change_its_neighbours() -> None:
    broken = ["", "*** HOLE CARDS ***\n", HAND[:300], HAND.replace("$98 to", "$$98 to")]
    for bad in broken:
        file = HAND + "\n" + bad + "\n\n" + TWICE
        found = [one for one in pokerstars.read_all(StringIO(file)) if one.history is not None]
        assert len(found) >= 2 - (bad == broken[1])


def test_a_folded_player_may_show() -> None:
    text = HAND.replace("Ann collected", "Bo: shows [7s 7h] (a pair)\nAnn collected")
    history = pokerstars.read(text)
    assert nets(history) == (99, -1, -100)
    assert " ".join(map(str, history.hands[1])) == "7s 7h"


def test_place_and_prize_are_read_from_a_finish_line() -> None:
    text = HAND.replace("($1/$2 USD)", "($1/$2 USD)").replace(
        "*** SUMMARY", "Cy finished the tournament in 3rd place and received $4.50.\n*** SUMMARY"
    )
    assert pokerstars.read(text).fields["_places"] == [0, 0, 3]


def test_in_phh_the_first_board_gets_the_odd_chip_of_every_pot() -> None:
    """The file names no house rules."""
    history = phh.read(
        "variant = 'NT'\nantes = [0, 0, 0]\nblinds_or_straddles = [1, 2, 0]\nmin_bet = 2\n"
        "starting_stacks = [100, 100, 100]\n"
        "actions = ['d dh p1 ????', 'd dh p2 AsAh', 'd dh p3 KsKh', 'p3 cbr 100', 'p1 f', 'p2 cc',"
        " 'd db 2c3c4d', 'd db 9s', 'd db 9d', 'p3 sm KsKh', 'p2 sm AsAh']\n"
        "_board_2 = '2c3c4d9sKc'\n"
    )
    assert result(history).net == (-1, 1, 0)
    assert result(phh.read(phh.write(history))) == result(history)
