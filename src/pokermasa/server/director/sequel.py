"""What follows a tournament: another sit-and-go, the next date, the next game of the league."""

from __future__ import annotations

from pokermasa.server.director.page import Next
from pokermasa.server.director.state import TournamentState
from pokermasa.server.storage.account import Account
from pokermasa.tournament import Change, EntrantStatus, Status, Tournament, event


def after(state: TournamentState, change: Change, is_ordered: bool) -> Next | None:
    """What is opened with this change, in the same commit: so that it is opened once. A date
    that somebody has called off is the last of its series."""
    terms, now = state.terms, change.tournament
    begins = any(isinstance(happened, event.Started) for happened in change.events)
    is_off = now.status is Status.CANCELLED and state.started is None
    goes_on = begins or (is_off and not is_ordered)
    if terms.every is not None and terms.starts is not None and goes_on:
        late = max(0, state.time.now - terms.starts) // terms.every
        starts = terms.starts + (late + 1) * terms.every
        return Next(state.name, terms.but(starts=starts), Tournament.open(now.structure))
    if terms.again and (begins or is_off):
        return Next(state.name, terms, Tournament.open(now.structure))
    if terms.is_league and now.status is Status.ENDED and terms.number < terms.games:
        entered, terms = _still_in(state, now), terms.but(number=terms.number + 1)
        return Next(state.name, terms, Tournament.open(now.structure), entered)
    return None


def _still_in(state: TournamentState, now: Tournament) -> list[Account]:
    """Everybody who played, but for those who were sent away."""
    accounts = {}
    for player, entrant in enumerate(now.entrants):
        if entrant.status not in (EntrantStatus.WITHDRAWN, EntrantStatus.DISQUALIFIED):
            account = state.entries[player].account
            accounts[account.id] = account
    return list(accounts.values())
