// The names of discs on the overview, largest first, without overlapping one another. A name stands in the middle of its
// disc, or beside it, and there so much nearer to it than to any other disc or heap of points that it cannot be taken for
// the name of that. No letter is larger than the radius of its disc, so that the size of a name says how large its
// community is.

import { gapToBox } from "./label_placement.js";
import { linesOf, nameFont, widthOf } from "./lettering.js";
import { theme } from "./marks.js";
import { communities, countNodes, data, grouped, view } from "./model.js";
import { drawnNames } from "./names.js";
import { LEAST_DISC, discRadius, isOpen, isQuiet, overview } from "./overview.js";
import { wholeScale } from "./screen.js";

const NAMES_AT_FIRST = 24; // for the largest discs on the whole map; more when zooming in
const LEAST_SIZE = 12; // pixels of a letter
const LEAST_HEAP = 5; // pixels of the radius of points that a name beside them would seem to name
const SHIFT = 0.6; // of half a name, by which it may stand aside below or above its disc
const BESIDE = 2; // pixels between a disc and its name beside it
const ASIDE = 12; // pixels between that name and any other disc
const COUNT_HEIGHT = 15; // pixels of the line with the number of papers
const EDGE = 4; // pixels between a name and the edge of the map
const CLEAR_OF_LINE = 48; // pixels from the upper edge of the map to below the line on it
const INTO = 10; // pixels by which a name in its own disc may overlap another disc

// The number of papers is shown below a name if there is space.
/** @param {Context} ctx @param {DiscPlacing} tools */
export function drawDiscNames(ctx, tools) {
  const { onMap, scale, width, height } = tools;
  const circles = communities.map((_, c) => ({ at: onMap(data.discs[c]), radius: discRadius(c, scale) * scale, c }));
  const shown = circles.filter(({ c }) => overview.counts[c] && !isOpen(c));
  const large = Math.min(17, Math.max(13, width / 42));
  const heaps = shown.filter(({ radius }) => radius >= LEAST_HEAP);
  const order = shown.toSorted((a, b) => Number(isQuiet(a.c)) - Number(isQuiet(b.c)) || overview.counts[b.c] - overview.counts[a.c] || a.c - b.c);
  for (const [k, circle] of order.slice(0, Math.ceil(NAMES_AT_FIRST * Math.max(1, scale / wholeScale) ** 2)).entries()) {
    const { at: [x, y], radius, c } = circle;
    const isFirst = k < NAMES_AT_FIRST;
    if (radius < LEAST_DISC && !isFirst) continue; // a name of points alone would hide those of others
    if (x + radius < 0 || y + radius < 0 || x - radius > width || y - radius > height) continue;
    const first = communities[c].short.split(", ")[0];
    const names = width < 500 ? [first] : [...new Set([communities[c].short, first])];
    const sizes = isQuiet(c) ? [LEAST_SIZE] : [large, 14, LEAST_SIZE].filter((size) => size <= Math.min(large, Math.max(LEAST_SIZE, radius)));
    const tries = names.flatMap((name) => sizes.map((size) => ({ name, size })));
    // If none of them fits, the shortest of a large community is drawn over its disc, unless it would overlap another name.
    const placed = tries.some((one) => drawDiscName(ctx, one, circle, heaps, tools));
    if (placed || !isFirst) continue;
    // Hits cover much of their discs: beside these their names may stand on discs without hits, which are faded.
    if (view.hits && !isQuiet(c) && drawDiscName(ctx, tries.at(-1), circle, heaps.filter((other) => !isQuiet(other.c)), tools)) continue;
    drawDiscName(ctx, tries.at(-1), circle, [], tools);
  }
}

// Where a name may stand in its disc: in the middle, or where the middle is out of sight in the part that is in sight, there
// also below the line above the map.
/** @param {number[]} middle @param {number} radius @param {number} half @param {number} tall @param {number[]} frame @returns {number[][]} */
export function placesWithin([x, y], radius, half, tall, [width, height]) {
  /** @param {number} at @param {number} least @param {number} most */
  const within = (at, least, most) => Math.max(Math.min(at, most), least);
  const moved = [EDGE, CLEAR_OF_LINE].map((margin) => [within(x, half + EDGE, width - half - EDGE), within(y, tall + margin, height - tall - EDGE)]);
  return [[x, y], ...moved.filter(([atX, atY]) => (atX !== x || atY !== y) && (atX - x) ** 2 + (atY - y) ** 2 < (radius - tall) ** 2 && radius > tall)];
}

// Places all over a disc, from its middle outwards, for the name of one of the largest communities that has no other.
/** @param {number[]} middle @param {number} radius */
function around([x, y], radius) {
  const steps = [0, -1, 1, -2, 2, -3, 3, -4, 4].map((step) => (step * (radius + 12)) / 4);
  return steps.flatMap((down) => steps.map((right) => [x + right, y + down]));
}

/** @param {Context} ctx @param {{ name: string; size: number }} options @param {DiscCircle} options @param {DiscCircle[]} circles @param {DiscPlacing} options */
function drawDiscName(ctx, { name, size }, { at: [x, y], radius, c }, circles, { write, free, covered, take, width, height }) {
  const quiet = isQuiet(c);
  const font = nameFont(name, size, theme.serif);
  const lines = linesOf(ctx, name, font);
  const step = size * 1.15;
  const half = Math.max(...lines.map((text) => widthOf(ctx, text, font))) / 2 + 3;
  const tall = (lines.length * step) / 2 + 2;
  const isCounted = !quiet && half < radius * 1.2 && tall + 16 < radius;
  const [count, countFont] = [view.hits ? `${grouped(overview.found[c])} of ${countNodes(overview.counts[c])}` : countNodes(overview.counts[c]), `12px ${theme.sans}`];
  const [wide, below] = isCounted ? [Math.max(half, widthOf(ctx, count, countFont) / 2 + 3), COUNT_HEIGHT] : [half, 0];
  /** @param {number[]} options @param {number} reach half of the width @param {number} under @param {number} gap to other discs */
  const clear = ([atX, atY], reach, under, gap) => atX > reach && atX < width - reach && atY > tall && atY < height - tall
    && free(atX - reach, atY - tall, atX + reach, atY + tall + under) && !(circles.length && covered(atX - reach, atY - tall, atX + reach, atY + tall + under))
    && circles.every((other) => other.c === c || (gap < 0 && other.radius < LEAST_DISC) || gapToBox(atX, atY, half, tall, other.at) > other.radius + gap);
  const within = placesWithin([x, y - below / 2], radius, wide, tall + below, [width, height]).find((one) => clear(one, wide, below, -INTO));
  const [across, along] = [radius + half + BESIDE, radius + tall + BESIDE];
  const beside = [[x, y + along], [x, y - along], [x + across, y], [x - across, y], ...[-1, 1].flatMap((side) => [[x + side * SHIFT * half, y + along], [x + side * SHIFT * half, y - along]])];
  // A disc with space for the number stands for itself, unless the marks of hits cover it.
  const position = within ?? (isCounted && !view.hits && circles.length ? undefined : (circles.length ? beside : around([x, y], radius)).find((one) => clear(one, half, 0, ASIDE)));
  if (!position) return false;
  const halo = 5; // sets a name off from the points of its disc
  lines.forEach((text, k) => {
    write(text, position[0], position[1] + (k - (lines.length - 1) / 2) * step, font, quiet ? theme.soft : theme.ink, halo);
  });
  if (within && isCounted) write(count, position[0], position[1] + tall + 7, countFont, theme.ink, halo);
  const reach = within ? wide : half;
  /** @type {Box} */
  const rect = [position[0] - reach, position[1] - tall, position[0] + reach, position[1] + tall + (within ? below : 0)];
  take(rect);
  drawnNames.push([c, ...rect]);
  return true;
}
