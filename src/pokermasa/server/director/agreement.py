"""A deal at the final table: the players agree to divide the remaining prizes. It is proposed,
shown between two hands, and made if everybody agrees."""

from __future__ import annotations

from collections.abc import Callable

from pokermasa.server.clock import Clock, Timer
from pokermasa.server.director.state import TournamentState
from pokermasa.server.protocol.tournament import (
    DealAnswered,
    DealData,
    DealProposed,
    ShareData,
)
from pokermasa.server.refusal import Refused, RoomRefusal
from pokermasa.server.storage.account import Account
from pokermasa.tournament import (
    Player,
    Status,
    TournamentError,
    TournamentRefusal,
    knockout,
    ruling,
)

ANSWER = 60
"""Seconds that the players have to answer."""
APART = 10
"""Minimum number of hands between two proposals."""


class Agreement:
    """The current proposal of a deal. It is only in memory: after a restart it has to be proposed
    again. No chip moves before all players have agreed, and then everything is one commit. *ring*
    is called when the time to answer is over."""

    def __init__(self, state: TournamentState, clock: Clock, ring: Callable[[], None]) -> None:
        self._state = state
        self._clock = clock
        self._ring = ring
        self._timer: Timer | None = None
        self._until = 0.0
        self._last = -APART
        self.by: Account | None = None
        """Account that proposed the deal. None if there is no proposal."""
        self.shares: dict[Player, tuple[int, int]] = {}
        """Shares of each player in the prizes and in the bounties under the deal. Empty until the
        current hand is over."""
        self.answers: dict[Player, bool] = {}
        """Answer of each player who has answered."""

    @property
    def is_open(self) -> bool:
        """Whether there is a proposal."""
        return self.by is not None

    @property
    def data(self) -> DealData | None:
        """The proposal, or None if the players have not been asked."""
        if self.by is None or not self.shares:
            return None
        left = max(0, round((self._until - self._clock.steady()) * 1000))
        rows: list[ShareData] = [
            {
                "player": player,
                "name": self._state.name_of(player),
                "stack": self._state.stacks.get(player, 0),
                "prize": prize,
                "bounty": bounty,
                "agrees": self.answers.get(player),
            }
            for player, (prize, bounty) in self.shares.items()
        ]
        return {"by": self.by.name, "left": left, "shares": rows}

    def propose(self, account: Account) -> None:
        """Proposes a deal. Raises `Refused` or `TournamentError` if *account* does not play or a
        deal is not possible now."""
        now = self._state.tournament
        self._verify_plays(account)
        if now.status is not Status.RUNNING or now.takes_entries:
            raise TournamentError(TournamentRefusal.NOT_RUNNING)
        if now.sizes.open.bit_count() > 1 or now.alive < 2:
            raise TournamentError(TournamentRefusal.NOT_ALLOWED, "at the final table")
        if self.is_open or now.hands < self._last + APART:
            message = f"one proposal in {APART} hands"
            raise TournamentError(TournamentRefusal.NOT_ALLOWED, message)
        self.by, self._last = account, now.hands

    def put(self) -> DealProposed | None:
        """Asks all players, once no hand is in progress. Returns the event to send, or None if
        there is nothing to ask or they have been asked already."""
        if self.by is None or self.shares or self._state.is_playing or self._is_proposer_gone:
            return None
        self.shares = self._due
        for player in self.shares:
            account = self._state.entries[player].account
            if account == self.by or account.is_house:
                self.answers[player] = True  # a deal costs the house nothing
        self._state.time.hold()  # no hand is dealt now, so the level must not end
        self._until = self._clock.steady() + ANSWER
        self._timer = self._clock.call_later(ANSWER, self._ring)
        deal = self.data
        return None if deal is None else {"event": "deal_proposed", "deal": deal}

    @property
    def _due(self) -> dict[Player, tuple[int, int]]:
        now, house = self._state.tournament, self._state.house
        bounties = knockout.shares(now, house)
        prizes = ruling.deal_shares(now, house)
        return {player: (prize, bounties.get(player, 0)) for player, prize in prizes.items()}

    def answer(self, account: Account, agrees: bool) -> DealAnswered:
        """Notes the answer of a player. Returns the event to send."""
        if not self.shares:
            message = "there is no deal to answer"
            raise TournamentError(TournamentRefusal.NOT_ALLOWED, message)
        player = self._verify_plays(account)
        self.answers[player] = agrees
        return {
            "event": "deal_answered",
            "player": player,
            "name": account.name,
            "agrees": agrees,
        }

    @property
    def is_made(self) -> bool:
        """Whether all players have agreed."""
        agreed = [self.answers.get(player) for player in self.shares]
        return bool(agreed) and all(agreed)

    @property
    def is_refused(self) -> bool:
        """Whether the deal has failed: a player has declined, the shares are no longer correct
        because a player was removed or has bought chips, or the proposing player was eliminated in
        the hand."""
        if not self.shares:
            return self._is_proposer_gone
        return False in self.answers.values() or self.shares != self._due

    @property
    def _is_proposer_gone(self) -> bool:
        return self.by is not None and self._state.player_of(self.by) not in self._state.stacks

    def _verify_plays(self, account: Account) -> Player:
        player = self._state.player_of(account)
        if player is None or player not in self._state.stacks:
            raise Refused(RoomRefusal.NOT_ENTERED)
        return player

    def end(self) -> None:
        """Ends the proposal and starts the clock of the tournament again."""
        self.by, self.shares, self.answers = None, {}, {}
        self._state.time.go_on()
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
