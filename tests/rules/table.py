"""A table for tests: set it by a Fen, play acts written in Uci, compare the Fen.

A Fen has one line a stack; tests write them in one line, with ` / ` between:

>>> show(play("2 P 0 0 2!0 0 1 2 / I 200 0 . / I 199 1 . / I 58 2 .", "RR6", "FO"))
'2 P 0 2 4!0 0 2 / I 194 6 RR6 / F 199 1 FO / I 58 2 .'
"""

import pytest

from pokermasa.notation import fen, uci
from pokermasa.rules import Dealer, IllegalAct, Move, Refusal, Situation, StackIndex


def indexes(*stacks: int) -> tuple[StackIndex, ...]:
    """Return plain numbers as stack indexes."""
    return tuple(map(StackIndex, stacks))


def table(start: str | Dealer | Situation) -> Situation:
    """Return the situation to start from: from a Fen in one line, a dealer, or a situation."""
    if isinstance(start, str):
        return fen.read_situation(start.replace(" / ", "\n"))
    return Situation(start) if isinstance(start, Dealer) else start


def play(start: str | Dealer | Situation, *acts: str) -> Situation:
    """Return the situation after *acts*, written in Uci."""
    situation = table(start)
    for act in acts:
        situation = situation.move(uci.read(act)).situation_after
    return situation


def moves(start: str | Dealer | Situation, *acts: str) -> list[Move]:
    """Return the move of each of *acts*."""
    situation, made = table(start), []
    for act in acts:
        made.append(situation.move(uci.read(act)))
        situation = made[-1].situation_after
    return made


def last_move(start: str | Dealer | Situation, *acts: str) -> Move:
    """Return the move of the last of *acts*."""
    return moves(start, *acts)[-1]


def show(state: Dealer | Situation) -> str:
    """Return the Fen in one line."""
    return fen.write(state).replace("\n", " / ")


def offers(start: str | Dealer | Situation) -> str:
    """Return the possible acts in Uci, separated by blanks."""
    return " ".join(map(uci.write, table(start).possible_acts))


def refusal(start: str | Dealer | Situation, act: str) -> Refusal:
    """Return the code with which *act* is refused, and check that nothing has changed."""
    situation = table(start)
    before = show(situation)
    with pytest.raises(IllegalAct) as refused:
        situation.move(uci.read(act))
    assert show(situation) == before
    assert refused.value.possible_acts == situation.possible_acts
    assert refused.value.raises == situation.raises
    return refused.value.code
