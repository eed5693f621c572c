"""The table actor, which owns one masa and connects the parts of its table.

An act takes one path: a connection sends a request; the request waits in the inbox; the task of
the inbox applies it to the masa, which is an immutable value; the journal stores the change with
every chip that it moves; the state adopts it; the act clock starts the next turn; the broadcast
sends each viewer only what this viewer may know. The parts do not know the actor. They are given
the state, the audience, and functions to call when a time is up.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable

from sqlalchemy import Connection

from pokermasa.masa import Change, Masa, MasaError, MasaRefusal, event
from pokermasa.server.clock import Clock
from pokermasa.server.refusal import Refused, RoomRefusal
from pokermasa.server.settings import Settings
from pokermasa.server.storage import opening_limit
from pokermasa.server.storage.account import DELETED, Account
from pokermasa.server.storage.database.writer import Writer
from pokermasa.server.storage.erased_name import without
from pokermasa.server.storage.journal import journal, lease
from pokermasa.server.storage.opening_limit import Opener
from pokermasa.server.storage.schema import TITLE
from pokermasa.server.table import act_clock
from pokermasa.server.table import table_record as record
from pokermasa.server.table.access import Access
from pokermasa.server.table.deal import fresh_deck
from pokermasa.server.table.hosting import Hosting
from pokermasa.server.table.inbox import OnError
from pokermasa.server.table.lease_owner import LeaseOwner
from pokermasa.server.table.table import MakeChange, Table
from pokermasa.server.table.table_record import TableRecord
from pokermasa.server.table.waiting_list import WaitingList


class TableActor(LeaseOwner, Table):
    """A table whose one masa has a lease, a journal and a task of its own."""

    def __init__(
        self, record: TableRecord, writer: Writer, settings: Settings, clock: Clock
    ) -> None:
        Table.__init__(self, record, settings, clock)
        LeaseOwner.__init__(self, f"masa {self.id}", record.lease, writer, settings, clock)
        self._seq = record.seq
        self.on_dealt: Callable[[], None] = lambda: None
        """Called after every hand that is dealt."""

    # The task that owns the masa

    def start(self) -> None:
        self._inbox.start(f"masa {self.id}")
        self.wake()

    def lose(self) -> None:
        LeaseOwner.lose(self)
        Table.lose(self)

    async def stop(self) -> None:
        """Stops the clock and the task. Requests that still wait are refused."""
        self.sleep()
        await self._inbox.stop()

    async def retire(self, in_hand: bool = False) -> bool:
        """Stops all work on this masa so that another process can take it over. Returns False and
        changes nothing while a hand is played, unless *in_hand* is true."""

        async def give_up_masa() -> bool:
            if self.state.masa.is_game and not in_hand:
                return False
            self.lose()
            return True

        retired: bool = await self.ask(give_up_masa)
        return retired

    # Changing the masa

    async def play(self, make_change: MakeChange, refused: OnError | None = None) -> None:
        async def commit() -> None:
            await self.commit(make_change(self.state.masa))

        await self.ask(commit, refused)

    async def commit(
        self,
        change: Change,
        joining: Account | None = None,
        ask: journal.MessageKey | None = None,
    ) -> None:
        """Stores a change of the masa, adopts the new state and informs the viewers. Must be called
        inside the owner's task. *joining* is the account that sits down with it, and *ask* the key
        of the message that brings chips."""
        self._inbox.verify_inside()
        state = self.state
        change = self._see_out(change)
        seated = dict(state.seated)
        hand = None
        for new_event in change.events:
            if isinstance(new_event, event.PlayerLeft):
                seated.pop(new_event.side, None)
            elif isinstance(new_event, event.PlayerJoined):
                assert joining is not None
                seated[new_event.side] = joining
            elif isinstance(new_event, event.HandEnded):
                hand = journal.new_public()
        new_entry = journal.MasaEntry(
            self.lease,
            self._seq + 1,
            self._clock.now(),
            change,
            state.seated,
            seated,
            ask,
            state.reasons(change.masa.hands),
            self.state.access.own_chips,
            hand,
        )
        await journal.write(self._writer, new_entry, self.settings.lease_ms)
        self._seq, self.written_at = new_entry.seq, self._clock.steady()
        self._note_banks(change)
        had = dict(state.own_chips)
        given = self._note_own_chips(new_entry)
        self.adopt(change, seated, hand)
        for account, amount in given:
            self.broadcast.tell_given(account, amount)
        if state.own_chips != had:
            self.broadcast.tell_room()

    def _note_own_chips(self, new_entry: journal.MasaEntry) -> list[tuple[Account, int]]:
        """Updates, in a game with its own chips, how many chips each account has off the table, in
        the same way as the journal books them. Returns the accounts that were given new chips, with
        the amounts."""
        own, given = self.state.own_chips, []
        for new_event in new_entry.change.events if self.state.access.own_chips else ():
            if isinstance(new_event, event.PlayerLeft):
                account = new_entry.before[new_event.side]
                own[account.id] = own.get(account.id, 0) + new_event.stack
            elif isinstance(new_event, event.PlayerJoined | event.ToppedUp):
                account = new_entry.after[new_event.side]
                amount = (
                    new_event.amount if isinstance(new_event, event.ToppedUp) else new_event.stack
                )
                had = own.pop(account.id, 0)
                if had > amount:
                    own[account.id] = had - amount
                elif had < amount:
                    given.append((account, amount - had))
        return given

    def _note_banks(self, change: Change) -> None:
        """Remembers the time banks of people who leave."""
        if event.PlayerLeft not in map(type, change.events):
            return
        banks = {side: seat.time_bank for side, seat in self.state.masa.seats.items()}
        for new_event in change.events:
            if isinstance(new_event, event.TimeBankSpent) and new_event.side in banks:
                banks[new_event.side] -= new_event.amount
            elif isinstance(new_event, event.PlayerLeft):
                account = self.state.seated[new_event.side]
                if not account.is_house:
                    self.act_clock.note_gone(account.id, banks[new_event.side])

    def _see_out(self, change: Change) -> Change:
        """Adds to the change that players whom the host has sent away leave once their hand has
        ended."""
        if not (sent_away := self.state.sent_away):
            return change
        gone = {e.side for e in change.events if isinstance(e, event.PlayerLeft)}
        for side in sent_away:
            if side not in gone and not change.masa.is_in_hand(side):
                change = change.then(change.masa.leave(side))
        return change

    @property
    def may_deal(self) -> bool:
        return True

    async def deal(self) -> bool:
        """Deals the next hand. Returns False if none can be dealt, or if the game is paused or
        closing."""

        async def deal_hand() -> bool:
            if (
                not self.state.masa.is_dealable
                or self.state.access.paused
                or self.state.access.closing
            ):
                return False
            await self.commit(self._deal(self.state.masa))
            self.on_dealt()
            return True

        dealt: bool = await self.ask(deal_hand)
        return dealt

    def _deal(self, masa: Masa) -> Change:
        """Return the change that deals the next hand. Before every hand whose number is a multiple
        of `BANK_HANDS`, the time banks of the players who are present are refilled."""
        change = Change(masa)
        if (masa.hands + 1) % act_clock.BANK_HANDS == 0:
            for side, seat in masa.seats.items():
                amount = min(act_clock.BANK_REFILL_MS, masa.terms.time_bank - seat.time_bank)
                if amount > 0 and not seat.away:
                    change = change.then(change.masa.refill_time_bank(side, amount))
        return change.then(change.masa.deal(fresh_deck()))

    # Changes outside the masa: access, host, waiting list

    async def arrange(
        self,
        access: Access | None = None,
        waiting_list: WaitingList | None = None,
        hosting: Hosting | None = None,
    ) -> None:
        """Stores and adopts new access rules, a new waiting list or new hosting data. An argument
        that is None leaves its value unchanged. Must be called inside the table's task."""
        self._inbox.verify_inside()
        state = self.state
        was = state.access, state.waiting_list, state.hosting
        now = (
            access or state.access,
            state.waiting_list if waiting_list is None else waiting_list,
            state.hosting if hosting is None else hosting,
        )
        if now == was:
            return
        await self._write(lambda connection: record.arrange(connection, self.id, *now))
        state.access, state.waiting_list, state.hosting = now
        self.broadcast.tell_room()
        self.on_change(self)

    async def change_key(self) -> None:
        """Replaces the key of a private masa. Viewers who neither sit here nor run the game are
        removed, because they may have come with the old key. Must be called inside the table's
        task."""
        self._inbox.verify_inside()
        key = secrets.token_urlsafe(18)
        await self._write(lambda connection: record.set_key(connection, self.id, key))
        self.state.key = key
        for viewer in list(self.audience.viewers):
            account = viewer.account_id
            if not self.state.runs_it(account) and self.state.side_of(account) is None:
                self.broadcast.tell_closed(viewer)
                self.unwatch(viewer)

    async def change_host(self, account: Account) -> None:
        """Makes *account*, which has accepted the offer, the host. A host cannot be silenced.
        Raises `Refused` if the account has too many tables. Must be called inside the table's
        task."""
        self._inbox.verify_inside()
        hosting = self.state.hosting.without_offer(account).without_co_host(account)
        access = self.state.access.replace(silenced=self.state.access.silenced - {account.id})

        def store_host(connection: Connection) -> None:
            opening_limit.verify_tables(connection, Opener(account.id), self.settings)
            record.set_host(connection, self.id, account)
            record.arrange(connection, self.id, access, self.state.waiting_list, hosting)

        await self._write(store_host)
        self.state.host, self.state.hosting, self.state.access = account, hosting, access
        self.broadcast.tell_room()
        self.on_change(self)

    async def set_auto_top_up(self, account: Account, to: int | None) -> None:
        """Sets the stack to which the account is topped up before each hand, in chips. None
        switches this off."""
        self.state.verified_side(account)
        most = self.state.masa.terms.most_buy_in
        if to is not None and self.state.access.buy_ins and account != self.state.host:
            raise Refused(RoomRefusal.NOT_ALLOWED, "the host approves each buy-in here")
        if to is not None and not 1 <= to <= most:
            raise MasaError(MasaRefusal.BUY_IN_RANGE, f"{to}; up to {most}")

        async def store_auto_top_up() -> None:
            self.state.verified_side(account)
            await self._write(lambda c: record.set_auto_top_up(c, self.id, account, to))
            self.state.auto_top_up.pop(account.id, None)
            if to is not None:
                self.state.auto_top_up[account.id] = to

        await self.ask(store_auto_top_up)

    async def top_up(
        self, account: Account, amount: int, ask: journal.MessageKey | None = None
    ) -> None:
        """Adds *amount* chips to the account's stack. The message key *ask* makes the request
        idempotent: a message that arrives again adds nothing."""

        async def add_chips() -> None:
            side = self.state.verified_side(account)
            await self.commit(self.state.masa.top_up(side, amount), ask=ask)

        await self.ask(add_chips, self.act_clock.on_refused(account))

    async def rename(self, account: Account, title: str | None = None) -> None:
        """Takes over the new name of an account. *title* is the new name of the table if the
        account was deleted and is its host."""

        async def apply_name() -> None:
            if account.name == DELETED:
                self.broadcast.feed.log.forget()
                if self.state.host is not None and self.state.host == account:
                    title_now = title or self.state.name
                    self.state.name = without(title_now, [self.state.host.name], TITLE)
                waiting = self.state.waiting_list.answered(account).left(account)
                await self.arrange(waiting_list=waiting, hosting=self.state.hosting.gone(account))
            self.state.host = account if self.state.host == account else self.state.host
            self.state.waiting_list = self.state.waiting_list.renamed(account)
            self.state.hosting = self.state.hosting.renamed(account)
            side = self.state.side_of(account)
            if side is not None:
                self.state.seated[side] = account
                self.broadcast.tell_renamed(side, account)
            self.broadcast.tell_room()
            self.on_change(self)  # the lobby's list shows the host's name

        await self.ask(apply_name)

    async def close(self, if_empty: bool = False) -> bool:
        """Closes the masa and pays out all chips. Returns False while a hand is played out; the
        caller then has to try again after the hand. With *if_empty*, raises `Refused` with
        `STILL_SEATED` if people sit here."""

        async def close_masa() -> bool:
            if if_empty and self.state.people:
                raise Refused(RoomRefusal.STILL_SEATED)
            await self.arrange(self.state.access.replace(closing=True), WaitingList(), Hosting())
            if self.state.masa.is_game:
                return False
            if self.state.seated:
                await self.commit(_all_leaving(self.state.masa))
            now = self._clock.now()
            await self._write(lambda connection: record.close(connection, self.id, now))
            return True

        if not await self.ask(close_masa):
            return False
        for viewer in list(self.audience.viewers):
            self.broadcast.tell_closed(viewer)
        await self.stop()
        return True

    async def _write(self, function: Callable[[Connection], None]) -> None:
        """Runs *function* in a transaction that first verifies that this process still holds the
        lease."""
        now = self._clock.now()

        def fenced(connection: Connection) -> None:
            lease.verify(connection, self.lease, now, self.settings.lease_ms)
            function(connection)

        await self._writer.write(fenced)

    def send_away(self, account: int) -> None:
        self._inbox.verify_inside()
        super().send_away(account)


def _all_leaving(masa: Masa) -> Change:
    change = Change(masa)
    for side in masa.seats:
        change = change.then(change.masa.leave(side))
    return change
