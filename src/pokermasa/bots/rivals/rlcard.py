"""RLCard's rule model for limit hold'em, on one of our sides."""

from __future__ import annotations

from importlib import import_module

from pokermasa.bots.rivals.card_name import card_names
from pokermasa.rules import AllIn, BettingRound, Call, Check, Chips, Fold, PlayerAct, Raise, View


class LimitRules:
    """`rlcard.models.limitholdem_rule_models`: by the ranks and suits it sees, never by chips."""

    def __init__(self) -> None:
        self._agent = import_module("rlcard.models.limitholdem_rule_models").LimitholdemRuleAgentV1

    def choose(self, view: View) -> PlayerAct:
        acts = legal(view)
        word = self._agent.step({"raw_legal_actions": list(acts), "raw_obs": raw_state(view)})
        # What RLCard's own table does with an action that is not allowed: check, else fold. There
        # it never comes up; here a raise may be closed because nobody has chips to call it.
        return acts.get(word) or acts.get("check") or Fold()


def legal(view: View) -> dict[str, PlayerAct]:
    """Our acts by RLCard's words, in its order."""
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
    """As `LimitHoldemGame.get_state` has it."""
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
    """What a stack has put in so far, antes aside."""
    player = view.players[index]
    before = next((act.stack + act.wager for act in view.past if act.index == index), player.reach)
    return before - player.stack
