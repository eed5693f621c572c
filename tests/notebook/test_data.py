"""Records as data frames of pandas and polars, as CSV and as Parquet."""

import csv
import sys
from io import StringIO
from pathlib import Path
from typing import Any

import pandas
import polars
import pyarrow.parquet
import pytest

from pokermasa import cli
from pokermasa.notebook.data import csv_text, data_frame
from tests.notebook.test_values import RECORDS
from tests.notebook.values import shown

TABLES = {
    "equity": (["equity", "AhKh", "QQ+"], ["hand", "equity"]),
    "pushfold": (["pushfold", "--stack", "10"], ["hand", "combos", "push"]),
    "evaluate": (["evaluate", "AsKsQsJsTs", "2c3c4c5c7d"], ["place", "cards"]),
    "match": (["match", "caller", "folder", "--hands", "40"], ["bot", "mbb_per_hand"]),
    "arena": (["arena", "caller", "folder", "--hands", "40"], ["bot", "opponent"]),
    "tournament": (["tournament", "--bots", "2xcaller,folder"], ["game", "place", "player"]),
    "stats": (["stats", str(Path(__file__).parents[1] / "hands" / "match.log")], ["player"]),
    "solve": (
        [
            *("solve", "--board", "2c7d9hJsQs", "--pot", "100", "--stack", "100"),
            *("--oop", "AA,88", "--ip", "KK", "--bets", "all-in"),
        ],
        ["hand", "weight"],
    ),
}
"""A call of each command that prints a table, and how its columns begin."""


def called(*arguments: str) -> int:
    with pytest.raises(SystemExit) as end:
        cli.main(list(arguments))
    return int(end.value.code or 0)


def test_every_value_with_records_has_the_same_frame() -> None:
    for name in RECORDS:
        records = shown()[name].to_records()
        frame = shown()[name].to_frame()
        assert isinstance(frame, pandas.DataFrame), name
        assert list(frame.columns) == list(records[0]), name
        assert len(frame) == len(records), name


def test_frame_is_of_polars_where_pandas_is_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    import_module = data_frame.__globals__["import_module"]

    def without_pandas(name: str) -> Any:
        if name == "pandas":
            raise ModuleNotFoundError("No module named 'pandas'", name="pandas")
        return import_module(name)

    monkeypatch.setitem(data_frame.__globals__, "import_module", without_pandas)
    for name in RECORDS:
        frame = shown()[name].to_frame()
        assert isinstance(frame, polars.DataFrame), name
        assert frame.to_dicts() == shown()[name].to_records(), name


def test_without_a_library_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    for library in ("pandas", "polars"):
        monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(ImportError, match="to_frame needs pandas or polars, as in: pip install"):
        data_frame([{"hand": "AhKh"}])


def test_csv_of_records_is_read_back() -> None:
    for name in RECORDS:
        records = shown()[name].to_records()
        rows = list(csv.DictReader(StringIO("".join(csv_text(records)))))
        assert [list(row) for row in rows] == [list(record) for record in records], name
        for row, record in zip(rows, records, strict=True):
            for field, text in row.items():
                value = record[field]
                written = "" if value is None else str(value)
                assert text in (written, f"'{written}"), (name, field)


def test_text_that_a_spreadsheet_would_compute_is_marked() -> None:
    names = ["=1+1", "+1", "-1", "@sum", "\tx", "Ann"]
    lines = list(csv_text([{"player": name, "won": -5} for name in names]))
    assert [line.startswith("'") for line in lines[1:]] == [True] * 5 + [False]
    assert all(line.endswith(",-5\n") for line in lines[1:]), "a number is not a formula"


@pytest.mark.parametrize("command", TABLES)
def test_command_prints_its_table_as_csv_and_writes_it_as_parquet(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text, columns = TABLES[command]
    file = tmp_path / "table.parquet"
    assert called(*text, "--csv", "--parquet", str(file)) == 0
    rows = list(csv.DictReader(StringIO(capsys.readouterr().out)))
    assert list(rows[0])[: len(columns)] == columns
    table = pyarrow.parquet.read_table(file)
    assert table.column_names == list(rows[0])
    assert table.num_rows == len(rows)
    assert called(*text, "--csv", "--json") == 2
    assert "--csv: either this or --json" in capsys.readouterr().err


def test_parquet_without_pyarrow_is_refused_before_the_work_begins(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    assert called("equity", "AhKh", "QQ+", "--parquet", str(tmp_path / "a.parquet")) == 2
    assert "a.parquet: a Parquet file needs pyarrow" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_parquet_file_that_is_there_is_kept_without_force(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "a.parquet"
    file.write_text("mine")
    for target in (file, Path("-"), tmp_path):
        assert called("pushfold", "--parquet", str(target)) == 2
    assert file.read_text() == "mine"
    assert called("pushfold", "--parquet", str(file), "--force", "--no-grid") == 0
    assert pyarrow.parquet.read_table(file).num_rows == 169
