"""Messages between the processes of a room: rows of lists, connected accounts, ended sessions, new
names, moved tables. They never contain cards."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Collection, Coroutine
from functools import partial
from typing import TYPE_CHECKING, Any

from pokermasa.server.background_tasks import BackgroundTasks
from pokermasa.server.bus.peers import Item
from pokermasa.server.lobby.open_list import OpenList
from pokermasa.server.protocol.message import AnyMessage
from pokermasa.server.protocol.tournament import TournamentData
from pokermasa.server.refusal import Refused
from pokermasa.server.storage.account import Account

if TYPE_CHECKING:
    from pokermasa.server.lobby.lobby import Lobby

ANSWER = 2.0
"""Seconds to wait for the answer of another process. After that its part is missing in the
result."""

log = logging.getLogger(__name__)


class OtherProcesses:
    """The exchange of changes between this lobby and the other processes."""

    def __init__(self, lobby: Lobby) -> None:
        self._lobby = lobby
        self._peers = lobby.peers
        self._connected: dict[str, set[int]] = {}
        """Accounts that are connected to each other process."""
        self._shown: dict[str, set[str]] = {}
        """Ids of private rows of this process that each other process has been sent."""
        self._tasks = BackgroundTasks(Refused)
        """Background tasks. `Refused` is expected, because the database may be unavailable or
        another process may have been faster."""
        self._lists: dict[str, OpenList[Any, Any]] = {
            "tables": lobby.table_list,
            "tournaments": lobby.tournaments.list,
        }

    def start(self) -> None:
        """Registers all handlers. Does nothing in a room with a single process."""
        peers = self._peers
        if not peers.is_shared:
            return
        for name, shown in self._lists.items():
            shown.on_rows = self._rows_teller(name)
            shown.on_private = partial(self._tell_private, name)
        self._lobby.seating.seats_elsewhere = self._taken
        self._lobby.tournaments.entries_elsewhere = self._entered
        self._lobby.accounts.guesses.on_try = self._tell_try
        peers.on_met.append(self._meet)
        peers.on_lost.append(self._lose)
        for what, handler in {
            "rows": self._hear_rows,
            "private": self._hear_private,
            "connected": self._hear_connected,
            "tell": lambda peer, item: self._lobby.tell_here(item["account"], item["message"]),
            "cut": lambda peer, item: self._lobby.cut_here(item["sessions"]),
            "tried": lambda peer, item: self._lobby.accounts.guesses.hear(*item["tried"]),
            "muted": lambda peer, item: self._lobby.mute_here(*item["muted"]),
            "renamed": lambda peer, item: self._later(self._rename(item["account"])),
            "places": lambda peer, item: self._peers.answer(
                peer, item, {"found": self._lobby.places_here(item["account"])}
            ),
            "entries": lambda peer, item: self._peers.answer(
                peer, item, {"found": self._lobby.tournaments.entries_of(item["account"])}
            ),
            "own_rows": lambda peer, item: self._peers.answer(
                peer, item, {"found": self._own_rows(item["account"])}
            ),
            "take": lambda peer, item: self._later(self._lobby.take(item["id"])),
        }.items():
            peers.on(what, handler)

    async def stop(self) -> None:
        await self._tasks.stop()

    def _later(self, coroutine: Coroutine[Any, Any, None]) -> None:
        self._tasks.start(coroutine, "what another process asked for")

    # Processes that start and stop

    def _meet(self, peer: str) -> None:
        for name, shown in self._lists.items():
            rows = {"do": "rows", "of": name, "rows": shown.own_rows, "closed": [], "is_all": True}
            self._peers.send(peer, rows)
        here = sorted(self._lobby.accounts_here)
        self._peers.send(peer, {"do": "connected", "accounts": here, "is_here": True})

    def _lose(self, peer: str) -> None:
        self._connected.pop(peer, None)
        self._shown.pop(peer, None)
        for shown in self._lists.values():
            shown.forget(peer)
        if peer in self._peers.alive:  # only a message was lost: send everything again
            self._meet(peer)
        else:
            self._later(self._take_over())

    async def _take_over(self) -> None:
        """Tries to take over what a lost process owned, until its leases have certainly expired."""
        clock, lease = self._lobby.clock, self._lobby.settings.lease_ms / 1000
        until = clock.steady() + 1.5 * lease
        while clock.steady() < until:
            await clock.sleep(lease / 20)
            with contextlib.suppress(Refused):
                await self._lobby.adopt()

    # Lists

    def _rows_teller(self, name: str) -> Any:
        def tell(rows: list[Item], closed: list[str]) -> None:
            item = {"do": "rows", "of": name, "rows": rows, "closed": closed, "is_all": False}
            self._peers.tell_all(item)

        return tell

    def _hear_rows(self, peer: str, item: Item) -> None:
        shown = self._lists[item["of"]]
        shown.hear(peer, item["rows"], item["closed"], item["is_all"])

    def _tell_private(self, name: str, id: str, peers: Collection[str] = ()) -> None:
        """Sends a private row to the processes where an account is connected that may see it, and
        its removal to processes that no longer may."""
        row, owners = self._lists[name].private_row(id) or (None, set[int]())
        for peer in peers or self._connected:
            there = sorted(owners & self._connected.get(peer, set()))
            shown = self._shown.setdefault(peer, set())
            if there or id in shown:
                (shown.add if there else shown.discard)(id)
                item = {"do": "private", "of": name, "id": id, "row": row, "accounts": there}
                self._peers.send(peer, item)

    def _hear_private(self, peer: str, item: Item) -> None:
        shown = self._lists[item["of"]]
        shown.hear_private(peer, item["id"], item["row"], item["accounts"])

    def _own_rows(self, account: int) -> list[TournamentData]:
        """Return the rows of private tournaments of this process that the account may see."""
        shown = self._lobby.tournaments.list
        found = [shown.private_row(id) for id in shown.owned_by([account])]
        return [one[0] for one in found if one is not None]

    async def tournament_rows(self, account: Account | None) -> list[TournamentData]:
        """Return the list of tournaments as the account may see it. Private rows of other processes
        are only pushed to processes where the account is connected. A caller over HTTP may not be
        connected, so the other processes are asked."""
        shown = self._lobby.tournaments.list
        rows = {row["id"]: row for row in shown.rows(account)}
        if account is not None:
            there = await self.gather({"do": "own_rows", "account": account.id})
            rows |= {row["id"]: row for row in there}
        return sorted(rows.values(), key=shown.order)

    # Accounts

    def note_connected(self, account: int, is_here: bool) -> None:
        """Tells the other processes that an account is connected here, or no longer."""
        self._peers.tell_all({"do": "connected", "accounts": [account], "is_here": is_here})

    def _hear_connected(self, peer: str, item: Item) -> None:
        there = self._connected.setdefault(peer, set())
        if not item["is_here"]:
            there.difference_update(item["accounts"])
            return
        there.update(item["accounts"])
        for name, shown in self._lists.items():
            for id in shown.owned_by(item["accounts"]):
                self._tell_private(name, id, [peer])

    def _tell_try(self, account: str, who: str, tries: int, is_known: bool) -> None:
        """Sends a failed login to all processes, because failed logins are counted for the whole
        room."""
        self._peers.tell_all({"do": "tried", "tried": [account, who, tries, is_known]})

    def tell(self, account: int, message: AnyMessage) -> None:
        """Sends a message to the account, through those processes where it is connected."""
        for peer, accounts in self._connected.items():
            if account in accounts:
                self._peers.send(peer, {"do": "tell", "account": account, "message": message})

    async def _rename(self, id: int) -> None:
        found = await self._lobby.accounts.with_id(id)
        if found is not None:
            await self._lobby.rename_here(found)

    async def places(self, account: int) -> list[Item]:
        """Return the tables of other processes where the account sits, is being seated, waits or is
        the host."""
        return await self.gather({"do": "places", "account": account})

    async def _taken(self, account: int) -> list[str]:
        found = await self.places(account)
        kinds = ("is_seated", "is_taking", "is_waiting")
        return [place["masa"] for place in found if any(place[kind] for kind in kinds)]

    async def _entered(self, account: int) -> int:
        return len(await self.gather({"do": "entries", "account": account}))

    async def gather(self, item: Item) -> list[Item]:
        """Asks all other processes and returns their rows. Processes that do not answer in time are
        left out."""

        async def ask(peer: str) -> list[Item]:
            with contextlib.suppress(Refused):
                answer = await self._peers.ask(peer, dict(item), ANSWER)
                return list(answer["found"])
            return []

        found = await asyncio.gather(*[ask(peer) for peer in self._peers.alive])
        return [place for places in found for place in places]
