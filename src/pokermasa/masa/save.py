"""JSON of a masa, also during a hand, and JSON of causes for a journal.

Reading gives an equal value. The JSON contains all cards of the hand, so players must never see it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any

from pokermasa.cards import Card, read_cards
from pokermasa.masa import event
from pokermasa.masa.fixed_map import FixedMap
from pokermasa.masa.game import Game
from pokermasa.masa.masa import Masa
from pokermasa.masa.position import Positions
from pokermasa.masa.seat import Preselected, Seat, SeatStatus
from pokermasa.masa.side import Side
from pokermasa.masa.status import GameStatus
from pokermasa.masa.terms import Terms
from pokermasa.notation import fen, uci
from pokermasa.rules import Blinds, Post, Situation
from pokermasa.rules.refusal import in_short

VERSION = 1
_STATUSES = {
    "CREATED": GameStatus.CREATED,
    "STARTED": GameStatus.STARTED,
    "ONE_WIN": GameStatus.ONE_WIN,
    "SHOWDOWN": GameStatus.SHOWDOWN,
    "ABORTED": GameStatus.ABORTED,
}
_STATUS_NAMES = {status: name for name, status in _STATUSES.items()}


def write(masa: Masa) -> str:
    """Return the masa as a JSON text."""
    if not isinstance(masa, Masa):
        raise ValueError(f"write takes a Masa, not {in_short(masa)}")
    return json.dumps(to_data(masa), separators=(",", ":"))


def read(text: str) -> Masa:
    """Read a JSON text of `write`.

    >>> masa = Masa.open(sides=5).buy_in(2, 100).masa
    >>> read(write(masa)) == masa
    True
    """
    if not isinstance(text, str | bytes):
        raise ValueError(f"read takes the text of a saved masa, not {in_short(text)}")
    try:
        return from_data(json.loads(text))
    except (AttributeError, LookupError, TypeError, json.JSONDecodeError) as error:
        raise ValueError(f"that is no saved masa: {in_short(text)}") from error


def to_data(masa: Masa) -> dict[str, Any]:
    """Return the masa as data for JSON."""
    return {
        "version": VERSION,
        "sides": masa.sides,
        "blinds": list(masa.blinds),
        "rules": fen.write_rules(masa.rules),
        "terms": masa.terms._asdict(),
        "bets": masa.bets,
        "seats": _seats_data(masa.seats),
        "positions": masa.positions._asdict(),
        "status": None if masa.status is None else _STATUS_NAMES[masa.status],
        "game": game_to_data(masa.game),
        "last_game": game_to_data(masa.last_game),
        "under_way": masa.under_way,
        "hands": masa.hands,
        "dropped": masa.dropped,
    }


def from_data(data: dict[str, Any]) -> Masa:
    """Read data of `to_data`. Raise `ValueError` if another version wrote it."""
    if not isinstance(data, dict) or "version" not in data:
        raise ValueError(f"that is no saved masa: {in_short(data)}")
    if data["version"] != VERSION:
        raise ValueError(f"a masa of version {data['version']}; expected version {VERSION}")
    rules = fen.read_rules(data["rules"])
    return Masa(
        sides=data["sides"],
        blinds=rules.verified_blinds(data["blinds"]),
        rules=rules,
        terms=Terms(**data["terms"]).verified(),
        bets=None if data["bets"] is None else tuple(data["bets"]),
        seats=_read_seats(data["seats"]),
        positions=Positions(**data["positions"]),
        status=None if data["status"] is None else _STATUSES[data["status"]],
        game=game_from_data(data["game"]),
        last_game=game_from_data(data["last_game"]),
        under_way=data["under_way"],
        hands=data["hands"],
        dropped=data["dropped"],
    )


def _seats_data(seats: Mapping[Side, Seat]) -> dict[str, Any]:
    return {str(side): seat._asdict() for side, seat in seats.items()}


def _read_seats(data: dict[str, Any]) -> FixedMap[Side, Seat]:
    return FixedMap({Side(int(side)): _read_seat(seat) for side, seat in data.items()})


def _read_seat(data: dict[str, Any]) -> Seat:
    chosen = data["preselected"]
    return Seat(
        **{
            **data,
            "status": SeatStatus(data["status"]),
            "preselected": None if chosen is None else Preselected(chosen),
        }
    )


def game_to_data(game: Game | None) -> dict[str, Any] | None:
    if game is None:
        return None
    return {
        "fen": fen.write(game.situation),
        "sides": game.sides,
        "stacks": game.stacks,
        "posts": game.posts and [[index, *post] for index, post in game.posts.items()],
        "before": game.before._asdict(),
        "owed": _seats_data(game.owed),
        "acts": [uci.write(act) for act in game.acts],
        "second_board": _text(game.second_board),
        "agreed": None if game.agreed is None else sorted(game.agreed),
        "twice": game.twice,
        "shown": sorted(game.shown),
        "shown_one": [[side, str(card)] for side, card in game.shown_one.items()],
        "rabbit": game.rabbit,
        "gone": sorted(game.gone),
    }


def game_from_data(data: dict[str, Any] | None) -> Game | None:
    if data is None:
        return None
    return Game(
        situation=_read_situation(data),
        sides=tuple(data["sides"]),
        stacks=tuple(data["stacks"]),
        posts=data["posts"] and FixedMap({index: Post(*post) for index, *post in data["posts"]}),
        before=Positions(**data["before"]),
        owed=_read_seats(data["owed"]),
        acts=tuple([uci.read(act) for act in data["acts"]]),
        second_board=read_cards(data["second_board"]),
        agreed=None if data["agreed"] is None else frozenset(data["agreed"]),
        twice=data["twice"],
        shown=frozenset(data["shown"]),
        shown_one=FixedMap({side: Card(card) for side, card in data["shown_one"]}),
        rabbit=data["rabbit"],
        gone=frozenset(data["gone"]),
    )


def _read_situation(data: dict[str, Any]) -> Situation:
    situation = fen.read_situation(data["fen"])
    return Situation(situation.dealer, situation.hand_dealer, data["stacks"])


def _text(cards: tuple[Card, ...]) -> str:
    return " ".join(map(str, cards))


# Causes

_CAUSES: dict[str, Callable[..., event.Event]] = {
    "PlayerJoined": event.PlayerJoined,
    "SitoutNext": event.SitoutNext,
    "Leaving": event.Leaving,
    "Away": event.Away,
    "ToppedUp": event.ToppedUp,
    "StraddleSet": event.StraddleSet,
    "Preselect": event.Preselect,
    "BlindsChanged": event.BlindsChanged,
    "RulesChanged": event.RulesChanged,
    "Dealt": event.Dealt,
    "PlayerActed": event.PlayerActed,
    "TimedOut": event.TimedOut,
    "TimeBankSpent": event.TimeBankSpent,
    "TimeBankRefilled": event.TimeBankRefilled,
    "TwiceAnswered": event.TwiceAnswered,
    "CardsShown": event.CardsShown,
    "RabbitShown": event.RabbitShown,
    "Aborted": event.Aborted,
}
"""The event classes by their stored names. A name must not change even if its class is renamed."""
_NAMES: dict[Any, str] = {kind: name for name, kind in _CAUSES.items()}
_FIELDS: dict[str, tuple[Callable[[Any], Any], Callable[[Any], Any]]] = {
    # field: (conversion to JSON, conversion back). All other fields are numbers or booleans.
    "cards": (_text, read_cards),
    "act": (uci.write, uci.read),
    "recorded": (uci.write, uci.read),
    "blinds": (list, lambda data: Blinds(*data)),
    "rules": (fen.write_rules, fen.read_rules),
    "bets": (lambda bets: bets, lambda data: data and tuple(data)),
    "choice": (lambda choice: choice, lambda data: data and Preselected(data)),
}


def _same(value: Any) -> Any:
    return value


def cause_to_data(cause: event.Event) -> dict[str, Any]:
    """Return a cause as data for JSON, with its stored name.

    >>> cause_to_data(event.PlayerJoined(Side(2), 100))
    {'event': 'PlayerJoined', 'side': 2, 'stack': 100, 'owes': False, 'returns': False}
    """
    data: dict[str, Any] = {"event": _NAMES[type(cause)]}
    for field in fields(cause):
        write_field, _ = _FIELDS.get(field.name, (_same, _same))
        data[field.name] = write_field(getattr(cause, field.name))
    return data


def cause_from_data(data: dict[str, Any]) -> event.Event:
    """Read data of `cause_to_data`."""
    values = {
        name: _FIELDS.get(name, (_same, _same))[1](value)
        for name, value in data.items()
        if name != "event"
    }
    return _CAUSES[data["event"]](**values)
