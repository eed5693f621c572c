"""Turns Ctrl-C into a request to stop between two iterations, when the solution is consistent.

By default, Python raises KeyboardInterrupt at any point, even while the thread pool holds a lock.
The lock would never be released, and the next traversal would wait forever.
"""

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def interruptions() -> Iterator[Callable[[], bool]]:
    """Within this context, the first Ctrl-C only makes the yielded function return True. A second
    one raises KeyboardInterrupt.

    Nothing changes if the program has its own handler for SIGINT, or outside the main thread.
    """
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
