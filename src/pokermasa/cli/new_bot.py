"""`masa new-bot`: a small working bot, to be made a better one."""

from importlib import resources
from pathlib import Path
from typing import Annotated

import typer

NAME = "mybot"
"""What the template is called."""


def new_bot(
    name: Annotated[str, typer.Argument(help="What to call it: mybot, or folder/mybot.js.")],
    js: Annotated[bool, typer.Option("--js", help="In JavaScript, for Node.")] = False,
) -> None:
    """Write a bot that plays, with comments: edit its one function."""
    path = Path(name)
    suffix = path.suffix or (".js" if js else ".py")
    if suffix not in (".py", ".js"):
        words = f"a new bot is a .py or a .js file, not {suffix}"
        raise typer.BadParameter(words, param_hint="NAME")
    path = path.with_suffix(suffix)
    template = resources.files("pokermasa.bots.template") / f"{NAME}{suffix}"
    # Where it is typed is where it is run from.
    text = template.read_text("utf-8").replace(f"{NAME}{suffix}", str(path))
    text = text.replace(f"{NAME}:", f"{path.stem}:", 1)
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError:
        raise typer.BadParameter(f"{path} is there already", param_hint="NAME") from None
    except OSError as error:
        raise typer.BadParameter(f"{path}: {error.strerror}", param_hint="NAME") from None
    typer.echo(f"{path} is written. Try it:\n\n    masa match {path} caller --hands 2000\n")
