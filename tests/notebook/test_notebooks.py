"""The notebooks in examples/ run from top to bottom, and what they show is drawn."""

import ast
import json
from pathlib import Path
from typing import Any

import pytest

from tests.test_house import REPOSITORY

EXAMPLES = REPOSITORY / "examples"
DRAWN = {"equity_and_ranges.ipynb": 9, "a_bot_measured.ipynb": 6, "my_hands_studied.ipynb": 6}
"""At least so many outputs of each notebook are drawings."""


def cells(path: Path, kind: str) -> list[str]:
    notebook = json.loads(path.read_text("utf-8"))
    assert (notebook["nbformat"], notebook["nbformat_minor"]) == (4, 5)
    assert len({cell["id"] for cell in notebook["cells"]}) == len(notebook["cells"])
    for cell in notebook["cells"]:
        assert not cell.get("outputs"), "outputs are made by whoever runs it"
    return ["".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == kind]


def shown(source: str, names: dict[str, Any]) -> Any:
    """Run a cell as Jupyter does. Return the value of its last line, None if that has none."""
    tree = ast.parse(source)
    last = tree.body[-1]
    if not isinstance(last, ast.Expr):
        return exec(compile(tree, "<cell>", "exec"), names)
    tree.body.pop()
    exec(compile(tree, "<cell>", "exec"), names)
    return eval(compile(ast.Expression(last.value), "<cell>", "eval"), names)


def test_every_notebook_is_run() -> None:
    assert {path.name for path in EXAMPLES.glob("*.ipynb")} == set(DRAWN)


@pytest.mark.parametrize("name", DRAWN)
def test_a_notebook_runs_from_top_to_bottom_and_draws(
    name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    names: dict[str, Any] = {"__name__": "__main__"}
    drawings = 0
    for source in cells(EXAMPLES / name, "code"):
        value = shown(source, names)
        if hasattr(value, "_repr_html_"):
            assert len(repr(value)) <= 120 or "View(" in repr(value)
            assert value._repr_html_().startswith("<style>")
            drawings += 1
    assert drawings >= DRAWN[name]
