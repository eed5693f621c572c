"""A hand as one player sees it, with one line per event, as a chat would show it.

    python examples/text_view.py

Nobody else's cards are in it until they are shown: `Change.seen_by` leaves them out.
"""

from collections.abc import Iterable, Iterator
from random import Random

from pokermasa import Blinds, Card, Deck, Masa, uci
from pokermasa.masa import Side
from pokermasa.masa.event import (
    BoardUpdated,
    DealPocketCards,
    Event,
    HandEnded,
    HandsShown,
    PlayerActed,
    Posted,
)
from pokermasa.rules import Call, Check

NAMES = {0: "Ann", 1: "Bo", 2: "Cy"}
ME = Side(2)


def lines(event: Event) -> Iterator[str]:
    match event:
        case Posted(side, live=chips):
            yield f"{NAMES[side]} posts {chips}"
        case DealPocketCards(cards=cards):
            yield f"{NAMES[ME]}, your cards are {pretty(cards)}"
        case PlayerActed(side, recorded=act):
            yield f"{NAMES[side]}: {uci.write(act)}"
        case BoardUpdated(cards=cards):
            yield f"The board: {pretty(cards)}"
        case HandsShown(hands):
            for side, cards in hands:
                yield f"{NAMES[side]} shows {pretty(cards)}"
        case HandEnded(stacks=stacks):
            yield ", ".join(f"{NAMES[side]} has {stack}" for side, stack in stacks)


def pretty(cards: Iterable[Card]) -> str:
    return " ".join(card.pretty for card in cards)


def main() -> None:
    masa = Masa.open(sides=3, blinds=Blinds(1, 2), rules="tda")
    for side in NAMES:
        masa = masa.buy_in(side, 100).masa
    change = masa.deal(Deck.shuffled(Random(11)))
    while True:
        for event in change.seen_by(ME):
            for line in lines(event):
                print(line)
        masa = change.masa
        if masa.to_act is None:
            break
        view = masa.view(masa.to_act)
        assert view is not None  # somebody is to act
        change = masa.move(masa.to_act, Check() if Check() in view.acts else Call())


if __name__ == "__main__":
    main()
