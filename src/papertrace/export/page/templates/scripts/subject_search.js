// Search for concepts and repositories: a line of each above the papers, and rows in the list on the concept map.

import { chooseConcept, chooseRepository } from "./choosing.js";
import { bdi, dotted, el } from "./elements.js";
import { highlighted } from "./found.js";
import { markIcon, theme } from "./marks.js";
import { communities, concepts, countNodes, data, grouped, plural, state, view } from "./model.js";
import { conceptNodes, holders, nodeOfConcept, repositories, shownConcepts } from "./subjects.js";

const subjects = document.getElementById("subjects");
const FEW_CHIPS = 4;
/** @type {Set<string>} */
const expanded = new Set(); // the lines that are fully expanded

/** @param {number} c */
export const conceptChip = (c) =>
  el("button", { type: "button", "data-concept": c, "aria-pressed": String(state.concept === c), click: () => chooseConcept(c) },
    bdi(concepts[c]), " ", el("small", { title: countNodes(holders[c].length) }, grouped(holders[c].length)));

/** @param {number} r */
export const repositoryChip = (r) =>
  el("button", { type: "button", "data-repository": r, "aria-pressed": String(state.repository === r), click: () => chooseRepository(r) }, bdi(repositories[r].name));

/** @param {string} name @param {number[]} items @param {(item: number) => HTMLElement} chip */
function chipLine(name, items, chip) {
  if (!items.length) return [];
  const shown = expanded.has(name) ? items : items.slice(0, FEW_CHIPS);
  const rest = items.length - shown.length;
  const more = rest ? el("button", { type: "button", class: "quiet", click: () => { expanded.add(name); showSubjects(); } }, `${grouped(rest)} more`) : null;
  return [el("p", { class: "of" }, name), el("div", { class: "chips" }, ...shown.map(chip), more)];
}

export function showSubjects() {
  if (!state.query.trim()) expanded.clear();
  const lines = [
    ...(state.view === "concepts" ? [] : chipLine("Concepts", view.found.concepts, conceptChip)),
    ...chipLine("Repositories", view.found.repositories, repositoryChip),
  ];
  subjects.replaceChildren(...lines);
  subjects.hidden = !lines.length;
}

/** @param {number} c */
export function conceptRow(c) {
  const node = conceptNodes[nodeOfConcept.get(c)];
  const community = node ? communities[node.community] : null;
  const by = dotted(countNodes(view.concepts[c]), community?.linked && communities.length > 1 ? bdi(community.short.split(", ")[0]) : "");
  const button = el("button", { type: "button", "data-concept": c, click: () => chooseConcept(c) },
    markIcon("none", node ? theme.colors[node.community] : theme.soft),
    el("span", { class: "title", dir: "auto" }, ...highlighted(concepts[c])),
    el("span", { class: "by" }, by));
  return el("li", {}, button);
}

export function conceptCount() {
  const n = shownConcepts().length;
  if (!n) return "No concept that papers share";
  const shown = plural(n, "concept");
  const all = data.concept_map.n;
  return all > conceptNodes.length ? `The ${shown} in most papers, of ${grouped(all)} that papers share` : `${shown} that papers share, commonest first`;
}

// The number of search results other than papers, in words.
export function foundBesides() {
  /** @type {[n: number, one: string, many?: string][]} */
  const parts = [[view.found.concepts.length, "concept"], [view.found.repositories.length, "repository", "repositories"]];
  return parts.filter(([n]) => n).map(([n, one, many]) => plural(n, one, many)).join(" · ");
}
