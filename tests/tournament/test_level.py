"""Blind levels: when they rise, their blinds, and breaks."""

from typing import Any

import pytest

from pokermasa.cards import Deck
from pokermasa.masa import Side
from pokermasa.rules import Blinds, Fold
from pokermasa.tournament import (
    Beyond,
    Break,
    Clock,
    Rise,
    Schedule,
    Structure,
    TenthAnte,
    Tournament,
    save,
)
from pokermasa.tournament.event import BreakBegan, BreakEnded, HandOver, LevelRose
from pokermasa.tournament.hand_context import HandContext
from tests.tournament.hall import acts, deck, fold_out, started, structure

SCALE = (Blinds(1, 2), Blinds(2, 4), Blinds(3, 6), Blinds(5, 10))


def blinds_of_hands(tournament: Tournament, count: int) -> list[int]:
    """Return the big blind of each of the next hands, in which every player folds."""
    bigs = []
    for _ in range(count):
        tournament = fold_out(tournament)
        bigs.append(tournament.table(0).masa.blinds.big)
    return bigs


@pytest.mark.statement("S003-06")
def test_the_level_rises_when_the_button_returns_to_its_start() -> None:
    agreed = structure("botpoker", Schedule(Rise.ORBITS, 1, SCALE))
    assert blinds_of_hands(started(3, agreed), 8) == [2, 2, 2, 4, 4, 4, 6, 6]


@pytest.mark.statement("S003-06")
def test_the_level_rises_when_the_button_passes_its_first_side_even_if_empty() -> None:
    agreed = structure("botpoker", Schedule(Rise.ORBITS, 1, SCALE))
    tournament: Any = started(4, agreed)
    assert tournament.table(0).masa.button is None
    # Hand 1, button on side 0; its owner goes all in against the big blind and is out.
    tournament = tournament.deal(0, deck("2c7d KhQd AsAh JcJd", "Ac 2h 9c 5d Ks"))
    tournament = acts(tournament.tournament, "FO AA FO AA")
    assert [tournament.entrants[p].name for p in tournament.players] == ["p1", "p2", "p3"]
    # The button visits 1, 2 and 3; then it passes side 0, where it began, on its way to 1.
    assert blinds_of_hands(tournament, 6) == [2, 2, 2, 4, 4, 4]


@pytest.mark.statement("S003-07")
def test_the_period_may_be_several_rounds_of_the_button() -> None:
    agreed = structure("botpoker", Schedule(Rise.ORBITS, 2, SCALE))
    assert blinds_of_hands(started(3, agreed), 13) == [2] * 6 + [4] * 6 + [6]


@pytest.mark.statement("S003-07")
def test_the_level_may_rise_every_n_steps_of_the_button() -> None:
    agreed = structure("botpoker", Schedule(Rise.STEPS, 2, SCALE))
    assert blinds_of_hands(started(5, agreed), 6) == [2, 2, 4, 4, 6, 6]


def test_the_level_may_rise_by_hands() -> None:
    agreed = structure(schedule=Schedule(Rise.HANDS, 3, SCALE))
    assert blinds_of_hands(started(2, agreed), 7) == [2, 2, 2, 4, 4, 4, 6]


@pytest.mark.statement("S003-03")
def test_on_document_003s_scale_the_big_blind_is_twice_the_small() -> None:
    schedule = Structure.named("botpoker").schedule
    assert all(blinds.big == 2 * blinds.small for blinds in schedule.levels)
    assert schedule.blinds(20).big == 2 * schedule.blinds(20).small


def test_beyond_the_scale_the_last_level_stays_or_doubles() -> None:
    stays = Schedule(Rise.HANDS, 1, SCALE)
    doubles = Schedule(Rise.HANDS, 1, SCALE, Beyond.DOUBLE)
    assert [stays.blinds(level).big for level in (3, 4, 90)] == [10, 10, 10]
    assert [doubles.blinds(level).big for level in (3, 4, 5)] == [10, 20, 40]
    assert doubles.blinds(10_000).verified()  # also after a very long night


@pytest.mark.statement("S003-10")
def test_the_ante_is_a_tenth_of_the_big_blind_rounded_down() -> None:
    ante = TenthAnte(from_hand=1)
    assert [ante.amount(big, buy_in=500, hand=1) for big in (100, 99, 10, 9)] == [10, 9, 1, 0]


@pytest.mark.statement("S003-11")
def test_the_ante_starts_when_a_tenth_of_the_big_blind_is_a_tenth_of_the_buy_in() -> None:
    ante = TenthAnte()
    assert [ante.amount(big, buy_in=100, hand=99) for big in (50, 98, 100, 110)] == [0, 0, 10, 11]


@pytest.mark.statement("S003-09", "S003-10", "S003-11")
def test_in_a_game_everybody_pays_the_ante_once_it_is_due() -> None:
    scale = (Blinds(25, 50), Blinds(50, 100))
    agreed = structure("botpoker", Schedule(Rise.HANDS, 1, scale), ante=TenthAnte())
    tournament = fold_out(started(3, agreed))  # blinds 25 and 50, stacks 100: no ante yet
    assert tournament.table(0).masa.blinds.ante == 0
    dealer = tournament.deal(0, deck("")).tournament.table(0).masa.game.situation.dealer
    assert dealer.blinds == Blinds(50, 100, 10)
    assert dealer.gathered == 30


def test_the_ante_may_start_with_a_hand() -> None:
    agreed = structure("botpoker", ante=TenthAnte(from_hand=3), schedule=Schedule(
        Rise.HANDS, 100, (Blinds(10, 20),)))  # fmt: skip
    tournament = started(3, agreed)
    antes = []
    for _ in range(4):
        tournament = fold_out(tournament)
        antes.append(tournament.table(0).masa.blinds.ante)
    assert antes == [0, 0, 2, 2]


# Time


def timed(**options: Any) -> Structure:
    return structure(schedule=Schedule(Rise.TIME, 60, SCALE, **options))


def test_time_passes_only_through_ticks() -> None:
    tournament = started(3, timed())
    change = tournament.tick(59)
    assert change.tournament.blinds.big == 2
    change = change.tournament.tick(1)
    assert LevelRose(1, Blinds(2, 4)) in change.events
    assert change.tournament.tick(60).tournament.blinds.big == 6


def test_a_hand_is_finished_at_the_blinds_it_began_with() -> None:
    tournament = started(3, timed()).deal(0, deck("")).tournament
    tournament = tournament.tick(60).tournament
    assert tournament.table(0).masa.blinds.big == 2
    assert tournament.table(0).masa.game is not None
    tournament = fold_out(acts(tournament, "FO FO"))
    assert tournament.table(0).masa.blinds.big == 4


def test_a_break_follows_its_level_and_nothing_is_dealt_in_it() -> None:
    tournament = started(3, timed(breaks=(Break(after=1, length=30),)))
    change = tournament.tick(60)
    assert BreakBegan(30) in change.events
    assert change.tournament.on_break
    assert not change.tournament.may_deal(0)
    change = change.tournament.tick(30)
    assert BreakEnded() in change.events
    assert change.tournament.may_deal(0)
    # The break did not count as playing time.
    assert change.tournament.tick(59).tournament.clock.level == 1
    assert change.tournament.tick(60).tournament.clock.level == 2


def test_tick_longer_than_the_rest_of_a_break_continues_in_the_level() -> None:
    tournament = started(3, timed(breaks=(Break(after=1, length=30),)))
    resting = tournament.tick(70).tournament
    assert (resting.clock.level, resting.clock.rest) == (1, 20)
    change = resting.tick(45)
    clock = change.tournament.clock
    assert (clock.level, clock.rest, clock.count) == (1, 0, 60 + 25)
    assert [e for e in change.events if isinstance(e, BreakBegan | BreakEnded | LevelRose)] == [
        BreakEnded()
    ]
    assert change.tournament.tick(34).tournament.clock.level == 1
    assert change.tournament.tick(35).tournament.clock.level == 2


def test_tick_from_one_break_into_the_next_reports_the_end_and_the_start() -> None:
    tournament = started(3, timed(breaks=(Break(after=1, length=30), Break(after=2, length=10))))
    resting = tournament.tick(70).tournament
    change = resting.tick(20 + 60 + 5)
    assert (change.tournament.clock.level, change.tournament.clock.rest) == (2, 5)
    kinds = BreakBegan | BreakEnded | LevelRose
    received = [type(e) for e in change.events if isinstance(e, kinds)]
    assert received == [BreakEnded, BreakBegan, LevelRose]
    assert BreakBegan(5) in change.events


def test_a_tick_longer_than_a_break_also_advances_the_level_after_the_break() -> None:
    tournament = started(3, timed(breaks=(Break(after=1, length=30),)))
    change = tournament.tick(60 + 30 + 25)
    assert not change.tournament.on_break
    assert change.tournament.may_deal(0)
    assert (change.tournament.clock.level, change.tournament.clock.count) == (1, 60 + 25)
    assert LevelRose(1, Blinds(2, 4)) in change.events
    assert tournament.tick(60 + 30 + 60).tournament.clock.level == 2


def test_a_called_break_that_a_tick_outlasts_is_over_where_levels_count_hands() -> None:
    agreed = structure(schedule=Schedule(Rise.HANDS, 3, SCALE))
    resting = started(3, agreed).take_break(30).tournament
    change = resting.tick(31)
    assert BreakEnded() in change.events
    assert (change.tournament.clock.rest, change.tournament.clock.level) == (0, 0)
    assert change.tournament.may_deal(0)


def test_one_tick_has_the_same_effect_as_several_short_ones() -> None:
    schedule = Schedule(Rise.TIME, 60, SCALE, breaks=(Break(1, 45), Break(3, 10)))
    whole = Clock().advanced(1000, schedule)
    bits = Clock()
    for _ in range(1000):
        bits = bits.advanced(1, schedule)
    assert whole == bits
    assert whole.level == (1000 - 55) // 60


def test_time_does_not_count_while_the_tournament_is_paused() -> None:
    paused = started(3, timed()).pause().tournament
    assert paused.tick(600).tournament == paused


def test_a_hand_is_recorded_with_the_level_in_which_it_was_dealt() -> None:
    """Holds also if a later level has the same blinds, and after a restart during the hand."""
    levels = (Blinds(1, 2), Blinds(1, 2, 1), Blinds(1, 2, 2))
    agreed = structure(schedule=Schedule(Rise.TIME, 60, levels))
    tournament = started(3, agreed).deal(0, Deck()).tournament
    tournament = tournament.next_level().tournament.tick(60).tournament
    assert tournament.clock.level == 2
    tournament = acts(save.read(save.write(tournament)), "FO")
    change = tournament.move(0, tournament.table(0).masa.to_act, Fold())
    (over,) = [event for event in change.events if isinstance(event, HandOver)]
    assert HandContext.from_change(change, over).level == 1
    next_hand = fold_out(change.tournament)
    assert next_hand.table(0).level == 2


def test_button_that_does_not_move_is_not_an_orbit() -> None:
    schedule = Schedule(Rise.ORBITS, 1, SCALE)
    clock = Clock()
    for _ in range(4):
        clock = clock.dealing(Side(2), 5, schedule)
    assert clock.level == 0
