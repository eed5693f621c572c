"""A mail server on loopback for tests. It keeps received mails, and refuses as many as the test
wants.

async with MailServer.open() as server:
    opened(tmp_path, mail=server.url, public_url="https://poker.example.org")
    (mail,) = await server.received(1)
"""

import asyncio
import contextlib
import email
import email.policy
from collections.abc import AsyncIterator
from email.message import EmailMessage

from tests.server.wired import PATIENCE

SENDER = "room@example.org"


class MailServer:
    def __init__(self) -> None:
        self.mails: list[EmailMessage] = []
        self.to: list[str] = []
        self.refusals: list[str] = []
        """Replies that refuse the next mails, one each. Later mails are accepted."""
        self.tries = self.logins = 0
        self.port = 0
        self._news = asyncio.Condition()
        self._visits: set[asyncio.Task[None]] = set()

    @property
    def url(self) -> str:
        return f"smtp://127.0.0.1:{self.port}?from={SENDER}"

    @classmethod
    @contextlib.asynccontextmanager
    async def open(cls) -> AsyncIterator["MailServer"]:
        self = cls()
        listening = await asyncio.start_server(self._visit, "127.0.0.1", 0)
        self.port = listening.sockets[0].getsockname()[1]
        try:
            yield self
        finally:
            listening.close()
            # A client that is connected may still end its session.
            async with asyncio.timeout(PATIENCE):
                while self._visits:
                    await asyncio.wait(self._visits)

    async def received(self, number: int) -> list[EmailMessage]:
        """Wait until *number* mails have arrived, and return all mails."""
        async with asyncio.timeout(PATIENCE), self._news:
            await self._news.wait_for(lambda: len(self.mails) >= number)
        return self.mails

    def _visit(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        visit = asyncio.create_task(self._serve(reader, writer))
        self._visits.add(visit)
        visit.add_done_callback(self._visits.discard)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        def say(text: str) -> None:
            writer.write(f"{text}\r\n".encode())

        say("220 mail")
        with contextlib.suppress(ConnectionError):
            while line := (await reader.readline()).decode().rstrip():
                match line.partition(" ")[0].upper(), line.partition(":")[2]:
                    case "DATA", _:
                        say("354 go on")
                        await self._take((await reader.readuntil(b"\r\n.\r\n"))[:-5], say)
                    case "EHLO", _:
                        say("250-mail")
                        say("250 AUTH PLAIN")
                    case "AUTH", _:
                        self.logins += 1
                        say("235 welcome")
                    case "RCPT", to:
                        self.to.append(to.strip("<> "))
                        say("250 well")
                    case "QUIT", _:
                        say("221 bye")
                        break
                    case _:
                        say("250 well")
            await writer.drain()
        writer.close()
        with contextlib.suppress(ConnectionError):
            await writer.wait_closed()

    async def _take(self, data: bytes, say: object) -> None:
        assert callable(say)
        self.tries += 1
        if self.refusals:
            say(self.refusals.pop(0))
        else:
            mail = email.message_from_bytes(data, policy=email.policy.default)
            assert isinstance(mail, EmailMessage)
            self.mails.append(mail)
            say("250 kept")
        async with self._news:
            self._news.notify_all()
