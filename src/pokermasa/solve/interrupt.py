"""Ctrl-C asks for an end between two rounds, where the solution is whole.

Python would raise KeyboardInterrupt anywhere, also while a lock of the thread pool is being taken;
the lock is then never given back, and the next walk waits for ever.
"""

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def interruptions() -> Iterator[Callable[[], bool]]:
    """Inside, the first Ctrl-C only makes the answer of the function given True; a second one is
    raised as ever. A program with a handler of its own, or another thread, keeps what it has."""
    asked = False

    def is_asked() -> bool:
        return asked

    def ask(number: int, frame: FrameType | None) -> None:
        nonlocal asked
        asked = True
        signal.signal(signal.SIGINT, signal.default_int_handler)

    if (
        threading.current_thread() is not threading.main_thread()
        or signal.getsignal(signal.SIGINT) is not signal.default_int_handler
    ):
        yield is_asked
        return
    signal.signal(signal.SIGINT, ask)
    try:
        yield is_asked
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)
