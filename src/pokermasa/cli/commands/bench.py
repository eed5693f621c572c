"""`masa bench`: measures the speed of this machine on one core.

`make bench` compares it with other engines (bench/beside.py).
"""

import json as json_text
import sys
from collections.abc import Callable, Iterator
from enum import StrEnum
from random import Random
from time import process_time
from types import FunctionType
from typing import Annotated, Any, NamedTuple

import numpy as np
import typer

from pokermasa import strength
from pokermasa.batch import CALL, FOLD, RAISE, Table, Tables, evaluate, rollout
from pokermasa.cards import CARDS, Deck
from pokermasa.cli import output
from pokermasa.cli.number import between
from pokermasa.rules import AllIn, Blinds, Check, Dealer, HandDealer, HouseRules, Raise, Situation

PLAYERS = 6
STACK = 200
BLINDS = Blinds(1, 2)
STACKS = (STACK,) * PLAYERS
TABLES = 65_536
TURNS = 5
"""Number of measurements of each part. The best one counts, because other programs may slow down
some of them."""

Work = Callable[[], int]
"""A function that does some work and returns the number of hands, acts or evaluations."""


class Part(NamedTuple):
    what: str
    work: Work
    note: str = ""


class Only(StrEnum):
    EVALUATE = "evaluate"
    TABLE = "table"
    HANDS = "hands"
    ROLLOUT = "rollout"
    STEPS = "steps"


def bench(
    seconds: Annotated[
        float,
        typer.Option(
            parser=between(0.01, 3600),
            metavar="SECONDS",
            help="Seconds for each part.",
        ),
    ] = 1.0,
    only: Annotated[Only | None, typer.Option(help="Only this part.")] = None,
    json: output.Json = False,
) -> None:
    """Measure hands, acts and evaluations a second on one core of this machine."""
    if json:
        measured = [
            {
                "what": measurement.what,
                "ours": measure(measurement.work, seconds),
                "note": measurement.note,
            }
            for measurement in parts(only)
        ]
        typer.echo(json_text.dumps(measured, indent=2))
        return
    line = "{:24} {:>10}  {}"
    typer.echo(line.format("a second, on one core", "pokermasa", "").rstrip())
    for measurement in parts(only):
        said = line.format(
            measurement.what, shown(measure(measurement.work, seconds)), measurement.note
        )
        typer.echo(said.rstrip())
        sys.stdout.flush()


def shown(number: float) -> str:
    """Return a number in a short form, with k for thousands and M for millions.

    >>> shown(245_102_331), shown(49_276.5), shown(320)
    ('245.1 M', '49.3 k', '320')
    """
    if number >= 1e6:
        return f"{number / 1e6:,.1f} M"
    return f"{number / 1e3:,.1f} k" if number >= 1e4 else f"{number:,.0f}"


def parts(only: Only | None = None) -> Iterator[Part]:
    for name, measurement in PARTS.items():
        if only in (None, name):
            yield from measurement()


def measure(function: Work, seconds: float) -> float:
    """Return the amount of *function* done per second in the fastest of `TURNS` measurements."""
    function()  # compile the code and fill the tables first
    return max(pace(function, seconds / TURNS) for _ in range(TURNS))


def pace(function: Work, seconds: float) -> float:
    """Return the amount of *function* done per second of this process's CPU time."""
    began = process_time()
    until, count = began + seconds, 0
    while (now := process_time()) < until or not count:
        count += function()
    return count / max(now - began, 1e-9)


# Evaluations


def evaluations() -> Iterator[Part]:
    source = Random(1)
    numbers = [source.sample(range(52), 7) for _ in range(10_000)]
    bulk = np.ascontiguousarray(np.tile(np.array(numbers, np.uint8), (20, 1)))
    taken = [tuple([CARDS[number] for number in hand]) for hand in numbers]
    yield Part("7 cards, in bulk", lambda: len(evaluate(bulk)))
    yield Part("7 cards, `number`", asking(strength.rank, taken))
    yield Part("7 cards, `evaluate`", asking(strength.evaluate, taken))


def asking(ask: Callable[[Any], object], hands: list[Any]) -> Work:
    """Return a function that applies *ask* to all hands. Each one has its own copy of the loop,
    because CPython specialises a loop's code for the function called in it."""
    each = FunctionType(_each.__code__.replace(), globals())
    return lambda: each(ask, hands)


def _each(ask: Callable[[Any], object], hands: list[Any]) -> int:
    for hand in hands:
        ask(hand)
    return len(hands)


# Whole hands, six players, no limit, random acts: folding (if there is something to call), checking
# or calling, and raising are equally likely, and so are all amounts.


def pick(source: Random, may_fold: object, may_raise: bool) -> int:
    """Return a random act, all with equal probability. It never folds where checking is free,
    because some engines refuse that."""
    if may_fold:
        return int(source.random() * (2 + may_raise))
    return 1 + int(source.random() * (1 + may_raise))


def any_of(source: Random, least: int, most: int) -> int:
    return least + int(source.random() * (most - least + 1))


def hands() -> Iterator[Part]:
    rules, source = HouseRules.named("tda"), Random(1)

    def ours() -> int:
        cards = HandDealer.deal(Deck.shuffled(source), len(STACKS), button=0)
        situation = Situation(Dealer.start(STACKS, 0, BLINDS, rules), cards)
        while not situation.end:
            fold, stay, *raising = situation.possible_acts
            ways = [stay] if isinstance(stay, Check) else [fold, stay]
            choice = int(source.random() * (len(ways) + bool(raising)))
            if choice < len(ways):
                act = ways[choice]
            elif situation.raises is None:
                act = AllIn()
            else:
                least, most = situation.raises
                to = least + int(source.random() * (most - least + 2))
                act = Raise(to) if to <= most else AllIn()
            situation = situation.move(act).situation_after
        return 1

    yield Part("hands, `Situation.move`", ours)


def hands_at_table() -> Iterator[Part]:
    table, source = Table(len(STACKS), "tda", STACKS, BLINDS), Random(1)

    def ours() -> int:
        table.deal()
        while not table.is_over:
            choice = pick(source, table.to_call, table.most > 0)
            if choice == RAISE:
                table.act(RAISE, any_of(source, table.least, table.most))
            else:
                table.act(choice)
        assert sum(table.results) == 0
        return 1

    yield Part("hands, `Table.act`", ours)


def rollouts() -> Iterator[Part]:
    numbers = iter(range(10**9))

    def ours() -> int:
        return rollout(20_000, len(STACKS), "random", "tda", STACKS, BLINDS, next(numbers)).hands

    yield Part("hands, `rollout`", ours)


# Single acts from Python


def steps() -> Iterator[Part]:
    tables = Tables(TABLES, len(STACKS), "tda", STACKS, BLINDS)
    generator = np.random.default_rng(1)

    def ours() -> int:
        legal = tables.legal()
        acts = generator.integers(FOLD, RAISE + 1, TABLES)
        closed = np.where(acts == FOLD, legal.to_call == 0, legal.most == 0)
        acts = np.where(closed, CALL, acts)
        span = legal.most - legal.least + 1
        tables.step(acts, legal.least + (generator.random(TABLES) * span).astype(np.int64))
        return TABLES

    note = f"{TABLES:,} tables in {tables.nbytes / 2**20:.0f} MiB"
    yield Part("acts, `Tables.step`", ours, note)


PARTS: dict[Only, Callable[[], Iterator[Part]]] = {
    Only.EVALUATE: evaluations,
    Only.TABLE: hands_at_table,
    Only.HANDS: hands,
    Only.ROLLOUT: rollouts,
    Only.STEPS: steps,
}
