"""Reads single keys without echo."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import typer

_KEY = re.compile(r"\x1b[\[O][A-D]|.", re.DOTALL)


class Keyboard:
    def __init__(self) -> None:
        self.pressed: list[str] = []

    @contextmanager
    def listening(self) -> Iterator[Keyboard]:
        """Switches the terminal so that keys arrive at once and are not echoed. Restores it
        afterwards."""
        try:
            import termios
            import tty
        except ImportError:  # Windows reads each key separately
            yield self
            return
        descriptor = sys.stdin.fileno()
        before = termios.tcgetattr(descriptor)
        try:
            tty.setcbreak(descriptor, termios.TCSADRAIN)
            yield self
        finally:
            termios.tcsetattr(descriptor, termios.TCSADRAIN, before)

    def key(self) -> str:
        """Return the next key, or an empty string at the end of input."""
        if os.name == "nt":
            return typer.getchar()
        while not self.pressed:
            try:
                read = os.read(sys.stdin.fileno(), 64)
            except (OSError, KeyboardInterrupt):
                return ""
            if not read:
                return ""
            self.pressed = _KEY.findall(read.decode("utf-8", "replace"))
        return self.pressed.pop(0)
