// What is common to panels of communities: their breadcrumbs, why two of them are linked, and how one is opened.

import { chooseCommunity, chooseEdge, closeCommunity } from "./choosing.js";
import { bdi, el, heading } from "./elements.js";
import {
  KINDS, NODES, bridgeOf, communities, edges, endsOf, grouped, nameOf, papers, plural, rankOfKind, reasonPasses,
  state, view, weighed, weightOf,
} from "./model.js";
import { overview } from "./overview.js";
import { FEW, closeButton, longList } from "./panels.js";
import { box, crumbs } from "./screen.js";

const MAX_LISTED_PAIRS = 40; // of the pairs between two communities

export function showCrumbs() {
  crumbs.hidden = !overview.on;
  if (!overview.on) return crumbs.replaceChildren();
  if (state.opened === null) {
    const n = communities.filter(({ linked }, c) => linked && overview.counts[c]).length;
    return crumbs.replaceChildren(el("span", {}, `${plural(n, "community", "communities")}. Select one to see its ${NODES}.`));
  }
  const { label } = communities[state.opened];
  return crumbs.replaceChildren(
    el("button", { type: "button", class: "quiet", click: () => { closeCommunity(); box.focus(); } }, "All communities"),
    el("span", { "aria-hidden": "true" }, " › "),
    el("span", { "aria-current": "true", dir: "ltr" }, label));
}

// Counts the reasons of all links between two communities by kind, and the evidence for each.
/** @param {number[]} links */
function reasonsBetween(links) {
  const kindsBetween = new Map();
  for (const e of links) {
    for (const reason of edges[e].reasons.filter(reasonPasses)) {
      if (!kindsBetween.has(reason.kind)) kindsBetween.set(reason.kind, { pairs: 0, weight: 0, evidence: new Map() });
      const found = kindsBetween.get(reason.kind);
      found.pairs += 1;
      found.weight += reason.weight;
      for (const text of reason.evidence) found.evidence.set(text, (found.evidence.get(text) ?? 0) + 1);
    }
  }
  return [...kindsBetween].sort((a, b) => rankOfKind(a[0]) - rankOfKind(b[0]));
}

/** @param {number} key */
export function bridgePanel(key) {
  const [one, other] = endsOf(key);
  const links = edges.map((_, e) => e).filter((e) => view.edges[e] && bridgeOf(edges[e]) === key).sort((a, b) => weightOf(edges[b]) - weightOf(edges[a]) || a - b);
  /** @param {number} c */
  const end = (c) => el("button", { type: "button", class: "pair", dir: "ltr", click: () => chooseCommunity(c) }, communities[c].label);
  /** @type {Piece[]} */
  const parts = [closeButton(), el("h2", {}, "Why these communities are linked"), end(one), el("span", { class: "and" }, "and"), end(other)];
  for (const [kind, { pairs, weight, evidence }] of reasonsBetween(links)) {
    const named = [...evidence].sort((a, b) => b[1] - a[1]).slice(0, FEW);
    const items = named.map(([text, n]) => el("li", {}, bdi(text), el("span", { class: "why" }, plural(n, "linked pair"))));
    parts.push(heading(nameOf(KINDS, kind), `${plural(pairs, "pair")}, weight ${weighed(weight)}`), el("ul", { class: "reasons" }, ...items));
  }
  const pairs = links.slice(0, MAX_LISTED_PAIRS).map((e) => {
    const why = el("button", { type: "button", class: "quiet", "aria-label": `Why ${papers[edges[e].from].short} and ${papers[edges[e].to].short} are linked`, click: () => chooseEdge(e) }, "why");
    return el("li", {}, bdi(papers[edges[e].from].short), " – ", bdi(papers[edges[e].to].short), el("span", { class: "why" }, "weight ", weighed(weightOf(edges[e])), " ", why));
  });
  if (!links.length) return [...parts, el("p", { class: "facts" }, "The filters hide all links between them.")];
  const note = links.length > MAX_LISTED_PAIRS ? `heaviest ${MAX_LISTED_PAIRS} of ${grouped(links.length)}` : plural(links.length, "pair");
  return [...parts, heading("Linked pairs", note), ...longList("near", pairs)];
}
