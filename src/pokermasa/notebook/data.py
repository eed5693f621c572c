"""Records as data frames, CSV and Parquet."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from io import StringIO
from pathlib import Path
from typing import Any


def data_frame(records: Sequence[Mapping[str, Any]]) -> Any:
    """Return the records as a data frame of pandas, or of polars if only that is installed.

    Raise `ImportError` if neither is installed.
    """
    for library, options in (("pandas", {}), ("polars", {"infer_schema_length": None})):
        try:
            frames = import_module(library)
        except ModuleNotFoundError as error:
            if error.name != library:
                raise
            continue
        return frames.DataFrame(records, **options)
    raise ImportError("to_frame needs pandas or polars, as in: pip install pandas")


def csv_text(records: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Yield the lines of a CSV table. None is an empty field.

    A text that a spreadsheet would compute, such as the player name "=1+1", gets a quotation mark
    in front.

    >>> list(csv_text([{"player": "Ann, B.", "won": -1}, {"player": "=1+1", "won": None}]))
    ['player,won\\n', '"Ann, B.",-1\\n', "'=1+1,\\n"]
    """
    if not records:
        return
    columns = list(records[0])
    yield _csv_line(columns)
    for record in records:
        yield _csv_line([record.get(name) for name in columns])


def _csv_line(values: Sequence[Any]) -> str:
    line = StringIO()
    csv.writer(line, lineterminator="\n").writerow(
        [
            f"'{value}" if isinstance(value, str) and value[:1] in _FORMULA else value
            for value in values
        ]
    )
    return line.getvalue()


_FORMULA = frozenset("=+-@\t\r")


def write_parquet(records: Sequence[Mapping[str, Any]], path: Path) -> None:
    """Write the records to a Parquet file. Raise `ImportError` if pyarrow is not installed."""
    arrow, parquet = parquet_library()
    columns = {name: [record.get(name) for record in records] for name in records[0]}
    with path.open("wb") as file:
        parquet.write_table(arrow.table(columns), file)


def parquet_library() -> tuple[Any, Any]:
    """Return pyarrow and its module for Parquet, or raise `ImportError` in words."""
    try:
        return import_module("pyarrow"), import_module("pyarrow.parquet")
    except ModuleNotFoundError as error:
        raise ImportError("a Parquet file needs pyarrow, as in: pip install pyarrow") from error
