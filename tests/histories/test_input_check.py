"""Wrong arguments of readers are refused with advice."""

from io import StringIO
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from pokermasa.histories import ohh, phh, pokerstars
from pokermasa.histories.history import HistoryError
from tests.cases import each
from tests.hands.make import FOLDER

READERS = [phh, ohh, pokerstars]


@each("reader", READERS)
@each(
    ("given", "words"),
    [
        (Path("x.phh"), r"read takes the text of a hand: read\(path.read_text\(\)\)"),
        ("x.phh", r"not a file name: read\(open\('x.phh'\).read\(\)\)"),
        (StringIO(""), r"read\(file.read\(\)\), or read_all\(file\)"),
        (None, "read takes the text of a hand, not NoneType"),
    ],
)
def test_read_says_that_it_takes_the_text_of_a_hand(
    reader: ModuleType, given: Any, words: str
) -> None:
    with pytest.raises(HistoryError, match=words):
        reader.read(given)


@each("reader", READERS)
@each("given", ["x.phh", Path("x.phh"), b"", None])
def test_read_all_says_that_it_takes_an_open_file(reader: ModuleType, given: Any) -> None:
    with pytest.raises(HistoryError, match=r"read_all takes an open file, .*: with open\("):
        list(reader.read_all(given))


def test_a_text_of_several_hands_names_the_function_that_reads_them_all() -> None:
    text = (FOLDER / "played.phhs").read_text("utf-8")
    with pytest.raises(HistoryError, match=r"^expected one hand, found 40; read_all reads them"):
        phh.read(text)
