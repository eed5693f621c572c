"""Whose answer a masa waits for, and how long: the action clock with its time bank."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from pokermasa.masa import Masa, Side
from pokermasa.server.clock import Clock


def asked(masa: Masa) -> tuple[Side, ...]:
    """Whoever the masa waits for: to act, or to say whether the board is run twice."""
    game = masa.game
    if game is None:
        return ()
    if game.is_asked_twice:
        return tuple([side for side in game.remaining if side not in (game.agreed or ())])
    return () if game.to_act is None else (game.to_act,)


def token(masa: Masa) -> str:
    """The same for one turn and for no other, after a restart too; it is no secret."""
    game = masa.game
    if game is None:
        return ""
    return f"{masa.hands}.{len(game.acts)}{'.twice' if game.is_asked_twice else ''}"


class ActionClock:
    """Rings once when time is up. Times are milliseconds."""

    def __init__(self, clock: Clock, ring: Callable[[str], None]) -> None:
        self._clock = clock
        self._ring = ring
        self._timer: asyncio.TimerHandle | None = None
        self._deadline = 0.0
        self._bank_from: float | None = None
        self.turn = ""

    def start(self, turn: str, time: int) -> None:
        self.turn = turn
        self._bank_from = None
        self._set(self._clock.steady() + time / 1000)

    def stop(self) -> None:
        self.turn = ""
        self._bank_from = None
        self._cancel()

    def extend(self, time: int) -> None:
        """For somebody whose connection was lost: it counts from now, and never shortens."""
        self._set(max(self._deadline, self._clock.steady() + time / 1000))

    def open_bank(self, time: int) -> None:
        """The usual time is over; from here on it is the player's own."""
        self._bank_from = self._clock.steady()
        self._set(self._bank_from + time / 1000)

    @property
    def is_bank(self) -> bool:
        return self._bank_from is not None

    @property
    def bank_used(self) -> int:
        if self._bank_from is None:
            return 0
        return max(0, int((self._clock.steady() - self._bank_from) * 1000))

    @property
    def left(self) -> int:
        return max(0, int((self._deadline - self._clock.steady()) * 1000))

    def _set(self, deadline: float) -> None:
        self._cancel()
        self._deadline = deadline
        wait = max(0.0, deadline - self._clock.steady())
        self._timer = asyncio.get_running_loop().call_later(wait, self._ring, self.turn)

    def _cancel(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
