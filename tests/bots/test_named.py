"""Tests of the names that stand for bots."""

import pickle
import shlex
import shutil
import sys
from pathlib import Path

import pytest

from pokermasa.bots import Basic, Caller, process
from pokermasa.bots.house import House
from pokermasa.bots.named import NoBot, command, listed, named, several
from pokermasa.bots.process import ProcessBot
from tests.cases import each


def test_baseline_and_house_bots_are_found_by_name() -> None:
    assert isinstance(named("caller").make(1), Caller)
    basic = named("basic:0.3").make(1)
    assert isinstance(basic, Basic)
    assert basic.tightness == 0.3
    assert isinstance(named("house").make(1), House)
    assert named("house:tightness=0.3,aggression=0.8").name == "house:tightness=0.3,aggression=0.8"


def test_bots_of_other_projects_are_found_by_name() -> None:
    assert named("rival:fish").name == "rival:fish"
    assert named("rival:fish").make(1) is not None
    with pytest.raises(NoBot, match="rival:shark: known are rlcard, honest, fish"):
        named("rival:shark")


def test_every_bot_of_an_entry_is_a_new_object() -> None:
    entry = named("house")
    assert entry.make(1) is not entry.make(1)


@each("name", ["caller", "basic:0.3", "house:rock", "rival:honest", "cat"])
def test_an_entry_can_be_sent_to_another_process(name: str) -> None:
    entry = named(name)
    assert pickle.loads(pickle.dumps(entry)).name == entry.name


def test_files_and_programs_are_bots(tmp_path: Path) -> None:
    python, script, program = tmp_path / "a.py", tmp_path / "b.js", tmp_path / "c"
    for file in (python, script):
        file.write_text("")
    program.write_text("#!/bin/cat\n")
    python.write_text("class Best:\n    def choose(self, view): return view.acts[0]\n")
    program.chmod(0o755)
    assert named(str(python)).name == "a"
    assert isinstance(named(str(python)).make(1), ProcessBot)
    assert command(str(python))[0] == sys.executable
    assert command(f"{python}:Best")[-1] == f"{python}:Best"
    assert named(f"{python}:Best").name == "Best"
    assert command(str(program)) == [str(program)]
    assert command(f"{shlex.quote(str(program))} -v 2") == [str(program), "-v", "2"]
    if shutil.which("node"):
        assert command(str(script))[1] == str(script)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("def choose(view:\n", "SyntaxError: '(' was never closed (mine.py, line 1)"),
        (
            "import os, nothing\n",
            "ModuleNotFoundError: No module named 'nothing' (mine.py, line 1)",
        ),
        ("import sys\nsys.exit('no weights')\n", "SystemExit: no weights (mine.py, line 2)"),
        ("import os\nos._exit(3)\n", "it ended with code 3"),
        ("x = 1\n", "{path} has no function choose(view), and no class with that method"),
        (
            "class Mine:\n    def __init__(self): 1 / 0\n    def choose(self, view): pass\n",
            "ZeroDivisionError: division by zero (mine.py, line 2)",
        ),
    ],
)
def test_file_that_cannot_be_loaded_is_refused_before_it_plays(
    text: str, words: str, tmp_path: Path
) -> None:
    path = tmp_path / "mine.py"
    path.write_text(text)
    with pytest.raises(NoBot) as refused:
        named(str(path), limit=60)
    assert str(refused.value) == f"{path} cannot be loaded: {words.replace('{path}', str(path))}"


def test_file_that_is_loaded_for_ever_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "mine.py"
    path.write_text("while True: print('loading')\n")
    monkeypatch.setattr(process, "START", 0.1)
    with pytest.raises(NoBot, match=r"it was not loaded within 0\.2 seconds"):
        named(str(path), limit=0.1)


@pytest.mark.skipif(not shutil.which("node"), reason="there is no node here")
def test_script_with_a_syntax_error_is_refused_before_it_plays(tmp_path: Path) -> None:
    path = tmp_path / "mine.js"
    path.write_text("let turn = 1;\nfunction choose( {\n")
    with pytest.raises(NoBot) as refused:
        named(str(path))
    said = f"{path} cannot be loaded: it ended with code 1: SyntaxError: "
    assert str(refused.value).startswith(said)
    assert f"({path}:" in str(refused.value)


@each(
    ("text", "words"),
    [
        ("#!/bin/sh\nexit 3\n", "it ended with code 3"),
        ("#!/bin/sh\necho no weights >&2\nexit 1\n", "it ended with code 1: no weights"),
        ("#!/no/such/program\n", "it cannot be started: "),
        (
            f"#!{sys.executable}\nimport nothing\n",
            "it ended with code 1: ModuleNotFoundError: No module named 'nothing'",
        ),
    ],
)
def test_program_that_ends_before_it_answers_is_refused_before_it_plays(
    text: str, words: str, tmp_path: Path
) -> None:
    program = tmp_path / f"mine{len(list(tmp_path.iterdir()))}"
    program.write_text(text)
    program.chmod(0o755)
    with pytest.raises(NoBot) as refused:
        named(str(program))
    assert str(refused.value).startswith(f"{program} cannot be loaded: {words}")


def test_program_that_answers_is_a_bot_whatever_its_first_answer(tmp_path: Path) -> None:
    program = tmp_path / "mine"
    program.write_text('#!/bin/sh\nread hello; read hand; read act; echo "no JSON"; cat\n')
    program.chmod(0o755)
    assert named(str(program)).name == "mine"


@each(
    ("text", "words"),
    [
        ("nobody", "no bot is named 'nobody'; known: random, caller, raiser, folder, basic, house"),
        ("nobody.py", "there is no file 'nobody.py'"),
        ("basic:2", "basic:2: tightness is a number from 0 to 1, as in basic:0.3"),
        ("basic:much", "basic:much: tightness"),
        ("house:dragon", "house:dragon: no character is named 'dragon'"),
        ("caller:3", "no bot is named 'caller:3'"),
        ("", "no bot is named ''"),
        ("'open", '"\'open" cannot be read as a command'),
    ],
)
def test_a_name_that_is_no_bot_is_refused_with_an_explanation(text: str, words: str) -> None:
    with pytest.raises(NoBot) as refused:
        named(text)
    assert str(refused.value).startswith(words)


def test_a_file_that_is_no_program_says_how_it_could_be(tmp_path: Path) -> None:
    file = tmp_path / "bot.sh"
    file.write_text("")
    with pytest.raises(NoBot, match=r"chmod \+x"):
        named(str(file))


def test_a_name_may_contain_a_number_of_bots() -> None:
    assert [entry.name for entry in several("3xbasic:0.2")] == ["basic:0.2"] * 3
    found = listed("house:tightness=0.3,bluffing=0.1,2xcaller")
    assert [entry.name for entry in found] == ["house:tightness=0.3,bluffing=0.1", *["caller"] * 2]
