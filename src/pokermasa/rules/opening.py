"""Opening a hand: who posts what before the cards.

Antes and dead posts go straight into the pot, then the blinds (or the posts that take their
place) lie in front as wagers.

Repeated by batch/opening.py, on arrays.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pokermasa.rules.blinds import Blinds, Post
from pokermasa.rules.chips import MOST_CHIPS, Chips, StackIndex, clockwise, stack_indexes
from pokermasa.rules.house import HeadsUpButton, HouseRules, ShortAntes
from pokermasa.rules.posting import Posting, PostingKind
from pokermasa.rules.pot import Pot, gather
from pokermasa.rules.refusal import BadHand
from pokermasa.rules.stack import Role, Stack

Posts = Sequence[Post] | Mapping[StackIndex, Post] | Mapping[int, Post]


_NOTHING = Post()


class Opening(NamedTuple):
    running_pot: Pot
    side_pots: tuple[Pot, ...]
    stacks: tuple[Stack, ...]
    opener: StackIndex
    """Whose blind (or straddle) the first turn follows."""
    postings: tuple[Posting, ...]
    """In the order they were paid: antes, dead blinds, live ones."""


def blind_positions(
    button: StackIndex, players: int, rules: HouseRules
) -> tuple[StackIndex, StackIndex]:
    """Small and big blind: the next two after the button. Heads-up, most cardrooms have the button
    post the small blind; the documents have it post the big one, as the arithmetic says."""
    small: int = (button + 1) % players
    if players == 2 and rules.heads_up_button is HeadsUpButton.SMALL_BLIND:
        small = button
    return small, (small + 1) % players  # type: ignore[return-value]  # a cast is a call


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
    for index in clockwise(StackIndex((small_blind - 1) % players), players) if by_stack else ():
        # Positions do not say it where the small blind is dead. Of equal blinds, it is the second.
        if by_stack.get(index, _NOTHING).live == blinds.big and not by_stack[index].late:
            big_blind = index
    stacks = [tuple.__new__(Stack, (Role.INVOLVED, amount, 0, None)) for amount in chips]
    running_pot = Pot(0, tuple(stack_indexes(players)))
    side_pots: tuple[Pot, ...] = ()
    postings: list[Posting] = []
    if blinds.ante:
        payers = [big_blind] if blinds.big_blind_ante else clockwise(button, players)
        antes = dict.fromkeys(payers, blinds.ante)
        stacks = _post_all(stacks, antes, dict.fromkeys(payers, PostingKind.ANTE), postings)
        shared = blinds.big_blind_ante or rules.short_antes is ShortAntes.SHARED
        stacks, running_pot, side_pots = _gather(stacks, running_pot, side_pots, shared)
    if posts is None:
        due = {small_blind: blinds.small, big_blind: blinds.big}
        kinds = {small_blind: PostingKind.SMALL, big_blind: PostingKind.BIG}
        stacks = _post_all(stacks, due, kinds, postings)
        return Opening(running_pot, side_pots, tuple(stacks), big_blind, tuple(postings))
    in_turn = {index: by_stack[index] for index in clockwise(button, players) if index in by_stack}
    dead = {index: post.dead for index, post in in_turn.items() if post.dead}
    stacks = _post_all(stacks, dead, dict.fromkeys(dead, PostingKind.DEAD), postings)
    stacks, running_pot, side_pots = _gather(stacks, running_pot, side_pots, shared=True)
    live = {index: post.live for index, post in in_turn.items() if post.live}
    kinds = _live_kinds(in_turn, small_blind, big_blind, blinds)
    stacks = _post_all(stacks, live, kinds, postings)
    late = {index for index, post in by_stack.items() if post.late}
    opener = max(
        stack_indexes(players),  # of equal posts, the last one round the table
        key=lambda i: (-1 if i in late else stacks[i].recent_wager, (i - small_blind) % players),
    )
    return Opening(running_pot, side_pots, tuple(stacks), opener, tuple(postings))


def _live_kinds(
    posts: Mapping[StackIndex, Post], small_blind: StackIndex, big_blind: StackIndex, blinds: Blinds
) -> dict[StackIndex, PostingKind]:
    """*posts* in turn from the left of the button. Positions do not say who pays the small blind
    where it was dead last hand: then it is the first who pays no more than a big one."""
    kinds = dict.fromkeys(posts, PostingKind.STRADDLE)
    lesser = []
    for index, post in posts.items():
        if post.late:
            kinds[index] = PostingKind.LATE
        elif index == big_blind and post.live == blinds.big:
            kinds[index] = PostingKind.BIG
        elif 0 < post.live <= blinds.big:
            lesser.append(index)
    if lesser:
        kinds[small_blind if small_blind in lesser else lesser[0]] = PostingKind.SMALL
    return kinds


def _post_all(
    stacks: list[Stack],
    due: Mapping[StackIndex, Chips],
    kinds: Mapping[StackIndex, PostingKind],
    postings: list[Posting],
) -> list[Stack]:
    """Each pays what is *due*, in that order, and what was paid joins *postings*."""
    stacks = list(stacks)
    for index, amount in due.items():
        paid = stacks[index] = _pay(stacks[index], amount)
        if paid.recent_wager:
            posting = (index, kinds[index], paid.recent_wager, not paid.stack)
            postings.append(tuple.__new__(Posting, posting))
    return stacks


def _gather(
    paid: list[Stack], running_pot: Pot, side_pots: tuple[Pot, ...], shared: bool
) -> tuple[list[Stack], Pot, tuple[Pot, ...]]:
    """Antes or dead blinds go into the pot. Whoever has no chips left afterwards plays for this pot
    only: for all of it if it is shared, else for as much from each as it paid."""
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


def verify(chips: Sequence[Chips], button: int, bets: tuple[Chips, Chips] | None) -> StackIndex:
    """The button, once everything is as a hand needs it."""
    if not 2 <= len(chips) <= 10:
        raise BadHand(f"a hand has 2 to 10 players, not {len(chips)}")
    for index, amount in enumerate(chips):
        if type(amount) is not int or not 1 <= amount <= MOST_CHIPS:
            raise BadHand(f"stack {index} is a whole number of chips, at least 1, not {amount!r}")
    if type(button) is not int or not 0 <= button < len(chips):
        raise BadHand(f"the button is a stack index from 0 to {len(chips) - 1}, not {button!r}")
    if bets is not None and not 0 < bets[0] <= bets[1]:
        raise BadHand(f"the bets are a smaller and a larger one, not {bets!r}")
    return StackIndex(button)


def _verified_posts(posts: Posts, players: int) -> dict[StackIndex, Post]:
    pairs = posts.items() if isinstance(posts, Mapping) else enumerate(posts)
    by_stack = {StackIndex(index): Post(*post) for index, post in pairs}
    for index, post in by_stack.items():
        if not 0 <= index < players:
            raise BadHand(f"there is no stack {index} to post")
        if any(type(amount) is not int or amount < 0 for amount in (post.live, post.dead)):
            raise BadHand(f"stack {index} posts whole numbers of chips, not {post}")
    return by_stack
