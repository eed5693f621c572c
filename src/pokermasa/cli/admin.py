"""`masa admin`: look after a room, while it is open or closed."""

import json as json_text
import os
import re
import sqlite3
import time
from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table
from rich.text import Text

from pokermasa.cli import operate, output, room
from pokermasa.cli.bar import bar
from pokermasa.cli.command_line import fail
from pokermasa.cli.drain import PAUSE, drain
from pokermasa.cli.hand_file import STANDARD, problem, so_many
from pokermasa.cli.number import between
from pokermasa.server import settings
from pokermasa.server.accounts import admin as register
from pokermasa.server.accounts import audit as auditing
from pokermasa.server.admin import backups, dealings, doctor, retention
from pokermasa.server.admin import restore as restoring
from pokermasa.server.admin.finding import Verdict
from pokermasa.server.admin.new_request import HOURS, MOST_HOURS
from pokermasa.server.low_priority import lower_process
from pokermasa.server.protocol.scope import USUAL, Scope
from pokermasa.server.refusal import Refused
from pokermasa.server.storage import admin_request, migration, room_dump, sealed_file
from pokermasa.server.storage import backup as backing
from pokermasa.server.storage import database as databases
from pokermasa.server.storage.room_copy import NoCopy, move

console = output.Screen()


class What(StrEnum):
    USERS = "users"
    TABLES = "tables"
    TOURNAMENTS = "tournaments"
    AUDIT = "audit"
    BACKUP = "backup"
    COPY = "copy"
    REPORTS = "reports"
    LOG = "log"
    KEY = "key"
    RESTORE = "restore"
    DOCTOR = "doctor"
    RETENTION = "retention"
    SIGNALS = "signals"
    DRAIN = "drain"
    # What is asked of the room, and logged.
    PROMOTE = "promote"
    DEMOTE = "demote"
    TOKEN = "token"
    RESET = "reset"
    BAN = "ban"
    UNBAN = "unban"
    DELETE = "delete"
    BLOCK = "block"
    UNBLOCK = "unblock"
    RENAME = "rename"
    SILENCE = "silence"
    UNSILENCE = "unsilence"
    GIVE = "give"
    TAKE = "take"
    CLOSE = "close"
    CANCEL = "cancel"
    REFUND = "refund"
    MOVE = "move"
    PENALISE = "penalise"
    DISQUALIFY = "disqualify"
    ANNOUNCE = "announce"
    SIGNUPS = "signups"
    INVITE = "invite"
    SETTLE = "settle"


ASKED = tuple(What)[tuple(What).index(What.PROMOTE) :]
NAMELESS = (
    *(What.USERS, What.TABLES, What.TOURNAMENTS, What.AUDIT, What.REPORTS, What.LOG, What.INVITE),
    *(What.DOCTOR, What.RETENTION, What.SIGNALS),
)
PERHAPS_NAMED = (What.BACKUP, What.DRAIN, What.ANNOUNCE)
NAMING = tuple(what for what in What if what not in NAMELESS)
"""Those that are about somebody, a tournament, a process or a file."""
ENTRY_ORDERS = (What.MOVE, What.PENALISE, What.DISQUALIFY)
SECOND_NAMED = (What.COPY, What.RENAME, What.GIVE, What.TAKE, *ENTRY_ORDERS)
NUMBERED = (What.MOVE, What.PENALISE)
MANY_NAMED = (What.CLOSE, What.CANCEL, What.REFUND)
"""Those that take several ids at once."""


def admin(
    what: Annotated[What, typer.Argument(help="The command.")],
    name: Annotated[
        str,
        typer.Argument(
            help="What the command is about. An account name; the id of a table (close) or a "
            "tournament (cancel: prizes are shared by ICM if it has started; refund: every "
            "entry is returned; move, penalise, disqualify: a player of it); "
            "addresses (block): 192.0.2.0/24; a text (announce; without "
            "one, the announcement is removed); on, off or invitation (signups); the number "
            "of a reported chat line (settle); a file (backup, key, restore); a room (copy); "
            "a process (drain: its number, or MACHINE:NUMBER; without one, all processes in "
            "turn, each after the one before has been replaced)."
        ),
    ] = "",
    more: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[TO]...",
            help="The new name (rename); a number of chips (give, take); the target (copy); "
            "more ids (close, cancel, refund); a player and the table to go to (move), a player "
            "and a number of hands (penalise), a player (disqualify).",
            show_default=False,
        ),
    ] = None,
    reason: Annotated[str, typer.Option(help="The reason, for the log.")] = "",
    now: Annotated[
        bool, typer.Option("--now", help="With ban: do not wait for the end of the hand.")
    ] = False,
    second_factor: Annotated[
        bool,
        typer.Option(
            "--second-factor",
            help="With reset: remove the second factor too, if the phone and the recovery codes "
            "are lost.",
        ),
    ] = False,
    hours: Annotated[
        int,
        typer.Option(
            min=1, max=MOST_HOURS, help="With reset or invite: hours that the code works."
        ),
    ] = HOURS,
    hands: Annotated[
        int,
        typer.Option(
            min=1, max=10_000_000, help="With signals: how many of the newest hands to look at."
        ),
    ] = dealings.HANDS,
    wait: Annotated[
        float,
        typer.Option(parser=between(0, 3600), help="Seconds to wait for the room's answer."),
    ] = 20.0,
    pause: Annotated[
        float,
        typer.Option(
            parser=between(0, 3600),
            help="With drain: seconds that each new process must have been open before the next "
            "one is drained.",
        ),
    ] = PAUSE,
    key: Annotated[
        Path | None,
        typer.Option(help="The key file of an encrypted backup."),
    ] = None,
    label: Annotated[str, typer.Option(help="With token: what it is for.")] = "",
    scope: Annotated[
        list[Scope], typer.Option(help="With token: what it may do; repeat the option for several.")
    ] = list(USUAL),  # noqa: B006
    data: Annotated[Path | None, typer.Option(help="The data folder of the room.")] = None,
    database: Annotated[
        str | None, typer.Option(help="A database URL, instead of SQLite in the data folder.")
    ] = None,
    config: Annotated[Path | None, typer.Option(help="A TOML file of settings.")] = None,
    force: output.Force = False,
    json: output.Json = False,
) -> None:
    """Manage a room, open or closed. See: users, tables, tournaments, reports, signals (players who
    may cheat together), audit (is every chip there?), log, doctor. Copy: backup, restore, copy.
    Change: ban, unban, delete, rename, silence or reset an account, give or take chips, close
    tables, cancel tournaments, move, penalise or disqualify their players, block addresses,
    announce, signups, invite, settle a report, promote an admin. Every change is in the log, with
    its reason.

    For example: masa admin ban ada --reason "chip dumping"
    """
    if name and what not in NAMING:
        words = f"{name!r}: {what} takes no name; {', '.join(NAMING)} do"
        raise typer.BadParameter(words, param_hint="NAME")
    if not name and what in NAMING and what not in PERHAPS_NAMED:
        raise typer.BadParameter(f"{what}: of whom, or of what? Give a name", param_hint="NAME")
    given = more or []
    to = given[0] if given and what in SECOND_NAMED else ""
    if given and what not in (*SECOND_NAMED, *MANY_NAMED):
        words = f"{given[0]!r}: only {', '.join((*SECOND_NAMED, *MANY_NAMED))} take a second name"
        raise typer.BadParameter(words, param_hint="TO")
    number = given[1] if what in NUMBERED and len(given) == 2 else ""
    if what in NUMBERED and not (number.isdecimal() and 0 < int(number[:9]) <= 10_000):
        raise typer.BadParameter(f"{what}: {WANTED[what]}", param_hint="TO")
    if len(given) > 1 and what not in (*MANY_NAMED, *NUMBERED):
        words = f"{given[1]!r}: only {', '.join(MANY_NAMED)} take more than two names"
        raise typer.BadParameter(words, param_hint="TO")
    if not to and what in SECOND_NAMED:
        raise typer.BadParameter(f"{what}: {WANTED[what]}", param_hint="TO")
    chosen = room.chosen({"data": data, "database": database}, config)
    if what is What.COPY:
        _copy(chosen, name, to)
        return
    if what is What.KEY:
        _make_key(Path(name), chosen)
        return
    if what is What.RESTORE:
        _restore(chosen, Path(name), key)
        return
    if not chosen.database and not (chosen.data / "room.db").exists():
        raise fail("admin", f"there is no room in {chosen.data}; --data says where it is")
    if what is What.DRAIN:
        drain(chosen, name, pause)
        return
    requests = []
    if what in ASKED:
        for one in (name, *(given if what in MANY_NAMED else [])):
            requests.append(
                operate.read(
                    *(what, one, to, reason, now, hours, label, scope, second_factor),
                    number=int(number or 0),
                )
            )
    try:
        with room.reached("admin", chosen):
            migration.verify_version(chosen.database_url)
            if what is What.BACKUP:
                _back_up(chosen, name, force, key)
            elif what is What.DOCTOR:
                _examine(chosen, json)
            elif what is What.SIGNALS:
                _show_signals(chosen, hands, json)
            elif requests:
                operate.ask(chosen, requests, wait, json)
            else:
                _show_it(what, chosen, json)
    except OSError as error:
        raise fail("admin", problem(error)) from None
    except (sqlite3.Error, sealed_file.NoKey, backing.NoBackup, NoCopy, Refused) as error:
        raise fail("admin", str(error)) from None


WANTED = {
    What.COPY: "where to? Give FROM and TO",
    What.RENAME: "to what name? Give NAME and TO",
    What.GIVE: "how many chips? Give NAME and TO, as in: give ada 500",
    What.MOVE: "who, and to which table? As in: move t3f0c9a ada 2",
    What.PENALISE: "who, and how many hands? As in: penalise t3f0c9a ada 3",
    What.DISQUALIFY: "who? As in: disqualify t3f0c9a ada",
    What.TAKE: "how many chips? Give NAME and TO, as in: take ada 500",
}


def _make_key(file: Path, chosen: settings.Settings) -> None:
    try:
        sealed_file.new_key(file)
    except FileExistsError:
        words = f"{file} is there already: a key that is lost cannot be made again"
        raise typer.BadParameter(words, param_hint="NAME") from None
    except OSError as error:
        raise fail("admin", problem(error)) from None
    typer.echo(f"{file} opens every backup made with it: keep a copy where no backup is", err=True)


def _restore(chosen: settings.Settings, file: Path, key: Path | None) -> None:
    if key is None:
        raise typer.BadParameter("restore: with which key? Give its file", param_hint="--key")
    now = time.time_ns() // 1_000_000
    with room.reached("admin", chosen):
        try:
            opened = sealed_file.read_key(key)
            if not chosen.database:
                chosen.data.mkdir(parents=True, exist_ok=True, mode=0o700)
            done = restoring.restore(file, opened, chosen.database_url, now)
        except OSError as error:
            raise fail("admin", problem(error)) from None
        except (sqlite3.Error, sealed_file.NoKey, NoCopy, restoring.NoRestore) as error:
            raise fail("admin", str(error)) from None
    void, later = so_many(done.void, "hand"), so_many(done.later, "later ban or deletion")
    typer.echo(f"the room of {_when(done.made)} is there again; every chip is where the books say")
    typer.echo(f"void: {void} in play, all logins, tokens and codes; applied: {later}", err=True)


def _examine(chosen: settings.Settings, json: bool) -> None:
    found = list(doctor.examine(chosen, time.time()))
    if json:
        told = [{"what": one.what, "verdict": one.verdict, "words": one.words} for one in found]
        typer.echo(json_text.dumps(told, indent=2))
    for one in [] if json else found:
        style = {"well": "green", "warning": "yellow", "wrong": "red"}[one.verdict]
        console.print(Text(f"{one.verdict:8}", style), Text(f"{one.what}: {one.words}"))
    wrong = sum(one.verdict == Verdict.WRONG for one in found)
    if wrong:
        raise fail("admin", f"{so_many(wrong, 'thing')} to put right")


def _back_up(chosen: settings.Settings, name: str, force: bool, key: Path | None = None) -> None:
    to = Path(name or time.strftime("room-%Y%m%d-%H%M%S.db"))
    if key is not None:
        to = Path(name or backups.name_at(time.time()))
    if to == STANDARD:
        raise typer.BadParameter("- : a backup is a database; give a file", param_hint="NAME")
    output.check(to, force, "NAME")
    lower_process()  # who plays meanwhile comes first
    if key is None:
        backing.backup(chosen.database_url, to, force)
    else:
        opened = sealed_file.read_key(key, chosen.data, to.absolute().parent)
        backups.take(chosen.database_url, to, opened, time.time_ns() // 1_000_000)
    typer.echo(f"everything is in {to}", err=True)


def _copy(chosen: settings.Settings, name: str, to: str) -> None:
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
    """Of a database, a room's folder, or its file; `env:NAME` is what the variable NAME says, so
    that no password stands on the command line, where every user of the machine can read it."""
    if place.startswith("env:"):
        name = place.removeprefix("env:")
        if not os.environ.get(name):
            raise fail("admin", f"there is no variable {name} in the environment")
        place = os.environ[name]
    elif re.search(r"://[^/@]*:[^/@]*@", place):
        words = "masa admin: other users can read this password. Put the URL into a variable, and "
        typer.echo(f"{words}give env:NAME instead", err=True)
    if "://" in place:
        return place
    path = Path(place)
    return f"sqlite:///{path / 'room.db' if path.is_dir() else path}"


def _show_it(what: What, chosen: settings.Settings, json: bool) -> None:
    engine = databases.of(chosen.database_url).whole()
    try:
        with engine.begin() as connection:
            match what:
                case What.USERS:
                    _show(register.User._fields, register.users(connection), json)
                case What.TABLES:
                    found = register.tables(connection)
                    rows = [one._replace(host=one.host or "the house") for one in found]
                    _show(register.Table._fields, rows, json)
                case What.TOURNAMENTS:
                    events = register.tournaments(connection)
                    shown = [one._replace(host=one.host or "the house") for one in events]
                    _show(register.Event._fields, shown, json)
                case What.REPORTS:
                    _show_reports(register.reports(connection), json)
                case What.LOG:
                    _show_log(admin_request.log(connection), json)
                case What.RETENTION:
                    now = time.time_ns() // 1_000_000
                    _show(retention.Over._fields, retention.count(connection, chosen, now), json)
                case What.AUDIT:
                    _audit(auditing.audit(connection), json)
    finally:
        engine.dispose()


def _show_signals(chosen: settings.Settings, most: int, json: bool) -> None:
    """From one moment of the room, which plays on meanwhile."""
    with (
        room_dump.one_moment(chosen.database_url) as connection,
        bar(unit="hands") as moved,
    ):
        if not migration.is_current(connection):
            raise fail("admin", "the room is from an older version: open it once (masa serve)")
        found = dealings.report(
            connection,
            most,
            lambda done, whole: moved(done, None, whole),
        )
    if json:
        _show(dealings.Named._fields, found, json)
        return
    if not found:
        console.print("nothing that chance would not explain")
    for one in found:
        names = Text(f"{one.first} and {one.second}", "bold")
        hands = so_many(one.hands, "hand")
        console.print(names, Text(f": {hands} together, strength {one.strength}"), sep="")
        for reason in one.reasons:
            console.print(Text(f"  {reason['words']}{_chance(reason['chance'])}"))
    if found:
        console.print("These are signs, no proof: look at the hands before you act.")


def _chance(chance: float | None) -> str:
    return "" if chance is None else f" (by chance in a room like this: {chance:.1g})"


def _show_reports(reports: list[register.Report], json: bool) -> None:
    if json:
        rows = [(*report[:-1], [said.line for said in report.around]) for report in reports]
        _show(register.Report._fields, rows, json)
        return
    for report in reports:
        head = f"{_when(report.at)} line {report.chat} at table {report.masa}: {report.name}"
        words = f"{head}, reported by {report.by}: {report.reason}"
        for line in (words, *[said.line for said in report.around], ""):
            console.print(line, markup=False, soft_wrap=True)


def _show_log(entries: list[admin_request.Entry], json: bool) -> None:
    fields = ("at", "who", "did", "about", "why", "what came of it")
    rows = [
        (e.made if json else _when(e.made), e.who, e.command, e.about, e.reason, e.words)
        for e in entries
    ]
    _show(fields, rows, json)


def _when(milliseconds: int) -> str:
    return time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(milliseconds / 1000))


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
        typer.echo(json_text.dumps(told, indent=2))
        return
    table = Table(*fields, box=None)
    for row in rows:
        table.add_row(*[Text(str(value)) for value in row])  # a name may look like markup
    console.print(table)
