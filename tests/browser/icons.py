"""Draws the PNG icons of web/public from its SVG icons: `python -m tests.browser.icons`.

Home screens take no SVG. Run it after a change of web/public/icon.svg, and commit the result.
"""

from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.browser import chromium

PUBLIC = Path(__file__).parents[2] / "web" / "public"
SIZES = {"icon-180.png": 0.9, "icon-192.png": 0.9, "icon-512.png": 0.76}
"""Files with the share of the width that the drawing takes, since systems cut off the edges."""
GROUND = "#1b1e23"


def main() -> None:
    svg = (PUBLIC / "icon.svg").read_text("utf-8")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium.found(), args=chromium.flags()
        )
        page = browser.new_page()
        for name, part in SIZES.items():
            pixels = int(name.removeprefix("icon-").removesuffix(".png"))
            page.set_viewport_size({"width": pixels, "height": pixels})
            page.set_content(
                f"<body style='margin:0;background:{GROUND};height:100vh;display:grid;"
                f"place-items:center'><div style='width:{part:.0%};display:grid'>{svg}</div>"
            )
            page.screenshot(path=PUBLIC / name)
        browser.close()


if __name__ == "__main__":
    main()
