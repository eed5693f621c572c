"""The statistics of `masa stats`, each for a hand that can be counted manually."""

from math import isclose, sqrt
from typing import Any

import pytest

from pokermasa.histories import phh
from pokermasa.histories.history import HistoryError
from pokermasa.histories.stats import Stats
from tests.histories.playing import play
from tests.histories.test_phh import KNOWN, RIVER, THREE, text

NAMES: dict[str, Any] = {"players": "['Ann', 'Bo', 'Cy']"}
TWO: dict[str, Any] = {"players": "['Ann', 'Bo']"}


def after(*hands: str) -> dict[str, Any]:
    stats = Stats()
    for hand in hands:
        stats.add(phh.read(hand))
    return stats.players


def three(*actions: str) -> dict[str, Any]:
    return after(text(THREE, *actions, **NAMES))


def test_a_blind_does_not_count_as_voluntary() -> None:
    players = three("p3 f", "p1 cc", "p2 cc")
    assert [players[name].vpip for name in ("Ann", "Bo", "Cy")] == [1, 0, 0]


def test_a_raise_counts_for_vpip_and_pfr() -> None:
    players = three("p3 cbr 12", "p1 f", "p2 f")
    assert (players["Cy"].vpip, players["Cy"].pfr, players["Bo"].pfr) == (1, 1, 0)


def test_a_three_bet_needs_exactly_one_raise_before_it() -> None:
    players = three("p3 cbr 12", "p1 cbr 36", "p2 f", "p3 cbr 108", "p1 f")
    assert (players["Ann"].three_bet, players["Ann"].three_bet_chances) == (1, 1)
    assert players["Bo"].three_bet is None  # there were two raises before its turn
    assert players["Cy"].three_bet is None  # the first raise was its own


def test_an_opportunity_is_counted_once_per_hand() -> None:
    players = three("p3 cc", "p1 cbr 12", "p2 cc", "p3 cc")
    assert [players[name].three_bet_chances for name in ("Ann", "Bo", "Cy")] == [0, 1, 1]


def test_aggression_counts_from_the_flop_on() -> None:
    players = after(
        text(
            KNOWN,
            *("p2 cbr 6", "p1 cc", "d db 2c3c4c", "p1 cbr 10", "p2 cbr 30", "p1 cc"),
            *("d db 9d", "p1 cc", "p2 cbr 40", "p1 f"),
            **TWO,
        )
    )
    assert players["Ann"].aggression == 1  # a bet and a call
    assert players["Bo"].aggression is None  # it raised and bet, and called nothing
    assert players["Bo"].aggressive == 2


def test_wtsd_is_the_share_of_hands_with_a_flop() -> None:
    shown = text(KNOWN, *RIVER, "p1 sm AcAd", "p2 sm KcKd", **TWO)
    folded = text(KNOWN, "p2 cc", "p1 cc", "d db 2c3c4c", "p1 cbr 2", "p2 f", **TWO)
    early = text(KNOWN, "p2 f", **TWO)
    players = after(shown, folded, early)
    assert players["Ann"].wtsd == players["Bo"].wtsd == 1 / 2
    assert (players["Ann"].won_at_showdown, players["Bo"].won_at_showdown) == (1, 0)


def test_a_split_pot_counts_as_a_won_showdown() -> None:
    players = after(text(KNOWN, *RIVER, "p1 sm AcKd", "p2 sm AdKc", **TWO))
    assert players["Ann"].won_at_showdown == players["Bo"].won_at_showdown == 1


def test_a_returned_uncalled_bet_is_not_a_win() -> None:
    """Player p2 has more chips than p1, so a part of the bet is returned. That is not a win."""
    short = {**KNOWN, "starting_stacks": "[50, 200]"}
    board = ("p1 sm AcAd", "p2 sm KcKd", "d db 2c3c4c", "d db 9d", "d db Ts")
    players = after(text(short, "p2 cbr 200", "p1 cc", *board, **TWO))
    assert (players["Ann"].won_at_showdown, players["Bo"].won_at_showdown) == (1, 0)


def test_a_hand_without_a_known_winner_counts_except_for_winnings() -> None:
    players = after(text(KNOWN, *RIVER, "p1 sm ????", "p2 sm ????", **TWO))
    assert (players["Ann"].wtsd, players["Ann"].won_at_showdown) == (1, None)
    assert players["Ann"].win_rate is None


def test_the_win_rate_has_a_95_percent_interval() -> None:
    hands = [text(KNOWN, "p2 f", **TWO), text(KNOWN, "p2 cbr 4", "p1 f", **TWO)]
    won = after(*hands)["Ann"].win_rate  # it won half a big blind, then lost one
    assert won.bb_100 == -25
    assert isclose(won.within, 100 * 1.96 * sqrt(2 * 0.75**2) / sqrt(2))
    assert after(hands[0])["Ann"].win_rate.within is None


def test_an_impossible_hand_is_not_counted() -> None:
    stats = Stats()
    with pytest.raises(HistoryError):
        stats.add(phh.read(text(KNOWN, "p1 f", **TWO)))
    assert (stats.hands, stats.players) == (0, {})


def test_counts_of_many_hands_are_consistent() -> None:
    stats = Stats()
    for seed in range(200):
        stats.add(play(seed, "tda").history)
    assert sum(player.hands for player in stats) > 400
    for player in stats:
        assert player.raised <= player.voluntary <= player.hands
        assert player.three_bets <= player.three_bet_chances <= player.hands
        assert player.showdowns_won <= player.showdowns <= player.flops <= player.hands
    assert [player.hands for player in stats] == sorted(
        (player.hands for player in stats), reverse=True
    )


SIX = {
    **THREE,
    "antes": "[0, 0, 0, 0, 0, 0]",
    "blinds_or_straddles": "[2, 4, 0, 0, 0, 0]",
    "starting_stacks": "[400, 400, 400, 400, 400, 400]",
}
SEATS = {"players": "['Sb', 'Bb', 'Utg', 'Hj', 'Co', 'Btn']"}


def six(*actions: str, **options: Any) -> Stats:
    stats = Stats(**options)
    dealt = [f"d dh p{n} ????" for n in range(1, 7)]
    stats.add(phh.read(text(SIX, *dealt, *actions, dealt=False, **SEATS)))
    return stats


def test_a_raise_from_a_late_seat_into_folds_is_a_steal() -> None:
    players = six(
        "p3 f", "p4 f", "p5 f", "p6 cbr 12", "p1 f", "p2 cc", "d db 2c3c4c", "p2 f"
    ).players
    # the cutoff had the opportunity too
    assert (players["Co"].steal, players["Btn"].steal) == (0, 1)
    assert players["Hj"].steal is None
    assert (players["Sb"].fold_to_steal, players["Bb"].fold_to_steal) == (1, 0)


def test_a_raise_after_a_call_is_not_a_steal() -> None:
    players = six("p3 cc", "p4 f", "p5 f", "p6 cbr 12", "p1 f", "p2 f", "p3 f").players
    assert players["Btn"].steal is None
    assert players["Sb"].fold_to_steal is None


def test_folds_to_three_bets_and_four_bets_are_counted() -> None:
    players = six(
        *("p3 cbr 12", "p4 f", "p5 cbr 36", "p6 f", "p1 f", "p2 f", "p3 cbr 100", "p5 f")
    ).players
    assert (players["Utg"].fold_to_three_bet, players["Utg"].four_bet) == (0, 1)
    assert players["Co"].fold_to_four_bet == 1
    assert players["Btn"].four_bet == 0  # there were two raises before its turn


def test_only_the_last_raiser_before_the_flop_can_continuation_bet() -> None:
    before = ("p3 cbr 12", "p4 f", "p5 f", "p6 cc", "p1 f", "p2 cc", "d db 2c3c4c", "p2 cc")
    players = six(*before, "p3 cbr 20", "p6 f", "p2 cc", "d db 9d", "p2 cc", "p3 cc").players
    assert players["Utg"].c_bet == 1
    assert (players["Btn"].fold_to_c_bet, players["Bb"].fold_to_c_bet) == (1, 0)
    players = six(*before[:-1], "p2 cbr 20", "p3 f", "p6 f").players
    assert players["Utg"].c_bet is None  # another player bet first


def test_statistics_are_kept_by_position() -> None:
    stats = six("p3 f", "p4 f", "p5 f", "p6 cbr 12", "p1 f", "p2 f", by_position=True)
    assert [(p.position, p.hands) for p in stats.at_positions("Btn")] == [("BTN", 1)]
    only = six("p3 f", "p4 f", "p5 f", "p6 cbr 12", "p1 f", "p2 f", only_position="BB")
    assert set(only.players) == {"Bb"}


def test_win_rates_before_and_after_rake_differ_by_the_rake() -> None:
    hand = text(KNOWN, "p2 cc", "p1 cc", "d db 2c3c4c", "p1 cbr 2", "p2 f", **TWO)
    player = after(hand + "winnings = [3, 0]\n_rake = 1\n")["Ann"]
    assert (player.win_rate.bb_100, player.bb_100_before_rake, player.rake) == (50, 100, 0.5)


def test_an_all_in_pot_is_shared_by_equity() -> None:
    board = ("p1 sm AcAd", "p2 sm KcKd", "d db 2c3c4c", "d db 9d", "d db Ks")
    hand = phh.read(text(KNOWN, "p2 cbr 200", "p1 cc", *board, **TWO))
    stats = Stats(equity=lambda hands, board, gone: (0.8, 0.2) if not board else (1.0, 0.0))
    stats.add(hand)
    assert stats.players["Bo"].win_rate.bb_100 == 10_000  # the kings won
    assert stats.players["Bo"].bb_100_adjusted == pytest.approx(-6_000)
    assert stats.players["Ann"].bb_100_adjusted == pytest.approx(6_000)
    assert stats.adjusted == 1


def test_a_cancelled_hand_is_not_counted() -> None:
    stats = Stats()
    stats.add(phh.read(text(KNOWN, **TWO) + "_cancelled = true\n"))
    assert (stats.hands, stats.cancelled, stats.players) == (0, 1, {})
