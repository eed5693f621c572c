"""Bots against bots. Start with `match`, then `crew` (who plays it) and `result`."""

from pokermasa.arena.crew import play, play_cup
from pokermasa.arena.cup import Cup, CupResult
from pokermasa.arena.interval import Interval
from pokermasa.arena.match import Match
from pokermasa.arena.result import Result
from pokermasa.arena.round_robin import CrossTable, RoundRobin, play_all
from pokermasa.arena.terms import Terms

__all__ = [
    "CrossTable",
    "Cup",
    "CupResult",
    "Interval",
    "Match",
    "Result",
    "RoundRobin",
    "Terms",
    "play",
    "play_all",
    "play_cup",
]
