"""Tables played at random: the events for one viewer, and the viewer's view after each batch.

    python web/random_tables.py SEED        # JSON, for masa/fold.test.ts

Events and views come from the server's own code, so that tests compare the client with the server.
"""

from __future__ import annotations

import json
import random
import sys
from typing import Any

from pokermasa.cards import Deck
from pokermasa.masa import Change, Entry, Masa, MasaError, Preselected, Side, Terms, event
from pokermasa.rules import Blinds, IllegalAct
from pokermasa.rules.house import NAMED
from pokermasa.server.protocol import encoding as wire
from pokermasa.server.protocol.data import ViewData

CHANGES = 250
"""Number of changes tried at each table."""
TABLES = 8


class RandomTable:
    """A table that is played at random, with the messages to one viewer."""

    def __init__(self, dice: random.Random) -> None:
        self.dice = dice
        big = dice.choice((2, 10))
        ante = dice.choice((0, 0, 1, 3))
        self.masa = Masa.open(
            sides=dice.randint(2, 7),
            blinds=Blinds(big // 2, big, ante, ante > 0 and dice.random() < 0.3),
            rules=dice.choice(list(NAMED)),
            terms=Terms(
                least_buy_in=big,
                most_buy_in=40 * big,
                entry=dice.choice((Entry.FREE, Entry.BLIND)),
                straddle=dice.random() < 0.5,
                run_twice=dice.random() < 0.5,
                time_bank=30_000,
            ),
        )
        # The viewer is a spectator, or a player who sits on side 0 from time to time.
        self.side = dice.choice((None, Side(0)))
        self.batches: list[dict[str, Any]] = []
        self.view = self._view()

    def _names(self, masa: Masa) -> dict[Side, str]:
        return {side: f"player {side}" for side in masa.seats}

    @property
    def viewer(self) -> Side | None:
        return self.side if self.side in self.masa.seats else None

    def _view(self) -> ViewData:
        return wire.view_data(self.masa, self._names(self.masa), self.viewer)

    def apply(self, change: Change) -> None:
        before, viewer = self.masa, self.viewer
        names = self._names(before) | self._names(change.masa)
        game = change.masa.game or change.masa.last_game
        sides = () if game is None else game.sides
        # Seen from the viewer's seat before the change, or from the seat taken with it.
        seen = change.seen_by(viewer)
        events = [wire.event_data(happened, names, sides) for happened in seen]
        self.masa = change.masa
        joined = any(isinstance(e, event.PlayerJoined) and e.side == self.side for e in seen)
        self.batches.append({"events": events, "view": self._view(), "joined": joined})

    def play_one(self) -> None:
        masa, dice = self.masa, self.dice
        side = Side(dice.randrange(masa.sides))
        seat = masa.player(side)
        if masa.to_act is not None and dice.random() < 0.75:
            view = masa.view(masa.to_act)
            assert view is not None
            acts = [act for act in view.acts for _ in range(1 if str(act).startswith("F") else 3)]
            self.apply(masa.move(masa.to_act, dice.choice(acts)))
        elif masa.to_act is not None and dice.random() < 0.1:
            self.apply(masa.timed_out(masa.to_act))
        elif masa.game is not None and masa.game.is_asked_twice:
            waiting = [s for s in masa.game.remaining if s not in (masa.game.agreed or ())]
            self.apply(masa.run_twice(dice.choice(waiting), dice.random() < 0.85))
        elif masa.is_dealable and dice.random() < 0.6:
            self.apply(masa.deal(Deck.shuffled(dice)))
        elif seat is None:
            terms = masa.terms
            self.apply(masa.buy_in(side, dice.randint(terms.least_buy_in, terms.most_buy_in)))
        else:
            self.apply(self._with_seat(side))

    def _with_seat(self, side: Side) -> Change:
        masa, dice = self.masa, self.dice
        is_yes = dice.random() < 0.5
        action = dice.randrange(9)
        if action == 0:
            return masa.sitout_next(side, is_yes)
        if action == 1:
            return masa.leave(side) if dice.random() < 0.4 else masa.back(side, is_yes)
        if action == 2:
            return masa.away(side)
        if action == 3:
            return masa.back(side, is_yes)
        if action == 4:
            return masa.top_up(side, dice.randint(1, masa.terms.most_buy_in))
        if action == 5:
            return masa.straddle(side, is_yes)
        if action == 6:
            return masa.spend_time_bank(side, dice.randint(0, 5000))
        if action == 7:
            return masa.show(side)
        return masa.preselect(side, dice.choice((None, *Preselected)))


def main(seed: int) -> None:
    dice = random.Random(seed)
    tables = []
    for _ in range(TABLES):
        table = RandomTable(dice)
        opened = table.view
        for _ in range(CHANGES):
            try:
                table.play_one()
            except (MasaError, IllegalAct):
                continue
        tables.append({"view": opened, "batches": table.batches})
    json.dump(tables, sys.stdout)


if __name__ == "__main__":
    main(int(sys.argv[1]))
