"""Tests of `masa equity`: table, JSON, chart and refusals."""

import json
import os
import pty
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from xml.etree import ElementTree

import pytest
import typer
from typer.testing import CliRunner, Result

from pokermasa.cli.commands.equity import equity
from pokermasa.equity import equity as equity_of
from tests.cases import each

app = typer.Typer()
app.command()(equity)


def ask(*args: str) -> Result:
    return CliRunner().invoke(app, args)


def test_the_table_shows_the_equity_of_each_hand() -> None:
    result = ask("AhKh", "QQ+", "random", "--board", "2h7d9h")
    assert result.exit_code == 0
    for text in ("A♥K♥", "45.03%", "QQ+", "44.64%", "random", "10.33%", "35.45%", "2♥7♦9♥"):
        assert text in result.stdout
    assert "Exact: all 10,727,640 deals and boards." in result.stdout


def test_a_sampled_equity_is_shown_with_its_error() -> None:
    result = ask("AhKh", "QQ+", "--sample", "--precision", "1", "--seed", "3")
    assert "Sampled: " in result.stdout
    assert "±" in result.stdout
    assert ask("AhKh", "QQ+", "--sample", "--precision", "1", "--seed", "3").stdout == result.stdout


def test_json_has_the_equities() -> None:
    said = json.loads(ask("AhKh", "QsQd", "--json").stdout)
    assert said["exact"] is True
    assert said["looked_at"] == 1712304
    first, second = said["players"]
    assert first["equity"] == pytest.approx(0.46214457245909607, rel=1e-12)
    assert second["range"] == "QsQd"
    assert second["classes"] == {"QQ": {"weight": 1, "equity": second["equity"]}}
    assert sum(first["categories"].values()) == pytest.approx(1)


def test_the_grid_shows_every_class_of_a_range() -> None:
    said = ask("AhKh", "QQ+", "--board", "2h7d9h", "--grid").stdout
    assert "2: equity by hand, %" in said
    assert "1: equity by hand" not in said
    assert "72o" in said


def test_the_chart_is_saved_as_svg(tmp_path: Path) -> None:
    path = tmp_path / "flop.svg"
    result = ask("AhKh", "QQ+, AKs:0.5", "--board", "2h7d9h", "--plot", str(path))
    assert result.exit_code == 0
    drawn = ElementTree.parse(path).getroot()
    arguments = [element.text for element in drawn.iter("{http://www.w3.org/2000/svg}text")]
    assert "AhKh v QQ+, AKs:0.5 on 2h 7d 9h, exact" in arguments
    assert {"AA", "KK", "AKs", "72o", "full house"} <= {*arguments}


def test_the_chart_is_saved_as_png(tmp_path: Path) -> None:
    image = pytest.importorskip("PIL.Image", reason="the extra `plot`")
    path = tmp_path / "flop.png"
    assert ask("AhKh", "QQ+", "--board", "2h7d9h", "--plot", str(path)).exit_code == 0
    with image.open(path) as drawn:
        assert drawn.format == "PNG"
        assert len(drawn.getcolors(1 << 20)) > 20


@each(
    ("args", "words"),
    [
        (["AhKh"], "between 2 and 10 players, not 1"),
        (["AhKh", "QQ+ZZ"], "'ZZ' at character 4 of 'QQ+ZZ'"),
        (["AhKh", "QQ", "--board", "2h7d"], "a board has 0, 3, 4 or 5 cards, not 2"),
        (["AhKh", "QQ", "--board", "2h7d9x"], "'9x' at character 5"),
        (["AhKh", "AhQh"], "the hands exclude each other"),
        (["AhKh", "QQ", "--precision", "0"], "'0' is no number from 0.001 to 50"),
        (["AhKh", "QQ", "--plot", "x.gif"], "a picture ends in .svg or .png, not in .gif"),
        (["AhKh", "QQ", "--plot", "no/such/folder/x.svg"], "there is no folder no/such/folder"),
        (["AhKh", "QQ", "--threads", "0"], "greater than or equal to 1"),
    ],
)
def test_invalid_questions_are_refused(args: list[str], words: str) -> None:
    result = ask(*args)
    assert result.exit_code == 2
    assert result.stdout == ""
    said = " ".join(result.stderr.replace("│", " ").split())
    assert words in said


def test_sampling_shows_its_progress_without_changing_the_result() -> None:
    received = []
    asked = (["random"] * 3, "", "")
    watched = equity_of(
        *asked, precision=0.0005, exact=False, watch=lambda *far: received.append(far)
    )
    assert watched == equity_of(*asked, precision=0.0005, exact=False)
    assert [done for done, _ in received] == sorted(done for done, _ in received)
    assert all(0 < done <= whole for done, whole in received)
    assert received[-1][0] == watched.looked_at
    assert len(received) > 2


SAMPLING = ("equity", "random", "random", "random", "--sample", "--precision", "0.2")


@pytest.mark.rotated
@pytest.mark.sampled(2)
@pytest.mark.parametrize("args", [(), ("--json",)])
def test_the_progress_bar_appears_only_in_a_terminal(args: tuple[str]) -> None:
    """The bar is drawn on standard error, and not with --json."""
    program = [sys.executable, "-c", "from pokermasa import cli; cli.main()", *SAMPLING, *args]
    ours, its = pty.openpty()
    with subprocess.Popen(program, stdout=subprocess.PIPE, stderr=its) as masa:
        os.close(its)
        seen = b""
        with suppress(OSError):  # On Linux, reading a closed terminal raises OSError.
            while part := os.read(ours, 65536):
                seen += part
        out = masa.stdout.read()
    os.close(ours)
    assert masa.returncode == 0
    assert b"sampling" not in out
    assert (b"sampling" in seen) == (args == ())
    piped = subprocess.run(program, capture_output=True, check=True)
    assert b"sampling" not in piped.stderr + piped.stdout
