"""Writes the changes of a masa with every chip movement, and restores a masa from them.

A simple act is one line in the journal. When chips enter or leave the table or a hand ends, the
whole masa is saved and its earlier journal lines are deleted.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping
from hashlib import blake2b
from typing import Any, NamedTuple

from sqlalchemy import Connection, bindparam, delete, insert, select, update

from pokermasa.masa import Change, Game, Masa, Side, event, save
from pokermasa.server.refusal import Refused, RoomRefusal
from pokermasa.server.storage import schema as store
from pokermasa.server.storage.account import Account
from pokermasa.server.storage.archive.hand_summary import hand_board, summaries
from pokermasa.server.storage.database.writer import JournalLine, Writer
from pokermasa.server.storage.journal import lease, ledger, visit
from pokermasa.server.storage.journal.reasons import Reasons
from pokermasa.tournament import Tournament
from pokermasa.tournament import save as tournament_save

Seated = dict[Side, Account]
ChipsMoved = event.PlayerJoined | event.PlayerLeft | event.ToppedUp


_KINDS = {
    event.PlayerJoined: "player_joined",
    event.PlayerLeft: "player_left",
    event.ToppedUp: "topped_up",
}
"""Reason of a ledger entry by event class. Stored values, so they do not depend on class names."""


# Statements of every hand. SQLAlchemy takes ten times as long for one that is built each time.
_SAVE = (
    update(store.masa)
    .where(store.masa.c.id == bindparam("of_masa"))
    .values(seq=bindparam("now_seq"), value=bindparam("now_value"))
)
_FORGET_LINES = delete(store.journal).where(store.journal.c.masa == bindparam("masa"))
_NEW_HAND = insert(store.hand).returning(store.hand.c.id)
_NEW_PLAYERS = insert(store.hand_player)
_HERE = (store.seat.c.masa == bindparam("of_masa")) & (store.seat.c.side == bindparam("of_side"))
_TAKE_SEAT = insert(store.seat)
_LEAVE_SEAT = delete(store.seat).where(_HERE)
_BUY_MORE = update(store.seat).where(_HERE).values(bought=store.seat.c.bought + bindparam("moved"))


class AlreadyDone(Exception):
    """Raised when the chips of this message were booked before, possibly before a restart. Nothing
    is changed."""


class MessageKey(NamedTuple):
    """Idempotency key of a message that brings chips: sender, message id, and a digest of the
    content."""

    whose: str
    content: str

    @classmethod
    def from_request(cls, account: int, id: str, content: str) -> MessageKey:
        return cls(f"ask:{account}:{blake2b(id.encode(), digest_size=16).hexdigest()}", content)

    @property
    def key(self) -> str:
        return f"{self.whose}:{self.content}"


class MasaEntry(NamedTuple):
    """One change of one masa, ready to be written."""

    lease: lease.Lease
    seq: int
    now: int
    change: Change
    before: Seated
    after: Seated
    ask: MessageKey | None = None
    """Key of the message that brings chips, if the client sent a message id."""
    reasons: Reasons = Reasons()
    """Explanations that bots gave for their acts in this hand."""
    own_chips: bool = False
    """Whether the masa plays for chips of its own."""
    hand: str | None = None
    """Public id for the hand that ends with this change."""

    @property
    def causes(self) -> str:
        return json.dumps(
            [save.cause_to_data(e) for e in self.change.events if event.is_cause(e)],
            separators=(",", ":"),
        )


WHOLE = {
    *(event.PlayerJoined, event.PlayerLeft, event.ToppedUp),
    *(event.HandEnded, event.CardsShown, event.RabbitShown),
}
"""Events after which the whole masa is saved."""


async def write(writer: Writer, new_entry: MasaEntry, lease_time: int) -> None:
    """Write the change. On return it is on disk; if `Refused` is raised, nothing was written."""
    if WHOLE.isdisjoint(map(type, new_entry.change.events)):
        await writer.journal(
            JournalLine(new_entry.lease, new_entry.seq, new_entry.now, new_entry.causes)
        )
        return
    masa, events = new_entry.change.masa, new_entry.change.events
    value, ended_hand = save.write(masa), None
    if any(isinstance(e, event.HandEnded) for e in events):
        assert masa.last_game is not None
        more = new_entry.reasons.to_data() or None
        ended_hand = hand_rows(
            *(
                new_entry.lease.masa,
                masa.hands,
                masa.last_game,
                new_entry.before,
                new_entry.now,
                more,
                new_entry.hand,
            )
        )
    await writer.write(
        lambda connection: keep(connection, new_entry, lease_time, value, ended_hand)
    )


def keep(
    connection: Connection,
    new_entry: MasaEntry,
    lease_time: int,
    value: str,
    ended_hand: HandRows | None,
) -> None:
    """Save the masa with its chip movements and the finished hand, in one transaction."""
    events = new_entry.change.events
    lease.verify(connection, new_entry.lease, new_entry.now, lease_time)
    for ended in [e for e in events if isinstance(e, event.HandEnded)]:
        _book_dropped(connection, new_entry, ended)
    if ended_hand is not None:
        keep_hand(connection, ended_hand)
    for number, moved in enumerate([e for e in events if isinstance(e, ChipsMoved)]):
        _book(connection, new_entry, moved, number)
    if any(isinstance(e, event.CardsShown | event.RabbitShown) for e in events):
        show_in_hand(connection, new_entry.lease.masa, new_entry.change.masa)
    id = new_entry.lease.masa
    connection.execute(_SAVE, {"of_masa": id, "now_seq": new_entry.seq, "now_value": value})
    connection.execute(_FORGET_LINES, {"masa": id})


def _book(
    connection: Connection, new_entry: MasaEntry, chips_moved: ChipsMoved, number: int
) -> None:
    """Book the chips that a player brings to the table or takes away."""
    id, leaving = new_entry.lease.masa, isinstance(chips_moved, event.PlayerLeft)
    account = (new_entry.before if leaving else new_entry.after)[chips_moved.side]
    amount = chips_moved.amount if isinstance(chips_moved, event.ToppedUp) else chips_moved.stack
    moved = -amount if leaving else amount
    key = f"masa:{id}:{new_entry.seq}:{number}"
    if new_entry.ask is not None and not leaving:
        key = new_entry.ask.key
        verify_unused(connection, new_entry.ask)
    book = ledger.of_account(account.id)
    if new_entry.own_chips:
        book = ledger.of_player(id, account.id)
        _give_out(connection, new_entry, book, moved, f"give:{id}:{new_entry.seq}:{number}")
    is_new = ledger.book(
        connection,
        key,
        _KINDS[type(chips_moved)],
        {ledger.of_masa(id): moved, book: -moved},
        new_entry.now,
    )
    if not is_new:
        raise AlreadyDone
    here = {"of_masa": id, "of_side": chips_moved.side}
    if not account.is_house and isinstance(chips_moved, event.PlayerJoined):
        visit.begin(connection, account.id, id)
    elif not account.is_house and leaving:
        visit.end(connection, account.id, id, amount, new_entry.now)
    if isinstance(chips_moved, event.PlayerJoined):
        seat = {"masa": id, "side": chips_moved.side, "account": account.id, "bought": amount}
        connection.execute(_TAKE_SEAT, seat)
    elif leaving:
        connection.execute(_LEAVE_SEAT, here)
    else:
        connection.execute(_BUY_MORE, {**here, "moved": amount})


def _give_out(
    connection: Connection, new_entry: MasaEntry, book: str, amount: int, key: str
) -> None:
    """Give the player the missing chips from the game's own bank."""
    missing = amount - ledger.balance(connection, book)
    if missing > 0:
        bank = ledger.of_game(new_entry.lease.masa)
        ledger.book(connection, key, "give", {bank: -missing, book: missing}, new_entry.now)


def verify_unused(connection: Connection, ask: MessageKey) -> None:
    """Raise `Refused` with `ID_REUSED` if another message with the same id has brought chips."""
    key = store.entry.c.key
    others = select(key).where(key.between(f"{ask.whose}:0", f"{ask.whose}:g"), key != ask.key)
    if connection.execute(others.limit(1)).first():
        raise Refused(RoomRefusal.ID_REUSED)


def _book_dropped(connection: Connection, new_entry: MasaEntry, ended: event.HandEnded) -> None:
    """Book the chips that the house rules drop."""
    id = new_entry.lease.masa
    to = ledger.of_game(id) if new_entry.own_chips else ledger.DROPPED
    if ended.dropped:
        ledger.book(
            connection,
            f"dropped:{id}:{new_entry.change.masa.hands}",
            "dropped",
            {ledger.of_masa(id): -ended.dropped, to: ended.dropped},
            new_entry.now,
        )


class HandRows(NamedTuple):
    """The rows of a finished hand. They are built before the transaction, which other changes wait
    for, is opened."""

    hand: dict[str, Any]
    players: list[dict[str, Any]]


def hand_rows(
    id: str,
    number: int,
    game: Game,
    seated: Mapping[Side, Account],
    now: int,
    more: Mapping[str, Any] | None = None,
    public: str | None = None,
) -> HandRows:
    """Return the rows of a finished hand, with everything needed to rebuild each player's view.
    *seated* contains the players of the hand."""
    names = {str(side): seated[side].name for side in game.sides}
    value = {"game": save.game_to_data(game), "names": names, **(more or {})}
    tournament = (value.get("tournament") or {}).get("id")
    return HandRows(
        {
            "masa": id,
            "number": number,
            "ended": now,
            "value": json.dumps(value, separators=(",", ":")),
            "public": public or new_public(),
            "board": hand_board(game),
        },
        [
            {
                "account": seated[side].id,
                "stack": index,
                "net": stack - before,
                "ended": now,
                "masa": id,
                "tournament": tournament,
                **summary,
            }
            for index, (side, before, stack, summary) in enumerate(
                zip(game.sides, game.stacks, game.final_stacks, summaries(game), strict=True)
            )
        ],
    )


def keep_hand(connection: Connection, rows: HandRows) -> None:
    """Store a finished hand."""
    hand = connection.execute(_NEW_HAND, rows.hand).scalar_one()
    connection.execute(_NEW_PLAYERS, [{"hand": hand, **player} for player in rows.players])


def new_public() -> str:
    """Return a new random public id for a hand."""
    return secrets.token_hex(store.PUBLIC // 2)


def show_in_hand(connection: Connection, id: str, masa: Masa) -> None:
    """Update the stored hand after cards were shown when it had ended."""
    here = (store.hand.c.masa == id) & (store.hand.c.number == masa.hands)
    stored = connection.execute(select(store.hand.c.value).where(here)).scalar()
    if stored is not None:
        data = json.loads(stored) | {"game": save.game_to_data(masa.last_game)}
        connection.execute(
            update(store.hand).where(here).values(value=json.dumps(data, separators=(",", ":")))
        )


def since(connection: Connection, id: str, seq: int) -> list[tuple[int, list[dict[str, Any]]]]:
    """Return the later lines of a masa's or tournament's journal: number and causes."""
    rows = connection.execute(
        select(store.journal.c.seq, store.journal.c.causes)
        .where(store.journal.c.masa == id, store.journal.c.seq > seq)
        .order_by(store.journal.c.seq)
    )
    return [(number, json.loads(causes)) for number, causes in rows]


def recover(connection: Connection, id: str, value: str, seq: int) -> tuple[Masa, int]:
    """Restore the masa as it was after the last acknowledged act, and return it with its
    number."""
    masa = save.read(value)
    for number, causes in since(connection, id, seq):
        masa = masa.replay([save.cause_from_data(cause) for cause in causes])
        seq = number
    return masa, seq


def recover_tournament(
    connection: Connection, id: str, value: str, seq: int
) -> tuple[Tournament, int]:
    """Restore a tournament like `recover`."""
    tournament = tournament_save.read(value)
    for number, causes in since(connection, id, seq):
        tournament = tournament.replay([tournament_save.cause_from_data(c) for c in causes])
        seq = number
    return tournament, seq
