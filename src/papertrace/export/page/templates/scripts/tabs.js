// What is beside the map. On a phone the map and the list are two tabs, so that neither is below the other; other screens
// show both, and the list and the details can be folded.

import { stored } from "./access.js";
import { fitWhole } from "./framing.js";
import { UNCHOSEN, state } from "./model.js";
import { main } from "./screen.js";
import { update } from "./updating.js";

const RESIZING_MS = 60; // after which the map has its new size
const TABS = ["map", "list"];
const tabInputs = [...document.querySelectorAll("#tabs input")];
/** @param {string | null} name */
export const tabNamed = (name) => (name !== null && TABS.includes(name) ? name : "map");

export function showTab() {
  main.dataset.tab = state.tab;
  for (const input of tabInputs) input.checked = input.value === state.tab;
}

for (const input of tabInputs) input.addEventListener("change", () => { update({ tab: input.value }); scrollTo(0, 0); });

/** @type {Record<string, HTMLButtonElement>} */
const folds = { list: document.getElementById("fold-list"), panel: document.getElementById("fold-panel") };

/** @param {string} name @param {boolean} isShown */
export function showSide(name, isShown) {
  stored(`side-${name}`, isShown ? "" : "folded");
  main.dataset[name] = isShown ? "" : "folded";
  folds[name].setAttribute("aria-pressed", String(isShown));
}

const [LEAST_WIDTH, MOST_WIDTH] = [180, 600]; // pixels of a side, of which a narrow window has less
const WIDER_BY = 24; // by which a key makes it wider

// A side is as wide as its border is dragged, which arrow keys move too; a double click gives it its own width again.
/** @param {string} name @param {number} towards 1 if it is wider the farther to the right its border is, else -1 */
function sizeBy(name, towards) {
  const [side, border] = [document.querySelector(`[data-side="${name}"]`), name === "list" ? document.getElementById("width-list") : document.getElementById("width-panel")];
  /** @param {number | null} wanted */
  const size = (wanted) => {
    const width = wanted && Math.round(Math.min(Math.max(wanted, LEAST_WIDTH), MOST_WIDTH));
    main.style.setProperty(`--${name}-width`, width ? `min(${width}px, 42vw)` : "");
    if (width) border.setAttribute("aria-valuenow", String(width));
    stored(`width-${name}`, String(width ?? ""));
  };
  if (stored(`width-${name}`)) size(Number(stored(`width-${name}`)) || null);
  /** @type {{ at: number; width: number } | null} */
  let held = null;
  border.addEventListener("pointerdown", (event) => {
    held = { at: event.clientX, width: side.offsetWidth };
    border.setPointerCapture(event.pointerId);
    event.preventDefault();
  });
  border.addEventListener("pointermove", (event) => { if (held) size(held.width + towards * (event.clientX - held.at)); });
  border.addEventListener("lostpointercapture", () => { held = null; });
  border.addEventListener("dblclick", () => size(null));
  border.addEventListener("keydown", ({ key }) => {
    const by = { ArrowLeft: -WIDER_BY, ArrowRight: WIDER_BY }[key];
    if (by) size(side.offsetWidth + towards * by);
  });
}

sizeBy("list", 1);
sizeBy("panel", -1);

for (const [name, button] of Object.entries(folds)) {
  showSide(name, stored(`side-${name}`) !== "folded");
  button.addEventListener("click", () => {
    showSide(name, main.dataset[name] === "folded");
    if (Object.keys(UNCHOSEN).every((key) => state[key] === null)) setTimeout(fitWhole, RESIZING_MS);
  });
}
