"""Sets limits of one account so wide that no test reaches them by accident, and lets the room not
look for requests of `masa admin` by itself.

Imported by everything that opens a room in this process. A test of such a limit sets its own value
with `monkeypatch`. The fixture `looking` lets the room look for requests.
"""

from pokermasa.server.admin import requests
from pokermasa.server.connection import socket_limit
from pokermasa.server.lobby import seating
from pokermasa.server.study import pool, uploads
from pokermasa.server.table import chat

chat.CHATS_A_SECOND = 10_000
requests.LOOK = 10**9
seating.SEATS_AN_ACCOUNT = 1_000
socket_limit.SOCKETS_AN_ACCOUNT = 10_000
pool.QUESTIONS_AN_ACCOUNT = 1_000
uploads.UPLOADS_AN_ACCOUNT = 1_000
