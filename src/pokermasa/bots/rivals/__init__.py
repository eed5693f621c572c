"""Bots of other projects, used as opponents that were not written here.

They need the test requirements in `requirements/rivals.txt`. A missing package is reported only
when one of these bots is used.

| name | what it is | plays |
| --- | --- | --- |
| `rlcard` | RLCard's rule model for limit hold'em | fixed limit |
| `honest` | PyPokerEngine's example that calls when its chance is fair | no limit |
| `fish` | PyPokerEngine's example that always calls | no limit |
"""

from collections.abc import Callable

from pokermasa.bots.bot import Bot
from pokermasa.bots.rivals.pypokerengine import PyPokerEngineBot, fish, honest
from pokermasa.bots.rivals.rlcard import LimitRules

RIVALS: dict[str, Callable[[], Bot]] = {"rlcard": LimitRules, "honest": honest, "fish": fish}
"""Functions that create each bot, by name. They need no arguments."""

__all__ = ["RIVALS", "LimitRules", "PyPokerEngineBot", "fish", "honest"]
