"""Hands of sites whose format cannot be read."""

from io import StringIO

from pokermasa.histories.formats import by_content
from tests.cases import each

NOT_READ = "text is not read; PHH, PokerStars and look-alikes, OHH and ACPC are"
GOOD = """PokerStars Hand #{number}: Hold'em No Limit ($1/$2 USD) - 2024/05/01 20:00:00 ET
Table 'T' 6-max Seat #1 is the button
Seat 1: A ($200 in chips)
Seat 2: B ($200 in chips)
A: posts small blind $1
B: posts big blind $2
*** HOLE CARDS ***
A: folds
Uncalled bet ($1) returned to B
B collected $2 from pot
*** SUMMARY ***
Total pot $2 | Rake $0


"""
PHH = """variant = 'NT'
antes = [0, 0]
blinds_or_straddles = [1, 2]
min_bet = 2
starting_stacks = [200, 200]
actions = ['d dh p1 ????', 'd dh p2 ????', 'p2 f']
"""
REST = """
Table: 'Nice' 5-max (real money) Seat #1 is the button
Seat 1: Ann ($2 in chips)
Seat 2: Bob ($2 in chips)
*** PRE-FLOP ***
Ann folds
Bob collected $0.02 from pot
*** SUMMARY ***
Total pot $0.02 | No rake
Seat 2: Bob won $0.02


"""
XML = '<?xml version="1.0" encoding="utf-8"?>'
FOREIGN = [
    (
        "Winamax",
        "Winamax Poker - CashGame - HandId: #7-1-14 - Holdem no limit (0.01€/0.02€) - 2014",
    ),
    ("Winamax", 'Winamax Poker - Tournament "Expresso" buyIn: 0.90€ + 0.10€ level: 1 - HandId: #7'),
    ("888poker", "***** 888poker Hand History for Game 123456 *****"),
    ("888poker", "#Game No : 123456\n***** 888.es Hand History for Game 123456 *****"),
    ("888poker", "***** CassavaHand History for Game 123456 *****"),
    ("partypoker", "***** Hand History for Game 123456 *****"),
    ("partypoker", "#Game No : 123456\n***** Hand History For Game 123456 *****"),
    ("Betfair Poker", "***** Betfair Poker Hand History for Game 123456 *****"),
    ("OnGame", "***** History for hand R5-75443872-57 *****"),
    ("Ignition or Bovada", "Ignition Hand #3598529326 TBL#8675309 HOLDEM No Limit - 2014-05-14"),
    ("Winning Poker Network", "Hand #261641541 - Holdem(No Limit) - $0.01/$0.02 - 2014/05/14"),
    ("Winning Poker Network", "Hand #261641541-12 - Holdem(No Limit) - $0.01/$0.02 - 2014/05/14"),
    ("iPoker", f'{XML}\n<session sessioncode="5105918454">'),
    ("iPoker", f'{XML}<session sessioncode="5105918454"><general><mode>real</mode></general>'),
    ("iPoker", f"{XML}\n<!-- saved -->\n<session version='1' sessioncode='5105918454'>"),
    ("iPoker", '<session sessioncode="5105918454">' + "<action/>" * 1000),
    ("iPoker", "GAME #5105918454 Version:23.4.1.4 Uncalled:Y Texas Hold'em NL €0.01/€0.02"),
    ("Absolute Poker", "Stage #3017237459: Holdem  No Limit $0.02 - 2010-01-01 10:00:00 (ET)"),
    ("Poker Now", 'entry,at,order\n"-- ending hand #1 --",2020-05-14T10:00:00.000Z,158945'),
    ("Blue Poker", "Blue Poker Hand #4711: Hold'em No Limit ($0.01/$0.02)"),
    ("This", "Game #1234567890: Table €2 NL - 0.01/0.02 - No Limit Hold'em"),
]


@each(("site", "first"), FOREIGN)
def test_a_hand_of_an_unsupported_site_is_refused_with_the_name_of_the_site(
    site: str, first: str
) -> None:
    text = first + REST
    for suffix in ("", ".txt", ".phh", ".xml"):
        (found,) = by_content(text[:4096], suffix).reader()(StringIO(text))
        assert found.error is not None
        assert found.error.reason == f"{site} {NOT_READ}"


@each(("site", "first"), FOREIGN)
def test_hands_around_one_of_an_unsupported_site_are_read(site: str, first: str) -> None:
    foreign = first + REST
    text = GOOD.format(number=1) + foreign + GOOD.format(number=2) + foreign
    for tight in (False, True):
        if tight:  # as `cat` joins files without blank lines at their ends
            text = text.replace("\n\n\n", "\n")
        found = list(by_content(text[:4096]).reader()(StringIO(text)))
        assert [one.key for one in found if one.history is not None] == ["1", "2"]
        reasons = [one.error.reason for one in found if one.error is not None]
        assert reasons == [f"{site} {NOT_READ}"] * 2
    text = foreign + GOOD.format(number=3)
    keys = [one.key for one in by_content(text[:4096]).reader()(StringIO(text)) if one.history]
    assert keys == ["3"]


@each(("site", "first"), FOREIGN)
def test_hands_of_a_phhs_file_around_one_of_an_unsupported_site_are_read(
    site: str, first: str
) -> None:
    foreign = first + REST
    for text in (f"[1]\n{PHH}{foreign}[2]\n{PHH}", f"{foreign}[1]\n{PHH}\n[2]\n{PHH}"):
        found = list(by_content(text, ".phhs").reader()(StringIO(text)))
        assert [one.key for one in found if one.history is not None] == ["1", "2"]
        reasons = [one.error.reason for one in found if one.error is not None]
        assert reasons == [f"{site} {NOT_READ}"]


@each("suffix", ["", ".txt", ".csv", ".html"])
@each("text", ["Hello world\n", "a,b,c\n1,2,3\n", "<!DOCTYPE html>\n<html>\n"])
def test_text_of_an_unknown_format_is_refused_with_the_known_formats(
    text: str, suffix: str
) -> None:
    (found,) = by_content(text, suffix).reader()(StringIO(text))
    assert found.error is not None
    assert found.error.reason == (
        f"this is not a PokerStars header: {text.splitlines()[0]!r}; "
        "PHH, PokerStars and look-alikes, OHH and ACPC are read"
    )


def test_a_player_name_may_look_like_the_header_of_another_site() -> None:
    text = GOOD.format(number=1).replace("A:", "Blue Poker Hand #4711:").replace("B:", "Winamax:")
    text = text.replace("1: A", "1: Blue Poker Hand #4711").replace("2: B", "2: Winamax")
    text = text.replace("to B", "to Winamax").replace("B collected", "Winamax collected")
    (found,) = by_content(text[:4096]).reader()(StringIO(text))
    assert found.history is not None
    assert found.history.names == ("Blue Poker Hand #4711", "Winamax")
