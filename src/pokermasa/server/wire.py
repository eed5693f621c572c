"""What goes over the socket: messages in both directions, the same for people and bots.

The events are named after document 004's Client. docs/wire.md describes them; the models here are
what is checked.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from pokermasa.cards import Card
from pokermasa.masa import Masa, Preselected, Side, event
from pokermasa.notation import uci
from pokermasa.rules import PlayerAct, Pot, PotDistribution, View

MOST_BYTES = 4096
"""No client has more to say in one message."""

Word = Annotated[str, Field(min_length=1, max_length=64)]
SideNumber = Annotated[int, Field(ge=0, le=9, strict=True)]
Amount = Annotated[int, Field(ge=0, le=10**15, strict=True)]


class Ask(BaseModel):
    """What every message of a client has."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    id: Annotated[str, Field(max_length=64)] = ""
    """Chosen by the client and named in the answer. The same id again is answered again, not done
    again."""


class Watch(Ask):
    do: Literal["watch"]
    masa: Word
    key: Annotated[str, Field(max_length=64)] = ""
    """Of a private masa."""
    epoch: Annotated[str, Field(max_length=32)] = ""
    seq: int = -1
    """The last thing seen, to be told only what came after."""


class Unwatch(Ask):
    do: Literal["unwatch"]
    masa: Word


class Sit(Ask):
    do: Literal["sit"]
    masa: Word
    side: SideNumber
    stack: Amount
    posts: bool = False


class Leave(Ask):
    do: Literal["leave"]
    masa: Word


class Act(Ask):
    do: Literal["act"]
    masa: Word
    act: Word
    """In Uci: CH, CA, FO, RR60, AA, …"""
    turn: Word
    """The token of the turn it answers."""


class Sitout(Ask):
    do: Literal["sitout"]
    masa: Word
    value: bool


class Away(Ask):
    do: Literal["away"]
    masa: Word
    value: bool
    posts: bool = False


class TopUp(Ask):
    do: Literal["top_up"]
    masa: Word
    amount: Amount


class Straddle(Ask):
    do: Literal["straddle"]
    masa: Word
    value: bool


class Preselect(Ask):
    do: Literal["preselect"]
    masa: Word
    choice: Preselected | None


class RunTwice(Ask):
    do: Literal["run_twice"]
    masa: Word
    agrees: bool


class Show(Ask):
    do: Literal["show"]
    masa: Word


class Say(Ask):
    do: Literal["say"]
    masa: Word
    text: Annotated[str, Field(min_length=1, max_length=300)]


class Ping(Ask):
    do: Literal["ping"]


AnyAsk = Annotated[
    Watch
    | Unwatch
    | Sit
    | Leave
    | Act
    | Sitout
    | Away
    | TopUp
    | Straddle
    | Preselect
    | RunTwice
    | Show
    | Say
    | Ping,
    Field(discriminator="do"),
]
asks: TypeAdapter[AnyAsk] = TypeAdapter(AnyAsk)


# What clients are told


def snake(name: str) -> str:
    """
    >>> snake("DealPocketCards")
    'deal_pocket_cards'
    """
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


def _cards(cards: tuple[Card, ...] | None) -> list[str] | None:
    return None if cards is None else [str(card) for card in cards]


def _act(act: PlayerAct | None) -> str | None:
    return None if act is None else uci.write(act)


def _pot(pot: Pot) -> dict[str, Any]:
    return {"amount": pot.wager, "stacks": list(pot.involved)}


def _share(share: PotDistribution) -> dict[str, Any]:
    return {
        "amount": share.wager,
        "winners": [
            {"stack": index, "share": chips}
            for index, chips in zip(share.involved, share.shares, strict=True)
        ],
    }


_WRITE: dict[str, Callable[[Any], Any]] = {
    "cards": _cards,
    "act": _act,
    "recorded": _act,
    "running_pot": _pot,
    "side_pots": lambda pots: [_pot(pot) for pot in pots],
    "boards": lambda boards: [_cards(board) for board in boards],
    "hands": lambda hands: [{"side": side, "cards": _cards(cards)} for side, cards in hands],
    "pots": lambda boards: [[_share(share) for share in board] for board in boards],
    "stacks": lambda stacks: [{"side": side, "stack": stack} for side, stack in stacks],
    "status": lambda status: status.name.lower(),
    "blinds": lambda blinds: blinds._asdict(),
    "sides": list,
}


def event_data(happened: event.Event, names: Mapping[Side, str]) -> dict[str, Any]:
    """
    >>> event_data(event.PlayerJoined(Side(2), 100), {Side(2): "ada"})
    {'event': 'player_joined', 'side': 2, 'stack': 100, 'name': 'ada'}
    """
    data: dict[str, Any] = {"event": snake(type(happened).__name__)}
    for field in happened.__dataclass_fields__:
        value = getattr(happened, field)
        data[field] = _WRITE[field](value) if field in _WRITE else value
    if isinstance(happened, event.PlayerJoined):
        data["name"] = names.get(happened.side, "")
    if isinstance(happened, event.PlayerActed):
        data["act"] = data.pop("recorded")
    if isinstance(happened, event.AutoActed):
        data["event"], data["auto"] = "player_acted", True
        data["act"] = data.pop("recorded")
    return data


def view_data(masa: Masa, names: Mapping[Side, str], viewer: Side | None) -> dict[str, Any]:
    """The whole masa as one viewer may see it."""
    view = masa.view(viewer)
    return {
        "sides": masa.sides,
        "blinds": masa.blinds._asdict(),
        "rules": masa.rules.name,
        "betting": masa.rules.betting,
        "terms": masa.terms._asdict(),
        "button": masa.button,
        "to_act": masa.to_act,
        "status": None if masa.status is None else masa.status.name.lower(),
        "hand": masa.hands,
        "you": viewer,
        "seats": [
            {
                "side": side,
                "name": names.get(side, ""),
                "stack": seat.stack,
                "status": seat.status,
                "away": seat.away,
                "time_bank": seat.time_bank,
            }
            for side, seat in masa.seats.items()
        ],
        "game": None if view is None or masa.game is None else _game(view, masa.game.sides),
    }


def _game(view: View, sides: tuple[Side, ...]) -> dict[str, Any]:
    return {
        "round": view.round,
        "settled": view.settled,
        "board": _cards(view.board),
        "price": view.price,
        "pot": view.pot,
        "running_pot": _pot(view.running_pot),
        "side_pots": [_pot(pot) for pot in view.side_pots],
        "players": [
            {
                "side": sides[player.index],
                "role": player.role,
                "stack": player.stack,
                "wager": player.wager,
                "act": _act(player.last_action),
                "cards": _cards(player.cards),
            }
            for player in view.players
        ],
    }


def act_data(view: View) -> dict[str, Any]:
    """What the player to act may do."""
    least, most = view.raises or (None, None)
    return {
        "acts": [uci.write(act) for act in view.acts],
        "least": least,
        "most": most,
        "to_call": view.to_call,
        "pot": view.pot,
    }
