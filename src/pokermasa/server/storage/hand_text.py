"""Finished hands as text for trackers and programs, with no card that the viewer did not see."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import StrEnum

from pokermasa.histories import ohh, phh, pokerstars
from pokermasa.histories.history import HistoryError
from pokermasa.rules import StackIndex
from pokermasa.server.refusal import Refused, RoomRefusal
from pokermasa.server.storage.hand_archive import ArchivedHand, hand_history


class HandFormat(StrEnum):
    PHH = "phh"
    POKERSTARS = "pokerstars"
    OHH = "ohh"

    @property
    def suffix(self) -> str:
        """Of a file with many hands."""
        return {"phh": "phhs", "pokerstars": "txt", "ohh": "ohh"}[self]


def written(kept: ArchivedHand, format: HandFormat) -> str:
    """One hand. Whoever was in it is the hero: a tracker's text tells their cards as dealt."""
    history, hero = hand_history(kept), _hero(kept)
    try:
        match format:
            case HandFormat.PHH:
                return phh.write(history)
            case HandFormat.POKERSTARS:
                return pokerstars.write(history, hero)
            case HandFormat.OHH:
                return ohh.write(history, hero)
    except HistoryError as error:
        raise Refused(RoomRefusal.NOT_FOUND, f"this hand as {format}: {error}") from None


def all_written(hands: Iterable[ArchivedHand], format: HandFormat, first: int) -> Iterator[str]:
    """A file, hand by hand; *first* is the number of the first in it. What the format has no way
    to tell is left out."""
    for number, kept in enumerate(hands, first):
        named = [(str(number), hand_history(kept))]
        try:
            match format:
                case HandFormat.PHH:
                    yield "".join(phh.write_all(named)) + "\n"
                case HandFormat.POKERSTARS:
                    yield "".join(pokerstars.write_all(named, _hero(kept)))
                case HandFormat.OHH:
                    yield "".join(ohh.write_all(named, _hero(kept))) + "\n"
        except HistoryError:
            continue


def _hero(kept: ArchivedHand) -> StackIndex | None:
    return None if kept.viewer is None else StackIndex(kept.viewer)
