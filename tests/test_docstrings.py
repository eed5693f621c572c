"""Tests that docstrings are complete sentences and do not hide their subject.

Only signs that a program can recognise are checked: capital letter, full stop, and first words that
continue another sentence or hide the subject.
"""

import ast
import re
from collections.abc import Iterator

from tests.test_house import REPOSITORY

SOURCES = ("src/pokermasa", "tests", "bench", "train")
NAMES = ("uvicorn", "mybot")
"""Names that are written small, also at the start of a sentence."""
HIDES_ITS_SUBJECT = re.compile(
    r"(?:What|Who|Whoever|Whom|Whose|That which|All that|Likewise|And|So many|Of it|Told)\b(?!.*\?)"
)
"""First words of a docstring whose subject the reader would have to guess."""


def docstrings(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield line and text of each docstring, also of fields and constants."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            text = ast.get_docstring(node)
            if text:
                yield getattr(node, "lineno", 1), text
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
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
    >>> faults("What is kept of it.")
    ['no subject']
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
    if HIDES_ITS_SUBJECT.match(sentences):
        found.append("no subject")
    return found


def test_docstrings_are_complete_sentences() -> None:
    found = [
        f"{path.relative_to(REPOSITORY)}:{line}: {', '.join(faults(text))}: {text[:60]!r}"
        for folder in SOURCES
        for path in sorted((REPOSITORY / folder).rglob("*.py"))
        for line, text in docstrings(ast.parse(path.read_text("utf-8")))
        if faults(text)
    ]
    assert not found, "\n".join(found)
