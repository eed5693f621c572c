"""Tests of tests/cases.py: all cases run, and a failure names the cases that failed."""

import pytest

from tests.cases import each


def test_every_case_runs_and_the_failing_ones_are_named() -> None:
    ran = []

    @each("left", [1, 2])
    @each(("right", "total"), [(1, 2), (2, 4), (3, 5)])
    def check(left: int, right: int, total: int) -> None:
        ran.append((left, right))
        assert left + right == total

    with pytest.raises(AssertionError) as failed:
        check()
    assert ran == [(1, 1), (1, 2), (1, 3), (2, 1), (2, 2), (2, 3)]
    assert failed.value.__notes__ == [
        "right=2, total=4",
        "2 of 3 cases failed",
        "left=1",
        "2 of 2 cases failed",
    ]


def test_a_case_that_does_not_raise_what_it_should_fails() -> None:
    @each("word", ["1", "x"])
    def check(word: str) -> None:
        with pytest.raises(ValueError, match="x"):
            int(word)

    with pytest.raises(pytest.fail.Exception) as failed:
        check()
    assert failed.value.__notes__ == ["word='1'", "1 of 2 cases failed"]


def test_parameters_that_are_not_cases_are_fixtures() -> None:
    @each("word", "ab")
    def check(word: str, stored: list[str]) -> None:
        stored.append(word)

    stored: list[str] = []
    check(stored=stored)
    assert stored == ["a", "b"]
