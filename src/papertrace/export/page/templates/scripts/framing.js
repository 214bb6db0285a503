// What part of the map is shown: the whole, a paper with those it is linked with, a link; and the steps of the arrow keys.

import { isShownNode, shownConceptNodes } from "./concept_map.js";
import { boundsOf, frameOfCircles } from "./frame.js";
import { nearestTowards } from "./geometry.js";
import { edges, linksOf, nodes, otherEnd, state, view } from "./model.js";
import { discsShown, dissolve, overview } from "./overview.js";
import {
  box, network, reducedMotion, setGliding, setWholeScale, started, wholeScale, zoomBox, zoomable,
} from "./screen.js";
import { conceptNodes } from "./subjects.js";
import { BAND, frameOfTimeline, laneRoom } from "./timeline.js";

/** @param {Point} position @param {number} scale */
export function moveTo(position, scale) {
  const still = reducedMotion.matches || !started;
  setGliding(!still);
  network.moveTo({ position, scale, animation: still ? false : { duration: 350 } });
  if (still) dissolve();
}

export function whole() {
  if (state.view === "concepts") return frameOf(shownConceptNodes());
  if (state.view === "timeline") return frameOfTimeline();
  return frameOf(overview.on ? discsShown() : nodes.filter((_, i) => view.papers[i]));
}

// The position and scale of the map that show all of these, and none below the buttons.
/** @param {(Point & { radius?: number })[]} shown */
export function frameOf(shown) {
  const [left, top] = zoomBox();
  return frameOfCircles(shown, box.clientWidth, box.clientHeight, [left, top]);
}

export function fitWhole({ animate = true } = {}) {
  const target = whole();
  if (view.papers.every((shown, i) => shown || state.out.has(i))) setWholeScale(target.scale);
  if (animate) moveTo(target.position, target.scale);
  else network.moveTo({ ...target, animation: false });
}

/** @param {number} factor */
export function zoomBy(factor) {
  moveTo(network.getViewPosition(), zoomable(network.getScale() * factor));
}

// The part of the map, in pixels, into which papers are moved: away from its borders and buttons.
function clearPart() {
  const inTime = state.view === "timeline";
  const room = inTime ? 4 : Math.min(56, box.clientWidth / 8, box.clientHeight / 8);
  const [zoomLeft, zoomTop, zoomRight, zoomBottom] = zoomBox();
  const beside = zoomBottom - zoomTop > zoomRight - zoomLeft; // on a phone they are in a row at the bottom
  const right = beside ? Math.min(box.clientWidth - room, zoomLeft - 12) : box.clientWidth - room;
  const bottom = beside ? box.clientHeight - room : Math.min(box.clientHeight - room, zoomTop - 12);
  return { left: inTime ? laneRoom() : room, top: inTime ? BAND : room, right, bottom };
}

// Brings points into the clear part of the map, no larger than at a scale.
/** @param {Point[]} points @param {number} most */
function bring(points, most) {
  const clear = clearPart();
  const { left, top, right, bottom } = boundsOf(points);
  const scale = Math.min((clear.right - clear.left) / Math.max(right - left, 1), (clear.bottom - clear.top) / Math.max(bottom - top, 1), most);
  // The clear part is not in the centre of the map.
  const aside = { x: (clear.left + clear.right - box.clientWidth) / 2 / scale, y: (clear.top + clear.bottom - box.clientHeight) / 2 / scale };
  moveTo({ x: (left + right) / 2 - aside.x, y: (top + bottom) / 2 - aside.y }, scale);
}

// Brings a paper and its linked papers into view, as large as possible, so that its name is legible. If all of them are
// visible and the paper was selected on the map, the map does not move.
/** @param {number} i @param {{ only?: boolean }} [options] */
export function approach(i, { only = false } = {}) {
  if (state.view === "concepts") return approachChosen();
  const near = [i, ...linksOf[i].filter((e) => view.edges[e]).map((e) => otherEnd(edges[e], i))].map((k) => nodes[k]);
  if ((only || state.view === "timeline") && near.every(isClear())) return;
  bring(near, Math.max(network.getScale(), Math.min(wholeScale * 1.8, 1.4)));
}

// Brings points into view, as large as names of papers need.
/** @param {Point[]} points */
export const moveInto = (points) => bring(points, Math.max(wholeScale * 3, 1.4));

// Brings both ends of a link into view, at a visible distance from each other.
/** @param {Edge} edge */
export function approachLink(edge) {
  if (state.view === "concepts") return approachChosen();
  const [a, b] = [nodes[edge.from], nodes[edge.to]];
  const [[ax, ay], [bx, by]] = [a, b].map((node) => { const p = network.canvasToDOM(node); return [p.x, p.y]; });
  const inSight = [[ax, ay], [bx, by]].every(([x, y]) => x > 20 && y > 20 && x < box.clientWidth - 20 && y < box.clientHeight - 20);
  if (inSight && Math.hypot(ax - bx, ay - by) > 60) return;
  const apart = Math.max(Math.hypot(a.x - b.x, a.y - b.y), 1);
  const room = Math.min(box.clientWidth, box.clientHeight);
  moveTo({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }, Math.min((room / 3) / apart, Math.max(network.getScale(), wholeScale * 2.2), (room * 0.8) / apart));
}

/** @param {number} dx @param {number} dy */
export function neighbourTowards(dx, dy) {
  const start = state.paper === null ? network.getViewPosition() : nodes[state.paper];
  return nearestTowards(start, nodes, dx, dy, (i) => view.drawn[i] && i !== state.paper);
}

// The marks of what is highlighted: papers on their map, concepts on theirs.
const brightPoints = () => (state.view === "concepts"
  ? conceptNodes.filter((node, k) => view.brightConcepts?.has(node.concept) && isShownNode(k))
  : nodes.filter((_, i) => view.bright?.has(i) && view.papers[i]));

// Whether a point is in the clear part of the map.
function isClear() {
  const { left, top, right, bottom } = clearPart();
  return (/** @type {Point} */ point) => {
    const { x, y } = network.canvasToDOM(point);
    return x > left && x < right && y > top && y < bottom;
  };
}

// Brings the selection into view, all of it.
export function approachChosen() {
  const points = brightPoints();
  if (!points.every(isClear())) approachPoints(points);
}

// Brings what a search has found into view if none of it is, as on a map that shows one community. While some is, the map
// does not move below the words that are typed.
export function approachFound() {
  if (!network || !view.matches) return;
  const points = state.view === "concepts" ? brightPoints() : view.matches.map((i) => nodes[i]);
  if (points.length && !points.some(isClear())) approachPoints(points);
}

/** @param {Point[]} points */
function approachPoints(points) {
  if (!points.length) return;
  const { position, scale } = frameOf(points);
  moveTo(position, Math.min(scale, Math.max(network.getScale(), wholeScale * 1.8)));
}
