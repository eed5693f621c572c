"""Readers, writers, replay and statistics for the histories of whole hands.

The formats are PHH, PokerStars text, Open Hand History (OHH) and ACPC logs. `load` reads a file in
any of them, or a folder.
"""

from pokermasa.histories.hands import Hands, load, save
from pokermasa.histories.history import History, HistoryError
from pokermasa.histories.replay import result, scenes
from pokermasa.histories.stats import PlayerStats, Stats, WinRate

__all__ = [
    "Hands",
    "History",
    "HistoryError",
    "PlayerStats",
    "Stats",
    "WinRate",
    "load",
    "result",
    "save",
    "scenes",
]
