"""Requests of `masa admin` to a room. The request is stored in the database, and the process that
owns its subject answers it. If the room is closed, the command is executed here."""

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
from pokermasa.server.accounts.erasure import erase_some
from pokermasa.server.admin import commands, later_list
from pokermasa.server.admin.new_request import NewRequest, new_request
from pokermasa.server.settings import Settings
from pokermasa.server.storage import admin_request
from pokermasa.server.storage.admin_request import REASONED, Answer, Asker, Command
from pokermasa.server.storage.database import database as databases
from pokermasa.server.storage.database import migration
from pokermasa.server.storage.journal import lease

LOOK = 0.1
"""Time in seconds between two checks for the answer."""
AT_THE_SAME_MOMENT = "40001"
"""Error code of PostgreSQL for a serialisation failure, which occurs if the room writes its answer
during our transaction."""


class AdminCommand(NamedTuple):
    """One request to the room."""

    command: Command
    about: str
    fields: Mapping[str, Any] = {}
    """Further arguments of `new_request`."""


def read(typed: str, command: AdminCommand, reason: str) -> NewRequest:
    """Return the request. *typed* is the name of the sub-command. A missing reason is refused."""
    if command.command in REASONED and not reason.strip():
        raise typer.BadParameter(
            f"{typed}: give a reason; it is stored in the log", param_hint="--reason"
        )
    return new_request(command.command, command.about, reason, **command.fields)


def chips(text: str) -> int:
    """Reads a number of chips, for `typer.Argument(parser=...)`."""
    if not text.isdecimal() or not 0 < int(text[:20]) <= commands.MOST_CORRECTED:
        message = f"{text[:40]!r} is no number of chips from 1 to {commands.MOST_CORRECTED:,}"
        raise typer.BadParameter(message)
    return int(text)


def ask(chosen: Settings, requests: Sequence[NewRequest], wait: float, json: bool) -> None:
    """Leaves all requests at once and prints the result of each. Exits with code 1 if a request is
    refused; the others are still done."""
    engine = databases.open_database(chosen.database_url).whole()
    try:
        with engine.begin() as connection:
            if not migration.is_current(connection):
                raise fail("admin", "the room is from an older version: open it once (masa serve)")
            asker = Asker(system=_system_user())
            ids = [
                admin_request.leave(
                    connection, asker, command, about, value, reason, _milliseconds()
                )
                for command, about, value, reason, _ in requests
            ]
        answers = [_answer(engine, chosen, id, wait) for id in ids]
    finally:
        engine.dispose()
    faults = []
    for new, answer in zip(requests, answers, strict=True):
        if answer is None:
            text = f"nobody answered within {wait:g} s, though a process has the room:"
            faults.append(f"{text} is it stuck? Nothing was done.")
        elif answer.refused is not None:
            faults.append(answer.words)
        else:
            _show(new, answer, json)
    if faults:
        raise fail("admin", "\n".join(dict.fromkeys(faults)))


def _show(new: NewRequest, answer: Answer, json: bool) -> None:
    if json:
        shown = {"token" if new.command is Command.TOKEN else "code": new.secret}
        typer.echo(json_text.dumps({"message": answer.words} | (shown if new.secret else {})))
    else:
        typer.echo(answer.words, err=bool(new.secret))
        if new.secret:
            typer.echo(new.secret)


def _answer(engine: Engine, chosen: Settings, id: int, wait: float) -> Answer | None:
    end = time.monotonic() + wait
    while True:
        try:
            with engine.begin() as connection:
                now = _milliseconds()
                answer = admin_request.answer_to(connection, id)
                is_alone = answer is None and not lease.is_room_open(connection, now)
                if is_alone:
                    answer = _alone(connection, chosen, id)
            if answer is not None:
                if is_alone:
                    _finish(engine, chosen)
                return answer
            with engine.begin() as connection:
                if time.monotonic() >= end and admin_request.withdraw(connection, id, now):
                    return None
        except OperationalError as error:
            if getattr(error.orig, "sqlstate", "") != AT_THE_SAME_MOMENT:
                raise
        time.sleep(LOOK)


def _alone(connection: Connection, chosen: Settings, id: int) -> Answer | None:
    """Executes the request here. The room must be closed, so that no other process can
    interfere."""
    for request in admin_request.waiting(connection):
        if request.id == id:
            return commands.apply(connection, request, chosen, _milliseconds())
    return None


def _finish(engine: Engine, chosen: Settings) -> None:
    """Does the follow-up work that an open room does in the background: erases names of deleted
    accounts step by step, and adds the decisions to the list that is applied after restoring an
    older backup."""
    is_left = True
    while is_left:
        with engine.begin() as connection:
            is_left = erase_some(connection, _milliseconds()) is not None
    folder = chosen.backup_folder
    if folder is not None:
        with engine.begin() as connection:
            later_list.add_later(folder, later_list.missing(connection, folder, _milliseconds()))


def _system_user() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError):  # a container may have no user names
        return str(os.getuid())


def _milliseconds() -> int:
    return time.time_ns() // 1_000_000
