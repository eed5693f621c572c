"""A check of the policy that a bot returns, before it is used."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from pokermasa.arena.fault import BrokenPolicy
from pokermasa.bots.policy import Policy, possible
from pokermasa.bots.referee import in_words
from pokermasa.equity.combo_tables import COMBOS
from pokermasa.rules import View

WANTED = "a policy has acts, and for each of 1,326 hands a row of chances with the sum 1"


def checked_policy(policy: Callable[[View], Policy], view: View) -> Policy:
    """Return the policy for *view*. Raises `BrokenPolicy` if *policy* fails or
    returns no policy."""
    try:
        acts, chances = policy(view)
        rows = np.asarray(chances, np.float64)
        is_one = rows.shape == (COMBOS, len(acts)) and bool((rows >= 0).all())
        off = np.abs(rows[possible(view) > 0].sum(axis=1) - 1).max() if is_one else 1.0
    except (Exception, SystemExit) as error:  # a bot's own code may raise anything
        raise BrokenPolicy(in_words(error)) from None
    if not off < 1e-6:
        raise BrokenPolicy(WANTED)
    return Policy(tuple(acts), rows)
