"""Finished hands, for those who may see them, with no card that they did not see."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from itertools import count
from operator import sub
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Select, and_, func, or_, select, true
from sqlalchemy.ext.asyncio import AsyncEngine

from pokermasa.histories.history import Acted, History, Shown, Step
from pokermasa.histories.masa_hand import history
from pokermasa.histories.payments import Payments
from pokermasa.histories.replay import last_scene
from pokermasa.histories.run import Run
from pokermasa.histories.settling import settled
from pokermasa.histories.tournament_hand import Finish, TournamentHand
from pokermasa.masa import Side, save
from pokermasa.masa.game import Game
from pokermasa.notation import uci
from pokermasa.rules import Chips, HandDealer, Showdown, Situation
from pokermasa.server.refusal import Refused, RoomRefusal
from pokermasa.server.storage import schema as store
from pokermasa.server.storage.account import HOUSE, Account
from pokermasa.server.storage.hand_filter import HandFilter

PAGE = 100
EVERY = HandFilter()


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
    reasons: dict[int, str] = {}  # noqa: RUF012  (never changed)
    """Why a house bot did what it did, by the number of the act: as secret as its cards."""
    is_shared: bool = False
    """Whoever looks on is not the one whose eyes these are."""

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
    def history(self) -> History:
        return hand_history(self)

    @property
    def data(self) -> dict[str, Any]:
        return hand_data(self)

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
            names[side] = f"(private {side})"
        elif is_shared:
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
        {int(act): words for act, words in data.get("reasons", {}).items()},
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
                "you": index == kept.viewer and not kept.is_shared,
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
        "upload": None,
        "scale": 1,
        "currency": "",
        "tournament": kept.tournament,
        "rules": dealer.rules.name,
        "blinds": dealer.blinds._asdict(),
        "button": game.sides[dealer.button],
        "players": players,
        "posts": _posts(game),
        "acts": _acts(game),
        "boards": [[str(card) for card in board] for board in game.boards],
        "rabbit": [str(card) for card in game.undealt] if game.rabbit else None,
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
    told = history(seen, kept.names, fields)
    if kept.private:
        told = _paid(told, game.final_stacks)
    return told.but(story=_with_reasons(told, kept)) if kept.reasons else told


def _paid(told: History, final: Sequence[Chips]) -> History:
    """Where the winner's cards are not to be seen, the cards shown would give the pot to somebody
    else: nobody shows, and what was paid is said."""
    last = last_scene(told)
    end = settled(last)
    if end is not None and end.stacks == tuple(final):
        return told
    behind = [stack.stack for stack in last.dealer.finish().stacks]
    story = tuple([step for step in told.story if not isinstance(step, Shown)])
    return told.but(story=story, payments=Payments(tuple(map(sub, final, behind))))


def _with_reasons(told: History, kept: ArchivedHand) -> tuple[Step, ...]:
    """Beside the acts of bots whose cards the viewer saw."""
    story: list[Step] = []
    acts = count()
    for step in told.story:
        if isinstance(step, Acted):
            words = kept.reasons.get(next(acts), "")
            step = step._replace(remark=words if step.stack in kept.seen else "")
        story.append(step)
    return tuple(story)


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
