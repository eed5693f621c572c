"""`basic`: Chen points against tightness before the flop, what it holds after it."""

from pokermasa import strength
from pokermasa.bots.chen import points
from pokermasa.rules import AllIn, Call, Check, Fold, PlayerAct, PotShareRaise, View
from pokermasa.strength import Category


class Basic:
    """*tightness* from 0 (plays anything) to 1 (plays hardly anything)."""

    def __init__(self, tightness: float = 0.5) -> None:
        if not 0 <= tightness <= 1:
            raise ValueError(f"tightness: from 0 to 1, not {tightness}")
        self.tightness = tightness

    def choose(self, view: View) -> PlayerAct:
        assert view.viewer is not None
        cards = view.players[view.viewer].cards
        assert cards is not None
        if not view.board:
            # Chen's points go from -1 to 20: 0 keeps them all, 1 nothing but aces.
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
