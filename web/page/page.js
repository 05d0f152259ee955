// The page: what is asked for goes to the worker, what comes back is shown. Nothing of it leaves this computer: no request
// carries anything, nothing is stored, and the address holds settings and codes, never names or titles.

const $ = (id) => document.getElementById(id);
const fields = [...document.querySelectorAll("form [name]")];
const KEPT = {
  tonight: ["readers", "difficulty", "theme", "mazes", "page", "language", "seed"],
  class: ["level", "page", "key", "language", "seed"],
  book: ["book", "difficulty", "theme", "pages", "page", "language", "seed"],
  again: ["code"],
};
const OWN = { class: ["names", "title"], book: ["title", "author"] };

const [words, choices] = await Promise.all(["words.json", "choices.json"].map(async (path) => (await fetch(path)).json()));
let address = new URLSearchParams(location.hash.slice(1));
let door, tongue, dropped, made, round = 0;

// -- Words ----------------------------------------------------------------------------------------------------

const own = () => words[tongue] || words.en;
const number = (value) => new Intl.NumberFormat(tongue).format(value);
const say = (key, blanks = {}) =>
  (own()[key] ?? words.en[key] ?? key).replace(/\{(\w+)\}/g, (_, blank) => typeof blanks[blank] === "number" ? number(blanks[blank]) : blanks[blank]);
const named = (kind, name) => own()[`${kind}_${name.replaceAll("-", "_")}`] ?? words.en[`${kind}_${name.replaceAll("-", "_")}`];
const plain = (name) => name[0].toUpperCase() + name.slice(1).replaceAll("-", " ");

const readersNamed = (name) => {
  const ages = /^(?:ages-)?(\d+)-(\d+)$/.exec(name);
  return ages ? say("ages", { from: +ages[1], to: +ages[2] }) : named("for", name) ?? plain(name);
};
const bookNamed = (name) => {
  const titles = choices.titles[tongue] || {};
  return titles[name] ? `${readersNamed(name)}: ${titles[name]}` : readersNamed(name);
};
const paperNamed = (name) => {
  const size = choices.pages[name];
  const title = /^\d/.test(name) ? "" : `${plain(name)}, `;
  return title + size.replace("x", " × ").replace(/(in|mm)$/, " $1");
};

function fill(id, rows, otherwise) {
  const before = $(id).value || otherwise;
  $(id).replaceChildren(...rows.map(([value, text]) => new Option(text, value)));
  $(id).value = rows.some(([value]) => value === before) ? before : otherwise;
}

function speak(to) {
  tongue = to;
  document.documentElement.lang = tongue;
  document.documentElement.dir = own().direction;
  document.title = say("title");
  for (const each of document.querySelectorAll("[data-word]")) each.textContent = say(each.dataset.word);
  const languages = new Intl.DisplayNames([tongue], { type: "language" });
  const spoken = choices.languages.map((tag) => [tag, tag === "none" ? say("wordless") : words[tag]?.itself || languages.of(tag)]);
  fill("tongue", Object.keys(words).map((tag) => [tag, words[tag].itself]), tongue);
  $("tongue").value = tongue;
  fill("readers", choices.readers.map((name) => [name, readersNamed(name)]), "7-8");
  fill("book", choices.books.map((name) => [name, bookNamed(name)]), "ages-7-8");
  fill("theme", [["", say("theme_own")], ...choices.themes.map((name) => [name, named("theme", name) ?? plain(name)])], "");
  fill("level", [1, 2, 3, 4, 5].map((level) => [String(level), say(`level_${level}`)]), "3");
  fill("difficulty", [["easy", say("level_easy")], ["", say("level_normal")], ["hard", say("level_hard")]], "");
  fill("key", ["separate", "inside"].map((name) => [name, say(`key_${name}`)]), "separate");
  fill("page", Object.keys(choices.pages).map((name) => [name, paperNamed(name)]), paper());
  $("language").replaceChildren(...spoken.map(([value, text]) => new Option(text, value)));
  if (!spoken.some(([tag]) => tag === address.get("language"))) $("language").value = choices.languages.includes(tongue) ? tongue : "none";
  $("pages").placeholder = say("pages_own");
}

const paper = () => (navigator.languages || []).some((tag) => /-(US|CA|MX|PH|CO|CL|VE)$/.test(tag)) ? "letter" : "a4";
const firstTongue = () => [address.get("lang"), ...(navigator.languages || []).flatMap((tag) => [tag, tag.split("-")[0]])].find((tag) => tag in words) || "en";

// -- The address ------------------------------------------------------------------------------------------------

const LETTERS = "abcdefghjkmnpqrstuvwxyz23456789";
function freshSeed() {
  let seed = "";
  while (seed.length < 8) {
    const [byte] = crypto.getRandomValues(new Uint8Array(1));
    if (byte < LETTERS.length * 8) seed += LETTERS[byte % LETTERS.length];
  }
  return seed;
}

function read() {
  address = new URLSearchParams(location.hash.slice(1));
  if (address.get("lang") in words && address.get("lang") !== tongue) speak(address.get("lang"));
  open(address.get("door") in KEPT ? address.get("door") : address.has("code") ? "again" : "tonight");
  for (const name of KEPT[door]) {
    const field = $("form").elements[name];
    if (!address.has(name)) continue;
    if (field.tagName === "SELECT" && ![...field.options].some(({ value }) => value === address.get(name))) {
      field.add(new Option(address.get(name), address.get(name)));
    }
    field.value = address.get(name);
  }
  if (!$("seed").value) $("seed").value = freshSeed();
}

function link() {
  const kept = new URLSearchParams({ door, lang: tongue });
  for (const name of KEPT[door]) if ($("form").elements[name].value) kept.set(name, $("form").elements[name].value);
  return `#${kept}`;
}

function open(which) {
  door = which;
  for (const each of document.querySelectorAll("[data-door]")) {
    if (each.dataset.door === door) each.setAttribute("aria-current", "page");
    else each.removeAttribute("aria-current");
  }
  for (const each of document.querySelectorAll("[data-doors]")) each.hidden = !each.dataset.doors.split(" ").includes(door);
  $("form-title").textContent = say(door);
  $("file-label").textContent = say(door === "class" ? "list" : "file");
  $("file").accept = door === "class" ? ".csv,.txt,.tsv" : ".pdf,.json,.toml,.svg,image/*";
  forget();
}

function forget() {
  dropped = undefined;
  $("file").value = "";
  $("file-name").textContent = "";
}

// -- Asking -----------------------------------------------------------------------------------------------------

const worker = { waiting: new Map(), ids: 0 };

function begin() {
  worker.thread = new Worker("worker.js", { type: "module" });
  worker.thread.onmessage = ({ data }) => {
    if (data.loaded) return loaded(data.loaded);
    if (data.progress) return progressed(data.progress);
    if (data.id === undefined) return broken(data.broken);
    const { resolve, reject } = worker.waiting.get(data.id);
    worker.waiting.delete(data.id);
    if ("broken" in data) reject(new Error(data.broken));
    else resolve(data.found);
  };
  worker.thread.onerror = (event) => broken(event.message);
}

const send = async (task) => {
  await ready;
  return new Promise((resolve, reject) => {
    const id = ++worker.ids;
    worker.waiting.set(id, { resolve, reject });
    worker.thread.postMessage({ id, ...task });
  });
};

function request() {
  const found = { door };
  for (const name of [...KEPT[door], ...(OWN[door] || [])]) found[name] = $("form").elements[name].value;
  if (door === "tonight" && !found.theme) found.theme = choices.suits[found.readers] || "";
  if (dropped) found[door === "class" ? "list" : "file"] = dropped.name;
  if (dropped && door === "again") found.code = "";
  return found;
}

let waiting, changes = 0, isBusy = false, isWanted = false;

function outdate() {
  changes += 1;
  $("result").classList.add("stale");
}

function changed({ at = 350 } = {}) {
  history.replaceState(null, "", link());
  outdate();
  clearTimeout(waiting);
  waiting = setTimeout(make, at);
}

async function make() {
  if (isBusy) { isWanted = true; return; }
  const what = request();
  const isEmpty = door === "again" && !what.code && !dropped;
  if (isEmpty) return cleared();
  isBusy = true;
  const mine = changes;
  $("progress").removeAttribute("value");
  $("progress").hidden = false;
  tell(isLoaded ? "working" : "loading");
  try {
    const found = await send({ do: "make", asked: what, file: dropped });
    if (mine === changes) await show(found, what, mine); // else it is no more what is asked for
  } catch (error) {
    broken(error.message);
  }
  isBusy = false;
  if (isWanted) { isWanted = false; make(); }
}

let isLoaded = false;
function loaded(step) {
  isLoaded = step === 2;
  if (isLoaded) $("progress").removeAttribute("value");
  else $("progress").value = 0.5;
}

function progressed({ what, done, total }) {
  $("progress").max = total || 1;
  $("progress").value = done;
  if (what === "drawing mazes") tell("drawing", { done, total });
  else tell("working");
}

// -- Showing ----------------------------------------------------------------------------------------------------

const tell = (key, blanks) => { const text = key && say(key, blanks); if ($("status").textContent !== text) $("status").textContent = text || ""; };

function cleared() {
  made = undefined;
  tell("again_empty");
  for (const id of ["files", "faults", "more", "progress", "print-hint"]) $(id).hidden = true;
  $("sheets").replaceChildren();
  $("result").classList.remove("stale");
}

function broken(message) {
  cleared();
  tell("");
  faulty([say("broken"), message]);
}

function faulty(lines) {
  $("faults").hidden = false;
  $("faults").querySelector("ul").replaceChildren(...lines.map((line) => item(line)));
}

const item = (text) => Object.assign(document.createElement("li"), { textContent: text });

async function show(found, asked, mine) {
  $("progress").hidden = true;
  if (found.faults) {
    cleared();
    tell("");
    faulty(found.faults);
    return;
  }
  made = found;
  $("faults").hidden = true;
  $("files").hidden = $("more").hidden = $("print-hint").hidden = false;
  for (const button of $("files").querySelectorAll("[data-file]")) {
    const kind = button.dataset.file;
    button.hidden = !(kind in made.files) || (kind === "recipe" && asked.door !== "book");
  }
  $("remarks").replaceChildren(...made.remarks.map(item));
  $("code-line").hidden = !made.code || asked.door === "class";
  $("made-code").textContent = made.code;
  $("command").textContent = made.command;
  tell(asked.door === "class" && !asked.names.trim() && !asked.list ? "ready_spares" : "ready", { pages: made.pages });
  await sheets();
  if (mine !== changes) return;
  $("result").classList.remove("stale");
  keepAll();
}

const watcher = new IntersectionObserver((entries) => {
  for (const entry of entries) if (entry.isIntersecting) {
    watcher.unobserve(entry.target);
    draw(entry.target);
  }
}, { rootMargin: "600px" });

async function sheets() {
  const now = ++round, path = made.files.pdf;
  const found = await send({ do: "sizes", path });
  if (now !== round || !made || made.files.pdf !== path) return;
  watcher.disconnect();
  const before = [...$("sheets").children];
  const next = found.map(([width, height], place) => {
    const known = before[place] || document.createElement("li");
    const canvas = known.querySelector("canvas") || known.appendChild(document.createElement("canvas"));
    const caption = known.querySelector("span") || known.appendChild(document.createElement("span"));
    canvas.setAttribute("role", "img");
    canvas.setAttribute("aria-label", say("sheet", { page: place + 1, pages: found.length }));
    caption.textContent = number(place + 1);
    caption.setAttribute("aria-hidden", "true");
    canvas.style.aspectRatio = `${width} / ${height}`;
    Object.assign(known.dataset, { page: place + 1, path, round: now });
    return known;
  });
  $("sheets").replaceChildren(...next);
  for (const each of next) watcher.observe(each);
}

async function draw(sheet) {
  const { page, path, round: of } = sheet.dataset;
  const canvas = sheet.querySelector("canvas");
  const wide = Math.min(1000, Math.max(200, Math.round(canvas.clientWidth * Math.min(2, devicePixelRatio || 1))));
  try {
    const { width, height, pixels } = await send({ do: "page", path, number: +page, wide });
    if (sheet.dataset.round !== of) return;
    canvas.width = width;
    canvas.height = height;
    canvas.getContext("2d").putImageData(new ImageData(new Uint8ClampedArray(pixels), width, height), 0, 0);
    sheet.dataset.drawn = of;
  } catch (error) {
    if (sheet.dataset.round === of && !isBusy) console.error(error); // else it is of sheets that are gone
  }
}

// -- Files ------------------------------------------------------------------------------------------------------

const TYPES = { pdf: "application/pdf", key: "application/pdf", svg: "application/zip", recipe: "application/toml" };

async function save(kind) {
  const path = made.files[kind];
  const content = await send({ do: kind === "svg" ? "zip" : "file", path });
  const name = kind === "svg" ? `${made.files.pdf.split("/").pop().replace(/\.pdf$/, "")}-svg.zip` : path.split("/").pop();
  const url = URL.createObjectURL(new Blob([content], { type: TYPES[kind] }));
  Object.assign(document.createElement("a"), { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 60000);
}

async function take(file) {
  if (!file) return;
  outdate();
  $("file-name").textContent = file.name;
  if (door === "again" && file.type.startsWith("image/") && !file.name.endsWith(".svg")) {
    const code = await codeIn(file);
    $("code").value = code || "";
    dropped = undefined;
    $("file-name").textContent = code ? "" : say("no_code");
    return changed({ at: 0 });
  }
  if (door === "class") $("names").value = "";
  if (door === "again") $("code").value = "";
  dropped = { name: file.name.replace(/[/\\]/g, "_"), content: await file.arrayBuffer() };
  changed({ at: 0 });
}

async function codeIn(picture) {
  if (!window.jsQR) {
    await new Promise((resolve, reject) => {
      document.head.append(Object.assign(document.createElement("script"), { src: "jsqr.js", onload: resolve, onerror: reject }));
    });
  }
  let image;
  try { image = await createImageBitmap(picture); } catch { return null; }
  for (const side of [1600, 900, 500]) {
    const scale = Math.min(1, side / Math.max(image.width, image.height));
    const canvas = new OffscreenCanvas(Math.max(1, Math.round(image.width * scale)), Math.max(1, Math.round(image.height * scale)));
    const context = canvas.getContext("2d");
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    const pixels = context.getImageData(0, 0, canvas.width, canvas.height);
    const found = window.jsQR(pixels.data, pixels.width, pixels.height);
    if (found) return found.data;
  }
  return null;
}

// -- The second visit -----------------------------------------------------------------------------------------------

async function keeper() {
  if (!("serviceWorker" in navigator)) return;
  try {
    navigator.serviceWorker.onmessage = ({ data }) => { if (data === "all kept") $("offline").textContent = say("offline"); };
    await navigator.serviceWorker.register("service.js");
    if (!navigator.serviceWorker.controller) {
      await Promise.race([
        new Promise((resolve) => navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true })),
        new Promise((resolve) => setTimeout(resolve, 2000)),
      ]);
    }
  } catch { /* without it the page works all the same, while there is a network */ }
}

let isKept = false;
function keepAll() {
  if (isKept || !navigator.serviceWorker?.controller) return;
  isKept = true;
  navigator.serviceWorker.controller.postMessage("keep all");
}

// -- Begin ------------------------------------------------------------------------------------------------------

document.querySelector(".skip").addEventListener("click", (event) => { event.preventDefault(); $("form").focus(); });
$("form").addEventListener("submit", (event) => event.preventDefault());
$("form").addEventListener("input", (event) => {
  if (event.target.id === "file") return;
  if (event.target.id === "names" || event.target.id === "code") forget();
  changed(event.target.tagName === "SELECT" ? { at: 0 } : {});
});
$("shuffle").addEventListener("click", () => { $("seed").value = freshSeed(); changed({ at: 0 }); });
// Emptied at once: so the same file may be chosen again, when something in it was mended.
$("file").addEventListener("change", ({ target }) => { const [file] = target.files; target.value = ""; take(file); });
$("drop").addEventListener("dragover", (event) => { event.preventDefault(); $("drop").classList.add("over"); });
$("drop").addEventListener("dragleave", () => $("drop").classList.remove("over"));
document.addEventListener("dragover", (event) => event.preventDefault());
document.addEventListener("drop", (event) => {
  event.preventDefault();
  $("drop").classList.remove("over");
  if (!$("drop").hidden) take(event.dataTransfer.files[0]);
});
$("files").addEventListener("click", ({ target }) => { if (target.dataset.file) save(target.dataset.file); });
$("copy").addEventListener("click", async () => {
  await navigator.clipboard.writeText(new URL(link(), location.href).href);
  $("copy").textContent = say("copied");
  setTimeout(() => { $("copy").textContent = say("copy"); }, 2000);
});
$("tongue").addEventListener("change", ({ target }) => { address.delete("language"); speak(target.value); open(door); changed({ at: 0 }); });
window.addEventListener("hashchange", () => { if (location.hash !== link()) { read(); changed({ at: 0 }); } });

speak(firstTongue());
read();
const ready = keeper().then(begin);
changed({ at: 0 });
