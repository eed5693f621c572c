"""Permissions and limits for orders of tournament directors.

A director with an interest (`TournamentState.has_an_interest`) may only give orders that affect
everybody equally. Orders about a single entry need somebody without an interest: the host, a
co-director, or an admin of the room (`storage/room_order.py`). docs/tournaments.md explains the
rules to users.
"""

from __future__ import annotations

from collections.abc import Callable

from pokermasa.server.director.state import TournamentState
from pokermasa.server.director.storage.record import ALIKE, NAMING
from pokermasa.server.protocol.request import Command
from pokermasa.server.refusal import Refused, RoomRefusal
from pokermasa.server.storage.account import Account
from pokermasa.tournament import EntrantStatus, Player, Status, TournamentError, TournamentRefusal

LONGEST_BREAK = 30 * 60
"""Maximum length of a break in seconds, including the rest of the current break."""
LONGEST_PAUSE = 86_400
"""Maximum length of a pause in seconds, from the order or from the last start of the room. Pauses
are limited because players have chips in the tournament and its director may not come back."""
LONGEST_OWN_PAUSE = 10 * 60
"""Maximum length in seconds of a pause ordered by a director with an interest."""
OWN_PAUSES = 5
"""Maximum number of pauses that all directors with an interest together may order in one
tournament."""
MOST_ORBITS = 3
"""Maximum number of orbits that directors may make one player miss in a tournament. With more, the
player would lose the stack to the blinds, which amounts to a disqualification without payment."""
MOST_CO_DIRECTORS = 5
"""Maximum number of co-directors of a tournament."""
IsHere = Callable[[Account], bool]


def verify_may(
    state: TournamentState, by: Account, command: Command, about: Account | None
) -> None:
    """Raises an error unless the account *by* may give this order."""
    if not state.directs(by):
        raise Refused(RoomRefusal.NOT_ALLOWED, "only the director or a co-director may")
    if command in NAMING:
        _verify_may_name(state, by, command, about)
        return
    is_paused = state.tournament.status is Status.PAUSED
    if command is Command.PAUSE or (command is Command.RESUME and is_paused):
        return
    if state.has_an_interest(by):
        if command is Command.RESUME:
            # The other players have left for the break.
            raise Refused(RoomRefusal.NOT_ALLOWED, "a director who has entered may not end a break")
        _verify_alike(command)
    if state.is_ending:
        raise TournamentError(TournamentRefusal.NOT_RUNNING, "it is being called off")


def _verify_alike(command: Command) -> None:
    if command not in ALIKE:
        message = (
            f"who has entered may only order what hits everybody alike ({', '.join(ALIKE)});"
            f" {command} needs a director or co-director who has not entered, or an admin"
        )
        raise Refused(RoomRefusal.NOT_ALLOWED, message)


def _verify_may_name(
    state: TournamentState, by: Account, command: Command, about: Account | None
) -> None:
    if command is Command.END_CO_DIRECTOR and by == about:
        return
    if by != state.host:
        raise Refused(RoomRefusal.NOT_ALLOWED, "only the host names co-directors")
    has_begun = state.tournament.status is not Status.REGISTERING or state.terms.number > 1
    if has_begun and state.has_an_interest(by):
        _verify_alike(command)
    if about is None or about.is_house:
        raise Refused(RoomRefusal.NOT_FOUND, "give the `name` of an account")
    if command is Command.END_CO_DIRECTOR:
        return
    if state.directs(about) or len(state.co_directors) >= MOST_CO_DIRECTORS:
        message = f"at most {MOST_CO_DIRECTORS} further co-directors who do not direct it yet"
        raise Refused(RoomRefusal.NOT_ALLOWED, message)


def verify_limit(
    state: TournamentState, by: Account, command: Command, number: int | None, is_here: IsHere
) -> None:
    """Raises `Refused` if the order exceeds its limit. Limits of penalties are in
    `longest_penalty`."""
    match command:
        case Command.START:
            _verify_start(state, by, is_here)
        case Command.PAUSE if state.has_an_interest(by):
            pauses = state.ordered.pauses.items()
            ordered = sum(n for id, n in pauses if state.has_an_interest(id))
            if ordered >= OWN_PAUSES:
                message = f"directors who have entered order at most {OWN_PAUSES} pauses in all"
                raise Refused(RoomRefusal.ORDER_LIMIT, message)
        case Command.BREAK:
            most = max(0, LONGEST_BREAK - state.tournament.clock.rest)
            if number is None or not 1 <= number <= most:
                message = f"a break takes 1 to {most} seconds: give `number`"
                raise Refused(RoomRefusal.ORDER_LIMIT, message)
        case Command.NEXT_LEVEL:
            _verify_level(state)


def _verify_start(state: TournamentState, by: Account, is_here: IsHere) -> None:
    """Refuses a start before the announced time while an entrant is absent. If no time was
    announced, this applies only to directors with an interest."""
    starts = state.terms.starts
    if starts is not None and state.time.now >= starts:
        return
    if starts is None and not state.has_an_interest(by):
        return
    absent = [
        entry.account.name
        for entry, entrant in zip(state.entries, state.tournament.entrants, strict=True)
        if entrant.status is EntrantStatus.WAITING
        and not entry.account.is_house
        and not is_here(entry.account)
    ]
    if absent:
        when = "everybody is here" if starts is None else "the announced time, or everybody is here"
        shown = ", ".join(absent[:5]) + (" and others" if absent[5:] else "")
        message = f"not before {when}; absent: {shown}"
        raise Refused(RoomRefusal.ENTRANTS_ABSENT, message)


def _verify_level(state: TournamentState) -> None:
    now = state.tournament
    if state.ordered.level <= now.clock.level:
        return
    tables = [now.table(number) for number in now.open_tables]
    playable = [table for table in tables if table.masa.is_dealable or not table.is_idle]
    if any(table.level < now.clock.level for table in playable):
        message = "at most one extra level per hand: each table needs a hand in this level first"
        raise Refused(RoomRefusal.ORDER_LIMIT, message)


def longest_pause(state: TournamentState, by: Account | int | None) -> int:
    """Return the seconds after which a pause that the account *by* has ordered ends by itself."""
    is_own = by is not None and state.has_an_interest(by)
    return LONGEST_OWN_PAUSE if is_own else LONGEST_PAUSE


def longest_penalty(state: TournamentState, player: Player) -> int:
    """Return the number of hands that one order may make the player miss now. Together with the
    rest of earlier penalties it is at most one orbit of the table."""
    return max(0, _orbit(state, player) - state.tournament.penalties.get(player, 0))


def penalties_left(state: TournamentState, player: Player) -> int:
    """Return the number of hands that directors may still make the player miss in this tournament,
    in addition to those ordered so far."""
    ordered = state.ordered.penalties.get(state.entries[player].account.id, 0)
    return max(0, MOST_ORBITS * _orbit(state, player) - ordered)


def _orbit(state: TournamentState, player: Player) -> int:
    """Return the number of hands in one orbit of the player's table, or 0 if the player has no
    table."""
    place = state.tournament.place(player)
    return 0 if place is None else state.tournament.table(place[0]).size
