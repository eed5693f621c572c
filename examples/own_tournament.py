"""A tournament of your own bots: fifty entrants, several tables, one winner.

python examples/own_tournament.py
"""

from random import Random

from pokermasa import Deck, Masa
from pokermasa.bots.chen import points
from pokermasa.rules import AllIn, Call, Check, Fold, PlayerAct, View
from pokermasa.tournament import Player, Structure, Tournament
from pokermasa.tournament.simulation import played


class Tight:
    """A bot that goes all in with good cards and folds the others."""

    least = 9  # by the Chen formula: two aces are 20, seven and two of different suits -1

    def choose(self, view: View) -> PlayerAct:
        assert view.viewer is not None  # a bot sees from its seat, and its own cards
        me = view.players[view.viewer]
        assert me.cards is not None
        if points(*me.cards) >= self.least and AllIn() in view.acts:
            return AllIn()
        return Check() if Check() in view.acts else Fold()


class Loose(Tight):
    least = 6


class Caller:
    """A bot that never folds and never raises."""

    def choose(self, view: View) -> PlayerAct:
        return Check() if Check() in view.acts else Call()


KINDS = (Tight, Loose, Caller)
STRUCTURE = """
name = "my tournament"
rules = "tda"
seats = 9              # at each table
stack = 1500           # what everybody starts with
entrants = [2, 1000]   # the fewest and the most
buy_in = 100           # the prizes are the sum of these

[levels]
rises = "hands"
every = 10             # hands at a level
beyond = "double"      # the blinds after the last level
scale = [[10, 20], [25, 50], [50, 100], [100, 200], [200, 400], [400, 800], [1000, 2000]]
"""


def main() -> None:
    rng = Random(7)  # the same seed gives the same tournament
    bots = {f"{KINDS[n % 3].__name__} {n}": KINDS[n % 3]() for n in range(50)}
    tournament = Tournament.open(Structure.read(STRUCTURE))
    for name in bots:
        tournament = tournament.register(name).tournament
    tournament = tournament.start(draw=rng.sample(range(50), 50)).tournament

    def choose(player: Player, masa: Masa) -> PlayerAct:
        view = masa.view(masa.to_act)
        assert view is not None  # this player is to act
        return bots[tournament.entrants[player].name].choose(view)

    for change in played(tournament, lambda: Deck.shuffled(rng), choose):
        tournament = change.tournament
    print(f"{tournament.hands} hands")
    for result in tournament.results[:8]:
        print(f"{result.place}. {result.name:12} {result.prize}")


if __name__ == "__main__":
    main()
