"""Data types that the messages and events consist of."""

from __future__ import annotations

from typing import Annotated

from pydantic import ConfigDict, Field, with_config
from typing_extensions import TypedDict

from pokermasa.masa import Entry, SeatStatus


@with_config(ConfigDict(extra="forbid", use_attribute_docstrings=True))
class Data(TypedDict):
    """Base of everything that the server sends. mypy checks the dictionaries that the server
    builds; JSON Schema and the TypeScript types are made from the definitions."""


Card = Annotated[str, Field(pattern="^[2-9TJQKA][cdhs]$")]
"""Rank and suit: `As`, `Td`."""
Cards = list[Card]


class PotData(Data):
    amount: int
    sides: list[int]
    """The sides that can win this pot."""


class Winner(Data):
    side: int
    share: int


class Share(Data):
    amount: int
    """The sum of the shares and of the dropped odd chips."""
    winners: list[Winner]


class BlindsData(Data):
    small: int
    big: int
    ante: int
    big_blind_ante: bool


class PostData(Data):
    """The amounts that a side owed before the deal. A side with fewer chips pays what it has."""

    side: int
    live: int
    dead: int
    late: bool
    """Whether this is the late post of a new player, which does not change who acts first."""


class TermsData(Data):
    least_buy_in: int
    most_buy_in: int
    entry: Entry
    """How players come into the game. `free`: with the next hand. `returning`: the same, but a
    player who has missed blinds, or has left and returns within an hour, waits for the big blind or
    posts what is owed. `blind`: a newcomer waits for the big blind or posts it, too."""
    straddle: bool
    run_twice: bool
    rabbit: bool
    """Whether players may send `rabbit` after a hand that ended by folds."""
    time_bank: int
    absent_play: bool


class SeatData(Data):
    side: int
    name: str
    stack: int
    """The stack in chips. During a hand, the stack at its start; `game` has the current one."""
    status: SeatStatus
    """WaitOthers: alone at the table. WaitNextHand: waits for the next hand. SitoutNextHand: leaves
    after this hand. Involved: in this hand."""
    sit_out: bool
    """Whether the player sits out: keeps the seat and is not dealt in."""
    leaving: bool
    """Whether the player is leaving: folds at the next turn, and leaves after the hand."""
    owes: bool
    """Whether the player has missed a blind or is new, and must wait for the big blind or post
    it."""
    posts: bool
    """Whether the player posts what is owed in the next hand, instead of waiting."""
    straddles: bool
    bot: bool
    """Whether this is a house bot."""
    time_bank: int
    """Milliseconds left in the time bank."""


class PlayerData(Data):
    side: int
    role: str
    """I: in the hand. F: folded. O: all in since an earlier round. N: all in since this round."""
    stack: int
    wager: int
    act: str | None
    """The last act of this round, in Uci; null if there is none."""
    cards: Cards | None
    """Your own cards, or cards that were shown; else null."""


class TwiceData(Data):
    """The question to the players whether the board is run twice."""

    sides: list[int]
    agreed: list[int]


class GameData(Data):
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
    """The highest wager of this round."""
    pot: int
    """All chips in the middle, including the wagers of this round."""
    running_pot: PotData
    side_pots: list[PotData]
    players: list[PlayerData]
    """The players of this hand, ordered by side."""
    twice: TwiceData | None
    """The question whether to run it twice, while it is open; else null."""


class ViewData(Data):
    """The state of a table as one viewer may see it."""

    sides: int
    blinds: BlindsData
    bets: list[int] | None
    """The two bet sizes of fixed limit, unless they are one and two big blinds; else null."""
    rules: str
    betting: str
    terms: TermsData
    button: int | None
    """The side with the button. Between hands, the side that had it in the last hand."""
    to_act: int | None
    status: str | None
    """The status of the hand: created, started, one_win, showdown, aborted; null between hands."""
    hand: int
    """Number of hands dealt so far."""
    you: int | None
    """Your side; null if you are a spectator."""
    seats: list[SeatData]
    game: GameData | None
    preselected: str | None
    """Your preselected act; null if there is none. Other viewers do not get it."""
    auto_top_up: int | None
    """The stack up to which your chips are filled before each hand; null if this is off."""


class ClockData(Data):
    """The time that a player has left to act."""

    sides: list[int]
    """The sides that must answer: one to act, or several on whether to run it twice."""
    left: int
    """Time left, in milliseconds."""
    total: int
    """Time allowed in total, in milliseconds."""
    bank: bool
    """Whether the player's time bank is running."""


class ShownHand(Data):
    side: int
    cards: Cards


class StackData(Data):
    side: int
    stack: int


class OddsData(Data):
    """The win probabilities (equity) of the open hands on one board. All boards still possible are
    counted."""

    board: Cards
    sides: list[int]
    equities: list[float]
    """Average share of the pot per side, from 0 to 1, in the order of `sides`. Values are rounded
    to four digits, so their sum may differ a little from 1."""


class TableData(Data):
    """A table in the lobby."""

    id: str
    name: str
    sides: int
    players: int
    """Number of taken sides, including house bots."""
    people: int
    """Number of taken sides, without house bots."""
    playing: int
    """Number of people who are connected, have chips, and neither sit out nor leave."""
    waiting: int
    """Number of people on the waiting list."""
    small: int
    big: int
    ante: int
    betting: str
    rules: str
    hands: int
    """Number of hands dealt since the table was opened."""
    average_pot: int
    """Average pot of the recent hands with people, in chips; 0 if there were none."""
    hands_an_hour: int
    """Hands with people per hour; 0 if there were none recently."""
    least_buy_in: int
    most_buy_in: int
    entry: Entry
    """Rule for new players, with the values of `terms`."""
    straddle: bool
    run_twice: bool
    act_time: int | None
    """Time for one act in milliseconds; null for the room's default."""
    bots: bool
    """Whether house bots fill empty sides."""
    private: bool
    paused: bool
    host: str | None
