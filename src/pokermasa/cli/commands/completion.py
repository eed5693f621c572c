"""`masa completion`: prints the script with which a shell completes `masa` and its options."""

from enum import StrEnum
from typing import Annotated

import typer
from typer.completion import get_completion_script  # type: ignore[attr-defined]

from pokermasa.cli.command_line import COMPLETE


class Shell(StrEnum):
    BASH = "bash"
    ZSH = "zsh"
    FISH = "fish"
    POWERSHELL = "powershell"


def completion(shell: Annotated[Shell, typer.Argument(help="Your shell.")]) -> None:
    """Print what lets your shell complete `masa` commands.

    To have it in every new shell, put the line where your shell starts. bash, in ~/.bashrc:
    eval "$(masa completion bash)". zsh, in ~/.zshrc after compinit: eval "$(masa completion zsh)".
    fish: masa completion fish > ~/.config/fish/completions/masa.fish. PowerShell, in $PROFILE:
    masa completion powershell | Out-String | Invoke-Expression."""
    typer.echo(get_completion_script(prog_name="masa", complete_var=COMPLETE, shell=shell.value))
