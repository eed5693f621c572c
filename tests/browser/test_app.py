"""Tests of the installed app: which responses the service worker stores, and which it must not
store.
"""

from tests.browser.house import House
from tests.browser.table import table
from tests.browser.visitor import Visit

CACHED_PATHS = """async () => {
  const found = [];
  for (const name of await caches.keys())
    for (const { url } of await (await caches.open(name)).keys()) found.push(new URL(url).pathname);
  return found;
}"""

# Playwright's own waiting would need `eval`, which the page's policy forbids.
CONTROLLED = """() => new Promise(resolve => {
  const { serviceWorker } = navigator;
  if (serviceWorker.controller) resolve(true);
  serviceWorker.addEventListener('controllerchange', () => resolve(true));
})"""


async def test_the_service_worker_keeps_versioned_files_and_nothing_else(
    visit: Visit, house: House
) -> None:
    async with table(house, private=True) as cedar:
        visitor = await visit(fresh=True, service_workers="allow")
        await visitor.open()
        await visitor.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        await visitor.page.evaluate(CONTROLLED)
        # Second visit, through the service worker: the lobby and a private table.
        await visitor.open("/rules")
        await visitor.is_loaded()
        await visitor.open(cedar.path)
        await visitor.is_loaded()
        stored = await visitor.page.evaluate(CACHED_PATHS)
        assert stored, "nothing was kept"
        assert all(path.startswith("/assets/") for path in stored), stored
        assert all(path.endswith((".js", ".css")) for path in stored), stored
        assert not any(cedar.key in path for path in stored)
