"""PHH, the Poker Hand History format: one hand in a `.phh` file, several in a `.phhs` file.

A hand is a TOML table. No-limit (`NT`), fixed-limit (`FT`) and pot-limit hold'em (`PT`, which is
not in the standard) are supported. Other games are refused with their name.

>>> from pokermasa.histories import phh
>>> from pokermasa.histories.replay import result
>>> history = phh.read('''
... variant = 'NT'
... antes = [0, 0]
... blinds_or_straddles = [1, 2]
... min_bet = 2
... starting_stacks = [420, 123.60]
... actions = ['d dh p1 ????', 'd dh p2 ????', 'p2 cbr 4', 'p1 f']
... ''')
>>> history.scale, result(history).net
(100, (-200, 200))
"""

from pokermasa.histories.phh.read import read, read_all
from pokermasa.histories.phh.write import write, write_all

__all__ = ["read", "read_all", "write", "write_all"]
