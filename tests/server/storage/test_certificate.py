"""Tests of the room's certificate: its validity, the permissions of its key, and its renewal."""

import shutil
import signal
import socket
import ssl
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest

from pokermasa.server import certificate
from pokermasa.server.admin import doctor
from pokermasa.server.settings import Settings
from tests.server.room import open_room
from tests.server.service import started
from tests.server.several import wait_for

pytestmark = pytest.mark.skipif(shutil.which("openssl") is None, reason="openssl is not here")

DAY = 86_400


def make(folder: Path, name: str, days: int) -> Settings:
    folder.mkdir(exist_ok=True)
    cert, key = folder / "cert.pem", folder / "key.pem"
    order = "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes"
    more = ["-days", str(days), "-subj", f"/CN={name}", "-keyout", str(key), "-out", str(cert)]
    subprocess.run([*order.split(), *more], check=True, capture_output=True)
    return Settings(data=folder / "data", tls_cert=cert, tls_key=key)


def said(settings: Settings, now: float) -> list[certificate.Concern]:
    return list(certificate.concerns(settings, now))


def test_validity_dates_equal_those_of_openssl(tmp_path: Path) -> None:
    """Holds also after 2049, when certificates use another date format."""
    for days in (1, 400, 36_500):
        cert = make(tmp_path, "localhost", days).tls_cert
        assert cert is not None
        order = ["openssl", "x509", "-in", str(cert), "-noout", "-startdate", "-enddate"]
        output = subprocess.run(order, check=True, capture_output=True, text=True).stdout
        dates = [ssl.cert_time_to_seconds(line.partition("=")[2]) for line in output.splitlines()]
        assert list(certificate.validity(cert)) == dates
        assert dates[1] - dates[0] == days * DAY


def test_expiring_expired_and_not_yet_valid_certificates_are_reported(
    tmp_path: Path,
) -> None:
    settings = make(tmp_path, "localhost", 90)
    begins, ends = certificate.validity(settings.tls_cert)
    assert said(settings, begins + DAY) == []
    assert said(settings, ends - 15 * DAY) == []
    (soon,) = said(settings, ends - 13 * DAY)
    assert (soon.is_wrong, "expires on" in soon.words) == (False, True)
    (over,) = said(settings, ends + 1)
    assert (over.is_wrong, "expired on" in over.words) == (True, True)
    (early,) = said(settings, begins - 60)
    assert (early.is_wrong, "is the clock right?" in early.words) == (True, True)
    short = make(tmp_path, "localhost", 6)
    (soon,) = said(short, certificate.validity(short.tls_cert).begins + DAY)
    assert (soon.is_wrong, "expires on" in soon.words) == (False, True)


def test_a_certificate_may_be_in_one_file_with_its_key_in_either_order(tmp_path: Path) -> None:
    settings = make(tmp_path, "localhost", 90)
    dates = certificate.validity(settings.tls_cert)
    cert, key = settings.tls_cert.read_text(), settings.tls_key.read_text()
    for text in (cert + key, key + cert):
        both = tmp_path / "both.pem"
        both.write_text(text)
        both.chmod(0o600)
        alone = Settings(data=tmp_path / "data", tls_cert=both)
        certificate.verify_certificate(alone)
        assert certificate.validity(both) == dates
        (over,) = said(alone, dates.ends + 1)
        assert "expired on" in over.words


def test_a_certificate_in_a_format_that_only_openssl_reads_is_a_warning(tmp_path: Path) -> None:
    settings = make(tmp_path, "localhost", 90)
    trusted = settings.tls_cert.read_text().replace(" CERTIFICATE-", " X509 CERTIFICATE-")
    settings.tls_cert.write_text(trusted)
    certificate.verify_certificate(settings)
    (unread,) = said(settings, time.time())
    assert (unread.is_wrong, "nobody is warned" in unread.words) == (False, True)


def test_a_world_readable_key_is_reported(tmp_path: Path) -> None:
    settings = make(tmp_path, "localhost", 90)
    now = time.time()
    for mode, is_said in ((0o600, False), (0o640, False), (0o644, True), (0o604, True)):
        settings.tls_key.chmod(mode)
        arguments = [one.words for one in said(settings, now)]
        assert arguments == (
            [f"every user of this machine can read the key: chmod 600 {settings.tls_key}"]
            if is_said
            else []
        )


def test_doctor_reports_problems_of_the_certificate(tmp_path: Path) -> None:
    settings = make(tmp_path, "localhost", 90)
    with open_room(settings.data, database=""):
        pass
    now = time.time()

    def found(at: float) -> list[str]:
        return [str(one.verdict) for one in doctor.examine(settings, at) if one[0] == "certificate"]

    assert found(now) == ["well"]
    assert found(now + 80 * DAY) == ["warning"]
    settings.tls_key.chmod(0o644)
    assert found(now + 91 * DAY) == ["wrong", "wrong"]
    settings.tls_key.unlink()
    assert found(now) == ["wrong"]


def name_shown(port: int) -> str:
    """The name in the certificate that a new client is shown."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    with (
        socket.create_connection(("127.0.0.1", port), timeout=60) as line,
        context.wrap_socket(line) as secure,
    ):
        der = secure.getpeercert(binary_form=True)
    assert der is not None
    return "new.example" if b"new.example" in der else "old.example"


def reload_with_a_real_signal(tmp_path: Path, *arguments: str) -> None:
    files = tmp_path / "tls"
    settings: Any = make(files, "old.example", 90)
    settings.tls_key.chmod(0o644)
    tls = ["--tls-cert", str(settings.tls_cert), "--tls-key", str(settings.tls_key)]
    with started(tmp_path, *tls, *arguments) as room:
        assert "certificate: every user of this machine can read the key" in room.log
        assert name_shown(room.port) == "old.example"
        settings.tls_cert.write_text("not PEM")
        room.signal(signal.SIGHUP)
        wait_for(lambda: "the certificate was not reloaded" in room.log)
        assert name_shown(room.port) == "old.example", "what is wrong changes nothing"
        make(files, "new.example", 1)
        room.signal(signal.SIGHUP)
        wait_for(lambda: name_shown(room.port) == "new.example")
        for _ in range(10):  # with any worker
            assert name_shown(room.port) == "new.example"
        wait_for(lambda: "the certificate was reloaded" in room.log)
    assert "Traceback" not in room.log


def test_a_new_certificate_is_used_after_sighup_without_a_restart(tmp_path: Path) -> None:
    reload_with_a_real_signal(tmp_path)


@pytest.mark.soak
def test_every_worker_uses_the_new_certificate_after_sighup(tmp_path: Path) -> None:
    reload_with_a_real_signal(tmp_path, "--workers", "2")


def test_a_reload_of_a_room_without_a_certificate_does_no_harm(tmp_path: Path) -> None:
    with started(tmp_path) as room:
        room.signal(signal.SIGHUP)
        wait_for(lambda: "nothing is reloaded" in room.log)
        with socket.create_connection(("127.0.0.1", room.port), timeout=60):
            pass
