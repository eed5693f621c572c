"""No parser behind outside input takes more than about linear time."""

import pytest

from bench.parsers import INPUTS, milliseconds

SHORT, LONG = 16_000, 64_000
ENOUGH = 40.0
"""Milliseconds of the processor that 64 kB may take in any case; h11 alone took 8,000."""


@pytest.mark.parametrize("kind", INPUTS)
def test_four_times_as_much_takes_about_four_times_as_long(kind: str) -> None:
    """Sixteen times, if it were quadratic. The best of a few, so that a busy machine does not
    matter."""
    milliseconds(kind, 100)
    for _ in range(5):
        long = milliseconds(kind, LONG)
        if long < ENOUGH or long < 8 * milliseconds(kind, SHORT):
            return
    pytest.fail(f"{kind}: 64 kB took {long:.0f} ms")
