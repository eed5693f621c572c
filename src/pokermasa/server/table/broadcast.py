"""Sends the state of a table and its events to all viewers, to each only the parts that this viewer
may know."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from pokermasa.masa import Change, Side, event
from pokermasa.server.clock import Clock
from pokermasa.server.protocol import encoding as wire
from pokermasa.server.protocol import message as messages
from pokermasa.server.protocol.data import ClockData
from pokermasa.server.protocol.event import AnyEvent, ChipsGiven, Odds, Renamed
from pokermasa.server.protocol.room import LevelData, ReservedData, Role, RoomData, TimerData
from pokermasa.server.settings import Settings
from pokermasa.server.storage.account import Account
from pokermasa.server.table import pause
from pokermasa.server.table.audience import Audience
from pokermasa.server.table.bot_terms import may_add_bots
from pokermasa.server.table.event_feed import EventFeed
from pokermasa.server.table.event_log import write
from pokermasa.server.table.state import TableState
from pokermasa.server.table.viewer import Viewer

Events = list[AnyEvent]


PLAYERS_TO_BEGIN = 2
MOST_WATCHERS = 20
"""Maximum number of names of watchers in a room message."""

_ViewerKind = tuple[bool, bool, int | None, Role | None, int | None]


class Broadcast:
    """The sender of the messages of one table to the outboxes of its viewers."""

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
        """Number of the event batch with which the last hand ended."""

    # Messages with the whole state

    def view_message(self, account: int | None) -> messages.View:
        """Return the message with the whole state of the table as *account* may see it. None is a
        viewer without an account."""
        state = self._state
        auto = None if account is None else state.auto_top_up.get(account)
        side = state.side_of(account)
        return {
            "type": "view",
            "masa": state.id,
            "epoch": state.epoch,
            "seq": self.feed.seq,
            "room": self._around(account),
            "view": wire.view_data(state.masa, state.names, side, state.bots, auto),
        }

    def room_message(self, account: int | None) -> messages.Room:
        """Return the message with everything about the table that is not part of the masa."""
        return {"type": "room", "masa": self._state.id, "room": self._around(account)}

    def _around(self, account: int | None) -> RoomData:
        """Return the state of the table outside the masa: host, waiting list, lost connections and
        more."""
        state = self._state
        runs_it, welcome, mine, offered, own = self._kind(account)
        return {
            "name": state.name,
            "host": None if state.host is None else state.host.name,
            "private": state.key is not None,
            "approval": state.access.approval,
            "paused": state.access.paused,
            "closing": state.access.closing,
            "sent_away": list(state.sent_away),
            "waiting": [
                waiting.account.name
                for waiting in state.waiting_list.waiting
                if state.side_of(waiting.account) is None
            ],
            "reserved": self._reserved(),
            "watchers": self._watchers(),
            "absent": [
                side
                for side, a in state.seated.items()
                if not a.is_house and not self._audience.has(a.id)
            ],
            "seat_requests": [a.name for a in state.waiting_list.asking] if runs_it else [],
            "welcome": welcome,
            "players_chat": state.access.players_chat,
            "may_add_bots": runs_it and may_add_bots(state),
            "co_hosts": [a.name for a in state.hosting.co_hosts],
            "offers": [
                {"name": offer.account.name, "role": offer.role}
                for offer in (state.hosting.offers if runs_it else ())
            ],
            "offered": offered,
            "buy_ins": state.access.buy_ins,
            "buy_in_requests": [
                {"name": one.account.name, "amount": one.amount, "top_up": one.is_top_up}
                for one in (state.hosting.buy_ins if runs_it else ())
            ],
            "own_buy_in_request": mine,
            "own_chips": own,
            "timer": self._timer(),
            "street": pause.street(self._settings),
            "show_time": pause.winners(state.access, self._settings),
            "tournament": state.tournament,
        }

    def _kind(self, account: int | None) -> _ViewerKind:
        """Return all values of the room message that differ between viewers: whether they run the
        game, whether they may sit down, their own pending buy-in, the role that they are offered,
        and their off-table chips in a game with its own chips. Viewers with equal values get the
        same text."""
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

    def _reserved(self) -> list[ReservedData]:
        """Return the sides that the waiting people get. They are given in the order of the list, as
        in `Seating.seat_next`."""
        state = self._state
        free = [Side(side) for side in range(state.masa.sides) if side not in state.seated]
        reserved: list[ReservedData] = []
        for waiting in state.waiting_list.waiting:
            if not free or state.side_of(waiting.account) is not None:
                continue
            side = waiting.side if waiting.side in free else free[0]
            free.remove(side)
            reserved.append({"name": waiting.account.name, "side": side})
        return reserved

    @property
    def shows_watchers(self) -> bool:
        """Whether the room message names people who look on: at a host's table that waits for
        players."""
        return self._state.host is not None and self._state.people < PLAYERS_TO_BEGIN

    def _watchers(self) -> list[str]:
        if not self.shows_watchers:
            return []
        seated = {account.id for account in self._state.seated.values()}
        accounts = {
            viewer.account.id: viewer.account.name
            for viewer in self._audience.viewers
            if viewer.account is not None and viewer.account.id not in seated
        }
        return list(accounts.values())[:MOST_WATCHERS]

    def _timer(self) -> TimerData | None:
        timer = self._state.access.timer
        if timer is None:
            return None
        following: LevelData | None = None
        if not timer.is_last:
            small, big, ante = timer.levels[timer.level + 1]
            following = {"small": small, "big": big, "ante": ante}
        return {
            "level": timer.level + 1,
            "levels": len(timer.levels),
            "left": None if timer.is_last else timer.left_at(self._clock.now()),
            "next": following,
        }

    def tell_room(self, but: Viewer | None = None) -> None:
        """Sends the state outside the masa to all viewers except *but*, who already has it."""
        written: dict[_ViewerKind, bytes] = {}
        for viewer in self._audience.viewers:
            # Many viewers get the same text, which is built once for each kind of viewer.
            id = viewer.account_id
            kind = self._kind(id)
            if kind not in written:
                written[kind] = write(self.room_message(id))
            if viewer is not but:
                viewer.outbox.put(written[kind])

    # Messages about the turn

    def tell_clock(self, clock: ClockData) -> None:
        """Sends all viewers the state of the clock of this turn."""
        self._audience.tell_all({"type": "clock", "masa": self._state.id, **clock})

    def offer(self, clock: ClockData, to: Viewer | None = None) -> None:
        """Sends the message `act` of document 004 to the viewers who have to act, or only to the
        viewer *to* if its account has to act."""
        state = self._state
        for side in state.turn.sides:
            account = state.seated[side].id
            viewers = self._audience.find(account)
            if to is not None:
                viewers = [to] if to.account_id == account else []
            if viewers:
                text = write(self._act_message(side, clock))
                for viewer in viewers:
                    viewer.outbox.put(text)

    def _act_message(self, side: Side, clock: ClockData) -> messages.Act:
        state = self._state
        view = state.masa.view(side)
        assert view is not None
        return {
            "type": "act",
            "masa": state.id,
            "turn": state.turn.token,
            "left": clock["left"],
            "total": clock["total"],
            "bank": clock["bank"],
            "run_twice": state.turn.is_about_twice,
            **wire.act_data(view),
        }

    def tell_closed(self, viewer: Viewer) -> None:
        """Tells the viewer that this table is closed for it."""
        viewer.outbox.tell({"type": "closed", "masa": self._state.id})

    def tell_kicked(self, viewer: Viewer) -> None:
        """Tells the viewer that the host has removed its account from this table."""
        viewer.outbox.tell({"type": "closed", "masa": self._state.id, "kicked": True})

    # Messages with events

    def tell(
        self,
        change: Change,
        was: dict[Side, Account],
        clock: ClockData | None,
        hand: str = "",
    ) -> None:
        """Sends the events of a change to all viewers. *was* maps each side to its account before
        the change; *clock* is the state of the clock if a turn begins; *hand* is the id of the hand
        that ends with this change."""
        everybody = {**was, **self._state.seated}
        names = {side: account.name for side, account in everybody.items()}
        game = change.masa.game or change.masa.last_game
        sides = () if game is None else game.sides
        bots = self._state.bots

        def written(events: tuple[event.Event, ...]) -> Events:
            return [wire.event_data(new_event, names, sides, bots, hand) for new_event in events]

        seen = change.seen_by(None)
        private = {}
        for side, account in everybody.items() if len(seen) < len(change.events) else ():
            more = change.seen_by(side)
            if len(more) != len(seen):
                private[account.id] = written(more)
        players = [account.id for account in everybody.values()]
        self._tell_batch(written(seen), private, players, clock)
        self._tell_seats(change, was)

    def tell_renamed(self, side: Side, account: Account) -> None:
        """Sends all viewers the new name of a player."""
        renamed: Renamed = {"event": "renamed", "side": side, "name": account.name}
        self._tell_batch([renamed], {}, [account.id for account in self._state.seated.values()])

    def tell_given(self, account: Account, amount: int) -> None:
        """Sends all viewers that chips of the game's own were given out. Everybody learns it,
        because everybody plays for these chips."""
        given: ChipsGiven = {"event": "chips_given", "name": account.name, "amount": amount}
        self._tell_batch([given], {}, [account.id for account in self._state.seated.values()])

    def tell_odds(self, odds: Odds) -> None:
        """Sends the event `odds` to all viewers."""
        players = [account.id for account in self._state.seated.values()]
        self._tell_batch([odds], {}, players, is_past=self._state.masa.no_game)

    def _tell_seats(self, change: Change, was: dict[Side, Account]) -> None:
        """Sends the messages joinedTable and leftTable of document 004 to the accounts that sat
        down or left."""
        for new_event in change.events:
            if isinstance(new_event, event.PlayerLeft):
                account = was[new_event.side]
                self._audience.to(
                    account.id,
                    {"type": "left_table", "masa": self._state.id, "stack": new_event.stack},
                )
            elif isinstance(new_event, event.PlayerJoined):
                account = self._state.seated[new_event.side]
                joined: messages.JoinedTable = {
                    **self.view_message(account.id),
                    "type": "joined_table",
                }
                self._audience.to(account.id, joined)

    def welcome(self, viewer: Viewer, seq: int | None, clock: ClockData) -> None:
        """Sends the viewer all events since number *seq*, or the whole state if these events are
        not available. The *clock* of a running turn follows."""
        # Spectators do not get the events of past hands, because a client that sends a number may
        # never have been here.
        is_seated = self._state.side_of(viewer.account_id) is not None
        if self.feed.welcome(viewer, seq, oldest=0 if is_seated else self._past):
            viewer.outbox.tell(self.room_message(viewer.account_id))
            self._tell_preselected(viewer)
        if self._state.turn.sides:
            viewer.outbox.tell({"type": "clock", "masa": self._state.id, **clock})
            self.offer(clock, to=viewer)

    def _tell_preselected(self, viewer: Viewer) -> None:
        """Sends the player's current preselected act again. Private events carry no number, so they
        are not part of the missed events."""
        masa, side = self._state.masa, self._state.side_of(viewer.account_id)
        if side is not None and masa.is_in_hand(side):
            chosen = event.Preselect(side, masa.seats[side].preselected)
            events = [wire.event_data(chosen, {})]
            viewer.outbox.tell({"type": "private", "masa": self._state.id, "events": events})

    def say(self, message: messages.Chat, sender: int) -> None:
        """Sends a chat message to all viewers who have not muted the sender."""
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
        clock: ClockData | None = None,
        is_past: bool = False,
    ) -> None:
        """Sends a batch of events: to the players at once, to all others as soon as other tasks
        allow it. *private* replaces the public events for an account. *is_past* marks events about
        a hand that is already over."""
        id = self._state.id
        # Private events carry no sequence number, because gaps would tell other viewers that they
        # exist.
        if public:
            seq = self.feed.log.next_seq
            message: messages.Events = {"type": "events", "masa": id, "seq": seq, "events": public}
            if clock is not None:
                message["clock"] = clock
            self.feed.log.add(message, private)
            if is_past or any(sent["event"] == "hand_ended" for sent in public):
                self._past = self.feed.seq
        for account in players:
            for viewer in self._audience.find(account):
                if public:
                    self.feed.catch_up(viewer)
                elif account in private:
                    events = private[account]
                    viewer.outbox.tell({"type": "private", "masa": id, "events": events})
        if public:
            self.feed.tell_all()
