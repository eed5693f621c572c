"""Reads PHH.

With two players, `antes` and `blinds_or_straddles` have the small blind first, although p1 has the
big blind. Only these two arrays are reversed. A negative blind is the post of a new player.
"""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from typing import Any

from pokermasa.histories import amount, toml
from pokermasa.histories.history import (
    CHECK_OR_CALL,
    UNKNOWN_STACK,
    Acted,
    HandEntry,
    History,
    HistoryError,
    HoleDealt,
    Noted,
    Step,
    shortened,
)
from pokermasa.histories.input_check import only_hand, text_stream, verify_stream
from pokermasa.histories.phh import action, site
from pokermasa.histories.phh.keys import Keys
from pokermasa.histories.phh.rules import BIG_BLIND, CALLED, CALLED_BEFORE, DEAD_POSTS, house_of
from pokermasa.histories.phh.tables import Lines, TomlTable, tables
from pokermasa.rules import Betting, Blinds, HouseRules, Post
from pokermasa.rules.chips import StackIndex

VARIANTS = {"NT": Betting.NO_LIMIT, "FT": Betting.FIXED_LIMIT, "PT": Betting.POT_LIMIT}
OTHER_GAMES = {
    "NS": "no-limit short-deck hold'em",
    "PO": "pot-limit Omaha",
    "FO/8": "fixed-limit Omaha high-low",
    "F7S": "fixed-limit seven card stud",
    "F7S/8": "fixed-limit seven card stud high-low",
    "FR": "fixed-limit razz",
    "N2L1D": "no-limit deuce-to-seven single draw",
    "F2L3D": "fixed-limit deuce-to-seven triple draw",
    "FB": "fixed-limit badugi",
}
_SIZES = {"NT": ("min_bet",), "FT": ("small_bet", "big_bet"), "PT": ("min_bet",)}
_INTEGERS = {int}
_ARRAYS = ("antes", "blinds_or_straddles", "starting_stacks")


def read(text: str) -> History:
    """Return the only hand in *text*. Raises `HistoryError` if it cannot be read."""
    lines = text_stream(text)
    if len(text) <= toml.MOST_CHARACTERS and "\n[" not in text and text.isascii():
        fields = toml.read_plain(text)  # without tables, it is probably one hand with simple lines
        if fields:
            return _history(fields)
    return only_hand(read_all(lines))


def read_all(stream: Lines) -> Iterator[HandEntry]:
    """Yield all hands of a `.phh` or `.phhs` file. A faulty hand does not stop the others.

    Only one hand at a time is kept in memory.
    """
    keys = Keys()
    verify_stream(stream)
    for table in tables(stream):
        try:
            if table.key is not None and keys.add(table.key):
                raise HistoryError("the key occurs twice", line=table.line)
            yield HandEntry(table.key, _history(_fields(table)), None)
        except HistoryError as error:
            yield HandEntry(table.key, None, error.with_hand(table.key))


def _fields(table: TomlTable) -> dict[str, Any]:
    if table.error is not None:
        raise HistoryError(table.error)
    if not table.text.isascii():
        _verify_encoding(table)
    if table.fields is not None:
        return table.fields
    try:
        fields = toml.read(table.text)
    except toml.TomlError as error:
        line = None if error.line is None else table.line + error.line - 1
        raise HistoryError(f"not TOML: {error}", line=line) from None
    if not table.is_whole:
        return fields
    hand = fields.get(table.key or "")
    if not isinstance(hand, dict):
        raise HistoryError("this table is not a hand")
    return hand


def _verify_encoding(table: TomlTable) -> None:
    """Raise `HistoryError` for bytes that are not UTF-8. The stream delivers them as surrogates."""
    for number, line in enumerate(table.text.split("\n"), start=table.line):
        for column, letter in enumerate(line, start=1):
            if "\ud800" <= letter <= "\udfff":
                byte = f"0x{ord(letter) & 0xFF:02x}"
                raise HistoryError(f"not UTF-8: byte {byte} at character {column}", line=number)


def _history(fields: dict[str, Any]) -> History:
    variant = fields.pop("variant", None)
    if not isinstance(variant, str) or variant not in VARIANTS:
        raise _no_holdem(variant)
    betting = VARIANTS[variant]
    try:
        given = (
            fields.pop("antes"),
            fields.pop("blinds_or_straddles"),
            fields.pop("starting_stacks"),
        )
        sizes = [fields.pop(name) for name in _SIZES[variant]]
        actions = fields.pop("actions")
    except KeyError as missing:
        raise HistoryError(f"the field {missing.args[0]} is missing") from None
    trimmed = fields.pop("ante_trimming_status", False)
    if type(trimmed) is not bool:
        raise HistoryError("ante_trimming_status is true or false")
    players = len(given[2]) if isinstance(given[2], list) else 0
    if not 2 <= players <= 10 or [len(g) for g in given if isinstance(g, list)] != [players] * 3:
        raise _bad_arrays(given, players)

    scale = 100 if "currency_symbol" in fields or "currency" in fields else 1
    while True:
        try:
            if scale == 1 and _are_chips([*given[0], *given[1], *given[2], *sizes]):
                antes, blinds, stacks = given
                bets = sizes
            else:
                antes, blinds, stacks = map(_amounts, _ARRAYS, given, (scale,) * 3)
                bets = _amounts(" and ".join(_SIZES[variant]), sizes, scale)
            story = _story(actions, players, scale)
            own = site.read(fields, players, scale) if not site.OWN.isdisjoint(fields) else {}
            break
        except amount.FinerScale as finer:
            scale = max(100, 10**finer.decimals)  # money: a split pot may need cents
    if min(antes) < 0 or min(stacks) <= 0 or min(bets) <= 0:
        raise HistoryError("antes are at least 0, stacks and bets more")
    dead = [0] * players
    if DEAD_POSTS in fields:
        dead = _dead_posts(fields.pop(DEAD_POSTS), antes, scale)
        antes = [ante - post for ante, post in zip(antes, dead, strict=True)]
    if players == 2:
        antes.reverse()
        blinds.reverse()
        dead.reverse()
    if CALLED in fields:
        caller = _caller(fields.pop(CALLED), blinds)
        blinds[caller] = 0
        if CALLED_BEFORE in fields:
            story = _with_call(story, caller, fields.pop(CALLED_BEFORE))
    first, second = abs(blinds[0]), abs(blinds[1])
    big = bets[0]
    if len(bets) == 2:
        big = max(map(abs, blinds)) or big
        if BIG_BLIND in fields:
            big = max(_amounts(BIG_BLIND, [fields.pop(BIG_BLIND)], scale)[0], 1)
    house = house_of(fields, betting, trimmed)
    rules: HouseRules | None = house.rules
    if players == 2:
        rules = house.big_on_button if first < second else house.small_on_button
    # otherwise a stack may be too short to post
    by_position = rules is not None and min(stacks) > max(antes)
    posts, ante, is_big_blind_ante = _posts(antes, blinds, dead, big, trimmed, by_position)
    return History(
        stacks=tuple(stacks),
        button=StackIndex(players - 1),
        blinds=Blinds(min(big, first, second), big, ante, is_big_blind_ante),
        rules=rules or house.rules,
        story=story,
        posts=posts,
        bets=(bets[0], bets[1]) if len(bets) == 2 else None,
        scale=scale,
        names=_names(fields, players),
        fields=fields,
        **own,
    )


def _bad_arrays(given: tuple[Any, ...], players: int) -> HistoryError:
    for name, values in zip(_ARRAYS, given, strict=True):
        if not isinstance(values, list) or len(values) != players:
            return HistoryError(f"{name} is an array with one number for each player")
    return HistoryError(f"a hand has 2 to 10 players, not {players}")


def _no_holdem(variant: Any) -> HistoryError:
    if variant is None:
        return HistoryError("the field variant is missing: this is not a hand")
    if isinstance(variant, str) and variant in OTHER_GAMES:
        return HistoryError(f"variant {variant} is {OTHER_GAMES[variant]}, not hold'em")
    known = ", ".join(VARIANTS)
    return HistoryError(f"variant {shortened(str(variant))} is not hold'em; known: {known}")


def _amounts(name: str, values: list[Any], scale: int) -> list[int]:
    """Return *values* as whole numbers of the smallest unit. `inf` is an unknown stack."""
    if _are_chips(values):
        return [value * scale for value in values]
    found = []
    for value in values:
        if isinstance(value, Decimal) and value.is_infinite() and value > 0:
            if name != "starting_stacks":
                raise HistoryError(f"{name} cannot be inf")
            found.append(UNKNOWN_STACK)
        elif type(value) is int or isinstance(value, Decimal):
            try:
                found.append(amount.whole(value, scale))
            except amount.FinerScale:
                raise
            except amount.AmountError as error:
                raise HistoryError(f"{name}: {error}") from None
        else:
            raise HistoryError(f"{name}: expected numbers, found {shortened(repr(value))}")
    return found


def _are_chips(values: list[Any]) -> bool:
    """Return whether all values are whole numbers of usual size, which need no further check."""
    return set(map(type, values)) == _INTEGERS and max(values) < 1_000_000_000


def _names(fields: dict[str, Any], players: int) -> tuple[str, ...]:
    names = fields.get("players")
    if not isinstance(names, list) or len(names) != players or set(map(type, names)) != {str}:
        return ()  # they stay in the fields unchanged
    del fields["players"]
    return tuple(names)


def _dead_posts(given: Any, antes: list[int], scale: int) -> list[int]:
    if isinstance(given, list) and len(given) == len(antes):
        dead = _amounts(DEAD_POSTS, given, scale)
        if all(0 <= post <= ante for post, ante in zip(dead, antes, strict=True)):
            return dead
    raise HistoryError(f"{DEAD_POSTS}: expected the dead part of each ante")


def _caller(given: Any, blinds: list[int]) -> StackIndex:
    for index, blind in enumerate(blinds):
        if given == f"p{index + 1}" and blind < 0:
            return StackIndex(index)
    raise HistoryError(f"{CALLED}: expected who has the late post, as in 'p4'")


def _with_call(story: tuple[Step, ...], caller: StackIndex, place: Any) -> tuple[Step, ...]:
    dealt = max([number for number, step in enumerate(story, 1) if isinstance(step, HoleDealt)])
    if type(place) is not int or not dealt <= place <= len(story):
        raise HistoryError(f"{CALLED_BEFORE}: expected {dealt} to {len(story)}, a place in actions")
    return (*story[:place], Acted(caller, CHECK_OR_CALL), *story[place:])


def _posts(
    antes: list[int],
    blinds: list[int],
    dead: list[int],
    big: int,
    trimmed: bool,
    by_position: bool,
) -> tuple[tuple[Post, ...] | None, int, bool]:
    """Return posts by stack, the ante, and whether only the big blind pays it.

    The posts are None if they follow from the positions.
    """
    players = len(blinds)
    at_big = 1 if players > 2 or blinds[0] <= blinds[1] else 0
    in_place = (
        by_position
        and max(blinds) == blinds[at_big] == big
        and 0 <= blinds[1 - at_big] < big
        and not any(blinds[2:])
        and not any(dead)
    )
    ante = antes[0]
    is_big_blind_ante = False
    if antes.count(ante) != players:
        if trimmed:
            raise HistoryError("antes that differ cannot be layered: ante_trimming_status is true")
        if in_place and antes[at_big] == sum(antes):
            ante, is_big_blind_ante = antes[at_big], True
        else:
            dead = [ante + post for ante, post in zip(antes, dead, strict=True)]
            ante, in_place = 0, False
    if in_place:
        return None, ante, is_big_blind_ante
    # The player after the last of equal posts acts first, also with two players: so p1 acts first.
    is_tie = players == 2 and blinds[0] == blinds[1]
    posts = [
        Post(abs(blind), dead[index], blind < 0 or (is_tie and index == 0))
        for index, blind in enumerate(blinds)
    ]
    return tuple(posts), ante, is_big_blind_ante


def _story(actions: Any, players: int, scale: int) -> tuple[Step, ...]:
    if not isinstance(actions, list):
        raise HistoryError("actions is an array of strings")
    story: list[Step] = []
    plain = action.PLAIN.get
    try:
        for step_text in actions:
            story.append(
                plain(step_text)
                or action.read_plain(step_text, scale)
                or action.read(step_text, scale, story)
            )
    except HistoryError as error:
        raise HistoryError(error.reason, step=len(story), words=repr(step_text)) from None
    except (TypeError, AttributeError):
        raise HistoryError("an action is a string", step=len(story)) from None
    undealt = players
    for number, step in enumerate(story):
        if isinstance(step, HoleDealt):
            undealt -= 1
            if not undealt:
                break
        elif not isinstance(step, Noted):
            step_text = repr(actions[number])
            raise HistoryError("hole cards are dealt first, to all", step=number, words=step_text)
    return tuple(story)
