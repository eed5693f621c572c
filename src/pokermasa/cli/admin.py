"""`masa admin`: look after a room, while it is open or closed."""

import json as json_text
import sqlite3
import time
from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from pokermasa.cli import output, room
from pokermasa.cli.command_line import fail
from pokermasa.cli.drain import drain
from pokermasa.cli.hand_file import STANDARD, problem, so_many
from pokermasa.server import settings
from pokermasa.server.accounts import admin as register
from pokermasa.server.accounts import audit as auditing
from pokermasa.server.protocol.scope import USUAL, Scope
from pokermasa.server.refusal import Refused
from pokermasa.server.storage import backup as backing
from pokermasa.server.storage import database as databases
from pokermasa.server.storage import migration, room_order
from pokermasa.server.storage.room_copy import NoCopy, move

console = Console(highlight=False)


class What(StrEnum):
    USERS = "users"
    TABLES = "tables"
    AUDIT = "audit"
    BACKUP = "backup"
    COPY = "copy"
    TOKEN = "token"
    REPORTS = "reports"
    SILENCE = "silence"
    UNSILENCE = "unsilence"
    CANCEL = "cancel"
    REFUND = "refund"
    DRAIN = "drain"


NAMING = (
    *(What.BACKUP, What.DRAIN, What.COPY, What.TOKEN, What.SILENCE, What.UNSILENCE),
    *(What.CANCEL, What.REFUND),
)
"""Those that are about somebody, a tournament, a process or a file."""
NAMELESS = (What.BACKUP, What.DRAIN)
"""Those of them that can do without a name."""


def admin(
    what: Annotated[What, typer.Argument(help="What to look at or do.")],
    name: Annotated[
        str,
        typer.Argument(
            help="Whose token, whom to silence, the file of a backup, a room to copy; the id of a "
            "tournament: to cancel one that has started shares the prizes by ICM, to refund it "
            "gives every entry back; the number of a process of a room of several, which hands its "
            "tables to the others and ends (without one: each of them, one after the other)."
        ),
    ] = "",
    to: Annotated[str, typer.Argument(help="Where a copy of that room is to be.")] = "",
    label: Annotated[str, typer.Option(help="What a token is for.")] = "",
    scope: Annotated[
        list[Scope], typer.Option(help="What a token may be used for; more than once for more.")
    ] = list(USUAL),  # noqa: B006
    data: Annotated[Path | None, typer.Option(help="The folder that keeps everything.")] = None,
    database: Annotated[str | None, typer.Option(help="A database URL instead.")] = None,
    config: Annotated[Path | None, typer.Option(help="A TOML file of settings.")] = None,
    force: output.Force = False,
    json: output.Json = False,
) -> None:
    """Look after a room: users, tables, an audit of every chip, a backup, a copy in another
    database, tokens for bots, tournaments to be called off.

    For example: masa admin refund t3f0c9a
    """
    if name and what not in NAMING:
        words = f"{name!r}: {what} takes no name; {', '.join(NAMING)} do"
        raise typer.BadParameter(words, param_hint="NAME")
    if not name and what in NAMING and what not in NAMELESS:
        raise typer.BadParameter(f"{what}: of whom, or of what? Give a name", param_hint="NAME")
    if to and what is not What.COPY:
        raise typer.BadParameter(f"{to!r}: only {What.COPY} takes a second name", param_hint="TO")
    chosen = room.chosen({"data": data, "database": database}, config)
    if what is What.COPY:
        _copy(chosen, name, to)
        return
    if not chosen.database and not (chosen.data / "room.db").exists():
        raise fail("admin", f"there is no room in {chosen.data}; --data says where it is")
    if what is What.DRAIN:
        drain(chosen, name)
        return
    try:
        with room.reached("admin", chosen):
            migration.verify_version(chosen.database_url)
            if what is What.BACKUP:
                _back_up(chosen, name, force)
            else:
                _do(what, name, label, scope, chosen, json)
    except OSError as error:
        raise fail("admin", problem(error)) from None
    except (sqlite3.Error, backing.NoBackup, NoCopy, Refused) as error:
        raise fail("admin", str(error)) from None


def _back_up(chosen: settings.Settings, name: str, force: bool) -> None:
    to = Path(name or time.strftime("room-%Y%m%d-%H%M%S.db"))
    if to == STANDARD:
        raise typer.BadParameter("- : a backup is a database; give a file", param_hint="NAME")
    output.check(to, force, "NAME")
    backing.backup(chosen.database_url, to, force)
    typer.echo(f"everything is in {to}", err=True)


def _copy(chosen: settings.Settings, name: str, to: str) -> None:
    if not to:
        raise typer.BadParameter("copy: where to? Give FROM and TO", param_hint="TO")

    def say(table: str, rows: int) -> None:
        typer.echo(f"{table}: {so_many(rows, 'row')}", err=True)

    with room.reached("admin", chosen.model_copy(update={"database": f"{name} or {to}"})):
        try:
            move(_url(name), _url(to), auditing.audit, say, time.time_ns() // 1_000_000)
        except OSError as error:
            raise fail("admin", problem(error)) from None
        except (sqlite3.Error, NoCopy) as error:
            raise fail("admin", str(error)) from None
    typer.echo("everything is there; every chip is where the books say, on both ends", err=True)


def _url(place: str) -> str:
    """Of a database, a room's folder, or its file."""
    if "://" in place:
        return place
    path = Path(place)
    return f"sqlite:///{path / 'room.db' if path.is_dir() else path}"


def _do(
    what: What, name: str, label: str, scopes: list[Scope], chosen: settings.Settings, json: bool
) -> None:
    now = time.time_ns() // 1_000_000
    engine = databases.of(chosen.database_url).whole()
    try:
        with engine.begin() as connection:
            match what:
                case What.USERS:
                    _show(register.User._fields, register.users(connection), json)
                case What.TABLES:
                    _show(register.Table._fields, register.tables(connection), json)
                case What.REPORTS:
                    _show(("name", "text", "reason"), register.reports(connection), json)
                case What.TOKEN:
                    most = chosen.tokens_an_account
                    made = register.make_token(connection, name, label, scopes, most, now)
                    typer.echo(json_text.dumps({"token": made}) if json else made)
                case What.SILENCE | What.UNSILENCE:
                    register.silence(connection, name, what is What.SILENCE, now)
                case What.CANCEL | What.REFUND:
                    room_order.give(connection, name, str(what), now)
                    typer.echo("it ends when the hands that are played are over", err=True)
                case What.AUDIT:
                    _audit(auditing.audit(connection), json)
    finally:
        engine.dispose()


def _audit(faults: list[str], json: bool) -> None:
    if json:
        typer.echo(json_text.dumps({"faults": faults}, indent=2))
    for fault in [] if json else faults:
        console.print(fault, style="red", markup=False)
    if faults:
        raise fail("admin", f"{so_many(len(faults), 'fault')} in the books")
    if not json:
        console.print("every chip is where the books say")


def _show(fields: tuple[str, ...], rows: Sequence[tuple[object, ...]], json: bool) -> None:
    if json:
        told = [dict(zip(fields, row, strict=True)) for row in rows]
        typer.echo(json_text.dumps(told, indent=2, ensure_ascii=False))
        return
    table = Table(*fields, box=None)
    for row in rows:
        table.add_row(*[Text(str(value)) for value in row])  # a name may look like markup
    console.print(table)
