"""Pairs of hand classes: how often they are dealt, and their equities."""

from __future__ import annotations

from functools import cache

import numpy as np

from pokermasa.batch.array import Floats
from pokermasa.batch.combo import combos
from pokermasa.equity.all_in import BOARDS, CLASSES
from pokermasa.solve.pushfold import tables


@cache
def prior() -> Floats:
    """Return the probability of each class."""
    counts = np.bincount(combos().hand_class, minlength=CLASSES)
    return np.asarray(counts / counts.sum())


@cache
def met() -> Floats:
    """Return the probability of each opponent's class, given a class: [class, opponent's class]."""
    deals, _ = tables()
    return np.asarray(deals / deals.sum(axis=1, keepdims=True))


@cache
def equities() -> Floats:
    """Return the all-in equity of each class against each class."""
    deals, scores = tables()
    return np.asarray(scores / BOARDS / np.where(deals > 0, deals, 1) / 2)
