"""The house rules over HTTP, from the one place where they are written."""

from __future__ import annotations

from fastapi import APIRouter
from pydantic import BaseModel

from pokermasa.rules.house import NAMED
from pokermasa.server.http.caller import FAULTS

router = APIRouter(prefix="/api/rules", tags=["tables"], responses=FAULTS)


class Rules(BaseModel):
    name: str
    options: dict[str, str | bool | list[int] | None]
    """Everything on which house rules differ. A table's `rules` are such a name, and after it each
    option in which it differs: `tda, betting=pot limit`."""


@router.get("")
async def rules() -> list[Rules]:
    """All that `POST /api/tables` takes as `rules`."""
    return [Rules(name=name, options=house._asdict()) for name, house in NAMED.items()]
