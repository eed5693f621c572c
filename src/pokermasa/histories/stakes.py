"""What goes in before the cards, as hand histories tell it: one posting after another.

Our rules are handed blinds, and posts where positions do not say it all. The line-by-line formats
(PokerStars, Open Hand History) list who paid what. This is the way there and back.
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


class Stakes(NamedTuple):
    blinds: Blinds
    posts: tuple[Post, ...] | None
    heads_up_button: HeadsUpButton


def postings(history: History) -> list[Posting]:
    """Antes, then blinds and straddles, then newcomers; what was really paid. `HistoryError` if
    a list like this cannot say it."""
    if UNKNOWN_STACK in history.stacks:
        name = history.name(StackIndex(history.stacks.index(UNKNOWN_STACK)))
        raise HistoryError(f"nobody wrote down what {name} has: this format needs every stack")
    try:
        told = _postings(history)
        stakes = read(history.stacks, history.button, told, *history.blinds[:2])
        again = history.but(
            blinds=stakes.blinds,
            posts=stakes.posts,
            rules=history.rules.but(heads_up_button=stakes.heads_up_button),
        )
        opened, told_again = _opened(history), _opened(again)
    except BadHand as error:
        raise HistoryError(str(error)) from None
    if Situation(opened).end:  # whose turn it would be does not matter
        opened = opened.turned_to(told_again.turn_to_act)
    if opened._replace(blinds=told_again.blinds, rules=told_again.rules) != told_again:
        raise HistoryError("what was posted here cannot be told in this format")
    return told


def _opened(history: History) -> Dealer:
    return Dealer.start(
        history.stacks, history.button, history.blinds, history.house, history.posts, history.bets
    )


_IN_TURN = (PostingKind.SMALL, PostingKind.BIG, PostingKind.STRADDLE)


def _postings(history: History) -> list[Posting]:
    """As the formats list them: antes, blinds by size, then each newcomer's dead and live post."""
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
    told: Sequence[Posting],
    small: Chips,
    big: Chips,
) -> Stakes:
    """What those postings say; *small* and *big* are the game's blinds.

    >>> small, big = Posting(1, PostingKind.SMALL, 1), Posting(2, PostingKind.BIG, 2)
    >>> read([100] * 3, 0, [small, big], 1, 2).posts
    >>> read([100] * 3, 0, [big._replace(stack=1)], 1, 2).posts
    (Post(live=0, dead=0, late=False), Post(live=2, dead=0, late=False),
    Post(live=0, dead=0, late=False))
    """
    players = len(stacks)
    heads_up_button = HeadsUpButton.SMALL_BLIND
    if players == 2 and _button_posts_big(button, told):
        heads_up_button = HeadsUpButton.BIG_BLIND
    rules = HouseRules().but(heads_up_button=heads_up_button)
    places = blind_positions(button, players, rules)
    antes = [0] * players
    for stack, kind, chips, _ in told:
        antes[stack] += chips if kind is PostingKind.ANTE else 0
    big_blind = next((stack for stack, kind, _, _ in told if kind is PostingKind.BIG), places[1])
    ante, is_big_blind_ante, dead = _ante(stacks, antes, big_blind)
    blinds = Blinds(small, big, ante, is_big_blind_ante)
    if not any(dead) and _is_by_position(stacks, antes, told, places, blinds):
        return Stakes(blinds, None, heads_up_button)
    posts = [Post(dead=chips) for chips in dead]
    for stack, kind, chips, is_all_in in told:
        post = posts[stack]
        if kind is PostingKind.DEAD:
            posts[stack] = post._replace(dead=post.dead + chips)
        elif kind is not PostingKind.ANTE:
            if is_all_in and kind in (PostingKind.SMALL, PostingKind.BIG):
                chips = max(chips, big if kind is PostingKind.BIG else small)  # it owed that much
            posts[stack] = post._replace(live=post.live + chips, late=kind is PostingKind.LATE)
    return Stakes(blinds, tuple(posts), heads_up_button)


def _button_posts_big(button: StackIndex, told: Sequence[Posting]) -> bool:
    for stack, kind, _, _ in told:
        if kind is PostingKind.SMALL:
            return stack != button
    return any(stack == button for stack, kind, _, _ in told if kind is PostingKind.BIG)


def _ante(
    stacks: Sequence[Chips], antes: list[Chips], big_blind: StackIndex
) -> tuple[Chips, bool, list[Chips]]:
    """The ante, whether the big blind pays it for all, and antes that are neither: dead posts."""
    ante = max(antes)
    if all(paid == min(ante, stack) for paid, stack in zip(antes, stacks, strict=True)):
        return ante, False, [0] * len(stacks)
    if antes[big_blind] == sum(antes):
        return ante, True, [0] * len(stacks)
    return 0, False, antes


def _is_by_position(
    stacks: Sequence[Chips],
    antes: Sequence[Chips],
    told: Sequence[Posting],
    places: tuple[StackIndex, StackIndex],
    blinds: Blinds,
) -> bool:
    """Whether exactly the two blinds were posted, by whom they are due and as far as they could."""
    paid = {(stack, kind): chips for stack, kind, chips, _ in told if kind is not PostingKind.ANTE}
    due = {
        (stack, kind): min(chips, stacks[stack] - antes[stack])
        for stack, kind, chips in zip(
            places, (PostingKind.SMALL, PostingKind.BIG), (blinds.small, blinds.big), strict=True
        )
    }
    return paid == {key: chips for key, chips in due.items() if chips}
