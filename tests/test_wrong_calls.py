"""Tests that wrong calls of the library are refused with a message that says what would have been
right.

Each row was once a bare Python error (such as `AttributeError: 'int' object has no attribute …`) or
was accepted with another meaning.
"""

import re
from collections.abc import Callable
from typing import Any

import pytest

from pokermasa.arena import Cup, Match, RoundRobin, play, play_all, play_cup
from pokermasa.cards import Card, Deck
from pokermasa.equity import equity
from pokermasa.histories import Hands, Stats, acpc, ohh, phh, pokerstars, save
from pokermasa.histories.record import record
from pokermasa.histories.replay import result, scenes
from pokermasa.masa import Masa, Terms
from pokermasa.masa import save as masa_save
from pokermasa.notation import fen
from pokermasa.ranges import chart
from pokermasa.room import Server
from pokermasa.rules import (
    BadHand,
    Betting,
    Blinds,
    Call,
    Dealer,
    Fold,
    HandDealer,
    Raise,
    Situation,
    StackIndex,
    View,
    as_all_in,
    injected,
)
from pokermasa.solve import Subgame, judge, push_or_fold, solve
from pokermasa.strength import HandValue, Range, rank
from pokermasa.study import analyse
from pokermasa.tournament import Points, Structure, Tournament, TournamentRefusal, icm
from pokermasa.tournament import save as tournament_save
from pokermasa.tournament.refusal import TournamentError
from pokermasa.tournament.simulation import played
from tests.cases import each

TEXT = "variant = 'NT'\n"
DEALER = Dealer.start([200, 200, 60], 0, Blinds(1, 2), "tda")
SITUATION = Situation(DEALER)
CARDS = HandDealer(["Kd Kc", "7s 2h"], "Ah 7c 2d 9s 4h")
MASA = Masa.open(6, 2, "tda").buy_in(0, 200).masa.buy_in(1, 200).masa
OPEN = Tournament.open(Structure.sit_and_go(players=3))
FULL = OPEN.register("Ann").tournament.register("Bo").tournament.register("Cy").tournament
HAND = record([200, 200], 0, 2, CARDS, [Fold()])
PLAYING = FULL.start([0, 1, 2]).tournament.deal(0, Deck()).tournament


WRONG: list[tuple[Callable[[Any], Any], Any, str]] = [
    # cards and hand values
    (lambda x: Card(x, 2), 14.0, "no card has rank 14.0 and suit 2"),
    (lambda x: Card(14, x), 2.0, "no card has rank 14 and suit 2.0"),
    (Card.from_number, 5.0, "no card has number 5.0"),
    (rank, 5, "rank takes five to seven cards, as read_cards returns them, not 5"),
    (rank, ["As", "Ks", "Qs", "Js", "Ts"], "rank takes five to seven cards, as read_cards"),
    (HandValue, "x", "no hand has rank 'x': they are 1 to 7462"),
    (HandValue, None, "no hand has rank None"),
    # one hand
    (Blinds.from_big_blind, "2", "the big blind is a whole number of chips, not '2'"),
    (Blinds.from_big_blind, None, "the big blind is a whole number of chips, not None"),
    (lambda x: View.from_situation(x, 0), DEALER, "a view is of a Situation, not of Dealer("),
    (lambda x: as_all_in(x, Raise(200)), SITUATION, "as_all_in takes the View of the player"),
    (lambda x: injected(x, 3), 1, "winners are stack indexes from 0 to 2, as in [1], not 1"),
    (lambda x: injected(x, 3), [3], "winners are stack indexes from 0 to 2, as in [1], not [3]"),
    (lambda x: injected(x, 3), ["Ann"], "winners are stack indexes from 0 to 2"),
    (lambda x: injected(x, 3), [], "winners are stack indexes from 0 to 2"),
    (lambda x: injected([StackIndex(1)], x), None, "a hand has 2 to 10 players, not None"),
    (lambda x: injected([StackIndex(1)], x), 10**20, "a hand has 2 to 10 players, not 100000"),
    (Range.from_grid, None, "a grid of hands has 13 rows of 13 weights"),
    (Range.from_grid, [5] * 13, "a grid of hands has 13 rows of 13 weights"),
    (DEALER.distribute_all, None, "3 stacks need as many values, not None"),
    (fen.write, 5, "a Fen is of a Dealer or a Situation, not of 5"),
    (lambda x: fen.write(DEALER, x), "002", "a dialect is '000' or '001', not '002'"),
    # a table
    (lambda x: Masa.open(terms=x), 5, "terms are Terms(least_buy_in=40, …), not 5"),
    (lambda x: Masa.open(terms=x), {"time_bank": 5}, "terms are Terms(least_buy_in=40, …), not {"),
    (lambda x: Masa.open(terms=Terms(least_buy_in=x)), "5", "that is not a whole number: '5'"),
    (lambda x: Masa.open(terms=Terms(straddle=x)), "perhaps", "straddle is True or False"),
    (lambda x: Masa.open(terms=Terms(rabbit=x)), 1, "rabbit is True or False, not 1"),
    (lambda x: Masa.open(terms=Terms(time_bank=x)), -1, "at least 0, not -1"),
    (lambda x: MASA.buy_in(2, 200, kept=x), "100", "that is not a whole number: '100'"),
    (lambda x: MASA.buy_in(2, 200, returns=x), "later", "returns is True or False, not 'later'"),
    (lambda x: MASA.sitout_next(0, x), "later", "value is True or False, not 'later'"),
    (lambda x: MASA.back(0, x), 2, "posts is True or False, not 2"),
    (lambda x: MASA.replace(rules=x), "vegas", "no house rules are named 'vegas'"),
    (masa_save.read, 5, "read takes the text of a saved masa, not 5"),
    (masa_save.read, "{}", "that is no saved masa: {}"),
    (masa_save.read, "[1]", "that is no saved masa: [1]"),
    (masa_save.read, "table.json", "that is no saved masa: 'table.json'"),
    (masa_save.read, masa_save.write(MASA)[:-9], "that is no saved masa: '{"),
    (masa_save.read, masa_save.write(MASA).replace('"seats"', '"chairs"'), "no saved masa: '{"),
    (
        masa_save.read,
        masa_save.write(MASA).replace('"straddle":false', '"straddle":"perhaps"'),
        "straddle is True or False, not 'perhaps'",
    ),
    (masa_save.read, '{"version": 1}', "that is no saved masa: '{"),
    (masa_save.write, 5, "write takes a Masa, not 5"),
    # a tournament
    (lambda x: Structure.sit_and_go(x), "3", "a sit-and-go is for 2 to 10 players, not '3'"),
    (lambda x: Structure.sit_and_go(3, x), "200", "a stack is a number of chips above 0, not '2"),
    (lambda x: Structure.sit_and_go(3, x), 0, "a stack is a number of chips above 0, not 0"),
    (lambda x: Structure.sit_and_go(3, schedule=x), 5, "schedule: expected a Schedule, not 5"),
    (lambda x: Structure.sit_and_go(3, buy_in=x), "9", "buy_in: expected a whole number, not '9'"),
    (lambda x: Structure.sit_and_go(3, buy_in=x), -1, "buy_in: expected a whole number, not -1"),
    (Structure.named, ["turbo"], "no structure is called ['turbo']; included are"),
    (Structure.from_data, "turbo", "expected the data of a structure, not 'turbo'"),
    (lambda x: Structure.named("turbo").blinds(x, 1), "1", "a level is a number from 0, not '1'"),
    (Tournament.open, "turbo", "such as Structure.named(\"turbo\"), not 'turbo'"),
    (OPEN.register, 5, "that is not a name: 5; a name needs at least one visible character"),
    (FULL.start, None, "the draw must name every entrant once: None"),
    (lambda x: PLAYING.name_at(0, x), 9, "there is no such side: 9"),
    (PLAYING.take_break, "x", "a break has a length of at least 1, not 'x'"),
    (PLAYING.decline, 5, "there is no such player in the tournament: 5"),
    (lambda x: Points(((1, 0),)).for_place(x, 2), "1", "a place is a number from 1, not '1'"),
    (lambda x: Points(((1, 0),)).for_place(x, 2), 0, "a place is a number from 1, not 0"),
    (lambda x: Points(((1, 0),)).for_place(1, x), "2", "players are a number from 1, not '2'"),
    (lambda x: icm.shares(x, [1]), 5, "stacks and prizes are numbers, one after the other"),
    (lambda x: icm.shares(x, [1]), [0, 0], "at least one stack must have chips"),
    (lambda x: icm.shares(x, [1]), [5, float("nan")], "stacks and prizes are numbers from 0 on"),
    (lambda x: icm.shares([1, 2], x), ["x"], "stacks and prizes are numbers from 0 on, not 'x'"),
    (lambda x: icm.shares([1, 2], x), [-1], "stacks and prizes are numbers from 0 on, not -1"),
    (lambda x: list(played(x, Deck, lambda *_: Fold())), 5, "played takes a Tournament, not 5"),
    (tournament_save.read, 5, "read takes the text of a saved tournament, not 5"),
    (tournament_save.read, "{}", "that is no saved tournament: {}"),
    (tournament_save.read, "cup.json", "that is no saved tournament: 'cup.json'"),
    (tournament_save.read, '{"version": 1}', "that is no saved tournament: '{"),
    (tournament_save.write, 5, "write takes a Tournament, not 5"),
    # hand histories
    (result, TEXT, "a History was expected, as phh.read returns it, not str"),
    (lambda x: list(scenes(x)), TEXT, "a History was expected, as phh.read returns it, not str"),
    (analyse, TEXT, "a History was expected, as phh.read returns it, not str"),
    (
        lambda x: record([9, 9], 0, Blinds(1, 2), x, []),
        None,
        "the cards of a hand are a HandDealer",
    ),
    (lambda x: record([9, 9], 0, Blinds(1, 2), CARDS, x), None, "acts are a row of acts"),
    (
        lambda x: record([9, 9], 0, Blinds(1, 2), CARDS, [Call()], names=x),
        ["Ann"],
        "2 stacks have as many names, not ['Ann']",
    ),
    (lambda x: record(x, 0, 2, CARDS, []), 9, "stacks are chips for each player, not 9"),
    (Hands, HAND, "several hands were expected, as histories.load returns them, not History"),
    (Hands, "hands.phh", "several hands were expected, as histories.load returns them, not str"),
    (Hands, [TEXT], "a History was expected, as phh.read returns it, not str"),
    (
        Stats.from_hands,
        HAND,
        "several hands were expected, as histories.load returns them, not History",
    ),
    (
        Stats.from_hands,
        None,
        "several hands were expected, as histories.load returns them, not NoneType",
    ),
    (lambda x: save("a.phhs", x), None, "several hands were expected, as histories.load"),
    (lambda x: Stats(only_position=x), "button", "a position is one of UTG, UTG+1, UTG+2, UTG+3"),
    (lambda x: pokerstars.write(HAND, x), "Ann", "the hero is a stack from 0 to 1, or None; not '"),
    (lambda x: ohh.write(HAND, hero=x), 2, "the hero is a stack from 0 to 1, or None; not 2"),
    (lambda x: list(phh.write_all(x)), 5, "write_all takes pairs of a key and a History"),
    (acpc.Game.read, 5, "a game definition is a text, not 5"),
    (acpc.LogState.read, 5, "a state is a line of text, not 5"),
    (acpc.named, 5, "no game is named 5; known: holdem.limit.2p.reverse_blinds"),
    (acpc.MatchState.read, 5, "a state is a line of text, not 5"),
    # equity, the solver, the arena, a room
    (lambda x: equity(["AhKh", "QQ"], seed=x), "x", "a seed must be at least 0"),
    (lambda x: equity(["AhKh", "QQ"], precision=x), "x", "the precision is a share of the pot"),
    (lambda x: equity(["AhKh", "QQ"], exact=x), "perhaps", "exact is True or False, not 'perhaps'"),
    (lambda x: chart("BTN", players=x), "6", "2 to 9 players, not '6'"),
    (lambda x: chart("BTN", depth=x), "100", "the depth is a number of big blinds above 0, not '"),
    (chart("BTN").percent, "shove", "an act is one of "),
    (chart("BTN").range, 5, "an act is one of "),
    (push_or_fold, "10", "in big blinds: a small blind from 0 to 1"),
    (lambda x: push_or_fold(10, target=x), None, "a target is in big blinds, not None"),
    (solve, 5, "a Subgame was expected, not 5"),
    (lambda x: judge(x, lambda place: {}), 5, "a Subgame was expected, not 5"),
    (play, "caller", "a Match was expected, not 'caller'"),
    (play, RoundRobin((), deals=1), "a Match was expected, not RoundRobin("),
    (play_all, 5, "a RoundRobin was expected, not 5"),
    (play_all, RoundRobin("caller"), "two bots or more are needed, not 'caller'"),  # type: ignore[arg-type]
    (play_cup, 5, "a Cup was expected, not 5"),
    (play_cup, Cup(("caller", "folder"), "turbo"), "a cup has a Structure"),  # type: ignore[arg-type]
    (
        lambda x: Match.between("caller", "folder", rules=x),
        "limit",
        "a match has no option rules; it has",
    ),
    (lambda x: Server(data=x), 5, "data is the path of a folder, not 5"),
]


@each(("call", "given", "words"), WRONG)
def test_a_wrong_call_is_refused_in_words(
    call: Callable[[Any], Any], given: Any, words: str
) -> None:
    with pytest.raises(ValueError, match=re.escape(words)) as refused:
        call(given)
    assert len(str(refused.value)) < 400


@each("hands", [5, None, "AhKh QQ"])
def test_equity_of_something_that_is_no_list_of_hands_is_refused_in_words(hands: Any) -> None:
    with pytest.raises(TypeError, match="hands must be a list with one hand per player, not"):
        equity(hands)


@each("viewer", [3, -1, "0", 1.5])
def test_a_view_of_a_stack_that_is_not_there_is_refused(viewer: Any) -> None:
    with pytest.raises(IndexError, match="there is no stack"):
        View.from_situation(SITUATION, viewer)


def test_an_invisible_name_is_refused_and_not_called_taken() -> None:
    with pytest.raises(TournamentError) as refused:
        OPEN.register(" ")
    assert refused.value.code is TournamentRefusal.BAD_NAME


def test_terms_given_as_text_equal_the_same_terms_as_values() -> None:
    no: Any = "no"
    masa = Masa.open(terms=Terms(straddle=no, run_twice=no, rabbit=no))
    assert masa.terms == Terms()
    assert MASA.sitout_next(0, no).masa.seats == MASA.seats


def test_rules_of_a_changed_masa_may_be_given_by_name() -> None:
    assert MASA.replace(rules="tda, betting=fixed-limit").rules.betting is Betting.FIXED_LIMIT


def test_a_recorded_hand_takes_the_blinds_as_a_dealer_does() -> None:
    for blinds in (2, (1, 2), Blinds(1, 2)):
        text = phh.write(record([9, 9], 0, blinds, CARDS, [Fold()], rules="tda"))
        assert "blinds_or_straddles = [2, 1]" in text or "blinds_or_straddles = [1, 2]" in text
    with pytest.raises(BadHand):
        record([9, 9], 0, (1, 20), CARDS, [Fold()], rules="limit")


def test_bots_of_a_round_robin_and_a_cup_may_be_given_by_name() -> None:
    names: Any = ("raiser", "folder")
    assert [row.name for row in play_all(RoundRobin(names, deals=4)).ranking] == list(names)
    cup = play_cup(Cup(names, Structure.sit_and_go(2, stack=150), rounds=1))
    assert cup.cup.names == names


def test_a_spot_is_still_solved() -> None:
    subgame = Subgame.from_board(
        "2c 7d 9h Js Qs", pot=100, stack=100, oop="AA", ip="KK", bets="all-in"
    )
    assert solve(subgame, target=1.0).root.frequencies
