"""Gives players a side at a table, at once or when one becomes free."""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Awaitable, Callable, Collection, Iterator, Mapping
from functools import partial
from typing import NamedTuple

from pokermasa.masa import Change, MasaError, MasaRefusal, Side
from pokermasa.masa.seating import verify_buy_in
from pokermasa.rules import IllegalAct
from pokermasa.server.accounts.accounts import Accounts
from pokermasa.server.refusal import Refused, RoomRefusal
from pokermasa.server.settings import Settings
from pokermasa.server.storage.account import Account
from pokermasa.server.storage.database.storage import Storage
from pokermasa.server.storage.journal import visit
from pokermasa.server.storage.journal.journal import AlreadyDone, MessageKey
from pokermasa.server.storage.journal.visit import Visit
from pokermasa.server.table import host_commands
from pokermasa.server.table.actor import TableActor
from pokermasa.server.table.hosting import BuyIn
from pokermasa.server.table.waiting_list import Waiting

SEATS_AN_ACCOUNT = 8
"""Maximum number of tables where one account may sit or wait for a side at the same time, and
maximum number of tournaments that it may be in. Further requests are refused with
`TOO_MANY_SEATS`."""
REFUSALS = (Refused, MasaError, IllegalAct)
"""Errors that mean that a request was not allowed, and not that the server has a fault."""


async def _nowhere(account: int) -> Collection[str]:
    return ()


class Seating:
    """Seats players, keeps the waiting lists in order and chooses tables for players."""

    def __init__(
        self,
        tables: Mapping[str, TableActor],
        storage: Storage,
        accounts: Accounts,
        settings: Settings,
    ) -> None:
        self._tables = tables
        self._taking: dict[int, Counter[str]] = {}
        """Tables where each account is being seated at this moment. They count as places, so that
        simultaneous requests cannot exceed the limit."""
        self._storage = storage
        self._accounts = accounts
        self._settings = settings
        self._clock = storage.clock
        self._gone_since: dict[tuple[str, int], float] = {}
        self.seats_elsewhere: Callable[[int], Awaitable[Collection[str]]] = _nowhere
        """Function that returns the ids of the tables in other processes where the account has a
        place."""

    async def sit(
        self,
        table: TableActor,
        account: Account,
        side: Side | None,
        stack: int,
        posts: bool = False,
        ask: MessageKey | None = None,
    ) -> bool:
        """Seats the account. Returns True if it now sits, and False if it is on the waiting list:
        because no side is free, a bot still plays its hand on the side, or others wait already. The
        message key *ask* makes the request idempotent."""

        async def seat_player() -> bool:
            # All steps are one request, because seats and hands could change between two requests.
            if table.state.side_of(account) is not None:
                if ask is not None and await self._accounts.is_booked(ask.key):
                    raise AlreadyDone  # this message was processed before, perhaps before a restart
                raise Refused(RoomRefusal.ALREADY_SEATED)
            if table.state.access.closing:
                raise Refused(RoomRefusal.CLOSED)
            must_ask = table.state.must_ask(account, stack)
            await self._verify_admitted(table, account, must_ask)
            past = await self._past(table, account)
            _verify(table, side, stack, past.kept)
            is_own = table.state.access.own_chips
            if stack > chips and not is_own:
                raise Refused(RoomRefusal.NOT_ENOUGH_CHIPS)
            if must_ask:
                buy_in = BuyIn(account, stack, side=side, posts=posts)
                await host_commands.ask_buy_in(table, buy_in)
            choice = side if side is not None else next(iter(open_sides(table)), None)
            is_held = choice in table.state.seated and table.state.masa.is_in_hand(choice or 0)
            # Chips of the game's own are given out only between two hands.
            is_held = is_held or (is_own and table.state.masa.is_game)
            if choice is None or is_held or _is_anybody_before(table, account):
                waiting = Waiting(account, stack, side, posts)
                await table.arrange(waiting_list=table.state.waiting_list.joined(waiting))
                return False
            await take(table, account, choice, stack, posts, ask, past)
            await table.arrange(waiting_list=table.state.waiting_list.left(account))
            return True

        with self._place(table, account):
            if elsewhere := await self.seats_elsewhere(account.id):
                places = self.places_of(account) | self.taking(account.id) | set(elsewhere)
                self._verify_places(len(places - {table.id}))
            chips = await self._accounts.chips(account)
            seated: bool = await table.ask(seat_player)
            return seated

    async def _past_visits(self, account: Account) -> list[Visit]:
        return await self._storage.read(visit.recent, account.id, self._clock.now())

    async def _past(self, table: TableActor, account: Account) -> Past:
        return _past_of(table, await self._past_visits(account))

    @contextlib.contextmanager
    def _place(self, table: TableActor, account: Account) -> Iterator[None]:
        """Counts this table as a place of the account while the block runs, for other processes as
        well. Raises `Refused` if the account has too many places."""
        places = self.places_of(account) | self.taking(account.id)
        if table.id not in places:
            self._verify_places(len(places))
        taking = self._taking.setdefault(account.id, Counter())
        taking[table.id] += 1
        try:
            yield
        finally:
            taking[table.id] -= 1
            if not taking[table.id]:
                del taking[table.id]
            if not taking:
                del self._taking[account.id]

    def taking(self, account: int) -> set[str]:
        """Return the tables where the account is being seated at this moment."""
        return set(self._taking.get(account, ()))

    def places_of(self, account: Account) -> set[str]:
        """Return the tables where the account sits or waits for a side."""
        return {
            table.id
            for table in self._tables.values()
            if table.state.side_of(account) is not None or table.state.waiting_list.has(account)
        }

    def _verify_places(self, places: int) -> None:
        if places >= SEATS_AN_ACCOUNT:
            message = f"at most {SEATS_AN_ACCOUNT}; leave one first"
            raise Refused(RoomRefusal.TOO_MANY_SEATS, message)

    async def _verify_admitted(self, table: TableActor, account: Account, must_ask: bool) -> None:
        if table.state.runs_it(account.id) or table.state.access.admits(account.id):
            return
        if table.state.is_banned(account):
            raise Refused(RoomRefusal.NOT_FOUND)
        if must_ask:
            return  # approving the buy-in also approves the player
        await table.arrange(waiting_list=table.state.waiting_list.asked(account))
        raise Refused(RoomRefusal.APPROVAL_REQUESTED)

    async def seat_next(self, table: TableActor) -> None:
        """Seats players from the waiting list in order; house bots leave for them. Players who are
        not connected are skipped, and removed from the list after `reconnect_grace_ms`."""
        for waiting in table.state.waiting_list.waiting:
            if not self._is_there(table, waiting.account):
                continue
            sides = open_sides(table)
            if not sides:
                return
            # If the wanted side is taken in the meantime, any other side is used.
            side = waiting.side if waiting.side in sides else sides[0]
            await table.ask(partial(self._seat, table, waiting, side))
        for account in self._struck_off(table):
            await host_commands.take_back(table, account)

    async def _seat(self, table: TableActor, waiting: Waiting, side: Side) -> None:
        account = waiting.account
        if not table.state.waiting_list.has(account):
            return  # left the list in the meantime
        try:
            past = await self._past(table, account)
            await take(table, account, side, waiting.stack, waiting.posts, past=past)
        except REFUSALS as refused:
            if isinstance(refused, Refused) and refused.is_passing:
                raise
            _tell_refused(table, account, refused)
        await table.arrange(waiting_list=table.state.waiting_list.left(account))

    async def top_up_next(self, table: TableActor) -> None:
        """Adds the chips of top-ups that the host has approved. Each approval is deleted first:
        after a crash in between it is lost, but chips are never added twice."""

        async def add_chips(buy_in: BuyIn) -> None:
            account, amount = buy_in.account, buy_in.amount
            await table.arrange(hosting=table.state.hosting.topped_up(account))
            side = table.state.side_of(account)
            try:
                if side is not None:
                    await table.commit(table.state.masa.top_up(side, amount))
            except REFUSALS as refused:
                _tell_refused(table, account, refused)

        for buy_in in table.state.hosting.top_ups:
            await table.ask(partial(add_chips, buy_in))

    def _is_there(self, table: TableActor, account: Account) -> bool:
        key = (table.id, account.id)
        if table.audience.has(account.id):
            self._gone_since.pop(key, None)
            return True
        self._gone_since.setdefault(key, self._clock.steady())
        return False

    def _struck_off(self, table: TableActor) -> list[Account]:
        now, grace = self._clock.steady(), self._settings.reconnect_grace_ms / 1000
        gone = []
        for waiting in table.state.waiting_list.waiting:
            since = self._gone_since.get((table.id, waiting.account.id), now)
            if now - since > grace:
                del self._gone_since[table.id, waiting.account.id]
                gone.append(waiting.account)
        return gone

    async def find_side(
        self, account: Account, big: int | None, stack: int | None = None
    ) -> tuple[TableActor, int]:
        """Return the open table that suits the account best, and the stack to bring: *stack*, or
        the usual one. Tables where the next hand starts soon come first, then those without slow
        or disconnected players, then those with many active players."""
        elsewhere = await self.seats_elsewhere(account.id)
        self._verify_places(len(self.places_of(account) | set(elsewhere)))
        chips = await self._accounts.chips(account)
        if stack is not None and stack > chips:
            raise Refused(RoomRefusal.NOT_ENOUGH_CHIPS, f"{stack} asked for, {chips} there")
        past_visits = await self._past_visits(account)
        stacks = {visit.masa: visit.stack for visit in past_visits}
        fit = [
            table
            for table in self._tables.values()
            if table.state.key is None
            and not table.is_lost
            and not (table.state.access.paused or table.state.access.closing)
            and table.state.access.admits(account.id)
            and table.state.side_of(account) is None
            and (big is None or table.state.masa.blinds.big == big)
            and table.state.masa.terms.buy_in_range(stacks.get(table.id, 0))[0] <= chips
            and (stack is None or table.state.masa.terms.allows(stack, stacks.get(table.id, 0)))
            and _has_company(table)
            and len(open_sides(table)) > len(table.state.waiting_list.waiting)
        ]
        if not fit:
            message = "" if stack is None else f"at a table that allows a buy-in of {stack}"
            raise Refused(RoomRefusal.NO_SIDE_FREE, message)
        best = max(
            fit,
            key=lambda table: (
                table.is_prompt,
                not table.is_held_up,
                table.lively,
                table.state.masa.sides > 2,
                -table.state.masa.blinds.big,
            ),
        )
        if stack is not None:
            return best, stack
        masa = best.state.masa
        return best, masa.terms.usual_stack(masa.blinds.big, chips, stacks.get(best.id, 0))


class Past(NamedTuple):
    """Recent visits of an account, as far as they matter at one table."""

    returns: bool = False
    """Whether the account does not count as a newcomer: it has sat at this table within the last
    hour, or at another one, home games aside, while a game is in progress here or house bots play
    here. This prevents free hands by changing tables before each big blind."""
    kept: int = 0
    """Stack in chips with which the account left this table within the last hour. It may not buy in
    for less."""


NEWCOMER = Past()


def _past_of(table: TableActor, past_visits: list[Visit]) -> Past:
    here = [visit for visit in past_visits if visit.masa == table.id]
    has_bots = table.state.access.bots
    is_home_game = table.state.key is not None and not has_bots
    # At a new table with bots a person would play every hand before the first big blind for free.
    has_begun = table.state.masa.under_way or has_bots
    hops = not is_home_game and has_begun and any(not visit.is_home_game for visit in past_visits)
    return Past(bool(here) or hops, here[0].stack if here else 0)


def _tell_refused(
    table: TableActor, account: Account, refused: Refused | MasaError | IllegalAct
) -> None:
    """Tells the account that an earlier request cannot be granted any more."""
    table.audience.to(
        account.id,
        {
            "type": "refused",
            "id": "",
            "code": refused.code.name,
            "message": str(refused),
            "masa": table.id,
        },
    )


def _has_company(table: TableActor) -> bool:
    """Return whether a player who sits down now can be dealt in: with people who are present, or
    with bots if a side remains for one."""
    left = table.state.masa.sides - table.state.people - len(table.state.waiting_list.waiting) - 1
    return table.lively > 0 or (table.state.access.bots and left > 0)


def _verify(table: TableActor, side: Side | None, stack: int, last_stack: int) -> None:
    """Raises `MasaError` if the stack or the side is not allowed."""
    masa = table.state.masa
    verify_buy_in(masa.terms, stack, last_stack)
    if side is None:
        return
    if not 0 <= side < masa.sides:
        raise MasaError(MasaRefusal.NO_SUCH_SIDE, f"{side}; from 0 to {masa.sides - 1}")
    if side in table.state.seated and side not in table.state.bots:
        raise MasaError(MasaRefusal.SIDE_TAKEN, str(side))


def _is_anybody_before(table: TableActor, account: Account) -> bool:
    """Return whether another account waits for any side and is therefore served first. Accounts
    that wait for a particular side do not delay others."""
    return any(w.account != account and w.side is None for w in table.state.waiting_list.waiting)


def free_sides(table: TableActor) -> list[Side]:
    """Return the sides where nobody sits."""
    return [Side(side) for side in range(table.state.masa.sides) if side not in table.state.seated]


def open_sides(table: TableActor) -> list[Side]:
    """Return the sides that a person can take: free ones, then sides of house bots, with those in a
    hand at the end."""
    return [*free_sides(table), *sorted(table.state.bots, key=table.state.masa.is_in_hand)]


async def take(
    table: TableActor,
    account: Account,
    side: Side,
    stack: int,
    posts: bool = False,
    ask: MessageKey | None = None,
    past: Past = NEWCOMER,
) -> None:
    """Seats the account on the side. A house bot that is not in a hand leaves for it. Must be
    called inside the table's task."""

    masa = table.state.masa
    if table.state.side_of(account) is not None:
        raise Refused(RoomRefusal.ALREADY_SEATED)
    change = Change(masa)
    seated = table.state.seated.get(side)
    if seated is not None and seated.is_house and not masa.is_in_hand(side):
        change = masa.leave(side)
    change = change.then(change.masa.buy_in(side, stack, past.returns, past.kept))
    spent = masa.terms.time_bank - table.act_clock.bank_of(account.id)
    if spent > 0:
        change = change.then(change.masa.spend_time_bank(side, spent))
    if posts:
        change = change.then(change.masa.post(side))
    await table.commit(change, joining=account, ask=ask)
