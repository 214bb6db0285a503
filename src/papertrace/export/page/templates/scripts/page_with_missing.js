// The page of papers whose references are known.

import "./early.js";
import { bdi, el, heading } from "./elements.js";
import { data } from "./model.js";
import "./page.js";
import { address, longList } from "./panels.js";
import { legend } from "./screen.js";

// The works that the list lacks although its papers cite them, below the legend.

/** @param {{ title: string; reason: string; url?: string }} work */
function missingItem(work) {
  const name = work.url ? address(work.url, work.title) : bdi(work.title);
  return el("li", {}, el("span", { class: "name" }, name), el("span", { class: "why" }, work.reason));
}

legend.after(
  el("section", { id: "missing", "aria-label": "Works missing from the list" },
    heading("Missing from the list", "cited by"),
    el("p", { class: "facts" }, "Works that are not in the list, and that several of its papers cite."),
    ...longList("near", (data.missing ?? []).map(missingItem))));
