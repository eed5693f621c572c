"""Who plays a match: this process, a number of worker processes, or whoever an Executor asks.

Each piece of work has its own seed and knows nothing of the others, so it can be done anywhere, and
again where it was lost: what comes of a match is the same.
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
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from pokermasa.arena.cup import Cup, CupGame, CupResult
from pokermasa.arena.match import Match, Room, Scores
from pokermasa.arena.result import Result
from pokermasa.histories.run import Run

if TYPE_CHECKING:
    from multiprocessing.sharedctypes import Synchronized

T = TypeVar("T")
Work = TypeVar("Work")
Task: TypeAlias = Callable[[Work, Callable[[], None]], T]
Tell: TypeAlias = Callable[[Result], None]
Watch: TypeAlias = Callable[[int], None]
"""Is told now and then how many hands have been played, those of unfinished blocks included."""
Workers: TypeAlias = int | Executor | None
"""The number of worker processes, or any `concurrent.futures.Executor`: a Ray cluster's
(`arena.ray_executor`), threads, somebody's pool. An Executor is not shut down. With None or 1 the
hands are played in this process."""
EVERY = 0.25
"""Seconds between two such words."""
AHEAD = 256
"""Pieces of work that an Executor is given before the first of them is done."""
MOST_LOST = 5
"""Times that a worker may die, with whatever it was playing: once in a while a machine kills one
for its memory; a bot that ends every process it plays in would be asked for ever."""

UNGUARDED = 78
"""Exit code of a worker whose script asks for workers of its own while it is loaded."""


class NoWorkers(RuntimeError):
    """Raised if worker processes cannot load the script that asks for them."""


def cores() -> int:
    """Those this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class WorkerPool:
    """So many processes, none but this one, or those of an Executor."""

    def __init__(self, workers: int | Executor) -> None:
        self._pool: ProcessPoolExecutor | None = None
        self._elsewhere: Executor | None = None
        self._others = set(active_children())
        self._staff: set[BaseProcess] = set()
        """All worker processes so far, for their exit codes."""
        self._hands = 0
        """Played in this process, or by an Executor."""
        self._played: Synchronized[int] | None = None
        """And by the workers."""
        self._lost = 0
        if isinstance(workers, Executor):
            self._elsewhere, self._ahead = workers, AHEAD
            return
        self._workers, self._ahead = workers, 3 * workers
        if workers > 1:
            self._hire()

    def _hire(self) -> None:
        script = getattr(sys.modules["__main__"], "__file__", None)
        if script == "<stdin>":
            raise NoWorkers(
                "a script that plays with several workers must be saved as a file, because every"
                " worker loads the script; this one is read from standard input"
            )
        # Fresh interpreters: a fork would copy whatever threads and sockets this one has.
        context = get_context("spawn")
        self._played = self._played or context.Value("q", 0)
        self._pool = ProcessPoolExecutor(
            self._workers, context, initializer=_hired, initargs=(self._played,)
        )
        if hasattr(signal, "pthread_sigmask"):
            # It would be started with the first worker, and let signals through again then.
            resource_tracker.ensure_running()

    def do(
        self, task: Task[Work, T], works: Iterable[Work], watch: Watch | None = None
    ) -> Iterator[T]:
        """What comes of each piece of work, in their order."""
        if self._elsewhere is not None:
            yield from self._done_elsewhere(self._elsewhere, task, works, watch)
            return
        if self._pool is None:
            count = Count(lambda hands: self._count(hands, watch))
            for work in works:
                yield task(work, count)
            return
        going: deque[tuple[Work, Future[T]]] = deque()
        for work in works:
            self._submit(task, work, going)
            if len(going) >= self._ahead:
                yield self._awaited(task, going, watch)
        while going:
            yield self._awaited(task, going, watch)

    def _submit(
        self, task: Task[Work, T], work: Work, going: deque[tuple[Work, Future[T]]]
    ) -> None:
        assert self._pool is not None
        with _signals_held():
            try:
                future = self._pool.submit(_busy, task, work)
            except BrokenProcessPool as error:  # told when it is this one's turn
                future = Future()
                future.set_exception(error)
            except RuntimeError as error:
                if "bootstrapping" not in str(error):
                    raise
                # This is a worker that loads its script: multiprocessing lets it start nobody.
                raise SystemExit(UNGUARDED) from None
        self._staff |= {*active_children()} - self._others
        going.append((work, future))

    def _awaited(
        self, task: Task[Work, T], going: deque[tuple[Work, Future[T]]], watch: Watch | None
    ) -> T:
        while True:
            _, future = going[0]
            while watch is not None and not wait([future], EVERY).done:
                assert self._played is not None
                watch(self._played.value)
            try:
                done = future.result()
            except BrokenProcessPool:
                self._lost += 1
                if self._lost > MOST_LOST:
                    raise
                self._begin_again(task, going)
            else:
                going.popleft()
                return done

    def _begin_again(self, task: Task[Work, T], going: deque[tuple[Work, Future[T]]]) -> None:
        """A worker was killed, and the pool with it: what was not done yet is done by a new one."""
        assert self._pool is not None
        self._pool.shutdown(wait=True, cancel_futures=True)
        if any(worker.exitcode == UNGUARDED for worker in self._staff):
            raise NoWorkers(
                'a script that plays with several workers needs `if __name__ == "__main__":` before'
                " the lines that play, because every worker loads the script"
            ) from None
        self._hire()
        before = list(going)
        going.clear()
        for work, future in before:
            if future.done() and not future.cancelled() and future.exception() is None:
                going.append((work, future))
            else:
                self._submit(task, work, going)

    def _done_elsewhere(
        self, on: Executor, task: Task[Work, T], works: Iterable[Work], watch: Watch | None
    ) -> Iterator[T]:
        going: deque[Future[tuple[T, int]]] = deque()

        def awaited() -> T:
            done, hands = going[0].result()
            going.popleft()
            self._count(hands, watch)
            return done

        try:
            for work in works:
                going.append(on.submit(_counted, task, work))
                if len(going) >= self._ahead:
                    yield awaited()
            while going:
                yield awaited()
        finally:  # Ctrl-C, or an error: nobody waits for the rest
            for future in going:
                future.cancel()

    def _count(self, hands: int, watch: Watch | None) -> None:
        self._hands += hands
        if watch is not None:
            watch(self._hands)

    def close(self, at_once: bool = False) -> None:
        if self._pool is None:
            return
        if at_once:
            for child in set(active_children()) - self._others:
                if child.pid is not None:
                    with suppress(OSError):  # it has gone already
                        os.kill(child.pid, signal.SIGINT)
        # To the end, and in one go: a worker that is still starting needs the pool's queues.
        self._pool.shutdown(wait=True, cancel_futures=True)


def _counted(task: Task[Work, T], work: Work) -> tuple[T, int]:
    """Where an Executor has it done: what came of it, and how many hands were played."""
    hands = 0

    def count() -> None:
        nonlocal hands
        hands += 1

    return task(work, count), hands


class Count:
    """Called after every hand; passes the number on every now and then."""

    def __init__(self, tell: Callable[[int], None]) -> None:
        self._tell = tell
        self._hands = 0
        self._due = monotonic() + EVERY

    def __call__(self) -> None:
        self._hands += 1
        if monotonic() >= self._due:
            self._tell(self._hands)
            self._hands, self._due = 0, monotonic() + EVERY


@contextmanager
def _signals_held() -> Iterator[None]:
    """A worker that is started in here has Ctrl-C held back until it is ready for it (`_hired`)."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class _Worker:
    """What a worker process knows of itself."""

    is_playing = False
    is_stopped = False
    """Ctrl-C has come: whatever work is still in the queue is not begun."""
    count: Count


def _hired(played: Synchronized[int]) -> None:
    """A worker's first act. Should the one who hired it be killed, nobody else would tell it to go:
    the pool's pipes are held open by its fellows."""

    def tell(hands: int) -> None:
        with played.get_lock():
            played.value += hands

    _Worker.count = Count(tell)
    signal.signal(signal.SIGINT, _stop)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    Thread(target=_leave_with_employer, daemon=True).start()


def _leave_with_employer() -> None:
    employer = parent_process()
    assert employer is not None
    employer.join()
    os._exit(1)


def _stop(*_: object) -> None:
    """A worker that plays stops, and ends the programs that it has started; one that waits leaves
    the rest to the one who hired it."""
    _Worker.is_stopped = True
    if _Worker.is_playing:
        raise KeyboardInterrupt


def _busy(task: Task[Work, T], work: Work) -> T:
    _Worker.is_playing = True
    try:
        if _Worker.is_stopped:
            raise KeyboardInterrupt
        return task(work, _Worker.count)
    finally:
        _Worker.is_playing = False


@contextmanager
def worker_pool(workers: Workers = None, most: int | None = None) -> Iterator[WorkerPool]:
    """Hire *workers*, but never more than the *most* that would have work."""
    if workers is None:
        workers = 1
    if isinstance(workers, int) and most is not None:
        workers = min(workers, most)
    hired = WorkerPool(workers)
    try:
        yield hired
    except BaseException:
        hired.close(at_once=True)
        raise
    hired.close()


def play(
    match: Match,
    workers: Workers = None,
    tell: Tell | None = None,
    save: Callable[[str, str], None] | None = None,
    watch: Watch | None = None,
    run: Run | None = None,
) -> Result:
    """The whole match. *tell* is called after every block, *save* with key and PHH of every hand,
    *watch* a few times a second with the number of hands played.
    The hands are played in this process, unless *workers* are given: a number of processes, or an
    Executor. A script that asks for several needs `if __name__ == "__main__":` (`NoWorkers`).

    >>> result = play(Match.of("raiser", "folder", deals=20))
    >>> [(row.name, str(row.mbb)) for row in result.rows]
    [('raiser', '+750.00 ± 0.00'), ('folder', '-750.00 ± 0.00')]
    """
    with worker_pool(workers, match.blocks * match.players) as hired:
        return played(match, hired, tell, save, watch, run)


def played(
    match: Match,
    hired: WorkerPool,
    tell: Tell | None = None,
    save: Callable[[str, str], None] | None = None,
    watch: Watch | None = None,
    run: Run | None = None,
) -> Result:
    result = Result(match)
    for blocks in match.looks:
        rooms = (room._replace(saves=save is not None, run=run) for room in match.rooms(blocks))
        outcomes = hired.do(Room.play, rooms, watch)
        while block := list(islice(outcomes, match.players)):
            result.add(block)
            if save is not None:
                _save(block, save)
            if tell is not None:
                tell(result)
        if match.until is not None and result.widest <= match.until:
            break
    return result


def _save(block: list[Scores], save: Callable[[str, str], None]) -> None:
    """By deals, each in all its rotations."""
    hands = [hand for room in block for hand in room.hands]
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
    """All games of a cup; *tell* is called after every round."""
    result = CupResult(cup)
    with worker_pool(workers, cup.rounds * cup.players) as hired:
        games = (game._replace(saves=save is not None, run=run) for game in cup.games)
        outcomes = hired.do(CupGame.play, games, watch)
        while round := list(islice(outcomes, cup.players)):
            result.add(round)
            if save is not None:
                for rotation, game in enumerate(round, start=1):
                    for hand, text in enumerate(game.hands, start=1):
                        save(f"{result.rounds}.{rotation}.{hand}", text)
            if tell is not None:
                tell(result)
    return result
