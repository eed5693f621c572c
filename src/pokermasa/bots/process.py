"""Runs a bot as a separate program that reads messages from standard input and writes its answers
to standard output.

The time for every answer and the memory for buffered data are limited, so that a faulty program
cannot block the game or exhaust the memory.
"""

from __future__ import annotations

import json
import os
import re
import select
import signal
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from time import monotonic

from pokermasa.bots import message
from pokermasa.bots.bot import Decision, HandInfo
from pokermasa.bots.message import Message
from pokermasa.bots.referee import Fault
from pokermasa.rules import Blinds, Dealer, HandDealer, Situation, View

START = 10.0
"""Extra time in seconds for the first answer of a program, while it loads. A program that does not
answer in this time is not started again."""
LOADING = 120.0
"""Total time in seconds that a program may spend loading, in addition to its time for acts. A
program reports when loading begins and ends. Python bots do so automatically while Numba compiles
code."""
LATE = 2
"""Number of consecutive late answers after which a program is stopped and started again."""
RESTARTS = 2
"""Number of times that a failed program is started again. After that the bot only checks or
folds."""
MOST_OUTPUT = 1 << 16
"""Maximum output of a program for one act, in bytes. More output is a fault and ends the
program."""
MOST_UNREAD = 1 << 20
"""Maximum number of bytes that may wait for a program to read them. Beyond that the program is
ended."""
MOST_FIRST_WORDS = 2048
MOST_LAST_WORDS = 4096
"""Maximum number of bytes kept from the end of the standard error output. `MOST_FIRST_WORDS` bytes
are kept from the beginning."""
CLOSING = 1.0
"""Time in seconds for a program to exit by itself after its input was closed."""


class ProcessBot:
    """A bot that runs as a program. *limit* is the time for each act, in seconds."""

    def __init__(self, words: Sequence[str], limit: float = 1.0, seed: int = 0) -> None:
        self._command = list(words)
        self._limit = limit
        self._seed = seed
        self._running: _Running | None = None
        self._starts = 0
        self._late = 0
        self._turn = 0
        self._gone = ""
        """Reason why the bot no longer plays. Empty while it plays."""
        self._hand_info: HandInfo | None = None
        self._errors = _Errors()
        self.deaths = 0
        """Number of times that the program ended, or had to be ended, during play."""

    @property
    def last_words(self) -> str:
        """First and last part of the programs' standard error output."""
        return self._errors.text

    @property
    def is_gone(self) -> bool:
        """True if the bot no longer plays."""
        return bool(self._gone)

    # Methods of `Bot` and `LearningBot`

    def choose(self, view: View) -> Decision:
        self._turn += 1
        running = self._started()
        limit = self._limit + (0 if running.has_answered else START)
        try:
            running.send(message.act(view, self._turn, self._limit))
            found = running.answer(self._turn, limit)
        except TimeoutError:
            self._late += 1
            text = f"no answer within {limit:g} seconds"
            if not running.has_answered:
                self._end(text)
                self._gone = f"{text} of its start"
            elif self._late == LATE:
                self._end(f"{text}, {LATE} times in a row")
            raise Fault(text) from None
        except Broken as error:
            self._end(str(error))
            if isinstance(error, OtherVersion):
                self._gone = str(error)
            raise Fault(str(error)) from None
        self._late = 0
        return message.read_answer(found)

    def meet(self, info: HandInfo) -> None:
        self._hand_info = info
        self._tell(message.hand(info))

    def learn(self, view: View) -> None:
        self._tell(message.hand_over(view))

    def close(self) -> None:
        if self._running is not None:
            self._end("")

    # The running program

    def _tell(self, news: Message) -> None:
        """Sends a message to the program. Does nothing if the program is not running."""
        if self._running is not None:
            try:
                self._running.send(news)
            except Broken as error:
                self._end(str(error))
                raise Fault(str(error)) from None

    def _started(self) -> _Running:
        if self._gone:
            raise Fault(f"plays no more: {self._gone}")
        if self._running is None:
            try:
                self._running = _Running(self._command, self._errors)
            except OSError as error:
                self.deaths += 1
                self._gone = f"it cannot be started: {error}"
                raise Fault(self._gone) from None
            self._starts += 1
            self._late = 0
            self._running.send(message.hello(self._seed))
            if self._hand_info is not None:
                self._running.send(message.hand(self._hand_info))
        return self._running

    def _end(self, why: str) -> None:
        assert self._running is not None
        self._running.end(at_once=bool(why))
        self.deaths += bool(why)
        self._running = None
        if why and self._starts > RESTARTS:
            self._gone = f"{why} (it was started {self._starts} times)"


def load(words: Sequence[str], limit: float) -> None:
    """Loads a bot with the command *words*, which runs `pokermasa.bots.stdio`, and then ends the
    process. Raises `Fault` if the bot cannot be loaded within *limit* seconds."""
    errors = _Errors()
    running = _Running([*words, "--load"], errors)
    try:
        found = running.answer(0, limit)
    except TimeoutError:
        raise Fault(f"it was not loaded within {limit:g} seconds") from None
    except Broken as error:
        raise Fault(str(error)) from None
    finally:
        running.end(at_once=True)
    if "fault" in found:
        raise Fault(f"{found['fault']}")


def try_out(words: Sequence[str], limit: float) -> None:
    """Starts a program and asks it for one act of a hand that is not played. Raises `Fault` if it
    cannot be started, or ends or stays silent; what it answers does not matter."""
    cards = HandDealer(["Ah Kh", "9s 9d"])
    situation = Situation(Dealer.start([200, 200], 0, Blinds(1, 2), "tda"), cards)
    bot = ProcessBot(words, limit)
    bot.meet(HandInfo(("Ann", "Bob"), situation.dealer.turn_to_act))
    try:
        bot.choose(View.from_situation(situation, situation.dealer.turn_to_act))
    except Fault as fault:
        if bot.deaths:
            raise Fault(f"{fault}{_error_in(bot.last_words)}") from None
    finally:
        bot.close()


def _error_in(said: str) -> str:
    """The line that tells what went wrong, and the first line, which often tells where.

    >>> _error_in("mine.js:1\\nvar x = ;\\nSyntaxError: Unexpected token\\nNode.js v20")
    ': SyntaxError: Unexpected token (mine.js:1)'
    """
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    if not lines:
        return ""
    error = next((line for line in lines if re.match(r"\w*Error\b", line)), lines[-1])
    tells_where = lines[0] != error and not lines[0].startswith("Traceback")
    return f": {error} ({lines[0]})" if tells_where else f": {error}"


class _Errors:
    """A buffer of limited size that keeps the beginning and the end of the error output."""

    def __init__(self) -> None:
        self._first, self._last, self._is_cut = bytearray(), bytearray(), False

    def add(self, said: bytes) -> None:
        room = MOST_FIRST_WORDS - len(self._first)
        self._first += said[:room]
        self._last += said[room:]
        self._is_cut |= len(self._last) > MOST_LAST_WORDS
        del self._last[:-MOST_LAST_WORDS]

    @property
    def text(self) -> str:
        between = b"\n\xe2\x80\xa6\n" if self._is_cut else b""
        return (self._first + between + self._last).decode(errors="replace")


IS_POSSIBLE = hasattr(select, "poll") and hasattr(os, "killpg")
NOT_HERE = (
    "bots that are files or programs play on Linux and macOS only: they need pipes that can be "
    "waited for; here there are the bots that have a name"
)


class Broken(Exception):
    """Raised if the program has ended or broke the protocol, so that no further answer can be
    expected."""


class OtherVersion(Broken):
    """Raised if the program speaks another version of the protocol. It is not started again."""


class _Running:
    """One process with the buffers for its input and output. It needs POSIX, because Windows cannot
    poll pipes."""

    def __init__(self, words: list[str], errors: _Errors) -> None:
        if not IS_POSSIBLE:
            raise OSError(NOT_HERE)
        self._process = subprocess.Popen(
            words,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            start_new_session=True,  # the whole process group can then be killed
        )
        pipes = (self._process.stdin, self._process.stdout, self._process.stderr)
        self._in, self._out, self._err = (pipe.fileno() for pipe in pipes if pipe is not None)
        self._poll = select.poll()
        for pipe in (self._in, self._out, self._err):
            os.set_blocking(pipe, False)
        for pipe in (self._out, self._err):
            self._poll.register(pipe, select.POLLIN)
        self._unread = bytearray()
        self._buffer = bytearray()
        self._errors = errors
        self._loading = LOADING
        """Remaining loading time in seconds."""
        self.has_answered = False

    def send(self, news: Message) -> None:
        """Sends a message without waiting. Bytes that the pipe cannot take now are sent while the
        next answer is awaited."""
        self._unread += json.dumps(news, separators=(",", ":")).encode() + b"\n"
        self._write()

    def answer(self, turn: int, limit: float) -> Message:
        """Return the answer to *turn*. Late answers to earlier turns are ignored. Raises
        `TimeoutError` if no answer arrives within *limit* seconds."""
        until = monotonic() + limit
        spoken, since = 0, None
        while True:
            line, end, rest = self._buffer.partition(b"\n")
            if end:
                self._buffer = rest
                found = _read(bytes(line))
                if "version" in found and "turn" not in found:
                    _verify_version(found["version"])
                    continue
                if "loading" in found:
                    now = monotonic()
                    if since is not None:
                        self._loading -= now - since
                    since = now if found["loading"] is True else None
                    until = now + (limit if since is None else max(self._loading, 0))
                    continue
                self.has_answered = True
                if found.get("turn") == turn:
                    return found
                if type(found.get("turn")) is not int:
                    raise Fault(f'an answer has its "turn", here {turn}: {_short(line)}')
                continue
            if spoken > MOST_OUTPUT:
                raise Broken(f"it wrote more than {MOST_OUTPUT:,} bytes for one act")
            spoken += self._exchange(until - monotonic())

    def _exchange(self, left: float) -> int:
        """Waits at most *left* seconds, then reads and writes all that the pipes allow. Return the
        number of bytes received."""
        if left <= 0 or not (ready := self._poll.poll(1000 * left)):
            raise TimeoutError
        before = len(self._buffer)
        for pipe, _ in ready:
            if pipe == self._in:
                self._write()
            else:
                self._listen(pipe)
        return len(self._buffer) - before

    def _listen(self, pipe: int) -> None:
        said = os.read(pipe, MOST_OUTPUT)
        if pipe == self._out:
            self._buffer += said
            if not said:
                raise Broken(self._ended())
        elif said:
            self._errors.add(said)
        else:
            self._poll.unregister(pipe)

    def _write(self) -> None:
        try:
            while self._unread:
                del self._unread[: os.write(self._in, self._unread[: 1 << 16])]
        except BlockingIOError:
            if len(self._unread) > MOST_UNREAD:
                raise Broken("it does not read its input") from None
            self._poll.register(self._in, select.POLLOUT)
            return
        except BrokenPipeError:  # the end of the program is noticed when its output is read
            self._unread.clear()
        with suppress(KeyError):
            self._poll.unregister(self._in)

    def _ended(self) -> str:
        try:
            code = self._process.wait(CLOSING)
        except subprocess.TimeoutExpired:
            return "it closed its output"
        how = f"by {signal.Signals(-code).name}" if code < 0 else f"with code {code}"
        return f"it ended {how}"

    def end(self, at_once: bool) -> None:
        """Closes the program's input and kills its process group. Unless *at_once*, the program
        first has `CLOSING` seconds to exit."""
        process = self._process
        if process.stdin is not None:
            process.stdin.close()
        if not at_once:
            with suppress(subprocess.TimeoutExpired):
                process.wait(CLOSING)
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        for pipe in (process.stdout, process.stderr):
            if pipe is not None:
                if pipe is process.stderr:
                    with suppress(BlockingIOError):
                        self._errors.add(os.read(self._err, MOST_UNREAD))
                pipe.close()


def _verify_version(version: object) -> None:
    try:
        message.verify_version(version, "it")
    except Fault as fault:
        raise OtherVersion(str(fault)) from None


def _read(line: bytes) -> Message:
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        raise Fault(f"not an answer in JSON: {_short(line)}") from None
    if not isinstance(found, dict):
        raise Fault(f"an answer is a JSON object, not {_short(line)}")
    return found


def _short(line: bytes | bytearray) -> str:
    text = line[:80].decode(errors="replace")
    return repr(text) if len(line) <= 80 else f"{text!r}…"
