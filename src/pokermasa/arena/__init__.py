"""Bots against bots. Start with `match`, then `worker_pool` (who plays it) and `result`."""

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
