// What follows from the state.

import { derivePapers } from "./facets.js";
import {
  bridgeOf, byWeight, comparing, edgePasses, edges, linkFilters, linksOf, neighboursOf, otherEnd, papers, secondRing,
  state, view, weightOf,
} from "./model.js";
import { deriveOverview, isCrowded } from "./overview.js";
import { bothHold, deriveSubjects, doorOpen, holders, linkersOf, papersBy } from "./subjects.js";
import { indexAbstracts, searchPapers } from "./text_index.js";

// The chain of least cost between two papers by Dijkstra's algorithm (1959) as indices of links, by links that the filters leave; null without one.
/** @param {number} from @param {number} to @param {(edge: Edge) => number} costOf */ function chainBetween(from, to, costOf) {
  const costs = new Map([[from, 0]]);
  const cameBy = new Map();
  const done = new Set();
  const queue = [{ i: from, cost: 0 }]; // of the least cost last; of equal costs, what was added first
  for (let next = queue.pop(); next; next = queue.pop()) {
    const { i, cost } = next;
    if (i === to) break;
    if (done.has(i)) continue;
    done.add(i);
    for (const e of linksOf[i]) {
      if (!view.edges[e]) continue;
      const other = otherEnd(edges[e], i);
      const sum = cost + costOf(edges[e]);
      if (sum >= (costs.get(other) ?? Infinity)) continue;
      costs.set(other, sum);
      cameBy.set(other, e);
      let [low, high] = [0, queue.length];
      while (low < high) {
        const middle = (low + high) >> 1;
        if (queue[middle].cost > sum) low = middle + 1;
        else high = middle;
      }
      queue.splice(low, 0, { i: other, cost: sum });
    }
  }
  if (!cameBy.has(to)) return null;
  const chain = [];
  for (let i = to; i !== from; i = otherEnd(edges[chain.at(-1)], i)) chain.push(cameBy.get(i));
  return chain.reverse();
}

/** @param {number[]} chain @param {number} from */ export function papersOn(chain, from) {
  const among = [from];
  for (const e of chain) among.push(otherEnd(edges[e], among.at(-1)));
  return among;
}

// The chains of the selected path, for what is highlighted: the shortest (of several, the strongest) and the strongest. A link
// resists the less, the heavier it is; the resistances of a chain add up, so that a detour has to be worth it.
export function derivePath() {
  view.path = null;
  if (state.path === null) return;
  /** @param {Edge} edge */ const resistanceOf = (edge) => 1 / Math.max(weightOf(edge), 1e-9);
  const most = edges.reduce((sum, edge, e) => (view.edges[e] ? sum + resistanceOf(edge) : sum), 1);
  const shortest = chainBetween(...state.path, (edge) => 1 + resistanceOf(edge) / most);
  const strongest = shortest && chainBetween(...state.path, resistanceOf);
  view.path = { shortest, strongest, links: new Set([...(shortest ?? []), ...(strongest ?? [])]) };
}

// What the query finds. Abstracts are searched as soon as they are indexed.
function deriveMatches() {
  view.matches = view.hits = null;
  if (!state.query.trim()) return;
  indexAbstracts();
  const { hits } = searchPapers(state.query);
  view.matches = hits?.filter((i) => view.papers[i]) ?? null;
  view.hits = view.matches && new Set(view.matches);
}

const sameEdges = comparing();

// Which links are drawn: a selection changes none of them, only filters do.
function deriveEdges() {
  if (sameEdges(linkFilters(), view.papers)) return;
  view.degrees.fill(0);
  edges.forEach((edge, i) => {
    view.edges[i] = view.papers[edge.from] && view.papers[edge.to] && edgePasses(edge) ? 1 : 0;
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
    view.bright = new Set(linkersOf(state.repository));
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
