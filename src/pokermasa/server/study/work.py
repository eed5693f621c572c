"""Jobs of the study workers: functions of plain values that return JSON data or bytes.

They import what they need when called, so that the room's own process does not load it.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from typing_extensions import TypedDict

from pokermasa.histories.history import History, HistoryError
from pokermasa.rules import StackIndex


class QuestionRefused(TypedDict):
    refused: str
    """Reason why the question cannot be answered, as a sentence."""


class ShareOfPot(TypedDict):
    """Result for one hand or range; probabilities are between 0 and 1."""

    range: str
    percent: float
    equity: float
    win: float
    tie: float
    low: float
    """Lower end of the 95 % confidence interval. Both ends equal the equity if it is exact."""
    high: float
    grid: list[list[float | None]]
    """Equity of each class of starting hands, from aces, with suited hands above the diagonal."""


class EquityAnswer(TypedDict):
    """Equities of all hands and ranges of the question, in the same order."""

    exact: bool
    looked_at: int
    """Number of combinations of cards and boards that were evaluated."""
    shares: list[ShareOfPot]


class RangeAnswer(TypedDict):
    text: str
    """The range in its shortest notation."""
    percent: float
    combos: int
    grid: list[list[float]]
    """Mean weight of each class of starting hands, from aces, with suited hands above the
    diagonal."""


class PreflopAct(TypedDict):
    act: str
    """`fold`, `call` (or check), `raise` or `all-in`."""
    percent: float
    """How often the act is taken, in per cent of the hands that come to the decision."""
    text: str
    """The hands that take it, with their weights; empty if there is none."""


class PreflopAnswer(TypedDict):
    """The play of the preflop tables at one decision."""

    situation: str
    depth: float
    """Depth of the table, in big blinds: the nearest one."""
    acts: list[PreflopAct]


def analysed(
    history: History, viewer: StackIndex | None, seen: frozenset[StackIndex]
) -> bytes | QuestionRefused:
    """Return the analysis of every decision of the players in *seen* as JSON, or `{"refused":
    words}`."""
    from pokermasa.study import analyse, analysis_data

    try:
        analysis = analyse(history, viewer, decisions=seen)
    except HistoryError as error:
        return {"refused": str(error)}
    return json.dumps(analysis_data(analysis), separators=(",", ":")).encode()


def solved(
    history: History,
    stack: StackIndex,
    seen: frozenset[StackIndex],
    seconds: float,
    memory: int,
    is_first: bool,
    watch: Callable[[float], None],
) -> bytes | QuestionRefused:
    """Return the judgement of all decisions of a player in *seen* as JSON, with those from the flop
    on solved, or `{"refused": words}`. With *is_first*, the solver only gives a first answer for
    the turn and the river."""
    from pokermasa.study.data import judgement_data
    from pokermasa.study.judging import judged
    from pokermasa.study.solved_line import FIRST, Limits

    if stack not in seen:
        return {"refused": f"you did not see the cards of stack {stack}"}
    limits = Limits(seconds, memory)
    if is_first:
        limits = FIRST._replace(
            seconds=min(seconds, FIRST.seconds), memory=min(memory, FIRST.memory)
        )
    try:
        studies = judged(history, [stack], limits, watch)
    except HistoryError as error:
        return {"refused": str(error)}
    found = judgement_data(history, stack, studies)
    return json.dumps(found, separators=(",", ":")).encode()


def equities(
    hands: list[str], board: str, dead: str, exact: bool | None, precision: float | None
) -> EquityAnswer | QuestionRefused:
    """Return the equities of hands and ranges, sampled to this precision unless *exact*."""
    from pokermasa.equity import equity

    try:
        found = equity(hands, board, dead, exact=exact, precision=precision, threads=1)
    except ValueError as error:
        return {"refused": str(error)}
    return {
        "exact": found.exact,
        "looked_at": found.looked_at,
        "shares": [
            {
                "range": str(share.range),
                "percent": round(share.range.percent, 2),
                "equity": round(share.equity, 6),
                "win": round(share.win, 6),
                "tie": round(share.tie, 6),
                "low": round(share.interval[0], 6),
                "high": round(share.interval[1], 6),
                "grid": [
                    [None if cell is None else round(cell, 4) for cell in row] for row in share.grid
                ],
            }
            for share in found.shares
        ],
    }


def ranges(text: str) -> RangeAnswer | QuestionRefused:
    """Parse a range. Returns its shortest notation and its grid."""
    from pokermasa.strength.range import Range, RangeError

    try:
        found = Range.read(text)
    except RangeError as error:
        return {"refused": str(error)}
    return {
        "text": str(found),
        "percent": round(found.percent, 2),
        "combos": len(found),
        "grid": [[round(weight, 4) for weight in row] for row in found.grid],
    }


def preflop(
    position: str, vs: str | None, raises: int | None, players: int, depth: float
) -> PreflopAnswer | QuestionRefused:
    """Return a decision of the preflop tables."""
    from pokermasa.ranges import ChartError, chart

    try:
        found = chart(position, vs, raises=raises, players=players, depth=depth)
    except ChartError as error:
        return {"refused": str(error)}
    return {
        "situation": found.title,
        "depth": found.table.spec.depth,
        "acts": [
            {"act": act, "percent": round(found.percent(act), 2), "text": str(found.range(act))}
            for act in found.acts
        ],
    }


# Statistics: rows by stakes, position, tournament and publicity, and a line of winnings

POINTS = 1_000
"""Maximum number of points in the line. If there are more, every second one is dropped."""
Row = tuple[int, str, bool, bool]
"""Key of a row: big blind, position, whether it was a tournament, and whether the hand counts for
public statistics (at least two people at a public table)."""


def nothing_counted() -> dict[str, Any]:
    """Return empty statistics, in the stored form."""
    return {"rows": [], "hands": 0, "every": 1, "now": [0.0, 0.0, 0.0], "line": []}


def counted(
    so_far: dict[str, Any], hands: list[tuple[History, StackIndex, bool, bool]]
) -> dict[str, Any]:
    """Return the statistics *so_far* with these hands added. Each hand comes with the player's
    stack index, whether it was a tournament, and whether it counts for public statistics."""
    from dataclasses import asdict

    from pokermasa.histories.hand_stats import HandStats
    from pokermasa.histories.replay import result
    from pokermasa.histories.stats import PlayerStats
    from pokermasa.study.chance import all_in_equity

    equity = all_in_equity()
    rows: dict[Row, PlayerStats] = {
        tuple(row["key"]): PlayerStats(**row["counts"]) for row in so_far["rows"]
    }
    total, every, line = so_far["hands"], so_far["every"], list(so_far["line"])
    won, adjusted, shown = so_far["now"]
    for history, stack, is_tournament, is_public in hands:
        end = result(history)
        hand = HandStats(history, end)
        shares = hand.adjusted(equity)
        key = (history.blinds.big, hand.positions[stack], is_tournament, is_public)
        row = rows.setdefault(key, PlayerStats("", hand.positions[stack]))
        showdowns = row.showdowns
        hand.count(stack, row, shares)
        net = 0.0 if end is None else end.net[stack] / history.blinds.big
        won += net
        adjusted += net if shares is None else shares[stack] / history.blinds.big
        shown += net if row.showdowns > showdowns else 0.0
        total += 1
        if total % every == 0:
            line.append([total, round(won, 2), round(adjusted, 2), round(shown, 2)])
        if len(line) > POINTS:
            line, every = line[1::2], 2 * every
    return {
        "rows": [{"key": list(key), "counts": asdict(row)} for key, row in rows.items()],
        "hands": total,
        "every": every,
        "now": [won, adjusted, shown],
        "line": line,
    }
