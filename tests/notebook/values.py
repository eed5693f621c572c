"""One value of every class that notebooks show, made once."""

from functools import cache
from random import Random
from typing import Any

from pokermasa import (
    AllIn,
    Blinds,
    Card,
    Dealer,
    Deck,
    Hand,
    HandDealer,
    Masa,
    Raise,
    Range,
    Situation,
    View,
    equities,
    evaluate,
    histories,
)
from pokermasa.arena import Cup, Match, RoundRobin, play, play_all, play_cup
from pokermasa.bots.named import named
from pokermasa.histories import Stats
from pokermasa.solve import Subgame, push_or_fold, solve
from pokermasa.tournament import League, Points, Structure, Tournament
from tests.test_house import REPOSITORY

CARDS = HandDealer(["Kd Kc", "7s 2h", "As Qh"], "Ah 7c 2d 9s 4h")


def situation() -> Situation:
    return Situation(Dealer.start([200, 200, 60], 0, Blinds(1, 2), "tda"), CARDS)


def dealt(sides: int = 6) -> Masa:
    masa = Masa.open(sides, rules="tda")
    for side in range(0, sides, 2):
        masa = masa.buy_in(side, 200).masa
    return masa.deal(Deck.shuffled(Random(1))).masa


def tournament() -> Tournament:
    opened = Tournament.open(Structure.sit_and_go(players=3, stack=200))
    for name in ("Ada", "<b>Blaise</b>", "Cem"):
        opened = opened.register(name).tournament
    return opened.start(draw=[2, 0, 1]).tournament


@cache
def shown() -> dict[str, Any]:
    """Return the values by name."""
    hands = histories.load(REPOSITORY / "tests" / "hands")
    subgame = Subgame.from_board(
        "2c 7d 9h Js Qs", pot=100, stack=100, oop="AA, 88", ip="KK", bets="all-in"
    )
    solution = solve(subgame, target=0.1)
    bots = tuple(map(named, ("caller", "folder")))
    move = situation().move(Raise(to=6))
    sit_and_go = Structure.sit_and_go(players=2, stack=10)
    return {
        "card": Card("As"),
        "hand": Hand("As Kd 7c"),
        "value of a hand": evaluate("As Ks Qs Js Ts"),
        "range": Range("77+, ATs+, KQs, AQo+:0.5"),
        "long range": Range.top(20) | "AhKh, QsJs, 72o:0.123456, 83o:0.3",
        "equity": equities(["AhKh", "QQ+, 76s"], board="2h 7d 9h"),
        "situation": situation(),
        "view": View.from_situation(situation(), 0),
        "ended situation": move.situation_after,
        "masa": Masa.open(5),
        "masa with a hand": dealt(),
        "change": dealt().move(dealt().to_act, AllIn()),
        "history": hands[0],
        "hands": hands,
        "statistics": Stats.from_hands(hands),
        "solution": solution,
        "place": solution.root,
        "place after a check": solution.at("CH"),
        "end": solution.at("CH", "CH"),
        "push or fold": push_or_fold(10),
        "result of a match": play(Match.between("caller", "folder", deals=20), workers=1),
        "cross table": play_all(RoundRobin(bots, deals=20), workers=1),
        "result of a cup": play_cup(Cup(bots, sit_and_go, rounds=2), workers=1),
        "tournament": tournament(),
        "league": League(Points(((10, 2, 0),))).played([(1, "Ada"), (2, "Cem")]),
    }


def named_values() -> list[tuple[str, Any]]:
    return list(shown().items())
