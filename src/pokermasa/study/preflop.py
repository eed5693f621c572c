"""Judges decisions before the flop by the preflop tables."""

from __future__ import annotations

import numpy as np

from pokermasa.cards import Card
from pokermasa.notation import uci
from pokermasa.ranges.reading import act_in, find, spot_of, table_for
from pokermasa.ranges.table import GameTable
from pokermasa.ranges.tree import CALL, FOLD, JAM, RAISE
from pokermasa.rules import Dealer, PastAct, StackIndex
from pokermasa.strength.hand_class import HandClass, grid_classes
from pokermasa.study.decision import DecisionStudy, NoVerdict, Option, Verdict, no_verdict
from pokermasa.study.line import Line, PlayedAct, call_name

FOLDED, ENTERED = 2.0, 1.0
"""Smallest loss of a mistake, in big blinds: a fold of a hand that should be played, and a hand
that should be folded. The tables rest on a model of the play after the flop. It is too coarse to
call a call or a raise wrong where the other one is right."""
_GOOD = 0.1
_CLOSE = 0.4
_MIXED = 0.1
_SIZE = 1.7
"""An amount that is larger or smaller than that of the tables by this factor is not judged."""
_DEPTH = 1.6
"""The same for the depth of the stacks."""


def judge_preflop(
    line: Line, number: int, stack: StackIndex, hand: tuple[Card, Card]
) -> DecisionStudy:
    """Judge the act with index *number* in `line.preflop`."""
    played, past = line.preflop[number], line.past[:number]
    act = line.past[number]
    live = [
        StackIndex(index)
        for index in range(len(line.opening.stacks))
        if all(one.index != index or one.act.code != "FO" for one in past)
    ]
    table = table_for(line.opening, live)
    word = act_in(act)
    found = find(table, spot_of(table, line.opening, past, act), word)
    big = line.opening.blinds.big
    if not found.is_near or not _is_like(table, line.opening, act, found.node.state.acts(), live):
        return no_verdict(stack, NoVerdict.PREFLOP)
    high, low = sorted(hand, reverse=True)
    names = [name for row in grid_classes() for name in row]
    cell = names.index(HandClass.from_combo((high, low)))
    child = found.child(word)
    options = []
    for name, node in found.node.children.items():
        options.append(
            Option(
                act=uci.write(played.act)
                if node is child
                else _uci(name, node.state.price, played, big),
                loss=float(table.loss(node)[cell]) * big,
                worth=None,
                often=float(table.frequency(node)[cell]),
                is_chosen=node is child,
            )
        )
    if any((option.often or 0.0) >= _MIXED and option.loss > _CLOSE * big for option in options):
        return no_verdict(stack, NoVerdict.INEXACT)  # training has not settled this rare spot
    chosen = next(option for option in options if option.is_chosen)
    loss = chosen.loss / big
    often = chosen.often or 0.0
    best = min(options, key=lambda option: option.loss)
    verdict = Verdict.GOOD
    if often < _MIXED and loss > _GOOD:
        verdict = Verdict.CLOSE if loss < _CLOSE else Verdict.DEPENDS
        is_wrong = (chosen.act == "FO" and loss >= FOLDED) or (best.act == "FO" and loss >= ENTERED)
        if is_wrong and not line.is_tournament:
            verdict = Verdict.MISTAKE
    return DecisionStudy(
        stack=stack,
        verdict=verdict,
        options=tuple(options),
        best=best.act,
        loss=chosen.loss,
        source="tables",
        is_tournament=line.is_tournament,
    )


def _is_like(
    table: GameTable, opening: Dealer, act: PastAct, acts: dict[str, float], live: list[StackIndex]
) -> bool:
    """Whether depth, price and size of a decision are near enough to those of the table."""
    big = opening.blinds.big
    depth = sorted(opening.stacks[index].total for index in live)[-2] / big
    pairs = [(depth, table.spec.depth, _DEPTH)]
    if acts.get(CALL, 0) > 0:
        pairs.append((max(act.price / big, 1.0), acts[CALL], _SIZE))
    if act.act.raises:
        word = act_in(act)
        sizes = [acts[each] for each in (word, RAISE, JAM) if each in acts]
        pairs.append((min(act.to / big, depth), sizes[0], _SIZE))
    return all(abs(np.log(real / known)) <= np.log(most) for real, known, most in pairs)


def _uci(word: str, price: float, played: PlayedAct, big: int) -> str:
    """Return an act of the tables as Uci."""
    if word == FOLD:
        return "FO"
    dealer = played.before
    if word == CALL:
        is_free = dealer.price <= dealer.stacks[dealer.turn_to_act].recent_wager
        return "CH" if is_free else call_name(dealer)
    return "AA" if word == JAM else f"RR{round(price * big)}"
