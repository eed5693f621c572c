"""How Sphinx makes the pages of `make site` from this folder and from the docstrings."""

import re
from typing import Any

from pokermasa import __version__
from pokermasa.server.protocol.schema import markdown

project = "pokermasa"
author = "pokermasa contributors"
release = version = __version__
extensions = ["myst_parser", "sphinx.ext.autodoc"]
exclude_patterns = ["_build"]
html_theme = "furo"
html_title = f"pokermasa {release}"
myst_heading_anchors = 4
# Some blocks show a part of a file, or several answers one after another.
suppress_warnings = ["misc.highlighting_failure"]
autodoc_inherit_docstrings = False
autodoc_member_order = "bysource"
autodoc_typehints = "none"  # the signatures of large unions are longer than what they explain
autodoc_class_signature = "separated"
autodoc_default_options = {"members": True, "exclude-members": "__init__, __new__"}
add_module_names = False


def setup(app: Any) -> None:
    app.connect("autodoc-process-docstring", plain)
    app.connect("source-read", add_messages)


def add_messages(_app: Any, page: str, source: list[str]) -> None:
    """Append the reference of all messages to the page that explains them."""
    if page == "wire":
        source[0] += "\n" + markdown()


def plain(_app: Any, _what: str, _name: str, _obj: Any, _options: Any, lines: list[str]) -> None:
    """Our docstrings are plain text with examples: what else could be markup is shown as it is."""
    text = "\n".join(lines).strip("\n")
    if re.fullmatch(r"Alias for field number \d+", text):
        text = ""
    blocks = [_block(block) for block in re.split(r"\n\s*\n", text) if block.strip()]
    lines[:] = "\n\n".join([*blocks, ""]).split("\n")


def _block(block: str) -> str:
    rows = block.split("\n")
    first = rows[0].lstrip()
    margin = len(rows[0]) - len(first)
    if first.startswith(">>>"):
        return "\n".join(row[margin:] for row in rows)
    if margin or re.match(r"[|+]", first):
        return "::\n\n" + "\n".join(f"    {row}" for row in rows)
    if re.match(r"- ", first):
        items = re.split(r"^- ", block, flags=re.MULTILINE)[1:]
        return "\n".join(f"- {_words(item)}" for item in items)
    return _words(block)


def _words(text: str) -> str:
    """One paragraph; `code` is code, and no other sign means anything."""
    parts = re.split(r"(`[^`]+`)", " ".join(text.split()))
    return "".join(
        f"`{part}`" if part.startswith("`") else re.sub(r"([*_|\\`])", r"\\\1", part)
        for part in parts
    )
