"""One masa with people at it: the task that owns it, its clock, its journal and its viewers.

Whatever is done to the masa is done here, one thing after another: the pure change is worked out,
written down together with every chip it moves, and only then told, to each viewer no more than that
viewer may know.
"""

from __future__ import annotations

import asyncio
import json
import secrets
from collections import OrderedDict, deque
from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple

from sqlalchemy import delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from pokermasa.masa import Change, Masa, MasaError, Side, event, save
from pokermasa.notation import uci
from pokermasa.rules import IllegalAct, PlayerAct
from pokermasa.server import lease, ledger, store, wire
from pokermasa.server.account import Account
from pokermasa.server.clock import Clock
from pokermasa.server.deal import fresh_deck
from pokermasa.server.refusal import Refused, RoomRefusal
from pokermasa.server.settings import Settings
from pokermasa.server.viewer import Viewer
from pokermasa.server.writer import Writer

REMEMBERED = 200
"""Batches of events kept for clients that come back."""
ANSWERS = 64
"""Answers kept for each account, for a message that is sent again."""

Doing = Callable[[Masa], Change]


class Told(NamedTuple):
    """One batch of events as it was told, by side; None for everybody else."""

    seq: int
    public: list[dict[str, Any]]
    private: dict[Side, list[dict[str, Any]]]

    def to(self, side: Side | None) -> list[dict[str, Any]]:
        return self.public if side is None else self.private.get(side, self.public)


class Room:
    def __init__(
        self,
        id: str,
        name: str,
        masa: Masa,
        seated: dict[Side, Account],
        seq: int,
        fence: int,
        owner: str,
        *,
        writer: Writer,
        settings: Settings,
        clock: Clock,
        host: int | None = None,
        key: str | None = None,
    ) -> None:
        self.id = id
        self.name = name
        self.masa = masa
        self.seated = seated
        self.host = host
        self.key = key
        self.is_paused = False
        self.viewers: set[Viewer] = set()
        self.epoch = secrets.token_hex(6)
        self.told_seq = 0
        self._told: deque[Told] = deque(maxlen=REMEMBERED)
        self._seq = seq
        self._fence = fence
        self._owner = owner
        self._writer = writer
        self._settings = settings
        self._clock = clock
        self._inbox: asyncio.Queue[tuple[Callable[[], Awaitable[Any]], asyncio.Future[Any]]] = (
            asyncio.Queue()
        )
        self._answers: dict[int, OrderedDict[str, dict[str, Any]]] = {}
        self._task: asyncio.Task[None] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self.turn = ""
        self._turn_began = 0.0
        self._bank_spent = False
        self.on_change: Callable[[Room], None] | None = None
        """Told after every change: the lobby, and whoever fills empty sides."""

    # The task that owns the masa

    def start(self) -> None:
        self._task = asyncio.create_task(self._run(), name=f"masa {self.id}")
        self._new_turn(grace=self._settings.grace)

    async def stop(self) -> None:
        self._cancel_timer()
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
            self._task = None

    async def _run(self) -> None:
        while True:
            doing, done = await self._inbox.get()
            try:
                answer = await doing()
            except (Refused, MasaError, IllegalAct, uci.UciError) as refusal:
                if not done.cancelled():
                    done.set_exception(refusal)
            except Exception as error:  # a fault of ours: told to who asked, and to the log
                if not done.cancelled():
                    done.set_exception(error)
            else:
                if not done.cancelled():
                    done.set_result(answer)

    async def _ask(self, doing: Callable[[], Awaitable[Any]]) -> Any:
        done: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        await self._inbox.put((doing, done))
        return await done

    async def do(self, doing: Doing, *, joining: tuple[Side, Account] | None = None) -> Change:
        """Change the masa. Refusals come as they are; nothing has changed then."""

        async def work() -> Change:
            return await self._change(doing, joining)

        change: Change = await self._ask(work)
        return change

    async def _change(self, doing: Doing, joining: tuple[Side, Account] | None = None) -> Change:
        change = doing(self.masa)
        seated = dict(self.seated)
        if joining is not None:
            seated[joining[0]] = joining[1]
        for happened in change.events:
            if isinstance(happened, event.PlayerLeft):
                seated.pop(happened.side, None)
        await self._write(change, seated)
        was, self.seated, self.masa = self.seated, seated, change.masa
        self._tell(change, {**was, **seated})
        if (
            any(isinstance(e, event.ActorRotated | event.HandEnded) for e in change.events)
            or self.masa.to_act is None
        ):
            self._new_turn()
        if self.on_change is not None:
            self.on_change(self)
        return change

    # Writing it down

    async def _write(self, change: Change, seated: dict[Side, Account]) -> None:
        now = self._clock.now()
        seq = self._seq + 1
        causes = [save.cause_to_data(e) for e in change.events if event.is_cause(e)]
        ended = [e for e in change.events if isinstance(e, event.HandEnded)]
        joined_or_left = [
            e
            for e in change.events
            if isinstance(e, event.PlayerJoined | event.PlayerLeft | event.ToppedUp)
        ]
        before = self.seated

        async def work(connection: AsyncConnection) -> None:
            await lease.renew(
                connection, self.id, self._owner, self._fence, now + self._settings.lease
            )
            await connection.execute(
                insert(store.journal).values(
                    masa=self.id, seq=seq, made=now, causes=json.dumps(causes)
                )
            )
            for number, happened in enumerate(joined_or_left):
                await self._book(connection, happened, f"{self.id}:{seq}:{number}", before, seated)
            if ended:
                await self._keep_hand(connection, change, ended[0], before, now)
            if ended or joined_or_left:
                await connection.execute(
                    update(store.masa)
                    .where(store.masa.c.id == self.id)
                    .values(seq=seq, value=save.write(change.masa))
                )
                await connection.execute(
                    delete(store.journal).where(
                        store.journal.c.masa == self.id, store.journal.c.seq <= seq
                    )
                )

        await self._writer.write(work)
        self._seq = seq

    async def _book(
        self,
        connection: AsyncConnection,
        happened: event.PlayerJoined | event.PlayerLeft | event.ToppedUp,
        key: str,
        before: dict[Side, Account],
        after: dict[Side, Account],
    ) -> None:
        """Chips change books with whoever brings or takes them."""
        now = self._clock.now()
        leaving = isinstance(happened, event.PlayerLeft)
        account = (before if leaving else after)[happened.side]
        amount = happened.amount if isinstance(happened, event.ToppedUp) else happened.stack
        moved = -amount if leaving else amount
        await ledger.book(
            connection,
            f"masa:{key}",
            wire.snake(type(happened).__name__),
            {ledger.of_masa(self.id): moved, ledger.of_account(account.id): -moved},
            now,
        )
        if isinstance(happened, event.PlayerJoined):
            await connection.execute(
                insert(store.seat).values(
                    masa=self.id, side=happened.side, account=account.id, bought=amount
                )
            )
        elif leaving:
            await connection.execute(
                delete(store.seat).where(
                    store.seat.c.masa == self.id, store.seat.c.side == happened.side
                )
            )
        else:
            await connection.execute(
                update(store.seat)
                .where(store.seat.c.masa == self.id, store.seat.c.side == happened.side)
                .values(bought=store.seat.c.bought + amount)
            )

    async def _keep_hand(
        self,
        connection: AsyncConnection,
        change: Change,
        ended: event.HandEnded,
        seated: dict[Side, Account],
        now: int,
    ) -> None:
        """All it takes to rebuild every view of the hand; and the chips the house let fall."""
        game = change.masa.last_game
        assert game is not None
        if ended.dropped:
            await ledger.book(
                connection,
                f"dropped:{self.id}:{change.masa.hands}",
                "dropped",
                {ledger.of_masa(self.id): -ended.dropped, ledger.DROPPED: ended.dropped},
                now,
            )
        kept = await connection.execute(
            insert(store.hand).values(
                masa=self.id,
                number=change.masa.hands,
                ended=now,
                value=json.dumps(
                    {
                        "game": save.game_to_data(game),
                        "names": {str(side): seated[side].name for side in game.sides},
                    }
                ),
            )
        )
        assert kept.inserted_primary_key is not None
        number = kept.inserted_primary_key[0]
        for index, (side, stack) in enumerate(ended.stacks):
            await connection.execute(
                insert(store.hand_player).values(
                    hand=number,
                    account=seated[side].id,
                    stack=index,
                    net=stack - game.stacks[index],
                )
            )

    # Telling

    def _names(self, seated: dict[Side, Account]) -> dict[Side, str]:
        return {side: account.name for side, account in seated.items()}

    def _tell(self, change: Change, seated: dict[Side, Account]) -> None:
        names = self._names(seated)
        public = [wire.event_data(e, names) for e in change.seen_by(None)]
        private = {}
        for side in seated:
            seen = change.seen_by(side)
            if len(seen) != len(public):
                private[side] = [wire.event_data(e, names) for e in seen]
        if public:
            self.told_seq += 1
            told = Told(self.told_seq, public, private)
            self._told.append(told)
            for viewer in self.viewers:
                viewer.outbox.put(self._batch(told, self._side_in(seated, viewer)))
        else:
            # Nothing that everybody may know: it has no number, or others could count them.
            for viewer in self.viewers:
                events = private.get(self._side_in(seated, viewer) or Side(-1))
                if events:
                    viewer.outbox.put({"type": "private", "masa": self.id, "events": events})

    def _batch(self, told: Told, side: Side | None) -> dict[str, Any]:
        return {"type": "events", "masa": self.id, "seq": told.seq, "events": told.to(side)}

    @staticmethod
    def _side_in(seated: dict[Side, Account], viewer: Viewer) -> Side | None:
        if viewer.account is None:
            return None
        for side, account in seated.items():
            if account.id == viewer.account.id:
                return side
        return None

    def side_of(self, account: Account | None) -> Side | None:
        if account is None:
            return None
        return next((s for s, a in self.seated.items() if a.id == account.id), None)

    async def watch(self, viewer: Viewer, epoch: str = "", seq: int = -1) -> None:
        """From now on the viewer is told; first of all what it missed, or how everything stands."""

        async def work() -> None:
            self.viewers.add(viewer)
            side = self.side_of(viewer.account)
            missed = [told for told in self._told if told.seq > seq]
            if epoch == self.epoch and 0 <= self.told_seq - seq == len(missed):
                for told in missed:
                    viewer.outbox.put(self._batch(told, side))
            else:
                viewer.outbox.put(self.view_message(side))
            self._offer_turn(viewer)

        await self._ask(work)

    def unwatch(self, viewer: Viewer) -> None:
        self.viewers.discard(viewer)

    def view_message(self, side: Side | None) -> dict[str, Any]:
        return {
            "type": "view",
            "masa": self.id,
            "name": self.name,
            "epoch": self.epoch,
            "seq": self.told_seq,
            "paused": self.is_paused,
            "view": wire.view_data(self.masa, self._names(self.seated), side),
        }

    def say(self, message: dict[str, Any]) -> None:
        """To everybody here."""
        for viewer in self.viewers:
            viewer.outbox.put(message)

    # Turns and time

    def _new_turn(self, grace: int = 0) -> None:
        """A new token and a new deadline for whoever is to act."""
        self._cancel_timer()
        self._bank_spent = False
        side = self._to_answer()
        if side is None:
            return
        self.turn = secrets.token_hex(8)
        self._turn_began = self._clock.steady()
        self._wait(self._settings.act_time + grace)
        for viewer in self.viewers:
            self._offer_turn(viewer)

    def _to_answer(self) -> Side | None:
        """Whoever the masa waits for: to act, or to say whether the board is run twice."""
        game = self.masa.game
        if game is None:
            return None
        if game.is_asked_twice:
            return next((s for s in game.remaining if s not in (game.agreed or ())), None)
        return game.to_act

    def _wait(self, milliseconds: int) -> None:
        self.deadline = self._clock.steady() + milliseconds / 1000
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(milliseconds / 1000, self._time_is_up, self.turn)

    def _cancel_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _time_is_up(self, turn: str) -> None:
        task = asyncio.ensure_future(self._ask(lambda: self._out_of_time(turn)))
        task.add_done_callback(lambda done: done.cancelled() or done.exception())

    async def _out_of_time(self, turn: str) -> None:
        side = self._to_answer()
        if turn != self.turn or side is None:
            return
        seat = self.masa.seats[side]
        if seat.time_bank and not self._bank_spent and self.masa.to_act == side:
            self._bank_spent = True
            self._wait(seat.time_bank)
            for viewer in self.viewers:
                self._offer_turn(viewer)
            return
        if self._bank_spent:
            await self._change(lambda masa: masa.spend_time_bank(side, seat.time_bank))
        try:
            await self._change(lambda masa: masa.timed_out(side))
        except Refused:
            self._wait(1000)  # the disk may be full; nobody is folded for that

    def _offer_turn(self, viewer: Viewer) -> None:
        """Document 004's `act`, to the one who is to act."""
        side = self._to_answer()
        if side is None or self.side_of(viewer.account) != side:
            return
        view = self.masa.view(side)
        if view is None:
            return
        left = max(0, int((self.deadline - self._clock.steady()) * 1000))
        message = {"type": "act", "masa": self.id, "turn": self.turn, "left": left}
        if self.masa.to_act == side:
            viewer.outbox.put(message | wire.act_data(view) | {"bank": self._bank_spent})
        else:
            viewer.outbox.put(message | {"acts": [], "run_twice": True})

    async def act(self, account: Account, act: PlayerAct, turn: str) -> None:
        async def work() -> None:
            side = self.side_of(account)
            if side is None:
                raise Refused(RoomRefusal.NOT_ALLOWED)
            if turn != self.turn or self.masa.to_act != side:
                raise Refused(RoomRefusal.STALE_TURN)
            used = 0
            if self._bank_spent:
                past = (self._clock.steady() - self._turn_began) * 1000 - self._settings.act_time
                used = min(max(0, int(past)), self.masa.seats[side].time_bank)
            if used:
                # One change with the act, so that neither stands without the other.
                await self._change(lambda masa: _both(masa, side, used, act))
            else:
                await self._change(lambda masa: masa.move(side, act))

        await self._ask(work)

    async def deal(self) -> None:
        """The next hand, if one can be dealt."""

        async def work() -> None:
            if self.masa.is_dealable and not self.is_paused:
                await self._change(lambda masa: masa.deal(fresh_deck()))

        await self._ask(work)

    # The same message twice

    def answered(self, account: Account | None, id: str) -> dict[str, Any] | None:
        if account is None or not id:
            return None
        return self._answers.get(account.id, OrderedDict()).get(id)

    def remember(self, account: Account | None, id: str, answer: dict[str, Any]) -> None:
        if account is None or not id:
            return
        answers = self._answers.setdefault(account.id, OrderedDict())
        answers[id] = answer
        while len(answers) > ANSWERS:
            answers.popitem(last=False)


def _both(masa: Masa, side: Side, used: int, act: PlayerAct) -> Change:
    spent = masa.spend_time_bank(side, used)
    return spent.then(spent.masa.move(side, act))


async def recover(connection: AsyncConnection, id: str, value: str, seq: int) -> tuple[Masa, int]:
    """The masa as the last acknowledged act left it."""
    masa = save.read(value)
    rows = await connection.execute(
        select(store.journal.c.seq, store.journal.c.causes)
        .where(store.journal.c.masa == id, store.journal.c.seq > seq)
        .order_by(store.journal.c.seq)
    )
    for number, causes in rows:
        masa = masa.replay([save.cause_from_data(cause) for cause in json.loads(causes)])
        seq = number
    return masa, seq
