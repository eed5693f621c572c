"""Prints the lists of `masa admin`."""

import json as json_text
import time
from collections.abc import Sequence

import typer
from pydantic import BaseModel
from rich.table import Table
from rich.text import Text

from pokermasa.cli import output
from pokermasa.cli.command_line import fail
from pokermasa.cli.hand_file import so_many
from pokermasa.server.accounts import admin as register
from pokermasa.server.admin import dealings
from pokermasa.server.admin.finding import CheckResult, Finding
from pokermasa.server.storage import admin_request

console = output.Screen()


def print_findings(found: list[Finding], json: bool) -> None:
    if json:
        objects = [
            {"what": one.what, "verdict": one.verdict, "message": one.words} for one in found
        ]
        typer.echo(json_text.dumps(objects, indent=2))
    for one in [] if json else found:
        style = {"well": "green", "warning": "yellow", "wrong": "red"}[one.verdict]
        console.print(Text(f"{one.verdict:8}", style), Text(f"{one.what}: {one.words}"))
    wrong = sum(one.verdict == CheckResult.WRONG for one in found)
    if wrong:
        raise fail("admin", f"{so_many(wrong, 'thing')} to put right")


def print_signals(found: list[dealings.Named], json: bool) -> None:
    if json:
        print_rows(dealings.Named._fields, found, json)
        return
    if not found:
        console.print("nothing that chance would not explain")
    for one in found:
        names = Text(f"{one.first} and {one.second}", "bold")
        hands = so_many(one.hands, "hand")
        console.print(names, Text(f": {hands} together, strength {one.strength}"), sep="")
        for reason in one.reasons:
            console.print(Text(f"  {reason['message']}{_chance(reason['chance'])}"))
    if found:
        console.print("These are signs, no proof: look at the hands before you act.")


def _chance(chance: float | None) -> str:
    return "" if chance is None else f" (by chance in a room like this: {chance:.1g})"


def print_open(
    kind: type[BaseModel],
    found: Sequence[register.OpenTable | register.OpenTournament],
    json: bool,
) -> None:
    rows = [one.model_copy(update={"host": one.host or "the house"}) for one in found]
    print_rows(tuple(kind.model_fields), [tuple(row.model_dump().values()) for row in rows], json)


def print_reports(reports: list[register.OpenReport], json: bool) -> None:
    if json:
        rows = [
            (*report.model_dump(exclude={"around"}).values(), [one.line for one in report.around])
            for report in reports
        ]
        print_rows(tuple(register.OpenReport.model_fields), rows, json)
        return
    for report in reports:
        head = f"{when(report.at)} line {report.chat} at table {report.masa}: {report.name}"
        text = f"{head}, reported by {report.by}: {report.reason}"
        for line in (text, *[said.line for said in report.around], ""):
            console.print(line, markup=False, soft_wrap=True)


def print_log(entries: list[admin_request.AdminLogEntry], json: bool) -> None:
    fields = ("at", "who", "did", "about", "why", "what came of it")
    rows = [
        (e.made if json else when(e.made), e.who, e.command, e.about, e.reason, e.words)
        for e in entries
    ]
    print_rows(fields, rows, json)


def when(milliseconds: int) -> str:
    return time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(milliseconds / 1000))


def print_audit(faults: list[str], json: bool) -> None:
    if json:
        typer.echo(json_text.dumps({"faults": faults}, indent=2))
    for fault in [] if json else faults:
        console.print(fault, style="red", markup=False)
    if faults:
        raise fail("admin", f"{so_many(len(faults), 'fault')} in the books")
    if not json:
        console.print("every chip is where the books say")


def print_rows(fields: tuple[str, ...], rows: Sequence[tuple[object, ...]], json: bool) -> None:
    if json:
        objects = [dict(zip(fields, row, strict=True)) for row in rows]
        typer.echo(json_text.dumps(objects, indent=2))
        return
    table = Table(*fields, box=None)
    for row in rows:
        table.add_row(*[Text(str(value)) for value in row])  # a name may contain console markup
    console.print(table)
