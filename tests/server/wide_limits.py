"""Sets limits of one account so wide that no test reaches them by accident.

Imported by everything that opens a room in this process. A test of such a limit sets its own value
with `monkeypatch`.
"""

from pokermasa.server.connection import socket_limit
from pokermasa.server.lobby import seating
from pokermasa.server.study import pool, uploads

seating.SEATS_AN_ACCOUNT = 1_000
socket_limit.SOCKETS_AN_ACCOUNT = 10_000
pool.QUESTIONS_AN_ACCOUNT = 1_000
uploads.UPLOADS_AN_ACCOUNT = 1_000
