"""mybot: plays good cards, and weaker ones at a low price.

    masa match mybot.py caller                  20,000 hands against a bot that always calls
    masa match mybot.py house --hands 2000      against the house bot
    masa bot run mybot.py --server URL          at a table of a room

Only `choose` is required. It is called whenever it is this bot's turn. If it answers too late or
with an act that is not allowed, the bot checks or folds. You may use `print`: its output goes to
standard error, and a match shows the first and last lines of it if there were faults.
"""

from pokermasa import strength
from pokermasa.bots.chen import points
from pokermasa.rules import AllIn, Call, Check, Fold, PlayerAct, Raise, View
from pokermasa.strength import Category


def choose(view: View) -> PlayerAct:
    """Return the act of this turn.

    Useful fields of the view (docs/bots.md lists all of them):

    view.viewer          my index in view.players
    view.players[i]      .cards (my own, or shown), .stack (behind), .wager (in front), .role
    view.board           the community cards
    view.pot             all chips in the pot, including the bets of this round
    view.to_call         chips that a call costs
    view.acts            the acts I may choose: Fold(), Check() or Call(), AllIn(), a few raises
    view.raises          the smallest and largest Raise(to=...), or None
    view.past            every act of the hand so far
    """
    assert view.viewer is not None
    cards = view.players[view.viewer].cards
    assert cards is not None

    if not view.board:
        good = points(*cards)  # the Chen formula: two aces are 20 points, a seven and a deuce -1
        great, fine = good >= 10, good >= 6
    else:
        mine = strength.evaluate(cards + view.board).category
        great, fine = mine >= Category.TWO_PAIR, mine >= Category.ONE_PAIR

    if great and view.raises is not None:
        least, most = view.raises
        return Raise(to=min(most, max(least, view.pot)))
    if great or (fine and view.to_call <= view.pot / 2):
        return stay(view)
    return Check() if Check() in view.acts else Fold()


def stay(view: View) -> PlayerAct:
    """Check or call. If a call takes the last chip, it may be named AllIn."""
    return next(act for act in (Check(), Call(), AllIn()) if act in view.acts)
