"""The facts about the tournament that a hand history contains: level, buy-in, places, prizes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from pokermasa.masa import Side
from pokermasa.rules import Chips
from pokermasa.tournament import event
from pokermasa.tournament.change import Change
from pokermasa.tournament.entrant import EntrantStatus, Player


class PlayerFinish(NamedTuple):
    """The end of the tournament for one player in the hand."""

    side: Side
    place: int
    prize: Chips


@dataclass(frozen=True, slots=True)
class HandContext:
    """The tournament as a hand history describes it."""

    table: int
    """The number of the table, from 1."""
    level: int
    """The number of the level, from 1."""
    buy_in: Chips
    """The part of the buy-in that goes into the prize pool."""
    bounty: Chips
    """The part of the buy-in that is the bounty on the player's head."""
    finishes: tuple[PlayerFinish, ...] = ()
    """The players of the hand for whom the tournament is over."""

    @classmethod
    def from_change(cls, change: Change, over: event.HandOver) -> HandContext:
        """Return the context of the hand *over*, which must be an event of *change*.

        In hand-for-hand play, places are known only after the round. Then they are not in
        `finishes` but in the result of `later_finishes` for a later change.
        """
        structure, level = change.tournament.structure, over.level + 1
        found = _finished(change)
        finishes = [
            PlayerFinish(side, *found[player])
            for side, player in over.players.items()
            if player in found and side in over.game.sides
        ]
        return cls(over.table + 1, level, structure.price, structure.bounty, tuple(finishes))


def later_finishes(change: Change) -> dict[Player, tuple[int, Chips]]:
    """Return place and prize of players who finish with *change* but played no hand in it."""
    played = {
        over.players[side]
        for over in change.events
        if isinstance(over, event.HandOver)
        for side in over.game.sides
    }
    return {player: result for player, result in _finished(change).items() if player not in played}


def _finished(change: Change) -> dict[Player, tuple[int, Chips]]:
    """Return place and prize of all players for whom the tournament ends with *change*."""
    now, found = change.tournament, {}
    for each in change.events:
        if isinstance(each, event.Eliminated):
            for player, share in zip(each.players, each.prizes, strict=True):
                found[player] = each.place, share
        elif isinstance(each, event.Left | event.Disqualified) and each.share is not None:
            place = next(r.place for r in now.results if r.player == each.player)
            found[each.player] = place, each.share
        elif isinstance(each, event.Finished):
            # This is the winner or, after a deal or a cancellation, all remaining players.
            for result in now.results:
                if now.entrants[result.player].status is not EntrantStatus.PLAYING:
                    break
                found[result.player] = result.place, result.prize
    return found
