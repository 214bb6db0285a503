// What a reader can select: a change of the state, and the part of the map that shows it.

import { approach, approachChosen, approachLink, fitWhole, frameOf, moveInto, moveTo } from "./framing.js";
import {
  NODE, UNCHOSEN, communities, countNodes, data, edges, nodes, papers, plural, state, titleOf, view,
} from "./model.js";
import { overview } from "./overview.js";
import { announce, narrow, reducedMotion, started } from "./screen.js";
import { membersOf } from "./sorting.js";
import { showSide } from "./tabs.js";
import { afterPanel, update } from "./updating.js";

// A selection unfolds its panel. On a phone that is below the map, which is scrolled into view.
function bringDetails() {
  showSide("panel", true);
  if (narrow.matches) document.querySelector(".chart").scrollIntoView({ behavior: reducedMotion.matches ? "auto" : "smooth" });
}

/** @param {number} i @param {{ onMap?: boolean }} [options] */
export function choosePaper(i, { onMap = false } = {}) {
  if (state.picking !== null && state.picking !== i) return choosePath(state.picking, i);
  update({ ...UNCHOSEN, picking: null, paper: i, opened: data.discs.length ? papers[i].community : null });
  afterPanel("move", () => approach(i, { only: onMap }));
  bringDetails();
  announce(`${titleOf(i)}. ${plural(view.degrees[i], "link")}.`);
}

/** @type {{ edge: number; from: Partial<Chosen> } | null} */
let linkOpened = null; // the link whose panel was opened last, and the selection from which

/** @param {number} i */
export function chooseEdge(i) {
  const from = Object.fromEntries(Object.keys(UNCHOSEN).map((key) => [key, state[key]]));
  linkOpened = { edge: i, from: state.edge === null ? from : linkOpened?.from ?? {} };
  update({ ...UNCHOSEN, edge: i });
  afterPanel("move", () => approachLink(edges[i]));
  bringDetails();
}

// Back to the selection from which a link was opened, if it was opened from one.
export function closeEdge() {
  update({ ...UNCHOSEN, ...(linkOpened?.edge === state.edge ? linkOpened?.from : {}) });
  bringChoice();
}

/** @param {number} from @param {number} to */
export function choosePath(from, to) {
  update({ ...UNCHOSEN, picking: null, path: [from, to] });
  afterPanel("move", frameBright);
  bringDetails();
  const n = view.path?.shortest?.length;
  announce(n ? `${plural(n, "hop")} from ${titleOf(from)} to ${titleOf(to)}.` : "No chain of links joins the two.");
}

/** @param {number} i */
export function pickFrom(i) {
  update({ ...UNCHOSEN, picking: i });
  if (state.view === "papers") fitWhole(); // the other paper may be anywhere
  announce(`Path from ${titleOf(i)}. Choose the other ${NODE}.`);
  if (narrow.matches) bringDetails();
}

export function stopPicking() {
  const from = state.picking;
  update({ ...UNCHOSEN, picking: null, paper: from });
}

/** @param {Partial<Chosen>} change */
function choose(change) {
  update({ ...UNCHOSEN, ...change });
  if (change.between === undefined || !overview.on) afterPanel("move", approachChosen);
  bringDetails();
}

/** @param {number} concept */
export const chooseConcept = (concept) => choose({ concept });
/** @param {number} concept @param {number} together */
export const chooseTogether = (concept, together) => choose({ concept, together });
/** @param {number} repository */
export const chooseRepository = (repository) => choose({ repository });
/** @param {DoorName} door @param {string} name */
export const openDoor = (door, name) => choose({ [door]: name });
/** @param {number} between */
export const chooseBetween = (between) => choose({ between });

// Opens the card of a community and frames it; where the map shows communities as discs, its papers too.
/** @param {number} c */
export function chooseCommunity(c) {
  if (overview.on) return openCommunity(c);
  update({ ...UNCHOSEN, about: c });
  frameCommunity(c);
  bringDetails();
  return announce(`${communities[c].label}. ${countNodes(membersOf(c).length)}.`);
}

/** @param {number} c */
export function frameCommunity(c) {
  if (state.view === "concepts") return approachChosen();
  const shown = nodes.filter((_, i) => papers[i].community === c && view.papers[i]);
  return shown.length ? moveInto(shown) : fitWhole();
}

// Opening adds an entry to the browser's history.
/** @param {number} c */
export function openCommunity(c) {
  update({ ...UNCHOSEN, opened: c });
  overview.pointed = null;
  afterPanel("move", fitOpened);
  bringDetails();
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

/** @param {number} c @param {number} other */
export function compare(c, other) {
  update({ ...UNCHOSEN, about: c, versus: other });
  afterPanel("move", frameBright);
  bringDetails();
}

// Brings all that is highlighted into view, as large as it can be.
function frameBright() {
  if (state.view === "concepts") return approachChosen();
  const shown = nodes.filter((_, i) => view.bright?.has(i));
  return shown.length ? moveInto(shown) : fitWhole();
}

// Brings the selection into view; on a page that is starting, where the whole map is shown, what is selected alone.
export function bringChoice() {
  if (state.paper !== null) approach(state.paper);
  else if (state.edge !== null) approachLink(edges[state.edge]);
  else if (state.about !== null) (state.versus === null ? frameCommunity(state.about) : frameBright());
  else if (state.path !== null) frameBright();
  else if ([state.concept, state.repository, state.author, state.venue].some((one) => one !== null) || (state.between !== null && !overview.on)) approachChosen();
  else if (overview.on && (started || state.opened !== null)) fitOpened();
}
