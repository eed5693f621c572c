"""Tests of the prepared deck: the player who gets its ace wins."""

import pytest

from pokermasa.cards import Deck
from pokermasa.rules import HandDealer
from pokermasa.rules.hand_dealer import BOARD_CARDS
from tests.browser.fixed_deck import ACE, ORDER


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_ace_has_the_best_hand_on_either_board(players: int) -> None:
    deck = Deck(ORDER)
    dealt = HandDealer.deal(deck, players)
    second = HandDealer(dealt.hands, deck.deal(BOARD_CARDS))
    assert ACE in map(str, dealt.hands[0])
    for cards in (dealt, second):
        first, *others = [cards.value(stack) for stack in range(players)]
        assert first > max(others)
