"""ACPC, the language of the Annual Computer Poker Competition's dealer, version 2.0.0.

A `Game` is a game definition file; a `MatchState` is a line from the dealer to one player; a
`LogState` is one hand of a match's log; a `Hand` plays either through the rules and turns our acts
into the dealer's actions and back.

>>> game = named("holdem.nolimit.2p.reverse_blinds")
>>> state = MatchState.read("MATCHSTATE:0:30:cc/r250c/:9s8h|/8c8d5c/6s")
>>> hand = state.hand(game)
>>> hand.turn, hand.situation.raises
(0, (100, 19749))
>>> from pokermasa.rules import Raise
>>> hand.action(Raise(to=250))  # on this street; the dealer counts from the hand's beginning
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
