"""The messages with the whole state of a tournament, and with a viewer's own part in it."""

from __future__ import annotations

from collections.abc import Callable

from pokermasa.server.director.agreement import Agreement
from pokermasa.server.director.messages import figures
from pokermasa.server.director.messages.standings import Standings
from pokermasa.server.director.messages.structure_data import structure_data
from pokermasa.server.director.state import TournamentState
from pokermasa.server.protocol import message
from pokermasa.server.protocol.tournament import YouData
from pokermasa.server.refusal import Refused
from pokermasa.server.storage.account import Account
from pokermasa.tournament import Change, Entrant, EntrantStatus, Player, Status, TournamentError


def view(
    state: TournamentState,
    seq: int,
    standings: Standings,
    agreement: Agreement,
    account: Account | None,
) -> message.Tournament:
    """Return the whole state as *account* may see it."""
    return {
        "type": "tournament",
        "id": state.id,
        "epoch": state.epoch,
        "seq": seq,
        "tournament": figures.row(state, state.tournament, state.ended),
        "figures": figures.figures(state),
        "structure": structure_data(state.tournament.structure),
        "prizes": figures.prizes(state),
        "tables": figures.tables(state),
        "standings": standings.shown(account),
        "deal": agreement.data,
        "you": you(state, account),
    }


def you(state: TournamentState, account: Account | None) -> YouData:
    """Return the account's own seat and the requests that it may make now."""
    now, player = state.tournament, state.player_of(account)
    who = None if player is None else now.entrants[player]
    why_not = None
    if account is not None:
        try:
            state.verify_entry(account)
        except (Refused, TournamentError) as refused:
            why_not = refused.code.name
    directs = account is not None and state.directs(account)
    may_leave = player is not None and state.may_leave(player)
    plays = who is not None and who.status is EntrantStatus.PLAYING
    at = None if who is None or who.table is None else state.table_id(who.table)
    waits = who is not None and who.status is EntrantStatus.WAITING
    return {
        "player": player,
        "masa": at,
        "may_register": account is not None and why_not is None,
        "why_not": why_not,
        "may_unregister": (waits and now.status is Status.REGISTERING)
        or may_leave
        or (player is not None and state.may_leave_league(player)),
        "may_leave": may_leave,
        "leaves": player is not None and state.entries[player].leaves,
        "may_decline": why_not is None and _is_undecided(who),
        "may_rebuy": player is not None and plays and _may(now.rebuy, player),
        "may_add_on": player is not None and plays and _may(now.buy_add_on, player),
        "may_direct": directs,
        "has_interest": account is not None and directs and state.has_an_interest(account),
    }


def _is_undecided(who: Entrant | None) -> bool:
    return who is not None and who.status is EntrantStatus.OUT and not who.declined


def _may(action: Callable[[Player], Change], player: Player) -> bool:
    try:
        action(player)
    except TournamentError:
        return False
    return True
