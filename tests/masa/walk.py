"""A random walk over a masa: any order of calls, weighted so that hands are played to the end."""

from random import Random

from pokermasa.cards import Deck
from pokermasa.masa import Entry, Masa, Preselected, Terms
from pokermasa.rules import Blinds, Fold, HeadsUpButton, HouseRules, PlayerAct, Raise
from tests.masa.books import Books

PRESETS = ("masa", "classic", "botpoker", "limit", "tda")
TDA = HouseRules.named("tda")
HOUSES = (
    *map(HouseRules.named, PRESETS),
    TDA,
    TDA.replace(heads_up_button=HeadsUpButton.BIG_BLIND),
)


def opening(rng: Random, house: HouseRules | None = None) -> Masa:
    ante = rng.choice((0, 0, 1, 2))
    sides = rng.choice((2, 3, 4, 5, 5, 6, 9, 10))
    blinds = Blinds(rng.choice((1, 1, 2)), 2, ante, ante > 0 and rng.random() < 0.5)
    rules = house or rng.choice(HOUSES)
    return Masa.open(
        sides=sides,
        blinds=blinds if rules.allows(blinds) else blinds._replace(small=1),
        rules=rules,
        terms=Terms(
            least_buy_in=rng.choice((1, 10)),
            most_buy_in=300,
            entry=rng.choice(tuple(Entry)),
            straddle=rng.random() < 0.5,
            run_twice=rng.random() < 0.5,
            time_bank=30,
            absent_play=rng.random() < 0.2,
        ),
    )


def chosen(masa: Masa, rng: Random) -> PlayerAct:
    """Return a legal act of the side to act, rarely a fold."""
    assert masa.to_act is not None
    view = masa.view(masa.to_act)
    assert view is not None
    acts = [act for act in view.acts if not isinstance(act, Fold)]
    act = Fold() if not acts or rng.random() < 0.15 else rng.choice(acts)
    if isinstance(act, Raise):
        assert view.raises is not None
        act = Raise(min(rng.randint(*view.raises), view.raises[0] + rng.choice((0, 3, 500))))
    return act


def step(books: Books, rng: Random, leisure: float = 0.3) -> None:
    """Make one call: an act or a deal, or with probability *leisure* any other call."""
    masa = books.masa
    if rng.random() >= leisure:
        if masa.to_act is not None:
            books.do("move", masa.to_act, chosen(masa, rng))
            return
        if masa.is_dealable:
            books.do("deal", Deck.shuffled(rng))
            return
    side = rng.randrange(masa.sides)
    match rng.randrange(18):
        case 0 | 1 | 2:
            books.do("buy_in", side, rng.choice((1, 3, 20, 100, 299)))
        case 3:
            books.do("sitout_next", side, rng.random() < 0.6)
        case 4:
            books.do("leave", side)
        case 5:
            books.do("away", side)
        case 6 | 7:
            books.do("back", side, rng.random() < 0.5)
        case 8 | 9:
            books.do("top_up", side, rng.randint(1, 100))
        case 10:
            books.do("straddle", side, rng.random() < 0.8)
        case 11:
            books.do("preselect", side, rng.choice((*Preselected, None)))
        case 12:
            books.do("timed_out", side)
        case 13 | 14:
            books.do("run_twice", side, rng.random() < 0.8)
        case 15:
            books.do("show", side)
        case 16:
            books.do("spend_time_bank", side, rng.randrange(10))
        case 17:
            if rng.random() < 0.2:
                books.do("abort")
            else:
                books.crash()


def walk(rng: Random, steps: int, house: HouseRules | None = None, leisure: float = 0.3) -> Books:
    books = Books(opening(rng, house))
    for side in range(books.masa.sides):
        if rng.random() < 0.7:
            books.do("buy_in", side, rng.choice((20, 100, 299)))
    for _ in range(steps):
        step(books, rng, leisure)
        books.check()
    assert books.replayed() == books.masa
    return books
