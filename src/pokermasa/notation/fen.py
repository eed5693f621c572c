"""Fen: a text notation for the state of a hand (`Dealer`), defined by documents 000 and 001.

    blinds round button turnToAct lastFullRaise!runningPot~sidePot~…
    role stack recentWager lastAction            one line for each stack

Document 000 omits the blinds, document 001 begins with them; both forms are read. State that these
lines cannot express, such as house rules and cards, is in an optional last line that begins with
`;`. docs/notation.md has the grammar.

Reading checks the form of the text, but not whether play could have led to that state.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Literal, get_args

from pokermasa.cards import CardError
from pokermasa.notation import uci
from pokermasa.rules import (
    BadHand,
    BettingRound,
    Blinds,
    Dealer,
    HandDealer,
    HouseRules,
    Pot,
    Role,
    Situation,
    Stack,
)
from pokermasa.rules.chips import MOST_CHIPS, StackIndex, indexed
from pokermasa.rules.house import NAMED
from pokermasa.rules.refusal import in_short

Dialect = Literal["000", "001"]


class FenError(ValueError):
    """Raised for a text that is not a Fen.

    *line* (from 1) and *field* say where the error is, and *words* what was expected.
    """

    def __init__(self, line: int, field: str, text: str) -> None:
        super().__init__(f"line {line}, {field}: {text}")
        self.line = line
        self.field = field
        self.words = text

    def __reduce__(self) -> tuple[Any, ...]:
        """Keep all attributes when the error is pickled, for example in a process pool."""
        return type(self), (self.line, self.field, self.words)


# Writing


def write(state: Dealer | Situation, dialect: Dialect = "001") -> str:
    """Return the Fen of a dealer or a situation. The last line has the cards of a situation.

    *dialect* "000" omits the blinds, as document 000 does.

    >>> print(write(Dealer.start(stacks=[200, 200, 60], button=0, blinds=Blinds(1, 2))))
    2 P 0 0 2!0 0 1 2
    I 200 0 .
    I 199 1 .
    I 58 2 .
    """
    if not isinstance(state, Dealer | Situation):
        raise BadHand(f"a Fen is of a Dealer or a Situation, not of {in_short(state)}")
    if dialect not in get_args(Dialect):
        raise BadHand(f"a dialect is '000' or '001', not {in_short(dialect)}")
    dealer = state.dealer if isinstance(state, Situation) else state
    cards = state.hand_dealer if isinstance(state, Situation) else None
    pots = "~".join(map(str, (dealer.running_pot, *dealer.side_pots)))
    header = f"{dealer.round} {dealer.button} {dealer.turn_to_act} {dealer.last_full_raise}!{pots}"
    if dialect == "001":
        header = f"{dealer.blinds.big} {header}"
    lines = [header, *map(_write_stack, dealer.stacks)]
    extras = _write_extras(dealer, cards)
    if extras:
        lines.append("; " + " ".join(extras))
    return "\n".join(lines)


def _write_stack(stack: Stack) -> str:
    act = "." if stack.last_action is None else uci.write(stack.last_action)
    return f"{stack.role} {stack.stack} {stack.recent_wager} {act}"


def _write_extras(dealer: Dealer, cards: HandDealer | None) -> list[str]:
    extras = []
    blinds = dealer.blinds
    if dealer.rules != NAMED["masa"]:
        extras.append("rules=" + write_rules(dealer.rules))
    if blinds.small != blinds.big // 2:
        extras.append(f"small={blinds.small}")
    if blinds.ante:
        extras.append(f"{'bigBlindAnte' if blinds.big_blind_ante else 'ante'}={blinds.ante}")
    if dealer.bets != (blinds.big, 2 * blinds.big):
        extras.append("bets={}/{}".format(*dealer.bets))
    if dealer.raises:
        extras.append(f"raises={dealer.raises}")
    if dealer.full_raise_to != _usual_full_raise_to(dealer):
        extras.append(f"fullRaiseTo={dealer.full_raise_to}")
    if dealer.aggressor != _usual_aggressor(dealer):
        extras.append(f"aggressor={dealer.aggressor}")
    if cards is not None:
        hands = ["??" if hand is None else "".join(map(str, hand)) for hand in cards.hands]
        extras.append("hands=" + "/".join(hands))
        if cards.board:
            extras.append("board=" + "".join(map(str, cards.board)))
    return extras


def _usual_full_raise_to(dealer: Dealer) -> int:
    """Return the `full_raise_to` that a Fen without this field means: the last raise was full."""
    return dealer.price if dealer.keeps_full_raise_to else 0


def _usual_aggressor(dealer: Dealer) -> StackIndex | None:
    """Return the `aggressor` that a Fen without this field means.

    On the river it is the only stack whose last act raised to the highest wager, otherwise None.
    """
    if dealer.round is not BettingRound.RIVER:
        return None
    highest = max([s.recent_wager for s in dealer.stacks])
    raisers = [
        i
        for i, s in indexed(dealer.stacks)
        if s.last_action is not None and s.last_action.raises and s.recent_wager == highest
    ]
    return raisers[0] if len(raisers) == 1 else None


@lru_cache(64)
def write_rules(rules: HouseRules) -> str:
    """Return house rules as a text without spaces, as in the last line of a Fen.

    >>> write_rules(HouseRules.named("tda").replace(showdown="losers may muck"))
    'tda,showdown=losers-may-muck'
    """
    name, options = rules.nearest()
    return ",".join([name, *[f"{o}={_write_option(value)}" for o, value in options.items()]])


def _write_option(value: Any) -> str:
    match value:
        case bool():
            return "yes" if value else "no"
        case None:
            return "none"
        case tuple():
            return "/".join(map(str, value))
        case _:
            return str(value).replace(" ", "-")


# Reading


def read(text: str, rules: HouseRules | str = "masa", blinds: Blinds | int | None = None) -> Dealer:
    """Read a Fen. Raise `FenError` if the text is not valid.

    *rules* and *blinds* (the big blind, or both) apply only if the text does not contain them. The
    default rules are `masa`. Without any blinds, lastFullRaise is taken as the big blind.

    >>> read("100 F 0 1 100!100 0 1~50 0 1 2\\nI 100 10 CA\\nI 100 10 .\\nO 0 0 .").side_pots
    (Pot(wager=50, involved=(0, 1, 2)),)
    >>> read("100 F 0 1 100!100 0 1\\nI 100 ten CA\\nI 100 10 .")
    Traceback (most recent call last):
        ...
    pokermasa.notation.fen.FenError: line 2, recentWager: expected a whole number, found 'ten'
    """
    return _read(text, rules, blinds)[0]


def read_situation(
    text: str, rules: HouseRules | str = "masa", blinds: Blinds | int | None = None
) -> Situation:
    """Read a Fen with its cards, if it has any. Raise `FenError` if the text is not valid."""
    dealer, cards = _read(text, rules, blinds)
    return Situation(dealer, cards)


def _read(
    text: str, rules: HouseRules | str, blinds: Blinds | int | None
) -> tuple[Dealer, HandDealer | None]:
    rules = HouseRules.resolve(rules)
    if not isinstance(text, str):
        raise FenError(1, "header", f"expected the text of a Fen, found {in_short(text)}")
    lines = text.strip().splitlines()
    if not lines:
        raise FenError(1, "header", "the text is empty")
    extras = {}
    if lines[-1].lstrip().startswith(";"):
        extras = _read_extras(lines.pop().strip()[1:], len(lines) + 1)
    extras_line = len(lines) + 1
    players = len(lines) - 1
    if not 2 <= players <= 10:
        raise FenError(1, "stacks", f"expected 2 to 10 lines of stacks, found {players}")
    stacks = tuple([_read_stack(line, number) for number, line in enumerate(lines[1:], start=2)])

    head, mark, pots = lines[0].partition("!")
    if not mark:
        raise FenError(1, "runningPot", "expected '!' and the pots after lastFullRaise")
    values = head.split()
    names = ["round", "button", "turnToAct", "lastFullRaise"]
    if len(values) == 5:
        names.insert(0, "blinds")
    if len(values) != len(names):
        raise FenError(
            1, "header", f"expected [blinds] {' '.join(names[-4:])}, found {_short(head)}"
        )
    field = dict(zip(names, values, strict=True))
    last_full_raise = _number(field["lastFullRaise"], 1, "lastFullRaise")
    if "blinds" in field:
        big = _number(field["blinds"], 1, "blinds")
        if not big:
            raise FenError(1, "blinds", "expected a big blind of at least 1")
        posted = Blinds.from_big_blind(big)
    elif blinds is None:
        posted = Blinds.from_big_blind(max(last_full_raise, 1))
    else:
        posted = Blinds.read(blinds)
    running_pot, side_pots = _closed(*[_read_pot(pot) for pot in pots.split("~")], stacks=stacks)

    if "rules" in extras:
        rules = read_rules(extras["rules"], extras_line)
    posted = _read_blinds(posted, extras, extras_line)
    if "blinds" in field or blinds is not None:  # otherwise they are only a guess
        try:
            rules.verified_blinds(posted)
        except BadHand as error:
            raise FenError(extras_line if "small" in extras else 1, "blinds", str(error)) from None
    dealer = Dealer(
        blinds=posted,
        round=_read_round(field["round"]),
        button=_index(field["button"], players, "button"),
        turn_to_act=_index(field["turnToAct"], players, "turnToAct"),
        last_full_raise=last_full_raise,
        running_pot=running_pot,
        side_pots=side_pots,
        stacks=stacks,
        rules=rules,
        bets=_read_bets(extras.get("bets"), posted, extras_line),
        raises=_number(extras.get("raises", "0"), extras_line, "raises"),
    ).counted()
    full_raise_to, aggressor = _usual_full_raise_to(dealer), _usual_aggressor(dealer)
    if "fullRaiseTo" in extras:
        full_raise_to = _number(extras["fullRaiseTo"], extras_line, "fullRaiseTo")
    if "aggressor" in extras:
        aggressor = _index(extras["aggressor"], players, "aggressor", extras_line)
    if full_raise_to or aggressor is not None:
        dealer = dealer._replace(full_raise_to=full_raise_to, aggressor=aggressor)
    return dealer, _read_cards(extras, players, extras_line)


def _number(text: str, line: int, field: str) -> int:
    if not (text.isascii() and text.isdecimal()):
        raise FenError(line, field, f"expected a whole number, found {_short(text)}")
    if len(text) > 16 or int(text) > MOST_CHIPS:
        raise FenError(line, field, f"more chips than there can be (most {MOST_CHIPS})")
    return int(text)


def _index(text: str, players: int, field: str, line: int = 1) -> StackIndex:
    number = _number(text, line, field)
    if number >= players:
        raise FenError(line, field, f"expected a stack index below {players}, found {number}")
    return StackIndex(number)


def _read_round(text: str) -> BettingRound:
    try:
        return BettingRound(text)
    except ValueError:
        raise FenError(1, "round", f"expected P, F, T or R, found {_short(text)}") from None


def _read_pot(text: str) -> Pot:
    words = text.split()
    if not words:
        raise FenError(1, "pot", "expected an amount and the stack indexes of its members")
    # One Fen in the documents has a pot member without a stack, so every possible index is valid.
    involved = tuple([_index(word, 10, "pot member") for word in words[1:]])
    if len(set(involved)) != len(involved):
        raise FenError(1, "pot member", f"a stack index is repeated in {_short(text)}")
    return Pot(_number(words[0], 1, "pot"), involved)


def _closed(running: Pot, *side_pots: Pot, stacks: Sequence[Stack]) -> tuple[Pot, tuple[Pot, ...]]:
    """Close the running pot if an old all-in is a member of it.

    Normally the end of the round in which the stack went all in has closed it, so that the stack
    cannot win later wagers. A stack with role O that still has chips, as in one Fen of the
    documents, does not count as all-in.
    """
    old = [i for i, s in enumerate(stacks) if s.role is Role.OLD_ALL_IN and not s.stack]
    members = tuple([i for i in running.involved if i not in old])
    if members == running.involved:
        return running, side_pots
    return Pot(0, members), (running, *side_pots) if running.wager else side_pots


def _read_stack(text: str, line: int) -> Stack:
    words = text.split()
    if len(words) != 4:
        raise FenError(
            line, "stack", f"expected role stack recentWager lastAction, found {_short(text)}"
        )
    role, stack, wager, action = words
    try:
        act = None if action == "." else uci.read(action)
    except uci.UciError as error:
        raise FenError(line, "lastAction", str(error)) from None
    if role not in Role._value2member_map_:
        raise FenError(line, "role", f"expected I, F, O or N, found {_short(role)}")
    return Stack(
        Role(role), _number(stack, line, "stack"), _number(wager, line, "recentWager"), act
    )


_EXTRAS = frozenset(
    {
        *("rules", "small", "ante", "bigBlindAnte", "bets", "raises", "fullRaiseTo", "aggressor"),
        *("hands", "board"),
    }
)


def _read_extras(text: str, line: int) -> dict[str, str]:
    extras: dict[str, str] = {}
    for word in text.split():
        key, _, value = word.partition("=")
        if key not in _EXTRAS or not value:
            raise FenError(
                line, _short(key), f"expected one of {', '.join(sorted(_EXTRAS))}, and a value"
            )
        if key in extras:
            raise FenError(line, key, "expected only once")
        extras[key] = value
    return extras


def _read_blinds(blinds: Blinds, extras: dict[str, str], line: int) -> Blinds:
    if "small" in extras:
        blinds = blinds._replace(small=_number(extras["small"], line, "small"))
    if "ante" in extras and "bigBlindAnte" in extras:
        raise FenError(line, "ante", "expected ante or bigBlindAnte, not both")
    for key in ("ante", "bigBlindAnte"):
        if key in extras:
            blinds = blinds._replace(
                ante=_number(extras[key], line, key), big_blind_ante=key == "bigBlindAnte"
            )
    try:
        return blinds.verified()
    except BadHand as error:
        raise FenError(line, "blinds", str(error)) from None


def _read_bets(text: str | None, blinds: Blinds, line: int) -> tuple[int, int]:
    if text is None:
        return blinds.big, 2 * blinds.big
    small, slash, big = text.partition("/")
    if not slash:
        raise FenError(line, "bets", f"expected small/big, found {_short(text)}")
    bets = _number(small, line, "bets"), _number(big, line, "bets")
    if not 0 < bets[0] <= bets[1]:
        raise FenError(line, "bets", f"expected a smaller and a larger bet, found {_short(text)}")
    return bets


def read_rules(text: str, line: int = 1) -> HouseRules:
    """Read a text of `write_rules`. Raise `FenError` with this *line* if it is not valid."""
    try:
        return HouseRules.named(text)
    except ValueError as error:
        raise FenError(line, "rules", str(error)) from None


def _read_cards(extras: dict[str, str], players: int, line: int) -> HandDealer | None:
    if "hands" not in extras:
        if "board" in extras:
            raise FenError(line, "board", "expected hands=… as well")
        return None
    hands = [None if hand == "??" else hand for hand in extras["hands"].split("/")]
    if len(hands) != players:
        raise FenError(line, "hands", f"expected {players} hands, found {len(hands)}")
    try:
        return HandDealer(hands, extras.get("board", ""))
    except (CardError, BadHand) as error:
        raise FenError(line, "hands", str(error)) from None


def _short(text: str) -> str:
    return repr(text if len(text) <= 40 else text[:40] + "…")
