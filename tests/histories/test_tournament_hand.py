"""Tournament hands are written with number, buy-in, level and finished players."""

from decimal import Decimal

import pytest

from pokermasa.histories import phh, pokerstars
from pokermasa.histories.history import History, HistoryError
from pokermasa.histories.record import record
from pokermasa.histories.tournament_hand import Finish, TournamentHand, bought_for
from pokermasa.notation import uci
from pokermasa.rules import Blinds, HandDealer
from tests.cases import each

CARDS = HandDealer(["As Ah", "7s 2h", "Kd Kc"], "Qh 7c 2d 9s 4h")


def hand(tournament: TournamentHand) -> History:
    acts = [uci.read(word) for word in ("AA", "FO", "AA")]
    return record(
        [1500, 1500, 300],
        0,
        Blinds(10, 20),
        CARDS,
        acts,
        rules="tda",
        names=["Ann", "Bo", "Cy"],
        fields=tournament.fields(3),
    )


def test_the_header_names_tournament_buy_in_and_level() -> None:
    text = pokerstars.write(hand(TournamentHand(31, 500, 50, level=4)))
    assert ": Tournament #31, 500+50 Hold'em No Limit - Level IV (10/20) - " in text


def test_a_tournament_known_by_a_name_gets_a_number() -> None:
    text = pokerstars.write(hand(TournamentHand("t3Qx", currency="USD", buy_in=1)))
    assert ": Tournament #" in text
    assert text.split("Tournament #")[1].split(",")[0].isdecimal()
    assert ", $1.00+$0.00 USD Hold'em" in text


def test_finished_players_are_listed_before_the_summary() -> None:
    finishes = (Finish(2, 2, Decimal("4.50")), Finish(0, 1, 9))
    tournament_hand = TournamentHand(31, 1, Decimal("0.10"), currency="USD", finishes=finishes)
    lines = pokerstars.write(hand(tournament_hand)).splitlines()
    end = lines.index("*** SUMMARY ***")
    assert lines[end - 2 : end] == [
        "Cy finished the tournament in 2nd place and received $4.50.",
        "Ann wins the tournament and receives $9.00 - congratulations!",
    ]
    without = tournament_hand._replace(finishes=(Finish(2, 3),))
    assert "Cy finished the tournament in 3rd place\n" in pokerstars.write(hand(without))


def test_phh_holds_all_tournament_data_in_its_player_order() -> None:
    tournament_hand = TournamentHand(
        31, 500, 50, 250, level=4, name="Turbo", finishes=(Finish(2, 3, 450),)
    )
    history = hand(tournament_hand)
    back = phh.read(phh.write(history))
    assert back.names.index("Cy") == 1  # the player left of the button comes first
    assert TournamentHand.from_fields(back.fields) == tournament_hand._replace(
        finishes=(Finish(1, 3, 450),)
    )


def test_a_cash_game_has_no_tournament() -> None:
    assert TournamentHand.from_fields({"level": 3}) is None


@each("words", ["", "Freeroll", "$1+", "1+2+3+4", "(1+1)", "x" * 60])
def test_a_buy_in_text_without_amounts_counts_as_none(words: str) -> None:
    assert bought_for(words) == (0, 0, 0, "")


@pytest.mark.parametrize("places", ["12", [1], [1, "2", 3], [-1, 0, 0]])
def test_malformed_places_are_refused(places: str | list[int | str]) -> None:
    with pytest.raises(HistoryError, match="_places, _prizes"):
        TournamentHand.from_fields({"_tournament": 1, "_places": places, "_prizes": [0, 0, 0]})
