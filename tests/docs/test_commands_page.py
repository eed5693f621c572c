"""Tests that docs/commands.md lists exactly the commands of `masa`."""

import re

from pokermasa.cli import COMMANDS
from tests.test_house import REPOSITORY

PAGE = (REPOSITORY / "docs" / "commands.md").read_text("utf-8")


def test_every_command_is_on_the_page() -> None:
    assert set(re.findall(r"^\| `masa ([a-z-]+)", PAGE, re.MULTILINE)) == set(COMMANDS)
