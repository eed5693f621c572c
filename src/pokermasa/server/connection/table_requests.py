"""Handlers of requests of viewers and players at one table."""

from __future__ import annotations

from pokermasa.cards import Card
from pokermasa.masa import Change, Masa, Side
from pokermasa.server.connection.call import Call
from pokermasa.server.protocol import request as requests
from pokermasa.server.protocol.message import DoneDetails
from pokermasa.server.refusal import Refused, RoomRefusal
from pokermasa.server.table import host_commands
from pokermasa.server.table.actor import TableActor


async def watch(call: Call[requests.Watch]) -> None:
    await call.watching.watch(call.table, call.request.epoch, call.request.seq)


async def unwatch(call: Call[requests.Unwatch]) -> None:
    table, account = call.table, call.account
    call.watching.tables.pop(table.id, None)
    table.unwatch(call.viewer)
    # Unwatching leaves the waiting list. A lost connection keeps its place for a while.
    if (
        account is not None
        and isinstance(table, TableActor)
        and table.state.waiting_list.has(account)
        and not table.audience.has(account.id)
    ):
        await host_commands.take_back(table, account)


async def act(call: Call[requests.Act]) -> DoneDetails | None:
    request, table, lobby = call.request, call.table, call.lobby
    asked = lobby.clock.steady()
    with lobby.overload.act():
        fault = await table.act(call.account, request.act, request.turn, request.reason)
    if lobby.measures is not None:
        lobby.measures.note_act(asked, table.written_at, lobby.clock.steady())
    return None if fault is None else {"fault": fault}


async def sit(call: Call[requests.Sit]) -> DoneDetails:
    request, table = call.request, call.table
    if table.id not in call.watching.tables:
        await call.watching.watch(table)
    side = None if request.side is None else Side(request.side)
    seated = await call.lobby.seating.sit(
        table, call.account, side, request.stack, request.posts, call.key
    )
    return {} if seated else {"waiting": True}


async def unwait(call: Call[requests.Unwait]) -> None:
    await host_commands.take_back(call.table, call.account)


async def leave(call: Call[requests.Leave]) -> None:
    await call.table.do(call.account, Masa.leave)


async def leave_after_hand(call: Call[requests.LeaveAfterHand]) -> None:
    value = call.request.value
    await call.table.do(call.account, lambda masa, side: masa.sitout_next(side, value))


async def sit_out(call: Call[requests.SitOut]) -> None:
    def change(masa: Masa, side: Side) -> Change:
        return masa.away(side) if call.request.value else masa.back(side, call.request.posts)

    await call.table.do(call.account, change)


async def straddle(call: Call[requests.Straddle]) -> None:
    value = call.request.value
    await call.table.do(call.account, lambda masa, side: masa.straddle(side, value))


async def preselect(call: Call[requests.Preselect]) -> None:
    choice, price = call.request.choice, call.request.price

    def change(masa: Masa, side: Side) -> Change:
        # A raise may have changed the price since the player chose.
        if price is not None and masa.game and masa.game.situation.dealer.price != price:
            raise Refused(RoomRefusal.STALE_TURN)
        return masa.preselect(side, choice)

    await call.table.do(call.account, change)


async def run_twice(call: Call[requests.RunTwice]) -> None:
    agrees = call.request.agrees
    await call.table.do(call.account, lambda masa, side: masa.run_twice(side, agrees))


async def show(call: Call[requests.Show]) -> None:
    card = None if call.request.card is None else Card(call.request.card)
    await call.table.do(call.account, lambda masa, side: masa.show(side, card))


async def show_rabbit(call: Call[requests.Rabbit]) -> None:
    await call.table.do(call.account, Masa.show_rabbit)


async def top_up(call: Call[requests.TopUp]) -> None:
    table, account, amount = call.table, call.account, call.request.amount
    if table.state.must_ask(account, amount):
        await host_commands.ask_top_up(table, account, amount)
    else:
        await table.top_up(account, amount, call.key)


async def auto_top_up(call: Call[requests.AutoTopUp]) -> None:
    await call.table.set_auto_top_up(call.account, call.request.to)


async def answer_offer(call: Call[requests.AnswerOffer]) -> None:
    await host_commands.answer_offer(call.table, call.account, call.request.agrees)


async def say(call: Call[requests.Say]) -> None:
    if call.viewer not in call.table.audience.viewers:
        raise Refused(RoomRefusal.NOT_ALLOWED, "watch the masa before you chat there")
    await call.lobby.chat.say(call.table, call.account, call.request.text)


async def report(call: Call[requests.Report]) -> None:
    await call.lobby.chat.report(call.table, call.account, call.request.chat, call.request.reason)


async def mute(call: Call[requests.Mute]) -> None:
    table, account, value = call.table, call.account, call.request.value
    if call.request.everybody:
        if not isinstance(table, TableActor):
            raise Refused(RoomRefusal.TOURNAMENT_TABLE)
        host_commands.verify_runs_it(table, account)
        other = await call.somebody(call.request.name)
        await host_commands.silence(table, other, value, account)
        return
    other = await call.somebody(call.request.name)
    await call.lobby.chat.mute(account, other, value)
    call.lobby.mute(account.id, other.id, value)
