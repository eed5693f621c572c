"""Tests of `masa match`: two bots, a table of results, and files of every kind."""

import json
import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from pokermasa import cli
from pokermasa.histories import phh
from pokermasa.histories.history import Acted
from pokermasa.histories.replay import result

pytestmark = pytest.mark.sampled(2)


@pytest.fixture(autouse=True)
def _wide(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "120")


def run(*args: str) -> Any:
    with pytest.raises(SystemExit) as end:
        cli.main(["match", *args, "--workers", "1"])
    return end.value.code or 0


def test_the_result_names_the_winner_with_a_confidence_interval(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run("raiser", "folder", "--hands", "100") == 0
    said = capsys.readouterr().out
    assert "100 hands, 50 duplicate deals · no limit, blinds 1-2, stacks 200" in said
    assert "+750.0 to +750.0" in said
    assert "raiser wins." in said


def test_an_insignificant_result_names_no_winner(capsys: pytest.CaptureFixture[str]) -> None:
    run("basic", "basic", "--hands", "20")
    assert "Nobody is ahead for certain." in capsys.readouterr().out


def test_piped_output_is_plain_text(capsys: pytest.CaptureFixture[str]) -> None:
    run("raiser", "folder", "--hands", "40", "--plain")
    assert capsys.readouterr().out.splitlines() == [
        "40 hands, 20 duplicate deals · no limit, blinds 1-2, stacks 200, rules: tda · seed 1",
        "raiser: +750.0 mbb/hand, 95 % from +750.0 to +750.0, +60 chips, 0 faults",
        "folder: -750.0 mbb/hand, 95 % from -750.0 to -750.0, -60 chips, 0 faults",
        "raiser wins.",
    ]


def test_aivat_removes_the_luck_of_the_cards(capsys: pytest.CaptureFixture[str]) -> None:
    """Two bots that check every hand down have won nothing, whatever the cards."""
    run("caller", "caller", "--hands", "6", "--no-duplicate", "--aivat", "--plain")
    said = capsys.readouterr().out
    assert "by AIVAT" in said
    assert said.count("95 % from") == 4
    run("caller", "caller", "--hands", "6", "--no-duplicate", "--aivat", "--json")
    for bot in json.loads(capsys.readouterr().out)["bots"]:
        assert bot["aivat"]["mbb"] == pytest.approx(0, abs=1e-6)


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (("--limit",), "fixed limit, blinds 1-2, stacks 200, rules: tda"),
        (("--pot-limit",), "pot limit, blinds 1-2"),
        (("--rules", "limit"), "fixed limit, blinds 1-2, stacks 200, rules: limit"),
        (("--rules", "limit", "--no-limit"), "no limit"),
        (
            ("--rules", "tda, betting=fixed limit"),
            "fixed limit, blinds 1-2, stacks 200, rules: tda",
        ),
        (("--blinds", "50-100"), "blinds 50-100, stacks 10,000"),
        (("--blinds", "20"), "blinds 10-20, stacks 2,000"),
        (("--rules", "classic, least_raise=any"), "rules: classic, least_raise=any"),
        (("--blinds", "50-100-10", "--stack", "500"), "blinds 50-100 ante 10, stacks 500"),
        (("--no-duplicate",), "20 hands, 20 single deals"),
        (
            ("--precision", "±50", "--hands", "40"),
            "The most deals were played; ± 50 was not reached.",
        ),
        (("--tournament", "--games", "2"), "2 games · sit-and-go for 2"),
    ],
)
def test_the_game_can_be_chosen(
    args: tuple[str, ...], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    hands = () if {"--hands", "--tournament"} & {*args} else ("--hands", "20")
    assert run("basic", "random", *hands, *args) == 0
    assert words in capsys.readouterr().out


def test_several_bots_play_at_one_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("house", "3xcaller", "random", "--hands", "20", "--plain") == 0
    said = capsys.readouterr().out
    assert "20 hands, 4 duplicate deals" in said
    assert "caller 3: " in said


def test_hands_are_saved_as_phh_with_both_hands_of_every_deal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "match.phhs"
    assert run("basic", "random", "--hands", "30", "--save", str(file)) == 0
    with file.open(encoding="utf-8") as stream:
        found = list(phh.read_all(stream))
    assert [hand.key for hand in found[:4]] == ["1.1", "1.2", "2.1", "2.2"]
    assert len(found) == 30
    for hand in found:
        assert list(result(hand.history).stacks) == list(hand.history.fields["finishing_stacks"])
    assert {hand.history.names for hand in found} == {("basic", "random"), ("random", "basic")}


@pytest.mark.parametrize("command", ["match", "arena", "table", "tournament", "cup"])
def test_bots_own_reasons_are_in_saved_hands(command: str, tmp_path: Path) -> None:
    bot, file = tmp_path / "mine.py", tmp_path / "saved.phhs"
    bot.write_text(
        "from pokermasa.bots import MixedAct\n"
        "class Mine:\n"
        "    def choose(self, view):\n"
        "        act = next(act for act in view.acts if act.code in ('CH', 'CA', 'AA', 'FO'))\n"
        "        return MixedAct.single(act, f'Act {len(view.past)}:\\n # cheap')\n"
    )
    fields = {
        "match": ["match", str(bot), "folder", "--hands", "4", "--workers", "1"],
        "arena": ["arena", str(bot), "caller", "--hands", "4", "--workers", "1"],
        "table": ["table", "--bots", f"{bot},caller", "--hands", "3"],
        "tournament": ["tournament", "--bots", f"{bot},raiser", "--structure", "botpoker"],
        "cup": ["match", str(bot), "raiser", "--tournament", "--games", "2", "--workers", "1"],
    }[command]
    with pytest.raises(SystemExit) as end:
        cli.main([*fields, "--save", str(file)])
    assert not end.value.code
    with file.open(encoding="utf-8") as stream:
        found = list(phh.read_all(stream))
    remarks = []
    for hand in found:
        assert hand.error is None
        acts = [step for step in hand.history.story if isinstance(step, Acted)]
        for number, act in enumerate(acts):
            is_mine = "mine" in hand.history.names[act.stack]
            assert act.remark == (f"Act {number}: # cheap" if is_mine else "")
            remarks.append(act.remark)
    assert any(remarks)


def test_the_result_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    run("raiser", "folder", "--hands", "40", "--json")
    data = json.loads(capsys.readouterr().out)
    assert data["hands"] == 40
    assert data["bots"][0] == {
        "name": "raiser",
        "mbb_per_hand": 750.0,
        "interval": [750.0, 750.0],
        "aivat": None,
        "chips": 60,
        "faults": 0,
        "last_words": "",
        "handed": None,
    }
    assert data["terms"]["blinds"]["big"] == 2


@pytest.mark.parametrize("args", [("--hands", "60"), ("--tournament", "--games", "4")])
def test_a_chart_is_saved_as_svg(
    args: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "match.svg"
    assert run("basic", "random", "--plot", str(file), *args) == 0
    drawn = ElementTree.parse(file).getroot()
    arguments = [text.text for text in drawn.iter("{http://www.w3.org/2000/svg}text")]
    assert "basic v random" in arguments
    assert len(list(drawn.iter("{http://www.w3.org/2000/svg}polyline"))) >= 2


def test_a_chart_is_saved_as_png(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    image = pytest.importorskip("PIL.Image")
    file = tmp_path / "match.png"
    assert run("basic", "random", "--hands", "60", "--plot", str(file)) == 0
    with image.open(file) as drawn:
        assert drawn.size == (1920, 1080)
        assert len(drawn.getcolors(1 << 20)) > 20


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (("caller",), "2 to 10 play, not 1"),
        (("11xcaller",), "2 to 10 play, not 11"),
        (("caller", "nobody"), "no bot is named 'nobody'"),
        (("caller", "caller", "--limit", "--no-limit"), "--no-limit and --limit: it is one or"),
        (("caller", "caller", "--blinds", "two"), "as in 1-2 or 5-10-1"),
        (("caller", "caller", "--blinds", "2-1"), "small blind"),
        (("caller", "caller", "--rules", "chess"), "no house rules are named 'chess'"),
        (
            ("caller", "caller", "--rules", "tda, betting=xyz"),
            "betting is 'no limit' or 'pot limit'",
        ),
        (("caller", "caller", "--plot", "x.gif"), "ends in .svg or .png"),
        (("caller", "caller", "--precision", "much"), "--precision"),
        (("caller", "caller", "caller", "--aivat"), "AIVAT is for matches between two"),
        (("caller", "caller", "--tournament", "--aivat"), "AIVAT is for matches between two"),
        (("caller", "caller", "--precision", "-3"), "--precision"),
    ],
)
def test_an_impossible_match_is_refused_with_an_explanation(
    args: tuple[str, ...], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(*args) != 0
    said = " ".join(capsys.readouterr().err.replace("│", " ").split())
    assert words in said


def test_bot_that_cannot_be_loaded_plays_no_hand(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bot = tmp_path / "mine.py"
    bot.write_text("def choose(view:\n    return view.acts[0]\n")
    assert run("caller", str(bot)) == 2
    output = capsys.readouterr()
    assert output.out == ""
    assert (
        "mine.py cannot be loaded: SyntaxError: '(' was never closed (mine.py, line 1)"
        in output.err
    )


BAD = {
    "dies": "import os\ndef choose(view): os._exit(3)\n",
    "lies": "from pokermasa.rules import Raise\ndef choose(view): return Raise(10**9)\n",
    "breaks": "def choose(view): return view.nothing\n",
}


@pytest.mark.rotated
def test_bad_bots_are_named_with_their_faults_and_the_match_goes_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = []
    for name, text in BAD.items():
        files.append(tmp_path / f"{name}.py")
        files[-1].write_text(text)
    assert run("caller", *map(str, files), "--hands", "40", "--time", "60", "--plain") == 0
    said = capsys.readouterr().out
    assert said.count("faults, checked or folded each time") == 3
    assert "No verdict: dies, lies and breaks had faults" in said
    assert "win" not in said
    assert "it ended with code 3" in said
    assert "RR1000000000 is not allowed here; it may be FO, " in said
    assert "AttributeError: 'View' object has no attribute 'nothing'" in said


def test_a_bot_that_dies_is_reported_with_its_first_and_last_output(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bot = tmp_path / "dies.py"
    bot.write_text(
        "import sys\n"
        "print('cannot open weights.bin', file=sys.stderr)\n"
        "for line in range(500): print('retrying', line, file=sys.stderr)\n"
        "def choose(view): sys.exit(3)\n"
    )
    assert run("caller", str(bot), "--hands", "4", "--time", "60", "--plain") == 0
    said = capsys.readouterr().out.splitlines()
    arguments = [line.removeprefix("  it said: ") for line in said if "it said" in line]
    assert arguments[:2] == ["cannot open weights.bin", "retrying 0"]
    assert arguments[-1] == "retrying 499"
    assert len(arguments) < 12


SLOW = "import time\ndef choose(view):\n    time.sleep(0.01)\n    return view.acts[1]\n"


@contextmanager
def in_a_terminal(
    *args: str,
) -> Iterator[tuple[Callable[..., Any], Callable[..., tuple[str, str]]]]:
    """Run a command whose standard error is a terminal. Yield a function that waits for a pattern
    in its output, and one that ends it.
    """
    terminal, theirs = pty.openpty()
    masa = [sys.executable, "-c", "from pokermasa.cli import main; main()"]
    wide = os.environ | {"COLUMNS": "160", "TERM": "xterm"}
    process = subprocess.Popen([*masa, *args], stdout=subprocess.PIPE, stderr=theirs, env=wide)
    os.close(theirs)

    def seen(*patterns: str) -> None:
        text, until = "", time.monotonic() + 120
        while not all(re.search(pattern, text) for pattern in patterns):
            assert time.monotonic() < until, text[-400:]
            assert process.poll() is None, text[-400:]
            if select.select([terminal], [], [], 1)[0]:
                text += os.read(terminal, 65536).decode(errors="replace")
                text = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", text)

    def stopped() -> tuple[str, str]:
        process.send_signal(signal.SIGINT)
        said, _ = process.communicate(timeout=120)
        assert process.returncode == 130
        drawn = b""
        with suppress(OSError):  # The process has closed its end of the terminal.
            while more := os.read(terminal, 65536):
                drawn += more
        return said.decode(), drawn.decode(errors="replace")

    try:
        yield seen, stopped
    finally:
        process.kill()
        process.wait()
        os.close(terminal)


@pytest.mark.rotated
def test_progress_is_shown_long_before_the_first_block_is_over(tmp_path: Path) -> None:
    bot = tmp_path / "slow.py"
    bot.write_text(SLOW)
    with in_a_terminal("match", str(bot), "caller", "--workers", "1") as (seen, stopped):
        seen(r"[1-9][0-9]*/20,000 hands", r"left [0-9]+:[0-9]{2}:[0-9]{2}")
        _, said = stopped()
    assert "of 20,000 hands, before the first block was over: there is no result yet." in said


@pytest.mark.rotated
@pytest.mark.parametrize("as_json", [(), ("--json",)])
def test_ctrl_c_prints_the_result_of_the_hands_played_so_far(as_json: tuple[str]) -> None:
    args = ("raiser", "folder", "--hands", "10000000", "--workers", "2", *as_json)
    with in_a_terminal("match", *args) as (seen, stopped):
        seen(r"raiser \+750 ± 0 ")
        found, said = stopped()
    assert re.search(
        r"Stopped by hand after [0-9,]+ of 10,000,000 hands; the result is that of", said
    )
    if as_json:
        assert json.loads(found)["deals"] > 0
    else:
        assert "+750.0 to +750.0" in found


@pytest.mark.rotated
def test_ctrl_c_in_an_arena_prints_the_pairs_that_have_played(tmp_path: Path) -> None:
    args = ("raiser", "folder", "caller", "--hands", "10000000", "--workers", "2")
    with in_a_terminal("arena", *args) as (seen, stopped):
        seen(r"raiser v folder .* [1-9][0-9,]+/30,000,000 hands")
        found, said = stopped()
    assert re.search(r"raiser v folder: \+750\.00 ± [0-9.inf]+ mbb/hand", found)
    assert re.search(
        r"Stopped by hand after [0-9,]+ of 30,000,000 hands: there is no ranking", said
    )


@pytest.mark.rotated
def test_ctrl_c_ends_workers_and_programs(tmp_path: Path) -> None:
    """After Ctrl-C the workers stop, and so do the programs that they have started."""
    alive = tmp_path / "alive"
    bot = tmp_path / "bot.py"
    bot.write_text(
        "import os, threading, time\n"
        "def live():\n"
        "    while True:\n"
        f"        open({str(alive)!r} + str(os.getpid()), 'w').close()\n"
        "        time.sleep(0.05)\n"
        "threading.Thread(target=live, daemon=True).start()\n"
        "def choose(view): return view.acts[0]\n"
    )
    masa = [sys.executable, "-c", "from pokermasa.cli import main; main()"]
    match = subprocess.Popen(
        [*masa, "match", str(bot), "caller", "--hands", "10000000", "--workers", "2"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    until = time.monotonic() + 120
    try:
        own = tmp_path / f"alive{match.pid}"  # and one process tries the bot out
        while len({*tmp_path.glob("alive*")} - {own}) < 3 and time.monotonic() < until:
            time.sleep(0.05)
        # On a busy machine a bot that starts too slowly may have been started again.
        assert len({*tmp_path.glob("alive*")} - {own}) >= 3
        match.send_signal(signal.SIGINT)
        _, errors = match.communicate(timeout=120)
    finally:
        match.kill()  # If it does not stop by itself, it must not disturb other tests.
        match.wait()
    assert match.returncode != 0
    assert "Traceback" not in errors
    while time.monotonic() < until:
        for file in tmp_path.glob("alive*"):
            file.unlink()
        time.sleep(0.5)
        if not [*tmp_path.glob("alive*")]:
            return
    raise AssertionError("a bot plays on")


@pytest.mark.parametrize("command", ["match", "table", "play"])
@pytest.mark.parametrize("rules", ["limit", "botpoker"])
def test_blinds_that_the_house_does_not_allow_are_refused_before_anybody_plays(
    command: str, rules: str, capsys: pytest.CaptureFixture[str]
) -> None:
    bots = ["basic", "random"] if command == "match" else ["--bots", "basic,random"]
    with pytest.raises(SystemExit, match="2"):
        cli.main([command, *bots, "--rules", rules, "--blinds", "1-20"])
    said = " ".join(capsys.readouterr().err.replace("│", " ").split())
    assert f"under '{rules}' the small blind is half of the big: 10, not 1" in said
