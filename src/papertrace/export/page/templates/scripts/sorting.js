// The order of the lists: by links, by year, by citations, by title. A search has its own, the best match first.

import { el } from "./elements.js";
import { byWeight, communities, once, papers, state, update, view, years } from "./model.js";
import { overview } from "./overview.js";

/** @type {Record<string, { label: string; said: string; compare: (a: number, b: number) => number }>} */ export const SORTS = {
  links: { label: "most linked", said: "most linked first", compare: (a, b) => view.degrees[b] - view.degrees[a] },
  year: { label: "newest", said: "newest first", compare: (a, b) => (dateKey(a) < dateKey(b) ? 1 : dateKey(a) > dateKey(b) ? -1 : 0) },
  citations: { label: "most cited", said: "most cited first", compare: (a, b) => (papers[b].citations ?? -1) - (papers[a].citations ?? -1) },
  title: { label: "title", said: "by title", compare: (a, b) => inTitleOrder(papers[a].title, papers[b].title) || a - b },
};
const titleOrder = once(() => new Intl.Collator("en", { numeric: true })); // which takes time
/** @param {string} one @param {string} other */ export const inTitleOrder = (one, other) => titleOrder().compare(one, other);
const sorter = document.getElementById("sort");

/** @param {number} i */ export const dateKey = (i) => papers[i].date ?? String(papers[i].year ?? "");

// The order of the list: the reader's, else the best match first in a search and the most linked first otherwise.
export const sortName = () => state.sort ?? (view.matches ? null : "links");
/** @param {number[]} among */ export function sorted(among) {
  if (sortName() === null) return among;
  const set = new Set(among);
  return sortedByWeight(byWeight.filter((i) => set.has(i)));
}

// Papers that are in the order of `byWeight`, in the order of the list.
/** @param {number[]} among */ function sortedByWeight(among) {
  const name = sortName();
  if (name === "links") return byDegree(among);
  return name === null ? among : among.sort(SORTS[name].compare);
}

// Most linked first, without comparing each with others.
/** @param {number[]} among */ function byDegree(among) {
  /** @type {number[][]} */ const ofDegree = [];
  for (const i of among) {
    const n = view.degrees[i];
    if (ofDegree[n]) ofDegree[n].push(i);
    else ofDegree[n] = [i];
  }
  return ofDegree.reverse().flat();
}
/** @param {string | null} name */ export const sortNamed = (name) => (Object.hasOwn(SORTS, name ?? "") ? name : null);

export function buildSorter() {
  const offered = Object.keys(SORTS).filter((name) => (name !== "year" || years.length > 1) && (name !== "citations" || papers.some((paper) => paper.citations !== undefined)));
  sorter.append(el("option", { value: "" }, ""), ...offered.map((name) => el("option", { value: name }, SORTS[name].label)));
  sorter.addEventListener("change", () => update({ sort: sortNamed(sorter.value) }));
}

export function showSorter() {
  // Concepts have an order of their own.
  for (const part of [sorter, ...sorter.labels]) part.hidden = papers.length < 2 || (state.view === "concepts" && !view.matches);
  sorter.options[0].textContent = view.matches ? "best match" : SORTS.links.label;
  sorter.options[1].hidden = !view.matches;
  sorter.value = state.sort === "links" && !view.matches ? "" : (state.sort ?? "");
}

// The papers of the list, found, filtered or of the open community, in the order that the reader wants.
export function papersListed() {
  if (view.matches) return sorted(view.matches);
  return overview.on && state.opened !== null ? membersOf(state.opened) : sortedByWeight(byWeight.filter((i) => view.papers[i]));
}

// The papers of each community, as in `byWeight`.
const papersIn = communities.map(() => /** @type {number[]} */ ([]));
for (const i of byWeight) papersIn[papers[i].community].push(i);

/** @param {number} c */ export const membersOf = (c) => sortedByWeight(papersIn[c].filter((i) => view.papers[i]));
