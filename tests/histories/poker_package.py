"""The `poker` package, an independent reader of PokerStars text.

When it is loaded, it asks `pkg_resources` for its own version. Setuptools no longer provides that
module, but the standard library knows the version too.
"""

import sys
from importlib.metadata import distribution
from types import ModuleType

_before = sys.modules.get("pkg_resources")
sys.modules["pkg_resources"] = ModuleType("pkg_resources")
sys.modules["pkg_resources"].get_distribution = distribution  # type: ignore[attr-defined]
try:
    from poker.hand import Range as PokerRange
    from poker.room.pokerstars import PokerStarsHandHistory
finally:
    del sys.modules["pkg_resources"]
    if _before is not None:
        sys.modules["pkg_resources"] = _before

__all__ = ["PokerRange", "PokerStarsHandHistory"]
