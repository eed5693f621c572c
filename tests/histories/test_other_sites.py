"""Hands of sites whose format cannot be read."""

from io import StringIO

from pokermasa.histories.formats import by_content
from tests.cases import each

NOT_READ = "text cannot be read; PHH, PokerStars and look-alikes, OHH and ACPC can"
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
FOREIGN = {
    "Winamax": "Winamax Poker - CashGame - HandId: #7-1-14 - Holdem no limit (0.01€/0.02€) - 2014",
    "888poker": "***** 888poker Hand History for Game 123456 *****",
    "888poker or partypoker": "***** Hand History for Game 123456 *****",
    "Ignition or Bovada": "Ignition Hand #3598529326 TBL#8675309 HOLDEM No Limit - 2014-05-14",
    "Winning Poker Network": "Hand #261641541 - Holdem(No Limit) - $0.01/$0.02 - 2014/05/14",
    "iPoker": '<?xml version="1.0" encoding="utf-8"?>\n<session sessioncode="5105918454">',
    "Poker Now": 'entry,at,order\n"-- ending hand #1 --",2020-05-14T10:00:00.000Z,158945',
    "Blue Poker": "Blue Poker Hand #4711: Hold'em No Limit ($0.01/$0.02)",
}


@each("site", FOREIGN)
def test_a_hand_of_an_unsupported_site_is_refused_with_the_name_of_the_site(site: str) -> None:
    text = FOREIGN[site] + REST
    for suffix in ("", ".txt", ".phh"):
        (found,) = by_content(text[:4096], suffix).reader()(StringIO(text))
        assert found.error is not None
        assert found.error.reason == f"{site} {NOT_READ}"


@each("site", FOREIGN)
def test_hands_around_one_of_an_unsupported_site_are_read(site: str) -> None:
    foreign = FOREIGN[site] + REST
    text = GOOD.format(number=1) + foreign + GOOD.format(number=2) + foreign
    found = list(by_content(text[:4096]).reader()(StringIO(text)))
    assert [one.key for one in found if one.history is not None] == ["1", "2"]
    reasons = [one.error.reason for one in found if one.error is not None]
    assert reasons == [f"{site} {NOT_READ}"] * 2
    text = foreign + GOOD.format(number=3)
    keys = [one.key for one in by_content(text[:4096]).reader()(StringIO(text)) if one.history]
    assert keys == ["3"]


def test_a_player_name_may_look_like_the_header_of_another_site() -> None:
    text = GOOD.format(number=1).replace("A:", "Blue Poker Hand #4711:").replace("B:", "Winamax:")
    text = text.replace("1: A", "1: Blue Poker Hand #4711").replace("2: B", "2: Winamax")
    text = text.replace("to B", "to Winamax").replace("B collected", "Winamax collected")
    (found,) = by_content(text[:4096]).reader()(StringIO(text))
    assert found.history is not None
    assert found.history.names == ("Blue Poker Hand #4711", "Winamax")
