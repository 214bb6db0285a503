// Names on the map: those of communities on the whole map, those of papers as space permits, most connected first,
// without overlaps.

import { drawDiscNames } from "./disc_names.js";
import { boxesAlong, leadFrom, placeAway, placeBelow, placeName } from "./label_placement.js";
import { linesOf, nameFont, widthOf } from "./lettering.js";
import { coveringOf, takenBoxes } from "./mark_grid.js";
import { theme } from "./marks.js";
import { byWeight, communities, nodes, papers, state, view } from "./model.js";
import { drawnNames, drawnPaperNames, paintAll, placeAhead } from "./names.js";
import { overview } from "./overview.js";
import { nameOnMap } from "./paper_names.js";
import { box, crumbBoxes, hovered, network, wholeScale, zoomBox } from "./screen.js";
import { byCommunity, radiusOf } from "./shades.js";
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

/** @param {Context} ctx */
export function drawLabels(ctx) {
  paintAll(ctx, partsOfKey(), (write, at) => [...placeNames(ctx, write, at)]);
}

// Places the names of the map that will be drawn next, while the page answers.
export async function placeLabels() {
  const at = { scale: network.getScale(), origin: network.canvasToDOM({ x: 0, y: 0 }), width: box.clientWidth, height: box.clientHeight };
  const ctx = /** @type {Context} */ (document.createElement("canvas").getContext("2d"));
  await placeAhead(partsOfKey(), at, (write) => placeNames(ctx, write, at));
}

// Places names, and yields after each community and each paper that it has tried to name.
/** @param {Context} ctx @param {WriteName} write @param {Placing} options @returns {Generator<void>} */
function* placeNames(ctx, write, { scale, origin, width, height }) {
  const closeness = scale / wholeScale;
  const { take, free } = takenBoxes([zoomBox(), ...crumbBoxes(), ...frameBoxes()]);

  // The marks that names should not cover.
  /** @type {Mark[]} */
  const seen = [];
  nodes.forEach((node, i) => {
    const [x, y] = [origin.x + node.x * scale, origin.y + node.y * scale];
    if (view.drawn[i] && x > 0 && y > 0 && x < width && y < height) seen.push([x, y, radiusOf(i, scale) * scale, i]);
  });
  // Among highlighted papers the faded ones may be covered.
  const { bright } = view;
  const covered = coveringOf(bright ? seen.filter(([, , , i]) => bright.has(i)) : seen);

  /** @param {number} i @param {string} weight */
  const writePaper = (i, weight) => {
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
    /** @param {Point} point */
    const onMap = (point) => [origin.x + point.x * scale, origin.y + point.y * scale];
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
