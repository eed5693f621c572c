"""Tests of `masa bench` and `make bench`: short runs end and print what they measure."""

import json
import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from bench import __main__ as every
from bench import beside, document, peers
from bench.row import Row, best
from pokermasa.cli.commands import bench
from tests.cases import each

pytestmark = pytest.mark.filterwarnings("ignore")  # warnings of other engines
app = typer.Typer()
app.command()(bench.bench)


def test_the_parts_are_printed_as_json() -> None:
    done = CliRunner().invoke(app, ["--seconds", "0.01", "--json"])
    assert done.exit_code == 0, done.output
    rows = json.loads(done.stdout)
    assert [row["what"] for row in rows] == [
        *("7 cards, in bulk", "7 cards, `number`", "7 cards, `evaluate`"),
        *("hands, `Table.act`", "hands, `Situation.move`", "hands, `rollout`"),
        "acts, `Tables.step`",
    ]
    assert all(row["ours"] > 0 for row in rows)


@each("part", [bench.Only.TABLE, bench.Only.HANDS])
def test_every_peer_has_a_row_beside_ours(part: bench.Only) -> None:
    rows = list(beside.rows(0.01, part))
    assert {row.peer for row in rows} == {
        *("pokerkit", "texasholdem", "clubs", "pokers, in Rust", "open_spiel, in C++")
    }
    for row in rows:
        assert row.ours > 0
        assert row.theirs is not None or row.note.startswith("not installed")


def test_a_missing_peer_has_a_row_that_says_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def missing(name: Any) -> None:
        raise ImportError(name)

    monkeypatch.setattr(peers, "import_module", missing)
    rows = list(beside.rows(0.01, bench.Only.HANDS))
    assert [row.peer for row in rows] == [*peers.PEERS]
    assert {(row.theirs, row.ratio) for row in rows} == {(None, None)}
    assert rows[0].note == "not installed: pokerkit"


def test_a_peer_that_crashes_has_a_row_that_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def crashing() -> Callable[[], int]:
        calls = iter(range(3))

        def play() -> int:
            if next(calls) == 2:
                raise ZeroDivisionError("chips")
            return 1

        return play

    monkeypatch.setitem(beside.HANDS, "clubs", crashing)
    rows = {row.peer: row for row in beside.rows(0.01, bench.Only.HANDS)}
    assert rows["clubs"].theirs is None
    assert rows["clubs"].note == "crashed: chips"
    assert rows["pokerkit"].theirs > 0


def test_the_results_are_printed_as_a_table() -> None:
    done = CliRunner().invoke(app, ["--seconds", "0.01", "--only", "steps"])
    assert done.exit_code == 0, done.output
    assert "65,536 tables in 31 MiB" in done.stdout


# `make bench`: every row in a minimal form


@pytest.mark.rotated
@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", every.NAMES)
def test_make_bench_measures_every_row(name: str) -> None:
    rows = list(every.rows(0.0002, name))
    assert rows
    for part, row in rows:
        assert part == name
        assert row.ours, row
        assert row.theirs or not row.peer or row.note.startswith(("not installed", "poker_equity"))
        assert every.line(part, row)
        json.dumps(row._asdict() | {"ratio": row.ratio})


def test_a_part_that_crashes_gets_a_row_and_the_others_are_measured(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def crash(scale: Any) -> Iterator[Row]:
        yield Row("one", 1.0)
        raise ZeroDivisionError("chips")

    monkeypatch.setattr("bench.startup.rows", crash)
    (_, first), (_, second) = every.rows(0.0002, "startup")
    assert first.ours == 1
    assert second == Row("startup", None, note="crashed: chips")
    assert every.line("startup", second).endswith("crashed: chips")


def test_a_slower_peer_and_a_faster_one() -> None:
    assert Row("", 10, "/s", "x", 5).ratio == 2
    assert Row("", 10, "ms", "x", 5).ratio == 0.5
    assert Row("", 10, "ms", "x", None).ratio is None


def test_turns_end_when_the_time_is_over() -> None:
    """Holds for turns of any length. Each function has at least one turn."""
    counts = {"slow": 0, "quick": 0}

    def count(name: Any) -> None:
        counts[name] += 1

    taken = best({name: partial(count, name) for name in counts}, turns=7, seconds=0)
    assert counts == {"slow": 1, "quick": 1}
    assert all(seconds < float("inf") for seconds in taken.values())


# docs/benchmarks.md


def test_the_page_has_every_part_of_the_bench_once() -> None:
    page = document.PAGE.read_text("utf-8")
    parts = " ".join(names for _, names, _ in document.TABLE.findall(page)).split()
    assert sorted(parts) == sorted(every.NAMES)


def test_a_run_becomes_the_tables_of_the_page(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """All rows have the same number of columns, and the text has the numbers of both engines."""
    arguments = ["bench", "--json", "--only", "evaluate", "--scale", "0.001"]
    monkeypatch.setattr("sys.argv", arguments)
    every.main()
    lines = capsys.readouterr().out.splitlines()
    page = "Words.\n\n<!-- bench: evaluate -->\nold\n<!-- end -->\n\nMore words.\n"
    result = document.written(page, [*lines, lines[0]])
    assert result.startswith("Words.\n")
    assert result.endswith("<!-- end -->\n\nMore words.\n")
    rows = [line for line in result.splitlines() if line.startswith("|")]
    assert len(rows) == 2 + 12
    assert {line.count("|") for line in rows} == {7}
    assert rows[2].startswith("| 7 cards: strength.rank | ")
    assert "old" not in result
    assert document.written(result, lines) == result


def test_a_run_without_all_parts_of_the_page_changes_nothing() -> None:
    page = "<!-- bench: evaluate cold -->\n<!-- end -->\n"
    row = json.dumps({"part": "cold"} | Row("x", 1.0)._asdict() | {"ratio": None})
    with pytest.raises(SystemExit, match="do not have the same parts: evaluate"):
        document.written(page, [row])


README = [
    (r"plays (\S+) hands a second one", "hands, `Table.act`", "pokerkit", "ours", 1),
    (r"Table`: (\S+) times open_spiel", "hands, `Table.act`", "open_spiel, in C++", "times", 1),
    (r"(\S+) times pokerkit\)", "hands, `Table.act`", "pokerkit", "times", 1),
    (r"and (\S+) million hands a", "hands, `rollout`", "pokerkit", "ours", 1e6),
    (r"(\S+) million seven-card", "seven cards, one thread", "eval7", "ours", 1),
    (r"\((\S+) times eval7\)", "seven cards, one thread", "eval7", "times", 1),
    (r"are (\S+) times as fast as pokerkit", "hands, `Situation.move`", "pokerkit", "times", 1),
    (r"have (\S+) times the", "hands, `Situation.move`", "open_spiel, in C++", "times", 1),
    (r"and (\S+) times that", "hands, `Situation.move`", "pokers, in Rust", "times", 1),
]


def measured_in(page: str) -> dict[tuple[str, str], dict[str, re.Match[str] | str]]:
    """Return our result and the ratio, by measured quantity and peer."""
    rows = {}
    for line in page.splitlines():
        what, ours, beside, _, times, *_ = [*line.strip("| ").split(" | "), "", "", "", ""]
        if line.startswith("|") and times.strip():
            number = re.match(r"[\d,.]+", ours)
            rows[what, beside] = {"ours": number and number[0], "times": times}
    return rows


def as_number(text: Any) -> float:
    return float(text.replace(",", ""))


@each(("pattern", "what", "beside", "column", "unit"), README)
def test_figures_in_the_readme_equal_the_measured_ones(
    pattern: str, what: str, beside: str, column: str, unit: float
) -> None:
    readme = (document.PAGE.parents[1] / "README.md").read_text("utf-8").replace("\n", " ")
    row = measured_in(document.PAGE.read_text("utf-8"))[what, beside]
    said = re.search(pattern, readme)[1]
    assert as_number(said) * unit == pytest.approx(as_number(row[column]), rel=0.05)
