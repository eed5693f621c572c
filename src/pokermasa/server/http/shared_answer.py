"""A result that is the same for all requests, computed once and cached for a second."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

SECONDS = 1.0
Found = TypeVar("Found")


class Shared(Generic[Found]):
    """A cached result. Requests that arrive while it is being computed wait for the same
    computation."""

    def __init__(self, find: Callable[[], Awaitable[Found]], steady: Callable[[], float]) -> None:
        self._find = find
        self._steady = steady
        self._finding: asyncio.Future[Found] | None = None
        self._at = 0.0

    async def __call__(self) -> Found:
        """Return the result, cached if it is fresh. An error is raised for all waiting requests,
        and the next request tries again."""
        finding = self._finding
        if finding is None or (finding.done() and not self._is_fresh(finding)):
            finding = self._finding = asyncio.ensure_future(self._find())
            self._at = self._steady()
        return await asyncio.shield(finding)

    def _is_fresh(self, finding: asyncio.Future[Found]) -> bool:
        is_well = not finding.cancelled() and finding.exception() is None
        return is_well and self._steady() - self._at < SECONDS
