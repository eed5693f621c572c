"""A hand on the masa: timeouts, acts chosen before the turn, showing, two boards, calling off."""

from random import Random
from typing import Any

import pytest

from pokermasa.cards import Deck, read_cards
from pokermasa.masa import (
    Change,
    Entry,
    GameStatus,
    Masa,
    MasaRefusal,
    Preselected,
    Side,
    Terms,
    event,
    save,
)
from pokermasa.rules import Blinds, Fold, Role, ShowdownRule
from tests.cases import each
from tests.masa.host import (
    INVOLVED,
    NEXT,
    dealt_in,
    events_of,
    fold_round,
    gathered,
    hand,
    places,
    play,
    refusal,
    seated,
    stacked,
    stacks,
    statuses,
    wagers,
)

ACES_KINGS_RAGS = ("As Ah", "Ks Kh", "7c 2d")
BOARD = "3c 4d 9h Js Qd"


def three(**opening: Any) -> Masa:
    """Return a masa with 100 chips on sides 0, 1 and 2, dealt with button 0 and blinds 1 and 2."""
    masa = seated(dict.fromkeys(range(3), 100), sides=5, **opening)
    return masa.deal(stacked(*ACES_KINGS_RAGS, board=BOARD)).masa


def sent_by_nobody(change: Change) -> list[tuple[int, str]]:
    return [(e.side, e.recorded.code) for e in events_of(change, event.AutoActed)]


# The order of a hand


@pytest.mark.statement("S004-14")
@each("rules", ["masa", "classic", "botpoker", "limit", "tda"])
def test_events_of_a_hand_come_in_the_order_of_document_004(
    rules: str,
) -> None:
    """Document 004 lists the phases of a hand."""
    first = seated(dict.fromkeys(range(3), 100), sides=5, rules=rules)
    masa = hand(first)
    change = masa.deal(stacked(*ACES_KINGS_RAGS, board=BOARD, button=1))
    (rotated,), posted = events_of(change, event.DealerRotated), events_of(change, event.Posted)
    assert (rotated.side, rotated.small, rotated.big) == (1, 2, 0)  # seen from side 0: one further
    assert [(e.side, e.live) for e in posted] == [(0, 2), (2, 1)]
    dealt = events_of(change, event.DealPocketCards)
    assert {e.side: e.cards for e in dealt} == {
        side: read_cards(cards) for side, cards in enumerate(ACES_KINGS_RAGS)
    }
    preflop = ["1 CA", "2 CA", "0 CH"]
    checked = ["2 CH", "0 CH", "1 CH"]
    change = play(change, *preflop, *3 * checked)
    phases = [
        type(e)
        for e in change.events
        if not isinstance(e, event.ActorRotated | event.Dealt)  # the deal itself, for the journal
    ]
    acts = [event.PlayerActed] * 3
    assert phases == [
        event.DealerRotated,
        *[event.Posted] * 2,
        *[event.DealPocketCards] * 3,
        *(*acts, event.BoardUpdated) * 3,
        *acts,
        event.HandsShown,
        event.HandEnded,
    ]
    assert [len(e.cards) for e in events_of(change, event.BoardUpdated)] == [3, 4, 5]
    assert events_of(change, event.HandEnded)[0].boards == (read_cards(BOARD),)


# Time


def test_player_who_times_out_with_chips_to_call_folds() -> None:
    change = three().timed_out(0)
    assert change.events[0] == event.TimedOut(Side(0))
    assert sent_by_nobody(change) == [(0, "FO")]
    assert change.masa.to_act == 1


def test_player_who_times_out_with_nothing_to_call_checks() -> None:
    change = play(three(), "0 CA", "1 CA").masa.timed_out(2)
    assert sent_by_nobody(change) == [(2, "CH")]
    assert change.masa.to_act == 1
    assert events_of(change, event.BoardUpdated)[0].cards == read_cards("3c 4d 9h")


def test_only_the_side_to_act_can_time_out() -> None:
    masa = three()
    assert refusal(masa, lambda: masa.timed_out(1)) is MasaRefusal.NOT_TO_ACT


def test_a_hand_in_which_everybody_times_out_ends() -> None:
    masa = three().timed_out(0).masa.timed_out(1).masa
    assert stacks(masa) == {0: 100, 1: 99, 2: 101}


# Acts chosen before the turn


@pytest.mark.parametrize(
    ("choice", "done"),
    [
        (Preselected.FOLD, [(2, "FO")]),
        (Preselected.CHECK, [(2, "CH")]),
        (Preselected.CHECK_FOLD, [(2, "CH")]),
    ],
)
def test_act_chosen_before_the_turn_with_nothing_to_call(
    choice: Preselected, done: list[tuple[int, str]]
) -> None:
    masa = three().preselect(2, choice).masa
    assert sent_by_nobody(play(masa, "0 CA", "1 CA")) == done


@pytest.mark.parametrize("choice", [Preselected.FOLD, Preselected.CHECK_FOLD])
def test_chosen_fold_stays_valid_when_the_price_rises(choice: Preselected) -> None:
    masa = three().preselect(2, choice).masa
    assert sent_by_nobody(play(masa, "0 RR6", "1 CA")) == [(2, "FO")]


@pytest.mark.parametrize("choice", [Preselected.CHECK, Preselected.CALL])
def test_chosen_check_and_call_are_cancelled_when_the_price_rises(choice: Preselected) -> None:
    masa = three().preselect(2, choice).masa
    change = play(masa, "0 RR6", "1 FO")
    assert sent_by_nobody(change) == []
    assert change.masa.to_act == 2
    assert change.masa.seat(2).preselected is None
    assert events_of(change, event.PreselectVoided) == [event.PreselectVoided(Side(2))]


def test_chosen_call_is_played_at_the_price_at_which_it_was_chosen() -> None:
    masa = play(three(), "0 RR6").masa.preselect(2, Preselected.CALL).masa
    change = play(masa, "1 CA")
    assert sent_by_nobody(change) == [(2, "CA")]
    assert change.masa.to_act == 1


def test_chosen_call_is_cancelled_after_a_raise() -> None:
    masa = play(three(), "0 RR6").masa.preselect(2, Preselected.CALL).masa
    change = play(masa, "1 RR20")
    assert sent_by_nobody(change) == []
    assert change.masa.to_act == 2


def test_a_chosen_call_that_takes_the_last_chip_is_an_all_in() -> None:
    masa = seated({0: 100, 1: 100, 2: 30}, sides=5)
    masa = masa.deal(stacked(*ACES_KINGS_RAGS, board=BOARD)).masa
    masa = play(masa, "0 RR40").masa.preselect(2, Preselected.CALL).masa
    assert sent_by_nobody(play(masa, "1 FO")) == [(2, "AC")]


def test_chosen_call_is_cancelled_at_the_end_of_the_round() -> None:
    """The call was chosen before the flop at a price of 6. On the flop the price is 6 again."""
    masa = play(three(), "0 RR6").masa.preselect(0, Preselected.CALL).masa
    masa = play(masa, "1 CA", "2 CA").masa
    change = play(masa, "1 RR6", "2 FO")
    assert sent_by_nobody(change) == []
    assert change.masa.to_act == 0


def test_chosen_acts_of_several_players_are_played_one_after_another() -> None:
    masa = three().preselect(1, Preselected.FOLD).masa.preselect(2, Preselected.CHECK_FOLD).masa
    change = play(masa, "0 RR6")
    assert sent_by_nobody(change) == [(1, "FO"), (2, "FO")]
    assert change.masa.status is None


def test_a_choice_can_be_changed_and_taken_back() -> None:
    masa = three().preselect(2, Preselected.FOLD).masa.preselect(2, Preselected.CHECK).masa
    assert sent_by_nobody(play(masa, "0 CA", "1 CA")) == [(2, "CH")]
    masa = masa.preselect(2, None).masa
    assert sent_by_nobody(play(masa, "0 CA", "1 CA")) == []


def test_chosen_act_is_visible_only_to_its_player() -> None:
    change = three().preselect(2, Preselected.FOLD)
    assert change.seen_by(2) == (event.Preselect(Side(2), Preselected.FOLD),)
    assert change.seen_by(1) == change.seen_by(None) == ()
    voided = play(three().preselect(2, Preselected.CHECK).masa, "0 RR6", "1 FO")
    assert event.PreselectVoided(Side(2)) in voided.seen_by(2)
    assert event.PreselectVoided(Side(2)) not in voided.seen_by(0)


def test_chosen_act_is_cleared_at_the_end_of_the_hand() -> None:
    masa = play(three().preselect(2, Preselected.FOLD).masa, "0 FO", "1 FO").masa
    assert masa.deal(Deck()).masa.seat(2).preselected is None


@pytest.mark.parametrize("masa", [seated({0: 100, 1: 100}), three().buy_in(4, 100).masa])
def test_player_who_is_not_in_the_hand_cannot_choose_an_act(masa: Masa) -> None:
    side = max(masa.seats)
    code = refusal(masa, lambda: masa.preselect(side, Preselected.FOLD))
    assert code is MasaRefusal.NO_GAME


def test_player_to_act_and_folded_player_cannot_choose_an_act() -> None:
    masa = play(three(), "0 FO").masa
    assert refusal(masa, lambda: masa.preselect(1, Preselected.FOLD)) is MasaRefusal.NOT_OFFERED
    assert refusal(masa, lambda: masa.preselect(0, Preselected.FOLD)) is MasaRefusal.NOT_OFFERED


# Showing


def test_winner_without_a_showdown_may_show_the_cards() -> None:
    over = fold_round(three())
    change = over.show(2)
    assert change.events == (event.CardsShown(Side(2), read_cards("7c 2d")),)
    assert change.seen_by(None) == change.events
    assert stacks(change.masa) == stacks(over)


def test_folded_player_may_show_the_cards_once() -> None:
    masa = fold_round(three()).show(0).masa
    assert refusal(masa, lambda: masa.show(0)) is MasaRefusal.NOTHING_TO_SHOW


def test_player_who_shows_one_card_may_show_the_other_later() -> None:
    first, second = read_cards("7c 2d")
    one = fold_round(three()).show(2, second)
    assert one.events == (event.CardsShown(Side(2), (second,)),)
    game = one.masa.last_game
    assert game is not None
    assert (game.shown, dict(game.shown_one)) == (frozenset(), {2: second})
    assert one.masa == save.read(save.write(one.masa))
    both = one.masa.show(2, first)
    assert both.events == one.masa.show(2).events == (event.CardsShown(Side(2), (first, second)),)
    assert both.masa.last_game is not None
    assert both.masa.last_game.shown == {2}


def test_card_of_another_player_or_already_shown_cannot_be_shown() -> None:
    masa = fold_round(three())
    own, other = read_cards("2d As")
    assert refusal(masa, lambda: masa.show(2, other)) is MasaRefusal.NOTHING_TO_SHOW
    after = masa.show(2, own).masa
    assert refusal(after, lambda: after.show(2, own)) is MasaRefusal.NOTHING_TO_SHOW


def test_showing_one_card_is_replayed_from_its_events() -> None:
    masa = fold_round(three())
    for card in read_cards("7c 2d"):
        change = masa.show(2, card)
        assert masa.replay(change.events) == change.masa
        again = change.masa.show(2)
        assert masa.replay((*change.events, *again.events)) == again.masa


def test_after_folds_the_rest_of_the_board_is_shown_once_to_all_if_the_terms_allow() -> None:
    plain = fold_round(three())
    assert refusal(plain, lambda: plain.show_rabbit(0)) is MasaRefusal.NOT_OFFERED
    masa = plain.replace(terms=Terms(rabbit=True))
    change = masa.show_rabbit(0)
    game = masa.last_game
    assert game is not None
    dealt = game.situation.hand_dealer
    assert dealt is not None
    assert change.events == (event.RabbitShown(Side(0), tuple(dealt.board)),)
    assert change.seen_by(None) == change.events
    assert stacks(change.masa) == stacks(masa)
    assert change.masa == masa.replay(change.events) == save.read(save.write(change.masa))
    after = change.masa
    assert refusal(after, lambda: after.show_rabbit(1)) is MasaRefusal.NOTHING_TO_SHOW


def test_rest_of_the_board_is_not_shown_after_a_showdown_or_to_players_not_in_the_hand() -> None:
    allowed = Terms(rabbit=True)
    playing = three().replace(terms=allowed)
    assert refusal(playing, lambda: playing.show_rabbit(0)) is MasaRefusal.NOTHING_TO_SHOW
    down = play(three(), "0 CA", "1 FO", "2 CH", *["2 CH", "0 CH"] * 3).masa.replace(terms=allowed)
    assert refusal(down, lambda: down.show_rabbit(0)) is MasaRefusal.NOTHING_TO_SHOW
    over = fold_round(three()).replace(terms=allowed)
    assert refusal(over, lambda: over.show_rabbit(4)) is MasaRefusal.NOBODY_THERE
    newcomer = over.buy_in(4, 100).masa
    assert refusal(newcomer, lambda: newcomer.show_rabbit(4)) is MasaRefusal.NOTHING_TO_SHOW
    back = over.leave(0).masa.buy_in(0, 100).masa
    assert refusal(back, lambda: back.show_rabbit(0)) is MasaRefusal.NOTHING_TO_SHOW
    again = over.deal(Deck()).masa
    assert refusal(again, lambda: again.show_rabbit(0)) is MasaRefusal.NOTHING_TO_SHOW


def test_hand_that_need_not_be_shown_stays_hidden() -> None:
    """Sides 0 and 2 check to the end. The aces show first, so the weaker hand stays hidden."""
    change = play(three(), "0 CA", "1 FO", "2 CH", *["2 CH", "0 CH"] * 3)
    assert events_of(change, event.HandsShown) == [
        event.HandsShown(((2, read_cards("7c 2d")), (0, read_cards("As Ah"))))  # type: ignore[arg-type]  # plain numbers
    ]
    bet = play(three(), "0 CA", "1 FO", "2 CH", *["2 CH", "0 CH"] * 2, "2 CH", "0 RR2", "2 CA")
    assert events_of(bet, event.HandsShown) == [event.HandsShown(((0, read_cards("As Ah")),))]  # type: ignore[arg-type]  # plain numbers
    assert event.CardsShown(Side(2), read_cards("7c 2d")) in bet.masa.show(2).events


def test_cards_cannot_be_shown_during_a_hand_or_without_one() -> None:
    masa = three()
    assert refusal(masa, lambda: masa.show(0)) is MasaRefusal.NOTHING_TO_SHOW
    idle = seated({0: 100, 1: 100})
    assert refusal(idle, lambda: idle.show(0)) is MasaRefusal.NOTHING_TO_SHOW
    again = fold_round(three()).deal(Deck()).masa
    assert refusal(again, lambda: again.show(0)) is MasaRefusal.NOTHING_TO_SHOW


def test_player_who_was_not_in_the_hand_has_no_cards_to_show() -> None:
    masa = fold_round(three().buy_in(4, 100).masa)
    assert refusal(masa, lambda: masa.show(4)) is MasaRefusal.NOTHING_TO_SHOW


def test_new_player_cannot_show_the_cards_of_the_former_player() -> None:
    masa = fold_round(three()).leave(1).masa
    masa = masa.buy_in(1, 100).masa
    assert refusal(masa, lambda: masa.show(1)) is MasaRefusal.NOTHING_TO_SHOW


# Running it twice

TWICE = Terms(run_twice=True)
KINGS_COME = "Kc Kd 5c 6d 8s"


def all_in(second: str = KINGS_COME, **opening: Any) -> Change:
    """Return a masa with side 0 (aces) and side 1 (kings) all in before the flop.

    Side 2 has folded; 202 chips are in the middle. Aces win on the first board, kings on the
    second.
    """
    masa = seated(dict.fromkeys(range(3), 100), sides=5, terms=TWICE, **opening)
    masa = masa.deal(stacked(*ACES_KINGS_RAGS, board=BOARD, second=second)).masa
    return play(masa, "0 AA", "1 AA", "2 FO")


def test_remaining_players_are_asked_to_run_the_hand_twice_after_an_all_in() -> None:
    change = all_in()
    (offered,) = events_of(change, event.TwiceOffered)
    assert offered.sides == (0, 1)
    assert [pot.wager for pot in (offered.running_pot, *offered.side_pots)] == [0, 202]
    assert offered.stacks == ((0, 0), (1, 0), (2, 98))
    assert offered.hands == (), "nobody shows before the end"
    assert change.masa.dealt
    assert change.masa.to_act is None
    assert events_of(change, event.HandEnded) == []


def test_if_all_agree_half_of_the_pot_is_played_for_on_each_board() -> None:
    masa = all_in().masa
    first = masa.run_twice(1, True)
    assert first.masa.is_game
    assert first.events == (event.TwiceAnswered(Side(1), True),)
    change = first.masa.run_twice(0, True)
    assert stacks(change.masa) == {0: 101, 1: 101, 2: 98}
    (ended,) = events_of(change, event.HandEnded)
    assert ended.boards == (read_cards(BOARD), read_cards(KINGS_COME))
    assert [[str(pot) for pot in board] for board in ended.pots] == [["101 0"], ["101 1"]]
    assert events_of(change, event.HandsShown) == [
        event.HandsShown(((1, read_cards("Ks Kh")), (0, read_cards("As Ah"))))  # type: ignore[arg-type]  # plain numbers
    ]


def test_hand_is_run_once_if_one_player_refuses() -> None:
    masa = all_in().masa.run_twice(1, True).masa
    change = masa.run_twice(0, False)
    assert stacks(change.masa) == {0: 202, 1: 0, 2: 98}
    (ended,) = events_of(change, event.HandEnded)
    assert ended.boards == (read_cards(BOARD),)


def test_timeout_refuses_to_run_the_hand_twice() -> None:
    change = all_in().masa.timed_out(1)
    assert stacks(change.masa) == {0: 202, 1: 0, 2: 98}


def test_leaving_refuses_to_run_the_hand_twice() -> None:
    change = all_in().masa.leave(0)
    assert events_of(change, event.PlayerLeft) == [event.PlayerLeft(Side(0), 202)]
    assert stacks(change.masa) == {1: 0, 2: 98}


def test_players_are_not_asked_to_run_it_twice_if_one_is_leaving() -> None:
    masa = seated(dict.fromkeys(range(3), 100), sides=5, terms=TWICE)
    masa = masa.deal(stacked(*ACES_KINGS_RAGS, board=BOARD, second=KINGS_COME)).masa
    masa = play(masa, "0 AA").masa.leave(0).masa
    change = play(masa, "1 AA", "2 FO")
    assert events_of(change, event.PlayerLeft) == [event.PlayerLeft(Side(0), 202)]
    assert change.masa.no_game


def test_hands_are_shown_while_players_are_asked_where_all_ins_must_show() -> None:
    change = all_in(rules="tda")
    (offered,) = events_of(change, event.TwiceOffered)
    assert {side for side, _ in offered.hands} == {0, 1}


def test_folded_player_who_left_is_not_asked_to_run_it_twice() -> None:
    masa = seated(dict.fromkeys(range(3), 100), sides=5, terms=TWICE)
    masa = masa.deal(stacked(*ACES_KINGS_RAGS, board=BOARD, second=KINGS_COME)).masa
    masa = play(masa, "0 RR6", "1 AA", "2 FO").masa.leave(2).masa
    change = play(masa, "0 AA")
    assert [e.sides for e in events_of(change, event.TwiceOffered)] == [(0, 1)]


def test_only_remaining_players_are_asked_and_only_once() -> None:
    masa = all_in().masa
    assert refusal(masa, lambda: masa.run_twice(2, True)) is MasaRefusal.NOT_OFFERED
    answered = masa.run_twice(0, True).masa
    assert refusal(answered, lambda: answered.run_twice(0, False)) is MasaRefusal.NOT_OFFERED


def test_both_boards_have_the_cards_dealt_before_the_all_in() -> None:
    """Two cards are dealt twice after an all-in on the flop."""
    masa = seated({0: 100, 1: 100, 2: 100}, sides=5, terms=TWICE)
    second = "8c 8d 8h Kc 5d"
    masa = masa.deal(stacked(*ACES_KINGS_RAGS, board=BOARD, second=second)).masa
    masa = play(masa, "0 CA", "1 CA", "2 CH", "1 AA", "2 FO", "0 AA").masa
    change = masa.run_twice(0, True).masa.run_twice(1, True)
    (ended,) = events_of(change, event.HandEnded)
    assert ended.boards == (read_cards(BOARD), read_cards("3c 4d 9h Kc 5d"))
    assert stacks(change.masa) == {0: 101, 1: 101, 2: 98}


def test_the_odd_chip_is_played_for_on_the_first_board() -> None:
    """Blinds 1-3: of 203 chips, 102 are on the first board and 101 on the second."""
    change = all_in(blinds=Blinds(1, 3)).masa.run_twice(0, True).masa.run_twice(1, True)
    (ended,) = events_of(change, event.HandEnded)
    assert [[str(pot) for pot in board] for board in ended.pots] == [["102 0"], ["101 1"]]
    assert stacks(change.masa) == {0: 102, 1: 101, 2: 97}


def test_every_pot_is_halved() -> None:
    """All-ins of 40, 100 and 70: a main pot of 120 and a side pot of 60; 30 go back to side 1."""
    masa = seated({0: 40, 1: 100, 2: 70}, sides=5, terms=TWICE)
    hands = ("As Ah", "Ks Kh", "Qs Qh")
    board, second = "3c 4d 9h Js Tc", "Qd Qc 5c 6d 8s"
    masa = masa.deal(stacked(*hands, board=board, second=second)).masa
    change = play(masa, "0 AA", "1 AA", "2 AA")
    assert [e.sides for e in events_of(change, event.TwiceOffered)] == [(0, 1, 2)]
    masa = change.masa
    for side in (0, 1):
        masa = masa.run_twice(side, True).masa
    change = masa.run_twice(2, True)
    (ended,) = events_of(change, event.HandEnded)
    assert [[str(pot) for pot in board] for board in ended.pots] == [
        ["30 1", "60 0"],
        ["30 2", "60 2"],
    ]
    assert stacks(change.masa) == {0: 60, 1: 60, 2: 90}


def test_a_pot_shared_on_one_board_is_split_there() -> None:
    """Both players play the straight on the second board; the odd chip goes left of the button."""
    change: Any = all_in(second="Tc Jd Qc Kd Ac").masa
    change = change.run_twice(0, True).masa.run_twice(1, True)
    assert stacks(change.masa) == {0: 151, 1: 51, 2: 98}


def test_on_the_river_there_is_nothing_to_run_twice() -> None:
    masa = seated({0: 100, 1: 100, 2: 100}, sides=5, terms=TWICE)
    masa = masa.deal(stacked(*ACES_KINGS_RAGS, board=BOARD, second=KINGS_COME)).masa
    masa = play(masa, "0 CA", "1 CA", "2 FO", *["1 CH", "0 CH"] * 2, "1 AA").masa
    change = play(masa, "0 AA")
    assert events_of(change, event.TwiceOffered) == []
    assert change.masa.no_game


def test_hand_is_run_once_if_the_terms_do_not_offer_two_boards() -> None:
    change = play(three(), "0 AA", "1 AA", "2 FO")
    assert events_of(change, event.TwiceOffered) == []
    assert stacks(change.masa) == {0: 202, 1: 0, 2: 98}


def test_all_in_from_the_blinds_the_game_is_created_and_never_started() -> None:
    masa = seated({0: 1, 1: 1}, sides=5, terms=TWICE)
    change = masa.deal(stacked("As Ah", "Ks Kh", board=BOARD, second=KINGS_COME))
    assert change.masa.status is GameStatus.CREATED
    assert change.masa.dealt
    after = change.masa.run_twice(0, True).masa.run_twice(1, True).masa
    assert stacks(after) == {0: 1, 1: 1}


def test_view_hides_later_cards_while_players_are_asked() -> None:
    masa = all_in().masa
    for viewer in (None, 0, 1, 2):
        view = masa.view(viewer)
        assert view is not None
        assert view.board == ()
        assert view.winners is None
        for player in view.players:
            if player.cards is not None and player.index != viewer:
                # If all-in hands are shown, every live hand is shown, also losing ones.
                assert masa.rules.showdown is ShowdownRule.ALL_SHOW_WITH_AN_ALL_IN
                assert player.role is not Role.FOLDED


def test_view_shows_hands_while_players_are_asked_where_all_ins_must_show() -> None:
    view = all_in(rules="tda").masa.view(None)
    assert view is not None
    assert [player.cards for player in view.players] == [
        read_cards("As Ah"),
        read_cards("Ks Kh"),
        None,
    ]
    assert view.board == ()
    assert view.winners is None


# Calling it off


def test_aborting_returns_all_chips_from_before_the_hand() -> None:
    masa = play(three(), "0 RR6", "1 CA", "2 CA", "1 RR20").masa
    change = masa.abort()
    assert change.events[0] == event.Aborted()
    assert stacks(change.masa) == {0: 100, 1: 100, 2: 100}
    assert statuses(change.masa) == {0: NEXT, 1: NEXT, 2: NEXT}
    assert change.masa.status is None
    assert events_of(change, event.HandEnded) == events_of(change, event.HandsShown) == []


def test_aborting_a_hand_removes_players_who_sit_out() -> None:
    change = three().sitout_next(0, True).masa.leave(1).masa.abort()
    assert events_of(change, event.PlayerLeft) == [
        event.PlayerLeft(Side(0), 100),
        event.PlayerLeft(Side(1), 100),
    ]
    assert stacks(change.masa) == {2: 100}


@pytest.mark.parametrize("rules", ["masa", "tda"])
def test_a_hand_called_off_is_dealt_again_from_the_same_button(rules: str) -> None:
    """TDA, misdeals: the next deal is an exact replay. Nobody has paid the blinds."""
    masa = hand(seated(dict.fromkeys(range(4), 100), sides=5, rules=rules)).deal(Deck()).masa
    assert places(masa) == (1, 2, 3)
    assert places(masa.abort().masa.deal(Deck()).masa) == (1, 2, 3)


def test_blinds_owed_before_an_aborted_hand_are_owed_after_it() -> None:
    terms = Terms(entry=Entry.BLIND)
    masa = hand(seated(dict.fromkeys(range(4), 100), rules="tda", terms=terms))
    masa = masa.buy_in(6, 100).masa.post(6).masa.deal(Deck()).masa
    assert wagers(masa)[6] == 2
    masa = masa.abort().masa
    assert masa.seat(6).missed_big
    again = masa.deal(Deck()).masa
    assert wagers(again)[6] == 2


def test_hand_can_be_aborted_while_players_are_asked_to_run_it_twice() -> None:
    assert stacks(all_in().masa.abort().masa) == {0: 100, 1: 100, 2: 100}


def test_without_a_hand_there_is_nothing_to_abort() -> None:
    masa = fold_round(three())
    assert refusal(masa, masa.abort) is MasaRefusal.NO_GAME


# Visibility


def test_each_side_sees_its_own_cards_and_nobody_sees_the_deck() -> None:
    masa = seated(dict.fromkeys(range(3), 100), sides=5).buy_in(4, 100).masa.away(4).masa
    change = masa.deal(stacked(*ACES_KINGS_RAGS, board=BOARD))

    def pockets(viewer: int | None) -> list[Any]:
        return [(e.side, e.cards) for e in change.seen_by(viewer) if hasattr(e, "cards")]

    assert pockets(0) == [(0, read_cards("As Ah"))]
    assert pockets(1) == [(1, read_cards("Ks Kh"))]
    assert pockets(4) == pockets(None) == []
    (dealt,) = events_of(change, event.Dealt)
    assert dealt.cards == tuple(stacked(*ACES_KINGS_RAGS, board=BOARD))


def test_a_spectator_sees_chips_acts_and_board_but_no_hand() -> None:
    masa = play(three(), "0 CA", "1 CA", "2 CH").masa
    view = masa.view(None)
    assert view is not None
    assert view.viewer is None
    assert view.board == read_cards("3c 4d 9h")
    assert [player.cards for player in view.players] == [None, None, None]
    assert (view.pot, view.to_act, view.acts) == (6, 1, ())


def test_seat_that_is_not_in_the_hand_has_the_view_of_a_spectator() -> None:
    masa = three().buy_in(4, 100).masa
    assert masa.view(4) == masa.view(None)
    assert masa.view(3) == masa.view(None)


def test_player_sees_the_own_cards_and_in_turn_the_legal_acts() -> None:
    masa = three()
    view = masa.view(0)
    assert view is not None
    assert [player.cards for player in view.players] == [read_cards("As Ah"), None, None]
    assert [act.code for act in view.acts] == ["FO", "CA", "AA", "RR", "HR", "PR"]
    other = masa.view(1)
    assert other is not None
    assert other.acts == ()


def test_there_is_no_view_without_a_hand() -> None:
    assert seated({0: 100, 1: 100}).view(0) is None
    assert fold_round(three()).view(0) is None


# Blinds


def test_blinds_change_between_hands() -> None:
    masa = fold_round(three())
    change = masa.set_blinds(Blinds(5, 10))
    assert change.events == (event.BlindsChanged(Blinds(5, 10)),)
    assert wagers(change.masa.deal(Deck()).masa) == {2: 5, 0: 10}
    playing = three()
    assert refusal(playing, lambda: playing.set_blinds(Blinds(5, 10))) is MasaRefusal.IN_HAND


def test_antes_lie_in_the_middle_before_the_first_act() -> None:
    masa = three(blinds=Blinds(1, 2, ante=1))
    assert gathered(masa) == 3
    assert statuses(masa) == {0: INVOLVED, 1: INVOLVED, 2: INVOLVED}
    assert dealt_in(masa) == (0, 1, 2)


def test_dropped_odd_chips_are_recorded() -> None:
    """Rules of document 003: three players split 10 chips that include antes of four players."""
    masa = seated(dict.fromkeys(range(4), 100), sides=5, rules="botpoker", blinds=Blinds(1, 2, 1))
    hands = ("2c 3d", "2d 3h", "2h 3s", "4c 4d")
    masa = masa.deal(stacked(*hands, board="Ts Js Qs Ks As")).masa
    masa = play(masa, "3 FO", "0 CA", "1 CA", "2 CH").masa
    change = play(masa, *["1 CH", "2 CH", "0 CH"] * 3)
    assert events_of(change, event.HandEnded)[0].dropped == 1
    assert change.masa.dropped == 1
    assert stacks(change.masa) == {0: 100, 1: 100, 2: 100, 3: 99}
    assert change.masa.chips + change.masa.dropped == 400


def posted(change: Change) -> list[Any]:
    return [new_event for new_event in change.events if isinstance(new_event, event.Posted)]


def test_blinds_that_end_the_hand_are_reported_and_saved_as_blinds() -> None:
    masa = Masa.open(2, Blinds(1, 2), "tda").buy_in(0, 1).masa.buy_in(1, 1).masa
    change = masa.deal(Deck.shuffled(Random(1)))
    assert change.masa.last_game is not None
    assert [(p.ante, p.dead, p.live) for p in posted(change)] == [(0, 0, 1)] * 2
    stored = [(p.ante, p.dead, p.live) for p in change.masa.last_game.paid_before_cards]
    assert stored == [(0, 0, 1)] * 2


def test_dead_post_under_a_big_blind_ante_is_reported_and_saved_as_dead() -> None:
    blinds = Blinds(1, 2, ante=2, big_blind_ante=True)
    masa = Masa.open(5, blinds, "tda", Terms(entry=Entry.BLIND))
    for side in range(4):
        masa = masa.buy_in(side, 100).masa
    dice = Random(3)
    seen = []
    for number in range(12):
        if number == 1:
            masa = masa.away(3).masa
        if number == 6:
            masa = masa.back(3, posts=True).masa
        change = masa.deal(Deck.shuffled(dice))
        seen += [p for p in posted(change) if p.dead]
        game = change.masa.game
        reported = [(p.side, p.ante, p.dead, p.live) for p in posted(change)]
        assert reported == [(game.sides[s], *paid) for s, *paid in game.paid_before_cards]
        assert sum(p.ante for p in posted(change)) == 2
        masa = change.masa
        while masa.to_act is not None:
            masa = masa.move(masa.to_act, Fold()).masa
    assert [(p.ante, p.dead, p.live) for p in seen] == [(0, 1, 2)]
