// @ts-check
// What the page says, in the reader's language.

/** @typedef {Record<string, Record<string, string>>} Words */

/** @param {Words} words @param {any} choices @param {() => string} tongue */
export function makeWords(words, choices, tongue) {
  const own = () => words[tongue()] || words.en;
  const number = (/** @type {number} */ value) => new Intl.NumberFormat(tongue()).format(value);
  const say = (/** @type {string} */ key, /** @type {Record<string, any>} */ blanks = {}) =>
    (own()[key] ?? words.en[key] ?? key).replace(/\{(\w+)\}/g, (_, blank) =>
      typeof blanks[blank] === "number" ? number(blanks[blank]) : blanks[blank]);
  const named = (/** @type {string} */ kind, /** @type {string} */ name) => {
    const key = `${kind}_${name.replaceAll("-", "_")}`;
    return own()[key] ?? words.en[key];
  };
  const plain = (/** @type {string} */ name) => name[0].toUpperCase() + name.slice(1).replaceAll("-", " ");
  const measure = (/** @type {string} */ size) => size.replace("x", " × ").replace(/(in|mm)$/, " $1");
  const printer = (/** @type {string} */ name) => {
    const { name: whose, binding } = choices.printers[name];
    return `${whose}, ${say(`binding_${binding}`)}`;
  };
  const readers = (/** @type {string} */ name) => {
    const ages = /^(?:ages-)?(\d+)-(\d+)$/.exec(name);
    return ages ? say("ages", { from: +ages[1], to: +ages[2] }) : named("for", name) ?? plain(name);
  };
  return {
    say, number, readers,
    direction: () => own().direction,
    directionOf: (/** @type {string} */ tag) => words[tag]?.direction ?? "ltr",
    theme: (/** @type {string} */ name) => named("theme", name) ?? plain(name),
    book: (/** @type {string} */ name) => {
      const titles = choices.titles[tongue()] || {};
      return titles[name] ? `${readers(name)}: ${titles[name]}` : readers(name);
    },
    // The papers that most people have need no numbers.
    paper: (/** @type {string} */ name) => {
      if (["a4", "letter"].includes(name)) return plain(name);
      const size = choices.pages[name];
      const title = /^\d/.test(name) ? "" : `${plain(name)}, `;
      return title + measure(size);
    },
    // A size by itself is in inches, as the command has it. One that people know by a name has that.
    trim: (/** @type {string} */ size) => size.replace(/^[\d.]+x[\d.]+(?=$| )/, (inches) => choices.namesakes[inches] ? plain(choices.namesakes[inches]) : measure(`${inches}in`)),
    printer,
    /** A line of the command's with the names of printing companies as people know them. */
    namePrinters: (/** @type {string} */ line) => Object.keys(choices.printers).sort((a, b) => b.length - a.length).reduce((said, key) =>
      said.replace(new RegExp(`(?<![\\w-])${key}(?![\\w-])`, "g"), () => printer(key)), line),
    paperShort: (/** @type {string} */ name) => /^\d/.test(name) ? name : plain(name),
    languages: () => {
      const languages = new Intl.DisplayNames([tongue()], { type: "language" });
      return choices.languages.map((/** @type {string} */ tag) =>
        [tag, tag === "none" ? say("wordless") : words[tag]?.itself || languages.of(tag)]);
    },
    questions: (/** @type {string} */ rule) => {
      const [kind, number] = rule.split(" ");
      return say(`questions_${kind}`, { number: number.replace("-", "–") });
    },
  };
}
