"""`masa bench`: how fast this machine is, beside whichever other engines are installed.

Each plays or evaluates the same kind of hands, on one core, in turns, and keeps its best turn: a
busy moment of the machine hurts none more than the others.
"""

import json as json_text
from collections.abc import Callable, Iterator
from importlib import import_module
from random import Random
from time import process_time
from typing import Annotated, Any, NamedTuple

import numpy as np
import typer
from rich.console import Console
from rich.table import Table

from pokermasa import strength
from pokermasa.batch import CALL, FOLD, RAISE, Tables, evaluate, rollout
from pokermasa.cards import CARDS, Deck
from pokermasa.rules import AllIn, Blinds, Check, Dealer, HandDealer, HouseRules, Raise, Situation

STACKS = (200, 150, 100, 300, 60, 200)
BLINDS = Blinds(1, 2)
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
    """A second; None if that engine is not installed."""
    note: str = ""

    @property
    def times(self) -> float | None:
        return None if self.theirs is None else self.ours / self.theirs


def bench(
    seconds: Annotated[
        float, typer.Option(min=0.01, help="How long each engine takes, all its turns together.")
    ] = 1.0,
    json: Annotated[bool, typer.Option("--json", help="For programs.")] = False,
) -> None:
    """Hands, acts and evaluations a second on one core, beside other engines."""
    measured = list(rows(seconds))
    if json:
        as_dicts = [row._asdict() | {"times": row.times} for row in measured]
        typer.echo(json_text.dumps(as_dicts, indent=2))
        return
    table = Table("a second, on one core", show_edge=False)
    for name in ("pokermasa", "other", "its", "times"):
        table.add_column(name, justify="left" if name == "other" else "right", no_wrap=True)
    for row in measured:
        theirs = "not installed" if row.theirs is None else told(row.theirs)
        times = "" if row.times is None else f"{row.times:,.1f}"
        table.add_row(row.what, told(row.ours), row.peer, theirs, times)
    console = Console(highlight=False)
    console.print(table)
    for note in {row.note: None for row in measured if row.note}:
        console.print(note, style="dim")


def told(number: float) -> str:
    """
    >>> told(245_102_331), told(49_276.5), told(320)
    ('245.1 M', '49.3 k', '320')
    """
    if number >= 1e6:
        return f"{number / 1e6:,.1f} M"
    return f"{number / 1e3:,.1f} k" if number >= 1e4 else f"{number:,.0f}"


def rows(seconds: float = 1.0) -> Iterator[Row]:
    yield from evaluations(seconds)
    yield from hands(seconds)
    yield from rollouts(seconds)
    yield from steps(seconds)


def compare(
    what: str, ours: Work, peers: dict[str, Callable[[], Work]], seconds: float, note: str = ""
) -> Iterator[Row]:
    """Ours and every peer that is installed, in turns."""
    works: dict[str, Work | None] = {name: _installed(peer) for name, peer in peers.items()}
    found = {"": ours} | {name: work for name, work in works.items() if work is not None}
    best = dict.fromkeys(found, 0.0)
    for work in found.values():
        work()  # compiled, and tables filled
    for _ in range(TURNS):
        for name, work in found.items():
            best[name] = max(best[name], pace(work, seconds / TURNS))
    for name in peers:
        yield Row(what, best[""], name, best.get(name), note)


def pace(work: Work, seconds: float) -> float:
    """How often a second, of this process's own time."""
    began = process_time()
    until, count = began + seconds, 0
    while (now := process_time()) < until or not count:
        count += work()
    return count / (now - began)


def _installed(peer: Callable[[], Work]) -> Work | None:
    try:
        return peer()
    except ImportError:
        return None


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
        return lambda: _each(module.evaluate, hands)

    peers = {"eval7": eval7}
    yield from compare("7 cards, in bulk", lambda: len(evaluate(bulk)), peers, seconds)
    yield from compare("7 cards", lambda: _each(strength.number, taken), peers, seconds)


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

    yield from compare("hands, `Situation.move`", ours, {"pokerkit": pokerkit}, seconds)


def rollouts(seconds: float) -> Iterator[Row]:
    numbers = iter(range(10**9))

    def ours() -> int:
        return rollout(20_000, len(STACKS), "random", "tda", STACKS, BLINDS, next(numbers)).hands

    peers = {"pokerkit": pokerkit, "open_spiel, in C++": open_spiel}
    yield from compare("hands, `rollout`", ours, peers, seconds)


def pokerkit() -> Work:
    module: Any = import_module("pokerkit")
    game = module.NoLimitTexasHoldem(
        tuple(module.Automation),
        ante_trimming_status=True,
        raw_antes=0,
        raw_blinds_or_straddles=BLINDS[:2],
        min_bet=BLINDS.big,
    )
    source = Random(1)

    def play() -> int:
        state = game(STACKS, len(STACKS))
        while state.status:
            least = state.min_completion_betting_or_raising_to_amount
            choice = _choose(source, state.checking_or_calling_amount > 0, least is not None)
            if choice == FOLD:
                state.fold()
            elif choice == CALL:
                state.check_or_call()
            else:
                most = state.max_completion_betting_or_raising_to_amount
                to = least + int(source.random() * (most - least + 1))
                state.complete_bet_or_raise_to(to)
        return 1

    return play


def open_spiel() -> Work:
    """Its own loop over its own random bots, to which every amount is an act of its own."""
    module: Any = import_module("pyspiel")
    game = spiel_game(module)
    bots = [module.make_uniform_random_bot(place, place) for place in range(len(STACKS))]
    numbers = iter(range(10**9))

    def play() -> int:
        for _ in range(100):
            module.evaluate_bots(game.new_initial_state(), bots, next(numbers))
        return 100

    return play


def spiel_game(module: Any) -> Any:
    options = {
        "betting": "nolimit",
        "bettingAbstraction": "fullgame",
        "numPlayers": len(STACKS),
        "numRounds": 4,
        "blind": f"{BLINDS.small} {BLINDS.big}" + " 0" * (len(STACKS) - 2),
        "firstPlayer": "3 1 1 1",
        "numSuits": 4,
        "numRanks": 13,
        "numHoleCards": 2,
        "numBoardCards": "0 3 1 1",
        "stack": " ".join(map(str, STACKS)),
    }
    return module.load_game("universal_poker", options)


def _choose(source: Random, may_fold: bool, may_raise: bool) -> int:
    if may_fold:
        return int(source.random() * (2 + may_raise))
    return CALL + int(source.random() * (1 + may_raise))


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
        game = spiel_game(import_module("pyspiel"))
        source = Random(1)
        deck = list(range(52))

        def play() -> int:
            source.shuffle(deck)
            cards = iter(deck)
            state, acts = game.new_initial_state(), 0
            while not state.is_terminal():
                if state.is_chance_node():
                    state.apply_action(next(cards))
                    continue
                legal = state.legal_actions()
                first_raise = 2 if legal[0] == FOLD else 1
                choice = _choose(source, legal[0] == FOLD, len(legal) > first_raise)
                if choice == RAISE:
                    choice = legal[first_raise + int(source.random() * (len(legal) - first_raise))]
                state.apply_action(choice)
                acts += 1
            return acts

        return play

    note = f"{TABLES:,} tables in {tables.nbytes / 2**20:.0f} MiB"
    peers = {"open_spiel": open_spiel}
    yield from compare("acts, `Tables.step`", ours, peers, seconds, note)
