"""House rules: the options on which the documents and cardrooms disagree.

One engine plays all of them. Each option can be changed by itself:
`HouseRules.named("masa").replace(odd_chips=OddChips.DROPPED)`.

Twins: batch/rule.py (numbers).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from enum import StrEnum
from typing import Any, NamedTuple, Self, TypeVar

from pokermasa.rules.blinds import Blinds
from pokermasa.rules.chips import MOST_CHIPS, Chips, OddChips
from pokermasa.rules.refusal import BadHand, in_short

Choice = TypeVar("Choice", bound=StrEnum)


class Betting(StrEnum):
    """The betting structure, which limits the size of a raise (computed in `legal`)."""

    NO_LIMIT = "no limit"
    POT_LIMIT = "pot limit"
    FIXED_LIMIT = "fixed limit"


class HeadsUpButton(StrEnum):
    """The blind that the button posts in a hand of two players."""

    BIG_BLIND = "big blind"
    SMALL_BLIND = "small blind"


class AllInRule(StrEnum):
    """The way in which a player bets the last chip.

    One option decides both which all-ins are offered and which act is sent for them: if they were
    two options, some combinations would leave a player without any way to call.
    """

    SENT_AS_ALL_IN = "sent as all-in"
    """The act is always `AA`, whether it calls or raises. `CA` and `RR` are refused."""
    ONLY_WHEN_SHORT = "only when short"
    """The act is `AA` if the stack is too small to call, `CA` if it is just enough, and `RR` if it
    is more (document 002)."""
    BY_CALLING = "by calling"
    """The act is `CA` even if the stack is too small to call. A raise must be a full raise, even
    with the last chip (document 004)."""


class AllInTurn(StrEnum):
    """The acts that the view of an all-in player lists. The game never waits for such a player."""

    SKIPPED = "skipped"
    """The view lists no acts."""
    CHECK_ONLY = "check only"
    """The view lists a check (document 002)."""


class Reopening(StrEnum):
    """The condition under which a stack that has acted may raise again.

    It matters after an all-in that raised the price by less than a full raise.
    """

    ADD_UP = "add up"
    """The price has risen by at least a full raise since the stack acted, in one or more steps. In
    fixed limit half a bet is enough, and an all-in of less may be completed to a full bet (Robert's
    Rules; TDA)."""
    FULL_RAISE = "full raise"
    """Another stack has made a full raise in one act since then (document 003)."""
    ANY = "any"
    """The price has risen since then, by any amount (the ACPC dealer)."""


class ShortRaise(StrEnum):
    """The treatment of a raise below the minimum."""

    REFUSED = "refused"
    CALL = "call"
    """The raise is taken as a call (the engine of document 003)."""


class ShortBigBlind(StrEnum):
    """The price before the flop if the stack in the big blind cannot pay all of it."""

    FULL_PRICE = "full price"
    """The price is the full big blind."""
    LARGEST_POST = "largest post"
    """The price is the largest blind that was really paid (document 003)."""


class ShortAntes(StrEnum):
    """The part of the antes that a stack can win if it could not pay its whole ante."""

    LAYERED = "layered"
    """The stack can win from each other stack as much as it paid itself."""
    SHARED = "shared"
    """The stack can win all antes. This always applies to a big-blind ante."""


class LeastRaise(StrEnum):
    """The least number of chips that a raise adds, in no limit and pot limit."""

    FULL_RAISE = "full raise"
    """The size of the last full raise of the round, and at least the big blind."""
    ANY = "any"
    """One chip. Every raise counts as a full raise (document 002)."""


class SmallBlind(StrEnum):
    """The small blinds that the house allows."""

    ANY = "any"
    """Any amount up to the big blind."""
    HALF = "half"
    """Exactly half of the big blind, which must therefore be even (documents 003 and 004)."""


class ShowdownRule(StrEnum):
    """The players who must show their cards at the showdown."""

    LOSERS_MAY_MUCK = "losers may muck"
    """The first player must show. Later players must show only if no shown hand beats theirs."""
    ALL_SHOW = "all show"
    """Every player who has not folded must show (documents 002 and 003)."""
    ALL_SHOW_WITH_AN_ALL_IN = "all show with an all-in"
    """Every player who has not folded must show if one of them is all in. Otherwise this is the
    same as `LOSERS_MAY_MUCK` (TDA)."""


class FirstToShow(StrEnum):
    """The player who shows first at the showdown.

    Without a bet on the river it is the first player left of the button.
    """

    LAST_AGGRESSOR = "last aggressor"
    """The last player who bet or raised on the river."""
    FIRST_BETTOR = "first bettor"
    """The first player who bet on the river."""


class ButtonRule(StrEnum):
    """The way in which the button moves between hands."""

    MOVING = "moving"
    """The button moves to the next active player."""
    DEAD = "dead"
    """The big blind moves to the next player. The small blind and the button follow, even to a side
    that is empty by then."""


class BustOrder(StrEnum):
    """The order of places of players who lose their last chips in the same hand."""

    STACK = "stack"
    """The player who started the hand with more chips places higher. Equal stacks tie."""
    HAND = "hand"
    """The player with the stronger hand places higher (document 003)."""


class Options(NamedTuple):
    """The options of `HouseRules`. The defaults are the rules `masa` (document 000)."""

    betting: Betting = Betting.NO_LIMIT
    heads_up_button: HeadsUpButton = HeadsUpButton.BIG_BLIND
    small_blind: SmallBlind = SmallBlind.ANY
    all_in: AllInRule = AllInRule.SENT_AS_ALL_IN
    all_in_turn: AllInTurn = AllInTurn.SKIPPED
    least_raise: LeastRaise = LeastRaise.FULL_RAISE
    reopening: Reopening = Reopening.ADD_UP
    short_raise: ShortRaise = ShortRaise.REFUSED
    short_big_blind: ShortBigBlind = ShortBigBlind.FULL_PRICE
    short_antes: ShortAntes = ShortAntes.LAYERED
    odd_chips: OddChips = OddChips.ONE_EACH
    first_to_show: FirstToShow = FirstToShow.LAST_AGGRESSOR
    showdown: ShowdownRule = ShowdownRule.LOSERS_MAY_MUCK
    raise_cap: tuple[int, int, int, int] | None = None
    """The maximum number of raises in each of the four rounds. None means no limit. Only fixed
    limit uses it."""
    cap_counts_bet: bool = False
    """Whether the first bet of a round counts towards `raise_cap`. The big blind never counts."""
    cap_lifts_heads_up: bool = False
    """Whether `raise_cap` does not apply while only two players are left (document 004)."""
    button: ButtonRule = ButtonRule.MOVING
    busts: BustOrder = BustOrder.STACK


class HouseRules(Options):
    """The house rules of a game: a value for each option.

    >>> rules = HouseRules.named("tda").replace(betting="pot limit", odd_chips="dropped")
    >>> rules
    HouseRules.named('tda, betting=pot limit, odd_chips=dropped')

    A text is converted, as in `betting="fixed limit"`. An unknown option or value raises
    `ValueError` with the known values.
    """

    __slots__ = ()

    def __new__(cls, *values: Any, **options: Any) -> HouseRules:
        return cls._make(Options(*values)).replace(**options)

    @classmethod
    def _make(cls, iterable: Iterable[Any]) -> Self:  # type: ignore[override]
        """Create a value. `_replace` and `copy.replace` use this too, so they check options."""
        return super()._make(map(read_option, cls._fields, iterable))

    @classmethod
    def named(cls, text: str) -> HouseRules:
        """Return the rules with this name (see `NAMED`). Options may follow, separated by commas.

        >>> HouseRules.named("limit").betting
        <Betting.FIXED_LIMIT: 'fixed limit'>
        >>> HouseRules.named("tda, betting=pot limit").betting
        <Betting.POT_LIMIT: 'pot limit'>
        """
        if not isinstance(text, str):
            raise ValueError(f"expected HouseRules or a name such as 'tda', not {in_short(text)}")
        name, *options = text.split(",")
        if name not in NAMED:
            known = ", ".join(NAMED)
            raise ValueError(f"no house rules are named {in_short(name)}; known: {known}")
        rules = NAMED[name]
        return rules.replace(**_pairs(options)) if options else rules

    @classmethod
    def resolve(cls, rules: HouseRules | str) -> HouseRules:
        """Return *rules* unchanged if they are `HouseRules`, otherwise the rules of that name."""
        return rules if isinstance(rules, HouseRules) else cls.named(rules)

    def __repr__(self) -> str:
        return f"HouseRules.named({self.name!r})"

    def replace(self, **options: Any) -> HouseRules:
        """Return these rules with some options changed.

        >>> HouseRules.named("tda").replace(betting="pot limit").name
        'tda, betting=pot limit'
        """
        read = {option: read_option(option, value) for option, value in options.items()}
        return self._replace(**read)

    def allows(self, blinds: Blinds) -> bool:
        """Whether the small blind has a size that this house allows."""
        return self.small_blind is SmallBlind.ANY or 2 * blinds.small == blinds.big

    def verified_blinds(self, blinds: Blinds | Sequence[Chips] | Chips) -> Blinds:
        """Convert *blinds* with `Blinds.read`. Raise `BadHand` if this house does not allow them.

        >>> HouseRules.named("limit").verified_blinds((1, 20))
        Traceback (most recent call last):
            ...
        pokermasa.rules.refusal.BadHand: under 'limit' the small blind is half of the big: 10, not 1
        """
        read = Blinds.read(blinds)
        if self.allows(read):
            return read
        house = in_short(self.name)
        if read.big % 2:
            reason = (
                f"the big blind must be even, since the small one is half of it; not {read.big}"
            )
            raise BadHand(f"under {house} {reason}")
        half = read.big // 2
        raise BadHand(f"under {house} the small blind is half of the big: {half}, not {read.small}")

    def as_played(self, blinds: Blinds) -> HouseRules:
        """Return rules under which a hand from another program can be replayed with *blinds*.

        These are the same rules, except that any small blind is allowed if *blinds* needs it.
        """
        return self if self.allows(blinds) else self.replace(small_blind=SmallBlind.ANY)

    @property
    def name(self) -> str:
        """A text that `named` reads: the nearest named rules and the options that differ."""
        nearest, options = self.nearest()
        return ", ".join([nearest, *[f"{option}={value}" for option, value in options.items()]])

    def nearest(self) -> tuple[str, dict[str, Any]]:
        """Return the named rules with the fewest differences, and the options that differ."""
        name = min(NAMED, key=lambda name: len(self.differences(NAMED[name])))
        return name, {option: getattr(self, option) for option in self.differences(NAMED[name])}

    def differences(self, other: HouseRules) -> list[str]:
        """Return the names of the options whose values differ."""
        return [
            option
            for option, mine, theirs in zip(self._fields, self, other, strict=True)
            if mine != theirs
        ]


def read_option(option: str, value: Any) -> Any:
    """Convert the value of an option of `HouseRules`, or raise `ValueError`.

    Texts may be spelled in several ways: `fixed limit`, `fixed-limit`, `FIXED_LIMIT`; `yes`,
    `True`; `3/4/4/4`.

    >>> read_option("betting", "fixed-limit"), read_option("raise_cap", 3)
    (<Betting.FIXED_LIMIT: 'fixed limit'>, (3, 3, 3, 3))
    >>> read_option("heads_up_button", "xyz")
    Traceback (most recent call last):
        ...
    ValueError: heads_up_button is 'big blind' or 'small blind', not 'xyz'
    """
    if option not in Options._fields:
        close = get_close_matches(option, Options._fields, 1)
        hint = f"did you mean {close[0]}?" if close else "see HouseRules._fields"
        raise ValueError(f"there is no option {in_short(option)}; {hint}")
    usual = Options._field_defaults[option]
    if option == "raise_cap":
        return _read_caps(value)
    if isinstance(usual, StrEnum):
        return read_choice(option, type(usual), value)
    return read_flag(option, value)


def read_choice(name: str, kind: type[Choice], value: Any) -> Choice:
    """Convert *value* to a member of the enumeration *kind*, in any spelling of its text.

    Raise `ValueError` with the known values if there is no such member. *name* is the name of the
    option in that message.
    """
    if type(value) is kind:
        return value
    members = {_plain(member): member for member in kind}
    if type(value) is str and _plain(value) in members:
        return members[_plain(value)]
    known = " or ".join([repr(str(member)) for member in kind])
    raise ValueError(f"{name} is {known}, not {in_short(value)}")


def read_flag(option: str, value: Any) -> bool:
    """Convert *value* to True or False. The texts yes, no, true and false are known too.

    Raise `ValueError` for anything else. *option* is the name of the option in that message.
    """
    if type(value) is bool:
        return value
    known_values = {"yes": True, "true": True, "no": False, "false": False}
    if isinstance(value, str) and _plain(value) in known_values:
        return known_values[_plain(value)]
    raise ValueError(f"{option} is True or False, not {in_short(value)}")


def _plain(text: str) -> str:
    return text.lower().replace("-", " ").replace("_", " ").strip()


def _read_caps(value: Any) -> tuple[int, ...] | None:
    caps: Any = value
    if isinstance(value, str):
        numbers = [word.strip() for word in value.strip("()").replace("/", ",").split(",")]
        is_number = all(word.isascii() and word.isdecimal() and len(word) < 17 for word in numbers)
        caps = [int(word) for word in numbers] if is_number else _plain(value)
        caps = caps[0] if len(caps) == 1 else caps
    if caps is None or caps == "none":
        return None
    if type(caps) is int:
        caps = [caps] * 4
    if (
        isinstance(caps, list | tuple)
        and len(caps) == 4
        and all(type(cap) is int and 0 <= cap <= MOST_CHIPS for cap in caps)
    ):
        return tuple(caps)
    expected = "None, a number of raises, or four numbers, one for each round"
    raise ValueError(f"raise_cap is {expected}, not {in_short(value)}")


def _pairs(parts: list[str]) -> dict[str, str]:
    """Read parts of the form `option=value`.

    A value may contain commas, as in `raise_cap=(3, 4, 4, 4)`. Then several parts belong to it.
    """
    pairs: dict[str, str] = {}
    option = ""
    for rule in parts:
        key, equals, value = rule.partition("=")
        if equals or not option:
            option = key.strip()
            if option in pairs:
                raise ValueError(f"{option} is given twice")
            pairs[option] = value
        else:
            pairs[option] += f",{rule}"
    return pairs


_MASA = HouseRules()

NAMED = {
    # documents 000 and 001
    "masa": _MASA,
    # document 002
    "classic": _MASA.replace(
        all_in=AllInRule.ONLY_WHEN_SHORT,
        all_in_turn=AllInTurn.CHECK_ONLY,
        showdown=ShowdownRule.ALL_SHOW,
    ),
    # document 003
    "botpoker": _MASA.replace(
        reopening=Reopening.FULL_RAISE,
        small_blind=SmallBlind.HALF,
        short_raise=ShortRaise.CALL,
        short_big_blind=ShortBigBlind.LARGEST_POST,
        odd_chips=OddChips.DROPPED,
        first_to_show=FirstToShow.FIRST_BETTOR,
        showdown=ShowdownRule.ALL_SHOW,
        busts=BustOrder.HAND,
    ),
    # document 004
    "limit": _MASA.replace(
        betting=Betting.FIXED_LIMIT,
        heads_up_button=HeadsUpButton.SMALL_BLIND,
        small_blind=SmallBlind.HALF,
        all_in=AllInRule.BY_CALLING,
        raise_cap=(4, 4, 4, 4),
        cap_lifts_heads_up=True,
    ),
    # cardrooms, following the Tournament Directors Association (TDA)
    "tda": _MASA.replace(
        heads_up_button=HeadsUpButton.SMALL_BLIND,
        showdown=ShowdownRule.ALL_SHOW_WITH_AN_ALL_IN,
        raise_cap=(4, 4, 4, 4),
        cap_lifts_heads_up=True,
        button=ButtonRule.DEAD,
    ),
    # the dealer of the Annual Computer Poker Competition; only its limit games use the cap
    "acpc": _MASA.replace(
        heads_up_button=HeadsUpButton.SMALL_BLIND,
        reopening=Reopening.ANY,
        showdown=ShowdownRule.ALL_SHOW_WITH_AN_ALL_IN,
        raise_cap=(3, 4, 4, 4),
        cap_counts_bet=True,
    ),
}
