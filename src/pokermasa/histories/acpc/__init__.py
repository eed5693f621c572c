"""The protocol of the Annual Computer Poker Competition's dealer (ACPC), version 2.0.0.

A `Game` is a game definition file. A `MatchState` is a line from the dealer to one player. A
`LogState` is one hand of a match log. A `Hand` plays either of them under our rules, and converts
our acts to the dealer's actions and back.

>>> game = named("holdem.nolimit.2p.reverse_blinds")
>>> state = MatchState.read("MATCHSTATE:0:30:cc/r250c/:9s8h|/8c8d5c/6s")
>>> hand = state.hand(game)
>>> hand.turn, hand.situation.raises
(0, (100, 19749))
>>> from pokermasa.rules import Raise
>>> hand.action(Raise(to=250))  # our total is for this round; the dealer's is for the whole hand
'r500'
"""

from pokermasa.histories.acpc.game import NAMES, AcpcError, Game, guessed, named
from pokermasa.histories.acpc.hand import Hand
from pokermasa.histories.acpc.log import LogState, read_log
from pokermasa.histories.acpc.state import MatchState

__all__ = [
    "NAMES",
    "AcpcError",
    "Game",
    "Hand",
    "LogState",
    "MatchState",
    "guessed",
    "named",
    "read_log",
]
