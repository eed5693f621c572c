"""Locks: decisions whose strategy is given."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from pokermasa.batch.array import Floats
from pokermasa.cards import Card, CardError
from pokermasa.solve.cards import Renaming
from pokermasa.solve.game_arrays import NodeKind
from pokermasa.solve.node import Node
from pokermasa.solve.refusal import SolveError, SolveRefusal
from pokermasa.solve.validation import range_of
from pokermasa.strength.hand_class import Combo

Strategy = npt.ArrayLike | Mapping[str, Mapping[str, float]]
"""[act, hand] in the order of the place, all 0 where a hand is free; or by hands (one, or as in a
range) and act."""
BothHands = tuple[Sequence[Combo], Sequence[Combo]]


class Lock(NamedTuple):
    path: tuple[str | int, ...]
    """Acts in Uci, cards as numbers."""
    player: int
    table: Floats
    """[act, hand]: parts that add up to 1, or to 0 for a hand that is free."""


def read_locks(root: Node, hands: BothHands, locks: Mapping[str, Strategy]) -> list[Lock]:
    """By path, as `Solution.at` takes it."""
    if not isinstance(locks, Mapping):
        words = "locks are given by path: {'CH RR50': {'AKs': {'CA': 1}}}"
        raise SolveError(SolveRefusal.STRATEGY, words)
    found = [read_lock(root, hands, path, strategy) for path, strategy in locks.items()]
    if len({lock.path for lock in found}) < len(found):
        raise SolveError(SolveRefusal.STRATEGY, "the same decision is locked twice")
    return found


def read_lock(root: Node, hands: BothHands, path: str, strategy: Strategy) -> Lock:
    try:
        return _read_lock(root, hands, path, strategy)
    except SolveError as error:
        raise SolveError(error.code, f"lock at {str(path)[:60]!r}: {error}") from None


def _read_lock(root: Node, hands: BothHands, path: str, strategy: Strategy) -> Lock:
    node, found = root, list[str | int]()
    for word in words_of(path):
        if node.kind == NodeKind.DEAL:
            try:
                found.append(Card.read(word).number)
            except CardError as error:
                raise SolveError(SolveRefusal.CARDS, f"a card comes here: {error}") from None
            node = node.children[0]
        else:
            number = node.act_number(word)
            found.append(node.names[number])
            node = node.children[number]
    if not node.is_decision:
        words = f"nobody is to act after {path[:60]!r}: there is nothing to lock"
        raise SolveError(SolveRefusal.NO_SUCH_NODE, words)
    return Lock(tuple(found), node.kind, as_table(node, hands[node.kind], strategy))


def words_of(path: str) -> list[str]:
    return path.replace(",", " ").split()


def as_table(node: Node, hands: Sequence[Combo], strategy: Strategy) -> Floats:
    """[act, hand], checked."""
    shape = len(node.acts), len(hands)
    try:
        if isinstance(strategy, Mapping):
            table = _by_hand(node, hands, strategy)
        else:
            table = np.asarray(strategy, dtype=np.float64)
    except (TypeError, ValueError, AttributeError) as error:
        if isinstance(error, SolveError):
            raise
        words = (
            f"no strategy can be read from {str(strategy)[:60]!r}: by hand and act, or [act, hand]"
        )
        raise SolveError(SolveRefusal.STRATEGY, words) from None
    if table.shape != shape:
        words = f"a strategy here has {shape[0]} acts and {shape[1]} hands, not {table.shape}"
        raise SolveError(SolveRefusal.STRATEGY, words)
    total = table.sum(axis=0)
    is_whole = (np.abs(total - 1) < 1e-6) | (total == 0)
    if not np.isfinite(table).all() or (table < 0).any() or not is_whole.all():
        words = "what is played with a hand is parts from 0 to 1 that add up to 1"
        raise SolveError(SolveRefusal.STRATEGY, words)
    return table


def _by_hand(node: Node, hands: Sequence[Combo], strategy: Mapping[str, Any]) -> Floats:
    table = np.zeros((len(node.acts), len(hands)))
    places = {hand: place for place, hand in enumerate(hands)}
    for text, parts in strategy.items():
        named = [places[hand] for hand in range_of("hands", text) if hand in places]
        if not named:
            words = f"none of {text[:40]!r} is held here"
            raise SolveError(SolveRefusal.RANGE, words)
        if table[:, named].any():
            words = f"{text[:40]!r}: some of these hands are given twice"
            raise SolveError(SolveRefusal.STRATEGY, words)
        for act, part in parts.items():
            table[node.act_number(act), named] = float(part)
    return table


def kept_by(renaming: Renaming, locks: Sequence[Lock], hands: BothHands) -> bool:
    """Whether the locks are the same ones if suits are called so: then boards that are alike but
    for these names are still alike."""
    tables = {lock.path: lock.table for lock in locks}
    becomes = [_renamed(renaming, each) for each in hands]
    for path, player, table in locks:
        other = tuple(renaming[step] if isinstance(step, int) else step for step in path)
        if other not in tables or not np.array_equal(tables[other][:, becomes[player]], table):
            return False
    return True


def _renamed(renaming: Renaming, hands: Sequence[Combo]) -> list[int]:
    """By hand: where the hand it becomes stands."""
    places = {frozenset((a.number, b.number)): place for place, (a, b) in enumerate(hands)}
    return [places[frozenset((renaming[a.number], renaming[b.number]))] for a, b in hands]
