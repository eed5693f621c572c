"""The calling station: never folds, never raises."""

from pokermasa.rules import PlayerAct, View


class Caller:
    def choose(self, view: View) -> PlayerAct:
        return called(view)


def called(view: View) -> PlayerAct:
    """What stays in for the least: a check, a call, or the last chips as one. It always stands
    second, after the fold."""
    return view.acts[1]
