// Python, in a thread of its own, so that the page never stands still. Messages come as {id, do, …} and are answered by
// {id, …}; {progress} goes out in between.

let python, doors, later;

const bytes = async (path) => {
  const response = await fetch(path);
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return response.arrayBuffer();
};

const start = (async () => {
  const first = bytes("./first.zip");
  const place = await (await fetch("./place.json")).json();
  const indexURL = new URL(place.pyodide, self.location.href).href;
  const { loadPyodide } = await import(`${indexURL}pyodide.mjs`);
  python = await loadPyodide({
    indexURL,
    lockFileContents: JSON.stringify({ info: await lock(), packages: {} }),
    env: { HOME: "/home/pyodide", PYDANTIC_DISABLE_PLUGINS: "__all__" },
  });
  self.postMessage({ loaded: 1 });
  unpack(await first);
  doors = python.pyimport("doors");
  self.postMessage({ loaded: 2 });
  // What shows pages is not waited for until pages are shown.
  later = bytes("./later.zip").then(unpack);
  later.catch(() => {});
})();

const lock = async () => ({ arch: "wasm32", platform: "emscripten", abi_version: "2026_0", python: "3.14.2", version: "" });

const unpack = (archive) => python.unpackArchive(archive, "zip", { extractDir: site() });
const site = () => python.runPython("import sysconfig; sysconfig.get_path('purelib')");

const told = (what, done, total) => self.postMessage({ progress: { what, done, total } });

// Sheets are made of the first archive alone, but for letters of other scripts.
const OTHERS = /[^\u0000-\u024f\u1e00-\u1eff\u2000-\u22ff\s]/;
const isSimple = (asked) => ["tonight", "class"].includes(asked.door) && asked.language !== "bn" && !OTHERS.test(JSON.stringify(asked));

const tasks = {
  async make({ asked, file }) {
    if (file) {
      python.FS.mkdirTree("dropped");
      python.FS.writeFile(`dropped/${file.name}`, new Uint8Array(file.content));
    }
    if (file || !isSimple(asked)) await later;
    return JSON.parse(doors.answer(JSON.stringify(asked), told));
  },
  async sizes({ path }) {
    await later;
    return JSON.parse(doors.sizes(path));
  },
  async page({ path, number, wide }) {
    await later;
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

let last = start;
self.onmessage = ({ data }) => {
  last = last.catch(() => {}).then(async () => {
    try {
      await start;
      const found = await tasks[data.do](data);
      const moved = found instanceof ArrayBuffer ? [found] : found && found.pixels ? [found.pixels] : [];
      self.postMessage({ id: data.id, found }, moved);
    } catch (error) {
      self.postMessage({ id: data.id, broken: String(error && error.message) });
    }
  });
};
start.catch((error) => self.postMessage({ broken: String(error && error.message) }));
