"""Tests of bots that are programs, in real processes: correct ones, and some that hang, print too
much, die or answer wrongly.
"""

import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest

from pokermasa.bots import HandInfo, message, process
from pokermasa.bots.process import ProcessBot
from pokermasa.bots.referee import Ruling, ask
from pokermasa.rules import (
    AllIn,
    Blinds,
    Call,
    Dealer,
    Fold,
    HandDealer,
    Situation,
    StackIndex,
    View,
)

CARDS = HandDealer(["Kd Kc", "7s 2h"], "Ah 7c 2d 9s 4h")
VIEW = View.from_situation(Situation(Dealer.start([200, 200], 0, Blinds(1, 2), "tda"), CARDS), 0)
LONG = 60.0
"""Seconds to wait for anything. It is long enough for a slow and busy machine."""

HEAD = """
import json, os, sys, time

def questions():
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "act":
            yield message["turn"]

def say(**answer):
    print(json.dumps(answer), flush=True)
"""


@pytest.fixture
def program(tmp_path: Path) -> Iterator[Callable[..., ProcessBot]]:
    """Return a function that starts a bot with the given code. The bots are closed after the
    test.
    """
    running: list[Any] = []

    def write(body: Any, limit: float = LONG) -> ProcessBot:
        file = tmp_path / f"bot{len(running)}.py"
        file.write_text(HEAD + body)
        bot = ProcessBot([sys.executable, str(file)], limit, seed=5)
        running.append(bot)
        return bot

    yield write
    for bot in running:
        bot.close()


def rulings(bot: ProcessBot, count: int) -> list[Any]:
    return [ask(bot, VIEW, Random(1)) for _ in range(count)]


def test_a_program_answers(program: Callable[..., ProcessBot]) -> None:
    bot = program("for turn in questions(): say(turn=turn, act='CA', reason='why not')")
    assert [(r.act, r.reason, r.fault) for r in rulings(bot, 3)] == [(Call(), "why not", "")] * 3


@pytest.mark.parametrize("act", ["CA", "RR3", "AA", "AA3"])
def test_a_bet_of_a_programs_last_chips_counts_as_all_in_in_any_form(
    program: Callable[..., ProcessBot], act: str
) -> None:
    bot = program(f"for turn in questions(): say(turn=turn, act={act!r})")
    short = Situation(Dealer.start([3, 200], 0, Blinds(2, 4), "tda"), CARDS)
    assert ask(bot, View.from_situation(short, 0), Random(1)) == Ruling(AllIn())


def test_a_program_receives_the_seed_the_opponents_and_the_end_of_hands(
    program: Callable[..., ProcessBot], tmp_path: Path
) -> None:
    received = tmp_path / "heard"
    bot = program(f"""
for line in sys.stdin:
    open({str(received)!r}, "a").write(line)
    message = json.loads(line)
    if message["type"] == "act": say(turn=message["turn"], act="FO")
""")
    bot.meet(HandInfo(("me", "you"), StackIndex(0)))
    ask(bot, VIEW, Random(1))
    bot.learn(VIEW)
    bot.meet(HandInfo(("me", "you"), StackIndex(0)))
    ask(bot, VIEW, Random(1))
    lines = received.read_text().splitlines()
    types = [line.split('"')[3] for line in lines]
    assert types == ["hello", "hand", "act", "hand_over", "hand", "act"]
    assert '"seed":5' in lines[0]
    assert '"names":["me","you"]' in lines[1]


def test_the_first_line_to_a_program_says_the_version_of_the_protocol(
    program: Callable[..., ProcessBot],
) -> None:
    bot = program("""
first = json.loads(sys.stdin.readline())
for turn in questions():
    say(turn=turn, acts={"FO": 1}, reason=f"{first['type']} {first['version']}")
""")
    assert ask(bot, VIEW, Random(1)).reason == "hello 1"


def test_a_program_of_the_same_version_plays(program: Callable[..., ProcessBot]) -> None:
    bot = program("say(version=1)\nfor turn in questions(): say(turn=turn, act='CA')")
    assert [(r.act, r.fault) for r in rulings(bot, 2)] == [(Call(), "")] * 2


@pytest.mark.parametrize("version", [2, 0, "1.0", None])
def test_a_program_of_another_version_is_refused_and_not_started_again(
    program: Callable[..., ProcessBot], version: object
) -> None:
    bot = program(f"say(version={version!r})\nfor turn in questions(): say(turn=turn, act='CA')")
    text = f"it speaks version {version!r} of the bot protocol, not 1"
    faults = [ruling.fault for ruling in rulings(bot, 3)]
    assert faults == [text, f"plays no more: {text}", f"plays no more: {text}"]
    assert bot.deaths == 1


def test_a_python_bot_refuses_a_room_of_another_version(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text("def choose(view): return view.acts[0]\n")
    done = subprocess.run(
        [sys.executable, "-m", "pokermasa.bots.stdio", str(file)],
        input=json.dumps({**message.hello(5), "version": 2}) + "\n",
        capture_output=True,
        text=True,
    )
    assert done.returncode == 1
    assert done.stderr == "the room speaks version 2 of the bot protocol, not 1\n"
    assert done.stdout == '{"version": 1}\n'


def test_a_program_that_hangs_at_its_start_folds_and_is_given_up(
    program: Callable[..., ProcessBot], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process, "START", 0.0)
    bot = program("time.sleep(3600)", limit=0.2)
    began = time.monotonic()
    found = rulings(bot, 50)
    assert {r.act for r in found} == {Fold()}
    assert found[0].fault == "no answer within 0.2 seconds"
    assert found[-1].fault == "plays no more: no answer within 0.2 seconds of its start"
    assert time.monotonic() - began < LONG  # Not every one of the fifty hands waited for the limit.


def test_a_program_that_hangs_later_is_restarted_a_limited_number_of_times(
    program: Callable[..., ProcessBot], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process, "START", LONG)
    monkeypatch.setattr(process, "LATE", 1)
    bot = program(
        """
for turn in questions():
    if turn % 4 == 0: time.sleep(3600)
    say(turn=turn, act='CA')
""",
        limit=2.0,
    )
    found = rulings(bot, 16)
    late = "no answer within 2 seconds"
    assert [r.fault for r in found[:8]] == ["", "", "", late, "", "", "", late]
    assert found[-1].fault == (f"plays no more: {late}, 1 times in a row (it was started 3 times)")


def test_the_clock_stops_while_a_program_loads(
    program: Callable[..., ProcessBot], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Compiling code for the first time does not count, up to a limit."""
    bot = program(
        "for turn in questions():\n"
        "    loads = turn == 2 and [{'loading': True}, {'loading': False}] * 2 or []\n"
        "    loads += turn > 2 and [{'loading': True}] or []\n"
        "    loads += turn < 4 and [{'turn': turn, 'act': 'CA'}] or []\n"
        "    sys.stdout.write(''.join(json.dumps(line) + chr(10) for line in loads))\n"
        "    sys.stdout.flush()\n"
    )
    assert rulings(bot, 1)[0].fault == ""
    # Each reading of the clock advances it by 40 of the 60 seconds that the bot has.
    seconds = count(0, 40)
    monkeypatch.setattr(process, "monotonic", lambda: next(seconds))
    assert [ruling.fault for ruling in rulings(bot, 3)] == [
        "",
        "",
        "no answer within 60 seconds",
    ]


def test_a_late_answer_is_not_taken_for_the_next_one(
    program: Callable[..., ProcessBot], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process, "LATE", 10**6)
    bot = program(
        """
for turn in questions():
    if turn == 2: time.sleep(1)
    say(turn=turn, act='CA', reason=str(turn))
""",
        limit=0.25,
    )
    rulings(bot, 1)
    assert ask(bot, VIEW, Random(1)).fault == "no answer within 0.25 seconds"
    turn, until = 2, time.monotonic() + LONG
    while time.monotonic() < until:
        turn += 1
        ruling = ask(bot, VIEW, Random(1))
        if not ruling.fault:
            break
    assert (ruling.act, ruling.reason) == (Call(), str(turn))


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("'hello there'", "not an answer in JSON: 'hello there'"),
        ("'[1, 2]'", "an answer is a JSON object, not '[1, 2]'"),
        ("'[' * 50000", "not an answer in JSON"),
        ("json.dumps({'act': 'CA'})", 'an answer has its "turn", here 1'),
        ("json.dumps({'turn': turn, 'act': 'RR3'})", "RR3 is not allowed here; it may be FO, CA"),
        ("json.dumps({'turn': turn, 'act': 'RR99999'})", "RR99999 is not allowed here"),
        ("json.dumps({'turn': turn, 'acts': {'CA': -1, 'FO': 2}})", "not a choice of acts"),
        (r"'\udcff\udcfe'", "not an answer in JSON"),
    ],
)
def test_an_unreadable_answer_folds_and_the_program_plays_on(
    program: Callable[..., ProcessBot], line: str, words: str
) -> None:
    bot = program(f"""
sys.stdout.reconfigure(errors="surrogateescape")
for turn in questions():
    if turn == 1: print({line}, flush=True)
    say(turn=turn, act='CA')
""")
    first, second = rulings(bot, 2)
    assert (first.act, first.fault.startswith(words)) == (Fold(), True), first.fault
    assert (second.act, second.fault) == (Call(), "")


@pytest.mark.parametrize(
    "flood",
    [
        "while True: sys.stdout.write('x' * 4096)",
        'while True: print(\'{"turn": 0, "act": "CA"}\')',
        "while True: print()",
    ],
)
def test_a_program_that_prints_too_much_is_stopped(
    program: Callable[..., ProcessBot], flood: str
) -> None:
    bot = program(flood)
    found = rulings(bot, 30)
    assert {r.act for r in found} == {Fold()}
    assert all(r.fault for r in found)
    if "turn" in flood or "xx" in flood:
        assert found[0].fault == "it wrote more than 65,536 bytes for one act"


def test_a_program_that_dies_during_a_hand_is_restarted_a_limited_number_of_times(
    program: Callable[..., ProcessBot],
) -> None:
    bot = program("""
for turn in questions():
    if turn % 3 == 0: print('oh dear', file=sys.stderr); os._exit(3)
    say(turn=turn, act='CA')
""")
    found = rulings(bot, 12)
    assert [r.fault for r in found[:4]] == ["", "", "it ended with code 3", ""]
    assert found[-1].fault == "plays no more: it ended with code 3 (it was started 3 times)"
    assert bot.last_words == "oh dear\n" * 3
    assert bot.deaths == 3
    assert bot.is_gone


def test_the_fault_of_a_killed_program_names_the_signal(program: Callable[..., ProcessBot]) -> None:
    bot = program("import signal; os.kill(os.getpid(), signal.SIGKILL)")
    assert rulings(bot, 1)[0].fault == "it ended by SIGKILL"


def test_a_missing_program_is_a_fault_with_its_name() -> None:
    bot = ProcessBot(["/no/such/program"])
    assert "cannot be started" in rulings(bot, 1)[0].fault
    bot.close()


def test_the_stored_standard_error_of_a_program_is_limited(
    program: Callable[..., ProcessBot],
) -> None:
    bot = program("""
for turn in questions():
    print('the beginning', turn, file=sys.stderr)
    for _ in range(3000): print('x' * 99, file=sys.stderr)
    print('the end', file=sys.stderr, flush=True)
    say(turn=turn, act='CA')
""")
    assert [r.fault for r in rulings(bot, 2)] == ["", ""]
    bot.close()
    assert bot.last_words.startswith("the beginning 1\n")
    assert "\n…\n" in bot.last_words
    assert bot.last_words.endswith("the end\n")
    assert len(bot.last_words) <= process.MOST_FIRST_WORDS + process.MOST_LAST_WORDS + 3
    assert bot.deaths == 0


def test_a_program_that_does_not_read_delays_nobody(
    program: Callable[..., ProcessBot], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process, "START", LONG)
    monkeypatch.setattr(process, "LATE", 10**6)
    monkeypatch.setattr(process, "MOST_UNREAD", 1 << 12)
    bot = program("for turn in questions(): say(turn=turn, act='CA'); time.sleep(3600)", limit=0.01)
    assert not rulings(bot, 1)[0].fault
    found = rulings(bot, 150)
    assert any(r.fault == "it does not read its input" for r in found)


def test_child_processes_of_a_program_end_with_it(
    program: Callable[..., ProcessBot], tmp_path: Path
) -> None:
    alive = tmp_path / "alive"
    bot = program(f"""
import subprocess
child = "import time\\nwhile True: open({str(alive)!r}, 'w').close(); time.sleep(0.02)"
subprocess.Popen([sys.executable, "-c", child])
for turn in questions():
    while not os.path.exists({str(alive)!r}): time.sleep(0.01)
    say(turn=turn, act='CA')
""")
    assert not rulings(bot, 1)[0].fault
    bot.close()
    until = time.monotonic() + LONG
    while time.monotonic() < until:
        Path(alive).unlink(missing_ok=True)
        time.sleep(0.3)
        if not alive.exists():
            return
    raise AssertionError("a child of the program plays on")
