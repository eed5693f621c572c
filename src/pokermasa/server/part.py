"""The parts that messages and events are made of."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field


class Model(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)


Card = Annotated[str, Field(pattern="^[2-9TJQKA][cdhs]$")]
"""Rank and suit: `As`, `Td`."""
Cards = list[Card]


class PotData(Model):
    amount: int
    sides: list[int]
    """Who may win it."""


class Winner(Model):
    side: int
    share: int


class Share(Model):
    amount: int
    winners: list[Winner]


class BlindsData(Model):
    small: int
    big: int
    ante: int
    big_blind_ante: bool


class TermsData(Model):
    least_buy_in: int
    most_buy_in: int
    entry: Literal["free", "blind"]
    straddle: bool
    run_twice: bool
    time_bank: int
    absent_play: bool


class SeatData(Model):
    side: int
    name: str
    stack: int
    """While a hand is played, what the seat began it with; `game` has the rest."""
    status: Literal["WaitOthers", "WaitNextHand", "SitoutNextHand", "Involved"]
    away: bool
    time_bank: int
    """Milliseconds left for hard decisions."""


class PlayerData(Model):
    side: int
    role: str
    """I involved, F folded, O all in before this round, N all in in this round."""
    stack: int
    wager: int
    act: str | None
    """The last one, in Uci."""
    cards: Cards | None
    """Your own, or shown."""


class GameData(Model):
    round: str
    """P, F, T, R: preflop, flop, turn, river."""
    settled: bool
    board: Cards
    price: int
    """The highest wager."""
    pot: int
    """All chips in the middle, wagers in front included."""
    running_pot: PotData
    side_pots: list[PotData]
    players: list[PlayerData]
    """Who was dealt in, in the order of the sides."""


class ViewData(Model):
    """The whole masa as one viewer may see it."""

    sides: int
    blinds: BlindsData
    rules: str
    betting: str
    terms: TermsData
    button: int | None
    to_act: int | None
    status: str | None
    """Of the hand: created, started, one_win, showdown, aborted; null between hands."""
    hand: int
    """Hands dealt so far."""
    you: int | None
    """Your side."""
    seats: list[SeatData]
    game: GameData | None
    preselected: str | None
    """Your own choice."""
    auto_top_up: int | None
    """Your own setting."""


class RoomData(Model):
    """What is around the masa."""

    name: str
    host: str | None
    private: bool
    approval: bool
    paused: bool
    waiting: list[str]
    """The waiting list, in order."""
    absent: list[int]
    """Sides whose connection is lost."""
    asking: list[str]
    """Who asks to be let in; told to the host only."""


class ShownHand(Model):
    side: int
    cards: Cards


class StackData(Model):
    side: int
    stack: int
