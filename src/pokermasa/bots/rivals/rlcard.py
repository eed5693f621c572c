"""Adapter for RLCard's rule model for limit hold'em."""

from __future__ import annotations

from importlib import import_module

from pokermasa.bots.rivals.card_name import card_names
from pokermasa.rules import AllIn, BettingRound, Call, Check, Chips, Fold, PlayerAct, Raise, View


class LimitRules:
    """A bot that asks `rlcard.models.limitholdem_rule_models`. The model sees ranks and suits but
    no chips."""

    def __init__(self) -> None:
        self._agent = import_module("rlcard.models.limitholdem_rule_models").LimitholdemRuleAgentV1

    def choose(self, view: View) -> PlayerAct:
        acts = legal(view)
        word = self._agent.step({"raw_legal_actions": list(acts), "raw_obs": raw_state(view)})
        # An action that is not allowed becomes a check or a fold, as at RLCard's own table. It
        # happens only here, when a raise is closed because no player has chips to call it.
        return acts.get(word) or acts.get("check") or Fold()


def legal(view: View) -> dict[str, PlayerAct]:
    """Return the legal acts by RLCard's names, in its order."""
    acts: dict[str, PlayerAct] = {}
    call = next((act for act in (Call(), AllIn()) if act in view.acts), None)
    if call is not None and Check() not in view.acts:
        acts["call"] = call
    if view.raises is not None:
        acts["raise"] = Raise(view.raises[0])
    acts["fold"] = Fold()
    if Check() in view.acts:
        acts["check"] = Check()
    return acts


def raw_state(view: View) -> dict[str, object]:
    """Return the state in the form of `LimitHoldemGame.get_state`."""
    assert view.viewer is not None
    cards = view.players[view.viewer].cards
    assert cards is not None
    chips = [put_in(view, index) for index in range(len(view.players))]
    raises = [p.round for p in view.past if p.act.raises]
    return {
        "hand": card_names(cards),
        "public_cards": card_names(view.board),
        "all_chips": chips,
        "my_chips": chips[view.viewer],
        "legal_actions": list(legal(view)),
        "raise_nums": [raises.count(round) for round in BettingRound],
    }


def put_in(view: View, index: int) -> Chips:
    """Return the chips that a player has put in so far, without antes."""
    player = view.players[index]
    before = next((act.stack + act.wager for act in view.past if act.index == index), player.reach)
    return before - player.stack
