"""Tells everybody at a table how it stands and what happened, to each what they may know."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pokermasa.masa import Change, Side, event
from pokermasa.server.protocol import encoding as wire
from pokermasa.server.storage.account import HOUSE, Account
from pokermasa.server.table import pause
from pokermasa.server.table.audience import Audience
from pokermasa.server.table.event_log import write
from pokermasa.server.table.viewer import Viewer

if TYPE_CHECKING:
    from pokermasa.server.table.actor import TableActor


class Broadcast:
    def __init__(self, table: TableActor) -> None:
        self._table = table
        self.audience = Audience(table.id, self.view_message)

    # How everything stands

    def view_message(self, account: int | None, type: str = "view") -> dict[str, Any]:
        table = self._table
        auto = None if account is None else table.auto_top_up.get(account)
        view = wire.view_data(table.masa, table.names, table.side_of(account), table.bots)
        return {
            "type": type,
            "masa": table.id,
            "epoch": table.epoch,
            "seq": self.audience.seq,
            "room": self._around(account),
            "view": view | {"auto_top_up": auto},
        }

    def room_message(self, account: int | None) -> dict[str, Any]:
        return {"type": "room", "masa": self._table.id, "room": self._around(account)}

    def _around(self, account: int | None) -> dict[str, Any]:
        """Host, waiting list, whose connection is lost."""
        table = self._table
        is_host = table.host is not None and account == table.host.id
        return {
            "name": table.name,
            "host": None if table.host is None else table.host.name,
            "private": table.key is not None,
            "approval": table.access.approval,
            "paused": table.access.paused,
            "closing": table.access.closing,
            "sent_away": table.sent_away,
            "waiting": [
                waiting.account.name
                for waiting in table.waiting_list.waiting
                if table.side_of(waiting.account) is None
            ],
            "absent": [
                side
                for side, a in table.seated.items()
                if a.kind != HOUSE and not self.audience.has(a.id)
            ],
            "asking": [a.name for a in table.waiting_list.asking] if is_host else [],
            "welcome": is_host or table.access.admits(account or 0),
            "street": pause.street(table.settings),
            "show_time": pause.winners(table.access, table.settings),
        }

    def tell_room(self, but: Viewer | None = None) -> None:
        """What is around the masa has changed; *but* one knows it already."""
        table, written = self._table, {}
        host = None if table.host is None else table.host.id
        for viewer in self.audience.viewers:
            # The same words for many: written once for each kind of viewer.
            id = viewer.account_id
            kind = (id is not None and id == host, table.access.admits(id or 0))
            if kind not in written:
                written[kind] = write(self.room_message(id))
            if viewer is not but:
                viewer.outbox.put(written[kind])

    # What happened

    def tell(
        self,
        change: Change,
        was: dict[Side, Account],
        clock: dict[str, Any] | None,
    ) -> None:
        """To everybody; *was* is who sat where before."""
        everybody = {**was, **self._table.seated}
        names = {side: account.name for side, account in everybody.items()}
        game = change.masa.game or change.masa.last_game
        sides = () if game is None else game.sides
        bots = self._table.bots

        def written(events: tuple[event.Event, ...]) -> list[dict[str, Any]]:
            return [wire.event_data(happened, names, sides, bots) for happened in events]

        seen = change.seen_by(None)
        private = {}
        for side, account in everybody.items():
            more = change.seen_by(side)
            if len(more) != len(seen):
                private[account.id] = written(more)
        players = [account.id for account in everybody.values()]
        self.audience.tell(written(seen), private, players, clock)
        self._tell_seats(change, was)

    def tell_renamed(self, side: Side, account: Account) -> None:
        renamed = {"event": "renamed", "side": side, "name": account.name}
        self.audience.tell([renamed], {}, [account.id for account in self._table.seated.values()])

    def tell_odds(self, odds: dict[str, Any]) -> None:
        players = [account.id for account in self._table.seated.values()]
        self.audience.tell([odds], {}, players, is_past=self._table.masa.no_game)

    def _tell_seats(self, change: Change, was: dict[Side, Account]) -> None:
        """Document 004's joinedTable and leftTable, to those who sat down or got up."""
        for happened in change.events:
            if isinstance(happened, event.PlayerLeft):
                account = was[happened.side]
                message = {"type": "left_table", "masa": self._table.id, "stack": happened.stack}
                self.audience.to(account.id, message)
                if self._table.is_banned(account):
                    self._table.send_away(account.id)
                    self.tell_room()
            elif isinstance(happened, event.PlayerJoined):
                account = self._table.seated[happened.side]
                self.audience.to(account.id, self.view_message(account.id, "joined_table"))

    def welcome(self, viewer: Viewer, seq: int | None) -> None:
        """What it missed since *seq*, or how everything stands."""
        is_seated = self._table.side_of(viewer.account_id) is not None
        if self.audience.enter(viewer, seq, is_seated):
            viewer.outbox.tell(self.room_message(viewer.account_id))
            self._tell_preselected(viewer)

    def _tell_preselected(self, viewer: Viewer) -> None:
        """Private events have no number, so the last choice is told again."""
        masa, side = self._table.masa, self._table.side_of(viewer.account_id)
        if side is not None and masa.is_in_hand(side):
            chosen = event.Preselect(side, masa.seats[side].preselected)
            events = [wire.event_data(chosen, {}, ())]
            viewer.outbox.tell({"type": "private", "masa": self._table.id, "events": events})

    def say(self, message: dict[str, Any], sender: int) -> None:
        """To everybody here who has not muted the sender."""
        text = write(message)
        for viewer in self.audience.viewers:
            if sender not in viewer.muted:
                viewer.outbox.put(text)
