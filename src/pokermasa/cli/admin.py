"""`masa admin`: look after a room, while it is open or closed."""

import time
from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from pokermasa.server import audit as auditing
from pokermasa.server import backup as backing
from pokermasa.server import register, settings, store
from pokermasa.server.refusal import Refused
from pokermasa.server.session import USUAL, Scope

console = Console(highlight=False)


class What(StrEnum):
    USERS = "users"
    TABLES = "tables"
    AUDIT = "audit"
    BACKUP = "backup"
    TOKEN = "token"
    REPORTS = "reports"
    SILENCE = "silence"
    UNSILENCE = "unsilence"


def admin(
    what: Annotated[What, typer.Argument(help="What to look at or do.")],
    name: Annotated[
        str, typer.Argument(help="Whose token, whom to silence, the file of a backup.")
    ] = "",
    label: Annotated[str, typer.Option(help="What a token is for.")] = "",
    scope: Annotated[
        list[Scope], typer.Option(help="What a token may be used for; more than once for more.")
    ] = list(USUAL),  # noqa: B006
    data: Annotated[Path | None, typer.Option(help="The folder that keeps everything.")] = None,
    database: Annotated[str | None, typer.Option(help="A database URL instead.")] = None,
    config: Annotated[Path | None, typer.Option(help="A TOML file of settings.")] = None,
) -> None:
    """Look after a room: users, tables, an audit of every chip, a backup, tokens for bots."""
    try:
        chosen = settings.load({"data": data, "database": database}, config)
        store.verify_version(chosen.database_url)
        _do(what, name, label, scope, chosen)
    except (ValueError, OSError, store.NewerDatabase, backing.NoBackup, Refused) as error:
        console.print(f"[red]{error}[/]")
        raise typer.Exit(1) from None


def _do(what: What, name: str, label: str, scopes: list[Scope], chosen: settings.Settings) -> None:
    if not chosen.database and not (chosen.data / "room.db").exists():
        raise FileNotFoundError(f"there is no room in {chosen.data}")
    if what is What.BACKUP:
        to = Path(name or time.strftime("room-%Y%m%d-%H%M%S.db"))
        backing.backup(chosen.database_url, to)
        console.print(f"everything is in {to}")
        return
    now = time.time_ns() // 1_000_000
    engine = store.open_writing(chosen.database_url)
    try:
        with engine.begin() as connection:
            match what:
                case What.USERS:
                    _show(register.User._fields, register.users(connection))
                case What.TABLES:
                    _show(register.Table._fields, register.tables(connection))
                case What.REPORTS:
                    _show(("name", "text", "reason"), register.reports(connection))
                case What.TOKEN:
                    most = chosen.tokens_an_account
                    made = register.make_token(connection, name, label, scopes, most, now)
                    typer.echo(made)
                case What.SILENCE | What.UNSILENCE:
                    register.silence(connection, name, what is What.SILENCE, now)
                case What.AUDIT:
                    _audit(auditing.audit(connection))
    finally:
        engine.dispose()


def _audit(faults: list[str]) -> None:
    for fault in faults:
        console.print(f"[red]{fault}[/]")
    if faults:
        raise typer.Exit(1)
    console.print("every chip is where the books say")


def _show(fields: tuple[str, ...], rows: Sequence[tuple[object, ...]]) -> None:
    table = Table(*fields, box=None)
    for row in rows:
        table.add_row(*map(str, row))
    console.print(table)
