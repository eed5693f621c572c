"""The coin: folds, stays or raises, each as likely as the others, whatever it holds."""

from pokermasa.bots.bot import Choice
from pokermasa.rules import AllIn, Call, Check, Fold, PlayerAct, View


class RandomBot:
    """Nothing is folded that may be checked; of several raises, each is as likely."""

    def choose(self, view: View) -> Choice:
        may_check = Check() in view.acts
        raises = [act for act in view.acts if act.raises or (act == AllIn() and _is_more(view))]
        stays = [act for act in view.acts if act not in raises and act != Fold()]
        weights: list[tuple[PlayerAct, float]] = [] if may_check else [(Fold(), 1.0)]
        weights += [(act, 1 / len(stays)) for act in stays]
        weights += [(act, 1 / len(raises)) for act in raises]
        return Choice(tuple(weights))


def _is_more(view: View) -> bool:
    """Whether going all in here raises: a call, or a check, would do as well."""
    return Call() in view.acts or Check() in view.acts
