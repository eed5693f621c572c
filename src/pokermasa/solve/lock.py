"""Locks: decisions whose strategy is fixed by the user."""

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
"""A strategy at one decision: an array indexed by act and hand (all 0 where a hand is free), or a
mapping from hands (one hand, or a range) to the frequency of each act."""
BothHands = tuple[Sequence[Combo], Sequence[Combo]]
"""The hands of both players, in the order of the arrays."""


class Lock(NamedTuple):
    """A fixed strategy at one decision."""

    path: tuple[str | int, ...]
    """The acts (in Uci) and cards (as numbers) that lead to the decision."""
    player: int
    """The player to act, 0 or 1."""
    table: Floats
    """Frequencies indexed by act and hand. Those of one hand add up to 1, or to 0 if the hand is
    free."""


def read_locks(root: Node, hands: BothHands, locks: Mapping[str, Strategy]) -> list[Lock]:
    """Read locks by path; the paths are those of `Solution.at`. Raises `SolveError` for a wrong or
    repeated one."""
    if not isinstance(locks, Mapping):
        message = "locks are given by path: {'CH RR50': {'AKs': {'CA': 1}}}"
        raise SolveError(SolveRefusal.STRATEGY, message)
    found = [read_lock(root, hands, path, strategy) for path, strategy in locks.items()]
    if len({lock.path for lock in found}) < len(found):
        raise SolveError(SolveRefusal.STRATEGY, "the same decision is locked twice")
    return found


def read_lock(root: Node, hands: BothHands, path: str, strategy: Strategy) -> Lock:
    """Read one lock. The error message names the path."""
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
                raise SolveError(SolveRefusal.CARDS, f"expected a card here: {error}") from None
            node = node.children[0]
        else:
            number = node.act_number(word)
            found.append(node.names[number])
            node = node.children[number]
    if not node.is_decision:
        message = f"no player is to act after {path[:60]!r}: there is nothing to lock"
        raise SolveError(SolveRefusal.NO_SUCH_NODE, message)
    return Lock(tuple(found), node.kind, as_table(node, hands[node.kind], strategy))


def words_of(path: str) -> list[str]:
    """Split a path at blanks and commas."""
    return path.replace(",", " ").split()


def as_table(node: Node, hands: Sequence[Combo], strategy: Strategy) -> Floats:
    """Return a strategy as a checked array, indexed by act and hand. Raises `SolveError` if it is
    not valid."""
    shape = len(node.acts), len(hands)
    try:
        if isinstance(strategy, Mapping):
            table = _by_hand(node, hands, strategy)
        else:
            table = np.asarray(strategy, dtype=np.float64)
    except (TypeError, ValueError, AttributeError) as error:
        if isinstance(error, SolveError):
            raise
        message = (
            f"{str(strategy)[:60]!r} is not a strategy: give it by hand and act, or as an array "
            "[act, hand]"
        )
        raise SolveError(SolveRefusal.STRATEGY, message) from None
    if table.shape != shape:
        message = f"a strategy here has {shape[0]} acts and {shape[1]} hands, not {table.shape}"
        raise SolveError(SolveRefusal.STRATEGY, message)
    total = table.sum(axis=0)
    is_whole = (np.abs(total - 1) < 1e-6) | (total == 0)
    if not np.isfinite(table).all() or (table < 0).any() or not is_whole.all():
        message = "the frequencies of a hand are numbers from 0 to 1 that add up to 1"
        raise SolveError(SolveRefusal.STRATEGY, message)
    return table


def _by_hand(node: Node, hands: Sequence[Combo], strategy: Mapping[str, Any]) -> Floats:
    table = np.zeros((len(node.acts), len(hands)))
    places = {hand: place for place, hand in enumerate(hands)}
    for text, parts in strategy.items():
        named = [places[hand] for hand in range_of("hands", text) if hand in places]
        if not named:
            message = f"the range has no hand of {text[:40]!r} here"
            raise SolveError(SolveRefusal.RANGE, message)
        if table[:, named].any():
            message = f"{text[:40]!r}: some of these hands are given twice"
            raise SolveError(SolveRefusal.STRATEGY, message)
        for act, frequency in parts.items():
            table[node.act_number(act), named] = float(frequency)
    return table


def is_kept_by(renaming: Renaming, locks: Sequence[Lock], hands: BothHands) -> bool:
    """Return whether renaming the suits maps the locks to themselves. Only then do isomorphic
    boards stay isomorphic."""
    tables = {lock.path: lock.table for lock in locks}
    becomes = [_renamed(renaming, each) for each in hands]
    for path, player, table in locks:
        other = tuple(renaming[step] if isinstance(step, int) else step for step in path)
        if other not in tables or not np.array_equal(tables[other][:, becomes[player]], table):
            return False
    return True


def _renamed(renaming: Renaming, hands: Sequence[Combo]) -> list[int]:
    """Return for each hand the index of the hand that it becomes."""
    places = {frozenset((a.number, b.number)): place for place, (a, b) in enumerate(hands)}
    return [places[frozenset((renaming[a.number], renaming[b.number]))] for a, b in hands]
