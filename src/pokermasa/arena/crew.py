"""Who plays a match: this process, or as many as there are cores."""

from __future__ import annotations

import os
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager, suppress
from itertools import islice
from multiprocessing import active_children, get_context, parent_process
from threading import Thread
from typing import TypeAlias, TypeVar

from pokermasa.arena.cup import Cup, CupGame, CupResult
from pokermasa.arena.match import Match, Room, Scores
from pokermasa.arena.result import Result
from pokermasa.bots.named import Entry

T = TypeVar("T")
Work = TypeVar("Work")
Tell: TypeAlias = Callable[[Result], None]


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
        if workers > 1:
            # Fresh interpreters: a fork would copy whatever threads and sockets this one has.
            self._pool = ProcessPoolExecutor(workers, get_context("spawn"), initializer=_hired)
        self._ahead = 3 * workers

    def do(self, task: Callable[[Work], T], works: Iterable[Work]) -> Iterator[T]:
        """What comes of each piece of work, in their order."""
        if self._pool is None:
            yield from map(task, works)
            return
        going: deque[Future[T]] = deque()
        for work in works:
            going.append(self._pool.submit(_busy, task, work))
            if len(going) >= self._ahead:
                yield going.popleft().result()
        while going:
            yield going.popleft().result()

    def close(self, at_once: bool = False) -> None:
        if self._pool is None:
            return
        self._pool.shutdown(wait=False, cancel_futures=True)
        if at_once:
            for child in set(active_children()) - self._others:
                if child.pid is not None:
                    with suppress(ProcessLookupError):
                        os.kill(child.pid, signal.SIGINT)
        self._pool.shutdown()


def _hired() -> None:
    """A worker's first act. Should the one who hired it be killed, nobody else would tell it to go:
    the pool's pipes are held open by its fellows."""
    _idle()
    Thread(target=_leave_with_employer, daemon=True).start()


def _leave_with_employer() -> None:
    employer = parent_process()
    assert employer is not None
    employer.join()
    os._exit(1)


def _idle() -> None:
    """A worker that waits leaves it to the one who hired it to stop the match."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _busy(task: Callable[[Work], T], work: Work) -> T:
    """One that plays stops, and ends the programs that it has started."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        return task(work)
    finally:
        _idle()


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
) -> Result:
    """The whole match. *tell* is called after every block, *save* with key and PHH of every hand.
    Bots that are classes or objects play in this process, unless *workers* are asked for.

    >>> result = play(Match.of("raiser", "folder", deals=20), workers=1)
    >>> [(row.name, str(row.mbb)) for row in result.rows]
    [('raiser', '+750.00 ± 0.00'), ('folder', '-750.00 ± 0.00')]
    """
    with crew(workers, match.blocks * match.players, match.entries) as hired:
        return played(match, hired, tell, save)


def played(
    match: Match,
    hired: Crew,
    tell: Tell | None = None,
    save: Callable[[str, str], None] | None = None,
) -> Result:
    result = Result(match)
    for blocks in match.looks:
        rooms = (room._replace(saves=save is not None) for room in match.rooms(blocks))
        outcomes = hired.do(Room.play, rooms)
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
) -> CupResult:
    """All games of a cup; *tell* is called after every round."""
    result = CupResult(cup)
    with crew(workers, cup.rounds * cup.players, cup.entries) as hired:
        games = (game._replace(saves=save is not None) for game in cup.games)
        outcomes = hired.do(CupGame.play, games)
        while round := list(islice(outcomes, cup.players)):
            result.add(round)
            if save is not None:
                for rotation, game in enumerate(round, start=1):
                    for hand, text in enumerate(game.hands, start=1):
                        save(f"{result.rounds}.{rotation}.{hand}", text)
            if tell is not None:
                tell(result)
    return result
