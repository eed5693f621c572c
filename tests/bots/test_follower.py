"""Over the wire a bot sees what it would see at the masa itself."""

from random import Random

import pytest

from pokermasa.bots import RandomBot
from pokermasa.bots.follower import Follower, read_rules
from pokermasa.bots.referee import ask
from pokermasa.cards import Deck
from pokermasa.masa import Entry, Masa, Side, Terms, event
from pokermasa.rules import Blinds, HouseRules
from pokermasa.rules.house import NAMED
from pokermasa.server.wire import event_data, view_data

NAMES = {Side(side): f"player {side}" for side in range(10)}


class Table:
    """A masa, and a follower on every side."""

    def __init__(self, rules, entry=Entry.FREE):
        self.masa = Masa.open(6, Blinds(1, 2), rules, Terms(entry=entry))
        self.followers = {}
        self.ended = 0

    def sit(self, side, stack):
        self.did(self.masa.buy_in(side, stack))
        self.followers[side] = Follower()
        view = view_data(self.masa, NAMES, Side(side))
        list(self.followers[side].hear({"type": "joined_table", "view": view}))

    def did(self, change):
        self.masa = change.masa
        game = change.masa.game or change.masa.last_game
        for side, follower in self.followers.items():
            told = [
                event_data(happened, NAMES, game.sides if game else ())
                for happened in change.events
                if not isinstance(happened, event.Dealt)
                and (not isinstance(happened, event.DealPocketCards) or happened.side == side)
            ]
            for hand in follower.hear({"type": "events", "events": told}):
                self.check_end(side, hand)

    def check_end(self, side, hand):
        game = self.masa.last_game
        self.ended += 1
        if side in game.sides and game.acts:
            seen = hand.view
            assert seen.settled
            assert seen.past == game.past
            assert hand.company.names == tuple(NAMES[other] for other in game.sides)
            assert self.followers[side].stack == self.masa.seats[side].stack

    def play(self, dice):
        self.did(self.masa.deal(Deck.shuffled(dice)))
        while self.masa.game is not None:
            side = self.masa.to_act
            expected = self.masa.view(side, past=True)
            assert self.followers[side].hand.view == expected
            self.did(self.masa.move(side, ask(RandomBot(), expected, dice).act))


@pytest.mark.parametrize("rules", NAMED)
def test_every_view_is_the_masas_own(rules):
    dice = Random(5)
    table = Table(rules)
    for side in (0, 1, 3, 4, 5):
        table.sit(side, dice.randrange(40, 200))
    for _ in range(60):
        for side, seat in table.masa.seats.items():
            if not seat.stack:
                table.did(table.masa.top_up(side, dice.randrange(20, 100)))
        table.play(dice)
    assert table.ended == 60 * 5


@pytest.mark.parametrize("rules", ["masa", "tda"])
def test_newcomers_who_post_and_blinds_that_are_dead(rules):
    """People come and go, so that blinds are posted late, missed and dead."""
    dice = Random(9)
    table = Table(rules, entry=Entry.BLIND)
    for side in range(4):
        table.sit(side, 100)
    for hand in range(120):
        for side in list(table.masa.seats):
            if not table.masa.seats[side].stack:
                table.did(table.masa.top_up(side, 100))
        if hand % 3 == 0 and len(table.masa.seats) > 3:
            gone = dice.choice(list(table.masa.seats))
            del table.followers[gone]
            table.did(table.masa.leave(gone))
        elif len(table.masa.seats) < 6:
            side = dice.choice([side for side in range(6) if side not in table.masa.seats])
            table.sit(side, 100)
            if dice.random() < 0.5:
                table.did(table.masa.back(side, posts=True))
        if table.masa.is_dealable:
            table.play(dice)
    assert table.ended


@pytest.mark.parametrize("rules", [*NAMED.values(), HouseRules(raise_cap=(3, 4, 4, 4))])
def test_rules_are_read_as_they_are_told(rules):
    for told in (rules, rules.but(raise_cap=None), rules.but(table_all_ins=False)):
        assert read_rules(told.name) == told
