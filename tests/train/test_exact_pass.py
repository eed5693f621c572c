"""One flop of the exact pass with the shipped table: all its turns and rivers, on the CPU."""

import json
from argparse import Namespace
from hashlib import sha256
from pathlib import Path

import pytest

from train.__main__ import measure
from train.library import Library

ROOT = Path(__file__).parents[2]
TABLE = ROOT / "src" / "pokermasa" / "bots" / "limit" / "limit.table"
RECORDED = ROOT / "train" / "flop.json"
AGAIN = (
    "python -m train measure --cpu --cards cards.npz --table src/pokermasa/bots/limit/limit.table "
    "--first 256 --step 1755 --out one --record train/flop.json   (see train/README.md)"
)


@pytest.mark.soak
def test_one_flop_of_the_exact_pass_has_the_recorded_value(built: Path, tmp_path: Path) -> None:
    recorded = json.loads(RECORDED.read_text("utf-8"))
    digest = sha256(TABLE.read_bytes()).hexdigest()
    assert recorded["table"] == digest, f"another table is shipped; record its flop:\n{AGAIN}"
    found = tmp_path / "flop.json"
    options = Namespace(
        table=TABLE,
        cards=built / "cards.npz",
        first=recorded["first"],
        step=recorded["step"],
        known=False,
        out=tmp_path,
        record=found,
    )
    measure(options, Library(gpu=False, folder=built))
    won = json.loads(found.read_text("utf-8"))
    assert won["flops"] == recorded["flops"] == 1
    assert won["mbb"] == pytest.approx(recorded["mbb"], rel=1e-5)
