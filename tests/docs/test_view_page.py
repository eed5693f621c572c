"""Tests that docs/bots.md names every field of a view."""

import re

from pokermasa.rules import PastAct, PlayerView, View
from tests.test_house import REPOSITORY

PAGE = (REPOSITORY / "docs" / "bots.md").read_text("utf-8")


def test_every_field_of_a_view_is_explained_and_no_other() -> None:
    part = PAGE.partition("## `View`, field by field")[2].partition("\n## ")[0]
    tables = [block for block in part.split("\n\n") if block.startswith("| field")]
    named = [
        re.findall(r"`(\w+)`", " ".join(row.split("|")[1] for row in table.splitlines()[2:]))
        for table in tables
    ]
    assert [set(names) for names in named] == [
        set(kind._fields) for kind in (View, PlayerView, PastAct)
    ]
