"""`masa bench`: how fast this machine is, beside whichever other engines are installed.

Each plays or evaluates the same kind of hands, on one core, in turns, and keeps its best turn: a
busy moment of the machine hurts none more than the others.
"""

import json as json_text
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import StrEnum
from functools import partial
from importlib import import_module
from random import Random
from time import process_time
from types import FunctionType
from typing import Annotated, Any, NamedTuple

import numpy as np
import typer

from pokermasa import strength
from pokermasa.batch import CALL, FOLD, RAISE, Table, Tables, evaluate, rollout
from pokermasa.cards import CARDS, Deck
from pokermasa.cli import output, peers
from pokermasa.cli.number import between
from pokermasa.cli.peers import BLINDS, PLAYERS, STACK
from pokermasa.rules import AllIn, Check, Dealer, HandDealer, HouseRules, Raise, Situation

STACKS = (STACK,) * PLAYERS
TABLES = 65_536
TURNS = 5

Work = Callable[[], int]
"""Does something, and tells how often."""


class Row(NamedTuple):
    what: str
    ours: float
    """A second."""
    peer: str
    theirs: float | None
    """A second; None if that engine could not be measured."""
    note: str = ""
    """Why it could not, or what is worth knowing."""

    @property
    def times(self) -> float | None:
        return None if self.theirs is None else self.ours / self.theirs


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
            help="Seconds for each engine.",
        ),
    ] = 1.0,
    only: Annotated[Only | None, typer.Option(help="Only this part.")] = None,
    json: output.Json = False,
) -> None:
    """Hands, acts and evaluations a second on one core, beside other engines.

    Rows where another engine is faster are printed too. To install the other engines:
    pip install eval7 pokerkit texasholdem clubs pokers open_spiel"""
    if json:
        measured = [row._asdict() | {"times": row.times} for row in rows(seconds, only)]
        typer.echo(json_text.dumps(measured, indent=2))
        return
    line = "{:24} {:>10}   {:24} {:>10} {:>9}  {}"
    typer.echo(line.format("a second, on one core", "pokermasa", "other", "its", "times", ""))
    for row in rows(seconds, only):
        theirs = "" if row.theirs is None else told(row.theirs)
        times = "" if row.times is None else f"{row.times:,.2f}"
        said = line.format(row.what, told(row.ours), row.peer, theirs, times, row.note)
        typer.echo(said.rstrip())
        sys.stdout.flush()


def told(number: float) -> str:
    """
    >>> told(245_102_331), told(49_276.5), told(320)
    ('245.1 M', '49.3 k', '320')
    """
    if number >= 1e6:
        return f"{number / 1e6:,.1f} M"
    return f"{number / 1e3:,.1f} k" if number >= 1e4 else f"{number:,.0f}"


def rows(seconds: float = 1.0, only: Only | None = None) -> Iterator[Row]:
    for name, part in PARTS.items():
        if only in (None, name):
            yield from part(seconds)


def compare(
    what: str, ours: Work, peers: dict[str, Callable[[], Work]], seconds: float, note: str = ""
) -> Iterator[Row]:
    """Ours and every peer, in turns. One that is not installed, or crashes, gets a row that says
    so."""
    works: dict[str, Work] = {"": ours}
    notes = dict.fromkeys(peers, note)
    best = {"": 0.0}

    def tried(name: str, ask: Callable[[], float]) -> float:
        """What *ask* answers; 0 for a peer that failed and takes part no longer."""
        try:
            return ask()
        except ImportError as error:
            notes[name] = f"not installed ({error})"
        except Exception as error:
            if not name:
                raise  # ours never may
            notes[name] = f"crashed: {type(error).__name__}: {error}"
        works.pop(name, None)
        best.pop(name, None)
        return 0.0

    def prepare(name: str, peer: Callable[[], Work]) -> float:
        works[name] = peer()
        works[name]()  # compiled, and tables filled
        return 0.0

    with quiet():
        ours()
        for name, peer in peers.items():
            tried(name, partial(prepare, name, peer))
        for _ in range(TURNS):
            for name, work in [*works.items()]:
                paced = tried(name, partial(pace, work, seconds / TURNS))
                if name in works:
                    best[name] = max(best.get(name, 0.0), paced)
    for name in peers:
        yield Row(what, best[""], name, best.get(name), notes[name])


def pace(work: Work, seconds: float) -> float:
    """How often a second, of this process's own time."""
    began = process_time()
    until, count = began + seconds, 0
    while (now := process_time()) < until or not count:
        count += work()
    return count / max(now - began, 1e-9)


@contextmanager
def quiet() -> Iterator[None]:
    """One of the engines prints from Rust at every showdown."""
    sys.stdout.flush()
    kept = os.dup(1)
    with open(os.devnull, "wb") as nothing:
        os.dup2(nothing.fileno(), 1)
    try:
        yield
    finally:
        sys.stdout.flush()
        os.dup2(kept, 1)
        os.close(kept)


# Evaluations


def evaluations(seconds: float) -> Iterator[Row]:
    source = Random(1)
    numbers = [source.sample(range(52), 7) for _ in range(10_000)]
    array = np.array(numbers, np.uint8)
    bulk = np.ascontiguousarray(np.tile(array, (20, 1)))
    taken = [tuple([CARDS[number] for number in hand]) for hand in numbers]

    def eval7() -> Work:
        module: Any = import_module("eval7")
        cards = [module.Card(str(card)) for card in CARDS]
        hands = [tuple([cards[number] for number in hand]) for hand in numbers]
        return asking(module.evaluate, hands)

    def pokerkit() -> Work:
        module: Any = import_module("pokerkit")
        cards = [next(module.Card.parse(str(card))) for card in CARDS]
        hands = [tuple([cards[number] for number in hand]) for hand in numbers[:100]]
        return asking(module.StandardHighHand.from_game, hands)

    others = {"eval7": eval7, "pokerkit": pokerkit}
    yield from compare("7 cards, in bulk", lambda: len(evaluate(bulk)), others, seconds)
    yield from compare("7 cards, `number`", asking(strength.number, taken), others, seconds)
    yield from compare("7 cards, `evaluate`", asking(strength.evaluate, taken), others, seconds)


def asking(ask: Callable[[Any], object], hands: list[Any]) -> Work:
    """A loop of its own: CPython fits a loop to what it calls, and one for all would fit none."""
    each = FunctionType(_each.__code__.replace(), globals())
    return lambda: each(ask, hands)


def _each(ask: Callable[[Any], object], hands: list[Any]) -> int:
    for hand in hands:
        ask(hand)
    return len(hands)


# Whole hands, six-handed, no limit, at random: to fold (where there is something to call), to check
# or call, and to raise are as likely, and so is each amount.


def hands(seconds: float) -> Iterator[Row]:
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

    yield from compare(
        "hands, `Situation.move`",
        ours,
        {name: partial(hand_by_hand, peer) for name, peer in peers.PEERS.items()},
        seconds,
    )


def hands_at_table(seconds: float) -> Iterator[Row]:
    table, source = Table(len(STACKS), "tda", STACKS, BLINDS), Random(1)

    def ours() -> int:
        table.deal()
        while not table.is_over:
            choice = peers.pick(source, table.to_call, table.most > 0)
            if choice == RAISE:
                table.act(RAISE, peers.any_of(source, table.least, table.most))
            else:
                table.act(choice)
        assert sum(table.results) == 0
        return 1

    yield from compare(
        "hands, `Table.act`",
        ours,
        {name: partial(hand_by_hand, peer) for name, peer in peers.PEERS.items()},
        seconds,
    )


def hand_by_hand(peer: Callable[[], peers.Play]) -> Work:
    play, source = peer(), Random(1)

    def work() -> int:
        play(source)
        return 1

    return work


def rollouts(seconds: float) -> Iterator[Row]:
    numbers = iter(range(10**9))

    def ours() -> int:
        return rollout(20_000, len(STACKS), "random", "tda", STACKS, BLINDS, next(numbers)).hands

    others: dict[str, Callable[[], Work]] = {
        name: partial(hand_by_hand, peer) for name, peer in peers.PEERS.items()
    }
    others["open_spiel, its own loop"] = open_spiel
    yield from compare("hands, `rollout`", ours, others, seconds)


def open_spiel() -> Work:
    """Its own loop over its own random bots, to which every amount is an act of its own."""
    module: Any = import_module("pyspiel")
    game = peers.spiel_game(module)
    bots = [module.make_uniform_random_bot(place, place) for place in range(len(STACKS))]
    numbers = iter(range(10**9))

    def play() -> int:
        for _ in range(100):
            module.evaluate_bots(game.new_initial_state(), bots, next(numbers))
        return 100

    return play


# Acts, from Python


def steps(seconds: float) -> Iterator[Row]:
    tables = Tables(TABLES, len(STACKS), "tda", STACKS, BLINDS)
    luck = np.random.default_rng(1)

    def ours() -> int:
        legal = tables.legal()
        acts = luck.integers(FOLD, RAISE + 1, TABLES)
        closed = np.where(acts == FOLD, legal.to_call == 0, legal.most == 0)
        acts = np.where(closed, CALL, acts)
        span = legal.most - legal.least + 1
        tables.step(acts, legal.least + (luck.random(TABLES) * span).astype(np.int64))
        return TABLES

    def open_spiel() -> Work:
        play, source = peers.open_spiel(), Random(1)
        return lambda: play(source)

    note = f"{TABLES:,} tables in {tables.nbytes / 2**20:.0f} MiB"
    others = {"open_spiel, in C++": open_spiel}
    yield from compare("acts, `Tables.step`", ours, others, seconds, note)


PARTS: dict[Only, Callable[[float], Iterator[Row]]] = {
    Only.EVALUATE: evaluations,
    Only.TABLE: hands_at_table,
    Only.HANDS: hands,
    Only.ROLLOUT: rollouts,
    Only.STEPS: steps,
}
