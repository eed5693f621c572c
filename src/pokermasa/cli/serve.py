"""`masa serve`: open the room."""

from pathlib import Path
from typing import Annotated

import typer
import uvicorn
from rich.console import Console

from pokermasa.server import app, settings
from pokermasa.server.store import NewerDatabase

console = Console(highlight=False)


def serve(
    host: Annotated[
        str | None, typer.Option(help="Where to listen; 0.0.0.0 for a network.")
    ] = None,
    port: Annotated[int | None, typer.Option(min=0, max=65535)] = None,
    data: Annotated[Path | None, typer.Option(help="The folder that keeps everything.")] = None,
    database: Annotated[str | None, typer.Option(help="A database URL instead.")] = None,
    tls_cert: Annotated[Path | None, typer.Option()] = None,
    tls_key: Annotated[Path | None, typer.Option()] = None,
    config: Annotated[Path | None, typer.Option(help="A TOML file of settings.")] = None,
) -> None:
    """Open the room: tables with house bots, at an address to share."""
    flags = {
        "host": host,
        "port": port,
        "data": data,
        "database": database,
        "tls_cert": tls_cert,
        "tls_key": tls_key,
    }
    try:
        chosen = settings.load(flags, config)
    except (ValueError, OSError) as error:
        raise typer.BadParameter(str(error)) from None
    scheme = "https" if chosen.is_secure else "http"
    console.print(f"[bold]pokermasa[/] is open at [bold]{scheme}://{chosen.host}:{chosen.port}[/]")
    console.print(f"  everything is kept in {chosen.data}")
    if not chosen.is_secure and chosen.host not in ("127.0.0.1", "localhost", "::1"):
        console.print("  [yellow]Without TLS, anybody on this network can read along.[/]")
    try:
        uvicorn.run(
            app.build(chosen),
            host=chosen.host,
            port=chosen.port,
            log_level="warning",
            ssl_certfile=chosen.tls_cert,
            ssl_keyfile=chosen.tls_key,
            ws_max_size=16 * 1024,
        )
    except NewerDatabase as error:
        console.print(f"[red]{error}[/]")
        raise typer.Exit(1) from None
