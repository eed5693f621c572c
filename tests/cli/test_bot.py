"""Tests of `masa bot run`: a user's bot in a real room, over the socket."""

import json
import signal
import sys
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from subprocess import PIPE, STDOUT, Popen
from subprocess import run as ran
from threading import Thread
from typing import Any

import pytest

from pokermasa import cli
from tests.server.room import PATIENCE, Opened, open_room

pytestmark = pytest.mark.sampled(2)

MASA = [sys.executable, "-c", "from pokermasa.cli import main; main()"]


def run(*args: Path | str | int, **environment: Any) -> tuple[int, str]:
    done = ran(
        [*MASA, "bot", "run", *map(str, args)],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        env=environment or None,
    )
    return done.returncode, done.stdout + done.stderr


def refused(capsys: pytest.CaptureFixture[str], *args: str | int) -> tuple[int, str]:
    """Run the command in this process, for errors before a bot plays. Return exit code and
    message.
    """
    with pytest.raises(SystemExit) as end:
        cli.main(["bot", "run", *map(str, args)])
    said = capsys.readouterr()
    return end.value.code, said.out + said.err  # type: ignore[return-value]


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Opened]:
    with open_room(tmp_path_factory.mktemp("bot") / "room") as room:
        yield room


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    file = tmp_path / "mine.py"
    file.write_text(
        "class Mine:\n"
        "    def meet(self, info): print('meets', info.names[info.me])\n"
        "    def learn(self, view): print('learns', view.settled, len(view.past) > 0)\n"
        "    def choose(self, view):\n"
        "        assert view.players[view.viewer].cards\n"
        "        return next(act for act in view.acts[::-1] if act.code in ('CH', 'FO'))\n"
    )
    return file


def open_with_bots(room: Opened, **options: Any) -> Any:
    return room.table(room.guest(), bots=True, **options)["id"]


def tables_of(room: Opened, capsys: pytest.CaptureFixture[str], *args: str | int) -> str:
    with pytest.raises(SystemExit) as end:
        cli.main(["bot", "tables", "--server", room.url, *map(str, args)])
    said = capsys.readouterr()
    assert not end.value.code, said.err
    return said.out


def test_public_tables_are_listed_with_the_id_that_names_them(
    room: Opened, capsys: pytest.CaptureFixture[str]
) -> None:
    host = room.guest()
    seen = room.table(host, name="[red]Café[/]", big=34, small=17)["id"]
    hidden = room.table(host, name="hidden", private=True)["id"]
    said = tables_of(room, capsys)
    assert seen in said
    assert "[red]Café[/]" in said, "a name is a name, not markup"
    assert hidden not in said
    (table,) = json.loads(tables_of(room, capsys, "--big", 34, "--json"))
    assert (table["id"], table["big"], table["sides"]) == (seen, 34, 6)
    assert tables_of(room, capsys, "--big", 34, "--csv").splitlines()[1].startswith(seen)
    assert tables_of(room, capsys, "--big", 35) == "no public table is open\n"


@pytest.mark.parametrize("answer", [b"<html>", b'[{"id": 1}]', b"[5]", b'{"a": 1}'])
def test_address_that_is_no_room_is_named(
    answer: bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    class Other(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.end_headers()
            self.wfile.write(answer)

        def log_message(self, *_: Any) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Other) as server:
        thread = Thread(target=server.handle_request)
        thread.start()
        url = f"http://127.0.0.1:{server.server_port}"
        with pytest.raises(SystemExit):
            cli.main(["bot", "tables", "--server", url])
        thread.join(PATIENCE)
    assert f"masa bot: {url}: " in capsys.readouterr().err.replace("\n", " ")


def test_bot_takes_a_table_with_the_big_blind_that_was_asked_for(room: Opened) -> None:
    masa = open_with_bots(room, big=46, small=23)
    code, said = run("caller", "--server", room.url, "--big", 46, "--hands", 1)
    assert code == 0, said
    assert f"/masa/{masa}" in "".join(said.split())
    code, said = run("caller", "--server", room.url, "--big", 47, "--hands", 1)
    assert code == 1
    assert "masa bot: " in said


def test_options_of_the_other_word_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    for text, named in (
        (["tables", "--server", "x", "--masa", "y"], "--masa"),
        (["tables", "caller", "--server", "x"], "NAME"),
        (["run", "caller", "--server", "x", "--json"], "--json"),
        (["run", "--server", "x"], "NAME"),
        (["run", "caller", "--server", "x", "--masa", "y", "--big", "2"], "--big"),
        (["run", "caller", "--server", "x", "--tournament", "y", "--big", "2"], "--big"),
    ):
        with pytest.raises(SystemExit) as end:
            cli.main(["bot", *text])
        assert end.value.code == 2
        assert f"Invalid value for {named}" in capsys.readouterr().err


@pytest.mark.rotated
def test_a_bot_plays_its_hands_and_leaves(room: Opened, mine: Path) -> None:
    masa = open_with_bots(room)
    args = ("--server", room.url, "--masa", masa, "--stack", 150, "--hands", 5, "--time", 60)
    code, said = run(mine, *args)
    assert code == 0, said
    assert "hand 5: " in said
    assert "left the table with" in said
    assert "learns True True" in said
    assert "fault" not in said


@pytest.mark.rotated
def test_a_bot_with_a_token_plays_for_its_account(room: Opened) -> None:
    masa = open_with_bots(room)
    guest = room.guest()
    args = ("--server", room.url, "--masa", masa, "--hands", 1)
    code, said = run("caller", *args, "--token", guest.secret)
    assert code == 0, said
    assert said.startswith(f"{guest.name} sits down")


def test_a_bots_own_reason_is_beside_its_acts_in_the_hand_it_played(
    room: Opened, tmp_path: Path
) -> None:
    mine = tmp_path / "mine.py"
    mine.write_text(
        "from pokermasa.bots import MixedAct\n"
        "class Mine:\n"
        "    def choose(self, view):\n"
        "        act = next(act for act in view.acts[::-1] if act.code in ('CH', 'CA', 'FO'))\n"
        "        cards = view.players[view.viewer].cards\n"
        "        return MixedAct.single(act, f'I hold {len(cards)} cards')\n"
    )
    masa = open_with_bots(room)
    guest = room.guest()
    args = ("--server", room.url, "--masa", masa, "--hands", 2, "--time", 60)
    code, said = run(mine, *args, "--token", guest.secret)
    assert code == 0, said
    with room.http(guest) as client:
        hands = client.get("/api/hands").json()
        received = [client.get(f"/api/hands/{hand['id']}/phh").text for hand in hands]
        export = client.get("/api/hands/export", params={"format": "phh"}).text
    assert any("# I hold 2 cards'" in text for text in received)
    assert "# I hold 2 cards'" in export, "the file of all hands has the reasons too"


@pytest.mark.rotated
def test_a_bot_that_fails_is_folded_and_stays(room: Opened, tmp_path: Path) -> None:
    broken = tmp_path / "broken.py"
    broken.write_text("def choose(view): return view.nothing\n")
    masa = open_with_bots(room)
    code, said = run(broken, "--server", room.url, "--masa", masa, "--hands", 2, "--time", 60)
    assert code == 0, said
    assert "fault: AttributeError" in said
    assert "left the table" in said


def test_bot_that_cannot_be_loaded_does_not_sit_down(
    room: Opened, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    broken = tmp_path / "broken.py"
    broken.write_text("def choose(view:\n    return view.acts[0]\n")
    masa = open_with_bots(room)
    code, said = refused(capsys, str(broken), "--server", room.url, "--masa", masa)
    assert code == 2
    assert "sits down" not in said
    assert "broken.py cannot be loaded: SyntaxError: '(' was never closed" in said


@pytest.mark.rotated
@pytest.mark.parametrize(("hands", "deaths"), [(1, 1), (100, 3)])
def test_a_bot_that_died_ends_with_an_error(
    room: Opened, tmp_path: Path, hands: int, deaths: int
) -> None:
    """The table is left once the bot is not restarted any more, so that it does not fold all its
    chips away.
    """
    dies = tmp_path / "dies.py"
    dies.write_text(
        "import os, sys\n"
        "def choose(view):\n"
        "    print('no weights', file=sys.stderr, flush=True)\n"
        "    os._exit(3)\n"
    )
    masa = open_with_bots(room)
    args = ("--server", room.url, "--masa", masa, "--hands", hands, "--time", 60)
    code, said = run(dies, *args)
    assert code == 1, said
    assert "fault: it ended with code 3" in said
    assert "no weights" in said
    assert "the bot died" in said
    assert "left the table" in said
    if hands == 100:
        assert f"the bot died {deaths} times" in said
        assert "hand 20:" not in said


@pytest.mark.rotated
def test_a_bot_without_chips_leaves(room: Opened, tmp_path: Path) -> None:
    """One bot always goes all in and the other one always calls, so that soon one has no chips."""
    pushes = tmp_path / "pushes.py"
    pushes.write_text(
        "from pokermasa.rules import Raise\n"
        "def choose(view): return Raise(to=view.players[view.viewer].reach)\n"
    )
    calls = tmp_path / "calls.py"
    calls.write_text(
        "from pokermasa.rules import Call, Check\n"
        "def choose(view): return Check() if Check() in view.acts else Call()\n"
    )
    masa = room.table(room.guest(), sides=2)["id"]
    args = ("--server", room.url, "--masa", masa, "--stack", "100", "--time", "60")
    playing = [
        Popen([*MASA, "bot", "run", bot, *args], stdout=PIPE, stderr=STDOUT, text=True)
        for bot in (str(pushes), str(calls))
    ]
    until = time.monotonic() + PATIENCE
    while all(one.poll() is None for one in playing) and time.monotonic() < until:
        time.sleep(0.05)
    for one in playing:
        if one.poll() is None:
            one.send_signal(signal.SIGINT)
    said = [one.communicate(timeout=PATIENCE)[0] for one in playing]
    assert sorted("broke after" in text for text in said) == [False, True], said
    assert not any("fault" in text for text in said), said
    assert all(one.returncode == 0 for one in playing), said


def test_errors_are_reported_in_words(tmp_path: Path) -> None:
    with open_room(tmp_path / "room") as room:
        url = room.url
    code, said = run("caller", "--server", url)
    assert code == 1
    assert f"there is no room at {url}" in said


def test_unknown_table_tournament_or_token_is_named_with_what_to_do(
    room: Opened, capsys: pytest.CaptureFixture[str]
) -> None:
    url = room.url
    private = room.table(room.guest(), private=True)["id"]
    no_table = f"{url} has no table {{!r}}, or it is private and needs its --key\n"
    found = [
        refused(capsys, "caller", "--server", url, *args)
        for args in (
            ("--masa", "nope"),
            ("--masa", "nope", "--stack", 100),
            ("--masa", "a/b c?"),
            ("--masa", private),
            ("--masa", private, "--key", "wrong"),
            ("--tournament", "nope"),
            ("--tournament", "lnope"),
            ("--token", "wrong"),
            ("--tournament", "nope", "--token", "wrong"),
        )
    ]
    token = (
        f"{url} does not know this --token: it is wrong, has expired or was withdrawn; the account"
        " page makes a new one, and without --token the bot plays as a guest\n"
    )
    assert found == [
        (1, f"masa bot: {said}")
        for said in (
            no_table.format("nope"),
            no_table.format("nope"),
            no_table.format("a/b c?"),
            no_table.format(private),
            f"{url} has no table {private!r}, or this --key does not open it\n",
            f"{url} has no tournament 'nope', or it is private and needs its --key\n",
            f"{url} has no league 'lnope', or it is private and needs its --key\n",
            token,
            token,
        )
    ]


@pytest.mark.parametrize("stack", [50, 150])
def test_stack_is_the_buy_in_at_a_table_that_the_room_chooses(tmp_path: Path, stack: int) -> None:
    with open_room(tmp_path / "room") as room:
        open_with_bots(room)
        args = ("--server", room.url, "--stack", stack, "--hands", 1, "--quiet")
        code, said = run("folder", *args)
    assert code == 0, said
    left = int(said.split()[-2])
    # Some more blinds may be paid, because another hand may be dealt before the bot has left.
    assert stack - 10 <= left <= stack + 10


def test_stack_that_no_table_allows_is_refused(
    room: Opened, capsys: pytest.CaptureFixture[str]
) -> None:
    open_with_bots(room)
    code, said = refused(capsys, "folder", "--server", room.url, "--stack", 3)
    assert code == 1
    assert "at a table that allows a buy-in of 3" in said


@pytest.mark.parametrize(
    ("args", "option"),
    [
        (("--tournament", "t1", "--stack", "100"), "--stack"),
        (("--tournament", "t1", "--hands", "5"), "--hands"),
        (("--tournament", "t1", "--masa", "m1"), "--masa"),
        (("--key", "secret"), "--key"),
        (("--token", ""), "--token"),
    ],
)
def test_option_without_effect_is_refused(
    args: tuple[str, ...], option: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as end:
        cli.main(["bot", "run", "caller", "--server", "127.0.0.1:1", *args])
    assert end.value.code == 2
    assert f"Invalid value for {option}: " in capsys.readouterr().err


@pytest.mark.parametrize(
    "server", ["nonsense://x", "", "http://", "ftp://x", "http://x:99999", "a b", "http://x?y=1"]
)
def test_an_invalid_address_is_named(server: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        cli.main(["bot", "run", "caller", "--server", server])
    assert end.value.code == 2
    assert f"{server!r} is no address, as http://127.0.0.1:8008 is" in capsys.readouterr().err


@pytest.mark.parametrize("server", ["127.0.0.1:1", "http://127.0.0.1:1/", "localhost:1"])
def test_an_address_without_a_room_is_reported(
    server: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for token in ([], ["--token", "x"]):
        with pytest.raises(SystemExit) as end:
            cli.main(["bot", "run", "caller", "--server", server, *token])
        assert end.value.code == 1
        errors = capsys.readouterr().err
        assert "masa bot: there is no room at http://" in errors
        assert "Errno" not in errors
