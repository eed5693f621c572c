"""Idempotency keys: a repeated request id gets the stored reply and is not executed again."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from hashlib import blake2b
from typing import NamedTuple

from pokermasa.server.protocol import message as messages
from pokermasa.server.protocol.message import Done
from pokermasa.server.protocol.request import Request
from pokermasa.server.refusal import PASSING, Refused, RoomRefusal

KEPT = 128
"""Number of stored replies per account. The oldest is dropped first."""
ACCOUNTS = 2000
NOT_KEPT = {code.name for code in PASSING}
"""Codes of temporary refusals. They are not stored: the same id may be sent again."""

Reply = Done | messages.Refused


def content_of(request: Request) -> str:
    """Return a digest of the message's content, independent of the order of its fields."""
    return blake2b(request.model_dump_json().encode(), digest_size=8).hexdigest()


class StoredReply(NamedTuple):
    content: str
    reply: asyncio.Future[Reply]


class StoredReplies:
    """Stored replies of all accounts. A request id stands for one message at all tables."""

    def __init__(self) -> None:
        self._kept: OrderedDict[int, OrderedDict[str, StoredReply]] = OrderedDict()

    def begin(self, account: int, request: Request) -> tuple[asyncio.Future[Reply], bool]:
        """Return a future with the reply, and whether the message is new.

        The caller processes a new message and ends it with `end`. Raises `Refused` if the id was
        used for a different message.
        """
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
