"""House rules: everything on which the documents, or cardrooms, disagree.

One engine plays them all. Each option can be set on its own:
`HouseRules.named("masa").but(odd_chips=OddChips.DROPPED)`.

Repeated by batch/rule.py, as numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches
from enum import StrEnum
from typing import Any, NamedTuple, TypeVar

from pokermasa.rules.blinds import Blinds
from pokermasa.rules.chips import MOST_CHIPS, Chips, OddChips
from pokermasa.rules.refusal import BadHand, in_short

Choice = TypeVar("Choice", bound=StrEnum)


class Betting(StrEnum):
    """Betting structures: what decides the size of a raise (`legal` has the sums)."""

    NO_LIMIT = "no limit"
    POT_LIMIT = "pot limit"
    FIXED_LIMIT = "fixed limit"


class HeadsUpButton(StrEnum):
    """What the button posts when two play."""

    BIG_BLIND = "big blind"
    SMALL_BLIND = "small blind"


class AllInRule(StrEnum):
    """How a player's last chip goes in. (Which all-ins are offered, and what they are called, is
    one rule: offering an all-in that may not be sent would leave a player without a call.)"""

    SENT_AS_ALL_IN = "sent as all-in"
    """Always as `AA`, for a call or for a raise of legal size; `CA` and `RR` are refused."""
    ONLY_WHEN_SHORT = "only when short"
    """`AA` only when short of the call; equal is `CA`, more is `RR` (document 002)."""
    BY_CALLING = "by calling"
    """`CA`, however short; a raise must be a full one (document 004)."""


class AllInTurn(StrEnum):
    """What an all-in player is told when the turn passes; none of them is ever waited for."""

    SKIPPED = "skipped"
    CHECK_ONLY = "check only"


class Reopening(StrEnum):
    """When a stack that has acted may raise again after all-ins that were not full raises."""

    ADD_UP = "add up"
    """When it faces a full raise in all. In fixed limit: half a bet or more counts as a bet,
    and less than that may be completed (Robert's Rules; TDA)."""
    FULL_RAISE = "full raise"
    """Only after a single full raise (document 003)."""
    ANY = "any"
    """Always (the ACPC dealer)."""


class ShortRaise(StrEnum):
    """What becomes of a raise under the minimum."""

    REFUSED = "refused"
    CALL = "call"
    """Taken as a call (document 003's engine)."""


class ShortBigBlind(StrEnum):
    """The price of the first round when the big blind's stack cannot cover it."""

    FULL_PRICE = "full price"
    LARGEST_POST = "largest post"
    """What was really posted, by whoever posted most (document 003)."""


class ShortAntes(StrEnum):
    """What a stack that could not pay the whole ante may win of the antes."""

    LAYERED = "layered"
    """As much from each as it paid itself."""
    SHARED = "shared"
    """All of them. (A big-blind ante is always shared.)"""


class LeastRaise(StrEnum):
    """What a raise must add at least, in no limit and pot limit."""

    FULL_RAISE = "full raise"
    """As much as the last full raise of the round, and at least the big blind."""
    ANY = "any"
    """One chip: every amount above the highest bet is a raise, and a full one (document 002)."""


class SmallBlind(StrEnum):
    """Which small blinds the house allows."""

    ANY = "any"
    """Any, up to the big blind."""
    HALF = "half"
    """Exactly half of the big blind, which is therefore even (documents 003 and 004)."""


class ShowdownRule(StrEnum):
    """Who of the players left must show at the showdown."""

    LOSERS_MAY_MUCK = "losers may muck"
    """The first must show; after that, only hands that no open hand beats."""
    ALL_SHOW = "all show"
    """Everybody who is left (documents 002 and 003)."""
    ALL_SHOW_WITH_AN_ALL_IN = "all show with an all-in"
    """Everybody who is left if somebody is all in; otherwise losers may muck (TDA)."""


class FirstToShow(StrEnum):
    """Who opens the showdown; without a wager on the river, it is the left of the button."""

    LAST_AGGRESSOR = "last aggressor"
    FIRST_BETTOR = "first bettor"


class ButtonRule(StrEnum):
    """How the button travels between hands."""

    MOVING = "moving"
    """To the next active player."""
    DEAD = "dead"
    """The big blind moves to the next player; the others follow, even to empty sides."""


class BustOrder(StrEnum):
    """Who places higher of those who go broke in one hand."""

    STACK = "stack"
    """Who began it with more; equal ones tie."""
    HAND = "hand"
    """Who held the stronger hand (document 003)."""


class Options(NamedTuple):
    """The options of `HouseRules`. The defaults are those of document 000, the rules `masa`."""

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
    """The most raises in each round of fixed limit; None for as many as they like."""
    cap_counts_bet: bool = False
    """Whether the opening bet is one of them. The big blind never is."""
    cap_lifts_heads_up: bool = False
    """No cap while two are left in the hand (document 004)."""
    button: ButtonRule = ButtonRule.MOVING
    busts: BustOrder = BustOrder.STACK


class HouseRules(Options):
    """A value for each option. A text is converted (`betting="fixed limit"`); a value that an
    option does not have is a `ValueError` that names the known ones."""

    __slots__ = ()

    def __new__(cls, *values: Any, **options: Any) -> HouseRules:
        return cls._make(map(read_option, cls._fields, Options(*values))).but(**options)

    @classmethod
    def named(cls, text: str) -> HouseRules:
        """Reads a name of `NAMED`, with changed options if some follow, as `name` writes them.

        >>> HouseRules.named("limit").betting
        <Betting.FIXED_LIMIT: 'fixed limit'>
        >>> HouseRules.named("tda, betting=pot limit").betting
        <Betting.POT_LIMIT: 'pot limit'>
        """
        name, *options = text.split(",")
        if name not in NAMED:
            known = ", ".join(NAMED)
            raise ValueError(f"no house rules are named {in_short(name)}; known: {known}")
        return NAMED[name].but(**_pairs(options))

    @classmethod
    def of(cls, rules: HouseRules | str) -> HouseRules:
        """Returns house rules that are given as they are, or reads their name (see `named`)."""
        if isinstance(rules, HouseRules):
            return rules
        if not isinstance(rules, str):
            raise ValueError(f"house rules, or their name as in 'tda', not {in_short(rules)}")
        return cls.named(rules)

    def but(self, **options: Any) -> HouseRules:
        """These rules with some options changed.

        >>> HouseRules.named("tda").but(betting="pot limit").name
        'tda, betting=pot limit'
        """
        read = {option: read_option(option, value) for option, value in options.items()}
        return self._replace(**read)

    def allows(self, blinds: Blinds) -> bool:
        return self.small_blind is SmallBlind.ANY or 2 * blinds.small == blinds.big

    def verified_blinds(self, blinds: Blinds | Sequence[Chips] | Chips) -> Blinds:
        """Returns blinds given as `Blinds.read` takes them. Those that cannot be posted, or that
        this house does not allow, are a `BadHand`.

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
            words = f"the big blind is even, for the small one to be half of it; not {read.big}"
            raise BadHand(f"under {house} {words}")
        half = read.big // 2
        raise BadHand(f"under {house} the small blind is half of the big: {half}, not {read.small}")

    def as_played(self, blinds: Blinds) -> HouseRules:
        """Return these rules for a hand from another program that was played with *blinds*, with
        any small blind allowed if the house does not allow this one."""
        return self if self.allows(blinds) else self.but(small_blind=SmallBlind.ANY)

    @property
    def name(self) -> str:
        """The nearest named rules, and each option in which these differ. `named` reads it."""
        nearest, options = self.nearest()
        return ", ".join([nearest, *[f"{option}={value}" for option, value in options.items()]])

    def nearest(self) -> tuple[str, dict[str, Any]]:
        """The named rules with the fewest differences, and the options in which these differ."""
        name = min(NAMED, key=lambda name: len(self.differences(NAMED[name])))
        return name, {option: getattr(self, option) for option in self.differences(NAMED[name])}

    def differences(self, other: HouseRules) -> list[str]:
        """The options in which *other* has another value."""
        return [
            option
            for option, mine, theirs in zip(self._fields, self, other, strict=True)
            if mine != theirs
        ]


def read_option(option: str, value: Any) -> Any:
    """Converts the value of an option of `HouseRules`. Texts are read in any spelling that this
    program writes: `fixed limit`, `fixed-limit`, `FIXED_LIMIT`; `yes`, `True`; `3/4/4/4`.

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
    return _read_flag(option, value)


def read_choice(name: str, kind: type[Choice], value: Any) -> Choice:
    """Converts *value* to a member of the enumeration *kind*, in any spelling of its text. The
    `ValueError` names the known ones; *name* is what the value is for."""
    if type(value) is kind:
        return value
    members = {_plain(member): member for member in kind}
    if type(value) is str and _plain(value) in members:
        return members[_plain(value)]
    known = " or ".join([repr(str(member)) for member in kind])
    raise ValueError(f"{name} is {known}, not {in_short(value)}")


def _read_flag(option: str, value: Any) -> bool:
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
        words = [word.strip() for word in value.strip("()").replace("/", ",").split(",")]
        is_number = all(word.isascii() and word.isdecimal() and len(word) < 17 for word in words)
        caps = [int(word) for word in words] if is_number else _plain(value)
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
    said = "None, a number of raises, or four numbers, one for each round"
    raise ValueError(f"raise_cap is {said}, not {in_short(value)}")


def _pairs(words: list[str]) -> dict[str, str]:
    """Reads `option=value` words. A value may hold commas itself: `raise_cap=(3, 4, 4, 4)`."""
    pairs: dict[str, str] = {}
    option = ""
    for word in words:
        key, equals, value = word.partition("=")
        if equals or not option:
            option = key.strip()
            pairs[option] = value
        else:
            pairs[option] += f",{word}"
    return pairs


_MASA = HouseRules()

NAMED = {
    # documents 000 and 001
    "masa": _MASA,
    # document 002
    "classic": _MASA.but(
        all_in=AllInRule.ONLY_WHEN_SHORT,
        all_in_turn=AllInTurn.CHECK_ONLY,
        showdown=ShowdownRule.ALL_SHOW,
    ),
    # document 003
    "botpoker": _MASA.but(
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
    "limit": _MASA.but(
        betting=Betting.FIXED_LIMIT,
        heads_up_button=HeadsUpButton.SMALL_BLIND,
        small_blind=SmallBlind.HALF,
        all_in=AllInRule.BY_CALLING,
        raise_cap=(4, 4, 4, 4),
        cap_lifts_heads_up=True,
    ),
    # cardrooms, after the Tournament Directors Association
    "tda": _MASA.but(
        heads_up_button=HeadsUpButton.SMALL_BLIND,
        showdown=ShowdownRule.ALL_SHOW_WITH_AN_ALL_IN,
        raise_cap=(4, 4, 4, 4),
        cap_lifts_heads_up=True,
        button=ButtonRule.DEAD,
    ),
    # the dealer of the Annual Computer Poker Competition; the cap is for its limit games
    "acpc": _MASA.but(
        heads_up_button=HeadsUpButton.SMALL_BLIND,
        reopening=Reopening.ANY,
        showdown=ShowdownRule.ALL_SHOW_WITH_AN_ALL_IN,
        raise_cap=(3, 4, 4, 4),
        cap_counts_bet=True,
    ),
}
