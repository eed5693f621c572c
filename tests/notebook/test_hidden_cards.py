"""Tests that lines and drawings of a hand show only cards that their viewer may know.

A `Situation`, a `Masa` and a `Tournament` are shown as a spectator sees them, also to the program
that dealt the cards. A `View` shows what its viewer may know. A `History` is a record: it shows the
cards that are recorded once the hand is over.
"""

import re
from random import Random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from pokermasa import AllIn, Call, Deck, Fold, Raise, View, phh
from pokermasa.cards import CARDS
from pokermasa.cards.card import SUIT_SYMBOLS
from pokermasa.histories.history import Shown
from pokermasa.histories.record import record
from pokermasa.masa import Masa, Terms
from pokermasa.rules import Blinds, HandDealer, Situation
from tests.notebook.values import CARDS as HANDS
from tests.notebook.values import situation, tournament


def cards_in(text: str) -> set[str]:
    """Return the cards that a text or a drawing names, as in As."""
    drawn = {
        rank + "cdhs"[SUIT_SYMBOLS.index(suit)]
        for rank, suit in re.findall(rf"([2-9TJQKA])([{SUIT_SYMBOLS}])", text)
    }
    return drawn | set(re.findall(r"(?<![A-Za-z0-9])[2-9TJQKA][cdhs](?![a-z])", text))


def seen(value: Any) -> set[str]:
    drawn = value._repr_html_() if hasattr(value, "_repr_html_") else ""
    return cards_in(drawn.partition("</style>")[2]) | cards_in(repr(value))


def test_this_test_finds_cards_in_lines_and_in_drawings() -> None:
    assert cards_in("Hand('As Kd'), board 2h7d") >= {"As", "Kd"}
    assert cards_in("<text>A♠</text><span>T♥</span>") == {"As", "Th"}
    assert seen(View.from_situation(situation(), 0)) == {"Kd", "Kc"}


@given(st.randoms(use_true_random=False))
def test_no_hole_card_and_no_card_to_come_is_shown_of_a_situation(random: Random) -> None:
    hand = Situation(situation().dealer, HandDealer.deal(Deck.shuffled(random), 3, button=0))
    while not hand.end:
        assert hand.hand_dealer is not None
        assert seen(hand) == set(map(str, hand.hand_dealer.middle(hand.round).cards))
        move = hand.move(random.choice(hand.possible_acts))
        assert cards_in(repr(move)) <= seen(move.situation_after)
        hand = move.situation_after
    spectator = View.from_situation(hand, None)
    known = {card for player in spectator.players for card in player.cards or ()}
    assert seen(hand) == set(map(str, known.union(spectator.board)))


def test_winner_without_a_showdown_shows_nothing() -> None:
    ended = situation().move(Raise(to=6)).situation_after
    for _ in range(2):
        ended = ended.move(Fold()).situation_after
    assert ended.end
    assert seen(ended) == set()
    assert "stack 0 gets" in repr(ended)


def test_cards_that_are_only_held_are_not_written() -> None:
    assert seen(HANDS) == seen(Deck()) == seen(Deck("As Kd")) == set()


@given(st.randoms(use_true_random=False))
def test_nothing_hidden_is_shown_of_a_masa_its_changes_and_its_game(random: Random) -> None:
    masa = Masa.open(4, rules="tda", terms=Terms(run_twice=True))
    for side in range(3):
        masa = masa.buy_in(side, 60).masa
    change = masa.deal(Deck.shuffled(random))
    while change.masa.game is not None:
        masa = change.masa
        view = masa.view(None)
        assert view is not None
        known = {card for player in view.players for card in player.cards or ()} | {*view.board}
        assert seen(masa) == seen(change) == set(map(str, known))
        assert cards_in(repr(masa.game)) <= set(map(str, known))
        if masa.to_act is None:
            asked = [side for side in masa.game.remaining if side not in (masa.game.agreed or ())]
            change = masa.run_twice(asked[0], True)
        else:
            acts = masa.game.situation.possible_acts
            change = masa.move(masa.to_act, AllIn() if AllIn() in acts else random.choice(acts))
    assert cards_in(repr(change)) == set()


def test_nothing_hidden_is_shown_of_a_tournament_and_its_changes() -> None:
    change = tournament().deal(0, Deck.shuffled(Random(2)))
    assert seen(change) == seen(change.tournament) == set()
    assert "Dealt" in repr(change)


def test_history_shows_recorded_cards_once_the_hand_is_over() -> None:
    unfinished = record([200, 200, 60], 0, Blinds(1, 2), HANDS, [Raise(to=6)])
    assert seen(unfinished) == set()
    over = record([200, 200, 60], 0, Blinds(1, 2), HANDS, [Raise(to=6), Fold(), AllIn(), Call()])
    assert seen(over) == {*["Kd", "Kc", "7s", "2h", "As", "Qh", "Ah", "7c", "2d", "9s", "4h"]}
    assert cards_in(repr(over)) == {*["Ah", "7c", "2d", "9s", "4h"]}
    seen_by_none = phh.read(phh.write(over).replace("7s2h", "????").replace("KdKc", "????"))
    assert not seen(seen_by_none) & {*["Kd", "Kc", "7s", "2h"]}


def test_an_impossible_hand_is_drawn_up_to_its_fault_with_the_reason() -> None:
    over = record([200, 200, 60], 0, Blinds(1, 2), HANDS, [Raise(to=6), Fold(), Fold()])
    wrong = over.replace(story=(*over.story, Shown(over.button, (CARDS[0], CARDS[1]))))
    html = wrong._repr_html_()
    assert "This hand is not possible" in html
    assert "raises to 6" in html
