// @ts-check
// Files: what is saved and printed, and what is read from a picture.

import { fit, trace } from "./trace.js";

/** @param {BlobPart} content @param {string} name @param {string} type */
export function offer(content, name, type) {
  const url = URL.createObjectURL(new Blob([content], { type }));
  Object.assign(document.createElement("a"), { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 60000);
}

/** Print a PDF as it is, all its pages, in a frame of its own. @param {string} url @param {string} title
 * @param {() => void} [done] what is done when the print window is closed, or another shows the file */
export function printPdf(url, title, done = () => {}) {
  if (navigator.pdfViewerEnabled === false) {
    window.open(url, "_blank");
    return done();
  }
  document.querySelector("iframe.print")?.remove();
  const frame = Object.assign(document.createElement("iframe"), { className: "print", src: url, title, tabIndex: -1 });
  frame.setAttribute("aria-hidden", "true");
  const before = /** @type {HTMLElement | null} */ (document.activeElement);
  frame.addEventListener("load", () => {
    try {
      frame.contentWindow?.focus();
      frame.contentWindow?.print();
      frame.blur(); // it is not seen
      before?.focus({ preventScroll: true });
    } catch {
      window.open(url, "_blank");
    }
    done();
  });
  document.body.append(frame);
}

/** A picture as pixels. @param {ImageBitmap} image @param {number} width @param {number} height */
function pixels(image, width, height) {
  const context = /** @type {OffscreenCanvasRenderingContext2D} */ (new OffscreenCanvas(width, height).getContext("2d"));
  context.imageSmoothingQuality = "high";
  context.drawImage(image, 0, 0, width, height);
  return context.getImageData(0, 0, width, height);
}

/** The outline of what was drawn or photographed, as SVG; null if there is none. @param {Blob} file */
export async function outlineIn(file) {
  try {
    const image = await createImageBitmap(file);
    const [width, height] = fit(image.width, image.height);
    return trace(pixels(image, width, height));
  } catch { // it is no picture that a browser opens
    return null;
  }
}

/** What the QR code in a picture says; null if there is none. @param {Blob} picture @returns {Promise<string | null>} */
export async function codeIn(picture) {
  const reader = /** @type {any} */ (window);
  if (!reader.jsQR) {
    await new Promise((resolve, reject) => {
      document.head.append(Object.assign(document.createElement("script"), { src: "jsqr.js", onload: resolve, onerror: reject }));
    });
  }
  let image;
  try { image = await createImageBitmap(picture); } catch { return null; }
  for (const side of [1600, 900, 500]) {
    const scale = Math.min(1, side / Math.max(image.width, image.height));
    const [width, height] = [image.width, image.height].map((length) => Math.max(1, Math.round(length * scale)));
    const found = reader.jsQR(pixels(image, width, height).data, width, height);
    if (found) return found.data;
  }
  return null;
}
