"""Docstrings are complete: a capital letter at the start, and a full stop at the end."""

import ast
import re
from collections.abc import Iterator

from tests.test_house import REPOSITORY

SOURCES = REPOSITORY / "src" / "pokermasa"
NAMES = ("uvicorn", "mybot")
"""Names that are written small, also at the start of a sentence."""


def docstrings(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Docstrings of modules, classes and functions, and texts below fields and constants."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            text = ast.get_docstring(node)
            if text:
                yield getattr(node, "lineno", 1), text
        if isinstance(node, ast.Module | ast.ClassDef):
            for field, below in zip(node.body, node.body[1:], strict=False):
                match below:
                    case ast.Expr(ast.Constant(str(text))) if isinstance(
                        field, ast.Assign | ast.AnnAssign
                    ):
                        yield below.lineno, text


def faults(docstring: str) -> list[str]:
    """
    >>> faults("and never longer than that,")
    ['small letter', 'no full stop']
    >>> faults("Upper limit of the delay, in milliseconds.")
    []
    """
    sentences = re.split(r"\n\s*(?:>>>|\n|[-|*] )", docstring.strip())[0].strip()
    if not sentences or sentences.startswith(">>>"):
        return []
    found = []
    if sentences[0].islower() and not sentences.startswith(NAMES):
        found.append("small letter")
    if not re.search(r"[.?!:…][\"'`)*]*$", sentences):
        found.append("no full stop")
    return found


def test_docstrings_are_complete_sentences() -> None:
    found = [
        f"{path.relative_to(REPOSITORY)}:{line}: {', '.join(faults(text))}: {text[:60]!r}"
        for path in sorted(SOURCES.rglob("*.py"))
        for line, text in docstrings(ast.parse(path.read_text("utf-8")))
        if faults(text)
    ]
    assert not found, "\n".join(found)
