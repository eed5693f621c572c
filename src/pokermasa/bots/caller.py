"""The calling station: never folds, never raises."""

from pokermasa.rules import AllIn, Call, Check, PlayerAct, View


class Caller:
    def choose(self, view: View) -> PlayerAct:
        for act in (Check(), Call(), AllIn()):
            if act in view.acts:
                return act
        return view.acts[0]
