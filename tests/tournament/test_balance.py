"""Moving players between tables, and closing tables."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pokermasa.cards import Deck
from pokermasa.masa import Masa
from pokermasa.masa.event import PlayerJoined, PlayerLeft, Posted
from pokermasa.masa.fixed_map import FixedMap
from pokermasa.rules import Fold
from pokermasa.tournament import (
    Player,
    TableNumber,
    Tournament,
    TournamentError,
    TournamentRefusal,
    seating,
)
from pokermasa.tournament.balance import Sizes, next_big_blinds, next_lineup, worst_place
from pokermasa.tournament.event import AtTable, FinalTable, Moved, Seated, TableBroken
from pokermasa.tournament.simulation import hand, played
from pokermasa.tournament.table import Arrival, MoveReason
from tests.cases import each
from tests.tournament.hall import FAST, acts, bust, coin, started, structure


def masa(rules: str, sides: int, taken: list[int], hands: int = 1) -> Masa:
    """Return a masa between hands, after some hands in which every player folded."""
    opened = Masa.open(sides=sides, rules=rules)
    for side in taken:
        opened = opened.buy_in(side, 1000).masa
    for _ in range(hands):
        opened = opened.deal(Deck()).masa
        while opened.game is not None:
            opened = opened.timed_out(opened.to_act).masa
    return opened


@pytest.mark.parametrize("rules", ["masa", "tda"])
def test_the_player_next_due_the_big_blind_is_the_one_who_moves(rules: str) -> None:
    table = masa(rules, 9, [0, 2, 3, 5, 8], hands=1)  # button 0, blinds 2 and 3
    assert next_big_blinds(table) == [5, 8, 0, 2, 3]
    assert table.deal(Deck()).masa.positions.big == 5


def test_new_side_is_the_free_one_that_the_big_blind_reaches_first() -> None:
    # Button 0, blinds 1 and 2. The next big blind is 5, unless somebody sits down before it.
    assert worst_place(masa("tda", 9, [0, 1, 2, 5, 6])) == 3
    assert worst_place(masa("masa", 9, [0, 1, 2, 5, 6])) == 3
    assert worst_place(masa("masa", 9, [0, 1, 2, 3, 6])) == 4


def test_a_moved_player_does_not_get_the_side_of_the_small_blind_even_if_it_is_next() -> None:
    table = masa("tda", 6, [0, 1, 2, 3, 4])  # blinds 1 and 2
    table = table.leave(2).masa  # the side of the next small blind
    assert next_lineup(table).small == 2
    assert worst_place(table) == 5


def test_if_only_the_small_blind_is_open_the_player_waits_a_hand() -> None:
    table = masa("masa", 4, [0, 1, 3])  # the button moves to side 1; the small blind sits on side 2
    assert table.button == 1
    assert worst_place(table) is None
    after = masa("masa", 4, [0, 1, 3], hands=2)
    assert worst_place(after) == 2


@given(
    st.sampled_from(["masa", "tda", "botpoker", "limit"]),
    st.integers(3, 10),
    st.integers(0, 12),
    st.randoms(use_true_random=False),
)
def test_moved_player_does_not_begin_with_the_small_blind_and_no_free_side_is_worse(
    rules: str, sides: int, hands: int, dice: Random
) -> None:
    taken = sorted(dice.sample(range(sides), dice.randint(2, sides - 1)))
    table = masa(rules, sides, taken, hands + 1)
    side = worst_place(table)
    if side is None:
        return
    dealt = table.buy_in(side, 1000).masa.deal(Deck()).masa
    assert dealt.positions.small != side
    # Only on the side of the small blind would the big blind come sooner.
    for other in set(range(sides)) - set(taken) - {side}:
        there = table.buy_in(other, 1000).masa.deal(Deck()).masa
        if there.positions.small != other:
            distance = (other - there.positions.small) % sides
            assert (side - dealt.positions.small) % sides <= distance


def test_table_sizes_equal_a_recount() -> None:
    tournament = started(23, structure(seats=6, schedule=FAST))
    dice = Random(4)
    for change in played(tournament, lambda: Deck.shuffled(dice), coin(dice)):
        now = change.tournament
        assert now.sizes == Sizes.from_tables(now.tables, 6)


@pytest.mark.parametrize("seed", range(5))
def test_the_events_of_a_table_say_who_sits_down_and_who_leaves(seed: int) -> None:
    """A client that follows a table by its events knows its players after each hand."""
    dice = Random(seed)
    tournament = started(23, structure(seats=5))
    for change in played(tournament, lambda: Deck.shuffled(dice), coin(dice)):
        for index, table in enumerate(change.tournament.tables):
            before = tournament.tables[index] if index < len(tournament.tables) else None
            if table is None or before is None:
                continue
            sides = {side: seat.stack for side, seat in before.masa.seats.items()}
            for event in change.events:
                if not isinstance(event, AtTable) or event.table != index:
                    continue
                if isinstance(event.event, PlayerJoined):
                    assert event.event.side not in sides
                    sides[event.event.side] = event.event.stack
                elif isinstance(event.event, PlayerLeft):
                    del sides[event.event.side]
            assert sides.keys() == table.players.keys()
        tournament = change.tournament


def test_the_draw_seats_everybody_one_table_after_the_other() -> None:
    tournament = started(11, structure(seats=4), draw=[*range(10, -1, -1)])
    assert [sorted(t.players.values()) for t in tournament.tables] == [
        [1, 4, 7, 10],
        [0, 3, 6, 9],
        [2, 5, 8],
    ]
    assert tournament.sizes.spread == 1


def test_a_table_that_is_two_players_short_gets_the_next_big_blind_of_the_largest_table() -> None:
    tournament = bust(started(8, structure(seats=4)), table=0).tournament
    assert [len(t.players) for t in tournament.tables] == [3, 4]
    due = tournament.table(1).players[next_big_blinds(tournament.table(1).masa)[0]]
    change = bust(tournament, table=0)
    assert [e.player for e in change.events if isinstance(e, Moved)] == [due]
    assert [len(t.players) for t in change.tournament.tables] == [3, 3]


def test_no_player_is_moved_away_during_a_hand() -> None:
    tournament = started(8, structure(seats=4)).deal(1, Deck()).tournament
    tournament = bust(bust(tournament).tournament).tournament
    assert [t.size for t in tournament.tables] == [2, 4]
    tournament = acts(tournament, "FO FO", 1)
    change = tournament.move(1, tournament.table(1).masa.to_act, Fold())
    assert len([e for e in change.events if isinstance(e, Moved)]) == 1
    assert [t.size for t in change.tournament.tables] == [3, 3]


def test_player_who_comes_during_a_hand_is_seated_after_it() -> None:
    tournament = bust(started(8, structure(seats=4))).tournament
    tournament = tournament.deal(0, Deck()).tournament
    change = bust(tournament, table=1)  # 3 and 3: already balanced
    assert not any(isinstance(e, Moved) for e in change.events)
    newcomers = structure(seats=4, late_levels=1)
    tournament = tournament.replace(structure=newcomers).register("late").tournament
    assert tournament.place(8) == (0, None)
    assert tournament.table(0).arriving == (Arrival(Player(8), 100),)
    tournament = acts(tournament, "FO FO")
    number, side = tournament.place(8)
    assert (number, side is None, tournament.table(0).arriving) == (0, False, ())


def test_the_highest_table_is_broken_when_the_others_have_room_for_all() -> None:
    change = bust(started(9, structure(seats=4)))  # three tables of three; eight fit on two
    assert TableBroken(TableNumber(2)) in change.events
    assert change.tournament.open_tables == [0, 1]
    assert [t.size for t in change.tournament.tables if t] == [4, 4]
    assert sorted(e.player for e in change.events if isinstance(e, Moved)) == [2, 5, 8]


def test_waiting_player_sits_down_when_a_side_becomes_free() -> None:
    """A bug once left one seated and one waiting player, so that no hand could be dealt."""
    tournament = bust(started(3, structure("masa", seats=3, late_levels=9)), victim=2).tournament
    tournament = tournament.register("late").tournament  # side 2 would be the small blind
    assert tournament.place(3) == (0, None)
    tournament = tournament.disqualify(0).tournament
    assert tournament.place(3) != (0, None)
    assert tournament.may_deal(0)


def test_waiting_player_sits_down_when_another_player_is_moved_away() -> None:
    tournament = bust(started(3, structure("masa", seats=3, late_levels=9)), victim=2).tournament
    tournament = tournament.register("late").tournament
    assert tournament.place(3) == (0, None)
    # A second table opens, and one player is moved to it.
    tournament = tournament.register("later").tournament
    assert [table.size for table in tournament.tables] == [2, 2]
    assert tournament.place(3) != (0, None)
    assert tournament.may_deal(0)
    assert tournament.may_deal(1)


def test_moved_player_keeps_chips_time_bank_and_absence() -> None:
    tournament = bust(started(8, structure(seats=4, time_bank=60))).tournament
    side = next_big_blinds(tournament.table(1).masa)[0]
    player = tournament.table(1).players[side]
    tournament = tournament.spend_time_bank(1, side, 45).tournament.away(1, side, True).tournament
    tournament = bust(tournament).tournament
    number, side = tournament.place(player)
    seat = tournament.table(number).masa.seats[side]
    assert number == 0
    assert (seat.stack, seat.time_bank, seat.away) == (100, 15, True)


def test_a_table_to_be_broken_finishes_its_hand() -> None:
    tournament = started(9, structure(seats=4)).deal(2, Deck()).tournament
    change = bust(tournament)
    assert change.tournament.open_tables == [0, 1, 2]
    tournament = acts(change.tournament, "FO FO", 2)
    assert tournament.open_tables == [0, 1]
    with pytest.raises(TournamentError) as refused:
        tournament.deal(2, Deck())
    assert refused.value.code is TournamentRefusal.NO_SUCH_TABLE


@each("seed", range(6))
def test_late_entries_move_nobody_twice_within_an_orbit_unless_a_table_breaks(seed: int) -> None:
    """Eighteen players sit at two tables while others enter late."""
    dice = Random(seed)
    now = started(18, structure(seats=9, stack=1000, late_levels=99, re_entries=99))
    # By player: the table, and the number of hands dealt there before.
    moved: dict[int, tuple[int, int]] = {}
    late = 0
    for _ in range(3000):
        if dice.random() < 0.02 and late < 25:
            late += 1
            change = now.register(f"late {late}")
        else:
            number = dice.choice(now.open_tables)
            side = now.table(number).masa.to_act
            if side is None and not now.may_deal(number):
                continue
            if side is None:
                change = now.deal(number, Deck.shuffled(dice))
            else:
                act = coin(dice)(now.table(number).players[side], now.table(number).masa)
                change = now.move(number, side, act)
        broken = {e.table for e in change.events if isinstance(e, TableBroken)}
        for e in change.events:
            if isinstance(e, Moved) and e.table in broken:
                moved.pop(e.player, None)
            elif isinstance(e, Moved):
                if moved.get(e.player, (None, 0))[0] == e.table:
                    hands = now.table(e.table).masa.hands - moved[e.player][1]
                    assert hands >= now.structure.seats, f"moved twice in {hands} hands"
                moved[e.player] = e.to, -1
            elif isinstance(e, Seated) and moved.get(e.player, (None, 0))[1] == -1:
                there = change.tournament.tables[e.table]  # may have been closed by this change
                moved[e.player] = e.table, there.masa.hands if there else -1
        now = change.tournament
        if now.is_ended:
            break
    assert late > 5


def test_player_from_a_closed_table_is_moved_again_if_no_other_player_can_be() -> None:
    """A table of two could otherwise wait, or play heads-up, beside a table of five."""
    tournament = started(8, structure(seats=4))
    table = tournament.table(1)
    fresh = dict.fromkeys(table.players.values(), (MoveReason.BREAK, table.masa.hands))
    for move, sizes in ((MoveReason.BREAK, [3, 3]), (MoveReason.BALANCE, [2, 4])):
        moved = FixedMap({p: (move, hands) for p, (_, hands) in fresh.items()})
        busy = seating.with_table(tournament, TableNumber(1), replace(table, moved=moved))
        now = bust(bust(busy).tournament).tournament
        assert [t.size for t in now.tables] == sizes


def test_a_player_whom_the_director_moved_is_not_moved_back_at_once() -> None:
    tournament = started(8, structure(seats=5)).relocate(1, 0).tournament
    assert [t.size for t in tournament.tables] == [5, 3]
    change = bust(bust(tournament, table=1).tournament, table=0)
    assert [e.player for e in change.events if isinstance(e, Moved) and e.player == 1] == []


def test_the_last_table_is_the_final_table() -> None:
    dice = Random(1)
    events: list[Any] = []
    for change in played(
        started(30, structure(seats=9, schedule=FAST)), lambda: Deck.shuffled(dice), coin(dice)
    ):
        events += change.events
    assert [e for e in events if isinstance(e, FinalTable)] == [FinalTable(TableNumber(0))]
    assert sorted(e.table for e in events if isinstance(e, TableBroken)) == [1, 2, 3]


@each("seed", range(3))
@each("rules", ["tda", "botpoker"])
def test_sizes_differ_by_at_most_one_between_hands_and_nobody_moved_pays_the_small_blind(
    rules: str, seed: int
) -> None:
    dice = Random(seed)
    agreed = structure(rules, seats=6, schedule=FAST, hand_for_hand=False)
    now = started(60, agreed)
    newcomers: dict[Any, Any] = {}
    while not now.is_ended:
        for number in now.open_tables:
            if now.is_ended or now.tables[number] is None or not now.may_deal(number):
                continue
            change = hand(now, number, Deck.shuffled(dice), coin(dice))
            played_hand = change.tournament.tables[number]
            if played_hand is not None and number in newcomers:
                positions = [e.event.side for e in change.events if is_small_blind(e, now, number)]
                assert not set(positions) & newcomers[number]
            newcomers.pop(number, None)
            now = change.tournament
            assert now.sizes.spread <= 1
            moved = {e.player for e in change.events if isinstance(e, Moved)}
            broken = any(isinstance(e, TableBroken) for e in change.events)
            for e in change.events:
                # All players of a closed table arrive together; a player moved for balance arrives
                # alone.
                if isinstance(e, Seated) and e.player in moved and not broken:
                    newcomers.setdefault(e.table, set()).add(e.side)


def is_small_blind(event: Any, before: Tournament, number: TableNumber) -> bool:
    """Whether the event is the small blind of a table of three or more."""
    if not (isinstance(event, AtTable) and isinstance(event.event, Posted)):
        return False
    lineup = next_lineup(before.table(number).masa)
    return len(lineup.dealt) > 2 and event.event.side == lineup.small
