"""What is told of a finished hand: its line in a list, its page, a link to it."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel

from pokermasa.server.http.caller import Body


class HandLine(BaseModel):
    id: str
    """Random: whoever is given it may see the hand, nobody finds it by counting."""
    masa: str
    upload: str | None
    """Of a hand that was brought along; such a one has no masa."""
    tournament: str | None
    """Of an uploaded hand, as its site calls it."""
    number: int
    ended: int
    scale: int
    """Amounts are in the smallest unit, so many to one of the file's."""
    currency: str
    """Its sign; empty for chips."""
    own_chips: bool = False
    """Of a game with chips of its own, which count in nobody's results."""
    net: int | None
    """Null where a file does not say who won."""
    cards: list[str]
    """Your own."""
    board: list[str]
    pot: int
    big: int
    players: int
    position: str
    """Yours: UTG, …, CO, BTN, SB, BB."""
    showdown: bool
    """You went there;"""
    all_in: bool
    """you were."""


class PlayedAtData(BaseModel):
    """A table, or all tables of a tournament."""

    masa: str | None
    tournament: str | None
    name: str
    host: str | None
    """Null where the room itself opened it."""
    hands: int
    """Yours there."""


class HandPlayer(BaseModel):
    side: int
    name: str
    you: bool
    stack: int
    final: int | None
    """Null, as the net, where a file does not say who won."""
    net: int | None
    cards: list[str] | None
    """Your own, or shown to all."""
    private: bool
    """Chose that who did not play in the hand is told neither name nor cards."""


class HandPost(BaseModel):
    """Paid before the cards."""

    side: int
    ante: int
    dead: int
    live: int


class HandAct(BaseModel):
    round: str
    side: int
    act: str
    stack: int
    wager: int


class HandFinish(BaseModel):
    """Whose tournament ended with the hand."""

    side: int
    place: int
    prize: int


class HandTournament(BaseModel):
    id: str
    name: str
    table: int
    """From 1."""
    level: int
    """From 1."""
    buy_in: int
    """Without the bounty."""
    bounty: int
    finishes: list[HandFinish]


class HandData(BaseModel):
    id: str
    masa: str
    table: str
    number: int
    ended: int
    """Milliseconds since 1970; 0 behind a link to an uploaded hand, which does not tell its day."""
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
    """What would have come after everybody else had folded; null unless it was shown then."""
    pots: list[list[dict[str, Any]]]


class ShareQuestion(Body):
    hide_names: bool = False


class ShareData(BaseModel):
    id: str
    """Whoever has it may see the hand, at `/api/shares/ID`."""
    hand: str
    hide_names: bool
    made: int
