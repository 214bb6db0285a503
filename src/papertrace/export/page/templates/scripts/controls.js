// What the controls of the legend have in common.

import { contained, el, joined } from "./elements.js";
import { passesBut } from "./facets.js";
import { countFound } from "./model.js";

/** @type {(() => void)[]} */
export const refreshers = []; // functions that update each control from the state

// Rows that are pressed, each with the number of papers among those that it stands for which all filters but `facet`
// leave. `note` says more of a row.
/**
 * @param {ToggleItem[]} items
 * @param {FacetName} facet
 * @param {(value: any) => boolean} isOn
 * @param {(value: any) => void} press
 * @param {number} [most]
 * @param {(value: any) => string} [note]
 */
export function toggles(items, facet, isOn, press, most = MAX_TOGGLES, note = () => "") {
  const list = el("ul", { class: "toggles" });
  /** @type {(() => void)[]} */
  const refreshes = [];
  const rows = items.map(({ value, icon, label, among }) => {
    const button = el("button", { type: "button", class: icon ? null : "plain", "aria-pressed": "false", click: () => press(value) }, icon, el("span", { dir: "auto" }, contained(label)), el("span", { class: "n" }));
    const refresh = () => {
      const left = among.filter((i) => passesBut(facet, i));
      button.setAttribute("aria-pressed", String(isOn(value)));
      button.classList.toggle("none", !left.length);
      /** @type {HTMLElement} */ (button.lastChild).textContent = joined([note(value), countFound(left)], " · ").join("");
    };
    // Of thousands of rows few are shown.
    refreshers.push(() => { if (button.parentElement?.parentElement) refresh(); });
    refreshes.push(refresh);
    return el("li", {}, button);
  });
  list.append(...rows.slice(0, most));
  if (rows.length <= most + 1) {
    list.append(...rows.slice(most));
    return [list];
  }
  const more = el("button", { type: "button", class: "quiet", click: () => { list.append(...rows.slice(most)); for (const refresh of refreshes.slice(most)) refresh(); more.remove(); } }, `${(rows.length - most).toLocaleString("en")} more`);
  return [list, more];
}

export const MAX_TOGGLES = 16;

export function refreshLegend() {
  for (const refresh of refreshers) refresh();
}
