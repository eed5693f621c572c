"""Paying a player off: the player leaves a running tournament with the value of the stack by ICM.

The payment is taken from the prizes that are still open. Players who were out before keep their
places and prizes.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection
from typing import TYPE_CHECKING

from pokermasa.masa.fixed_map import FixedMap
from pokermasa.rules import Chips
from pokermasa.tournament import event, knockout, payout, play, ruling
from pokermasa.tournament.change import Change
from pokermasa.tournament.entrant import EntrantStatus, Player
from pokermasa.tournament.ranking import Bust
from pokermasa.tournament.refusal import TournamentError, TournamentRefusal

if TYPE_CHECKING:
    from pokermasa.tournament.tournament import Tournament

PAID_OFF = (EntrantStatus.DISQUALIFIED, EntrantStatus.LEFT)


def share(tournament: Tournament, player: Player, house: Collection[Player] = ()) -> Chips:
    """Return the value of the player's stack by ICM.

    *house* are house bots. If some of them are among the players, the value is at most what the
    player would get if the tournament were called off now: people share only what people paid.
    """
    play.verified_table(tournament, player)
    shares = ruling.icm_shares(tournament)
    amount = ruling.without_house_money(tournament, shares, house)[player]
    bots = sum(other in house for other in shares)
    if not 0 < bots < len(shares) or player in house:
        return amount
    # The prizes that the remaining people are certain of afterwards count as part of what people
    # share. Otherwise people could win the bots' buy-ins by leaving one after the other.
    most = ruling.most_for_people(tournament, shares, house)
    place, prizes = len(shares), tournament.prizes

    def paid_to_people(amount: Chips) -> Chips:
        left = payout.with_shares(prizes, [(place, amount)])
        return amount + sum(left[bots : place - 1])

    least = min(amount, sum(prizes[place - 1 : place]))
    return max(least, least + bisect_right(range(least, amount + 1), most, key=paid_to_people) - 1)


def bounty(tournament: Tournament, player: Player, house: Collection[Player] = ()) -> Chips:
    """Return the player's part of the bounties that no player has won, in chips.

    A whole bounty is kept for each other remaining player who can still be knocked out, which is
    all of them but the winner.
    """
    needed = (tournament.alive - 2) * tournament.structure.bounty
    most = knockout.not_won(tournament) - needed
    return min(most, knockout.shares(tournament, house).get(player, 0))


def worth(
    tournament: Tournament, player: Player, house: Collection[Player] = ()
) -> tuple[Chips, Chips]:
    """Return the player's shares of the prizes and of the bounties, in chips."""
    return share(tournament, player, house), bounty(tournament, player, house)


def is_paid_off(tournament: Tournament, player: Player) -> bool:
    """Whether the player was paid off."""
    return player in tournament.agreed and tournament.entrants[player].status in PAID_OFF


def shares(tournament: Tournament) -> list[tuple[int, Chips]]:
    """Return place and payment of all players who were paid off, in the order of leaving."""
    paid = [
        (place, tournament.agreed[group[0]])
        for place, group in tournament.ranking.places(tournament.players)
        if is_paid_off(tournament, group[0])
    ]
    return paid[::-1]


def disqualify(tournament: Tournament, player: Player, share: Chips, bounty: Chips) -> Change:
    """Disqualify the player and pay *share* and *bounty* (see `share` and `bounty`)."""
    cause = event.Disqualified(player, share, bounty)
    return _paid_off(tournament, cause, share, EntrantStatus.DISQUALIFIED)


def leave(tournament: Tournament, player: Player, share: Chips, bounty: Chips) -> Change:
    """Let the player leave and pay *share* and *bounty* (see `share` and `bounty`)."""
    return _paid_off(tournament, event.Left(player, share, bounty), share, EntrantStatus.LEFT)


def is_ready(tournament: Tournament, player: Player) -> bool:
    """Whether the player can be paid off now.

    It is not possible during a hand at the player's table, nor in a round of hand-for-hand play in
    which a player has lost all chips.
    """
    place = tournament.place(player)
    if place is None or not tournament.table(place[0]).is_idle:
        return False
    return tournament.round is None or not tournament.round.busts


def _paid_off(
    tournament: Tournament,
    cause: event.Disqualified | event.Left,
    share: Chips,
    status: EntrantStatus,
) -> Change:
    player = cause.player
    number = play.verified_table(tournament, player)
    if not is_ready(tournament, player):
        raise TournamentError(TournamentRefusal.NOT_ALLOWED, "a hand is being played")
    if type(share) is not int or not 0 <= share <= sum(tournament.prizes):
        most = sum(tournament.prizes)
        detail = f"a share is from 0 to {most}, not {share!r}"
        raise TournamentError(TournamentRefusal.NOT_ALLOWED, detail)
    bounty, most = cause.bounty, knockout.not_won(tournament)
    if type(bounty) is not int or not 0 <= bounty <= most:
        detail = f"a share of the bounties is from 0 to {most}, not {bounty!r}"
        raise TournamentError(TournamentRefusal.NOT_ALLOWED, detail)
    events: list[event.Event] = [cause]
    stack = play.stack_at(tournament, number, player)
    gone = Bust(player, stack, 0)
    tournament = tournament.replace(
        ranking=tournament.ranking.with_busts([gone], tournament.structure.rules.busts),
        alive=tournament.alive - 1,
        agreed=FixedMap({**tournament.agreed, player: share}),
    )
    # No player has knocked this one out.
    tournament = knockout.awarded(tournament, player, player, bounty, events)
    return Change(play.removed(tournament, number, player, status, events), tuple(events))
