// On a phone the map and the list are two tabs, so that neither is below the other. Other screens show both.

import { state } from "./model.js";
import { main } from "./screen.js";
import { update } from "./updating.js";

const TABS = ["map", "list"];
const tabInputs = [...document.querySelectorAll("#tabs input")];
/** @param {string | null} name */
export const tabNamed = (name) => (name !== null && TABS.includes(name) ? name : "map");

export function showTab() {
  main.dataset.tab = state.tab;
  for (const input of tabInputs) input.checked = input.value === state.tab;
}

for (const input of tabInputs) input.addEventListener("change", () => { update({ tab: input.value }); scrollTo(0, 0); });
