"""Adapter for bots written for PyPokerEngine."""

from __future__ import annotations

import importlib.metadata
import importlib.util
from types import ModuleType
from typing import Any

from pokermasa.bots.rivals.card_name import card_names
from pokermasa.bots.rivals.win_rate import win_rate
from pokermasa.cards import Card
from pokermasa.rules import (
    AllIn,
    BettingRound,
    Call,
    Check,
    Chips,
    Fold,
    PastAct,
    PlayerAct,
    Raise,
    Role,
    View,
)

_STREETS = ("preflop", "flop", "turn", "river")
_STATES = {Role.FOLDED: "folded", Role.OLD_ALL_IN: "allin", Role.NEW_ALL_IN: "allin"}


def fish() -> PyPokerEngineBot:
    """Return a bot that always calls."""
    return PyPokerEngineBot(_example("fish_player").FishPlayer())


def honest(*, quick: bool = True, seed: int = 0) -> PyPokerEngineBot:
    """Return a bot that calls if its simulated winning chance is at least its fair share. Otherwise
    it folds, even if it may check.

    Its own simulations take about 100 ms for each decision. *quick* replaces them by compiled code
    with equal rules and an equal number of simulations, about 300 times as fast. The decision
    remains in the original code.
    """
    module = _example("honest_player")
    if quick:

        def estimate(
            nb_simulation: int, nb_player: int, hole_card: list[Any], community_card: list[Any]
        ) -> float:
            return win_rate(
                [_card(each) for each in hole_card],
                [_card(each) for each in community_card],
                nb_player,
                nb_simulation,
                seed,
            )

        module.estimate_hole_card_win_rate = estimate  # type: ignore[attr-defined]
    return PyPokerEngineBot(module.HonestPlayer())


class PyPokerEngineBot:
    """A bot derived from `BasePokerPlayer`. As in PyPokerEngine, an answer that is not allowed
    becomes a fold."""

    def __init__(self, player: Any) -> None:
        self.player = player
        self._players = 0

    def choose(self, view: View) -> PlayerAct:
        assert view.viewer is not None
        cards = view.players[view.viewer].cards
        assert cards is not None
        if self._players != len(view.players):
            self._players = len(view.players)
            self.player.set_uuid(_uuid(view.viewer))
            self.player.receive_game_start_message(game_information(view))
        action, amount = self.player.declare_action(
            valid_actions(view), card_names(cards), round_state(view)
        )
        return act_of(view, action, amount)


def act_of(view: View, action: str, amount: Chips) -> PlayerAct:
    if action == "call":
        return next((act for act in (Check(), Call(), AllIn()) if act in view.acts), Fold())
    if action == "raise":
        assert view.viewer is not None
        if amount == view.players[view.viewer].reach and AllIn() in view.acts:
            return AllIn()
        if view.raises is not None and view.raises[0] <= amount <= view.raises[1]:
            return Raise(amount)
    return Fold()


def valid_actions(view: View) -> list[dict[str, Any]]:
    assert view.viewer is not None
    least, most = view.raises or (-1, -1)
    if AllIn() in view.acts and view.players[view.viewer].reach > view.price:
        most = view.players[view.viewer].reach  # all in counts as a raise in PyPokerEngine
        least = most if least < 0 else least
    return [
        {"action": "fold", "amount": 0},
        {"action": "call", "amount": view.price},
        {"action": "raise", "amount": {"min": least, "max": most}},
    ]


def game_information(view: View) -> dict[str, Any]:
    return {
        "player_num": len(view.players),
        "rule": {
            "initial_stack": max(player.total for player in view.players),
            "max_round": 1,
            "small_blind_amount": view.blinds.small,
            "ante": view.blinds.ante,
            "blind_structure": {},
        },
        "seats": _seats(view),
    }


def round_state(view: View) -> dict[str, Any]:
    """Return the round state in the form of `DataEncoder.encode_round_state`.

    A player's uuid is the stack index.
    """
    main, *side = reversed((view.running_pot, *view.side_pots))
    wagers = sum(player.wager for player in view.players)
    return {
        "street": _STREETS[view.round.place],
        "pot": {
            "main": {"amount": main.wager + (0 if side else wagers)},
            "side": [
                {
                    "amount": pot.wager + (wagers if pot is view.running_pot else 0),
                    "eligibles": [_uuid(index) for index in pot.involved],
                }
                for pot in side
            ],
        },
        "community_card": card_names(view.board),
        "dealer_btn": view.button,
        "next_player": view.to_act,
        "small_blind_pos": view.small_blind,
        "big_blind_pos": view.big_blind,
        "round_count": 1,
        "small_blind_amount": view.blinds.small,
        "seats": _seats(view),
        "action_histories": {
            street: [
                *(_blinds(view) if round is BettingRound.PREFLOP else ()),
                *(_action_entry(past) for past in view.past if past.round is round),
            ]
            for street, round in zip(_STREETS, BettingRound, strict=True)
            if round.place <= view.round.place
        },
    }


def _blinds(view: View) -> list[dict[str, Any]]:
    small, big = view.blinds[:2]
    return [
        {"action": word, "amount": amount, "add_amount": small, "uuid": _uuid(index)}
        for word, amount, index in (
            ("SMALLBLIND", small, view.small_blind),
            ("BIGBLIND", big, view.big_blind),
        )
        if index is not None
    ]


def _action_entry(past: PastAct) -> dict[str, Any]:
    uuid = _uuid(past.index)
    if isinstance(past.act, Fold):
        return {"action": "FOLD", "uuid": uuid}
    common = {"amount": past.to, "paid": past.to - past.wager, "uuid": uuid}
    if past.act.raises:
        return {"action": "RAISE", "add_amount": past.to - past.price, **common}
    return {"action": "CALL", **common}


def _seats(view: View) -> list[dict[str, Any]]:
    return [
        {
            "name": f"player {player.index}",
            "uuid": _uuid(player.index),
            "stack": player.stack,
            "state": _STATES.get(player.role, "participating"),
        }
        for player in view.players
    ]


def _uuid(index: int) -> str:
    return str(index)


def _card(theirs: Any) -> Card:
    return Card(str(theirs)[::-1])


def _example(name: str) -> ModuleType:
    """Load one of the package's examples from its file.

    They install as a package named `examples`. That is a common name, so a normal import could
    load a different package.
    """
    path = importlib.metadata.distribution("PyPokerEngine").locate_file(
        f"examples/players/{name}.py"
    )
    spec = importlib.util.spec_from_file_location(f"pypokerengine_{name}", str(path))
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
