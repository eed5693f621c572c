"""Executes the requests of one viewer at the tables and tournaments of this process.

The viewer is connected to this process, or to another one that forwards the requests.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Any

from pokermasa.cards import Card
from pokermasa.masa import Masa, MasaError, Side
from pokermasa.notation import uci
from pokermasa.rules import IllegalAct
from pokermasa.server.connection.idempotency import Reply, StoredReplies, content_of
from pokermasa.server.connection.tournament_requests import TournamentRequest, TournamentRequests
from pokermasa.server.lobby.lobby import Lobby
from pokermasa.server.protocol import request as requests
from pokermasa.server.refusal import Refused, RoomRefusal
from pokermasa.server.storage.account import Account
from pokermasa.server.storage.journal.journal import AlreadyDone, MessageKey
from pokermasa.server.table import host_commands
from pokermasa.server.table.actor import TableActor
from pokermasa.server.table.hosting import Role
from pokermasa.server.table.table import Table
from pokermasa.server.table.viewer import Viewer
from pokermasa.tournament import TournamentError

MOST_WATCHED = 24
LOOKS = (
    *(requests.Watch, requests.Unwatch, requests.Lobby, requests.Unlobby, requests.Live),
    *(requests.Tournaments, requests.WatchTournament, requests.UnwatchTournament, requests.Ping),
)

COMING = (requests.Watch, requests.Sit, requests.Say)
"""Requests of newcomers that are refused while the room is overloaded."""

log = logging.getLogger(__name__)


class RequestHandler:
    def __init__(self, lobby: Lobby, viewer: Viewer, replies: StoredReplies) -> None:
        self._lobby = lobby
        self._viewer = viewer
        self._replies = replies
        self._watched: dict[str, Table] = {}
        self._tournaments = TournamentRequests(lobby, viewer)

    @property
    def _account(self) -> Account | None:
        return self._viewer.account

    def end(self) -> None:
        """Stops watching all tables and tournaments."""
        for table in self._watched.values():
            table.unwatch(self._viewer)
        self._watched.clear()
        self._tournaments.end()

    async def reply(self, request: requests.AnyRequest) -> Reply:
        table = self._lobby.table(getattr(request, "masa", ""))
        account, replies = self._account, self._replies
        if account is None or not request.id:
            return await self._done(request, table)
        try:
            reply, is_new = replies.begin(account.id, request)
        except Refused as reused:
            return refused(request, reused)
        # Requests about the connection itself are executed on each connection.
        if not is_new and not isinstance(request, LOOKS):
            return await asyncio.shield(reply)
        given = refused(request, Refused(RoomRefusal.CLOSED))
        try:
            given = await self._done(request, table)
        finally:
            replies.end(account.id, request.id, reply, given)
        return given

    async def _done(self, request: requests.AnyRequest, table: Table | None) -> Reply:
        try:
            return {"type": "done", "id": request.id} | (await self._do(request, table) or {})
        except AlreadyDone:
            return {"type": "done", "id": request.id}
        except Exception as error:
            return refused(request, error)

    def _is_about_lists(self, request: requests.AnyRequest) -> bool:
        """Whether the request started or stopped a subscription to a list of the lobby."""
        lobby, viewer = self._lobby, self._viewer
        match request:
            case requests.Lobby():
                lobby.table_list.watch(viewer)
            case requests.Unlobby():
                lobby.table_list.unwatch(viewer)
            case requests.Live(value=True):
                lobby.live_table.watch(viewer)
            case requests.Live():
                lobby.live_table.unwatch(viewer)
            case requests.Tournaments(value=value):
                self._tournaments.list(value)
            case _:
                return False
        return True

    async def _do(self, request: requests.AnyRequest, table: Table | None) -> dict[str, Any] | None:
        if isinstance(request, requests.Ping):
            return None
        if isinstance(request, requests.PlayNow):
            self._lobby.overload.verify_may_come()
            return await self._play_now(request)
        if self._is_about_lists(request):
            return None
        if isinstance(request, TournamentRequest):
            account = self._account
            key_of = None if account is None else _key(request, account)
            return await self._tournaments.do(request, key_of)
        # A table that the client may not enter is reported as not found.
        key = getattr(request, "key", "")
        if table is None or table.is_lost:
            raise Refused(RoomRefusal.NOT_FOUND)
        if isinstance(request, COMING):
            self._verify_may_come(table)
        # Viewers have shown the key already. Kicked players and holders of an old link show it
        # again.
        is_in = self._viewer in table.audience.viewers and not table.state.is_banned(self._account)
        if not is_in and not table.may_enter(self._account, key):
            raise Refused(RoomRefusal.NOT_FOUND)
        match request:
            case requests.Watch():
                await self._watch(table, request.epoch, request.seq)
                return None
            case requests.Unwatch():
                await self._unwatch(table)
                return None
        account = self._account
        if account is None:
            raise Refused(RoomRefusal.NOT_LOGGED_IN)
        match request:
            case requests.Act():
                return await self._act(request, table, account)
            case requests.Say(text=text):
                if self._viewer not in table.audience.viewers:
                    raise Refused(RoomRefusal.NOT_ALLOWED, "watch the masa you talk at")
                await self._lobby.chat.say(table, account, text)
            case requests.Report(chat=chat, reason=reason):
                await self._lobby.chat.report(table, account, chat, reason)
            case requests.Mute(everybody=False):
                await self._mute(request, account)
            case requests.Away() | requests.Preselect() | requests.Show():
                await self._at_the_masa(request, table, account)
            case _:
                if not isinstance(table, TableActor):
                    raise Refused(RoomRefusal.TOURNAMENT_TABLE)
                return await self._at_a_cash_table(request, table, account)
        return None

    def _verify_may_come(self, table: Table) -> None:
        """Refuses newcomers while the room is overloaded. Seated players may always reconnect."""
        account = self._account
        if account is None or table.state.side_of(account) is None:
            self._lobby.overload.verify_may_come()

    async def _act(
        self, request: requests.Act, table: Table, account: Account
    ) -> dict[str, Any] | None:
        steady = self._lobby.clock.steady
        asked = steady()
        with self._lobby.overload.act():
            fault = await table.answer(account, request.act, request.turn, request.reason)
        if self._lobby.measures is not None:
            self._lobby.measures.note_act(asked, table.written_at, steady())
        return None if fault is None else {"fault": fault}

    async def _at_a_cash_table(
        self, request: requests.AnyRequest, table: TableActor, account: Account
    ) -> dict[str, Any] | None:
        """Executes requests that exist only at cash tables."""
        match request:
            case requests.Sit():
                return await self._sit(request, table, account)
            case requests.Unwait():
                await self._lobby.seating.unwait(table, account)
            case requests.AnswerOffer(agrees=agrees):
                await host_commands.answer_offer(table, account, agrees)
            case (
                requests.Approve()
                | requests.ApproveBuyIn()
                | requests.Kick()
                | requests.Pause()
                | requests.NewLink()
                | requests.PlayersChat()
                | requests.HandOver()
                | requests.CoHost()
                | requests.SetTimer()
                | requests.SetBlinds()
                | requests.Mute()
            ):
                await self._host(request, table, account)
            case requests.TopUp(amount=amount) if table.state.must_ask(account, amount):
                await host_commands.ask_top_up(table, account, amount)
            case requests.TopUp(amount=amount):
                await table.top_up(account, amount, _key(request, account))
            case requests.AutoTopUp(to=to):
                if table.state.side_of(account) is None:
                    raise Refused(RoomRefusal.NOT_ALLOWED, "take a side first")
                await table.set_auto_top_up(account, to)
            case _:
                await self._at_the_masa(request, table, account)
        return None

    async def _watch(self, table: Table, epoch: str = "", seq: int = -1) -> None:
        if table.id not in self._watched and len(self._watched) >= MOST_WATCHED:
            raise Refused(RoomRefusal.NOT_ALLOWED, f"at most {MOST_WATCHED} tables at once")
        self._watched[table.id] = table
        await table.watch(self._viewer, epoch, seq)

    async def _unwatch(self, table: Table) -> None:
        self._watched.pop(table.id, None)
        table.unwatch(self._viewer)
        account = self._account
        # Unwatching leaves the waiting list. A lost connection keeps its place for a while.
        if (
            account is not None
            and isinstance(table, TableActor)
            and table.state.waiting_list.has(account)
            and not table.audience.has(account.id)
        ):
            await self._lobby.seating.unwait(table, account)

    async def _sit(
        self, request: requests.Sit, table: TableActor, account: Account
    ) -> dict[str, Any]:
        if table.id not in self._watched:
            await self._watch(table)
        side = None if request.side is None else Side(request.side)
        seated = await self._lobby.seating.sit(
            table, account, side, request.stack, request.posts, _key(request, account)
        )
        return {} if seated else {"waiting": True}

    async def _play_now(self, request: requests.PlayNow) -> dict[str, Any]:
        if self._account is None:
            raise Refused(RoomRefusal.NOT_LOGGED_IN)
        async with self._lobby.opening:
            table, stack = await self._lobby.find_side(self._account, request.big, request.stack)
            await self._watch(table)
            key = _key(request, self._account)
            seated = await self._lobby.seating.sit(table, self._account, None, stack, ask=key)
        return {"masa": table.id} | ({} if seated else {"waiting": True})

    async def _at_the_masa(
        self, request: requests.AnyRequest, table: Table, account: Account
    ) -> None:
        side = table.state.side_of(account)
        if side is None:
            raise Refused(RoomRefusal.NOT_ALLOWED, "take a side first")

        def change(masa: Masa) -> Any:
            match request:
                case requests.Leave():
                    return masa.leave(side)
                case requests.Sitout(value=value):
                    return masa.sitout_next(side, value)
                case requests.Away(value=True):
                    return masa.away(side)
                case requests.Away(posts=posts):
                    return masa.back(side, posts)
                case requests.Straddle(value=value):
                    return masa.straddle(side, value)
                case requests.Preselect(choice=choice, price=price):
                    _verify_price(masa, price)
                    return masa.preselect(side, choice)
                case requests.RunTwice(agrees=agrees):
                    return masa.run_twice(side, agrees)
                case requests.Rabbit():
                    return masa.show_rabbit(side)
                case requests.Show(card=card):
                    return masa.show(side, None if card is None else Card(card))
            raise AssertionError(request)

        await table.do(change, who=account)

    async def _mute(self, request: requests.Mute, account: Account) -> None:
        other = await self._somebody(request.name)
        await self._lobby.chat.mute(account, other, request.value)
        self._lobby.mute(account.id, other.id, request.value)

    async def _host(
        self, request: requests.AnyRequest, table: TableActor, account: Account
    ) -> None:
        host_commands.verify_runs_it(table, account)
        now = self._lobby.clock.now()
        match request:
            case requests.Mute(name=name, value=value):
                await host_commands.silence(table, await self._somebody(name), value, account)
            case requests.Approve(name=name, value=value):
                await host_commands.approve(table, await self._somebody(name), value, account)
            case requests.Kick(name=name):
                await host_commands.kick(table, await self._somebody(name), account)
            case requests.ApproveBuyIn(name=name, amount=amount, value=value):
                other = await self._somebody(name)
                await host_commands.approve_buy_in(table, account, other, amount, value)
            case requests.Pause(value=value):
                await host_commands.pause(table, value, now)
            case requests.NewLink():
                host_commands.verify_host(table, account)
                await host_commands.make_new_link(table)
            case requests.PlayersChat(value=value):
                await host_commands.set_players_chat(table, value)
            case requests.HandOver(name=name):
                await host_commands.offer(table, await self._somebody(name), Role.HOST, account)
            case requests.CoHost(name=name, value=True):
                await host_commands.offer(table, await self._somebody(name), Role.CO_HOST, account)
            case requests.CoHost(name=name):
                await host_commands.end_co_host(table, await self._somebody(name), account)
            case requests.SetTimer(levels=levels, minutes=minutes):
                each = [
                    (level.big // 2 if level.small is None else level.small, level.big, level.ante)
                    for level in levels
                ]
                await host_commands.set_timer(table, each, minutes, now)
            case requests.SetBlinds(small=small, big=big, ante=ante):
                await host_commands.set_blinds(table, small, big, ante)

    async def _somebody(self, name: str) -> Account:
        account = await self._lobby.accounts.named(name)
        if account is None:
            raise Refused(RoomRefusal.NOT_FOUND)
        return account


def _key(request: requests.AnyRequest, account: Account) -> MessageKey | None:
    """Return the idempotency key under which the journal stores chip movements.

    It is kept across restarts. None if the request has no id.
    """
    return MessageKey.of(account.id, request.id, content_of(request)) if request.id else None


def _verify_price(masa: Masa, price: int | None) -> None:
    """Refuses a preselected act if a raise has changed the price meanwhile."""
    if price is not None and masa.game and masa.game.situation.dealer.price != price:
        raise Refused(RoomRefusal.STALE_TURN)


def refused(request: requests.AnyRequest, error: Exception) -> Reply:
    """Return the reply to a request that raised *error*.

    An exception that is not a refusal is logged and reported as a fault.
    """
    match error:
        case MasaError(range=(least, most)):
            return refusal(request.id, error.code.name, str(error)) | {"least": least, "most": most}
        case MasaError() | Refused() | TournamentError():
            return refusal(request.id, error.code.name, str(error))
        case uci.UciError():
            return refusal(request.id, RoomRefusal.UNREADABLE.name, str(error))
        case IllegalAct():
            low, high = error.raises or (None, None)
            acts = [uci.write(act) for act in error.possible_acts]
            reply = refusal(request.id, error.code.name, str(error))
            return reply | {"acts": acts, "least": low, "most": high}
    log.error("a fault in %s", type(request).__name__, exc_info=error)
    return refusal(request.id, RoomRefusal.FAULT.name, RoomRefusal.FAULT.words)


def refusal(id: str, code: str, words: str) -> Reply:
    return {"type": "refused", "id": id, "code": code, "words": words}
