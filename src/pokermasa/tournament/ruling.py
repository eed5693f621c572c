"""Decisions of the tournament director: penalties, moving players, levels, a deal, the end."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING

from pokermasa.masa.fixed_map import FixedMap
from pokermasa.rules import Chips, OddChips
from pokermasa.rules.chips import split
from pokermasa.tournament import event, icm, knockout, play, seating
from pokermasa.tournament.change import Change
from pokermasa.tournament.entrant import Entrant, EntrantStatus, Player, TableNumber
from pokermasa.tournament.persistent_vector import PersistentVector
from pokermasa.tournament.refusal import TournamentError, TournamentRefusal
from pokermasa.tournament.status import Status
from pokermasa.tournament.table import MoveReason

if TYPE_CHECKING:
    from pokermasa.tournament.tournament import Tournament

MOST_MISSED = 100
"""The largest number of hands that a player can be made to miss."""


def penalise(tournament: Tournament, player: Player, hands: int) -> Change:
    """Make the player miss *hands* more hands: dealt in, paying blinds, and folded in turn."""
    play.verified_table(tournament, player)
    missed = tournament.penalties.get(player, 0)
    if type(hands) is not int or not 1 <= hands <= MOST_MISSED - missed:
        detail = f"from 1 to {MOST_MISSED - missed} hands, not {hands!r}"
        raise TournamentError(TournamentRefusal.NOT_ALLOWED, detail)
    penalties = FixedMap({**tournament.penalties, player: missed + hands})
    return Change(tournament.replace(penalties=penalties), (event.Penalised(player, hands),))


def relocate(tournament: Tournament, player: Player, to: TableNumber) -> Change:
    """Move the player to another table between hands.

    The tables are balanced again after the next hand.
    """
    number = play.verified_table(tournament, player)
    table, goal = tournament.table(number), tournament.table(to)
    side = table.side_of(player)
    if number == to or not table.is_idle or side is None:
        detail = "a player moves between hands, to another table"
        raise TournamentError(TournamentRefusal.NOT_ALLOWED, detail)
    if goal.size >= tournament.structure.seats:
        raise TournamentError(TournamentRefusal.FULL, f"table {to}")
    events: list[event.Event] = [event.Relocated(player, to)]
    after = seating.moved(tournament, player, to, MoveReason.BALANCE, events)
    return Change(after, tuple(events))


def next_level(tournament: Tournament) -> Change:
    """Begin the next level now; the rest of the level or break is skipped.

    Each table plays with the new blinds from its next hand on.
    """
    if tournament.status not in (Status.RUNNING, Status.PAUSED):
        raise TournamentError(TournamentRefusal.NOT_RUNNING)
    clock, every = tournament.clock, tournament.structure.schedule.every
    level = clock.level + 1
    risen = tournament.replace(clock=clock.replace(level=level, count=level * every, rest=0))
    events: list[event.Event] = [event.LevelCalled(), event.LevelRose(level, risen.blinds)]
    if clock.rest:
        events.append(event.BreakEnded())
    return Change(play.ended_if_decided(risen, events), tuple(events))


# The end by agreement or by order


def icm_shares(tournament: Tournament) -> Mapping[Player, Chips]:
    """Return the open prizes divided by ICM among the players who are still playing."""
    playing = set(tournament.players)
    stacks = {p: chips for p, chips in tournament.stacks.items() if p in playing}
    prizes = tournament.prizes[: len(stacks)]
    return FixedMap(zip(stacks, icm.whole_shares(list(stacks.values()), prizes), strict=True))


def deal_shares(tournament: Tournament, house: Collection[Player] = ()) -> Mapping[Player, Chips]:
    """Return the payments of a deal: by ICM, limited by `without_house_money`."""
    return without_house_money(tournament, icm_shares(tournament), house)


def deal(tournament: Tournament, house: Collection[Player] = ()) -> Change:
    """End the tournament by agreement of the remaining players.

    `deal_shares` are the payments, and the number of chips decides the places. *house* are the
    house bots. Raise `TournamentError` unless only the final table is left, between hands.
    """
    if tournament.status not in (Status.RUNNING, Status.PAUSED) or tournament.alive < 2:
        raise TournamentError(TournamentRefusal.NOT_RUNNING)
    if tournament.sizes.open.bit_count() > 1 or tournament.takes_entries:
        detail = "a deal is possible at the final table"
        raise TournamentError(TournamentRefusal.NOT_ALLOWED, detail)
    return _ended(tournament, Status.ENDED, [event.DealMade(tuple(house))], house)


def cancel(tournament: Tournament, refund: bool = False, house: Collection[Player] = ()) -> Change:
    """Call the tournament off.

    Before the start all entries are withdrawn. After it the prizes are divided by ICM. With
    *refund* all entries are withdrawn as if it had not started; that is possible only before a
    prize or bounty has been won. *house* are the house bots. Their buy-ins go back to the house,
    apart from prizes that are decided already.
    """
    if tournament.is_ended:
        raise TournamentError(TournamentRefusal.NOT_ALLOWED, "the tournament is over")
    has_started = tournament.status is not Status.REGISTERING
    cause = event.Cancelled(refund and has_started, tuple(house))
    if has_started and not refund:
        return _ended(tournament, Status.CANCELLED, [cause], house)
    if has_started:
        _verify_nothing_won(tournament)
        tournament = tournament.open(tournament.structure).replace(
            entrants=tournament.entrants,
            names=tournament.names,
            tables=PersistentVector([None] * len(tournament.tables)),
            clock=tournament.clock,
            hands=tournament.hands,
        )
    gone = [Entrant(entrant.name, EntrantStatus.WITHDRAWN) for entrant in tournament.entrants]
    off = tournament.replace(status=Status.CANCELLED, entries=0, entrants=PersistentVector(gone))
    return Change(off, (cause,))


def _verify_nothing_won(tournament: Tournament) -> None:
    _verify_still(tournament)
    is_paid = not tournament.takes_entries and tournament.alive < tournament.paid_places
    if is_paid or tournament.agreed or any(entrant.bounties for entrant in tournament.entrants):
        detail = "prizes have been paid, so there is no refund; it can only end by ICM"
        raise TournamentError(TournamentRefusal.NOT_ALLOWED, detail)


def _verify_still(tournament: Tournament) -> None:
    """Raise `TournamentError` if a hand is being played at any table."""
    if tournament.sizes.idle != tournament.sizes.open:
        raise TournamentError(TournamentRefusal.NOT_ALLOWED, "a hand is being played")


def _ended(
    tournament: Tournament,
    status: Status,
    events: list[event.Event],
    house: Collection[Player] = (),
) -> Change:
    """End the tournament with the open prizes divided by ICM."""
    _verify_still(tournament)
    if tournament.round is not None:  # players are out in a hand-for-hand round not yet finished
        busts = tournament.round.busts
        tournament = play.out(tournament.replace(round=None), busts, events)
    agreed = deal_shares(tournament, house)
    order = [player for player in tournament.stacks if player in agreed]
    order = order or [tournament.results[0].player]  # nobody is playing, re-entries were awaited
    bounties = knockout.shares(tournament, house) or {order[0]: knockout.not_won(tournament)}
    ended = tournament.replace(status=status, agreed=FixedMap({**tournament.agreed, **agreed}))
    ended = knockout.settled(ended, bounties, events)
    events.append(event.Finished(order[0]))
    return Change(ended, tuple(events))


def without_house_money(
    tournament: Tournament, shares: Mapping[Player, Chips], house: Collection[Player]
) -> Mapping[Player, Chips]:
    """Return *shares*, reduced so that people do not win the buy-ins of house bots by agreement.

    The people's shares together are limited to `most_for_people`. The difference goes to the bots.
    The share of a person never becomes larger.
    """
    people = [player for player in shares if player not in house]
    bots = [player for player in shares if player in house]
    if not people or not bots:
        return shares
    prizes = [*tournament.prizes, *[0] * len(shares)][: len(shares)]
    surplus = sum(shares[p] for p in people) - most_for_people(tournament, shares, house)
    if surplus <= 0:
        return shares
    # Every player is certain of the last open prize. The parts above it are cut proportionally.
    over = [max(0, shares[player] - prizes[-1]) for player in people]
    cuts = [surplus * amount // sum(over) for amount in over]
    for index in sorted(range(len(over)), key=lambda i: -over[i])[: surplus - sum(cuts)]:
        cuts[index] += 1
    less = {player: shares[player] - cut for player, cut in zip(people, cuts, strict=True)}
    back = zip(bots, split(surplus, len(bots), OddChips.ONE_EACH), strict=True)
    more = {player: shares[player] + chips for player, chips in back}
    return FixedMap({player: {**less, **more}[player] for player in shares})


def most_for_people(
    tournament: Tournament, shares: Collection[Player], house: Collection[Player]
) -> Chips:
    """Return the most that the people among *shares* may get together without playing on.

    It is the sum that people have paid and not won yet, or the prizes that these people are certain
    of if that is more.
    """
    paid = sum(
        tournament.structure.price * (1 + entrant.rebuys + entrant.added_on)
        for player, entrant in enumerate(tournament.entrants)
        if player not in house and entrant.status is not EntrantStatus.WITHDRAWN
    )
    won = sum(
        result.prize
        for result in tournament.results
        if result.player not in shares and result.player not in house
    )
    bots = sum(player in house for player in shares)
    return max(paid - won, sum(tournament.prizes[bots : len(shares)]))
