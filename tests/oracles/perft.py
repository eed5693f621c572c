"""Counting whole trees of hands: `python -m tests.oracles.perft` writes tests/rules/perft.json.

From each decision go FO, CH or CA, AA where offered, and every whole RR between the least and the
most; a tree's leaves are hands played to the end. (For an engine without AA it is the raise, or the
call, that takes the last chip: the same tree.) Other engines can confirm every number.
"""

from __future__ import annotations

import copy
import json
import warnings
from collections import deque
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from pokermasa.notation import fen
from pokermasa.rules import (
    AllIn,
    Betting,
    Blinds,
    Call,
    Check,
    Dealer,
    Fold,
    HandDealer,
    HouseRules,
    OneWin,
    Raise,
    ShortAntes,
    Situation,
)
from tests.oracles.duel import RULES
from tests.oracles.quirk import Quirk, Story, is_idle, only_they_let_raise
from tests.oracles.start import Start
from tests.oracles.twin import Twin

DATA = Path(__file__).parent.parent / "rules" / "perft.json"


class Tree(NamedTuple):
    hands: int
    """The number of leaves: different sequences of acts from here to the end of the hand."""
    decisions: int
    """The number of nodes at which a stack acts."""
    folded: int
    """The number of leaves at which all stacks but one have folded."""
    won: tuple[int, ...]
    """The sum of each stack's final chips over all leaves."""
    endings: frozenset[tuple[int, ...]]
    """All possible outcomes, each as the final chips of the stacks."""

    @classmethod
    def leaf(cls, stacks: tuple[int, ...], folded: bool) -> Tree:
        return cls(1, 0, int(folded), stacks, frozenset([stacks]))

    @classmethod
    def from_branches(cls, branches: list[Tree]) -> Tree:
        return cls(
            sum(tree.hands for tree in branches),
            sum(tree.decisions for tree in branches) + 1,
            sum(tree.folded for tree in branches),
            tuple(map(sum, zip(*(tree.won for tree in branches), strict=True))),
            frozenset().union(*(tree.endings for tree in branches)),
        )

    def row(self) -> dict[str, object]:
        return {**self._asdict(), "won": list(self.won), "endings": len(self.endings)}


def count(situation: Situation) -> Tree:
    """Count every hand one by one."""
    if situation.end:
        outcome = situation.outcome
        return Tree.leaf(outcome.winners.stacks, isinstance(outcome, OneWin))
    return Tree.from_branches(
        [count(situation.move(act).situation_after) for act in acts(situation)]
    )


def count_remembering(situation: Situation) -> Tree:
    """Count every hand, but each dealer only once, since the rest depends on nothing else."""
    cards = situation.hand_dealer

    @cache
    def after(dealer: Dealer) -> Tree:
        here = Situation(dealer, cards)
        return Tree.from_branches([step(here.move(act).situation_after) for act in acts(here)])

    def step(here: Situation) -> Tree:
        return count(here) if here.end else after(here.dealer)

    return step(situation)


def acts(situation: Situation) -> Any:
    offered = situation.possible_acts
    yield from (act for act in (Fold(), Check(), Call(), AllIn()) if act in offered)
    if situation.raises is not None:
        least, most = situation.raises
        yield from map(Raise, range(least, most + 1))


def count_by_pokerkit(start: Start, mended: bool = False) -> Tree:
    """Count hands with pokerkit alone. Players without a decision are skipped.

    *mended* leaves out raises that one of its quirks allows.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return _theirs(Twin(start), Story.from_start(start, 0), start, mended)


def _theirs(twin: Twin, story: Story, start: Start, mended: bool) -> Tree:
    while (stack := twin.to_act) is not None:
        if not is_idle(stack, twin.stacks, twin.wagers, twin.living):
            break
        twin.call()
    if stack is None:
        return Tree.leaf(tuple(twin.stacks), twin.state.folded_status)
    raises, price, total = twin.raises, max(twin.wagers), twin.stacks[stack] + twin.wagers[stack]
    if mended and only_they_let_raise(story, stack):
        raises = None
    amounts = range(raises[0], raises[1] + 1) if raises else ()
    branches = []
    for to in ("fold", "call", *amounts):
        other, result = _copied(twin), copy.deepcopy(story)
        if to == "fold":
            other.fold()
        elif to == "call":
            other.call()
            result.note(stack)
        else:
            other.raise_to(to)
            result.note(stack, to - price, all_in=to == total)
        if other.round != twin.round:
            result = Story.from_start(start, other.round or 0)
        branches.append(_theirs(other, result, start, mended))
    return Tree.from_branches(branches)


def _copied(twin: Twin) -> Twin:
    """Copy a pokerkit state. `copy.deepcopy` would copy the cards too and take ten times longer."""
    other = copy.copy(twin)
    other.state = copy.copy(twin.state)
    for name, value in vars(twin.state).items():
        if isinstance(value, list):
            inner = [v.copy() if isinstance(v, list | deque) else v for v in value]
            setattr(other.state, name, inner)
        elif isinstance(value, deque | set | dict):
            setattr(other.state, name, value.copy())
    other._board = twin._board.copy()
    return other


# Starting positions of the counts

HANDS = ["As Kd", "Ah Kc", "8s 8d", "6s 6d", "4s 4d", "Jc Tc"]
"""With three or more players the first two have equal hands and share their winnings."""
BOARD = "Ac 7d 9h Js 2c"
NO, POT, FIXED = (RULES[betting] for betting in Betting)
SHARED = NO.replace(short_antes=ShortAntes.SHARED)


def start(rules: HouseRules | str, *stacks: int, button: int = 0, **blinds: Any) -> Start:
    rules = HouseRules.named(rules) if isinstance(rules, str) else rules
    posted = Blinds(**{"small": 1, "big": 2, **blinds})
    cards = HandDealer(HANDS[: len(stacks)] if len(stacks) > 2 else HANDS[1:3], BOARD)
    return Start(rules, stacks, button, posted, (posted.big, 2 * posted.big), cards)


STARTS = {
    "two, the smallest stacks that can act": start(NO, 3, 3),
    "two, no limit": start(NO, 8, 8),
    "two, no limit, unequal": start(NO, 9, 5, button=1),
    "two, no limit, deeper": start(NO, 10, 10),
    "two, no limit, ten big blinds": start(NO, 20, 20),
    "two, the button posts the big blind": start("masa", 8, 8),
    "three, no limit": start(NO, 5, 5, 5),
    "three, no limit, unequal": start(NO, 4, 7, 5),
    "three, no limit, deeper": start(NO, 8, 8, 8),
    "three, no limit, antes": start(NO, 6, 7, 5, button=2, ante=1),
    "three, no limit, big-blind ante": start(SHARED, 7, 6, 9, ante=2, big_blind_ante=True),
    "three, no limit, the big blind is short": start(NO, 6, 6, 1),
    "three, the same, but the price stays the big blind": start("tda", 6, 6, 1),
    "three, a raise under the least is a call, odd chips dropped": start("botpoker", 5, 6, 7),
    "four, no limit, staircase": start(NO, 3, 4, 5, 6),
    "four, the same, all-in only when short": start("classic", 3, 4, 5, 6),
    "six, no limit, all short": start(NO, 3, 3, 3, 3, 3, 3),
    "two, pot limit": start(POT, 10, 10),
    "two, pot limit, ten big blinds": start(POT, 20, 20),
    "three, pot limit": start(POT, 7, 6, 8),
    "two, fixed limit": start(FIXED, 12, 12),
    "two, fixed limit, twenty big blinds, capped": start(FIXED, 40, 40),
    "two, fixed limit, the cap lifted": start("limit", 24, 24),
    "three, fixed limit, unequal": start(FIXED, 7, 8, 9),
    "three, fixed limit, ten big blinds": start(FIXED, 20, 20, 20),
    "three, the same, half a bet reopens": start("limit", 20, 20, 20),
}
PLAIN = 7_000
"""The largest number of hands in a tree that is counted one by one."""
ASKED = 60_000
"""The largest number of hands in a tree that pokerkit counts too."""
NOT_POKERKITS = ("masa", "tda", "botpoker", "classic", "limit")
"""Rules that pokerkit does not play (`duel.RULES` are those it does)."""


def plays_at_pokerkit(at: Start) -> bool:
    return at.rules not in map(HouseRules.named, NOT_POKERKITS)


def described(at: Start) -> dict[str, object]:
    """Return everything that another engine needs to count the tree."""
    return {
        "rules": at.rules.name,
        "stacks": list(at.stacks),
        "button": at.button,
        "blinds": at.blinds._asdict(),
        "bets": list(at.bets),
        "hands": [" ".join(map(str, hand)) for hand in at.cards.hands],
        "board": " ".join(map(str, at.cards.board)),
        "fen": fen.write(at.situation()).splitlines(),
    }


def confirmed(at: Start, tree: Tree) -> object:
    """Return pokerkit's count of the tree."""
    if not plays_at_pokerkit(at):
        return "plays other rules"
    if tree.hands > ASKED:
        return "not asked"
    theirs = count_by_pokerkit(at)
    if theirs == tree:
        return "the same tree"
    assert count_by_pokerkit(at, mended=True) == tree
    return {"tree": theirs.row(), "the same tree without": Quirk.FIRST_SHORT_RAISE}


def rows() -> dict[str, dict[str, object]]:
    data = {}
    for name, at in STARTS.items():
        tree = count_remembering(at.situation())
        data[name] = {**described(at), "tree": tree.row(), "pokerkit": confirmed(at, tree)}
        print(f"{tree.hands:10,} hands  {name}")
    return data


if __name__ == "__main__":
    about = " ".join(__doc__.split("\n\n")[1].split())
    DATA.write_text(json.dumps({"about": about, "trees": rows()}, indent=1) + "\n")
