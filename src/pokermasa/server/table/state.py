"""The state of a table: its masa, its seated accounts and the host's settings.

The state consists of plain values and methods that read them. Only the table actor changes them,
inside its own task. The broadcast and the act clock get this object instead of the actor.
"""

from __future__ import annotations

from typing import NamedTuple

from pokermasa.masa import Masa, SeatStatus, Side
from pokermasa.server.protocol.tournament import TableTournamentData
from pokermasa.server.refusal import Refused, RoomRefusal
from pokermasa.server.storage.account import Account
from pokermasa.server.storage.journal.reasons import Reasons
from pokermasa.server.table.table_record import TableRecord

LONGEST_REASON = 500
"""Maximum length of a bot's reason, in characters."""


class Turn(NamedTuple):
    """The current turn of a hand."""

    token: str = ""
    """Identifier of the turn, which stays the same after a restart and is not secret. Empty if no
    hand is played."""
    sides: tuple[Side, ...] = ()
    """Sides that have to act now, or that have to answer whether the board is run twice."""
    is_about_twice: bool = False
    """Whether the sides have to answer whether the board is run twice."""

    @classmethod
    def from_masa(cls, masa: Masa) -> Turn:
        """Return the current turn at *masa*."""
        game = masa.game
        if game is None:
            return cls()
        token = f"{masa.hands}.{len(game.acts)}"
        if game.is_asked_twice:
            asked = [side for side in game.remaining if side not in (game.agreed or ())]
            return cls(f"{token}.twice", tuple(asked), True)
        side = game.to_act
        return cls(token, () if side is None else (side,))


class TableState:
    """Everything that is known about one table in this process."""

    def __init__(self, record: TableRecord) -> None:
        self.id = record.lease.masa
        self.epoch = str(record.lease.fence)
        """The fencing token of the lease, which changes with every restart. Event numbers of
        another epoch are not valid."""
        self.name = record.name
        self.masa = record.masa
        self.turn = Turn.from_masa(record.masa)
        self.seated = dict(record.seated)
        self.host = record.host
        self.key = record.key
        self.access = record.access
        self.waiting_list = record.queue
        self.auto_top_up = dict(record.auto_top_up)
        """Stack in chips to which each account is topped up before each hand."""
        self.hosting = record.hosting
        self.own_chips = dict(record.own_chips)
        """Chips off the table by account, in a game with chips of its own."""
        self.tournament: TableTournamentData | None = None
        """The part of the room message about the tournament that this table belongs to, or None."""

        self.barred: frozenset[int] = frozenset()
        """Accounts that are banned from the room."""
        self._reasons: tuple[int, Reasons] = 0, Reasons({}, {})

    def put(self, masa: Masa) -> None:
        """Replaces the masa."""
        self.masa, self.turn = masa, Turn.from_masa(masa)

    def note_reason(self, hand: int, act: int, text: str, stack: int | None = None) -> None:
        """Notes a bot's reason for its next act. *stack* is the index of the player in the hand for
        a player's own bot, and None for a house bot."""
        if self._reasons[0] != hand:
            self._reasons = hand, Reasons({}, {})
        house, own = self._reasons[1]
        reasons = dict(house if stack is None else own.get(stack, {}))
        reasons[act] = " ".join(text.split())[:LONGEST_REASON]
        noted = Reasons(reasons, own) if stack is None else Reasons(house, {**own, stack: reasons})
        self._reasons = hand, noted

    def note_own_reason(self, masa: Masa, account: Account, text: str) -> None:
        """Notes the reason of the bot that the account uses, for its next act."""
        game, side = masa.game, self.side_of(account)
        stack = None if game is None or side is None else game.stack_of(side)
        if game is not None and stack is not None:
            self.note_reason(masa.hands, len(game.acts), text, stack)

    def reasons(self, hand: int) -> Reasons:
        """Return the noted reasons of this hand. Reasons from before a restart are lost."""
        return self._reasons[1] if self._reasons[0] == hand else Reasons()

    @property
    def names(self) -> dict[Side, str]:
        """Name of the player on each taken side."""
        return {side: account.name for side, account in self.seated.items()}

    @property
    def bots(self) -> list[Side]:
        """Sides of the house bots."""
        return [side for side, account in self.seated.items() if account.is_house]

    @property
    def people(self) -> int:
        """Number of seated people, without house bots."""
        return len(self.seated) - len(self.bots)

    @property
    def sent_away(self) -> list[Side]:
        """Sides of players who are banned by the host or from the room and still play out a
        hand."""
        if not self.access.banned and not self.barred:
            return []
        return [side for side, account in self.seated.items() if self._is_unwanted(account.id)]

    def _is_unwanted(self, account: int) -> bool:
        return account in self.access.banned or account in self.barred

    def plays_on(self, side: Side) -> bool:
        """Return whether the player on this side has chips, is not away and is not about to leave
        or sit out."""
        seat = self.masa.seats[side]
        is_going = seat.status is SeatStatus.SITOUT_NEXT_HAND or side in self.sent_away
        return seat.stack > 0 and not seat.away and not is_going

    def side_of(self, account: Account | int | None) -> Side | None:
        """Return the side of the account, or None."""
        if account is None:
            return None
        id = account if isinstance(account, int) else account.id
        for side, seated in self.seated.items():
            if seated.id == id:
                return side
        return None

    def verified_side(self, account: Account) -> Side:
        """Return the side of the account. Raises `Refused` if the account does not sit here."""
        side = self.side_of(account)
        if side is None:
            raise Refused(RoomRefusal.NOT_ALLOWED, "take a side first")
        return side

    def is_banned(self, account: Account | None) -> bool:
        """Return whether the account is banned and no longer sits here. A banned player may play
        out the hand first."""
        is_named = account is not None and self._is_unwanted(account.id)
        return is_named and self.side_of(account) is None

    def runs_it(self, account: int | None) -> bool:
        """Return whether the account is the host or a co-host."""
        is_host = self.host is not None and account == self.host.id
        return is_host or self.hosting.is_co_host(account)

    def must_ask(self, account: Account, amount: int) -> bool:
        """Return whether the host must approve a buy-in of *amount* chips. In a game with its own
        chips, a player may bring back chips taken from the table without approval."""
        if not self.access.buy_ins or account == self.host or account.is_house:
            return False
        return amount > self.own_chips.get(account.id, 0)
