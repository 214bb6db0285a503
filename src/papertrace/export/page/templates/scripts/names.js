// Placed names are cached and repainted while only the position of the map changes: placing them costs more than all
// other painting.

import { isolated } from "./elements.js";
import { theme } from "./marks.js";
import { state } from "./model.js";
import { gliding, moving, network } from "./screen.js";

/** @type {{ key: string; origin: Point; scale: number; calls: NameCall[] } | null} */
let nameCache = null; // { key, origin, scale, calls }: the names painted, and what their placement depends on

// Names that are to be placed anew, but can be moved along until then.
export function namesAreStale() {
  if (nameCache) nameCache.key = "";
}

export function clearNameCache() {
  nameCache = null;
}

// `lead` are the ends of a line from a name to what it names, if it is not beside it.
/** @param {Context} ctx @param {NameCall} options @param {number} [dx] @param {number} [dy] */
function paintName(ctx, [text, x, y, font, color, halo, lead], dx = 0, dy = 0) {
  if (lead) {
    ctx.lineWidth = 1;
    ctx.strokeStyle = color;
    ctx.beginPath();
    ctx.moveTo(lead[0] + dx, lead[1] + dy);
    ctx.lineTo(lead[2] + dx, lead[3] + dy);
    ctx.stroke();
  }
  ctx.font = font;
  ctx.lineWidth = halo;
  ctx.strokeStyle = theme.paper;
  if (halo) ctx.strokeText(text, x + dx, y + dy);
  ctx.fillStyle = color;
  ctx.fillText(text, x + dx, y + dy);
}

// Repaints the cached names if they are still valid, and returns whether they are. While the map is dragged or glides they
// move with it; what comes into view is named when it stops.
/** @param {Context} ctx @param {string} key @param {Point} origin */
export function repaintNames(ctx, key, origin) {
  if (gliding && nameCache) {
    const scale = network.getScale() / nameCache.scale;
    for (const call of nameCache.calls) {
      paintName(ctx, call, origin.x + (call[1] - nameCache.origin.x) * scale - call[1], origin.y + (call[2] - nameCache.origin.y) * scale - call[2]);
    }
    return true;
  }
  if (nameCache?.key !== key) return false;
  const [dx, dy] = [origin.x - nameCache.origin.x, origin.y - nameCache.origin.y];
  if (!moving && (dx || dy)) return false;
  for (const call of nameCache.calls) paintName(ctx, call, dx, dy);
  return true;
}

// Returns a function that paints a name and adds it to the cache.
/** @param {Context} ctx @param {string} key @param {Point} origin @returns {WriteName} */
export function nameWriter(ctx, key, origin) {
  /** @type {NameCall[]} */
  const calls = [];
  nameCache = { key, origin, scale: network.getScale(), calls };
  return (text, ...rest) => {
    /** @type {NameCall} */
    const call = [isolated(text), ...rest];
    calls.push(call);
    paintName(ctx, call);
  };
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
