"""`masa solve`: computes an equilibrium strategy for a subgame or for a decision of a hand in a
file."""

from __future__ import annotations

import json as json_text
import re
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from math import log
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import typer

from pokermasa.cli import output
from pokermasa.cli.bar import bar, is_seen
from pokermasa.cli.canvas import NoPicture, canvas_for
from pokermasa.cli.command_line import STOPPED, fail
from pokermasa.cli.hand_file import STANDARD, problem
from pokermasa.cli.number import MOST_WORKERS, between
from pokermasa.cli.solve_question import (
    TARGET,
    Asked,
    Effort,
    HandOptions,
    Listing,
    Question,
    SubgameOptions,
    TreeOptions,
    question,
    read_locks,
)
from pokermasa.cli.solve_table import hand_lines, heading, not_solved, print_place
from pokermasa.cli.unit import Unit
from pokermasa.rules import Betting
from pokermasa.solve import Place, Progress, Solution, SolveError, SolveRefusal, lock
from pokermasa.solve.file import load, save
from pokermasa.solve.game import Game
from pokermasa.solve.memory import in_words
from pokermasa.solve.solution import SOLVED, Watch
from pokermasa.solve.solving import begin

SUBGAME = "The subgame, without a file"
PLAYED = "A hand of a file"
TREE = "What may be bet"
HOW = "How it is solved"
SHOWN = "What is shown and saved"
UNASKED = 1e9
"""Memory in bytes that may be used without asking the user."""


def solve(
    file: Annotated[
        Path | None,
        typer.Argument(
            metavar="FILE",
            help="A file: a hand (PHH, PokerStars, OHH; with --step), a saved solution, or "
            "commands of TexasSolver. Leave it out to give a subgame with --board.",
            show_default=False,
        ),
    ] = None,
    board: Annotated[
        str,
        typer.Option(
            help="The board, three to five cards: QsJh2h.",
            rich_help_panel=SUBGAME,
        ),
    ] = "",
    pot: Annotated[
        int | None,
        typer.Option(
            help="Chips in the middle.",
            rich_help_panel=SUBGAME,
        ),
    ] = None,
    stack: Annotated[
        str,
        typer.Option(
            help="Chips behind: 910, or 910,700 out of and in position.",
            rich_help_panel=SUBGAME,
        ),
    ] = "",
    oop: Annotated[
        str,
        typer.Option(
            help="The range out of position (first to act): 'QQ+, AKs, KQ:0.5, AhJh', or '15%'.",
            rich_help_panel=SUBGAME,
        ),
    ] = "",
    ip: Annotated[
        str,
        typer.Option(
            help="The range in position.",
            rich_help_panel=SUBGAME,
        ),
    ] = "",
    step: Annotated[
        int | None,
        typer.Option(
            min=1,
            help="Which act of the hand in FILE; without it, they are listed.",
            rich_help_panel=PLAYED,
        ),
    ] = None,
    hand: Annotated[
        str,
        typer.Option(
            help="Which hand of FILE, by its key.",
            rich_help_panel=PLAYED,
        ),
    ] = "",
    hero_range: Annotated[
        str,
        typer.Option(
            help="The range of the player who acts.",
            rich_help_panel=PLAYED,
        ),
    ] = "random",
    villain_range: Annotated[
        str,
        typer.Option(
            help="The range of the other player.",
            rich_help_panel=PLAYED,
        ),
    ] = "random",
    bets: Annotated[
        str,
        typer.Option(
            help="Sizes: 50% of the pot, 2.5x the bet raised, 40c (chips), geometric, min, all-in.",
            rich_help_panel=TREE,
        ),
    ] = "50%, all-in",
    raises: Annotated[
        str | None,
        typer.Option(help="Raise sizes, if they differ from --bets.", rich_help_panel=TREE),
    ] = None,
    size: Annotated[
        list[str] | None,
        typer.Option(
            metavar="WHERE:SIZES",
            help="Other sizes for one place: 'turn oop bet: 33%, 75%'. Repeat the option for "
            "several.",
            rich_help_panel=TREE,
        ),
    ] = None,
    all_in_from: Annotated[
        float,
        typer.Option(
            parser=between(1, 100),
            metavar="PERCENT",
            help="A bet of at least this part of the stack becomes all in.",
            rich_help_panel=TREE,
        ),
    ] = 100.0,
    donks: Annotated[
        bool,
        typer.Option(
            "--donks/--no-donks",
            help="Allow donk bets: the first player may bet although the other bet last in the "
            "round before.",
            rich_help_panel=TREE,
        ),
    ] = True,
    raise_cap: Annotated[
        int | None,
        typer.Option(
            min=0, max=100, help="The most raises after a bet in one round.", rich_help_panel=TREE
        ),
    ] = None,
    betting: Annotated[
        Betting, typer.Option(help="The betting structure.", rich_help_panel=TREE)
    ] = Betting.NO_LIMIT,
    limits: Annotated[
        str,
        typer.Option(
            help="The bets of fixed limit, on the flop and later: 10,20.", rich_help_panel=TREE
        ),
    ] = "",
    big_blind: Annotated[int, typer.Option(min=1, help="The least bet.", rich_help_panel=TREE)] = 1,
    rake: Annotated[
        float,
        typer.Option(
            parser=between(0, 99),
            metavar="PERCENT",
            help="Rake, in per cent of the pot.",
            rich_help_panel=TREE,
        ),
    ] = 0.0,
    rake_cap: Annotated[
        float,
        typer.Option(
            parser=between(0, 1e9),
            metavar="CHIPS",
            help="The most rake from one pot; 0: no limit.",
            rich_help_panel=TREE,
        ),
    ] = 0.0,
    locks: Annotated[
        list[str] | None,
        typer.Option(
            "--lock",
            metavar="WHERE:HANDS=ACTS",
            help="Fix the play of some hands at one place: 'CH RR90: QQ+, AKs = CA 70%, FO 30%'. "
            "The rest is solved. Nothing before the colon means the start. Repeat the option "
            "for several.",
            rich_help_panel=HOW,
        ),
    ] = None,
    precision: Annotated[
        float | None,
        typer.Option(
            parser=between(0, 100),
            metavar="PERCENT",
            help="Stop at this exploitability, in per cent of the pot. Default 0.5.",
            rich_help_panel=HOW,
            show_default=False,
        ),
    ] = None,
    seconds: Annotated[
        float | None,
        typer.Option(
            parser=between(0.01, 1e6),
            metavar="N",
            help="Stop after this many seconds.",
            rich_help_panel=HOW,
        ),
    ] = None,
    iterations: Annotated[
        int | None,
        typer.Option(
            min=1, max=10**9, help="Stop after this many iterations.", rich_help_panel=HOW
        ),
    ] = None,
    threads: Annotated[
        int | None,
        typer.Option(
            min=1, max=MOST_WORKERS, help="How many; all cores by default.", rich_help_panel=HOW
        ),
    ] = None,
    small: Annotated[
        bool,
        typer.Option("--small", help="16-bit numbers: half the memory.", rich_help_panel=HOW),
    ] = False,
    memory: Annotated[
        str | None,
        typer.Option(
            metavar="SIZE",
            help="The most memory to take: 8GB, 500MB. Without it, more than 1 GB is asked for.",
            rich_help_panel=HOW,
        ),
    ] = None,
    at: Annotated[
        str,
        typer.Option(
            help="Show the place after these acts and cards: 'CH RR90'.",
            rich_help_panel=SHOWN,
        ),
    ] = "",
    grid: Annotated[
        bool,
        typer.Option(
            "--grid/--no-grid",
            help="Show the play of all hands in a 13 × 13 grid.",
            rich_help_panel=SHOWN,
        ),
    ] = True,
    plot: Annotated[
        Path | None,
        typer.Option(
            help="Draw the grid: FILE.svg or FILE.png, - to print an SVG.",
            rich_help_panel=SHOWN,
        ),
    ] = None,
    save_to: Annotated[
        Path | None,
        typer.Option(
            "--save",
            help="Save the solution to FILE.npz. You can read and improve it later.",
            rich_help_panel=SHOWN,
        ),
    ] = None,
    force: output.Force = False,
    json: output.Json = False,
    csv: output.Csv = False,
    parquet: output.Parquet = None,
) -> None:
    """Compute perfect play between two players from the flop on, with real cards.

    Acts are written CH (check), CA (call), FO (fold), RR90 (bet or raise to 90) and AA (all in).
    Ctrl-C stops the calculation. The strategy reached so far is saved, and shown if the subgame is
    solved. While the exploitability is above 5 % of the pot (or above --precision, if that is
    more), the subgame is not solved: no play is shown, and the command ends with exit code 1."""
    check(plot, save_to, force, json or csv)
    table = output.TableFile.asked(csv, parquet, json, force)
    may_take = MemoryLimit.read(memory)
    asked = Asked(
        subgame=SubgameOptions(board=board, pot=pot, stack=stack, oop=oop, ip=ip),
        hand=HandOptions(step=step, hand=hand, hero_range=hero_range, villain_range=villain_range),
        tree=TreeOptions(
            bets=bets,
            raises=raises,
            size=tuple(size or ()),
            all_in_from=all_in_from / 100,
            donks=donks,
            raise_cap=raise_cap,
            betting=betting,
            limits=limits,
            big_blind=big_blind,
            rake=rake / 100,
            rake_cap=rake_cap,
        ),
    )
    effort = Effort(
        target=precision, seconds=seconds, iterations=iterations, threads=threads, small=small
    )
    try:
        found = question(file, asked)
        solution = answer(found, read_locks(locks or []), at, effort, may_take, is_quiet=json)
        if found.hand is not None:
            solution.unit = found.hand.unit
        unit = Unit(*solution.unit)
        place = place_at(solution, at)
        if save_to is not None:
            save(solution, save_to)
    except Listing as listing:
        if json:
            raise typer.BadParameter(f"say which act:\n{listing}", param_hint="--step") from None
        typer.echo(str(listing))
        return
    except SolveError as error:
        raise typer.BadParameter(str(error), param_hint=HINTS.get(error.code)) from None
    except OSError as error:
        raise fail("solve", problem(error)) from None
    limit = max(SOLVED, (found.target if precision is None else precision) or 0.0)
    is_solved = solution.percent <= limit
    if plot is not None and is_solved:
        from pokermasa.cli.solve_chart import draw

        draw(place, plot, unit)
    is_table = is_solved and place.player is not None
    printed = table.write(place.to_records() if is_table else [])
    if json:
        data: dict[str, Any] = {"solved": is_solved, **summary(solution)}
        if is_solved:
            data |= place.to_data()
            if found.hand is not None:
                data["asked"] = found.hand.to_data(place)
        typer.echo(json_text.dumps(data, indent=2))
    elif not printed:
        console = output.reader(plot, save_to)
        if not is_solved:
            console.print(not_solved(solution, limit), soft_wrap=True)
        else:
            console.print(heading(solution, unit))
            if found.hand is not None:
                for line in hand_lines(found.hand, place, solution.root):
                    console.print(line)
            print_place(console, place, grid, unit)
        for what, path in (("Drawn", plot if is_solved else None), ("Saved", save_to)):
            if path is not None:
                console.print(f"{what}: {path}", markup=False, soft_wrap=True)
    if solution.interrupted:
        raise typer.Exit(STOPPED)
    if not is_solved:
        if json or csv:
            typer.echo(f"masa solve: {not_solved(solution, limit).plain}", err=True)
        raise typer.Exit(1)


def place_at(solution: Solution, path: str) -> Place:
    try:
        return solution.at(path)
    except SolveError as error:
        raise typer.BadParameter(f"{path[:60]!r}: {error}", param_hint="--at") from None


HINTS = {
    SolveRefusal.CARDS: "--board",
    SolveRefusal.RANGE: "--oop, --ip",
    SolveRefusal.CHIPS: "--pot, --stack",
    SolveRefusal.SIZE: "--bets",
    SolveRefusal.NO_SUCH_NODE: "--lock",
    SolveRefusal.NOT_HEADS_UP: "--step",
    SolveRefusal.UNREADABLE: "FILE",
    SolveRefusal.STRATEGY: "--lock",
}
"""Command-line options that each refusal is about."""


def check(plot: Path | None, save_to: Path | None, force: bool, json: bool) -> None:
    output.check(plot, force, "--plot", json)
    if save_to == STANDARD:
        raise typer.BadParameter("a solution is saved to a file", param_hint="--save")
    output.check(save_to, force, "--save")
    try:
        if plot is not None:
            canvas_for(plot, 1, 1, "")
    except NoPicture as error:
        raise typer.BadParameter(str(error), param_hint="--plot") from None


def answer(
    found: Question,
    locks: Mapping[str, Mapping[str, Mapping[str, float]]],
    at: str,
    effort: Effort,
    memory: MemoryLimit,
    *,
    is_quiet: bool,
) -> Solution:
    target, iterations = effort.target, effort.iterations
    if effort.is_endless:
        target = TARGET if locks else found.target
        iterations = found.iterations
    threads = effort.threads or found.threads
    if found.saved is not None:
        solution = load(found.saved, threads=threads, approve=memory.approve)
        for path, strategy in locks.items():
            lock(solution, path, strategy)
        if effort.is_endless and target is None and iterations is None:
            return solution
    else:
        assert found.subgame is not None

        def approve(game: Game) -> None:
            if not is_quiet:
                tell_size(game)
            memory.approve(game)

        solution = begin(
            found.subgame, locks=locks, small=effort.small, threads=threads, approve=approve
        )
    place_at(solution, at)  # check the path of --at before hours of calculation
    with watching(is_quiet, target) as watch:
        return solution.improve(target, effort.seconds, iterations, watch)


def tell_size(game: Game) -> None:
    boards = sum(game.board_counts)
    typer.echo(
        f"{game.layout.decisions:,} decisions on {boards:,} board{'s' if boards > 1 else ''}, "
        f"{in_words(game.need.total)} of memory",
        err=True,
    )


class MemoryLimit(NamedTuple):
    """Limit of the memory that the command may use."""

    size: float | None = None
    """Limit in bytes. None means up to `UNASKED`, and more if the user agrees."""

    @classmethod
    def read(cls, text: str | None) -> MemoryLimit:
        """Return the limit in the option's text. None sets no fixed limit.

        >>> MemoryLimit.read("1.5 GB").size
        1500000000.0
        """
        if text is None:
            return cls()
        found = re.fullmatch(r"(\d{1,6}(?:\.\d{1,6})?) ?([MG])B?", text.strip(), re.IGNORECASE)
        if found is None:
            message = f"{text[:40]!r} is no size of memory; write 8GB or 500MB"
            raise typer.BadParameter(message, param_hint="--memory")
        return cls(float(found[1]) * (1e9 if found[2] in "Gg" else 1e6))

    def approve(self, game: Game) -> None:
        """Asks the user or refuses if the game needs more memory than the limit."""
        need = game.need.total
        if need <= (UNASKED if self.size is None else self.size):
            return
        size = in_words(need)
        if self.size is None and sys.stdin.isatty() and sys.stderr.isatty():
            if typer.confirm(f"This takes {size} of memory. Go on?", err=True):
                return
            raise typer.Abort
        message = (
            f"this takes {size} of memory: --memory {size.replace(' ', '')} allows that; "
            "--small, fewer sizes (--bets) or narrower ranges take less"
        )
        raise typer.BadParameter(message, param_hint="--memory")


@contextmanager
def watching(is_quiet: bool, target: float | None) -> Iterator[Watch | None]:
    """Gives a function that updates the progress bar by the logarithm of the exploitability. Gives
    None if no bar is shown, so that the exploitability is computed less often."""
    if not is_seen(is_quiet):
        yield None
        return
    goal = max(target or 0.0, 1e-4)
    with bar("solving") as moved:
        began: list[float] = []

        def watch(progress: Progress) -> None:
            began.append(max(progress.percent, goal * 1.001))
            whole = log(began[0] / goal)
            done = min(whole, max(0.0, log(began[0] / max(progress.percent, goal))))
            text = f"{progress.iterations:,} iterations, exploitability {progress.percent:.3g} %"
            moved(done, text, whole if target else None)

        yield watch


def summary(solution: Solution) -> dict[str, Any]:
    value, gains = solution.value, solution.gains
    return {
        "spot": solution.subgame.to_data(),
        "iterations": solution.iterations,
        "seconds": round(solution.seconds, 3),
        "exploitability_percent": solution.percent,
        "value": {"oop": value[0], "ip": value[1]},
        "gains": {"oop": gains[0], "ip": gains[1]},
        "interrupted": solution.interrupted,
    }
