"""Opens a hand with extra posts (late, dead, straddle) at a compiled table.

This is rare and therefore not compiled: `rules.opening` says who pays what, and the result is
written to the row of the table.
"""

from collections.abc import Sequence

from pokermasa.batch.array import Ints
from pokermasa.batch.state import (
    ACTED,
    BY_ANTE,
    DEAD,
    DEAD_POSTS,
    FULL_RAISE_TO,
    INVOLVED,
    LAST_FULL_RAISE,
    LEFT,
    POT,
    PRICE,
    RAISES,
    ROUND,
    TOTAL,
    TURN,
    WAITING,
)
from pokermasa.rules import Blinds, Chips, HouseRules, ShortAntes, ShortBigBlind
from pokermasa.rules.opening import Posts, open_hand, verify
from pokermasa.rules.posting import PostingKind


def write_opening_with_posts(
    row: Ints,
    stacks: Sequence[Chips],
    button: int,
    blinds: Blinds,
    rules: HouseRules,
    posts: Posts,
) -> None:
    """Fill *row* as `opening.begin` would. The turn is set to the opener and still has to pass."""
    opened = open_hand(stacks, verify(stacks, button), blinds, rules, posts)
    players = len(stacks)
    antes, dead, live = [0] * players, [0] * players, [0] * players
    for posting in opened.postings:
        paid = antes if posting.kind is PostingKind.ANTE else live
        if posting.kind is PostingKind.DEAD:
            paid = dead
        paid[posting.stack] += posting.chips
    is_shared = blinds.big_blind_ante or rules.short_antes is ShortAntes.SHARED
    behind = [s.stack for s in opened.stacks]
    left = (1 << players) - 1
    row[DEAD] = sum(antes) if is_shared else 0
    row[DEAD_POSTS] = sum(dead)
    row[BY_ANTE] = sum(1 << i for i in range(players) if antes[i] == stacks[i])
    row[POT] = sum(antes) + sum(dead) + sum(live)
    row[TOTAL : TOTAL + players] = [a + b for a, b in zip(behind, live, strict=True)]
    row[TOTAL + players : TOTAL + 2 * players] = live
    row[TOTAL + 2 * players : TOTAL + 3 * players] = stacks
    row[TOTAL + 3 * players :] = [a * is_shared + d for a, d in zip(antes, dead, strict=True)]
    row[LEFT] = left
    row[INVOLVED] = row[WAITING] = sum(1 << i for i in range(players) if behind[i])
    row[ACTED] = row[ROUND] = row[RAISES] = 0
    is_full = rules.short_big_blind is ShortBigBlind.FULL_PRICE
    row[PRICE] = row[FULL_RAISE_TO] = max(*live, blinds.big if is_full else 0)
    row[LAST_FULL_RAISE] = blinds.big
    row[TURN] = opened.opener
