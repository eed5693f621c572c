"""HTTP routes for the background job that judges the latest hands of an account.

In a room of several processes, the job runs in the process that received the request. The others
ask it.
"""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter
from pydantic import Field

from pokermasa.server.http.caller import (
    FAULTS,
    Body,
    Owner,
    Reader,
    TheServices,
    verify_not_in_hand,
)
from pokermasa.server.lobby.lobby import Lobby
from pokermasa.server.storage.schema import Source
from pokermasa.server.study.judging_jobs import (
    MOST_HANDS,
    JudgingData,
    JudgingJobs,
    verify_not_running,
)

router = APIRouter(prefix="/api/hands/judging", tags=["hands"], responses=FAULTS)


class JudgingWanted(Body):
    count: Annotated[int, Field(ge=1, le=MOST_HANDS)]
    """Number of hands."""
    source: Source = "room"


def share_with_others(jobs: JudgingJobs, lobby: Lobby) -> None:
    """Let the other processes of the room read and cancel the jobs of this one."""

    def found(account: int) -> list[dict[str, object]]:
        data = jobs.find(account)
        return [] if data is None else [data.model_dump()]

    peers = lobby.peers
    peers.on(
        "judging", lambda peer, item: peers.answer(peer, item, {"found": found(item["account"])})
    )
    peers.on("cancel_judging", lambda peer, item: jobs.cancel(item["account"]))


@router.post("", status_code=202)
async def judge_hands(body: JudgingWanted, me: Owner, services: TheServices) -> JudgingData:
    """Judge your newest hands that were not judged yet, in the background. At most 100 hands a day.
    Refused while another such job of yours is running. The job waits while you hold cards in a hand
    with other people."""
    await verify_not_in_hand(services.lobby, me)
    verify_not_running(await judging(me, services))
    return await services.judging.start(me, body.source, body.count)


@router.get("")
async def judging(me: Reader, services: TheServices) -> JudgingData | None:
    """The job that judges your hands, or the last one; null if there was none since the room was
    opened."""
    here = services.judging.find(me.id)
    there = await services.lobby.others.gather({"do": "judging", "account": me.id})
    found = [JudgingData.model_validate(data) for data in there]
    found += [] if here is None else [here]
    return max(found, key=lambda data: (data.is_running, data.started), default=None)


@router.delete("", status_code=204)
async def cancel_judging(me: Owner, services: TheServices) -> None:
    """Cancel the job. Judgements that were made are kept."""
    services.judging.cancel(me.id)
    services.lobby.peers.tell_all({"do": "cancel_judging", "account": me.id})
