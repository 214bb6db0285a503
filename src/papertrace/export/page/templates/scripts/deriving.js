// What is shown, derived from the state: which papers and links are drawn, and which are highlighted.

import { derivePapers } from "./facets.js";
import { bridgeOf, byWeight, edges, neighboursOf, papers, reasonPasses, secondRing, state, view } from "./model.js";
import { deriveOverview, isCrowded } from "./overview.js";
import { derivePath } from "./paths.js";
import { bothHold, deriveSubjects, doorOpen, holders, linkers, papersBy } from "./subjects.js";
import { indexAbstracts, searchPapers } from "./text_index.js";

// What the query finds. Abstracts are searched as soon as they are indexed.
function deriveMatches() {
  view.matches = view.hits = null;
  if (!state.query.trim()) return;
  indexAbstracts();
  const { hits } = searchPapers(state.query);
  view.matches = hits?.filter((i) => view.papers[i]) ?? null;
  view.hits = view.matches && new Set(view.matches);
}

/** @type {{ papers: Uint8Array | null; kept: string }} */
const edgesOf = { papers: null, kept: "" }; // the papers and filters from which the links were derived

// Which links are drawn: a selection changes none of them, only filters do.
function deriveEdges() {
  const kept = [state.weight, ...state.without].join(" ");
  if (edgesOf.kept === kept && edgesOf.papers?.every((one, i) => one === view.papers[i])) return;
  Object.assign(edgesOf, { kept, papers: view.papers.slice() });
  view.degrees.fill(0);
  edges.forEach((edge, i) => {
    view.edges[i] = view.papers[edge.from] && view.papers[edge.to] && edge.reasons.some(reasonPasses) ? 1 : 0;
    view.degrees[edge.from] += view.edges[i];
    view.degrees[edge.to] += view.edges[i];
  });
}

export function derive() {
  derivePapers();
  view.drawn.set(view.papers);
  deriveEdges();
  deriveMatches();
  derivePath();
  const door = doorOpen();
  if (state.path !== null && view.path !== null) {
    view.bright = new Set([...state.path, ...[...view.path.links].flatMap((e) => [edges[e].from, edges[e].to])]);
  } else if (state.edge !== null) {
    view.bright = new Set([edges[state.edge].from, edges[state.edge].to]);
  } else if (state.concept !== null) {
    view.bright = new Set(state.together === null ? holders[state.concept] : bothHold(state.concept, state.together));
  } else if (state.about !== null) {
    view.bright = new Set(byWeight.filter((i) => view.papers[i] && [state.about, state.versus].includes(papers[i].community)));
  } else if (state.between !== null && !isCrowded()) {
    view.bright = new Set(edges.flatMap((edge, e) => (view.edges[e] && bridgeOf(edge) === state.between ? [edge.from, edge.to] : [])));
  } else if (state.repository !== null) {
    view.bright = new Set(linkers[state.repository]);
  } else if (door) {
    view.bright = new Set(papersBy(door, state[door]));
  } else if (state.paper !== null) {
    view.bright = new Set([state.paper]);
    for (const i of neighboursOf(state.paper)) view.bright.add(i);
    if (state.ring) for (const [i] of secondRing(state.paper)) view.bright.add(i);
  } else {
    view.bright = state.selected.size && !view.matches ? new Set(state.selected) : view.matches && new Set(view.matches);
    if (state.picking !== null) view.bright?.add(state.picking);
  }
  deriveSubjects();
  deriveOverview();
}
