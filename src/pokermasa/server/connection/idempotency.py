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

REPLIES = 128
"""Number of stored replies per account. The oldest is dropped first."""
ACCOUNTS = 2000
NOT_STORED = {code.name for code in PASSING}
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
        self._replies: OrderedDict[int, OrderedDict[str, StoredReply]] = OrderedDict()

    def begin(self, account: int, request: Request) -> tuple[asyncio.Future[Reply], bool]:
        """Return a future with the reply, and whether the message is new.

        The caller processes a new message and ends it with `end`. Raises `Refused` if the id was
        used for a different message.
        """
        replies = self._replies.setdefault(account, OrderedDict())
        self._replies.move_to_end(account)
        while len(self._replies) > ACCOUNTS:
            self._replies.popitem(last=False)
        content = content_of(request)
        if (known := replies.get(request.id)) is not None:
            if known.content != content:
                raise Refused(RoomRefusal.ID_REUSED)
            return known.reply, False
        future: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()
        replies[request.id] = StoredReply(content, future)
        while len(replies) > REPLIES:
            replies.popitem(last=False)
        return future, True

    def end(self, account: int, id: str, future: asyncio.Future[Reply], reply: Reply) -> None:
        if not future.done():
            future.set_result(reply)
        replies = self._replies.get(account)
        known = None if replies is None else replies.get(id)
        is_last = known is not None and known.reply is future
        if replies is not None and is_last and reply.get("code") in NOT_STORED:
            del replies[id]
