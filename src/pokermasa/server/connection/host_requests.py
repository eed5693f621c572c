"""Handlers of requests of a table's host and co-hosts."""

from __future__ import annotations

from pokermasa.server.connection.call import Call
from pokermasa.server.protocol import request as requests
from pokermasa.server.protocol.room import Role
from pokermasa.server.table import host_commands


async def approve(call: Call[requests.Approve]) -> None:
    other = await call.somebody(call.request.name)
    await host_commands.approve(call.table, other, call.request.value, call.account)


async def approve_buy_in(call: Call[requests.ApproveBuyIn]) -> None:
    request, other = call.request, await call.somebody(call.request.name)
    await host_commands.approve_buy_in(
        call.table, call.account, other, request.amount, request.value
    )


async def kick(call: Call[requests.Kick]) -> None:
    await host_commands.kick(call.table, await call.somebody(call.request.name), call.account)


async def pause(call: Call[requests.Pause]) -> None:
    await host_commands.pause(call.table, call.request.value, call.lobby.clock.now())


async def make_new_link(call: Call[requests.NewLink]) -> None:
    host_commands.verify_host(call.table, call.account)
    await host_commands.make_new_link(call.table)


async def set_players_chat(call: Call[requests.PlayersChat]) -> None:
    await host_commands.set_players_chat(call.table, call.request.value)


async def add_bots(call: Call[requests.AddBots]) -> None:
    await host_commands.add_bots(call.table)


async def hand_over(call: Call[requests.HandOver]) -> None:
    other = await call.somebody(call.request.name)
    await host_commands.offer(call.table, other, Role.HOST, call.account)


async def co_host(call: Call[requests.CoHost]) -> None:
    other = await call.somebody(call.request.name)
    if call.request.value:
        await host_commands.offer(call.table, other, Role.CO_HOST, call.account)
    else:
        await host_commands.end_co_host(call.table, other, call.account)


async def set_blind_timer(call: Call[requests.SetBlindTimer]) -> None:
    levels = [
        (level.big // 2 if level.small is None else level.small, level.big, level.ante)
        for level in call.request.levels
    ]
    now = call.lobby.clock.now()
    await host_commands.set_timer(call.table, levels, call.request.minutes, now)


async def set_blinds(call: Call[requests.SetBlinds]) -> None:
    request = call.request
    await host_commands.set_blinds(call.table, request.small, request.big, request.ante)
