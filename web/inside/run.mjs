// Runs scripts with the very Python that browsers will run: node run.mjs PYODIDE WORK SCRIPT.py ...
import { readFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { resolve } from "node:path";

const [pyodide, work, ...scripts] = process.argv.slice(2).map((path) => resolve(path));
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`).href);
const py = await loadPyodide({
  indexURL: pyodide,
  env: { HOME: "/home/pyodide", PYDANTIC_DISABLE_PLUGINS: "__all__" },
});
py.FS.mkdirTree("/work");
py.FS.mount(py.FS.filesystems.NODEFS, { root: work }, "/work");
for (const script of scripts) py.runPython(await readFile(script, "utf-8"), { filename: script });
