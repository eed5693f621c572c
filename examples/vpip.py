"""Read hands from files and print every player's VPIP: how often they put chips in by choice.

    python examples/vpip.py hands.phhs more.phh

The files are in the PHH format. `masa stats` does this for all formats, with more figures.
"""

import sys
from io import StringIO
from typing import TextIO

from pokermasa import phh
from pokermasa.histories.stats import Stats

SAMPLE = """
[1]
variant = 'NT'
antes = [0, 0, 0]
blinds_or_straddles = [1, 2, 0]
min_bet = 2
starting_stacks = [200, 200, 200]
actions = ['d dh p1 ????', 'd dh p2 ????', 'd dh p3 AhKh', 'p3 cbr 6', 'p1 f', 'p2 cc',
           'd db 2c7d9h', 'p2 cc', 'p3 cbr 8', 'p2 f']
players = ['Ann', 'Bo', 'Cy']
"""
"""Hands that are read if no file is named."""


def add(stats: Stats, file: TextIO) -> None:
    for key, history, error in phh.read_all(file):  # one at a time, however long the file is
        if history is None:
            print(f"hand {key} is left out: {error}", file=sys.stderr)
        else:
            stats.add(history)


def main() -> None:
    stats = Stats()
    for name in sys.argv[1:]:
        with open(name, encoding="utf-8") as file:
            add(stats, file)
    if not sys.argv[1:]:
        add(stats, StringIO(SAMPLE))
    for player in stats:
        print(f"{player.name:20} {player.hands:6} hands   VPIP {player.vpip:5.1%}")


if __name__ == "__main__":
    main()
