"""Simple lines are read without `tomllib`, with the same result."""

import tomllib
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pokermasa.histories import toml
from tests.cases import each

PIECES = [
    *("a", "1", "0", "-", ".", "=", " = ", "'", '"', "[", "]", ", ", ",", " ", "\n", "#", "inf"),
    *(
        "true",
        "12:30:00",
        "07:32:61",
        "1979-05-27",
        "\t",
        "\\",
        "é",
        "_",
        "1e3",
        "nan",
        "00",
        "0.5",
    ),
    *("null", "NaN", "Infinity", "-Infinity", "[]", "{}", "\x7f", " = ", "a = ", "b = 'c'"),
    *("['a', 'b']", "[1, 2.50]", "[inf, inf]", "x = ", "{", "}", "\r"),
    *("\ntime = 12:30:00\n", "time = ", ":", ", 'b': 2"),
]


def by_tomllib(text: str) -> dict[str, Any] | None:
    try:
        return tomllib.loads(text, parse_float=Decimal)
    except tomllib.TOMLDecodeError:
        return None


def plainly(value: object) -> object:
    """Return *value* with dates and times as text, and with numbers that differ in notation made
    different."""
    if isinstance(value, list):
        return [plainly(one) for one in value]
    if isinstance(value, dict):
        return {key: plainly(one) for key, one in value.items()}
    if hasattr(value, "isoformat"):
        return value.isoformat()
    return str(value) if isinstance(value, Decimal) else (type(value).__name__, value)


@given(st.lists(st.sampled_from(PIECES), max_size=12).map("".join))
def test_the_fast_reader_agrees_with_tomllib(text: str) -> None:
    plain = toml.read_plain(text)
    if plain is not None:
        stored = {k: str(v) if isinstance(v, toml.Bare) else v for k, v in plain.items()}
        theirs = by_tomllib(text)
        assert theirs is not None
        assert str(plainly(stored)).replace("('str', ", "").replace(")", "") == str(
            plainly(theirs)
        ).replace("('str', ", "").replace(")", "")


@given(
    st.dictionaries(
        st.text(max_size=8),
        st.recursive(
            st.booleans()
            | st.integers(-(10**17), 10**17)
            | st.decimals(allow_nan=False, places=2, min_value=-(10**9), max_value=10**9)
            | st.text(st.characters(exclude_categories=["Cs"]), max_size=12),
            lambda inner: (
                st.lists(inner, max_size=3)
                | st.dictionaries(st.text(max_size=4), inner, max_size=3)
            ),
            max_leaves=6,
        ),
        max_size=4,
    )
)
def test_a_written_table_is_read_back(table: dict[str, Any]) -> None:
    written = toml.write(table)
    assert tomllib.loads(written, parse_float=Decimal) == table
    assert toml.read(written) == table


@pytest.mark.parametrize("text", ["a = 1\n", "a = 'x'\nb = ['c', 'd']\n", "a = [1, 2]\nb = true"])
def test_usual_hands_need_only_the_fast_reader(text: str) -> None:
    assert toml.read_plain(text) == by_tomllib(text)


def test_a_time_is_read_back_as_a_time() -> None:
    table = toml.read("time = 00:00:04\nday = 1979-05-27\n")
    assert toml.write(table) == "time = 00:00:04\nday = 1979-05-27\n"


@each("part", ["a", "'!'", '"a b"', '"\\""', "'\"'", "a ", "'a' "])
@each("whole", ["{}b = 1", "[{}b]", "x = {{{}b = 1}}", "x = [{{ {}b = 1}}]"])
def test_keys_of_thousands_of_parts_are_refused_at_once(part: str, whole: str) -> None:
    """`tomllib` would need a minute for 65,000 parts, because its time is quadratic."""
    with pytest.raises(toml.TomlError, match="nested too deeply"):
        toml.read(whole.format(f"{part}." * 20_000))
    table = toml.read(whole.format(f"{part}." * 20))
    assert table


@pytest.mark.parametrize("text", ["a = '{}'", 'a = "{}"', 'a = "\\"{}\\""', "a = ['{}', 'b'] # c"])
def test_dots_in_strings_do_not_count_as_nesting(text: str) -> None:
    said = text.format("... " + "so.so " * 50 + "." * 99)
    assert toml.read(said) == tomllib.loads(said)


def test_the_fast_reader_reads_times() -> None:
    text = "venue = 'A'\ntime = 00:14:06\nday = 19\nantes = [0, 0.50]\n"
    table = toml.read_plain(text)
    assert table == {"venue": "A", "time": "00:14:06", "day": 19, "antes": [0, Decimal("0.50")]}
    assert isinstance(table["time"], toml.Bare)


@pytest.mark.parametrize(
    "text", ["a = 1, 'b': 2\na = 3\n", "a = 1\ntime = 00:14:06, 'b': 2\na = 3\n"]
)
def test_json_that_is_not_toml_is_refused(text: str) -> None:
    """Two keys on two lines, but not in the notation of TOML."""
    assert toml.read_plain(text) is None
    with pytest.raises(toml.TomlError):
        toml.read(text)


@pytest.mark.parametrize("number", ["0x" + "f" * 5000, "0b" + "1" * 20_000, "9" * 5000])
def test_a_number_that_python_cannot_print_is_refused(number: str) -> None:
    for text in (f"hand = {number}", f"hand = [1, {number}]", f"hand = {{a = {number}}}"):
        with pytest.raises(toml.TomlError, match="digits"):
            toml.read(text)
