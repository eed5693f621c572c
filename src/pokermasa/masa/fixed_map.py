"""An immutable dict, for the immutable values of masas and tournaments.

Unlike `types.MappingProxyType` it can be pickled, copied and hashed. Reading is as fast as in a
dict.
"""

from __future__ import annotations

from typing import Any, Never, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class FixedMap(dict[K, V]):
    """An immutable dict. Every method that would change it raises `TypeError`.

    >>> seats = FixedMap({0: "Ada", 2: "Cem"})
    >>> seats == {0: "Ada", 2: "Cem"}, hash(seats) == hash(FixedMap({2: "Cem", 0: "Ada"}))
    (True, True)
    >>> seats[1] = "Blaise"
    Traceback (most recent call last):
        ...
    TypeError: a FixedMap is immutable
    """

    __slots__ = ()

    def __hash__(self) -> int:  # type: ignore[override]  # a dict has none
        return hash(frozenset(self.items()))

    def __reduce__(self) -> tuple[type[FixedMap[K, V]], tuple[dict[K, V]]]:
        return FixedMap, (dict(self),)

    def _refuse(self, *_: Any, **__: Any) -> Never:
        raise TypeError("a FixedMap is immutable")

    __setitem__ = __delitem__ = __ior__ = _refuse
    clear = pop = popitem = setdefault = update = _refuse
