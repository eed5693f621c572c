"""A room like any other, but every deck lies in the same order: whoever sits left of the button has
the ace of spades, and with it the best hand of two to four players, on a second board too where it
is run twice. So a test decides who wins."""

from pokermasa.cards import Deck

ACE = "As"
ORDER = "As 2h Ks Qs 9s Th 6s Jd 3s Js 2s 4d 8c 5s Ac Kc 7d 3h"


if __name__ == "__main__":
    from pokermasa.server.table import deal

    # Before anybody has taken the other one.
    deal.fresh_deck = lambda: Deck(ORDER)
    from pokermasa.cli import main

    main()
