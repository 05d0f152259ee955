// @ts-check
// The form: it shows what is asked for, in the language of the page.

import { $, all, hide } from "./elements.js";
import * as asked from "./state.js";

/** @typedef {import("./state.js").State} State */

/** What can be chosen. @param {string[][]} pairs of a value and what is said for it */
const list = (pairs) => pairs.map(([value, name]) => new Option(name, value));

/** The same under a heading. @param {string} label @param {string[][]} pairs */
function group(label, pairs) {
  const found = Object.assign(document.createElement("optgroup"), { label });
  found.append(...list(pairs));
  return found;
}

/** @param {string} id @param {string[][]} rows @param {string[][]} folded */
function fill(id, rows, folded = [], label = "") {
  $(id).replaceChildren(...list(rows), ...(folded.length ? [group(label, folded)] : []));
}

/** canUndo: whether there is anything to bring back; pupils: the list of a class, as it is shown to be corrected.
 * @param {{words: import("./words.js").Words, choices: any, text: ReturnType<import("./words.js").makeWords>,
 *   usualFor: (lang: string) => import("./state.js").Usual, canUndo: () => boolean,
 *   pupils: ReturnType<import("./pupils.js").makePupils>}} page */
export function makeForm({ words, choices, text, usualFor, canUndo, pupils }) {
  const { say } = text;

  /** Say everything in the language of the page. @param {State} state */
  function speak(state) {
    document.documentElement.lang = state.lang;
    document.documentElement.dir = text.direction();
    document.title = say("title");
    for (const each of all("[data-word]")) each.textContent = say(each.dataset.word);
    fill("tongue", Object.keys(words).map((tag) => [tag, words[tag].itself]));
    $("tongue").value = state.lang;
    fill("readers", choices.readers.map((/** @type {string} */ name) => [name, text.readers(name)]));
    fill("book", choices.books.map((/** @type {string} */ name) => [name, text.readers(name)]));
    fillThemes(state);
    fill("level", [1, 2, 3, 4, 5].map((level) => [String(level), say(`level_${level}`)]));
    fill("difficulty", [["easy", say("level_easy")], ["", say("level_normal")], ["hard", say("level_hard")]]);
    fill("key", ["separate", "inside"].map((name) => [name, say(`key_${name}`)]));
    fill("questions", [["", say("questions_none")], ...choices.questions.map((/** @type {string} */ rule) => [rule, text.questions(rule)])]);
    fillPapers(state);
    fill("printer", [["", say("printer_home")], ...Object.keys(choices.printers).map((name) => [name, text.printer(name)])]);
    fill("stock", [["", say("stock_white")], ["cream", say("stock_cream")]]);
    fill("ink", [["", say("ink_black")], ["premium-color", say("ink_color")]]);
    fill("booklet", [["", say("booklet_no")], ["yes", say("booklet_yes")]]);
    fill("poster", [["", say("booklet_no")], ...choices.posters.map((/** @type {string} */ sheets) => [sheets, say("poster_sheets", { sheets: sheets.replace("x", " × ") })])]);
    fill("language", text.languages());
  }

  /** Papers as everybody has them, and the others; for a printer, the sizes that this printer takes.
   * @param {State} state */
  function fillPapers(state) {
    const printer = state.door === "book" ? asked.get(state, "printer") : "";
    if ($("page").dataset.of === `${state.lang} ${printer}`) return;
    $("page").dataset.of = `${state.lang} ${printer}`;
    const takes = choices.printers[printer]?.pages;
    const rows = (/** @type {string[]} */ names) => names.map((name) => [name, text.paper(name)]);
    if (takes) return fill("page", rows(takes));
    const isUsual = (/** @type {string} */ name) => ["a4", "letter"].includes(name);
    const names = /** @type {string[]} */ (choices.papers);
    fill("page", rows(names.filter(isUsual)), rows(names.filter((name) => !isUsual(name))), say("more_papers"));
  }

  /** The field of files says which one is held, by a file of that name without content. @param {string} name */
  function hold(name) {
    if (($("file").files[0]?.name ?? "") === name) return;
    const held = new DataTransfer();
    if (name) held.items.add(new File([], name));
    $("file").files = held.files;
  }

  /** The pictures that come by themselves come first, and are named once, unless a link asks for them by their name.
   * @param {State} state */
  function fillThemes(state) {
    if (!asked.settings(state.door).includes("theme")) return;
    const usual = asked.usualTheme(state, choices.suits), chosen = asked.get(state, "theme");
    const of = [state.lang, usual, chosen === usual].join(" ");
    if ($("theme").dataset.of === of) return;
    $("theme").dataset.of = of;
    const others = choices.themes.filter((/** @type {string} */ name) => name !== usual);
    const first = chosen === usual ? [usual, text.theme(usual)] : ["", say("theme_usual", { theme: text.theme(usual) })];
    fill("theme", [first, ...others.map((/** @type {string} */ name) => [name, text.theme(name)])]);
  }

  /** Show what is asked for. @param {State} state @param {boolean} isOtherDoor */
  function show(state, isOtherDoor) {
    const isEntrance = state.door === asked.ENTRANCE;
    unmark();
    for (const each of all("[data-door]")) {
      if (each.dataset.door === state.door) each.setAttribute("aria-current", "page");
      else each.removeAttribute("aria-current");
    }
    $("gallery").hidden = !isEntrance;
    const [skip] = all(".skip");
    skip.dataset.word = isEntrance ? "gallery" : "skip";
    skip.textContent = say(skip.dataset.word);
    $("form").hidden = $("result").hidden = isEntrance;
    document.body.dataset.at = state.door || "entrance";
    const isPoster = state.door === "tonight" && Boolean(asked.get(state, "poster"));
    for (const each of all("[data-doors]")) each.hidden = !each.dataset.doors.split(" ").includes(state.door) || (isPoster && "sheets" in each.dataset);
    hide($("undo"), !canUndo(), $("form"));
    if (isEntrance) return;
    $("form-title").textContent = say(state.door);
    const [label, kinds] = { class: ["list", ".csv,.txt,.tsv,.xlsx"], check: ["check_file", ".pdf"] }[state.door] ?? ["file", ".pdf,.json,.toml,.svg,image/*"];
    $("file-label").textContent = say(label);
    $("file").accept = kinds;
    all("[for=trim]")[0].textContent = say(state.door === "check" ? "check_size" : "own_size");
    $("printer").options[0].hidden = state.door === "check"; // nobody is refused by their own printer
    const listed = state.door === "class" && state.file ? pupils.write(state.file) : "";
    const kept = state.door === "class" ? state.list ?? "" : "";
    const read = listed ? say("names_read", { file: state.file?.name }) : kept ? say("names_corrected", { file: kept }) : "";
    if ($("file-name").textContent !== read) $("file-name").textContent = read; // so it is heard once
    hold(state.file?.name ?? kept);
    hide($("no-picture"), state.door !== "tonight" || !state.file, $("picture"));
    fillPapers(state);
    fillThemes(state);
    const [language, book] = [asked.get(state, "language"), state.door === "class" ? "worksheet" : asked.get(state, "book")];
    for (const id of ["title", "subtitle"]) $("form").elements[id].placeholder = choices[`${id}s`][language]?.[book] ?? "";
    for (const name of asked.settings(state.door)) {
      const field = $("form").elements[name], value = name === "names" && listed || asked.get(state, name);
      if (field.tagName === "SELECT" && !all("option", field).some((option) => option.value === value)) field.add(new Option(value, value));
      if (field.value !== value) field.value = value;
    }
    $("names").rows = Math.max(5, Math.min(12, $("names").value.split("\n").length));
    if (state.door === "class") pupils.show(state.file, asked.get(state, "names"));
    if (!isOtherDoor) return;
    const [front, folded] = [true, false].map((isFront) => all("[data-front]").filter(({ dataset }) => (dataset.front === state.door) === isFront));
    $("shuffle").parentElement.before(...front);
    $("folded").querySelector(".few").prepend(...folded);
    const usual = { ...asked.begin(usualFor(state.lang)), door: state.door };
    $("same").open = false;
    $("folded").open = all("#folded [name]").some(({ name }) => name !== "seed" && asked.settings(state.door).includes(name)
      && asked.get(state, name) !== asked.get(usual, name));
  }

  function unmark() {
    for (const below of all("small.wrong")) below.remove();
    for (const field of all("[aria-invalid][name]")) {
      field.removeAttribute("aria-invalid");
      field.setAttribute("aria-describedby", field.getAttribute("aria-describedby").split(" ").filter((/** @type {string} */ id) => document.getElementById(id)).join(" "));
    }
  }

  const labelOf = (/** @type {string} */ name) => all(`[for=${$("form").elements[name].id}]`)[0].textContent;

  /** Go to a field, wherever it is. @param {string} name */
  function goTo(name) {
    const field = $("form").elements[name];
    for (let fold = field.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
    field.focus();
    field.scrollIntoView({ block: "center" });
  }

  /** Which fields mend what was wrong; each is marked until something else is asked for, and what was wrong stands below it.
   * lines: what is wrong, if it is not that it is no number; lang: its language, if it is not that of the page.
   * @param {State} state @param {readonly string[]} names */
  function sayFields(state, names, lines = "", lang = "") {
    return names.filter((name) => asked.settings(state.door).includes(name)).map((name) => {
      const field = $("form").elements[name];
      const said = say(lines ? "fault_field" : "fault_number", { field: labelOf(name) });
      const below = Object.assign(document.createElement("small"), { id: `${field.id}-wrong`, className: "wrong", textContent: lines || said });
      if (lang) Object.assign(below, { lang, dir: text.directionOf(lang) });
      field.after(below);
      field.setAttribute("aria-invalid", "true");
      field.setAttribute("aria-describedby", [field.getAttribute("aria-describedby"), below.id].filter(Boolean).join(" "));
      if (document.activeElement === field) below.scrollIntoView({ block: "nearest" });
      return said;
    }).join(" ");
  }

  return { speak, show, sayFields, labelOf, goTo };
}
