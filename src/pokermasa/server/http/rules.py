"""HTTP route for the house rules, generated from their only definition."""

from __future__ import annotations

from fastapi import APIRouter
from pydantic import BaseModel

from pokermasa.rules.house import NAMED
from pokermasa.server.http.caller import FAULTS

router = APIRouter(prefix="/api/rules", tags=["tables"], responses=FAULTS)


class Rules(BaseModel):
    name: str
    options: dict[str, str | bool | list[int] | None]
    """All options in which house rules can differ. The `rules` of a table are one of these names,
    followed by each option that differs: `tda, betting=pot limit`."""


@router.get("")
async def rules() -> list[Rules]:
    """All house rules that `POST /api/tables` accepts as `rules`."""
    return [Rules(name=name, options=house._asdict()) for name, house in NAMED.items()]
