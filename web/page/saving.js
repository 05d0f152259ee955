// @ts-check
// What is done with what was made: it is saved, printed or shared, under a name for people.

import { $ } from "./elements.js";
import { offer, printPdf } from "./files.js";
import * as asked from "./state.js";

/** @typedef {import("./state.js").State} State */
/** What is on the page. found: what was made, as `doors.py` says it; file: the content of one of its files; ready: what is said
 * of it; isLaid: whether its pages are there.
 * @typedef {{state: State, found: Record<string, any>, file: (kind: string) => Promise<ArrayBuffer>,
 *   ready: [string, Record<string, any>?], isLaid: boolean}} Shown */

/** @type {Readonly<Record<string, string>>} */
const TYPES = { pdf: "application/pdf", key: "application/pdf", cover: "application/pdf", svg: "application/zip", recipe: "application/toml", picture: "image/svg+xml" };
/** @type {Readonly<Record<string, string>>} */
const ENDINGS = { pdf: "pdf", key: "pdf", cover: "pdf", svg: "zip", recipe: "toml", picture: "svg" };

/** suits: the theme that each age group and each book has by itself; whenReady: does something with what is shown, once nothing else is being made; makeCover: whether a book has its cover;
 * note: says something beside the buttons; saved: hears of each file that was saved.
 * @param {{text: ReturnType<import("./words.js").makeWords>, suits: Readonly<Record<string, string>>,
 *   whenReady: (word: string, action: (made: Shown) => unknown) => unknown,
 *   makeCover: (book: Record<string, any>) => Promise<boolean>, note: (line?: string) => void,
 *   saved: (kind: string) => void}} page */
export function makeSaving({ text, suits, whenReady, makeCover, note, saved }) {
  const { say } = text;

  /** Whom something is for and with which pictures, where that is asked. @param {State} of @returns {string[]} */
  function listWhat(of) {
    if (!asked.settings(of.door).includes("theme")) return [];
    const theme = asked.get(of, "theme") || asked.usualTheme(of, suits);
    return [text.readers(asked.get(of, of.door === "book" ? "book" : "readers")), theme && text.theme(theme)].filter(Boolean);
  }

  /** @param {string} kind @param {State} of */
  function nameFile(kind, of) {
    const value = (/** @type {string} */ name) => asked.get(of, name);
    /** @type {Record<string, () => string[]>} */
    const named = {
      tonight: () => [say(value("poster") ? "file_poster" : "file_mazes"), of.file ? "" : value("word"), value("poster") ? "" : value("child"), ...listWhat(of), text.paperShort(value("page"))].filter((part, at, parts) => parts.indexOf(part) === at),
      class: () => [value("title") || (of.file?.name ?? of.list ?? "").replace(/\.\w+$/, "") || say("class"), text.paperShort(value("page"))],
      book: () => [...(value("title") ? [value("title")] : text.book(value("book")).split(": ")), value("theme") && text.theme(value("theme")), value("printer") && text.printer(value("printer")), text.paperShort(value("page"))],
      again: () => [value("code").split(":").slice(1, 3).join(" ") || of.file?.name.replace(/\.\w+$/, "") || say("file_mazes")],
    };
    const parts = named[of.door]();
    if (kind === "key") parts.push(say("key"));
    if (kind === "cover") parts.push(say("cover_name"));
    return asked.fileName(parts, ENDINGS[kind]);
  }

  const save = (/** @type {string} */ kind) => whenReady("save_waits", async (made) => {
    if (kind === "cover" && !(await makeCover(made.found))) return;
    const name = nameFile(kind, made.state);
    offer(await made.file(kind), name, TYPES[kind]);
    note(say("saved_as", { file: name }));
    saved(kind);
  });

  /** How the same is made again stands below the sheets, so the buttons need no more room for it. @param {Shown} made */
  function sayAgain({ state, found }) {
    const { door, file } = state;
    const isWhole = found.code && door !== "class" && !(door === "tonight" && (file || asked.get(state, "poster")))
      && !(door === "book" && asked.get(state, "printer")); // what is sold gives no code away
    const again = isWhole ? say("saved_again", { again: say("again") })
      : door === "class" ? say("saved_class", { seed: asked.get(state, "seed"), field: say("seed") }) : "";
    $("again-hint").hidden = !again;
    $("again-hint").textContent = again;
  }

  const print = (/** @type {string} */ kind) => whenReady("print_waits", async (made) => {
    const isSold = made.state.door === "book" && asked.get(made.state, "printer");
    note([say("print_opening"), isSold ? "" : say("print_hint")].join(" ").trim());
    const content = await made.file(kind);
    printPdf(URL.createObjectURL(new Blob([content], { type: TYPES.pdf })), say("print"), note);
  });

  const canShare = () => {
    try { return Boolean(navigator.canShare?.({ files: [new File([""], "a.pdf", { type: TYPES.pdf })] })); } catch { return false; }
  };

  const share = () => whenReady("share_waits", async (made) => {
    const name = nameFile("pdf", made.state);
    const file = new File([await made.file("pdf")], name, { type: TYPES.pdf });
    try { await navigator.share({ files: [file], title: name.replace(/\.pdf$/, "") }); } catch { /* whoever shares may think better of it */ }
  });

  $("share").addEventListener("click", share);
  return { save, print, canShare, nameFile, listWhat, sayAgain };
}
