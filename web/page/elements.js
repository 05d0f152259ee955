// @ts-check
// The elements of the page.

/** An element of the page, which knows them all. @param {string} id @returns {any} */
export const $ = (id) => document.getElementById(id);
/** @param {string} selector @param {ParentNode} inside @returns {any[]} */
export const all = (selector, inside = document) => [...inside.querySelectorAll(selector)];
/** A line of a list. @param {string} line */
export const item = (line) => Object.assign(document.createElement("li"), { textContent: line });
