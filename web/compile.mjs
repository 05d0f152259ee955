// Compiles the modules of a folder with the very Python that will run them: node compile.mjs PYODIDE FOLDER
import { pathToFileURL } from "node:url";
import { resolve } from "node:path";

const [pyodide, folder] = process.argv.slice(2).map((path) => resolve(path));
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`).href);
const py = await loadPyodide({ indexURL: pyodide });
py.FS.mkdirTree("/site");
py.FS.mount(py.FS.filesystems.NODEFS, { root: folder }, "/site");
py.runPython(`
import compileall
compileall.compile_dir("/site", quiet=2, legacy=True, force=True, stripdir="/site", optimize=2)
`);
