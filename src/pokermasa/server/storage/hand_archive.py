"""Finished hands, for those who may see them, with no card that they did not see."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from typing import Any

from sqlalchemy import ColumnElement, Select, and_, func, or_, select, true
from sqlalchemy.ext.asyncio import AsyncEngine

from pokermasa.masa import Side, save
from pokermasa.server.refusal import Refused, RoomRefusal
from pokermasa.server.storage import schema as store
from pokermasa.server.storage.account import HOUSE, Account, deleted_at
from pokermasa.server.storage.archived_hand import ArchivedHand
from pokermasa.server.storage.hand_filter import HandFilter
from pokermasa.server.storage.reasons import Reasons

PAGE = 100
EVERY = HandFilter()


class HandArchive:
    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def of(
        self,
        account: Account,
        before: str | None = None,
        wanted: HandFilter = EVERY,
    ) -> list[dict[str, Any]]:
        """The newest hands of whoever asks; *before* an id to page on."""
        hand, player = store.hand.c, store.hand_player.c
        chosen = _chosen(account, wanted)
        if before is not None:
            # Of somebody else's hand, or none, there is nothing before.
            mine = (
                select(player.hand)
                .join(store.hand, player.hand == hand.id)
                .where(_is(before), player.account == account.id)
            )
            chosen = chosen.where(player.hand < mine.scalar_subquery())
        lines = (
            select(hand.public, hand.number, hand.board, store.masa.c.own_chips, store.hand_player)
            .join(store.hand, player.hand == hand.id)
            .join(store.masa, store.masa.c.id == hand.masa)
            .where(player.account == account.id, player.hand.in_(chosen))
            .order_by(player.hand.desc())
        )
        async with self._engine.connect() as connection:
            return [_line(row) for row in await connection.execute(lines)]

    async def find(self, id: str, account: Account | None, key: str) -> ArchivedHand:
        """Hands of an open masa are anybody's to see who knows their id; those of a private one,
        whoever has its key, was in the hand or is the host. For all others it is not there.

        The numbers that hands once had, which can be counted up, are only for who was in it.
        """
        hand, masa, player = store.hand.c, store.masa.c, store.hand_player.c
        who = None if account is None else account.id
        is_player = and_(player.hand == hand.id, player.account == who)
        may_see: list[ColumnElement[bool]] = [player.stack.is_not(None)]
        if len(id) == store.PUBLIC:
            may_see.append(masa.key.is_(None))
            if key:
                may_see.append(masa.key == key)
            if who is not None:
                may_see.append(masa.host == who)
        wanted: Select[Any] = (
            select(store.hand, masa.name, player.stack)
            .join(store.masa, masa.id == hand.masa)
            .outerjoin(store.hand_player, is_player if who is not None else ~true())
            .where(_is(id), or_(*may_see))
        )
        async with self._engine.connect() as connection:
            row = (await connection.execute(wanted)).first()
            if row is None:
                raise Refused(RoomRefusal.NOT_FOUND)
            hidden = (await connection.execute(_hidden([row.id]))).all()
        return await asyncio.to_thread(_archived, row, hidden)

    async def of_tournament(
        self, id: str, account: Account | None, after: int = 0
    ) -> tuple[list[ArchivedHand], int]:
        """The next hands of a tournament that this viewer may see, in the order they ended, and
        what to ask for the ones *after* them with; none when there are no more."""
        hand, masa, player = store.hand.c, store.masa.c, store.hand_player.c
        who = None if account is None else account.id
        is_player = and_(player.hand == hand.id, player.account == who)
        wanted: Select[Any] = (
            select(store.hand, masa.name, player.stack)
            .join(store.masa, masa.id == hand.masa)
            .outerjoin(store.hand_player, is_player if who is not None else ~true())
            .where(masa.tournament == id, hand.id > after)
            .order_by(hand.id)
            .limit(PAGE)
        )
        async with self._engine.connect() as connection:
            rows = (await connection.execute(wanted)).all()
            hidden = (await connection.execute(_hidden([row.id for row in rows]))).all()
        last = rows[-1].id if rows else after
        return await asyncio.to_thread(lambda: [_archived(row, hidden) for row in rows]), last

    async def page(
        self, account: Account, wanted: HandFilter, before: int | None = None
    ) -> tuple[list[ArchivedHand], int]:
        """A page of one's hands, whole, the newest first, and what to ask for the ones before them
        with; none when there are no more."""
        hand, masa, player = store.hand.c, store.masa.c, store.hand_player.c
        chosen = _chosen(account, wanted)
        if before is not None:
            chosen = chosen.where(player.hand < before)
        whole: Select[Any] = (
            select(store.hand, masa.name, player.stack)
            .join(store.masa, masa.id == hand.masa)
            .join(store.hand_player, player.hand == hand.id)
            .where(player.account == account.id, hand.id.in_(chosen))
            .order_by(hand.id.desc())
        )
        async with self._engine.connect() as connection:
            rows = (await connection.execute(whole)).all()
            hidden = (await connection.execute(_hidden([row.id for row in rows]))).all()
        last = rows[-1].id if rows else 0
        return await asyncio.to_thread(lambda: [_archived(row, hidden) for row in rows]), last

    async def after(self, account: Account, hand: int) -> list[tuple[int, ArchivedHand, bool]]:
        """The next hands of an account in the order they ended, as it saw them: their numbers, and
        whether they count in public, as hands of at least two people at a table open to all."""
        kept, masa, player = store.hand.c, store.masa.c, store.hand_player.c
        tournament = store.tournament.c
        other, who = store.hand_player.alias(), store.account.c
        people = (
            select(func.count())
            .select_from(other.join(store.account, who.id == other.c.account))
            .where(other.c.hand == kept.id, who.kind != HOUSE)
            .correlate(store.hand)
            .scalar_subquery()
        )
        wanted: Select[Any] = (
            select(
                store.hand,
                masa.name,
                player.stack,
                people.label("people"),
                func.coalesce(masa.key, tournament.key).label("key"),
            )
            .join(store.masa, masa.id == kept.masa)
            .outerjoin(store.tournament, tournament.id == masa.tournament)
            .join(store.hand_player, player.hand == kept.id)
            .where(player.account == account.id, player.hand > hand, ~masa.own_chips)
            .order_by(player.hand)
            .limit(PAGE)
        )
        async with self._engine.connect() as connection:
            rows = (await connection.execute(wanted)).all()
        return await asyncio.to_thread(
            lambda: [
                (row.id, _archived(row, ()), row.people > 1 and row.key is None) for row in rows
            ]
        )

    async def shared(self, id: str) -> ArchivedHand:
        """What whoever made this link may see; of who chose privacy neither name nor cards. (Of
        the sharer the cards, which the link is for, and not the name.)"""
        hand, masa, player, share = (
            t.c for t in (store.hand, store.masa, store.hand_player, store.share)
        )
        is_sharer = and_(player.hand == hand.id, player.account == share.account)
        wanted: Select[Any] = (
            select(store.hand, masa.name, player.stack, share.hide_names)
            .join(store.share, share.hand == hand.id)
            .join(store.masa, masa.id == hand.masa)
            .outerjoin(store.hand_player, is_sharer)
            .where(share.id == id)
        )
        async with self._engine.connect() as connection:
            row = (await connection.execute(wanted)).first()
            if row is None:
                raise Refused(RoomRefusal.NOT_FOUND)
            hidden = (await connection.execute(_hidden([row.id]))).all()
        # By its own id anybody might find the hand, names and all.
        kept = await asyncio.to_thread(_archived, row, hidden, True)
        kept = kept._replace(id=id, is_shared=True)
        if row.hide_names:
            names = {side: f"Player {side + 1}" for side in kept.names}
            kept = kept._replace(masa="", name="", number=0, names=names, tournament=None)
        return kept


def _chosen(account: Account, wanted: HandFilter) -> Select[Any]:
    """The ids of a page of hands, from the list index alone."""
    player = store.hand_player.c
    chosen = select(player.hand).where(player.account == account.id, *wanted.conditions())
    return chosen.order_by(player.hand.desc()).limit(PAGE)


def _archived(row: Any, hidden: Sequence[Any], is_shared: bool = False) -> ArchivedHand:
    """*hidden*: the rows of `_hidden`, of other hands too."""
    data = json.loads(row.value)
    game = save.game_from_data(data["game"])
    assert game is not None
    names = {Side(int(side)): name for side, name in data["names"].items()}
    private = set()
    for player in hidden:
        if player.hand != row.id:
            continue
        side, is_gone = game.sides[player.stack], player.deleted is not None
        is_own = player.stack == row.stack
        if row.stack is None or (is_shared and not is_own):
            private.add(player.stack)
        if is_gone:
            names[side] = deleted_at(side)
        elif row.stack is None or is_shared:
            names[side] = f"(private {side})"
    return ArchivedHand(
        row.public,
        row.masa,
        row.name,
        row.number,
        row.ended,
        game,
        names,
        row.stack,
        frozenset(private),
        data.get("tournament"),
        Reasons.of_data(data),
    )


def _is(id: str) -> ColumnElement[bool]:
    """The hand of this public id, or of the number it had before there were any."""
    return store.hand.c.public == id if len(id) == store.PUBLIC else store.hand.c.id == int(id)


def _hidden(hands: list[int]) -> Select[Any]:
    """Whose name and cards are not everybody's: they asked for that, or are gone."""
    who, player = store.account.c, store.hand_player.c
    return (
        select(player.hand, player.stack, who.private, who.deleted)
        .join(store.account, who.id == player.account)
        .where(player.hand.in_(hands), who.private | who.deleted.is_not(None))
    )


def _line(row: Any) -> dict[str, Any]:
    about = {"masa": row.masa, "upload": None, "scale": 1, "currency": ""}
    return hand_line(row) | about | {"own_chips": row.own_chips}


def hand_line(row: Any) -> dict[str, Any]:
    """What a list of one's own hands says about each, wherever it was played."""
    return {
        "id": row.public,
        "tournament": row.tournament,
        "number": row.number,
        "ended": row.ended,
        "net": row.net,
        "cards": _cards(row.cards),
        "board": _cards(row.board),
        "pot": row.pot,
        "big": row.big,
        "players": row.players,
        "position": row.position,
        "showdown": row.showdown,
        "all_in": row.all_in,
    }


def _cards(text: str) -> list[str]:
    return [text[place : place + 2] for place in range(0, len(text), 2)]
