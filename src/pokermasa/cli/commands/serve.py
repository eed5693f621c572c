"""`masa serve`: opens a room."""

import asyncio
import logging
import os
import time
from importlib.util import find_spec
from pathlib import Path
from socket import socket
from typing import Annotated

import typer
from rich.console import Console

from pokermasa.cli import room
from pokermasa.cli import workers as together
from pokermasa.cli.command_line import fail
from pokermasa.cli.service_manager import notify_open
from pokermasa.rules.house import NAMED
from pokermasa.server import app, certificate, log, settings
from pokermasa.server.bus.bus import NoBus
from pokermasa.server.connection import server as serving
from pokermasa.server.connection.listener import CannotListen, bind
from pokermasa.server.storage.database import data_folder as keeping
from pokermasa.server.storage.database import process
from pokermasa.server.storage.database.migration import verify_version

console = Console(highlight=False)
LOADED_LATE = ("aiosqlite", "numba", "numpy")
"""Packages that a room loads later. They are checked first, so that a missing one is reported
before the room opens."""
FAULTS = (
    *(keeping.CannotKeep, process.RoomIsOpen, CannotListen, NoBus),
    *(certificate.NoCertificate, serving.CannotOpen),
)
HOME = ("127.0.0.1", "localhost", "::1")


def serve(
    host: Annotated[
        str | None,
        typer.Option(
            help="The address to listen on; 0.0.0.0 for your whole network. Default 127.0.0.1."
        ),
    ] = None,
    port: Annotated[
        int | None,
        typer.Option(min=0, max=65535, help="The port; 0 for any free one. Default 8008."),
    ] = None,
    data: Annotated[Path | None, typer.Option(help="The folder for all data of the room.")] = None,
    database: Annotated[
        str | None, typer.Option(help="A database URL, instead of SQLite in the data folder.")
    ] = None,
    tables: Annotated[
        int | None,
        typer.Option(min=1, max=1000, help="Open this many house tables, instead of the usual."),
    ] = None,
    rules: Annotated[
        str | None, typer.Option(help=f"Their house rules: {', '.join(NAMED)}. Default tda.")
    ] = None,
    big: Annotated[
        int | None,
        typer.Option(min=1, help="Their big blind; the small one is half of it. Default 2."),
    ] = None,
    workers: Annotated[
        int | None, typer.Option(min=1, max=64, help="Processes on this machine. Default 1.")
    ] = None,
    bus: Annotated[
        str | None,
        typer.Option(help="The URL of a NATS server, for processes on several machines."),
    ] = None,
    tls_cert: Annotated[Path | None, typer.Option(help="A certificate (PEM).")] = None,
    tls_key: Annotated[Path | None, typer.Option(help="Its key (PEM).")] = None,
    mail: Annotated[
        str | None,
        typer.Option(help="The mail server: smtps://USER:PASSWORD@HOST?from=ADDRESS."),
    ] = None,
    public_url: Annotated[
        str | None, typer.Option(help="The public address of the room, for links in e-mails.")
    ] = None,
    log_level: Annotated[
        str | None, typer.Option(help="The log level: debug, info, warning, error.")
    ] = None,
    log_json: Annotated[bool | None, typer.Option("--log-json", help="Log as JSON lines.")] = None,
    config: Annotated[Path | None, typer.Option(help="A TOML file of settings.")] = None,
) -> None:
    """Open the room: tables with house bots, at an address to share."""
    for module in LOADED_LATE:
        if find_spec(module) is None:
            raise ModuleNotFoundError(f"No module named {module!r}", name=module)
    flags = {
        "host": host,
        "port": port,
        "data": data,
        "database": database,
        "tables": tables,
        "rules": rules,
        "big": big,
        "workers": workers,
        "bus": bus,
        "tls_cert": tls_cert,
        "tls_key": tls_key,
        "mail": mail,
        "public_url": public_url,
        "log_level": log_level,
        "log_json": log_json,
    }
    chosen = room.chosen(flags, config)
    log.start(chosen.log_level, chosen.log_json)
    for name in settings.misspelt():
        logging.getLogger(__name__).warning("%s", name)
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        logging.getLogger(__name__).warning(
            "the room runs as root: run it as a user of its own (docs/operate.md, Install)"
        )
    if (chosen.bus or chosen.workers > 1) and find_spec("nats") is None:
        raise ModuleNotFoundError("No module named 'nats'", name="nats")
    chosen = serving.fitting(chosen)
    with room.reached("serve", chosen):
        try:
            certificate.verify_certificate(chosen)
            for concern in certificate.concerns(chosen, time.time()):
                logging.getLogger(__name__).warning("certificate: %s", concern.words)
            keeping.prepare(chosen)
            with process.hold(chosen):
                _serve(chosen)
        except FAULTS as error:
            raise fail("serve", str(error)) from None


def _serve(chosen: settings.Settings) -> None:
    verify_version(chosen.database_url)
    process.verify_alone(chosen, time.sleep)
    if chosen.bus:
        from pokermasa.server.bus.nats_bus import verify_bus

        asyncio.run(verify_bus(chosen.bus, chosen.bus_ca))
    if chosen.workers > 1:
        _serve_together(chosen)
        return
    server = Server(app.build(chosen), chosen)
    server.run()


def _serve_together(chosen: settings.Settings) -> None:
    if not together.can_share():
        raise fail("serve", "--workers needs Linux or macOS; here, one process is the room")
    listening = bind(chosen.host, chosen.port)
    host, port = listening[0].getsockname()[:2]
    try:
        is_open = together.Workers(chosen, listening).run(
            lambda: _say(host, port, chosen.tls_cert is not None, chosen)
        )
    finally:
        for one in listening:
            one.close()
    if not is_open:
        raise fail("serve", "the room did not open: the messages of its processes are above")


class Server(serving.Server):
    """A server that prints its address when it accepts connections."""

    async def startup(self, sockets: list[socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            host, port = self.servers[0].sockets[0].getsockname()[:2]
            is_secure = self.config.ssl_certfile is not None
            _say(host, port, is_secure, self.settings)


def _say(host: str, port: int, is_secure: bool, chosen: settings.Settings) -> None:
    notify_open()
    address = f"[{host}]" if ":" in host else host
    scheme = "https" if is_secure else "http"
    console.print(f"[bold]pokermasa[/] is open at [bold]{scheme}://{address}:{port}[/]")
    console.print(f"  everything is kept in {room.shown(chosen)}", markup=False)
    if not chosen.is_secure and host not in HOME:
        console.print(
            "  [yellow]Without TLS, passwords and cards cross the network for all to read.[/]"
        )
    elif not chosen.is_secure:
        console.print("  without TLS: fine on this machine, not beyond it")
