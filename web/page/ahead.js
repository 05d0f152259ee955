// @ts-check
// Sheets that are made before anybody asks for them. Those of the next visit are kept with the page, so that they are there
// before Python is. They are the page's own suggestion: nobody's name or choice is in them.

/** request: what they were asked for with; found: what was made; made: when Python has them; pdf: their content, if they were
 * there before.
 * @typedef {{request: string, found: Promise<Record<string, any>>, made?: Promise<unknown>, pdf?: ArrayBuffer}} Ahead */

const FOUND = "ahead.json", PDF = "ahead.pdf";
const PATIENCE = 2000; // milliseconds

/** What the service worker keeps for this version of the page. */
async function open() {
  const [name, ...others] = (await caches.keys()).filter((each) => each.startsWith("puzzlebook-"));
  if (!name || others.length) throw new Error("nothing is kept, or a new version has come");
  return caches.open(name);
}

/** The sheets that the last visit kept for this one, once: no two visits have the same. @returns {Promise<Ahead | undefined>} */
export async function take() {
  if (!navigator.serviceWorker?.controller) return undefined;
  // A full disk may keep one waiting, and nobody waits for what nobody asked for.
  return Promise.race([takeKept(), new Promise((resolve) => setTimeout(resolve, PATIENCE))]);
}

/** @returns {Promise<Ahead | undefined>} */
async function takeKept() {
  try {
    const cache = await open(), [found, pdf] = await Promise.all([cache.match(FOUND), cache.match(PDF)]);
    if (!found || !pdf) return undefined;
    await Promise.all([cache.delete(FOUND), cache.delete(PDF)]);
    const kept = await found.json();
    return { request: kept.request, found: Promise.resolve(kept.found), pdf: await pdf.arrayBuffer() };
  } catch { // no room, or a private window
    return undefined;
  }
}

/** Keep sheets for the next visit. @param {string} request @param {Record<string, any>} found @param {ArrayBuffer} pdf */
export async function keep(request, found, pdf) {
  try {
    const cache = await open();
    await cache.put(PDF, new Response(pdf));
    await cache.put(FOUND, new Response(JSON.stringify({ request, found })));
  } catch { /* no room: the next visit waits for Python */ }
}
