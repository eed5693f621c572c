"""Arrays of a place in a solution, which can also be asked for one hand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from pokermasa.notebook.html import shortened


class ByHand(np.ndarray):
    """Numbers by act and hand, or by hand. Indexed with the text of a hand: that hand's numbers.

    Everything else is as with any NumPy array. The order of the hands is that of `Place.hands`.

    >>> numbers = ByHand([[0.25, 1.0], [0.75, 0.0]], ["AhKh", "QsQd"].index, ("CH", "AA"))
    >>> numbers.axes, numbers["AhKh"], numbers[1].tolist()
    (('act', 'hand'), {'CH': 0.25, 'AA': 0.75}, [0.75, 0.0])
    >>> numbers
    <ByHand of 2 acts (CH, AA) by 2 hands: [[0.25, 1.0], [0.75, 0.0]]>
    """

    def __new__(
        cls, numbers: npt.ArrayLike, index: Callable[[str], int], acts: Sequence[str] = ()
    ) -> ByHand:
        """Name the axes of *numbers*. *index* finds a hand; without *acts* there is one axis."""
        self = np.asarray(numbers).view(cls)
        self._index, self.acts = index, tuple(acts)
        return self

    def __array_finalize__(self, parent: object) -> None:
        # A part or a copy has lost its axes.
        self._index: Callable[[str], int] | None = None
        self.acts: tuple[str, ...] = ()
        """The acts of the first axis, in Uci. Empty if there is only the axis of hands."""

    def __array_wrap__(self, array: Any, context: Any = None, return_scalar: bool = False) -> Any:
        return array[()] if return_scalar else np.asarray(array)

    @property
    def axes(self) -> tuple[str, ...]:
        """The names of the axes: act and hand, or hand."""
        return ("act", "hand") if self.acts else ("hand",)

    def __getitem__(self, place: Any) -> Any:
        numbers = np.asarray(self)
        if not isinstance(place, str):
            return numbers[place]
        if self._index is None:
            raise IndexError(f"this array has no hands, so it cannot be asked for {place[:40]!r}")
        found = numbers[..., self._index(place)]
        return dict(zip(self.acts, found.tolist(), strict=True)) if self.acts else float(found)

    def __repr__(self) -> str:
        hands = f"{self.shape[-1]} hands" if self.ndim else "1 number"
        acts = f"{len(self.acts)} acts ({', '.join(self.acts)}) by " if self.acts else ""
        few = np.asarray(self)[..., :8].round(4).tolist()
        return shortened(f"<ByHand of {acts}{hands}: {few}>")

    def __reduce__(self) -> Any:
        return np.asarray(self).__reduce__()  # the hands belong to a solution, which stays here
