"""Registration, seating, and moving players between tables.

Most functions return the next tournament and append the events to their argument *events*.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pokermasa.masa import Masa, Side, Terms
from pokermasa.masa import event as at_masa
from pokermasa.rules.refusal import in_short
from pokermasa.tournament import event
from pokermasa.tournament.balance import each, next_big_blinds, worst_place
from pokermasa.tournament.change import Change
from pokermasa.tournament.entrant import Entrant, EntrantStatus, Player, TableNumber
from pokermasa.tournament.refusal import TournamentError, TournamentRefusal
from pokermasa.tournament.status import Status
from pokermasa.tournament.table import Arrival, MoveReason, Table

if TYPE_CHECKING:
    from pokermasa.tournament.tournament import Tournament


# Entries


def register(tournament: Tournament, name: str) -> Change:
    """Enter a player. After the start the player is seated at once."""
    verify_entry(tournament, name)
    player = Player(len(tournament.entrants))
    events: list[event.Event] = [event.Registered(player, name)]
    last = tournament.names.entries(name)[-1:]
    replaced = [p for p in last if tournament.entrants[p].status is EntrantStatus.OUT]
    entered = tournament.replace(
        ranking=tournament.ranking.with_replaced(replaced),
        entrants=tournament.entrants.append(Entrant(name)),
        names=tournament.names.with_name(name, player),
        entries=tournament.entries + 1,
    )
    if tournament.status is not Status.REGISTERING:
        entered = _seat_late(entered, player, events)
    return Change(entered, tuple(events))


def verify_entry(tournament: Tournament, name: str) -> None:
    """Raise `TournamentError` unless a player of this name may enter, or enter again, now."""
    structure = tournament.structure
    if not isinstance(name, str) or not name.strip() or not name.isprintable():
        detail = "a name needs at least one visible character"
        raise TournamentError(TournamentRefusal.BAD_NAME, f"{in_short(name)}; {detail}")
    if not tournament.takes_entries:
        raise TournamentError(TournamentRefusal.REGISTRATION_CLOSED)
    if tournament.entries >= structure.most:
        raise TournamentError(TournamentRefusal.FULL, f"{structure.most} entrants")
    earlier = [tournament.entrants[player].status for player in tournament.names.entries(name)]
    if EntrantStatus.PLAYING in earlier or EntrantStatus.WAITING in earlier:
        raise TournamentError(TournamentRefusal.NAME_TAKEN, name)
    is_gone = EntrantStatus.DISQUALIFIED in earlier or EntrantStatus.LEFT in earlier
    if is_gone or (earlier.count(EntrantStatus.OUT) > structure.re_entries):
        raise TournamentError(TournamentRefusal.NO_RE_ENTRY, name)


def withdraw(tournament: Tournament, player: Player) -> Change:
    """Withdraw an entry before the start."""
    entrant = tournament.entrant(player)
    if tournament.status is not Status.REGISTERING:
        raise TournamentError(TournamentRefusal.NOT_ALLOWED, "the tournament has started")
    if entrant.status is not EntrantStatus.WAITING:
        raise TournamentError(TournamentRefusal.NO_SUCH_PLAYER, entrant.name)
    gone = entrant.replace(status=EntrantStatus.WITHDRAWN)
    after = tournament.replace(
        entrants=tournament.entrants.put(player, gone), entries=tournament.entries - 1
    )
    return Change(after, (event.Withdrawn(player),))


def start(tournament: Tournament, draw: Sequence[Player]) -> Change:
    """Start the tournament. *draw* names every entrant once, in random order.

    The players of the draw go to the tables in turn, as cards are dealt.
    """
    structure = tournament.structure
    if tournament.status is not Status.REGISTERING:
        raise TournamentError(TournamentRefusal.NOT_ALLOWED, "it has started already")
    if tournament.entries < structure.least:
        detail = f"{tournament.entries}; it takes {structure.least}"
        raise TournamentError(TournamentRefusal.TOO_FEW, detail)
    waiting = [
        number
        for number, entrant in enumerate(tournament.entrants)
        if entrant.status is EntrantStatus.WAITING
    ]
    if sorted(draw) != waiting:
        raise TournamentError(TournamentRefusal.BAD_DRAW)
    events: list[event.Event] = [event.Started(tuple(draw))]
    tournament = tournament.replace(status=Status.RUNNING, alive=len(draw))
    count = -(-len(draw) // structure.seats)
    for first in range(count):
        tournament, number = open_table(tournament, events)
        table = tournament.table(number)
        for side, player in enumerate(draw[first::count]):
            arrival = Arrival(player, structure.stack, structure.time_bank)
            table = _seated(table, number, arrival, Side(side), events)
            tournament = _with_player_at(tournament, player, number)
        tournament = with_table(tournament, number, table)
    if count == 1:
        events.append(event.FinalTable(TableNumber(0)))
    return Change(tournament, tuple(events))


def _seat_late(tournament: Tournament, player: Player, events: list[event.Event]) -> Tournament:
    """Send a late entrant to the smallest table. Open a new table if all are full."""
    sizes = tournament.sizes
    tournament = tournament.replace(alive=tournament.alive + 1)
    if sizes.present == sizes.open.bit_count() * tournament.structure.seats:
        tournament, _ = open_table(tournament, events)
    _, number = tournament.sizes.smallest(tournament.sizes.open)
    structure = tournament.structure
    arrival = Arrival(player, structure.stack, structure.time_bank)
    tournament = arrive(tournament, arrival, number, events)
    return balanced(tournament, events)


# Tables


def with_table(tournament: Tournament, number: TableNumber, table: Table | None) -> Tournament:
    """Return the tournament with one table replaced and the sizes updated. None closes it."""
    before = tournament.tables[number]
    sizes = tournament.sizes
    if (
        before is None
        or table is None
        or before.size != table.size
        or before.is_idle != table.is_idle
    ):
        sizes = sizes.changed(number, before, table)
    return tournament.with_tables(tournament.tables.put(number, table), sizes)


def open_table(tournament: Tournament, events: list[event.Event]) -> tuple[Tournament, TableNumber]:
    structure = tournament.structure
    terms = Terms(absent_play=True, time_bank=structure.time_bank)
    masa = Masa.open(structure.seats, tournament.blinds, structure.rules, terms)
    number = TableNumber(len(tournament.tables))
    events.append(event.TableOpened(number))
    opened = tournament.replace(tables=tournament.tables.append(None))
    return with_table(opened, number, Table(masa)), number


def _with_player_at(
    tournament: Tournament, player: Player, number: TableNumber | None
) -> Tournament:
    entrant = tournament.entrants[player].replace(status=EntrantStatus.PLAYING, table=number)
    return tournament.replace(entrants=tournament.entrants.put(player, entrant))


def _seated(
    table: Table, number: TableNumber, arrival: Arrival, side: Side, events: list[event.Event]
) -> Table:
    """Return the table with the arriving player on *side*."""
    table, at_table = table.seated(arrival, side)
    events.append(event.Seated(arrival.player, number, side))
    events += [event.AtTable(number, each, by_tournament=True) for each in at_table]
    return table


def unseated(table: Table, number: TableNumber, side: Side, events: list[event.Event]) -> Table:
    """Return the table with *side* freed. Only between hands.

    If the player sat down with the same change, the table's events of that are dropped instead:
    no viewer has seen the player there.
    """
    left = at_masa.PlayerLeft(side, table.masa.seats[side].stack)
    arrival = [
        each
        for each in events
        if isinstance(each, event.AtTable)
        and each.by_tournament
        and each.table == number
        and not isinstance(each.event, at_masa.PlayerLeft)
        and getattr(each.event, "side", None) == side
    ]
    if arrival:
        events[:] = [each for each in events if each not in arrival]
    else:
        events.append(event.AtTable(number, left, by_tournament=True))
    return table.without(side)


def arrive(
    tournament: Tournament, arrival: Arrival, number: TableNumber, events: list[event.Event]
) -> Tournament:
    """Send a player to a table. The player sits down now or after the current hand."""
    table = tournament.table(number)
    table = table.expecting([*table.arriving, arrival])
    tournament = _with_player_at(tournament, arrival.player, number)
    tournament = with_table(tournament, number, table)
    return seat_arrivals(tournament, number, events) if table.is_idle else tournament


def seat_arrivals(
    tournament: Tournament, number: TableNumber, events: list[event.Event]
) -> Tournament:
    """Seat the players who wait at an idle table, as far as there are sides for them."""
    table = tournament.table(number)
    if not table.arriving:
        return tournament
    still_waiting = []
    for arrival in table.arriving:
        side = worst_place(table.masa)
        if side is None:
            still_waiting.append(arrival)
            continue
        table = _seated(table, number, arrival, side, events)
    return with_table(tournament, number, table.expecting(still_waiting))


# Balance


def balanced(tournament: Tournament, events: list[event.Event]) -> Tournament:
    """Close tables that are not needed and balance the others.

    Players leave a table only between its hands; for tables with a hand, balancing happens after
    it. No player is moved twice for balance within one orbit. A player whose table was closed
    within the last orbit is moved only if no other player can be.
    """
    sizes = tournament.sizes
    closing = sizes.closing()
    for number in each(closing & sizes.idle):
        tournament = _broken(tournament, number, closing, events)
    while True:
        sizes = tournament.sizes
        staying = sizes.open & ~closing
        least, to = sizes.smallest(staying)
        giving = [*map(tournament.table, sizes.larger(least + 1, staying & sizes.idle))]
        mover = _mover(giving, None)
        if mover is None:
            mover = _mover(giving, MoveReason.BREAK)
        if mover is None:
            return tournament
        tournament = moved(tournament, mover, to, MoveReason.BALANCE, events)


def _mover(tables: Sequence[Table], last: MoveReason | None) -> Player | None:
    """Return the player to move away, from the first table that has one.

    Only players whose last move within an orbit has the reason *last* count. Of these it is the
    next to pay the big blind; players waiting for a side come after the seated ones.
    """
    for table in tables:
        seated = [table.players[side] for side in next_big_blinds(table.masa)]
        for player in [*seated, *[arrival.player for arrival in table.arriving]]:
            if table.last_move(player) is last:
                return player
    return None


def moved(
    tournament: Tournament,
    player: Player,
    to: TableNumber,
    reason: MoveReason,
    events: list[event.Event],
) -> Tournament:
    """Move a player to another table."""
    number = tournament.entrants[player].table
    assert number is not None
    table = tournament.table(number)
    side = table.side_of(player)
    if side is None:
        (mover,) = [arrival for arrival in table.arriving if arrival.player == player]
        table = table.expecting([arrival for arrival in table.arriving if arrival != mover])
    else:
        mover, table = table.leaver(side), unseated(table, number, side, events)
    tournament = with_table(tournament, number, table)
    events.append(event.Moved(mover.player, number, to, mover.stack))
    tournament = seat_arrivals(tournament, number, events)  # a waiting player may take the side
    return arrive(tournament, mover._replace(move=reason), to, events)


def _broken(
    tournament: Tournament, number: TableNumber, closing: int, events: list[event.Event]
) -> Tournament:
    """Close a table. Each player goes to the table that is the smallest at that moment.

    The player who is next to pay the big blind goes first.
    """
    table = tournament.table(number)
    events.append(event.TableBroken(number))
    tournament = with_table(tournament, number, None)
    tournament = tournament.replace(dropped=tournament.dropped + table.masa.dropped)
    for mover in [*map(table.leaver, next_big_blinds(table.masa)), *table.arriving]:
        _, to = tournament.sizes.smallest(tournament.sizes.open & ~closing)
        events.append(event.Moved(mover.player, number, to, mover.stack))
        tournament = arrive(tournament, mover._replace(move=MoveReason.BREAK), to, events)
    if tournament.sizes.open.bit_count() == 1:
        events.append(event.FinalTable(TableNumber(0)))
    return tournament
