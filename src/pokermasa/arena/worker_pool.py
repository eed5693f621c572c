"""Plays matches in this process, in worker processes, or on any Executor.

Each work item has its own seed and does not depend on the others. So it can be played anywhere,
and again if it was lost, with the same result.
"""

from __future__ import annotations

import os
import signal
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from itertools import islice
from multiprocessing import active_children, get_context, parent_process, resource_tracker
from multiprocessing.process import BaseProcess
from threading import Thread
from time import monotonic
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from pokermasa.arena.cup import Cup, CupGame, CupResult
from pokermasa.arena.match import BlockScores, Match, MatchTask
from pokermasa.arena.result import Result
from pokermasa.bots.named import entry
from pokermasa.histories.run import Run
from pokermasa.rules.refusal import in_short
from pokermasa.tournament import Structure

if TYPE_CHECKING:
    from multiprocessing.sharedctypes import Synchronized

T = TypeVar("T")
Contest = TypeVar("Contest", bound=Any)
Work = TypeVar("Work")
Task: TypeAlias = Callable[[Work, Callable[[], None]], T]
Tell: TypeAlias = Callable[[Result], None]
Watch: TypeAlias = Callable[[int], None]
"""A function that is called several times a second with the number of hands played so far."""
Workers: TypeAlias = int | Executor | None
"""Number of worker processes, or any `concurrent.futures.Executor`, for example of a Ray cluster
(`arena.ray_executor`) or a thread pool. An Executor is not shut down. With None or 1, the hands
are played in this process."""
REPORT_INTERVAL = 0.25
"""Seconds between two reports of the number of hands."""
MOST_PENDING = 256
"""Maximum number of work items that an Executor has at the same time."""
MOST_LOST = 5
"""Number of times that a worker may die before the match fails.

A machine may occasionally kill a worker to free memory, so lost work is repeated. A bot that ends
every process it plays in would otherwise be repeated forever.
"""

UNGUARDED = 78
"""Exit code of a worker whose script asks for workers while it is being loaded."""


class NoWorkers(RuntimeError):
    """Raised if worker processes cannot load the script that asks for them."""


def cores() -> int:
    """Return the number of processor cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class WorkerPool:
    """Worker processes, an Executor, or this process alone."""

    def __init__(self, workers: int | Executor) -> None:
        self._pool: ProcessPoolExecutor | None = None
        self._executor: Executor | None = None
        self._other_children = set(active_children())
        self._processes: set[BaseProcess] = set()
        """All worker processes so far, for their exit codes."""
        self._hands = 0
        """Number of hands played in this process or on an Executor."""
        self._played: Synchronized[int] | None = None
        """Number of hands played in worker processes, in shared memory."""
        self._lost = 0
        if isinstance(workers, Executor):
            self._executor, self._ahead = workers, MOST_PENDING
            return
        self._workers, self._ahead = workers, 3 * workers
        if workers > 1:
            self._start_workers()

    def _start_workers(self) -> None:
        script = getattr(sys.modules["__main__"], "__file__", None)
        if script == "<stdin>":
            raise NoWorkers(
                "a script that plays with several workers must be saved as a file, because every"
                " worker loads the script; this one is read from standard input"
            )
        # New interpreters: a fork would copy the threads and sockets of this process.
        context = get_context("spawn")
        self._played = self._played or context.Value("q", 0)
        self._pool = ProcessPoolExecutor(
            self._workers, context, initializer=_initialize_worker, initargs=(self._played,)
        )
        if hasattr(signal, "pthread_sigmask"):
            # Otherwise it would be started with the first worker and unblock the signal again.
            resource_tracker.ensure_running()

    def do(
        self, task: Task[Work, T], items: Iterable[Work], watch: Watch | None = None
    ) -> Iterator[T]:
        """Yield the result of each work item, in the order of the items."""
        if self._executor is not None:
            yield from self._run_on_executor(self._executor, task, items, watch)
            return
        if self._pool is None:
            count = Count(lambda hands: self._count(hands, watch))
            for item in items:
                yield task(item, count)
            return
        pending: deque[tuple[Work, Future[T]]] = deque()
        for item in items:
            self._submit(task, item, pending)
            if len(pending) >= self._ahead:
                yield self._next_result(task, pending, watch)
        while pending:
            yield self._next_result(task, pending, watch)

    def _submit(
        self, task: Task[Work, T], item: Work, pending: deque[tuple[Work, Future[T]]]
    ) -> None:
        assert self._pool is not None
        with _interrupts_blocked():
            try:
                future = self._pool.submit(_run_item, task, item)
            except BrokenProcessPool as error:  # raised when this item's result is due
                future = Future()
                future.set_exception(error)
            except RuntimeError as error:
                if "bootstrapping" not in str(error):
                    raise
                # This process is a worker that loads its script; multiprocessing lets it start no
                # processes.
                raise SystemExit(UNGUARDED) from None
        self._processes |= {*active_children()} - self._other_children
        pending.append((item, future))

    def _next_result(
        self, task: Task[Work, T], pending: deque[tuple[Work, Future[T]]], watch: Watch | None
    ) -> T:
        while True:
            _, future = pending[0]
            while watch is not None and not wait([future], REPORT_INTERVAL).done:
                assert self._played is not None
                watch(self._played.value)
            try:
                done = future.result()
            except BrokenProcessPool:
                self._lost += 1
                if self._lost > MOST_LOST:
                    raise
                self._restart(task, pending)
            else:
                pending.popleft()
                return done

    def _restart(self, task: Task[Work, T], pending: deque[tuple[Work, Future[T]]]) -> None:
        """Start a new pool after a worker died, and repeat the items that have no result."""
        assert self._pool is not None
        self._pool.shutdown(wait=True, cancel_futures=True)
        if any(worker.exitcode == UNGUARDED for worker in self._processes):
            raise NoWorkers(
                'a script that plays with several workers needs `if __name__ == "__main__":` before'
                " the lines that play, because every worker loads the script"
            ) from None
        self._start_workers()
        before = list(pending)
        pending.clear()
        for item, future in before:
            if future.done() and not future.cancelled() and future.exception() is None:
                pending.append((item, future))
            else:
                self._submit(task, item, pending)

    def _run_on_executor(
        self, on: Executor, task: Task[Work, T], items: Iterable[Work], watch: Watch | None
    ) -> Iterator[T]:
        pending: deque[Future[tuple[T, int]]] = deque()

        def next_result() -> T:
            done, hands = pending[0].result()
            pending.popleft()
            self._count(hands, watch)
            return done

        try:
            for item in items:
                pending.append(on.submit(_run_counted, task, item))
                if len(pending) >= self._ahead:
                    yield next_result()
            while pending:
                yield next_result()
        finally:  # after Ctrl-C or an error, do not wait for the rest
            for future in pending:
                future.cancel()

    def _count(self, hands: int, watch: Watch | None) -> None:
        self._hands += hands
        if watch is not None:
            watch(self._hands)

    def close(self, at_once: bool = False) -> None:
        if self._pool is None:
            return
        if at_once:
            for child in set(active_children()) - self._other_children:
                if child.pid is not None:
                    with suppress(OSError):  # it has ended already
                        os.kill(child.pid, signal.SIGINT)
        # This has to wait for all workers, because one that is still starting needs the pool's
        # queues.
        self._pool.shutdown(wait=True, cancel_futures=True)


def _run_counted(task: Task[Work, T], item: Work) -> tuple[T, int]:
    """Run one item on an Executor. Return its result and the number of hands played."""
    hands = 0

    def count() -> None:
        nonlocal hands
        hands += 1

    return task(item, count), hands


class Count:
    """A counter of hands. It is called after each hand and reports the number every
    `REPORT_INTERVAL`."""

    def __init__(self, tell: Callable[[int], None]) -> None:
        self._tell = tell
        self._hands = 0
        self._due = monotonic() + REPORT_INTERVAL

    def __call__(self) -> None:
        self._hands += 1
        if monotonic() >= self._due:
            self._tell(self._hands)
            self._hands, self._due = 0, monotonic() + REPORT_INTERVAL


@contextmanager
def _interrupts_blocked() -> Iterator[None]:
    """Block Ctrl-C for workers started in this context, until `_initialize_worker` unblocks it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class _Worker:
    """State of a worker process."""

    is_playing = False
    is_stopped = False
    """True after Ctrl-C: items that are still in the queue are not begun."""
    count: Count


def _initialize_worker(played: Synchronized[int]) -> None:
    """Prepare a new worker process.

    The worker exits when its parent ends. It would not notice a killed parent otherwise, because
    the other workers keep the pool's pipes open.
    """

    def tell(hands: int) -> None:
        with played.get_lock():
            played.value += hands

    _Worker.count = Count(tell)
    signal.signal(signal.SIGINT, _stop)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    Thread(target=_exit_with_parent, daemon=True).start()


def _exit_with_parent() -> None:
    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


def _stop(*_: object) -> None:
    """Handle Ctrl-C in a worker.

    A worker that is playing stops, so that its bots end the programs they started. An idle worker
    leaves the rest to its parent.
    """
    _Worker.is_stopped = True
    if _Worker.is_playing:
        raise KeyboardInterrupt


def _run_item(task: Task[Work, T], item: Work) -> T:
    _Worker.is_playing = True
    try:
        if _Worker.is_stopped:
            raise KeyboardInterrupt
        return task(item, _Worker.count)
    finally:
        _Worker.is_playing = False


@contextmanager
def worker_pool(workers: Workers = None, most: int | None = None) -> Iterator[WorkerPool]:
    """Open a pool of *workers*, or of *most* (the number of work items) if that is less."""
    if workers is None:
        workers = 1
    if not isinstance(workers, Executor):
        if not isinstance(workers, int) or workers < 1:
            message = "workers must be an Executor or a number of processes of at least 1"
            raise ValueError(f"{message}, not {workers!r:.40}")
        workers = workers if most is None else min(workers, most)
    pool = WorkerPool(workers)
    try:
        yield pool
    except BaseException:
        pool.close(at_once=True)
        raise
    pool.close()


def play(
    match: Match,
    workers: Workers = None,
    tell: Tell | None = None,
    save: Callable[[str, str], None] | None = None,
    watch: Watch | None = None,
    run: Run | None = None,
) -> Result:
    """Play a whole match.

    *tell* is called with the result after every block, *save* with key and PHH of every hand, and
    *watch* several times a second with the number of hands played. The hands are played in this
    process unless *workers* are given: a number of processes, or an Executor. A script that uses
    several processes needs `if __name__ == "__main__":`; without it, `NoWorkers` is raised.

    >>> result = play(Match.between("raiser", "folder", deals=20))
    >>> [(row.name, str(row.mbb)) for row in result.rows]
    [('raiser', '+750.00 ± 0.00'), ('folder', '-750.00 ± 0.00')]
    """
    match = read_contest(match, Match)
    with worker_pool(workers, match.blocks * match.players) as pool:
        return play_in_pool(match, pool, tell, save, watch, run)


def read_contest(contest: Any, kind: type[Contest]) -> Contest:
    """Return *contest* with its bots as entries; a bot may be a name, a class or an object.

    Raises `ValueError` if it is not of this *kind* or has fewer than two bots.
    """
    if not isinstance(contest, kind):
        raise ValueError(f"a {kind.__name__} was expected, not {in_short(contest)}")
    if isinstance(contest.entries, str) or len(contest.entries) < 2:
        raise ValueError(f"two bots or more are needed, not {in_short(contest.entries)}")
    read: Contest = contest._replace(entries=tuple(map(entry, contest.entries)))
    return read


def play_in_pool(
    match: Match,
    pool: WorkerPool,
    tell: Tell | None = None,
    save: Callable[[str, str], None] | None = None,
    watch: Watch | None = None,
    run: Run | None = None,
) -> Result:
    result = Result(match)
    for blocks in match.checkpoints:
        tasks = (task._replace(saves=save is not None, run=run) for task in match.tasks(blocks))
        outcomes = pool.do(MatchTask.play, tasks, watch)
        while block := list(islice(outcomes, match.players)):
            result.add(block)
            if save is not None:
                _save(block, save)
            if tell is not None:
                tell(result)
        if match.until is not None and result.widest <= match.until:
            break
    return result


def _save(block: list[BlockScores], save: Callable[[str, str], None]) -> None:
    """Save the hands in the order of deals, and of rotations within a deal."""
    hands = [hand for scores in block for hand in scores.hands]
    for key, text in sorted(hands, key=lambda hand: [int(number) for number in hand[0].split(".")]):
        save(key, text)


def play_cup(
    cup: Cup,
    workers: Workers = None,
    tell: Callable[[CupResult], None] | None = None,
    save: Callable[[str, str], None] | None = None,
    watch: Watch | None = None,
    run: Run | None = None,
) -> CupResult:
    """Play all games of a cup. *tell* is called after every round."""
    cup = read_contest(cup, Cup)
    if not isinstance(cup.structure, Structure):
        message = 'a cup has a Structure, such as Structure.named("turbo")'
        raise ValueError(f"{message}, not {in_short(cup.structure)}")
    result = CupResult(cup)
    with worker_pool(workers, cup.rounds * cup.players) as pool:
        games = (game._replace(saves=save is not None, run=run) for game in cup.games)
        outcomes = pool.do(CupGame.play, games, watch)
        while round := list(islice(outcomes, cup.players)):
            result.add(round)
            if save is not None:
                for rotation, game in enumerate(round, start=1):
                    for hand, text in enumerate(game.hands, start=1):
                        save(f"{result.rounds}.{rotation}.{hand}", text)
            if tell is not None:
                tell(result)
    return result
