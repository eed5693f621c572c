"""Real hands from elsewhere: the sample files, and the results of pokerkit."""

import json
import os
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from pokermasa.histories import phh
from pokermasa.histories.history import History
from pokermasa.histories.replay import last_scene, result, settle
from pokermasa.histories.tally import tally

SAMPLE = Path(__file__).parents[3] / "shared" / "phh-sample"


@cache
def expected() -> list[dict[str, Any]]:
    if not (SAMPLE / "expected.jsonl").exists():
        if os.environ.get("CI") == "true":
            pytest.fail(f"the sample hands are missing: {SAMPLE}")
        return []
    lines = (SAMPLE / "expected.jsonl").read_text("utf-8").splitlines()
    return [json.loads(line) for line in lines]


@cache
def hands() -> dict[str, History]:
    read = {}
    for path in sorted(SAMPLE.rglob("*.phh*")):
        name = path.relative_to(SAMPLE).as_posix()
        with path.open(encoding="utf-8") as stream:
            for found in phh.read_all(stream):
                assert found.error is None, f"{name}: {found.error}"
                read[name if found.key is None else f"{name}#{found.key}"] = found.history
    return read


@pytest.fixture(autouse=True)
def _sample() -> None:
    if not expected():
        pytest.skip(f"the sample hands are not here: {SAMPLE}")


def test_every_sample_hand_is_read() -> None:
    assert hands().keys() == {hand["id"] for hand in expected()}
    assert len(hands()) == 155


def test_every_sample_hand_has_the_result_of_pokerkit() -> None:
    differ = {}
    for hand in expected():
        history = hands()[hand["id"]]
        end = result(history)
        if hand["showdown"] == "unknown":
            assert end is None, hand["id"]  # the file does not say who won
        elif end is None or (history.scale, list(end.net)) != (hand["scale"], hand["pay"]):
            differ[hand["id"]] = (end, hand["pay"])
    assert not differ


def test_the_fast_result_equals_that_of_the_rules() -> None:
    quick = 0
    for name, history in hands().items():
        short = tally(history)
        quick += short is not None
        by_rules = settle(last_scene(history))
        assert short is None or short._replace(remark="") == by_rules, name
    assert quick >= 120  # all hands of Pluribus, most of the cash games


def test_every_sample_hand_is_written_and_read_back_unchanged() -> None:
    for name, history in hands().items():
        back = phh.read(phh.write(history))
        assert back.replace(fields={}) == history.replace(fields={}), name
        assert dict(back.fields) == dict(history.fields), name
        assert result(back) == result(history), name


def test_acpc_results_equal_those_of_the_original_dealer() -> None:
    """ACPC logs contain what the original dealer paid."""
    for name, history in hands().items():
        paid = history.fields.get("_acpc_result")
        if paid is not None:
            assert [str(net) for net in result(history).net] == paid, name
