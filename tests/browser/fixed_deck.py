"""Runs a room in which every deck has the same order, so that a test knows who wins.

The player left of the button gets the ace of spades and wins against one to three opponents, also
on the second board if the hand is run twice.
"""

from pokermasa.cards import Deck

ACE = "As"
ORDER = "As 2h Ks Qs 9s Th 6s Jd 3s Js 2s 4d 8c 5s Ac Kc 7d 3h"


if __name__ == "__main__":
    from pokermasa.server.table import deal

    # Replaced before any other module imports the function.
    deal.fresh_deck = lambda: Deck(ORDER)
    from pokermasa.cli import main

    main()
