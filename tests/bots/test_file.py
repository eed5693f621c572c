"""Tests of bots that are Python files: finding the bot in a file, and running it."""

import json
import shutil
import subprocess
from pathlib import Path
from random import Random
from typing import Any

import pytest

from pokermasa.arena import Match, play
from pokermasa.bots import Bot, message
from pokermasa.bots.file import NoBotInFile, load
from pokermasa.bots.named import command, named
from pokermasa.bots.process import ProcessBot
from pokermasa.bots.referee import ask
from pokermasa.rules import Blinds, Call, Dealer, Situation, View

EXAMPLES = Path(__file__).parents[2] / "examples"
VIEW = View.from_situation(Situation(Dealer.start([200, 200, 200], 0, Blinds(1, 2), "tda")), 0)
FUNCTION = "from pokermasa.rules import Call\ndef choose(view): return Call()\n"
CLASS = """
class {}:
    def choose(self, view):
        return next(act for act in view.acts if act.code == "CA")
"""


@pytest.mark.parametrize(
    ("text", "name"),
    [
        (FUNCTION, ""),
        (CLASS.format("Mine"), ""),
        (CLASS.format("Mine"), ":Mine"),
        (CLASS.format("Mine") + CLASS.format("Yours"), ":Yours"),
        ("from pokermasa.bots import Caller\n" + CLASS.format("Mine"), ""),
    ],
)
def test_a_function_or_a_class_is_a_bot(text: str, name: str, tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(text)
    assert load(f"{file}{name}").choose(VIEW) == Call()


@pytest.mark.parametrize(
    ("text", "name", "words"),
    [
        ("", "", "no function choose"),
        (CLASS.format("Mine") + CLASS.format("Yours"), "", r"several classes \(Mine, Yours\)"),
        (CLASS.format("Mine"), ":Other", "no class Other with a method choose.*there: Mine"),
    ],
)
def test_a_file_without_a_bot_is_refused(text: str, name: str, words: str, tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(text)
    with pytest.raises(NoBotInFile, match=words):
        load(f"{file}{name}")


def test_a_bot_file_run_as_a_program_says_why_it_cannot_play(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text("")
    bot: Any = ProcessBot(command(str(file)), limit=60)
    assert ask(bot, VIEW, Random(1)).fault == "it ended with code 1"
    assert "no function choose(view)" in bot.last_words


def test_a_bot_file_plays_the_same_as_a_program(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(
        "import random\nfrom pokermasa.rules import Call, Fold\n"
        "def choose(view):\n"
        "    print('thinking')\n"
        "    return random.choice([Call(), Fold()])\n"
    )
    answers = []
    for _ in range(2):
        bot: Any = named(str(file), limit=60).make(11)
        answers.append([ask(bot, VIEW, Random(1)) for _ in range(20)])
        bot.close()
        assert bot.last_words.startswith("thinking\n")  # Printed lines are not answers.
    assert answers[0] == answers[1]  # Random numbers come from the seed.
    assert len({ruling.act for ruling in answers[0]}) == 2
    assert not any(ruling.fault for ruling in answers[0])


def test_an_exception_is_a_fault_of_that_act_and_the_program_plays_on(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(
        "from pokermasa.rules import Call\nasked = 0\n"
        "def choose(view):\n"
        "    global asked\n"
        "    asked += 1\n"
        "    return Call() if asked > 1 else view.nothing\n"
    )
    bot: Any = named(str(file), limit=60).make(1)
    first, second = (ask(bot, VIEW, Random(1)) for _ in range(2))
    bot.close()
    assert "AttributeError" in first.fault
    assert second == ask(load_caller(), VIEW, Random(1))
    assert "in choose" in bot.last_words


def load_caller() -> Bot:
    return named("caller").make(1)


@pytest.mark.rotated
@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("file", "against"),
    [("reader.py", "folder"), ("tight.js", "caller")],
)
def test_the_examples_play_without_a_fault_and_win(file: str, against: str) -> None:
    if file.endswith(".js") and shutil.which("node") is None:
        pytest.skip("there is no Node here")
    entries = (named(str(EXAMPLES / file), limit=60), named(against))
    result = play(Match(entries, deals=150), workers=1)
    assert result.rows[0].faults == 0, result.faults.recorded
    assert result.rows[0].mbb.low > 0


COMPILES = """
import numpy as np
from pokermasa.batch.kernel import kernel
from pokermasa.rules import Call

@kernel
def one_more(number):
    return number + 1

def choose(view):
    assert one_more(np.int64(1)) == 2
    return Call()
"""


@pytest.mark.rotated
def test_a_bot_prints_a_message_when_it_compiles(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The message appears at the first start only: the compiled code is cached, even if the process
    was killed.
    """
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "cache"))
    file = tmp_path / "compiles.py"
    file.write_text(COMPILES)
    result = [message.hello(1), message.act(VIEW, 1, 1.0), message.act(VIEW, 2, 1.0)]
    answers = []
    for _ in range(2):
        process = subprocess.Popen(
            command(str(file)), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        for line in result:
            process.stdin.write(json.dumps(line) + "\n")
        process.stdin.flush()
        said: list[Any] = []
        while len([line for line in said if "turn" in line]) < 2:
            said.append(json.loads(process.stdout.readline()))
        process.kill()
        process.communicate()
        answers.append(said)
    first, second = answers
    assert {"loading": True} in first
    assert first.count({"loading": True}) == first.count({"loading": False})
    turns = [{"turn": 1, "act": "CA"}, {"turn": 2, "act": "CA"}]
    assert second == [{"version": 1}, *turns]
