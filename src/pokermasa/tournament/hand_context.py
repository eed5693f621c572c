"""What a finished hand says about the tournament it was played in, for whoever keeps histories."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from pokermasa.masa import Side
from pokermasa.rules import Chips
from pokermasa.tournament import event
from pokermasa.tournament.change import Change
from pokermasa.tournament.entrant import EntrantStatus, Player


class Finish(NamedTuple):
    """Somebody's tournament ended with the hand."""

    side: Side
    place: int
    prize: Chips


@dataclass(frozen=True, slots=True)
class HandContext:
    table: int
    """From 1, like the level."""
    level: int
    buy_in: Chips
    bounty: Chips
    finishes: tuple[Finish, ...] = ()

    @classmethod
    def of(cls, change: Change, over: event.HandOver) -> HandContext:
        """*over* is one of the events of *change*. Hand for hand, places are known after the round:
        then a later change tells them (`later_finishes`)."""
        structure, level = change.tournament.structure, over.level + 1
        found = _finished(change)
        finishes = [
            Finish(side, *found[player])
            for side, player in over.players.items()
            if player in found and side in over.game.sides
        ]
        return cls(over.table + 1, level, structure.price, structure.bounty, tuple(finishes))


def later_finishes(change: Change) -> dict[Player, tuple[int, Chips]]:
    """Place and prize of those whose last hand was over before this *change*."""
    played = {
        over.players[side]
        for over in change.events
        if isinstance(over, event.HandOver)
        for side in over.game.sides
    }
    return {player: told for player, told in _finished(change).items() if player not in played}


def _finished(change: Change) -> dict[Player, tuple[int, Chips]]:
    now, found = change.tournament, {}
    for happened in change.events:
        if isinstance(happened, event.Eliminated):
            shares = now.prizes_for(happened.place, len(happened.players))
            for player, share in zip(happened.players, shares, strict=True):
                found[player] = happened.place, share
        elif isinstance(happened, event.Left | event.Disqualified) and happened.share is not None:
            place = next(r.place for r in now.results if r.player == happened.player)
            found[happened.player] = place, happened.share
        elif isinstance(happened, event.Finished):
            # The winner; after a deal, or called off, everybody who was left.
            for result in now.results:
                if now.entrants[result.player].status is not EntrantStatus.PLAYING:
                    break
                found[result.player] = result.place, result.prize
    return found
