// Names on the map: where they have room, and how they are painted.

import { cut, isolated } from "./elements.js";
import { paintLine } from "./first_sight.js";
import { theme } from "./marks.js";
import { papers, state } from "./model.js";
import { gliding, moving, network, sizeOf } from "./screen.js";
import { yieldToMain } from "./unpacking.js";

// Label placement for community names: just outside the marks, where it is clear whose name it is.

const N_DIRECTIONS = 32; // directions from the centre of a community in which its name is tried
const STEP = 8; // pixels between positions among the marks of a community
const CLEAR = 24; // pixels: up to which the distance to marks of others lowers the cost of a place
const FLAT = 1e-9; // a step of a direction that leads neither up nor down, or neither left nor right
const GAP = 4; // pixels between a name and the marks of its community

// The distance from a box to a point, 0 inside the box. `Math.hypot` would take several times as long as all other placement.
/** @param {number} x @param {number} y @param {number} half @param {number} tall @param {number[]} point */
export function gapToBox(x, y, half, tall, point) {
  const across = Math.max(0, Math.abs(point[0] - x) - half);
  const along = Math.max(0, Math.abs(point[1] - y) - tall);
  return Math.sqrt(across * across + along * along);
}

// How far a box must move from a centre in a direction to clear all marks. It makes no lists: there
// are thousands of marks, each for every direction.
/** @param {number[]} middle @param {number} dx @param {number} dy @param {number} half @param {number} tall @param {number[][]} marks */
function distancePast(middle, dx, dy, half, tall, marks) {
  let way = 0;
  for (const mark of marks) {
    const across = mark[0] - middle[0];
    const along = mark[1] - middle[1];
    const wide = half + mark[2] + GAP;
    const high = tall + mark[2] + GAP;
    if ((Math.abs(dx) < FLAT && Math.abs(across) >= wide) || (Math.abs(dy) < FLAT && Math.abs(along) >= high)) continue;
    const to = Math.min(passing(across, dx, wide), passing(along, dy, high));
    if (to > way && Math.max(-passing(-across, dx, wide), -passing(-along, dy, high)) < to) way = to;
  }
  return way;
}

// When a step that begins at 0 and is repeated is past a distance and the room behind it.
/** @param {number} distance @param {number} step @param {number} room */
const passing = (distance, step, room) => (Math.abs(step) < FLAT ? Infinity : step > 0 ? (distance + room) / step : (distance - room) / step);

// The name of the unlinked papers is always placed below them.
/** @param {number} half @param {number} tall @param {number[][]} own @param {number[]} frame @param {IsFree} free */
export function placeBelow(half, tall, own, frame, free) {
  const xs = own.map(([x]) => x);
  const x = (Math.min(...xs) + Math.max(...xs)) / 2;
  const y = Math.max(...own.map(([, y, r]) => y + r)) + GAP + tall;
  const inside = x >= half && x <= frame[0] - half && y <= frame[1] - tall;
  return inside && free(x - half, y - tall, x + half, y + tall) ? [x, y] : null;
}

// The best position for a name of 2·half by 2·tall pixels, or null if every position would mislead: over the marks of
// another community, nearer to its centre or marks, or not `free`. `own` and `others` are marks as [x, y, radius],
// `middles` are the centres of the other communities, `frame` is the width and height of the map; a position across
// its border is moved inside.
/** @param {number[]} middle @param {number} half @param {number} tall @param {number[][]} own @param {number[][]} others @param {number[][]} middles @param {number[]} frame @param {IsFree} free */
export function placeName(middle, half, tall, own, others, middles, frame, free) {
  const reach = Math.max(...own.map(([x, y, r]) => Math.hypot(x - middle[0], y - middle[1]) + r)) + 2 * (half + tall) + 40;
  const near = others.filter(([x, y]) => Math.abs(x - middle[0]) < reach && Math.abs(y - middle[1]) < reach);
  let [best, least] = [/** @type {[number, number] | null} */ (null), Infinity];
  /** @param {number} wantedX @param {number} wantedY @param {number} cost */ const consider = (wantedX, wantedY, cost) => {
    if (cost - CLEAR >= least) return; // however far the other marks are
    const x = Math.min(Math.max(wantedX, half), frame[0] - half);
    const y = Math.min(Math.max(wantedY, tall), frame[1] - tall);
    if (!free(x - half, y - tall, x + half, y + tall)) return;
    const distance = Math.hypot(x - middle[0], y - middle[1]);
    if (middles.some(([atX, atY]) => Math.hypot(x - atX, y - atY) <= distance)) return;
    let beside = Infinity;
    for (const mark of own) beside = Math.min(beside, gapToBox(x, y, half, tall, mark) - mark[2]);
    if (beside < 2) return;
    let away = Infinity;
    for (const mark of near) {
      away = Math.min(away, gapToBox(x, y, half, tall, mark) - mark[2]);
      if (away <= 2 || away < beside) return;
    }
    const total = cost - Math.min(away, CLEAR);
    if (total < least) [best, least] = [[x, y], total];
  };
  for (let k = 0; k < N_DIRECTIONS; k += 1) {
    const angle = (2 * Math.PI * k) / N_DIRECTIONS;
    const [dx, dy] = [Math.cos(angle), Math.sin(angle)];
    const way = distancePast(middle, dx, dy, half, tall, own);
    consider(middle[0] + dx * way, middle[1] + dy * way, way);
  }
  if (best !== null) return best;
  // Among other communities a name may only fit between the marks of its own.
  const [left, right] = [Math.min(...own.map(([x]) => x)) - half, Math.max(...own.map(([x]) => x)) + half];
  const [top, bottom] = [Math.min(...own.map(([, y]) => y)) - 2 * tall, Math.max(...own.map(([, y]) => y)) + 2 * tall];
  for (let x = left; x <= right; x += STEP) for (let y = top; y <= bottom; y += STEP) consider(x, y, Math.hypot(x - middle[0], y - middle[1]));
  return best;
}

// A free place for a name that fits nowhere beside its marks, the nearest to their middle, and not nearer to `middles`,
// those of other communities; a line leads from it. A place across the border of the map is moved inside.
/** @param {number[]} options @param {number} half @param {number} tall @param {number[][]} middles @param {(left: number, top: number, right: number, bottom: number) => boolean} covered @param {number[]} frame @param {IsFree} free */
export function placeAway([midX, midY], half, tall, middles, covered, frame, free) {
  for (let way = 24; way <= 264; way += 12) {
    for (let k = 0; k < N_DIRECTIONS; k += 1) {
      const angle = (2 * Math.PI * k) / N_DIRECTIONS;
      const x = Math.min(Math.max(midX + Math.cos(angle) * (way + half / 2), half), frame[0] - half);
      const y = Math.min(Math.max(midY + Math.sin(angle) * way, tall), frame[1] - tall);
      if (covered(x - half, y - tall, x + half, y + tall)) continue;
      const own = (x - midX) ** 2 + (y - midY) ** 2;
      if (middles.some(([atX, atY]) => (x - atX) ** 2 + (y - atY) ** 2 <= own)) continue;
      if (free(x - half, y - tall, x + half, y + tall)) return [x, y];
    }
  }
  return null;
}

// The line from the border of a name to the nearest of its marks.
/** @param {number} x @param {number} y @param {number} half @param {number} tall @param {number[][]} own */
export function leadFrom(x, y, half, tall, own) {
  const [toX, toY, r] = own.reduce((best, mark) => (gapToBox(x, y, half, tall, mark) < gapToBox(x, y, half, tall, best) ? mark : best));
  const [fromX, fromY] = [Math.min(Math.max(toX, x - half), x + half), Math.min(Math.max(toY, y - tall), y + tall)];
  const length = Math.hypot(toX - fromX, toY - fromY) || 1;
  return [fromX, fromY, toX - ((toX - fromX) / length) * r, toY - ((toY - fromY) / length) * r];
}

const LEAD_STEP = 6; // pixels

// Small boxes along a line from a name, so that it is known what the line would cross.
/** @param {number[]} lead @returns {Box[]} */ export function boxesAlong([fromX, fromY, toX, toY]) {
  const n = Math.floor(Math.sqrt((toX - fromX) ** 2 + (toY - fromY) ** 2) / LEAD_STEP);
  return Array.from({ length: n }, (_, k) => {
    const [x, y] = [fromX + ((toX - fromX) * k) / n, fromY + ((toY - fromY) * k) / n];
    return /** @type {Box} */ ([x - 2, y - 2, x + 2, y + 2]);
  });
}

// A grid index of boxes, so that a name is compared only with what is near it, not with thousands of marks and names.
const WIDE = 64; // pixels

// Boxes that are taken, and whether another one is free of them.
/** @param {number[][]} boxes */ export function takenBoxes(boxes) {
  /** @type {Map<number, number[][]>} */ const cells = new Map();
  /** @param {number} coordinate */ const at = (coordinate) => Math.floor(coordinate / WIDE);
  /** @param {number[]} box */ const take = (box) => {
    for (let column = at(box[0]); column <= at(box[2]); column += 1) {
      for (let row = at(box[1]); row <= at(box[3]); row += 1) {
        const key = column * 65536 + row;
        if (cells.has(key)) cells.get(key).push(box);
        else cells.set(key, [box]);
      }
    }
  };
  /** @type {IsFree} */ const free = (left, top, right, bottom) => {
    for (let column = at(left); column <= at(right); column += 1) {
      for (let row = at(top); row <= at(bottom); row += 1) {
        const near = cells.get(column * 65536 + row);
        if (near?.some((box) => left < box[2] && right > box[0] && top < box[3] && bottom > box[1])) return false;
      }
    }
    return true;
  };
  boxes.forEach(take);
  return { take, free };
}

// Returns a function that says whether a box covers any of these marks, each [x, y, radius, paper].
/** @param {Mark[]} marks @returns {IsFree} */ export function coveringOf(marks) {
  const { free } = takenBoxes(marks.map(([x, y, radius]) => [x - radius, y - radius, x + radius, y + radius]));
  return (left, top, right, bottom) => !free(left, top, right, bottom);
}

// The width of text on the map, and where lines of it are broken.
/** @type {Map<string, number>} */ const widths = new Map();

/** @param {Context} ctx @param {string} text @param {string} font */ export function widthOf(ctx, text, font) {
  const key = font + text;
  if (!widths.has(key)) {
    ctx.font = font;
    widths.set(key, ctx.measureText(text).width);
  }
  return widths.get(key);
}

const WITHOUT_ITALICS = /(?=\p{L})[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]/u;

// The font of the name of a community, in italics where its script has them.
/** @param {string} name @param {number} size @param {string} family */
export const nameFont = (name, size, family) => `${WITHOUT_ITALICS.test(name) ? "" : "italic "}${size}px ${family}`;

// Breaks a long label into two lines.
/** @param {Context} ctx @param {string} label @param {string} font */ export function linesOf(ctx, label, font) {
  const words = label.split(" ");
  if (words.length < 2 || widthOf(ctx, label, font) < 150) return [label];
  let best = [label];
  let least = Infinity;
  for (let i = 1; i < words.length; i += 1) {
    const lines = [words.slice(0, i).join(" "), words.slice(i).join(" ")];
    const width = Math.max(...lines.map((line) => widthOf(ctx, line, font)));
    if (width < least) [best, least] = [lines, width];
  }
  return best;
}

/** @param {Context} ctx @param {string} text @param {string} font @param {number} wide @returns {string[]} */
export function wrapped(ctx, text, font, wide) {
  /** @type {string[]} */ const lines = [];
  for (const word of text.split(" ")) {
    const longer = lines.length ? `${lines.at(-1)} ${word}` : word;
    if (lines.length && widthOf(ctx, longer, font) <= wide) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

// Placed names are cached and repainted while only the position of the map changes: placing them costs more than all
// other painting.

/** @type {{ key: string; origin: Point; scale: number; calls: NameCall[] } | null} */
let nameCache = null; // { key, origin, scale, calls }: the names painted, and what their placement depends on
let nChanges = 0; // how often what the cached names depend on has changed
export let riding = false; // whether names only move along, until the map has come to rest

/** @param {boolean} isRiding */ export function ride(isRiding) {
  riding = isRiding;
}

// Leaves the first names to whoever places them: until then the map is drawn without.
export function awaitNames() {
  nameCache = { key: "", origin: { x: 0, y: 0 }, scale: 1, calls: [] };
  riding = true;
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

// Paints names, each moved as `shift` says. Lines to what they name come first: what they cross stays readable.
/** @param {Context} ctx @param {NameCall[]} calls @param {(call: NameCall) => [dx: number, dy: number]} shift */
function paintNames(ctx, calls, shift) {
  for (const call of calls) {
    const [[dx, dy], lead] = [shift(call), call[6]];
    ctx.lineWidth = 1;
    ctx.strokeStyle = call[4];
    if (lead) paintLine(ctx, lead[0] + dx, lead[1] + dy, lead[2] + dx, lead[3] + dy);
  }
  ctx.strokeStyle = theme.paper;
  for (const call of calls) {
    const [[dx, dy], [text, x, y, font, color, halo]] = [shift(call), call];
    ctx.font = font;
    ctx.lineWidth = halo;
    if (halo) ctx.strokeText(text, x + dx, y + dy);
    ctx.fillStyle = color;
    ctx.fillText(text, x + dx, y + dy);
  }
}

// Repaints the cached names if they are still valid, and returns whether they are. While the map is dragged or glides they
// move with it; what comes into view is named when it stops.
/** @param {Context} ctx @param {string} key @param {Point} origin */ function repaintNames(ctx, key, origin) {
  if ((gliding || riding) && nameCache) {
    const { calls, origin: before } = nameCache;
    const scale = network.scale / nameCache.scale;
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
  const at = { scale: network.scale, origin: network.canvasToDOM({ x: 0, y: 0 }), ...sizeOf(ctx.canvas) };
  const ratio = ctx.canvas.width / at.width;
  ctx.save();
  ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
  ctx.lineJoin = "round";
  const key = nameKey(parts, at);
  if (!repaintNames(ctx, key, at.origin)) {
    /** @type {NameCall[]} */ const calls = [];
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
  /** @type {NameCall[]} */ const calls = [];
  const steps = place((text, ...rest) => void calls.push([isolated(text), ...rest]), at)[Symbol.iterator]();
  while (!steps.next().done) {
    await yieldToMain();
    if (begun !== nChanges) return;
  }
  nameCache = { key: nameKey(parts, at), origin: at.origin, scale: at.scale, calls };
}

/** @type {NamedBox[]} */ export const drawnPaperNames = []; // the names of papers, as [paper, left, top, right, bottom]
/** @type {NamedBox[]} */ export const drawnNames = []; // the community names on the map, as [community, left, top, right, bottom]

// The community whose name is at a pixel of the map; null if none is.
/** @param {Point} options */ export function nameAt({ x, y }) {
  if (state.view === "concepts") return null;
  return drawnNames.find(([, left, top, right, bottom]) => x >= left && x <= right && y >= top && y <= bottom)?.[0] ?? null;
}

// What papers are called on the map, which the reader may choose.
const MOST_LETTERS = 60; // of a title
/** @type {Record<string, { label: string; of: (i: number) => string }>} */ export const LABELS = {
  short: { label: "system, else author", of: (i) => papers[i].short },
  author: { label: "author and year", of: (i) => papers[i].by ?? papers[i].short },
  title: { label: "title", of: (i) => (papers[i].title.length > MOST_LETTERS ? `${cut(papers[i].title).slice(0, MOST_LETTERS - 1)}…` : papers[i].title) },
  none: { label: "none", of: () => "" },
};
/** @param {string | null} name */ export const labelNamed = (name) => (name !== null && Object.hasOwn(LABELS, name) ? name : "short");
/** @param {number} i */ export const nameOnMap = (i) => LABELS[state.label].of(i);
