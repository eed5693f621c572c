"""Conversion between our blinds and posts and the list of postings in a hand history.

Our rules use blinds, and posts where positions do not determine them. PokerStars text and Open
Hand History list each payment with its player.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pokermasa.histories.history import UNKNOWN_STACK, History, HistoryError
from pokermasa.rules import (
    BadHand,
    Blinds,
    Chips,
    Dealer,
    HeadsUpButton,
    HouseRules,
    Post,
    Posting,
    PostingKind,
    Situation,
)
from pokermasa.rules.chips import StackIndex, clockwise
from pokermasa.rules.opening import blind_positions, open_hand


class HandStakes(NamedTuple):
    """Blinds and posts of a hand. `posts` is None if they follow from the positions."""

    blinds: Blinds
    posts: tuple[Post, ...] | None
    heads_up_button: HeadsUpButton


def postings(history: History) -> list[Posting]:
    """Return all postings as really paid: antes, blinds and straddles, then posts of new players.

    Raises `HistoryError` if such a list cannot express what was posted.
    """
    if UNKNOWN_STACK in history.stacks:
        name = history.name(StackIndex(history.stacks.index(UNKNOWN_STACK)))
        raise HistoryError(f"the stack of {name} is not known, but this format needs every stack")
    try:
        posted = _postings(history)
        stakes = read(history.stacks, history.button, posted, *history.blinds[:2])
        again = history.replace(
            blinds=stakes.blinds,
            posts=stakes.posts,
            rules=history.rules.replace(heads_up_button=stakes.heads_up_button),
        )
        opened, opened_again = _opened(history), _opened(again)
    except BadHand as error:
        raise HistoryError(str(error)) from None
    if Situation(opened).end:  # the player to act does not matter in a finished hand
        opened = opened.turned_to(opened_again.turn_to_act)
    if opened._replace(blinds=opened_again.blinds, rules=opened_again.rules) != opened_again:
        raise HistoryError("the posts of this hand cannot be written in this format")
    return posted


def _opened(history: History) -> Dealer:
    return Dealer.start(
        history.stacks, history.button, history.blinds, history.house, history.posts, history.bets
    )


_IN_TURN = (PostingKind.SMALL, PostingKind.BIG, PostingKind.STRADDLE)


def _postings(history: History) -> list[Posting]:
    """Return the postings in the order of the formats: antes, blinds by size, posts of new
    players."""
    paid = open_hand(
        history.stacks, history.button, history.blinds, history.rules, history.posts
    ).postings
    order = clockwise(history.button, history.players)
    in_turn = sorted([p for p in paid if p.kind in _IN_TURN], key=lambda p: _IN_TURN.index(p.kind))
    newcomers = [p for p in paid if p.kind in (PostingKind.DEAD, PostingKind.LATE)]
    newcomers.sort(key=lambda p: order.index(p.stack))
    return [*[p for p in paid if p.kind is PostingKind.ANTE], *in_turn, *newcomers]


def read(
    stacks: Sequence[Chips],
    button: StackIndex,
    posted: Sequence[Posting],
    small: Chips,
    big: Chips,
) -> HandStakes:
    """Return blinds and posts for a list of postings. *small* and *big* are the blinds of the
    game.

    >>> small, big = Posting(1, PostingKind.SMALL, 1), Posting(2, PostingKind.BIG, 2)
    >>> read([100] * 3, 0, [small, big], 1, 2).posts
    >>> read([100] * 3, 0, [big._replace(stack=1)], 1, 2).posts
    (Post(live=0, dead=0, late=False), Post(live=2, dead=0, late=False),
    Post(live=0, dead=0, late=False))
    """
    players = len(stacks)
    heads_up_button = HeadsUpButton.SMALL_BLIND
    if players == 2 and _button_posts_big(button, posted):
        heads_up_button = HeadsUpButton.BIG_BLIND
    rules = HouseRules().replace(heads_up_button=heads_up_button)
    places = blind_positions(button, players, rules)
    antes = [0] * players
    for stack, kind, chips, _ in posted:
        antes[stack] += chips if kind is PostingKind.ANTE else 0
    big_blind = next((stack for stack, kind, _, _ in posted if kind is PostingKind.BIG), places[1])
    ante, is_big_blind_ante, dead = _ante(stacks, antes, big_blind)
    blinds = Blinds(small, big, ante, is_big_blind_ante)
    if not any(dead) and _is_by_position(stacks, antes, posted, places, blinds):
        return HandStakes(blinds, None, heads_up_button)
    posts = [Post(dead=chips) for chips in dead]
    for stack, kind, chips, is_all_in in posted:
        post = posts[stack]
        if kind is PostingKind.DEAD:
            posts[stack] = post._replace(dead=post.dead + chips)
        elif kind is not PostingKind.ANTE:
            if is_all_in and kind in (PostingKind.SMALL, PostingKind.BIG):
                # a player who is all in owed the whole blind
                chips = max(chips, big if kind is PostingKind.BIG else small)
            posts[stack] = post._replace(live=post.live + chips, late=kind is PostingKind.LATE)
    return HandStakes(blinds, tuple(posts), heads_up_button)


def _button_posts_big(button: StackIndex, posted: Sequence[Posting]) -> bool:
    for stack, kind, _, _ in posted:
        if kind is PostingKind.SMALL:
            return stack != button
    return any(stack == button for stack, kind, _, _ in posted if kind is PostingKind.BIG)


def _ante(
    stacks: Sequence[Chips], antes: list[Chips], big_blind: StackIndex
) -> tuple[Chips, bool, list[Chips]]:
    """Return the ante, whether the big blind pays it for all, and irregular antes as dead posts."""
    ante = max(antes)
    if all(paid == min(ante, stack) for paid, stack in zip(antes, stacks, strict=True)):
        return ante, False, [0] * len(stacks)
    if antes[big_blind] == sum(antes):
        return ante, True, [0] * len(stacks)
    return 0, False, antes


def _is_by_position(
    stacks: Sequence[Chips],
    antes: Sequence[Chips],
    posted: Sequence[Posting],
    places: tuple[StackIndex, StackIndex],
    blinds: Blinds,
) -> bool:
    """Return whether only the two blinds were posted, by the right players, in full or all in."""
    paid = {
        (stack, kind): chips for stack, kind, chips, _ in posted if kind is not PostingKind.ANTE
    }
    due = {
        (stack, kind): min(chips, stacks[stack] - antes[stack])
        for stack, kind, chips in zip(
            places, (PostingKind.SMALL, PostingKind.BIG), (blinds.small, blinds.big), strict=True
        )
    }
    return paid == {key: chips for key, chips in due.items() if chips}
