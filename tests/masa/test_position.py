"""The positions of button and blinds under both rules, and the players who are dealt in.

The dead button follows the Tournament Directors Association ("Dead button") and Robert's Rules
("Button and blind use"): the big blind always moves to the next player, the small blind and the
button follow, even to empty sides.
"""

from typing import Any

import pytest

from pokermasa.cards import Deck
from pokermasa.masa import Entry, Masa, Side, Terms, event
from pokermasa.rules import Blinds, ButtonRule, HeadsUpButton, HouseRules, Role
from tests.cases import each
from tests.masa.host import (
    dealt_in,
    events_of,
    fold_round,
    gathered,
    hand,
    places,
    play,
    seated,
    stacks,
    wagers,
)

TDA = HouseRules.named("tda")
BLIND = Terms(entry=Entry.BLIND)
RETURNING = Terms(entry=Entry.RETURNING)


def five(**opening: Any) -> Masa:
    """Return a masa with sides 0 to 4 of nine after a hand with button 0, blinds 1 and 2."""
    masa = seated(dict.fromkeys(range(5), 100), **{"rules": "tda", **opening}).deal(Deck()).masa
    assert places(masa) == (0, 1, 2)
    return fold_round(masa)


def dealt(masa: Masa) -> Masa:
    return masa.deal(Deck()).masa


def next_places(masa: Masa, hands: int) -> list[tuple[int | None, int | None, int | None]]:
    """Return button, small blind and big blind of the next hands."""
    seen = []
    for _ in range(hands):
        masa = dealt(masa)
        seen.append(places(masa))
        masa = fold_round(masa)
    return seen


# The dead button


def test_with_nobody_leaving_all_three_move_one_player_on() -> None:
    assert next_places(five(), 5) == [(1, 2, 3), (2, 3, 4), (3, 4, 0), (4, 0, 1), (0, 1, 2)]


def test_the_player_due_the_small_blind_leaves_a_dead_small_blind() -> None:
    """Side 2 paid the big blind. Its side has the dead small blind next, then the dead button."""
    masa = dealt(five().leave(2).masa)
    assert places(masa) == (1, 2, 3)
    assert wagers(masa) == {3: 2}
    assert masa.to_act == 4
    masa = dealt(fold_round(masa))
    assert places(masa) == (2, 3, 4)
    assert wagers(masa) == {3: 1, 4: 2}
    assert next_places(fold_round(masa), 3) == [(3, 4, 0), (4, 0, 1), (0, 1, 3)]


def test_the_player_due_the_big_blind_leaves_and_the_next_pays_it() -> None:
    """The small blind stays with side 2: nobody avoids it because a neighbour has left."""
    masa = dealt(five().leave(3).masa)
    assert places(masa) == (1, 2, 4)
    assert wagers(masa) == {2: 1, 4: 2}
    assert next_places(fold_round(masa), 3) == [(2, 4, 0), (4, 0, 1), (0, 1, 2)]


def test_both_players_due_the_blinds_leave() -> None:
    masa = dealt(five().leave(2).masa.leave(3).masa)
    assert places(masa) == (1, 2, 4)
    assert wagers(masa) == {4: 2}
    assert next_places(fold_round(masa), 3) == [(2, 4, 0), (4, 0, 1), (0, 1, 4)]


def test_the_player_due_the_button_leaves_a_dead_button() -> None:
    """From the flop on, the first player left of the empty side acts first."""
    masa = dealt(five().leave(1).masa)
    assert places(masa) == (1, 2, 3)
    assert wagers(masa) == {2: 1, 3: 2}
    assert masa.to_act == 4
    flop = play(masa, "4 CA", "0 CA", "2 CA", "3 CH").masa
    assert flop.to_act == 2


def test_behind_a_dead_button_the_last_player_before_it_is_last_to_act() -> None:
    masa = dealt(five().leave(1).masa)
    flop = play(masa, "4 CA", "0 CA", "2 CA", "3 CH").masa
    assert play(flop, "2 CH", "3 CH", "4 CH").masa.to_act == 0


def test_player_without_chips_or_away_counts_as_gone() -> None:
    away = five().away(3).masa
    assert places(dealt(away)) == (1, 2, 4)
    broke = five().with_seat(Side(3), five().seat(3).replace(stack=0))
    assert places(dealt(broke)) == (1, 2, 4)


def test_first_to_act_with_a_dead_small_blind_is_left_of_the_big_blind() -> None:
    masa = dealt(five().leave(2).masa)
    flop = play(masa, "4 CA", "0 CA", "1 CA", "3 CH").masa
    assert flop.to_act == 3


def test_the_view_names_the_blinds_that_are_there_when_the_small_one_is_dead() -> None:
    """A view has stack indexes: sides 0, 1, 3 and 4 are stacks 0 to 3."""
    masa = dealt(five().leave(2).masa)
    view = masa.view(None)
    assert view is not None
    assert view.button == 1
    assert view.big_blind == 2
    assert view.small_blind is None


def test_the_big_blind_pays_the_ante_of_all_beside_a_dead_small_blind() -> None:
    masa = five(blinds=Blinds(1, 2, ante=2, big_blind_ante=True)).leave(2).masa
    before = stacks(masa)
    masa = dealt(masa)
    assert wagers(masa) == {3: 2}
    assert gathered(masa) == 2
    assert masa.game is not None
    behind = [stack.stack for stack in masa.game.situation.dealer.stacks]
    assert behind == [before[0], before[1], before[3] - 4, before[4]]


def test_everybody_pays_an_ordinary_ante_beside_a_dead_small_blind() -> None:
    masa = dealt(five(blinds=Blinds(1, 2, ante=1)).leave(2).masa)
    assert gathered(masa) == 4
    assert wagers(masa) == {3: 2}


def test_the_big_blind_pays_the_ante_though_both_blinds_are_as_high() -> None:
    """Button 2, small blind 3, big blind 0. Side 1 straddles, so the posts are explicit."""
    masa = seated(
        dict.fromkeys(range(4), 100),
        blinds=Blinds(2, 2, ante=2, big_blind_ante=True),
        terms=Terms(straddle=True),
    )
    masa = hand(hand(masa)).straddle(1, True).masa
    before = stacks(masa)
    masa = dealt(masa)
    assert places(masa) == (2, 3, 0)
    assert wagers(masa) == {0: 2, 1: 4, 3: 2}
    assert masa.game is not None
    behind = [stack.stack for stack in masa.game.situation.dealer.stacks]
    assert behind == [before[0] - 4, before[1] - 4, before[2], before[3] - 2]


# From three to two and back


def three(rules: HouseRules | str = "tda", **opening: Any) -> Masa:
    """Return a masa with players on sides 0, 2 and 4 of five after a hand with button 0."""
    masa = dealt(seated(dict.fromkeys((0, 2, 4), 100), sides=5, rules=rules, **opening))
    assert places(masa) == (0, 2, 4)
    return fold_round(masa)


@pytest.mark.parametrize(
    ("leaves", "next_hand"),
    [
        # the player who leaves: (button, small blind, big blind) of the other two; side 4 was the
        # big blind
        (0, (4, 4, 2)),
        (2, (4, 4, 0)),
        (4, (2, 2, 0)),
    ],
)
def test_three_become_two(leaves: int, next_hand: tuple[int, ...]) -> None:
    """TDA, "Button in heads-up": the small blind is the button.

    The button may have to be adjusted so that nobody has the big blind twice in a row.
    """
    masa = three().leave(leaves).masa
    assert next_places(masa, 1) == [next_hand]
    button, _, big = next_hand
    assert next_places(masa, 3)[1:] == [(big, big, button), next_hand]


@pytest.mark.parametrize("leaves", [0, 2, 4])
def test_three_become_two_where_the_button_posts_the_big_blind(leaves: int) -> None:
    """The two-player rule of the documents with a dead button: nobody pays the big blind twice."""
    rules = TDA.replace(heads_up_button=HeadsUpButton.BIG_BLIND)
    masa = dealt(three(rules).leave(leaves).masa)
    button, small, big = places(masa)
    assert button == big != 4
    assert wagers(masa) == {small: 1, big: 2}


def test_heads_up_the_blinds_change_hands_every_time() -> None:
    masa = seated({1: 100, 3: 100}, sides=5, rules="tda")
    assert next_places(masa, 3) == [(3, 3, 1), (1, 1, 3), (3, 3, 1)]


@pytest.mark.parametrize(
    ("joins", "next_hand"),
    [
        # Heads-up, side 3 is the big blind. A player who joins left of side 3 pays it next,
        # otherwise side 1 does.
        (4, (1, 3, 4)),
        (0, (1, 3, 0)),
        (2, (2, 3, 1)),
    ],
)
def test_two_become_three(joins: int, next_hand: tuple[int, ...]) -> None:
    masa = hand(hand(seated({1: 100, 3: 100}, sides=5, rules="tda")))
    assert places(masa) == (1, 1, 3)
    masa = masa.buy_in(joins, 100).masa
    assert next_places(masa, 1) == [next_hand]


def test_two_become_three_and_two_again() -> None:
    masa = hand(hand(seated({1: 100, 3: 100}, sides=5, rules="tda")))
    masa = hand(masa.buy_in(4, 100).masa)
    assert places(masa) == (1, 3, 4)
    assert next_places(masa.leave(1).masa, 2) == [(4, 4, 3), (3, 3, 4)]


def test_a_masa_that_shrinks_to_one_and_grows_again() -> None:
    """Side 4 paid the last big blind and stays. The new players pay before it pays again."""
    masa = three().leave(0).masa.leave(2).masa
    assert not masa.is_dealable
    masa = masa.buy_in(1, 100).masa.buy_in(3, 100).masa
    assert [big for _, _, big in next_places(masa, 3)] == [1, 3, 4]


def test_a_masa_can_be_played_again_after_all_have_left() -> None:
    masa = three()
    for side in (0, 2, 4):
        masa = masa.leave(side).masa
    assert masa.no_one
    masa = masa.buy_in(1, 100).masa.buy_in(4, 100).masa
    assert dealt_in(dealt(masa)) == (1, 4)


# The moving button


def moving(**opening: Any) -> Masa:
    return five(**{"rules": "masa", **opening})


def test_a_moving_button_passes_to_the_next_player_and_the_blinds_are_the_next_two() -> None:
    assert next_places(moving().leave(2).masa, 3) == [(1, 3, 4), (3, 4, 0), (4, 0, 1)]


def test_a_moving_button_whose_new_owner_leaves_passes_on() -> None:
    assert moving().button == 1
    assert next_places(moving().leave(1).masa, 2) == [(2, 3, 4), (3, 4, 0)]


def test_heads_up_a_moving_button_posts_the_big_blind_as_the_documents_have_it() -> None:
    masa = seated({1: 100, 3: 100}, sides=5)
    assert next_places(masa, 3) == [(1, 3, 1), (3, 1, 3), (1, 3, 1)]


def test_heads_up_a_moving_button_posts_the_small_blind_if_the_house_says_so() -> None:
    masa = seated({1: 100, 3: 100}, sides=5, rules=TDA.replace(button=ButtonRule.MOVING))
    assert next_places(masa, 3) == [(1, 1, 3), (3, 3, 1), (1, 1, 3)]


# Newcomers


def test_new_player_is_in_the_next_hand_if_entry_is_free() -> None:
    """Document 000 has no condition."""
    masa = dealt(five().buy_in(7, 100).masa)
    assert dealt_in(masa) == (0, 1, 2, 3, 4, 7)
    assert wagers(masa) == {2: 1, 3: 2}


@pytest.mark.parametrize("rules", ["tda", "masa"])
def test_new_player_waits_for_the_big_blind(rules: str) -> None:
    masa = five(rules=rules, terms=BLIND).buy_in(5, 100).masa
    assert dealt_in(dealt(masa)) == (0, 1, 2, 3, 4)  # big blind 3
    masa = hand(masa)
    assert dealt_in(dealt(masa)) == (0, 1, 2, 3, 4)  # big blind 4
    masa = dealt(hand(masa))
    assert places(masa) == (3, 4, 5)
    assert dealt_in(masa) == (0, 1, 2, 3, 4, 5)
    assert wagers(masa) == {4: 1, 5: 2}


@pytest.mark.parametrize("rules", ["tda", "masa"])
def test_new_player_may_post_the_big_blind_at_once(rules: str) -> None:
    """The post is live and does not change the blinds or the first turn."""
    change = five(rules=rules, terms=BLIND).buy_in(5, 100).masa.post(5).masa.deal(Deck())
    masa = change.masa
    assert places(masa) == (1, 2, 3)
    assert dealt_in(masa) == (0, 1, 2, 3, 4, 5)
    assert wagers(masa) == {2: 1, 3: 2, 5: 2}
    assert event.Posted(Side(5), ante=0, dead=0, live=2) in events_of(change, event.Posted)
    assert masa.to_act == 4
    masa = play(masa, "4 CA").masa
    view = masa.view(5)
    assert view is not None
    assert view.to_call == 0
    # After paying, the player is treated like every other.
    assert next_places(fold_round(masa), 2) == [(2, 3, 4), (3, 4, 5)]


@pytest.mark.parametrize("rules", ["tda", "masa"])
def test_nobody_posts_between_the_button_and_the_big_blind(rules: str) -> None:
    """Button 1, blinds 3 and 5: side 2 would play a whole round before its first big blind."""
    masa = hand(seated(dict.fromkeys((0, 1, 3, 5), 100), rules=rules, terms=BLIND))
    masa = dealt(masa.buy_in(2, 100).masa.post(2).masa)
    assert places(masa) == (1, 3, 5)
    assert dealt_in(masa) == (0, 1, 3, 5)
    # The request stays valid: as soon as the button has passed, side 2 posts.
    masa = dealt(fold_round(masa))
    assert places(masa) == (3, 5, 0)
    assert dealt_in(masa) == (0, 1, 2, 3, 5)
    assert wagers(masa) == {5: 1, 0: 2, 2: 2}
    assert gathered(masa) == 0, "the small blind that passed was not a newcomer's to pay"


def test_a_newcomer_on_the_side_of_a_dead_small_blind_does_not_come_in_for_half() -> None:
    masa = five(terms=BLIND).leave(2).masa.buy_in(2, 100).masa.post(2).masa
    masa = dealt(masa)
    assert places(masa) == (1, 2, 3)
    assert wagers(masa) == {3: 2}
    assert dealt_in(masa) == (0, 1, 3, 4)


def test_nobody_owes_anything_in_the_first_hand() -> None:
    masa = seated(dict.fromkeys(range(5), 100), rules="tda", terms=BLIND)
    assert not any(seat.owes for seat in masa.players)
    assert dealt_in(dealt(masa)) == (0, 1, 2, 3, 4)


def test_nobody_owes_anything_when_the_game_begins_anew() -> None:
    """One player is left. The two who come begin a new game, as the first two did."""
    masa = three(terms=BLIND).leave(0).masa.leave(2).masa
    masa = masa.buy_in(1, 100).masa.buy_in(3, 100).masa
    assert dealt_in(dealt(masa)) == (1, 3, 4)


# Where players who return owe the blinds, and newcomers do not


def test_new_player_is_in_the_next_hand_if_only_returning_players_owe_blinds() -> None:
    masa = dealt(five(terms=RETURNING).buy_in(7, 100).masa)
    assert dealt_in(masa) == (0, 1, 2, 3, 4, 7)
    assert wagers(masa) == {2: 1, 3: 2}


@pytest.mark.parametrize("terms", [RETURNING, BLIND])
@pytest.mark.parametrize("rules", ["tda", "masa"])
def test_a_player_who_leaves_and_returns_waits_for_the_big_blind(rules: str, terms: Terms) -> None:
    masa = five(rules=rules, terms=terms).leave(4).masa
    masa = masa.buy_in(5, 100, returns=True).masa
    assert dealt_in(dealt(masa)) == (0, 1, 2, 3)  # big blind 3
    masa = dealt(hand(masa))
    assert places(masa)[2] == 5
    assert wagers(masa)[5] == 2
    assert gathered(masa) == 0


@pytest.mark.parametrize("terms", [RETURNING, BLIND])
@pytest.mark.parametrize("rules", ["tda", "masa"])
def test_player_who_leaves_and_returns_may_post_both_blinds_at_once(
    rules: str, terms: Terms
) -> None:
    masa = five(rules=rules, terms=terms).leave(0).masa
    masa = dealt(masa.buy_in(0, 100, returns=True).masa.post(0).masa)
    assert 0 in dealt_in(masa)
    assert wagers(masa)[0] == 2
    assert gathered(masa) == 1, "the small blind is dead"


def test_returning_player_owes_nothing_if_entry_is_free() -> None:
    change = five().leave(0).masa.buy_in(0, 100, returns=True)
    assert events_of(change, event.PlayerJoined) == [event.PlayerJoined(Side(0), 100)]
    assert 0 in dealt_in(dealt(change.masa))


@each("rules", ["tda", "masa", "limit"])
@each("side", [0, 1])
def test_heads_up_the_player_who_returns_has_the_big_blind(rules: str, side: int) -> None:
    """Holds on every side and for every position of the button."""
    for hands in (1, 2):
        masa = seated({0: 100, 1: 100}, sides=2, rules=rules, terms=RETURNING)
        for _ in range(hands):
            masa = hand(masa)
        masa = masa.leave(0).masa.leave(1).masa
        masa = masa.buy_in(1 - side, 100).masa.buy_in(side, 100, returns=True).masa
        masa = dealt(masa)
        assert places(masa)[2] == side
        assert wagers(masa) == {side: 2, 1 - side: 1}


def paid_by(dodger: int, masa: Masa, hands: int, dodge: str) -> tuple[int, int]:
    """Return the hands of a player who is absent whenever a blind is due, and the chips they pay.

    All players fold, and nobody puts in more than blinds.
    """
    played = paid = 0
    for _ in range(hands):
        is_due = {dodger} & set(places(dealt(masa))[1:])
        if is_due and dodge == "away":
            masa = masa.away(dodger).masa
        elif is_due:
            masa = masa.leave(dodger).masa
        masa = dealt(masa)
        if dodger in dealt_in(masa):
            played += 1
            game = masa.game
            assert game is not None
            paid += sum(
                sum(chips)
                for index, *chips in game.paid_before_cards
                if game.sides[index] == dodger
            )
        masa = fold_round(masa)
        if dodge == "away" and masa.seat(dodger).away:
            masa = masa.back(dodger, posts=True).masa
        elif masa.is_empty(dodger):
            masa = masa.buy_in(dodger, 100, returns=True).masa.post(dodger).masa
    return played, paid


@pytest.mark.parametrize("dodge", ["away", "leave"])
@pytest.mark.parametrize("rules", ["tda", "masa"])
def test_being_away_or_leaving_does_not_avoid_the_blinds(rules: str, dodge: str) -> None:
    """In 24 hands of six players, a player who stays pays both blinds four times: 12 chips."""
    six = dict.fromkeys(range(6), 100)
    free = seated(six, rules=rules)
    played, paid = paid_by(5, free, 24, dodge)
    assert (played >= 15, paid) == (True, 0), "what free entry lets happen"
    played, paid = paid_by(5, free.replace(terms=RETURNING), 24, dodge)
    assert paid * 24 >= 12 * played


@pytest.mark.parametrize("rules", ["tda", "masa", "limit"])
def test_a_friend_who_comes_and_goes_does_not_move_the_blinds_past_a_player(rules: str) -> None:
    """The friend takes the seat of a house bot that is due the small blind before the player on
    side 5, and gives it back. In 24 hands of six players both blinds are due four times."""
    masa, paid = seated(dict.fromkeys(range(6), 100), rules=rules, terms=RETURNING), 0
    for _ in range(24):
        _, small, big = places(dealt(masa))
        assert small is not None
        if big == 5:
            masa = masa.leave(small).masa.buy_in(small, 100, returns=True).masa
        paid += wagers(dealt(masa)).get(5, 0)
        masa = hand(masa)
        if big == 5:
            masa = masa.leave(small).masa.buy_in(small, 100).masa
    assert paid == 12


def test_players_who_owe_blinds_play_if_there_are_too_few_others() -> None:
    masa = three(terms=BLIND).buy_in(1, 100).masa.leave(0).masa.leave(2).masa
    masa = dealt(masa)
    assert dealt_in(masa) == (1, 4)
    assert wagers(masa) == {4: 1, 1: 2}


# Missed blinds


def missing_both(rules: str = "tda") -> Masa:
    """Return a masa on which both blinds have passed side 3 while it was away.

    The next button is on side 4.
    """
    masa = five(rules=rules, terms=BLIND).away(3).masa
    for _ in range(3):
        masa = hand(masa)
    assert masa.positions.big == 1
    return masa


@pytest.mark.parametrize("rules", ["tda", "masa"])
def test_player_who_is_away_misses_the_big_blind_then_the_small_one(rules: str) -> None:
    masa = hand(five(rules=rules, terms=BLIND).away(3).masa)
    assert (masa.seat(3).missed_big, masa.seat(3).missed_small) == (True, False)
    masa = hand(masa)
    assert (masa.seat(3).missed_big, masa.seat(3).missed_small) == (True, True)


@pytest.mark.parametrize("rules", ["tda", "masa"])
def test_returning_player_posts_the_big_blind_live_and_the_small_one_dead(rules: str) -> None:
    change = missing_both(rules).back(3, posts=True).masa.deal(Deck())
    masa = change.masa
    assert 3 in dealt_in(masa)
    assert wagers(masa)[3] == 2
    assert gathered(masa) == 1
    assert event.Posted(Side(3), ante=0, dead=1, live=2) in events_of(change, event.Posted)
    assert not masa.seat(3).owes
    assert dealt_in(dealt(fold_round(masa))) == (0, 1, 2, 3, 4)


@pytest.mark.parametrize("rules", ["tda", "masa"])
def test_player_with_just_enough_chips_for_the_dead_post_is_all_in(rules: str) -> None:
    masa = missing_both(rules).back(3, posts=True).masa
    poor = masa.with_seats({**masa.seats, 3: masa.seat(3).replace(stack=1)})  # type: ignore[dict-item]  # plain numbers
    change = poor.deal(Deck())
    assert event.Posted(Side(3), ante=0, dead=1, live=0) in events_of(change, event.Posted)
    game = change.masa.game
    stack = game.situation.dealer.stacks[game.sides.index(3)]
    assert (stack.role, stack.stack, stack.recent_wager) == (Role.OLD_ALL_IN, 0, 0)
    assert gathered(change.masa) == 1
    assert change.masa.to_act != 3
    over = fold_round(change.masa)
    assert over.seat(3).stack in (0, 1), "nobody gave more for it to win"
    assert sum(stacks(over).values()) == sum(stacks(poor).values())


def test_returning_player_who_waits_pays_only_the_big_blind() -> None:
    masa = missing_both().back(3).masa
    assert 3 not in dealt_in(dealt(masa))  # big blind 2
    masa = dealt(hand(masa))
    assert places(masa) == (1, 2, 3)
    assert wagers(masa) == {2: 1, 3: 2}
    assert gathered(masa) == 0
    assert not masa.seat(3).owes


def test_player_who_missed_only_the_small_blind_posts_only_that_as_a_dead_post() -> None:
    """Side 2 paid the big blind and went away before the small one."""
    masa = hand(five(terms=BLIND).away(2).masa)
    assert (masa.seat(2).missed_big, masa.seat(2).missed_small) == (False, True)
    masa = dealt(masa.post(2).masa)
    assert 2 in dealt_in(masa)
    assert gathered(masa) == 1
    assert wagers(masa) == {3: 1, 4: 2}


def test_player_who_is_back_before_the_blinds_has_missed_nothing() -> None:
    masa = hand(five(terms=BLIND).away(0).masa)
    assert not masa.seat(0).owes
    assert 0 in dealt_in(dealt(masa.back(0).masa))


def test_player_who_is_back_too_late_to_post_owes_the_next_small_blind_too() -> None:
    """Side 3 missed the big blind. Between button and big blind it may not post yet."""
    masa = hand(five(terms=BLIND).away(3).masa).post(3).masa
    masa = dealt(masa)
    assert places(masa) == (2, 4, 0)
    assert 3 not in dealt_in(masa)
    masa = dealt(fold_round(masa))
    assert places(masa) == (4, 0, 1)
    assert wagers(masa) == {0: 1, 1: 2, 3: 2}
    assert gathered(masa) == 1


def test_no_blind_is_missed_if_entry_is_free() -> None:
    masa = five().away(3).masa
    for _ in range(3):
        masa = hand(masa)
    masa = dealt(masa.back(3).masa)
    assert 3 in dealt_in(masa)
    assert gathered(masa) == 0


def test_player_owes_at_most_one_of_each_blind() -> None:
    """Robert's Rules: it does not matter how often the blinds have passed."""
    masa = missing_both()
    for _ in range(4):
        masa = hand(masa)
    assert gathered(dealt(masa.post(3).masa)) == 1


def test_player_without_chips_owes_the_blinds_that_pass() -> None:
    masa = five(terms=BLIND)
    masa = masa.with_seat(Side(3), masa.seat(3).replace(stack=0))
    for _ in range(3):
        masa = hand(masa)
    masa = masa.top_up(3, 100).masa
    assert 3 not in dealt_in(dealt(masa))
    masa = dealt(masa.post(3).masa)
    assert wagers(masa)[3] == 2
    assert gathered(masa) == 1


# The straddle

STRADDLE = Terms(straddle=True)


def test_the_first_to_act_may_straddle_and_acts_last() -> None:
    masa = five(terms=STRADDLE).straddle(4, True).masa
    change = masa.deal(Deck())
    masa = change.masa
    assert places(masa) == (1, 2, 3)
    assert wagers(masa) == {2: 1, 3: 2, 4: 4}
    assert event.Posted(Side(4), ante=0, dead=0, live=4) in events_of(change, event.Posted)
    assert masa.to_act == 0
    masa = play(masa, "0 CA", "1 FO", "2 FO", "3 CA").masa
    assert masa.to_act == 4
    view = masa.view(4)
    assert view is not None
    assert view.to_call == 0
    assert view.raises is not None


def test_a_straddle_is_for_one_hand_and_only_for_the_first_to_act() -> None:
    masa = five(terms=STRADDLE).straddle(0, True).masa
    masa = dealt(masa)  # side 4 is first to act, side 0 is not
    assert wagers(masa) == {2: 1, 3: 2}
    assert not masa.seat(0).straddles
    masa = dealt(fold_round(masa).straddle(0, True).masa)
    assert wagers(masa) == {3: 1, 4: 2, 0: 4}
    masa = dealt(fold_round(masa))
    assert wagers(masa) == {4: 1, 0: 2}


def test_heads_up_there_is_no_straddle() -> None:
    masa = seated({0: 100, 1: 100}, rules="tda", terms=STRADDLE)
    masa = masa.straddle(0, True).masa.straddle(1, True).masa
    change = masa.deal(Deck())
    assert sorted(wagers(change.masa).values()) == [1, 2]
    assert sorted(e.live for e in events_of(change, event.Posted)) == [1, 2]


def test_a_straddle_can_be_taken_back() -> None:
    masa = five(terms=STRADDLE).straddle(4, True).masa.straddle(4, False).masa
    assert wagers(dealt(masa)) == {2: 1, 3: 2}


def test_returning_player_who_straddles_still_pays_the_missed_small_blind() -> None:
    """Side 3 was away for both blinds. It is first to act when side 2 is the big blind."""
    masa = five(terms=Terms(entry=Entry.BLIND, straddle=True)).away(3).masa
    for _ in range(3):
        masa = hand(masa)
    masa = masa.back(3, posts=True).masa.straddle(3, True).masa
    change = masa.deal(Deck())
    assert places(change.masa) == (0, 1, 2)
    assert wagers(change.masa) == {1: 1, 2: 2, 3: 4}
    assert gathered(change.masa) == 1
    assert event.Posted(Side(3), ante=0, dead=1, live=4) in events_of(change, event.Posted)


# Posted events


def test_posted_events_contain_the_chips_really_paid() -> None:
    """Side 2 has one chip for a big blind of two."""
    change = seated({0: 100, 1: 100, 2: 1}, sides=5).deal(Deck())
    assert events_of(change, event.Posted) == [
        event.Posted(Side(1), ante=0, dead=0, live=1),
        event.Posted(Side(2), ante=0, dead=0, live=1),
    ]


def test_posted_events_contain_antes_which_are_paid_before_the_blinds() -> None:
    """Side 2 has two chips: one for the ante, one for the big blind."""
    change = seated({0: 100, 1: 100, 2: 2}, sides=5, blinds=Blinds(1, 2, ante=1)).deal(Deck())
    assert events_of(change, event.Posted) == [
        event.Posted(Side(0), ante=1, dead=0, live=0),
        event.Posted(Side(1), ante=1, dead=0, live=1),
        event.Posted(Side(2), ante=1, dead=0, live=1),
    ]
    assert gathered(change.masa) == 3


def test_big_blind_ante_is_reported_for_the_big_blind_only() -> None:
    blinds = Blinds(1, 2, ante=2, big_blind_ante=True)
    change = seated({0: 100, 1: 100, 2: 100}, sides=5, blinds=blinds).deal(Deck())
    assert events_of(change, event.Posted) == [
        event.Posted(Side(1), ante=0, dead=0, live=1),
        event.Posted(Side(2), ante=2, dead=0, live=2),
    ]
