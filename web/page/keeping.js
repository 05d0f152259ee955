// @ts-check
// The second visit: a service worker keeps the page, once Python has come. Without it the page works all the same, while there
// is a network.

/** @param {{isReady: () => boolean, told: (word: "offline" | "no_room" | "update") => void}} page */
export function makeKeeping({ isReady, told }) {
  let isKeeping = false, isKept = false;
  // A new version may take over before Python has come.
  const isKnown = Boolean(navigator.serviceWorker?.controller);
  navigator.serviceWorker?.addEventListener("controllerchange", () => {
    if (isKnown) told("update");
    else keepAll();
  });

  async function begin() {
    if (!navigator.serviceWorker) return;
    navigator.serviceWorker.onmessage = ({ data }) => {
      if (data === "all kept") told("offline");
      if (data === "no room") told("no_room");
    };
    await navigator.serviceWorker.register("service.js");
  }

  function keepAll() {
    if (isKept || !isReady() || !navigator.serviceWorker?.controller) return;
    isKept = true;
    navigator.serviceWorker.controller.postMessage("keep all");
  }

  return {
    keepAll,
    /** Not before Python has come: it is what is waited for. */
    keep() {
      if (!isKeeping) begin().catch(() => {});
      isKeeping = true;
      keepAll();
    },
  };
}
