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
    """The sum of the shares, with dropped odd chips."""
    winners: list[Winner]


class BlindsData(Model):
    small: int
    big: int
    ante: int
    big_blind_ante: bool


class PostData(Model):
    """What a side had to post before the cards. It pays at most what it has."""

    side: int
    live: int
    dead: int
    late: bool
    """A late post of a new player: it does not change who acts first."""


class TermsData(Model):
    least_buy_in: int
    most_buy_in: int
    entry: Literal["free", "returning", "blind"]
    """How players come into the game. `free`: with the next hand. `returning`: the same, but a
    player who has missed blinds, or has left and returns within an hour, waits for the big blind or
    posts what is owed. `blind`: a newcomer waits for the big blind or posts it, too."""
    straddle: bool
    run_twice: bool
    rabbit: bool
    """After a hand that ended by folds, its players may send `rabbit`."""
    time_bank: int
    absent_play: bool


class SeatData(Model):
    side: int
    name: str
    stack: int
    """During a hand, the stack at its start; `game` has the current one."""
    status: Literal["WaitOthers", "WaitNextHand", "SitoutNextHand", "Involved"]
    """WaitOthers: alone at the table. WaitNextHand: waits for the next hand. SitoutNextHand: leaves
    after this hand. Involved: in this hand."""
    away: bool
    leaving: bool
    """Folds when the turn comes, and leaves after the hand."""
    owes: bool
    """Has missed a blind, or is new: must wait for the big blind or post it."""
    posts: bool
    """Posts what it owes with the next hand instead of waiting."""
    straddles: bool
    bot: bool
    """A house bot."""
    time_bank: int
    """Milliseconds left in the time bank."""


class PlayerData(Model):
    side: int
    role: str
    """I involved, F folded, O all in before this round, N all in in this round."""
    stack: int
    wager: int
    act: str | None
    """The last act of this round, in Uci."""
    cards: Cards | None
    """Your own cards, or cards that were shown."""


class TwiceData(Model):
    """The players are asked whether the board is run twice."""

    sides: list[int]
    agreed: list[int]


class GameData(Model):
    round: str
    """P, F, T, R: preflop, flop, turn, river."""
    settled: bool
    """Always false: after a hand, `game` is null."""
    small: int
    """The side of the small blind. If the small blind is dead, this side is empty."""
    big: int
    """The side of the big blind."""
    board: Cards
    price: int
    """The highest wager."""
    pot: int
    """All chips in the middle, with the wagers of this round."""
    running_pot: PotData
    side_pots: list[PotData]
    players: list[PlayerData]
    """The players of this hand, in the order of the sides."""
    twice: TwiceData | None
    """While the players are asked; else null."""


class ViewData(Model):
    """The whole table as one viewer may see it."""

    sides: int
    blinds: BlindsData
    bets: list[int] | None
    """The two bets of fixed limit, if they are not one and two big blinds."""
    rules: str
    betting: str
    terms: TermsData
    button: int | None
    """The side with the button; between hands, the one of the last hand."""
    to_act: int | None
    status: str | None
    """The status of the hand: created, started, one_win, showdown, aborted; null between hands."""
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
    """How much time a player has."""

    sides: list[int]
    """The players who are asked: one to act, or several whether to run it twice."""
    left: int
    """Milliseconds."""
    total: int
    """The whole time, in milliseconds."""
    bank: bool
    """The player's time bank runs."""


class ShownHand(Model):
    side: int
    cards: Cards


class StackData(Model):
    side: int
    stack: int


class OddsData(Model):
    """The average share of the pot that each open hand wins from this board on. All possible boards
    are counted."""

    board: Cards
    sides: list[int]
    equities: list[float]
    """From 0 to 1, in the order of `sides`, rounded to four digits (so the sum may differ a little
    from 1)."""


class TableData(Model):
    """A table in the lobby."""

    id: str
    name: str
    sides: int
    players: int
    """Taken sides, with house bots."""
    people: int
    """Taken sides, without house bots."""
    playing: int
    """Of these people, those who are connected, have chips, and are not away or leaving."""
    waiting: int
    """People on the waiting list."""
    small: int
    big: int
    ante: int
    betting: str
    rules: str
    hands: int
    """Hands dealt since it was opened."""
    average_pot: int
    """The average pot of the last hands with people; 0 if there were none lately."""
    hands_an_hour: int
    """Hands with people in an hour; 0 if there were none lately."""
    least_buy_in: int
    most_buy_in: int
    entry: Literal["free", "returning", "blind"]
    """As in `terms`."""
    straddle: bool
    run_twice: bool
    act_time: int | None
    """Milliseconds for one act; null for the room's default."""
    bots: bool
    """House bots fill empty sides."""
    private: bool
    paused: bool
    host: str | None
