"""House rules: everything on which the documents, or cardrooms, disagree.

One engine plays them all. Each option can be set on its own:
`HouseRules.named("masa").but(odd_chips=OddChips.DROPPED)`.

Repeated by batch/rule.py, as numbers.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any, NamedTuple

from pokermasa.rules.chips import OddChips
from pokermasa.rules.structure import Betting


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


class HouseRules(NamedTuple):
    """The defaults are document 000's: the rules named `masa`."""

    betting: Betting = Betting.NO_LIMIT
    heads_up_button: HeadsUpButton = HeadsUpButton.BIG_BLIND
    all_in: AllInRule = AllInRule.SENT_AS_ALL_IN
    all_in_turn: AllInTurn = AllInTurn.SKIPPED
    reopening: Reopening = Reopening.ADD_UP
    short_raise: ShortRaise = ShortRaise.REFUSED
    short_big_blind: ShortBigBlind = ShortBigBlind.FULL_PRICE
    short_antes: ShortAntes = ShortAntes.LAYERED
    odd_chips: OddChips = OddChips.ONE_EACH
    first_to_show: FirstToShow = FirstToShow.LAST_AGGRESSOR
    table_all_ins: bool = False
    """With an all-in in the hand, every live hand is shown."""
    raise_cap: tuple[int, int, int, int] | None = None
    """The most raises in each round of fixed limit; None for as many as they like."""
    cap_counts_bet: bool = False
    """Whether the opening bet is one of them. The big blind never is."""
    cap_lifts_heads_up: bool = False
    """No cap while two are left in the hand (document 004)."""
    button: ButtonRule = ButtonRule.MOVING
    busts: BustOrder = BustOrder.STACK

    @classmethod
    def named(cls, name: str) -> HouseRules:
        """
        >>> HouseRules.named("limit").betting
        <Betting.FIXED_LIMIT: 'fixed limit'>
        """
        try:
            return NAMED[name]
        except KeyError:
            known = ", ".join(NAMED)
            raise ValueError(f"no house rules are named {name!r}; known: {known}") from None

    def but(self, **options: Any) -> HouseRules:
        """These rules with some options changed.

        >>> HouseRules.named("tda").but(betting=Betting.POT_LIMIT).name
        'tda, betting=pot limit'
        """
        return self._replace(**options)

    @property
    def name(self) -> str:
        """The nearest named rules, and each option in which these differ."""
        nearest = min(NAMED, key=lambda name: len(self.differences(NAMED[name])))
        options = [f"{o}={getattr(self, o)}" for o in self.differences(NAMED[nearest])]
        return ", ".join([nearest, *options])

    def differences(self, other: HouseRules) -> list[str]:
        """The options in which *other* has another value."""
        return [
            option
            for option, mine, theirs in zip(self._fields, self, other, strict=True)
            if mine != theirs
        ]


_MASA = HouseRules()

NAMED = {
    # documents 000 and 001
    "masa": _MASA,
    # document 002
    "classic": _MASA.but(
        all_in=AllInRule.ONLY_WHEN_SHORT, all_in_turn=AllInTurn.CHECK_ONLY, table_all_ins=True
    ),
    # document 003
    "botpoker": _MASA.but(
        reopening=Reopening.FULL_RAISE,
        short_raise=ShortRaise.CALL,
        short_big_blind=ShortBigBlind.LARGEST_POST,
        odd_chips=OddChips.DROPPED,
        first_to_show=FirstToShow.FIRST_BETTOR,
        busts=BustOrder.HAND,
    ),
    # document 004
    "limit": _MASA.but(
        betting=Betting.FIXED_LIMIT,
        heads_up_button=HeadsUpButton.SMALL_BLIND,
        all_in=AllInRule.BY_CALLING,
        raise_cap=(4, 4, 4, 4),
        cap_lifts_heads_up=True,
    ),
    # cardrooms, after the Tournament Directors Association
    "tda": _MASA.but(
        heads_up_button=HeadsUpButton.SMALL_BLIND,
        table_all_ins=True,
        raise_cap=(4, 4, 4, 4),
        cap_lifts_heads_up=True,
        button=ButtonRule.DEAD,
    ),
    # the dealer of the Annual Computer Poker Competition; the cap is for its limit games
    "acpc": _MASA.but(
        heads_up_button=HeadsUpButton.SMALL_BLIND,
        reopening=Reopening.ANY,
        table_all_ins=True,
        raise_cap=(3, 4, 4, 4),
        cap_counts_bet=True,
    ),
}
