"""Random hands played by our own engine, for tests of writers of histories."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import NamedTuple

from pokermasa.cards import Deck
from pokermasa.histories.history import History
from pokermasa.histories.record import record
from pokermasa.rules import (
    AllIn,
    Betting,
    Blinds,
    Call,
    Check,
    Dealer,
    Fold,
    HandDealer,
    HouseRules,
    Move,
    PlayerAct,
    Post,
    Raise,
    Situation,
    StackIndex,
)
from pokermasa.rules.opening import blind_positions

HOUSES = {
    "masa": HouseRules.named("masa"),
    "classic": HouseRules.named("classic"),
    "botpoker": HouseRules.named("botpoker"),
    "limit": HouseRules.named("limit"),
    "tda": HouseRules.named("tda"),
    "tda fixed limit": HouseRules.named("tda").replace(betting=Betting.FIXED_LIMIT),
    "tda pot limit": HouseRules.named("tda").replace(betting=Betting.POT_LIMIT),
}


class Played(NamedTuple):
    moves: list[Move]
    end: Situation
    history: History


def choose(source: Random, situation: Situation) -> PlayerAct:
    """Return a random legal act. Folds are rare, so that most hands reach the flop."""
    acts = list(situation.possible_acts)
    if situation.raises is not None:
        least, most = situation.raises
        acts.append(Raise(source.choice([least, most, source.randint(least, most)])))
    weights = {Fold: 0.2 if Check() in acts else 2, Check: 8, Call: 8, AllIn: 1}
    return source.choices(acts, [weights.get(type(act), 2) for act in acts])[0]


def _posts(
    source: Random, players: int, button: int, blinds: Blinds, rules: HouseRules
) -> list[Post]:
    """Return blinds (the small one may be missing), a straddle, and a post of a new player."""
    posts = [Post()] * players
    small, big = blind_positions(StackIndex(button), players, rules)
    posts[small] = source.choice([Post(blinds.small), Post()])
    posts[big] = Post(blinds.big)
    others = [(big + step) % players for step in range(1, players - 1)]
    if others and source.random() < 0.4:
        posts[others.pop(0)] = Post(2 * blinds.big)
    if others and source.random() < 0.6:
        posts[source.choice(others)] = Post(
            source.choice([blinds.big, blinds.big + blinds.small]),
            source.choice([0, blinds.small]),
            late=True,
        )
    return posts


def play(
    seed: int,
    house: str = "tda",
    players: int | None = None,
    with_posts: bool = False,
    choice: Callable[[Random, Situation], PlayerAct] = choose,
    names: bool = True,
    odd_bets: bool = True,
) -> Played:
    source = Random(f"{seed} {house}")
    rules = HOUSES[house]
    players = players or source.choice([2, 2, 3, 3, 4, 6, 9, 10])
    small, big = source.choice([(1, 2), (5, 10), (50, 100), (2, 5), (1, 1)])
    ante = source.choice([0, 0, 0, 1, big])
    if not rules.allows(Blinds(small, big)):
        big = 2 * small
    blinds = Blinds(small, big, ante, bool(ante) and source.random() < 0.4)
    short = source.random() < 0.3
    stacks = [
        source.randint(1, 3 * big)
        if short and source.random() < 0.5
        else source.randint(10, 200) * big
        for _ in range(players)
    ]
    button = source.randrange(players)
    posts = None
    if with_posts:
        posts = _posts(source, players, button, blinds, rules)
    bets = None
    if odd_bets and rules.betting is Betting.FIXED_LIMIT and source.random() < 0.5:
        bets = (2 * big, 4 * big)
    cards = HandDealer.deal(Deck.shuffled(source), players)
    situation = Situation(Dealer.start(stacks, button, blinds, rules, posts, bets), cards)
    moves = []
    while not situation.end:
        move = situation.move(choice(source, situation))
        moves.append(move)
        situation = move.situation_after
    history = record(
        stacks,
        button,
        blinds,
        cards,
        moves,
        rules=rules,
        posts=posts,
        bets=bets,
        names=[f"Player{number}" for number in range(1, players + 1)] if names else (),
        fields={"hand": seed},
    )
    return Played(moves, situation, history)
