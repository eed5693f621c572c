"""`Tables` and `rollout` play the same game as `Dealer`: every decision, and every result."""

import os
import time
from random import Random
from typing import Any

import pytest

from pokermasa.batch import CALL, cards_of, rollout
from pokermasa.cards import CARDS, Deck
from pokermasa.rules import (
    AllInRule,
    Betting,
    Blinds,
    Dealer,
    HandDealer,
    HeadsUpButton,
    HouseRules,
    LeastRaise,
    OddChips,
    Reopening,
    ShortAntes,
    ShortBigBlind,
    Situation,
)
from tests.batch.twin import as_act, play
from tests.cases import each

MASA, TDA, LIMIT = (HouseRules.named(name) for name in ("masa", "tda", "limit"))
CLASSIC, BOTPOKER = HouseRules.named("classic"), HouseRules.named("botpoker")
POT_LIMIT, FIXED_LIMIT = Betting.POT_LIMIT, Betting.FIXED_LIMIT
HOUSES = [
    MASA,
    TDA,
    LIMIT,
    MASA.replace(betting=POT_LIMIT),
    TDA.replace(betting=POT_LIMIT),
    TDA.replace(betting=FIXED_LIMIT),
    CLASSIC,
    BOTPOKER,
    LIMIT.replace(raise_cap=(1, 2, 3, 0), cap_counts_bet=True, cap_lifts_heads_up=False),
    LIMIT.replace(reopening=Reopening.ANY, raise_cap=None, short_antes=ShortAntes.SHARED),
    BOTPOKER.replace(betting=FIXED_LIMIT, odd_chips=OddChips.FIRST_WINNER),
    TDA.replace(reopening=Reopening.ANY, short_antes=ShortAntes.SHARED),
    CLASSIC.replace(least_raise=LeastRaise.ANY),
    BOTPOKER.replace(least_raise=LeastRaise.ANY, betting=POT_LIMIT),
]
BLINDS = [
    Blinds(1, 2),
    Blinds(5, 10, ante=3),
    Blinds(1, 2, ante=2, big_blind_ante=True),
    Blinds(0, 1),
    Blinds(3, 10, ante=12),
]
HANDS = 40_000


@pytest.mark.rotated
@pytest.mark.sampled(4)
@pytest.mark.parametrize("rules", HOUSES, ids=lambda rules: rules.name)
def test_compiled_tables_equal_the_rules_at_every_decision_and_every_end(rules: HouseRules) -> None:
    whole = HANDS // len(HOUSES) + 1
    played = 0
    for players in range(2, 11):
        blinds = allowed(BLINDS[(players + HOUSES.index(rules)) % len(BLINDS)], rules)
        played += play(rules, players, blinds, hands=whole // 9 + 1, seed=players)
    assert played >= whole


def allowed(blinds: Blinds, rules: HouseRules) -> Blinds:
    """Return the blinds; where the house rules require it, with a big blind of twice the small
    blind."""
    small = max(blinds.small, 1)
    return blinds if rules.allows(blinds) else blinds._replace(small=small, big=2 * small)


@pytest.mark.soak
def test_soak_compiled_tables_equal_the_rules_at_every_decision_and_every_end() -> None:
    until = time.monotonic() + float(os.environ.get("SECONDS") or 60)
    seed = int(os.environ.get("SEED") or time.time())
    source = Random(seed)
    played = 0
    while time.monotonic() < until:
        rules = any_house(source)
        big = source.randint(1, 30)
        ante = source.choice([0, 0, source.randint(1, 2 * big)])
        blinds = Blinds(source.randint(0, big), big, ante, source.random() < 0.5)
        players, number = source.randint(2, 10), source.randrange(2**64)
        try:
            played += play(rules, players, blinds, hands=500, seed=number)
        except BaseException:
            print(f"\nSEED={seed}: {rules.name}, {players} players, {blinds}, seed {number}")
            raise
    print(f"\n{played:,} hands, seed {seed}")


def any_house(source: Random) -> HouseRules:
    cap: Any = tuple(source.randint(0, 4) for _ in range(4))
    return HouseRules(
        betting=source.choice([*Betting]),
        heads_up_button=source.choice([*HeadsUpButton]),
        all_in=source.choice([*AllInRule]),
        least_raise=source.choice([*LeastRaise]),
        reopening=source.choice([*Reopening]),
        short_big_blind=source.choice([*ShortBigBlind]),
        short_antes=source.choice([*ShortAntes]),
        odd_chips=source.choice([*OddChips]),
        raise_cap=source.choice([None, cap]),
        cap_counts_bet=source.random() < 0.5,
        cap_lifts_heads_up=source.random() < 0.5,
    )


@each("rules", [MASA, TDA, LIMIT, BOTPOKER])
@each(
    ("stacks", "blinds"),
    [
        ([100] * 6, Blinds(1, 2)),
        ([1, 1], Blinds(1, 2)),  # decided by the blinds, always
        ([1, 50], Blinds(1, 2)),
        ([7, 3, 5, 2, 9], Blinds(2, 4, ante=3)),
        ([1, 2, 3, 4], Blinds(1, 2, ante=5, big_blind_ante=True)),
        ([30, 11, 4, 200, 90, 60, 1, 17, 200, 5], Blinds(5, 10, ante=1)),
    ],
)
def test_a_rollout_pays_the_same_as_the_rules(
    rules: HouseRules, stacks: list[int], blinds: Blinds
) -> None:
    """All players call, so every hand reaches a showdown; hands decided by the blinds are
    included."""
    players = len(stacks)
    results = rollout(
        60, players, "caller", rules, stacks, blinds, seed=5, start=7, keep=True
    ).results.tolist()
    decks = cards_of(60, players, seed=5, start=7).tolist()
    for number, (deck, result) in enumerate(zip(decks, results, strict=True), start=7):
        button = number % players
        cards = HandDealer.deal(Deck([CARDS[card] for card in deck]), players, button)
        situation = Situation(Dealer.start(stacks, button, blinds, rules), cards)
        while not situation.end:
            situation = situation.move(as_act(situation.legal, CALL, 0)).situation_after
        ended = situation.outcome.winners.stacks
        assert [end - begin for end, begin in zip(ended, stacks, strict=True)] == result
