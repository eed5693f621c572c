"""Lists the statements of docs/mission.md that no test checks yet: `make mission`.

A test names a statement by its id, `@pytest.mark.statement("S000-04")`, and a scenario by a tag,
`@S002-31`. They are found by collecting the tests, so tests that `make test` leaves out do not
count, nor tests that are marked as skipped or failing.
"""

import contextlib
import io
import re
import sys
from functools import cache
from pathlib import Path

import pytest

DOCUMENT = Path(__file__).parent.parent / "docs" / "mission.md"


@cache
def statements() -> tuple[str, ...]:
    """Return the ids of all statements in the document's order."""
    rows = re.findall(r"^\| (S\d{3}-\d{2}.*?) \|", DOCUMENT.read_text("utf-8"), re.MULTILINE)
    return tuple(name for row in rows for name in row.split(", "))


def carried_by(item: pytest.Item) -> set[str]:
    return {name for mark in item.iter_markers("statement") for name in mark.args}


def runs(item: pytest.Item) -> bool:
    skipped = any(any(mark.args[:1]) for mark in item.iter_markers("skipif"))
    return not (skipped or item.get_closest_marker("skip") or item.get_closest_marker("xfail"))


class Census:
    """A pytest plugin that collects the statement ids of all tests."""

    def __init__(self) -> None:
        self.carried: set[str] = set()

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        self.carried.update(*(carried_by(item) for item in session.items if runs(item)))


def main() -> int:
    census, said = Census(), io.StringIO()
    with contextlib.redirect_stdout(said):
        code = pytest.main(["--collect-only", "--quiet"], plugins=[census])
    if code:  # If tests cannot be collected, nothing can be counted.
        print(said.getvalue(), file=sys.stderr)
        return int(code)
    unshown = [name for name in statements() if name not in census.carried]
    print(*unshown, sep="\n", end="\n" if unshown else "")
    unknown = census.carried - set(statements())
    if unknown:
        print("not in docs/mission.md:", *sorted(unknown), file=sys.stderr)
    print(f"mission: {len(statements()) - len(unshown)}/{len(statements())} statements shown")
    return bool(unknown)


if __name__ == "__main__":
    sys.exit(main())
