"""A hand history in one line, and as a replay that one can step through in a notebook.

A history is the record of a hand. Its drawing shows the cards that the record holds, but for a
hand that is not over: there only shown cards lie open. This module is loaded when the first line or
drawing is made.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from pokermasa.histories.amount import written
from pokermasa.histories.description import describe_act, describe_step, player_label
from pokermasa.histories.history import (
    UNKNOWN,
    UNKNOWN_STACK,
    Acted,
    History,
    HistoryError,
    HoleDealt,
    Shown,
)
from pokermasa.histories.replay import Scene, result, scenes
from pokermasa.notebook import html
from pokermasa.rules import Role, View
from pokermasa.rules.picture import drawn as hand_drawn

_BETTINGS = {"no limit": "NL", "pot limit": "PL", "fixed limit": "FL"}


def chips_text(chips: int, history: History) -> str:
    """Return an amount in the units of the file, or a question mark for an unknown stack."""
    return "?" if chips >= UNKNOWN_STACK // 2 else written(chips, history.scale)


def history_line(history: History) -> str:
    """Return what a history holds, from its fields alone: the hand is not replayed."""
    blinds = history.blinds
    chips = partial(chips_text, history=history)
    number = history.fields.get("hand")
    acts = sum([isinstance(step, Acted) for step in history.story])
    board = " ".join(map(str, history.board))
    parts = [
        *([f"hand {number}"] if number is not None else []),
        f"{_BETTINGS[history.rules.betting]} {chips(blinds.small)}/{chips(blinds.big)}",
        f"{history.players} players",
        f"{acts} acts",
        *([f"board {board}"] if board else []),
        *(["cancelled"] if history.is_cancelled else []),
        *([", ".join(history.names)] if history.names else []),
    ]
    return ", ".join(parts)


def drawn(history: History) -> str:
    """Return the replay. An impossible hand is drawn up to the step that is impossible."""
    moments, fault = [], ""
    try:
        shown = list(scenes(history))
    except HistoryError as error:
        shown, fault = list(_possible(history)), str(error)
    is_over = bool(shown) and shown[-1].situation.end
    gains = "" if fault or not shown else _gains(history)
    for scene in shown:
        if isinstance(scene.step, HoleDealt):
            continue  # all hole cards are on the table in the first moment that is shown
        last = scene is shown[-1]
        moments.append(
            (_step_text(scene), _picture(scene, shown[-1], is_over, gains if last else ""))
        )
    title = html.line(history_line(history))
    boards = [
        html.line(f"board {number}: {' '.join(map(str, board))}")
        for number, board in enumerate(history.more_boards, start=2)
    ]
    note = html.line(f"This hand is not possible: {fault}") if fault else ""
    replay = html.steps(moments) if moments else ""
    return "".join([title, replay, *boards, note])


def _possible(history: History) -> Iterator[Scene]:
    """Yield the scenes before the first impossible step."""
    try:
        yield from scenes(history)
    except HistoryError:
        return


def _step_text(scene: Scene) -> str:
    history, step = scene.history, scene.step
    if step is None:
        return "the cards are dealt"
    if scene.move is not None and isinstance(step, Acted):
        act = describe_act(scene.move, partial(chips_text, history=history))
        text = f"{_name(history, step.stack)} {act}"
    elif isinstance(step, Acted | Shown):
        label = player_label(history, step.stack)
        text = describe_step(step, history).replace(label, _name(history, step.stack), 1)
    else:
        text = describe_step(step, history)
    remark = getattr(step, "remark", "")
    return f"{text} — {remark}" if remark and remark != text else text


def _name(history: History, stack: int) -> str:
    return html.shortened(history.names[stack], 20) if history.names else f"p{stack + 1}"


def _picture(scene: Scene, last: Scene, is_over: bool, text: str) -> str:
    history = scene.history
    hands = []
    for stack, dealt in enumerate(last.hands):
        shown = scene.shown.get(stack) or UNKNOWN  # type: ignore[call-overload]
        known = last.shown.get(stack) or UNKNOWN  # type: ignore[call-overload]
        best = (known if None not in known else dealt) if is_over else shown
        folded = scene.dealer.stacks[stack].role is Role.FOLDED
        hands.append(None if best == UNKNOWN and folded else best)
    return hand_drawn(
        View.from_situation(scene.situation, None),
        [_name(history, stack) for stack in range(history.players)],
        hands=hands,
        board=scene.board,
        chips=partial(chips_text, history=history),
        text=text,
    )


def _gains(history: History) -> str:
    try:
        end = result(history)
    except HistoryError:
        return ""
    if end is None:
        return ""
    return ", ".join(
        [
            f"{_name(history, stack)} +{chips_text(net, history)}"
            for stack, net in enumerate(end.net)
            if net > 0
        ]
    )
