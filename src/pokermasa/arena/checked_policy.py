"""A bot's policy, looked at before anything is built on it."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from pokermasa.arena.fault import BrokenPolicy
from pokermasa.bots.policy import Policy, possible
from pokermasa.bots.referee import in_words
from pokermasa.equity.plan import COMBOS
from pokermasa.rules import View

WANTED = "a policy is acts, and for each of 1,326 hands a row of chances that add up to one"


def checked_policy(policy: Callable[[View], Policy], view: View) -> Policy:
    """What *policy* answers. Raises `BrokenPolicy` where it fails or is none."""
    try:
        acts, chances = policy(view)
        rows = np.asarray(chances, np.float64)
        is_one = rows.shape == (COMBOS, len(acts)) and bool((rows >= 0).all())
        off = np.abs(rows[possible(view) > 0].sum(axis=1) - 1).max() if is_one else 1.0
    except (Exception, SystemExit) as error:  # whatever a stranger's bot does
        raise BrokenPolicy(in_words(error)) from None
    if not off < 1e-6:
        raise BrokenPolicy(WANTED)
    return Policy(tuple(acts), rows)
