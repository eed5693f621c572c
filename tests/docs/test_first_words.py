"""Each page says first whom it is for, and shows something soon."""

import re
from pathlib import Path

import pytest

from tests.test_house import REPOSITORY

PAGES = sorted(set((REPOSITORY / "docs").glob("*.md")) - {REPOSITORY / "docs" / "index.md"})
SOON = 60
"""Lines until the first example, table or picture."""


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_page_begins_with_its_reader_and_an_example(page: Path) -> None:
    text = page.read_text("utf-8")
    title, *_ = text.splitlines()
    assert re.fullmatch("# .+", title)
    assert re.search(r"\b[Tt]his page\b", text.partition("\n## ")[0]), "whom is it for?"
    beginning = "\n".join(text.splitlines()[:SOON])
    assert re.search(r"^(\s*```|\||!\[)", beginning, re.MULTILINE), "nothing to try or to see"
