"""Reads an uploaded file piece by piece in a worker, so that other questions get their turn in
between.

The file stays open between two pieces. A worker that does not have it open, because it was
restarted, opens it and skips the hands that were read already.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path
from time import monotonic
from typing import Any, NamedTuple

from pokermasa.histories import phh
from pokermasa.histories.history import HandEntry, History, HistoryError, HoleDealt, whole
from pokermasa.histories.identity import identity, whole_text
from pokermasa.histories.moment import Moment
from pokermasa.histories.pokerstars.money import symbol_of
from pokermasa.histories.refusals import Refusals, RefusedGroup
from pokermasa.histories.replay import result
from pokermasa.histories.text_file import BEGINNING, hand_text
from pokermasa.histories.tournament_hand import TournamentHand
from pokermasa.rules import StackIndex
from pokermasa.server.storage.archive.hand_summary import history_summary

HANDS = 200
"""Maximum number of hands in a piece."""
SECONDS = 0.5
"""Maximum time for reading a piece, in seconds."""
OPEN = 16
"""Maximum number of files that a worker keeps open."""


class Piece(NamedTuple):
    """The hands of one piece of a file."""

    format: str
    hands: list[dict[str, Any]]
    """Rows for `uploaded_hand`, without the columns that the file does not determine."""
    refused: list[RefusedGroup]
    looked_at: int
    """Number of hands of the file read so far."""
    read_bytes: int
    is_end: bool
    fault: str = ""
    """Reason why the rest cannot be read; empty if it can."""


class _Reading:
    def __init__(self, path: str) -> None:
        self.file = Path(path).open("rb", buffering=BEGINNING)  # noqa: SIM115
        size = Path(path).stat().st_size
        self.format, self._lines = hand_text(self.file, size)
        self.looked_at = 0
        self._found = self._all()

    def _all(self) -> Iterator[HandEntry]:
        yield from self.format.reader()(self._lines)

    def next(self) -> HandEntry | None:
        found = next(self._found, None)
        self.looked_at += found is not None
        return found


_open: OrderedDict[str, _Reading] = OrderedDict()


def read_piece(path: str, hero: str | None, looked_at: int) -> Piece:
    """Read the next piece of the file at *path*, after the first *looked_at* hands."""
    begun = monotonic()
    reading = _at(path, looked_at)
    hands: list[dict[str, Any]] = []
    refused = Refusals()
    is_end = False
    while len(hands) < HANDS and monotonic() - begun < SECONDS:
        found = reading.next()
        if found is None:
            is_end = True
            break
        try:
            if found.history is None:
                raise found.error or HistoryError("unreadable")
            hands.append(_row(found.history, hero, found.key) | {"number": reading.looked_at})
        except HistoryError as error:
            refused.add("", error.with_hand(found.key))
    read = reading.file.tell()
    if is_end:
        close(path)
    name = "phh" if reading.format.name == "phhs" else reading.format.name
    return Piece(name, hands, refused.groups(), reading.looked_at, read, is_end)


def close(path: str) -> None:
    reading = _open.pop(path, None)
    if reading is not None:
        reading.file.close()


def _at(path: str, looked_at: int) -> _Reading:
    reading = _open.get(path)
    if reading is None or reading.looked_at != looked_at:
        close(path)
        reading = _open[path] = _Reading(path)
        while reading.looked_at < looked_at and reading.next() is not None:
            pass
    _open.move_to_end(path)
    while len(_open) > OPEN:
        close(next(iter(_open)))
    return reading


def _row(history: History, hero: str | None, key: str | None) -> dict[str, Any]:
    """Return the row of a hand. Raises `HistoryError` if the hand is impossible, or if *hero* did
    not play in it."""
    if history.is_cancelled:
        raise HistoryError("the site called the hand off")
    stack = _whose(history, hero)
    before = result(history)
    text = phh.write(history)
    parsed = phh.read(text)  # PHH numbers the players from the left of the button
    turn = parsed.button - history.button
    turned = None if stack is None else StackIndex((stack + turn) % history.players)
    row = history_summary(parsed, turned)
    if stack is not None and row["net"] != (None if before is None else before.net[stack]):
        raise HistoryError("this hand cannot be stored correctly: the winnings would differ")
    symbol, _ = symbol_of(parsed.fields)
    tournament = TournamentHand.from_fields(parsed.fields)
    about = row | {
        "digest": _digest(history, key),
        "value": text,
        "stack": turned,
        "scale": parsed.scale,
        "currency": symbol,
        "tournament": None if tournament is None else str(tournament.number)[:40],
        "ended": _ended(parsed),
    }
    if any(isinstance(value, str) and "\0" in value for value in about.values()):
        raise HistoryError("it contains a NUL character, which cannot be stored")
    return about


def _whose(history: History, hero: str | None) -> StackIndex | None:
    """Return the stack index of *hero*. Without *hero*, return that of the only player whose cards
    were dealt face up, or None."""
    if hero is not None:
        for index in range(history.players):
            if history.name(StackIndex(index)) == hero:
                return StackIndex(index)
        raise HistoryError(f"{hero[:40]!r} does not play in this hand")
    dealt = [s.stack for s in history.story if isinstance(s, HoleDealt) and whole(s.cards)]
    return dealt[0] if len(dealt) == 1 else None


def _digest(history: History, key: str | None) -> str:
    """Return a digest that is equal for the same hand. For hands without a number it contains the
    position in the file."""
    same = identity(history)
    about = (key, whole_text(history)) if same is None else same
    return blake2b(repr(about).encode(errors="replace"), digest_size=16).hexdigest()


def _ended(history: History) -> int | None:
    """Return the time of the hand in milliseconds since 1970; None if the file has no date."""
    moment = Moment.from_fields(history.fields)
    return None if moment is None else 1000 * moment.utc.seconds
