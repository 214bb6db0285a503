// How links are led on the map: those between two communities are bundled until one zooms in, and of many arrows into
// one paper a few keep their heads.

import { dominantKind, isDrawn } from "./drawn_links.js";
import { gapToLine } from "./geometry.js";
import { DIRECTIONS, bridgeOf, communities, edges, nodes, papers, state } from "./model.js";
import { wholeScale } from "./screen.js";

const BUNDLED_BELOW = 2.2; // times the scale of the whole map
const BUNDLING = 0.8; // how far links bend towards their bundle (Holten 2006)
const MAX_ARROWS = 6; // into one paper; of more, one from each side has a head
const N_SIDES = 12;

// Whether the map is as far away as to bundle links.
/** @param {number} scale */
export const isFar = (scale) => state.view === "papers" && communities.length > 2 && scale < BUNDLED_BELOW * wholeScale;

// A few arrows between two communities are read one by one, so that they stay straight.
const LEAST_BUNDLE = { tie: 2, arrow: 5 };
/** @param {Edge} edge */
const bundleOf = (edge) => (Object.hasOwn(DIRECTIONS, dominantKind(edge)) ? "arrow" : "tie");

// The number of drawn links between each two communities, by kind of bundle and `keyOf`.
export function countTies() {
  const counts = new Map();
  edges.forEach((edge, i) => {
    const key = isDrawn(edge, i) ? bridgeOf(edge) : null;
    if (key === null) return;
    const bundle = `${bundleOf(edge)} ${key}`;
    counts.set(bundle, (counts.get(bundle) ?? 0) + 1);
  });
  return counts;
}

// The points by which a link is led, from one paper to the other, or null if it is straight. `middles` are those of the
// communities, `ties` the numbers of links between them, null near by.
/** @param {Edge} edge @param {Map<string, number> | null} ties @param {(number[] | null)[]} middles */
export function bendOf(edge, ties, middles) {
  const key = bridgeOf(edge);
  if (ties === null || key === null) return null;
  const bundle = bundleOf(edge);
  if ((ties.get(`${bundle} ${key}`) ?? 0) < LEAST_BUNDLE[bundle]) return null;
  const [a, b] = [nodes[edge.from], nodes[edge.to]];
  const [one, other] = [middles[papers[edge.from].community], middles[papers[edge.to].community]];
  if (!one || !other) return null;
  /** @param {number} p @param {number} q @param {number} share */
  const between = (p, q, share) => p + (q - p) * share;
  /** @param {Point} at @param {number[]} options @param {number} share */
  const towards = (at, [x, y], share) => ({ x: between(at.x, x, share), y: between(at.y, y, share) });
  // A third of the way from centre to centre, so that the links of two communities run as one between them.
  const first = [between(one[0], other[0], 1 / 4), between(one[1], other[1], 1 / 4)];
  const second = [between(one[0], other[0], 3 / 4), between(one[1], other[1], 3 / 4)];
  return [towards({ x: between(a.x, b.x, 1 / 3), y: between(a.y, b.y, 1 / 3) }, first, BUNDLING), towards({ x: between(a.x, b.x, 2 / 3), y: between(a.y, b.y, 2 / 3) }, second, BUNDLING)];
}

// A point of a bent link, a share of the way along.
/** @param {Point} a @param {Point[]} options @param {Point} b @param {number} t */
function alongBend(a, [p, q], b, t) {
  const [u, v, w, z] = [(1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t ** 2, t ** 3];
  return { x: u * a.x + v * p.x + w * q.x + z * b.x, y: u * a.y + v * p.y + w * q.y + z * b.y };
}

/** @param {Point} point @param {Point} a @param {Point[]} bend @param {Point} b */
export function gapToBend(point, a, bend, b) {
  let least = Infinity;
  let last = a;
  for (let k = 1; k <= 12; k += 1) {
    const next = alongBend(a, bend, b, k / 12);
    least = Math.min(least, gapToLine(point, last, next));
    last = next;
  }
  return least;
}

// The arrows that keep their heads: all of them where they are few, else the longest from each side.
/** @param {Arrow[]} arrows */
export function withHeads(arrows) {
  const [sides, counts] = [new Map(), new Map()];
  for (const { head, bright } of arrows) if (!bright) counts.set(head, (counts.get(head) ?? 0) + 1);
  /** @param {Arrow} options */
  const length = ({ tail, head }) => Math.hypot(nodes[tail].x - nodes[head].x, nodes[tail].y - nodes[head].y);
  const kept = [];
  for (const arrow of arrows) {
    if (arrow.bright || counts.get(arrow.head) <= MAX_ARROWS) {
      kept.push(arrow);
      continue;
    }
    const back = arrow.bend?.at(-1) ?? nodes[arrow.tail];
    const angle = Math.atan2(back.y - nodes[arrow.head].y, back.x - nodes[arrow.head].x);
    const key = arrow.head * N_SIDES + (Math.floor(((angle + Math.PI) / (2 * Math.PI)) * N_SIDES) % N_SIDES);
    if (!sides.has(key) || length(arrow) > length(sides.get(key))) sides.set(key, arrow);
  }
  return [...kept, ...sides.values()];
}
