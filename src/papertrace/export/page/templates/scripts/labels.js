// Names on the map: those of communities on the whole map, those of papers as space permits, most connected first,
// without overlaps.

import { byCommunity, radiusOf, theme } from "./marks.js";
import { byWeight, communities, countNodes, data, grouped, nodes, papers, state, view } from "./model.js";
import {
  boxesAlong, coveringOf, drawnNames, drawnPaperNames, gapToBox, leadFrom, linesOf, nameFont, nameOnMap, paintAll,
  placeAhead, placeAway, placeBelow, placeName, takenBoxes, widthOf,
} from "./names.js";
import { LEAST_DISC, discRadius, isOpen, isQuiet, overview } from "./overview.js";
import { box, crumbBoxes, hovered, network, wholeScale, zoomBox } from "./screen.js";
import { frameBoxes } from "./timeline.js";

const MAX_PAPER_NAMES = 140; // drawn at once
const MAX_PAPERS_TRIED = 2000; // to be named: among thousands of marks few names have room
const MAX_COMMUNITY_NAMES = 80; // drawn at once, of those of which a paper is in view

// The centres of the visible papers of each community, in canvas units; null without visible papers.
function communityMiddles() {
  const sums = communities.map(() => [0, 0, 0]);
  nodes.forEach((node, i) => {
    if (!view.papers[i]) return;
    const sum = sums[papers[i].community];
    sum[0] += node.x;
    sum[1] += node.y;
    sum[2] += 1;
  });
  return sums.map(([x, y, n]) => (n ? [x / n, y / n] : null));
}

// What the places of names depend on besides the part of the map.
const partsOfKey = () => [state.label, hovered, overview.hovered, overview.pointed];

/** @param {Context} ctx */ export function drawLabels(ctx) {
  paintAll(ctx, partsOfKey(), (write, at) => [...placeNames(ctx, write, at)]);
}

// Places the names of the map that will be drawn next, while the page answers.
export async function placeLabels() {
  const at = { scale: network.scale, origin: network.canvasToDOM({ x: 0, y: 0 }), width: box.clientWidth, height: box.clientHeight };
  const ctx = /** @type {Context} */ (document.createElement("canvas").getContext("2d"));
  await placeAhead(partsOfKey(), at, (write) => placeNames(ctx, write, at));
}

// Places names, and yields after each community and each paper that it has tried to name.
/** @param {Context} ctx @param {WriteName} write @param {Placing} options @returns {Generator<void>} */
function* placeNames(ctx, write, { scale, origin, width, height }) {
  const closeness = scale / wholeScale;
  const { take, free } = takenBoxes([zoomBox(), ...crumbBoxes(), ...frameBoxes()]);

  // The marks that names should not cover.
  /** @type {Mark[]} */ const seen = [];
  nodes.forEach((node, i) => {
    const [x, y] = [origin.x + node.x * scale, origin.y + node.y * scale];
    if (view.drawn[i] && x > 0 && y > 0 && x < width && y < height) seen.push([x, y, radiusOf(i, scale) * scale, i]);
  });
  // Among highlighted papers the faded ones may be covered.
  const { bright } = view;
  const covered = coveringOf(bright ? seen.filter(([, , , i]) => bright.has(i)) : seen);

  /** @param {number} i @param {string} weight */ const writePaper = (i, weight) => {
    const font = `${weight}12px ${theme.sans}`;
    const text = nameOnMap(i);
    if (!text) return false;
    const y = origin.y + nodes[i].y * scale;
    const radius = radiusOf(i, scale) * scale;
    const x = origin.x + nodes[i].x * scale;
    if (x < 0 || x > width || y < 0 || y > height) return false;
    const half = widthOf(ctx, text, font) / 2 + 3;
    const centre = Math.min(Math.max(x, half), width - half);
    const aside = radius + half + 3;
    const beside = [[centre, y + radius + 10], [centre, y - radius - 9], [x + aside, y], [x - aside, y]];
    // Names of selected papers are placed farther away if they have to be.
    const farther = weight ? [18, 32, 46].flatMap((gap) => [-1, 0, 1].flatMap((side) => [1, -1].map((up) => [Math.min(Math.max(x + side * (half + radius), half), width - half), y + up * (radius + gap)]))) : [];
    const best = [...beside, ...farther].find(([atX, atY]) => atX >= half && atX <= width - half && atY >= 8 && atY <= height - 8
      && free(atX - half, atY - 8, atX + half, atY + 8) && !covered(atX - half, atY - 7, atX + half, atY + 7));
    if (!best) return false;
    take([best[0] - half, best[1] - 8, best[0] + half, best[1] + 8]);
    write(text, best[0], best[1], font, theme.ink, 3.5);
    drawnPaperNames.push([i, best[0] - half, best[1] - 7, best[0] + half, best[1] + 7]);
    return true;
  };

  drawnPaperNames.length = 0;
  // Selected and hovered papers are named first.
  const named = new Set([state.paper, state.picking, ...(bright && (state.edge !== null || state.path !== null) ? bright : []), hovered]);
  for (const i of named) {
    if (i !== null && view.drawn[i]) writePaper(i, "600 ");
  }

  drawnNames.length = 0;
  if (overview.on) {
    /** @param {Point} point */ const onMap = (point) => [origin.x + point.x * scale, origin.y + point.y * scale];
    drawDiscNames(ctx, { write, free, covered, take, onMap, scale, width, height });
  } else if (state.view === "papers" && communities.length > 1 && closeness < 4 && !view.bright) {
    const middles = communityMiddles().map((point) => point && [origin.x + point[0] * scale, origin.y + point[1] * scale]);
    const large = Math.min(17, Math.max(13, width / 42));
    const groups = communities.map(() => /** @type {Mark[]} */ ([]));
    for (const mark of seen) groups[papers[mark[3]].community].push(mark);
    // The name of the unlinked papers has only one possible position, so it comes first.
    const order = communities.map((_, c) => c).sort((a, b) => Number(communities[a].linked) - Number(communities[b].linked) || a - b);
    for (const c of order) {
      yield;
      const community = communities[c];
      if (!groups[c].length || drawnNames.length >= MAX_COMMUNITY_NAMES) continue;
      const others = seen.filter(([, , , i]) => papers[i].community !== c);
      const foreign = middles.filter((_, k) => k !== c).filter(Boolean);
      // A narrow map has space only for the first term of a name.
      const first = community.short.split(", ")[0];
      /** @type {[label: string, size: number, led?: boolean][]} */
      const tries = width < 500 || first === community.short ? [] : [[community.short, large]];
      tries.push([first, large], [first, 12]);
      // There lines to names would cross all else.
      if (community.linked && width >= 500) tries.push([first, 12, true]);
      for (const [label, size, led] of tries) {
        const font = nameFont(label, size, theme.serif);
        const lines = linesOf(ctx, label, font);
        const half = Math.max(...lines.map((line) => widthOf(ctx, line, font))) / 2 + 4;
        const tall = (lines.length * size * 1.15) / 2 + 2;
        const frame = [width, height];
        const middle = middles[c];
        /** @param {number} left @param {number} top @param {number} right @param {number} bottom */
        const isFree = (left, top, right, bottom) => free(left, top, right, bottom)
          && boxesAlong(leadFrom((left + right) / 2, (top + bottom) / 2, half, tall, groups[c])).every((rect) => free(...rect) && !covered(...rect));
        const position = community.linked && middle
          ? led ? placeAway(middle, half, tall, foreign, covered, frame, isFree) ?? placeAway(middle, half, tall, [], covered, frame, isFree) ?? placeAway(middle, half, tall, [], covered, frame, free) : placeName(middle, half, tall, groups[c], others, foreign, frame, free)
          : placeBelow(half, tall, groups[c], frame, free);
        if (position === null) continue;
        const [x, y] = position;
        const lead = led ? leadFrom(x, y, half, tall, groups[c]) : null;
        for (const rect of [[x - half, y - tall, x + half, y + tall], ...(lead ? boxesAlong(lead) : [])]) take(rect);
        drawnNames.push([c, x - half, y - tall, x + half, y + tall, Boolean(led)]);
        lines.forEach((line, k) => {
          write(line, x, y + (k - (lines.length - 1) / 2) * size * 1.15, font, c === overview.hovered ? theme.accent : byCommunity() ? theme.names[c] : theme.soft, 5, k ? null : lead);
        });
        break;
      }
    }
  }

  let left = view.bright ? MAX_PAPER_NAMES : state.view === "timeline" && closeness < 2 ? 0 : Math.min(MAX_PAPER_NAMES, Math.round(14 * closeness ** 2 * Math.min(1, width / 700)));
  let tried = 0;
  for (const i of byWeight) {
    if (left <= 0 || tried >= MAX_PAPERS_TRIED) break;
    if (!view.drawn[i] || (view.bright && !view.bright.has(i))) continue;
    tried += 1;
    if (!named.has(i) && writePaper(i, "")) left -= 1;
    yield;
  }
}

// The names of discs on the overview, largest first, without overlapping one another. A name stands in the middle of its
// disc, or beside it, and there so much nearer to it than to any other disc or heap of points that it cannot be taken for
// the name of that. No letter is larger than the radius of its disc, so that the size of a name says how large its
// community is.
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
/** @param {Context} ctx @param {DiscPlacing} tools */ export function drawDiscNames(ctx, tools) {
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
function placesWithin([x, y], radius, half, tall, [width, height]) {
  /** @param {number} at @param {number} least @param {number} most */
  const within = (at, least, most) => Math.max(Math.min(at, most), least);
  const moved = [EDGE, CLEAR_OF_LINE].map((margin) => [within(x, half + EDGE, width - half - EDGE), within(y, tall + margin, height - tall - EDGE)]);
  return [[x, y], ...moved.filter(([atX, atY]) => (atX !== x || atY !== y) && (atX - x) ** 2 + (atY - y) ** 2 < (radius - tall) ** 2 && radius > tall)];
}

// Places all over a disc, from its middle outwards, for the name of one of the largest communities that has no other.
/** @param {number[]} middle @param {number} radius */ function around([x, y], radius) {
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
  /** @type {Box} */ const rect = [position[0] - reach, position[1] - tall, position[0] + reach, position[1] + tall + (within ? below : 0)];
  take(rect);
  drawnNames.push([c, ...rect]);
  return true;
}
