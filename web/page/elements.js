// @ts-check
// The elements of the page.

/** An element of the page, which knows them all. @param {string} id @returns {any} */
export const $ = (id) => document.getElementById(id);
/** @param {string} selector @param {ParentNode} inside @returns {any[]} */
export const all = (selector, inside = document) => [...inside.querySelectorAll(selector)];
/** A line of a list. @param {string} line */
export const item = (line) => Object.assign(document.createElement("li"), { textContent: line });
/** A remark of the command's, as a sentence. @param {string} line */
export const remark = (line) => item(/[.!?…]$/.test(line) ? line : `${line}.`);
/** What does something. @param {string} name @param {() => void} act */
export function button(name, act) {
  const made = Object.assign(document.createElement("button"), { type: "button", textContent: name });
  made.addEventListener("click", act);
  return made;
}

/** Show an element or hide it. Where it had the focus, another one takes that over.
 * @param {HTMLElement} element @param {boolean} isHidden @param {HTMLElement} heir */
export function hide(element, isHidden, heir) {
  if (isHidden && document.activeElement === element) heir.focus();
  element.hidden = isHidden;
}
