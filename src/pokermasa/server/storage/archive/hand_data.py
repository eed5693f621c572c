"""The JSON of a finished hand, as HTTP sends it: list entry, complete hand, and the parts that
hands of the room and uploaded hands share."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from typing_extensions import TypedDict

from pokermasa.notation import uci
from pokermasa.rules import Move, PotDistribution
from pokermasa.server.protocol.data import BlindsData, Share
from pokermasa.server.protocol.encoding import share_data


class HandLine(TypedDict):
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
    own_chips: bool
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


class HandPlayer(TypedDict):
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


class HandPost(TypedDict):
    """Ante, dead post and live post of a player before the cards were dealt, in chips."""

    side: int
    ante: int
    dead: int
    live: int


class HandAct(TypedDict):
    """An act, with the player's stack and wager in chips."""

    round: str
    side: int
    act: str
    """The act in Uci."""
    stack: int
    wager: int


class HandFinish(TypedDict):
    """A player who was eliminated from the tournament in this hand."""

    side: int
    place: int
    prize: int


class HandTournament(TypedDict):
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


class HandData(TypedDict):
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
    blinds: BlindsData
    button: int
    players: list[HandPlayer]
    posts: list[HandPost]
    acts: list[HandAct]
    boards: list[list[str]]
    rabbit: list[str] | None
    """Rest of the board, shown on request after all other players had folded; null if it was not
    shown."""
    pots: list[list[Share]]
    """The pots of each board; empty if the file does not say who won."""


def posts_data(paid: Iterable[Sequence[int]], sides: Sequence[int]) -> list[HandPost]:
    """*paid* contains the stack index, ante, dead post and live post of each player, in chips."""
    return [
        {"side": sides[stack], "ante": ante, "dead": dead, "live": live}
        for stack, ante, dead, live in paid
    ]


def acts_data(moves: Iterable[Move], sides: Sequence[int]) -> list[HandAct]:
    acts: list[HandAct] = []
    for move in moves:
        _, stack, wager, _ = move.acted_stack
        acts.append(
            {
                "round": move.before.round,
                "side": sides[move.before.turn_to_act],
                "act": uci.write(move.player_act),
                "stack": stack,
                "wager": wager,
            }
        )
    return acts


def pots_data(
    boards: Iterable[Iterable[PotDistribution]], sides: Sequence[int]
) -> list[list[Share]]:
    """Return the pots of each board, with their winners and shares."""
    return [[share_data(pot, sides) for pot in board] for board in boards]
