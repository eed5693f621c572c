"""Converts events and views of a table into the JSON data of the socket.

The events are named after document 004's Client. `message.py` has their models and docs/wire.md
describes them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import fields
from functools import cache
from typing import Any

from pokermasa.cards import Card
from pokermasa.masa import Game, GameStatus, Masa, Positions, Side, event
from pokermasa.notation import uci
from pokermasa.rules import ButtonRule, PlayerAct, Post, Pot, PotDistribution, View

Sides = tuple[Side, ...]


def _cards(cards: tuple[Card, ...] | None) -> list[str] | None:
    return None if cards is None else [str(card) for card in cards]


def _act(act: PlayerAct | None) -> str | None:
    return None if act is None else uci.write(act)


def _pot(pot: Pot, sides: Sides) -> dict[str, Any]:
    return {"amount": pot.wager, "sides": [sides[index] for index in pot.involved]}


def _share(share: PotDistribution, sides: Sides) -> dict[str, Any]:
    return {
        "amount": share.wager,
        "winners": [
            {"side": sides[index], "share": chips}
            for index, chips in zip(share.involved, share.shares, strict=True)
        ],
    }


def _posts(posts: tuple[tuple[Side, Post], ...]) -> list[dict[str, Any]]:
    return [{"side": side, **post._asdict()} for side, post in posts]


_WRITE: dict[str, Callable[[Any], Any]] = {
    "cards": _cards,
    "act": _act,
    "recorded": _act,
    "boards": lambda boards: [_cards(board) for board in boards],
    "hands": lambda hands: [{"side": side, "cards": _cards(cards)} for side, cards in hands],
    "stacks": lambda stacks: [{"side": side, "stack": stack} for side, stack in stacks],
    "status": lambda status: _STATUSES[status],
    "blinds": lambda blinds: blinds._asdict(),
    "rules": lambda rules: rules.name,
    "sides": list,
    "posts": lambda posts: posts if posts is None or isinstance(posts, bool) else _posts(posts),
    "owes": lambda owes: owes if isinstance(owes, bool) else list(owes),
}


# Pots contain stack indexes, but clients use sides.
_WRITE_WITH_SIDES: dict[str, Callable[[Any, Sides], Any]] = {
    "running_pot": _pot,
    "side_pots": lambda pots, sides: [_pot(pot, sides) for pot in pots],
    "pots": lambda boards, sides: [[_share(share, sides) for share in b] for b in boards],
}


@cache
def _fields(kind: Any) -> tuple[tuple[str, Callable[[Any], Any] | None], ...]:
    """Return the names of an event's fields with the function that converts each.

    The field `act` is left out if `recorded` exists: one raise can be sent in several ways, and the
    other players must not learn which one was used.
    """
    names = [field.name for field in fields(kind)]
    if "recorded" in names and "act" in names:
        names.remove("act")
    return tuple([(name, _WRITE.get(name)) for name in names])


def event_data(
    happened: event.Event,
    names: Mapping[Side, str],
    sides: Sides = (),
    bots: Collection[Side] = (),
    hand: str | None = None,
) -> dict[str, Any]:
    """Convert an event.

    *sides* are the sides of the hand's stacks, *bots* the sides of house bots, and *hand* is the id
    of the hand that ends.

    >>> event_data(event.ToppedUp(Side(2), 100), {})
    {'event': 'topped_up', 'side': 2, 'amount': 100}
    """
    kind: Any = type(happened)
    data: dict[str, Any] = {"event": _NAMES[kind]}
    for field, written in _fields(kind):
        value = getattr(happened, field)
        if field in _WRITE_WITH_SIDES:
            data[field] = _WRITE_WITH_SIDES[field](value, sides)
        else:
            data["act" if field == "recorded" else field] = written(value) if written else value
    if kind is event.PlayerJoined:
        data["name"] = names.get(data["side"], "")
        data["bot"] = data["side"] in bots
    elif isinstance(happened, event.RulesChanged):
        data["betting"] = happened.rules.betting
    elif kind is event.AutoActed:
        data["auto"] = True
    elif kind is event.HandEnded:
        data["id"] = hand
    return data


_NAMES: dict[Any, str] = {
    event.PlayerJoined: "player_joined",
    event.SitoutNext: "leave_after_hand",
    event.Leaving: "leaving",
    event.Away: "sit_out",
    event.ToppedUp: "topped_up",
    event.StraddleSet: "straddle_set",
    event.Preselect: "preselect",
    event.BlindsChanged: "blinds_changed",
    event.RulesChanged: "rules_changed",
    event.Dealt: "dealt",
    event.PlayerActed: "player_acted",
    event.TimedOut: "timed_out",
    event.TimeBankSpent: "time_bank_spent",
    event.TimeBankRefilled: "time_bank_refilled",
    event.TwiceAnswered: "twice_answered",
    event.CardsShown: "cards_shown",
    event.RabbitShown: "rabbit_shown",
    event.Aborted: "aborted",
    event.PlayerLeft: "player_left",
    event.DealerRotated: "dealer_rotated",
    event.Posted: "posted",
    event.DealPocketCards: "deal_pocket_cards",
    event.AutoActed: "player_acted",
    event.PreselectVoided: "preselect_voided",
    event.ActorRotated: "actor_rotated",
    event.BoardUpdated: "board_updated",
    event.TwiceOffered: "twice_offered",
    event.HandsShown: "hands_shown",
    event.HandEnded: "hand_ended",
}
"""Public name of each event. The classes may be renamed; these names stay."""
_STATUSES: dict[GameStatus, str] = {
    GameStatus.CREATED: "created",
    GameStatus.STARTED: "started",
    GameStatus.ONE_WIN: "one_win",
    GameStatus.SHOWDOWN: "showdown",
    GameStatus.ABORTED: "aborted",
}


def view_data(
    masa: Masa,
    names: Mapping[Side, str],
    viewer: Side | None,
    bots: Collection[Side] = (),
) -> dict[str, Any]:
    """Return the state of the table as the player at *viewer*, or a spectator, may see it."""
    view = masa.view(viewer)
    return {
        "sides": masa.sides,
        "blinds": masa.blinds._asdict(),
        "bets": masa.bets,
        "rules": masa.rules.name,
        "betting": masa.rules.betting,
        "terms": masa.terms._asdict(),
        "button": _button(masa),
        "to_act": masa.to_act,
        "status": None if masa.status is None else _STATUSES[masa.status],
        "hand": masa.hands,
        "you": viewer,
        "seats": [
            {
                "side": side,
                "name": names.get(side, ""),
                "stack": seat.stack,
                "status": seat.status,
                "sit_out": seat.away,
                "leaving": seat.leaving,
                "owes": seat.owes,
                "posts": seat.posts,
                "straddles": seat.straddles,
                "bot": side in bots,
                "time_bank": seat.time_bank,
            }
            for side, seat in masa.seats.items()
        ],
        "game": None
        if view is None or masa.game is None
        else _game(view, masa.game, masa.positions),
        "preselected": None if viewer is None else masa.seats[viewer].preselected,
    }


def _button(masa: Masa) -> Side | None:
    """Return the side that shows the button. It moves only when the next hand is dealt."""
    last = masa.last_game
    if masa.is_game or last is None:
        return masa.button
    dealer = last.situation.dealer
    return last.sides[dealer.button] if dealer.rules.button is ButtonRule.MOVING else masa.button


def _twice(game: Game) -> dict[str, Any] | None:
    if not game.is_asked_twice:
        return None
    return {"sides": list(game.remaining), "agreed": sorted(game.agreed or ())}


def _game(view: View, game: Game, positions: Positions) -> dict[str, Any]:
    sides = game.sides
    return {
        "round": view.round,
        "settled": view.settled,
        "small": positions.small,
        "big": positions.big,
        "board": _cards(view.board),
        "price": view.price,
        "pot": view.pot,
        "running_pot": _pot(view.running_pot, sides),
        "side_pots": [_pot(pot, sides) for pot in view.side_pots],
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
        "twice": _twice(game),
    }


def act_data(view: View) -> dict[str, Any]:
    """Return the acts that are open to the player to act."""
    least, most = view.raises or (None, None)
    return {
        "acts": [uci.write(act) for act in view.acts],
        "least": least,
        "most": most,
        "to_call": view.to_call,
        "pot": view.pot,
    }
