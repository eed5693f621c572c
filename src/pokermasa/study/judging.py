"""Chooses how each decision of a hand is judged: by the tables, by a solution, or not at all."""

from __future__ import annotations

from collections.abc import Collection

from pokermasa.cards import Card
from pokermasa.histories.history import History, whole
from pokermasa.rules import StackIndex
from pokermasa.study.certain import certain_verdict
from pokermasa.study.decision import DecisionStudy, NoVerdict, no_verdict
from pokermasa.study.line import Line
from pokermasa.study.preflop import judge_preflop
from pokermasa.study.short_stack import judge_short_stack
from pokermasa.study.solved_line import Limits, LineJudge, Watch


def judged(
    history: History,
    players: Collection[StackIndex],
    limits: Limits | None,
    watch: Watch = lambda _: None,
) -> dict[int, DecisionStudy]:
    """Return the study of each decision of *players* whose cards are known, by step of the story.

    A player's decisions are judged from that player's cards and the public acts only. Without
    *limits*, nothing is solved."""
    line = Line.from_history(history)
    found: dict[int, DecisionStudy] = {}
    if line is None or history.is_cancelled:
        return found
    for player in sorted(players):
        hand = whole(history.hands[player])
        if hand is not None:
            found |= _of_player(line, player, hand, limits, watch)
    return found


def _of_player(
    line: Line, player: StackIndex, hand: tuple[Card, Card], limits: Limits | None, watch: Watch
) -> dict[int, DecisionStudy]:
    found: dict[int, DecisionStudy] = {}
    for number, act in enumerate(line.preflop):
        if act.before.turn_to_act == player:
            study = certain_verdict(act, hand, ()) or judge_short_stack(line, number, hand)
            if study is None and line.refusal is not None:
                study = no_verdict(player, line.refusal)
            found[act.number] = study or judge_preflop(line, number, player, hand)
    mine = [act for act in line.later if act.before.turn_to_act == player]
    reason = line.refusal or (None if line.is_heads_up else NoVerdict.MULTIWAY)
    if reason is None and limits is None:
        reason = NoVerdict.NOT_SOLVED
    if mine and reason is None and limits is not None:
        found |= dict(LineJudge(line, player, hand, limits, watch).studies())
    for act in mine:
        board = line.board[: act.before.round.board_cards]
        if act.number not in found or found[act.number].reason is not None:
            study = certain_verdict(act, hand, board)
            if study is not None:
                found[act.number] = study
            elif act.number not in found:
                found[act.number] = no_verdict(player, reason or NoVerdict.RARE)
    return found
