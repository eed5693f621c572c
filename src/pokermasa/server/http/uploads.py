"""HTTP routes for uploaded files of hands."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Annotated

from fastapi import APIRouter, Path, Query, Request
from pydantic import BaseModel
from starlette.requests import ClientDisconnect

from pokermasa.server.http.caller import FAULTS, Owner, Reader, Text
from pokermasa.server.http.services import services_of
from pokermasa.server.refusal import Refused, RoomRefusal
from pokermasa.server.study import uploads as study_uploads
from pokermasa.server.study.upload_record import UploadData

router = APIRouter(prefix="/api/uploads", tags=["hands"], responses=FAULTS)
FILE = {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}}
UploadId = Annotated[str, Path(pattern="^[0-9a-f]{12}$")]


class UploadList(BaseModel):
    """Your uploads, the space that they use, and the limits of an account."""

    uploads: list[UploadData]
    """Uploads of the account, the newest first."""
    bytes: int
    hands: int
    most_bytes: int
    most_hands: int
    most_file: int
    """Maximum size of one file in bytes."""


@router.post("", status_code=201, openapi_extra={"requestBody": {"content": FILE}})
async def upload(
    me: Owner,
    request: Request,
    name: Annotated[Text, Query(min_length=1, max_length=120)],
    hero: Annotated[Text | None, Query(min_length=1, max_length=80)] = None,
) -> UploadData:
    """Upload a file as the request body: PokerStars text, PHH, Open Hand History or an ACPC log.
    Reading starts after the whole file has arrived; request the upload by its id to see the
    progress. *hero* is your name in the file, needed if the file does not say whose hands they are.
    The content stays private."""
    uploads = services_of(request).uploads
    if request.headers.get("content-encoding", "identity") != "identity":
        raise Refused(RoomRefusal.BAD_UPLOAD, "send the file uncompressed")
    length = request.headers.get("content-length", "")
    if length.isdecimal():
        used, _ = await uploads.used(me)
        uploads.verify_size(int(length), used)
    shown = "".join(letter for letter in name if letter.isprintable()) or "hands"
    return await uploads.receive(me, shown, hero, _pieces(request))


async def _pieces(request: Request) -> AsyncIterator[bytes]:
    try:
        async for piece in request.stream():
            yield piece
    except ClientDisconnect:
        raise Refused(RoomRefusal.UNREADABLE, "the file is incomplete") from None


@router.get("")
async def my_uploads(me: Reader, request: Request) -> UploadList:
    uploads = services_of(request).uploads
    used, hands = await uploads.used(me)
    return UploadList(
        uploads=await uploads.list_for(me),
        bytes=used,
        hands=hands,
        most_bytes=uploads.most_bytes,
        most_hands=uploads.most_hands,
        most_file=study_uploads.UPLOAD_BYTES,
    )


@router.get("/{id}")
async def one_upload(id: UploadId, me: Reader, request: Request) -> UploadData:
    return await services_of(request).uploads.find(me, id)


@router.delete("/{id}", status_code=204)
async def delete_upload(id: UploadId, me: Owner, request: Request) -> None:
    """Delete the upload with its hands, the links to them and everything computed from them."""
    await services_of(request).uploads.delete(me, id)
