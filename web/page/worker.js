// @ts-check
// Python, in a thread of its own, so that the page never stands still. Messages come as {id, do, …} and are answered by
// {id, …}; {id, progress} goes out in between. What is broken for good has no id: {broken: a word, detail}. {stop: ids} is
// answered by {heard}, as soon as Python does not work.

/** @type {any} */
let python;
/** @type {any} */
let doors;
/** @type {any} */
let arrivals;

class Lost extends Error {}
const asked = self.fetch.bind(self);
/** @type {(error: Lost) => void} */
let lost;
const missing = /** @type {Promise<never>} */ (new Promise((_, reject) => { lost = reject; }));
missing.catch(() => {});

const nameUrl = (/** @type {RequestInfo | URL} */ what) => what instanceof Request ? what.url : String(what);
const nameFile = (/** @type {string} */ url) => url.split("/").pop();

// Pyodide waits for ever for a file that does not come; so each that is missing is said here.
self.fetch = async (...what) => {
  const url = nameUrl(what[0]);
  let response;
  try {
    response = await asked(...what);
  } catch {
    lost(new Lost(nameFile(url)));
    throw new Lost(nameFile(url));
  }
  const isPage = /html/.test(response.headers.get("Content-Type") || ""); // what some hosts send for what they have not
  if (response.ok && !isPage) return response;
  lost(new Lost(nameFile(url)));
  throw new Lost(nameFile(url));
};

const bytes = async (/** @type {string} */ path) => (await self.fetch(path)).arrayBuffer();

// No message comes in while Python works. So a task that can be stopped has a line: an address of the page's own, which the page
// takes away to stop it. Python looks now and then whether it is still there.
class Ended extends Error {}
const [LOOKS, INTERRUPTS] = [100, 2]; // milliseconds; what Python takes for Ctrl+C
const SHARE = 20; // on a busy machine a look takes long, so that most of the time is left to Python
let line = "", looks = 0;
/** The tasks that the page has stopped before they began. @type {Set<number>} */
const ended = new Set();

/** @param {string} url */
function isThere(url) {
  try {
    const request = new XMLHttpRequest();
    request.open("GET", url, false);
    request.send();
    return true;
  } catch {
    return false;
  }
}

/** Whether the host lets such addresses be read. @type {boolean | undefined} */
let isAble;
function canHear() {
  if (isAble === undefined) {
    const own = URL.createObjectURL(new Blob(["here"]));
    isAble = isThere(own);
    URL.revokeObjectURL(own);
  }
  return isAble;
}

/** What Python reads between its steps. */
const interrupts = {
  get 0() {
    if (!line || performance.now() < looks) return 0;
    const begun = performance.now(), isMeant = isThere(line), ended = performance.now();
    looks = ended + Math.max(LOOKS, SHARE * (ended - begun));
    return isMeant ? 0 : INTERRUPTS;
  },
  set 0(_) {}, // Python has heard it
};

class Forbidden extends Error {}
function expectWebAssembly() {
  try {
    new WebAssembly.Module(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0));
  } catch (error) {
    throw new Forbidden(/** @type {Error} */ (error).message);
  }
}

// Python itself, as the service worker keeps it unpacked. A browser keeps what it compiles only of what it is served.
/** @param {string} url */
async function findOpened(url) {
  if (!url.endsWith(".wasm")) return undefined;
  const opened = new URL(OPENED, self.location.href).href;
  try {
    const kept = await self.caches.match(opened), served = kept && await asked(opened);
    return served?.ok ? served : kept;
  } catch { // nothing is kept here
    return undefined;
  }
}

const FZSTD = "./fzstd.js";
// A file that Python starts with, so that no Python can unpack it yet.
/** @param {string} url */
async function openPacked(url) {
  const opened = await findOpened(url);
  if (opened) return opened;
  const [content] = await Promise.all([bytes(`${url}.pack`), import(FZSTD).catch(() => {
    lost(new Lost("fzstd.js"));
    throw new Lost("fzstd.js");
  })]);
  const type = url.endsWith(".wasm") ? "application/wasm" : "application/zip";
  return new Response(fzstd.decompress(new Uint8Array(content)), { headers: { "Content-Type": type } });
}

const place = new URL(PYODIDE, self.location.href).href;
// Pyodide asks for its files one after the other, so they are under way before it does.
const early = new Map(["pyodide.asm.wasm", "python_stdlib.zip"].map((name) =>
  [place + name, IS_PACKED ? openPacked(place + name) : self.fetch(place + name)]));
for (const response of early.values()) response.catch(() => {});
const plain = self.fetch;
self.fetch = (...what) => {
  const url = nameUrl(what[0]);
  const response = early.get(url);
  early.delete(url);
  return response || plain(...what);
};

const lock = { info: { arch: "wasm32", platform: "emscripten", abi_version: "2026_0", python: "3.14.2", version: "" }, packages: {} };
const unpack = (/** @type {ArrayBuffer} */ pack) => arrivals.unpack(new Uint8Array(pack));

const start = Promise.race([missing, (async () => {
  expectWebAssembly();
  const first = Promise.all([bytes("./first.pack"), bytes("./arrivals.py")]);
  first.catch(() => {});
  let loader;
  try {
    loader = await import(`${place}pyodide.mjs`);
  } catch {
    throw new Lost("pyodide.mjs");
  }
  python = await loader.loadPyodide({
    indexURL: place,
    lockFileContents: JSON.stringify(lock),
    env: { HOME: "/home/pyodide", PYDANTIC_DISABLE_PLUGINS: "__all__" },
  });
  python.setInterruptBuffer(interrupts);
  self.postMessage({ loaded: 1 });
  const [pack, source] = await first;
  python.FS.writeFile("/lib/python3.14/site-packages/arrivals.py", new Uint8Array(source));
  arrivals = python.pyimport("arrivals");
  unpack(pack);
  doors = python.pyimport("doors");
  self.postMessage({ loaded: 2 });
  // What shows pages is not waited for until pages are shown.
  need("fonts").then(() => need("later")).catch(() => {});
})()]);

// A pack that not every sheet needs, once.
const packs = new Map();
/** @param {string} name @returns {Promise<void>} */
function need(name) {
  if (!packs.has(name)) {
    const loading = bytes(`./${name}.pack`).then(unpack);
    packs.set(name, loading);
    loading.catch(() => packs.delete(name)); // it is asked for again, the next time
  }
  return packs.get(name);
}

// Have Python do something: where it reads what has not come yet, once more when that is there.
/** @template T @param {() => T} work @returns {Promise<T>} */
async function have(work) {
  for (;;) {
    try {
      return work();
    } catch (error) {
      const { type, message } = /** @type {{type?: string, message: string}} */ (error);
      if (type === "KeyboardInterrupt") throw new Ended();
      const pack = type === "Absent" && /Absent: (\w+)/.exec(message);
      if (!pack) throw error;
      await need(pack[1]);
    }
  }
}

let doing = 0;
const told = (/** @type {string} */ what, /** @type {number} */ done, /** @type {number} */ total) => self.postMessage({ id: doing, progress: { what, done, total } });

// What a book needs that sheets do not, and a book for a printer. To begin again when it is missed at the end would be to make
// the book twice.
const BOOK = ["later", "drawings_places"], SOLD = [...BOOK, "checks", "font_reader"];
const listPacks = (/** @type {Record<string, string>} */ { door, printer, code }) => {
  if (door === "check") return ["later", "checks"];
  if (door === "again") return /^\s*\d/.test(code) ? [] : SOLD; // the code of a maze begins with a number
  return door === "book" ? printer ? SOLD : BOOK : [];
};

const AHEAD = "ahead.pdf";
/** @typedef {any} Task what the page asks for, by the names that it is given */
/** @type {Record<string, (task: Task) => Promise<any>>} */
const tasks = {
  async make({ asked, file }) {
    if (file) {
      python.FS.mkdirTree("dropped");
      python.FS.writeFile(`dropped/${file.name}`, new Uint8Array(file.content));
    }
    await Promise.all(listPacks(asked).map(need));
    doors.set_aside();
    /** @type {any} */
    let found;
    try {
      found = await have(() => JSON.parse(doors.answer(JSON.stringify(asked), told)));
    } finally {
      line = ""; // nothing stops what follows
      if (!found || found.faults) doors.bring_back();
      else doors.drop_earlier();
    }
    return found;
  },
  /** Make sheets for another visit; what was made for this one stays. */
  async prepare({ asked }) {
    const found = await have(() => JSON.parse(doors.prepare(JSON.stringify(asked), AHEAD)));
    return { found, pdf: python.FS.readFile(AHEAD).buffer };
  },
  async check({ path }) {
    await Promise.all(["later", "checks"].map(need));
    return have(() => JSON.parse(doors.check_made(path, told)));
  },
  async sizes({ path }) {
    await need("later");
    return JSON.parse(doors.sizes(path));
  },
  async page({ path, number, wide }) {
    await need("later");
    const found = doors.drawn(path, number, wide);
    const [width, height, content] = found.toJs();
    found.destroy();
    return { width, height, pixels: new Uint8ClampedArray(content).buffer };
  },
  async file({ path }) {
    return python.FS.readFile(path).buffer;
  },
  async cover({ path }) {
    await Promise.all(SOLD.map(need));
    return have(() => JSON.parse(doors.cover(path)));
  },
  async zip({ path }) {
    const found = await have(() => doors.zipped(path));
    const content = found.toJs ? found.toJs() : found;
    return new Uint8Array(content).buffer;
  },
};

const describe = (/** @type {any} */ error) => {
  const detail = String((error && error.message) || error);
  if (error instanceof Lost) return { broken: "lost", detail };
  if (error instanceof Forbidden) return { broken: "forbidden", detail };
  return { broken: "broken", detail };
};

/** @type {Promise<unknown>} */
let last = start;
self.onmessage = ({ data }) => {
  if (data.stop) {
    for (const id of data.stop) ended.add(id);
    self.postMessage({ heard: true });
    return;
  }
  last = last.catch(() => {}).then(async () => {
    try {
      await start;
      if (ended.has(data.id)) return;
      doing = data.id;
      line = data.line && canHear() ? data.line : "";
      const found = await tasks[data.do](data);
      const moved = found instanceof ArrayBuffer ? [found] : found && found.pixels ? [found.pixels] : [];
      self.postMessage({ id: data.id, found }, moved);
    } catch (error) {
      if (!(error instanceof Ended)) self.postMessage({ id: data.id, ...describe(error) });
    } finally {
      line = "";
    }
  });
};
start.catch((error) => self.postMessage(describe(error)));
