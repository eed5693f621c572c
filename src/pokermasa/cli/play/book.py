"""The hands of a session, written down as soon as each is over: a closed window loses none."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import platformdirs

from pokermasa.notation import phh
from pokermasa.notation.history import History


class Book:
    def __init__(self, path: Path) -> None:
        self.path = path
        self.hands = 0

    @classmethod
    def usual(cls) -> Book:
        """In the user's own folder, named after the time the session began."""
        folder = Path(platformdirs.user_data_dir("pokermasa", appauthor=False)) / "hands"
        began = datetime.now().strftime("%Y-%m-%d %H.%M.%S")
        path = folder / f"{began}.phhs"
        number = 1
        while path.exists():  # two tables opened in one second
            number += 1
            path = folder / f"{began} {number}.phhs"
        return cls(path)

    def write(self, history: History) -> None:
        if not self.hands:
            self.path.parent.mkdir(parents=True, exist_ok=True)
        self.hands += 1
        text = "".join(phh.write_all([(str(self.hands), history)]))
        with self.path.open("a", encoding="utf-8") as file:
            file.write(("\n" if self.hands > 1 else "") + text)
