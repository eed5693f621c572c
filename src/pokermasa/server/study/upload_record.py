"""The database record of an upload: its row, reading progress and hands."""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel
from sqlalchemy import Connection, delete, func, insert, select, update

from pokermasa.histories.refusals import Refusals, RefusedGroup
from pokermasa.server.storage import schema as store
from pokermasa.server.storage.account import Account
from pokermasa.server.storage.archive.upload_archive import DONE, FAILED, READING
from pokermasa.server.study.upload_reader import Piece


class RefusedHands(BaseModel):
    """Number of hands refused for the same reason, with one example."""

    reason: str
    count: int
    example: str


class UploadData(BaseModel):
    """An upload and its progress."""

    id: str
    name: str
    format: str
    """Format of the file: `pokerstars`, `phh`, `ohh` or `acpc`; empty until it is known."""
    hero: str | None
    made: int
    bytes: int
    state: str
    """State of the upload: `reading`, `done`, `failed` or `deleting`."""
    read_bytes: int
    hands: int
    """Number of hands stored."""
    twice: int
    """Number of hands skipped because they were stored already."""
    refused_count: int
    """Number of hands that could not be stored."""
    refused: list[RefusedHands]
    """Hands that could not be stored, grouped by reason, the most frequent first."""
    message: str
    """Reason of the failure; empty if there was none."""


def new_row(
    id: str, account: Account, name: str, hero: str | None, now: int, size: int
) -> dict[str, Any]:
    return {
        "id": id,
        "account": account.id,
        "name": name,
        "hero": hero,
        "made": now,
        "bytes": size,
        "format": "",
        "state": READING,
        "read_bytes": 0,
        "looked_at": 0,
        "hands": 0,
        "twice": 0,
        "refused": "[]",
        "words": "",
    }


def groups_of(text: str) -> list[RefusedGroup]:
    return [RefusedGroup(*group[:3]) for group in json.loads(text)]  # without file names


def upload_of(row: Mapping[Any, Any]) -> UploadData:
    groups = groups_of(row["refused"])
    refused = [
        RefusedHands(reason=one.reason, count=one.hands, example=one.example) for one in groups
    ]
    count = sum([one.count for one in refused])
    return UploadData.model_validate(
        {**row, "refused_count": count, "refused": refused, "message": row["words"]}
    )


def keep_piece(connection: Connection, id: str, piece: Piece, most: int) -> bool:
    """Store a piece of the upload, unless the upload was deleted meanwhile. *most* is the maximum
    number of hands per account. Returns whether there is more to read."""
    upload, hand = store.upload.c, store.uploaded_hand.c
    row = connection.execute(select(store.upload).where(upload.id == id)).first()
    if row is None or row.state != READING:
        return False
    own = hand.account == row.account
    same = hand.digest.in_([one["digest"] for one in piece.hands])
    known = set(connection.execute(select(hand.digest).where(own, same)).scalars())
    total = connection.execute(
        select(func.sum(upload.hands)).where(upload.account == row.account)
    ).scalar()
    left = most - int(total or 0)
    rows: dict[str, dict[str, Any]] = {}
    twice, too_many = 0, 0
    for one in piece.hands:
        if one["digest"] in known or one["digest"] in rows:
            twice += 1
        elif len(rows) >= left:
            too_many += 1
        else:
            rows[one["digest"]] = one | {
                "public": secrets.token_hex(store.PUBLIC // 2),
                "upload": id,
                "account": row.account,
                "ended": row.made if one["ended"] is None else one["ended"],
            }
    if rows:
        connection.execute(insert(store.uploaded_hand), list(rows.values()))
    refused = Refusals()
    for group in groups_of(row.refused) + piece.refused:
        refused.add_group(group)
    if too_many:
        text = f"there are {most:,} hands of yours already, which is as many as one may keep"
        refused.add_group(RefusedGroup(text, too_many, text))
    state = READING
    if piece.fault or piece.is_end:
        is_nothing = not (row.looked_at or piece.looked_at)
        state = FAILED if piece.fault or is_nothing else DONE
    fault = piece.fault or ("there is no hand in this file" if state == FAILED else "")
    connection.execute(
        update(store.upload)
        .where(upload.id == id)
        .values(
            format=piece.format,
            state=state,
            read_bytes=row.bytes if state == DONE else piece.read_bytes,
            looked_at=piece.looked_at,
            hands=row.hands + len(rows),
            twice=row.twice + twice,
            refused=json.dumps(refused.groups()),
            words=fault[:300],
        )
    )
    return state == READING


def fail(connection: Connection, id: str, text: str) -> None:
    """Mark the upload as failed, unless it has been read completely or is being deleted."""
    upload = store.upload.c
    is_it = (upload.id == id) & (upload.state == READING)
    connection.execute(update(store.upload).where(is_it).values(state=FAILED, words=text))


def delete_hands(connection: Connection, hands: list[int], account: int) -> None:
    """Delete the hands, the links to them, their judgements, and the statistics that count
    them."""
    judged = store.judgement.c
    is_one = (judged.account == account) & (judged.source == store.UPLOADS) & judged.hand.in_(hands)
    connection.execute(delete(store.judgement).where(is_one))
    connection.execute(delete(store.share).where(store.share.c.uploaded.in_(hands)))
    connection.execute(delete(store.uploaded_hand).where(store.uploaded_hand.c.id.in_(hands)))
    columns = store.statistics.c
    mine = (columns.account == account) & (columns.source == store.UPLOADS)
    connection.execute(delete(store.statistics).where(mine))
