"""Re-entry: the players for whom a tournament waits when at most one player is left.

A tournament does not end while a player who is out may enter again. It ends when registration
closes, or when all such players have declined (`play.decline`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pokermasa.tournament import seating
from pokermasa.tournament.entrant import EntrantStatus, Player
from pokermasa.tournament.refusal import TournamentError

if TYPE_CHECKING:
    from pokermasa.tournament.tournament import Tournament


def may_enter_again(tournament: Tournament, player: Player) -> bool:
    """Whether the player of this entry is out and may enter again.

    Only the last entry of a player counts.
    """
    entrant = tournament.entrants[player]
    if (
        entrant.status is not EntrantStatus.OUT
        or tournament.names.entries(entrant.name)[-1] != player
    ):
        return False
    try:
        seating.verify_entry(tournament, entrant.name)
    except TournamentError:
        return False
    return True


def awaited(tournament: Tournament) -> list[Player]:
    """Return the entries whose players may enter again and for whom the tournament waits.

    It waits only when at most one player is left.
    """
    if tournament.alive > 1 or not tournament.takes_entries or not tournament.structure.re_entries:
        return []
    return [
        player
        for player in map(Player, range(len(tournament.entrants)))
        if not tournament.entrants[player].declined and may_enter_again(tournament, player)
    ]
