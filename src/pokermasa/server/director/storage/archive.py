"""Finished tournaments, and the hands of all tournaments, as read from the database."""

from __future__ import annotations

import asyncio
import json
from typing import Any, NamedTuple

from pydantic import BaseModel
from sqlalchemy import ColumnElement, func, select

from pokermasa.masa import save as masa_save
from pokermasa.server.director.messages.structure_data import structure_data
from pokermasa.server.protocol.data import Data
from pokermasa.server.protocol.tournament import EntrantData, StructureData, TournamentData
from pokermasa.server.refusal import Refused, RoomRefusal
from pokermasa.server.storage import schema as store
from pokermasa.server.storage.account import HOUSE, Account
from pokermasa.server.storage.archive.hidden_players import Hidden, hidden_players, names_told
from pokermasa.server.storage.database.storage import Storage
from pokermasa.tournament import Tournament, save

PAGE = 100
"""Maximum number of rows in one answer."""
CACHED = 8
"""Number of finished tournaments in the memory cache."""


class ArchivedTournament(NamedTuple):
    """A finished tournament as read from the database."""

    id: str
    row: TournamentData
    structure: StructureData
    prizes: list[int]
    next: str | None
    ended: Tournament


class TournamentHand(BaseModel):
    """A finished hand of a tournament, with public information only."""

    id: str
    """Id of the hand for `GET /api/hands/{id}`."""
    masa: str
    table: int
    number: int
    level: int
    ended: int
    players: list[str]
    board: list[str]
    pot: int
    out: list[str]
    """Names of the players who had no chips left after this hand."""


class OrderLine(Data):
    """An order of a tournament director."""

    made: int
    by: str | None
    """Name of the director; null if the room itself gave the order."""
    command: str
    name: str | None
    number: int | None
    done: int | None
    """Time at which the order took effect; null before."""


class TournamentArchive:
    """The archive of finished tournaments and hands."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage
        self._ended: dict[str, Tournament] = {}

    async def rows(self, account: Account | None = None) -> list[TournamentData]:
        """Return the last finished tournaments that had started. Private ones are only included if
        the account hosted or entered them."""
        row, entrant = store.tournament.c, store.entrant.c
        is_there: ColumnElement[bool] = row.key.is_(None)
        if account is not None:
            own = select(entrant.tournament).where(entrant.account == account.id, ~entrant.is_gone)
            is_there = is_there | (row.host == account.id) | row.id.in_(own)
        query = (
            select(row.row)
            .where(row.ended.is_not(None), row.started.is_not(None), is_there)
            .order_by(row.ended.desc())
            .limit(PAGE)
        )
        return [json.loads(text) for (text,) in await self._storage.rows(query) if text]

    async def find(self, id: str, account: Account | None, key: str) -> ArchivedTournament:
        """Return a finished tournament. A private one is only found with its key, or by an account
        that entered or hosted it; otherwise `Refused` with `NOT_FOUND` is raised."""
        row = store.tournament.c
        columns = row.key, row.host, row.row, row.next
        query = select(*columns).where(row.id == id, row.row.is_not(None))
        found = await self._storage.first(query)
        if found is None or not (
            found.key is None
            or found.key == key
            or (account is not None and account.id == found.host)
            or (account is not None and await self._was_in(id, account))
        ):
            raise Refused(RoomRefusal.NOT_FOUND)
        ended = self._ended.get(id)
        if ended is None:
            value = await self._storage.scalar(select(row.value).where(row.id == id))
            ended = await self._read(id, value)
        structure = structure_data(ended.structure)
        prizes = list(ended.prizes) if ended.entries else []
        return ArchivedTournament(id, json.loads(found.row), structure, prizes, found.next, ended)

    async def _was_in(self, id: str, account: Account) -> bool:
        entrant = store.entrant.c
        here = (entrant.tournament == id) & (entrant.account == account.id) & ~entrant.is_gone
        return await self._storage.first(select(entrant.player).where(here).limit(1)) is not None

    async def _read(self, id: str, value: str) -> Tournament:
        """Reads the tournament in a thread, because a large one takes long, and keeps it in the
        cache. A finished tournament does not change."""
        ended = await asyncio.to_thread(save.read, value)
        while len(self._ended) >= CACHED:
            self._ended.pop(next(iter(self._ended)))
        self._ended[id] = ended
        return ended

    async def standings(
        self, found: ArchivedTournament, first: int, last: int
    ) -> list[EntrantData]:
        """Return the lines *first* to *last* of the standings, the best first."""
        entrant, who = store.entrant.c, store.account.c
        query = (
            select(store.entrant, who.name, who.kind)
            .join(store.account, who.id == entrant.account)
            .where(entrant.tournament == found.id, ~entrant.is_gone)
            .order_by(func.coalesce(entrant.place, 0), entrant.player)
            .offset(first)
            .limit(last - first)
        )
        rows = await self._storage.rows(query)
        return [_entrant(row, found.ended) for row in rows]

    async def hands(self, id: str, before: str | None) -> list[TournamentHand]:
        """Return the last hands of the tournament, the newest first, or those before the hand with
        id *before*."""
        hand, masa = store.hand.c, store.masa.c
        wanted = (
            select(hand.id, hand.public, hand.masa, hand.number, hand.ended, hand.value)
            .join(store.masa, masa.id == hand.masa)
            .where(masa.tournament == id)
            .order_by(hand.id.desc())
            .limit(PAGE)
        )
        if before is not None:
            last = select(hand.id).where(hand.public == before).scalar_subquery()
            wanted = wanted.where(hand.id < last)
        rows = await self._storage.rows(wanted)
        hidden = await hidden_players(self._storage, [row.id for row in rows])
        return [_hand(row, hidden.get(row.id, {})) for row in rows]

    async def orders(self, id: str) -> list[OrderLine]:
        """Return all orders of the directors, the oldest first."""
        order = store.order.c
        by, about = store.account.alias("by"), store.account.alias("about")
        query = (
            select(
                order.made,
                by.c.name.label("by"),
                order.command,
                about.c.name.label("name"),
                order.number,
                order.done,
            )
            .outerjoin(by, by.c.id == order.account)
            .outerjoin(about, about.c.id == order.about)
            .where(order.tournament == id)
            .order_by(order.id)
        )
        return [
            {
                "made": row.made,
                "by": row.by,
                "command": row.command,
                "name": row.name,
                "number": row.number,
                "done": row.done,
            }
            for row in await self._storage.rows(query)
        ]


def _entrant(row: Any, ended: Tournament) -> EntrantData:
    who = ended.entrants[row.player]
    return {
        "player": row.player,
        "name": row.name,
        "bot": row.kind == HOUSE,
        "status": who.status,
        "masa": None,
        "side": None,
        "stack": 0,
        "place": row.place,
        "prize": row.prize,
        "bounties": row.bounties,
        "points": row.points or 0,
        "rebuys": who.rebuys,
        "add_on": who.added_on,
        "penalty": 0,
        "late": row.late,
        "wrong": row.wrong,
        "hand": row.hand,
    }


def _hand(row: Any, hidden: Hidden) -> TournamentHand:
    """Return the hand with what is visible to somebody who has not played it."""
    data = json.loads(row.value)
    game = masa_save.game_from_data(data["game"])
    assert game is not None
    about = data["tournament"]
    names = list(names_told(data["names"], game.sides, hidden, has_played=False).values())
    return TournamentHand(
        id=row.public,
        masa=row.masa,
        table=about["table"],
        number=row.number,
        level=about["level"],
        ended=row.ended,
        players=names,
        board=[str(card) for card in game.boards[0]],
        pot=sum(share.wager for board in game.pots for share in board),
        out=[names[i] for i, stack in enumerate(game.final_stacks) if not stack],
    )
