"""Saves each hand of a session as soon as it is over, so that closing the window loses no hand."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

import platformdirs

from pokermasa.histories import phh
from pokermasa.histories.history import History
from pokermasa.histories.run import Run


class Book:
    def __init__(self, path: Path, clock: Callable[[], float] = time.time) -> None:
        """The first hand replaces an existing file at *path*."""
        self.path = path
        self.hands = 0
        self._clock = clock
        self._began = clock()
        self._run = Run(f"masa play {self._began} {secrets.token_hex(8)}", int(self._began))
        self._dealt = 0

    @classmethod
    def usual(cls) -> Book:
        """Return a book in the user's data folder, named after the current time."""
        folder = Path(platformdirs.user_data_dir("pokermasa", appauthor=False)) / "hands"
        began = datetime.now().astimezone().strftime("%Y-%m-%d %H.%M.%S")
        path = folder / f"{began}.phhs"
        number = 1
        while path.exists():  # two sessions may start in the same second
            number += 1
            path = folder / f"{began} {number}.phhs"
        return cls(path)

    def begin(self) -> None:
        """Called when a hand is dealt. The time of this call is the time of the hand."""
        self._began = self._clock()
        self._dealt += 1

    def write(self, history: History) -> None:
        """Adds a hand with its date and a number that no other session uses. Trackers ignore a hand
        whose number they already know."""
        if not self.hands:
            self.path.parent.mkdir(parents=True, exist_ok=True)
        self.hands += 1
        fields = {**history.fields, **self._run.fields(self._dealt, now=self._began)}
        text = "".join(phh.write_all([(str(self.hands), history.replace(fields=fields))]))
        with self.path.open("w" if self.hands == 1 else "a", encoding="utf-8") as file:
            file.write(("\n" if self.hands > 1 else "") + text)
