"""The hands of a session, written down as soon as each is over: a closed window loses none."""

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
        """What *path* holds is written over by the first hand."""
        self.path = path
        self.hands = 0
        self._clock = clock
        self._began = clock()
        self._run = Run(f"masa play {self._began} {secrets.token_hex(8)}", int(self._began))
        self._dealt = 0

    @classmethod
    def usual(cls) -> Book:
        """In the user's own folder, named after the time the session began."""
        folder = Path(platformdirs.user_data_dir("pokermasa", appauthor=False)) / "hands"
        began = datetime.now().astimezone().strftime("%Y-%m-%d %H.%M.%S")
        path = folder / f"{began}.phhs"
        number = 1
        while path.exists():  # two tables opened in one second
            number += 1
            path = folder / f"{began} {number}.phhs"
        return cls(path)

    def begin(self) -> None:
        """A hand is dealt: the time it will be known by."""
        self._began = self._clock()
        self._dealt += 1

    def write(self, history: History) -> None:
        """With the date, and a number that no other session has: trackers take a hand whose number
        they know for one that they have."""
        if not self.hands:
            self.path.parent.mkdir(parents=True, exist_ok=True)
        self.hands += 1
        fields = {**history.fields, **self._run.fields(self._dealt, now=self._began)}
        text = "".join(phh.write_all([(str(self.hands), history.but(fields=fields))]))
        with self.path.open("w" if self.hands == 1 else "a", encoding="utf-8") as file:
            file.write(("\n" if self.hands > 1 else "") + text)
