"""The option `--cluster`: runs a command's hands on this machine or on a Ray cluster."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated

import typer

from pokermasa.arena.worker_pool import Workers, cores
from pokermasa.cli.command_line import fail

OnCluster = Annotated[
    str | None,
    typer.Option(
        "--cluster",
        metavar="ADDRESS",
        help="A Ray cluster: ray://HOST:10001, or ray for one on this machine. The same result.",
    ),
]
ADDRESS = re.compile(r"ray://[^\s/:@]+:\d{1,5}|ray")


@contextmanager
def hired(command: str, address: str | None, workers: int | None) -> Iterator[Workers]:
    if address is None:
        yield cores() if workers is None else workers
        return
    if not ADDRESS.fullmatch(address):
        message = f"{address!r} is neither ray nor an address like ray://head.example.org:10001"
        raise typer.BadParameter(message, param_hint="--cluster")
    if workers is not None and address != "ray":
        message = "a cluster elsewhere has workers of its own; leave it out, or play --cluster ray"
        raise typer.BadParameter(message, param_hint="--workers")
    from pokermasa.arena.ray_executor import NoCluster, RayExecutor

    try:
        cluster = RayExecutor(None if address == "ray" else address, workers)
    except NoCluster as error:
        raise fail(command, str(error)) from None
    with cluster:
        yield cluster
