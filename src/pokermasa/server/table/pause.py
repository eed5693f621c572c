"""How long everybody looks at the end of a hand before the next one is dealt; in milliseconds.

The browser turns the cards at the same pace (web/masa/animator.ts): it gets `street`. Both are
held together by tests/server/table/test_pause.py and web/masa/run_out_pace.test.ts.
"""

from __future__ import annotations

from pokermasa.masa import Game
from pokermasa.rules import Showdown
from pokermasa.rules.hand_dealer import BOARD_CARDS
from pokermasa.server.settings import Settings
from pokermasa.server.table.access import Access

TURNING, STREET, SHOWDOWN = 0.35, 0.65, 1.8
"""In parts of the usual pause: while hands are turned up; for each street dealt out after the
betting, and half of one after the last card of each board; while the winners are shown."""


def street(settings: Settings) -> int:
    return round(STREET * settings.between_hands_ms)


def winners(access: Access, settings: Settings) -> int:
    """How long the winners of a showdown are shown: as the host wants it, or as usual."""
    if access.show_time is not None:
        return access.show_time
    return round(SHOWDOWN * settings.between_hands_ms)


def after(game: Game, access: Access, settings: Settings) -> int:
    """From the last act of this hand until the next is dealt."""
    usual = settings.between_hands_ms
    if not isinstance(game.situation.outcome, Showdown):
        return usual
    streets = {0: 3, 3: 2, 4: 1, BOARD_CARDS: 0}[len(game.first_cards)]
    run_out = (streets + 0.5) * len(game.boards) if streets else 0
    return round(TURNING * usual + street(settings) * run_out) + winners(access, settings)
