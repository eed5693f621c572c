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
    """What the shares come to, and odd chips that were dropped."""
    winners: list[Winner]


class BlindsData(Model):
    small: int
    big: int
    ante: int
    big_blind_ante: bool


class PostData(Model):
    """What was due from a side before the cards; it pays no more than it has."""

    side: int
    live: int
    dead: int
    late: bool
    """A newcomer's: it does not decide who acts first."""


class TermsData(Model):
    least_buy_in: int
    most_buy_in: int
    entry: Literal["free", "blind"]
    straddle: bool
    run_twice: bool
    rabbit: bool
    """After a hand that ended by folds, a player of it may `rabbit`."""
    time_bank: int
    absent_play: bool


class SeatData(Model):
    side: int
    name: str
    stack: int
    """While a hand is played, what the seat began it with; `game` has the rest."""
    status: Literal["WaitOthers", "WaitNextHand", "SitoutNextHand", "Involved"]
    """Alone at the masa; waiting for the next hand; in this hand and leaving after it; in this
    hand."""
    away: bool
    leaving: bool
    """Folds when the turn comes, and leaves after the hand."""
    owes: bool
    """Has missed a blind, or is new: waits for the big blind, or posts."""
    posts: bool
    """Pays what is owed with the next hand rather than wait."""
    straddles: bool
    bot: bool
    """A house bot."""
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


class TwiceData(Model):
    """Everybody left is asked whether the board is run twice."""

    sides: list[int]
    agreed: list[int]


class GameData(Model):
    round: str
    """P, F, T, R: preflop, flop, turn, river."""
    settled: bool
    """Always false: when a hand is over there is no `game` any more."""
    small: int
    """Whose small blind it is; where that is dead, the side is empty."""
    big: int
    """Whose big blind it is."""
    board: Cards
    price: int
    """The highest wager."""
    pot: int
    """All chips in the middle, wagers in front included."""
    running_pot: PotData
    side_pots: list[PotData]
    players: list[PlayerData]
    """Who was dealt in, in the order of the sides."""
    twice: TwiceData | None
    """While it is asked; null otherwise."""


class ViewData(Model):
    """The whole masa as one viewer may see it."""

    sides: int
    blinds: BlindsData
    bets: list[int] | None
    """Fixed limit's, if not one and two big blinds."""
    rules: str
    betting: str
    terms: TermsData
    button: int | None
    """Where it lies; between hands, where it lay in the last one."""
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


class ClockData(Model):
    """How long somebody has."""

    sides: list[int]
    """Who is asked: one to act, or several whether to run it twice."""
    left: int
    """Milliseconds."""
    total: int
    """How long this time was when it began."""
    bank: bool
    """It is the player's own time bank that runs."""


class ShownHand(Model):
    side: int
    cards: Cards


class StackData(Model):
    side: int
    stack: int


class OddsData(Model):
    """What each of the open hands would win of the pot, on average, from this board on: every board
    that may come is counted."""

    board: Cards
    sides: list[int]
    equities: list[float]
    """From 0 to 1, in the order of `sides`, each rounded to four digits: they add up to one but for
    that (three equal hands have 0.3333 each)."""


class TableData(Model):
    """A masa in the lobby."""

    id: str
    name: str
    sides: int
    players: int
    """Sides taken, by house bots too."""
    people: int
    """Sides taken by people."""
    playing: int
    """Of these, who is connected, has chips, and is neither away nor about to leave."""
    waiting: int
    """People on the waiting list."""
    small: int
    big: int
    ante: int
    betting: str
    rules: str
    hands: int
    """Dealt since it was opened."""
    average_pot: int
    """Of the last hands with people in them; 0 when none was played of late."""
    hands_an_hour: int
    """Likewise."""
    least_buy_in: int
    most_buy_in: int
    straddle: bool
    run_twice: bool
    act_time: int | None
    """Milliseconds for one act; null for the room's usual."""
    bots: bool
    """House bots fill empty sides."""
    private: bool
    paused: bool
    host: str | None
