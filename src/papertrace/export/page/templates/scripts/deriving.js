// What follows from the state.

import { derivePapers } from "./facets.js";
import {
  bridgeOf, byWeight, edgePasses, edges, linksOf, neighboursOf, otherEnd, papers, secondRing, state, view, weightOf,
} from "./model.js";
import { deriveOverview, isCrowded } from "./overview.js";
import { bothHold, deriveSubjects, doorOpen, holders, linkersOf, papersBy } from "./subjects.js";
import { indexAbstracts, searchPapers } from "./text_index.js";

// Chains of links between two papers: the shortest, and the strongest, each found by Dijkstra's algorithm (1959).

// A queue that yields the item of the least cost first; of equal costs, the one that was added first.
function costQueue() {
  /** @type {Queued[]} */ const heap = [];
  let n = 0;
  /** @param {Queued} a @param {Queued} b */ const before = (a, b) => a.cost < b.cost || (a.cost === b.cost && a.n < b.n);
  /** @param {number} a @param {number} b */ const swap = (a, b) => { [heap[a], heap[b]] = [heap[b], heap[a]]; };
  return {
    /** @param {number} cost @param {number} item */ add(cost, item) {
      let at = heap.push({ cost, item, n: n++ }) - 1;
      while (at && before(heap[at], heap[(at - 1) >> 1])) {
        swap(at, (at - 1) >> 1);
        at = (at - 1) >> 1;
      }
    },
    take() {
      const [first] = heap;
      const last = heap.pop();
      if (last && heap.length) {
        heap[0] = last;
        for (let at = 0; ;) {
          const [left, right] = [2 * at + 1, 2 * at + 2];
          let least = at;
          if (left < heap.length && before(heap[left], heap[least])) least = left;
          if (right < heap.length && before(heap[right], heap[least])) least = right;
          if (least === at) break;
          swap(at, least);
          at = least;
        }
      }
      return first;
    },
  };
}

// The chain of least cost between two papers as indices of links, by links that the filters leave; null without one.
/** @param {number} from @param {number} to @param {(edge: Edge) => number} costOf */ function chainBetween(from, to, costOf) {
  const costs = new Map([[from, 0]]);
  const cameBy = new Map();
  const done = new Set();
  const queue = costQueue();
  queue.add(0, from);
  for (let next = queue.take(); next; next = queue.take()) {
    const { item: i, cost } = next;
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
      queue.add(sum, other);
    }
  }
  if (!cameBy.has(to)) return null;
  const chain = [];
  for (let i = to; i !== from; i = otherEnd(edges[chain.at(-1)], i)) chain.push(cameBy.get(i));
  return chain.reverse();
}

// A link resists the less, the heavier it is; the resistances of a chain add up, so that a detour has to be worth it.
/** @param {Edge} edge */ const resistanceOf = (edge) => 1 / Math.max(weightOf(edge), 1e-9);

// The shortest chain (of several, the strongest) and the strongest. Either is null if there is none.
/** @param {number} from @param {number} to */ function chainsBetween(from, to) {
  const most = edges.reduce((sum, edge, e) => (view.edges[e] ? sum + resistanceOf(edge) : sum), 1);
  const shortest = chainBetween(from, to, (edge) => 1 + resistanceOf(edge) / most);
  return { shortest, strongest: shortest && chainBetween(from, to, resistanceOf) };
}

// The papers of a chain in order.
/** @param {number[]} chain @param {number} from */ export function papersOn(chain, from) {
  const among = [from];
  for (const e of chain) among.push(otherEnd(edges[e], among.at(-1)));
  return among;
}

// The chains of the selected path, for what is highlighted.
export function derivePath() {
  view.path = null;
  if (state.path === null) return;
  const { shortest, strongest } = chainsBetween(...state.path);
  const links = new Set([...(shortest ?? []), ...(strongest ?? [])]);
  view.path = { shortest, strongest, links };
}

// What is shown, derived from the state: which papers and links are drawn, and which are highlighted.

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
