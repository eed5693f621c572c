"""A random start of a hand, determined by two numbers: seats, stacks, blinds, betting and cards."""

from dataclasses import dataclass
from random import Random

from pokermasa.cards import Deck
from pokermasa.rules import (
    Betting,
    Blinds,
    Dealer,
    HandDealer,
    HouseRules,
    Post,
    ShortAntes,
    Situation,
)

BLINDS = ((1, 2), (1, 2), (5, 10), (1, 3), (2, 2), (0, 4), (3, 10), (50, 100))


@dataclass(frozen=True)
class Start:
    rules: HouseRules
    stacks: tuple[int, ...]
    button: int
    blinds: Blinds
    bets: tuple[int, int]
    cards: HandDealer
    straddle: int = 0
    """Posted by the third stack left of the button."""

    @property
    def live_posts(self) -> list[int]:
        """Return the live posts from the left of the button."""
        return [self.blinds.small, self.blinds.big, *([self.straddle] if self.straddle else [])]

    def situation(self) -> Situation:
        posts = None
        if self.straddle:
            first = self.button + 1
            posts = {
                (first + i) % len(self.stacks): Post(chips)
                for i, chips in enumerate(self.live_posts)
            }
        dealer = Dealer.start(
            self.stacks, self.button, self.blinds, self.rules, posts=posts, bets=self.bets
        )
        return Situation(dealer, self.cards)


def random_start(source: Random, rules: HouseRules) -> Start:
    """Return a start with two to ten players. In most hands some stacks are very short."""
    players = source.choice((2, 2, 3, 3, 4, 5, 6, 6, 7, 8, 9, 10))
    small, big = source.choice(BLINDS)
    deep = source.choice((2, 5, 5, 12, 12, 30, 100)) * big
    share = source.choice((0, 0.2, 0.5, 1))
    stacks = [
        source.randint(1, 3 * big if source.random() < share else deep) for _ in range(players)
    ]
    if source.random() < 0.2:  # a staircase: one short all-in after another
        steps = [source.randint(0, big) for _ in range(players)]
        stacks = [3 * big + sum(steps[: i + 1]) for i in range(players)]
        stacks[source.randrange(players)] += deep
    blinds = Blinds(small, big)
    match source.choice(("none", "none", "layered", "shared", "big blind")):
        case "layered":
            blinds = blinds._replace(ante=source.randint(1, big))
        case "shared":
            blinds = blinds._replace(ante=source.randint(1, big))
            rules = rules.replace(short_antes=ShortAntes.SHARED)
        case "big blind":
            blinds = blinds._replace(ante=source.choice((big, source.randint(1, 2 * big))))
            blinds = blinds._replace(big_blind_ante=True)
            rules = rules.replace(short_antes=ShortAntes.SHARED)
    bets = (big, 2 * big)
    if rules.betting is Betting.FIXED_LIMIT and source.random() < 0.2:
        bets = source.choice(((2 * big, 4 * big), (big, big), (big + 1, 3 * big)))
    cards = HandDealer.deal(Deck.shuffled(source), players)
    button = source.randrange(players)
    straddle = 2 * big if players > 2 and source.random() < 0.1 else 0
    return Start(rules, tuple(stacks), button, blinds, bets, cards, straddle)
