"""Parses blinds and house rules for all commands."""

from __future__ import annotations

from typing import Annotated

import typer

from pokermasa.cli.number import LONGEST
from pokermasa.rules import Betting, Blinds, HouseRules

RulesName = Annotated[
    str, typer.Option("--rules", help="House rules: masa, classic, botpoker, limit, tda, acpc.")
]


def blinds(text: str, house: HouseRules, hint: str = "--blinds") -> Blinds:
    """Return the blinds in *text*, or report a usage error for the option *hint*.

    >>> tda = HouseRules.named("tda")
    >>> blinds("1-2", tda), blinds("5/10/1", tda).ante, blinds("20", tda).small
    (Blinds(small=1, big=2, ante=0, big_blind_ante=False), 1, 10)
    """
    words = text.replace("/", "-").split("-")
    try:
        if not 1 <= len(words) <= 3 or not all(
            word.isascii() and word.isdecimal() and len(word) <= LONGEST for word in words
        ):
            raise ValueError("small and big, perhaps an ante; or the big blind alone")
        numbers = [int(word) for word in words]
        return house.verified_blinds(numbers if len(numbers) > 1 else numbers[0])
    except ValueError as error:
        said = f"{text[:LONGEST]!r}: {error} (blinds are given as in 1-2 or 5-10-1)"
        raise typer.BadParameter(said, param_hint=hint) from None


def house_rules(name: str, betting: Betting | None = None) -> HouseRules:
    try:
        house = HouseRules.named(name)
    except ValueError as error:
        raise typer.BadParameter(str(error), param_hint="--rules") from None
    return house if betting is None else house.replace(betting=betting)


def betting(*, no_limit: bool, pot_limit: bool, limit: bool) -> Betting | None:
    """Return the betting structure chosen by the flags, or None. More than one flag is a usage
    error."""
    flags = {
        "--no-limit": (no_limit, Betting.NO_LIMIT),
        "--pot-limit": (pot_limit, Betting.POT_LIMIT),
        "--limit": (limit, Betting.FIXED_LIMIT),
    }
    asked = {flag: kind for flag, (is_asked, kind) in flags.items() if is_asked}
    if len(asked) > 1:
        raise typer.BadParameter(
            f"{' and '.join(asked)}: it is one or the other", param_hint=" / ".join(asked)
        )
    return next(iter(asked.values()), None)
