"""What follows a tournament: another sit-and-go, the next date, the next game of the league."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from pokermasa.server.director.page import Next
from pokermasa.server.storage.account import Account
from pokermasa.tournament import Change, EntrantStatus, Status, Structure, Tournament, event

if TYPE_CHECKING:
    from pokermasa.server.director.director import Director


def after(director: Director, change: Change) -> Next | None:
    """What is opened with this change, in the same commit: so that it is opened once."""
    terms, now = director.terms, change.tournament
    begins = any(isinstance(happened, event.Started) for happened in change.events)
    is_off = now.status is Status.CANCELLED and director.started is None
    if terms.every is not None and terms.starts is not None and (begins or is_off):
        late = max(0, director.clock.now() - terms.starts) // terms.every
        starts = terms.starts + (late + 1) * terms.every
        return Next(director.name, terms.but(starts=starts), Tournament.open(now.structure))
    if terms.again and (begins or is_off):
        return Next(director.name, terms, Tournament.open(now.structure))
    if terms.is_league and now.status is Status.ENDED and terms.number < terms.games:
        entered, terms = _still_in(director, now), terms.but(number=terms.number + 1)
        return Next(director.name, terms, Tournament.open(now.structure), entered)
    return None


def _still_in(director: Director, now: Tournament) -> list[Account]:
    """Everybody who played, but for those who were sent away."""
    accounts = {}
    for player, entrant in enumerate(now.entrants):
        if entrant.status not in (EntrantStatus.WITHDRAWN, EntrantStatus.DISQUALIFIED):
            account = director.entries[player].account
            accounts[account.id] = account
    return list(accounts.values())


def toml(structure: Structure) -> str:
    """A structure as the file that `Structure.read` reads; its time bank in seconds.

    >>> text = toml(Structure.sit_and_go(6))
    >>> Structure.read(text) == Structure.sit_and_go(6)
    True
    """
    data = structure.to_data() | {"time_bank": structure.time_bank // 1000}
    tables = {key: value for key, value in data.items() if isinstance(value, dict)}
    lines = [f"{key} = {_value(data[key])}" for key in data if key not in tables]
    for name, table in tables.items():
        lines += ["", f"[{name}]", *[f"{key} = {_value(value)}" for key, value in table.items()]]
    return "\n".join(lines) + "\n"


def _value(value: Any) -> str:
    """Texts, whole numbers, truths and lists of them are written in TOML as in JSON, but for
    characters outside the first plane."""
    return json.dumps(value, ensure_ascii=False)
