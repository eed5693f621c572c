"""The order of turns: the next stack that has a decision to make."""

from __future__ import annotations

from collections.abc import Sequence

from pokermasa.rules.chips import Chips, StackIndex
from pokermasa.rules.stack import Role, Stack

_INVOLVED, _FOLDED = Role.INVOLVED, Role.FOLDED
_FIRST = StackIndex(0)


def owes(stacks: Sequence[Stack], index: StackIndex, price: Chips) -> bool:
    """Whether this stack must pay to stay in the hand.

    It owes nothing if no opponent can match more than its present wager.
    """
    wager = stacks[index][2]
    if wager >= price:
        return False
    # Usually the first opponent in this loop can match.
    for other, (role, stack, front, _) in enumerate(stacks):
        if stack + front > wager and role is not _FOLDED and other != index:
            return True
    return False


def next_to_act(stacks: Sequence[Stack], turn: StackIndex, price: Chips) -> StackIndex | None:
    """Return the next stack clockwise after *turn* that has to act. None if the round is over."""
    index = turn
    players = len(stacks)
    for _ in stacks:
        index += 1  # type: ignore[assignment]  # a stack index again, with no call
        if index == players:
            index = _FIRST
        role, _, wager, last_action = stacks[index]
        if role is not _INVOLVED:
            continue
        if wager < price:
            if owes(stacks, index, price):
                return index
        elif last_action is not None:
            continue
        # The stack has nothing to pay. It can decide something only if an opponent could still act
        # after a raise.
        if last_action is None:
            for other, stack in enumerate(stacks):
                if stack[0] is _INVOLVED and other != index:
                    return index
    return None
