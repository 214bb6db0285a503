// Two communities side by side: their cards in one panel, what both have, and the links between them.

import { chooseBetween, chooseCommunity, chooseConcept } from "./choosing.js";
import { cardSections, factsOf, highestYear } from "./community_cards.js";
import { bdi, el, heading, isPresent } from "./elements.js";
import {
  bridgeOf, communities, concepts, data, edges, keyOf, papers, plural, view, weighed, weightOf,
} from "./model.js";
import { closeButton } from "./panels.js";
import { membersOf } from "./sorting.js";
import { longChips } from "./subject_panels.js";

/** @param {number} c @param {number} other */
export function versusPanel(c, other) {
  const both = [c, other];
  const members = both.map(membersOf);
  const top = Math.max(...members.map(highestYear));
  /** @param {number} one @param {number} k */
  const end = (one, k) => el("div", {}, el("button", { type: "button", class: "pair", dir: "ltr", click: () => chooseCommunity(one) }, communities[one].label), el("p", { class: "facts" }, factsOf(members[k])));
  /** @type {Piece[]} */
  const parts = [closeButton(), el("h2", {}, "Two communities compared"), el("div", { class: "versus" }, ...both.map(end)), ...betweenPart(c, other), ...sharedPart(members)];
  const sections = members.map((own) => cardSections(own, top));
  sections[0].forEach(([name, first], k) => {
    const found = [first, sections[1][k][1]];
    if (!found.some((one) => isPresent(one.parts))) return;
    /** @param {CardSection} options @param {number} at */
    const cell = ({ parts: shown }, at) => el("div", { role: "group", "aria-label": communities[both[at]].label }, isPresent(shown) ? [shown].flat() : el("p", { class: "facts" }, "none"));
    parts.push(heading(name.replace("its", "their"), first.note), el("div", { class: "versus" }, ...found.map(cell)));
  });
  return parts;
}

/** @param {number} c @param {number} other */
function betweenPart(c, other) {
  const key = keyOf(c, other);
  const links = edges.filter((edge, e) => view.edges[e] && bridgeOf(edge) === key);
  if (!links.length) return [heading("Links between them"), el("p", { class: "facts" }, "No paper of one is linked with a paper of the other.")];
  const why = el("button", { type: "button", class: "quiet turn", click: () => chooseBetween(key) }, "Why");
  return [heading("Links between them"), el("p", { class: "facts" }, `${plural(links.length, "linked pair")}, weight ${weighed(links.reduce((sum, edge) => sum + weightOf(edge), 0))} `, why)];
}

// The concepts that papers of both hold, with the numbers of papers on either side.
/** @param {number[][]} members */
function sharedPart(members) {
  const counts = members.map((among) => {
    const counted = new Map();
    for (const i of among) for (const c of papers[i].concepts) counted.set(c, (counted.get(c) ?? 0) + 1);
    return counted;
  });
  const shared = [...counts[0].keys()].filter((c) => counts[1].has(c));
  if (!shared.length) return [heading("Concepts of both"), el("p", { class: "facts" }, "No concept is in papers of both.")];
  /** @param {number} c */
  const least = (c) => Math.min(counts[0].get(c), counts[1].get(c)) / data.frequencies[c];
  /** @param {number} concept */
  const chip = (concept) => el("button", { type: "button", "aria-pressed": "false", click: () => chooseConcept(concept) }, bdi(concepts[concept]), " ", el("small", {}, counts.map((one) => one.get(concept)).join(" : ")));
  return [heading("Concepts of both", "papers of either"), longChips(shared.sort((a, b) => least(b) - least(a) || a - b), chip)];
}
