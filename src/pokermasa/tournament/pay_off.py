"""Paying a player off: somebody leaves a running tournament with what the stack is worth by ICM.

The share comes from the prizes that are still open, so that in sum nobody gains by it: whoever was
out before keeps the place and the prize.
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
    """What the player's stack is worth now by ICM. With house bots, *house*, among the players, no
    more than when the tournament is called off: people share what people paid."""
    play.verified_table(tournament, player)
    shares = ruling.icm_shares(tournament)
    amount = ruling.without_house_money(tournament, shares, house)[player]
    bots = sum(other in house for other in shares)
    if not 0 < bots < len(shares) or player in house:
        return amount
    # The prizes that the people who stay are then sure of are part of what people share. Otherwise
    # they would have house money by leaving one after the other.
    most = ruling.most_for_people(tournament, shares, house)
    place, prizes = len(shares), tournament.prizes

    def for_people(amount: Chips) -> Chips:
        left = payout.with_shares(prizes, [(place, amount)])
        return amount + sum(left[bots : place - 1])

    least = min(amount, sum(prizes[place - 1 : place]))
    return max(least, least + bisect_right(range(least, amount + 1), most, key=for_people) - 1)


def bounty(tournament: Tournament, player: Player, house: Collection[Player] = ()) -> Chips:
    """What the bounties that nobody has won are worth to the player, without those of the others
    who are left: whoever knocks one of them out wins a whole bounty. The winner's own is not
    needed for that."""
    needed = (tournament.alive - 2) * tournament.structure.bounty
    most = knockout.not_won(tournament) - needed
    return min(most, knockout.shares(tournament, house).get(player, 0))


def worth(
    tournament: Tournament, player: Player, house: Collection[Player] = ()
) -> tuple[Chips, Chips]:
    """Share of the prizes, and of the bounties."""
    return share(tournament, player, house), bounty(tournament, player, house)


def is_paid_off(tournament: Tournament, player: Player) -> bool:
    return player in tournament.agreed and tournament.entrants[player].status in PAID_OFF


def shares(tournament: Tournament) -> list[tuple[int, Chips]]:
    """Place and share of everybody who was paid off, in the order of leaving."""
    paid = [
        (place, tournament.agreed[group[0]])
        for place, group in tournament.ranking.places(tournament.players)
        if is_paid_off(tournament, group[0])
    ]
    return paid[::-1]


def disqualify(tournament: Tournament, player: Player, share: Chips, bounty: Chips) -> Change:
    cause = event.Disqualified(player, share, bounty)
    return _paid_off(tournament, cause, share, EntrantStatus.DISQUALIFIED)


def leave(tournament: Tournament, player: Player, share: Chips, bounty: Chips) -> Change:
    return _paid_off(tournament, event.Left(player, share, bounty), share, EntrantStatus.LEFT)


def is_ready(tournament: Tournament, player: Player) -> bool:
    """Whether the player can be paid off now: no hand is played at their table, and hand for hand
    nobody has gone out in the round that is being played."""
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
        raise TournamentError(TournamentRefusal.NOT_ALLOWED, f"no share of the prizes: {share!r}")
    bounty = cause.bounty
    if type(bounty) is not int or not 0 <= bounty <= knockout.not_won(tournament):
        raise TournamentError(TournamentRefusal.NOT_ALLOWED, f"no share of bounties: {bounty!r}")
    events: list[event.Event] = [cause]
    stack = play.stack_at(tournament, number, player)
    gone = Bust(player, stack, 0)
    tournament = tournament.but(
        ranking=tournament.ranking.with_busts([gone], tournament.structure.rules.busts),
        alive=tournament.alive - 1,
        agreed=FixedMap({**tournament.agreed, player: share}),
    )
    # Nobody has knocked the player out.
    tournament = knockout.awarded(tournament, player, player, bounty, events)
    return Change(play.removed(tournament, number, player, status, events), tuple(events))
