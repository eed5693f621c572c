"""Length of the pause between the end of a hand and the next deal, in milliseconds.

The browser turns the cards over at the same speed (web/masa/animator.ts), which it gets in the
field `street`. The tests tests/server/table/test_pause.py and web/masa/run_out_pace.test.ts keep
both in step.
"""

from __future__ import annotations

from pokermasa.masa import Game
from pokermasa.rules import Showdown
from pokermasa.rules.hand_dealer import BOARD_CARDS
from pokermasa.server.settings import Settings
from pokermasa.server.table.access import Access

TURNING, STREET, SHOWDOWN = 0.35, 0.65, 1.8
"""Parts of the pause after a showdown, as multiples of `between_hands_ms`: `TURNING` while hands
are turned up; `STREET` for each street dealt after the betting, and half a `STREET` after the last
card of each board; `SHOWDOWN` while the winners are shown."""


def street(settings: Settings) -> int:
    """Return the milliseconds for each street that is dealt after the betting."""
    return round(STREET * settings.between_hands_ms)


def winners(access: Access, settings: Settings) -> int:
    """Return the milliseconds for which the winners of a showdown are shown: the host's choice or
    the room's default."""
    if access.show_time is not None:
        return access.show_time
    return round(SHOWDOWN * settings.between_hands_ms)


def after(game: Game, access: Access, settings: Settings) -> int:
    """Return the milliseconds from the last act of this hand until the next deal."""
    usual = settings.between_hands_ms
    if not isinstance(game.situation.outcome, Showdown):
        return usual
    streets = {0: 3, 3: 2, 4: 1, BOARD_CARDS: 0}[len(game.first_cards)]
    run_out = (streets + 0.5) * len(game.boards) if streets else 0
    return round(TURNING * usual + street(settings) * run_out) + winners(access, settings)
