// @ts-check
// The page: what is asked for goes to the worker, what comes back is shown. Nothing of it leaves this computer: no request
// carries anything, nothing is stored, and the address holds settings and codes, never names or titles.

import * as early from "./ahead.js";
import { sayVerdict, showChecked } from "./checked.js";
import { $, all, button, hide, item, remark } from "./elements.js";
import { codeIn, outlineIn } from "./files.js";
import { makeForm } from "./form.js";
import { makeGallery } from "./gallery.js";
import { makeKeeping } from "./keeping.js";
import { Broken, Maker, Stopped } from "./maker.js";
import { makePupils } from "./pupils.js";
import { makeSaving } from "./saving.js";
import { makeSheets } from "./sheets.js";
import * as asked from "./state.js";
import { makeWords } from "./words.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./saving.js").Shown} Shown */
/** @typedef {Record<string, any>} Found what was made, as `doors.py` says it */
/** @typedef {import("./maker.js").Progress} Progress */

const maker = new Maker(); // Python is on its way before anything else
const [words, choices] = await Promise.all(["words.json", "choices.json"].map(async (path) => {
  const response = await fetch(path);
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return response.json();
}));

// -- What is asked for ------------------------------------------------------------------------------------------

const LETTERS = "abcdefghjkmnpqrstuvwxyz23456789";
function freshSeed() {
  let seed = "";
  while (seed.length < 8) {
    const [byte] = crypto.getRandomValues(new Uint8Array(1));
    if (byte < LETTERS.length * 8) seed += LETTERS[byte % LETTERS.length];
  }
  return seed;
}

const tongues = (navigator.languages || []).flatMap((tag) => [tag, tag.split("-")[0]]);
const paper = (navigator.languages || []).some((tag) => /-(US|CA|MX|PH|CO|CL|VE)$/.test(tag)) ? "letter" : "a4";
const languageFor = (/** @type {string} */ lang) => choices.languages.includes(lang) ? lang : "none";
const usualFor = (/** @type {string | null} */ given) => {
  const lang = [given, state?.lang, ...tongues].find((tag) => tag && tag in words) || "en";
  return { lang, language: languageFor(lang), page: paper, seed: freshSeed() };
};

/** @type {State} */
let state; // what is asked for now
/** @type {Shown | undefined} */
let shown; // what is on the page
/** @type {Found | undefined} */
let held; // what Python has the files of
const past = new asked.Past();
/** @type {State[]} */
const visited = []; // what was asked for at each step of the browser's own history
let step = 0;
/** @type {import("./ahead.js").Ahead | undefined} */
let ahead = /[#&](seed|code)=/.test(location.hash) ? undefined : await early.take();
state = asked.fromAddress(location.hash, usualFor);
if (ahead) state = asked.change(state, "seed", JSON.parse(ahead.request).seed);

const text = makeWords(words, choices, () => state.lang);
const { say } = text;
const pupils = makePupils({
  choices, text, tongue: () => state.lang,
  changed: (names, what) => ask(asked.change(state, "names", names), { what, at: what ? 350 : 0 }),
});
const form = makeForm({ words, choices, text, usualFor, canUndo, pupils });
const gallery = makeGallery({ text, paper });
const sheets = makeSheets({ maker, text, isBusy: () => isBusy });
const { save, print, canShare, nameFile, listWhat, sayAgain } = makeSaving({ text, suits: choices.suits, whenReady, makeCover, note, saved });

function canUndo() { return past.last?.door === state.door; }

function speak() {
  form.speak(state);
  gallery.speak(state.lang);
}

/** Ask for something else. what: the field that is typed in, so that a run of keystrokes is one change.
 * @param {State} next */
function ask(next, { what = "", at = 0, goes = false } = {}) {
  if (next === state) return;
  if (!goes) past.keep(state, what); // the browser's own history has where one was
  turn(next, { at, goes });
}

/** @param {State} next */
function turn(next, { at = 0, goes = false } = {}) {
  const before = state;
  state = next;
  if (goes) step = visited.length;
  visited[step] = state;
  history[goes ? "pushState" : "replaceState"]({ step }, "", asked.toAddress(state));
  if (before.lang !== state.lang) speak();
  if (before.door !== state.door) cleared(); // names of a class are not shown at another task
  form.show(state, before.door !== state.door);
  giveUp();
  outdate();
  clearTimeout(waiting);
  if (asked.isEmpty(state)) return cleared();
  if (isThere(state)) return restore();
  waiting = setTimeout(make, at);
}

/** Whether what is asked for is on the page. @param {State} next */
function isThere(next) {
  if (!shown?.isLaid || shown.found !== held) return false;
  const [one, other] = [shown.state, next].map((each) => JSON.stringify(asked.request(each, choices.suits)));
  return one === other && shown.state.file === next.file;
}

/** What is on the page is what is asked for again. */
function restore() {
  if (!shown) return;
  shown.state = state;
  $("result").classList.remove("stale");
  tell(...shown.ready);
  act();
}

// -- Asking -----------------------------------------------------------------------------------------------------

/** @type {number | undefined} */
let waiting;
/** @type {number | undefined} */
let slow;
/** @type {number | undefined} */
let vigil;
/** @type {(() => unknown) | undefined} */
let pending;
// What is being made, and what is done with what was made: one at a time.
let isBusy = false, isJob = false;
/** Whether what is being made can be saved already, so that nothing says how far it is. */
let canSave = false;
let run = 0;
/** What is being made, as it was asked for. */
let making = "";

const keeping = makeKeeping({
  isReady: () => maker.isLoaded && !isBusy,
  told(word) {
    if (word === "update") { $("update").hidden = false; return; }
    if (word === "offline") prepareSoon();
    $("offline").dataset.word = word;
    $("offline").textContent = say(word);
  },
});

const told = {
  loaded(/** @type {number} */ step) {
    $("progress").max = 1;
    if (step === 2) $("progress").removeAttribute("value");
    else $("progress").value = 0.5;
    if (step !== 2) return;
    if (isBusy && said.startsWith("loading")) tell(nameWork());
    keeping.keep();
    // Whoever looks at the pictures has time for it, and waits less for sheets of their own.
    if (state.door === asked.ENTRANCE) makeAhead(asked.enter(state, "tonight"));
  },
  /** The files of what is on the page went with their thread. */
  replaced() {
    held = undefined;
    if (shown && !isStale() && !isBusy) make();
  },
  broken,
};

/** What the page says of each step of the work. @type {Readonly<Record<string, string>>} */
const STEPS = { planning: "planning", "drawing mazes": "drawing", "writing pictures": "laying_out", "writing the PDF": "writing", "measuring ink": "checking" };

/** Show how far the work is; how much there is may not be known. @param {Progress} progress */
function showStep({ what, done, total }) {
  if (total) Object.assign($("progress"), { max: total, value: done });
  else $("progress").removeAttribute("value");
  sayStep(STEPS[what] ?? "", { done, total });
}

/** @param {string} key @param {Record<string, any>} [blanks] */
function sayStep(key, blanks) {
  $("step").textContent = key ? say(key, blanks) : "";
  mirror();
}

/** Have Python make something. @param {State} next @returns {{request: string, made: Promise<Found>}} */
function order(next) {
  const asks = asked.request(next, choices.suits), request = JSON.stringify(asks);
  const made = maker.send({ do: "make", asked: asks, file: next.file }, (progress) => { if (isBusy && !canSave && making === request) showStep(progress); });
  made.then((found) => { if (!found.faults) held = found; }, () => {});
  return { request, made };
}

/** The page's own suggestion is made before anybody asks for it. @param {State} next */
function makeAhead(next) {
  const { request, made } = order(next);
  ahead = ahead?.request === request ? { ...ahead, made } : { request, found: made };
  made.catch(() => { ahead = undefined; });
}

/** What is made for a state, which may be there already. @param {State} mine @returns {import("./ahead.js").Ahead} */
function find(mine) {
  const before = ahead;
  ahead = undefined; // its files go when others are made
  making = JSON.stringify(asked.request(mine, choices.suits));
  if (before?.request === making && !mine.file) {
    return { ...before, made: before.made ?? (before.pdf && order(mine).made) };
  }
  if (isPreparing) maker.stop();
  const { request, made } = order(mine);
  return { request, found: made };
}

const REST = 20_000; // milliseconds
/** @type {number | undefined} */
let resting;
let isPrepared = false, isPreparing = false;

/** Once nobody has asked for anything for a while, sheets are made that the next visit has at once. */
function prepareSoon() {
  clearTimeout(resting);
  if (isPrepared || $("offline").dataset.word === "no_room") return;
  resting = setTimeout(async () => {
    if (isBusy || isJob || !maker.isLoaded) return prepareSoon();
    isPreparing = true;
    const next = asked.request(asked.enter(asked.begin(usualFor(null)), "tonight"), choices.suits);
    try {
      const { found, pdf } = await maker.send({ do: "prepare", asked: next });
      isPrepared = true;
      await early.keep(JSON.stringify(next), found, pdf);
    } catch (error) {
      if (!(error instanceof Stopped)) throw error; // somebody asked for something
    } finally {
      isPreparing = false;
    }
  }, REST);
}

const isStale = () => shown?.state !== state;

function outdate() {
  note();
  tell("");
  $("faults").hidden = true; // what was wrong may be mended
  $("result").classList.add("stale");
}

async function make() {
  if (asked.isEmpty(state)) return cleared();
  const wrong = asked.findNoNumbers(state);
  if (wrong.length) return faulty([], form.sayFields(state, wrong));
  giveUp();
  const own = run, mine = state;
  isBusy = true;
  canSave = false;
  hide($("go-on"), true, $("form"));
  showWork(() => tell(maker.isLoaded ? nameWork() : "loading"));
  try {
    const made = find(mine), found = await made.found;
    // What is no more what is asked for is not shown.
    if (own === run) await display(found, mine, made);
  } catch (error) {
    if (!(error instanceof Stopped)) broken(error);
  }
  if (own === run) rest();
}

/** The word for what is being made. */
const nameWork = () => ({ check: "check_running", book: "working_book" })[state.door] ?? "working";

/** Do something with what was made that may take long: one at a time, with a word for it and a way to stop it.
 * @param {string} word @param {Record<string, any>} task @returns {Promise<any>} what was found; undefined if it was stopped */
async function runJob(word, task) {
  isJob = true;
  markJobs();
  showWork();
  sayStep(word);
  $("heard").textContent = say(word);
  try {
    return await maker.send(task, showStep);
  } catch (error) {
    if (!(error instanceof Stopped)) broken(error);
    return undefined;
  } finally {
    isJob = false;
    markJobs();
    settle();
  }
}

/** Whoever sees the buttons sees that they do nothing until one is done. */
function markJobs() {
  for (const each of [...all("[data-file=cover]"), $("check-now")]) each.setAttribute("aria-disabled", String(isJob));
}

/** Show that something is at work. late: what is done when it takes longer than a moment. */
function showWork(late = () => {}) {
  $("progress").max = 1;
  $("progress").removeAttribute("value");
  $("progress").hidden = false;
  reassure();
  clearTimeout(slow);
  slow = setTimeout(() => { $("stop").hidden = false; late(); }, 700);
}

const PATIENCE = 15_000; // milliseconds

/** Whoever hears the page, and sees no bar, hears now and then that something is still at work. */
function reassure() {
  const start = performance.now();
  clearInterval(vigil);
  vigil = setInterval(() => {
    const line = say("still_working", { seconds: Math.round((performance.now() - start) / 1000) });
    $("heard").textContent = `${line} ${$("step").textContent}`.trim();
    if (said === "loading") tell("loading_long");
  }, PATIENCE);
}

/** Nothing is shown to be at work, even if something that nobody asks for any more still is. */
function settle() {
  clearTimeout(slow);
  clearInterval(vigil);
  $("heard").textContent = "";
  $("progress").hidden = true;
  const [save] = all("#files:not([hidden]) .main");
  hide($("stop"), true, save ?? $("form"));
  sayStep("");
}

/** What is at work is not what is asked for any more. */
function giveUp() {
  run += 1;
  if (isBusy || isJob) maker.stop();
  isBusy = false;
  settle();
}

function rest() {
  isBusy = false;
  settle();
  keeping.keepAll();
  if ($("offline").dataset.word) prepareSoon();
}

/** Give up what is being made: what was there before is asked for again. */
function stop() {
  if (isJob) {
    maker.stop();
    return note(say("stopped_first"));
  }
  const before = shown?.state;
  pending = undefined;
  clearTimeout(waiting);
  if (state.door === "check") return turn(asked.takeAway(state));
  if (before) turn(before);
  else {
    giveUp();
    cleared();
    $("result").classList.remove("stale");
  }
  tell(before ? "stopped" : "stopped_first");
  if (before && !isThere(before)) note(say("stopped")); // it is made anew, and what was typed is gone
  $("go-on").hidden = Boolean(before);
}

// -- Showing ----------------------------------------------------------------------------------------------------

// What is heard: that something is being made, and that it is there; the numbers in between are seen only.
let said = "";
/** @param {string} key @param {Record<string, any>} [blanks] */
function tell(key, blanks) {
  const line = key ? say(key, blanks) : "";
  said = key;
  if ($("status").textContent !== line) $("status").textContent = line;
  mirror();
}

/** The settings may be all that is in view, so what is being made is said there too. */
function mirror() {
  $("near").textContent = $("step").textContent || $("status").textContent;
}

/** Say beside the buttons what they do, as they may be far from the rest; nothing when it is done. */
function note(line = "") {
  $("saved").hidden = !line;
  $("saved").textContent = line;
  if (line && getComputedStyle($("bar")).position === "static") $("saved").scrollIntoView({ block: "nearest" });
}

function cleared() {
  shown = undefined;
  tell({ again: "again_empty", check: "check_empty" }[state.door] ?? "");
  for (const id of ["files", "faults", "more", "progress", "print-hint", "again-hint", "left-out", "few-mazes", "turning", "checked", "saved", "names-from", "remarks-title", "past-sheets", "go-on"]) $(id).hidden = true;
  for (const id of ["mazes", "pages"]) $(id).placeholder = "";
  for (const id of ["sheets", "remarks", "lacks", "heard"]) $(id).replaceChildren();
  if (asked.isEmpty(state)) $("result").classList.remove("stale");
}

/** @param {any} error */
function broken(error) {
  const what = error instanceof Broken ? error.what : "broken";
  if (!document.documentElement.classList.contains("awake")) return;
  console.error(error);
  faulty([], say(what, { file: error.detail }), what === "broken" ? error.detail || error.message : "");
  $("reload").hidden = false;
}

/** counts: of pages that a book may have, each on a button that asks for it.
 * @param {string[]} lines @param {number[]} counts */
function faulty(lines, help = "", detail = "", counts = []) {
  cleared();
  tell("");
  pending = undefined;
  $("result").classList.remove("stale");
  $("faults").hidden = false;
  $("reload").hidden = true;
  const head = $("faults").querySelector("b");
  head.hidden = !lines.length;
  head.dataset.word = state.door === "check" ? "check_sorry" : "sorry";
  head.textContent = say(head.dataset.word);
  $("faults").querySelector("ul").replaceChildren(...[...lines, detail].filter(Boolean).map(item));
  $("help").textContent = help;
  $("fitting").hidden = !counts.length;
  $("fitting").replaceChildren(...counts.map((count) => button(`${say("pages")}: ${text.number(count)}`, () => {
    $("form").focus({ preventScroll: true });
    ask(asked.change(state, "pages", String(count)));
  })));
  if (!$("form").contains(document.activeElement)) $("faults").scrollIntoView({ block: "nearest" });
}

/** Show which pupils a list has, even if something in it is wrong. @param {Found} found @param {State} mine */
function readList(found, mine) {
  if (mine.door !== "class") return;
  pupils.read(mine.file, asked.get(mine, "names"), found.pupils ?? null, found.wrong ?? []);
  form.show(state, false);
}

/** @param {Found} found @param {State} mine @param {import("./ahead.js").Ahead} ahead */
async function display(found, mine, { pdf: content, made: whenMade }) {
  readList(found, mine);
  if (found.faults) {
    const lines = found.faults.map(text.namePrinters);
    const printer = mine.door === "book" && asked.get(mine, "printer");
    const able = found.printers?.filter((/** @type {string} */ name) => name in choices.printers).map(text.printer).join("; ");
    const hint = found.hint ? say(found.hint, { ...found, printer: printer && text.printer(printer), printers: able }) : "";
    const said = form.sayFields(state, found.fields ?? [], hint || lines.join(" "), hint ? "" : "en");
    faulty(lines, hint || said, "", found.nearest);
    if (found.seed) state = visited[step] = asked.change(state, "seed", found.seed);
    return;
  }
  if (found.reports) return displayChecked(found);
  const files = new Map();
  const file = (/** @type {string} */ kind) => {
    if (kind === "pdf" && content) return Promise.resolve(content);
    if (kind === "picture") return Promise.resolve(/** @type {import("./state.js").Dropped} */ (mine.file).content);
    if (!files.has(kind)) files.set(kind, maker.send({ do: kind === "svg" ? "zip" : "file", path: found.files[kind] }));
    return files.get(kind);
  };
  /** @type {Shown} */
  const made = { state: mine, found, file, ready: [""], isLaid: false };
  await file("pdf"); // so it is saved, shared and printed at once, whatever is made next
  if (mine !== state) return;
  shown = made;
  for (const id of ["faults", "checked", "saved"]) $(id).hidden = true;
  $("files").hidden = $("more").hidden = false;
  for (const button of all("[data-file]")) button.hidden = !(button.dataset.file in found.files) || (button.dataset.file === "recipe" && mine.door === "tonight");
  const hasKey = "key" in found.files;
  all("[data-print=key]")[0].hidden = !hasKey;
  const [pdf] = all("#files [data-file=pdf]");
  for (const [button, word] of [[pdf, hasKey ? "save_sheets" : "pdf"], [$("print"), hasKey ? "print_sheets" : "print"]]) {
    button.dataset.word = word;
    button.textContent = say(word);
  }
  all("[data-file=cover]")[0].hidden = mine.door !== "book";
  all("[data-file=picture]")[0].hidden = mine.door !== "tonight" || !mine.file;
  $("share").hidden = !canShare();
  // How a list was read is in view, and what a book to be sold lacks.
  const printer = mine.door === "book" && asked.get(mine, "printer");
  $("print-hint").hidden = Boolean(printer);
  sayAgain(made);
  $("remarks-title").hidden = !printer || !(found.remarks.length + found.lacks.length);
  $("lacks").replaceChildren(...found.lacks.map(lineOf));
  const [seen, folded] = mine.door === "class" || printer ? ["remarks", "more-remarks"] : ["more-remarks", "remarks"];
  $(seen).replaceChildren(...found.remarks.map(remark));
  $(folded).replaceChildren();
  const columns = mine.door === "class" && !pupils.isOwn(asked.get(mine, "names")) ? found.columns.replaceAll('"', "") : "";
  $("names-from").hidden = !columns;
  $("names-from").textContent = columns ? say(mine.file ? "names_from" : "names_from_text", { file: mine.file?.name, columns }) : "";
  $("left-out").hidden = !found.left_out?.length;
  $("left-out").textContent = found.left_out?.length ? say("left_out", { names: found.left_out.join(" · ") }) : "";
  $("few-mazes").hidden = mine.door !== "book" || 2 * found.mazes >= found.pages;
  $("few-mazes").textContent = say("few_mazes", { mazes: found.mazes, pages: found.pages });
  for (const id of ["mazes", "pages"]) $(id).placeholder = text.number(found[id]);
  form.show(state, false);
  if (mine.door === "book") for (const name of ["title", "subtitle"]) $("form").elements[name].placeholder = found[name];
  $("code-line").hidden = !found.code || mine.door === "class";
  $("made-code").textContent = found.code;
  $("command").textContent = found.command;
  $("check-line").hidden = $("check-now").hidden = !printer;
  $("check").textContent = printer ? `puzzlebook check output/${found.files.pdf.split("/").at(-2)}` : "";
  const hasNames = mine.file || asked.get(mine, "names").trim();
  const what = listWhat(mine).join(", ");
  const ready = mine.door !== "class" ? what ? "ready_for" : "ready" : hasNames ? "ready_class" : "ready_spares";
  made.ready = [ready, { what, mazes: found.mazes, pages: found.pages }];
  tell(...made.ready);
  canSave = true;
  settle();
  // It can be saved before it can be looked at, as what shows pages may still be on its way.
  if (whenMade) {
    await whenMade;
    held = found;
  }
  const { sizes, ends_blank } = await maker.send({ do: "sizes", path: found.files.pdf }).catch((error) => {
    if (error instanceof Stopped) throw error;
    return { sizes: [] };
  });
  if (mine !== state) return;
  $("past-sheets").hidden = !sizes.length;
  sheets.lay({
    sizes,
    path: found.files.pdf,
    captions: sizes.map((/** @type {unknown} */ _, /** @type {number} */ place) =>
      found.captions?.[place] || (ends_blank && place === sizes.length - 1 ? say("left_empty") : "")),
    isBook: mine.door === "book" && !asked.get(mine, "booklet"),
    direction: text.directionOf(asked.get(mine, "language")),
  });
  $("result").classList.remove("stale");
  made.isLaid = true;
  act();
}

/** Do what was asked for while something was being made. */
function act() {
  const again = pending;
  pending = undefined;
  again?.();
}

/** @param {any} checked */
function displayChecked(checked) {
  cleared();
  shown = undefined;
  $("checked").hidden = false;
  showChecked($("checked"), checked, text);
  $("status").textContent = sayVerdict(checked, text); // so it is heard
  $("result").classList.remove("stale");
}

/** What the printer of a book that was made here would say of it. */
const checkMade = () => whenReady("check_waits", async (made) => {
  if (isJob) return;
  const wasHidden = $("checked").hidden;
  $("checked").hidden = true; // what it says may not hold any more
  const checked = await runJob("check_running", { do: "check", path: made.found.files.pdf });
  if (shown?.found !== made.found) return;
  if (!checked) { $("checked").hidden = wasHidden; return; }
  $("heard").textContent = checked.reports.map((/** @type {any} */ report) => sayVerdict(checked, text, report)).join(" ");
  // Each has the name under which it is saved.
  const names = Object.fromEntries(Object.entries(made.found.files).map(([kind, path]) => [path.split("/").at(-1), nameFile(kind, made.state)]));
  for (const report of checked.reports) report.file = names[report.file] ?? report.file;
  showChecked($("checked"), checked, text);
  $("checked").hidden = false;
  $("checked").scrollIntoView({ block: "nearest" });
});

// -- Files ------------------------------------------------------------------------------------------------------

/** Do something with what is shown; while something else is being made, as soon as that is there. word: what is said until
 * then. @param {string} word @param {(made: Shown) => unknown} action */
function whenReady(word, action) {
  if (shown && !isStale()) return action(shown);
  pending = () => shown && action(shown);
  note(say(word));
}

/** @type {Readonly<Record<string, string>>} */
const LACKS = { author: "lacks_author", year: "lacks_year", subtitle: "lacks_subtitle" };

/** What a book to be sold lacks, with the way to the field that mends it. @param {[string, string]} lack */
function lineOf([name, quoted]) {
  const row = item(say(LACKS[name], { [name]: quoted }));
  row.append(" ", button(say("fault_field", { field: form.labelOf(name) }), () => form.goTo(name)));
  return row;
}

/** The cover is made when it is asked for. @param {Found} book */
async function makeCover(book) {
  const made = isJob ? undefined : await runJob("cover_making", { do: "cover", path: book.files.pdf });
  if (!made) return false;
  $("remarks").replaceChildren(...[...book.remarks, ...(made.faults ?? made.remarks)].map(remark));
  $("lacks").replaceChildren(...book.lacks.map(lineOf), ...(made.has_box ? [item(say("barcode_box"))] : []));
  $("remarks-title").hidden = !$("remarks").firstChild && !$("lacks").firstChild;
  if (made.faults) {
    $("remarks").scrollIntoView({ block: "nearest" });
    return false;
  }
  book.files.cover = made.path;
  $("command").textContent = `${book.command} && ${made.command}`;
  return true;
}

/** What was said of a book without its cover is so no more once it has one. @param {string} kind */
function saved(kind) {
  if (kind === "cover" && !$("checked").hidden) checkMade();
}

/** @param {File | undefined} file */
async function take(file) {
  if (!file) return;
  if (state.door === "again" && file.type.startsWith("image/") && !file.name.endsWith(".svg")) {
    const code = await codeIn(file);
    ask(asked.change(state, "code", code || ""));
    $("file-name").textContent = code ? "" : say("no_code");
    return;
  }
  pupils.isOpen = true; // a list is corrected in a table
  ask(asked.drop(state, { name: file.name.replace(/[/\\]/g, "_"), content: await file.arrayBuffer() }));
}

/** The outline of what was drawn or photographed becomes that of the mazes. @param {File | undefined} file */
async function takePicture(file) {
  if (!file) return;
  const svg = await outlineIn(file);
  if (!svg) { $("picture-hint").textContent = say("picture_none"); return tell("picture_none"); }
  $("picture-hint").textContent = say("picture_hint");
  ask(asked.drop(state, { name: "picture.svg", content: new TextEncoder().encode(svg).buffer }));
}

// -- Begin ------------------------------------------------------------------------------------------------------

/** @typedef {any} Happening an event of an element of the page */
document.querySelector(".skip")?.addEventListener("click", (event) => {
  event.preventDefault();
  (state.door === asked.ENTRANCE ? $("gallery").querySelector("a") : $("form")).focus();
});
$("form").addEventListener("submit", (/** @type {Happening} */ event) => event.preventDefault());
$("form").addEventListener("input", (/** @type {Happening} */ { target }) => {
  if (!target.name) return;
  const link = target.id === "code" && asked.linkIn(target.value);
  if (link) return ask(asked.fromAddress(link, usualFor), { goes: true });
  if (target.id === "printer" && state.door === "book") {
    const takes = Object.fromEntries(Object.entries(choices.printers).map(([name, printer]) => [name, printer.pages]));
    return ask(asked.printWith(state, target.value, takes));
  }
  const isChosen = target.tagName === "SELECT";
  ask(asked.change(state, target.name, target.value), { what: isChosen ? "" : target.name, at: isChosen ? 0 : 350 });
});
$("form").addEventListener("focusout", () => past.pause());
$("as-table").addEventListener("click", () => {
  pupils.isOpen = !pupils.isOpen;
  pupils.show(state.file, asked.get(state, "names"));
});
$("shuffle").addEventListener("click", () => ask(asked.change(state, "seed", freshSeed())));
const undo = () => { const before = canUndo() && past.undo(); if (before) turn(before); };
$("undo").addEventListener("click", undo);
$("stop").addEventListener("click", stop);
$("go-on").addEventListener("click", make);
$("to-sheets").addEventListener("click", (/** @type {Happening} */ event) => {
  event.preventDefault();
  const [save] = all("#files:not([hidden]) .main");
  (save ?? $("result")).focus();
  $("result").scrollIntoView({ block: "start" });
});
$("past-sheets").addEventListener("click", (/** @type {Happening} */ event) => {
  event.preventDefault();
  $("more").querySelector("summary").focus();
});
// Emptied at once: so the same file may be chosen again, when something in it was mended.
$("file").addEventListener("change", (/** @type {Happening} */ { target }) => { const [file] = target.files; target.value = ""; take(file); });
$("picture").addEventListener("change", (/** @type {Happening} */ { target }) => { const [file] = target.files; target.value = ""; takePicture(file); });
$("no-picture").addEventListener("click", () => ask(asked.takeAway(state)));
$("drop").addEventListener("dragover", (/** @type {Happening} */ event) => { event.preventDefault(); $("drop").classList.add("over"); });
$("drop").addEventListener("dragleave", () => $("drop").classList.remove("over"));
document.addEventListener("dragover", (event) => event.preventDefault());
document.addEventListener("drop", (/** @type {Happening} */ event) => {
  event.preventDefault();
  $("drop").classList.remove("over");
  if (!$("drop").hidden) take(event.dataTransfer.files[0]);
});
$("result").addEventListener("click", (/** @type {Happening} */ { target }) => {
  if (target.dataset.file) save(target.dataset.file);
  if (target.dataset.print) print(target.dataset.print);
});
$("check-now").addEventListener("click", checkMade);
$("copy").addEventListener("click", async () => {
  await navigator.clipboard.writeText(new URL(asked.toAddress(state), location.href).href);
  $("copy").textContent = say("copied");
  setTimeout(() => { $("copy").textContent = say("copy"); }, 2000);
});
$("tongue").addEventListener("change", (/** @type {Happening} */ { target }) => ask(asked.speak(state, target.value, languageFor)));
document.addEventListener("click", (/** @type {Happening} */ event) => {
  const door = event.target.closest("a[data-door]")?.dataset.door;
  if (door === undefined || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  if (door === state.door) return;
  const names = state.door === "class" && state.file && pupils.write(state.file);
  // A list that was chosen stays, as the names that it had.
  ask(asked.enter(names ? asked.change(state, "names", names) : state, door), { goes: true });
  // Where little is in view at a time, one sees where one is.
  if ($("form-title").getBoundingClientRect().top > innerHeight * 0.8) $("form").scrollIntoView();
});
document.addEventListener("keydown", (/** @type {Happening} */ event) => {
  if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
  const isTyping = ["INPUT", "TEXTAREA"].includes(event.target.tagName);
  if (event.key === "p" && state.door !== asked.ENTRANCE && (shown || isBusy)) { event.preventDefault(); print("pdf"); }
  if (event.key === "z" && !isTyping && canUndo()) { event.preventDefault(); undo(); }
});
window.addEventListener("popstate", ({ state: kept }) => {
  if (kept && visited[kept.step]) {
    step = kept.step;
    turn(visited[step]);
  } else if (location.hash !== asked.toAddress(state)) { // a link, pasted or followed
    past.keep(state, "");
    step = visited.length;
    turn(asked.fromAddress(location.hash, usualFor));
  }
});

// A browser may keep a page that was left as it was, for those who come back.
window.addEventListener("pagehide", ({ persisted }) => { if (persisted) { giveUp(); maker.sleep(); } });
window.addEventListener("pageshow", ({ persisted }) => {
  if (!persisted) return;
  held = undefined;
  maker.wake();
  if (!asked.isEmpty(state)) make();
});

speak();
visited[0] = state;
history.replaceState({ step }, "", asked.toAddress(state));
form.show(state, true);
document.documentElement.classList.add("awake");
if (asked.isEmpty(state)) cleared();
else make();
maker.listen(told);
