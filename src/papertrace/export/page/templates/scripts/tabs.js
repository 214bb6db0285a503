// What is beside the map. On a phone the map and the list are two tabs, so that neither is below the other; other screens
// show both, and the list and the details can be folded.

import { fitWhole } from "./framing.js";
import { UNCHOSEN, state } from "./model.js";
import { main } from "./screen.js";
import { stored } from "./storage.js";
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

for (const [name, button] of Object.entries(folds)) {
  showSide(name, stored(`side-${name}`) !== "folded");
  button.addEventListener("click", () => {
    showSide(name, main.dataset[name] === "folded");
    if (Object.keys(UNCHOSEN).every((key) => state[key] === null)) setTimeout(fitWhole, RESIZING_MS);
  });
}
