"""A table for tests: set it by a Fen, play acts written in Uci, compare the Fen.

A Fen has one line a stack; tests write them in one line, with ` / ` between:

>>> show(play("2 P 0 0 2!0 0 1 2 / I 200 0 . / I 199 1 . / I 58 2 .", "RR6", "FO"))
'2 P 0 2 4!0 0 2 / I 194 6 RR6 / F 199 1 FO / I 58 2 .'
"""

import pytest

from pokermasa.notation import fen, uci
from pokermasa.rules import Dealer, IllegalAct, Move, Refusal, Situation, StackIndex


def indexes(*stacks: int) -> tuple[StackIndex, ...]:
    """Who may win a pot, by plain numbers."""
    return tuple(map(StackIndex, stacks))


def table(start: str | Dealer | Situation) -> Situation:
    """The situation to start from: a Fen in one line, a dealer, or a situation as it is."""
    if isinstance(start, str):
        return fen.read_situation(start.replace(" / ", "\n"))
    return Situation(start) if isinstance(start, Dealer) else start


def play(start: str | Dealer | Situation, *acts: str) -> Situation:
    """The situation after *acts*."""
    situation = table(start)
    for act in acts:
        situation = situation.move(uci.read(act)).situation_after
    return situation


def moves(start: str | Dealer | Situation, *acts: str) -> list[Move]:
    """Every move that *acts* make."""
    situation, made = table(start), []
    for act in acts:
        made.append(situation.move(uci.read(act)))
        situation = made[-1].situation_after
    return made


def last_move(start: str | Dealer | Situation, *acts: str) -> Move:
    """The move that the last of *acts* makes."""
    return moves(start, *acts)[-1]


def show(state: Dealer | Situation) -> str:
    """The Fen, in one line."""
    return fen.write(state).replace("\n", " / ")


def offers(start: str | Dealer | Situation) -> str:
    """The acts that may be sent now, written one after the other."""
    return " ".join(map(uci.write, table(start).possible_acts))


def refusal(start: str | Dealer | Situation, act: str) -> Refusal:
    """The code with which *act* is refused; nothing may have changed."""
    situation = table(start)
    before = show(situation)
    with pytest.raises(IllegalAct) as refused:
        situation.move(uci.read(act))
    assert show(situation) == before
    assert refused.value.possible_acts == situation.possible_acts
    assert refused.value.raises == situation.raises
    return refused.value.code
