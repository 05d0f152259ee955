// @ts-check
// Keeps all files of the page, so that the second visit is fast and needs no network. VERSION, FILES, READY, PACKED
// and OPENED stand above.
// Where there is no room, it keeps nothing, and the page works all the same while there is a network.
const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const KEPT = `puzzlebook-${VERSION}`;
const locate = (/** @type {string} */ path) => new URL(path, worker.registration.scope).href;
const KNOWN = new Set([...FILES, ...READY, OPENED].map(locate));

if (FILES.includes(PACKED)) worker.importScripts("fzstd.js");

worker.addEventListener("install", () => worker.skipWaiting());

worker.addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    try {
      for (const name of await caches.keys()) {
        if (name.startsWith("puzzlebook-") && name !== KEPT) await caches.delete(name);
      }
    } catch { /* what is old takes room, and does no harm */ }
    await worker.clients.claim();
  })());
});

const PATIENCE = 3000; // milliseconds
let isFull = false; // nothing more is tried to be kept

/** What is kept of a file, and where it would be kept. @param {string} url @returns {Promise<{cache?: Cache, found?: Response}>} */
async function lookUp(url) {
  try {
    const cache = await caches.open(KEPT);
    return { cache, found: await cache.match(url) };
  } catch { // no room, or a private window
    return {};
  }
}

/** A file, and whether it is kept. A full disk may keep one waiting, and the network may not be there.
 * @param {string} url @returns {Promise<[Response, boolean | Promise<boolean>]>} */
async function find(url) {
  const looked = lookUp(url), late = new Promise((resolve) => setTimeout(resolve, PATIENCE, {}));
  const { cache, found } = await Promise.race([looked, late]);
  if (found) return [found, true];
  let response;
  try {
    response = await fetch(url, { cache: "no-cache" });
  } catch (error) {
    const { found: kept } = await looked;
    if (kept) return [kept, true];
    throw error;
  }
  if (!response.ok || !cache || isFull) return [response, false];
  // Each has a copy of its own: what cannot be kept does not hold up what is read.
  const content = await response.arrayBuffer(), { status, headers } = response;
  const kept = cache.put(url, new Response(content, { status, headers })).then(() => true, () => !(isFull = true));
  return [new Response(content, { status, headers }), kept];
}

worker.addEventListener("fetch", (event) => {
  const url = event.request.url.split("#")[0].replace(/index\.html$/, "").split("?")[0];
  if (event.request.method !== "GET" || !KNOWN.has(url)) return;
  const found = find(url);
  event.respondWith(found.then(([response]) => response));
  event.waitUntil(found.then(([, kept]) => kept, () => {}));
});

// Python itself is kept unpacked, too: so its next start need not unpack it, and a browser keeps what it compiles of it.
async function open() {
  if (!FILES.includes(PACKED)) return;
  try {
    const cache = await caches.open(KEPT), opened = locate(OPENED);
    if (await cache.match(opened)) return;
    const packed = await cache.match(locate(PACKED));
    if (!packed) return;
    const content = fzstd.decompress(new Uint8Array(await packed.arrayBuffer()));
    await cache.put(opened, new Response(content, { headers: { "Content-Type": "application/wasm" } }));
  } catch { /* no room: it is unpacked at each start */ }
}

// Once the page is at work, the rest is fetched too.
worker.addEventListener("message", (event) => {
  if (event.data !== "keep all") return;
  const all = Promise.all(FILES.map(locate).map(async (url) => (await find(url))[1])).then(async (kept) => {
    if (kept.every(Boolean)) await open();
    return kept;
  });
  event.waitUntil(all.then(
    (kept) => event.source?.postMessage(kept.every(Boolean) ? "all kept" : "no room"),
    () => event.source?.postMessage("not all"),
  ));
});
