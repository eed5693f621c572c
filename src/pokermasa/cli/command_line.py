"""Runs the command line after `masa` and converts every outcome to an exit code."""

import codecs
import errno
import io
import os
import sys
import traceback
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from importlib import import_module
from typing import Annotated, Any

import typer

from pokermasa import __version__
from pokermasa.cli import COMMANDS, is_not_ours, missing

FAILED, WRONG_USAGE, STOPPED = 1, 2, 130


def run(arguments: Sequence[str]) -> int:
    """Run a command and return its exit code. All errors are reported here. Only `SystemExit`
    raised by our own code passes through."""
    print_in_any_locale()
    first = next((word for word in arguments if not word.startswith("-")), None)
    name = f"masa {first}" if first in COMMANDS else "masa"
    if first is not None and first not in COMMANDS:
        _complain(f"masa: no command {first!r}; there are {', '.join(COMMANDS)}")
        return WRONG_USAGE
    try:
        command = typer.main.get_command(app(arguments))
        code = command.main(list(arguments), prog_name="masa", standalone_mode=False)
        sys.stdout.flush()
    except _USAGE as error:
        reason = error.format_message().replace("Value error, ", "")
        _complain(f"{name}: {reason}{_given(error, reason)}\nFor help: {name} --help")
        return WRONG_USAGE
    except (KeyboardInterrupt, typer.Abort):
        return STOPPED
    except OSError as error:
        if error.errno == errno.EPIPE:
            _close_output()  # the reader closed the pipe: `masa replay hands.phhs | head`
            return FAILED
        _complain(f"{name}: {_file(error)}{(error.strerror or str(error)).lower()}")
        return FAILED
    except Exception as error:
        if isinstance(error, ImportError) and is_not_ours(error):
            _complain(missing(arguments, error))
            return FAILED
        if os.environ.get("MASA_TRACEBACK"):
            traceback.print_exc()
        _complain(
            f"{name}: a fault of pokermasa itself: {type(error).__name__}: {error}\n"
            "Set MASA_TRACEBACK=1 to see where, and please report it."
        )
        return FAILED
    return code if isinstance(code, int) else 0


# The base class of all usage errors, bad values included. Its public name differs between versions
# of typer.
_USAGE: Any = typer.BadParameter.__mro__[1]


def print_in_any_locale() -> None:
    """Sets the standard streams to write characters outside of their encoding as escapes (\\u011f)
    instead of raising `UnicodeEncodeError`.

    In the locale C without Python's UTF-8 mode the streams are ASCII with `surrogateescape`, which
    raises for letters too.
    """
    for stream in (sys.stdout, sys.stderr):
        if not isinstance(stream, io.TextIOWrapper):
            continue
        if stream.errors == "strict" or codecs.lookup(stream.encoding).name == "ascii":
            stream.reconfigure(errors="backslashreplace")


def _given(error: Exception, reason: str) -> str:
    """Return the rejected value, which typer omits when a number is out of range."""
    errors = getattr(error.__cause__, "errors", None)
    given = repr(str(errors()[0]["input"])[:40]) if errors else ""
    return f", not {given}" if given and given not in reason else ""


def _file(error: OSError) -> str:
    return f"{error.filename}: " if error.filename else ""


def _complain(text: str) -> None:
    with suppress(OSError):
        typer.echo(text.encode("utf-8", "backslashreplace").decode("utf-8"), err=True)


def _close_output() -> None:
    """Redirects standard output to the null device. Otherwise Python would report an error when it
    flushes the output at exit."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def fail(command: str, text: str, code: int = FAILED) -> typer.Exit:
    """Print the error and return the exception to raise, so that the command ends with *code*."""
    _complain(f"masa {command}: {text}")
    return typer.Exit(code)


def verify_unused(why: str, options: Mapping[str, tuple[object, object]]) -> None:
    """Refuse options that would have no effect. *options* maps each to its value and its default.

    *why* follows the value in the message, as in "is for --tournament".
    """
    for option, (given, usual) in options.items():
        if given != usual:
            value = "" if isinstance(given, bool) else f"{str(given)[:40]!r} "
            raise typer.BadParameter(f"{value}{why}", param_hint=option)


def app(arguments: Sequence[str]) -> typer.Typer:
    """Return the application. Only the command named in *arguments* is loaded."""
    masa = typer.Typer(
        add_completion=False, context_settings={"help_option_names": ["-h", "--help"]}
    )
    masa.callback()(opening)
    asked = arguments
    if COMPLETE in os.environ:
        from typer.completion import completion_init  # type: ignore[attr-defined]

        completion_init()
        asked = asked_by_shell()
    first = next((word for word in asked if not word.startswith("-")), None)
    for name, (what, examples, _) in COMMANDS.items():
        shown = "Examples:\n\n" + "\n\n".join(f"masa {example}" for example in examples)
        command = load(name) if name == first else closed
        if isinstance(command, typer.Typer):
            masa.add_typer(command, name=name, epilog=shown)
        else:
            masa.command(name, help=what if command is closed else None, epilog=shown)(command)
    return masa


COMPLETE = "_MASA_COMPLETE"
"""Environment variable that a shell sets to request completions. The words typed so far are in one
of two other variables."""


def asked_by_shell() -> list[str]:
    said = os.environ.get("COMP_WORDS") or os.environ.get("_TYPER_COMPLETE_ARGS") or ""
    return said.split()[1:]


def load(name: str) -> Callable[..., Any] | typer.Typer:
    word = name.replace("-", "_")
    command: Callable[..., Any] | typer.Typer = getattr(
        import_module(f"pokermasa.cli.commands.{word}"), word
    )
    return command


def closed() -> None:
    """Placeholder in `masa --help` for commands that are not loaded."""


def say_version(asked: bool) -> None:
    if asked:
        typer.echo(f"pokermasa {__version__}")
        raise typer.Exit


# Eager, so that it is handled before typer reports a missing command.
Version = typer.Option("--version", callback=say_version, is_eager=True, help="Print the version.")


def opening(version: Annotated[bool, Version] = False) -> None:
    """The open poker room."""
