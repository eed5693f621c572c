"""`masa bench`, for a moment each: that it runs and says what it compares."""

import json
from functools import partial

import pytest
import typer
from typer.testing import CliRunner

from bench import __main__ as every
from bench.row import Row, best
from pokermasa.cli import bench, peers

pytestmark = pytest.mark.filterwarnings("ignore")  # what the peers are warned of
app = typer.Typer()
app.command()(bench.bench)


def test_the_rows_as_json():
    done = CliRunner().invoke(app, ["--seconds", "0.01", "--json"])
    assert done.exit_code == 0, done.output
    rows = json.loads(done.stdout)
    assert {row["what"] for row in rows} == {
        *("7 cards, in bulk", "7 cards, `number`", "7 cards, `evaluate`"),
        *("hands, `Table.act`", "hands, `Situation.move`", "hands, `rollout`"),
        "acts, `Tables.step`",
    }
    for what in ("hands, `Table.act`", "hands, `Situation.move`"):
        assert {row["peer"] for row in rows if row["what"] == what} == {
            *("pokerkit", "texasholdem", "clubs", "pokers, in Rust", "open_spiel, in C++")
        }
    for row in rows:
        assert row["ours"] > 0
        assert row["theirs"] is not None or row["note"].startswith("not installed")
        if row["theirs"] is not None:
            assert row["times"] == row["ours"] / row["theirs"]


def test_a_peer_that_is_not_installed_has_a_row_that_says_so(monkeypatch):
    def missing(name):
        raise ImportError(name)

    monkeypatch.setattr(peers, "import_module", missing)
    rows = list(bench.hands(0.01))
    assert [row.peer for row in rows] == [*peers.PEERS]
    assert {(row.theirs, row.times) for row in rows} == {(None, None)}
    assert rows[0].note == "not installed (pokerkit)"


def test_a_peer_that_crashes_has_a_row_that_says_so(monkeypatch):
    def crashing():
        calls = iter(range(3))

        def play(source):
            if next(calls) == 2:
                raise ZeroDivisionError("chips")
            return 1

        return play

    monkeypatch.setitem(peers.PEERS, "clubs", crashing)
    rows = {row.peer: row for row in bench.hands(0.01)}
    assert rows["clubs"].theirs is None
    assert rows["clubs"].note == "crashed: ZeroDivisionError: chips"
    assert rows["pokerkit"].theirs > 0


def test_the_table():
    done = CliRunner().invoke(app, ["--seconds", "0.01", "--only", "steps"])
    assert done.exit_code == 0, done.output
    assert "65,536 tables in 31 MiB" in done.stdout


# `make bench`: every row's code, in tiny form


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", every.NAMES)
def test_make_bench_measures_every_row(name):
    rows = list(every.rows(0.0002, name))
    assert rows
    for row in rows:
        assert row.ours, row
        assert row.theirs or not row.peer or row.note.startswith(("not installed", "poker_equity"))
        assert every.line(row)
        json.dumps(row._asdict() | {"ratio": row.ratio})


def test_what_crashes_is_a_row_and_the_others_are_measured(monkeypatch):
    def crash(scale):
        yield Row("one", 1.0)
        raise ZeroDivisionError("chips")

    monkeypatch.setattr("bench.startup.rows", crash)
    first, second = every.rows(0.0002, "startup")
    assert first.ours == 1
    assert second == Row("startup", None, note="crashed: chips")
    assert every.line(second).endswith("crashed: chips")


def test_a_slower_peer_and_a_faster_one():
    assert Row("", 10, "/s", "x", 5).ratio == 2
    assert Row("", 10, "ms", "x", 5).ratio == 0.5
    assert Row("", 10, "ms", "x", None).ratio is None


def test_turns_end_when_the_time_is_over():
    """However long a turn takes, and each at least once."""
    counts = {"slow": 0, "quick": 0}

    def count(name):
        counts[name] += 1

    taken = best({name: partial(count, name) for name in counts}, turns=7, seconds=0)
    assert counts == {"slow": 1, "quick": 1}
    assert all(seconds < float("inf") for seconds in taken.values())


def test_as_docs_benchmarks_has_it(monkeypatch, capsys):
    """A table of Markdown: as many columns in every row, ours and the peers' numbers in words."""
    words = ["bench", "--markdown", "--only", "evaluate", "--scale", "0.001"]
    monkeypatch.setattr("sys.argv", words)
    every.main()
    head, rule, *rows = capsys.readouterr().out.splitlines()
    assert head == "| | pokermasa | beside | its | times | |"
    assert len(rows) == 12
    assert {line.count("|") for line in (head, rule, *rows)} == {7}
    assert rows[0].startswith("| evaluate: 7 cards: strength.number | ")
