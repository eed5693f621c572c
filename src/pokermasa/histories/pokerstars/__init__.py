"""PokerStars hand-history text, the format that trackers and solvers import.

A file holds any number of hands with empty lines between them. No-limit, pot-limit and fixed-limit
hold'em are supported. Other games are refused with their name.

The text does not contain house rules. The reader finds rules that give exactly the calls, returned
bets and winnings of the file, after what the site took (`History.payments`). If none do, the hand
is refused.

>>> from pokermasa.histories import pokerstars
>>> from pokermasa.notation import uci
>>> from pokermasa.histories.record import record
>>> from pokermasa.rules import Blinds, HandDealer
>>> cards = HandDealer(["Kd Kc", "7s 2h", "As Qh"], "Ah 7c 2d 9s 4h")
>>> acts = [uci.read(word) for word in ("RR6", "FO", "AA", "CA")]
>>> history = record([200, 200, 60], 0, Blinds(1, 2), cards, acts, names=["Ann", "Bo", "Cy"],
...     fields={"hand": 7, "year": 2024, "month": 5, "day": 1, "time": "20:00:00"})
>>> text = pokerstars.write(history, hero=0)
>>> print(text, end="")
PokerStars Hand #7: Hold'em No Limit (1/2) - 2024/05/01 20:00:00 ET [2024/05/01 20:00:00 ET]
Table 'pokermasa' 6-max Seat #1 is the button
Seat 1: Ann (200 in chips)
Seat 2: Bo (200 in chips)
Seat 3: Cy (60 in chips)
Bo: posts small blind 1
Cy: posts big blind 2
*** HOLE CARDS ***
Dealt to Ann [Kd Kc]
Ann: raises 4 to 6
Bo: folds
Cy: raises 54 to 60 and is all-in
Ann: calls 54
*** FLOP *** [Ah 7c 2d]
*** TURN *** [Ah 7c 2d] [9s]
*** RIVER *** [Ah 7c 2d 9s] [4h]
*** SHOW DOWN ***
Cy: shows [As Qh] (a pair of Aces)
Ann: mucks hand
Cy collected 121 from pot
*** SUMMARY ***
Total pot 121 | Rake 0
Board [Ah 7c 2d 9s 4h]
Seat 1: Ann (button) mucked [Kd Kc]
Seat 2: Bo (small blind) folded before Flop
Seat 3: Cy (big blind) showed [As Qh] and won (121) with a pair of Aces
>>> from pokermasa.histories.replay import result
>>> result(pokerstars.read(text)) == result(history)
True
"""

from pokermasa.histories.pokerstars.read import read, read_all
from pokermasa.histories.pokerstars.write import write, write_all

__all__ = ["read", "read_all", "write", "write_all"]
