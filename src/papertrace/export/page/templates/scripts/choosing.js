// What a reader chooses, and the part of the map and of the page that shows it.

import { isShownNode, shownConceptNodes } from "./concept_map.js";
import { boundsOf, frameOfCircles } from "./first_sight.js";
import {
  NODE, UNCHOSEN, afterPanel, communities, countNodes, data, edges, hasChoice, linksOf, nodes, otherEnd, papers,
  plural, state, titleOf, update, view,
} from "./model.js";
import { discsShown, dissolve, overview } from "./overview.js";
import {
  announce, box, main, narrow, network, reducedMotion, setMap, started, wholeScale, zoomBox, zoomable,
} from "./screen.js";
import { stored } from "./settings.js";
import { membersOf } from "./sorting.js";
import { conceptNodes } from "./subjects.js";
import { BAND, frameOfTimeline, laneRoom } from "./timeline.js";

/** @param {Point} position @param {number} scale */ export function moveTo(position, scale) {
  const still = reducedMotion.matches || !started;
  setMap({ gliding: !still });
  network.resize(); // as of a panel that has just become wider, which is not told yet
  network.moveTo({ position, scale, duration: still ? 0 : 350 });
  if (still) dissolve();
}

export function whole() {
  if (state.view === "concepts") return frameOf(shownConceptNodes());
  if (state.view === "timeline") return frameOfTimeline();
  return frameOf(overview.on ? discsShown() : nodes.filter((_, i) => view.papers[i]));
}

// The position and scale of the map that show all of these, and none below the buttons.
/** @param {(Point & { radius?: number })[]} shown */ function frameOf(shown) {
  const [left, top] = zoomBox();
  return frameOfCircles(shown, box.clientWidth, box.clientHeight, [left, top]);
}

export function fitWhole({ animate = true } = {}) {
  const target = whole();
  if (view.papers.every((shown, i) => shown || state.out.has(i))) setMap({ wholeScale: target.scale });
  if (animate) moveTo(target.position, target.scale);
  else network.moveTo(target);
}

/** @param {number} factor */ export function zoomBy(factor) {
  moveTo(network.getViewPosition(), zoomable(network.scale * factor));
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
/** @param {Point[]} points @param {number} most */ function bring(points, most) {
  const clear = clearPart();
  const { left, top, right, bottom } = boundsOf(points);
  const scale = Math.min((clear.right - clear.left) / Math.max(right - left, 1), (clear.bottom - clear.top) / Math.max(bottom - top, 1), most);
  // The clear part is not in the centre of the map.
  const aside = { x: (clear.left + clear.right - box.clientWidth) / 2 / scale, y: (clear.top + clear.bottom - box.clientHeight) / 2 / scale };
  moveTo({ x: (left + right) / 2 - aside.x, y: (top + bottom) / 2 - aside.y }, scale);
}

// Brings a paper and its linked papers into view, as large as possible, so that its name is legible. If all of them are
// visible and the paper was selected on the map, the map does not move.
/** @param {number} i @param {{ only?: boolean }} [options] */ function approach(i, { only = false } = {}) {
  if (state.view === "concepts") return approachChosen();
  const near = [i, ...linksOf[i].filter((e) => view.edges[e]).map((e) => otherEnd(edges[e], i))].map((k) => nodes[k]);
  if ((only || state.view === "timeline") && near.every(isClear())) return;
  bring(near, Math.max(network.scale, Math.min(wholeScale * 1.8, 1.4)));
}

// Brings both ends of a link into view, at a visible distance from each other.
/** @param {Edge} edge */ function approachLink(edge) {
  if (state.view === "concepts") return approachChosen();
  const [a, b] = [nodes[edge.from], nodes[edge.to]];
  const [[ax, ay], [bx, by]] = [a, b].map((node) => { const p = network.canvasToDOM(node); return [p.x, p.y]; });
  const inSight = [[ax, ay], [bx, by]].every(([x, y]) => x > 20 && y > 20 && x < box.clientWidth - 20 && y < box.clientHeight - 20);
  if (inSight && Math.hypot(ax - bx, ay - by) > 60) return;
  const apart = Math.max(Math.hypot(a.x - b.x, a.y - b.y), 1);
  const room = Math.min(box.clientWidth, box.clientHeight);
  moveTo({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }, Math.min((room / 3) / apart, Math.max(network.scale, wholeScale * 2.2), (room * 0.8) / apart));
}

// The marks of what is highlighted: papers on their map, concepts on theirs.
const brightPoints = () => (state.view === "concepts"
  ? conceptNodes.filter((node, k) => view.brightConcepts?.has(node.concept) && isShownNode(k))
  : nodes.filter((_, i) => view.bright?.has(i) && view.papers[i]));

function isClear() {
  const { left, top, right, bottom } = clearPart();
  return (/** @type {Point} */ point) => {
    const { x, y } = network.canvasToDOM(point);
    return x > left && x < right && y > top && y < bottom;
  };
}

// Brings the selection into view, all of it.
function approachChosen() {
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

/** @param {Point[]} points */ function approachPoints(points) {
  if (!points.length) return;
  const { position, scale } = frameOf(points);
  moveTo(position, Math.min(scale, Math.max(network.scale, wholeScale * 1.8)));
}

// What is beside the map. On a phone the map and the list are two tabs, so that neither is below the other; other screens
// show both, and the list and the details can be folded.

const RESIZING_MS = 60; // after which the map has its new size
const TABS = ["map", "list"];
const tabInputs = [...document.querySelectorAll("#tabs input")];
/** @param {string | null} name */ export const tabNamed = (name) => (name !== null && TABS.includes(name) ? name : "map");

export function showTab() {
  main.dataset.tab = state.tab;
  for (const input of tabInputs) input.checked = input.value === state.tab;
}

for (const input of tabInputs) input.addEventListener("change", () => { update({ tab: input.value }); scrollTo(0, 0); });

/** @type {Record<string, HTMLButtonElement>} */
const folds = { list: document.getElementById("fold-list"), panel: document.getElementById("fold-panel") };

/** @param {string} name @param {boolean} isShown */ function showSide(name, isShown) {
  stored(`side-${name}`, isShown ? "" : "folded");
  main.dataset[name] = isShown ? "" : "folded";
  folds[name].setAttribute("aria-pressed", String(isShown));
}

const [LEAST_WIDTH, MOST_WIDTH] = [180, 600]; // pixels of a side, of which a narrow window has less
const WIDER_BY = 24; // by which a key makes it wider

// A side is as wide as its border is dragged, which arrow keys move too; a double click gives it its own width again.
/** @param {string} name @param {number} towards 1 if it is wider the farther to the right its border is, else -1 */
function sizeBy(name, towards) {
  const [side, border] = [document.querySelector(`[data-side="${name}"]`), name === "list" ? document.getElementById("width-list") : document.getElementById("width-panel")];
  /** @param {number | null} wanted */ const size = (wanted) => {
    const width = wanted && Math.round(Math.min(Math.max(wanted, LEAST_WIDTH), MOST_WIDTH));
    main.style.setProperty(`--${name}-width`, width ? `min(${width}px, 42vw)` : "");
    if (width) border.setAttribute("aria-valuenow", String(width));
    stored(`width-${name}`, String(width ?? ""));
  };
  if (stored(`width-${name}`)) size(Number(stored(`width-${name}`)) || null);
  /** @type {{ at: number; width: number } | null} */ let held = null;
  border.addEventListener("pointerdown", (event) => {
    held = { at: event.clientX, width: side.offsetWidth };
    border.setPointerCapture(event.pointerId);
    event.preventDefault();
  });
  border.addEventListener("pointermove", (event) => { if (held) size(held.width + towards * (event.clientX - held.at)); });
  border.addEventListener("lostpointercapture", () => { held = null; });
  border.addEventListener("dblclick", () => size(null));
  border.addEventListener("keydown", ({ key }) => {
    const by = { ArrowLeft: -WIDER_BY, ArrowRight: WIDER_BY }[key];
    if (by) size(side.offsetWidth + towards * by);
  });
}

sizeBy("list", 1);
sizeBy("panel", -1);

for (const [name, button] of Object.entries(folds)) {
  showSide(name, stored(`side-${name}`) !== "folded");
  button.addEventListener("click", () => {
    showSide(name, main.dataset[name] === "folded");
    if (!hasChoice()) setTimeout(fitWhole, RESIZING_MS);
  });
}

// What a reader can select: a change of the state, and the part of the map that shows it.

// A selection unfolds its panel. On a phone that is below the map, which is scrolled into view.
function bringDetails() {
  showSide("panel", true);
  if (narrow.matches) document.querySelector(".chart").scrollIntoView({ behavior: reducedMotion.matches ? "auto" : "smooth" });
}

/** @param {number} i @param {{ onMap?: boolean }} [options] */ export function choosePaper(i, { onMap = false } = {}) {
  if (state.picking !== null && state.picking !== i) return choosePath(state.picking, i);
  choose({ picking: null, paper: i, opened: data.discs.length ? papers[i].community : null }, () => approach(i, { only: onMap }));
  announce(`${titleOf(i)}. ${plural(view.degrees[i], "link")}.`);
}

/** @type {{ edge: number; from: Partial<Chosen> } | null} */
let linkOpened = null; // the link whose panel was opened last, and the selection from which

/** @param {number} i */ export function chooseEdge(i) {
  const from = Object.fromEntries(Object.keys(UNCHOSEN).map((key) => [key, state[key]]));
  linkOpened = { edge: i, from: state.edge === null ? from : linkOpened?.from ?? {} };
  choose({ edge: i }, () => approachLink(edges[i]));
}

// Back to the selection from which a link was opened, if it was opened from one.
export function closeEdge() {
  update({ ...UNCHOSEN, ...(linkOpened?.edge === state.edge ? linkOpened?.from : {}) });
  bringChoice();
}

/** @param {number} from @param {number} to */ export function choosePath(from, to) {
  choose({ picking: null, path: [from, to] }, frameBright);
  const n = view.path?.shortest?.length;
  announce(n ? `${plural(n, "hop")} from ${titleOf(from)} to ${titleOf(to)}.` : "No chain of links joins the two.");
}

/** @param {number} i */ export function pickFrom(i) {
  update({ ...UNCHOSEN, picking: i });
  if (state.view === "papers") fitWhole(); // the other paper may be anywhere
  announce(`Path from ${titleOf(i)}. Choose the other ${NODE}.`);
  if (narrow.matches) bringDetails();
}

export function stopPicking() {
  const from = state.picking;
  update({ ...UNCHOSEN, picking: null, paper: from });
}

/** @param {Change} change @param {() => void} [move] */ function choose(change, move = approachChosen) {
  update({ ...UNCHOSEN, ...change });
  if (change.between === undefined || !overview.on) afterPanel("move", move);
  bringDetails();
}

/** @param {number} concept */ export const chooseConcept = (concept) => choose({ concept });
/** @param {number} concept @param {number} together */ export const chooseTogether = (concept, together) => choose({ concept, together });
/** @param {number} repository */ export const chooseRepository = (repository) => choose({ repository });
/** @param {DoorName} door @param {string} name */ export const openDoor = (door, name) => choose({ [door]: name });
/** @param {number} between */ export const chooseBetween = (between) => choose({ between });

// Opens the card of a community and frames it; where the map shows communities as discs, its papers too.
/** @param {number} c */ export function chooseCommunity(c) {
  if (overview.on) return openCommunity(c);
  update({ ...UNCHOSEN, about: c });
  frameCommunity(c);
  bringDetails();
  return announce(`${communities[c].label}. ${countNodes(membersOf(c).length)}.`);
}

// Brings some papers into view, as large as their names need.
/** @param {(i: number) => unknown} passes */ export function framePapers(passes) {
  if (state.view === "concepts") return approachChosen();
  const shown = nodes.filter((_, i) => passes(i));
  return shown.length ? bring(shown, Math.max(wholeScale * 3, 1.4)) : fitWhole();
}

/** @param {number} c */ export const frameCommunity = (c) => framePapers((i) => papers[i].community === c && view.papers[i]);
const frameBright = () => framePapers((i) => view.bright?.has(i)); // all that is highlighted

// Opening adds an entry to the browser's history.
/** @param {number} c */ export function openCommunity(c) {
  choose({ opened: c }, fitOpened);
  overview.pointed = null;
}

export function closeCommunity() {
  overview.pointed = state.opened;
  update({ ...UNCHOSEN, opened: null });
  afterPanel("move", fitWhole);
}

function fitOpened() {
  if (!overview.on || state.opened === null) return fitWhole();
  const { position, scale } = frameOf(nodes.filter((_, i) => papers[i].community === state.opened && view.papers[i]));
  return moveTo(position, scale);
}

/** @param {number} about @param {number} versus */ export const compare = (about, versus) => choose({ about, versus }, frameBright);

// Brings the selection into view; on a page that is starting, where the whole map is shown, what is selected alone.
export function bringChoice() {
  if (state.paper !== null) approach(state.paper);
  else if (state.edge !== null) approachLink(edges[state.edge]);
  else if (state.about !== null) (state.versus === null ? frameCommunity(state.about) : frameBright());
  else if (state.path !== null) frameBright();
  else if ([state.concept, state.repository, state.author, state.venue].some((one) => one !== null) || (state.between !== null && !overview.on)) approachChosen();
  else if (overview.on && (started || state.opened !== null)) fitOpened();
}
