"""`masa new-bot`: writes a small working bot as a starting point."""

import re
import sys
from importlib import resources
from pathlib import Path
from shlex import quote
from typing import Annotated

import typer

from pokermasa.cli import output
from pokermasa.cli.hand_file import STANDARD, writing

NAME = "mybot"
"""Name of the bot in the template."""
FITS = re.compile(r"[^\W\d][\w-]*")


def new_bot(
    name: Annotated[
        str,
        typer.Argument(help="The name of the file: mybot, or folder/mybot.js; - prints it."),
    ],
    js: Annotated[bool, typer.Option("--js", help="In JavaScript, for Node.")] = False,
    force: output.Force = False,
) -> None:
    """Write a small working bot with comments. Edit its one function to improve it."""
    path = STANDARD if name == str(STANDARD) else named(name, js)
    output.check(path, force, "NAME")
    shown = Path(f"{NAME}.js" if js else f"{NAME}.py") if path == STANDARD else path
    template = resources.files("pokermasa.bots.template") / f"{NAME}{shown.suffix}"
    # The command in the comments then works in the folder where the bot was made.
    text = template.read_text("utf-8").replace(f"{NAME}{shown.suffix}", str(shown))
    text = text.replace(f"{NAME}:", f"{shown.stem}:", 1)
    with writing(path) as file:
        file.write(text)
    if path != STANDARD:
        typer.echo(f"{path} is written. Try it:\n\n    masa match {quote(str(path))} caller\n")


def named(name: str, js: bool) -> Path:
    """Return the file to write. Its name must not contain blanks or special characters, because it
    is typed in command lines and lists."""
    path = Path(name)
    suffix = ".js" if js else path.suffix or ".py"
    if suffix not in (".py", ".js") or path.suffix not in ("", suffix):
        message = f"{name!r}: a new bot is a .py file, or a .js file (--js), not {path.suffix}"
        raise typer.BadParameter(message, param_hint="NAME")
    if not FITS.fullmatch(path.stem):
        message = f"{name!r} is no name for a bot: letters, digits, _ and -, as in {NAME} or my-bot"
        raise typer.BadParameter(message, param_hint="NAME")
    if suffix == ".py" and path.stem in sys.stdlib_module_names:
        message = (
            f"{name!r} is a module of Python, which would be hidden; as in {NAME} or my-{name}"
        )
        raise typer.BadParameter(message, param_hint="NAME")
    return path.with_suffix(suffix)
