"""Builds an admin command as it is stored in the database, for the shell and the admin page.

A secret is made here and shown once. The room gets only its digest.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from pokermasa.server.accounts import sessions
from pokermasa.server.protocol.scope import Scope
from pokermasa.server.refusal import Refused, RoomRefusal
from pokermasa.server.storage import one_time_code
from pokermasa.server.storage.admin_request import ENTRY_ORDERS, Command

HOURS = 24
"""Default validity of a reset code or an invitation, in hours."""
MOST_HOURS = 24 * 90
"""Maximum validity of a reset code or an invitation, in hours."""

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
    """Build a request.

    Refused if an option is missing that the command needs, or given that it does not take.
    """
    for is_said, name, asks in (
        (bool(to), "to", command in (Command.RENAME, *ENTRY_ORDERS)),
        (amount != 0, "amount", command in NUMBERED),
    ):
        if is_said != asks:
            message = f"{command} needs {name}" if asks else f"{command} takes no {name}"
            raise Refused(RoomRefusal.UNREADABLE, message)
    if now and command is not Command.BAN:
        raise Refused(RoomRefusal.UNREADABLE, "only a ban can take effect `now`")
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
