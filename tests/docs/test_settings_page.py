"""Tests that docs/server.md has the settings as the code describes them.

`python -m tests.docs.test_settings_page` writes the table into the page.
"""

import ast
import inspect
import re
from typing import Any

from pokermasa.server.settings import Settings
from tests.test_house import REPOSITORY

PAGE = REPOSITORY / "docs" / "server.md"
PLACE = re.compile(r"(<!-- settings -->\n).*(<!-- end of settings -->\n)", re.DOTALL)
HEAD = "| setting | default | meaning |\n| --- | --- | --- |\n"


def described() -> dict[str, str]:
    """Return the docstrings of the settings by name, in the order of the code."""
    (settings,) = ast.parse(inspect.getsource(Settings)).body
    assert isinstance(settings, ast.ClassDef)
    found: dict[str, str] = {}
    for field, expected in zip(settings.body, settings.body[1:], strict=False):
        match field, expected:
            case (
                ast.AnnAssign(target=ast.Name(id=name)),
                ast.Expr(value=ast.Constant(value=str(text))),
            ):
                found[name] = " ".join(text.split())
    return found


def default(name: str) -> str:
    field = Settings.model_fields[name]
    value: Any = field.default
    if field.default_factory is not None:
        return "the user's data folder"
    if isinstance(value, bool):
        return str(value).lower()
    return "none" if value in (None, "", ()) else str(value)


def tables() -> str:
    """Return a table for each group of settings. A comment in the code begins a group."""
    text, made = described(), []
    for line in inspect.getsource(Settings).splitlines():
        if heading := re.fullmatch(r"    # (.*)", line):
            made.append(f"\n**{heading[1]}**\n\n{HEAD}")
        elif (setting := re.match(r"    (\w+): ", line)) and setting[1] in Settings.model_fields:
            name = setting[1]
            made.append(f"| `{name}` | {default(name)} | {text[name]} |\n")
    return "".join(made) + "\n"


def test_the_page_has_every_setting_with_its_default_and_its_meaning() -> None:
    found = PLACE.search(PAGE.read_text("utf-8"))
    assert found is not None
    assert found[0] == found[1] + tables() + found[2], "run python -m tests.docs.test_settings_page"


if __name__ == "__main__":
    text = PLACE.sub(lambda found: found[1] + tables() + found[2], PAGE.read_text("utf-8"))
    PAGE.write_text(text, "utf-8")
