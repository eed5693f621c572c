"""Re-entry: the players for whom a tournament waits when at most one player is left.

The tournament does not end while somebody who is out may enter again. It ends when registration
closes, or when each of them has declined (`play.decline`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pokermasa.tournament import seating
from pokermasa.tournament.entrant import EntrantStatus, Player
from pokermasa.tournament.refusal import TournamentError

if TYPE_CHECKING:
    from pokermasa.tournament.tournament import Tournament


def may_enter_again(tournament: Tournament, player: Player) -> bool:
    """Whether this entry is out, is the last of its player, and may be followed by another."""
    entrant = tournament.entrants[player]
    if entrant.status is not EntrantStatus.OUT or tournament.names.of(entrant.name)[-1] != player:
        return False
    try:
        seating.verify_entry(tournament, entrant.name)
    except TournamentError:
        return False
    return True


def awaited(tournament: Tournament) -> list[Player]:
    """The entries that the tournament waits for: none while two or more players are left."""
    if tournament.alive > 1 or not tournament.takes_entries or not tournament.structure.re_entries:
        return []
    return [
        player
        for player in map(Player, range(len(tournament.entrants)))
        if not tournament.entrants[player].declined and may_enter_again(tournament, player)
    ]
