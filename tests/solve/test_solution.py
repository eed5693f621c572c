"""Solutions: improving, locking, reading and saving."""

import gc
import json
import signal
import weakref
import zipfile
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pokermasa.solve import SolveError, SolveRefusal, Subgame, judge, solve, texas_solver
from pokermasa.solve.file import load, save
from pokermasa.solve.solution import Solution
from tests.solve.independent_evaluator import evaluate_independently

RIVER = "2c 7d 9h Js Qs"
TURN = "2c 7d 9h Js"


@pytest.fixture(scope="module")
def clairvoyant() -> Solution:
    return solve(Subgame.from_board(RIVER, 100, 100, "AA, 88", "KK", bets="all-in"), target=0.01)


@pytest.fixture(scope="module")
def turn() -> Solution:
    subgame = Subgame.from_board(
        TURN, 100, 150, "QQ, JTs, A9s, 88:0.5", "KQs, AA, TT, 98s", bets="60%"
    )
    return solve(subgame, target=0.5, threads=2)


def test_a_place_has_acts_hands_and_values(clairvoyant: Solution) -> None:
    answer = clairvoyant.at("AA")
    assert (answer.player, answer.acts, answer.pot) == (1, ("FO", "AA"), 200)
    kings = answer.hand("KsKh")
    assert kings["act_ev"]["FO"] == 0
    assert kings["act_ev"]["AA"] == pytest.approx(0, abs=0.5)  # it makes no difference
    assert kings["equity"] == pytest.approx(1 / 3, abs=0.01)  # one bluff for two winners
    assert clairvoyant.root.loss("AsAh", "CH") == pytest.approx(25, abs=0.5)
    assert clairvoyant.root.loss("AsAh", "AA") == 0
    assert answer.likely(0).sum() == pytest.approx(1)


def test_a_path_can_be_one_text_or_several_in_any_case(clairvoyant: Solution) -> None:
    assert clairvoyant.at("ch", "aa").path == clairvoyant.at("CH AA").path == ("CH", "AA")
    end = clairvoyant.at("AA FO")
    assert end.is_end
    assert end.player is None
    for path, text in (("RR50", "CH, AA"), ("AA FO CH", "over"), ("AA xx", "FO, AA")):
        with pytest.raises(SolveError, match=text) as refused:
            clairvoyant.at(path)
        assert refused.value.code is SolveRefusal.NO_SUCH_NODE


def test_the_value_of_a_place_is_the_mean_of_its_children(turn: Solution) -> None:
    """The value of a decision is the mean of its acts, weighted by their frequencies, and the value
    of a deal is the mean over the cards."""
    for path in ("", "CH", "RR60", "CH RR60"):
        place = turn.at(path)
        mixed = (place.strategy * place.act_values).sum(axis=0)
        assert place.values(place.player) == pytest.approx(mixed, abs=1e-2, nan_ok=True)
        assert place.value(0) + place.value(1) == pytest.approx(place.pot, abs=1e-2)
    deal = turn.at("CH CH")
    after = [deal.after(str(card)) for card in deal.cards]
    for player in range(2):
        hand = deal.index(player, "QdQc" if player == 0 else "AsAh")
        met = [place.met(player)[hand] for place in after]
        values = [place.values(player)[hand] for place in after]
        known = [(m, v) for m, v in zip(met, values, strict=True) if m > 0]
        mean = sum(m * v for m, v in known) / sum(m for m, _ in known)
        assert deal.values(player)[hand] == pytest.approx(mean, abs=0.02)


def test_the_number_of_threads_does_not_change_the_solution(turn: Solution) -> None:
    one = solve(turn.subgame, target=None, iterations=15, threads=1)
    two = solve(turn.subgame, target=None, iterations=15, threads=2)
    assert one.value == pytest.approx(two.value, abs=1e-4)
    assert np.array_equal(one.game.store.regrets, two.game.store.regrets)


def test_improve_continues_from_the_previous_iterations() -> None:
    subgame = Subgame.from_board(RIVER, 100, 100, "AA, 88, QJs", "KK, T8s", bets="50%, all-in")
    whole = solve(subgame, target=None, iterations=40, threads=1)
    parts = solve(subgame, target=None, iterations=15, threads=1)
    assert parts.improve(None, iterations=25).iterations == 40
    assert np.array_equal(whole.game.store.sums, parts.game.store.sums)


def test_improve_stops_at_the_target_or_the_time_limit() -> None:
    subgame = Subgame.from_board(RIVER, 100, 100, "AA, 88, QJs", "KK, T8s", bets="50%, all-in")
    reports: list[Any] = []
    solution = solve(subgame, target=1.0, watch=reports.append)
    assert solution.percent <= 1
    assert reports[-1].percent <= 1 < reports[0].percent or len(reports) == 1
    assert solve(subgame, target=0.0, seconds=0.05).iterations > 0
    with pytest.raises(SolveError, match="give a limit"):
        solution.improve(None)


def test_ctrl_c_keeps_the_solution_so_far(turn: Solution) -> None:
    def stop(progress: Any) -> None:
        if progress.iterations >= 20:
            signal.raise_signal(signal.SIGINT)

    solution = solve(turn.subgame, target=0.0, watch=stop, threads=2)
    assert solution.interrupted
    assert 0 < solution.percent < 50
    assert solution.improve(None, iterations=5).interrupted is False
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_ctrl_c_waits_for_the_end_of_the_iteration(
    turn: Solution, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An exception while a thread gets its task would leave the lock of the thread pool locked
    forever."""
    solution = Solution(turn.subgame, turn.subgame.game(threads=2))
    submit = ThreadPoolExecutor.submit

    def interrupted(*arguments: Any) -> Future[Any]:
        signal.raise_signal(signal.SIGINT)
        monkeypatch.undo()
        return submit(*arguments)

    monkeypatch.setattr(ThreadPoolExecutor, "submit", interrupted)
    solution.improve(None, iterations=25)
    assert solution.interrupted
    assert solution.iterations == 1


def test_a_second_ctrl_c_does_not_wait(turn: Solution) -> None:
    def stop(progress: Any) -> None:
        signal.raise_signal(signal.SIGINT)
        signal.raise_signal(signal.SIGINT)

    with pytest.raises(KeyboardInterrupt):
        solve(turn.subgame, target=0.0, watch=stop)
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_a_locked_decision_stays_fixed_and_the_rest_adapts() -> None:
    """The bluffs always bet if the kings are locked to folding."""
    subgame = Subgame.from_board(RIVER, 100, 100, "AA, 88", "KK", bets="all-in")
    kings = {f"K{a}K{b}": {"FO": 1.0} for a, b in ("sh", "sd", "sc", "hd", "hc", "dc")}
    solution = solve(subgame, target=0.01, locks={"AA": kings})
    assert solution.at("AA").frequencies == pytest.approx({"FO": 1.0, "AA": 0.0})
    assert solution.root.hand("8s8h")["strategy"]["AA"] > 0.99
    assert solution.value[0] == pytest.approx(100, abs=0.1)
    assert solution.gains[1] == pytest.approx(0, abs=0.02)  # A locked player cannot gain.
    free = solve(subgame, target=0.01, locks={"AA": {"KsKh": {"FO": 1.0}}})
    assert free.at("AA").hand("KsKh")["strategy"]["FO"] == 1
    assert free.at("AA").hand("KdKc")["strategy"]["AA"] > 0.05


@pytest.mark.parametrize(
    "strategy",
    [{"AsAh": {"CH": 0.5}}, {"AsAh": {"CH": -1, "AA": 2}}, [[1.0], [0.0]], {"7s7h": {"CH": 1.0}}],
    ids=str,
)
def test_invalid_strategies_are_refused(
    strategy: dict[str, dict[str, float]] | list[list[float]],
) -> None:
    subgame = Subgame.from_board(RIVER, 100, 100, "AA, 88", "KK", bets="all-in")
    with pytest.raises(SolveError):
        solve(subgame, locks={"": strategy}, iterations=1)
    with pytest.raises(SolveError, match="no player is to act"):
        solve(subgame, locks={"CH CH": {}}, iterations=1)


def test_judge_finds_the_best_response_to_a_given_strategy() -> None:
    """Against a player who calls with everything and never bets, aces bet and eights do not."""
    subgame = Subgame.from_board(TURN, 100, 100, "AA, 88", "KK, QQ", bets="all-in")

    def calls(place: Any) -> np.ndarray:
        table = np.zeros((len(place.acts), len(place.hands(place.player))))
        table[place.acts.index("FO") + 1 if "FO" in place.acts else 0] = 1
        return table

    given = judge(subgame, calls)
    values, best = evaluate_independently(given)
    assert given.value == pytest.approx(values, abs=1e-3)
    assert [given.best_response(who)[0] for who in range(2)] == pytest.approx(best, abs=1e-3)
    assert given.gains[0] > 10


@pytest.mark.parametrize("small", [False, True])
def test_a_saved_solution_is_equal_and_can_be_improved(tmp_path: Path, small: bool) -> None:
    subgame = Subgame.from_board(TURN, 100, 150, "QQ, JTs", "KQs, AA", bets="60%", rake=0.02)
    solution = solve(subgame, target=None, iterations=20, small=small, threads=1)
    path = tmp_path / "spot.npz"
    save(solution, path)
    again = load(path, threads=1)
    assert again.value == solution.value
    assert again.at("CH CH 3c").frequencies == solution.at("CH CH 3c").frequencies
    solution.improve(None, iterations=10)
    again.improve(None, iterations=10)
    assert again.value == solution.value
    with zipfile.ZipFile(path) as archive:  # the example of docs/solve.md
        assert {"header.npy", "sums.npy", "regrets.npy"} <= {*archive.namelist()}
    save(solution, path, resumable=False)
    assert load(path).percent == pytest.approx(solution.percent)


def test_a_saved_solution_keeps_its_locks(tmp_path: Path) -> None:
    subgame = Subgame.from_board(RIVER, 100, 100, "AA, 88", "KK", bets="all-in")
    solution = solve(subgame, iterations=20, locks={"AA": {"KsKh": {"FO": 1.0}}})
    save(solution, tmp_path / "locked.npz")
    again = load(tmp_path / "locked.npz")
    assert again.at("AA").hand("KsKh")["strategy"]["FO"] == 1


def test_files_that_are_not_solutions_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "bad.npz"
    for content in (b"", b"PK\x03\x04 nonsense", b"hello"):
        path.write_bytes(content)
        with pytest.raises(SolveError) as refused:
            load(path)
        assert refused.value.code is SolveRefusal.UNREADABLE
    subgame = Subgame.from_board(RIVER, 100, 100, "AA, 88", "KK", bets="all-in")
    solution = solve(subgame, iterations=5)
    save(solution, path)
    arrays = dict(np.load(path))
    for change in ({"sums": np.zeros(10**6, np.float32)}, {"lock": np.array([99], np.int32)}):
        np.savez(path, **{**arrays, **change})
        with pytest.raises(SolveError) as refused:
            load(path)
        assert refused.value.code is SolveRefusal.UNREADABLE
    with pytest.raises(FileNotFoundError):
        load(tmp_path / "none.npz")


def changed(header: Any, **change: Any) -> np.ndarray:
    new_header = {**json.loads(header.tobytes()), **change}
    return np.frombuffer(json.dumps(new_header).encode(), np.uint8)


def test_files_of_another_version_or_an_invalid_subgame_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "spot.npz"
    save(
        solve(Subgame.from_board(RIVER, 100, 100, "AA, 88", "KK", bets="all-in"), iterations=5),
        path,
    )
    arrays = dict(np.load(path))
    subgame = json.loads(arrays["header"].tobytes())["spot"]
    for change, text in (
        ({"format": "pokermasa solution 2"}, "solution 2"),
        ({"format": None}, "None"),
        ({"spot": {**subgame, "board": "2c 2c 9h Js Qs"}}, "2c"),
        ({"spot": {**subgame, "ranges": ["", "KK"]}}, "oop"),
        ({"spot": {**subgame, "fen": "nonsense"}}, "spot.npz"),
        ({"spot": {**subgame, "raise_cap": "many"}}, "cap"),
        ({"spot": {**subgame, "line": ["RR-5"]}}, "spot.npz"),
        ({"spot": []}, "spot.npz"),
        ({"iterations": "many"}, "spot.npz"),
        ({"suits": [[0, 1]]}, "spot.npz"),
        ({"suits": [[1, 0, 2, 3]]}, "suits"),
    ):
        np.savez(path, **{**arrays, "header": changed(arrays["header"], **change)})
        with pytest.raises(SolveError, match=text) as refused:
            load(path)
        assert refused.value.code is SolveRefusal.UNREADABLE


def test_damaged_files_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "spot.npz"
    save(
        solve(Subgame.from_board(RIVER, 100, 100, "AA, 88", "KK", bets="all-in"), iterations=5),
        path,
    )
    whole = path.read_bytes()
    for stored in range(0, len(whole), 97):
        path.write_bytes(whole[:stored])
        with pytest.raises(SolveError) as refused:
            load(path)
        assert refused.value.code is SolveRefusal.UNREADABLE
    # A changed byte is refused, or the result is the same as before.
    for place in range(30, len(whole), 211):
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 0xFF]) + whole[place + 1 :])
        try:
            assert load(path).iterations == 5
        except SolveError as error:
            assert error.code is SolveRefusal.UNREADABLE  # noqa: PT017


def test_a_command_file_of_texas_solver_becomes_a_subgame() -> None:
    text = """
set_pot 50
set_effective_stack 200
set_board Qs,Jh,2h
set_range_ip AA,KK,QQ,JJ:0.75,AK:0.5
set_range_oop QQ:0.5,JJ,TT,AJs
set_bet_sizes oop,flop,bet,50
set_bet_sizes oop,flop,raise,60
set_bet_sizes oop,flop,allin
set_bet_sizes ip,flop,bet,50
set_bet_sizes ip,turn,bet,75
set_bet_sizes oop,turn,donk,50
set_bet_sizes oop,river,donk,50
set_allin_threshold 0.67
build_tree
set_thread_num 2
set_accuracy 0.5
set_max_iteration 200
set_print_interval 10
set_use_isomorphism 1
start_solve
set_dump_rounds 2
dump_result output_result.json
"""
    commands = texas_solver.read(text)
    subgame = commands.subgame
    assert (subgame.pot, commands.target, commands.iterations, commands.threads) == (
        50,
        0.5,
        200,
        2,
    )
    assert subgame.ranges[1].classes
    assert subgame.all_in_from == 0.67
    root = subgame.tree()
    assert [str(getattr(act, "to", "")) for act in root.acts] == ["", "25", "None"]
    for line, expected in (("set_potato 5", "line 1"), ("set_pot x", "number"), ("", "set_pot")):
        with pytest.raises(SolveError, match=expected):
            texas_solver.read(line + "\n" + text.replace("set_pot 50\n", ""))


def test_an_interrupted_traversal_leaves_a_readable_solution() -> None:
    subgame = Subgame.from_board(RIVER, 100, 100, "AA, 88", "KK", bets="all-in")
    nothing_yet = Solution(subgame, subgame.game())
    assert nothing_yet.root.frequencies == pytest.approx({"CH": 0.5, "AA": 0.5})
    assert nothing_yet.percent > 1


@pytest.mark.parametrize(
    "limit", [{"target": -1}, {"target": "x"}, {"seconds": -1}, {"iterations": "x"}]
)
def test_limits_that_would_never_end_a_run_are_refused(
    limit: dict[str, Any], clairvoyant: Solution
) -> None:
    with pytest.raises(SolveError, match=" is a number from 0 up, not "):
        clairvoyant.improve(**limit)


def test_a_solution_is_freed_as_soon_as_nobody_uses_it() -> None:
    """Its arrays can have hundreds of megabytes."""
    solution = solve(Subgame.from_board("2c 7d 9h Js", 100, 100, "AA, 88", "KK"), target=5.0)
    game = weakref.ref(solution.game)
    assert solution.root.strategy["8s8h"]
    assert solution.root.act_values.shape
    gc.disable()
    try:
        del solution
        assert game() is None
    finally:
        gc.enable()
