"""Tests of the output of commands: terminals, pipes, and locales that lack letters."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from pokermasa import cli
from tests.server.room import open_room

MASA = [sys.executable, "-c", "from pokermasa.cli import main; main()"]
NAME = "Çağ"
TITLE = "A table with a name of forty letters, ok"


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("room")
    with open_room(folder, database="") as room:
        host = room.person(NAME)
        room.table(host, name=TITLE, sides=6)
    return folder


def masa(data: Path, *arguments: str, **env: str) -> bytes:
    order = [*MASA, "admin", *arguments, "--data", str(data)]
    plain = {name: value for name, value in os.environ.items() if name != "COLUMNS"}
    done = subprocess.run(order, env=plain | env, capture_output=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_piped_output_is_not_cut_at_80_columns(data: Path) -> None:
    lines = masa(data, "tables").decode().splitlines()
    assert any(TITLE in line and NAME in line for line in lines), lines
    assert max(map(len, lines)) > 80
    assert "…" not in "".join(lines)
    narrow = masa(data, "tables", COLUMNS="60").decode().splitlines()
    assert max(map(len, narrow)) <= 60, "who asks for a width gets it"


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("encoding", "shown"),
    [
        ("iso-8859-1:strict", "Ça\\u011f"),
        ("ascii:strict", "\\xc7a\\u011f"),
        ("ascii:surrogateescape", "\\xc7a\\u011f"),
        ("utf-8:strict", NAME),
    ],
)
def test_a_name_is_printed_in_any_locale(data: Path, encoding: str, shown: str) -> None:
    """Uses the encodings that Python gives the streams in such a locale (LC_ALL=de_DE), and in the
    locale C without the UTF-8 mode."""
    env = {"PYTHONIOENCODING": encoding}
    encoding = encoding.partition(":")[0]
    assert shown in masa(data, "users", **env).decode(encoding)
    users = json.loads(masa(data, "users", "--json", **env).decode(encoding))
    assert NAME in [user["name"] for user in users]


def test_every_command_prints_in_any_locale(data: Path, tmp_path: Path) -> None:
    """Commands print a file name with such letters on both streams."""
    env = os.environ | {"PYTHONIOENCODING": "ascii:strict"}
    for text in (["replay", f"{NAME}.phhs"], ["stats", f"{NAME}.phhs"], ["evaluate", NAME]):
        done = subprocess.run([*MASA, *text], env=env, capture_output=True, cwd=tmp_path)
        assert b"UnicodeEncodeError" not in done.stderr, text
        assert b"fault of pokermasa" not in done.stderr, text


def test_the_password_of_a_copy_can_be_in_the_environment(
    data: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def copied(to: str) -> tuple[int, str]:
        with pytest.raises(SystemExit) as end:
            cli.main(["admin", "copy", str(data), to])
        return end.value.code or 0, capsys.readouterr().err  # type: ignore[return-value]

    new = tmp_path / "new.db"
    monkeypatch.setenv("ROOM_TO_FILL", f"sqlite:///{new}")
    monkeypatch.delenv("NOT_SET", raising=False)
    code, said = copied("env:ROOM_TO_FILL")
    assert (code, new.exists()) == (0, True), said
    code, said = copied("env:NOT_SET")
    assert (code, "no variable NOT_SET" in said) == (1, True)
    _, said = copied("postgresql://masa:secret@127.0.0.1:1/masa")
    assert "other users can read this password" in said
    assert "secret" not in said
