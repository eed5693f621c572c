"""`masa admin`, where something is asked of the room: the request is left in its database, the
process that has what it is about answers, and only a closed room is changed from here.
"""

import getpass
import json as json_text
import os
import time
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import typer
from sqlalchemy import Connection, Engine
from sqlalchemy.exc import OperationalError

from pokermasa.cli.command_line import fail
from pokermasa.server.accounts import sessions
from pokermasa.server.admin import commands
from pokermasa.server.protocol.scope import Scope
from pokermasa.server.settings import Settings
from pokermasa.server.storage import admin_request, migration, one_time_code
from pokermasa.server.storage import database as databases
from pokermasa.server.storage.admin_request import REASONED, Answer, Asker, Command

LOOK = 0.1
"""Seconds between two looks for the answer."""
AT_THE_SAME_MOMENT = "40001"
"""What PostgreSQL says when the room answers while this looks."""
CHIPS = {"give": 1, "take": -1}


class Wish(NamedTuple):
    command: Command
    about: str
    value: Mapping[str, Any]
    reason: str
    secret: str = ""
    """Made here and shown once: the room is told its digest."""


def wish(
    what: str,
    name: str,
    to: str,
    reason: str,
    now: bool,
    hours: int,
    label: str,
    scopes: Sequence[Scope],
) -> Wish:
    command = Command.BALANCE if what in CHIPS else Command(what)
    if command in REASONED and not reason.strip():
        raise typer.BadParameter(f"{what}: say why, it is kept in the log", param_hint="--reason")
    if now and command is not Command.BAN:
        raise typer.BadParameter(f"{what}: only a ban is cut short", param_hint="--now")
    value: dict[str, Any] = {}
    secret = ""
    match command:
        case Command.BALANCE:
            value = {"amount": CHIPS[what] * _chips(to)}
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
    return Wish(command, name, value, reason, secret)


def _chips(text: str) -> int:
    if not text.isdecimal() or not 0 < int(text[:20]) <= commands.MOST_CORRECTED:
        words = f"{text[:40]!r} is no number of chips from 1 to {commands.MOST_CORRECTED:,}"
        raise typer.BadParameter(words, param_hint="TO")
    return int(text)


def ask(chosen: Settings, wish: Wish, wait: float, json: bool) -> None:
    """Print what came of it; a refusal ends with exit code 1."""
    engine = databases.of(chosen.database_url).whole()
    try:
        with engine.begin() as connection:
            if not migration.is_current(connection):
                raise fail("admin", "the room is from an older version: open it once (masa serve)")
            asker = Asker(system=_system_user())
            command, about, value, reason, _ = wish
            id = admin_request.leave(
                connection, asker, command, about, value, reason, _milliseconds()
            )
        answer = _answer(engine, chosen, id, wait)
    finally:
        engine.dispose()
    if answer is None:
        words = f"nobody answered within {wait:g} s, though a process has the room: is it stuck?"
        raise fail("admin", f"{words} Nothing was done.")
    if answer.refused is not None:
        raise fail("admin", answer.words)
    if json:
        shown = {"token" if wish.command is Command.TOKEN else "code": wish.secret}
        typer.echo(json_text.dumps({"words": answer.words} | (shown if wish.secret else {})))
    else:
        typer.echo(answer.words, err=bool(wish.secret))
        if wish.secret:
            typer.echo(wish.secret)


def _answer(engine: Engine, chosen: Settings, id: int, wait: float) -> Answer | None:
    end = time.monotonic() + wait
    while True:
        try:
            with engine.begin() as connection:
                now = _milliseconds()
                answer = admin_request.answer_to(connection, id)
                if answer is None and not admin_request.is_room_open(connection, now):
                    answer = _alone(connection, chosen, id)
                if answer is not None:
                    return answer
                if time.monotonic() >= end and admin_request.withdraw(connection, id, now):
                    return None
        except OperationalError as error:
            if getattr(error.orig, "sqlstate", "") != AT_THE_SAME_MOMENT:
                raise
        time.sleep(LOOK)


def _alone(connection: Connection, chosen: Settings, id: int) -> Answer | None:
    """The room is closed: nobody is in anybody's way."""
    for request in admin_request.waiting(connection):
        if request.id == id:
            return commands.apply(connection, request, chosen, _milliseconds())
    return None


def _system_user() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError):  # a container may know no names
        return str(os.getuid())


def _milliseconds() -> int:
    return time.time_ns() // 1_000_000
