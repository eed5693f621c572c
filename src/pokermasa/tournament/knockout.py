"""Bounties: a player who knocks out another one wins the bounty on that player's head."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import TYPE_CHECKING

from pokermasa.masa import Game
from pokermasa.masa.fixed_map import FixedMap
from pokermasa.rules import Chips, OddChips
from pokermasa.rules.chips import split
from pokermasa.tournament import event, icm
from pokermasa.tournament.entrant import Player
from pokermasa.tournament.table import Table

if TYPE_CHECKING:
    from pokermasa.tournament.tournament import Tournament


def winners_of_last_chips(game: Game, stack: int) -> tuple[int, ...]:
    """Return the stacks that won the last chips of *stack*.

    The last chips are in the newest pot that *stack* could win. If the hand was run twice, the
    winners on the first board count.
    """
    dealer = game.situation.dealer.finish()
    pots = [pot for pot in (dealer.running_pot, *dealer.side_pots) if pot.wager]
    for pot, paid in zip(pots, game.pots[0], strict=True):
        if stack in pot.involved:
            return paid.involved
    return game.pots[0][-1].involved


def claimed(
    tournament: Tournament,
    table: Table,
    game: Game,
    busts: Iterable[Player],
    events: list[event.Event],
) -> Tournament:
    """Return the tournament after the bounties of the players in *busts* have been won.

    *table* must still have all players of the hand. Several winners divide a bounty.
    """
    bounty = tournament.structure.bounty
    if not bounty:
        return tournament
    for player in busts:
        side = table.side_of(player)
        assert side is not None
        winners = winners_of_last_chips(game, game.sides.index(side))
        shares = split(bounty, len(winners), OddChips.ONE_EACH)
        for index, share in zip(winners, shares, strict=True):
            by = table.players[game.sides[index]]
            tournament = awarded(tournament, player, by, share, events)
    return tournament


def awarded(
    tournament: Tournament, player: Player, by: Player, amount: Chips, events: list[event.Event]
) -> Tournament:
    """Return the tournament after player *by* has won *amount* of the bounty on *player*."""
    if not amount:
        return tournament
    events.append(event.BountyWon(player, by, amount))
    entrant = tournament.entrants[by]
    richer = entrant.replace(bounties=entrant.bounties + amount)
    return tournament.replace(entrants=tournament.entrants.put(by, richer))


def not_won(tournament: Tournament) -> Chips:
    """Return the sum of the bounties that no player has won yet, in chips."""
    won = sum([entrant.bounties for entrant in tournament.entrants])
    return tournament.entries * tournament.structure.bounty - won


def shares(tournament: Tournament, house: Collection[Player] = ()) -> Mapping[Player, Chips]:
    """Return each remaining player's part of the bounties that no player has won, by chips.

    If house bots (*house*) are left, a person gets at most the bounty that the person paid.
    """
    playing = set(tournament.players)
    stacks = {p: chips for p, chips in tournament.stacks.items() if p in playing}
    left = not_won(tournament)
    if not left or not stacks:
        return FixedMap()
    found = dict(zip(stacks, icm.whole_shares(list(stacks.values()), [left]), strict=True))
    bots = [player for player in found if player in house]
    if not bots:
        return FixedMap(found)
    most = tournament.structure.bounty
    found |= {player: min(most, found[player]) for player in found if player not in house}
    rest = left - sum(found[player] for player in found if player not in house)
    parts = split(rest, len(bots), OddChips.ONE_EACH)
    return FixedMap({**found, **dict(zip(bots, parts, strict=True))})


def settled(
    tournament: Tournament, shares: Mapping[Player, Chips], events: list[event.Event]
) -> Tournament:
    """Return the tournament after the remaining bounties have been paid at its end: *shares*."""
    for player, amount in shares.items():
        tournament = awarded(tournament, player, player, amount, events)
    return tournament
