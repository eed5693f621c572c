"""Answers kept for a message that is sent again: it is answered again, not done again."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from typing import Any

from pokermasa.server.refusal import PASSING

KEPT = 64
"""For each account."""
ACCOUNTS = 1000
NOT_KEPT = {code.name for code in PASSING}
"""The message may be sent again under the same id."""

Answer = dict[str, Any]


class Answers:
    def __init__(self) -> None:
        self._kept: OrderedDict[int, OrderedDict[str, asyncio.Future[Answer]]] = OrderedDict()

    def begin(self, account: int, id: str) -> tuple[asyncio.Future[Answer], bool]:
        """The answer to this id, to be waited for; and whether it is new, so that whoever asked has
        to give it with `end`."""
        kept = self._kept.setdefault(account, OrderedDict())
        self._kept.move_to_end(account)
        while len(self._kept) > ACCOUNTS:
            self._kept.popitem(last=False)
        if id in kept:
            return kept[id], False
        future: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        kept[id] = future
        while len(kept) > KEPT:
            kept.popitem(last=False)
        return future, True

    def end(self, account: int, id: str, future: asyncio.Future[Answer], answer: Answer) -> None:
        if not future.done():
            future.set_result(answer)
        kept = self._kept.get(account)
        if answer.get("code") in NOT_KEPT and kept is not None and kept.get(id) is future:
            del kept[id]
