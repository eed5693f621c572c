"""Solutions: learning on, locking, reading, keeping."""

import json
import signal
import zipfile
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pokermasa.solve import SolveError, SolveRefusal, Spot, judge, solve, texas
from pokermasa.solve.file import load, save
from pokermasa.solve.solution import Solution
from tests.solve.outside import judged

RIVER = "2c 7d 9h Js Qs"
TURN = "2c 7d 9h Js"


@pytest.fixture(scope="module")
def clairvoyant() -> Solution:
    return solve(Spot.of(RIVER, 100, 100, "AA, 88", "KK", bets="all-in"), target=0.01)


@pytest.fixture(scope="module")
def turn() -> Solution:
    spot = Spot.of(TURN, 100, 150, "QQ, JTs, A9s, 88:0.5", "KQs, AA, TT, 98s", bets="60%")
    return solve(spot, target=0.5, threads=2)


def test_a_place_tells_acts_hands_and_what_they_are_worth(clairvoyant: Solution) -> None:
    answer = clairvoyant.at("AA")
    assert (answer.player, answer.acts, answer.pot) == (1, ("FO", "AA"), 200)
    kings = answer.hand("KsKh")
    assert kings["act_ev"]["FO"] == 0
    assert kings["act_ev"]["AA"] == pytest.approx(0, abs=0.5)  # it makes no difference
    assert kings["equity"] == pytest.approx(1 / 3, abs=0.01)  # one bluff for two winners
    assert clairvoyant.root.loss("AsAh", "CH") == pytest.approx(25, abs=0.5)
    assert clairvoyant.root.loss("AsAh", "AA") == 0
    assert answer.likely(0).sum() == pytest.approx(1)


def test_the_path_may_be_one_text_or_many_and_in_small_letters(clairvoyant: Solution) -> None:
    assert clairvoyant.at("ch", "aa").path == clairvoyant.at("CH AA").path == ("CH", "AA")
    end = clairvoyant.at("AA FO")
    assert end.is_end
    assert end.player is None
    for path, words in (("RR50", "CH, AA"), ("AA FO CH", "over"), ("AA xx", "FO, AA")):
        with pytest.raises(SolveError, match=words) as refused:
            clairvoyant.at(path)
        assert refused.value.code is SolveRefusal.NO_SUCH_NODE


def test_values_of_all_places_fit_together(turn: Solution) -> None:
    """What a decision is worth is what its acts are worth, as often as they are taken; a deal is
    worth the mean of the cards that may come."""
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


def test_threads_change_nothing(turn: Solution) -> None:
    one = solve(turn.spot, target=None, iterations=15, threads=1)
    two = solve(turn.spot, target=None, iterations=15, threads=2)
    assert one.value == pytest.approx(two.value, abs=1e-4)
    assert np.array_equal(one.game.store.regrets, two.game.store.regrets)


def test_it_goes_on_from_where_it_was() -> None:
    spot = Spot.of(RIVER, 100, 100, "AA, 88, QJs", "KK, T8s", bets="50%, all-in")
    whole = solve(spot, target=None, iterations=40, threads=1)
    parts = solve(spot, target=None, iterations=15, threads=1)
    assert parts.improve(None, iterations=25).iterations == 40
    assert np.array_equal(whole.game.store.sums, parts.game.store.sums)


def test_it_stops_at_the_target_or_when_time_is_up() -> None:
    spot = Spot.of(RIVER, 100, 100, "AA, 88, QJs", "KK, T8s", bets="50%, all-in")
    told: list[Any] = []
    solution = solve(spot, target=1.0, watch=told.append)
    assert solution.percent <= 1
    assert told[-1].percent <= 1 < told[0].percent or len(told) == 1
    assert solve(spot, target=0.0, seconds=0.05).iterations > 0
    with pytest.raises(SolveError, match="when to stop"):
        solution.improve(None)


def test_ctrl_c_keeps_what_is_there(turn: Solution) -> None:
    def stop(progress: Any) -> None:
        if progress.iterations >= 20:
            signal.raise_signal(signal.SIGINT)

    solution = solve(turn.spot, target=0.0, watch=stop, threads=2)
    assert solution.interrupted
    assert 0 < solution.percent < 50
    assert solution.improve(None, iterations=5).interrupted is False
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_ctrl_c_in_the_middle_of_a_round_waits_for_its_end(
    turn: Solution, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Raised while a thread is given its work, it would keep the pool's lock for ever."""
    solution = Solution(turn.spot, turn.spot.game(threads=2))
    submit = ThreadPoolExecutor.submit

    def interrupted(*words: Any) -> Future[Any]:
        signal.raise_signal(signal.SIGINT)
        monkeypatch.undo()
        return submit(*words)

    monkeypatch.setattr(ThreadPoolExecutor, "submit", interrupted)
    solution.improve(None, iterations=25)
    assert solution.interrupted
    assert solution.iterations == 1


def test_a_second_ctrl_c_does_not_wait(turn: Solution) -> None:
    def stop(progress: Any) -> None:
        signal.raise_signal(signal.SIGINT)
        signal.raise_signal(signal.SIGINT)

    with pytest.raises(KeyboardInterrupt):
        solve(turn.spot, target=0.0, watch=stop)
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_a_locked_decision_stays_and_the_rest_adapts() -> None:
    """If the kings always fold, the bluffs always bet."""
    spot = Spot.of(RIVER, 100, 100, "AA, 88", "KK", bets="all-in")
    kings = {f"K{a}K{b}": {"FO": 1.0} for a, b in ("sh", "sd", "sc", "hd", "hc", "dc")}
    solution = solve(spot, target=0.01, locks={"AA": kings})
    assert solution.at("AA").frequencies == pytest.approx({"FO": 1.0, "AA": 0.0})
    assert solution.root.hand("8s8h")["strategy"]["AA"] > 0.99
    assert solution.value[0] == pytest.approx(100, abs=0.1)
    assert solution.gains[1] == pytest.approx(0, abs=0.02)  # who is locked cannot do better
    free = solve(spot, target=0.01, locks={"AA": {"KsKh": {"FO": 1.0}}})
    assert free.at("AA").hand("KsKh")["strategy"]["FO"] == 1
    assert free.at("AA").hand("KdKc")["strategy"]["AA"] > 0.05


@pytest.mark.parametrize(
    "strategy",
    [{"AsAh": {"CH": 0.5}}, {"AsAh": {"CH": -1, "AA": 2}}, [[1.0], [0.0]], {"7s7h": {"CH": 1.0}}],
    ids=str,
)
def test_what_is_no_strategy_is_refused(
    strategy: dict[str, dict[str, float]] | list[list[float]],
) -> None:
    spot = Spot.of(RIVER, 100, 100, "AA, 88", "KK", bets="all-in")
    with pytest.raises(SolveError):
        solve(spot, locks={"": strategy}, iterations=1)
    with pytest.raises(SolveError, match="nobody is to act"):
        solve(spot, locks={"CH CH": {}}, iterations=1)


def test_the_best_answer_to_a_strategy_that_is_given() -> None:
    """Against who calls with everything and bets nothing, aces bet and eights do not."""
    spot = Spot.of(TURN, 100, 100, "AA, 88", "KK, QQ", bets="all-in")

    def calls(place: Any) -> np.ndarray:
        table = np.zeros((len(place.acts), len(place.hands(place.player))))
        table[place.acts.index("FO") + 1 if "FO" in place.acts else 0] = 1
        return table

    given = judge(spot, calls)
    values, best = judged(given)
    assert given.value == pytest.approx(values, abs=1e-3)
    assert [given.best_response(who)[0] for who in range(2)] == pytest.approx(best, abs=1e-3)
    assert given.gains[0] > 10


@pytest.mark.parametrize("small", [False, True])
def test_a_saved_solution_is_the_same_and_goes_on(tmp_path: Path, small: bool) -> None:
    spot = Spot.of(TURN, 100, 150, "QQ, JTs", "KQs, AA", bets="60%", rake=0.02)
    solution = solve(spot, target=None, iterations=20, small=small, threads=1)
    path = tmp_path / "spot.npz"
    save(solution, path)
    again = load(path, threads=1)
    assert again.value == solution.value
    assert again.at("CH CH 3c").frequencies == solution.at("CH CH 3c").frequencies
    solution.improve(None, iterations=10)
    again.improve(None, iterations=10)
    assert again.value == solution.value
    with zipfile.ZipFile(path) as archive:  # as docs/solve.md has it
        assert {"header.npy", "sums.npy", "regrets.npy"} <= {*archive.namelist()}
    save(solution, path, resumable=False)
    assert load(path).percent == pytest.approx(solution.percent)


def test_a_locked_solution_is_kept_with_its_locks(tmp_path: Path) -> None:
    spot = Spot.of(RIVER, 100, 100, "AA, 88", "KK", bets="all-in")
    solution = solve(spot, iterations=20, locks={"AA": {"KsKh": {"FO": 1.0}}})
    save(solution, tmp_path / "locked.npz")
    again = load(tmp_path / "locked.npz")
    assert again.at("AA").hand("KsKh")["strategy"]["FO"] == 1


def test_a_file_that_is_no_solution_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "bad.npz"
    for content in (b"", b"PK\x03\x04 nonsense", b"hello"):
        path.write_bytes(content)
        with pytest.raises(SolveError) as refused:
            load(path)
        assert refused.value.code is SolveRefusal.UNREADABLE
    spot = Spot.of(RIVER, 100, 100, "AA, 88", "KK", bets="all-in")
    solution = solve(spot, iterations=5)
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
    told = {**json.loads(header.tobytes()), **change}
    return np.frombuffer(json.dumps(told).encode(), np.uint8)


def test_a_file_of_another_version_or_of_a_spot_that_cannot_be_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "spot.npz"
    save(solve(Spot.of(RIVER, 100, 100, "AA, 88", "KK", bets="all-in"), iterations=5), path)
    arrays = dict(np.load(path))
    spot = json.loads(arrays["header"].tobytes())["spot"]
    for change, words in (
        ({"format": "pokermasa solution 2"}, "solution 2"),
        ({"format": None}, "None"),
        ({"spot": {**spot, "board": "2c 2c 9h Js Qs"}}, "2c"),
        ({"spot": {**spot, "ranges": ["", "KK"]}}, "oop"),
        ({"spot": {**spot, "fen": "nonsense"}}, "spot.npz"),
        ({"spot": {**spot, "raise_cap": "many"}}, "cap"),
        ({"spot": {**spot, "also": -5}}, "raise"),
        ({"spot": []}, "spot.npz"),
        ({"iterations": "many"}, "spot.npz"),
        ({"suits": [[0, 1]]}, "spot.npz"),
        ({"suits": [[1, 0, 2, 3]]}, "suits"),
    ):
        np.savez(path, **{**arrays, "header": changed(arrays["header"], **change)})
        with pytest.raises(SolveError, match=words) as refused:
            load(path)
        assert refused.value.code is SolveRefusal.UNREADABLE


def test_a_file_that_was_cut_off_anywhere_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "spot.npz"
    save(solve(Spot.of(RIVER, 100, 100, "AA, 88", "KK", bets="all-in"), iterations=5), path)
    whole = path.read_bytes()
    for kept in range(0, len(whole), 97):
        path.write_bytes(whole[:kept])
        with pytest.raises(SolveError) as refused:
            load(path)
        assert refused.value.code is SolveRefusal.UNREADABLE
    for place in range(30, len(whole), 211):  # one byte is another: refused, or the same as before
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 0xFF]) + whole[place + 1 :])
        try:
            assert load(path).iterations == 5
        except SolveError as error:
            assert error.code is SolveRefusal.UNREADABLE  # noqa: PT017


def test_a_command_file_of_texas_solver_becomes_a_spot() -> None:
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
    commands = texas.read(text)
    spot = commands.spot
    assert (spot.pot, commands.target, commands.iterations, commands.threads) == (50, 0.5, 200, 2)
    assert spot.ranges[1].classes
    assert spot.all_in_from == 0.67
    root = spot.tree()
    assert [str(getattr(act, "to", "")) for act in root.acts] == ["", "25", "None"]
    for line, words in (("set_potato 5", "line 1"), ("set_pot x", "number"), ("", "set_pot")):
        with pytest.raises(SolveError, match=words):
            texas.read(line + "\n" + text.replace("set_pot 50\n", ""))


def test_an_interrupted_walk_leaves_a_solution_that_can_be_read() -> None:
    spot = Spot.of(RIVER, 100, 100, "AA, 88", "KK", bets="all-in")
    nothing_yet = Solution(spot, spot.game())
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
