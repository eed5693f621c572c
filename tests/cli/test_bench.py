"""`masa bench`, for a moment each: that it runs and says what it compares."""

import json

import typer
from typer.testing import CliRunner

from pokermasa.cli import bench

app = typer.Typer()
app.command()(bench.bench)


def test_the_rows_as_json():
    done = CliRunner().invoke(app, ["--seconds", "0.01", "--json"])
    assert done.exit_code == 0, done.output
    rows = json.loads(done.stdout)
    assert {row["what"] for row in rows} == {
        *("7 cards, in bulk", "7 cards", "hands, `Situation.move`"),
        *("hands, `rollout`", "acts, `Tables.step`"),
    }
    for row in rows:
        assert row["ours"] > 0
        if row["theirs"] is not None:
            assert row["times"] == row["ours"] / row["theirs"]


def test_a_peer_that_is_not_installed_is_left_out(monkeypatch):
    def missing(name):
        raise ImportError(name)

    monkeypatch.setattr(bench, "import_module", missing)
    rows = list(bench.hands(0.01))
    assert [(row.peer, row.theirs, row.times) for row in rows] == [("pokerkit", None, None)]


def test_the_table():
    done = CliRunner().invoke(app, ["--seconds", "0.01"])
    assert done.exit_code == 0, done.output
    assert "65,536 tables in 26 MiB" in done.stdout
