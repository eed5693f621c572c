"""Checks a room, open or closed, and says what to do about each problem. Changes nothing."""

from __future__ import annotations

import platform
import shutil
import sqlite3
import stat
import time
from collections.abc import Iterator
from pathlib import Path

from sqlalchemy import Connection, func, select

from pokermasa import __version__
from pokermasa.server import certificate, sealed_file
from pokermasa.server import settings as all_settings
from pokermasa.server.accounts.audit import audit
from pokermasa.server.admin import backups
from pokermasa.server.admin.bus_examination import WRONG_CLOCK, examine_bus
from pokermasa.server.admin.finding import CheckResult, Finding, well
from pokermasa.server.clock import DAY, HOUR
from pokermasa.server.settings import Settings
from pokermasa.server.storage import room_setting
from pokermasa.server.storage import schema as store
from pokermasa.server.storage.database import database, dialect, migration
from pokermasa.server.storage.database.process import running
from pokermasa.server.storage.journal import lease

LONG = 60_000
MOST_DEATHS = 3
"""Number of study workers that must die in a row for an error instead of a warning."""
HOME = ("127.0.0.1", "localhost", "::1")


def examine(settings: Settings, now: float) -> Iterator[Finding]:
    """Yield all findings. *now* is in seconds since 1970."""
    yield from _versions(settings)
    yield from _configuration(settings)
    yield from _permissions(settings)
    yield from _certificate(settings, now)
    found = database.open_database(settings.database_url)
    engine = found.whole()
    try:
        with engine.begin() as connection:
            yield from _migrations(connection)
            if migration.is_current(connection):
                yield _clock(connection, now)
                yield _room(connection, now)
                yield _requests(connection, now)
                yield _study(connection, now)
                yield _books(connection)
    finally:
        engine.dispose()
    yield from examine_bus(settings)
    yield _disk(settings, found.file)
    yield _backup(settings, now)


def _versions(settings: Settings) -> Iterator[Finding]:
    text = f"pokermasa {__version__}, Python {platform.python_version()}"
    yield well("versions", f"{text}, SQLite {sqlite3.sqlite_version}")
    # With a bus, the processes report their versions themselves.
    for one in [] if settings.bus else running(settings):
        if one.version != __version__:
            text = (
                f"process {one.pid} runs {one.version}, but {__version__} is installed: "
                "restart the room (systemctl restart pokermasa, or masa admin drain)"
            )
            yield Finding("versions", CheckResult.WARNING, text)


def _configuration(settings: Settings) -> Iterator[Finding]:
    faults = all_settings.misspelt()
    if not settings.is_secure and settings.host not in HOME:
        faults.append(
            f"{settings.host} without TLS: set tls_cert and tls_key, or behind_tls and a proxy"
        )
    for fault in faults:
        yield Finding("configuration", CheckResult.WARNING, fault)
    if not faults:
        yield well("configuration", "nothing is misspelt")


def _permissions(settings: Settings) -> Iterator[Finding]:
    private = [settings.data, *settings.data.glob("room.db*"), settings.data / "address.key"]
    if settings.backup_folder is not None:
        private += [settings.backup_folder, *backups.existing(settings.backup_folder)]
    open_ = [path for path in private if path.exists() and _is_open(path)]
    for path in open_:
        mode = "700" if path.is_dir() else "600"
        text = f"{path} can be read by others: chmod {mode} {path}"
        yield Finding("permissions", CheckResult.WRONG, text)
    if not open_:
        yield well("permissions", "nobody else can read what is kept")


def _certificate(settings: Settings, now: float) -> Iterator[Finding]:
    if settings.tls_cert is None:
        return
    try:
        certificate.verify_certificate(settings)
        found = list(certificate.concerns(settings, now))
    except certificate.NoCertificate as error:
        found = [certificate.Concern(True, str(error))]
    for is_wrong, message in found:
        yield Finding(
            "certificate", CheckResult.WRONG if is_wrong else CheckResult.WARNING, message
        )
    if not found:
        yield well("certificate", f"{settings.tls_cert} can be used")


def _is_open(path: Path) -> bool:
    return bool(stat.S_IMODE(path.stat().st_mode) & 0o077)


def _migrations(connection: Connection) -> Iterator[Finding]:
    if migration.is_current(connection):
        yield well("database", f"can be read; version {', '.join(migration.revisions(connection))}")
    else:
        text = "it is from an older version: take a backup, then open the room once (masa serve)"
        yield Finding("database", CheckResult.WARNING, text)


def _clock(connection: Connection, now: float) -> Finding:
    own = int(now * 1000)
    there = int(connection.execute(select(dialect.now(connection, own))).scalar() or 0)
    off = abs(there - own)
    if off > WRONG_CLOCK:
        text = f"this machine and the database differ by {off / 1000:.1f} s: run an NTP client"
        return Finding("clock", CheckResult.WRONG, text)
    return well("clock", "this machine and the database agree")


def _room(connection: Connection, now: float) -> Finding:
    is_open = lease.is_room_open(connection, int(now * 1000))
    return well("room", "open" if is_open else "closed")


def _requests(connection: Connection, now: float) -> Finding:
    row = store.admin_request.c
    old = (row.answered.is_(None)) & (row.made < int(now * 1000) - LONG)
    count = connection.execute(select(func.count()).where(old)).scalar() or 0
    if count:
        text = f"{count} requests of `masa admin` wait for more than a minute: is the room stuck?"
        return Finding("requests", CheckResult.WARNING, text)
    return well("requests", "none waits")


def _study(connection: Connection, now: float) -> Finding:
    changed = room_setting.changed(connection, room_setting.STUDY_DEATHS)
    if changed is None:
        return well("study", "no worker has died")
    in_a_row = int(room_setting.get(connection, room_setting.STUDY_DEATHS, "0"))
    when = time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime(changed / 1000))
    if in_a_row:
        verdict = CheckResult.WRONG if in_a_row >= MOST_DEATHS else CheckResult.WARNING
        text = f"{in_a_row} workers in a row died, the last at {when}, and none has worked since"
        return Finding("study", verdict, f"{text}: see the room's log")
    text = f"workers died and work again since {when}"
    if now - changed / 1000 < DAY:
        return Finding("study", CheckResult.WARNING, f"{text}: see the room's log")
    return well("study", text)


def _books(connection: Connection) -> Finding:
    faults = audit(connection)
    if faults:
        text = f"{len(faults)} faults, the first: {faults[0]}; see masa admin audit"
        return Finding("books", CheckResult.WRONG, text)
    return well("books", "every chip is where they say")


def _disk(settings: Settings, file: Path | None) -> Finding:
    free = shutil.disk_usage(settings.data).free if settings.data.exists() else 0
    size = file.stat().st_size if file is not None and file.exists() else 0
    text = f"{free / 1e9:.1f} GB free in {settings.data}"
    if free < max(2 * size, 200_000_000):
        return Finding(
            "disk", CheckResult.WRONG, f"{text}: make room, or acts will be refused soon"
        )
    return well("disk", text)


def _backup(settings: Settings, now: float) -> Finding:
    folder = settings.backup_folder
    if folder is None or settings.backup_key is None:
        text = "none is scheduled: set backup_folder and backup_key (masa admin key FILE)"
        return Finding("backup", CheckResult.WARNING, text)
    try:
        sealed_file.read_key(settings.backup_key, settings.data, folder)
    except sealed_file.NoKey as error:
        return Finding("backup", CheckResult.WRONG, str(error))
    last = backups.age(folder, now)
    if last is None:
        return Finding("backup", CheckResult.WARNING, f"there is none in {folder} yet")
    hours = last / HOUR
    if hours > 2 * settings.backup_hours:
        text = f"the last one is {hours:.0f} hours old: see the room's log for what went wrong"
        return Finding("backup", CheckResult.WRONG, text)
    made = time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime(now - last))
    return well("backup", f"the last one is of {made}; try one: masa admin restore")
