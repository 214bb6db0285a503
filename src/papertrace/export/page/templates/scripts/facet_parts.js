// The controls of filters by type, venue and year.

import { CHANGES, changed, changesOf } from "./changes.js";
import { refreshers, toggles } from "./controls.js";
import { el, heading } from "./elements.js";
import { FACETS, chosenOf, passesBut, valuesOf, yearSteps } from "./facets.js";
import { fitWhole, moveInto } from "./framing.js";
import { nodes, papers, plural, state, toggle, view } from "./model.js";
import { overview } from "./overview.js";
import { NOT_KNOWN } from "./shades.js";
import { update } from "./updating.js";

export function changesPart() {
  const shown = [...changed].filter(([, n]) => n);
  if (!shown.length) return [];
  /** @param {string} name */
  const sign = (name) => el("span", { class: "change", "aria-hidden": "true" }, CHANGES[name].sign);
  const items = shown.map(([name]) => ({ value: name, label: CHANGES[name].label, icon: sign(name), among: papers.map((_, i) => i).filter((i) => changesOf(papers[i]).includes(name)) }));
  const [list] = toggles(items, "changes", (name) => state.changes.has(name), (name) => pressFacet("changes", name), items.length);
  shown.forEach(([name], k) => { /** @type {HTMLElement} */ (list.children[k]).dataset.change = name; });
  return [heading("What has changed", "papers"), list];
}

// Two handles on one track, above a bar for the papers of each year.
export function yearSlider() {
  const last = yearSteps.length - 1;
  /** @param {number} k */
  const place = (k) => `calc(.5rem + (100% - 1rem) * ${k / last})`; // of the middle of a handle
  const bars = el("div", { class: "bars", "aria-hidden": "true" }, ...yearSteps.map((_, k) => {
    const bar = el("span", {});
    bar.style.insetInlineStart = place(k);
    bar.style.width = `min(1rem, calc((100% - 1rem) / ${last} * .86))`;
    return bar;
  }));
  const chosen = el("span", { class: "chosen" });
  /** @param {"from" | "to"} key @param {string} label */
  const input = (key, label) => el("input", { type: "range", min: 0, max: last, step: 1, "aria-label": label, "data-end": key });
  const [first, final] = [input("from", "First year"), input("to", "Last year")];
  const note = el("p", { class: "facts" });
  const ends = () => {
    const from = yearSteps.findIndex((year) => year >= (state.from ?? -Infinity));
    const to = yearSteps.findLastIndex((year) => year <= (state.to ?? Infinity));
    return [from < 0 ? last : from, Math.max(to, 0)];
  };
  first.addEventListener("input", () => {
    const at = Math.min(Number(first.value), ends()[1]);
    update({ from: at ? yearSteps[at] : null });
  });
  final.addEventListener("input", () => {
    const at = Math.max(Number(final.value), ends()[0]);
    update({ to: at < last ? yearSteps[at] : null });
  });
  for (const end of [first, final]) end.addEventListener("change", frameShown);
  refreshers.push(() => {
    const [from, to] = ends();
    const counts = new Map();
    papers.forEach((paper, i) => { if (passesBut("years", i)) counts.set(paper.year, (counts.get(paper.year) ?? 0) + 1); });
    const top = Math.max(1, ...yearSteps.map((year) => counts.get(year) ?? 0));
    yearSteps.forEach((year, k) => {
      const bar = /** @type {HTMLElement} */ (bars.children[k]);
      bar.style.height = `${(100 * (counts.get(year) ?? 0)) / top}%`;
      bar.classList.toggle("beyond", k < from || k > to);
    });
    [first.value, final.value] = [String(from), String(to)];
    final.style.zIndex = "1";
    first.setAttribute("aria-valuetext", String(yearSteps[from]));
    final.setAttribute("aria-valuetext", String(yearSteps[to]));
    first.style.zIndex = from > last / 2 ? "2" : "0"; // so that both handles can be taken where they meet
    chosen.style.insetInlineStart = place(from);
    chosen.style.insetInlineEnd = place(last - to);
    const n = yearSteps.slice(from, to + 1).reduce((sum, year) => sum + (counts.get(year) ?? 0), 0);
    note.textContent = `${yearSteps[from]} to ${yearSteps[to]}: ${plural(n, "paper")}`;
  });
  return el("div", { class: "span", role: "group", "aria-label": "Years" }, bars, el("div", { class: "track" }, chosen, first, final), note);
}

// A filter by a text that papers have, commonest first; null where all have the same.
/** @param {FacetName} name */
export function facetPart(name) {
  const among = new Map();
  papers.forEach((paper, i) => {
    const [value] = valuesOf(name, paper);
    if (!among.has(value)) among.set(value, []);
    among.get(value).push(i);
  });
  if (among.size < 2) return [];
  const items = [...among].sort((a, b) => Number(!a[0]) - Number(!b[0]) || b[1].length - a[1].length || (a[0] < b[0] ? -1 : 1))
    .map(([value, members]) => ({ value, label: value || NOT_KNOWN, among: members }));
  return [heading(FACETS[name].name ?? "", "papers"), ...toggles(items, name, (value) => chosenOf(name).has(value), (value) => pressFacet(name, value), 8)];
}

/** @param {FacetName} name @param {any} value */
export function pressFacet(name, value) {
  update({ [name]: toggle(state[name], value) });
  frameShown();
}

// Frames what the filters leave.
function frameShown() {
  if (overview.on || state.view !== "papers") return fitWhole();
  const shown = nodes.filter((_, i) => view.papers[i]);
  return shown.length && shown.length < nodes.length ? moveInto(shown) : fitWhole();
}
