"""Tells everybody at a table how it stands and what happened, to each what they may know."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from pokermasa.masa import Change, Side, event
from pokermasa.server.clock import Clock
from pokermasa.server.protocol import encoding as wire
from pokermasa.server.settings import Settings
from pokermasa.server.storage.account import Account
from pokermasa.server.table import pause
from pokermasa.server.table.audience import Audience
from pokermasa.server.table.event_feed import EventFeed
from pokermasa.server.table.event_log import write
from pokermasa.server.table.state import TableState
from pokermasa.server.table.viewer import Viewer

Events = list[dict[str, Any]]


class Broadcast:
    def __init__(
        self, state: TableState, audience: Audience, settings: Settings, clock: Clock
    ) -> None:
        self._state = state
        self._audience = audience
        self._settings = settings
        self._clock = clock
        self.feed = EventFeed(
            state.id, audience, lambda viewer: self.view_message(viewer.account_id)
        )
        self._past = 0
        """The number of the batch with which the last hand ended."""

    # How everything stands

    def view_message(self, account: int | None, type: str = "view") -> dict[str, Any]:
        state = self._state
        auto = None if account is None else state.auto_top_up.get(account)
        view = wire.view_data(state.masa, state.names, state.side_of(account), state.bots)
        return {
            "type": type,
            "masa": state.id,
            "epoch": state.epoch,
            "seq": self.feed.seq,
            "room": self._around(account),
            "view": view | {"auto_top_up": auto},
        }

    def room_message(self, account: int | None) -> dict[str, Any]:
        return {"type": "room", "masa": self._state.id, "room": self._around(account)}

    def _around(self, account: int | None) -> dict[str, Any]:
        """Host, waiting list, whose connection is lost."""
        state = self._state
        runs_it, welcome, mine, offered, own = self._kind(account)
        return {
            "name": state.name,
            "host": None if state.host is None else state.host.name,
            "private": state.key is not None,
            "approval": state.access.approval,
            "paused": state.access.paused,
            "closing": state.access.closing,
            "sent_away": state.sent_away,
            "waiting": [
                waiting.account.name
                for waiting in state.waiting_list.waiting
                if state.side_of(waiting.account) is None
            ],
            "absent": [
                side
                for side, a in state.seated.items()
                if not a.is_house and not self._audience.has(a.id)
            ],
            "asking": [a.name for a in state.waiting_list.asking] if runs_it else [],
            "welcome": welcome,
            "players_chat": state.access.players_chat,
            "co_hosts": [a.name for a in state.hosting.co_hosts],
            "offers": [
                {"name": offer.account.name, "role": offer.role}
                for offer in (state.hosting.offers if runs_it else ())
            ],
            "offered": offered,
            "buy_ins": state.access.buy_ins,
            "asks": [
                {"name": one.account.name, "amount": one.amount, "top_up": one.is_top_up}
                for one in (state.hosting.buy_ins if runs_it else ())
            ],
            "asked": mine,
            "own_chips": own,
            "timer": self._timer(),
            "street": pause.street(self._settings),
            "show_time": pause.winners(state.access, self._settings),
            "tournament": state.tournament,
        }

    def _kind(self, account: int | None) -> tuple[bool, bool, int | None, str | None, int | None]:
        """All that differs from one viewer to the next: whether they run the game, may sit down;
        what they have asked the host for, what they are offered, what they have of its chips."""
        state = self._state
        runs_it = state.runs_it(account)
        asked = state.hosting.buy_in_of(account)
        return (
            runs_it,
            runs_it or state.access.admits(account or 0),
            None if asked is None else asked.amount,
            state.hosting.offer_to(account),
            state.own_chips.get(account or 0, 0) if state.access.own_chips else None,
        )

    def _timer(self) -> dict[str, Any] | None:
        timer = self._state.access.timer
        if timer is None:
            return None
        following = None if timer.is_last else timer.levels[timer.level + 1]
        return {
            "level": timer.level + 1,
            "levels": len(timer.levels),
            "left": None if timer.is_last else timer.left_at(self._clock.now()),
            "next": following and dict(zip(("small", "big", "ante"), following, strict=True)),
        }

    def tell_room(self, but: Viewer | None = None) -> None:
        """What is around the masa has changed; *but* one knows it already."""
        written: dict[Any, str] = {}
        for viewer in self._audience.viewers:
            # The same words for many: written once for each kind of viewer.
            id = viewer.account_id
            kind = self._kind(id)
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
        hand: str | None = None,
    ) -> None:
        """To everybody; *was* is who sat where before, *hand* the id of one that ends with it."""
        everybody = {**was, **self._state.seated}
        names = {side: account.name for side, account in everybody.items()}
        game = change.masa.game or change.masa.last_game
        sides = () if game is None else game.sides
        bots = self._state.bots

        def written(events: tuple[event.Event, ...]) -> list[dict[str, Any]]:
            return [wire.event_data(happened, names, sides, bots, hand) for happened in events]

        seen = change.seen_by(None)
        private = {}
        for side, account in everybody.items():
            more = change.seen_by(side)
            if len(more) != len(seen):
                private[account.id] = written(more)
        players = [account.id for account in everybody.values()]
        self._tell_batch(written(seen), private, players, clock)
        self._tell_seats(change, was)

    def tell_renamed(self, side: Side, account: Account) -> None:
        renamed = {"event": "renamed", "side": side, "name": account.name}
        self._tell_batch([renamed], {}, [account.id for account in self._state.seated.values()])

    def tell_given(self, account: Account, amount: int) -> None:
        """Chips of the game's own were given out: everybody is told, since everybody plays for
        them."""
        given = {"event": "chips_given", "name": account.name, "amount": amount}
        self._tell_batch([given], {}, [account.id for account in self._state.seated.values()])

    def tell_odds(self, odds: dict[str, Any]) -> None:
        players = [account.id for account in self._state.seated.values()]
        self._tell_batch([odds], {}, players, is_past=self._state.masa.no_game)

    def _tell_seats(self, change: Change, was: dict[Side, Account]) -> None:
        """Document 004's joinedTable and leftTable, to those who sat down or got up."""
        for happened in change.events:
            if isinstance(happened, event.PlayerLeft):
                account = was[happened.side]
                message = {"type": "left_table", "masa": self._state.id, "stack": happened.stack}
                self._audience.to(account.id, message)
            elif isinstance(happened, event.PlayerJoined):
                account = self._state.seated[happened.side]
                self._audience.to(account.id, self.view_message(account.id, "joined_table"))

    def welcome(self, viewer: Viewer, seq: int | None) -> None:
        """Send what the viewer missed since *seq*, or how everything stands."""
        # Who only looks on is not told of hands that are over: whoever names a number may never
        # have been here.
        is_seated = self._state.side_of(viewer.account_id) is not None
        if self.feed.welcome(viewer, seq, oldest=0 if is_seated else self._past):
            viewer.outbox.tell(self.room_message(viewer.account_id))
            self._tell_preselected(viewer)

    def _tell_preselected(self, viewer: Viewer) -> None:
        """Private events have no number, so the last choice is told again."""
        masa, side = self._state.masa, self._state.side_of(viewer.account_id)
        if side is not None and masa.is_in_hand(side):
            chosen = event.Preselect(side, masa.seats[side].preselected)
            events = [wire.event_data(chosen, {}, ())]
            viewer.outbox.tell({"type": "private", "masa": self._state.id, "events": events})

    def say(self, message: dict[str, Any], sender: int) -> None:
        """To everybody here who has not muted the sender."""
        text = write(message)
        for viewer in self._audience.viewers:
            if sender not in viewer.muted:
                viewer.outbox.put(text)

    # Batches of events

    def _tell_batch(
        self,
        public: Events,
        private: Mapping[int, Events],
        players: Iterable[int],
        clock: dict[str, Any] | None = None,
        is_past: bool = False,
    ) -> None:
        """What happened; the players hear it now, the others as soon as there is time. With
        *is_past* it is about a hand that is over."""
        id = self._state.id
        # What only one may know has no number, or others could count it.
        if public:
            message = {"type": "events", "masa": id, "events": public}
            self.feed.log.add(message if clock is None else message | {"clock": clock}, private)
            if is_past or any(happened["event"] == "hand_ended" for happened in public):
                self._past = self.feed.seq
        for account in players:
            for viewer in self._audience.of(account):
                if public:
                    self.feed.catch_up(viewer)
                elif account in private:
                    events = private[account]
                    viewer.outbox.tell({"type": "private", "masa": id, "events": events})
        if public:
            self.feed.tell_all()
