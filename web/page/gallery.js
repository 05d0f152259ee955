// @ts-check
// The pictures at the entrance: each has sheets that are ready, and leads to the task that makes others.

import { $, all } from "./elements.js";
import { printPdf } from "./files.js";
import { fileName } from "./state.js";

/** paper: what most people have where the reader lives.
 * @param {{text: ReturnType<import("./words.js").makeWords>, paper: string}} page */
export function makeGallery({ text, paper }) {
  const { say } = text;

  /** @param {any} card @param {string} lang */
  function nameCard(card, lang) {
    const { readers, theme, book, door, outline, poster } = card.dataset;
    const isOfAges = /^ages-/.test(book || "");
    const parts = [readers && text.readers(readers), theme && text.theme(theme), book && text.readers(book), (door === "class" || isOfAges) && say(door), outline && say("names_as_mazes"), poster && say("file_poster")];
    const name = parts.filter(Boolean).join(" · ");
    card.querySelector("b").textContent = name;
    card.querySelector("small").textContent = `${say("pages")}: ${text.number(+card.dataset[paper])} · ${text.paperShort(paper)}`;
    const ready = `ready/${card.dataset.key}-${paper}.pdf`;
    const saved = card.querySelector("a[download]");
    saved.href = ready;
    saved.download = fileName([say("file_mazes"), ...parts.filter(Boolean), text.paperShort(paper)], "pdf");
    card.querySelector("a.maker").href = `#${card.dataset.link}&lang=${lang}&page=${paper}`;
    const printed = card.querySelector("button");
    printed.hidden = false;
    saved.setAttribute("aria-label", `${say("pdf")}: ${name}`);
    printed.setAttribute("aria-label", `${say("print")}: ${name}`);
  }

  $("cards").addEventListener("click", (/** @type {any} */ { target }) => {
    if (target.tagName === "BUTTON") printPdf(target.closest("li").querySelector("a[download]").href, say("print"));
  });
  return {
    /** Name each picture. @param {string} lang */
    speak(lang) { for (const card of all("#cards li")) nameCard(card, lang); },
  };
}
