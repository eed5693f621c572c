"""`masa wire`: prints the reference of the room's messages."""

import json as json_text
from typing import Annotated

import typer

from pokermasa.server.protocol.schema import json_schema, markdown


def wire(
    json: Annotated[bool, typer.Option("--json", help="Print the JSON Schema instead.")] = False,
) -> None:
    """Print every request, message, event and refusal code of the WebSocket as Markdown tables.

    docs/wire.md explains how a client uses them.
    """
    typer.echo(json_text.dumps(json_schema(), indent=2) if json else markdown())
