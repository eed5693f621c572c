"""Finished hands as text for trackers and other programs, with only the cards that the viewer
saw."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from typing import NamedTuple

from pokermasa.histories import ohh, phh, pokerstars
from pokermasa.histories.history import HistoryError
from pokermasa.rules import StackIndex
from pokermasa.server.refusal import Refused, RoomRefusal
from pokermasa.server.storage.archive.upload_archive import StoredHand


class LeftOut(NamedTuple):
    hand: str
    reason: str


class HandFormat(StrEnum):
    PHH = "phh"
    POKERSTARS = "pokerstars"
    OHH = "ohh"

    @property
    def suffix(self) -> str:
        """File suffix of a file with many hands."""
        return {"phh": "phhs", "pokerstars": "txt", "ohh": "ohh"}[self]


def written(hand: StoredHand, format: HandFormat) -> str:
    """Return the text of one hand. A viewer who played in the hand is the hero, whose cards
    trackers expect as dealt. Raises `Refused` if the format cannot express the hand."""
    history, hero = hand.history, _hero(hand)
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


def all_written(
    hands: Iterable[StoredHand], format: HandFormat, first: int, left_out: list[LeftOut]
) -> Iterator[str]:
    """Yield the text of each hand for a file; *first* is the number of the first hand. Hands that
    the format cannot express are appended to *left_out*."""
    for number, hand in enumerate(hands, first):
        named = [(str(number), hand.history)]
        try:
            match format:
                case HandFormat.PHH:
                    yield "".join(phh.write_all(named)) + "\n"
                case HandFormat.POKERSTARS:
                    yield "".join(pokerstars.write_all(named, _hero(hand)))
                case HandFormat.OHH:
                    yield "".join(ohh.write_all(named, _hero(hand))) + "\n"
        except HistoryError as error:
            left_out.append(LeftOut(hand.id, str(error)))


def told_left_out(left_out: Sequence[LeftOut], format: HandFormat) -> str:
    """Return the end of a file from which hands are missing, or an empty string. JSON has no
    comments, so an OHH file ends with an object, which hand readers will report."""
    if not left_out:
        return ""
    if format is HandFormat.OHH:
        return json.dumps({"left_out": [one._asdict() for one in left_out]}) + "\n"
    lines = [f"# left out: hand {one.hand}: {one.reason}" for one in left_out]
    return "\n".join([*lines, ""])


def _hero(hand: StoredHand) -> StackIndex | None:
    return None if hand.viewer is None else StackIndex(hand.viewer)
