"""How a tournament stands: its value, who has entered, and what was agreed about it.

Plain values and questions about them. The director alone changes them, from within its own task;
whoever tells people, keeps the time or weighs an order is handed this, and never the director.
"""

from __future__ import annotations

from collections.abc import Mapping

from pokermasa.server.clock import Clock
from pokermasa.server.director.play_time import PlayTime
from pokermasa.server.director.storage.record import Entry, Record, table_id
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
)

LONGEST_HOLD_UP = 3600
"""Seconds of ordered breaks and pauses in all, after which players may leave with what their stacks
are worth."""


class TournamentState:
    def __init__(self, kept: Record, settings: Settings, clock: Clock) -> None:
        self.id = kept.lease.masa
        self.epoch = str(kept.lease.fence)
        """Another one after every restart: what was told before is not known any more."""
        self.name, self.terms, self.tournament = kept.name, kept.terms, kept.tournament
        self.key, self.host, self.league = kept.key, kept.host, kept.league
        self.started, self.next = kept.started, kept.next
        self.ended: int | None = None
        self.entries: list[Entry] = list(kept.entries)
        self.ordered = kept.ordered
        self.co_directors = kept.co_directors
        self.is_ending = False
        """It is called off, and the hands that are played are the last."""
        self.act_time = kept.terms.act_time or settings.act_time_ms
        self.is_for_programs = self.act_time < LEAST_ACT_TIME and not settings.programs_only
        """People would be late in every turn: whoever enters says that it is a program."""
        self.time = PlayTime(clock)
        self._paused_since = self.time.steady
        """When the current pause began, or this process took the tournament up."""
        self._paused_before = 0.0
        """Seconds of earlier pauses, since this process took the tournament up."""
        self._stacks: tuple[Tournament, dict[Player, int]] | None = None

    def adopt(
        self,
        change: Change,
        entries: Mapping[Player, Entry],
        passed: int,
        now: int,
        next: str | None,
    ) -> None:
        """What is written down holds from now on."""
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

    # Who is in it

    @property
    def stacks(self) -> dict[Player, int]:
        if self._stacks is None or self._stacks[0] is not self.tournament:
            self._stacks = self.tournament, self.tournament.stacks
        return self._stacks[1]

    @property
    def places(self) -> dict[Player, int]:
        """Of those who play, by chips; equal stacks have the same."""
        found: dict[Player, int] = {}
        last, place = -1, 0
        for number, (player, stack) in enumerate(self.stacks.items(), start=1):
            place = place if stack == last else number
            found[player], last = place, stack
        return found

    @property
    def people(self) -> int:
        return sum(
            not entry.account.is_house
            and self.tournament.entrants[player].status is not EntrantStatus.WITHDRAWN
            for player, entry in enumerate(self.entries)
        )

    @property
    def house(self) -> list[Player]:
        """The entries of house bots."""
        return [
            Player(player) for player, entry in enumerate(self.entries) if entry.account.is_house
        ]

    def name_of(self, player: Player) -> str:
        return self.entries[player].account.name

    def player_of(self, account: Account | int | None) -> Player | None:
        """The entry somebody plays, or played last."""
        if account is None:
            return None
        id = account if isinstance(account, int) else account.id
        now = self.tournament
        for player in reversed(now.names.of(str(id))):
            if now.entrants[player].status is not EntrantStatus.WITHDRAWN:
                return player
        return None

    def is_entered(self, account: Account | None) -> bool:
        """Waits for the start, or plays."""
        player = self.player_of(account)
        if player is None or self.tournament.is_ended:
            return False
        status = self.tournament.entrants[player].status
        return status in (EntrantStatus.WAITING, EntrantStatus.PLAYING)

    def directs(self, account: Account) -> bool:
        return account == self.host or account in self.co_directors

    def has_an_interest(self, account: Account) -> bool:
        """Whether an order about one entry could gain this account something: it is entered, plays
        or has played. A place moves up when somebody is disqualified, so no result is final before
        the end."""
        return self.player_of(account) is not None and not self.tournament.is_ended

    @property
    def paused(self) -> float:
        """Seconds that the current pause has lasted."""
        is_paused = self.tournament.status is Status.PAUSED
        return self.time.steady - self._paused_since if is_paused else 0.0

    def may_leave(self, player: Player) -> bool:
        """Whether the player may leave the running tournament with what the stack is worth: its
        directors have held it up for too long."""
        now = self.tournament
        if self.terms.is_league or now.status not in (Status.RUNNING, Status.PAUSED):
            return False
        held_up = self.ordered.breaks + self._paused_before + self.paused
        return held_up > LONGEST_HOLD_UP and now.entrants[player].status is EntrantStatus.PLAYING

    def may_leave_league(self, player: Player) -> bool:
        """Whether the player can ask not to be entered in the league's next game."""
        is_played = self.started is not None and not self.tournament.is_ended
        return self.terms.is_league and is_played and not self.entries[player].leaves

    def may_enter(self, account: Account | None, key: str) -> bool:
        """Whether it is there at all for who asks."""
        if self.key is None or key == self.key:
            return True
        return account is not None and (
            self.directs(account) or self.player_of(account) is not None
        )

    def verify_entry(self, account: Account) -> None:
        """Refused as registering would be, but for the chips."""
        if self.is_ending:
            raise TournamentError(TournamentRefusal.REGISTRATION_CLOSED)
        if account.id in self.ordered.by:
            raise Refused(RoomRefusal.NOT_ALLOWED, "who has directed it does not play in it")
        try:
            self.tournament.register(str(account.id))
        except TournamentError as error:
            if error.code is TournamentRefusal.NAME_TAKEN:
                raise Refused(RoomRefusal.ALREADY_ENTERED) from None
            if error.code is TournamentRefusal.NO_RE_ENTRY:
                raise TournamentError(error.code) from None
            raise

    @property
    def not_coming_back(self) -> list[Player]:
        """The entries for which the tournament need not wait: those of house bots, and of players
        whose re-entry would be refused."""
        awaited = [(player, self.entries[player].account) for player in self.tournament.awaited]
        return [p for p, who in awaited if who.is_house or not self.may_register(who)]

    def may_register(self, account: Account) -> bool:
        try:
            self.verify_entry(account)
        except (Refused, TournamentError):
            return False
        return True

    # Where it stands

    @property
    def is_playing(self) -> bool:
        """A hand is being played somewhere."""
        return self.tournament.sizes.idle != self.tournament.sizes.open

    @property
    def is_due(self) -> bool:
        """Full, or it is time."""
        now = self.tournament
        if now.status is not Status.REGISTERING:
            return False
        if self.terms.starts is not None:
            return self.time.now >= self.terms.starts
        return now.entries >= now.structure.most

    def table_id(self, number: int) -> str:
        return table_id(self.id, number)

    def seated(self, number: TableNumber) -> dict[int, Account]:
        players = self.tournament.table(number).players
        return {side: self.entries[player].account for side, player in players.items()}

    def rename(self, account: Account, title: str | None = None) -> None:
        """A guest has kept a name, or somebody is deleted."""
        if account.name == DELETED and self.host is not None and self.host == account:
            self.name = without(title or self.name, [self.host.name], TITLE)
        self.host = account if self.host == account else self.host
        self.co_directors = tuple([account if c == account else c for c in self.co_directors])
        for player, entry in enumerate(self.entries):
            if entry.account == account:
                self.entries[player] = entry.but(account=account)
