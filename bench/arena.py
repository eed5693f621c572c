"""Measures the cost of the arena itself: `python -m bench --only arena`.

Bots that need hardly any time play heads-up no limit with duplicate deals, blinds 1-2 and stacks of
200, on one core. This measures dealing, asking the bots, checking and playing acts, and accounting.
A hand of two callers has eight acts. A second row measures one question to a program and its
answer, through two pipes.
"""

import sys
from collections.abc import Iterator
from random import Random
from time import process_time

from bench.row import Row
from pokermasa.arena import Match
from pokermasa.arena.match import MatchTask
from pokermasa.bots.process import ProcessBot
from pokermasa.bots.referee import ask
from pokermasa.rules import Blinds, Dealer, HandDealer, Situation, View

PAIRS = (("caller", "caller"), ("random", "random"), ("folder", "folder"))
TURNS = 40
"""Number of turns of each pair. The best one counts, so that a moment of other load on the machine
does not matter.
"""
DEALS = 100
PROGRAM = """
import json, sys
for line in sys.stdin:
    told = json.loads(line)
    if told["type"] == "act":
        print(json.dumps({"turn": told["turn"], "act": "FO"}), flush=True)
"""


def rows(scale: float = 1.0) -> Iterator[Row]:
    for pair in PAIRS:
        yield Row(f"hands, {' v '.join(pair)}", hands(pair, max(1, round(TURNS * scale))))
    yield Row("questions to a program", questions(max(10, round(2000 * scale))))


def hands(pair: tuple[str, str], turns: int) -> float:
    """Return the hands per second of processor time on one core."""
    match = Match.between(*pair, deals=DEALS)
    best = 0.0
    for turn in range(turns):
        room = MatchTask(match, 0, turn % 2)
        began = process_time()
        room.play()
        best = max(best, len(room.deals) / (process_time() - began))
    return best


def questions(count: int) -> float:
    """Return the questions per second of this process's processor time. The program runs on another
    core.
    """
    cards = HandDealer(["Kd Kc", "7s 2h"], "Ah 7c 2d 9s 4h")
    view = View.from_situation(
        Situation(Dealer.start([200, 200], 0, Blinds(1, 2), "tda"), cards), 0
    )
    bot, dice = ProcessBot([sys.executable, "-c", PROGRAM], limit=60.0), Random(1)
    try:
        assert not ask(bot, view, dice).fault
        began = process_time()
        for _ in range(count):
            assert not ask(bot, view, dice).fault
        return count / (process_time() - began)
    finally:
        bot.close()
