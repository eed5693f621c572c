"""Tests of the content security policy: text in a page cannot run as a script."""

import pytest
from playwright.async_api import expect

from tests.browser.visitor import Visit


@pytest.mark.parametrize("path", ["/", "/account", "/masa/nowhere", "/rules", "/docs"])
async def test_no_page_allows_inline_scripts_or_styles(visit: Visit, path: str) -> None:
    visitor = await visit()
    answer = await visitor.context.request.get(path)
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "script-src 'self';" in policy
    assert "style-src 'self';" in policy


async def test_an_inline_script_is_blocked_with_a_console_error(visit: Visit) -> None:
    """Shows that a blocked script is visible, so that a silent console in the other tests proves
    that nothing was blocked."""
    visitor = await visit()
    await visitor.open()
    await expect(visitor.button("Play now")).to_be_visible()
    assert visitor.complaints == []
    await visitor.page.evaluate(
        "() => { const script = document.createElement('script');"
        "script.textContent = 'window.harmed = 1'; document.body.append(script); }"
    )
    assert await visitor.page.evaluate("window.harmed") is None
    assert "Content Security Policy" in visitor.complaints.pop()
