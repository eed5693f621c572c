"""Finished hands, for those who may see them, with no card that they did not see."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Select, and_, or_, select, true
from sqlalchemy.ext.asyncio import AsyncEngine

from pokermasa.histories.history import History
from pokermasa.histories.masa_hand import history
from pokermasa.histories.run import Run
from pokermasa.histories.tournament_hand import Finish, TournamentHand
from pokermasa.masa import Side, save
from pokermasa.masa.game import Game
from pokermasa.notation import uci
from pokermasa.rules import HandDealer, Showdown, Situation
from pokermasa.server.refusal import Refused, RoomRefusal
from pokermasa.server.storage import schema as store
from pokermasa.server.storage.account import Account

PAGE = 100


class ArchivedHand(NamedTuple):
    """One finished hand as the database has it: every card, so never a client's."""

    id: str
    masa: str
    name: str
    number: int
    ended: int
    game: Game
    names: dict[Side, str]
    viewer: int | None
    """The stack of whoever asks; None for who was not in it."""
    private: frozenset[int] = frozenset()
    """Stacks of which this viewer may know neither name nor cards."""
    tournament: dict[str, Any] | None = None
    """Of a hand of one: its id and name, table, level, buy-in, and who went out."""

    @property
    def seen(self) -> frozenset[int]:
        """Whose cards the viewer may see: their own, and what was shown to all."""
        game = self.game
        seen = {game.sides.index(side) for side in game.shown}
        outcome = game.situation.outcome
        if isinstance(outcome, Showdown):
            seen |= set(outcome.order) if game.twice else outcome.must_show
        return frozenset(seen if self.viewer is None else seen | {self.viewer}) - self.private

    @property
    def cards(self) -> HandDealer:
        """Everything the viewer saw, and nothing else."""
        cards = self.game.situation.hand_dealer
        assert cards is not None
        hands = [hand if i in self.seen else None for i, hand in enumerate(cards.hands)]
        return HandDealer(hands, self.game.boards[0])


class HandArchive:
    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def of(
        self,
        account: Account,
        before: str | None = None,
        masa: str | None = None,
        since: int | None = None,
    ) -> list[dict[str, Any]]:
        """The newest hands of whoever asks; *before* an id to page on."""
        hand, player = store.hand.c, store.hand_player.c
        wanted = (
            select(
                hand.public,
                hand.masa,
                hand.number,
                hand.ended,
                hand.value,
                player.net,
                player.stack,
            )
            .join(store.hand_player, player.hand == hand.id)
            .where(player.account == account.id)
            .order_by(hand.id.desc())
            .limit(PAGE)
        )
        if before is not None:
            mine = (
                select(hand.id)
                .join(store.hand_player, player.hand == hand.id)
                .where(_is(before), player.account == account.id)
            )
            wanted = wanted.where(hand.id < mine.scalar_subquery())
        if masa is not None:
            wanted = wanted.where(hand.masa == masa)
        if since is not None:
            wanted = wanted.where(hand.ended >= since)
        async with self._engine.connect() as connection:
            rows = (await connection.execute(wanted)).all()
        return await asyncio.to_thread(lambda: [_line(row) for row in rows])

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
        return _archived(row, hidden)

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


def _archived(row: Any, hidden: Sequence[Any]) -> ArchivedHand:
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
        if row.stack is None and (player.private or is_gone):
            private.add(player.stack)
            names[side] = f"(private {side})"
        elif is_gone:
            names[side] = f"(gone {side})"
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
    """What a list of one's own hands says about each."""
    game = save.game_from_data(json.loads(row.value)["game"])
    assert game is not None
    cards = game.situation.hand_dealer
    assert cards is not None
    own = cards.hands[row.stack]
    return {
        "id": row.public,
        "masa": row.masa,
        "number": row.number,
        "ended": row.ended,
        "net": row.net,
        "cards": [] if own is None else [str(card) for card in own],
        "board": [str(card) for card in game.boards[0]],
        "pot": sum(share.wager for board in game.pots for share in board),
    }


def hand_data(kept: ArchivedHand) -> dict[str, Any]:
    """The hand as JSON, in the words of the wire."""
    game, dealer, seen = kept.game, kept.game.situation.dealer, kept.seen
    cards = game.situation.hand_dealer
    assert cards is not None
    players = []
    for index, side in enumerate(game.sides):
        hole = cards.hands[index]
        shown = index in seen and hole is not None
        players.append(
            {
                "side": side,
                "name": kept.names[side],
                "you": index == kept.viewer,
                "private": index in kept.private,
                "stack": game.stacks[index],
                "final": game.final_stacks[index],
                "net": game.final_stacks[index] - game.stacks[index],
                "cards": [str(card) for card in hole] if shown and hole else None,
            }
        )
    return {
        "id": kept.id,
        "masa": kept.masa,
        "table": kept.name,
        "number": kept.number,
        "ended": kept.ended,
        "tournament": kept.tournament,
        "rules": dealer.rules.name,
        "blinds": dealer.blinds._asdict(),
        "button": game.sides[dealer.button],
        "players": players,
        "posts": _posts(game),
        "acts": _acts(game),
        "boards": [[str(card) for card in board] for board in game.boards],
        "pots": [
            [
                {
                    "amount": share.wager,
                    "winners": [
                        {"side": game.sides[index], "share": chips}
                        for index, chips in zip(share.involved, share.shares, strict=True)
                    ],
                }
                for share in board
            ]
            for board in game.pots
        ],
    }


def _posts(game: Game) -> list[dict[str, Any]]:
    return [
        {"side": game.sides[stack], "ante": ante, "dead": dead, "live": live}
        for stack, ante, dead, live in game.paid_before_cards
    ]


def _acts(game: Game) -> list[dict[str, Any]]:
    """Played again without cards: who did what, and what it came to."""
    situation = Situation(game.opened, None)
    acts = []
    for act in game.acts:
        side, round = game.sides[situation.dealer.turn_to_act], situation.round
        move = situation.move(act)
        _, stack, wager, _ = move.acted_stack
        acts.append(
            {
                "round": round,
                "side": side,
                "act": uci.write(move.player_act),
                "stack": stack,
                "wager": wager,
            }
        )
        situation = move.situation_after
    return acts


def hand_history(kept: ArchivedHand) -> History:
    """As the viewer saw it; its number is made of the hand's public id, so that it is the same
    whenever it is asked for, and no other hand's."""
    game = kept.game
    seen = game.but(situation=Situation(game.situation.dealer, kept.cards))
    fields: dict[str, Any] = {
        "finishing_stacks": list(game.final_stacks),
        "table": kept.name,
        **Run(kept.id, kept.ended // 1000).fields(),
    }
    if kept.tournament is not None:
        fields |= _tournament_fields(kept.tournament, game)
    return history(seen, kept.names, fields)


def _tournament_fields(about: dict[str, Any], game: Game) -> dict[str, Any]:
    """So that a tracker files the hand under its tournament."""
    finishes = [
        Finish(game.sides.index(Side(finish["side"])), finish["place"], finish["prize"])
        for finish in about["finishes"]
    ]
    told = TournamentHand(
        number=about["id"],
        buy_in=about["buy_in"],
        bounty=about["bounty"],
        level=about["level"],
        name=about["name"],
        finishes=tuple(finishes),
    )
    return {**told.fields(len(game.sides)), "table": str(about["table"])}
