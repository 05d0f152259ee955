// Python, in a thread of its own, so that the page never stands still. Messages come as {id, do, …} and are answered by
// {id, …}; {progress} goes out in between. What is broken for good has no id: {broken: a word, detail}.

let python, doors;
const archives = new Map();

class Lost extends Error {}
const asked = self.fetch.bind(self);
let lost;
const missing = new Promise((_, reject) => { lost = reject; });
missing.catch(() => {});

// Pyodide waits for ever for a file that does not come; so each that is missing is said here.
self.fetch = async (...what) => {
  const url = String(what[0].url ?? what[0]);
  let response;
  try {
    response = await asked(...what);
  } catch {
    lost(new Lost(url.split("/").pop()));
    throw new Lost(url.split("/").pop());
  }
  const isPage = /html/.test(response.headers.get("Content-Type") || ""); // what some hosts send for what they have not
  if (response.ok && !isPage) return response;
  lost(new Lost(url.split("/").pop()));
  throw new Lost(url.split("/").pop());
};

const bytes = async (path) => (await self.fetch(path)).arrayBuffer();

class Forbidden extends Error {}
function expectWebAssembly() {
  try {
    new WebAssembly.Module(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0));
  } catch (error) {
    throw new Forbidden(String(error && error.message));
  }
}

const start = Promise.race([missing, (async () => {
  expectWebAssembly();
  const first = bytes("./first.zip");
  first.catch(() => {});
  const place = await (await self.fetch("./place.json")).json();
  const indexURL = new URL(place.pyodide, self.location.href).href;
  let loader;
  try {
    loader = await import(`${indexURL}pyodide.mjs`);
  } catch {
    throw new Lost("pyodide.mjs");
  }
  python = await loader.loadPyodide({
    indexURL,
    lockFileContents: JSON.stringify({ info: await lock(), packages: {} }),
    env: { HOME: "/home/pyodide", PYDANTIC_DISABLE_PLUGINS: "__all__" },
  });
  self.postMessage({ loaded: 1 });
  unpack(await first);
  doors = python.pyimport("doors");
  self.postMessage({ loaded: 2 });
  // What shows pages is not waited for until pages are shown.
  need("later").catch(() => {});
})()]);

const lock = async () => ({ arch: "wasm32", platform: "emscripten", abi_version: "2026_0", python: "3.14.2", version: "" });

const unpack = (archive) => python.unpackArchive(archive, "zip", { extractDir: site() });
const site = () => python.runPython("import sysconfig; sysconfig.get_path('purelib')");

// An archive that not every sheet needs, once.
function need(name) {
  if (!archives.has(name)) {
    const loading = bytes(`./${name}.zip`).then(unpack);
    archives.set(name, loading);
    loading.catch(() => archives.delete(name)); // it is asked for again, the next time
  }
  return archives.get(name);
}

const told = (what, done, total) => self.postMessage({ progress: { what, done, total } });

// Sheets are made of the first archive alone, but for letters that our first face may not have.
const OTHERS = /[^\u0000-\u017f\u2010-\u203a\s]/;
const isSimple = (asked) => ["tonight", "class"].includes(asked.door) && asked.language !== "bn" && !OTHERS.test(JSON.stringify(asked));
const isWorkbook = (content) => new Uint8Array(content, 0, 2).join() === "80,75";

const tasks = {
  async make({ asked, file }) {
    if (file) {
      python.FS.mkdirTree("dropped");
      python.FS.writeFile(`dropped/${file.name}`, new Uint8Array(file.content));
    }
    if (file || !isSimple(asked)) await need("later");
    if (file && file.content.byteLength > 1 && isWorkbook(file.content)) await need("workbooks");
    return JSON.parse(doors.answer(JSON.stringify(asked), told));
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
  async zip({ path }) {
    const found = doors.zipped(path);
    const content = found.toJs ? found.toJs() : found;
    return new Uint8Array(content).buffer;
  },
};

const describe = (error) => {
  const detail = String((error && error.message) || error);
  if (error instanceof Lost) return { broken: "lost", detail };
  if (error instanceof Forbidden) return { broken: "forbidden", detail };
  return { broken: "broken", detail };
};

let last = start;
self.onmessage = ({ data }) => {
  last = last.catch(() => {}).then(async () => {
    try {
      await start;
      const found = await tasks[data.do](data);
      const moved = found instanceof ArrayBuffer ? [found] : found && found.pixels ? [found.pixels] : [];
      self.postMessage({ id: data.id, found }, moved);
    } catch (error) {
      self.postMessage({ id: data.id, ...describe(error) });
    }
  });
};
start.catch((error) => self.postMessage(describe(error)));
