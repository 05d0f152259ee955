// @ts-check
// What a printer would say of a file, as the page shows it. What was found is in the command's words.

/** @typedef {{rule: string, found: string, allowed: string, pages: string, grave: boolean}} Finding */
/** @typedef {{file: string, pages: number, trim: string, passed: boolean, findings: Finding[]}} Report */
/** @typedef {{reports: Report[], printer: string, limits: string[], lacks_cover: boolean}} Checked */

/** @param {string} tag @param {string} text @param {Record<string, string>} more */
const make = (tag, text, more = {}) => Object.assign(document.createElement(tag), { textContent: text }, more);

/** Whether the printer would take a file, the first if none is named.
 * @param {Checked} checked @param {ReturnType<import("./words.js").makeWords>} text */
export function sayVerdict(checked, text, report = checked.reports[0]) {
  const [taken, refused] = report.trim === "cover" ? ["cover_taken", "cover_refused"] : ["check_taken", "check_refused"];
  return text.say(report.passed ? taken : refused, { printer: text.printer(checked.printer), pages: report.pages, trim: text.trim(report.trim) });
}

/** @param {Element} place @param {Checked} checked @param {ReturnType<import("./words.js").makeWords>} text */
export function showChecked(place, checked, text) {
  const { say } = text;
  const english = { lang: "en", dir: "ltr" };
  const parts = checked.reports.flatMap((report) => {
    const verdict = sayVerdict(checked, text, report);
    const findings = document.createElement("ul");
    for (const { rule, found, allowed, pages, grave } of report.findings) {
      const row = document.createElement("li");
      row.className = grave ? "grave" : "";
      const line = (/** @type {string} */ key, /** @type {string} */ value) => {
        const part = make("p", `${say(key)}: `);
        part.append(make("span", value, english));
        return part;
      };
      const head = make("p", "");
      head.append(make("b", rule, english), " ", make("em", say(grave ? "check_grave" : "check_advice")));
      row.append(head, line("check_found", found), line("check_allowed", allowed));
      if (pages) row.append(line("check_pages", pages));
      findings.append(row);
    }
    const name = make("h3", report.file, { dir: "auto" });
    const rows = findings.firstChild ? [findings] : [];
    return [name, make("p", verdict, { className: report.passed ? "taken" : "refused" }), ...rows];
  });
  const limits = document.createElement("details"), rows = document.createElement("ul");
  Object.assign(rows, english).append(...checked.limits.map((limit) => make("li", limit)));
  limits.append(make("summary", say("check_limits")), rows, make("p", say("check_unseen")));
  const noCover = checked.lacks_cover ? [make("p", say("check_no_cover", { cover: say("cover") }), { className: "hint" })] : [];
  place.replaceChildren(...parts, ...noCover, limits);
}
