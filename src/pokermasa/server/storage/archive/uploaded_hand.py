"""An uploaded hand, stored as PHH, as a viewer may see it."""

from __future__ import annotations

from typing import Any, NamedTuple

from pokermasa.histories import phh
from pokermasa.histories.history import History, HistoryError, Step, whole
from pokermasa.histories.pot_summary import summarize_pots
from pokermasa.histories.replay import result, scenes
from pokermasa.masa.game import Paid, paid_by_stack
from pokermasa.rules.chips import stack_indexes
from pokermasa.rules.opening import open_hand
from pokermasa.server.protocol.data import Share
from pokermasa.server.protocol.encoding import blinds_data
from pokermasa.server.storage.archive.hand_data import (
    HandData,
    acts_data,
    posts_data,
    pots_data,
)

_KEPT_FIELDS = (
    "finishing_stacks",
    "winnings",
    "seats",
    "seat_count",
    "currency",
    "currency_symbol",
)
"""Fields of the history that a link keeps: facts about the hand that do not say where and when it
was played."""


class UploadedHand(NamedTuple):
    """An uploaded hand, and the account that owns it."""

    id: str
    upload: str
    number: int
    ended: int
    history: History
    viewer: int | None
    """Stack index of the owner; None if the file does not say which player that is."""
    currency: str
    owner: int
    """Account id of the owner."""
    is_shared: bool = False

    @property
    def seen(self) -> frozenset[int]:
        """Stack indexes whose cards are in the file."""
        hands = self.history.hands
        return frozenset(i for i, cards in enumerate(hands) if whole(cards) is not None)

    @property
    def data(self) -> HandData:
        """The hand as JSON, with the same fields as a hand of the room."""
        return _data(self)

    def shared(self, id: str) -> UploadedHand:
        """Return the hand as shown through a link. The other players have not agreed to
        publication, so names, date and everything else that could identify the original hand are
        removed."""
        history = self.history
        names = tuple(f"Player {seat}" for seat in history.seats)
        fields = {name: history.fields[name] for name in _KEPT_FIELDS if name in history.fields}
        story: tuple[Step, ...] = tuple(step._replace(remark="") for step in history.story)
        return self._replace(
            id=id,
            upload="",
            number=0,
            ended=0,
            history=history.replace(names=names, fields=fields, story=story),
            is_shared=True,
        )


def uploaded_hand(row: Any) -> UploadedHand:
    return UploadedHand(
        row.public,
        row.upload,
        row.number,
        row.ended,
        phh.read(row.value),
        row.stack,
        row.currency,
        row.account,
    )


def _data(hand: UploadedHand) -> HandData:
    history = hand.history
    sides = [seat - 1 for seat in history.seats]
    end = result(history)
    return {
        "id": hand.id,
        "masa": "",
        "table": str(history.fields.get("table", ""))[:60],
        "number": hand.number,
        "ended": hand.ended,
        "upload": hand.upload or None,
        "scale": history.scale,
        "currency": hand.currency,
        "tournament": None,
        "rules": history.rules.name,
        "blinds": blinds_data(history.blinds),
        "button": sides[history.button],
        "boards": [[str(card) for card in board] for board in history.boards],
        "rabbit": None,
        "players": [
            {
                "side": sides[stack],
                "name": history.name(stack),
                "you": stack == hand.viewer and not hand.is_shared,
                "private": False,
                "stack": history.stacks[stack],
                "final": None if end is None else end.stacks[stack],
                "net": None if end is None else end.net[stack],
                "cards": None if cards is None else [str(card) for card in cards],
            }
            for stack in stack_indexes(history.players)
            for cards in (whole(history.hands[stack]),)
        ],
        "posts": posts_data(_paid(history), sides),
        "acts": acts_data([scene.move for scene in scenes(history) if scene.move], sides),
        "pots": _pots(history, sides),
    }


def _paid(history: History) -> list[Paid]:
    opening = open_hand(
        history.stacks, history.button, history.blinds, history.rules, history.posts
    )
    return paid_by_stack(opening.postings)


def _pots(history: History, sides: list[int]) -> list[list[Share]]:
    """Return the pots of each board; an empty list if the file does not say who won."""
    try:
        return pots_data(summarize_pots(history).boards, sides)
    except HistoryError:
        return []
