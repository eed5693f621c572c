"""Tests that a client which applies events as in docs/wire.md has the same state as one that
requests the view."""

import json
from random import Random
from typing import Any

import pytest

from pokermasa.masa import Change, Masa, event
from pokermasa.server.protocol import encoding as wire
from tests.masa.books import Books
from tests.masa.host import soak_terms
from tests.masa.walk import opening, step
from tests.server.picture import Picture


def as_sent(data: Any) -> Any:
    return json.loads(json.dumps(data))


class Watched(Books):
    """A masa whose states are rebuilt by every side and by a spectator from events alone."""

    def __init__(self, masa: Masa) -> None:
        super().__init__(masa)
        self.names = {side: f"somebody on {side}" for side in range(masa.sides)}
        self.pictures = {
            viewer: Picture(as_sent(wire.view_data(masa, self.names, None)))  # type: ignore[arg-type]  # plain numbers
            for viewer in (None, *range(masa.sides))
        }
        self.compared = 0

    def do(self, call: str, *arguments: Any) -> Change | None:
        change = super().do(call, *arguments)
        if change is not None:
            self._tell(change)
        return change

    def _tell(self, change: Change) -> None:
        game = change.masa.game or change.masa.last_game
        sides = () if game is None else game.sides
        for viewer, picture in self.pictures.items():
            for new_event in change.seen_by(viewer):
                picture.apply(as_sent(wire.event_data(new_event, self.names, sides)))  # type: ignore[arg-type]  # plain numbers
            here = viewer if viewer in change.masa.seats else None
            view = as_sent(wire.view_data(change.masa, self.names, here))  # type: ignore[arg-type]  # plain numbers
            is_called_off = any(isinstance(e, event.Aborted) for e in change.events)
            if (picture.you is None and here is not None) or is_called_off:
                # A new player gets joined_table, and a hand that was called off requires a new
                # view.
                picture.view = view
            assert picture.view == view, [type(e).__name__ for e in change.events]
            self.compared += 1


def compare(seed: object, steps: int) -> int:
    rng = Random(f"picture {seed}")
    books = Watched(opening(rng))
    for side in range(books.masa.sides):
        if rng.random() < 0.7:
            books.do("buy_in", side, rng.choice((20, 100, 299)))
    for _ in range(steps):
        step(books, rng)
    return books.compared


@pytest.mark.sampled(3)
@pytest.mark.parametrize("seed", range(12))
def test_applying_the_events_gives_the_same_state_as_the_view(seed: int) -> None:
    assert compare(seed, 120) > 100


@pytest.mark.soak
def test_applying_events_of_many_hands_gives_the_same_state_as_the_view() -> None:
    seconds, seed = soak_terms()
    from time import monotonic

    until, number, compared = monotonic() + seconds, 0, 0
    while monotonic() < until:
        number += 1
        compared += compare(f"{seed}/{number}", 300)
    print(f"SEED={seed}: {compared} pictures compared at {number} tables", flush=True)
