"""Tests of `masa solve` and `masa pushfold`: tables, grids, charts, files and refusals."""

import json
import os
import pty
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
import typer
from typer.testing import CliRunner, Result

from pokermasa.cli.commands.pushfold import pushfold
from pokermasa.cli.commands.solve import solve

pytestmark = pytest.mark.sampled(2)

app, pushfold_app = typer.Typer(), typer.Typer()
app.command()(solve)
pushfold_app.command()(pushfold)

RIVER = "2c7d9hJsQs"
SUBGAME = (
    *("--board", RIVER, "--pot", "100", "--stack", "100", "--oop", "AA, 88", "--ip", "KK"),
    *("--bets", "all-in", "--precision", "0.05"),
)
HAND = """variant = 'NT'
antes = [0, 0]
blinds_or_straddles = [1, 2]
min_bet = 2
starting_stacks = [200, 200]
actions = ['d dh p1 AhKh', 'd dh p2 9s9c', 'p2 cbr 6', 'p1 cc', 'd db 2c7d9h', 'p1 cc', 'p2 cbr 8',
  'p1 cc', 'd db Js', 'p1 cc', 'p2 cc', 'd db Qs', 'p1 cbr 20', 'p2 cbr 70', 'p1 f']
"""


def ask(*args: str, env: dict[str, str] | None = None) -> Result:
    return CliRunner().invoke(app, args, env=env)


def test_the_output_has_a_table_a_grid_and_the_exploitability() -> None:
    result = ask(*SUBGAME)
    assert result.exit_code == 0, result.output
    for text in ("Exploitability", "% of the pot", "oop to act", "all in", "check", "2♣7♦9♥J♠Q♠"):
        assert text in result.stdout
    assert "Expected chips: oop 75.0" in result.stdout
    assert "72o" in result.stdout  # the grid
    assert "72o" not in ask(*SUBGAME, "--no-grid").stdout
    assert "decisions on 1 board," in result.stderr


def test_another_place_and_json_can_be_chosen() -> None:
    data = json.loads(ask(*SUBGAME, "--at", "AA", "--json").stdout)
    assert data["to_act"] == "ip"
    assert data["acts"]["FO"] == pytest.approx(0.5, abs=0.02)
    assert data["hands"]["KsKh"]["strategy"][0] == pytest.approx(0.5, abs=0.02)
    assert data["exploitability_percent"] <= 0.05
    assert sum(data["value"].values()) == pytest.approx(100, abs=0.01)


def test_a_solution_is_saved_plotted_and_read_again(tmp_path: Path) -> None:
    saved, drawn = tmp_path / "spot.npz", tmp_path / "spot.svg"
    assert ask(*SUBGAME, "--save", str(saved), "--plot", str(drawn)).exit_code == 0
    words = " ".join(ElementTree.parse(drawn).getroot().itertext())
    assert "AKs" in words
    assert "oop all in: 75" in words
    again = ask(str(saved), "--at", "AA")
    assert again.exit_code == 0, again.output
    assert "ip to act" in again.stdout
    better = json.loads(ask(str(saved), "--iterations", "10", "--json").stdout)
    assert better["iterations"] > 10


def test_a_decision_of_a_played_hand_is_solved(tmp_path: Path) -> None:
    file = tmp_path / "hand.phh"
    file.write_text(HAND)
    listed = ask(str(file))
    assert listed.exit_code == 0
    assert "Solve one of these acts with --step NUMBER:\n" in listed.stdout
    assert "    9  2c 7d 9h Js Qs  p2 raises to 70\n" in listed.stdout
    assert ask(str(file), "--json").exit_code == 2
    asked = ("--hero-range", "99, JJ, AQ, T8s", "--villain-range", "AhKh, QQ, T8s", "--json")
    result = ask(str(file), "--step", "9", *asked)
    assert result.exit_code == 0, result.output
    data = json.loads(result.stdout)["asked"]
    assert (data["act"], data["cards"]) == ("RR70", "9s9c")
    assert data["loss"]["RR70"] >= 0
    assert data["act_ev"]["FO"] == pytest.approx(0, abs=1e-3)
    read = ask(str(file), "--step", "9", *asked[:-1]).stdout
    assert "9♠9♣, raise to 70: " in read
    assert ask(str(file), "--step", "1").exit_code == 2


def test_an_all_in_above_the_opponents_stack_is_shown_as_the_amount_that_counts(
    tmp_path: Path,
) -> None:
    file = tmp_path / "hand.phh"
    deep = HAND.replace("[200, 200]", "[200, 90]").replace("'p1 cbr 20', 'p2 cbr 70', 'p1 f'", "{}")
    file.write_text(deep.format("'p1 cbr 186', 'p2 f'"))
    asked = ("--hero-range", "AhKh, QQ", "--villain-range", "99, JJ", "--step", "8", "--json")
    data = json.loads(ask(str(file), *asked).stdout)["asked"]
    assert data["act"] == "RR76"
    assert data["loss"]["RR76"] >= 0


def test_a_locked_strategy_stays_fixed_and_the_rest_adapts(tmp_path: Path) -> None:
    locked = ("--lock", "AA: KsKh, KsKd = FO", "--lock", "AA: KsKc = fo 25%, aa 75%")
    data = json.loads(ask(*SUBGAME, *locked, "--at", "AA", "--json").stdout)
    assert data["hands"]["KsKh"]["strategy"] == [1, 0]
    assert data["hands"]["KsKc"]["strategy"] == [0.25, 0.75]
    assert "1 decision locked" in " ".join(ask(*SUBGAME, *locked).stdout.split())
    at_first = json.loads(ask(*SUBGAME, "--lock", ": AA = CH 1", "--json").stdout)
    assert at_first["hands"]["AsAh"]["strategy"] == [1, 0]
    saved = str(tmp_path / "spot.npz")
    assert ask(*SUBGAME, "--save", saved).exit_code == 0
    again = json.loads(ask(saved, "--lock", "AA: KK = FO", "--json").stdout)
    assert again["value"]["oop"] == pytest.approx(100, abs=0.5)


def test_every_betting_option_can_be_chosen() -> None:
    subgame: Any = ("--board", RIVER, "--pot", "100", "--oop", "AA, 88:0.5", "--ip", "KK, QJs")
    subgame += ("--iterations", "300", "--precision", "5", "--json", "--threads", "1")
    for options, acts in (
        (("--stack", "400", "--bets", "33%, 40c, 2e, all-in"), "CH RR33 RR40 RR100 AA"),
        (("--stack", "400,90", "--bets", "all-in"), "CH RR90"),
        (("--stack", "150", "--bets", "50%, 100%", "--all-in-from", "60"), "CH RR50 AA"),
        (("--stack", "400", "--bets", "min", "--big-blind", "8"), "CH RR8"),
        (("--stack", "400", "--bets", "300%", "--betting", "pot limit"), "CH RR100"),
        (("--stack", "400", "--betting", "fixed limit", "--limits", "10,20"), "CH RR20"),
        (("--stack", "400", "--size", "oop bet: 20%", "--size", "turn:50%"), "CH RR20"),
    ):
        result = ask(*subgame, *options)
        assert result.exit_code == 0, result.output
        assert list(json.loads(result.stdout)["acts"]) == acts.split()
    options = ("--stack", "300", "--bets", "50%", "--raise-cap", "0", "--no-donks")  # type: ignore[assignment]
    facing = json.loads(ask(*subgame, *options, "--at", "RR50").stdout)
    assert list(facing["acts"]) == ["FO", "CA"]
    turn = ("--board", "2c7d9hJs", "--at", "CH RR50 CA 3h")
    assert list(json.loads(ask(*subgame, *options, *turn).stdout)["acts"]) == ["CH"]
    raked = json.loads(ask(*subgame, *options, "--rake", "5", "--rake-cap", "4").stdout)
    assert sum(raked["value"].values()) == pytest.approx(96, abs=0.01)
    halved = ask(*subgame, *options, "--raises", "3x", "--small")
    assert halved.exit_code == 0, halved.output


def test_a_command_file_of_texas_solver_is_read(tmp_path: Path) -> None:
    file = tmp_path / "commands.txt"
    file.write_text(
        "set_pot 100\nset_effective_stack 100\nset_board 2c,7d,9h,Js,Qs\nset_range_oop AA,88\n"
        "set_range_ip KK\nset_bet_sizes oop,river,allin\nset_accuracy 0.05\nstart_solve\n"
    )
    data = json.loads(ask(str(file), "--json").stdout)
    assert data["value"]["oop"] == pytest.approx(75, abs=0.1)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (("--board", "2c7d"), "3, 4 or 5 cards"),
        (("--pot", "0"), "above 0"),
        (("--oop", "QsQh"), "has a card of the board"),
        (("--bets", "plenty"), "not a bet size"),
        (("--at", "RR3"), "no act here"),
        (("--size", "nowhere"), "a colon"),
        (("--step", "3"), "give a FILE"),
        (("--lock", "AA KK FO"), "a colon"),
        (("--lock", "AA: KK"), "= and acts"),
        (("--lock", "AA: KK = FO much"), "= and acts"),
        (("--lock", "AA: KK = FO 30%"), "add up to 1"),
        (("--lock", "AA: 55 = FO"), "the range has no hand of '55'"),
        (("--lock", "RR7: KK = FO"), "lock at 'RR7'"),
        (("--lock", "AA: KK = FO", "--lock", "AA: KK = AA"), "said before"),
        (("--ip", "AA:0"), "ip"),
        (("--stack", "many"), "no number"),
        (("--limits", "x"), "'x' is for --betting 'fixed limit'"),
        (("--betting", "fixed limit", "--limits", "x"), "no number"),
        (("--betting", "fixed limit"), "--limits: fixed limit needs the bet of the flop"),
    ],
)
def test_invalid_questions_are_refused(change: tuple[str, ...], words: str) -> None:
    result = ask(*SUBGAME, *change)
    assert result.exit_code == 2
    assert words in " ".join(result.output.replace("│", " ").split())


def test_an_unknown_place_is_refused_before_solving(tmp_path: Path) -> None:
    result = ask(
        *SUBGAME, "--precision", "0", "--at", "CH CH CH", "--save", str(tmp_path / "x.npz")
    )
    assert result.exit_code == 2  # the solver would never end
    assert "the hand is over" in result.output


def test_without_a_subgame_the_missing_options_are_named() -> None:
    result = ask("--board", "2c7d9hJsQs")
    assert result.exit_code == 2
    assert "--pot, --stack, --oop, --ip" in result.output


def is_near(seen: bytes) -> bool:
    """Whether the progress shows nearly the exploitability of a solved subgame."""
    result = re.findall(rb"exploitability ([0-9.]+) %", seen)
    return any(float(percent) < 4 for percent in result)


@pytest.mark.rotated
def test_ctrl_c_shows_the_result_so_far() -> None:
    command = [sys.executable, "-c", "from pokermasa.cli import main; main()", "solve"]
    command += ["--board", "2c7d9hJs", "--pot", "100", "--stack", "300", "--oop", "20%"]
    command += ["--ip", "20%", "--precision", "0", "--no-grid"]
    ours, theirs = pty.openpty()
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=theirs, text=True) as running:
        os.close(theirs)
        seen = b""
        until = time.monotonic() + 100
        while not is_near(seen) and time.monotonic() < until:
            seen += os.read(ours, 4096)
        running.send_signal(signal.SIGINT)
        out = running.stdout.read()
        while True:
            try:
                if not os.read(ours, 4096):
                    break
            except OSError:
                break
    os.close(ours)
    assert running.returncode == 130, seen
    assert "(stopped)" in out
    assert "oop to act" in out


def test_pushfold_prints_the_equilibrium() -> None:
    result = CliRunner().invoke(pushfold_app, ["--stack", "10"])
    assert result.exit_code == 0
    assert "The small blind pushes 58.3%" in result.stdout
    assert "The big blind calls 37." in result.stdout
    data = json.loads(CliRunner().invoke(pushfold_app, ["--stack", "10", "--json"]).stdout)
    assert data["push"]["AA"] == pytest.approx(1, abs=1e-3)
    assert data["push"]["72o"] == pytest.approx(0, abs=1e-3)
    assert max(data["gains"]) < 1e-4
    assert CliRunner().invoke(pushfold_app, ["--stack", "1"]).exit_code == 2

    grid = CliRunner().invoke(pushfold_app, ["--stack", "10"], env={"NO_COLOR": "1"}).stdout
    assert "P pushes, F folds; P and a number: pushes so often, in per cent" in grid
    assert "C calls, F folds" in grid
    push, _, call = grid.partition("The big blind calls")
    for part, letter in ((push, "P"), (call, "C")):
        rows = [re.findall(r"│ *([^│ ]*) *", line) for line in part.splitlines() if "│" in line]
        said = dict(zip(sum(rows[0::2], []), sum(rows[1::2], []), strict=True))  # noqa: RUF017
        assert said["AA"] == letter
        assert said["72o"] == "F"
        assert all(re.fullmatch(rf"F|{letter}\d?\d?", done) for name, done in said.items() if name)


UNSOLVED = (
    *("--board", "2c7d9hJs", "--pot", "100", "--stack", "300"),
    *("--oop", "30%", "--ip", "30%", "--iterations", "1"),
)


def test_an_unsolved_result_says_so_first_and_shows_no_strategy(tmp_path: Path) -> None:
    saved, drawn = tmp_path / "spot.npz", tmp_path / "spot.svg"
    result = ask(*UNSOLVED, "--save", str(saved), "--plot", str(drawn))
    assert result.exit_code == 1
    first = result.stdout.splitlines()[0]
    assert re.match(r"Not solved: exploitability \d+\.?\d* % of the pot after 1 iteration, ", first)
    assert first.endswith("an answer takes 5 % or less")
    for text in ("to act", "Expected", "how often", "AKs", "by hand"):
        assert text not in result.stdout
    assert not drawn.exists()
    assert saved.exists()  # solving can be continued
    received = ask(*UNSOLVED, "--json")
    assert received.exit_code == 1
    data = json.loads(received.stdout)
    assert data["solved"] is False
    assert data["exploitability_percent"] > 5
    assert not {"acts", "hands", "strategy"} & set(data)
    assert "masa solve: Not solved: " in received.stderr
    again = ask(str(saved))
    assert (again.exit_code, again.stdout[:11]) == (1, "Not solved:")


def test_a_precision_coarser_than_five_per_cent_can_be_chosen() -> None:
    result = ask(*UNSOLVED[:-2], "--precision", "40", "--iterations", "50", "--json")
    assert result.exit_code == 0
    assert json.loads(result.stdout)["solved"] is True


def test_more_than_a_gigabyte_of_memory_needs_a_confirmation(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("pokermasa.cli.commands.solve.UNASKED", 100.0)
    taken = []
    monkeypatch.setattr("pokermasa.solve.solution.Solution.improve", lambda *_: taken.append(1))
    result = ask(*SUBGAME)
    assert result.exit_code == 2
    said = " ".join(result.output.replace("│", " ").split())
    assert "4 decisions on 1 board, 0.0 MB of memory" in said
    assert "this takes 0.0 MB of memory: --memory 0.0MB allows that; --small, fewer sizes" in said
    assert not taken
    monkeypatch.undo()
    assert ask(*SUBGAME, "--memory", "1MB").exit_code == 0
    assert ask(*SUBGAME, "--memory", "0.0001 MB").exit_code == 2
    assert "no size of memory" in ask(*SUBGAME, "--memory", "much").output


CENTS = """variant = 'NT'
antes = [0, 0]
blinds_or_straddles = [0.50, 1]
min_bet = 1
starting_stacks = [100, 100]
currency_symbol = '$'
actions = ['d dh p1 AhKh', 'd dh p2 9s9c', 'p2 cbr 3', 'p1 cc', 'd db 2c7d9h', 'p1 cc', 'p2 cbr 4',
  'p1 cc', 'd db Js', 'p1 cc', 'p2 cc', 'd db Qs', 'p1 cbr 10', 'p2 cbr 35.50', 'p1 f']
"""


def test_amounts_of_a_hand_are_in_the_unit_of_its_file(tmp_path: Path) -> None:
    file, drawn = tmp_path / "hand.phh", tmp_path / "hand.svg"
    file.write_text(CENTS)
    listed = ask(str(file)).stdout
    assert "p1 bets $10\n" in listed
    assert "p2 raises to $35.50\n" in listed
    asked = ("--hero-range", "99, JJ, AQ, T8s", "--villain-range", "AhKh, QQ, T8s", "--step", "9")
    output = ask(str(file), *asked, "--plot", str(drawn), env={"COLUMNS": "200"}).stdout
    assert re.search(r"9♠9♣, raise to \$35\.50: -?\$[\d.]+, ", output)
    assert "of a pot of $24;" in output
    assert "  pot $24\n" in output
    assert "raise to $35.50  RR3550" in output  # the form that --at accepts
    assert re.search(r"B raise to \$[\d.]+, ", output)
    assert "3550" not in output.replace("RR3550", "")
    assert "2400" not in output
    assert "raise to $35.50" in " ".join(ElementTree.parse(drawn).getroot().itertext())
    at = ask(str(file), *asked, "--at", "RR3550", env={"COLUMNS": "200"}).stdout
    assert "At RR3550 ($35.50)  board" in at
    assert json.loads(ask(str(file), *asked, "--json").stdout)["asked"]["scale"] == 100
    saved = str(tmp_path / "saved.npz")
    ask(str(file), *asked, "--save", saved)
    again = ask(saved, env={"COLUMNS": "200"}).stdout
    assert "of a pot of $24;" in again
    assert "raise to $35.50  RR3550" in again


def test_a_file_with_several_hands_needs_a_choice(tmp_path: Path) -> None:
    file = tmp_path / "two.phhs"
    file.write_text(f"[1]\n{HAND}\n[2]\n{HAND}")
    result = ask(str(file), "--step", "9")
    assert result.exit_code == 2
    said = " ".join(result.output.replace("│", " ").split())
    assert "--hand: " in said
    assert "has several hands: choose one of 1, 2" in said.replace("\n", "")
    assert ask(str(file), "--hand", "2").exit_code == 0
    missing = ask(str(file), "--hand", "3")
    assert missing.exit_code == 2
    assert "there are 1, 2" in " ".join(missing.output.replace("│", " ").split())


def test_a_hand_without_a_solvable_decision_is_refused_with_the_reason(tmp_path: Path) -> None:
    file = tmp_path / "hand.phh"
    file.write_text(HAND.partition(", 'p1 cc'")[0] + ", 'p1 f']\n")
    result = ask(str(file))
    assert result.exit_code == 2
    assert "no act of two players after the flop" in " ".join(result.output.split())


def test_the_grid_says_which_act_a_number_means_without_colours() -> None:
    output = ask(*SUBGAME, "--bets", "50%, all-in", env={"NO_COLOR": "1", "COLUMNS": "80"}).stdout
    assert "by hand: C check, B bet 50, A all in; the number is how often, in per cent" in output
    rows = [re.findall(r"│ *([^│ ]*) *", line) for line in output.splitlines() if "│" in line]
    (aces,) = [rows[n + 1][0] for n, row in enumerate(rows) if row[0] == "AA"]
    assert re.fullmatch(r"[CBA](\d\d)?", aces)
    assert all(len(line) <= 80 for line in output.splitlines() if "│" in line)
