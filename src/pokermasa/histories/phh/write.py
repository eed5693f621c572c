"""Writes PHH in such a way that pokerkit reads it with the same result.

Players are listed from the left of the button, so the last one is the button. With two players,
the arrays of antes and blinds are reversed, as the standard requires. House rules have no field in
PHH and are written to `_house_rules`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Any, NamedTuple

from pokermasa.histories import toml
from pokermasa.histories.history import (
    CHECK_OR_CALL,
    UNKNOWN,
    UNKNOWN_STACK,
    Acted,
    History,
    HoleDealt,
    Noted,
    Step,
)
from pokermasa.histories.input_check import keyed, one_history
from pokermasa.histories.phh import action, rules, site
from pokermasa.histories.record import in_file
from pokermasa.histories.replay import Replay, Scene, scenes
from pokermasa.rules import (
    Betting,
    BettingRound,
    Chips,
    Dealer,
    Fold,
    Post,
    Raise,
    Role,
    ShortAntes,
    StackIndex,
)
from pokermasa.rules.chips import clockwise, indexed
from pokermasa.rules.opening import blind_positions, open_hand
from pokermasa.rules.posting import PostingKind

VARIANTS = {Betting.NO_LIMIT: "NT", Betting.FIXED_LIMIT: "FT", Betting.POT_LIMIT: "PT"}
_NOBODY = StackIndex(-1)
_BY_PLAYER = ("seats", "winnings", "finishing_stacks", "time_banks", "_places", "_prizes")


def write(history: History) -> str:
    """Return the text of one hand, as in a `.phh` file.

    Raises `HistoryError` if the hand is impossible.
    """
    return toml.write(fields(one_history(history)))


def write_all(hands: Iterable[tuple[str, History]]) -> Iterator[str]:
    """Yield the text of a `.phhs` file, one hand after another."""
    for number, (key, history) in enumerate(keyed(hands)):
        gap = "\n" if number else ""
        yield f"{gap}[{toml.write_key(key)}]\n{write(history)}"


def fields(history: History) -> dict[str, Any]:
    """Return the PHH table of a hand."""
    order = clockwise(history.button, history.players)
    posts, antes = _posts(history), _antes(history)
    story = _phh_story(history)
    if story.completer is not None:
        posts[story.completer] = posts[story.completer]._replace(live=story.price, late=True)
    posts = _anchored(history, posts)
    is_layered = (
        history.rules.short_antes is ShortAntes.LAYERED
        and not history.blinds.big_blind_ante
        and not any(post.dead for post in posts)
    )

    def amounts(by_stack: list[Chips]) -> list[Any]:
        in_order = [in_file(by_stack[index], history.scale) for index in order]
        return in_order[::-1] if len(in_order) == 2 else in_order

    table: dict[str, Any] = {
        "variant": VARIANTS[history.rules.betting],
        "ante_trimming_status": is_layered,
        "antes": amounts(antes),
        "blinds_or_straddles": amounts([-p.live if p.late else p.live for p in posts]),
    }
    if history.bets is not None or history.rules.betting is Betting.FIXED_LIMIT:
        small, big = history.bets or (history.blinds.big, 2 * history.blinds.big)
        table["small_bet"] = in_file(small, history.scale)
        table["big_bet"] = in_file(big, history.scale)
    else:
        table["min_bet"] = in_file(history.blinds.big, history.scale)
    table["starting_stacks"] = [_stack(history, index) for index in order]
    place = {index: f"p{number}" for number, index in enumerate(order, start=1)}
    table["actions"] = [
        action.write(step, place.get(getattr(step, "stack", _NOBODY), ""), history.scale)
        for step in story.steps
    ]
    if history.names:
        table["players"] = [history.names[index] for index in order]
    for name, value in history.fields.items():
        is_by_player = name in _BY_PLAYER and isinstance(value, list | tuple)
        if is_by_player and len(value) == history.players:
            value = [value[index] for index in order]
        table[name] = value
    table |= site.write(history, order)
    if "small_bet" in table and history.blinds.big != max([post.live for post in posts]):
        table[rules.BIG_BLIND] = in_file(history.blinds.big, history.scale)
    is_everybodys = history.blinds.ante and not history.blinds.big_blind_ante
    if is_everybodys and any(post.dead for post in posts):
        table[rules.DEAD_POSTS] = amounts([post.dead for post in posts])
    named = rules.named(history.rules)
    if named is not None and story.is_literal:
        table[rules.FIELD] = named
        if story.completer is not None:
            table[rules.CALLED] = place[story.completer]
            if story.left_out is not None:
                table[rules.CALLED_BEFORE] = story.left_out
    return table


def _stack(history: History, index: StackIndex) -> Any:
    chips = history.stacks[index]
    return toml.INFINITE if chips == UNKNOWN_STACK else in_file(chips, history.scale)


def _posts(history: History) -> list[Post]:
    if history.posts is not None:
        return list(history.posts)
    posts = [Post()] * history.players
    small, big = blind_positions(history.button, history.players, history.rules)
    posts[small], posts[big] = Post(history.blinds.small), Post(history.blinds.big)
    return posts


def _anchored(history: History, posts: list[Post]) -> list[Post]:
    """Return *posts*, marked so that a PHH reader lets the right player act first.

    In PHH, the first turn follows the largest post, and the last one of equal posts. If another
    player acted first, equal posts are marked as late, because late posts do not count for this.
    """
    situation = Replay(history).situation
    dealer = situation.dealer
    order = clockwise(history.button, history.players)
    posted = [stack.recent_wager for stack in dealer.stacks]

    def first_to_act(late: set[StackIndex]) -> StackIndex | None:
        anchor = max(order, key=lambda i: (-posted[i] if i in late else posted[i], order.index(i)))
        turns = [order[(order.index(anchor) + n) % len(order)] for n in range(1, len(order) + 1)]
        return next((i for i in turns if dealer.stacks[i].role is Role.INVOLVED), None)

    if len(order) == 2 and posts[0].live == posts[1].live:
        posts = [post._replace(late=False) for post in posts]
    late = {index for index, post in indexed(posts) if post.late}
    if situation.end or first_to_act(late) == dealer.turn_to_act:
        return posts
    for anchor in order:
        others = {index for index in order if index != anchor and posted[index]}
        if posted[anchor] and first_to_act(others) == dealer.turn_to_act:
            return [post._replace(late=index in others) for index, post in enumerate(posts)]
    return posts


def _antes(history: History) -> list[Chips]:
    """Return antes and dead posts together, because PHH writes both as antes."""
    ante = history.blinds.ante
    dead = [post.dead for post in _posts(history)]
    if not history.blinds.big_blind_ante:
        return [chips + ante for chips in dead]
    opening = open_hand(
        history.stacks, history.button, history.blinds, history.rules, history.posts
    )
    for posting in opening.postings:
        if posting.kind is PostingKind.ANTE:
            dead[posting.stack] += ante
    return dead


class _PhhStory(NamedTuple):
    """The steps of a hand in PHH's form."""

    steps: list[Step]
    price: Chips
    completer: StackIndex | None
    """Player whose first act is written as a late post. None if there is none."""
    left_out: int | None
    """Index in `steps` before which that act was, if the post replaces it. None otherwise."""
    is_literal: bool
    """True if no act had to be written as another kind of act."""


def _phh_story(history: History) -> _PhhStory:
    """Return the steps of the story as PHH requires them.

    All players are dealt cards, known or not. An act that increases the highest wager is a raise.
    A player who is the only one with chips and has not acted yet checks; our rules do not ask for
    that.

    In many house rules the big blind is the price even if its player could not post all of it. In
    PHH the price is what was posted. Then the first player who pays the whole price is written as
    having posted it.
    """
    steps: list[Step] = []
    is_literal = True
    dealt = {step.stack for step in history.story if isinstance(step, HoleDealt)}
    undealt = [i for i in clockwise(history.button, history.players) if i not in dealt]
    story = list(scenes(history))
    opening = story[0].dealer
    completer, price = _completer(story)
    left_out: int | None = None
    for before, scene in pairwise(story):
        step, move = scene.step, scene.move
        if undealt and not isinstance(step, HoleDealt | Noted):
            steps.extend(HoleDealt(index, UNKNOWN) for index in undealt)
            undealt = []
        if isinstance(step, Acted) and move is not None:
            highest = max([stack.recent_wager for stack in before.dealer.stacks])
            if before.situation.round is BettingRound.PREFLOP and completer is not None:
                highest = max(highest, price)
            if not isinstance(step.act, Fold):
                to = move.player_diff.new_wager
                is_raise = to > highest
                is_literal = is_literal and is_raise is isinstance(step.act, Raise)
                step = step._replace(act=Raise(to) if is_raise else CHECK_OR_CALL)
            posted = price if step.stack == completer else opening.stacks[step.stack].recent_wager
            if not _is_posted(scene, opening, posted):
                steps.append(step)
            elif step.stack == completer:
                left_out = len(steps)
            idle = _idle(scene, opening)
            if idle is not None and not _is_next(history, scene, idle):
                steps.append(Acted(idle, CHECK_OR_CALL))
            if scene.situation.round is not before.situation.round:
                opening = scene.dealer
        elif step is not None:
            steps.append(step)
    steps.extend(HoleDealt(index, UNKNOWN) for index in undealt)
    return _PhhStory(steps, price, completer, left_out, is_literal)


def _completer(story: list[Scene]) -> tuple[StackIndex | None, Chips]:
    """Return the first player who pays the price if nobody posted it, and what that player paid.

    It is at most what an opponent can match. An all-in for less does not count.
    """
    opening = story[0].dealer
    price = opening.price
    if price > max([stack.recent_wager for stack in opening.stacks]):
        for scene in story:
            if isinstance(scene.step, Acted) and scene.move is not None:
                if scene.move.situation_before.round is not BettingRound.PREFLOP:
                    break
                left, to, role = scene.move.player_diff
                if role is not Role.FOLDED and (left or to >= price):
                    return scene.step.stack, min(price, to)
    return None, price


def _is_posted(scene: Scene, opening: Dealer, posted: Chips) -> bool:
    """Return whether a post already contains this act, so that PHH has no turn for it.

    The post took the player's last chip, or nobody had more to put in.
    """
    move = scene.move
    if move is None or move.situation_before.round is not BettingRound.PREFLOP:
        return False
    left, to, role = move.player_diff
    if to != posted or not posted or role is Role.FOLDED:
        return False
    others = [stack.total for i, stack in enumerate(opening.stacks) if i != move.before.turn_to_act]
    return not left or max(others) <= posted


def _idle(scene: Scene, opening: Dealer) -> StackIndex | None:
    """Return the player whose turn it would be in PHH although nothing can be decided, or None."""
    if not scene.situation.showdown:
        return None
    for index, stack in indexed(scene.dealer.stacks):
        if stack.role is Role.INVOLVED and stack.last_action is None:
            mine = opening.stacks[index].recent_wager
            for other, start in enumerate(opening.stacks):
                if other != index and start.role is not Role.FOLDED and start.total > mine:
                    return index
    return None


def _is_next(history: History, scene: Scene, idle: StackIndex) -> bool:
    for step in history.story[scene.number + 1 :]:
        if not isinstance(step, Noted):
            return isinstance(step, Acted) and step.stack == idle
    return False
