"""The command `masa` itself; each command has its own tests."""

import subprocess
import sys

import pytest

from pokermasa import __version__, cli


def run(*args: str) -> int:
    with pytest.raises(SystemExit) as end:
        cli.main(args)
    return end.value.code or 0


def test_it_says_its_version(capsys):
    assert run("--version") == 0
    assert capsys.readouterr().out == f"pokermasa {__version__}\n"


def test_help_names_every_command(capsys):
    assert run("--help") == 0
    said = capsys.readouterr().out
    assert all(name in said for name in cli.COMMANDS)


@pytest.mark.parametrize("name", cli.COMMANDS)
def test_every_command_can_be_loaded_and_explains_itself(name, capsys):
    assert run(name, "--help") == 0
    assert f"masa {name}" in capsys.readouterr().out


def test_an_unknown_command_is_refused(capsys):
    assert run("no-such-command") != 0
    assert "no-such-command" in capsys.readouterr().err


def test_help_loads_no_room_and_no_compiler():
    program = (
        "import sys; from pokermasa import cli\n"
        "try: cli.main(['--help'])\n"
        "except SystemExit: pass\n"
        "print(*sys.modules, file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    loaded = set(done.stderr.split())
    assert {name for name in loaded if name.startswith("pokermasa.")} == {"pokermasa.cli"}
    assert not loaded & {"numpy", "numba"}
