// Caches the client's versioned files, whose names change with their content, so that an installed
// app starts at once. It caches nothing else: no page, nothing of /api, no address with a key.
var KEPT = 'masa-assets-1';
var MOST = 120;

function isVersioned(request) {
  var url = new URL(request.url);
  return (
    request.method === 'GET' &&
    url.origin === self.location.origin &&
    /^\/assets\/[\w-]+-[\w-]{8}\.(js|css)$/.test(url.pathname) &&
    !url.search
  );
}

async function answer(request) {
  var kept = await caches.open(KEPT);
  var found = await kept.match(request);
  if (found) return found;
  var fresh = await fetch(request);
  if (fresh.ok) {
    await kept.put(request, fresh.clone());
    // Above this number the oldest files belong to a client that is no longer served.
    var all = await kept.keys();
    await Promise.all(all.slice(0, Math.max(0, all.length - MOST)).map(old => kept.delete(old)));
  }
  return fresh;
}

self.addEventListener('install', function () {
  self.skipWaiting();
});
self.addEventListener('activate', function (event) {
  event.waitUntil(
    caches
      .keys()
      .then(names =>
        Promise.all(names.filter(name => name !== KEPT).map(name => caches.delete(name))),
      )
      .then(() => self.clients.claim()),
  );
});
self.addEventListener('fetch', function (event) {
  if (isVersioned(event.request)) event.respondWith(answer(event.request));
});
