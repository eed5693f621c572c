"""The command `masa`.

A command is a file in commands/ with a function of the same name, whose arguments are annotated for
typer (or a `Typer` with sub-commands), and an entry in `COMMANDS`. A file is imported only when its
command is used, so that `masa --help` does not load the engine.

Every command exits with 0 on success, 1 on failure, 2 on wrong usage, and 130 when stopped with
Ctrl-C. It prints the reason as one line on standard error.
"""

import sys
from collections.abc import Sequence
from typing import NamedTuple


class Command(NamedTuple):
    what: str
    """Description in `masa --help`."""
    examples: tuple[str, ...]
    """Example arguments after `masa`. The tests run them."""
    extra: str = "play"
    """Optional dependencies that the command needs: pip install 'pokermasa[play]'."""


# Commands by the name that is typed. `new-bot` is in commands/new_bot.py.
COMMANDS: dict[str, Command] = {
    "acpc": Command(
        "Connect a bot to an ACPC dealer.",
        ("acpc 127.0.0.1 18791 --bot house --game holdem.limit.2p.reverse_blinds",),
    ),
    "admin": Command(
        "Manage a room: users, tables, audit, backup, tokens.",
        (
            "admin users",
            "admin token Ada --label 'my bot'",
            "admin backup room-copy.db",
            "admin copy room.db postgresql://masa@localhost/masa",
        ),
        extra="room",
    ),
    "arena": Command(
        "Let every bot play every other, and rank them.",
        ("arena caller folder basic --hands 200",),
    ),
    "bench": Command(
        "Measure hands and evaluations a second on this machine.", ("bench --seconds 0.2",)
    ),
    "bot": Command(
        "Let your bot play in a room, at a table or in a tournament.",
        (
            "bot run mybot.py --server http://127.0.0.1:8008",
            "bot run mybot.py --server http://127.0.0.1:8008 --tournament t3f0c9a",
        ),
    ),
    "completion": Command(
        "Print the script that completes `masa` commands in your shell.", ("completion bash",)
    ),
    "convert": Command(
        "Write hands in another format: PHH, PokerStars, OHH.",
        ("convert hands.phhs hands.txt", "convert - - --to ohh"),
    ),
    "equity": Command(
        "The equity of hands and ranges, exact or sampled.",
        ("equity AhKh QQ+ random --board 2h7d9h",),
    ),
    "evaluate": Command(
        "Name a hand, or put several in order.", ("evaluate AsKs 9h9d --board Ts9sJs2d2c",)
    ),
    "lbr": Command(
        "How much a bot can be beaten by, at least (local best response).",
        ("lbr caller --deals 20",),
    ),
    "league": Command(
        "Open a league of programs in a room, and see its table.",
        (
            "league open Spring --server http://127.0.0.1:8008 --games 20",
            "league show l3f0c9a12 --server http://127.0.0.1:8008",
        ),
    ),
    "match": Command(
        "Bots against bots: who is better, and how sure that is.",
        ("match basic:0.3 caller --hands 2000",),
    ),
    "new-bot": Command("Write a small working bot to begin with.", ("new-bot mybot",)),
    "play": Command(
        "Play in the terminal against bots of your choice.",
        ("play --bots house:shark,house:rock --stack 100",),
    ),
    "pushfold": Command(
        "All in or fold before the flop, two players: the equilibrium.", ("pushfold --stack 10",)
    ),
    "ranges": Command(
        "What to play before the flop, by position.",
        ("ranges BTN --vs CO", "ranges SB --players 2 --depth 40"),
    ),
    "replay": Command(
        "Watch, list or check hands from a file.", ("replay hands.phhs --hand 3 --whole",)
    ),
    "serve": Command(
        "Open the room: tables with house bots, at an address to share.",
        ("serve --port 8008",),
        extra="room",
    ),
    "solve": Command(
        "What perfect play would do between two players from the flop on.",
        (
            "solve --board QsJh2h7c3d --pot 180 --stack 400 --oop 'QQ+, AKs, JTs, 98s' "
            "--ip 'JJ-22, AQs, KJs, T9s' --bets '50%, all-in'",
            "solve --board QsJh2h7c --pot 180 --stack 400 --oop 'QQ+, AKs:0.5' --ip '15%' "
            "--bets 66% --save turn.npz --plot turn.svg",
            "solve turn.npz --at 'CH RR119'",
            "solve turn.npz --lock 'CH: AK = CH 80%, RR119 20%'",
            "solve hands.phhs --hand 1 --step 7 --hero-range '22+, A2+, 76s' --villain-range 50%",
        ),
    ),
    "stats": Command(
        "Statistics of the players in hand histories: VPIP, PFR, bb/100.",
        ("stats hands.phhs --min-hands 5",),
    ),
    "table": Command("Let bots play a cash table.", ("table --bots house,2xbasic --hands 10",)),
    "tournament": Command(
        "Let bots play a tournament, or a league of them.",
        ("tournament --bots 9 --structure sitandgo",),
    ),
    "wire": Command(
        "Print the reference of the messages between a client and a room.",
        ("wire", "wire --json"),
        extra="room",
    ),
}


def main(args: Sequence[str] | None = None) -> None:
    """Run `masa` with *args*, by default the command-line arguments, and exit."""
    arguments = sys.argv[1:] if args is None else list(args)
    try:
        # Imported here because a plain `pip install pokermasa` does not install typer.
        from pokermasa.cli.command_line import run
    except ImportError as error:
        if is_not_ours(error):
            sys.exit(missing(arguments, error))
        raise
    sys.exit(run(arguments or ["--help"]))


def is_not_ours(error: ImportError) -> bool:
    return (error.name or "").partition(".")[0] != "pokermasa"


def missing(arguments: Sequence[str], error: ImportError) -> str:
    """Return one line that names the missing package and the command that installs it.

    >>> print(missing(["serve"], ImportError("No module named 'fastapi'", name="fastapi")))
    masa serve needs fastapi, which is not installed: pip install 'pokermasa[room]'
    """
    first = next((word for word in arguments if not word.startswith("-")), "")
    name, extra = (f"masa {first}", COMMANDS[first].extra) if first in COMMANDS else ("masa", "all")
    if (error.name or "").startswith("psycopg"):
        extra = "postgres"  # needed only for rooms with a PostgreSQL database
    if error.name == "ray":
        extra = "ray"  # needed only for work on a cluster
    if error.name == "nats":
        extra = "workers"  # needed only for rooms with several processes
    what = (
        f"{name} needs {error.name.partition('.')[0]}, which is not installed"
        if error.name
        else f"{name} cannot load what it needs ({error})"
    )
    return f"{what}: pip install 'pokermasa[{extra}]'"
