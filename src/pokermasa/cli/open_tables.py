"""The open tables of a room, for `masa bot tables`."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import urlencode
from urllib.request import Request, urlopen

from rich.console import Console
from rich.table import Table
from rich.text import Text

from pokermasa.cli.commands.replay import printable

FIELDS = (
    *("id", "name", "betting", "rules", "small", "big", "ante", "least_buy_in", "most_buy_in"),
    *("sides", "players", "people", "bots", "paused"),
)
"""Fields of a table that are listed, under their names in docs/wire.md."""


def open_tables(server: str, token: str | None, big: int | None) -> list[dict[str, Any]]:
    """Return what the room at *server* says of its public tables, the most active first.

    With *big*, only tables with this big blind. Raises `OSError` if the room does not answer.
    """
    asked = {} if big is None else {"least_big": big, "most_big": big}
    headers = {} if token is None else {"Authorization": f"Bearer {token}"}
    request = Request(f"{server}/api/tables?{urlencode(asked)}", headers=headers)
    with urlopen(request, timeout=20) as response:
        found = json.load(response)
    try:
        return [{name: table[name] for name in FIELDS} for table in found]
    except (KeyError, TypeError):
        raise ValueError("the server there is no room of pokermasa") from None


def print_tables(console: Console, tables: list[dict[str, Any]]) -> None:
    """Prints the tables, with the id that --masa takes."""
    if not tables:
        console.print("no public table is open")
        return
    shown = Table(show_edge=False)
    for heading in ("--masa", "name", "game", "blinds", "buy-in", "players"):
        shown.add_column(heading, no_wrap=heading == "--masa")
    for table in tables:
        ante = f" ante {table['ante']:,}" if table["ante"] else ""
        bots = table["players"] - table["people"]
        shown.add_row(
            Text(printable(table["id"])),
            Text(printable(table["name"])),
            Text(printable(f"{table['betting']}, {table['rules']}")),
            f"{table['small']:,}/{table['big']:,}{ante}",
            f"{table['least_buy_in']:,} to {table['most_buy_in']:,}",
            f"{table['players']} of {table['sides']}" + (f", {bots} bots" if bots else ""),
        )
    console.print(shown)
