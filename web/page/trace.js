// @ts-check
// The outline of what is drawn on a sheet of paper, from a photo of it. It knows no page, so it is tested without a browser.

const FINEST = 300; // the longer side of what is traced, in pixels
const MIN_SHARE = 0.005; // of the picture, that a figure covers
const MAX_OFF = 0.8; // how far a corner that is left out may lie from the outline, in pixels

/** How large a picture is traced. @param {number} width @param {number} height */
export function fit(width, height) {
  const scale = Math.min(1, FINEST / Math.max(width, height));
  return [Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale))];
}

/** The outline of the largest figure as an SVG file; null if none is seen. A line that is closed holds what is in it.
 * @param {{width: number, height: number, data: Uint8ClampedArray}} picture */
export function trace({ width, height, data }) {
  const w = width + 4, h = height + 4; // with a rim that is outside
  const greys = new Uint8Array(width * height);
  for (let i = 0; i < greys.length; i++) {
    const [r, g, b, a] = data.subarray(4 * i, 4 * i + 4);
    greys[i] = 255 - Math.round((255 - (0.299 * r + 0.587 * g + 0.114 * b)) * a / 255);
  }
  const middle = split(greys);
  const drawn = new Uint8Array(w * h);
  for (let i = 0; i < greys.length; i++) {
    if (greys[i] > middle) continue;
    const at = (Math.floor(i / width) + 2) * w + (i % width) + 2;
    for (const step of [0, 1, -1, w, -w]) drawn[at + step] = 1; // small gaps in a line close
  }
  const outside = flood(w, h, 0, (at) => !drawn[at]);
  const seen = outside;
  let best = /** @type {number[]} */ ([]);
  for (let at = 0; at < w * h; at++) {
    if (seen[at]) continue;
    const figure = flood(w, h, at, (other) => !outside[other]);
    const places = [];
    for (let i = at; i < w * h; i++) if (figure[i]) { places.push(i); seen[i] = 1; }
    if (places.length > best.length) best = places;
  }
  if (best.length < MIN_SHARE * w * h || best.length > 0.95 * width * height) return null;
  const inside = new Uint8Array(w * h);
  for (const at of best) inside[at] = 1;
  const corners = simplify(walk(inside, w, best[0]));
  const path = corners.map(([x, y]) => `${x} ${y}`).join("L");
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${w} ${h}"><path d="M${path}z"/></svg>\n`;
}

/** The grey that best parts dark from light (Otsu). @param {Uint8Array} greys */
function split(greys) {
  const counts = new Array(256).fill(0);
  for (const grey of greys) counts[grey] += 1;
  const whole = greys.reduce((sum, grey) => sum + grey, 0);
  let best = 0, at = 127, dark = 0, below = 0;
  for (let grey = 0; grey < 255; grey++) {
    dark += counts[grey];
    below += grey * counts[grey];
    const light = greys.length - dark;
    if (!dark || !light) continue;
    const between = dark * light * (below / dark - (whole - below) / light) ** 2;
    if (between > best) [best, at] = [between, grey];
  }
  return at;
}

/** The places that hang together with a first one. @param {number} w @param {number} h @param {number} first @param {(at: number) => boolean} takes */
function flood(w, h, first, takes) {
  const seen = new Uint8Array(w * h), waiting = [first];
  seen[first] = 1;
  while (waiting.length) {
    const at = /** @type {number} */ (waiting.pop()), x = at % w;
    for (const next of [x ? at - 1 : -1, x < w - 1 ? at + 1 : -1, at - w, at + w]) {
      if (next >= 0 && next < w * h && !seen[next] && takes(next)) { seen[next] = 1; waiting.push(next); }
    }
  }
  return seen;
}

/** The corners around a figure, with the figure at the right hand. first: its first place, so its upper left corner is one.
 * @param {Uint8Array} inside @param {number} w @param {number} first @returns {[number, number][]} */
function walk(inside, w, first) {
  const start = [first % w, Math.floor(first / w)];
  const steps = [[1, 0], [0, 1], [-1, 0], [0, -1]];
  // The places ahead at the left and at the right of a corner, for each way.
  const ahead = [[[0, -1], [0, 0]], [[0, 0], [-1, 0]], [[-1, 0], [-1, -1]], [[-1, -1], [0, -1]]];
  /** @type {[number, number][]} */
  const corners = [];
  let [x, y] = start, way = 0;
  do {
    corners.push([x, y]);
    x += steps[way][0];
    y += steps[way][1];
    const [left, right] = ahead[way].map(([dx, dy]) => inside[(y + dy) * w + x + dx]);
    if (!right) way = (way + 1) % 4;
    else if (left) way = (way + 3) % 4;
  } while (x !== start[0] || y !== start[1]);
  return corners;
}

/** Fewer corners that show the same (Douglas and Peucker). @param {[number, number][]} corners @returns {[number, number][]} */
function simplify(corners) {
  const kept = new Set([0, corners.length >> 1]);
  const waiting = [[0, corners.length >> 1], [corners.length >> 1, corners.length]];
  while (waiting.length) {
    const [from, to] = /** @type {number[]} */ (waiting.pop());
    const [x1, y1] = corners[from], [x2, y2] = corners[to % corners.length];
    const length = Math.hypot(x2 - x1, y2 - y1) || 1;
    let most = MAX_OFF, at = -1;
    for (let i = from + 1; i < to; i++) {
      const [x, y] = corners[i];
      const off = Math.abs((x2 - x1) * (y1 - y) - (x1 - x) * (y2 - y1)) / length;
      if (off > most) [most, at] = [off, i];
    }
    if (at >= 0) { kept.add(at); waiting.push([from, at], [at, to]); }
  }
  return corners.filter((_, i) => kept.has(i));
}
