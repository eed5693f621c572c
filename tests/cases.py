"""Runs many cases of one rule in one collected test.

pytest needs longer to collect, set up and report a test than most cases of the pure packages run.
"""

import functools
import inspect
from collections.abc import Callable, Iterable
from typing import Any

import pytest


def each(
    names: str | tuple[str, ...], cases: Iterable[Any]
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Runs a test with every one of *cases*, as `pytest.mark.parametrize` does, but in one item.

    All cases run. A failure names its case, and how many others failed. Fixtures are made once, so
    a test that changes the state of a fixture has to be parametrized.
    """
    words = names.replace(" ", "").split(",") if isinstance(names, str) else list(names)
    values = [list(case) if len(words) > 1 else [case] for case in cases]

    def decorate(test: Callable[..., None]) -> Callable[..., None]:
        @functools.wraps(test)
        def run(*args: Any, **fixtures: Any) -> None:
            failures: list[BaseException] = []
            for case in values:
                given = dict(zip(words, case, strict=True))
                try:
                    test(*args, **fixtures, **given)
                except (Exception, pytest.fail.Exception) as error:
                    error.add_note(
                        ", ".join(f"{name}={short(case)}" for name, case in given.items())
                    )
                    failures.append(error)
            if failures:
                failures[0].add_note(f"{len(failures)} of {len(values)} cases failed")
                raise failures[0]

        signature = inspect.signature(test)
        left = [value for name, value in signature.parameters.items() if name not in words]
        run.__signature__ = signature.replace(parameters=left)  # type: ignore[attr-defined]
        return run

    return decorate


def short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 100 else f"{text[:100]}…"
