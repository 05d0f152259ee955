// @ts-check
// The thread that Python works in: tasks go to it, and what it found comes back.

/** replaced: another thread has begun, which has no files.
 * @typedef {{loaded: (step: number) => void, replaced: () => void, broken: (error: Broken) => void}} Told */
/** @typedef {{what: string, done: number, total: number}} Progress */
/** line: an address that is there until the task is stopped, if it may take long.
 * @typedef {{task: Record<string, any>, line: string, told: (found: Progress) => void, resolve: Function, reject: Function}} Task */

export class Stopped extends Error {}
/** Something that no other request mends. what: the word that says it, file: which one is lost. */
export class Broken extends Error {
  constructor(/** @type {string} */ what, /** @type {string} */ detail = "") {
    super(detail || what);
    this.what = what;
    this.detail = detail;
  }
}

/** What may take so long that it can be stopped. */
const LONG = ["make", "prepare", "cover", "check"];
/** What needs no files of before. */
const ANEW = ["make", "prepare"];
const PATIENCE = 5000; // milliseconds

export class Maker {
  /** @type {Worker | undefined} */ #thread;
  /** @type {Map<number, Task>} */ #waiting = new Map();
  /** @type {number | undefined} */ #patience;
  #ids = 0;
  /** @type {Broken | undefined} */ #broken;
  isLoaded = false;

  /** What nobody listened to yet. @type {[keyof Told, any][]} */ #early = [];
  /** @type {Told | undefined} */ #told;

  /** The thread starts at once, before the page knows what it says. */
  constructor() {
    this.#begin();
  }

  /** @param {Told} told */
  listen(told) {
    this.#told = told;
    for (const [what, of] of this.#early.splice(0)) told[what](of);
  }

  #report(/** @type {keyof Told} */ what, /** @type {any} */ of) {
    if (this.#told) this.#told[what](of);
    else this.#early.push([what, of]);
  }

  #begin() {
    this.isLoaded = false;
    this.#broken = undefined;
    try {
      this.#thread = new Worker("worker.js", { type: "module" });
    } catch (error) {
      this.#fail(new Broken("broken", String(error)));
      return;
    }
    this.#thread.onmessage = ({ data }) => {
      if (data.loaded) {
        this.isLoaded = data.loaded === 2;
        return this.#report("loaded", data.loaded);
      }
      if (data.heard) return clearTimeout(this.#patience);
      if (data.id === undefined) return this.#fail(new Broken(data.broken, data.detail));
      const task = this.#waiting.get(data.id);
      if (data.progress) return task?.told(data.progress);
      this.#end(data.id);
      if ("broken" in data) task?.reject(new Broken(data.broken, data.detail));
      else task?.resolve(data.found);
    };
    this.#thread.onerror = (event) => this.#fail(new Broken("lost", event.message || "worker.js"));
  }

  #fail(/** @type {Broken} */ error) {
    this.#broken = error;
    this.#drop(error);
    this.#report("broken", error);
  }

  /** Nobody waits any more for these, or for any. */
  #drop(/** @type {Error} */ error, ids = [...this.#waiting.keys()]) {
    for (const id of ids) {
      this.#waiting.get(id)?.reject(error);
      this.#end(id);
    }
  }

  #end(/** @type {number} */ id) {
    URL.revokeObjectURL(this.#waiting.get(id)?.line ?? "");
    this.#waiting.delete(id);
  }

  /** Have a task done. told: hears how far it is.
   * @param {Record<string, any>} task @param {(found: Progress) => void} told @returns {Promise<any>} */
  send(task, told = () => {}) {
    if (this.#broken) return Promise.reject(this.#broken);
    return new Promise((resolve, reject) => {
      const id = ++this.#ids, line = LONG.includes(task.do) ? URL.createObjectURL(new Blob(["go on"])) : "";
      this.#waiting.set(id, { task, line, told, resolve, reject });
      this.#thread?.postMessage({ id, line, ...task });
    });
  }

  /** Give up all that may take long, at once. Python hears of it while it works, and its thread goes on with what comes next.
   * Where it cannot hear, another thread takes its place. */
  stop() {
    const stop = [...this.#waiting].filter(([, { line }]) => line).map(([id]) => id);
    if (!stop.length) return;
    this.#drop(new Stopped("stopped"), stop);
    this.#thread?.postMessage({ stop });
    clearTimeout(this.#patience);
    if (this.isLoaded) this.#patience = setTimeout(() => this.#replace(), PATIENCE);
  }

  /** No thread is left behind on a page that somebody has left: Python takes half a gigabyte. */
  sleep() {
    clearTimeout(this.#patience);
    this.#thread?.terminate();
    this.#drop(new Stopped("asleep"));
  }

  /** Whoever comes back has another thread, without files. */
  wake() {
    this.#begin();
  }

  #replace() {
    this.#thread?.terminate();
    this.#drop(new Stopped("replaced"), [...this.#waiting].filter(([, { task }]) => !ANEW.includes(task.do)).map(([id]) => id));
    this.#begin();
    for (const [id, { task, line }] of this.#waiting) this.#thread?.postMessage({ id, line, ...task });
    this.#report("replaced", undefined);
  }
}
