// @ts-check
// What is asked for, as one value that never changes: the form shows it, the address and the request are read from it. It
// knows no page, so it is tested without a browser.

/** @typedef {{name: string, content: ArrayBuffer}} Dropped */
/** @typedef {Readonly<Record<string, string>>} Values */
/** list: the name of the list that the names of a class are from, if they were corrected since.
 * @typedef {Readonly<{door: string, lang: string, shared: Values, of: Readonly<Record<string, Values>>, file?: Dropped, list?: string}>} State */
/** @typedef {{lang: string, language: string, page: string, seed: string}} Usual */

/** The settings of each door. own: what no link holds, as it may be somebody's name.
 * @type {Readonly<Record<string, {kept: Record<string, string>, own: string[]}>>} */
export const DOORS = {
  tonight: { kept: { readers: "7-8", difficulty: "", theme: "", mazes: "10", questions: "", poster: "", ink: "" }, own: ["child", "word"] },
  class: { kept: { level: "3", key: "separate", questions: "", ink: "" }, own: ["names", "title"] },
  book: {
    kept: { book: "ages-7-8", difficulty: "", theme: "", mazes: "", pages: "", printer: "", trim: "", stock: "", ink: "", booklet: "", year: "" },
    own: ["title", "subtitle", "author", "child", "dedication"],
  },
  again: { kept: { code: "" }, own: [] },
  check: { kept: { printer: "kdp-paperback", trim: "", cover_pages: "", stock: "", ink: "" }, own: [] },
};
/** The settings that the doors have in common at which something new is made. */
export const SHARED = ["page", "language", "seed"];
const makesNew = (/** @type {string} */ door) => !["again", "check"].includes(door);
/** What a file is at each door, as Python is asked. @type {Readonly<Record<string, string>>} */
const FILES = { tonight: "picture", class: "list", again: "file", check: "file" };
/** What a file stands for at a door, so that one of the two is empty. @type {Readonly<Record<string, string>>} */
const INSTEAD = { tonight: "word", class: "names", again: "code" };
/** What a picture at the entrance may ask for, though no link of the page's own holds it. */
const SHOWN = ["word"];
/** A book is as long as its mazes or its pages say, so that one of the two is empty. @type {Readonly<Record<string, string>>} */
const LENGTHS = { mazes: "pages", pages: "mazes" };
const NUMBERS = ["mazes", "pages", "cover_pages", "year"];
export const ENTRANCE = "";

/** What is asked for at first. @param {Usual} usual @returns {State} */
export function begin(usual) {
  const of = Object.fromEntries(Object.entries(DOORS).map(([door, { kept, own }]) =>
    [door, { ...kept, ...Object.fromEntries(own.map((name) => [name, ""])) }]));
  return { door: ENTRANCE, lang: usual.lang, of, shared: { page: usual.page, language: usual.language, seed: usual.seed } };
}

/** The names of a door's settings. @param {string} door */
export const settings = (door) => door === ENTRANCE ? [] :
  [...Object.keys(DOORS[door].kept), ...DOORS[door].own, ...(makesNew(door) ? SHARED : [])];

/** @param {State} state @param {string} name */
export const get = (state, name) => (SHARED.includes(name) ? state.shared : state.of[state.door])[name] ?? "";

/** The same with another value. A code and a file stand for each other, as names and a list do, and a book's mazes and pages.
 * @param {State} state @param {string} name @param {string} value @returns {State} */
export function change(state, name, value) {
  const { file, list, ...rest } = state;
  const kept = state.door === "class" ? value.trim() && (file?.name ?? list) : list;
  const next = INSTEAD[state.door] !== name ? state : kept ? { ...rest, list: kept } : rest;
  if (SHARED.includes(name)) return { ...next, shared: { ...state.shared, [name]: value } };
  const other = state.door === "book" && value && name in LENGTHS ? { [LENGTHS[name]]: "" } : {};
  return { ...next, of: { ...state.of, [state.door]: { ...state.of[state.door], ...other, [name]: value } } };
}

/** The same at another door. A book is for those whom sheets were made for, until one is chosen.
 * @param {State} state @param {string} door @returns {State} */
export function enter(state, door) {
  const { file, ...rest } = state, { readers } = state.of.tonight;
  const next = { ...rest, door };
  const isOpen = door === "book" && state.of.book.book === DOORS.book.kept.book && readers !== DOORS.tonight.kept.readers;
  return isOpen ? change(next, "book", /^\d/.test(readers) ? `ages-${readers}` : readers) : next;
}

/** The fields for a number that have something else. @param {State} state */
export const findNoNumbers = (state) => settings(state.door).filter((name) => NUMBERS.includes(name) && !/^(\s*|\s*\p{Nd}+\s*)$/u.test(get(state, name)));

/** The same with another file. The pages of one file's book are not those of the next one's.
 * @param {State} state @param {Dropped} file @returns {State} */
export function drop(state, file) {
  const name = state.door === "check" && state.file ? "cover_pages" : INSTEAD[state.door];
  return { ...(name ? change(state, name, "") : state), file };
}

/** The same without its file. @param {State} state @returns {State} */
export const takeAway = (state) => enter(state, state.door);

/** The same for another printer: on paper that this printer has. pages: the sizes that each takes.
 * @param {State} state @param {string} printer @param {Readonly<Record<string, readonly string[]>>} pages @returns {State} */
export function printWith(state, printer, pages) {
  const takes = pages[printer];
  const next = change(state, "printer", printer);
  if (!takes || takes.includes(get(state, "page"))) return next;
  return change(next, "page", takes.includes("8.5x11") ? "8.5x11" : takes[0]);
}

/** The same on a page that speaks another language; the sheets follow, unless theirs was chosen.
 * @param {State} state @param {string} lang @param {(lang: string) => string} languageFor @returns {State} */
export function speak(state, lang, languageFor) {
  const follows = state.shared.language === languageFor(state.lang);
  const language = follows ? languageFor(lang) : state.shared.language;
  return { ...state, lang, shared: { ...state.shared, language } };
}

/** What a link asks for, all of it: what it leaves out is as usual, whatever was asked for before.
 * @param {string} hash @param {(lang: string | null) => Usual} usualFor @returns {State} */
export function fromAddress(hash, usualFor) {
  const given = new URLSearchParams(hash.replace(/^#/, ""));
  const named = given.get("door") ?? (given.has("code") ? "again" : ENTRANCE);
  const door = named in DOORS ? named : ENTRANCE;
  let state = { ...begin(usualFor(given.get("lang"))), door };
  const known = door === ENTRANCE ? [] : settings(door).filter((name) => !DOORS[door].own.includes(name) || SHOWN.includes(name));
  for (const name of known) {
    const value = given.get(name);
    if (value !== null) state = change(state, name, value);
  }
  return state;
}

/** How a code begins to tell a name that is an outline. */
const NAMED = /silhouette=\+\+|-name\./;

/** The address of what is asked for: settings and codes, never names, titles or authors.
 * @param {State} state */
export function toAddress(state) {
  if (state.door === ENTRANCE) return `#lang=${state.lang}`;
  const kept = new URLSearchParams({ door: state.door, lang: state.lang });
  for (const name of settings(state.door)) {
    const value = DOORS[state.door].own.includes(name) ? "" : get(state, name);
    if (value && !(name === "code" && NAMED.test(value))) kept.set(name, value);
  }
  return `#${kept}`;
}

/** The part of a link to sheets that says which; null if the text is no such link.
 * @param {string} text */
export const linkIn = (text) => /^\s*\S*#(\S*\bdoor=(?:tonight|class|book|again|check)\b\S*)\s*$/.exec(text)?.[1] ?? null;

/** The theme that comes by itself. suits: that of each age group and of each book; "" if whom it is for is not known.
 * @param {State} state @param {Readonly<Record<string, string>>} suits */
export const usualTheme = (state, suits) => suits[get(state, state.door === "book" ? "book" : "readers")] ?? "";

/** What Python is asked. suits: as above.
 * @param {State} state @param {Readonly<Record<string, string>>} suits */
export function request(state, suits) {
  /** @type {Record<string, string>} */
  const asked = { door: state.door, lang: state.lang };
  for (const name of settings(state.door)) asked[name] = get(state, name);
  if (state.door === "tonight" && !asked.theme) asked.theme = usualTheme(state, suits);
  if (state.door === "book" && asked.trim.trim()) asked.page = asked.trim.trim();
  if (state.file) asked[FILES[state.door]] = state.file.name;
  return asked;
}

/** Whether there is anything to make. @param {State} state */
export const isEmpty = (state) => state.door === ENTRANCE || (!makesNew(state.door) && !get(state, "code") && !state.file);

/** A file's name that says what is in it, as any system takes it.
 * @param {readonly string[]} parts @param {string} ending */
export const fileName = (parts, ending) =>
  `${parts.map((part) => part.replace(/[\\/:*?"<>|\u0000-\u001f]+/g, " ").replace(/\s+/g, " ").trim()).filter(Boolean).join(", ").slice(0, 120)}.${ending}`;

/** What was asked for before, the newest last. */
export class Past {
  #states = /** @type {State[]} */ ([]);
  #last = "";

  /** Keep what is about to change. what: of one field, a run of keystrokes is one change.
   * @param {State} state @param {string} what */
  keep(state, what) {
    if (what && what === this.#last) return;
    this.#last = what;
    this.#states.push(state);
    if (this.#states.length > 100) this.#states.shift();
  }

  /** The next keystroke begins another change. */
  pause() { this.#last = ""; }

  /** @returns {State | undefined} */
  undo() {
    this.#last = "";
    return this.#states.pop();
  }

  /** The newest. @returns {State | undefined} */
  get last() { return this.#states.at(-1); }
}
