"""The stone: checks, and folds to any wager."""

from pokermasa.rules import PlayerAct, View
from pokermasa.rules.legal import CHECK, FOLD


class Folder:
    def choose(self, view: View) -> PlayerAct:
        return CHECK if CHECK in view.acts else FOLD
