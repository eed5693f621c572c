"""The state of a tournament in the room: its value, its entries and its terms.

The state consists of plain values and methods that read them. Only the director changes them,
inside its own task. Other parts, such as messages, timers and orders, get this object instead of
the director.
"""

from __future__ import annotations

from collections.abc import Mapping

from pokermasa.server.clock import Clock
from pokermasa.server.director.play_time import PlayTime
from pokermasa.server.director.storage.record import EntryRecord, TournamentRecord, table_id
from pokermasa.server.refusal import Refused, RoomRefusal
from pokermasa.server.settings import LEAST_ACT_TIME, Settings
from pokermasa.server.storage.account import DELETED, Account
from pokermasa.server.storage.erased_name import without
from pokermasa.server.storage.schema import TITLE
from pokermasa.tournament import (
    Change,
    EntrantStatus,
    Player,
    Status,
    TableNumber,
    Tournament,
    TournamentError,
    TournamentRefusal,
    seating,
)

LONGEST_HOLD_UP = 3600
"""Total seconds of ordered breaks and pauses after which players may leave and get what their
stacks are worth."""


class TournamentState:
    """Everything that is known about one tournament in the process that owns it."""

    def __init__(self, record: TournamentRecord, settings: Settings, clock: Clock) -> None:
        self.id = record.lease.masa
        self.epoch = str(record.lease.fence)
        """The fencing token of the lease, which changes with every restart. Event numbers of
        another epoch are not valid."""
        self.name, self.terms, self.tournament = record.name, record.terms, record.tournament
        self.key, self.host, self.league = record.key, record.host, record.league
        self.started, self.next = record.started, record.next
        self.ended: int | None = None
        self.entries: list[EntryRecord] = list(record.entries)
        self.ordered = record.ordered
        self.co_directors = record.co_directors
        self.is_ending = False
        """Whether the tournament will be cancelled after the hands in progress."""
        self.bots_at: int | None = None
        """Time in milliseconds since 1970 when house bots take the free places."""
        self.act_time = record.terms.act_time or settings.act_time_ms
        self.is_for_programs = self.act_time < LEAST_ACT_TIME and not settings.programs_only
        """Whether the time to act is too short for people. An account then has to state that it is
        a program in order to enter."""
        self.time = PlayTime(clock)
        self._paused_since = self.time.steady
        """Moment at which the current pause began, or at which this process took the tournament
        over."""
        self._paused_before = 0.0
        """Seconds of earlier pauses since this process took the tournament over."""
        self._stacks: tuple[Tournament, dict[Player, int]] | None = None

    def adopt(
        self,
        change: Change,
        entries: Mapping[Player, EntryRecord],
        passed: int,
        now: int,
        next: str | None,
    ) -> None:
        """Makes a change that is already stored the current state."""
        before, self.tournament = self.tournament, change.tournament
        self.next = next or self.next
        for player, entry in sorted(entries.items()):
            if player == len(self.entries):
                self.entries.append(entry)
            else:
                self.entries[player] = entry
        self.time.count(before, passed)
        if before.status is Status.PAUSED and self.tournament.status is not Status.PAUSED:
            self._paused_before += self.time.steady - self._paused_since
        elif before.status is not Status.PAUSED:
            self._paused_since = self.time.steady
        if before.status is Status.REGISTERING and self.tournament.status is Status.RUNNING:
            self.started = now
        if self.tournament.is_ended:
            self.ended = now

    # Players

    @property
    def stacks(self) -> dict[Player, int]:
        """Chips of each player who is still in."""
        if self._stacks is None or self._stacks[0] is not self.tournament:
            self._stacks = self.tournament, self.tournament.stacks
        return self._stacks[1]

    @property
    def places(self) -> dict[Player, int]:
        """Current place of each player by chips. Equal stacks share a place."""
        found: dict[Player, int] = {}
        last, place = -1, 0
        for number, (player, stack) in enumerate(self.stacks.items(), start=1):
            place = place if stack == last else number
            found[player], last = place, stack
        return found

    @property
    def people(self) -> int:
        """Number of entries of people, without those that were taken back."""
        return sum(
            not entry.account.is_house
            and self.tournament.entrants[player].status is not EntrantStatus.WITHDRAWN
            for player, entry in enumerate(self.entries)
        )

    @property
    def house(self) -> list[Player]:
        """Entries of house bots."""
        return [
            Player(player) for player, entry in enumerate(self.entries) if entry.account.is_house
        ]

    def name_of(self, player: Player) -> str:
        return self.entries[player].account.name

    def player_of(self, account: Account | int | None) -> Player | None:
        """Return the player number of the account's current or last entry. Returns None if it has
        not entered or has unregistered."""
        if account is None:
            return None
        id = account if isinstance(account, int) else account.id
        now = self.tournament
        for player in reversed(now.names.entries(str(id))):
            if now.entrants[player].status is not EntrantStatus.WITHDRAWN:
                return player
        return None

    def is_entered(self, account: Account | None) -> bool:
        """Return whether the account waits for the start or is playing."""
        player = self.player_of(account)
        if player is None or self.tournament.is_ended:
            return False
        status = self.tournament.entrants[player].status
        return status in (EntrantStatus.WAITING, EntrantStatus.PLAYING)

    def directs(self, account: Account) -> bool:
        """Return whether the account is the host or a co-director."""
        return account == self.host or account in self.co_directors

    def has_an_interest(self, account: Account | int) -> bool:
        """Return whether an order about a single entry could benefit this account, because it has
        entered, plays or has played. Places move up when a player is disqualified, so no result is
        final before the end. In a league this includes the earlier games of the season, whose
        points are in the same ranking."""
        id = account if isinstance(account, int) else account.id
        has_played = self.player_of(id) is not None or id in self.terms.season_players
        return has_played and not self.tournament.is_ended

    @property
    def paused(self) -> float:
        """Seconds that the current pause has lasted."""
        is_paused = self.tournament.status is Status.PAUSED
        return self.time.steady - self._paused_since if is_paused else 0.0

    def may_leave(self, player: Player) -> bool:
        """Return whether the player may leave the running tournament and get what the stack is
        worth. This is allowed after its directors have stopped it for too long."""
        now = self.tournament
        if self.terms.is_league or now.status not in (Status.RUNNING, Status.PAUSED):
            return False
        held_up = self.ordered.breaks + self._paused_before + self.paused
        return held_up > LONGEST_HOLD_UP and now.entrants[player].status is EntrantStatus.PLAYING

    def may_leave_league(self, player: Player) -> bool:
        """Return whether the player can ask not to be entered in the next game of the league."""
        is_played = self.started is not None and not self.tournament.is_ended
        return self.terms.is_league and is_played and not self.entries[player].leaves

    def may_enter(self, account: Account | None, key: str) -> bool:
        """Return whether the account may see the tournament. For other accounts it does not
        exist."""
        if self.key is None or key == self.key:
            return True
        return account is not None and (
            self.directs(account) or self.player_of(account) is not None
        )

    def verify_entry(self, account: Account) -> None:
        """Raises the error that registering would raise. The account's chips are not checked."""
        if self.is_ending:
            raise TournamentError(TournamentRefusal.REGISTRATION_CLOSED)
        if account.id in self.ordered.by or account.id in self.terms.season_directors:
            raise Refused(
                RoomRefusal.NOT_ALLOWED, "a director of this tournament may not play in it"
            )
        try:
            seating.verify_entry(self.tournament, str(account.id))
        except TournamentError as error:
            if error.code is TournamentRefusal.NAME_TAKEN:
                raise Refused(RoomRefusal.ALREADY_ENTERED) from None
            if error.code is TournamentRefusal.NO_RE_ENTRY:
                raise TournamentError(error.code) from None
            raise

    @property
    def not_coming_back(self) -> list[Player]:
        """Eliminated players for whose re-entry the tournament does not have to wait: house bots,
        and players who may not enter again."""
        awaited = [(player, self.entries[player].account) for player in self.tournament.awaited]
        return [p for p, who in awaited if who.is_house or not self.may_register(who)]

    def may_register(self, account: Account) -> bool:
        """Return whether the account may enter now, apart from its chips."""
        try:
            self.verify_entry(account)
        except (Refused, TournamentError):
            return False
        return True

    # Progress

    @property
    def is_playing(self) -> bool:
        """Whether a hand is in progress at any table."""
        return self.tournament.sizes.idle != self.tournament.sizes.open

    @property
    def is_due(self) -> bool:
        """Whether the tournament is to start now, because it is full or its start time has come."""
        now = self.tournament
        if now.status is not Status.REGISTERING:
            return False
        if self.terms.starts is not None:
            return self.time.now >= self.terms.starts
        return now.entries >= now.structure.most

    def table_id(self, number: int) -> str:
        return table_id(self.id, number)

    def seated(self, number: TableNumber) -> dict[int, Account]:
        """Return the accounts at this table by side."""
        players = self.tournament.table(number).players
        return {side: self.entries[player].account for side, player in players.items()}

    def rename(self, account: Account, title: str | None = None) -> None:
        """Takes over the new name of an account. *title* is the new name of the tournament if the
        account was deleted and is its host."""
        if account.name == DELETED and self.host is not None and self.host == account:
            self.name = without(title or self.name, [self.host.name], TITLE)
        self.host = account if self.host == account else self.host
        self.co_directors = tuple([account if c == account else c for c in self.co_directors])
        for player, entry in enumerate(self.entries):
            if entry.account == account:
                self.entries[player] = entry.replace(account=account)
