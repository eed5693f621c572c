"""Who plays a match: this process, or as many as there are cores."""

from __future__ import annotations

import os
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, wait
from contextlib import contextmanager, suppress
from itertools import islice
from multiprocessing import active_children, get_context, parent_process, resource_tracker
from threading import Thread
from time import monotonic
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from pokermasa.arena.cup import Cup, CupGame, CupResult
from pokermasa.arena.match import Match, Room, Scores
from pokermasa.arena.result import Result
from pokermasa.bots.named import Entry
from pokermasa.histories.run import Run

if TYPE_CHECKING:
    from multiprocessing.sharedctypes import Synchronized

T = TypeVar("T")
Work = TypeVar("Work")
Task: TypeAlias = Callable[[Work, "Count"], T]
Tell: TypeAlias = Callable[[Result], None]
Watch: TypeAlias = Callable[[int], None]
"""Is told now and then how many hands have been played, those of unfinished blocks included."""
EVERY = 0.25
"""Seconds between two such words."""


def cores() -> int:
    """Those this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class Crew:
    """So many processes, or none but this one."""

    def __init__(self, workers: int) -> None:
        self._pool: ProcessPoolExecutor | None = None
        self._others = set(active_children())
        self._hands = 0
        """Played in this process."""
        self._played: Synchronized[int] | None = None
        """And by the workers."""
        if workers > 1:
            # Fresh interpreters: a fork would copy whatever threads and sockets this one has.
            context = get_context("spawn")
            self._played = context.Value("q", 0)
            self._pool = ProcessPoolExecutor(
                workers, context, initializer=_hired, initargs=(self._played,)
            )
            if hasattr(signal, "pthread_sigmask"):
                # It would be started with the first worker, and let signals through again then.
                resource_tracker.ensure_running()
        self._ahead = 3 * workers

    def do(
        self, task: Task[Work, T], works: Iterable[Work], watch: Watch | None = None
    ) -> Iterator[T]:
        """What comes of each piece of work, in their order."""
        if self._pool is None:
            count = Count(lambda hands: self._count(hands, watch))
            for work in works:
                yield task(work, count)
            return
        going: deque[Future[T]] = deque()
        for work in works:
            with _signals_held():
                going.append(self._pool.submit(_busy, task, work))
            if len(going) >= self._ahead:
                yield self._awaited(going.popleft(), watch)
        while going:
            yield self._awaited(going.popleft(), watch)

    def _awaited(self, future: Future[T], watch: Watch | None) -> T:
        while watch is not None and not wait([future], EVERY).done:
            assert self._played is not None
            watch(self._played.value)
        return future.result()

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
def crew(
    workers: int | None = None, most: int | None = None, entries: Sequence[Entry] = ()
) -> Iterator[Crew]:
    """By default, one for each core, or none but this process where *entries* are its own; never
    more than the *most* that would have work."""
    is_own = any(entry.is_own for entry in entries)
    count = (1 if is_own else cores()) if workers is None else workers
    hired = Crew(count if most is None else min(count, most))
    try:
        yield hired
    except BaseException:
        hired.close(at_once=True)
        raise
    hired.close()


def play(
    match: Match,
    workers: int | None = None,
    tell: Tell | None = None,
    save: Callable[[str, str], None] | None = None,
    watch: Watch | None = None,
    run: Run | None = None,
) -> Result:
    """The whole match. *tell* is called after every block, *save* with key and PHH of every hand,
    *watch* a few times a second with the number of hands played.
    Bots that are classes or objects play in this process, unless *workers* are asked for.

    >>> result = play(Match.of("raiser", "folder", deals=20), workers=1)
    >>> [(row.name, str(row.mbb)) for row in result.rows]
    [('raiser', '+750.00 ± 0.00'), ('folder', '-750.00 ± 0.00')]
    """
    with crew(workers, match.blocks * match.players, match.entries) as hired:
        return played(match, hired, tell, save, watch, run)


def played(
    match: Match,
    hired: Crew,
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
    workers: int | None = None,
    tell: Callable[[CupResult], None] | None = None,
    save: Callable[[str, str], None] | None = None,
    watch: Watch | None = None,
    run: Run | None = None,
) -> CupResult:
    """All games of a cup; *tell* is called after every round."""
    result = CupResult(cup)
    with crew(workers, cup.rounds * cup.players, cup.entries) as hired:
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
