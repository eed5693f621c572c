"""mybot: plays good cards, and what it can afford.

    masa match mybot.py caller                  20,000 hands against a bot that always calls
    masa match mybot.py house --hands 2000      against the house bot
    masa bot run mybot.py --server URL          at a table of a room

Only `choose` has to be there. It is called whenever it is this bot's turn, and whatever it does not
answer in time, or may not do, is checked or folded for it. Use `print` freely: it goes to the
standard error, and a match tells the first and last of it if there were faults.
"""

from pokermasa import strength
from pokermasa.bots.chen import points
from pokermasa.rules import AllIn, Call, Check, Fold, PlayerAct, Raise, View
from pokermasa.strength import Category


def choose(view: View) -> PlayerAct:
    """What to do now.

    Worth knowing of the view (docs/bots.md has every field):

    view.viewer          who I am, as a place in view.players
    view.players[i]      .cards (my own, or shown), .stack (behind), .wager (in front), .role
    view.board           the cards in the middle
    view.pot             all chips in the middle, wagers in front included
    view.to_call         what a call takes
    view.acts            what I may do: Fold(), Check() or Call(), AllIn(), a few raises
    view.raises          the least and the most that Raise(to=...) may name, or None
    view.past            every act of the hand so far
    """
    assert view.viewer is not None
    cards = view.players[view.viewer].cards
    assert cards is not None

    if not view.board:
        good = points(*cards)  # the Chen formula: two aces are 20, a seven and a deuce -1
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
    """Check or call; where a call takes the last chip, the word for it may be AllIn."""
    return next(act for act in (Check(), Call(), AllIn()) if act in view.acts)
