"""The hands in this folder, played by our own engine; `python -m tests.hands.make` writes them."""

from collections.abc import Iterator
from pathlib import Path

from pokermasa.notation import phh
from pokermasa.notation.history import History
from tests.notation.playing import play

FOLDER = Path(__file__).parent
HOUSES = ("masa", "tda", "limit", "tda pot limit")


def files() -> Iterator[tuple[str, str]]:
    """Each file's name and content."""
    hands = [
        (f"{house} {seed}".replace(" ", "-"), _hand(seed, house))
        for house in HOUSES
        for seed in range(1, 11)
    ]
    yield "played.phhs", "".join(phh.write_all(hands))
    yield "showdown.phh", phh.write(play(4, "tda", players=6).history)


def _hand(seed: int, house: str) -> History:
    return play(seed, house, with_posts=seed % 5 == 0, odd_bets=False).history


if __name__ == "__main__":
    for name, content in files():
        (FOLDER / name).write_text(content, "utf-8")
