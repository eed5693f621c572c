"""The masa of document 000, sentence by sentence, and the button of documents 002 and 003."""

from collections.abc import Mapping
from typing import Any

import pytest

from pokermasa.cards import Deck
from pokermasa.masa import Game, GameStatus, Masa, MasaRefusal, SeatStatus, Side, event
from pokermasa.notation import fen
from pokermasa.rules import Blinds, Role
from tests.cases import each
from tests.masa.host import (
    INVOLVED,
    NEXT,
    OTHERS,
    SITOUT,
    dealt_in,
    events_of,
    fold_round,
    hand,
    places,
    play,
    refusal,
    seated,
    stacked,
    stacks,
    statuses,
)

THREE = {0: 200, 1: 200, 3: 60}


def style_hand() -> Masa:
    """Return a hand on sides 0, 1 and 3 of five, with the button on side 0."""
    masa = seated(THREE, sides=5, blinds=Blinds(1, 2))
    deck = stacked("Kd Kc", "7s 2h", "As Qh", board="Ah 7c 2d 9s 4h")
    return masa.deal(deck).masa


# Sides and seats


@pytest.mark.statement("S000-01")
def test_a_masa_has_nine_sides_or_five() -> None:
    assert Masa.open().sides == 9
    assert Masa.open(sides=5).sides == 5


@each("sides", range(2, 11))
def test_masa_may_have_two_to_ten_sides(sides: int) -> None:
    masa = seated(dict.fromkeys(range(sides), 100), sides=sides)
    assert dealt_in(masa.deal(Deck()).masa) == tuple(range(sides))


@pytest.mark.statement("S000-02")
def test_a_masa_may_carry_a_game_status_and_each_seat_has_stack_and_status() -> None:
    masa = seated({0: 200, 1: 100}, sides=5)
    assert masa.status is None
    assert masa.seat(0).stack == 200
    assert masa.seat(0).status is NEXT
    dealt = masa.deal(Deck()).masa
    assert dealt.status is GameStatus.STARTED
    assert dealt.seat(0).status is INVOLVED


def test_the_seat_statuses_have_the_names_of_the_document() -> None:
    assert [status.value for status in SeatStatus] == [
        "WaitOthers",
        "WaitNextHand",
        "SitoutNextHand",
        "Involved",
    ]


@pytest.mark.statement("S000-03")
def test_a_seat_is_bought_on_an_empty_side_only() -> None:
    masa = seated({2: 200}, sides=5)
    assert refusal(masa, lambda: masa.buy_in(2, 100)) is MasaRefusal.SIDE_TAKEN
    assert stacks(masa) == {2: 200}
    change = masa.buy_in(3, 100)
    assert stacks(change.masa) == {2: 200, 3: 100}
    assert change.events == (event.PlayerJoined(Side(3), 100),)


@pytest.mark.statement("S000-04")
def test_a_seat_alone_waits_for_others() -> None:
    assert statuses(seated({2: 200}, sides=5)) == {2: OTHERS}


@pytest.mark.statement("S000-05")
def test_the_second_buy_in_makes_both_wait_for_the_next_hand() -> None:
    assert statuses(seated({2: 200, 0: 200}, sides=5)) == {0: NEXT, 2: NEXT}


@pytest.mark.statement("S000-06")
def test_every_later_buy_in_waits_for_the_next_hand() -> None:
    masa = seated({2: 200, 0: 200, 4: 200}, sides=5)
    assert statuses(masa) == {0: NEXT, 2: NEXT, 4: NEXT}
    during = masa.deal(Deck()).masa.buy_in(1, 50).masa
    assert statuses(during) == {0: INVOLVED, 1: NEXT, 2: INVOLVED, 4: INVOLVED}


@pytest.mark.statement("S000-07")
def test_without_a_game_sitting_out_frees_the_side() -> None:
    change = seated({0: 200, 1: 150}, sides=5).sitout_next(1, True)
    assert stacks(change.masa) == {0: 200}
    assert statuses(change.masa) == {0: OTHERS}
    assert change.events == (event.SitoutNext(Side(1), True), event.PlayerLeft(Side(1), 150))


@pytest.mark.statement("S000-08")
def test_with_a_game_sitting_out_marks_the_seat() -> None:
    masa = style_hand().sitout_next(1, True).masa
    assert statuses(masa) == {0: INVOLVED, 1: SITOUT, 3: INVOLVED}
    assert stacks(masa) == THREE
    waiting = masa.buy_in(2, 80).masa.sitout_next(2, True).masa
    assert waiting.seat(2).status is SITOUT


@pytest.mark.statement("S000-09")
def test_marked_seats_leave_when_the_game_is_finished() -> None:
    masa = style_hand().buy_in(2, 80).masa.sitout_next(2, True).masa
    masa = masa.sitout_next(1, True).masa
    change = play(masa, "0 RR6", "1 FO", "3 FO")
    assert statuses(change.masa) == {0: NEXT, 3: NEXT}
    assert events_of(change, event.PlayerLeft) == [
        event.PlayerLeft(Side(1), 199),
        event.PlayerLeft(Side(2), 80),
    ]


def test_a_marked_seat_plays_the_hand_to_its_end() -> None:
    masa = style_hand().sitout_next(3, True).masa
    change = play(masa, "0 RR6", "1 FO", "3 AA", "0 CA")
    assert events_of(change, event.PlayerLeft) == [event.PlayerLeft(Side(3), 121)]
    assert stacks(change.masa) == {0: 140, 1: 199}


@pytest.mark.statement("S000-19")
def test_sitting_out_takes_a_boolean_and_can_be_taken_back() -> None:
    marked = style_hand().sitout_next(1, True).masa
    back = marked.sitout_next(1, False).masa
    assert back.seat(1).status is INVOLVED
    assert 1 in fold_round(back).seats
    waiting = style_hand().buy_in(2, 80).masa.sitout_next(2, True).masa
    assert waiting.sitout_next(2, False).masa.seat(2).status is NEXT


def test_taking_back_sitting_out_between_hands_changes_nothing() -> None:
    masa = seated({0: 200, 1: 150}, sides=5)
    assert masa.sitout_next(1, False).masa == masa


# The game


@pytest.mark.statement("S000-10")
def test_two_or_more_seats_and_no_game_make_the_masa_dealable() -> None:
    assert not Masa.open(sides=5).is_dealable
    assert not seated({0: 200}, sides=5).is_dealable
    assert seated({0: 200, 3: 200}, sides=5).is_dealable
    assert seated(THREE, sides=5).is_dealable
    assert not style_hand().is_dealable
    assert fold_round(style_hand()).is_dealable


@pytest.mark.statement("S000-11")
def test_while_a_hand_is_dealt_seats_act_through_moves() -> None:
    change = play(style_hand(), "0 RR6")
    assert change.masa.to_act == 1
    assert events_of(change, event.PlayerActed)[0].side == 0
    assert events_of(change, event.ActorRotated) == [event.ActorRotated(Side(1), price=6)]
    assert change.masa.game is not None
    assert fen.write(change.masa.game.situation.dealer).splitlines() == [
        "2 P 0 1 4!0 0 1 2",
        "I 194 6 RR6",
        "I 199 1 .",
        "I 58 2 .",
    ]
    # Only the player to act may act, and only during a hand.
    assert refusal(change.masa, lambda: play(change.masa, "3 FO")) is MasaRefusal.NOT_TO_ACT
    over = fold_round(change.masa)
    assert refusal(over, lambda: play(over, "1 FO")) is MasaRefusal.NO_GAME


@pytest.mark.statement("S000-12", "S002-04")
def test_the_hand_of_the_style_page_with_a_gap_between_the_sides() -> None:
    """Stack 2 is on side 3. Chips, blinds and button must be assigned to sides."""
    dealt = style_hand()
    assert dealt.game is not None
    assert dealt.game.sides == (0, 1, 3)
    assert fen.write(dealt.game.situation.dealer).splitlines() == [
        "2 P 0 0 2!0 0 1 2",
        "I 200 0 .",
        "I 199 1 .",
        "I 58 2 .",
    ]
    assert places(dealt) == (0, 1, 3)
    change = play(dealt, "0 RR6", "1 FO", "3 AA", "0 CA")
    assert stacks(change.masa) == {0: 140, 1: 199, 3: 121}
    assert change.masa.button == 1
    (ended,) = events_of(change, event.HandEnded)
    assert ended.status is GameStatus.SHOWDOWN
    assert ended.stacks == ((0, 140), (1, 199), (3, 121))


@pytest.mark.statement("S000-12")
def test_seats_keep_their_starting_chips_during_the_hand() -> None:
    assert stacks(play(style_hand(), "0 RR6", "1 FO").masa) == THREE


@pytest.mark.statement("S000-13")
def test_finishing_makes_the_seats_that_stay_wait_for_the_next_hand() -> None:
    assert statuses(fold_round(style_hand())) == {0: NEXT, 1: NEXT, 3: NEXT}


@pytest.mark.statement("S000-14")
def test_finishing_clears_the_game_status() -> None:
    masa = fold_round(style_hand())
    assert masa.status is None
    assert masa.game is None
    assert masa.to_act is None


@pytest.mark.statement("S000-12", "S000-13", "S000-14")
def test_finish_can_be_called_on_a_game_that_is_over() -> None:
    """`move` does this already, but a masa that was built directly can be finished too."""
    masa = play(style_hand(), "0 RR6", "1 FO").masa
    assert masa.game is not None
    over: Game = masa.game.replace(
        situation=masa.game.situation.move(masa.game.situation.possible_acts[0]).situation_after
    )
    finished = masa.replace(game=over, status=GameStatus.ONE_WIN).finish().masa
    assert stacks(finished) == {0: 203, 1: 199, 3: 58}
    assert statuses(finished) == {0: NEXT, 1: NEXT, 3: NEXT}
    assert finished.status is None


def test_finish_changes_nothing_while_a_hand_goes_on_or_without_one() -> None:
    dealt = style_hand()
    assert dealt.finish().masa == dealt
    idle = seated(THREE, sides=5)
    assert idle.finish().masa == idle


@pytest.mark.statement("S000-15")
@each(
    ("status", "is_game", "dealt", "finished"),
    [
        (None, False, False, False),
        (GameStatus.CREATED, True, True, False),
        (GameStatus.STARTED, True, True, False),
        (GameStatus.ONE_WIN, True, False, True),
        (GameStatus.SHOWDOWN, True, False, True),
        (GameStatus.ABORTED, True, False, True),
    ],
)
def test_game_dealt_and_finished_are_read_off_the_status(
    status: GameStatus | None, is_game: bool, dealt: bool, finished: bool
) -> None:
    masa = seated(THREE, sides=5).replace(status=status)
    assert (masa.is_game, masa.no_game) == (is_game, not is_game)
    assert (masa.dealt, masa.finished) == (dealt, finished)
    assert masa.is_dealable is not is_game


@pytest.mark.statement("S000-15")
def test_the_statuses_are_ordered_as_the_document_compares_them() -> None:
    assert sorted(GameStatus) == [
        GameStatus.CREATED,
        GameStatus.STARTED,
        GameStatus.ONE_WIN,
        GameStatus.SHOWDOWN,
        GameStatus.ABORTED,
    ]


# How many, and who


@pytest.mark.statement("S000-16")
@pytest.mark.parametrize(
    ("taken", "no_one", "only_one", "heads_up", "at_least_two"),
    [
        ([], True, False, False, False),
        ([4], False, True, False, False),
        ([0, 4], False, False, True, True),
        ([0, 2, 4], False, False, False, True),
    ],
)
def test_number_of_players(
    taken: list[int], no_one: bool, only_one: bool, heads_up: bool, at_least_two: bool
) -> None:
    masa = seated(dict.fromkeys(taken, 100), sides=5)
    assert masa.nb_players == len(masa.players) == len(taken)
    assert (masa.no_one, masa.only_one) == (no_one, only_one)
    assert (masa.heads_up, masa.at_least_two) == (heads_up, at_least_two)


@pytest.mark.statement("S000-17")
def test_player_on_a_side() -> None:
    masa = seated({1: 100}, sides=5)
    player = masa.player(1)
    assert player is not None
    assert (player.stack, player.status) == (100, OTHERS)
    assert masa.player(2) is None
    assert (masa.is_full(1), masa.is_empty(1)) == (True, False)
    assert (masa.is_full(2), masa.is_empty(2)) == (False, True)


@pytest.mark.statement("S000-18")
def test_a_side_is_an_index_and_the_seats_are_an_ordinary_mapping() -> None:
    masa: Any = seated({3: 60, 0: 200}, sides=5)
    assert isinstance(masa.seats, Mapping)
    assert list(masa.seats) == [0, 3]
    assert masa.seat(3).stack == 60
    assert 1 not in masa.seats
    assert masa.seats.get(1) is None
    assert [seat.stack for seat in masa.players] == [200, 60]


@pytest.mark.parametrize("masa", [seated(THREE), style_hand(), fold_round(style_hand())])
def test_a_masa_does_not_change(masa: Any) -> None:
    """Checked between hands, during a hand and after it."""
    with pytest.raises(AttributeError):
        masa.sides = 3
    with pytest.raises(TypeError):
        masa.seats[0] = masa.seat(1)


# The button of documents 002 and 003 (dead buttons: test_position)


@pytest.mark.statement("S002-04", "S003-01")
def test_the_button_moves_one_place_clockwise_after_each_hand() -> None:
    masa = seated(dict.fromkeys((0, 1, 3, 4), 200), sides=5)
    buttons = []
    for _ in range(5):
        masa = masa.deal(Deck()).masa
        buttons.append(places(masa))
        masa = fold_round(masa)
    assert buttons == [(0, 1, 3), (1, 3, 4), (3, 4, 0), (4, 0, 1), (0, 1, 3)]


@pytest.mark.statement("S003-01")
def test_button_skips_players_without_chips_and_players_who_are_away() -> None:
    """Side 1 has no chips, side 3 is away, so the new player on side 2 gets the button."""
    masa = seated({0: 200, 1: 2, 3: 200, 4: 200}, sides=5).away(3).masa
    dealt = masa.deal(stacked("As Ah", "2c 7d", "Ks Kh", board="Ac 8d 9h Jc 3s")).masa
    broke = play(dealt, "0 CA", "1 AA", "4 CH", *["4 CH", "0 CH"] * 3).masa
    assert broke.seat(1).stack == 0
    broke = broke.buy_in(2, 200).masa
    assert places(broke.deal(Deck()).masa) == (2, 4, 0)


@pytest.mark.statement("S003-24")
def test_folded_player_is_dealt_in_the_next_hand() -> None:
    masa = play(style_hand(), "0 FO", "1 FO").masa
    again = masa.deal(Deck()).masa
    assert again.game is not None
    assert dealt_in(again) == (0, 1, 3)
    assert {stack.role for stack in again.game.situation.dealer.stacks} == {Role.INVOLVED}


@pytest.mark.statement("S000-05", "S000-13")
def test_winner_whose_opponents_have_all_left_waits_for_others() -> None:
    masa = style_hand().sitout_next(0, True).masa.sitout_next(1, True).masa
    assert statuses(fold_round(masa)) == {3: OTHERS}


def test_hands_are_counted() -> None:
    assert hand(hand(seated(THREE, sides=5))).hands == 2
