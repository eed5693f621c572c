"""What a director may decide beyond the clock: hands to miss, another table, a deal, the end."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING

from pokermasa.masa.fixed_map import FixedMap
from pokermasa.rules import Chips, OddChips
from pokermasa.rules.chips import split
from pokermasa.tournament import event, floor, icm, knockout, play
from pokermasa.tournament.change import Change
from pokermasa.tournament.entrant import Entrant, EntrantStatus, Player, TableNumber
from pokermasa.tournament.refusal import TournamentError, TournamentRefusal
from pokermasa.tournament.shelf import Shelf
from pokermasa.tournament.status import Status
from pokermasa.tournament.table import Move

if TYPE_CHECKING:
    from pokermasa.tournament.tournament import Tournament

MOST_MISSED = 100
"""Hands."""


def penalise(tournament: Tournament, player: Player, hands: int) -> Change:
    """The player is dealt in, pays, and folds in turn; so many hands, those of before included."""
    play.verified_table(tournament, player)
    missed = tournament.penalties.get(player, 0)
    if type(hands) is not int or not 1 <= hands <= MOST_MISSED - missed:
        words = f"from 1 to {MOST_MISSED - missed} hands, not {hands!r}"
        raise TournamentError(TournamentRefusal.NOT_ALLOWED, words)
    penalties = FixedMap({**tournament.penalties, player: missed + hands})
    return Change(tournament.but(penalties=penalties), (event.Penalised(player, hands),))


def relocate(tournament: Tournament, player: Player, to: TableNumber) -> Change:
    """Between the hands of the table that is left; the tables are balanced with the next hand."""
    number = play.verified_table(tournament, player)
    table, goal = tournament.table(number), tournament.table(to)
    side = table.side_of(player)
    if number == to or not table.is_idle or side is None:
        raise TournamentError(TournamentRefusal.NOT_ALLOWED, "between hands, to another table")
    if goal.size >= tournament.structure.seats:
        raise TournamentError(TournamentRefusal.FULL, f"table {to}")
    events: list[event.Event] = [event.Relocated(player, to)]
    after = floor.moved(tournament, player, to, Move.BALANCE, events)
    return Change(after, tuple(events))


def next_level(tournament: Tournament) -> Change:
    """From each table's next hand on; what is left of the level, or of a break, is skipped."""
    if tournament.status not in (Status.RUNNING, Status.PAUSED):
        raise TournamentError(TournamentRefusal.NOT_RUNNING)
    clock, every = tournament.clock, tournament.structure.schedule.every
    level = clock.level + 1
    risen = tournament.but(clock=clock.but(level=level, count=level * every, rest=0))
    events: list[event.Event] = [event.LevelCalled(), event.LevelRose(level, risen.blinds)]
    if clock.rest:
        events.append(event.BreakEnded())
    return Change(play.ended_if_decided(risen, events), tuple(events))


# The end, agreed or ordered


def icm_shares(tournament: Tournament) -> Mapping[Player, Chips]:
    """What is left of the prizes, for whoever can still win it."""
    playing = set(tournament.players)
    stacks = {p: chips for p, chips in tournament.stacks.items() if p in playing}
    prizes = tournament.prizes[: len(stacks)]
    return FixedMap(zip(stacks, icm.shares(list(stacks.values()), prizes), strict=True))


def deal_shares(tournament: Tournament, house: Collection[Player] = ()) -> Mapping[Player, Chips]:
    """What a deal pays: by ICM, without money of the house for people who have not won it yet."""
    return without_house_money(tournament, icm_shares(tournament), house)


def deal(tournament: Tournament, house: Collection[Player] = ()) -> Change:
    """Everybody left has agreed to end it here (`deal_shares`); places are by chips. *house* are
    house bots."""
    if tournament.status not in (Status.RUNNING, Status.PAUSED) or tournament.alive < 2:
        raise TournamentError(TournamentRefusal.NOT_RUNNING)
    if tournament.sizes.open.bit_count() > 1 or tournament.takes_entries:
        raise TournamentError(TournamentRefusal.NOT_ALLOWED, "at the final table")
    return _ended(tournament, Status.ENDED, [event.DealMade(tuple(house))], house)


def cancel(tournament: Tournament, refund: bool = False, house: Collection[Player] = ()) -> Change:
    """Before the start nobody is an entrant any more; later it ends, by ICM. With *refund* it is as
    if it had not started, which can only be said before anything has been won. The house takes back
    the entries of its bots, *house*, except for prizes that play has decided already."""
    if tournament.is_ended:
        raise TournamentError(TournamentRefusal.NOT_ALLOWED, "it is over")
    has_started = tournament.status is not Status.REGISTERING
    cause = event.Cancelled(refund and has_started, tuple(house))
    if has_started and not refund:
        return _ended(tournament, Status.CANCELLED, [cause], house)
    if has_started:
        _verify_nothing_won(tournament)
        tournament = tournament.open(tournament.structure).but(
            entrants=tournament.entrants,
            names=tournament.names,
            tables=Shelf([None] * len(tournament.tables)),
            clock=tournament.clock,
            hands=tournament.hands,
        )
    gone = [Entrant(entrant.name, EntrantStatus.WITHDRAWN) for entrant in tournament.entrants]
    off = tournament.but(status=Status.CANCELLED, entries=0, entrants=Shelf(gone))
    return Change(off, (cause,))


def _verify_nothing_won(tournament: Tournament) -> None:
    _verify_still(tournament)
    is_paid = not tournament.takes_entries and tournament.alive < tournament.paid_places
    if is_paid or tournament.agreed or any(entrant.bounties for entrant in tournament.entrants):
        words = "prizes have been paid: it can only end by ICM"
        raise TournamentError(TournamentRefusal.NOT_ALLOWED, words)


def _verify_still(tournament: Tournament) -> None:
    if tournament.sizes.idle != tournament.sizes.open:
        raise TournamentError(TournamentRefusal.NOT_ALLOWED, "a hand is being played")


def _ended(
    tournament: Tournament,
    status: Status,
    events: list[event.Event],
    house: Collection[Player] = (),
) -> Change:
    _verify_still(tournament)
    if tournament.round is not None:  # they went out in the round that was not finished
        busts = tournament.round.busts
        tournament = play.out(tournament.but(round=None), busts, events)
    agreed = deal_shares(tournament, house)
    order = [player for player in tournament.stacks if player in agreed]
    order = order or [tournament.results[0].player]  # all were sent away, awaiting re-entries
    bounties = knockout.shares(tournament, house) or {order[0]: knockout.not_won(tournament)}
    ended = tournament.but(status=status, agreed=FixedMap({**tournament.agreed, **agreed}))
    ended = knockout.settled(ended, bounties, events)
    events.append(event.Finished(order[0]))
    return Change(ended, tuple(events))


def without_house_money(
    tournament: Tournament, shares: Mapping[Player, Chips], house: Collection[Player]
) -> Mapping[Player, Chips]:
    """Return *shares* with as much as people have paid in and not won yet for the people among
    them, or with the prizes that they have for certain if that is more. A share is never raised for
    a person."""
    people = [player for player in shares if player not in house]
    bots = [player for player in shares if player in house]
    if not people or not bots:
        return shares
    prizes = [*tournament.prizes, *[0] * len(shares)][: len(shares)]
    surplus = sum(shares[p] for p in people) - most_for_people(tournament, shares, house)
    if surplus <= 0:
        return shares
    # Everybody is sure of the last open prize; what is more than that is cut in proportion.
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
    """As much as people have paid in and not won yet, or the prizes that the people among *shares*
    have for certain if that is more."""
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
