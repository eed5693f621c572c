"""Opening a hand: who posts what before the cards.

Antes and dead posts go straight into the pot, then the blinds (or the posts that take their
place) lie in front as wagers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pokermasa.rules.blinds import Blinds, Post
from pokermasa.rules.chips import MOST_CHIPS, Chips, StackIndex, clockwise
from pokermasa.rules.house import HeadsUpButton, HouseRules, ShortAntes
from pokermasa.rules.pot import Pot, gather
from pokermasa.rules.refusal import BadHand
from pokermasa.rules.stack import Role, Stack

Posts = Sequence[Post] | Mapping[StackIndex, Post]


_NOTHING = Post()


class Opening(NamedTuple):
    running_pot: Pot
    side_pots: tuple[Pot, ...]
    stacks: tuple[Stack, ...]
    opener: StackIndex
    """Whose blind (or straddle) the first turn follows."""


def blind_positions(
    button: StackIndex, players: int, rules: HouseRules
) -> tuple[StackIndex, StackIndex]:
    """Small and big blind: the next two after the button. Heads-up, most cardrooms have the button
    post the small blind; the documents have it post the big one, as the arithmetic says."""
    small = (button + 1) % players
    if players == 2 and rules.heads_up_button is HeadsUpButton.SMALL_BLIND:
        small = button
    return small, (small + 1) % players


def open_hand(
    chips: Sequence[Chips],
    button: StackIndex,
    blinds: Blinds,
    rules: HouseRules,
    posts: Posts | None,
) -> Opening:
    players = len(chips)
    small_blind, big_blind = blind_positions(button, players, rules)
    by_stack = {} if posts is None else _verified_posts(posts, players)
    for index in clockwise((small_blind - 1) % players, players) if by_stack else ():
        # Positions do not say it where the small blind is dead. Of equal blinds, it is the second.
        if by_stack.get(index, _NOTHING).live == blinds.big and not by_stack[index].late:
            big_blind = index
    stacks = [tuple.__new__(Stack, (Role.INVOLVED, amount, 0, None)) for amount in chips]
    running_pot = Pot(0, tuple(range(players)))
    side_pots: tuple[Pot, ...] = ()
    if blinds.ante:
        payers = [big_blind] if blinds.big_blind_ante else range(players)
        shared = blinds.big_blind_ante or rules.short_antes is ShortAntes.SHARED
        stacks, running_pot, side_pots = _pay_dead(
            stacks, running_pot, side_pots, dict.fromkeys(payers, blinds.ante), shared
        )
    if posts is None:
        stacks[small_blind] = _pay(stacks[small_blind], blinds.small)
        stacks[big_blind] = _pay(stacks[big_blind], blinds.big)
        return Opening(running_pot, side_pots, tuple(stacks), big_blind)
    dead = {index: post.dead for index, post in by_stack.items()}
    stacks, running_pot, side_pots = _pay_dead(stacks, running_pot, side_pots, dead, shared=True)
    for index, post in by_stack.items():
        stacks[index] = _pay(stacks[index], post.live)
    late = {index for index, post in by_stack.items() if post.late}
    opener = max(
        range(players),  # of equal posts, the last one round the table
        key=lambda i: (-1 if i in late else stacks[i].recent_wager, (i - small_blind) % players),
    )
    return Opening(running_pot, side_pots, tuple(stacks), opener)


def _pay_dead(
    stacks: list[Stack],
    running_pot: Pot,
    side_pots: tuple[Pot, ...],
    owed: Mapping[StackIndex, Chips],
    shared: bool,
) -> tuple[list[Stack], Pot, tuple[Pot, ...]]:
    """Whoever has no chips left afterwards plays for this pot only: for all of it if it is shared,
    else for as much from each as it paid."""
    paid = [_pay(stack, owed.get(index, 0)) for index, stack in enumerate(stacks)]
    if shared:
        total = sum([stack.recent_wager for stack in paid])
        running_pot = Pot(running_pot.wager + total, running_pot.involved)
        paid = [stack._replace(recent_wager=0) for stack in paid]
    running_pot, side_pots = gather(running_pot, side_pots, paid)
    return [Stack(stack.role.aged, stack.stack) for stack in paid], running_pot, side_pots


def _pay(stack: Stack, amount: Chips) -> Stack:
    """Post *amount*, or whatever the stack has."""
    paid = min(amount, stack.stack)
    left = stack.stack - paid
    role = Role.NEW_ALL_IN if stack.role is Role.INVOLVED and not left else stack.role
    return Stack(role, left, paid)


def verify(chips: Sequence[Chips], button: StackIndex, bets: tuple[Chips, Chips] | None) -> None:
    if not 2 <= len(chips) <= 10:
        raise BadHand(f"a hand has 2 to 10 players, not {len(chips)}")
    for index, amount in enumerate(chips):
        if type(amount) is not int or not 1 <= amount <= MOST_CHIPS:
            raise BadHand(f"stack {index} is a whole number of chips, at least 1, not {amount!r}")
    if type(button) is not int or not 0 <= button < len(chips):
        raise BadHand(f"the button is a stack index from 0 to {len(chips) - 1}, not {button!r}")
    if bets is not None and not 0 < bets[0] <= bets[1]:
        raise BadHand(f"the bets are a smaller and a larger one, not {bets!r}")


def _verified_posts(posts: Posts, players: int) -> dict[StackIndex, Post]:
    pairs = posts.items() if isinstance(posts, Mapping) else enumerate(posts)
    by_stack = {index: Post(*post) for index, post in pairs}
    for index, post in by_stack.items():
        if not 0 <= index < players:
            raise BadHand(f"there is no stack {index} to post")
        if any(type(amount) is not int or amount < 0 for amount in (post.live, post.dead)):
            raise BadHand(f"stack {index} posts whole numbers of chips, not {post}")
    return by_stack
