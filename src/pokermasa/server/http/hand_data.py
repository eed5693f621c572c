"""Response models for finished hands: list entry, complete hand, and link."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel

from pokermasa.server.http.caller import Body


class HandLine(BaseModel):
    """A hand in the list of your hands."""

    id: str
    """Random public id. Anybody who has the id of a hand at a public table can see the hand."""
    masa: str
    upload: str | None
    """Id of the upload; null for a hand of the room. An uploaded hand has an empty `masa`."""
    tournament: str | None
    """Id of the tournament; for an uploaded hand the id used by its site."""
    number: int
    ended: int
    scale: int
    """Number of units per unit of the file's currency. Amounts are whole numbers of the smallest
    unit."""
    currency: str
    """Currency symbol; empty for chips."""
    own_chips: bool = False
    """Whether the game had chips of its own, which count in no statistics."""
    net: int | None
    """Your result; null if the file does not say who won."""
    cards: list[str]
    """Your cards."""
    board: list[str]
    pot: int
    big: int
    players: int
    position: str
    """Your position: UTG, …, CO, BTN, SB, BB."""
    showdown: bool
    """Whether you went to the showdown."""
    all_in: bool
    """Whether you were all-in."""


class PlayedAtData(BaseModel):
    """A table, or all tables of a tournament together."""

    masa: str | None
    tournament: str | None
    name: str
    host: str | None
    """Null if the room itself opened it or the host's account is deleted."""
    hands: int
    """Number of your hands there."""


class HandPlayer(BaseModel):
    """A player of the hand."""

    side: int
    name: str
    you: bool
    stack: int
    final: int | None
    """Stack after the hand; null, as `net`, if the file does not say who won."""
    net: int | None
    cards: list[str] | None
    """The cards that you may see: your own, and those shown to everybody. Null if hidden."""
    private: bool
    """Whether the player's name and cards are hidden from everybody who did not play in the
    hand."""


class HandPost(BaseModel):
    """Ante, dead post and live post of a player before the cards were dealt, in chips."""

    side: int
    ante: int
    dead: int
    live: int


class HandAct(BaseModel):
    """An act, with the player's stack and wager in chips."""

    round: str
    side: int
    act: str
    """The act in Uci."""
    stack: int
    wager: int


class HandFinish(BaseModel):
    """A player who was eliminated from the tournament in this hand."""

    side: int
    place: int
    prize: int


class HandTournament(BaseModel):
    """The tournament of the hand."""

    id: str
    name: str
    table: int
    """Number of the table, from 1."""
    level: int
    """Number of the level, from 1."""
    buy_in: int
    """Buy-in without the bounty, in chips."""
    bounty: int
    finishes: list[HandFinish]


class HandData(BaseModel):
    """A finished hand, with the cards that you may see. Amounts are in chips, or in the smallest
    unit of an uploaded hand's currency."""

    id: str
    masa: str
    table: str
    number: int
    ended: int
    """Time in milliseconds since 1970; 0 for a link to an uploaded hand, which hides the date."""
    upload: str | None
    scale: int
    currency: str
    tournament: HandTournament | None
    rules: str
    blinds: dict[str, Any]
    button: int
    players: list[HandPlayer]
    posts: list[HandPost]
    acts: list[HandAct]
    boards: list[list[str]]
    rabbit: list[str] | None = None
    """Rest of the board, shown on request after all other players had folded; null if it was not
    shown."""
    pots: list[list[dict[str, Any]]]


class ShareQuestion(Body):
    hide_names: bool = False


class ShareData(BaseModel):
    """A link to a hand."""

    id: str
    """Random id. Anybody who has it can see the hand at `/api/shares/ID`."""
    hand: str
    hide_names: bool
    made: int
