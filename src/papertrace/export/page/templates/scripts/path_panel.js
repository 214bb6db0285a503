// The panel of a path: how one paper leads to another, hop by hop, with the reason for each; and the choice of its ends.

import { formsOf, termFinder, whenUnpacked } from "./abstracts.js";
import { chooseEdge, choosePaper, choosePath, pickFrom, stopPicking } from "./choosing.js";
import { bdi, contained, el, enumerated, heading } from "./elements.js";
import { quote, quotedFrom } from "./evidence.js";
import { nearestTowards } from "./geometry.js";
import { pointCard } from "./map_events.js";
import {
  DIRECTIONS, KINDS, NODE, NODES, data, edges, nameOf, nodes, otherEnd, papers, plural, reasonPasses, state, titleOf,
  view, weighed, weightOf,
} from "./model.js";
import { closeButton } from "./panels.js";
import { papersOn } from "./paths.js";
import { fold } from "./query.js";
import { announce, hovered, network, setHovered } from "./screen.js";
import { conceptChip } from "./search.js";
import { conceptOf } from "./subjects.js";

// The button in the panel of a paper that begins a path.
/** @param {number} i */
export const pathButton = (i) => el("button", { type: "button", class: "fold arrow", click: () => pickFrom(i) }, `Path to another ${NODE}`);

/** @param {number} from */
export function pickingPanel(from) {
  return [
    el("button", { type: "button", class: "quiet close", click: stopPicking }, "Cancel"),
    el("h2", {}, "Path from"), el("p", { class: "pair", dir: "auto" }, titleOf(from)),
    el("p", { class: "facts" }, `Choose the other ${NODE}: on the map, in the list, or by a search. With the keyboard, the arrows on the map lead to it, and Enter chooses it.`),
  ];
}

// Why two papers of a hop are linked: the strongest reason, quoted from the one that the hop begins with first.
/** @param {number} e @param {number} from */
function hopReason(e, from) {
  const edge = edges[e];
  const ends = [from, otherEnd(edge, from)];
  const [reason] = edge.reasons.filter(reasonPasses);
  const [first] = reason.evidence;
  const words = reason.tail !== undefined && Object.hasOwn(DIRECTIONS, reason.kind) ? `${papers[reason.tail].short} ${DIRECTIONS[reason.kind][0].toLowerCase()} the other` : nameOf(KINDS, reason.kind);
  const why = el("button", { type: "button", class: "quiet", "aria-label": `why: ${papers[ends[0]].short} and ${papers[ends[1]].short}`, click: () => chooseEdge(e) }, "why");
  /** @type {Piece[]} */
  const parts = [el("p", { class: "why" }, bdi(words), ` (weight ${weighed(weightOf(edge))}): `, reason.kind === "concept" ? enumerated(reason.evidence) : "", " ", why)];
  if (reason.kind === "concept") {
    const quotes = el("div", { class: "quotes" });
    const find = termFinder([[conceptOf.has(first) ? formsOf(conceptOf.get(first)) : [first], {}]]);
    whenUnpacked(ends, () => quotes.replaceChildren(...ends.map((i) => quote(i, quotedFrom(i, find), find))));
    parts.push(quotes);
  } else if (first !== undefined) {
    parts.push(el("blockquote", { dir: "auto" }, contained(first)));
  }
  return parts;
}

/** @param {number[]} chain @param {number} from */
function chainList(chain, from) {
  const hops = papersOn(chain, from).map((i, k) => {
    const name = el("button", { type: "button", class: "name", dir: "auto", "data-paper": i, click: () => choosePaper(i) }, titleOf(i));
    return el("li", {}, name, k < chain.length ? el("div", { class: "hop" }, ...hopReason(chain[k], i)) : null);
  });
  return el("ol", { class: "chain near" }, ...hops);
}

// What two papers have in common that are not linked: pruning leaves out links that say little, such as those by a concept
// of many papers.
/** @param {number} from @param {number} to */
function commonPart(from, to) {
  const shared = papers[from].concepts.filter((c) => papers[to].concepts.includes(c)).sort((a, b) => data.frequencies[a] - data.frequencies[b]);
  const others = new Set((papers[to].authors ?? []).map(fold));
  const names = (papers[from].authors ?? []).filter((name) => others.has(fold(name)));
  const parts = [heading("In common", shared.length ? NODES : "")];
  if (shared.length) parts.push(el("div", { class: "chips" }, ...shared.map(conceptChip)));
  if (names.length) parts.push(el("p", { class: "facts" }, `${names.length > 1 ? "Authors" : "Author"}: `, enumerated(names)));
  if (!shared.length && !names.length) parts.push(el("p", { class: "facts" }, "No concept and no author."));
  return parts;
}

/** @param {[from: number, to: number]} path @param {Chains} chains */
export function pathPanel([from, to], { shortest, strongest }) {
  /** @param {number} i */
  const end = (i) => el("button", { type: "button", class: "pair", dir: "auto", "data-paper": i, click: () => choosePaper(i) }, titleOf(i));
  const turn = el("button", { type: "button", class: "quiet turn", click: () => choosePath(to, from) }, "the other way round");
  /** @type {Piece[]} */
  const parts = [closeButton(), el("h2", {}, "From one to the other"), end(from), el("span", { class: "and" }, "to "), end(to), el("p", { class: "facts" }, turn)];
  if (shortest?.length !== 1) parts.push(...commonPart(from, to));
  if (!shortest || !strongest) {
    const isFiltered = state.without.size || state.weight || view.papers.some((shown) => !shown);
    return [...parts, el("p", { class: "facts" }, `No chain of links joins the two${isFiltered ? ", or the filters hide it" : ""}.`)];
  }
  const isSame = shortest.join() === strongest.join();
  /** @param {number[]} chain */
  const total = (chain) => {
    const least = weighed(Math.min(...chain.map((e) => weightOf(edges[e]))));
    return chain.length > 1 ? `${plural(chain.length, "hop")}, weakest link ${least}` : "linked directly";
  };
  parts.push(heading(isSame ? "Shortest and strongest" : "Shortest", total(shortest)), chainList(shortest, from));
  if (!isSame) parts.push(heading("Strongest", total(strongest)), chainList(strongest, from));
  return parts;
}

// While the other end of a path is chosen, the arrows on the map point at papers.
/** @param {number} dx @param {number} dy */
export function pointPathTowards(dx, dy) {
  const start = nodes[hovered ?? state.picking ?? 0];
  const next = nearestTowards(start, nodes, dx, dy, (i) => view.drawn[i] && i !== hovered);
  if (next === null) return;
  setHovered(next);
  network.redraw();
  pointCard(next);
  announce(`${titleOf(next)}. Enter chooses it.`);
}
