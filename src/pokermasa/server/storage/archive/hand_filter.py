"""Filters for an account's hands. All columns used are in the list index of one table, except for
the judgements."""

from typing import Annotated, Literal, NamedTuple

from pydantic import Field
from sqlalchemy import ColumnElement, Table, exists, false, select

from pokermasa.histories.position import POSITIONS
from pokermasa.server.refusal import Refused, RoomRefusal
from pokermasa.server.storage import schema as store
from pokermasa.server.storage.archive.hand_summary import cell
from pokermasa.strength.range import Range, RangeError

Id = Annotated[str | None, Field(max_length=12)]
Amount = Annotated[int | None, Field(ge=0, le=2**53)]
Moment = Annotated[int | None, Field(ge=0, le=2**53, description="Milliseconds since 1970.")]
Starting = Annotated[str | None, Field(max_length=1_000, description="AKs, QQ+, 15% …")]


class HandFilter(NamedTuple):
    """Conditions on a hand, which are also the parameters of the routes that filter hands. None
    means any value; lower and upper limits are inclusive."""

    masa: Id = None
    upload: Id = None
    tournament: Annotated[str | None, Field(max_length=40)] = None
    is_tournament: bool | None = None
    since: Moment = None
    until: Moment = None
    least_big: Amount = None
    most_big: Amount = None
    least_players: Amount = None
    most_players: Amount = None
    position: Annotated[str | None, Field(max_length=6)] = None
    starting: Starting = None
    least_pot: Amount = None
    most_pot: Amount = None
    result: Literal["won", "lost"] | None = None
    showdown: bool | None = None
    all_in: bool | None = None
    judged: Annotated[
        Literal["no", "yes", "mistakes"] | None,
        Field(description="Whether your decisions were judged, or had mistakes."),
    ] = None

    def conditions(self, table: Table = store.hand_player) -> list[ColumnElement[bool]]:
        """Return the SQL conditions for `hand_player` or for `uploaded_hand`, which have the same
        columns except that only one has `masa` and only the other `upload`. A filter by the
        missing column matches nothing. Raises `Refused` with `BAD_FILTER`."""
        player = table.c
        asked: list[ColumnElement[bool] | None] = []
        for name in ("masa", "upload", "tournament"):
            wanted = getattr(self, name)
            if wanted is not None:
                asked.append(player[name] == wanted if name in player else false())
        if self.is_tournament is not None:
            is_none = player.tournament.is_(None)
            asked.append(~is_none if self.is_tournament else is_none)
        for column, least, most in (
            (player.ended, self.since, self.until),
            (player.big, self.least_big, self.most_big),
            (player.players, self.least_players, self.most_players),
            (player.pot, self.least_pot, self.most_pot),
        ):
            asked.append(None if least is None else column >= least)
            asked.append(None if most is None else column <= most)
        if self.position is not None:
            if self.position not in POSITIONS:
                message = f"position is one of {', '.join(POSITIONS)}"
                raise Refused(RoomRefusal.BAD_FILTER, message)
            asked.append(player.position == self.position)
        if self.starting is not None:
            asked.append(player.cell.in_(_cells(self.starting)))
        if self.result is not None:
            asked.append(player.net > 0 if self.result == "won" else player.net < 0)
        for flag, is_so in ((player.showdown, self.showdown), (player.all_in, self.all_in)):
            asked.append(None if is_so is None else flag.is_(is_so))
        if self.judged is not None:
            is_judged = _is_judged(table, self.judged == "mistakes")
            asked.append(~is_judged if self.judged == "no" else is_judged)
        return [condition for condition in asked if condition is not None]


def _is_judged(table: Table, has_mistakes: bool) -> ColumnElement[bool]:
    judged, player = store.judgement.c, table.c
    is_room = table is store.hand_player
    found = select(judged.hand).where(
        judged.account == player.account,
        judged.source == (store.ROOM if is_room else store.UPLOADS),
        judged.hand == (player.hand if is_room else player.id),
    )
    return exists(found.where(judged.mistakes != "[]") if has_mistakes else found)


def _cells(text: str) -> list[int]:
    try:
        classes = Range.read(text).classes
    except RangeError as error:
        raise Refused(RoomRefusal.BAD_FILTER, f"starting: {error}") from None
    return sorted([cell(hand.high, hand.low, hand.suited) for hand in classes])
