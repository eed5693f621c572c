"""What whoever keeps the room wants, as it is left in the database: the same from the shell and
from an admin's page. A secret is made here and shown once; the room is told its digest."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from pokermasa.server.accounts import sessions
from pokermasa.server.protocol.scope import Scope
from pokermasa.server.refusal import Refused, RoomRefusal
from pokermasa.server.storage import one_time_code
from pokermasa.server.storage.admin_request import ENTRY_ORDERS, Command

HOURS = 24
"""How long a code of a reset or an invitation works, if not otherwise asked for;"""
MOST_HOURS = 24 * 90
"""and at most."""

NUMBERED = (Command.BALANCE, Command.MOVE, Command.PENALISE)


class NewRequest(NamedTuple):
    command: Command
    about: str
    value: Mapping[str, Any]
    reason: str
    secret: str = ""


def new_request(
    command: Command,
    about: str,
    reason: str,
    *,
    to: str = "",
    amount: int = 0,
    now: bool = False,
    second_factor: bool = False,
    hours: int = HOURS,
    label: str = "",
    scopes: Sequence[Scope] = (),
) -> NewRequest:
    """Refused if something is said that the command does not ask for, or not said that it does."""
    for is_said, name, asks in (
        (bool(to), "to", command in (Command.RENAME, *ENTRY_ORDERS)),
        (amount != 0, "amount", command in NUMBERED),
    ):
        if is_said != asks:
            words = f"{command} needs {name}" if asks else f"{command} takes no {name}"
            raise Refused(RoomRefusal.UNREADABLE, words)
    if now and command is not Command.BAN:
        raise Refused(RoomRefusal.UNREADABLE, "only a ban is cut short")
    value: dict[str, Any] = {}
    secret = ""
    match command:
        case Command.BALANCE:
            value = {"amount": amount}
        case Command.MOVE | Command.PENALISE | Command.DISQUALIFY:
            value = {"to": to, "number": amount or None}
        case Command.RENAME:
            value = {"to": to}
        case Command.BAN:
            value = {"now": now}
        case Command.TOKEN:
            secret = sessions.new_secret()
            digest = sessions.digest(secret)
            value = {"digest": digest, "label": label, "scopes": [str(one) for one in scopes]}
        case Command.RESET | Command.INVITE:
            secret = one_time_code.new()
            value = {"digest": one_time_code.digest(secret), "hours": hours}
            if second_factor:
                value["second_factor"] = True
    return NewRequest(command, about, value, reason, secret)
