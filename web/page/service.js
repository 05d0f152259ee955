// Keeps all files of the page, so that the second visit is fast and needs no network. VERSION and FILES stand above.
const KEPT = `puzzlebook-${VERSION}`;
const KNOWN = new Set(FILES.map((path) => new URL(path, self.registration.scope).href));

self.addEventListener("install", () => self.skipWaiting());

self.addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) {
      if (name.startsWith("puzzlebook-") && name !== KEPT) await caches.delete(name);
    }
    await self.clients.claim();
  })());
});

const kept = async (url) => {
  const cache = await caches.open(KEPT);
  const found = await cache.match(url);
  if (found) return found;
  const response = await fetch(url, { cache: "no-cache" });
  if (response.ok) await cache.put(url, response.clone());
  return response;
};

self.addEventListener("fetch", (event) => {
  const url = event.request.url.split("#")[0].replace(/index\.html$/, "").split("?")[0];
  if (event.request.method === "GET" && KNOWN.has(url)) event.respondWith(kept(url));
});

// Once the page is at work, the rest is fetched too.
self.addEventListener("message", (event) => {
  if (event.data !== "keep all") return;
  event.waitUntil(Promise.all([...KNOWN].map(kept)).then(() => event.source.postMessage("all kept"), () => {}));
});
