"""Reading and writing Open Hand History: structure, exact numbers and refusals with their place."""

import json
from decimal import Decimal
from io import StringIO
from time import process_time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pokermasa.histories import ohh
from pokermasa.histories.formats import by_content
from pokermasa.histories.history import History, HistoryError
from pokermasa.histories.record import record
from pokermasa.histories.replay import result
from pokermasa.histories.tournament_hand import TournamentHand
from pokermasa.notation import uci
from pokermasa.rules import Betting, Blinds, HandDealer, Post
from tests.cases import each
from tests.histories.playing import HOUSES, play

# In the layout of the specification: cents, rake, an empty seat, and text instead of no cards.
CASH = {
    "ohh": {
        "spec_version": "1.4.6",
        "internal_version": "1.0.0",
        "network_name": "Home",
        "site_name": "Home",
        "game_type": "Holdem",
        "table_name": "Halley II",
        "table_size": 6,
        "game_number": "8599887794",
        "start_date_utc": "2020-04-07T14:32:50",
        "currency": "EUR",
        "ante_amount": 0,
        "small_blind_amount": 0.25,
        "big_blind_amount": 0.5,
        "bet_limit": {"bet_cap": 0, "bet_type": "NL"},
        "hero_player_id": 30,
        "dealer_seat": 2,
        "players": [
            {"id": 10, "seat": 1, "name": "Ann", "starting_stack": 36.51},
            {"id": 20, "seat": 2, "name": "Bo", "starting_stack": 50},
            {"id": 30, "seat": 4, "name": "Cy", "starting_stack": 9.52},
            {"id": 40, "seat": 5, "name": "Dee", "starting_stack": 7, "is_sitting_out": True},
        ],
        "rounds": [
            {
                "id": 0,
                "street": "Preflop",
                "cards": "",
                "actions": [
                    {"action_number": 1, "player_id": 30, "action": "Post SB", "amount": 0.25},
                    {"action_number": 2, "player_id": 10, "action": "Post BB", "amount": 0.5},
                    {"action_number": 3, "player_id": 20, "action": "Post Dead", "amount": 0.25},
                    {
                        "action_number": 4,
                        "player_id": 20,
                        "action": "Post Extra Blind",
                        "amount": 0.5,
                    },
                    {
                        "action_number": 5,
                        "player_id": 30,
                        "action": "Dealt Cards",
                        "cards": ["As", "Ks"],
                    },
                    {"action_number": 6, "player_id": 20, "action": "Raise", "amount": 1},
                    {
                        "action_number": 7,
                        "player_id": 30,
                        "action": "Raise",
                        "amount": 9.27,
                        "is_allin": True,
                    },
                    {"action_number": 8, "player_id": 10, "action": "Fold"},
                    {"action_number": 9, "player_id": 20, "action": "Call", "amount": 8.02},
                ],
            },
            {"id": 1, "street": "Flop", "cards": ["2s", "7d", "Th"], "actions": []},
            {"id": 2, "street": "Turn", "cards": ["Qd"], "actions": []},
            {"id": 3, "street": "River", "cards": ["Kh"], "actions": []},
            {
                "id": 4,
                "street": "Showdown",
                "cards": [],
                "actions": [
                    {
                        "action_number": 10,
                        "player_id": 30,
                        "action": "Shows Cards",
                        "cards": ["As", "Ks"],
                    },
                    {"action_number": 11, "player_id": 20, "action": "Mucks Cards"},
                ],
            },
        ],
        "pots": [
            {
                "number": 0,
                "amount": 19.79,
                "rake": 0.79,
                "player_wins": [{"player_id": 30, "win_amount": 19}],
            }
        ],
    }
}
TEXT = json.dumps(CASH)
NET = (-50, -977, 948)


def refusal(text: str) -> str:
    (found,) = ohh.read_all(StringIO(text))
    assert found.history is None
    return str(found.error)


def hand(
    *arguments: str, names: tuple[str, str, str] | list[str] = ("Ann", "Bo", "Cy"), **more: Any
) -> History:
    cards = HandDealer(["Kd Kc", "7s 2h", "As Qh"], "Ah 7c 2d 9s 4h")
    acts = [uci.read(word) for word in arguments]
    return record([100, 60, 200], 0, Blinds(1, 2), cards, acts, names=names, **more)


# Reading


def test_a_cash_hand_is_read() -> None:
    history = ohh.read(TEXT)
    assert history.names == ("Ann", "Bo", "Cy")
    assert history.scale == 100
    assert history.stacks == (3651, 5000, 952)
    assert history.posts == (Post(50), Post(50, 25, late=True), Post(25))
    assert history.fields["hand"] == 8599887794
    assert history.fields["currency"] == "EUR"
    assert (history.fields["year"], history.fields["time"]) == (2020, "14:32:50")
    assert result(history).net == NET


def test_line_breaks_in_the_json_do_not_matter() -> None:
    pretty = json.dumps(CASH, indent=4)
    for text in (
        pretty,
        "\ufeff" + pretty.replace("\n", "\r\n"),
        f"{TEXT}\n\n{pretty}\n\n\n{TEXT}",
        f"{TEXT}\n{TEXT}\n",
    ):
        found = list(ohh.read_all(StringIO(text, newline="")))
        assert len(found) == text.count('"ohh"')
        assert {result(one.history).net for one in found} == {NET}
        assert {one.key for one in found} == {"8599887794"}


@pytest.mark.parametrize("between", [",", ",\n", " ,\n\n ", "\n,"])
def test_hands_may_stand_in_an_array(between: str) -> None:
    """The specification has one object after another, but some programs write an array."""
    text = "[" + between.join([TEXT, json.dumps({"ohh": {}}), TEXT]) + "]\n"
    found = list(ohh.read_all(StringIO(text)))
    assert [one.error is None for one in found] == [True, False, True]
    assert all(result(one.history).net == NET for one in found if one.history is not None)
    spread = json.dumps([CASH, CASH], indent=1)
    assert [one.error for one in ohh.read_all(StringIO(spread))] == [None, None]
    assert by_content(text).name == by_content(spread).name == "ohh"


def test_the_object_around_a_hand_may_be_missing_and_its_number_empty() -> None:
    history = ohh.read(json.dumps({**CASH["ohh"], "game_number": ""}))
    assert result(history).net == NET
    assert "hand" not in history.fields


def test_a_street_may_repeat_the_earlier_board_cards() -> None:
    whole = '"street": "Turn", "cards": ["2s", "7d", "Th", "Qd"]'
    assert result(ohh.read(TEXT.replace('"street": "Turn", "cards": ["Qd"]', whole))).net == NET


@each(
    ("was", "now", "words"),
    [
        ('"spec_version": "1.4.6"', '"spec_version": "2.0.0"', "spec_version 2.0.0 is not 1.x"),
        ('"spec_version"', '"version"', "ohh: spec_version is missing"),
        ('"Holdem"', '"Omaha"', "Omaha is not hold'em"),
        ('"NL"', '"XX"', "bet_type XX is not one of NL, PL, FL"),
        ('"seat": 4', '"seat": 2', "seat 2 is taken"),
        ('"seat": 4', '"seat": "4th"', 'ohh.players[2].seat: expected a whole number, found "4th"'),
        ('"id": 30', '"id": 20', "ohh.players[2].id: 20 is taken"),
        ('"name": "Cy"', '"name": "Bo"', "two players have the name 'Bo'"),
        ('"starting_stack": 50', '"starting_stack": -50', "players[1].starting_stack: expected an"),
        ('"starting_stack": 50', '"starting_stack": NaN', "NaN is not a number"),
        ('"starting_stack": 50', '"starting_stack": 1e400', "more chips than there can be"),
        ('"starting_stack": 50', f'"starting_stack": {"5" * 400}', "too large a number"),
        ('"starting_stack": 50', f'"starting_stack": 0.{"5" * 400}', "is not an amount"),
        ('"starting_stack": 50', '"starting_stack": 0.12345678', "more than 6 decimals"),
        ('"seat": 4', '"seat": 4, "seat": 4', "'seat' occurs twice"),
        ('"amount": 8.02', '"amount": 8.03', "Bo puts in 8.03, but by the rules it is 8.02"),
        ('"amount": 9.27', '"amount": 9.28', "rounds[0].actions[6].amount: more than the player"),
        (
            '"win_amount": 19',
            '"win_amount": 18',
            "ohh.pots[0]: the amount is not the sum of winnings",
        ),
        ('"rake": 0.79', '"rake": "some"', "ohh.pots[0].rake: expected an amount"),
        ('"Call"', '"Cheat"', "the action Cheat moves chips and is unknown"),
        ('10, "action": "Fold"', '11, "action": "Fold"', "there is no player with the id 11"),
        ('["Qd"]', '["Xx"]', "'Xx'"),
        ('["Qd"]', "[7]", "ohh.rounds[2].cards: expected an array of cards"),
        ('["Qd"]', '["Qd", "Qc"]', "the turn is 1 after 3 cards"),
        ('"street": "Turn"', '"street": "Flop"', "the flop is 3 after 0 cards"),
        ('"rounds": [', '"rounds": [7, ', "ohh.rounds[0]: expected an object, found 7"),
        ("2020-04-07T", "2020-04-31T", "is not a date"),
        ('{"ohh": ', '{"ots": ', 'expected an object {"ohh": …}'),
        ('"pots": [', '"pots": ', "not JSON: "),
        ("[{", "[" * 40 + "{", "nested deeper than 12 levels"),
    ],
)
def test_bad_hands_are_refused_with_their_place(was: str, now: str, words: str) -> None:
    assert was in TEXT
    assert words in refusal(TEXT.replace(was, now, 1).replace("\n", ""))


def test_a_faulty_hand_does_not_stop_the_others() -> None:
    pretty = json.dumps(CASH, indent=1)
    cut = pretty[: len(pretty) // 2]
    bad = TEXT.replace('"Call"', '"Cheat"')
    found = list(ohh.read_all(StringIO(f"{TEXT}\n\n{cut}\n\n{bad}\n\n{pretty}\n\n{cut}")))
    assert [one.error is None for one in found] == [True, False, False, True, False]
    assert str(found[1].error) == "line 3: the hand is cut short"
    assert "hand 8599887794, line " in str(found[2].error)


@each("part", [1, 10, 100, 1000, len(TEXT) * 2 // 3, len(TEXT) - 1])
def test_a_truncated_hand_is_refused(part: int) -> None:
    assert "line 1: " in refusal(TEXT[:part])


@each(
    ("text", "words"),
    [
        ("[" * 1_000_000, "characters, the limit for one hand"),
        ("[" * 500_000, "nested deeper"),
        ("x" * 10_000_000, "longer than 1,000,000 characters"),
        ('{"ohh": "' + "\\" * 900_000, ""),
        ('{"ohh": {\n' + '"a": 1,\n' * 200_000, "longer than 1,000,000 characters"),
        ("variant = 'NT'", "not JSON"),
        ("{}", "expected an object"),
        (TEXT.replace("Ann", "\udcff"), "line 1: not UTF-8: byte 0xff"),
    ],
)
def test_hostile_text_is_refused_without_a_delay(text: str, words: str) -> None:
    began = process_time()
    found = list(ohh.read_all(StringIO(text)))
    assert process_time() - began < 20  # usual time: milliseconds
    assert [one.history for one in found] == [None]
    assert words in str(found[0].error)


def test_a_hand_after_a_too_large_one_is_read() -> None:
    found = list(ohh.read_all(StringIO("[" + " " * 3_000_000 + "\n\n" + TEXT)))
    assert [one.error is None for one in found] == [False, True]


# Writing


def test_a_written_hand_has_the_published_structure() -> None:
    fields = {"currency": "USD", "hand": "a-7", "table": "T", "seat_count": 6}
    when = {"year": 2024, "month": 7, "day": 1, "time": "22:00:00", "time_zone": "ET"}
    history = hand("RR4", "AA", "AA", "AA", rules="tda", scale=100, fields={**fields, **when})
    text = ohh.write(history)
    assert text.count("\n") == 1
    data = json.loads(text, parse_float=Decimal)["ohh"]
    assert data["spec_version"] == "1.4.6"
    assert data["game_number"] == "a-7"
    assert data["start_date_utc"] == "2024-07-02T02:00:00Z"
    assert data["bet_limit"] == {"bet_type": "NL", "bet_cap": 0}
    assert (data["dealer_seat"], data["table_size"], data["currency"]) == (1, 6, "USD")
    assert data["big_blind_amount"] == Decimal("0.02")
    assert '"small_blind_amount": 0.01,' in text
    assert data["flags"] == ["Observed"]
    assert [player["starting_stack"] for player in data["players"]] == [1, Decimal("0.60"), 2]
    assert [round["street"] for round in data["rounds"]] == [
        *("Preflop", "Flop", "Turn", "River", "Showdown"),
    ]
    assert [round["cards"] for round in data["rounds"]] == [
        *([], ["Ah", "7c", "2d"], ["9s"], ["4h"], []),
    ]
    acts = [(a["player_id"], a["action"], a["amount"]) for a in data["rounds"][0]["actions"]]
    assert acts == [
        (1, "Post SB", Decimal("0.01")),
        (2, "Post BB", Decimal("0.02")),
        *[(index, "Dealt Cards", 0) for index in (1, 2, 0)],
        (0, "Raise", Decimal("0.04")),
        (1, "Raise", Decimal("0.59")),  # the chips put in, not the total
        (2, "Raise", Decimal("1.98")),
        (0, "Call", Decimal("0.96")),
    ]
    numbers = [a["action_number"] for round in data["rounds"] for a in round["actions"]]
    assert numbers == list(range(1, len(numbers) + 1))
    assert data["pots"] == [
        {
            "number": 0,
            "amount": Decimal("1.80"),
            "rake": 0,
            "player_wins": [{"player_id": 1, "win_amount": Decimal("1.80")}],
        },
        {
            "number": 1,
            "amount": Decimal("0.80"),
            "rake": 0,
            "player_wins": [{"player_id": 2, "win_amount": Decimal("0.80")}],
        },
    ]


def test_with_a_hero_only_the_cards_of_the_hero_are_written() -> None:
    text = ohh.write(hand("RR4", "FO", "FO"), hero=1)
    assert '"hero_player_id": 1' in text
    assert "7s" in text
    assert "Kd" not in text
    assert ohh.read(text).hands[0] == (None, None)


def test_files_have_a_blank_line_between_hands() -> None:
    hands = [("1", hand("FO", "FO")), ("2", hand("RR6", "FO", "FO"))]
    text = "".join(ohh.write_all(hands))
    assert text.count("\n\n{") == 1
    found = list(ohh.read_all(StringIO(text)))
    assert [one.key for one in found] == ["1", "2"]
    assert [result(one.history) for one in found] == [result(history) for _, history in hands]


def test_a_tournament_hand_has_the_tournament_number_and_name() -> None:
    text = ohh.write(hand("FO", "FO", fields={"_tournament": 31, "event": "Sunday"}))
    data = json.loads(text)["ohh"]
    assert data["tournament"] is True
    assert data["tournament_info"] == {"tournament_number": "31", "name": "Sunday"}
    assert ohh.read(text).fields["event"] == "Sunday"


def test_a_tournament_hand_has_buy_in_fee_and_bounty() -> None:
    paid = TournamentHand(31, 500, 50, 250, name="Sunday")
    text = ohh.write(hand("FO", "FO", fields=paid.fields(3)))
    assert json.loads(text)["ohh"]["tournament_info"] == {
        "tournament_number": "31",
        "name": "Sunday",
        "currency": "Chips",
        "buyin_amount": 500,
        "fee_amount": 50,
        "bounty_fee_amount": 250,
    }
    assert TournamentHand.from_fields(ohh.read(text).fields) == paid._replace(number="31")


def test_fixed_limit_bets_must_be_one_and_two_big_blinds() -> None:
    histories = [play(seed, "limit").history for seed in range(20)]
    history = next(history for history in histories if history.bets is None)
    again = ohh.read(ohh.write(history))
    assert again.rules.betting is Betting.FIXED_LIMIT
    assert again.bets == (history.blinds.big, 2 * history.blinds.big)
    with pytest.raises(HistoryError, match="one and two big blinds"):
        ohh.write(hand("FO", "FO", rules="limit", bets=(4, 8)))


ODD = ["*** : ['x'] \"y\"", "", " a\n", "\N{GRINNING FACE}", "玩家\u2028", "{", "\x00"]


def test_any_unicode_text_may_be_a_name() -> None:
    for number in range(len(ODD)):
        names = [ODD[number], ODD[number - 1], ODD[number - 2]]
        assert ohh.read(ohh.write(hand("FO", "FO", names=names))).names == tuple(names)
    with pytest.raises(HistoryError, match="not Unicode"):
        ohh.write(hand("FO", "FO", names=["a", "b", "\ud800"]))


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
    history = play(seed, house, with_posts=with_posts).history.replace(bets=None)
    try:
        text = ohh.write(history, hero)
    except HistoryError:
        return  # fixed limit with other bets
    again = ohh.read(text)
    assert again.names == history.names
    assert again.stacks == history.stacks
    assert result(again) == result(history)


def test_nearly_all_random_hands_can_be_written() -> None:
    for house in ("masa", "classic", "botpoker", "tda", "tda pot limit"):
        for seed in range(60):
            assert ohh.write(play(seed, house).history)
