"""A bot that learns: it counts how often each opponent folds to a wager, and bluffs those who do.

    masa match examples/reader.py folder --hands 2000

It shows all optional parts of a bot: the methods `meet` and `learn`, and answers with several acts,
their probabilities and a reason.
"""

from collections import Counter

from pokermasa import Card, strength
from pokermasa.bots import HandInfo, MixedAct
from pokermasa.bots.chen import points
from pokermasa.rules import AllIn, Call, Check, Fold, PlayerAct, Raise, View


class Reader:
    def __init__(self) -> None:
        self.names: tuple[str, ...] = ()
        self.faced: Counter[str] = Counter()
        self.folded: Counter[str] = Counter()

    def meet(self, info: HandInfo) -> None:
        """Stores the names of the players. Called when a hand begins."""
        self.names = info.names

    def learn(self, view: View) -> None:
        """Counts the folds to a wager. Called when a hand is over; `view.past` has all acts."""
        for past in view.past:
            if past.price > past.wager:
                self.faced[self.names[past.index]] += 1
                self.folded[self.names[past.index]] += past.act == Fold()

    def folds(self, name: str) -> float:
        """Return the estimated probability that a player folds to a wager. It begins at 1/2."""
        return (self.folded[name] + 2) / (self.faced[name] + 4)

    def choose(self, view: View) -> MixedAct:
        assert view.viewer is not None  # a bot sees from its seat, and its own cards
        me = view.players[view.viewer]
        others = [self.names[index] for index in view.remaining if index != view.viewer]
        fold_together = 1.0
        for name in others:
            fold_together *= self.folds(name)
        assert me.cards is not None
        worth = self.worth(me.cards, view)
        stay = next(act for act in (Check(), Call(), AllIn()) if act in view.acts)
        give_up = Check() if Check() in view.acts else Fold()
        if view.raises is None:
            if worth > view.to_call / (view.pot + view.to_call):
                return MixedAct.single(stay, "worth its price")
            return MixedAct.single(give_up, "too dear")
        raised: PlayerAct = Raise(min(view.raises[1], max(view.raises[0], view.pot)))
        if worth > 0.7:
            return MixedAct(((raised, 4), (stay, 1)), "strong, and sometimes hides it")
        if fold_together > 0.5:
            text = f"weak, but they fold {fold_together:.0%} of the time"
            return MixedAct(((raised, fold_together), (give_up, 1 - fold_together)), text)
        return MixedAct.single(
            stay if worth > 0.4 and view.to_call < view.pot else give_up, "waits"
        )

    def worth(self, cards: tuple[Card, Card], view: View) -> float:
        """Return an estimate of the hand's strength, from 0 to 1."""
        if not view.board:
            return min(1.0, max(0.0, points(*cards) / 14))
        made = int(strength.evaluate(cards + view.board).category)
        shared = int(strength.evaluate(view.board).category) if len(view.board) == 5 else 0
        return min(1.0, 0.25 + 0.3 * (made - shared))
