// @ts-check
// The thread that Python works in: tasks go to it, and what it found comes back.

/** @typedef {{loaded: (step: number) => void, progress: (found: any) => void, broken: (error: Broken) => void}} Told */

export class Stopped extends Error {}
/** Something that no other request mends. what: the word that says it, file: which one is lost. */
export class Broken extends Error {
  constructor(/** @type {string} */ what, /** @type {string} */ detail = "") {
    super(detail || what);
    this.what = what;
    this.detail = detail;
  }
}

export class Maker {
  /** @type {Worker | undefined} */ #thread;
  /** @type {Map<number, {resolve: Function, reject: Function}>} */ #waiting = new Map();
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
      if (data.progress) return this.#report("progress", data.progress);
      if (data.id === undefined) return this.#fail(new Broken(data.broken, data.detail));
      const task = this.#waiting.get(data.id);
      this.#waiting.delete(data.id);
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

  #drop(/** @type {Error} */ error) {
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }

  /** Have a task done. @param {Record<string, any>} task @returns {Promise<any>} */
  send(task) {
    if (this.#broken) return Promise.reject(this.#broken);
    return new Promise((resolve, reject) => {
      const id = ++this.#ids;
      this.#waiting.set(id, { resolve, reject });
      this.#thread?.postMessage({ id, ...task });
    });
  }

  /** Give up what is being done: Python hears nothing while it works, so another one takes its place. */
  stop() {
    this.#thread?.terminate();
    this.#drop(new Stopped("stopped"));
    this.#begin();
  }
}
