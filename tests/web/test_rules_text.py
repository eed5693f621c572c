"""Tests that the web client explains every house rule of a table in both languages."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pokermasa.rules.house import NAMED, HouseRules, ShowdownRule, SmallBlind

WEB = Path(__file__).resolve().parents[2] / "web"
HIDDEN = {"busts"}
"""Options that matter in tournaments only."""


def written(language: str) -> set[str]:
    text = (WEB / "rules" / "text" / f"{language}.ts").read_text("utf-8")
    return set(re.findall(r"^  '([^']+)':", text, re.MULTILINE))


def values() -> list[tuple[str, str]]:
    """Return each option with each of its values: yes and no for a boolean."""
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


def test_the_form_of_a_new_table_fixes_the_small_blind_where_the_house_does() -> None:
    form = (WEB / "lobby" / "table_form.ts").read_text("utf-8")
    halves = re.search(r"HALF: readonly string\[\] = \[([^\]]+)\]", form)
    assert halves is not None
    known = {name for name, rules in NAMED.items() if rules.small_blind is SmallBlind.HALF}
    assert set(re.findall(r"'(\w+)'", halves[1])) == known


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "At the showdown, everybody left shows."), ("zh", "摊牌时，没弃牌的玩家全部亮牌。")],
)
def test_the_form_of_a_new_table_names_the_houses_in_which_all_remaining_players_show(
    language: str, words: str
) -> None:
    text = (WEB / "lobby" / "text" / f"{language}.ts").read_text("utf-8")
    result = re.findall(r"'rules\.(\w+)\.words':\s+'([^']+)'", text)
    assert len(result) >= 5
    showing = {name for name, said in result if words in said}
    every = {name for name, rules in NAMED.items() if rules.showdown is ShowdownRule.ALL_SHOW}
    assert showing == every


def test_the_form_of_a_new_table_offers_only_rules_that_there_are() -> None:
    form = (WEB / "lobby" / "table_form.ts").read_text("utf-8")
    offered = re.search(r"RULES = \[([^\]]+)\]", form)
    assert offered is not None
    assert set(re.findall(r"'(\w+)'", offered[1])) <= set(NAMED)
