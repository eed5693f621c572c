"""A file of many hands, sent while it is being written."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from typing import Any

from fastapi.responses import StreamingResponse

from pokermasa.server.http.hand_text import HandFormat, LeftOut, all_written, told_left_out
from pokermasa.server.http.services import Services
from pokermasa.server.storage.archive.upload_archive import StoredHand

Page = Callable[[Any], Awaitable[tuple[Sequence[StoredHand], Any]]]
"""A function that takes a position, and returns a page of hands and the position of the next
page."""


def hand_file(
    services: Services, format: HandFormat, name: str, page: Page, place: Any
) -> StreamingResponse:
    """Return the response with the file. Hands that the format cannot express are listed at its
    end."""
    return StreamingResponse(
        _texts(services, format, page, place),
        media_type="text/plain",
        headers={"Content-Disposition": f'attachment; filename="{name}.{format.suffix}"'},
    )


async def _texts(
    services: Services, format: HandFormat, page: Page, place: Any
) -> AsyncIterator[str]:
    """Yield the text of one page at a time. Only one page is written at a time for all requests
    together."""
    number = 1
    left_out: list[LeftOut] = []
    while True:
        async with services.writing_hands:
            hands, place = await page(place)
            written = all_written(hands, format, number, left_out)
            text = await asyncio.to_thread("".join, written)
        if not hands:
            break
        number += len(hands)
        yield text
    yield told_left_out(left_out, format)
