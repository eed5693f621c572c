"""An admin with a browser and a second factor."""

import asyncio
import itertools
import time

from typer.testing import CliRunner

from pokermasa.cli.command_line import app
from pokermasa.server.accounts import totp
from tests.browser.house import PASSWORD, House
from tests.browser.visitor import Visitor

_NUMBERS = itertools.count(1)


def code_now(secret: str) -> str:
    """Return the current code. The room also accepts the one before and the one after."""
    return totp.code_of(secret, int(1000 * time.time()) // totp.STEP)


async def masa_admin(house: House, *arguments: str) -> None:
    asked = ["admin", *arguments, "--data", str(house.data)]
    said = await asyncio.to_thread(lambda: CliRunner().invoke(app(asked), asked))
    assert said.exit_code == 0, said.output


class Admin:
    def __init__(self, visitor: Visitor, name: str, recovery: list[str]) -> None:
        self.visitor, self.name, self.recovery = visitor, name, recovery

    @classmethod
    async def come(cls, visitor: Visitor) -> "Admin":
        """Return a new admin, logged in, who has just given a code."""
        name = f"Eva {next(_NUMBERS)} of {visitor.house.port}"
        body = {"name": name, "password": PASSWORD}
        await visitor.ask("POST", "accounts", body)
        made = await visitor.ask("POST", "me/second-factor", {"password": PASSWORD})
        given = {"code": code_now(made["secret"])}
        codes = (await visitor.ask("POST", "me/second-factor/confirm", given))["codes"]
        await masa_admin(visitor.house, "promote", name)
        return cls(visitor, name, codes)
