"""The `poker` package, which reads PokerStars text for people and so tells us whether we write it.

It asks `pkg_resources` for its own version when it is loaded, and setuptools brings that no more;
the standard library knows the version too.
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
