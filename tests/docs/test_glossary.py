"""Tests that the words in docs/glossary.md are those of the web client in both languages."""

import re
from pathlib import Path

from tests.cases import each
from tests.test_house import REPOSITORY

PAGE = (REPOSITORY / "docs" / "glossary.md").read_text("utf-8")
PART = PAGE.partition("## In both languages")[2].partition("\n## ")[0]
WORDS = re.findall(r"^\| ([a-z ]+) \| (\S+) \|$", PART, re.MULTILINE)
ENTRY = re.compile(r"^\s+'?([\w.]+)'?:\s*(['\"`])((?:\\.|(?!\2).)*)\2", re.MULTILINE)


def texts(path: Path) -> dict[str, str]:
    """Return the texts of the web client by key, without their placeholders."""
    found = ENTRY.findall(path.read_text("utf-8"))
    return {key: re.sub(r"\{\w+\}", "", text) for key, _, text in found}


PAIRS = [
    (f"{path.parent.parent.name}: {key}", english, chinese[key])
    for path in sorted(REPOSITORY.glob("web/*/text/en.ts"))
    for chinese in [texts(path.with_name("zh.ts"))]
    for key, english in texts(path).items()
    if key in chinese
]


@each(("english", "chinese"), WORDS)
def test_glossary_and_web_client_use_the_same_words(english: str, chinese: str) -> None:
    word = re.compile(rf"\b{english.replace(' ', '[ -]')}(s|ing)?\b", re.IGNORECASE)
    used = [(place, theirs) for place, text, theirs in PAIRS if word.search(text)]
    assert used, "no page uses it"
    assert [(place, text) for place, text in used if chinese not in text] == []
