"""Our own PHH fields for payments of a site, further boards and a cap.

PHH has no fields for them. Other readers ignore ours.
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from pokermasa.cards import Card, CardError, read_cards
from pokermasa.histories import amount
from pokermasa.histories.history import History, HistoryError
from pokermasa.histories.payments import Payments
from pokermasa.histories.record import in_file
from pokermasa.rules import Chips, StackIndex
from pokermasa.rules.chips import stack_indexes

RAKE = "_rake"
_SUMS = {RAKE: "rake", "_fees": "fees", "_cash_drop": "added"}
_BY_PLAYER = {
    "_cash_outs": "cash_outs",
    "_cash_out_fees": "cash_out_fees",
    "_adjustments": "adjustments",
}
_BOARDS = ("_board_2", "_board_3", "_board_4")
_BEHIND, _CANCELLED = "_behind", "_cancelled"
OWN = frozenset([*_SUMS, *_BY_PLAYER, *_BOARDS, _BEHIND, _CANCELLED])


def read(fields: dict[str, Any], players: int, scale: int) -> dict[str, Any]:
    """Remove our fields from *fields* and return them as arguments of `History`.

    Raises `amount.FinerScale` if an amount needs a finer scale, and `HistoryError` if one is not
    valid.
    """
    found: dict[str, Any] = {}
    taken = {name: fields[name] for name in fields if name in OWN}
    boards = tuple([_board(name, taken[name]) for name in _BOARDS if name in taken])
    if boards:
        found["more_boards"] = boards
    if _BEHIND in taken:
        found["behind"] = tuple(_each(_BEHIND, taken[_BEHIND], players, scale))
    if _CANCELLED in taken:
        found["is_cancelled"] = taken[_CANCELLED] is True
    sums: dict[str, Any] = {
        to: _chips(name, taken[name], scale) for name, to in _SUMS.items() if name in taken
    }
    each: dict[str, Any] = {
        to: tuple(_each(name, taken[name], players, scale))
        for name, to in _BY_PLAYER.items()
        if name in taken
    }
    if sums or each:
        won = _each("winnings", fields.get("winnings"), players, scale)
        sold = each.get("cash_outs", (0,) * players)
        collected = tuple([a - b for a, b in zip(won, sold, strict=True)])
        found["payments"] = Payments(collected, **sums, **each)
    for name in taken:
        del fields[name]
    return found


def write(history: History, order: Sequence[StackIndex]) -> dict[str, Any]:
    """Return our fields for *history*. *order* has the stack indexes in the order of the file."""

    def each(chips: Sequence[Chips]) -> list[Any]:
        return [in_file(chips[index], history.scale) for index in order]

    table: dict[str, Any] = {}
    payments = history.payments
    if payments is not None:
        sold = payments.cash_outs or (0,) * history.players
        won = [payments.collected[i] + sold[i] for i in stack_indexes(history.players)]
        table["winnings"] = each(won)
        for name, of in _SUMS.items():
            if name == RAKE or getattr(payments, of):
                table[name] = in_file(getattr(payments, of), history.scale)
        for name, of in _BY_PLAYER.items():
            if any(getattr(payments, of)):
                table[name] = each(getattr(payments, of))
    for name, board in zip(_BOARDS, history.more_boards, strict=False):
        table[name] = "".join(map(str, board))
    if history.behind:
        table[_BEHIND] = each(history.behind)
    if history.is_cancelled:
        table[_CANCELLED] = True
    return table


def _board(name: str, text: Any) -> tuple[Card, ...]:
    try:
        if isinstance(text, str) and len(text) == 10:
            return read_cards(" ".join([text[at : at + 2] for at in range(0, 10, 2)]))
    except CardError:
        pass
    raise HistoryError(f"{name}: expected five cards, as in 'Ah7c2d9s4h'")


def _each(name: str, values: Any, players: int, scale: int) -> list[Chips]:
    if not isinstance(values, list) or len(values) != players:
        raise HistoryError(f"{name}: expected one amount for each player")
    return [_chips(name, value, scale) for value in values]


def _chips(name: str, value: Any, scale: int) -> Chips:
    if type(value) is not int and not isinstance(value, Decimal):
        raise HistoryError(f"{name}: expected an amount")
    try:
        return amount.whole(value, scale)
    except amount.FinerScale:
        raise
    except amount.AmountError as error:
        raise HistoryError(f"{name}: {error}") from None
