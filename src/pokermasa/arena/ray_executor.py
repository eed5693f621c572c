"""Work on a Ray cluster, as an Executor: this machine's own, or one that runs elsewhere.

>>> from pokermasa.arena import Match, play
>>> from pokermasa.arena.ray_executor import RayExecutor
>>> with RayExecutor("ray://head.example.org:10001") as cluster:   # doctest: +SKIP
...     play(Match.of("house", "basic"), workers=cluster)

Whatever a worker or a machine that is lost had under way is done again by Ray. What is installed
there must be what is installed here, or results might differ: that is asked first.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, wait
from contextlib import suppress
from typing import Any, ParamSpec, TypeVar

from pokermasa import __version__

P = ParamSpec("P")
T = TypeVar("T")
TRIES_AGAIN = 5
"""Of a piece of work whose worker died."""
PATIENCE = 10.0
"""Seconds for bots to end the programs that they have started."""


class NoCluster(ConnectionError):
    """It does not answer, or is not one that can be played on."""


class RayExecutor(Executor):
    """With no address, a cluster on this machine is started, and ends with this; where one is set
    in RAY_ADDRESS, or `ray.init` was called before, that one is used."""

    def __init__(self, address: str | None = None, workers: int | None = None) -> None:
        # Seen by name: only who asks for Ray needs it.
        import ray

        self._ray = ray
        self._going: set[_Asked[Any]] = set()
        self._is_ours = not ray.is_initialized()
        self._address = address or os.environ.get("RAY_ADDRESS") or "this machine"
        if self._is_ours:
            is_new = self._address == "this machine"
            words = {"num_cpus": workers, "include_dashboard": False} if is_new else {}
            try:
                ray.init(address, logging_level="ERROR", log_to_driver=False, **words)
            except (ConnectionError, RuntimeError, OSError) as error:
                first = str(error).strip().partition("\n")[0]
                raise NoCluster(f"no Ray cluster at {self._address}: {first}") from None
        self._do = ray.remote(max_retries=TRIES_AGAIN)(_do)
        try:
            self._compare_versions()
        except BaseException:
            self.shutdown()
            raise

    def _compare_versions(self) -> None:
        def installed() -> str | None:  # by value: nothing of ours may be there
            from importlib.metadata import PackageNotFoundError, version

            try:
                return version("pokermasa")
            except PackageNotFoundError:
                return None

        found = self._ray.get(self._ray.remote(installed).remote())
        if found != __version__:
            there = f"pokermasa {found}" if found else "no pokermasa"
            raise NoCluster(f"there is {there} at {self._address}, and {__version__} here")

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        reference = self._do.remote(fn, args, kwargs)
        asked: _Asked[T] = _Asked(lambda: self._ray.cancel(reference))
        self._going.add(asked)
        asked.add_done_callback(self._going.discard)
        reference.future().add_done_callback(lambda done: self._pass_on(done, asked))
        return asked

    def _pass_on(self, done: Future[T], asked: _Asked[T]) -> None:
        errors = self._ray.exceptions
        error = done.exception()
        if error is None:
            asked.set_result(done.result())
        elif isinstance(error, errors.TaskCancelledError):
            asked.set_exception(CancelledError())
        elif isinstance(error, errors.RayTaskError):
            asked.set_exception(error.cause)  # as it was raised there
        else:
            asked.set_exception(BrokenExecutor(f"{type(error).__name__}: {error}"))

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        going = list(self._going)
        if cancel_futures:
            for asked in going:
                asked.cancel()
        if wait:
            _wait(going, PATIENCE if cancel_futures else None)
        if self._is_ours:
            self._ray.shutdown()

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        self.shutdown(cancel_futures=kind is not None)


_wait = wait


def _do(fn: Callable[..., T], args: Any, kwargs: Any) -> T:
    return fn(*args, **kwargs)


class _Asked(Future[T]):
    """Under way from the start; who cancels it has it interrupted there."""

    def __init__(self, interrupt: Callable[[], None]) -> None:
        super().__init__()
        self.set_running_or_notify_cancel()
        self._interrupt = interrupt

    def cancel(self) -> bool:
        if not self.done():
            with suppress(Exception):  # the cluster may be gone
                self._interrupt()
        return False
