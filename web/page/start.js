// @ts-check
// Runs where modules may not: says in the reader's language why there is nothing but the ready sheets, if so.
"use strict";
(function () {
  var tags = (navigator.languages || [navigator.language || "en"]).concat("en");
  function tell(/** @type {string} */ word) {
    var rows = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("#unable [data-why=" + word + "]")), found, i, j;
    for (i = 0; i < tags.length && !found; i += 1) {
      for (j = 0; j < rows.length && !found; j += 1) {
        if (rows[j].lang === tags[i] || rows[j].lang === tags[i].split("-")[0]) found = rows[j];
      }
    }
    var place = document.getElementById("unable");
    if (!found || !place || !place.hidden) return;
    place.hidden = false;
    found.hidden = false;
  }
  function isAwake() { return document.documentElement.classList.contains("awake"); }
  function explain() { tell(location.protocol === "file:" ? "file" : self.origin === "null" ? "framed" : "lost"); }
  function lost() { if (!isAwake()) explain(); }
  // A module that cannot be had says so to its element alone, which does not bubble.
  addEventListener("error", lost, true);
  addEventListener("unhandledrejection", lost);
  document.addEventListener("DOMContentLoaded", function () {
    if (location.protocol === "file:" || self.origin === "null") explain();
    setTimeout(lost, 15000);
  });
  document.addEventListener("click", function (/** @type {any} */ event) {
    if (event.target.closest && event.target.closest("[data-reload]")) location.reload();
  });
})();
