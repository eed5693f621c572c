"""How often does each range win against the others?

python examples/equity_of_ranges.py
python examples/equity_of_ranges.py "AhKh" "QQ+" "random" --board 2h7d9h
"""

import argparse

from pokermasa.equity import equity


def main() -> None:
    read = argparse.ArgumentParser(description=__doc__)
    read.add_argument("ranges", nargs="*", default=["77+, ATs+, KQs, AQo+", "22-TT, AQ, KQs"])
    read.add_argument("--board", default="")
    asked = read.parse_args()
    result = equity(asked.ranges, board=asked.board)
    for text, share in zip(asked.ranges, result.shares, strict=True):
        print(f"{text:24} {share.equity:7.2%}   wins {share.win:7.2%}   ties {share.tie:7.2%}")
    print("counted exactly" if result.exact else "sampled: each figure is within 0.1 points")


if __name__ == "__main__":
    main()
