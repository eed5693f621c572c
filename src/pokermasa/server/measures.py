"""Measures of the running room: duration of acts, refusals and abuse.

Addresses are stored and logged only as keyed hashes. They can be compared with each other as long
as the key lasts.
"""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import logging
import os
import time
from collections import OrderedDict
from collections.abc import Callable
from functools import partial
from pathlib import Path
from time import monotonic

from prometheus_client import CollectorRegistry, Counter, Histogram, disable_created_metrics

from pokermasa.server.refusal import RoomRefusal

ACT_BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
COMMIT_SIZES = (1, 2, 5, 10, 25, 50, 100, 250, 512)
KEY_DAYS = 30
"""Age in days at which the key is replaced. Hashes made with the old key can no longer be linked to
an address."""
KEY_LOOK = 60.0
"""Seconds between two checks of the key's file."""
SAMPLE = 60.0
"""Minimum time in seconds between two log lines about one kind of abuse by one address or
account."""
REMEMBERED = 10_000
log = logging.getLogger("pokermasa.abuse")
# The creation time of each metric is not needed.
disable_created_metrics()  # type: ignore[no-untyped-call]


class AddressKey:
    """Secret key for hashing addresses, in a file that only its owner can read.

    It is never in the database. The room makes it in its data folder and replaces it every 30 days.
    A key that the operator provides, to be shared by several machines, is used unchanged.
    """

    def __init__(
        self, file: Path, now: Callable[[], float] = time.time, is_given: bool = False
    ) -> None:
        self._file = file
        self._now = now
        self._is_given = is_given
        self._key = b""
        self._made = self._looked = 0.0

    def hashed(self, address: str) -> str:
        """Return the keyed hash of an address: 12 hexadecimal digits."""
        if self._now() - self._looked > KEY_LOOK or not self._key:
            self._load()
        return hmac.new(self._key, address.encode(), hashlib.sha256).hexdigest()[:12]

    def _load(self) -> None:
        """Reads the key again, because another process on this machine may have replaced it."""
        self._looked = self._now()
        if self._is_given:
            with contextlib.suppress(OSError):
                self._key = hashlib.sha256(self._file.read_bytes()).digest()
            if not self._key:
                log.warning(
                    "the key for addresses cannot be read: this process uses a key of its own"
                )
                self._key = os.urandom(32)
            return
        with contextlib.suppress(OSError):
            made, key = self._file.stat().st_mtime, self._file.read_bytes()
            if self._now() - made <= KEY_DAYS * 86_400 and len(key) == 32:
                self._key, self._made = key, made
                return
        if self._key and self._now() - self._made <= KEY_DAYS * 86_400:
            return  # The key could not be stored; this process continues to use it.
        self._key, self._made = os.urandom(32), self._now()
        try:
            partial = self._file.with_name(f".{self._file.name}.{os.getpid()}")
            with open(os.open(partial, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600), "wb") as new:
                new.write(self._key)
            os.utime(partial, (self._made, self._made))
            partial.replace(self._file)
        except OSError:
            log.warning(
                "the key for addresses could not be saved: this process uses a key of its own"
            )


class Measures:
    def __init__(self, key: AddressKey, steady: Callable[[], float] = monotonic) -> None:
        self.registry = CollectorRegistry()
        self.key = key
        self._steady = steady
        self._said: OrderedDict[tuple[str, str], tuple[float, int]] = OrderedDict()
        histogram = partial(Histogram, namespace="pokermasa", registry=self.registry)
        counter = partial(Counter, namespace="pokermasa", registry=self.registry)
        text = "From an act's arrival until it is on disk, and until everybody has been told."
        self.act = histogram("act_seconds", text, ["until"], buckets=ACT_BUCKETS)
        self._written, self._sent = self.act.labels("written"), self.act.labels("told")
        text = "How long a transaction takes."
        self.commit = histogram("commit_seconds", text, buckets=ACT_BUCKETS)
        text = "Pieces of work in one transaction."
        self.commit_size = histogram("commit_size", text, buckets=COMMIT_SIZES)
        text = "How much later than asked for the process gets to something."
        self.lag = histogram("loop_lag_seconds", text, buckets=ACT_BUCKETS)
        text = "What was refused, by code, over HTTP or a socket."
        self.refusals = counter("refusals", text, ["over", "code"])
        text = "Wrong passwords and codes, floods, who is banned or blocked: by kind."
        self.abuse = counter("abuse", text, ["kind"])

        self._begin_at_zero()

    def _begin_at_zero(self) -> None:
        """Creates every time series before its first event, because `rate()` ignores a series that
        begins."""
        for over in ("http", "socket"):
            for code in RoomRefusal:
                self.refusals.labels(over, code.name)
        for kind in ABUSE.values():
            self.abuse.labels(kind)

    def note_act(self, asked: float, written: float, sent: float) -> None:
        """Records an act. *asked*, *written* and *sent* are times on the steady clock, in
        seconds."""
        self._written.observe(max(0.0, min(written, sent) - asked))
        self._sent.observe(max(0.0, sent - asked))

    def note_commit(self, seconds: float, size: int) -> None:
        self.commit.observe(seconds)
        self.commit_size.observe(size)

    def note_refusal(self, over: str, code: str, address: str, account: int | None = None) -> None:
        self.refusals.labels(over, code).inc()
        kind = ABUSE.get(code)
        if kind is not None:
            self.abuse.labels(kind).inc()
            who = f"address {self.key.hashed(address)}" if address else "no address"
            self._sample(kind, who if account is None else f"account {account}, {who}")

    def _sample(self, kind: str, who: str) -> None:
        """Logs abuse at most once a minute for each source, with the number of events."""
        now, key = self._steady(), (kind, who)
        since, count = self._said.pop(key, (-SAMPLE, 0))
        if now - since < SAMPLE:
            self._said[key] = since, count + 1
            return
        more = f" ({count} times in the last minute)" if count else ""
        log.warning("%s by %s%s", kind, who, more)
        self._said[key] = now, 1
        while len(self._said) > REMEMBERED:
            self._said.popitem(last=False)


ABUSE = {
    "WRONG_PASSWORD": "wrong_password",
    "TOO_MANY_TRIES": "wrong_password",
    "WRONG_CODE": "wrong_code",
    "TOO_FAST": "flood",
    "NO_MORE_ACCOUNTS": "many_accounts",
    "BANNED": "banned",
    "ADDRESS_BLOCKED": "blocked",
}
"""Kinds of abuse by refusal code. The kinds are the names in the log and in the metrics."""
