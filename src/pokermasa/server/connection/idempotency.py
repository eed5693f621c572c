"""A repeated request id gets the stored reply; nothing is done twice."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from hashlib import blake2b
from typing import Any, NamedTuple

from pokermasa.server.protocol.request import Request
from pokermasa.server.refusal import PASSING, Refused, RoomRefusal

KEPT = 128
"""For each account."""
ACCOUNTS = 2000
NOT_KEPT = {code.name for code in PASSING}
"""The message may be sent again under the same id."""

Reply = dict[str, Any]


def content_of(request: Request) -> str:
    """The same for the same message, in whatever order its fields were sent, and for no other."""
    return blake2b(request.model_dump_json().encode(), digest_size=8).hexdigest()


class StoredReply(NamedTuple):
    content: str
    reply: asyncio.Future[Reply]


class StoredReplies:
    """Of all accounts, at all tables: an id is for one message, wherever it goes."""

    def __init__(self) -> None:
        self._kept: OrderedDict[int, OrderedDict[str, StoredReply]] = OrderedDict()

    def begin(self, account: int, request: Request) -> tuple[asyncio.Future[Reply], bool]:
        """The reply to this message, to be waited for; and whether it is new, so that whoever
        asked has to give it with `end`. Refused if another message had its id, answered or not."""
        kept = self._kept.setdefault(account, OrderedDict())
        self._kept.move_to_end(account)
        while len(self._kept) > ACCOUNTS:
            self._kept.popitem(last=False)
        content = content_of(request)
        if (known := kept.get(request.id)) is not None:
            if known.content != content:
                raise Refused(RoomRefusal.ID_REUSED)
            return known.reply, False
        future: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()
        kept[request.id] = StoredReply(content, future)
        while len(kept) > KEPT:
            kept.popitem(last=False)
        return future, True

    def end(self, account: int, id: str, future: asyncio.Future[Reply], reply: Reply) -> None:
        if not future.done():
            future.set_result(reply)
        kept = self._kept.get(account)
        known = None if kept is None else kept.get(id)
        is_last = known is not None and known.reply is future
        if kept is not None and is_last and reply.get("code") in NOT_KEPT:
            del kept[id]
