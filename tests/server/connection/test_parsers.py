"""Tests that every parser of external input runs in about linear time."""

import pytest

from bench.parsers import INPUTS, milliseconds

SHORT, LONG = 16_000, 64_000
ENOUGH = 40.0
"""Milliseconds of processor time allowed for any input of 64 kB. h11 alone took 8,000."""


@pytest.mark.parametrize("kind", INPUTS)
def test_parsing_time_grows_linearly_with_the_input(kind: str) -> None:
    """A quadratic parser would take sixteen times as long. The best of several runs counts, so
    that a busy machine does not matter."""
    milliseconds(kind, 100)
    for _ in range(5):
        long = milliseconds(kind, LONG)
        if long < ENOUGH or long < 8 * milliseconds(kind, SHORT):
            return
    pytest.fail(f"{kind}: 64 kB took {long:.0f} ms")
