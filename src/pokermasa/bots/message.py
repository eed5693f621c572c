"""Messages between the room and a bot that runs as a separate program, as described in
docs/bots.md. Each message is one JSON object on one line.

Names of acts and fields are those of the wire protocol (docs/wire.md). Players are identified by
stack index. Writing a `View` and reading it again gives an equal view.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from pokermasa.bots.bot import Decision, HandInfo, MixedAct
from pokermasa.bots.referee import Fault
from pokermasa.cards import Card
from pokermasa.notation import fen, uci
from pokermasa.rules import (
    BettingRound,
    Blinds,
    Chips,
    PastAct,
    PlayerAct,
    PlayerView,
    Pot,
    PotDistribution,
    Role,
    StackIndex,
    View,
    Winners,
)

VERSION = 1
"""Version of the protocol. It changes only when programs written for the old one stop working; new
fields and new types of messages do not change it."""
_read_rules = lru_cache(16)(fen.read_rules)
Message = dict[str, Any]


# Messages to the bot


def hello(seed: int) -> Message:
    return {"type": "hello", "version": VERSION, "seed": seed}


def verify_version(version: object, speaker: str) -> None:
    """Raise `Fault` if *speaker* speaks another version of the protocol.

    >>> verify_version(2, "the room")
    Traceback (most recent call last):
        ...
    pokermasa.bots.referee.Fault: the room speaks version 2 of the bot protocol, not 1
    """
    if version != VERSION:
        raise Fault(f"{speaker} speaks version {version!r:.40} of the bot protocol, not {VERSION}")


def hand(info: HandInfo) -> Message:
    return {"type": "hand", **info._asdict()}


def act(view: View, turn: int, left: float) -> Message:
    """Return the request for an act. *left* is the remaining time in seconds."""
    return {"type": "act", "turn": turn, "left": round(1000 * left), **view_data(view)}


def hand_over(view: View) -> Message:
    return {"type": "hand_over", **view_data(view)}


def view_data(view: View) -> Message:
    least, most = view.raises or (None, None)
    return {
        "me": view.viewer,
        "rules": fen.write_rules(view.rules),
        "betting": view.rules.betting,
        "blinds": view.blinds._asdict(),
        "round": view.round,
        "settled": view.settled,
        "button": view.button,
        "small_blind": view.small_blind,
        "big_blind": view.big_blind,
        "to_act": view.to_act,
        "waiting": view.waiting,
        "remaining": view.remaining,
        "all_ins": view.all_ins,
        "price": view.price,
        "pot": view.pot,
        "running_pot": _pot(view.running_pot),
        "side_pots": [_pot(pot) for pot in view.side_pots],
        "board": [str(card) for card in view.board],
        "players": [
            {
                "index": player.index,
                "role": player.role,
                "total": player.total,
                "stack": player.stack,
                "wager": player.wager,
                "act": player.last_action and uci.write(player.last_action),
                "cards": player.cards and [str(card) for card in player.cards],
            }
            for player in view.players
        ],
        "winners": view.winners and _winners(view.winners),
        "acts": [uci.write(one) for one in view.acts],
        "least": least,
        "most": most,
        "to_call": view.to_call,
        "acts_of_turn": [uci.write(one) for one in view.acts_of_turn],
        "past": [{**past._asdict(), "act": uci.write(past.act)} for past in view.past],
    }


def _pot(pot: Pot) -> Message:
    return {"amount": pot.wager, "players": pot.involved}


def _winners(winners: Winners) -> Message:
    return {
        "stacks": winners.stacks,
        "pots": [
            {"amount": pot.wager, "winners": pot.involved, "shares": pot.shares}
            for pot in winners.pots
        ],
    }


# Messages from the bot


def answer(act: Decision, turn: int) -> Message:
    if not isinstance(act, MixedAct):
        return {"turn": turn, "act": uci.write(act)}
    acts = {uci.write(one): weight for one, weight in act.acts}
    return {"turn": turn, "acts": acts, "reason": act.reason}


def read_answer(message: Mapping[str, Any]) -> Decision:
    """Return the act or the choice of acts in *message*. Raises `Fault` if the message is
    invalid."""
    if "fault" in message:
        raise Fault(f"{message['fault']}")
    reason = message.get("reason", "")
    if not isinstance(reason, str):
        raise Fault(f"a reason is text, not {reason!r:.40}")
    if "act" in message:
        return MixedAct.single(_read_act(message["act"]), reason)
    acts = message.get("acts")
    if not isinstance(acts, Mapping) or not acts:
        raise Fault('an answer has an "act", or "acts" with their weights')
    for name, weight in acts.items():
        if type(weight) not in (int, float):
            raise Fault(f"the weight of {name!r:.40} is a number, not {weight!r:.40}")
    return MixedAct(tuple([(_read_act(name), weight) for name, weight in acts.items()]), reason)


def _read_act(text: object) -> PlayerAct:
    if not isinstance(text, str):
        raise Fault(f"an act is text in Uci, as CA or RR60, not {text!r:.40}")
    try:
        return uci.read(text)
    except uci.UciError as error:
        raise Fault(str(error)) from None


# Reading a message of the room in the bot's process


def read_view(message: Mapping[str, Any]) -> View:
    """Return the view from which `view_data` made *message*."""
    least, most = message["least"], message["most"]
    return View(
        viewer=message["me"],
        rules=_read_rules(message["rules"]),
        blinds=Blinds(**message["blinds"]),
        round=BettingRound(message["round"]),
        settled=message["settled"],
        button=message["button"],
        small_blind=message["small_blind"],
        big_blind=message["big_blind"],
        to_act=message["to_act"],
        waiting=tuple(message["waiting"]),
        remaining=tuple(message["remaining"]),
        all_ins=tuple(message["all_ins"]),
        price=message["price"],
        pot=message["pot"],
        running_pot=_read_pot(message["running_pot"]),
        side_pots=tuple(map(_read_pot, message["side_pots"])),
        board=tuple(map(Card, message["board"])),
        players=tuple(map(_read_player, message["players"])),
        winners=message["winners"] and _read_winners(message["winners"]),
        acts=tuple(map(uci.read, message["acts"])),
        raises=None if least is None else (least, most),
        to_call=message["to_call"],
        acts_of_turn=tuple(map(uci.read, message["acts_of_turn"])),
        past=tuple([_read_past(**past) for past in message["past"]]),
    )


def read_hand_info(message: Mapping[str, Any]) -> HandInfo:
    names, prizes, elsewhere = (tuple(message[key]) for key in ("names", "prizes", "elsewhere"))
    return HandInfo(names, message["me"], prizes, elsewhere)


def _read_pot(pot: Mapping[str, Any]) -> Pot:
    return Pot(pot["amount"], tuple(pot["players"]))


def _read_player(player: Mapping[str, Any]) -> PlayerView:
    act, cards = player["act"], player["cards"]
    return PlayerView(
        player["index"],
        Role(player["role"]),
        player["total"],
        player["stack"],
        player["wager"],
        act and uci.read(act),
        cards and (Card(cards[0]), Card(cards[1])),
    )


def _read_past(index: StackIndex, round: str, act: str, **amounts: Chips) -> PastAct:
    return PastAct(index, BettingRound(round), uci.read(act), **amounts)


def _read_winners(winners: Mapping[str, Any]) -> Winners:
    pots = [
        PotDistribution(pot["amount"], tuple(pot["winners"]), tuple(pot["shares"]))
        for pot in winners["pots"]
    ]
    return Winners(tuple(pots), tuple(winners["stacks"]))
