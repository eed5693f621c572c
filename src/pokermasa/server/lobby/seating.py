"""The usher: shows people to a side, at once or when one comes free."""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import partial

from pokermasa.masa import Change, Masa, MasaError, MasaRefusal, Side
from pokermasa.rules import IllegalAct
from pokermasa.server.accounts.accounts import Accounts
from pokermasa.server.clock import Clock
from pokermasa.server.refusal import Refused, RoomRefusal
from pokermasa.server.settings import Settings
from pokermasa.server.storage.account import HOUSE, Account
from pokermasa.server.storage.journal import AlreadyDone, MessageKey
from pokermasa.server.table.actor import Room
from pokermasa.server.table.waiting_list import Waiting

REFUSALS = (Refused, MasaError, IllegalAct)


class Usher:
    def __init__(
        self, rooms: Mapping[str, Room], accounts: Accounts, settings: Settings, clock: Clock
    ) -> None:
        self._rooms = rooms
        self._taking: dict[int, Counter[str]] = {}
        """By account: the tables where it is just being seated, so that many asks at the same
        moment do not come to more than one after the other."""
        self._accounts = accounts
        self._settings = settings
        self._clock = clock
        self._gone_since: dict[tuple[str, int], float] = {}

    async def sit(
        self,
        room: Room,
        account: Account,
        side: Side | None,
        stack: int,
        posts: bool = False,
        ask: MessageKey | None = None,
    ) -> bool:
        """True when seated; False when waiting for the side: a bot plays its hand out first, or
        everything is taken."""

        async def work() -> bool:
            # All of it in one go: who holds a side, and whether a hand is played there, may change
            # between any two of these steps otherwise.
            if room.side_of(account) is not None:
                if ask is not None and await self._accounts.is_booked(ask.key):
                    raise AlreadyDone  # by this very message, before a restart
                raise Refused(RoomRefusal.ALREADY_SEATED)
            if room.door.closing:
                raise Refused(RoomRefusal.CLOSED)
            await self._pass_the_door(room, account)
            _verify(room, side, stack)
            if stack > chips:
                raise Refused(RoomRefusal.NOT_ENOUGH_CHIPS)
            choice = side if side is not None else next(iter(open_sides(room)), None)
            is_held = choice in room.seated and room.masa.is_in_hand(choice or 0)
            if choice is None or is_held or _is_anybody_before(room, account):
                waiting = Waiting(account, stack, side, posts)
                await room.arrange(queue=room.queue.joined(waiting))
                return False
            await take(room, account, choice, stack, posts, ask)
            await room.arrange(queue=room.queue.left(account))
            return True

        with self._place(room, account):
            chips = await self._accounts.chips(account)
            seated: bool = await room.ask(work)
            return seated

    @contextlib.contextmanager
    def _place(self, room: Room, account: Account) -> Iterator[None]:
        """While somebody is seated here it counts as a place of theirs; refused if that would be
        one too many."""
        places = self.places_of(account) | set(self._taking.get(account.id, ()))
        if room.id not in places:
            self._verify_places(len(places))
        taking = self._taking.setdefault(account.id, Counter())
        taking[room.id] += 1
        try:
            yield
        finally:
            taking[room.id] -= 1
            if not taking[room.id]:
                del taking[room.id]
            if not taking:
                del self._taking[account.id]

    def places_of(self, account: Account) -> set[str]:
        """The tables where somebody sits or waits for a side."""
        return {
            room.id
            for room in self._rooms.values()
            if room.side_of(account) is not None or room.queue.has(account)
        }

    def _verify_places(self, places: int) -> None:
        most = self._settings.seats_an_account
        if places >= most:
            raise Refused(RoomRefusal.TOO_MANY_SEATS, f"at most {most}; leave one first")

    async def _pass_the_door(self, room: Room, account: Account) -> None:
        if account == room.host or room.door.admits(account.id):
            return
        if room.is_banned(account):
            raise Refused(RoomRefusal.NOT_FOUND)
        await room.arrange(queue=room.queue.asked(account))
        raise Refused(RoomRefusal.HOST_ASKED)

    async def unwait(self, room: Room, account: Account) -> None:
        await room.ask(lambda: room.arrange(queue=room.queue.left(account)))

    async def seat_next(self, room: Room) -> None:
        """The waiting list, in order; the house's bots make room for it. Who is not there is passed
        over, and after a while struck off."""
        for waiting in room.queue.waiting:
            if not self._is_there(room, waiting.account):
                continue
            sides = open_sides(room)
            if not sides:
                return
            # If somebody else has taken the one they wanted, any will do.
            side = waiting.side if waiting.side in sides else sides[0]
            await room.ask(partial(self._seat, room, waiting, side))
        for account in self._struck_off(room):
            await self.unwait(room, account)

    async def _seat(self, room: Room, waiting: Waiting, side: Side) -> None:
        account = waiting.account
        if not room.queue.has(account):
            return  # changed their mind
        try:
            await take(room, account, side, waiting.stack, waiting.posts)
        except REFUSALS as refused:
            if isinstance(refused, Refused) and refused.is_passing:
                raise
            answer = {"type": "refused", "id": "", "code": refused.code.name, "words": str(refused)}
            room.gallery.to(account.id, answer | {"masa": room.id})
        await room.arrange(queue=room.queue.left(account))

    def _is_there(self, room: Room, account: Account) -> bool:
        key = (room.id, account.id)
        if room.is_here(account.id):
            self._gone_since.pop(key, None)
            return True
        self._gone_since.setdefault(key, self._clock.steady())
        return False

    def _struck_off(self, room: Room) -> list[Account]:
        now, grace = self._clock.steady(), self._settings.grace / 1000
        gone = []
        for waiting in room.queue.waiting:
            since = self._gone_since.get((room.id, waiting.account.id), now)
            if now - since > grace:
                del self._gone_since[room.id, waiting.account.id]
                gone.append(waiting.account)
        return gone

    async def find_side(self, account: Account, big: int | None) -> tuple[Room, int]:
        """The liveliest open masa one can afford, and a stack to bring."""
        self._verify_places(len(self.places_of(account)))
        chips = await self._accounts.chips(account)
        fit = [
            room
            for room in self._rooms.values()
            if room.key is None
            and not room.is_lost
            and not (room.door.paused or room.door.closing)
            and room.door.admits(account.id)
            and room.side_of(account) is None
            and (big is None or room.masa.blinds.big == big)
            and room.masa.terms.least_buy_in <= chips
            and _has_company(room)
            and len(open_sides(room)) > len(room.queue.waiting)
        ]
        if not fit:
            raise Refused(RoomRefusal.NO_SIDE_FREE)
        best = max(
            fit,
            key=lambda room: (
                room.lively,
                not room.is_held_up,
                room.masa.sides > 2,
                -room.masa.blinds.big,
            ),
        )
        terms = best.masa.terms
        stack = max(terms.least_buy_in, min(chips, 100 * best.masa.blinds.big, terms.most_buy_in))
        return best, stack


def _has_company(room: Room) -> bool:
    """Whether a hand can be dealt to whoever sits down now: with people who are here, or with bots,
    if a side is left for one."""
    left = room.masa.sides - room.people - len(room.queue.waiting) - 1
    return room.lively > 0 or (room.door.bots and left > 0)


def _verify(room: Room, side: Side | None, stack: int) -> None:
    masa = room.masa
    least, most = masa.terms.least_buy_in, masa.terms.most_buy_in
    if not least <= stack <= most:
        raise MasaError(MasaRefusal.BUY_IN_RANGE, f"{stack}; from {least} to {most}")
    if side is None:
        return
    if not 0 <= side < masa.sides:
        raise MasaError(MasaRefusal.NO_SUCH_SIDE, f"{side}; from 0 to {masa.sides - 1}")
    if side in room.seated and side not in room.bots:
        raise MasaError(MasaRefusal.SIDE_TAKEN, str(side))


def _is_anybody_before(room: Room, account: Account) -> bool:
    """Whoever waits for any side is first; who wants a side of their own stands in nobody's way."""
    return any(w.account != account and w.side is None for w in room.queue.waiting)


def free_sides(room: Room) -> list[Side]:
    return [Side(side) for side in range(room.masa.sides) if side not in room.seated]


def open_sides(room: Room) -> list[Side]:
    """Those a person can have: free ones first, then the house's, last where it plays a hand."""
    return [*free_sides(room), *sorted(room.bots, key=room.masa.is_in_hand)]


async def take(
    room: Room,
    account: Account,
    side: Side,
    stack: int,
    posts: bool = False,
    ask: MessageKey | None = None,
) -> None:
    """From within the room's task; one of the house's bots that is not in a hand gets up for it."""

    def sitting(masa: Masa) -> Change:
        if room.side_of(account) is not None:
            raise Refused(RoomRefusal.ALREADY_SEATED)
        change = Change(masa)
        held = room.seated.get(side)
        if held is not None and held.kind == HOUSE and not masa.is_in_hand(side):
            change = masa.leave(side)
        change = change.then(change.masa.buy_in(side, stack))
        spent = masa.terms.time_bank - room.turns.bank_of(account.id)
        if spent > 0:
            change = change.then(change.masa.spend_time_bank(side, spent))
        return change.then(change.masa.post(side)) if posts else change

    await room.change(sitting, joining=account, ask=ask)
