"""What a finished hand says about the tournament it was played in, for whoever keeps histories."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from pokermasa.masa import Game, Side
from pokermasa.rules import Chips
from pokermasa.tournament import event, payout
from pokermasa.tournament.change import Change
from pokermasa.tournament.tournament import Tournament


class Finish(NamedTuple):
    """Somebody's tournament ended with the hand."""

    side: Side
    place: int
    prize: Chips


@dataclass(frozen=True, slots=True)
class HandAbout:
    table: int
    """From 1, like the level."""
    level: int
    buy_in: Chips
    bounty: Chips
    finishes: tuple[Finish, ...] = ()

    @classmethod
    def of(cls, change: Change, over: event.HandOver) -> HandAbout:
        """*over* is one of the events of *change*. Hand for hand, places are known after the round
        and are not in it."""
        now, structure = change.tournament, change.tournament.structure
        level = _level_of(now, over.game) + 1
        finishes = _finishes(change, over)
        return cls(over.table + 1, level, structure.price, structure.bounty, finishes)


def _level_of(now: Tournament, game: Game) -> int:
    """The level it was dealt in: the clock may have gone on since."""
    blinds = game.situation.dealer.blinds
    for level in range(now.clock.level, -1, -1):
        if now.structure.schedule.blinds(level)[:2] == blinds[:2]:
            return level
    return now.clock.level


def _finishes(change: Change, over: event.HandOver) -> tuple[Finish, ...]:
    now, found = change.tournament, {}
    for happened in change.events:
        if isinstance(happened, event.Eliminated):
            tied = len(happened.players)
            shares = payout.shared(now.prizes, happened.place, tied)
            if now.takes_entries:
                shares = (0,) * tied
            for player, share in zip(happened.players, shares, strict=True):
                found[player] = happened.place, share
        elif isinstance(happened, event.Finished):
            found[happened.winner] = 1, now.results[0].prize
    return tuple(
        [
            Finish(side, *found[player])
            for side, player in over.players.items()
            if player in found and side in over.game.sides
        ]
    )
