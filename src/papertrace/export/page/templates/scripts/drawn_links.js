// Which links the map shows, and as what.

import { reasonPasses, state, view } from "./model.js";

// Rarer kinds first: a pair with several reasons is drawn as the first of them.
/** @type {Record<string, { width: number; dash: number[]; alpha: number }>} */
const LINES = {
  citation: { width: 2, dash: [9, 3, 2, 3], alpha: 0.95 },
  mention: { width: 2, dash: [6, 4], alpha: 0.95 },
  repository: { width: 2.2, dash: [], alpha: 0.7 },
  coupling: { width: 1.2, dash: [3, 3], alpha: 0.45 },
  co_citation: { width: 1.2, dash: [8, 3], alpha: 0.45 },
  owner: { width: 1.1, dash: [5, 4], alpha: 0.5 },
  concept: { width: 0.7, dash: [], alpha: 0.3 },
  similar: { width: 0.7, dash: [1, 2], alpha: 0.3 },
};

/** @param {string} kind */
export const lineOf = (kind) => (Object.hasOwn(LINES, kind) ? LINES[kind] : LINES.concept);

/** @param {Edge} edge */
export const dominantKind = (edge) => {
  const shown = new Set(edge.reasons.filter(reasonPasses).map((reason) => reason.kind));
  return Object.keys(LINES).find((kind) => shown.has(kind)) ?? "concept";
};

// On the timeline, links cross everything, so only those of a selected paper are drawn.
/** @param {Edge} edge @param {number} i */
const isInView = (edge, i) => state.view !== "timeline" || ((state.paper !== null || state.edge !== null || state.path !== null) && isBright(edge, i));

/** @param {Edge} edge @param {number} i */
export const isDrawn = (edge, i) => view.edges[i] && view.drawn[edge.from] && view.drawn[edge.to] && isInView(edge, i);

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
