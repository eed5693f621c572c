"""Configuration of Sphinx for `make site`: pages of this folder and docstrings."""

import re
from importlib import import_module
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
    app.connect("source-read", add_names)


def add_messages(_app: Any, page: str, source: list[str]) -> None:
    """Append the reference of all messages to the page that explains them."""
    if page == "wire":
        source[0] += "\n" + markdown()


def add_names(_app: Any, page: str, source: list[str]) -> None:
    """Insert a table of all names of a module before its descriptions on the API page."""
    if page == "api":
        part = r"(?=```\{eval-rst\}\n\.\. automodule:: (\S+))"
        source[0] = re.sub(part, lambda found: names_of(found[1]), source[0])


def names_of(module: str) -> str:
    """Return a table of the public names of a module, each with the first line of its docstring."""
    lines = ["| name | what it is |", "| --- | --- |"]
    for name, value in public(module).items():
        said = (value.__doc__ or "").strip().split("\n\n")[0] if callable(value) else "a value"
        first = re.split(r"(?<=[.:]) ", " ".join(said.split()))[0].replace("|", "\\|")
        lines.append(f"| {{py:obj}}`{name} <{module}.{name}>` | {first} |")
    return "\n".join([*lines, "", ""])


def public(module: str) -> dict[str, Any]:
    """Return the public names of a module: those in `__all__`, or those that it defines."""
    there = import_module(module)
    listed = getattr(there, "__all__", None)
    if listed is None:
        listed = [
            name
            for name, value in vars(there).items()
            if not name.startswith("_") and getattr(value, "__module__", None) == module
        ]
    return {name: getattr(there, name) for name in listed}


def plain(_app: Any, _what: str, _name: str, _obj: Any, _options: Any, lines: list[str]) -> None:
    """Escapes markup in docstrings, because ours are plain text with examples."""
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
    """Return one paragraph in which `code` is the only markup."""
    parts = re.split(r"(`[^`]+`)", " ".join(text.split()))
    return "".join(
        f"`{part}`" if part.startswith("`") else re.sub(r"([*_|\\`])", r"\\\1", part)
        for part in parts
    )
