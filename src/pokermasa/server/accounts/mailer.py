"""Sends e-mail in the background.

The game never waits for it, and an unreachable mail server costs only the mails. At most `WAITING`
mails are queued. A failed mail is retried a few times and then dropped. The log says how many
failed and why, but contains no address, link or text of a mail.
"""

from __future__ import annotations

import asyncio
import logging
import smtplib
import ssl
from concurrent.futures import ThreadPoolExecutor
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from typing import NamedTuple

from pokermasa.server.background_tasks import BackgroundTasks
from pokermasa.server.clock import Clock
from pokermasa.server.log import reason
from pokermasa.server.mail_address import MailAddress

WAITING = 200
AT_ONCE = 2
RETRIES = (5.0, 60.0)
"""Delays in seconds before a failed mail is tried again."""
TIMEOUT = 15.0
"""Time limit in seconds for each answer of the mail server."""
log = logging.getLogger(__name__)


class Mail(NamedTuple):
    to: str
    subject: str
    text: str


class Mailer:
    def __init__(self, address: MailAddress | None, clock: Clock) -> None:
        self._address = address
        self._clock = clock
        self._queue: asyncio.Queue[Mail] = asyncio.Queue(WAITING)
        self._tasks = BackgroundTasks()
        self._threads = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="mail")
        self.sent = self.failed = 0

    @property
    def waiting(self) -> int:
        return self._queue.qsize()

    @property
    def is_on(self) -> bool:
        return self._address is not None

    def start(self) -> None:
        if self.is_on:
            for number in range(AT_ONCE):
                self._tasks.start(self._run(), f"mail {number}")

    async def stop(self) -> None:
        await self._tasks.stop()
        self._threads.shutdown(wait=False, cancel_futures=True)
        if self._queue.qsize():
            log.warning("%d mails were not sent: the room closes", self._queue.qsize())

    def send(self, mail: Mail) -> None:
        """Queues the mail. A mail is dropped if the queue is full; the caller does not learn
        that."""
        if not self.is_on:
            return
        try:
            self._queue.put_nowait(mail)
        except asyncio.QueueFull:
            self.failed += 1
            log.warning("a mail was dropped: %d wait already", WAITING)

    async def _run(self) -> None:
        while True:
            await self._try(await self._queue.get())
            self._queue.task_done()

    async def _try(self, mail: Mail) -> None:
        loop = asyncio.get_running_loop()
        for wait in (*RETRIES, None):
            try:
                await loop.run_in_executor(self._threads, self._deliver, mail)
            except Exception as error:
                if wait is None or _is_final(error):
                    self.failed += 1
                    log.warning("a mail was not sent: %s", _reason(error))
                    return
                await self._clock.sleep(wait)
            else:
                self.sent += 1
                return

    def _deliver(self, mail: Mail) -> None:
        """Sends one mail. Blocks, and therefore runs in a thread."""
        address = self._address
        assert address is not None
        secure = ssl.create_default_context()
        message = EmailMessage()
        message["From"], message["To"], message["Subject"] = address.sender, mail.to, mail.subject
        message["Date"] = formatdate()
        message["Message-ID"] = make_msgid(domain=address.sender.partition("@")[2])
        message["Auto-Submitted"] = "auto-generated"
        message.set_content(mail.text)
        where = (address.host, address.port)
        with (
            smtplib.SMTP_SSL(*where, timeout=TIMEOUT, context=secure)
            if address.is_tls
            else smtplib.SMTP(*where, timeout=TIMEOUT) as server
        ):
            if not address.is_tls and not address.is_here:
                # Raises if the server has no TLS: nothing is sent unencrypted.
                server.starttls(context=secure)
            if address.user:
                server.login(address.user, address.password)
            server.send_message(message)


def _reason(error: Exception) -> str:
    """Return the error without the server's message, which may contain the address."""
    if isinstance(error, smtplib.SMTPException):
        code = getattr(error, "smtp_code", None)
        return f"{type(error).__name__} {code}" if code else type(error).__name__
    return reason(error)


def _is_final(error: Exception) -> bool:
    """Whether the mail server refused the mail permanently (5xx)."""
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        return all(code >= 500 for code, _ in error.recipients.values())
    return isinstance(error, smtplib.SMTPResponseException) and error.smtp_code >= 500
