"""Tests of `masa convert`: every hand in every format, and no incomplete files."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from pokermasa import cli
from pokermasa.cli.hand_file import HandFile, written_whole
from pokermasa.histories.formats import FORMATS, WRITTEN
from pokermasa.histories.history import UNKNOWN, Shown
from pokermasa.histories.replay import result
from tests.hands.make import FOLDER
from tests.histories.test_phh import KNOWN, text

PLAYED, SHOWDOWN = FOLDER / "played.phhs", FOLDER / "showdown.phh"
MASA = [sys.executable, "-c", "from pokermasa import cli; cli.main()"]


def run(*args: object) -> int:
    with pytest.raises(SystemExit) as end:
        cli.main(["convert", *map(str, args)])
    code = end.value.code
    if isinstance(code, str):
        print(code, file=sys.stderr)
        return 1
    return code or 0


def hands(path: Path) -> list[Any]:
    with HandFile(path) as opened:
        found = list(opened.hands())
    assert not [one.error for one in found if one.error]
    return [one.history for one in found]


def test_phh_to_phhs_and_back(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(SHOWDOWN, tmp_path / "a.phhs") == 0
    assert "1 hand written" in capsys.readouterr().err
    assert run(tmp_path / "a.phhs", tmp_path / "b.phh", "--to", "phh") == 0
    assert (tmp_path / "b.phh").read_bytes() == SHOWDOWN.read_bytes()


def test_a_file_of_hands_keeps_its_keys(tmp_path: Path) -> None:
    assert run(PLAYED, tmp_path / "a.phhs") == 0
    assert (tmp_path / "a.phhs").read_bytes() == PLAYED.read_bytes()


def by_player(history: Any) -> dict[str, int]:
    return dict(zip(history.names, result(history).net, strict=True))


@pytest.mark.parametrize("name", [name for name in WRITTEN if name != "phh"])
def test_every_format_gives_the_same_result(name: str, tmp_path: Path) -> None:
    suffix = FORMATS[name].suffixes[0]
    there, back = tmp_path / f"there{suffix}", tmp_path / "back.phhs"
    assert run(PLAYED, there, "--to", name) == 0
    assert run(there, back) == 0
    before, after = hands(PLAYED), hands(back)
    assert len(after) == len(before) == 40
    for old, new in zip(before, after, strict=True):
        assert by_player(new) == by_player(old)
        assert new.board == old.board
        assert all(
            card in (*UNKNOWN, *old.hands[old.names.index(who)])
            for who, hand in zip(new.names, new.hands, strict=True)
            for card in hand
        )


@pytest.mark.parametrize("name", [name for name in WRITTEN if name != "phh"])
def test_a_log_of_the_acpc_dealer_becomes_any_other_format(name: str, tmp_path: Path) -> None:
    path = tmp_path / f"out{FORMATS[name].suffixes[0]}"
    assert run(FOLDER / "match.log", path) == 0
    before = map(by_player, hands(FOLDER / "match.log"))
    assert list(map(by_player, hands(path))) == list(before)


def test_more_than_one_hand_does_not_fit_a_phh(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(PLAYED, tmp_path / "a.phh") == 1
    assert "more than one hand" in capsys.readouterr().err
    assert os.listdir(tmp_path) == []


def test_invalid_hands_are_left_out_and_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = tmp_path / "in.phhs"
    source.write_text(f"[1]\n{text(KNOWN, 'p1 f')}\n[2]\n{text(KNOWN, 'p2 f')}")
    assert run(source, tmp_path / "out.phhs") == 1
    errors = capsys.readouterr().err
    assert "hand 1, action 3 (p1 folds): it is the turn of p2" in errors
    assert "1 hand written" in errors
    assert len(hands(tmp_path / "out.phhs")) == 1


@pytest.mark.parametrize("content", ["", "nonsense", text(KNOWN, "p1 f")])
def test_no_file_is_written_without_a_valid_hand(
    content: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = tmp_path / "in.phh"
    source.write_text(content)
    (tmp_path / "out.phhs").write_text("what was there before")
    assert run(source, tmp_path / "out.phhs", "--force") == 1
    assert (tmp_path / "out.phhs").read_text() == "what was there before"
    assert sorted(os.listdir(tmp_path)) == ["in.phh", "out.phhs"]


def test_unreadable_and_unwritable_paths_are_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(tmp_path / "no.phh", tmp_path / "out.phhs") == 1
    assert "no.phh: no such file" in capsys.readouterr().err
    assert run(tmp_path, tmp_path / "out.phhs") == 1
    assert "is a directory" in capsys.readouterr().err
    assert run(SHOWDOWN, tmp_path, "--to", "phhs") == 2
    assert "is a folder" in capsys.readouterr().err
    assert run(SHOWDOWN, tmp_path / "no" / "out.phhs") == 2
    assert f"there is no folder {tmp_path / 'no'}" in capsys.readouterr().err
    assert os.listdir(tmp_path) == []


NEEDS_FULL = pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no /dev/full here")


@NEEDS_FULL
def test_a_full_disk_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(PLAYED, "/dev/full", "--to", "phhs") == 1
    assert "/dev/full: no space left" in capsys.readouterr().err
    assert not os.path.isfile("/dev/full")  # the device was not replaced by a file


def test_no_incomplete_file_is_left_on_a_full_disk(tmp_path: Path) -> None:
    """A limit on the file size simulates a disk that becomes full."""
    program = (
        "import resource, sys; from pokermasa import cli\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (5000, 5000))\n"
        "cli.main(sys.argv[1:])"
    )
    out = tmp_path / "out.phhs"
    out.write_text("what was there before")
    done = subprocess.run(
        [sys.executable, "-c", program, "convert", str(PLAYED), str(out), "--force"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (1, f"masa convert: {out}: file too large\n")
    assert out.read_text() == "what was there before"
    assert os.listdir(tmp_path) == ["out.phhs"]


def test_hands_are_written_to_a_pipe_one_by_one() -> None:
    done = subprocess.run(
        [*MASA, "convert", str(SHOWDOWN), "/dev/stdout", "--to", "phh"],
        capture_output=True,
        check=True,
    )
    assert done.stdout == SHOWDOWN.read_bytes()


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    (tmp_path / "link.phhs").symlink_to(tmp_path / "there" / "out.phhs")
    for _ in range(2):
        assert run(PLAYED, tmp_path / "link.phhs", "--force") == 0
        assert (tmp_path / "link.phhs").is_symlink()
        assert (tmp_path / "there" / "out.phhs").read_bytes() == PLAYED.read_bytes()


def test_an_unknown_format_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(SHOWDOWN, tmp_path / "out.pdf") == 2
    said = capsys.readouterr().err
    assert f"{tmp_path / 'out.pdf'} does not say in which format: end it in .phh (phh), " in said
    assert run(SHOWDOWN, tmp_path / "out.phh", "--to", "acpc") == 2
    assert os.listdir(tmp_path) == []


def test_a_file_may_replace_itself(tmp_path: Path) -> None:
    path = tmp_path / "a.phhs"
    path.write_bytes(PLAYED.read_bytes())
    assert run(path, path) == 2
    assert run(path, path, "--force") == 0
    assert path.read_bytes() == PLAYED.read_bytes()


def test_an_interrupted_conversion_leaves_no_file(tmp_path: Path) -> None:
    path = tmp_path / "out.txt"

    def interrupted() -> None:
        with written_whole(path) as out:
            out.write("half of it")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert os.listdir(tmp_path) == []


def test_a_file_of_many_hands_takes_no_more_memory(tmp_path: Path) -> None:
    """Ten times as many hands need the same memory. Each run has its own process, since a peak
    never decreases.
    """
    source = tmp_path / "many.phhs"
    hand = PLAYED.read_text()
    program = (
        "import json, resource, sys; from pokermasa import cli\n"
        "try: cli.main(sys.argv[1:])\n"
        "except SystemExit: pass\n"
        "print(json.dumps(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss))"
    )
    peaks = []
    for times in (5, 50):
        source.write_text("\n".join([hand] * times))
        out = str(tmp_path / "out.phhs")
        done = subprocess.run(
            [sys.executable, "-c", program, "convert", str(source), out],
            capture_output=True,
            text=True,
            check=True,
        )
        peaks.append(json.loads(done.stdout))
    assert peaks[1] < 1.15 * peaks[0]


def test_the_heros_view_hides_what_the_hero_never_saw(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(SHOWDOWN, tmp_path / "a.phh", "--hero", "Player3") == 0
    [before], [after] = hands(SHOWDOWN), hands(tmp_path / "a.phh")
    assert by_player(after) == by_player(before)
    shown = {step.stack for step in before.story if isinstance(step, Shown)}
    for index, hand in enumerate(after.hands):
        is_seen = index in shown or after.names[index] == "Player3"
        assert hand == (before.hands[index] if is_seen else UNKNOWN)
    assert run(SHOWDOWN, tmp_path / "b.phh", "--hero", "Nobody") == 1
    assert "'Nobody' does not play in this hand" in capsys.readouterr().err


def test_an_unknown_hero_is_refused_with_the_players_of_the_hand(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(PLAYED, tmp_path / "out.txt", "--hero", "Nobody") == 1
    assert "nobody is called 'Nobody' (--hero); there play " in capsys.readouterr().err
    assert os.listdir(tmp_path) == []


def test_a_dash_means_standard_input_and_output() -> None:
    done = subprocess.run(
        [*MASA, "convert", "-", "-", "--to", "phhs"],
        input=PLAYED.read_bytes(),
        capture_output=True,
        check=True,
    )
    assert done.stdout == PLAYED.read_bytes()
    assert b"written to the standard output" in done.stderr
