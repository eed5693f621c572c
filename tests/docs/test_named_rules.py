"""Tests that pages and help texts name the house rules of their examples, because there are two
defaults.
"""

import re
from pathlib import Path

import pytest

from pokermasa.masa import Masa
from pokermasa.rules import Dealer
from tests.cases import each
from tests.docs.command_lines import PAGES
from tests.test_house import REPOSITORY

CALL = re.compile(r"(?:Dealer\.start|Masa\.open)\(.*")


NEWS = REPOSITORY / "CHANGELOG.md"
"""Has no examples: it names calls whose parameters have changed."""


@each(
    "page",
    [*(page for page in PAGES if page != NEWS), *sorted((REPOSITORY / "examples").glob("*.py"))],
)
def test_the_first_example_of_a_page_that_starts_a_hand_names_its_rules(page: Path) -> None:
    found = CALL.search(page.read_text("utf-8"))
    assert found is None or re.search(r"""rules=|["']tda["']""", found[0]), found


@pytest.mark.parametrize("function", [Dealer.start, Masa.open])
def test_help_names_the_default_rules_in_its_first_lines(function: object) -> None:
    first = " ".join((function.__doc__ or "").split("\n\n")[0].split())
    assert "`masa` unless *rules* names others" in first
