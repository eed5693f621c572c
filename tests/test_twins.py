"""Tests of twins, rules that are written twice on purpose: both files name each other.

The first line of the copy names the original and the test that compares both. The docstring of the
original names the copy.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from pokermasa import rules
from tests.cases import each

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "pokermasa"
COPY = re.compile(r'\A(?:"""|/\*\* )Twin of (.+), compared by (\S+)\.\n')
TOLD = re.compile(r"^Twins: (.+?)\.$", re.MULTILINE | re.DOTALL)


def sources() -> Iterator[Path]:
    yield from sorted(PACKAGE.rglob("*.py"))
    for page in ("masa", "hand"):
        yield from sorted((ROOT / "web" / page).rglob("*.ts"))
    yield ROOT / "tests" / "server" / "picture.py"


def opening(path: Path) -> str:
    """Return the comment or docstring at the beginning of a file."""
    text = path.read_text("utf-8")
    return text[: max(text.find('"""', 3), text.find("*/"), 0)]


COPIES = {path: found for path in sources() if (found := COPY.match(path.read_text("utf-8")))}


def test_the_list_of_twins_is_not_empty() -> None:
    names = {path.relative_to(ROOT).as_posix() for path in COPIES}
    assert {
        "src/pokermasa/batch/hand.py",
        "src/pokermasa/batch/legal.py",
        "src/pokermasa/batch/opening.py",
        "src/pokermasa/batch/paying.py",
        "src/pokermasa/histories/tally.py",
        "web/hand/step.ts",
        "web/masa/fold.ts",
        "web/masa/strength.ts",
    } <= names


def originals() -> Iterator[tuple[Path, str]]:
    """Yield each file and the original that a docstring in it names ("Twin of `Dealer.finish`")."""
    for path in COPIES:
        for name in re.findall(
            r'^    """Twin of `(\w+\.\w+)`', path.read_text("utf-8"), re.MULTILINE
        ):
            yield path, name


def test_the_function_that_a_copy_names_exists() -> None:
    named = [*originals()]
    assert len(named) >= 20
    for path, name in named:
        owner, function = name.split(".")
        if hasattr(rules, owner):
            assert hasattr(getattr(rules, owner), function), (path, name)
        else:
            module = next(PACKAGE.glob(f"rules/{owner}.py"), PACKAGE / "learn" / f"{owner}.py")
            assert f"\ndef {function}(" in module.read_text("utf-8"), (path, name)


@each("path", COPIES)
def test_the_test_that_compares_a_copy_exists(path: Path) -> None:
    assert (ROOT / COPIES[path][2]).is_file()


def test_the_twins_named_by_an_original_exist() -> None:
    named = set()
    for path in PACKAGE.rglob("*.py"):
        for message in TOLD.findall(opening(path)):
            for copy in re.findall(r"\b[\w/]+\.(?:py|ts)\b", message):
                where = ROOT / copy if copy.startswith("web/") else PACKAGE / copy
                assert where in COPIES, (path, copy)
                named.add(where)
    assert len(named) >= 10
