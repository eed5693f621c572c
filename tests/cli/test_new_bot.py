"""Tests of `masa new-bot`: the new file plays, and no file is overwritten."""

import shutil
from pathlib import Path
from typing import Any

import pytest

from pokermasa import cli
from pokermasa.arena import Match, play
from pokermasa.bots.named import named


def run(*args: str) -> Any:
    with pytest.raises(SystemExit) as end:
        cli.main(["new-bot", *args])
    return end.value.code or 0


@pytest.mark.rotated
@pytest.mark.sampled(4)
@pytest.mark.parametrize("args", [("ada",), ("ada.py",), ("ada", "--js"), ("ada.js",)])
def test_the_bot_that_is_written_plays_and_beats_the_caller(
    args: tuple[str, ...],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    if "js" in args[-1] and shutil.which("node") is None:
        pytest.skip("there is no Node here")
    monkeypatch.chdir(tmp_path)
    assert run(*args) == 0
    (file,) = tmp_path.iterdir()
    assert f"masa match {file.name} caller" in capsys.readouterr().out
    text = file.read_text()
    assert "mybot" not in text
    assert f"masa match {file.name}" in text
    result = play(Match((named(str(file), limit=60), named("caller")), deals=200), workers=1)
    assert result.rows[0].faults == 0, result.faults.recorded
    assert result.rows[0].mbb.mean > 0


def test_new_bot_overwrites_no_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "ada.py").write_text("mine")
    assert run("ada") != 0
    assert "ada.py is there already" in capsys.readouterr().err
    assert (tmp_path / "ada.py").read_text() == "mine"


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("ada.rb", "a .py file, or a .js file (--js), not .rb"),
        ("no/such/ada", "there is no folder no/such"),
        ("bad name", "'bad name' is no name for a bot: letters, digits, _ and -"),
        ("ada,bob", "'ada,bob' is no name"),
        ("2xada", "'2xada' is no name"),
        ("", "'' is no name"),
        ("random", "'random' is a module of Python"),
    ],
)
def test_a_file_that_cannot_be_written_is_refused_with_an_explanation(
    name: str,
    words: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(name) == 2
    assert list(tmp_path.iterdir()) == []
    assert words in capsys.readouterr().err
