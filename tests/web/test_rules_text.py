"""The web client explains every house rule that a table can have, in both languages."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pokermasa.rules.house import NAMED, HouseRules

WEB = Path(__file__).resolve().parents[2] / "web"
HIDDEN = {"busts"}
"""Matters in tournaments only."""


def written(language: str) -> set[str]:
    text = (WEB / "rules" / "text" / f"{language}.ts").read_text("utf-8")
    return set(re.findall(r"^  '([^']+)':", text, re.MULTILINE))


def values() -> list[tuple[str, str]]:
    """Each option with each value it can have; yes and no for what is one of the two."""
    found = []
    for option in HouseRules._fields:
        default = getattr(HouseRules(), option)
        if isinstance(default, bool):
            found += [(option, "true"), (option, "false")]
        elif option != "raise_cap":
            found += [(option, str(value)) for value in type(default)]
    return found


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_value_of_every_house_rule_is_explained(language: str) -> None:
    texts = written(language)
    named = {f"option.{option}" for option in HouseRules._fields if option not in HIDDEN}
    explained = {f"{option}.{value}" for option, value in values() if option not in HIDDEN}
    assert named | explained <= texts


def test_the_form_of_a_new_table_offers_only_rules_that_there_are() -> None:
    form = (WEB / "lobby" / "wish.ts").read_text("utf-8")
    offered = re.search(r"RULES = \[([^\]]+)\]", form)
    assert offered is not None
    assert set(re.findall(r"'(\w+)'", offered[1])) <= set(NAMED)
