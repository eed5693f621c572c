"""The state of a table that a client of `pokermasa.room` has."""

from random import Random
from typing import Any

import pytest

from pokermasa.masa import Change, Masa, event
from pokermasa.room.player import Action, allowed_actions
from pokermasa.room.table import TableState
from pokermasa.server.protocol.encoding import event_data, view_data
from tests.masa.books import Books
from tests.masa.walk import opening, step


class Watched(Books):
    """Keeps a table state for every seat, which is updated by events only."""

    def __init__(self, masa: Masa) -> None:
        super().__init__(masa)
        self.names = {side: f"player {side}" for side in range(masa.sides)}
        self.tables: dict[int, TableState] = {}
        self.compared = 0

    def do(self, call: str, *arguments: Any) -> Change | None:
        change = super().do(call, *arguments)
        if change is not None:
            self._tell(change)
        return change

    def _view(self, side: int) -> Any:
        return view_data(self.masa, self.names, side)  # type: ignore[arg-type]  # plain numbers

    def _tell(self, change: Change) -> None:
        game = change.masa.game or change.masa.last_game
        sides = () if game is None else game.sides
        is_called_off = any(isinstance(e, event.Aborted) for e in change.events)
        for side in change.masa.seats:
            if side not in self.tables or is_called_off:
                self.tables[side] = TableState(self._view(side))
                continue
            table = self.tables[side]
            for new_event in change.seen_by(side):
                list(table.apply(event_data(new_event, self.names, sides)))  # type: ignore[arg-type]
            self._compare(side, table)
        for gone in self.tables.keys() - change.masa.seats.keys():
            del self.tables[gone]

    def _compare(self, side: int, table: TableState) -> None:
        fresh = TableState(self._view(side))
        if self.masa.game is None:  # shown cards stay until the next deal
            known = [(p.name, p.position, p.cash, p.bet) for p in table.players]
            assert known == [(p.name, p.position, p.cash, p.bet) for p in fresh.players]
            return
        assert table.board == fresh.board
        assert table.price == fresh.price
        dealt = set(self.masa.game.sides)
        for player, seen in zip(table.players, fresh.players, strict=True):
            assert (player.name, player.position, player.cash) == (
                seen.name,
                seen.position,
                seen.cash,
            )
            if player.position in dealt:
                assert player[3:7] == seen[3:7]  # dealer, actor, cards, bet
                self.compared += 1


@pytest.mark.statement("S004-22")
@pytest.mark.parametrize("seed", range(10))
def test_a_clients_table_state_equals_a_new_view_of_the_table(seed: int) -> None:
    """Includes hole cards, of which the client knows only its own and shown ones."""
    rng = Random(f"room {seed}")
    books = Watched(opening(rng))
    for side in range(books.masa.sides):
        if rng.random() < 0.7:
            books.do("buy_in", side, rng.choice((20, 100, 299)))
    for _ in range(200):
        step(books, rng)
    assert books.compared > 20


def asked(*acts: str, least: int | None = None) -> dict[str, Any]:
    return {"acts": list(acts), "least": least}


@pytest.mark.statement("S004-06", "S004-07", "S004-15")
@pytest.mark.parametrize(
    ("message", "price", "allowed"),
    [
        (asked("FO", "CH", "RR20", least=20), 0, "CHECK BET FOLD"),
        (asked("FO", "CA", "RR40", least=40), 20, "CALL RAISE FOLD"),
        (asked("FO", "CH", "RR40", least=40), 20, "CHECK RAISE FOLD"),  # the big blind's option
        (asked("FO", "CA"), 80, "CALL FOLD"),  # four raises
        (asked("FO", "AA"), 80, "CALL FOLD"),  # rules with which the last chip is sent as AA
        (asked("FO", "CA", "AA"), 80, "CALL RAISE FOLD"),  # below a full raise
        (asked("FO", "CH", "AA"), 0, "CHECK BET FOLD"),
    ],
)
def test_actions_are_those_of_document_004(message: Any, price: int, allowed: str) -> None:
    assert [action.name for action in allowed_actions(message, price)] == allowed.split()


def test_bet_and_raise_have_the_smallest_allowed_amount() -> None:
    assert allowed_actions(asked("FO", "CA", "RR40", least=40), 20)[Action.RAISE] == "RR40"
    assert allowed_actions(asked("FO", "CA", "AA"), 80)[Action.RAISE] == "AA"
    assert allowed_actions(asked("FO", "AA"), 80)[Action.CALL] == "AA"
