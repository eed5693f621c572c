"""Tests of English and Chinese: the browser's language is the default, and a choice applies at
once.
"""

import re
from typing import Any

import pytest
from playwright.async_api import expect

from tests.browser.house import House
from tests.browser.table import table
from tests.browser.visitor import Visit, Visitor

pytestmark = pytest.mark.sampled(3)

SAID = """() => {
  const said = [];
  const isShown = element => element.checkVisibility({ visibilityProperty: true });
  const both = NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT;
  const walk = document.createTreeWalker(document.body, both);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const element = node.nodeType === Node.TEXT_NODE ? node.parentElement : node;
    // Names are people's own, and so is what they say.
    if (!isShown(element) || element.closest('bdi, kbd, [lang=en], .said, code')) continue;
    if (node.nodeType === Node.TEXT_NODE) said.push(node.data);
    else
      for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'aria-valuetext'])
        if (element.hasAttribute(name)) said.push(element.getAttribute(name));
  }
  return [document.title, ...said].map(text => text.trim()).filter(Boolean);
}"""
NAMES = re.compile(
    r"pokermasa|Cedar|Botpoker|All in|PHH|CSV|BB|TDA|English|"
    r"[a-z]+ [a-z]+ \d+"
)
"""Names and terms that are not translated (document 002 writes "All in")."""


CHINESE = re.compile(r"[\u4e00-\u9fff]")


async def in_english(visitor: Visitor) -> list[Any]:
    """Return the texts on the page that are English only, or contain more than a word of
    English.
    """
    texts = [(text, NAMES.sub("", text)) for text in await visitor.page.evaluate(SAID)]
    return [
        text
        for text, rest in texts
        if re.search(r"[A-Za-z]{2,} [A-Za-z]{2,}", rest)
        or (re.search(r"[A-Za-z]{2,}", rest) and not CHINESE.search(text))
    ]


async def test_the_browsers_language_is_the_default(visit: Visit) -> None:
    chinese, english = await visit(locale="zh-CN"), await visit(locale="en-US")
    for visitor in (chinese, english):
        await visitor.open()
    await expect(chinese.button("快速开始")).to_be_visible()
    await expect(chinese.page.locator("html")).to_have_attribute("lang", "zh-Hans")
    await expect(english.button("Play now")).to_be_visible()
    await expect(english.page.locator("html")).to_have_attribute("lang", "en")


async def test_the_language_is_switched_at_once_and_kept(visit: Visit) -> None:
    visitor = await visit()
    await visitor.open()
    await expect(visitor.page.get_by_role("link", name="Copper", exact=True)).to_be_visible()
    await visitor.button("Settings").click()
    await visitor.button("中文").click()
    await visitor.sees("主题")
    assert await in_english(visitor) == []
    await visitor.page.reload()
    await expect(visitor.page.get_by_role("link", name="铜桌")).to_be_visible()
    assert await in_english(visitor) == []


@pytest.mark.rotated
async def test_no_english_is_left_on_a_chinese_page(visit: Visit) -> None:
    visitor = await visit(locale="zh-CN")
    visitor.forgiven.append("404")
    for _ in ("as nobody", "as a guest"):
        for path in ("/", "/tournaments", "/account", "/rules", "/docs", "/nowhere"):
            await visitor.open(path)
            await visitor.is_loaded()
            assert await in_english(visitor) == [], path
        await visitor.is_guest()


@pytest.mark.rotated
async def test_no_english_is_left_at_a_chinese_table(visit: Visit, house: House) -> None:
    async with table(house, run_twice=True, straddle=True) as cedar:
        await cedar.seat(1)
        visitor = await visit(locale="zh-CN")
        await visitor.open(cedar.path)
        await expect(visitor.page.locator("[data-act=sit]")).to_be_visible()
        assert await in_english(visitor) == []
        await visitor.sit(0, 200)
        await cedar.deal()
        await visitor.is_asked()
        assert await in_english(visitor) == []
        for key in ("?", "m", "h", "u"):
            await visitor.page.keyboard.press(key)
            await expect(visitor.page.locator("dialog")).to_be_visible()
            await visitor.is_loaded()
            assert await in_english(visitor) == [], key
            await visitor.page.keyboard.press("Escape")
            await expect(visitor.page.locator("dialog")).to_have_count(0)
        await visitor.call_until(".seat.winner")
        assert await in_english(visitor) == []
        lines = await visitor.page.locator(".dealer li").all_inner_texts()
        assert any("翻牌" in line for line in lines)
        assert any("赢" in line for line in lines)
