"""Five simple bots for tests and as a baseline for other bots."""

from pokermasa import strength
from pokermasa.bots.bot import MixedAct
from pokermasa.bots.chen import points
from pokermasa.rules import AllIn, Call, Check, Fold, PlayerAct, PotShareRaise, Raise, View
from pokermasa.rules.legal import CHECK, FOLD
from pokermasa.strength import Category


class Folder:
    """A bot that checks if it can and folds to any bet."""

    def choose(self, view: View) -> PlayerAct:
        return CHECK if CHECK in view.acts else FOLD


class Caller:
    """A calling station: a bot that never folds and never raises."""

    def choose(self, view: View) -> PlayerAct:
        return called(view)


def called(view: View) -> PlayerAct:
    """Return the act that stays in the hand for the fewest chips: check, call, or all in for less.
    It is always the second entry of `view.acts`, after the fold."""
    return view.acts[1]


class Raiser:
    """A bot that makes the minimum raise whenever it may, and otherwise calls."""

    def choose(self, view: View) -> PlayerAct:
        if view.raises is not None:
            return Raise(view.raises[0])
        # All in is the only raise left when the stack is smaller than the minimum raise.
        return AllIn() if AllIn() in view.acts else called(view)


class RandomBot:
    """A bot that ignores its cards. Folding, staying and raising have equal probability, and so
    have all raises. It does not fold if it may check."""

    def choose(self, view: View) -> MixedAct:
        may_check = Check() in view.acts
        raises = [act for act in view.acts if act.raises or (act == AllIn() and _is_more(view))]
        stays = [act for act in view.acts if act not in raises and act != Fold()]
        weights: list[tuple[PlayerAct, float]] = [] if may_check else [(Fold(), 1.0)]
        weights += [(act, 1 / len(stays)) for act in stays]
        weights += [(act, 1 / len(raises)) for act in raises]
        return MixedAct(tuple(weights))


def _is_more(view: View) -> bool:
    """Return whether going all in is a raise here. It is only a call if no call or check is
    offered."""
    return Call() in view.acts or Check() in view.acts


class Basic:
    """A bot that uses Chen points and *tightness* before the flop, and the rank of its made hand
    after the flop. With tightness 0 it plays every hand, with 1 hardly any."""

    def __init__(self, tightness: float = 0.5) -> None:
        if not 0 <= tightness <= 1:
            raise ValueError(f"tightness: from 0 to 1, not {tightness}")
        self.tightness = tightness

    def choose(self, view: View) -> PlayerAct:
        assert view.viewer is not None
        cards = view.players[view.viewer].cards
        assert cards is not None
        if not view.board:
            # Chen points go from -1 to 20. Tightness 0 plays every hand, tightness 1 only aces.
            strong = points(*cards) - (18 * self.tightness - 2)
            plays, raises = strong > 0, strong > 4
        else:
            category = strength.evaluate(cards + view.board).category
            plays, raises = category >= Category.ONE_PAIR, category >= Category.TWO_PAIR
        if raises:
            return self._raise(view) or self._call(view)
        if plays and view.to_call <= view.pot:
            return self._call(view)
        return Check() if Check() in view.acts else Fold()

    def _raise(self, view: View) -> PlayerAct | None:
        shares = [act for act in view.acts if isinstance(act, PotShareRaise)]
        raises = [act for act in view.acts if act.code == "RR"]
        return (shares or raises or [None])[-1]

    def _call(self, view: View) -> PlayerAct:
        return next(act for act in (Check(), Call(), AllIn(), Fold()) if act in view.acts)
