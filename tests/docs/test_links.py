"""Tests that no link between documents is broken. External addresses are not fetched."""

import re
from functools import cache
from pathlib import Path

from pokermasa.server.protocol.schema import markdown
from tests.cases import each
from tests.test_house import REPOSITORY

PAGES = sorted([*REPOSITORY.glob("*.md"), *(REPOSITORY / "docs").rglob("*.md")])
FENCED = re.compile(r"^ *(```|~~~).*?^ *\1", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
REFERRED = re.compile(r"`(docs/[\w/]+\.md|examples/[\w.]+)`")


@cache
def text_of(page: Path) -> str:
    """Return the text of a page without code, in which brackets are no links."""
    return FENCED.sub("", page.read_text("utf-8"))


@cache
def anchors(page: Path) -> frozenset[str]:
    """Return the anchors of the headings, as GitHub and Sphinx generate them."""
    headings = re.findall(r"^#+ +(.+)$", text_of(page), re.MULTILINE)
    bare = [re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).lower() for heading in headings]
    return frozenset(re.sub(r"[^\w\- ]", "", heading).replace(" ", "-") for heading in bare)


def broken(page: Path, root: Path = REPOSITORY) -> list[str]:
    found = []
    for target in LINK.findall(re.sub(r"`[^`]*`", "", text_of(page))):
        if "://" in target or target.startswith("mailto:"):
            continue
        name, _, anchor = target.partition("#")
        place = (page.parent / name) if name else page
        is_there = place.exists() and place.resolve().is_relative_to(root)
        if not is_there or (anchor and anchor not in anchors(place)):
            found.append(target)
    named = REFERRED.findall(text_of(page))
    return found + [name for name in named if not (root / name).exists()]


@each("page", PAGES)
def test_every_internal_link_has_a_target(page: Path) -> None:
    assert broken(page) == []


def test_a_broken_link_is_found(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("""# One more, *please*!
[a](none.md) [b](#one-more-please) [c](#two) [d](https://x.example/)
[e](page.md#two) `docs/no.md`
```
[f](in-code.md)
```
""")
    assert broken(page, tmp_path) == ["none.md", "#two", "page.md#two", "docs/no.md"]


def test_every_type_in_the_tables_of_messages_is_spelled_out_or_has_a_section() -> None:
    text = markdown()
    sections = {title.lower() for title in re.findall(r"^### (\w+)$", text, re.MULTILINE)}
    linked = set(re.findall(r"\]\(#(\w+)\)", text)) - {"events"}
    assert linked <= sections
