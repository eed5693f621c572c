"""Players of other houses, seated here as they are: opponents nobody here wrote.

They are extras of the tests (`requirements/rivals.txt`), looked for when one is asked for.

| name | what it is | plays |
| --- | --- | --- |
| `rlcard` | RLCard's rule model for limit hold'em | fixed limit |
| `honest` | PyPokerEngine's example that calls when its chance is fair | no limit |
| `fish` | PyPokerEngine's example that always calls | no limit |
"""

from collections.abc import Callable

from pokermasa.bots.bot import Bot
from pokermasa.bots.rivals.pypokerengine import Guest, fish, honest
from pokermasa.bots.rivals.rlcard import LimitRules

RIVALS: dict[str, Callable[[], Bot]] = {"rlcard": LimitRules, "honest": honest, "fish": fish}
"""By name, what makes one; each may be called without arguments."""

__all__ = ["RIVALS", "Guest", "LimitRules", "fish", "honest"]
