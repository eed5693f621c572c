"""An Executor that works on a Ray cluster, on this machine or elsewhere.

>>> from pokermasa.arena import Match, play
>>> from pokermasa.arena.ray_executor import RayExecutor
>>> with RayExecutor("ray://head.example.org:10001") as cluster:   # doctest: +SKIP
...     play(Match.between("house", "basic"), workers=cluster)

Whatever a worker or a machine that is lost had under way is done again by Ray. What is installed
there must be what is installed here, or results might differ: that is future first.
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
"""Number of times that a work item is repeated if its worker died."""
PATIENCE = 10.0
"""Seconds that bots have to end the programs they started."""


class NoCluster(ConnectionError):
    """Raised if a cluster does not answer or has another version of pokermasa."""


class RayExecutor(Executor):
    """An Executor on a Ray cluster.

    Without an address, the cluster in RAY_ADDRESS or of an earlier `ray.init` is used. If there is
    none, one is started on this machine and ends with this Executor. Ray repeats the work of a
    lost worker or machine.
    """

    def __init__(self, address: str | None = None, workers: int | None = None) -> None:
        # Imported late, because Ray is optional.
        import ray

        self._ray = ray
        self._pending: set[_RayFuture[Any]] = set()
        self._is_ours = not ray.is_initialized()
        self._address = address or os.environ.get("RAY_ADDRESS") or "this machine"
        if self._is_ours:
            is_new = self._address == "this machine"
            options = {"num_cpus": workers, "include_dashboard": False} if is_new else {}
            try:
                ray.init(address, logging_level="ERROR", log_to_driver=False, **options)
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
        # sent by value, because pokermasa may not be installed there
        def installed() -> str | None:
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
        future: _RayFuture[T] = _RayFuture(lambda: self._ray.cancel(reference))
        self._pending.add(future)
        future.add_done_callback(self._pending.discard)
        reference.future().add_done_callback(lambda done: self._pass_on(done, future))
        return future

    def _pass_on(self, done: Future[T], future: _RayFuture[T]) -> None:
        errors = self._ray.exceptions
        error = done.exception()
        if error is None:
            future.set_result(done.result())
        elif isinstance(error, errors.TaskCancelledError):
            future.set_exception(CancelledError())
        elif isinstance(error, errors.RayTaskError):
            future.set_exception(error.cause)  # the original exception
        else:
            future.set_exception(BrokenExecutor(f"{type(error).__name__}: {error}"))

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        pending = list(self._pending)
        if cancel_futures:
            for future in pending:
                future.cancel()
        if wait:
            _wait(pending, PATIENCE if cancel_futures else None)
        if self._is_ours:
            self._ray.shutdown()

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        self.shutdown(cancel_futures=kind is not None)


_wait = wait


def _do(fn: Callable[..., T], args: Any, kwargs: Any) -> T:
    return fn(*args, **kwargs)


class _RayFuture(Future[T]):
    """A future that is running from the start. `cancel` interrupts the work on the cluster."""

    def __init__(self, interrupt: Callable[[], None]) -> None:
        super().__init__()
        self.set_running_or_notify_cancel()
        self._interrupt = interrupt

    def cancel(self) -> bool:
        if not self.done():
            with suppress(Exception):  # the cluster may be gone
                self._interrupt()
        return False
