"""Selects the hands that `masa stats` counts: those that match the filter, each only once."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from datetime import date
from decimal import Decimal, InvalidOperation
from pathlib import Path

import typer

from pokermasa.histories.history import History
from pokermasa.histories.identity import identity
from pokermasa.histories.position import POSITIONS
from pokermasa.rules import StackIndex

MOST_NAMES = 1_000_000
"""Maximum number of player names remembered while filtering by name."""
SHOWN_NAMES = 10
"""Maximum number of names listed in the error for an unknown name, most frequent names first."""
MOST_KNOWN = 5_000_000
"""Maximum number of hands remembered for finding duplicates. Later hands are not checked."""


class Filter:
    def __init__(self) -> None:
        self.hero: str | None = None
        self.players: frozenset[str] = frozenset()
        self.stakes: tuple[Decimal, Decimal] | None = None
        self.position: str | None = None
        self.since: tuple[int, ...] | None = None
        self.until: tuple[int, ...] | None = None
        self.site: str | None = None
        self.size: range | None = None
        self.left_out = 0
        self.met: Counter[str] = Counter()
        """Number of hands by player name, counted while filtering by name."""
        self.sites: Counter[str] = Counter()
        """Number of hands by site, counted while filtering by site."""

    @classmethod
    def asked(
        cls,
        hero: str | None,
        players: list[str] | None,
        stakes: str | None,
        position: str | None,
        since: str | None,
        until: str | None,
        site: str | None,
        size: str | None,
    ) -> Filter:
        """Return the filter for command-line values. Invalid values are reported with the option's
        name."""
        made = cls()
        made.hero = hero
        made.players = frozenset(players or [])
        made.stakes = None if stakes is None else _stakes(stakes)
        if position is not None:
            made.position = position.upper()
            if made.position not in POSITIONS:
                message = f"{position!r} is none of {', '.join(POSITIONS)}"
                raise typer.BadParameter(message, param_hint="--position")
        made.since = None if since is None else _day(since, "--since")
        made.until = None if until is None else _day(until, "--until")
        made.site = None if site is None else site.casefold()
        made.size = None if size is None else _size(size)
        return made

    def takes(self, history: History) -> bool:
        if (self.hero is not None or self.players) and len(self.met) < MOST_NAMES:
            self.met.update(history.names)
        if self.site is not None and len(self.sites) < MOST_NAMES:
            self.sites[_site(history)] += 1
        is_taken = self._takes(history)
        self.left_out += not is_taken
        return is_taken

    def _takes(self, history: History) -> bool:
        if self.hero is not None and self.hero not in history.names:
            return False
        if self.size is not None and history.players not in self.size:
            return False
        if self.stakes is not None:
            blinds = [Decimal(chips) / history.scale for chips in history.blinds[:2]]
            if tuple(blinds) != self.stakes:
                return False
        if self.site is not None and self.site not in _site(history).casefold():
            return False
        if self.since is None and self.until is None:
            return True
        day = tuple([history.fields.get(name) for name in ("year", "month", "day")])
        if not all(type(part) is int for part in day):
            return False
        return (self.since is None or day >= self.since) and (
            self.until is None or day <= self.until
        )

    def stacks(self, history: History) -> Sequence[StackIndex] | None:
        """Return the players whose statistics are wanted, or None for all."""
        if self.hero is None and not self.players:
            return None
        return [StackIndex(i) for i, name in enumerate(history.names) if self.shows(name)]

    @property
    def unmet(self) -> str:
        """Return a message about names or a site that occur in no hand, with those that do. Empty
        if all occur."""
        if (
            self.site is not None
            and self.sites
            and not any(self.site in site.casefold() for site in self.sites)
        ):
            known = [site for site, _ in self.sites.most_common(SHOWN_NAMES) if site]
            others = f"sites are {', '.join(known)}" if known else "no hand names its site"
            return f"no hand is of a site {self.site!r} (--site); {others}"
        wanted = {self.hero} if self.hero is not None else self.players
        missing = sorted(name for name in wanted if name is not None and name not in self.met)
        if not missing or not self.met or len(self.met) >= MOST_NAMES:
            return ""
        option = "--player" if self.hero is None else "--hero"
        named = " or ".join([repr(name) for name in missing])
        most = [name for name, _ in self.met.most_common(SHOWN_NAMES)]
        more = len(self.met) - len(most)
        others = f" and {more:,} more" if more else ""
        return f"no hand has a player {named} ({option}); players are {', '.join(most)}{others}"

    def shows(self, name: str) -> bool:
        if self.hero is not None:
            return name == self.hero
        return not self.players or name in self.players


class Duplicates:
    """A detector of hands that occurred before."""

    def __init__(self) -> None:
        self.count = 0
        self.first = ""
        self._known: set[int] = set()

    def has(self, history: History, file: Path) -> bool:
        same = identity(history)
        if same is None or len(self._known) >= MOST_KNOWN:
            return False
        known = hash(same)
        if known not in self._known:
            self._known.add(known)
            return False
        self.count += 1
        self.first = self.first or f"{file}: hand {history.fields['hand']}"
        return True


def _site(history: History) -> str:
    return str(history.fields.get("venue", ""))


def _stakes(text: str) -> tuple[Decimal, Decimal]:
    small, _, big = text.replace("/", "-").partition("-")
    try:
        return Decimal(small.strip("$€£ ")), Decimal(big.strip("$€£ "))
    except InvalidOperation:
        message = f"{text!r}: expected both blinds, as in 0.50-1"
        raise typer.BadParameter(message, param_hint="--stakes") from None


def _day(text: str, hint: str) -> tuple[int, ...]:
    found = re.fullmatch(r"(\d{4})[-/](\d{1,2})[-/](\d{1,2})", text, re.ASCII)
    try:
        if found is None:
            raise ValueError
        year, month, day = map(int, found.groups())
        date(year, month, day)
    except ValueError:
        message = f"{text!r} is no day; write it as in 2024-05-01"
        raise typer.BadParameter(message, param_hint=hint) from None
    return year, month, day


def _size(text: str) -> range:
    found = re.fullmatch(r"(\d{1,2})(?:-(\d{1,2}))?", text, re.ASCII)
    least, most = (int(found[1]), int(found[2] or found[1])) if found else (0, 0)
    if not 2 <= least <= most <= 10:
        message = f"{text!r}: 2 to 10 play, as in 6 or 5-6"
        raise typer.BadParameter(message, param_hint="--size")
    return range(least, most + 1)
