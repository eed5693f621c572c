"""Hands that were loaded from files, and writing hands to a file.

`load` and `save` are the only calls of the pure packages that touch the disk, and only the file or
folder that the caller names.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any, overload

from pokermasa.histories.formats import FORMATS, WRITTEN, by_suffix
from pokermasa.histories.hand_number import hashed
from pokermasa.histories.history import HandEntry, History, HistoryError
from pokermasa.histories.identity import identity
from pokermasa.histories.input_check import each_history
from pokermasa.histories.text_file import BEGINNING, hand_text
from pokermasa.notebook import html
from pokermasa.notebook.data import data_frame

if TYPE_CHECKING:
    from os import PathLike
    from pathlib import Path

SUFFIXES = tuple([suffix for one in FORMATS.values() for suffix in one.suffixes])
"""Endings of the files that are read in a folder."""
MOST_ROWS = 20
"""Hands in the table that a notebook shows."""


class Hands(Sequence[History]):
    """Hands in the order of their files, and the errors of those that could not be read.

    >>> hands = Hands([], [HistoryError("no hand begins here", hand="7")])
    >>> hands, hands.errors[0].reason
    (<Hands: 0 hands, 1 unreadable>, 'no hand begins here')
    """

    __slots__ = ("_hands", "errors")

    def __init__(self, hands: Iterable[History], errors: Iterable[HistoryError] = ()) -> None:
        self._hands = tuple(each_history(hands))
        self.errors = tuple(errors)
        """Why hands or files could not be read. Each message names the place."""

    @overload
    def __getitem__(self, place: int) -> History: ...
    @overload
    def __getitem__(self, place: slice) -> Hands: ...
    def __getitem__(self, place: int | slice) -> History | Hands:
        found = self._hands[place]
        return Hands(found) if isinstance(place, slice) else found  # type: ignore[arg-type,return-value]

    def __len__(self) -> int:
        return len(self._hands)

    def __repr__(self) -> str:
        unreadable = f", {len(self.errors):,} unreadable" if self.errors else ""
        return f"<Hands: {html.count(len(self), 'hand')}{unreadable}>"

    def _repr_html_(self) -> str:
        from pokermasa.histories.picture import history_line

        lines = [html.line(history_line(history)) for history in islice(self, MOST_ROWS)]
        more = html.line("…") if len(self) > MOST_ROWS else ""
        return html.page(html.line(repr(self)[1:-1]), *lines, more)

    def to_records(self) -> list[dict[str, Any]]:
        """Return one plain dictionary for each hand and player, as `History.to_records`."""
        return [record for history in self for record in history.to_records()]

    def to_frame(self) -> Any:
        """Return the records as a data frame of pandas, or of polars if only that is installed."""
        return data_frame(self.to_records())


def load(path: str | PathLike[str]) -> Hands:
    """Return the hands of a file in any format, or of all files of hands in a folder.

    The formats are PHH, PokerStars text, Open Hand History and ACPC logs. Of a folder, the files
    whose names end as files of hands do are read, also in folders below it; other files are left
    alone. A hand that is in two files is loaded once. Hands that cannot be read are in
    `Hands.errors`. Raise `HistoryError` if there is no hand at all, and `OSError` if the file
    cannot be opened. All hands are in memory; for a file of millions, read it hand by hand with
    `read_all` of its format.
    """
    from pathlib import Path

    place = Path(path)
    files = sorted(_files(place)) if place.is_dir() else [place]
    if not files:
        raise HistoryError(f"no file of hands is in {place}: they end in {', '.join(SUFFIXES)}")
    hands, errors, seen = [], [], set()
    for file in files:
        try:
            for key, history, error in _entries(file):
                if history is None:
                    fault = error or HistoryError("unreadable")
                    errors.append(_named(fault.with_hand(key), file, place))
                    continue
                same = identity(history)
                if same is None or same not in seen:
                    hands.append(history)
                    seen.add(same)
        except HistoryError as error:
            errors.append(_named(error, file, place))
        except OSError as error:
            if file == place:
                raise
            errors.append(_named(HistoryError(error.strerror or str(error)), file, place))
    if not hands:
        raise errors[0] if errors else HistoryError(f"there is no hand in {place}")
    return Hands(hands, errors)


def _files(folder: Path) -> Iterator[Path]:
    return (file for file in folder.rglob("*") if by_suffix(file.suffix) and file.is_file())


def _entries(file: Path) -> Iterator[HandEntry]:
    with file.open("rb", buffering=BEGINNING) as opened:
        found, lines = hand_text(opened, file.stat().st_size, file.suffix)
        yield from found.reader()(lines)


def _named(error: HistoryError, file: Path, place: Path) -> HistoryError:
    """Return the error with the name of its file, if several were read."""
    if file == place:
        return error
    return HistoryError(f"{file.relative_to(place)}: {error}")


def save(path: str | PathLike[str], hands: History | Iterable[History]) -> None:
    """Write hands to a file. Its ending chooses the format: .phh, .phhs, .txt (PokerStars), .ohh.

    A file of this name is replaced. Raise `HistoryError`, and write nothing, if a hand cannot be
    written in this format, if .phh gets more than one hand, or if there is none.
    """
    from pathlib import Path

    place = Path(path)
    form = by_suffix(place.suffix)
    if form is None or form.writer is None:
        known = ", ".join([suffix for name in WRITTEN for suffix in FORMATS[name].suffixes])
        raise HistoryError(f"{place.name} does not say in which format: end it in {known}")
    chosen = [hands] if isinstance(hands, History) else list(each_history(hands))
    if not chosen or (form.name == "phh" and len(chosen) > 1):
        message = "no hand was given" if not chosen else f"it holds one hand, not {len(chosen)}"
        raise HistoryError(f"{place.name}: {message}{'; write .phhs' if chosen else ''}")
    keyed = [(str(number), history) for number, history in enumerate(chosen, start=1)]
    if form.name not in ("phh", "phhs"):
        keyed = [(key, _numbered(key, history)) for key, history in keyed]
    place.write_text("".join(form.writer()(keyed)), encoding="utf-8", errors="surrogateescape")


def _numbered(key: str, history: History) -> History:
    """Return the hand with a number, which these formats need."""
    if "hand" in history.fields:
        return history
    played = (history.names, history.stacks, history.button, history.story)
    return history.replace(fields={**history.fields, "hand": hashed(key, *played)})
