"""Reads finished hands from the database, limited to the cards that the viewer may see."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from sqlalchemy import ColumnElement, Select, and_, false, func, or_, select

from pokermasa.masa import save
from pokermasa.server.storage import schema as store
from pokermasa.server.storage.account import HOUSE, Account
from pokermasa.server.storage.archive.archived_hand import ArchivedHand
from pokermasa.server.storage.archive.hand_data import HandLine
from pokermasa.server.storage.archive.hand_filter import HandFilter
from pokermasa.server.storage.archive.hidden_players import Hidden, hidden_players, names_told
from pokermasa.server.storage.database.storage import Storage
from pokermasa.server.storage.journal.reasons import Reasons

PAGE = 100
EVERY = HandFilter()


class HandArchive:
    """The archive of finished hands of the room in the database."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    async def list_for(
        self,
        account: Account,
        before: str | None = None,
        wanted: HandFilter = EVERY,
    ) -> list[HandLine]:
        """Return a page of the account's hands, the newest first. *before* is the public id of the
        last hand of the previous page."""
        hand, player = store.hand.c, store.hand_player.c
        chosen = _chosen(account, wanted)
        if before is not None:
            # If *before* is not a hand of this account, the subquery is null and the page is
            # empty.
            mine = (
                select(player.hand)
                .join(store.hand, player.hand == hand.id)
                .where(hand.public == before, player.account == account.id)
            )
            chosen = chosen.where(player.hand < mine.scalar_subquery())
        lines = (
            select(hand.public, hand.number, hand.board, store.masa.c.own_chips, store.hand_player)
            .join(store.hand, player.hand == hand.id)
            .join(store.masa, store.masa.c.id == hand.masa)
            .where(player.account == account.id, player.hand.in_(chosen))
            .order_by(player.hand.desc())
        )
        return [
            hand_line(row, masa=row.masa, own_chips=row.own_chips)
            for row in await self._storage.rows(lines)
        ]

    async def find(self, id: str, account: Account | None, key: str) -> ArchivedHand | None:
        """Return a hand by its public id, or None if the viewer may not see it. At a public table
        anybody who knows the id may. At a private one, only the players of the hand, the host, and
        viewers with the table's key."""
        hand, masa = store.hand.c, store.masa.c
        may_see: list[ColumnElement[bool]] = [
            store.hand_player.c.stack.is_not(None),
            masa.key.is_(None),
        ]
        if key:
            may_see.append(masa.key == key)
        if account is not None:
            may_see.append(masa.host == account.id)
        found = await self._read(_seen_by(account).where(hand.public == id, or_(*may_see)))
        return found[0][1] if found else None

    async def of_tournament(
        self, id: str, account: Account | None, after: int = 0
    ) -> tuple[list[ArchivedHand], int]:
        """Return the next page of a tournament's hands that the viewer may see, in the order in
        which they ended, and the *after* of the following page. The list is empty at the end."""
        hand = store.hand.c
        of_it = _seen_by(account).where(store.masa.c.tournament == id, hand.id > after)
        found = await self._read(of_it.order_by(hand.id).limit(PAGE))
        return [stored for _, stored in found], found[-1][0].id if found else after

    async def page(
        self, account: Account, wanted: HandFilter, before: int | None = None
    ) -> tuple[list[ArchivedHand], int]:
        """Return a page of the account's hands in full, the newest first, and the *before* of the
        following page. The list is empty at the end."""
        hand, chosen = store.hand.c, _chosen(account, wanted)
        if before is not None:
            chosen = chosen.where(store.hand_player.c.hand < before)
        own = _whole().join(store.hand_player, _is_player(account))
        found = await self._read(own.where(hand.id.in_(chosen)).order_by(hand.id.desc()))
        return [stored for _, stored in found], found[-1][0].id if found else 0

    async def after(self, account: Account, hand: int) -> list[tuple[int, ArchivedHand, bool]]:
        """Return the account's next hands after the row id *hand*, as it saw them, in ascending
        order. Each comes with its row id and with whether it counts for public statistics: at
        least two people at a table that is open to everybody."""
        stored, masa, player = store.hand.c, store.masa.c, store.hand_player.c
        tournament = store.tournament.c
        other, who = store.hand_player.alias(), store.account.c
        people = (
            select(func.count())
            .select_from(other.join(store.account, who.id == other.c.account))
            .where(other.c.hand == stored.id, who.kind != HOUSE)
            .correlate(store.hand)
            .scalar_subquery()
        )
        key = func.coalesce(masa.key, tournament.key)
        found = await self._read(
            _whole(people.label("people"), key.label("key"))
            .outerjoin(store.tournament, tournament.id == masa.tournament)
            .join(store.hand_player, _is_player(account))
            .where(player.hand > hand, ~masa.own_chips)
            .order_by(player.hand)
            .limit(PAGE)
        )
        return [(row.id, one, row.people > 1 and row.key is None) for row, one in found]

    async def shared(self, id: str) -> ArchivedHand | None:
        """Return the hand behind a link, as its author may see it, or None. Names and cards of
        private players are hidden; of a private author only the name, because the link is for
        showing the cards."""
        hand, player, share = store.hand.c, store.hand_player.c, store.share.c
        is_sharer = and_(player.hand == hand.id, player.account == share.account)
        found = await self._read(
            _whole(share.hide_names)
            .join(store.share, share.hand == hand.id)
            .outerjoin(store.hand_player, is_sharer)
            .where(share.id == id),
            is_shared=True,
        )
        if not found:
            return None
        ((row, stored),) = found
        # The hand's own id would let anybody find the hand with all names.
        stored = stored._replace(id=id)
        if row.hide_names:
            names = {side: f"Player {side + 1}" for side in stored.names}
            stored = stored._replace(masa="", name="", number=0, names=names, tournament=None)
        return stored

    async def _read(
        self, query: Select[Any], is_shared: bool = False
    ) -> list[tuple[Any, ArchivedHand]]:
        """Return the rows of a query made by `_whole`, each with its hand as the viewer may see
        it."""
        rows = await self._storage.rows(query)
        hidden = await hidden_players(self._storage, [row.id for row in rows])

        def read_rows() -> list[tuple[Any, ArchivedHand]]:
            return [(row, _archived(row, hidden.get(row.id, {}), is_shared)) for row in rows]

        return await asyncio.to_thread(read_rows)


def _whole(*more: ColumnElement[Any]) -> Select[Any]:
    """Return a query for complete hands. It expects a join with the row of `hand_player` that
    belongs to the viewer."""
    masa = store.masa.c
    query: Select[Any] = select(store.hand, masa.name, store.hand_player.c.stack, *more)
    return query.select_from(store.hand).join(store.masa, masa.id == store.hand.c.masa)


def _is_player(account: Account) -> ColumnElement[bool]:
    player = store.hand_player.c
    return and_(player.hand == store.hand.c.id, player.account == account.id)


def _seen_by(account: Account | None) -> Select[Any]:
    """Return a query for hands with the viewer's player row, if there is one."""
    return _whole().outerjoin(store.hand_player, _is_player(account) if account else false())


def _chosen(account: Account, query: HandFilter) -> Select[Any]:
    """Return a query for the ids of one page of hands. It reads the list index only."""
    player = store.hand_player.c
    chosen = select(player.hand).where(player.account == account.id, *query.conditions())
    return chosen.order_by(player.hand.desc()).limit(PAGE)


def _archived(row: Any, hidden: Hidden, is_shared: bool) -> ArchivedHand:
    data = json.loads(row.value)
    game = save.game_from_data(data["game"])
    assert game is not None
    has_played = row.stack is not None and not is_shared
    # A link shows the cards of its author.
    private = frozenset() if has_played else frozenset(hidden) - {row.stack}
    return ArchivedHand(
        row.public,
        row.masa,
        row.name,
        row.number,
        row.ended,
        game,
        names_told(data["names"], game.sides, hidden, has_played),
        row.stack,
        private,
        data.get("tournament"),
        Reasons.of_data(data),
        is_shared,
    )


def hand_line(
    row: Any,
    *,
    masa: str = "",
    upload: str | None = None,
    scale: int = 1,
    currency: str = "",
    own_chips: bool = False,
) -> HandLine:
    """Return the entry of a hand in the list of an account's hands, for room hands and uploads
    alike."""
    return {
        "id": row.public,
        "masa": masa,
        "upload": upload,
        "tournament": row.tournament,
        "number": row.number,
        "ended": row.ended,
        "scale": scale,
        "currency": currency,
        "own_chips": own_chips,
        "net": row.net,
        "cards": cards_of(row.cards),
        "board": cards_of(row.board),
        "pot": row.pot,
        "big": row.big,
        "players": row.players,
        "position": row.position,
        "showdown": row.showdown,
        "all_in": row.all_in,
    }


def cards_of(text: str) -> list[str]:
    """Return the cards of a text such as `AhKs`."""
    return [text[place : place + 2] for place in range(0, len(text), 2)]
