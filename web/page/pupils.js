// @ts-check
// The pupils of a class as a table that somebody corrects. What it has in its cells is text again at once, as if it had been
// typed; the functions for that know no page, so they are tested without a browser.

import { $, all, button, hide } from "./elements.js";

/** columns: what is said of each pupil, the name first; rows: the cells of each pupil.
 * @typedef {{columns: readonly string[], rows: readonly (readonly string[])[]}} Table */
/** What a list holds. lines: the row of the table in which each of its pupils is; isOwn: whether it was written in a table here.
 * @typedef {{table: Table, lines: readonly number[], isOwn?: boolean}} Known */

/** The columns that each table has. */
const USUAL = ["name", "level", "group"];
const BLANK_LINES = 3;
/** Of more lines nobody needs a table. */
const MAX_LINES = 500;
const MAX_PAST = 100;

/** The same with all usual columns. @param {Table} table @returns {Table} */
export function widen({ columns, rows }) {
  const wide = [...new Set([...USUAL, ...columns])];
  return { columns: wide, rows: rows.map((cells) => wide.map((column) => cells[columns.indexOf(column)] ?? "")) };
}

/** A table to write in. @returns {Table} */
export const makeBlank = () => addLines({ columns: USUAL, rows: [] }, BLANK_LINES);

/** @param {Table} table @param {number} count @returns {Table} */
export function addLines({ columns, rows }, count) {
  return { columns, rows: [...rows, ...Array.from({ length: count }, () => columns.map(() => ""))] };
}

/** @param {Table} table @param {number} line @returns {Table} */
export const removeLine = ({ columns, rows }, line) => ({ columns, rows: rows.filter((_, place) => place !== line) });

/** The same with cells put in, from one on; there are as many lines as they need, and no more columns.
 * @param {Table} table @param {number} line @param {number} column @param {readonly (readonly string[])[]} cells @returns {Table} */
export function putIn(table, line, column, cells) {
  const { columns, rows } = addLines(table, Math.max(0, line + cells.length - table.rows.length));
  return { columns, rows: rows.map((row, place) => row.map((cell, at) => cells[place - line]?.[at - column] ?? cell)) };
}

/** The cells of a text that was copied from a spreadsheet or a list. @param {string} text */
export const cellsIn = (text) => text.replace(/\r\n?/g, "\n").replace(/\n+$/, "").split("\n").map((line) => line.split("\t").map((cell) => cell.trim()));

/** @param {Table} table */
export const isBlank = ({ rows }) => rows.every((cells) => cells.every((cell) => !cell.trim()));

const needsQuotes = (/** @type {string} */ cell) => /[",;|\t\n]/.test(cell);
const quote = (/** @type {string} */ cell) => needsQuotes(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;

/** A table as the text of a list: lines that have no name yet are left out, and so are columns without anything. A line of
 * titles comes first, if there is more than names. lines: the row of each pupil of the text.
 * @param {Table} table @param {(column: string) => string} title @returns {{names: string, lines: number[]}} */
export function writeNames({ columns, rows }, title) {
  const lines = [...rows.keys()].filter((line) => rows[line][0].trim());
  const used = [...columns.keys()].filter((place) => !place || lines.some((line) => rows[line][place].trim()));
  const cells = lines.map((line) => used.map((place) => rows[line][place].trim()));
  if (used.length > 1 || cells.flat().some(needsQuotes)) cells.unshift(used.map((place) => title(columns[place])));
  return { names: cells.map((row) => `${row.map(quote).join(",")}\n`).join(""), lines };
}

/** state.file or its names: what is asked for with it. changed: hears of each change, with the text of the list.
 * @param {{choices: any, text: ReturnType<import("./words.js").makeWords>, tongue: () => string,
 *   changed: (names: string, what: string) => void}} page */
export function makePupils({ choices, text, tongue, changed }) {
  const { say } = text;
  /** @type {WeakMap<import("./state.js").Dropped, Known | null>} */
  const files = new WeakMap();
  /** What each text holds that was read or written here; null: it cannot be read. @type {Map<string, Known | null>} */
  const texts = new Map();
  /** What is shown. @type {{file?: import("./state.js").Dropped, names: string}} */
  let shown = { names: "" };
  let isOpen = false, isNew = false, language = "";
  /** @type {Table} */
  let table = makeBlank();
  /** @type {readonly [number, string][]} */
  let wrong = [];

  const title = (/** @type {string} */ column) => USUAL.includes(column) ? say(`column_${column}`) : choices.columns[tongue()]?.[column] ?? column;

  /** @param {import("./state.js").Dropped | undefined} file @param {string} names */
  const find = (file, names) => file ? files.get(file) : names.trim() ? texts.get(names) : { table: makeBlank(), lines: [] };

  /** Those are kept that *Undo* may bring back. @param {string} names @param {Known | null} known */
  function keep(names, known) {
    texts.delete(names);
    texts.set(names, known);
    if (texts.size > MAX_PAST) texts.delete([...texts.keys()][0]);
  }

  /** What Python found in a list. faults: the cells that are wrong, by pupil and column. Lines that were written here stay as
   * they are, as one of them may not be finished.
   * @param {import("./state.js").Dropped | undefined} file @param {string} names @param {Table | null} found
   * @param {readonly [number, string][]} faults */
  function read(file, names, found, faults) {
    const wide = found && widen(found), known = wide && { table: wide, lines: [...wide.rows.keys()] };
    if (file) files.set(file, known);
    else if (!texts.get(names)) keep(names, known);
    const lines = find(file, names)?.lines ?? [];
    wrong = faults.map(([pupil, column]) => [lines[pupil], column]);
    isNew = true;
  }

  /** The text of a list that was read. @param {import("./state.js").Dropped} file */
  function write(file) {
    const known = files.get(file);
    return known ? writeNames(known.table, title).names : "";
  }

  /** Show the list as a table or as text, as it is asked for. @param {import("./state.js").Dropped | undefined} file
   * @param {string} names */
  function show(file, names) {
    shown = { file, names };
    const known = find(file, names);
    $("list").setAttribute("aria-busy", String(isOpen && known === undefined));
    if (known === undefined && isOpen) return; // until it is read, what was there stays
    const isShort = known === undefined || (known !== null && known.table.rows.length <= MAX_LINES);
    const isTable = isOpen && known && isShort;
    if (isTable && (known.table !== table || language !== tongue() || !$("pupils").rows.length)) {
      table = known.table;
      lay();
    }
    $("names-box").hidden = Boolean(isTable);
    $("list").hidden = $("add-line").hidden = !isTable;
    hide($("as-table"), !isShort, $("names"));
    const word = isTable ? "as_text" : "as_table";
    $("as-table").dataset.word = word;
    $("as-table").textContent = say(word);
    if (isTable) mark();
  }

  /** Lay the table out; where somebody is in it, they stay. */
  function lay() {
    const at = findFocus();
    language = tongue();
    const head = document.createElement("tr");
    for (const column of table.columns) head.append(Object.assign(document.createElement("th"), { scope: "col", textContent: title(column) }));
    head.append(document.createElement("td"));
    $("pupils").tHead.replaceChildren(head);
    $("pupils").tBodies[0].replaceChildren(...table.rows.map(layLine));
    if (at) go(...at);
  }

  /** @param {readonly string[]} cells @param {number} line */
  function layLine(cells, line) {
    const row = document.createElement("tr"), number = text.number(line + 1);
    for (const [place, cell] of cells.entries()) {
      const field = Object.assign(document.createElement("input"), { value: cell, spellcheck: false, autocomplete: "off" });
      field.setAttribute("aria-label", say("cell", { column: title(table.columns[place]), line: number }));
      if (!place) field.setAttribute("autocapitalize", "words");
      Object.assign(field.dataset, { line, place });
      row.insertCell().append(field);
    }
    const remove = button("×", () => change(removeLine(table, line), [Math.min(line, table.rows.length - 2), table.columns.length]));
    remove.setAttribute("aria-label", [say("remove_line", { line: number }), cells[0]].filter(Boolean).join(": "));
    row.insertCell().append(remove);
    return row;
  }

  /** What can be used in a line: its fields, and what removes it. @param {number} line @param {number} place */
  const findField = (line, place) => $("pupils").tBodies[0].rows[line]?.cells[place]?.firstElementChild;

  function findFocus() {
    const cell = document.activeElement?.closest("#pupils tbody td");
    return /** @type {[number, number] | null} */ (cell && [/** @type {any} */ (cell.parentElement).sectionRowIndex, /** @type {any} */ (cell).cellIndex]);
  }

  /** @param {number} line @param {number} place */
  function go(line, place) {
    (findField(line, place) ?? $("add-line")).focus();
  }

  function mark() {
    for (const field of all("#pupils [aria-invalid]")) field.removeAttribute("aria-invalid");
    const fields = wrong.map(([line, column]) => findField(line, table.columns.indexOf(column))).filter(Boolean);
    for (const field of fields) field.setAttribute("aria-invalid", "true");
    if (isNew) fields[0]?.scrollIntoView({ block: "nearest" });
    isNew = false;
  }

  /** @param {Table} next @param {[number, number]} [to] where one goes, if the table is laid out again */
  function change(next, to, what = "") {
    table = next;
    wrong = [];
    const { names, lines } = writeNames(table, title);
    const isSame = names === (shown.file ? write(shown.file) : shown.names); // such as with one more blank line
    if (isSame && shown.file) files.set(shown.file, { table, lines });
    else keep(names, { table, lines, isOwn: true });
    if (to) {
      lay();
      go(...to);
    }
    if (!isSame) changed(names, what);
  }

  $("pupils").addEventListener("input", (/** @type {any} */ { target }) => {
    const { line, place } = target.dataset;
    change(putIn(table, +line, +place, [[target.value]]), undefined, `pupil ${line} ${place}`);
  });
  $("pupils").addEventListener("paste", (/** @type {any} */ event) => {
    const pasted = event.clipboardData.getData("text"), { line, place } = event.target.dataset;
    if (line === undefined || !/[\t\n\r]/.test(pasted.trim())) return;
    event.preventDefault();
    // A whole list may have titles, so it is read as any other list.
    if (isBlank(table)) return changed(pasted, "");
    change(putIn(table, +line, +place, cellsIn(pasted)), [+line, +place]);
  });
  $("pupils").addEventListener("keydown", (/** @type {any} */ event) => {
    const step = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" || event.key === "Enter" ? 1 : 0;
    const place = findFocus();
    if (!step || !place || event.target.tagName !== "INPUT" || event.isComposing) return;
    event.preventDefault();
    const [line, column] = [place[0] + step, place[1]];
    if (line === table.rows.length && event.key === "Enter") change(addLines(table, 1), [line, column]);
    else if (line >= 0 && line < table.rows.length) go(line, column);
  });
  $("add-line").addEventListener("click", () => change(addLines(table, 1), [table.rows.length, 0]));

  return {
    read, show, write,
    /** Whether names were written in the table, under titles of our own. @param {string} names */
    isOwn: (names) => Boolean(texts.get(names)?.isOwn),
    get isOpen() { return isOpen; },
    set isOpen(isTable) { isOpen = isTable; },
  };
}
