"""Five simple bots: opponents to measure others by, and for tests."""

from pokermasa import strength
from pokermasa.bots.bot import Choice
from pokermasa.bots.chen import points
from pokermasa.rules import AllIn, Call, Check, Fold, PlayerAct, PotShareRaise, Raise, View
from pokermasa.rules.legal import CHECK, FOLD
from pokermasa.strength import Category


class Folder:
    """The stone: checks, and folds to any wager."""

    def choose(self, view: View) -> PlayerAct:
        return CHECK if CHECK in view.acts else FOLD


class Caller:
    """The calling station: never folds, never raises."""

    def choose(self, view: View) -> PlayerAct:
        return called(view)


def called(view: View) -> PlayerAct:
    """The act that stays in for the fewest chips: a check, a call, or an all-in for less. It is
    always the second of the acts, after the fold."""
    return view.acts[1]


class Raiser:
    """The bully: raises the least it may whenever it may, and otherwise calls."""

    def choose(self, view: View) -> PlayerAct:
        if view.raises is not None:
            return Raise(view.raises[0])
        # With less than the least raise left, all in is the raise.
        return AllIn() if AllIn() in view.acts else called(view)


class RandomBot:
    """The coin: folds, stays or raises, each as likely as the others, whatever it holds. It does
    not fold where it may check, and all raises are equally likely."""

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


class Basic:
    """Plays by Chen points and *tightness* before the flop, and by its hand after it. A tightness
    of 0 plays anything, one of 1 hardly anything."""

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
