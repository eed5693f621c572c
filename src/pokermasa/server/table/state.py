"""How a table stands: its masa, who sits where, and what a host has decided.

Plain values and questions about them. The table actor alone changes them, from within its own task;
whoever tells people and whoever keeps the time is handed this, and never the actor.
"""

from __future__ import annotations

from typing import Any

from pokermasa.masa import SeatStatus, Side
from pokermasa.server.storage.account import Account
from pokermasa.server.storage.journal.reasons import Reasons
from pokermasa.server.table.table_record import Record

LONGEST_REASON = 500
"""Letters."""


class TableState:
    def __init__(self, kept: Record) -> None:
        self.id = kept.lease.masa
        self.epoch = str(kept.lease.fence)
        """Another one after every restart: what was told before is not known any more."""
        self.name = kept.name
        self.masa = kept.masa
        self.seated = dict(kept.seated)
        self.host = kept.host
        self.key = kept.key
        self.access = kept.access
        self.waiting_list = kept.queue
        self.auto_top_up = dict(kept.auto_top_up)
        """By account, the stack to come back to before each hand."""
        self.hosting = kept.hosting
        self.own_chips = dict(kept.own_chips)
        """Of a game with chips of its own: by account, what it has of them beside the table."""
        self.tournament: dict[str, Any] | None = None
        """What is told of the tournament it is a table of."""

        self.barred: frozenset[int] = frozenset()
        """Accounts that are banned from the room."""
        self._reasons: tuple[int, Reasons] = 0, Reasons({}, {})

    def note_reason(self, hand: int, act: int, words: str, stack: int | None = None) -> None:
        """Notes why a bot does what it is about to do: the player's own bot on this *stack*, or a
        house bot."""
        if self._reasons[0] != hand:
            self._reasons = hand, Reasons({}, {})
        house, own = self._reasons[1]
        kept = dict(house if stack is None else own.get(stack, {}))
        kept[act] = " ".join(words.split())[:LONGEST_REASON]
        noted = Reasons(kept, own) if stack is None else Reasons(house, {**own, stack: kept})
        self._reasons = hand, noted

    def reasons(self, hand: int) -> Reasons:
        """Of this hand, since the room was opened."""
        return self._reasons[1] if self._reasons[0] == hand else Reasons()

    @property
    def names(self) -> dict[Side, str]:
        return {side: account.name for side, account in self.seated.items()}

    @property
    def bots(self) -> list[Side]:
        return [side for side, account in self.seated.items() if account.is_house]

    @property
    def people(self) -> int:
        return len(self.seated) - len(self.bots)

    @property
    def sent_away(self) -> list[Side]:
        """Whom the host has sent away, or the room, and who plays the hand out first."""
        return [side for side, account in self.seated.items() if self._is_unwanted(account.id)]

    def _is_unwanted(self, account: int) -> bool:
        return account in self.access.banned or account in self.barred

    def plays_on(self, side: Side) -> bool:
        """With chips, neither away nor going."""
        seat = self.masa.seats[side]
        is_going = seat.status is SeatStatus.SITOUT_NEXT_HAND or side in self.sent_away
        return seat.stack > 0 and not seat.away and not is_going

    def side_of(self, account: Account | int | None) -> Side | None:
        if account is None:
            return None
        id = account if isinstance(account, int) else account.id
        return next((s for s, a in self.seated.items() if a.id == id), None)

    def is_banned(self, account: Account | None) -> bool:
        """Not while they play a hand out: until then everything is as it was."""
        is_named = account is not None and self._is_unwanted(account.id)
        return is_named and self.side_of(account) is None

    def runs_it(self, account: int | None) -> bool:
        """The host, or a co-host."""
        is_host = self.host is not None and account == self.host.id
        return is_host or self.hosting.is_co_host(account)

    def must_ask(self, account: Account, amount: int) -> bool:
        """Whether the host has to say yes before this account brings so many chips more. Of a
        game's own chips one may bring back what one has taken from the table."""
        if not self.access.buy_ins or account == self.host or account.is_house:
            return False
        return amount > self.own_chips.get(account.id, 0)
