"""`masa admin`: manages a room while it is open or closed.

Each sub-command is a function. `room_command` adds the options that choose the room. `request` also
adds the options of changes that the room makes and logs.
"""

import inspect
import os
import re
import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from typing import Annotated, Any

import typer
from sqlalchemy import Connection

from pokermasa.cli import admin_lists as lists
from pokermasa.cli import operate, output, room
from pokermasa.cli.bar import bar
from pokermasa.cli.command_line import fail
from pokermasa.cli.drain import PAUSE
from pokermasa.cli.drain import drain as drain_processes
from pokermasa.cli.hand_file import STANDARD, problem, so_many
from pokermasa.cli.number import between
from pokermasa.cli.operate import AdminCommand
from pokermasa.server import sealed_file
from pokermasa.server.accounts import admin as register
from pokermasa.server.accounts import audit as auditing
from pokermasa.server.admin import backups, dealings
from pokermasa.server.admin import doctor as checks
from pokermasa.server.admin import restore as restoring
from pokermasa.server.admin import retention as retaining
from pokermasa.server.admin.new_request import HOURS, MOST_HOURS
from pokermasa.server.low_priority import lower_process
from pokermasa.server.protocol.scope import USUAL, Scope
from pokermasa.server.refusal import Refused
from pokermasa.server.settings import Settings
from pokermasa.server.storage import admin_request
from pokermasa.server.storage.admin_request import Command
from pokermasa.server.storage.backup import backup as backing
from pokermasa.server.storage.backup import room_dump
from pokermasa.server.storage.backup.room_copy import NoCopy
from pokermasa.server.storage.backup.room_copy import move as move_room
from pokermasa.server.storage.database import database as databases
from pokermasa.server.storage.database import migration

admin = typer.Typer(
    help="Manage a room, open or closed.\n\nEvery change is in the log, with its reason. For "
    'example: masa admin ban ada --reason "chip dumping"'
)
SEE, FILES, PEOPLE = "What there is to see", "Copies and keys", "Accounts"
GAMES, ROOM = "Tables and tournaments", "The room"

Data = Annotated[Path | None, typer.Option(help="The data folder of the room.")]
Database = Annotated[
    str | None, typer.Option(help="A database URL, instead of SQLite in the data folder.")
]
Config = Annotated[Path | None, typer.Option(help="A TOML file of settings.")]
Reason = Annotated[str, typer.Option(help="The reason, for the log.")]
Wait = Annotated[
    float, typer.Option(parser=between(0, 3600), help="Seconds to wait for the room's answer.")
]
Key = Annotated[Path | None, typer.Option(help="The key file of an encrypted backup.")]
Name = Annotated[str, typer.Argument(metavar="NAME", help="The name of an account.")]
Chips = Annotated[int, typer.Argument(metavar="TO", parser=operate.chips, help="How many chips.")]
Hours = Annotated[int, typer.Option(min=1, max=MOST_HOURS, help="Hours that the code works.")]
Tables = Annotated[list[str], typer.Argument(metavar="ID...", help="Ids of tables.")]
Tournaments = Annotated[list[str], typer.Argument(metavar="ID...", help="Ids of tournaments.")]
Tournament = Annotated[str, typer.Argument(metavar="ID", help="The id of a tournament.")]
Player = Annotated[str, typer.Argument(metavar="PLAYER", help="The name of a player in it.")]
Network = Annotated[
    str, typer.Argument(metavar="ADDRESSES", help="An address or a range: 192.0.2.0/24.")
]
AdminCommands = list[AdminCommand]


def with_parameters(
    run: Callable[..., None], function: Callable[..., Any], *parts: Sequence[inspect.Parameter]
) -> Callable[..., None]:
    """Return *run* under the name of *function*, with the parameters of all *parts*."""
    wrapped = wraps(function)(run)
    given = [one.replace(kind=one.KEYWORD_ONLY) for parameters in parts for one in parameters]
    wrapped.__signature__ = inspect.Signature(given)  # type: ignore[attr-defined]
    return wrapped


def parameters(function: Callable[..., Any]) -> list[inspect.Parameter]:
    return list(inspect.signature(function).parameters.values())


def room_command(
    panel: str, *, is_there: bool = True, is_read: bool = True
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Registers a sub-command whose first parameter is the room's settings.

    With *is_there* the room must exist. With *is_read* its database must have a version that this
    program can read.
    """

    def added(data: Data = None, database: Database = None, config: Config = None) -> None: ...

    def registered(function: Callable[..., None]) -> Callable[..., None]:
        def run(
            *, data: Path | None, database: str | None, config: Path | None, **given: Any
        ) -> None:
            chosen = room.chosen({"data": data, "database": database}, config)
            if is_there and not chosen.database and not (chosen.data / "room.db").exists():
                raise fail("admin", f"there is no room in {chosen.data}; --data says where it is")
            try:
                with room.reached("admin", chosen):
                    if is_there and is_read:
                        migration.verify_version(chosen.database_url)
                    function(chosen, **given)
            except OSError as error:
                raise fail("admin", problem(error)) from None
            except KNOWN as error:
                raise fail("admin", str(error)) from None

        command = with_parameters(run, function, parameters(function)[1:], parameters(added))
        admin.command(rich_help_panel=panel)(command)
        return function

    return registered


KNOWN = (
    *(sqlite3.Error, sealed_file.NoKey, backing.NoBackup, NoCopy, restoring.NoRestore),
    Refused,
)
"""Errors whose text is enough for the operator."""


def request(panel: str) -> Callable[[Callable[..., AdminCommands]], Callable[..., AdminCommands]]:
    """Registers a sub-command that returns requests to the room."""

    def added(reason: Reason = "", wait: Wait = 20.0, json: output.Json = False) -> None: ...

    def registered(function: Callable[..., AdminCommands]) -> Callable[..., AdminCommands]:
        def run(chosen: Settings, reason: str, wait: float, json: bool, **given: Any) -> None:
            typed = function.__name__
            asked = [operate.read(typed, command, reason) for command in function(**given)]
            operate.ask(chosen, asked, wait, json)

        first = parameters(run)[:1]
        room_command(panel)(
            with_parameters(run, function, first, parameters(function), parameters(added))
        )
        return function

    return registered


# Lists and checks


@contextmanager
def reading(chosen: Settings) -> Iterator[Connection]:
    engine = databases.open_database(chosen.database_url).whole()
    try:
        with engine.begin() as connection:
            yield connection
    finally:
        engine.dispose()


@room_command(SEE)
def users(chosen: Settings, json: output.Json = False) -> None:
    """List the accounts."""
    with reading(chosen) as connection:
        lists.print_rows(register.User._fields, register.users(connection), json)


@room_command(SEE)
def tables(chosen: Settings, json: output.Json = False) -> None:
    """List the open tables."""
    with reading(chosen) as connection:
        lists.print_open(register.OpenTable, register.tables(connection), json)


@room_command(SEE)
def tournaments(chosen: Settings, json: output.Json = False) -> None:
    """List the tournaments that are not over."""
    with reading(chosen) as connection:
        lists.print_open(register.OpenTournament, register.tournaments(connection), json)


@room_command(SEE)
def reports(chosen: Settings, json: output.Json = False) -> None:
    """List reported chat lines, with the lines around them."""
    with reading(chosen) as connection:
        lists.print_reports(register.reports(connection), json)


@room_command(SEE)
def signals(
    chosen: Settings,
    hands: Annotated[
        int,
        typer.Option(min=1, max=10_000_000, help="How many of the newest hands to look at."),
    ] = dealings.HANDS,
    json: output.Json = False,
) -> None:
    """List pairs of players who may cheat together."""
    # One database snapshot is read, while the room continues to run.
    with room_dump.one_moment(chosen.database_url) as connection, bar(unit="hands") as moved:
        if not migration.is_current(connection):
            raise fail("admin", "the room is from an older version: open it once (masa serve)")
        found = dealings.report(connection, hands, lambda done, whole: moved(done, None, whole))
    lists.print_signals(found, json)


@room_command(SEE)
def audit(chosen: Settings, json: output.Json = False) -> None:
    """Check that every chip is where the books say."""
    with reading(chosen) as connection:
        lists.print_audit(auditing.audit(connection), json)


@room_command(SEE)
def log(chosen: Settings, json: output.Json = False) -> None:
    """List every change by an admin: who, when, why, and its result."""
    with reading(chosen) as connection:
        lists.print_log(admin_request.log(connection), json)


@room_command(SEE)
def retention(chosen: Settings, json: output.Json = False) -> None:
    """Count what the settings would delete now."""
    now = time.time_ns() // 1_000_000
    with reading(chosen) as connection:
        rows = retaining.count(connection, chosen, now)
        lists.print_rows(retaining.Over._fields, rows, json)


@room_command(SEE)
def doctor(chosen: Settings, json: output.Json = False) -> None:
    """Check a room for problems, and say how to solve them."""
    lists.print_findings(list(checks.examine(chosen, time.time())), json)


# Copies and keys


@room_command(FILES)
def backup(
    chosen: Settings,
    name: Annotated[str, typer.Argument(metavar="[FILE]", help="The file to write.")] = "",
    key: Key = None,
    force: output.Force = False,
) -> None:
    """Copy the whole room at one moment into a file."""
    to = Path(name or time.strftime("room-%Y%m%d-%H%M%S.db"))
    if key is not None:
        to = Path(name or backups.name_at(time.time()))
    if to == STANDARD:
        raise typer.BadParameter("- : a backup is a database; give a file", param_hint="FILE")
    output.check(to, force, "FILE")
    lower_process()  # give the players' processes priority
    if key is None:
        backing.backup(chosen.database_url, to, force)
    else:
        opened = sealed_file.read_key(key, chosen.data, to.absolute().parent)
        backups.take(chosen.database_url, to, opened, time.time_ns() // 1_000_000)
    typer.echo(f"everything is in {to}", err=True)


@room_command(FILES, is_there=False)
def restore(
    chosen: Settings,
    name: Annotated[Path, typer.Argument(metavar="FILE", help="An encrypted backup.")],
    key: Key = None,
) -> None:
    """Restore a room from an encrypted backup."""
    if key is None:
        raise typer.BadParameter(
            "restore needs the key of the backup: give its file", param_hint="--key"
        )
    now = time.time_ns() // 1_000_000
    opened = sealed_file.read_key(key)
    if not chosen.database:
        chosen.data.mkdir(parents=True, exist_ok=True, mode=0o700)
    done = restoring.restore(name, opened, chosen.database_url, now)
    void, made = so_many(done.void, "hand"), lists.when(done.made)
    typer.echo(f"the room of {made} is there again; every chip is where the books say")
    typer.echo(f"void: {void} in play, all logins, tokens and codes", err=True)
    typer.echo(f"later bans and deletions that were applied: {done.later:,}", err=True)


@room_command(FILES, is_there=False)
def copy(
    chosen: Settings,
    name: Annotated[
        str,
        typer.Argument(metavar="FROM", help="A room's folder, its file, a URL, or env:VARIABLE."),
    ],
    to: Annotated[str, typer.Argument(metavar="TO", help="The same, of the copy.")],
) -> None:
    """Copy a closed room into another database."""

    def say(table: str, rows: int) -> None:
        typer.echo(f"{table}: {so_many(rows, 'row')}", err=True)

    with room.reached("admin", chosen.model_copy(update={"database": f"{name} or {to}"})):
        move_room(_url(name), _url(to), auditing.audit, say, time.time_ns() // 1_000_000)
    typer.echo("everything is there; every chip is where the books say, on both ends", err=True)


def _url(place: str) -> str:
    """Return the URL of a database, a room's folder or its file. `env:NAME` stands for the value of
    the environment variable NAME, because all users of the machine can read passwords on the
    command line."""
    if place.startswith("env:"):
        name = place.removeprefix("env:")
        if not os.environ.get(name):
            raise fail("admin", f"there is no variable {name} in the environment")
        place = os.environ[name]
    elif re.search(r"://[^/@]*:[^/@]*@", place):
        text = "masa admin: other users can read this password. Put the URL into a variable, and "
        typer.echo(f"{text}give env:NAME instead", err=True)
    if "://" in place:
        return place
    path = Path(place)
    return f"sqlite:///{path / 'room.db' if path.is_dir() else path}"


@room_command(FILES, is_there=False)
def key(
    chosen: Settings,
    name: Annotated[Path, typer.Argument(metavar="FILE", help="The file to write.")],
) -> None:
    """Make a key for encrypted backups."""
    try:
        sealed_file.new_key(name)
    except FileExistsError:
        message = f"{name} is there already: a key that is lost cannot be made again"
        raise typer.BadParameter(message, param_hint="FILE") from None
    typer.echo(f"{name} opens every backup made with it: keep a copy where no backup is", err=True)


# Accounts


@request(PEOPLE)
def promote(name: Name) -> AdminCommands:
    """Make an account an admin."""
    return [AdminCommand(Command.PROMOTE, name)]


@request(PEOPLE)
def demote(name: Name) -> AdminCommands:
    """Make an admin an ordinary account."""
    return [AdminCommand(Command.DEMOTE, name)]


@request(PEOPLE)
def token(
    name: Name,
    label: Annotated[str, typer.Option(help="What it is for.")] = "",
    scope: Annotated[
        list[Scope], typer.Option(help="What it may do; repeat the option for several.")
    ] = list(USUAL),  # noqa: B006
) -> AdminCommands:
    """Make a token for a bot."""
    return [AdminCommand(Command.TOKEN, name, {"label": label, "scopes": scope})]


@request(PEOPLE)
def reset(
    name: Name,
    second_factor: Annotated[
        bool,
        typer.Option(
            "--second-factor",
            help="Remove the second factor too, if the phone and the recovery codes are lost.",
        ),
    ] = False,
    hours: Hours = HOURS,
) -> AdminCommands:
    """Make a code that sets a new password."""
    return [AdminCommand(Command.RESET, name, {"second_factor": second_factor, "hours": hours})]


@request(PEOPLE)
def ban(
    name: Name,
    now: Annotated[
        bool, typer.Option("--now", help="Do not wait for the end of the hand.")
    ] = False,
) -> AdminCommands:
    """Ban an account."""
    return [AdminCommand(Command.BAN, name, {"now": now})]


@request(PEOPLE)
def unban(name: Name) -> AdminCommands:
    """Let a banned account in again."""
    return [AdminCommand(Command.UNBAN, name)]


@request(PEOPLE)
def delete(name: Name) -> AdminCommands:
    """Delete an account."""
    return [AdminCommand(Command.DELETE, name)]


@request(PEOPLE)
def rename(
    name: Name, to: Annotated[str, typer.Argument(metavar="TO", help="The new name.")]
) -> AdminCommands:
    """Give an account another name."""
    return [AdminCommand(Command.RENAME, name, {"to": to})]


@request(PEOPLE)
def silence(name: Name) -> AdminCommands:
    """Forbid an account to chat."""
    return [AdminCommand(Command.SILENCE, name)]


@request(PEOPLE)
def unsilence(name: Name) -> AdminCommands:
    """Let a silenced account chat again."""
    return [AdminCommand(Command.UNSILENCE, name)]


@request(PEOPLE)
def give(name: Name, to: Chips) -> AdminCommands:
    """Give chips to an account."""
    return [AdminCommand(Command.BALANCE, name, {"amount": to})]


@request(PEOPLE)
def take(name: Name, to: Chips) -> AdminCommands:
    """Take chips from an account."""
    return [AdminCommand(Command.BALANCE, name, {"amount": -to})]


# Tables and tournaments


@request(GAMES)
def close(ids: Tables) -> AdminCommands:
    """Close tables."""
    return [AdminCommand(Command.CLOSE, id) for id in ids]


@request(GAMES)
def cancel(ids: Tournaments) -> AdminCommands:
    """Cancel tournaments; the prizes of one that has started are shared by ICM."""
    return [AdminCommand(Command.CANCEL, id) for id in ids]


@request(GAMES)
def refund(ids: Tournaments) -> AdminCommands:
    """Cancel tournaments and return every entry."""
    return [AdminCommand(Command.REFUND, id) for id in ids]


@request(GAMES)
def move(
    id: Tournament,
    player: Player,
    table: Annotated[
        int, typer.Argument(metavar="TABLE", min=1, max=10_000, help="The table to go to.")
    ],
) -> AdminCommands:
    """Move a player of a tournament to another table."""
    return [AdminCommand(Command.MOVE, id, {"to": player, "amount": table})]


@request(GAMES)
def penalise(
    id: Tournament,
    player: Player,
    hands: Annotated[
        int, typer.Argument(metavar="HANDS", min=1, max=10_000, help="How many hands to miss.")
    ],
) -> AdminCommands:
    """Let a player of a tournament miss hands."""
    return [AdminCommand(Command.PENALISE, id, {"to": player, "amount": hands})]


@request(GAMES)
def disqualify(id: Tournament, player: Player) -> AdminCommands:
    """Disqualify a player of a tournament."""
    return [AdminCommand(Command.DISQUALIFY, id, {"to": player})]


# The room


@request(ROOM)
def announce(
    text: Annotated[
        str,
        typer.Argument(metavar="[TEXT]", help="Without a text, the announcement is removed."),
    ] = "",
) -> AdminCommands:
    """Show an announcement to everybody."""
    return [AdminCommand(Command.ANNOUNCE, text)]


@request(ROOM)
def signups(
    mode: Annotated[str, typer.Argument(metavar="MODE", help="on, off or invitation.")],
) -> AdminCommands:
    """Set who may make an account."""
    return [AdminCommand(Command.SIGNUPS, mode)]


@request(ROOM)
def invite(hours: Hours = HOURS) -> AdminCommands:
    """Make an invitation for one new account."""
    return [AdminCommand(Command.INVITE, "", {"hours": hours})]


@request(ROOM)
def settle(
    line: Annotated[
        str, typer.Argument(metavar="LINE", help="The number of a reported chat line.")
    ],
) -> AdminCommands:
    """Remove a reported chat line from the list."""
    return [AdminCommand(Command.SETTLE, line)]


@request(ROOM)
def block(addresses: Network) -> AdminCommands:
    """Block addresses: nobody can connect from them."""
    return [AdminCommand(Command.BLOCK, addresses)]


@request(ROOM)
def unblock(addresses: Network) -> AdminCommands:
    """Let people connect from blocked addresses again."""
    return [AdminCommand(Command.UNBLOCK, addresses)]


@room_command(ROOM, is_read=False)
def drain(
    chosen: Settings,
    process: Annotated[
        str,
        typer.Argument(
            metavar="[PROCESS]",
            help="Its number, or MACHINE:NUMBER; without one, all processes in turn, each after "
            "the one before has been replaced.",
        ),
    ] = "",
    pause: Annotated[
        float,
        typer.Option(
            parser=between(0, 3600),
            help="Seconds that each new process must have been open before the next one is "
            "drained.",
        ),
    ] = PAUSE,
) -> None:
    """Let a process hand its tables to the others and end."""
    drain_processes(chosen, process, pause)
