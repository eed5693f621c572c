"""HTTP routes for what the lobby and invitations show beside lists and tables."""

from __future__ import annotations

import asyncio

from fastapi import APIRouter, Request
from pydantic import BaseModel

from pokermasa.server.address import is_this_machine, network_addresses
from pokermasa.server.caller import address_of
from pokermasa.server.http.caller import FAULTS, TheServices
from pokermasa.server.storage.archive.big_hands import BigHandData

router = APIRouter(prefix="/api/lobby", tags=["tables"], responses=FAULTS)


@router.get("/big-hands")
async def big_hands(services: TheServices) -> list[BigHandData]:
    """The biggest pots of the last 24 hours at public tables, in big blinds."""
    return await services.big_hands()


class Addresses(BaseModel):
    """How people on other devices reach the room."""

    urls: list[str]
    """Addresses of the room in the local network, or its public one. Empty if the room listens only
    to this machine."""


@router.get("/addresses")
async def addresses(request: Request, services: TheServices) -> Addresses:
    """The addresses that people on other devices need. Only a browser on the room's own machine is
    told; all others know one already."""
    settings = services.settings
    if settings.public_url:
        return Addresses(urls=[settings.public_url])
    if not is_this_machine(address_of(request)) or is_this_machine(settings.host):
        return Addresses(urls=[])
    port = "" if request.url.port is None else f":{request.url.port}"
    found = await asyncio.to_thread(network_addresses)
    return Addresses(urls=[f"{request.url.scheme}://{address}{port}" for address in found])
