"""Players who go out, their places, prizes and points."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pokermasa.rules import BustOrder
from pokermasa.tournament import (
    Bust,
    EntrantStatus,
    League,
    Payouts,
    Player,
    Points,
    Ranking,
    Structure,
    Tournament,
)
from pokermasa.tournament.event import Eliminated, Finished
from pokermasa.tournament.payout import shared
from pokermasa.tournament.ranking import ordered
from pokermasa.tournament.save import league_from_data, league_to_data
from tests.tournament.hall import acts, all_in, deck, fold_out, started, structure


def named(tournament: Tournament) -> list[Any]:
    return [(result.place, result.name) for result in tournament.results]


def unequal(rules: str, stacks: list[Any], **options: Any) -> Tournament:
    """Return a table with the given stacks, for which every player has lost some chips."""
    tournament = started(len(stacks), structure(rules, **options))
    table = tournament.table(0)
    masa = table.masa
    seats = {side: seat.replace(stack=stack) for (side, seat), stack in
             zip(masa.seats.items(), stacks, strict=True)}  # fmt: skip
    total = sum(stacks) // len(stacks)
    agreed = structure(rules, stack=total, **options)
    changed = type(table)(masa.with_seats(seats), table.players)
    return tournament.replace(structure=agreed, tables=tournament.tables.put(0, changed))


@pytest.mark.statement("S003-25")
def test_player_without_chips_is_eliminated_and_plays_no_more_hands() -> None:
    tournament = started(3, structure("botpoker"))
    tournament = tournament.deal(0, deck("KhKd AsAh 7c2d", "3h4s9c9dJs")).tournament
    tournament = acts(tournament, "IN IN FO")
    assert tournament.entrants[0].status is EntrantStatus.OUT
    assert tournament.place(0) is None
    for _ in range(4):
        tournament = fold_out(tournament)
        assert 0 not in tournament.table(0).masa.last_game.sides
    assert named(tournament)[-1] == (3, "p0")


@pytest.mark.statement("S003-24")
def test_folded_player_is_back_in_the_next_hand() -> None:
    tournament = started(3, structure("botpoker"))
    tournament = acts(tournament.deal(0, deck("")).tournament, "FO FO")
    dealt = tournament.deal(0, deck("")).tournament.table(0).masa
    assert list(dealt.game.sides) == [0, 1, 2]
    assert dealt.game.situation.dealer.folds == 0


THREE_BUSTS = "KhKd AsAh QcQd JhJs"


@pytest.mark.statement("S003-27")
def test_in_botpoker_the_stronger_hand_of_players_eliminated_together_places_higher() -> None:
    # p1 has the aces and the largest stack; p0 holds kings, p2 queens, p3 jacks. p3 started with
    # the most.
    tournament = unequal("botpoker", [20, 200, 30, 50])
    change = tournament.deal(0, deck(THREE_BUSTS, "2c3d5h7s9c"))
    tournament = acts(change.tournament, "IN IN IN IN")
    assert named(tournament) == [(1, "p1"), (2, "p0"), (3, "p2"), (4, "p3")]
    assert tournament.is_ended


def test_in_cardrooms_the_larger_stack_at_the_start_of_the_hand_places_higher() -> None:
    tournament = unequal("tda", [20, 200, 30, 50])
    tournament = acts(tournament.deal(0, deck(THREE_BUSTS, "2c3d5h7s9c")).tournament, "IN IN IN IN")
    assert named(tournament) == [(1, "p1"), (2, "p3"), (3, "p2"), (4, "p0")]


def test_equal_stacks_tie_and_share_their_prizes() -> None:
    payouts = Payouts(((10, (50, 30, 20)),))
    tournament = unequal("tda", [30, 210, 30, 30], payouts=payouts, buy_in=25)
    change = tournament.deal(0, deck(THREE_BUSTS, "2c3d5h7s9c"))
    before = acts(change.tournament, "IN IN IN")
    masa = before.table(0).masa
    last = before.move(0, masa.to_act, all_in(masa.game.situation))
    tournament = last.tournament
    assert named(tournament) == [(1, "p1"), (2, "p0"), (2, "p2"), (2, "p3")]
    assert [result.prize for result in tournament.results] == [50, 17, 17, 16]
    (eliminated,) = [e for e in last.events if isinstance(e, Eliminated)]
    assert eliminated.prizes == (17, 17, 16)


def test_players_who_tie_get_one_event_each_with_the_shared_place() -> None:
    tournament = unequal("tda", [30, 210, 30, 40])
    tournament = tournament.deal(0, deck(THREE_BUSTS, "2c3d5h7s9c")).tournament
    tournament = acts(tournament, "IN IN IN")
    masa = tournament.table(0).masa
    events = tournament.move(0, masa.to_act, all_in(masa.game.situation)).events
    assert [e for e in events if isinstance(e, Eliminated | Finished)] == [
        Eliminated((0, 2), 3, 1, (0, 0)),  # type: ignore[arg-type]  # plain numbers
        Eliminated((3,), 2, 1, (140,)),  # type: ignore[arg-type]  # plain numbers
        Finished(Player(1)),
    ]


def test_two_groups_at_once_are_put_in_order() -> None:
    busts = [Bust(Player(4), 10, 5), Bust(Player(1), 30, 2), Bust(Player(2), 10, 9)]
    assert ordered(busts, BustOrder.STACK) == [(2, 4), (1,)]
    assert ordered(busts, BustOrder.HAND) == [(1,), (4,), (2,)]


def test_disqualified_players_rank_behind_all_others() -> None:
    ranking = (
        Ranking().with_busts([Bust(Player(0), 1, 1)], BustOrder.STACK).with_disqualified(Player(5))
    )
    ranking = ranking.with_disqualified(Player(2)).with_busts(
        [Bust(Player(1), 1, 1)], BustOrder.STACK
    )
    assert list(ranking.places([Player(7)])) == [
        (1, (7,)),
        (2, (1,)),
        (3, (0,)),
        (4, (2,)),
        (5, (5,)),
    ]


def test_after_a_tie_the_next_place_counts_everybody_before_it() -> None:
    busts = [
        Bust(Player(0), 10, 1),
        Bust(Player(1), 20, 1),
        Bust(Player(2), 20, 1),
        Bust(Player(3), 20, 1),
        Bust(Player(4), 30, 1),
    ]
    ranking = Ranking().with_busts(busts, BustOrder.STACK)
    assert list(ranking.places([Player(5)])) == [(1, (5,)), (2, (4,)), (3, (1, 2, 3)), (6, (0,))]


def test_after_a_tie_in_a_game_the_place_number_and_its_points_go_on_behind_it() -> None:
    """Two players tie for second place, so there is no third place."""
    points = Points(((10, 6, 3, -4),))
    tournament = unequal("tda", [20, 200, 30, 30], points=points)
    tournament = acts(tournament.deal(0, deck(THREE_BUSTS, "2c3d5h7s9c")).tournament, "IN IN IN IN")
    assert named(tournament) == [(1, "p1"), (2, "p2"), (2, "p3"), (4, "p0")]
    assert [result.points for result in tournament.results] == [10, 6, 6, -4]


# Points


@pytest.mark.statement("S003-26")
def test_everybody_takes_or_loses_points_by_placement() -> None:
    tournament = started(3, Structure.named("botpoker"))
    for text, hands in (("IN IN FO", "KhKd AsAh 7c2d"), ("IN IN", "AsAh KhKd")):
        tournament = tournament.deal(0, deck(hands, "3h4s9c9dJs")).tournament
        tournament = acts(tournament, text)
    assert tournament.is_ended
    assert [(r.place, r.points) for r in tournament.results] == [(1, 2), (2, 0), (3, -1)]


@pytest.mark.statement("S003-26")
def test_a_league_adds_points_over_many_games() -> None:
    league = League(Points(((2, 0, -1), (3, 1, 0, -1))))
    league = league.played([(1, "Ada"), (2, "Cem"), (3, "Gao")])
    league = league.played([(1, "Cem"), (2, "Gao"), (3, "Ada"), (4, "Ivo")])
    assert [(row.name, row.points, row.games, row.wins) for row in league.standings] == [
        ("Cem", 3, 2, 1),
        ("Ada", 2, 2, 1),
        ("Gao", 0, 2, 0),
        ("Ivo", -1, 1, 0),
    ]
    assert league_from_data(league_to_data(league)) == league


def test_player_who_entered_twice_counts_once_in_the_league() -> None:
    league = League(Points(((5, 1),))).played([(1, "Ada"), (2, "Cem"), (3, "Ada")])
    assert [(row.name, row.points, row.games) for row in league.standings] == [
        ("Ada", 5, 1),
        ("Cem", 1, 1),
    ]


# Payouts


@given(st.integers(0, 10**9), st.integers(2, 3000))
def test_prizes_sum_to_the_pool_and_never_rise_with_the_place(pool: int, entrants: int) -> None:
    prizes = Payouts().prizes(pool, entrants)
    assert sum(prizes) == pool
    assert list(prizes) == sorted(prizes, reverse=True)
    assert len(prizes) == Payouts().places(entrants) <= entrants


@given(st.integers(0, 10**6), st.integers(2, 200), st.data())
def test_tied_prizes_sum_to_the_same_pool(pool: int, entrants: int, data: st.DataObject) -> None:
    prizes = Payouts().prizes(pool, entrants)
    total, place = 0, 1
    while place <= entrants:
        tied = data.draw(st.integers(1, entrants - place + 1))
        shares = shared(prizes, place, tied)
        assert max(shares) - min(shares) <= 1
        total += sum(shares)
        place += tied
    assert total == pool


def test_the_usual_prizes_are_the_published_ones() -> None:
    assert Payouts().prizes(900, 9) == (450, 270, 180)
    assert Payouts().prizes(600, 6) == (390, 210)
    assert Payouts().prizes(200, 2) == (200,)
    big = Payouts().prizes(1_000_000, 10_000)
    assert len(big) == 1500
    assert 150 <= big[-1] <= 250  # about two buy-ins
    assert big[0] > 1.5 * big[1]
