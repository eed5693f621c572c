"""Tests of accounts in the browser: keeping a guest's name, logging in elsewhere, tokens for bots,
and deletion.
"""

import itertools
import json
import zipfile
from pathlib import Path

import pytest
from playwright.async_api import expect

from pokermasa.client.client import Client, RequestRefused
from tests.browser.house import PASSWORD, House
from tests.browser.visitor import Visit, Visitor

pytestmark = pytest.mark.sampled(3)

NAMES = (f"Mira {number}" for number in itertools.count(1))


async def sign_up(visitor: Visitor) -> str:
    """Sign up a guest and return the name."""
    name = f"{next(NAMES)} of {visitor.house.port}"[:20]
    await visitor.is_guest()
    await visitor.open("/account")
    form = visitor.page.locator("form", has=visitor.page.get_by_label("Password"))
    await form.get_by_label("Name").fill(name)
    await form.get_by_label("Password", exact=True).fill(PASSWORD)
    await form.get_by_label("Password", exact=True).press("Enter")
    await visitor.sees(f"Welcome, {name}.")
    return name


async def log_in(visitor: Visitor, name: str, password: str) -> None:
    await visitor.open("/account")
    await visitor.page.get_by_label("Name").fill(name)
    await visitor.page.get_by_label("Password", exact=True).fill(password)
    await visitor.page.get_by_label("Password", exact=True).press("Enter")


@pytest.mark.rotated
async def test_a_guest_signs_up_with_name_and_chips_and_logs_in_elsewhere(visit: Visit) -> None:
    here, elsewhere = await visit(), await visit()
    name = await sign_up(here)
    await here.button("Get 10,000 chips").click()
    await here.sees("20,000 chips")
    elsewhere.forgiven += ["401", "403"]
    await log_in(elsewhere, name, "not the password")
    await expect(elsewhere.page.get_by_role("alert").filter(has_text="password")).to_be_visible()
    await log_in(elsewhere, name, PASSWORD)
    await expect(elsewhere.page.locator("header").get_by_text(name)).to_be_visible()
    await expect(elsewhere.page.locator("header").get_by_text("20,000")).to_be_visible()

    # Each logged-in browser is listed and can be logged out from here.
    await here.page.reload()
    await here.button("Log out: ").click()
    await expect(here.button("Log out: ")).to_have_count(0)
    await elsewhere.open("/account")
    await expect(elsewhere.page.get_by_role("button", name="Log in")).to_be_visible()


async def test_a_program_with_a_token_plays_for_the_account_until_it_is_revoked(
    visit: Visit, house: House
) -> None:
    visitor = await visit()
    name = await sign_up(visitor)
    await visitor.page.get_by_label("What it is for").fill("my bot")
    await visitor.button("New token").click()
    token = await visitor.page.locator(".fresh code").inner_text()
    async with await Client.connect(house.url, token) as client:
        assert client.name == name
    await visitor.button("Revoke: my bot").click()
    await visitor.sees("The token is revoked.")
    async with await Client.connect(house.url, token) as client:
        assert client.name is None


@pytest.mark.rotated
async def test_scopes_and_privacy_are_chosen_and_a_new_password_may_end_the_tokens(
    visit: Visit, house: House
) -> None:
    visitor = await visit()
    await sign_up(visitor)
    page = visitor.page
    await page.get_by_label("read hands").uncheck()
    await page.get_by_label("play", exact=True).uncheck()
    await expect(visitor.button("New token")).to_be_disabled()
    await page.get_by_label("host tables").check()
    await visitor.button("New token").click()
    await expect(page.locator(".lines").get_by_text("host tables", exact=True)).to_be_visible()
    token = await page.locator(".fresh code").inner_text()
    async with await Client.connect(house.url, token) as client:
        with pytest.raises(RequestRefused, match="NO_SCOPE"):
            await client.ask("play_now")

    hide = page.get_by_label("Hide my name and cards from strangers")
    await hide.check()
    await page.reload()
    await expect(hide).to_be_checked()

    form = page.locator("form", has=page.get_by_label("Old password"))
    await form.get_by_label("Old password").fill(PASSWORD)
    await form.get_by_label("New password").fill(f"{PASSWORD} again")
    await form.get_by_label("Also end my bot tokens").check()
    await visitor.button("Change the password").click()
    await visitor.sees("The password is changed.")
    async with await Client.connect(house.url, token) as client:
        assert client.name is None
    await page.reload()
    await expect(hide).to_be_visible()  # This browser is still logged in.


async def test_a_copy_of_ones_data_is_downloaded_with_the_password(
    visit: Visit, tmp_path: Path
) -> None:
    visitor = await visit()
    visitor.forgiven += ["403"]
    name = await sign_up(visitor)
    form = visitor.page.locator("form", has=visitor.button("Download a copy"))
    await form.get_by_label("Password", exact=True).fill("not the password")
    await visitor.button("Download a copy").click()
    await expect(form.get_by_role("alert")).to_be_visible()
    await form.get_by_label("Password", exact=True).fill(PASSWORD)
    async with visitor.page.expect_download() as waiting:
        await visitor.button("Download a copy").click()
    download = await waiting.value
    assert download.suggested_filename == "pokermasa.zip"
    await download.save_as(tmp_path / "mine.zip")
    with zipfile.ZipFile(tmp_path / "mine.zip") as archive:
        assert json.loads(archive.read("account.jsonl"))["name"] == name


async def test_an_account_is_deleted_by_typing_its_name(visit: Visit) -> None:
    visitor = await visit()
    visitor.forgiven += ["401", "403"]
    name = await sign_up(visitor)
    await visitor.button("Delete the account").click()
    dialog = visitor.page.get_by_role("dialog")
    delete = dialog.get_by_role("button", name="Delete the account")
    await expect(delete).to_be_disabled()
    await dialog.get_by_label("Type").fill(name)
    await dialog.get_by_label("Password", exact=True).fill(PASSWORD)
    await delete.click()
    await expect(visitor.page.locator("header").get_by_text("Log in")).to_be_visible()
    await log_in(visitor, name, PASSWORD)
    await expect(visitor.page.get_by_role("alert").filter(has_text="password")).to_be_visible()
