// @ts-check
// The sheets on the page: each is drawn when it comes into view, and a book can be opened at two pages.

import { $, all } from "./elements.js";
import { Stopped } from "./maker.js";

/** What is laid out. sizes: of each page; path: of the PDF; captions: of each page; isBook: whether it can be opened, the way
 * that its language is read.
 * @typedef {{sizes: [number, number][], path: string, captions: readonly string[], isBook: boolean, direction: string}} Laid */

/** @param {{maker: import("./maker.js").Maker, text: ReturnType<import("./words.js").makeWords>, isBusy: () => boolean}} page */
export function makeSheets({ maker, text, isBusy }) {
  const { say } = text;
  /** @type {Laid} */
  let laid = { sizes: [], path: "", captions: [], isBook: false, direction: "" };
  let round = 0;
  // A book lies open at two pages, the first of which stands alone; one from right to left opens the other way.
  let leaf = 0, isOpen = false;

  const watcher = new IntersectionObserver((entries) => {
    for (const entry of entries) if (entry.isIntersecting) {
      watcher.unobserve(entry.target);
      draw(entry.target);
    }
  }, { rootMargin: "600px" });

  /** Lay out what was made, from its first pages on. @param {Laid} next */
  function lay(next) {
    laid = next;
    leaf = 0;
    arrange();
  }

  function arrange() {
    const { sizes, path, captions } = laid;
    round += 1;
    watcher.disconnect();
    const before = all("#sheets > li");
    const next = sizes.map(([width, height], place) => {
      const known = before[place] || document.createElement("li");
      const canvas = known.querySelector("canvas") || known.appendChild(document.createElement("canvas"));
      const caption = known.querySelector("span") || known.appendChild(document.createElement("span"));
      canvas.setAttribute("role", "img");
      canvas.setAttribute("aria-label", [say("sheet", { page: place + 1, pages: sizes.length }), captions[place]].filter(Boolean).join(" · "));
      caption.textContent = [text.number(place + 1), captions[place]].filter(Boolean).join(" · ");
      caption.setAttribute("aria-hidden", "true");
      canvas.style.aspectRatio = `${width} / ${height}`;
      Object.assign(known.dataset, { page: place + 1, path, round });
      return known;
    });
    $("sheets").replaceChildren(...next);
    $("turning").hidden = !laid.isBook;
    turnTo(leaf);
    for (const each of next) watcher.observe(each);
  }

  /** @param {number} next */
  function turnTo(next) {
    const sheets = all("#sheets > li"), isBook = isOpen && !$("turning").hidden;
    const leaves = Math.floor(sheets.length / 2) + 1;
    leaf = Math.max(0, Math.min(next, leaves - 1));
    const numbers = [2 * leaf, 2 * leaf + 1].filter((number) => number >= 1 && number <= sheets.length);
    for (const [place, sheet] of sheets.entries()) sheet.hidden = isBook && !numbers.includes(place + 1);
    $("sheets").classList.toggle("open", isBook);
    $("sheets").classList.toggle("first", isBook && leaf === 0);
    $("sheets").dir = isBook ? laid.direction : "";
    $("view").setAttribute("aria-pressed", String(isBook));
    for (const id of ["back", "leaf", "on"]) $(id).hidden = !isBook;
    $("back").disabled = leaf === 0;
    $("on").disabled = leaf === leaves - 1;
    $("leaf").textContent = isBook ? say(numbers[1] ? "facing_pages" : "sheet", { page: numbers[0], to: numbers[1], pages: sheets.length }) : "";
  }

  /** @param {any} sheet */
  async function draw(sheet) {
    const { page, path, round: of } = sheet.dataset;
    const canvas = sheet.querySelector("canvas");
    const wide = Math.min(1600, Math.max(200, Math.round(canvas.clientWidth * Math.min(4, devicePixelRatio || 1))));
    try {
      const { width, height, pixels } = await maker.send({ do: "page", path, number: +page, wide });
      if (sheet.dataset.round !== of) return;
      canvas.width = width;
      canvas.height = height;
      canvas.getContext("2d").putImageData(new ImageData(new Uint8ClampedArray(pixels), width, height), 0, 0);
      sheet.dataset.drawn = of;
    } catch (error) {
      if (sheet.dataset.round === of && !isBusy() && !(error instanceof Stopped)) console.error(error); // else it is of sheets that are gone
    }
  }

  $("view").addEventListener("click", () => { isOpen = !isOpen; arrange(); });
  $("back").addEventListener("click", () => turnTo(leaf - 1));
  $("on").addEventListener("click", () => turnTo(leaf + 1));
  return { lay };
}
