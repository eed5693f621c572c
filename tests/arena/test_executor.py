"""The result does not depend on where a match is played: this process, a pool, or any Executor."""

import os
import pickle
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from importlib import import_module
from multiprocessing import active_children, get_context
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pokermasa.arena import Cup, Match, RoundRobin, play, play_all, play_cup, worker_pool
from pokermasa.batch import Rollout, rollout
from pokermasa.batch.rollout import PolicyError
from pokermasa.bots import Caller
from pokermasa.bots.named import named
from pokermasa.cli import command_line
from pokermasa.tournament import Structure

pytestmark = pytest.mark.sampled(2)


class Backwards(Executor):
    """An Executor that runs all work in reverse order when the first result is requested."""

    def __init__(self) -> None:
        self.asked: list[Any] = []

    def submit(self, fn: Callable[..., int], /, *args: str | Path, **kwargs: Any) -> "Waited":  # type: ignore[override]
        future = Waited(self)
        self.asked.append((future, fn, args, kwargs))
        return future

    def do_all(self) -> None:
        while self.asked:
            future, fn, args, kwargs = self.asked.pop()
            if not future.set_running_or_notify_cancel():
                continue
            try:
                future.set_result(fn(*args, **kwargs))
            except Exception as error:
                future.set_exception(error)


class Waited(Future[Any]):
    def __init__(self, executor: Backwards) -> None:
        super().__init__()
        self._executor = executor

    def result(self, timeout: float | None = None) -> Any:
        self._executor.do_all()
        return super().result(timeout)


@pytest.fixture(params=["threads", "backwards"])
def executor(request: pytest.FixtureRequest) -> Iterator[Executor]:
    if request.param == "backwards":
        yield Backwards()
        return
    with ThreadPoolExecutor(3) as threads:
        yield threads


def test_a_match_is_the_same_on_any_executor(executor: Executor) -> None:
    match = Match.between("basic", "random", "caller", deals=60, seed=5)

    def outcome(
        workers: int | Executor,
    ) -> tuple[dict[str, Any], list[tuple[str, str]], list[int], list[Any]]:
        watched: list[Any]
        hands, blocks, watched = [], [], []
        result = play(
            match,
            workers,
            lambda result: blocks.append(result.hands),
            lambda key, text: hands.append((key, text)),
            watched.append,
        )
        return result.as_json(), hands, blocks, watched

    *here, _ = outcome(1)
    *there, watched = outcome(executor)
    assert there == here
    assert (watched[-1], watched) == (180, sorted(watched))


def test_a_cup_and_a_round_robin_are_the_same_on_any_executor(executor: Executor) -> None:
    bots = tuple(map(named, ("basic", "caller", "raiser")))
    cup = Cup(bots, Structure.sit_and_go(3), 1, seed=3)
    assert play_cup(cup, executor).as_json() == play_cup(cup, 1).as_json()
    contest = RoundRobin(bots, deals=20, seed=4)
    assert play_all(contest, executor).as_json() == play_all(contest, 1).as_json()


class Broken(Caller):
    def choose(self, view: Any) -> None:
        raise KeyboardInterrupt


def test_an_interrupted_match_begins_no_more_work_and_leaves_the_executor_open() -> None:
    executor = Backwards()
    match = Match.between("caller", "raiser", deals=40)

    def stop(result: Any) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        play(Match.between(Broken, "caller", deals=100), executor)
    executor.asked.clear()
    threads = ThreadPoolExecutor(1)
    with pytest.raises(KeyboardInterrupt):
        play(match, threads, tell=stop)
    assert threads.submit(int, "7").result() == 7
    threads.shutdown()


def kill_one() -> None:
    children = [child for child in active_children() if child.pid]
    os.kill(children[0].pid, signal.SIGKILL)


@pytest.mark.rotated
def test_the_work_of_a_killed_worker_is_repeated() -> None:
    match = Match.between("basic", "raiser", deals=400, seed=2)
    killed: list[Any] = []

    def tell(result: Any) -> None:
        if not killed:
            killed.append(kill_one())  # type: ignore[func-returns-value]

    assert play(match, 2, tell).as_json() == play(match, 1).as_json()
    assert killed


class Deadly(Caller):
    """A bot that kills its process, like one that runs out of memory."""

    def choose(self, view: Any) -> None:
        os.kill(os.getpid(), signal.SIGKILL)


@pytest.mark.rotated
def test_a_bot_that_kills_every_worker_is_given_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(worker_pool, "MOST_LOST", 1)
    with pytest.raises(BrokenProcessPool):
        play(Match.between(Deadly, "caller", deals=20), workers=2)


# Compiled rollouts


def same(one: Rollout, other: Rollout) -> bool:
    fields = ("hands", "totals", "squares", "acts", "showdowns", "results")
    return all(np.array_equal(getattr(one, f), getattr(other, f)) for f in fields)


def test_a_rollout_is_the_same_to_the_bit_on_any_executor(
    executor: Executor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Floats cannot hold these squares exactly, so results differ if the order of addition does."""
    monkeypatch.setattr(import_module("pokermasa.batch.rollout"), "_SHARE", 2 * 8192)
    asked: Any = (50_000, 3, ["random", "caller", "random"])
    terms: dict[str, Any] = {"stacks": 10**9 + 7, "seed": 9, "start": 11, "keep": True}
    assert same(rollout(*asked, **terms, threads=executor), rollout(*asked, **terms))  # type: ignore[misc]


@pytest.mark.rotated
def test_a_rollout_is_the_same_in_another_process() -> None:
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        there = rollout(20_000, 2, "random", seed=3, threads=pool)
    assert same(there, rollout(20_000, 2, "random", seed=3))


def test_a_policy_error_survives_pickling() -> None:
    """An error that cannot be pickled would break the process pool."""
    error = PolicyError("hand 7, act 2, place 1: the policy greedy says …", 7, 2, 1)
    back = pickle.loads(pickle.dumps(error))
    assert (str(back), back.hand, back.act, back.place) == (str(error), 7, 2, 1)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--cluster", "dask"], "'dask' is neither ray nor an address like ray://head.example.org"),
        (["--cluster", "ray://"], "is neither ray nor an address"),
        (["--cluster", "ray://host:10001/x"], "is neither ray nor an address"),
        (
            ["--cluster", "ray://host:10001", "--workers", "2"],
            "a cluster elsewhere has workers of its",
        ),
    ],
)
@pytest.mark.parametrize("command", ["match", "arena"])
def test_an_unusable_cluster_option_is_refused_with_the_reason(
    command: str, words: list[str], said: str, capfd: pytest.CaptureFixture[str]
) -> None:
    assert command_line.run([command, "caller", "folder", *words]) == 2
    assert said in capfd.readouterr().err
