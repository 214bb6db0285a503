// What the controls of the legend have in common.

import { contained, el, joined } from "./elements.js";
import { passesBut } from "./facets.js";
import { countFound, grouped } from "./model.js";

/** @type {(() => void)[]} */
export const refreshers = []; // functions that update each control from the state

// Rows that are pressed, each with the number of papers among those that it stands for which all filters but `facet`
// leave. `note` says more of a row. In the name of a community each term is isolated, and they are in our own order.
/** @param {ToggleItem[]} items @param {FacetName} facet @param {(value: any) => boolean} isOn @param {(value: any) => void} press @param {number} [most] @param {(value: any) => string} [note] */
export function toggles(items, facet, isOn, press, most = MAX_TOGGLES, note = () => "") {
  const list = el("ul", { class: "toggles" });
  // Of thousands of rows few are shown.
  /** @param {ToggleItem} item */
  const row = ({ value, icon: given, paint, label, among }) => {
    const icon = typeof given === "function" ? given() : given;
    const button = el("button", { type: "button", class: icon ? null : "plain", "aria-pressed": "false", click: () => press(value) }, icon, el("span", { dir: facet === "communities" ? "ltr" : "auto" }, contained(label)), el("span", { class: "n" }));
    const refresh = () => {
      const left = among.filter((i) => passesBut(facet, i));
      button.setAttribute("aria-pressed", String(isOn(value)));
      button.classList.toggle("none", !left.length);
      if (icon) paint?.(icon);
      /** @type {HTMLElement} */ (button.lastChild).textContent = joined([note(value), countFound(left)], " · ").join("");
    };
    refreshers.push(refresh);
    return { shown: el("li", {}, button), refresh };
  };
  list.append(...items.slice(0, most).map((item) => row(item).shown));
  if (items.length <= most + 1) {
    list.append(...items.slice(most).map((item) => row(item).shown));
    return [list];
  }
  const showRest = () => {
    const rest = items.slice(most).map(row);
    list.append(...rest.map(({ shown }) => shown));
    for (const { refresh } of rest) refresh();
    more.remove();
  };
  const more = el("button", { type: "button", class: "quiet", click: showRest }, `${grouped(items.length - most)} more`);
  return [list, more];
}

export const MAX_TOGGLES = 16;

export function refreshLegend() {
  for (const refresh of refreshers) refresh();
}
