"""The training loop of the documentation learns."""

import runpy
from pathlib import Path

TRAIN = Path(__file__).parents[2] / "examples" / "train.py"


def test_the_example_learner_beats_the_caller_after_some_thousand_hands() -> None:
    won = runpy.run_path(str(TRAIN))["train"](tables=512, steps=160)
    assert sum(won[:2]) / 2 < 0.1 < sum(won[-4:]) / 4
