"""Matches, cups and round robins between bots.

`match` describes a match, `worker_pool` plays it, and `result` evaluates it.
"""

from pokermasa.arena.cup import Cup, CupResult
from pokermasa.arena.interval import Interval
from pokermasa.arena.match import Match
from pokermasa.arena.result import Result
from pokermasa.arena.round_robin import CrossTable, RoundRobin, play_all
from pokermasa.arena.terms import Terms
from pokermasa.arena.worker_pool import play, play_cup

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
