"""The start of a hand: forced payments before the cards are dealt.

First the antes and dead posts go into the pot. Then the blinds, or the posts that replace them,
become wagers of their stacks.

Twins: batch/opening.py (arrays).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pokermasa.rules.blinds import Blinds, Post
from pokermasa.rules.chips import MOST_CHIPS, Chips, StackIndex, clockwise, stack_indexes
from pokermasa.rules.house import HeadsUpButton, HouseRules, ShortAntes
from pokermasa.rules.posting import Posting, PostingKind
from pokermasa.rules.pot import Pot, gather
from pokermasa.rules.refusal import BadHand, in_short
from pokermasa.rules.stack import Role, Stack

Posts = Sequence[Post] | Mapping[StackIndex, Post] | Mapping[int, Post]


_NOTHING = Post()


class Opening(NamedTuple):
    """The chips of a hand after all forced payments."""

    running_pot: Pot
    side_pots: tuple[Pot, ...]
    stacks: tuple[Stack, ...]
    opener: StackIndex
    """The stack with the big blind or the last straddle. The first turn goes to the next stack."""
    postings: tuple[Posting, ...]
    """All payments in order: antes, dead blinds, live blinds."""


def blind_positions(
    button: StackIndex, players: int, rules: HouseRules
) -> tuple[StackIndex, StackIndex]:
    """Return the stacks in the small and the big blind: the next two after the button.

    With two players the next two after the button are the opponent and the button itself, so the
    button is the big blind, as in the documents. Most cardrooms make the button the small blind.
    """
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
    """Collect all forced payments. A stack that cannot pay everything pays what it has.

    *posts* replaces the blinds that follow from the positions; antes are paid in any case.
    """
    players = len(chips)
    small_blind, big_blind = blind_positions(button, players, rules)
    by_stack = {} if posts is None else _verified_posts(posts, players)
    for index in clockwise(StackIndex((small_blind - 1) % players), players) if by_stack else ():
        # If nobody pays the small blind, the position does not tell who is the big blind: it is the
        # last stack that posts exactly a big blind.
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
        stack_indexes(players),  # of equal posts, the last one clockwise from the small blind
        key=lambda i: (-1 if i in late else stacks[i].recent_wager, (i - small_blind) % players),
    )
    return Opening(running_pot, side_pots, tuple(stacks), opener, tuple(postings))


def _live_kinds(
    posts: Mapping[StackIndex, Post], small_blind: StackIndex, big_blind: StackIndex, blinds: Blinds
) -> dict[StackIndex, PostingKind]:
    """Classify live posts. *posts* is ordered from the left of the button.

    The small blind is not always paid by the stack in its position. Then it is the first post, of
    those that are not late, that is no larger than a big blind.
    """
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
    """Return the stacks after each has paid what is *due*. Append the payments to *postings*."""
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
    """Put antes or dead blinds into the pot.

    A stack without chips afterwards can win only from this pot: all of it if *shared* is true,
    otherwise from each stack no more than it paid itself.
    """
    if shared:
        total = sum([stack.recent_wager for stack in paid])
        running_pot = Pot(running_pot.wager + total, running_pot.involved)
        paid = [stack._replace(recent_wager=0) for stack in paid]
    running_pot, side_pots = gather(running_pot, side_pots, paid)
    return [Stack(stack.role.aged, stack.stack) for stack in paid], running_pot, side_pots


def _pay(stack: Stack, amount: Chips) -> Stack:
    """Return the stack after it has paid *amount*, or all its chips if it has less."""
    paid = min(amount, stack.stack)
    left = stack.stack - paid
    role = Role.NEW_ALL_IN if stack.role is Role.INVOLVED and not left else stack.role
    return Stack(role, left, paid)


def verify(chips: Sequence[Chips], button: int) -> StackIndex:
    """Return *button* as a stack index. Raise `BadHand` if an argument is not valid."""
    if not 2 <= len(chips) <= 10:
        raise BadHand(f"a hand has 2 to 10 players, not {len(chips)}")
    for index, amount in enumerate(chips):
        if type(amount) is not int or not 1 <= amount <= MOST_CHIPS:
            raise BadHand(f"stack {index} is a whole number of chips, at least 1, not {amount!r}")
    if type(button) is not int or not 0 <= button < len(chips):
        raise BadHand(f"the button is a stack index from 0 to {len(chips) - 1}, not {button!r}")
    return StackIndex(button)


def _verified_posts(posts: Posts, players: int) -> dict[StackIndex, Post]:
    try:
        pairs = posts.items() if isinstance(posts, Mapping) else enumerate(posts)
        by_stack = {StackIndex(index): Post(*post) for index, post in pairs}
    except TypeError:
        message = "posts are one for each stack, [Post(4), Post(1)], or by stack, {0: Post(4)}"
        raise BadHand(f"{message}; not {in_short(posts)}") from None
    for index, post in by_stack.items():
        if index not in range(players):
            raise BadHand(f"there is no stack {index} to post")
        if any(type(amount) is not int or amount < 0 for amount in (post.live, post.dead)):
            raise BadHand(f"stack {index} posts whole numbers of chips, not {post}")
    return by_stack
