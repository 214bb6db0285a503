// Placed names are cached and repainted while only the position of the map changes: placing them costs more than all
// other painting.

import { cut, isolated } from "./elements.js";
import { theme } from "./marks.js";
import { papers, state } from "./model.js";
import { yieldToMain } from "./pause.js";
import { gliding, moving, network, sizeOf } from "./screen.js";

/** @type {{ key: string; origin: Point; scale: number; calls: NameCall[] } | null} */
let nameCache = null; // { key, origin, scale, calls }: the names painted, and what their placement depends on
let nChanges = 0; // how often what the cached names depend on has changed
export let riding = false; // whether names only move along, until the map has come to rest

/** @param {boolean} isRiding */
export function ride(isRiding) {
  riding = isRiding;
}

// Names that are to be placed anew, but can be moved along until then.
export function namesAreStale() {
  nChanges += 1;
  if (nameCache) nameCache.key = "";
}

export function clearNameCache() {
  nChanges += 1;
  nameCache = null;
}

// Paints the line from a name to what it names.
/** @param {Context} ctx @param {string} color @param {number[]} lead @param {number} dx @param {number} dy */
function paintLead(ctx, color, [fromX, fromY, toX, toY], dx, dy) {
  ctx.lineWidth = 1;
  ctx.strokeStyle = color;
  ctx.beginPath();
  ctx.moveTo(fromX + dx, fromY + dy);
  ctx.lineTo(toX + dx, toY + dy);
  ctx.stroke();
}

/** @param {Context} ctx @param {NameCall} options @param {number} dx @param {number} dy */
function paintName(ctx, [text, x, y, font, color, halo], dx, dy) {
  ctx.font = font;
  ctx.lineWidth = halo;
  ctx.strokeStyle = theme.paper;
  if (halo) ctx.strokeText(text, x + dx, y + dy);
  ctx.fillStyle = color;
  ctx.fillText(text, x + dx, y + dy);
}

// Paints names, each moved as `shift` says. Lines come first: what they cross stays readable.
/** @param {Context} ctx @param {NameCall[]} calls @param {(call: NameCall) => [dx: number, dy: number]} shift */
function paintNames(ctx, calls, shift) {
  for (const call of calls) if (call[6]) paintLead(ctx, call[4], call[6], ...shift(call));
  for (const call of calls) paintName(ctx, call, ...shift(call));
}

// Repaints the cached names if they are still valid, and returns whether they are. While the map is dragged or glides they
// move with it; what comes into view is named when it stops.
/** @param {Context} ctx @param {string} key @param {Point} origin */
function repaintNames(ctx, key, origin) {
  if ((gliding || riding) && nameCache) {
    const { calls, origin: before } = nameCache;
    const scale = network.getScale() / nameCache.scale;
    paintNames(ctx, calls, ([, x, y]) => [origin.x + (x - before.x) * scale - x, origin.y + (y - before.y) * scale - y]);
    return true;
  }
  if (nameCache?.key !== key) return false;
  const [dx, dy] = [origin.x - nameCache.origin.x, origin.y - nameCache.origin.y];
  if (!moving && (dx || dy)) return false;
  paintNames(ctx, nameCache.calls, () => [dx, dy]);
  return true;
}

// Paints names: those of the cache while `parts` and the part of the map stay the same, else those that `place` writes anew.
// A name is text, x, y, font, colour and width of its halo; `lead` are the ends of a line from it to what it names, if it is
// not beside it.
/** @param {Context} ctx @param {unknown[]} parts @param {(write: WriteName, at: Placing) => void} place */
export function paintAll(ctx, parts, place) {
  const at = { scale: network.getScale(), origin: network.canvasToDOM({ x: 0, y: 0 }), ...sizeOf(ctx.canvas) };
  const ratio = ctx.canvas.width / at.width;
  ctx.save();
  ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
  ctx.lineJoin = "round";
  const key = nameKey(parts, at);
  if (!repaintNames(ctx, key, at.origin)) {
    /** @type {NameCall[]} */
    const calls = [];
    nChanges += 1;
    nameCache = { key, origin: at.origin, scale: at.scale, calls };
    place((text, ...rest) => void calls.push([isolated(text), ...rest]), at);
    paintNames(ctx, calls, () => [0, 0]);
  }
  ctx.restore();
}

/** @param {unknown[]} parts @param {Placing} at */
const nameKey = (parts, { scale, width, height }) => [...parts, scale, width, height].join(" ");

// Puts the names that `place` writes into the cache, in slices between which the page answers. What changes until then
// ends that: they are placed when they are painted.
/** @param {unknown[]} parts @param {Placing} at @param {(write: WriteName, at: Placing) => Iterable<void>} place */
export async function placeAhead(parts, at, place) {
  nChanges += 1;
  const begun = nChanges;
  /** @type {NameCall[]} */
  const calls = [];
  const steps = place((text, ...rest) => void calls.push([isolated(text), ...rest]), at)[Symbol.iterator]();
  while (!steps.next().done) {
    await yieldToMain();
    if (begun !== nChanges) return;
  }
  nameCache = { key: nameKey(parts, at), origin: at.origin, scale: at.scale, calls };
}

/** @type {NamedBox[]} */
export const drawnPaperNames = []; // the names of papers, as [paper, left, top, right, bottom]
/** @type {NamedBox[]} */
export const drawnNames = []; // the community names on the map, as [community, left, top, right, bottom]

// The community whose name is at a pixel of the map; null if none is.
/** @param {Point} options */
export function nameAt({ x, y }) {
  if (state.view === "concepts") return null;
  return drawnNames.find(([, left, top, right, bottom]) => x >= left && x <= right && y >= top && y <= bottom)?.[0] ?? null;
}

// What papers are called on the map, which the reader may choose.
const MOST_LETTERS = 60; // of a title
/** @type {Record<string, { label: string; of: (i: number) => string }>} */
export const LABELS = {
  short: { label: "system, else author", of: (i) => papers[i].short },
  author: { label: "author and year", of: (i) => papers[i].by ?? papers[i].short },
  title: { label: "title", of: (i) => (papers[i].title.length > MOST_LETTERS ? `${cut(papers[i].title).slice(0, MOST_LETTERS - 1)}…` : papers[i].title) },
  none: { label: "none", of: () => "" },
};
/** @param {string | null} name */
export const labelNamed = (name) => (name !== null && Object.hasOwn(LABELS, name) ? name : "short");
/** @param {number} i */
export const nameOnMap = (i) => LABELS[state.label].of(i);
