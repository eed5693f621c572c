"""The session sheet of a masa: what everybody bought in for, took home, and has in front of them.

It is read off the ledger, so it cannot disagree with it.
"""

from __future__ import annotations

import csv
import io
from typing import Any, NamedTuple

from sqlalchemy import case, func, select
from sqlalchemy.ext.asyncio import AsyncEngine

from pokermasa.server.storage import ledger
from pokermasa.server.storage import schema as store
from pokermasa.server.table.actor import TableActor


class Line(NamedTuple):
    name: str
    buy_ins: int
    cash_outs: int
    stack: int

    @property
    def net(self) -> int:
        return self.cash_outs + self.stack - self.buy_ins


async def sheet(engine: AsyncEngine, table: TableActor) -> list[Line]:
    # An entry of a masa has two lines: the masa's, and the account's, which is the other way round.
    here, there = store.line.alias("here"), store.line.alias("there")
    amount = there.c.amount
    async with engine.connect() as connection:
        rows = (
            await connection.execute(
                select(
                    there.c.book,
                    func.sum(case((amount < 0, -amount), else_=0)).label("buy_ins"),
                    func.sum(case((amount > 0, amount), else_=0)).label("cash_outs"),
                )
                .join(here, here.c.entry == there.c.entry)
                .where(here.c.book == ledger.of_masa(table.id), there.c.book.like("account:%"))
                .group_by(there.c.book)
                .order_by(there.c.book)
            )
        ).all()
        ids = [int(row.book.partition(":")[2]) for row in rows]
        who = store.account.c
        found = await connection.execute(select(who.id, who.name).where(who.id.in_(ids)))
        names = {row.id: row.name for row in found}
    lines = []
    for id, row in zip(ids, rows, strict=True):
        side = table.side_of(id)
        stack = 0 if side is None else table.masa.seats[side].stack
        lines.append(Line(names.get(id, ""), int(row.buy_ins), int(row.cash_outs), stack))
    return lines


def sheet_data(lines: list[Line]) -> list[dict[str, Any]]:
    return [line._asdict() | {"net": line.net} for line in lines]


def sheet_csv(lines: list[Line]) -> str:
    """For a spreadsheet, and safe in one: a name never begins with a formula's sign."""
    text = io.StringIO()
    sheet_writer = csv.writer(text)
    sheet_writer.writerow([*Line._fields, "net"])
    for line in lines:
        name = f"'{line.name}" if line.name[:1] in "=+-@" else line.name
        sheet_writer.writerow([name, *line[1:], line.net])
    return text.getvalue()
