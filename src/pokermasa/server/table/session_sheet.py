"""The session sheet of a masa: buy-ins, cash-outs and current stack of each player, in chips.

It is computed from the ledger, so it always agrees with the ledger and is still available after the
masa is closed.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from typing import NamedTuple

from sqlalchemy import case, func, select

from pokermasa.server.protocol.data import Data
from pokermasa.server.storage import schema as store
from pokermasa.server.storage.account import Account
from pokermasa.server.storage.database.storage import Storage
from pokermasa.server.storage.journal import ledger

FIELDS = ("name", "buy_ins", "cash_outs", "stack", "net")
"""Columns of the session sheet."""


class SheetLine(Data):
    """Buy-ins, cash-outs, current stack and net result of a player, in chips."""

    name: str
    buy_ins: int
    cash_outs: int
    stack: int
    net: int
    host: bool


class PlayerLine(NamedTuple):
    """One player's line of the session sheet. Amounts are in chips."""

    account: int
    host: bool
    name: str
    buy_ins: int
    cash_outs: int
    stack: int

    @property
    def net(self) -> int:
        """Win (positive) or loss (negative) in chips."""
        return self.cash_outs + self.stack - self.buy_ins


async def sheet(
    storage: Storage, masa: str, host: Account, own_chips: bool, stacks: Mapping[int, int]
) -> list[PlayerLine]:
    """Return one line for each account that has bought in. *stacks* maps the accounts that sit at
    the masa to their stacks."""
    # Each ledger entry of a masa has two lines with opposite amounts: one of the masa and one of
    # the account.
    books = f"chips:{masa}:" if own_chips else "account:"
    here, there = store.line.alias("here"), store.line.alias("there")
    amount = there.c.amount
    rows = await storage.rows(
        select(
            there.c.book,
            func.sum(case((amount < 0, -amount), else_=0)).label("buy_ins"),
            func.sum(case((amount > 0, amount), else_=0)).label("cash_outs"),
        )
        .join(here, here.c.entry == there.c.entry)
        .where(here.c.book == ledger.of_masa(masa), there.c.book.startswith(books))
        .group_by(there.c.book)
        .order_by(there.c.book)
    )
    ids = [int(row.book.rpartition(":")[2]) for row in rows]
    who = store.account.c
    found = await storage.rows(select(who.id, who.name).where(who.id.in_(ids)))
    names = {row.id: row.name for row in found}
    return [
        PlayerLine(
            id,
            id == host.id,
            names.get(id, ""),
            int(row.buy_ins),
            int(row.cash_outs),
            stacks.get(id, 0),
        )
        for id, row in zip(ids, rows, strict=True)
    ]


def sheet_data(lines: list[PlayerLine]) -> list[SheetLine]:
    """Return the lines without account numbers, the biggest winner first."""
    return [
        {
            "name": line.name,
            "buy_ins": line.buy_ins,
            "cash_outs": line.cash_outs,
            "stack": line.stack,
            "net": line.net,
            "host": line.host,
        }
        for line in sorted(lines, key=lambda line: (-line.net, line.name))
    ]


def sheet_csv(lines: list[PlayerLine]) -> str:
    """Return the sheet as CSV. Names that start with a sign of a formula get an apostrophe, so that
    spreadsheets do not run them."""
    text = io.StringIO()
    sheet_writer = csv.writer(text)
    sheet_writer.writerow(FIELDS)
    for line in sheet_data(lines):
        name = f"'{line['name']}" if line["name"][:1] in "=+-@" else line["name"]
        amounts = line["buy_ins"], line["cash_outs"], line["stack"], line["net"]
        sheet_writer.writerow([name, *amounts])
    return text.getvalue()
