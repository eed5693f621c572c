"""A cash table that is saved in the middle of a hand, and restored.

python examples/cash_table.py
"""

from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from pokermasa import Blinds, Deck, Masa, uci
from pokermasa.masa import save


def main() -> None:
    masa = Masa.open(sides=6, blinds=Blinds(1, 2), rules="tda")
    for side, stack in ((0, 200), (2, 150), (5, 80)):
        masa = masa.buy_in(side, stack).masa
    masa = masa.deal(Deck.shuffled(Random(3))).masa
    assert masa.to_act is not None
    masa = masa.move(masa.to_act, uci.read("RR6")).masa
    seen = masa.view(None)  # the public view
    assert seen is not None
    print(f"side {masa.to_act} is to act, the pot is {seen.pot}")

    with TemporaryDirectory() as folder:
        file = Path(folder) / "table.json"
        file.write_text(save.write(masa), "utf-8")
        print(f"saved: {file.stat().st_size} bytes, with all cards in them")
        restored = save.read(file.read_text("utf-8"))
    assert restored == masa

    while (to_act := restored.to_act) is not None:
        restored = restored.move(to_act, uci.read("FO")).masa
        print(f"side {to_act} folds")
    for side, seat in restored.seats.items():
        print(f"side {side} has {seat.stack}")


if __name__ == "__main__":
    main()
