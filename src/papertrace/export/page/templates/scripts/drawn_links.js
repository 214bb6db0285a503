// Which links the map shows, and as what.

import { DIRECTIONS, edges, mainPath, papers, reasonPasses, state, view, weightOf } from "./model.js";

// Rarer kinds first: a pair with several reasons is drawn as the first of them.
/** @type {Record<string, { width: number; dash: number[]; alpha: number }>} */
const LINES = {
  citation: { width: 1, dash: [], alpha: 0.6 },
  mention: { width: 1.2, dash: [6, 4], alpha: 0.75 },
  repository: { width: 2.2, dash: [], alpha: 0.7 },
  coupling: { width: 0.8, dash: [2, 3], alpha: 0.4 },
  co_citation: { width: 0.8, dash: [6, 3], alpha: 0.4 },
  owner: { width: 1.1, dash: [5, 4], alpha: 0.5 },
  concept: { width: 0.7, dash: [], alpha: 0.3 },
  main_path: { width: 3, dash: [], alpha: 0.55 }, // drawn once, as a path
  similar: { width: 0.7, dash: [1, 2], alpha: 0.3 },
};

/** @param {string} kind */
export const isArrow = (kind) => kind === "main_path" || Object.hasOwn(DIRECTIONS, kind);
/** @param {string} kind */
export const lineOf = (kind) => (Object.hasOwn(LINES, kind) ? LINES[kind] : LINES.concept);

const LINE_KINDS = Object.keys(LINES);

/** @param {Edge} edge */
export function dominantKind(edge) {
  let first = LINE_KINDS.length;
  for (const reason of edge.reasons) {
    const rank = reasonPasses(reason) ? LINE_KINDS.indexOf(reason.kind) : -1;
    if (rank >= 0 && rank < first) first = rank;
  }
  return LINE_KINDS[first] ?? "concept";
}

const EACH = 2; // links of a paper that are drawn at rest
const resting = new Uint8Array(edges.length);
/** @type {number[]} */
let strongestFirst = []; // the links from the strongest to the weakest
/** @type {{ edges: Uint8Array | null; drawn: Uint8Array | null; kept: string }} */
const restingOf = { edges: null, drawn: null, kept: "" }; // what these were chosen from
export let restsOnFew = false; // whether there are more links than are drawn at rest

// Chooses the links that are drawn while nothing is selected: all where they are few, else the strongest of each paper. Of
// equally strong ones, as all citations are, that to the paper with the strongest links comes first.
export function chooseResting() {
  const kept = [state.weight, ...state.without].join(" ");
  const isSame = restingOf.kept === kept && restingOf.edges?.every((one, e) => one === view.edges[e]) && restingOf.drawn?.every((one, i) => one === view.drawn[i]);
  if (isSame) return;
  if (restingOf.kept !== kept) strongestFirst = [];
  Object.assign(restingOf, { kept, edges: view.edges.slice(), drawn: view.drawn.slice() });
  /** @param {number} e */
  const isShown = (e) => view.edges[e] && view.drawn[edges[e].from] && view.drawn[edges[e].to];
  const among = [...edges.keys()].filter(isShown);
  restsOnFew = among.length > EACH * view.drawn.reduce((sum, one) => sum + one, 0);
  resting.fill(restsOnFew ? 0 : 1);
  if (!restsOnFew) return;
  // Sorted once for all parts of the map that are shown in turn while it is zoomed.
  if (!strongestFirst.length) strongestFirst = byStrength();
  const counts = new Uint32Array(papers.length);
  for (const e of strongestFirst) {
    if (!isShown(e)) continue;
    const { from, to } = edges[e];
    if (Math.min(counts[from], counts[to]) < EACH) resting[e] = 1;
    counts[from] += 1;
    counts[to] += 1;
  }
}

function byStrength() {
  const strengths = Float64Array.from(edges, weightOf);
  const tops = Float64Array.from(edges, ({ from, to }) => Math.max(papers[from].weight, papers[to].weight));
  return [...edges.keys()].sort((a, b) => strengths[b] - strengths[a] || tops[b] - tops[a] || a - b);
}

// A selected paper, link, path or pair of communities shows all its links; on the timeline, where links cross everything,
// only these are drawn.
/** @param {Edge} edge @param {number} i */
const isOfChoice = (edge, i) => isBright(edge, i) && ([state.edge, state.path, state.between].some((one) => one !== null) || edge.from === state.paper || edge.to === state.paper);

/** @param {Edge} edge @param {number} i */
export const isDrawn = (edge, i) => view.edges[i] && view.drawn[edge.from] && view.drawn[edge.to] && ((resting[i] && state.view !== "timeline") || isOfChoice(edge, i));

// Whether the selected paper cites or names the other end of a link, or is cited or named by it; else an empty word.
/** @param {Edge} edge @returns {Side} */
export function sideOf(edge) {
  if (state.paper === null || (edge.from !== state.paper && edge.to !== state.paper)) return "";
  const tails = edge.reasons.filter((reason) => Object.hasOwn(DIRECTIONS, reason.kind) && reason.tail !== undefined && reasonPasses(reason)).map((reason) => reason.tail);
  return tails.includes(state.paper) ? "out" : tails.length ? "into" : "";
}

// The papers of the main path that are shown, the earliest first.
export const pathShown = () => (state.view !== "papers" || state.without.has("main_path") ? [] : mainPath.filter((i) => view.papers[i]));

/** @param {Edge} edge @param {number} i */
export function isBright(edge, i) {
  if (!view.bright) return false;
  if (state.path !== null) return view.path?.links.has(i) ?? false;
  if (state.edge !== null) return i === state.edge;
  if (state.paper !== null && state.concept === null) {
    return edge.from === state.paper || edge.to === state.paper || (state.ring && view.bright.has(edge.from) && view.bright.has(edge.to));
  }
  return view.bright.has(edge.from) && view.bright.has(edge.to);
}
