"""A hand of a tournament that was just played, and what it says about the tournament."""

from __future__ import annotations

from typing import Any

from pokermasa.histories.tournament_hand import Finish, TournamentHand
from pokermasa.tournament import Change, event


def told_of(change: Change, over: event.HandOver, number: int, name: str) -> dict[str, Any]:
    """Fields for its history: *number* and *name* are the tournament's, *over* is the hand of this
    *change*. Whoever went out with it is told with place and prize, and so is who won."""
    now = change.tournament
    game = over.game
    stacks = {player: game.sides.index(side) for side, player in over.players.items()}
    finishes = []
    for happened in change.events:
        if isinstance(happened, event.Eliminated):
            tied = len(happened.players)
            prizes = now.prizes[happened.place - 1 : happened.place - 1 + tied]
            for place, player in enumerate(happened.players):
                if player in stacks:
                    share, odd = divmod(sum(prizes), tied)
                    finishes.append(Finish(stacks[player], happened.place, share + (place < odd)))
        elif isinstance(happened, event.Finished) and happened.winner in stacks:
            won = now.prizes[0] if now.prizes else 0
            finishes.append(Finish(stacks[happened.winner], 1, won))
    blinds = game.situation.dealer.blinds
    told = TournamentHand(
        number,
        now.structure.buy_in,
        level=_level(change, blinds),
        name=name,
        finishes=tuple(finishes),
    )
    return told.fields(len(game.sides))


def _level(change: Change, blinds: object) -> int:
    """Of the hand; the clock may have gone on since."""
    level = change.tournament.clock.level + 1
    is_later = any(isinstance(happened, event.LevelRose) for happened in change.events)
    return level - 1 if is_later and change.tournament.blinds != blinds and level > 1 else level
