"""The action clock of a table: which players have to act, their deadline and their time banks."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from pokermasa.masa import Change, Masa
from pokermasa.rules import PlayerAct
from pokermasa.server.clock import Clock
from pokermasa.server.protocol.data import ClockData
from pokermasa.server.refusal import Refused, RoomRefusal
from pokermasa.server.settings import Settings
from pokermasa.server.storage.account import GUEST, Account
from pokermasa.server.table.audience import Audience
from pokermasa.server.table.state import TableState
from pokermasa.server.table.turn_timer import TurnTimer

TIMEOUTS_BEFORE_AWAY = 2
"""Number of consecutive turns that a player lets run out before the room marks the player as
away."""
GRACE_AN_ORBIT_MS = 30_000
"""Maximum extra time in milliseconds that one player gets for lost connections while the button
goes round once. After that, a lost connection gives no more time."""
BANK_REFILL_MS = 5_000
"""Time in milliseconds that is added to each time bank every `BANK_HANDS` hands. A time bank never
exceeds the full time bank of the table."""
BANK_HANDS = 10
"""Number of hands dealt at a table between two refills of the time banks."""
RETRY = 1000
"""Milliseconds between two attempts to end or to resume a turn while the room cannot store
changes."""
LEAST_AFTER_FAULT = 5000
"""Minimum time to act in milliseconds once the room can store changes again, for a player whose
request was refused with `STORAGE` in this turn."""
HOUSE_TURN = 10_000
"""Minimum time to act for a house bot in milliseconds, even if the host has set a shorter time. A
bot that is always late would fold every hand, and the house would pay for it."""
FIRST_ACT = 10_000
"""Time to act in milliseconds for a guest who has never acted, at a cash table without a host. Such
a guest has no time bank, gets no extra time for a lost connection, and is marked as away after one
missed turn. Players therefore do not wait for guests who sit down and disappear."""
SLOW = 5000
"""Milliseconds of thinking after which the player to act counts as slow."""
ABSENT = 500
"""Length of a turn in milliseconds for an absent player who is still dealt in, as in a
tournament."""


class RequestArrival(NamedTuple):
    """The turn in which a request of the player to act arrived, and the time of its arrival by the
    monotonic clock, in seconds."""

    turn: str
    at: float


class TimeOut(NamedTuple):
    """The result of a turn whose time has run out: the change of the masa, and the values to
    remember after it."""

    change: Change
    account: int
    late: int
    """Number of consecutive turns that the account has let run out, including this one. It is 0 if
    the account is marked as away with this turn."""


class ActClock:
    """The deadlines of the turns at one masa.

    *ring* is called with the token of a turn when its time has run out, and *tell* when the players
    have to be sent the new state of the clock within a turn.
    """

    def __init__(
        self,
        state: TableState,
        audience: Audience,
        settings: Settings,
        clock: Clock,
        ring: Callable[[str], None],
        tell: Callable[[], None],
    ) -> None:
        self._tell = tell
        self._state = state
        self._audience = audience
        self._settings = settings
        self.timeouts_before_away = TIMEOUTS_BEFORE_AWAY
        self._action = TurnTimer(clock, ring)
        self._protected: int | None = None
        """The account that got extra time in this turn because its connection was lost."""
        self._grace_used: dict[int, list[tuple[int, int]]] = {}
        """Extra time for lost connections that each account has used: pairs of hand number and
        milliseconds."""
        self._banks: dict[int, tuple[int, int]] = {}
        """State of the time bank of each account that has left its side: the number of hands dealt
        until then, and the milliseconds that were left."""
        self._late: dict[int, int] = {}
        """Number of consecutive turns that each account has let run out."""
        self._slow: set[int] = set()
        """Accounts that needed more than `SLOW` milliseconds for their last act."""
        self.have_acted = {account.id for account in state.seated.values()}
        """Accounts that have acted. All tables of a lobby share one set. Accounts that sit here
        when the room starts are included, because they may have acted before."""

    @property
    def token(self) -> str:
        """Token of the turn whose time is running, or an empty string."""
        return self._action.turn

    @property
    def _act_time(self) -> int:
        return self._state.access.act_time or self._settings.act_time_ms

    def stop(self) -> None:
        self._action.stop()

    def begin(self, grace: int = 0) -> bool:
        """Starts a deadline for the sides that have to act, with *grace* extra milliseconds.
        Returns False if no new turn begins."""
        masa = self._state.masa
        turn, sides, _ = self._state.turn
        if sides and turn == self._action.turn:
            return False
        self._note_grace()
        if not sides:
            self._action.stop()
            return False
        if masa.terms.absent_play and all(masa.seats[side].away for side in sides):
            self._action.start(turn, min(self._act_time, ABSENT))
            return True
        players = [self._state.seated[side] for side in sides]
        people = [account for account in players if not account.is_house]
        time = self._act_time
        if len(people) < len(players):
            time = max(time, HOUSE_TURN)
        elif all(self._is_untried(account) for account in people):
            time = min(time, FIRST_ACT)
        self._action.start(turn, time)
        if grace:
            self._action.add_grace(grace)  # players do not lose time through a fault of the room
        for account in people:
            if not self._audience.has(account.id):
                self._protect(account)
        return True

    def _is_untried(self, account: Account) -> bool:
        """Return whether the account is a guest who has never acted, at a cash table without a
        host."""
        is_house = self._state.host is None and not self._state.masa.terms.absent_play
        return is_house and account.kind == GUEST and account.id not in self.have_acted

    @property
    def is_slow(self) -> bool:
        """Whether a person has to act and has already used the time bank or more than `SLOW`
        milliseconds."""
        if not [side for side in self._state.turn.sides if not self._state.seated[side].is_house]:
            return False
        return self._action.is_bank or self._action.total - self._action.left > SLOW

    def was_slow(self, account: int) -> bool:
        """Return whether the account was slow in its last turn or let its time run out."""
        return account in self._slow or account in self._late

    def _protect(self, who: Account) -> bool:
        """Gives extra time to a player whose connection was lost: at most once in a turn, and at
        most `GRACE_AN_ORBIT_MS` in an orbit. Returns whether time was added."""
        account = who.id
        if self._is_untried(who):
            return False
        used = sum([used for _, used in self._grace_used.get(account, ())])
        time = min(self._settings.reconnect_grace_ms, GRACE_AN_ORBIT_MS - used)
        if self._action.has_grace or time <= 0:
            return False
        self._protected = account
        self._action.add_grace(time)
        return True

    def _note_grace(self) -> None:
        """Books the extra time that was used in the turn that is over. It counts for one orbit,
        which is as many hands as there are players."""
        masa = self._state.masa
        if self._protected is not None and (used := self._action.grace_used):
            most = self._settings.reconnect_grace_ms
            self._grace_used.setdefault(self._protected, []).append((masa.hands, min(used, most)))
        self._protected = None
        game = masa.game or masa.last_game
        before = masa.hands - (len(game.sides) if game else 0)
        for account, spent in list(self._grace_used.items()):
            self._grace_used[account] = [(hand, used) for hand, used in spent if hand > before]
            if not self._grace_used[account]:
                del self._grace_used[account]

    # Time banks of players who leave. A player who sits down again has no more time than was left.

    def note_gone(self, account: int, bank: int) -> None:
        """Remembers the time bank of an account that leaves its side, in milliseconds."""
        self._slow.discard(account)
        self._banks[account] = (self._state.masa.hands, bank)
        full = self._state.masa.terms.time_bank
        self._banks = {id: left for id, left in self._banks.items() if self.bank_of(id) < full}

    def bank_of(self, account: int) -> int:
        """Return the time bank in milliseconds with which the account sits down: the full time bank
        of the table, or the time that was left when the account got up plus the refills since
        then."""
        masa, hands = self._state.masa, BANK_HANDS
        full = masa.terms.time_bank
        since, left = self._banks.get(account, (0, full))
        return min(full, left + (masa.hands // hands - since // hands) * BANK_REFILL_MS)

    @property
    def clock_data(self) -> ClockData:
        """The fields of the `clock` message. Times are in milliseconds."""
        return {
            "sides": list(self._state.turn.sides),
            "left": self._action.left,
            "total": self._action.total,
            "bank": self._action.is_bank,
        }

    # People coming, going and acting

    def lost(self, account: int) -> bool:
        """Handles the loss of the last connection of an account. Returns whether the player has to
        act and gets extra time."""
        side = self._state.side_of(account)
        if side is None or side not in self._state.turn.sides:
            return False
        return self._protect(self._state.seated[side])

    def move(self, masa: Masa, account: Account, act: PlayerAct, turn: str) -> Change:
        """Return the change that applies the act to *masa*, which is the masa of this table, and
        charges the time bank that the act used. Raises `Refused` if it is not the account's turn or
        *turn* is not the current one."""
        side = self._state.side_of(account)
        if side is None:
            raise Refused(RoomRefusal.NOT_ALLOWED)
        now = self._state.turn
        if turn != self._action.turn or side not in now.sides or now.is_about_twice:
            raise Refused(RoomRefusal.STALE_TURN)
        # Act and time bank are one change, so that neither is stored without the other.
        if used := min(self._action.bank_used, masa.seats[side].time_bank):
            spent = masa.spend_time_bank(side, used)
            return spent.then(spent.masa.move(side, act))
        return masa.move(side, act)

    def note_acted(self, account: int, was_slow: bool = False) -> None:
        """Notes that the account has acted in time."""
        self._late.pop(account, None)
        if was_slow:
            self._slow.add(account)
        else:
            self._slow.discard(account)
        self.have_acted.add(account)

    # Time is up

    def time_out(self, masa: Masa, turn: str) -> TimeOut | None:
        """Return the change that ends this turn at *masa*, which is the masa of this table, after
        its time has run out. Returns None if the turn is already over, or if the player's time bank
        was started instead."""
        state, sides = self._state, self._state.turn.sides
        if turn != self._action.turn or not sides:
            return None
        side = sides[0]
        seat, account = masa.seats[side], state.seated[side]
        is_dealt_in_away = seat.away and masa.terms.absent_play
        is_here = self._audience.has(account.id) and not is_dealt_in_away
        may_open = masa.to_act == side and is_here and not self._action.is_bank
        is_new = self._is_untried(account)
        if may_open and seat.time_bank and not is_new:
            self._action.open_bank(seat.time_bank)
            self._tell()
            return None
        used = seat.time_bank if self._action.is_bank else 0
        late = self._late.get(account.id, 0) + 1
        # Absent players are not dealt in again before they come back.
        is_late = is_new or late >= self.timeouts_before_away
        goes = not account.is_house and (not is_here or is_late)

        change = masa.spend_time_bank(side, used) if used else Change(masa)
        if goes and not seat.away:
            # Marked as away first, because after the end of the hand somebody else may sit there.
            change = change.then(change.masa.away(side))
        change = change.then(change.masa.timed_out(side))
        return TimeOut(change, account.id, 0 if goes else late)

    def note_late(self, out: TimeOut) -> None:
        """Notes how many turns in a row the account has let run out."""
        if out.late:
            self._late[out.account] = out.late
        else:
            self._late.pop(out.account, None)

    def retry(self) -> None:
        """Tries again after `RETRY` milliseconds to end or to resume this turn, because nothing
        could be stored."""
        self._action.retry(RETRY)

    # Faults of the database

    def arrival(self, account: Account) -> RequestArrival | None:
        """Return the turn in which a request of *account* arrives, or None if the account does not
        have to act."""
        if self._state.side_of(account) not in self._state.turn.sides:
            return None
        return RequestArrival(self._action.turn, self._action.now)

    def note_refused(self, arrival: RequestArrival | None, error: Exception) -> None:
        """Stops the clock of the turn if the request of the player to act could not be stored.
        `resume` starts it again when the room can store changes, so that no player is folded for a
        fault of the room."""
        is_fault = isinstance(error, Refused) and error.code is RoomRefusal.STORAGE
        if is_fault and arrival is not None and arrival.turn == self._action.turn:
            self._action.hold(arrival.at)
            self.retry()

    def on_refused(self, account: Account) -> Callable[[Exception], None]:
        """Return the function that is called with the error if the request of *account* that
        arrives now is refused."""
        return partial(self.note_refused, self.arrival(account))

    @property
    def is_held(self) -> bool:
        """Whether the clock of this turn stands still because of a fault of the database."""
        return self._action.is_held

    def resume(self) -> None:
        """Starts a stopped clock again once the room can store changes. The player gets the rest of
        the time, at least `LEAST_AFTER_FAULT`, and all viewers get the new state of the clock."""
        self._action.resume(LEAST_AFTER_FAULT)
        self._tell()
