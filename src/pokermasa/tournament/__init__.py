"""A poker tournament on many masas, as an immutable value.

Every entrant pays a buy-in and starts with the same number of chips. Players without chips are out,
and the last ones share the prizes. Blinds rise from level to level, so that the tournament ends.
Read `tournament` first, then `play` and `seating`.
"""

from pokermasa.tournament.change import Change
from pokermasa.tournament.entrant import Entrant, EntrantStatus, Player, TableNumber
from pokermasa.tournament.level import Beyond, Break, Clock, Rise, Schedule
from pokermasa.tournament.payout import Payouts
from pokermasa.tournament.points import League, Points, Standing
from pokermasa.tournament.ranking import Bust, Ranking, Result
from pokermasa.tournament.refusal import TournamentError, TournamentRefusal
from pokermasa.tournament.status import Round, Status
from pokermasa.tournament.structure import (
    Structure,
    StructureError,
    TenthAnte,
    included_structure,
    included_structures,
)
from pokermasa.tournament.table import Table
from pokermasa.tournament.tournament import Tournament

__all__ = [
    "Beyond",
    "Break",
    "Bust",
    "Change",
    "Clock",
    "Entrant",
    "EntrantStatus",
    "League",
    "Payouts",
    "Player",
    "Points",
    "Ranking",
    "Result",
    "Rise",
    "Round",
    "Schedule",
    "Standing",
    "Status",
    "Structure",
    "StructureError",
    "Table",
    "TableNumber",
    "TenthAnte",
    "Tournament",
    "TournamentError",
    "TournamentRefusal",
    "included_structure",
    "included_structures",
]
