"""Wrong arguments of readers are refused with advice."""

from io import BufferedReader, BytesIO, StringIO
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from pokermasa.histories import acpc, ohh, phh, pokerstars
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
        ("my hands/x.JSON", r"not a file name: read\(open\('my hands/x.JSON'\).read\(\)\)"),
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
@each("given", ["x.phh", Path("x.phh"), b"", None, BytesIO(b""), BufferedReader(BytesIO(b""))])
def test_read_all_says_that_it_takes_an_open_file(reader: ModuleType, given: Any) -> None:
    with pytest.raises(HistoryError, match=r"read_all takes an open file, .*: with open\("):
        list(reader.read_all(given))


def test_a_text_of_several_hands_names_the_function_that_reads_them_all() -> None:
    text = (FOLDER / "played.phhs").read_text("utf-8")
    with pytest.raises(HistoryError, match=r"^expected one hand, found 40; read_all reads them"):
        phh.read(text)


HAND = phh.read((FOLDER / "showdown.phh").read_text("utf-8"))


@each("writer", READERS)
@each("given", [None, [HAND], "x.phh", HAND.stacks])
def test_write_says_that_it_takes_one_history(writer: ModuleType, given: Any) -> None:
    with pytest.raises(HistoryError, match=r"^write takes one History, not .*; write_all takes"):
        writer.write(given)


@each("writer", READERS)
@each("given", [[HAND], HAND, ["ab"], [("1", None)]])
def test_write_all_says_that_it_takes_keys_and_histories(writer: ModuleType, given: Any) -> None:
    with pytest.raises(HistoryError, match=r"^write_all takes pairs of a key and a History: "):
        list(writer.write_all(given))


@each("given", ["match.log", Path("match.log"), b"", None, BytesIO(b"")])
def test_read_log_says_that_it_takes_lines(given: Any) -> None:
    with pytest.raises(HistoryError, match="read_log takes an open file or lines of text, not"):
        list(acpc.read_log(given))
