"""How the application is put on a socket; the same for `masa serve` and for the tests."""

from __future__ import annotations

from typing import Any

import uvicorn
from fastapi import FastAPI
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from pokermasa.server.settings import Settings


class Protocol(WebSocketsSansIOProtocol):
    """Lets the room drop a connection that does not even read its good-bye."""

    def handle_connect(self, event: Any) -> None:
        super().handle_connect(event)
        if hasattr(self, "scope"):
            self.scope["state"]["abort"] = self.transport.abort


def config(app: FastAPI, settings: Settings) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        host=settings.host,
        port=settings.port,
        log_config=None,
        access_log=False,
        ws=Protocol,
        ws_max_size=16 * 1024,
        # A message is some hundred bytes: what deflating saves costs more memory and time.
        ws_per_message_deflate=False,
        ssl_certfile=settings.tls_cert,
        ssl_keyfile=settings.tls_key,
        proxy_headers=settings.behind_tls,
        forwarded_allow_ips=settings.proxies,
        timeout_graceful_shutdown=5,
        server_header=False,
    )
