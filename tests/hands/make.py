"""Writes the hands in this folder, played by our own engine: `python -m tests.hands.make`."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

from pokermasa.cards import Deck
from pokermasa.histories import acpc, phh
from pokermasa.histories.history import History
from pokermasa.rules import HandDealer
from tests.histories.playing import choose, play

FOLDER = Path(__file__).parent
HOUSES = ("masa", "tda", "limit", "tda pot limit")


def files() -> Iterator[tuple[str, str]]:
    """Return the name and content of each file."""
    hands = [
        (f"{house} {seed}".replace(" ", "-"), _hand(seed, house))
        for house in HOUSES
        for seed in range(1, 11)
    ]
    yield "played.phhs", "".join(phh.write_all(hands))
    yield "showdown.phh", phh.write(play(4, "tda", players=6).history)
    yield "match.log", "".join(_log(hands=30))


def _hand(seed: int, house: str) -> History:
    return play(seed, house, with_posts=seed % 5 == 0, odd_bets=False).history


def _log(hands: int) -> Iterator[str]:
    """Return a match in the log format of the ACPC dealer.

    Places rotate, and some hands have no raise.
    """
    name = "holdem.nolimit.2p.reverse_blinds"
    yield f"# name/game/hands/seed ours {name}.game {hands} 7\n#--t_response 600000\n"
    game, score, source = acpc.named(name), [0, 0], Random(7)
    for number in range(hands):
        cards = HandDealer.deal(Deck.shuffled(source), 2)
        hand = acpc.Hand.start(game, cards.hands, cards.board)
        while not hand.is_over:
            hand = hand.after(hand.action(choose(source, hand.situation)))
        places = [0, 1] if number % 2 == 0 else [1, 0]
        log = acpc.LogState.from_hand(hand, number, ["Ann", "Bo"][:: 1 - 2 * (number % 2)])
        yield f"{log.write()}\n"
        for place, seat in enumerate(places):
            score[seat] += int(log.results[place])
    yield f"SCORE:{score[0]}|{score[1]}:Ann|Bo\n"


if __name__ == "__main__":
    for name, content in files():
        (FOLDER / name).write_text(content, "utf-8")
