"""Tests of `masa replay`: its JSON, its text, and invalid files."""

import json
import os
import pty
import select
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from time import monotonic
from typing import Any

import pytest

from pokermasa import cli
from tests.hands.make import FOLDER, files
from tests.histories.test_phh import KNOWN, text
from tests.study.test_analysis import hand as hand_text

PLAYED, SHOWDOWN = FOLDER / "played.phhs", FOLDER / "showdown.phh"
MASA = [sys.executable, "-c", "from pokermasa import cli; cli.main()"]
KEYS = [
    *("file", "hand", "ok", "error", "reason", "scale", "players", "final_stacks", "net"),
    *("before_rake", "rake", "boards", "cancelled", "remark"),
]


def run(*args: object) -> Any:
    with pytest.raises(SystemExit) as end:
        cli.main(["replay", *map(str, args)])
    return end.value.code or 0


def as_json(capsys: pytest.CaptureFixture[str], *args: object) -> tuple[int, list[dict[str, Any]]]:
    code = run("--json", *args)
    return code, [json.loads(line) for line in capsys.readouterr().out.splitlines()]


@pytest.fixture
def write(tmp_path: Path) -> Callable[[str, str | bytes], Path]:
    def write(name: str, content: str | bytes) -> Path:
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return write


def test_the_sample_hands_equal_those_of_our_engine() -> None:
    for name, content in files():
        assert (FOLDER / name).read_text("utf-8") == content, "python -m tests.hands.make"


def test_json_has_one_object_for_each_hand(capsys: pytest.CaptureFixture[str]) -> None:
    code, hands = as_json(capsys, PLAYED, SHOWDOWN)
    assert code == 0
    assert len(hands) == 41
    assert all(list(hand) == KEYS for hand in hands)
    assert all(hand["ok"] and hand["error"] is None and sum(hand["net"]) == 0 for hand in hands)
    assert [hand["hand"] for hand in hands[:2]] == ["masa-1", "masa-2"]
    assert hands[-1]["hand"] is None
    assert hands[-1]["file"] == str(SHOWDOWN)


def test_a_log_of_the_acpc_dealer_is_read_too(capsys: pytest.CaptureFixture[str]) -> None:
    code, hands = as_json(capsys, FOLDER / "match.log")
    assert code == 0
    assert [hand["hand"] for hand in hands] == [str(number) for number in range(30)]
    first_seat = [hand["net"][place % 2] for place, hand in enumerate(hands)]
    score = (FOLDER / "match.log").read_text().splitlines()[-1]
    assert score == f"SCORE:{sum(first_seat)}|{-sum(first_seat)}:Ann|Bo"


def test_amounts_are_in_the_smallest_unit(
    capsys: pytest.CaptureFixture[str], write: Callable[[str, str | bytes], Path]
) -> None:
    cents = {**KNOWN, "starting_stacks": "[420, 123.60]"}
    path = write("a.phh", text(cents, "p2 cbr 4", "p1 f", currency_symbol="'$'"))
    _, [hand] = as_json(capsys, path)
    assert (hand["scale"], hand["final_stacks"], hand["net"]) == (100, [41800, 12560], [-200, 200])


def test_missing_facts_of_a_hand_are_not_invented(
    capsys: pytest.CaptureFixture[str], write: Callable[[str, str | bytes], Path]
) -> None:
    unknown = {**KNOWN, "starting_stacks": "[inf, 200]"}
    stops = text(KNOWN, "p2 cc")
    path = write("a.phhs", f"[1]\n{text(unknown, 'p2 f')}\n[2]\n{stops}")
    code, (first, second) = as_json(capsys, path)
    assert code == 0
    assert (first["final_stacks"], first["net"]) == (["inf", 199], [1, -1])
    assert (second["ok"], second["final_stacks"], second["net"]) == (True, None, None)


def test_an_invalid_hand_is_reported_and_the_command_fails(
    capsys: pytest.CaptureFixture[str], write: Callable[[str, str | bytes], Path]
) -> None:
    path = write("a.phhs", f"[1]\n{text(KNOWN, 'p1 f')}\n[b]\n{text(KNOWN, 'p2 f')}")
    code, (bad, good) = as_json(capsys, path)
    assert code == 1
    assert bad == {
        "file": str(path),
        "hand": "1",
        "ok": False,
        "error": "hand 1, action 3 (p1 folds): it is the turn of p2",
        "reason": "it is the turn of p2",
        "scale": 1,
        "players": None,
        "final_stacks": None,
        "net": None,
        "before_rake": None,
        "rake": None,
        "boards": None,
        "cancelled": False,
        "remark": None,
    }
    assert good["ok"]


BAD = {
    "empty.phh": ("", "there is no hand in this file"),
    "blank.phhs": ("\n\n# nothing\n", "there is no hand in this file"),
    "cut.phh": (text(KNOWN, "p2 f")[:-30], "not TOML"),
    "utf16.phh": (text(KNOWN, "p1 cc").encode("utf-16"), "it is the turn of p2"),
    "latin.phh": ((text(KNOWN) + "venue = 'Caf\xe9'\n").encode("latin-1"), "not UTF-8: byte 0xe9"),
    "zeros.phh": (bytes(100_000), "not TOML"),
    "long.phh": (text(KNOWN) + "x = '" + "a" * 10_000_000 + "'\n", "line 7 is longer than"),
    "twins.phh": (text(KNOWN, "d dh p1 AcAd", "d dh p2 AcKd", dealt=False), "ace of clubs (Ac)"),
    "turn.phh": (text(KNOWN, "p1 cc"), "it is the turn of p2"),
    "digits.phh": (text(KNOWN, "p2 cbr " + "9" * 400), "is not an amount"),
    "deep.phh": (text(KNOWN) + "x = " + "[" * 100_000 + "\n", "not TOML"),
    "returns.phh": (text(KNOWN).replace("\n", "\r"), "not TOML"),
    "noise.phh": (bytes(range(256)) * 400, "not UTF-8"),
}


@pytest.mark.parametrize("name", BAD)
def test_unreadable_files_are_named_at_once(
    name: str, capsys: pytest.CaptureFixture[str], write: Callable[[str, str | bytes], Path]
) -> None:
    content, text = BAD[name]
    path = write(name, content)  # type: ignore[arg-type]
    start = monotonic()
    code, hands = as_json(capsys, path)
    # Enough for a busy machine; test_phh measures the reading itself.
    assert monotonic() - start < 5
    assert code == 1
    assert text in hands[0]["error"]
    assert run(path) == 1
    assert text in capsys.readouterr().err


def test_directories_missing_and_forbidden_files_are_reported(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, write: Callable[[str, str | bytes], Path]
) -> None:
    closed = write("closed.phh", text(KNOWN))
    closed.chmod(0)
    code, hands = as_json(capsys, tmp_path, tmp_path / "no.phh", closed, SHOWDOWN)
    assert code == 1
    received = [hand["error"] for hand in hands]
    assert received[:2] == ["is a directory", "no such file or directory"]
    assert received[2] in ("permission denied", None)  # root can read any file
    assert received[3] is None


def test_mixed_line_ends_are_accepted(
    capsys: pytest.CaptureFixture[str], write: Callable[[str, str | bytes], Path]
) -> None:
    mixed = text(KNOWN, "p2 f").replace("\n", "\r\n", 3)
    assert as_json(capsys, write("mixed.phh", mixed))[0] == 0


def test_a_hand_is_listed_when_piped(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(SHOWDOWN) == 0
    listed = capsys.readouterr().out
    for expected in ("Pre-flop", "Flop", "Showdown", "Result", "Player1", "♠"):
        assert expected in listed
    assert "\x1b" not in listed  # no colours in a file


def test_one_of_many_hands_is_chosen_by_name(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(PLAYED, "--hand", "tda-3") == 0
    assert capsys.readouterr().out.count("Pre-flop") == 1


def test_a_pipe_can_be_read(tmp_path: Path) -> None:
    program = f"from pokermasa import cli; cli.main(['replay', '--json', {'/dev/stdin'!r}])"
    done = subprocess.run(
        [sys.executable, "-c", program], input=PLAYED.read_bytes(), capture_output=True, check=False
    )
    assert len(done.stdout.splitlines()) == 40


def test_the_command_does_not_load_modules_that_it_does_not_need() -> None:
    program = (
        "import sys; from pokermasa import cli\n"
        f"try: cli.main(['replay', '--json', {str(SHOWDOWN)!r}])\n"
        "except SystemExit: pass\n"
        "print(*sys.modules, file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert json.loads(done.stdout)["ok"]
    assert not {"numpy", "numba", "tomllib", "rich.table"} & set(done.stderr.split())


# Interactive mode


class Screen:
    """A pseudo-terminal that runs the command. Every wait has a time limit."""

    def __init__(self, *args: object) -> None:
        self.pid, self.end = pty.fork()
        if not self.pid:  # the child process runs the command
            os.environ.update(TERM="xterm", COLUMNS="200", LINES="40")
            os.execv(
                sys.executable,
                [sys.executable, "-c", "from pokermasa import cli; cli.main()", *map(str, args)],
            )
        self.shown = ""

    def __enter__(self) -> "Screen":
        return self

    def __exit__(self, *_: object) -> None:
        if self.pid:
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
        os.close(self.end)

    def see(self, *arguments: str) -> None:
        """Waits for a screen with these words, up to its last line."""
        until = monotonic() + 60
        while not all(word in self.shown for word in (*arguments, "q: quit")):
            assert monotonic() < until, f"{arguments} do not appear: {self.shown[-2000:]}"
            if select.select([self.end], [], [], 0.2)[0]:
                self.shown += os.read(self.end, 65536).decode("utf-8", "replace")

    def press(self, keys: str) -> None:
        self.shown = ""
        os.write(self.end, keys.encode())

    def leave(self) -> int:
        self.press("q")
        _, status = os.waitpid(self.pid, 0)
        self.pid = 0
        return os.waitstatus_to_exitcode(status)


def test_stepping_through_a_hand() -> None:
    with Screen("replay", SHOWDOWN, PLAYED) as screen:
        screen.see("showdown.phh", "1 of ", "the cards are dealt")
        screen.press(" ")
        screen.see("2 of ")
        screen.press("\x1b[D")
        screen.see("1 of ")
        screen.press("\x1b[D")  # there is no step before the first
        screen.see("1 of ")
        screen.press("  ")  # two keys at once
        screen.see("3 of ")
        screen.press("n")
        screen.see("masa-1", "1 of ")
        screen.press("p")
        screen.see("showdown.phh")
        screen.press("p")
        screen.see("showdown.phh")
        assert screen.leave() == 0


def test_an_invalid_hand_is_reported_in_interactive_mode(tmp_path: Path) -> None:
    path = tmp_path / "bad.phh"
    path.write_text(text(KNOWN, "p1 f"))
    with Screen("replay", path) as screen:
        screen.see("it is the turn of p2")
        assert screen.leave() == 1


@pytest.mark.rotated
@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no /dev/full here")
@pytest.mark.parametrize("command", [["replay"], ["replay", "--json"], ["stats"]])
def test_a_full_standard_output_is_reported_in_one_line(command: list[str]) -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [*MASA, *command, str(PLAYED)],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.returncode == 1
    assert done.stderr == f"masa {command[0]}: standard output: no space left on device\n"


def test_a_closed_pipe_ends_the_command_silently() -> None:
    arguments = [*MASA, "replay", "--json", *[str(PLAYED)] * 200]
    with subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""


def test_an_unknown_hand_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(PLAYED, "--hand", "999", "--hand", "masa-1") == 1
    said = capsys.readouterr()
    assert "no hand '999' (--hand) in" in said.err
    assert "; keys are masa-1 to " in said.err
    assert said.out


@pytest.mark.rotated
def test_analyse_prints_the_numbers_of_the_library(capsys: pytest.CaptureFixture[str]) -> None:
    from pokermasa.histories import phh
    from pokermasa.study import analyse, analysis_data

    code, [hand] = as_json(capsys, SHOWDOWN, "--analyse")
    history = phh.read(SHOWDOWN.read_text("utf-8"))
    assert code == 0
    assert hand["analysis"] == analysis_data(analyse(history))
    assert list(hand) == [*KEYS, "analysis"]
    assert run(SHOWDOWN, "--analyse") == 0
    text = capsys.readouterr().out
    assert "to win: Player5 47.84%, Player6 42.30%, Player4 9.86%" in text
    assert "asked 73 for 80, which takes 47.7%" in text
    assert "by the chances when all were in: " in text


def test_analyse_names_all_ins_that_call_and_that_raise(
    capsys: pytest.CaptureFixture[str], write: Callable[[str, str], Path]
) -> None:
    acts = ("p2 cbr 6", "p1 cbr 20", "p2 cbr 100", "p1 cc", "p2 sm AsAh", "p1 sm 7c2d")
    cards, board = ("d dh p1 7c2d", "d dh p2 ????"), ("d db 3h4h5h", "d db 8s", "d db 9s")
    assert run(write("hand.phh", hand_text(*cards, *acts, *board)), "--analyse") == 0
    text = capsys.readouterr().out
    assert "all in 100%*" in text
    assert "call all in 0% -21.8*" in text


def test_solve_prints_the_verdicts_of_the_library(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    from pokermasa import study
    from pokermasa.histories import phh
    from pokermasa.study import Limits, analyse, analysis_data
    from tests.study.test_analysis import BET_AND_CALL
    from tests.study.test_analysis import hand as told
    from tests.study.test_solved_line import SMALL, hold, solve_roughly

    hold(monkeypatch, "AA, 88, KQs", "KK, QJs, AQs")
    solve_roughly(monkeypatch)
    file = tmp_path / "hand.phh"
    file.write_text(told(*BET_AND_CALL))
    history = phh.read(file.read_text()).seen_by("Ann")
    expected = analyse(history, history.names.index("Ann"), solver=Limits(memory=SMALL))
    asked = []

    def solved_before(history: Any, viewer: int, **options: Any) -> Any:
        asked.append((history, viewer, options.get("solver")))
        return expected if options.get("solver") else analyse(history, viewer)

    monkeypatch.setattr(study, "analyse", solved_before)
    code, [hand] = as_json(capsys, file, "--solve", "--hero", "Ann")
    assert code == 0
    assert asked == [(history, history.names.index("Ann"), Limits())]
    assert hand["analysis"] == analysis_data(expected)
    assert run(file, "--solve", "--hero", "Ann") == 0
    text = capsys.readouterr().out
    assert text.count("solution exploitable by ") == 4, "decisions from the flop on"
    assert run(file, "--analyse", "--hero", "Ann") == 0
    assert capsys.readouterr().out.count("not solved; --solve asks the solver") == 4


def test_the_heros_analysis_uses_only_cards_the_hero_saw(
    capsys: pytest.CaptureFixture[str],
) -> None:
    code, [hand] = as_json(capsys, SHOWDOWN, "--analyse", "--hero", "Player2")
    assert code == 0
    decided = {s["stack"] for s in hand["analysis"]["steps"] if s["decision"]}
    assert decided == {hand["players"].index("Player2")}
    assert run(SHOWDOWN, "--hero", "Player2") == 0
    assert "Player3             1  ?? ??" in capsys.readouterr().out
    code, [hand] = as_json(capsys, SHOWDOWN, "--hero", "Nobody")
    assert code == 1
    assert "'Nobody' does not play in this hand; players are " in hand["error"]
    assert hand["reason"] == "'Nobody' does not play in this hand"
