"""Cards are dealt from the left of the button at every table."""

import json
import re
from typing import Any

import numpy as np
import pytest

from pokermasa.arena import Match
from pokermasa.cards import CARDS, Deck
from pokermasa.learn.observed_hand import ObservedHand, Stakes
from pokermasa.masa import Masa, Terms
from pokermasa.rules import BadHand, Betting, HandDealer
from pokermasa.tournament import save as tournament_save
from tests.cases import each
from tests.masa.host import seated
from tests.tournament.hall import fold_out, started


def hole_cards(masa: Masa) -> dict[int, tuple[Any, ...]]:
    """Return the hole cards by side."""
    game = masa.game
    return dict(zip(game.sides, game.situation.hand_dealer.hands, strict=True))


def from_the_left(button: int, sides: Any, places: int) -> dict[int, tuple[Any, ...]]:
    """Return the hands of a new deck: one card to each player, then another, from the left."""
    order = sorted(sides, key=lambda side: (side - button - 1) % places)
    return {side: (CARDS[k], CARDS[k + len(order)]) for k, side in enumerate(order)}


@each("players", range(2, 11))
def test_the_first_card_goes_left_of_the_button(players: int) -> None:
    for button in range(players):
        cards = HandDealer.deal(Deck(), players, button)
        assert dict(enumerate(cards.hands)) == from_the_left(button, range(players), players)
        assert cards.board == CARDS[2 * players : 2 * players + 5]
    assert HandDealer.deal(Deck(), players).hands[0] == (CARDS[0], CARDS[players])


@each("button", [-1, 3, 10, 1.0, True, "0"])
def test_deal_with_an_invalid_button_is_refused(button: Any) -> None:
    deck = Deck()
    with pytest.raises(BadHand, match="the button is a stack index from 0 to 2"):
        HandDealer.deal(deck, 3, button)
    assert len(deck) == 52


@pytest.mark.parametrize("rules", ["masa", "tda", "limit"])
def test_masa_deals_from_the_left_of_the_button(rules: str) -> None:
    """Includes empty sides, a moving button, and a dead button on an empty side."""
    masa = seated({0: 100, 2: 100, 3: 100, 6: 100}, sides=8, rules=rules)
    for number in range(12):
        masa = masa.deal(Deck()).masa
        assert hole_cards(masa) == from_the_left(masa.positions.button, masa.game.sides, 8)
        while masa.to_act is not None:
            masa = masa.timed_out(masa.to_act).masa
        if number == 5:
            masa = masa.leave(3).masa


def test_the_second_board_follows_the_first() -> None:
    masa = seated({0: 100, 1: 100}, terms=Terms(run_twice=True)).deal(Deck()).masa
    assert masa.game.situation.hand_dealer.board == CARDS[4:9]
    assert masa.game.second_board == CARDS[9:14]


def test_tournament_and_its_replay_deal_from_the_left_of_the_button() -> None:
    tournament = fold_out(started(3))
    change = tournament.deal(0, Deck())
    journal = [json.dumps(tournament_save.cause_to_data(e)) for e in change.events if e.cause]
    causes = [tournament_save.cause_from_data(json.loads(line)) for line in journal]
    assert tournament.replay(causes) == change.tournament
    assert hole_cards(change.tournament.table(0).masa) == from_the_left(1, range(3), 9)
    assert tournament_save.read(tournament_save.write(change.tournament)) == change.tournament


def test_in_the_arena_the_button_is_stack_0_and_every_rotation_has_the_same_cards() -> None:
    """Bots change stacks while the cards stay with the stack, so every bot gets the same deal."""
    match = Match.between("caller", "folder", "raiser", deals=4)
    played = [room._replace(saves=True).play().hands for room in match.tasks(range(1))]
    for rotations in zip(*played, strict=True):
        holes = [re.findall(r"d dh p\d \w{4}", written) for _, written in rotations]
        assert len(holes[0]) == 3
        assert holes == [holes[0]] * 3
    number, pack, dealt = match.random.number(256, "cards", 0), list(CARDS), []
    for left in range(52, 52 - 11, -1):
        number, digit = divmod(number, left)
        place = 52 - left
        pack[place], pack[place + digit] = pack[place + digit], pack[place]
        dealt.append(pack[place])
    assert match.random.cards(0, 3) == HandDealer.deal(Deck(dealt), 3, button=0)
    assert match.terms.opening(3).button == 0


def test_learning_environments_deal_from_the_left_of_the_button() -> None:
    class NoLuck:
        def random(self) -> float:
            return 1 - 2**-53

    stakes = Stakes.checked(4, 200, (1, 2), "tda", Betting.NO_LIMIT)
    for button in range(4):
        cards = ObservedHand(stakes, button, NoLuck()).situation.hand_dealer
        assert dict(enumerate(cards.hands)) == from_the_left(button, range(4), 4)
    assert ObservedHand(stakes, 2, np.random.default_rng(1)).situation.dealer.button == 2
