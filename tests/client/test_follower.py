"""A bot gets the same view over the wire as at the masa."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from pokermasa.bots import RandomBot
from pokermasa.bots.referee import ask
from pokermasa.cards import Deck
from pokermasa.client.follower import Follower
from pokermasa.masa import Change, Entry, Masa, Side, Terms
from pokermasa.rules import Blinds, HouseRules
from pokermasa.rules.house import NAMED
from pokermasa.server.protocol.encoding import event_data, view_data
from tests.cases import each

NAMES = {Side(side): f"player {side}" for side in range(10)}


ONLOOKER = None
BLINDS = Blinds(1, 2)


class Table:
    """A masa with a follower on every side, and one for a spectator."""

    def __init__(self, rules: str, blinds: Blinds = BLINDS, **terms: Any) -> None:
        self.masa = Masa.open(6, blinds, rules, Terms(**terms))
        self.followers: dict[Any, Any] = {}
        self.ended = 0
        self.compared = 0
        self.follow(ONLOOKER)

    def follow(self, side: Side | None) -> None:
        self.followers[side] = Follower()
        view = view_data(self.masa, NAMES, side)
        list(self.followers[side].hear({"type": "view", "view": view}))

    def sit(self, side: int, stack: int) -> None:
        self.did(self.masa.buy_in(side, stack))
        self.follow(Side(side))

    def did(self, change: Change) -> None:
        self.masa = change.masa
        game = change.masa.game or change.masa.last_game
        for side, follower in self.followers.items():
            events = [
                event_data(event, NAMES, game.sides if game else ())
                for event in change.seen_by(side)
            ]
            for hand in follower.hear({"type": "events", "events": events}):
                self.check_end(side, hand)
        if self.masa.game is not None:
            self.compare()

    def compare(self) -> None:
        """Check that the view of every follower equals the masa's own view."""
        for side, follower in self.followers.items():
            assert follower.hand.view == self.masa.view(side, past=True)
            self.compared += 1

    def check_end(self, side: Any, hand: Any) -> None:
        game = self.masa.last_game
        self.ended += 1
        if side in game.sides:
            assert hand.view.past == game.past
            assert hand.names == tuple(NAMES[other] for other in game.sides)
            assert self.followers[side].stack == self.masa.seats[side].stack

    def play(self, dice: Any) -> None:
        self.did(self.masa.deal(Deck.shuffled(dice)))
        while (game := self.masa.game) is not None:
            if game.is_asked_twice:
                asked = [side for side in game.remaining if side not in game.agreed]
                self.did(self.masa.run_twice(dice.choice(asked), agrees=dice.random() < 0.7))
            else:
                view = self.masa.view(self.masa.to_act)
                self.did(self.masa.move(self.masa.to_act, ask(RandomBot(), view, dice).act))

    def live_on(self, dice: Random, hands: int, stack: Callable[..., int]) -> None:
        """Play hands with players who come, leave, straddle, post late and go broke.

        *stack* draws the chips that a new player brings.
        """
        for _ in range(hands):
            for side, seat in list(self.masa.seats.items()):
                if not seat.stack:
                    self.did(self.masa.top_up(side, stack()))
            free = [side for side in range(6) if side not in self.masa.seats]
            if dice.random() < 0.3 and len(self.masa.seats) > 2:
                gone = dice.choice(list(self.masa.seats))
                del self.followers[gone]
                self.did(self.masa.leave(gone))
            elif free and (dice.random() < 0.5 or len(self.masa.seats) < 2):
                side = dice.choice(free)  # type: ignore[assignment]
                self.sit(side, stack())
                if dice.random() < 0.5:
                    self.did(self.masa.back(side, posts=True))
            if self.masa.terms.straddle:
                for side in self.masa.seats:
                    self.did(self.masa.straddle(side, dice.random() < 0.6))
            if self.masa.is_dealable:
                self.play(dice)


@pytest.mark.rotated
@pytest.mark.sampled(2)
@pytest.mark.parametrize("rules", NAMED)
def test_the_followers_view_equals_that_of_the_masa(rules: str) -> None:
    dice = Random(5)
    table = Table(rules)
    for side in (0, 1, 3, 4, 5):
        table.sit(side, dice.randrange(40, 200))
    for _ in range(60):
        for side, seat in table.masa.seats.items():
            if not seat.stack:
                table.did(table.masa.top_up(side, dice.randrange(20, 100)))
        table.play(dice)
    assert table.ended == 60 * 6


ANTES: Any = {"none": {}, "ante": {"ante": 1}, "bb ante": {"ante": 2, "big_blind_ante": True}}


@pytest.mark.rotated
@pytest.mark.sampled(3)
@pytest.mark.parametrize("entry", Entry)
@pytest.mark.parametrize("straddle", [False, True], ids=["", "straddle"])
@pytest.mark.parametrize("ante", ANTES)
@pytest.mark.parametrize("rules", NAMED)
def test_the_followers_view_is_correct_with_all_kinds_of_posts(
    rules: str, ante: str, straddle: bool, entry: Entry
) -> None:
    """Includes late and dead posts, straddles, antes, and stacks that cannot pay them."""
    dice = Random(f"{rules}, {ante}, {straddle}, {entry}")
    table = Table(
        rules, Blinds(1, 2, **ANTES[ante]), entry=entry, straddle=straddle, run_twice=True
    )
    for side in (0, 2, 3):
        table.sit(side, dice.randrange(1, 40))
    table.live_on(dice, 10, lambda: dice.choice([1, 2, 3, 4, 5, 30]))
    assert table.compared > 50


@each("rules", [*NAMED.values(), HouseRules(raise_cap=(3, 4, 4, 4))])
def test_the_house_rules_of_a_view_are_read_back(rules: HouseRules) -> None:
    for house in (rules, rules.replace(raise_cap=None), rules.replace(showdown="losers may muck")):
        assert HouseRules.named(house.name) == house
