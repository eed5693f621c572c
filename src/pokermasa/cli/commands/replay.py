"""`masa replay`: shows hands of a file step by step, lists them, or checks them."""

from __future__ import annotations

import json as json_text
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from pokermasa.cli import output, refusals
from pokermasa.cli.command_line import fail
from pokermasa.cli.hand_file import HandFile, printing, problem, so_many
from pokermasa.cli.keyboard import Keyboard
from pokermasa.histories.history import UNKNOWN_STACK, HandEntry, History, HistoryError
from pokermasa.histories.refusals import Refusals
from pokermasa.histories.replay import result
from pokermasa.rules.chips import StackIndex, stack_indexes

if TYPE_CHECKING:
    from pokermasa.study import Analysis

KEYS = "→ or space: on   ←: back   n: next hand   p: the one before   q: quit"


class Read(NamedTuple):
    file: str
    found: HandEntry


def replay(
    files: Annotated[
        list[Path],
        typer.Argument(
            readable=False,  # Each file that cannot be read is named.
            metavar="FILE...",
            help="PHH, PokerStars, OHH or ACPC logs; - for the standard input.",
        ),
    ],
    hand: Annotated[
        list[str] | None,
        typer.Option(help="Only the hand with this key; repeat the option for several."),
    ] = None,
    json: output.Json = False,
    whole: Annotated[
        bool, typer.Option("--whole", help="Whole hands, line by line, instead of steps.")
    ] = False,
    analyse: Annotated[
        bool,
        typer.Option("--analyse", help="With odds, equities and verdicts before the flop."),
    ] = False,
    solve: Annotated[
        bool,
        typer.Option(
            "--solve",
            help="As --analyse, and solve pots between two players from the flop on; takes up to a "
            "minute for each hand and player.",
        ),
    ] = False,
    hero: Annotated[
        str | None,
        typer.Option(
            help="Only what this player saw, and only this player's decisions.", metavar="NAME"
        ),
    ] = None,
) -> None:
    """Watch hands step by step. Piped or with --whole they are listed, with --json only checked.

    Every act is checked with the rules. Impossible hands are reported, and the exit code is then 1.
    With --analyse, every decision of a player whose cards are known is evaluated from that player's
    view.

    Example: masa replay session.txt --hand 17 --solve --hero Ann
    """
    hands = Choosing(every_hand(files), hand or [])
    seen = Seen(analyse or solve, hero, solve)
    with printing("replay"):
        if json:
            is_good = print_json(hands, seen)
        elif whole or seen.analyse or not (sys.stdout.isatty() and sys.stdin.isatty()):
            is_good = print_pages(hands, seen)
        else:
            is_good = ReplayScreen(hands, seen).watch()
    if hands.missing:
        raise fail("replay", hands.in_words(files))
    if not is_good:
        raise typer.Exit(1)


class Seen(NamedTuple):
    """Options that apply to every hand."""

    analyse: bool = False
    hero: str | None = None
    solve: bool = False

    def by_hero(self, found: HandEntry) -> History:
        """Return the hand without the cards that the hero did not see."""
        if found.history is None:
            raise found.error or HistoryError("unreadable")
        return found.history if self.hero is None else found.history.seen_by(self.hero)

    def analysed(self, history: History) -> Analysis | None:
        if not self.analyse:
            return None
        from pokermasa.study import analyse  # imported here because it takes a moment to load

        viewer = None if self.hero is None else StackIndex(history.names.index(self.hero))
        if not self.solve:
            return analyse(history, viewer)
        from rich.console import Console

        from pokermasa.study import Limits

        with Console(stderr=True).status("solving") as status:
            return analyse(
                history,
                viewer,
                solver=Limits(),
                watch=lambda share: status.update(f"solving: {share:.0%}"),
            )


class Choosing(Iterator[Read]):
    """An iterator over the hands with the given keys, or over all hands without keys."""

    def __init__(self, hands: Iterator[Read], keys: Sequence[str]) -> None:
        self.hands = hands
        self.keys = frozenset(keys)
        self.missing = dict.fromkeys(keys)
        """Keys that no hand had so far."""
        self.ends: list[str] = []
        """The first and the last key of the files."""

    def __next__(self) -> Read:
        for read in self.hands:
            key = read.found.key
            if not self.keys or (key is None and read.found.history is None):
                return read  # an unreadable file is always reported
            if key is not None:
                self.ends[1:] = [key] if self.ends else []
                self.ends = self.ends or [key]
            if key in self.keys:
                self.missing.pop(key, None)
                return read
        raise StopIteration

    def in_words(self, files: Sequence[Path]) -> str:
        found = f"keys are {' to '.join(self.ends)}" if self.ends else "no hand there has a key"
        where = ", ".join(map(str, files))
        return f"no hand {', '.join(map(repr, self.missing))} (--hand) in {where}; {found}"


def every_hand(files: Iterable[Path]) -> Iterator[Read]:
    """Yield the hands of all files. A file that cannot be opened yields an entry with the error."""
    for path in files:
        try:
            with HandFile(path) as opened:
                for found in opened.hands():
                    yield Read(str(path), found)
        except OSError as error:
            yield Read(str(path), HandEntry(None, None, HistoryError(problem(error, named=False))))


# JSON output


def print_json(hands: Iterable[Read], seen: Seen) -> bool:
    refused = Refusals()
    for read in hands:
        fields = as_json(read, seen)
        if not fields["ok"]:
            refused.add(read.file, HistoryError(fields["reason"]).with_hand(fields["hand"]))
        sys.stdout.write(json_text.dumps(fields, ensure_ascii=False) + "\n")
    tell_refused("replay", refused)
    return not refused.count


def tell_refused(command: str, refused: Refusals) -> None:
    """Prints the refused hands grouped by reason, if there are several."""
    if refused.count > 1:
        typer.echo(f"masa {command}: {so_many(refused.count)} refused", err=True)
        for line in refusals.lines(refused):
            typer.echo(printable(line), err=True)


def as_json(read: Read, seen: Seen) -> dict[str, Any]:
    """Return a hand as JSON data. Amounts are in smallest units, one for each of `players`. They
    are null if the history does not contain them, and "inf" for an unknown stack."""
    file, (key, history, _) = read
    fields: dict[str, Any] = {
        "file": printable(file),
        "hand": None if key is None else printable(key),
        "ok": False,
        "error": None,
        "reason": None,
        "scale": history.scale if history is not None else None,
        "players": None,
        "final_stacks": None,
        "net": None,
        "before_rake": None,
        "rake": None,
        "boards": None,
        "cancelled": False,
        "remark": None,
    }
    try:
        history = seen.by_hero(read.found)
        end = result(history)
        analysis = seen.analysed(history)
    except HistoryError as refused:
        fields["error"] = printable(str(refused.with_hand(key)))
        fields["reason"] = printable(refused.reason)
        return fields
    fields["ok"] = True
    fields["players"] = [printable(history.name(i)) for i in stack_indexes(history.players)]
    fields["boards"] = ["".join(map(str, board)) for board in history.boards]
    fields["cancelled"] = history.is_cancelled
    if end is not None:
        behind = history.behind or (0,) * history.players
        fields["final_stacks"] = [
            "inf" if began == UNKNOWN_STACK else chips + rest
            for began, chips, rest in zip(history.stacks, end.stacks, behind, strict=True)
        ]
        fields["net"] = list(end.net)
        fields["before_rake"] = list(end.before_rake)
        fields["rake"] = 0 if history.payments is None else history.payments.deducted
        fields["remark"] = end.remark or None
    if analysis is not None:
        from pokermasa.study import analysis_data

        fields["analysis"] = analysis_data(analysis)
    return fields


def printable(text: str) -> str:
    """Return *text* with lone surrogates, which come from wrong encodings, as escapes."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


# Text output


def print_pages(hands: Iterable[Read], seen: Seen) -> bool:
    from rich.console import Console

    from pokermasa.cli.scene import page
    from pokermasa.histories.replay import scenes

    console = Console(highlight=False, emoji=False, markup=False, soft_wrap=True)
    refused = Refusals()
    for number, (file, found) in enumerate(hands):
        key = found.key
        if number:
            console.print()
        try:
            history = seen.by_hero(found)
            story, analysis = list(scenes(history)), seen.analysed(history)
            if analysis is None:
                lines = list(page(story, file, key))
            else:
                from pokermasa.cli.analysis_text import closing, notes

                lines = [*page(story, file, key, notes(analysis)), *closing(analysis)]
            for line in lines:
                console.print(line)
        except HistoryError as error_there:
            refused.add(file, error_there.with_hand(key))
            sys.stdout.flush()
            said = f"masa replay: {printable(file)}: {printable(str(error_there.with_hand(key)))}"
            typer.secho(said, fg="red", err=True)
    tell_refused("replay", refused)
    return not refused.count


# Watching step by step


class ReplayScreen:
    """A screen that shows one hand at a time. Hands are read when they are needed."""

    def __init__(self, hands: Iterator[Read], asked: Seen) -> None:
        from rich.console import Console

        self.console = Console(highlight=False, emoji=False, markup=False)
        self.keyboard = Keyboard()
        self.hands = hands
        self.asked = asked
        self.seen: list[Read] = []
        self.is_good = True

    def watch(self) -> bool:
        at = 0
        with self.keyboard.listening(), self.console.screen(hide_cursor=True):
            while (read := self.read(at)) is not None:
                step = self.watch_hand(read)
                if step is None:
                    break
                at = max(at + step, 0)
        return self.is_good

    def read(self, at: int) -> Read | None:
        while len(self.seen) <= at:
            read = next(self.hands, None)
            if read is None:
                return None
            self.seen.append(read)
        return self.seen[at]

    def watch_hand(self, read: Read) -> int | None:
        """Shows a hand. Return the number of hands to move on by, or None to quit."""
        from pokermasa.cli.scene import frames, picture
        from pokermasa.histories.replay import scenes

        file, found = read
        key = found.key
        try:
            story = frames(list(scenes(self.asked.by_hero(found))))
        except HistoryError as refused:
            self.is_good = False
            self.show(f"{printable(file)}: {printable(str(refused.with_hand(key)))}")
            return _PAGES.get(self.key(), 0)
        at = 0
        while True:
            self.show(picture(story[at], file, key, at + 1, len(story)))
            pressed = self.key()
            if pressed in ("next", "before", "quit"):
                return _PAGES[pressed]
            at = max(at + _STEPS.get(pressed, 0), 0)
            if at == len(story):
                return 1

    def show(self, what: Any) -> None:
        self.console.clear()
        self.console.print(what)
        self.console.print(KEYS, style="dim")

    def key(self) -> str:
        pressed = self.keyboard.key()
        return _MEANING.get(pressed.lower(), _MEANING.get(pressed, ""))


_STEPS = {"on": 1, "back": -1}
_PAGES = {"next": 1, "before": -1, "quit": None, "on": 1, "back": -1}
_MEANING = {
    **dict.fromkeys(["\x1b[C", "\xe0M", " ", "\r", "\n", "l", "\x1b[B", "\x1bOC"], "on"),
    **dict.fromkeys(["\x1b[D", "\xe0K", "\x7f", "\x08", "h", "\x1b[A", "\x1bOD"], "back"),
    **dict.fromkeys(["n"], "next"),
    **dict.fromkeys(["p"], "before"),
    **dict.fromkeys(["q", "\x1b", "\x03", "\x04", ""], "quit"),
}
