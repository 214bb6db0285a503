// Accessibility: skip links past the long list, focus that survives updates, and a shortcut that can be turned off.

import { el } from "./elements.js";
import { box, details, legend, query } from "./screen.js";
import { stored } from "./settings.js";

// Rebuilds a part of the page; focus inside it is kept if possible, or else moves to the result of `otherwise`.
/** @param {Element} part @param {() => void} build @param {() => HTMLElement} otherwise */
export function keepFocus(part, build, otherwise) {
  const within = part.contains(document.activeElement);
  build();
  if (within && !part.contains(document.activeElement)) otherwise().focus({ preventScroll: true });
}

/** @type {Record<string, HTMLElement | (() => HTMLElement)>} */
const TARGETS = { query, views: () => document.querySelector("#views :checked"), map: box, details: () => (details.hidden ? legend : details) };

for (const button of document.querySelectorAll(".skip button")) {
  const target = TARGETS[button.dataset.to ?? ""];
  button.addEventListener("click", () => (typeof target === "function" ? target() : target).focus());
}

// Single-character shortcuts interfere with speech input, so they can be turned off.
export let slashSearches = stored("slash") !== "off";

function announceSlash() {
  for (const [node, key] of /** @type {[HTMLElement, string][]} */ ([[query, "/"], [document.getElementById("help"), "?"]])) {
    if (slashSearches) node.setAttribute("aria-keyshortcuts", key);
    else node.removeAttribute("aria-keyshortcuts");
  }
}

export function slashSwitch() {
  announceSlash();
  const input = el("input", { type: "checkbox", checked: slashSearches });
  input.addEventListener("change", () => {
    slashSearches = input.checked;
    stored("slash", slashSearches ? "on" : "off");
    announceSlash();
  });
  return el("label", { class: "check" }, input, el("kbd", {}, "/"), el("span", {}, "goes to the search, ", el("kbd", {}, "?"), " to the help"));
}
