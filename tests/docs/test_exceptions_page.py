"""Tests of docs/exceptions.md: each exception is in the named module and is a ValueError."""

import re
from importlib import import_module

from tests.cases import each
from tests.test_house import REPOSITORY

PAGE = (REPOSITORY / "docs" / "exceptions.md").read_text("utf-8")
ROWS = re.findall(r"^\| `(\w+)` \| `([\w.]+)` \|.*\| (.*?) ?\|$", PAGE, re.MULTILINE)


@each(("name", "module", "has"), ROWS)
def test_every_exception_is_in_the_named_module(name: str, module: str, has: str) -> None:
    kind = getattr(import_module(module), name)
    assert issubclass(kind, ValueError)
    # Defined in the class, not inherited from object.
    code = getattr(kind.__init__, "__code__", None)
    known = {*code.co_names, *code.co_varnames, *vars(kind)} if code else set()
    assert set(re.findall(r"`(\w+)`", has)) <= known
