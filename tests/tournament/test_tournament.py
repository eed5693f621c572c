"""A tournament from registration to the end."""

import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from pokermasa.cards import Deck
from pokermasa.masa.event import DealPocketCards, Dealt, PlayerActed
from pokermasa.rules import Blinds, Call, Check, IllegalAct, Raise, Refusal
from pokermasa.tournament import (
    Beyond,
    Change,
    EntrantStatus,
    Payouts,
    Player,
    Points,
    Rise,
    Schedule,
    Status,
    Structure,
    TableNumber,
    Tournament,
    TournamentError,
    TournamentRefusal,
    save,
)
from pokermasa.tournament.event import (
    AtTable,
    Eliminated,
    Finished,
    HandForHand,
    Moved,
    TableOpened,
)
from pokermasa.tournament.simulation import played
from tests.cases import each
from tests.tournament.hall import (
    FAST,
    acts,
    bust,
    coin,
    deck,
    fold_out,
    started,
    structure,
)


def refused(code: TournamentRefusal, call: Callable[..., Change], *args: Any) -> None:
    with pytest.raises(TournamentError) as error:
        call(*args)
    assert error.value.code is code
    assert code.words in str(error.value)


def entered(agreed: Structure, *names: str) -> Tournament:
    tournament = Tournament.open(agreed)
    for name in names:
        tournament = tournament.register(name).tournament
    return tournament


# The button


@pytest.mark.statement("S003-01", "S002-04")
def test_the_button_passes_to_the_next_active_player_after_each_hand() -> None:
    tournament = started(4, structure("botpoker"))
    buttons = []
    for _ in range(5):
        tournament = fold_out(tournament)
        buttons.append(tournament.table(0).masa.last_game.situation.dealer.button)
    assert buttons == [0, 1, 2, 3, 0]


@pytest.mark.statement("S003-01")
def test_button_skips_eliminated_players() -> None:
    tournament = started(4, structure("botpoker"))
    tournament = tournament.deal(0, deck("KhKd 7c2d AsAh 8c3d", "AcAdTh9h5s")).tournament
    tournament = acts(tournament, "FO FO IN IN")  # the small blind, side 1, is out
    assert sorted(tournament.table(0).players) == [0, 2, 3]
    dealt = tournament.deal(0, Deck()).tournament.table(0).masa
    assert dealt.button == 2


@pytest.mark.statement("S003-02", "S003-04")
def test_blinds_are_next_to_the_button_and_heads_up_the_button_pays_the_big_one() -> None:
    dealt = started(4, structure("botpoker")).deal(0, Deck()).tournament.table(0).masa
    assert dealt.positions == (0, 1, 2)
    dealt = started(2, structure("botpoker")).deal(0, Deck()).tournament.table(0).masa
    assert dealt.positions.button == dealt.positions.big


# Registration


def test_registration_before_the_start() -> None:
    tournament = entered(structure(most=3), "Ada", "Cem", "Gao")
    assert (tournament.entries, tournament.pool, tournament.alive) == (3, 300, 0)
    refused(TournamentRefusal.FULL, tournament.register, "Ivo")
    tournament = tournament.withdraw(1).tournament
    refused(TournamentRefusal.NAME_TAKEN, tournament.register, "Ada")
    tournament = tournament.register("Cem").tournament
    refused(TournamentRefusal.BAD_DRAW, tournament.start, [0, 1, 2])
    tournament = tournament.start([3, 0, 2]).tournament
    assert [tournament.name_at(0, side) for side in range(3)] == ["Cem", "Ada", "Gao"]
    assert tournament.balances
    refused(TournamentRefusal.REGISTRATION_CLOSED, tournament.register, "Ivo")
    refused(TournamentRefusal.NOT_ALLOWED, tournament.withdraw, 0)
    refused(TournamentRefusal.NOT_ALLOWED, tournament.start, [0])


def test_a_sit_and_go_starts_when_it_is_full() -> None:
    tournament = entered(Structure.sit_and_go(3), "Ada", "Cem")
    refused(TournamentRefusal.TOO_FEW, tournament.start, [0, 1])
    tournament = tournament.register("Gao").tournament
    refused(TournamentRefusal.FULL, tournament.register, "Ivo")
    assert tournament.start([2, 1, 0]).tournament.may_deal(0)


@each("players", range(2, 11))
def test_sit_and_gos_of_every_size_play_to_the_end(players: int) -> None:
    dice = Random(players)
    *_, last = played(
        started(players, Structure.sit_and_go(players)), lambda: Deck.shuffled(dice), coin(dice)
    )
    results = last.tournament.results
    assert sum(result.prize for result in results) == 100 * players
    assert last.tournament.balances


def test_late_registration_is_open_while_the_levels_allow_it() -> None:
    agreed = structure(
        seats=3, late_levels=1, schedule=Schedule(Rise.HANDS, 2, (Blinds(1, 2), Blinds(2, 4)))
    )
    tournament = started(3, agreed)
    change = tournament.register("late")
    assert TableOpened(TableNumber(1)) in change.events
    assert [t.size for t in change.tournament.tables] == [2, 2]  # one of the three has moved
    assert [e.to for e in change.events if isinstance(e, Moved)] == [1]
    tournament = change.tournament
    assert tournament.balances
    assert (tournament.alive, tournament.entries) == (4, 4)
    for _ in range(3):
        tournament = fold_out(tournament)
    assert tournament.clock.level == 1
    refused(TournamentRefusal.REGISTRATION_CLOSED, tournament.register, "later")


def test_re_entry_is_a_new_entry_of_the_same_player() -> None:
    agreed = structure(seats=6, late_levels=9, re_entries=1)
    tournament = bust(started(4, agreed)).tournament
    out = next(p for p, e in enumerate(tournament.entrants) if e.status is EntrantStatus.OUT)
    name = tournament.entrants[out].name
    refused(TournamentRefusal.NAME_TAKEN, tournament.register, "p3")
    tournament = tournament.register(name).tournament
    assert (tournament.entries, tournament.alive, tournament.pool) == (5, 4, 500)
    assert tournament.balances
    tournament = tournament.disqualify(4).tournament
    refused(TournamentRefusal.NO_RE_ENTRY, tournament.register, name)


def test_player_cannot_enter_more_often_than_allowed() -> None:
    agreed = structure(seats=6, late_levels=9, re_entries=1)
    tournament = bust(started(4, agreed)).tournament
    again = [e.name for e in tournament.entrants if e.status is EntrantStatus.OUT]
    tournament = tournament.register(again[0]).tournament
    tournament = bust(tournament, victim=4).tournament
    assert tournament.entrants[4].status is EntrantStatus.OUT
    refused(TournamentRefusal.NO_RE_ENTRY, tournament.register, again[0])


MINUTES = Schedule(Rise.TIME, 60, (Blinds(1, 2),))
HALVES = Payouts(((99, (50, 30, 20)),))


def one_left(**options: Any) -> Tournament:
    """Return a tournament in which player 2 has all chips in the first level.

    Players 0 and 1 may enter again.
    """
    usual: dict[str, Any] = {"late_levels": 1, "re_entries": 1, "payouts": HALVES}
    tournament = started(3, structure(schedule=MINUTES, **(usual | options)))
    return bust(bust(tournament).tournament).tournament


def test_with_one_player_left_the_tournament_waits_while_others_may_enter_again() -> None:
    tournament = one_left()
    assert (tournament.alive, tournament.status) == (1, Status.RUNNING)
    assert tournament.awaited == [0, 1]
    assert save.read(save.write(tournament)) == tournament
    assert not tournament.tick(59).tournament.is_ended


def test_with_one_player_left_the_tournament_ends_when_registration_closes() -> None:
    for ended in (one_left().tick(60), one_left().next_level()):
        assert ended.tournament.is_ended
        assert isinstance(ended.events[-1], Finished)
        assert [r.prize for r in ended.tournament.results] == [150, 90, 60]


def test_with_one_player_left_the_tournament_ends_when_everybody_has_declined() -> None:
    tournament = one_left()
    first, second = tournament.awaited
    tournament = tournament.decline([first]).tournament
    assert (tournament.awaited, tournament.is_ended) == ([second], False)
    assert save.read(save.write(tournament)) == tournament
    change = tournament.decline([second])
    assert change.tournament.is_ended
    assert tournament.replay(change.events) == change.tournament


def test_a_player_who_declined_may_enter_again_after_all() -> None:
    tournament = one_left()
    player = tournament.awaited[0]
    tournament = tournament.decline([player]).tournament
    tournament = tournament.register(tournament.entrants[player].name).tournament
    assert (tournament.alive, tournament.awaited, tournament.may_deal(0)) == (2, [], True)


def test_only_a_player_who_may_enter_again_can_decline() -> None:
    refused(TournamentRefusal.NO_RE_ENTRY, started(3).decline, [1])
    tournament = one_left()
    refused(TournamentRefusal.NO_RE_ENTRY, tournament.decline, tournament.players)
    refused(TournamentRefusal.NO_SUCH_PLAYER, tournament.decline, [77])
    tournament = tournament.register(tournament.entrants[1].name).tournament
    refused(TournamentRefusal.NO_RE_ENTRY, tournament.decline, [1])  # an earlier entry


def test_a_tournament_that_is_full_or_has_no_re_entry_ends_with_the_last_bust() -> None:
    assert one_left(most=3).is_ended
    assert one_left(re_entries=0).is_ended
    assert one_left(late_levels=0).is_ended


def test_an_entry_withdrawn_before_the_start_does_not_count_as_a_re_entry() -> None:
    agreed = structure(late_levels=9, re_entries=1)
    tournament = entered(agreed, "Ada", "Cem").withdraw(0).tournament.register("Ada").tournament
    tournament = bust(tournament.start([1, 2]).tournament, victim=2).tournament
    assert tournament.awaited == [2]


def test_a_player_who_entered_again_is_paid_for_one_place() -> None:
    """The earlier entry ranks behind all others and wins no prize and no points."""
    tournament = one_left(re_entries=2, points=Points(((9, 5, 3, 2),)))
    tournament = tournament.register("p0").tournament
    tournament = bust(tournament, victim=3).tournament.tick(60).tournament
    results = [(r.place, r.name, r.prize, r.points) for r in tournament.results]
    assert results == [(1, "p2", 200, 9), (2, "p0", 120, 5), (3, "p1", 80, 3), (4, "p0", 0, 0)]


def test_prizes_of_repeated_entries_move_up_if_there_are_more_prizes_than_people() -> None:
    agreed = structure(schedule=MINUTES, late_levels=1, re_entries=1, payouts=HALVES)
    tournament = bust(started(2, agreed), victim=1).tournament.register("p1").tournament
    ended = bust(tournament, victim=2).tournament
    assert ended.is_ended
    assert [(r.name, r.prize) for r in ended.results] == [("p0", 188), ("p1", 112), ("p1", 0)]
    assert ended.paid_places == 2


# The director


def test_a_pause_lets_hands_finish_and_deals_no_more() -> None:
    tournament = started(3).deal(0, Deck()).tournament.pause().tournament
    tournament = acts(tournament, "FO FO")
    refused(TournamentRefusal.PAUSED, tournament.deal, 0, Deck())
    refused(TournamentRefusal.NOT_RUNNING, tournament.pause)
    tournament = tournament.resume().tournament
    refused(TournamentRefusal.NOT_ALLOWED, tournament.resume)
    assert tournament.deal(0, Deck()).tournament.hands == 2


def test_a_break_can_be_called_and_ended_early() -> None:
    tournament = started(3).take_break(300).tournament
    refused(TournamentRefusal.ON_BREAK, tournament.deal, 0, Deck())
    assert tournament.tick(299).tournament.on_break
    assert not tournament.tick(300).tournament.on_break
    assert tournament.resume().tournament.may_deal(0)


def test_a_disqualified_player_is_last_and_the_chips_are_out_of_play() -> None:
    tournament = bust(started(5)).tournament.disqualify(4).tournament
    chips = tournament.forfeited
    assert chips > 0
    assert tournament.balances
    assert tournament.alive == 3
    assert tournament.results[-1].name == "p4"
    refused(TournamentRefusal.NO_SUCH_PLAYER, tournament.disqualify, 4)
    refused(TournamentRefusal.NO_SUCH_PLAYER, tournament.disqualify, 77)


def test_disqualified_in_mid_hand_a_player_folds_in_turn() -> None:
    tournament = started(4).deal(0, Deck()).tournament  # side 3 is to act, then 0, 1, 2
    tournament = tournament.disqualify(0).tournament
    assert tournament.place(0) == (0, 0)
    tournament = acts(tournament, "CA")
    assert tournament.table(0).masa.to_act == 1
    tournament = acts(tournament, "FO FO")
    assert tournament.place(0) is None
    assert (tournament.forfeited, tournament.balances) == (100, True)
    assert sorted(tournament.table(0).players) == [1, 2, 3]


def test_last_player_wins_all_prizes_if_all_others_are_disqualified() -> None:
    agreed = structure(payouts=Payouts(((9, (50, 30, 20)),)))
    tournament = started(3, agreed).disqualify(0).tournament.disqualify(2).tournament
    assert tournament.is_ended
    assert tournament.winner == 1
    assert [result.prize for result in tournament.results] == [300, 0, 0]


def test_time_outs_check_or_fold() -> None:
    tournament = started(3).deal(0, Deck()).tournament
    for _ in range(2):
        tournament = tournament.timed_out(0, tournament.table(0).masa.to_act).tournament
    assert tournament.table(0).is_idle
    assert tournament.balances


def test_player_who_is_away_is_still_dealt_in() -> None:
    tournament = started(3).away(0, 1, True).tournament
    dealt = tournament.deal(0, Deck()).tournament.table(0).masa
    assert list(dealt.game.sides) == [0, 1, 2]


def test_errors_of_the_rules_are_passed_on() -> None:
    tournament = started(3).deal(0, Deck()).tournament
    with pytest.raises(IllegalAct):
        tournament.move(0, 0, Raise(3))
    refused(TournamentRefusal.NO_SUCH_TABLE, tournament.move, 1, 0, Raise(4))
    refused(TournamentRefusal.NOT_DEALABLE, tournament.deal, 0, Deck())
    refused(TournamentRefusal.NOT_ALLOWED, tournament.tick, -1)


# Hand for hand


def on_the_bubble() -> Tournament:
    """Return a tournament of eight players at two tables with seven paid places."""
    agreed = structure(seats=5, payouts=Payouts(((99, (30, 20, 15, 12, 10, 8, 5)),)))
    change = bust(started(9, agreed))
    assert HandForHand(True) in change.events
    assert [t.size for t in change.tournament.tables] == [4, 4]
    return change.tournament


def test_tables_wait_for_each_other_in_hand_for_hand_play() -> None:
    tournament = fold_out(on_the_bubble(), table=0)
    refused(TournamentRefusal.HAND_FOR_HAND, tournament.deal, 0, Deck())
    tournament = fold_out(tournament, table=1)
    assert tournament.may_deal(0)
    assert tournament.may_deal(1)


def test_players_who_go_out_at_different_tables_in_one_round_are_ranked_by_stack() -> None:
    change = bust(on_the_bubble(), table=1)  # player 1, who had 100
    assert (change.tournament.alive, len(change.tournament.ranking.out)) == (7, 1)
    change = bust(change.tournament, table=0)  # player 4, who had less, and so is behind
    assert HandForHand(False) in change.events
    places = [(e.place, e.players) for e in change.events if isinstance(e, Eliminated)]
    assert places == [(8, (4,)), (7, (1,))]


def test_equal_stacks_that_go_out_in_one_round_share_the_prize() -> None:
    agreed = structure(seats=4, payouts=Payouts(((99, (40, 25, 15, 10, 6, 4)),)))
    tournament = started(7, agreed)  # six of seven are paid: hand for hand from the start
    assert tournament.round is not None
    tournament = bust(tournament, table=1).tournament
    change = bust(tournament, table=0)
    assert HandForHand(False) in change.events
    assert [len(group) for group in change.tournament.ranking.out] == [2]
    prizes = [r.prize for r in change.tournament.results if r.place == 6]
    assert prizes == [14, 14]  # the sixth prize is 28


def test_hand_for_hand_play_does_not_begin_while_registration_is_open() -> None:
    payouts = Payouts(((99, (30, 20, 15, 12, 10, 8, 5)),))
    agreed = structure(seats=5, payouts=payouts, late_levels=1)
    assert bust(started(9, agreed)).tournament.round is None


def test_a_saved_hand_for_hand_round_includes_its_eliminated_players() -> None:
    tournament = bust(on_the_bubble(), table=1).tournament
    assert tournament.round.busts
    again = save.read(save.write(tournament))
    assert again == tournament
    assert bust(again).tournament == bust(tournament).tournament


def test_without_hand_for_hand_tables_play_on() -> None:
    agreed = structure(
        seats=5, hand_for_hand=False, payouts=Payouts(((99, (30, 20, 15, 12, 10, 8, 5)),))
    )
    tournament = fold_out(bust(started(9, agreed)).tournament)
    assert tournament.may_deal(0)


# Visibility


def test_nobody_sees_the_cards_of_another_table_or_of_another_side() -> None:
    change = started(4, structure(seats=2)).deal(1, Deck())
    hole = [e for e in change.events if isinstance(e.event, DealPocketCards)]
    assert len(hole) == 2
    (mine,) = [e for e in change.seen_by(Player(1)) if isinstance(e.event, DealPocketCards)]
    assert mine.event.side == change.tournament.place(1)[1]
    for viewer in (None, 0, 2):  # a spectator, and the players of table 0
        assert not [e for e in change.seen_by(viewer) if isinstance(e.event, DealPocketCards)]  # type: ignore[arg-type]  # plain numbers
    assert not [e for e in change.seen_by(Player(1)) if isinstance(e.event, Dealt)]


def test_player_sees_the_own_table_with_the_own_cards() -> None:
    tournament = started(4, structure(seats=2)).deal(1, Deck()).tournament
    assert tournament.view(0) is None  # no hand is in progress at that table
    view = tournament.view(3)
    assert [player.cards is not None for player in view.players] == [False, True]


def test_event_of_a_finished_hand_is_visible_to_nobody() -> None:
    change = bust(started(3))
    assert any(type(e).__name__ == "HandOver" for e in change.events)
    for viewer in (None, 0, 1, 2):
        assert not any(type(e).__name__ == "HandOver" for e in change.seen_by(viewer))  # type: ignore[arg-type]  # plain numbers


# Saving


def test_tournament_saved_during_a_hand_is_read_back_equal_and_continues_equally() -> None:
    agreed = structure("botpoker", seats=3, schedule=FAST, late_levels=2, re_entries=1)
    tournament = started(8, agreed)
    tournament = bust(tournament).tournament.deal(1, Deck()).tournament.deal(0, Deck()).tournament
    text = save.write(tournament)
    again = save.read(text)
    assert again == tournament
    assert save.write(again) == text
    assert again.register("late").tournament == tournament.register("late").tournament
    assert acts(again, "FO", 1) == acts(tournament, "FO", 1)


def test_a_save_of_another_version_is_refused() -> None:
    data = save.to_data(started(2))
    with pytest.raises(ValueError, match="version 99"):
        save.from_data({**data, "version": 99})


@pytest.mark.parametrize("name", ["turbo", "regular", "botpoker"])
def test_replaying_the_causes_gives_the_same_tournament(name: str) -> None:
    dice = Random(8)
    opened = Tournament.open(Structure.named(name))
    journal: list[Any] = []
    tournament = opened
    for number in range(10):
        change = tournament.register(f"p{number}")
        journal += change.events
        tournament = change.tournament
    for change in (left := tournament.withdraw(9), left.tournament.register("late")):
        journal += change.events
    tournament = change.tournament
    begun = tournament.start(sorted([*range(9), 10], key=lambda _: dice.random()))
    journal += begun.events
    for change in played(begun.tournament, lambda: Deck.shuffled(dice), coin(dice), pace=60):
        journal += change.events
    causes = [e for e in journal if getattr(e, "cause", False)]
    assert any(isinstance(e, AtTable) for e in causes)
    written = [json.loads(json.dumps(save.cause_to_data(cause))) for cause in causes]
    assert change.tournament.is_ended
    ended = opened.replay(journal)
    assert ended == change.tournament
    assert opened.replay([save.cause_from_data(data) for data in written]) == ended


# Whole tournaments


def test_ended_tournament_deals_no_hand_and_takes_no_entry() -> None:
    tournament = bust(started(2)).tournament
    assert tournament.status is Status.ENDED
    refused(TournamentRefusal.NOT_RUNNING, tournament.deal, 0, Deck())
    refused(TournamentRefusal.REGISTRATION_CLOSED, tournament.register, "late")


def test_doubling_blinds_end_a_tournament_of_players_who_always_fold() -> None:
    agreed = structure(schedule=Schedule(Rise.HANDS, 2, (Blinds(1, 2),), Beyond.DOUBLE))
    dice = Random(1)
    *_, last = played(started(6, agreed), lambda: Deck.shuffled(dice), coin(dice, calls=0))
    assert last.tournament.is_ended


# Policies of simulated tournaments


def test_policy_may_send_a_call_or_raise_instead_of_all_in() -> None:
    """The tournament itself refuses such acts. The recorded act is the all-in."""

    def choose(player: Any, masa: Any) -> Raise | Check | Call:
        legal = masa.game.situation.legal
        if player % 2 and legal.price < legal.total and legal.closed is None:
            return Raise(to=legal.total)
        return Check() if legal.may_check else Call()

    dice = Random(3)
    tournament = started(6, structure(schedule=FAST))
    recorded = []
    for change in played(tournament, lambda: Deck.shuffled(dice), choose):
        tournament = change.tournament
        recorded += [
            event.event.recorded.code
            for event in change.events
            if isinstance(event, AtTable) and isinstance(event.event, PlayerActed)
        ]
    assert tournament.is_ended
    assert {"AC", "AF"} <= set(recorded)
    tournament = started(2).deal(0, Deck()).tournament
    with pytest.raises(IllegalAct) as error:
        tournament.move(0, tournament.table(0).masa.to_act, Raise(to=100))
    assert error.value.code is Refusal.USE_ALL_IN


def test_other_illegal_acts_of_a_policy_are_refused() -> None:
    tournament = started(2, structure(schedule=FAST))
    with pytest.raises(IllegalAct, match="too large"):
        list(played(tournament, Deck, lambda player, masa: Raise(to=101)))
