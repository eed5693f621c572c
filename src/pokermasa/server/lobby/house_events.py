"""Tournaments that the house keeps open: sit-and-gos of several sizes, and an hourly tournament."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from pokermasa.server.clock import HOUR_MS
from pokermasa.server.director.terms import Terms
from pokermasa.server.protocol.tournament import Kind
from pokermasa.tournament import Structure


class HouseEvent(NamedTuple):
    """A tournament that the house opens again after each start."""

    name: str
    players: int | None
    """Number of players of a sit-and-go. None for the scheduled tournament."""
    buy_in: int
    included: str | None = None
    """Name of the included structure of a sit-and-go. None means the default structure."""

    def terms(self, now: int, bots: bool) -> Terms:
        """Return the terms of the next tournament of this kind. *bots* decides whether house bots
        take the free places."""
        if self.players is None:
            starts = (now // HOUR_MS + 1) * HOUR_MS
            return Terms(kind=Kind.SCHEDULED, starts=starts, every=HOUR_MS, bots=bots)
        return Terms(kind=Kind.SIT_AND_GO, again=True, bots=bots)

    def structure(self, bots: bool) -> Structure:
        """Return the structure of the tournament: levels, chips and prizes. With house bots nobody
        enters late, because the places of bots that are out would be left to whoever comes."""
        if self.players is not None and self.included is not None:
            number = self.players
            return replace(
                Structure.named(self.included),
                name=self.name,
                buy_in=self.buy_in,
                seats=number,
                least=number,
                most=number,
                time_bank=30,
            )
        if self.players is not None:
            made = Structure.sit_and_go(self.players, buy_in=self.buy_in)
            return replace(made, name=self.name, time_bank=30)
        turbo = Structure.named("turbo")
        turbo = replace(turbo, name=self.name, buy_in=self.buy_in, time_bank=30)
        return turbo if bots else replace(turbo, late_levels=4, re_entries=1)


HOUSE_EVENTS = (
    HouseEvent("Heads-up sit-and-go", 2, 100),
    HouseEvent("Sit-and-go for 6", 6, 100),
    HouseEvent("Sit-and-go for 9", 9, 100),
    HouseEvent("Botpoker sit-and-go", 6, 100, "botpoker"),  # document 003
    HouseEvent("Hourly turbo", None, 200),
)
