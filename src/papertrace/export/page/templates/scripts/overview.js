// The overview of communities: if there are too many papers for the map, it shows one disc per community. Clicking a
// disc opens it: its papers are shown, and the other discs are faded. All papers are seen as points, and where one zooms in
// so far that few are in sight, the discs dissolve into them.

import { PointSheet, paintLine, sideOfPoints } from "./first_sight.js";
import { discPaints, paints, theme } from "./marks.js";
import {
  bridgeOf, communities, communityOf, comparing, data, edges, endsOf, grouping, hasChoice, keyOf, linkFilters, linksOf,
  nodes, papers, rerender, state, view, weightOf,
} from "./model.js";
import { gapToLine, nearest } from "./plane_view.js";
import { box, network, sizeOf, wholeScale } from "./screen.js";

export const overview = {
  on: false, // whether there are more filtered papers than the map shows at once
  counts: /** @type {number[]} */ ([]), // the number of filtered papers of each community
  bright: /** @type {number[]} */ ([]), // the number of those that are highlighted
  found: /** @type {number[]} */ ([]), // the number of those that the search finds
  bridges: /** @type {Bridge[]} */ ([]), // links between communities: { from, to, pairs, weight }, heaviest last
  hovered: /** @type {number | null} */ (null),
  pointed: /** @type {number | null} */ (null), // the community focused with the arrow keys
  dissolved: false, // whether the map is so near that it shows papers instead
};
const BRIDGES_EACH = 6; // bridges drawn per community, heaviest first, besides those drawn for other communities

// Whether the map shows communities, because too many papers pass the filters.
export const isCrowded = () => state.view === "papers" && !overview.dissolved && data.discs.length > 1 && view.papers.reduce((sum, one) => sum + one, 0) > data.crowd;

export const LEAST_DISC = 9; // pixels; smaller communities are points alone
const MAX_IN_SIGHT = 1000; // papers that are shown as marks when zooming in
const CLOSE = 1.6; // times the scale of the whole map from which on discs may dissolve

// Shows papers instead of communities if one is near enough, and communities again if not.
export function dissolve() {
  if (!network || !data.discs.length) return;
  const was = overview.dissolved;
  overview.dissolved = isDissolved();
  if (overview.dissolved !== was) rerender();
}

function isDissolved() {
  const scale = network.scale;
  if (state.view !== "papers" || state.opened !== null || hasChoice() || scale < CLOSE * wholeScale) return false;
  const [low, high] = cornersInSight();
  let n = 0;
  for (let i = 0; i < nodes.length; i += 1) {
    const { x, y } = nodes[i];
    if (view.papers[i] && x > low.x && x < high.x && y > low.y && y < high.y) n += 1;
  }
  return n <= (overview.dissolved ? 1.3 : 1) * MAX_IN_SIGHT;
}

const cornersInSight = () => [network.DOMtoCanvas({ x: 0, y: 0 }), network.DOMtoCanvas({ x: box.clientWidth, y: box.clientHeight })];

const sheetOfPoints = document.createElement("canvas");
/** @type {ImageData | null} */ let pixelsOfPoints = null;

// The side of a point in pixels: all communities have the same density.
/** @param {number} scale */ const pointSide = (scale) => sideOfPoints(scale, data.discs[0].radius, communities[0].size);

/** @param {number} i */ const isFaint = (i) => view.bright !== null && !view.bright.has(i);

// Draws the papers that are not marks as points, pixel by pixel: tens of thousands within a frame.
/** @param {Context} ctx @param {number} scale */ function drawPoints(ctx, scale) {
  if ("pieces" in ctx) return paintPoints(ctx, scale); // a picture
  const { width, height } = ctx.canvas;
  if (!width || !height) return null;
  const own = /** @type {CanvasRenderingContext2D} */ (sheetOfPoints.getContext("2d"));
  if (pixelsOfPoints?.width !== width || pixelsOfPoints.height !== height) {
    Object.assign(sheetOfPoints, { width, height });
    pixelsOfPoints = own.createImageData(width, height);
  }
  const points = new PointSheet(pixelsOfPoints);
  const ratio = width / sizeOf(ctx.canvas).width;
  const origin = network.canvasToDOM({ x: 0, y: 0 });
  const side = Math.round(pointSide(scale) * ratio);
  const quiet = communities.map((_, c) => isQuiet(c));
  for (let i = 0; i < nodes.length; i += 1) {
    if (!view.papers[i] || view.drawn[i]) continue;
    const { x, y } = nodes[i];
    points.draw((origin.x + x * scale) * ratio, (origin.y + y * scale) * ratio, side, paints[i], quiet[papers[i].community] || isFaint(i) ? 0x40 : 0xff);
  }
  own.putImageData(pixelsOfPoints, 0, 0);
  ctx.save();
  ctx.setTransform(1, 0, 0, 1, 0, 0);
  ctx.globalAlpha = 1;
  /** @type {CanvasRenderingContext2D} */ (ctx).drawImage(sheetOfPoints, 0, 0);
  return ctx.restore();
}

// Paints the points of a picture, a path for each colour.
/** @param {Context} ctx @param {number} scale */ function paintPoints(ctx, scale) {
  const [low, high] = cornersInSight();
  const side = pointSide(scale) / scale;
  const quiet = communities.map((_, c) => isQuiet(c));
  const seen = [...nodes.keys()].filter((i) => view.papers[i] && !view.drawn[i] && nodes[i].x >= low.x && nodes[i].x <= high.x && nodes[i].y >= low.y && nodes[i].y <= high.y);
  const groups = grouping(seen, (i) => (quiet[papers[i].community] || isFaint(i) ? `${paints[i]} ` : paints[i]));
  for (const [key, among] of groups) {
    ctx.globalAlpha = key.endsWith(" ") ? 0.25 : 1;
    ctx.fillStyle = key.trimEnd();
    ctx.beginPath();
    for (const i of among) ctx.rect(nodes[i].x - side / 2, nodes[i].y - side / 2, side, side);
    ctx.fill();
  }
}

export function deriveOverview() {
  overview.on = isCrowded();
  if (!overview.on) return;
  // Search results, and papers linked with the selection, are shown in every community.
  const bright = view.bright !== null && view.bright.size <= data.crowd ? view.bright : new Set();
  overview.counts = communities.map(() => 0);
  overview.bright = communities.map(() => 0);
  overview.found = communities.map(() => 0);
  for (let i = 0; i < communityOf.length; i += 1) {
    const c = communityOf[i];
    overview.counts[c] += view.papers[i];
    if (c !== state.opened) view.drawn[i] = 0;
  }
  for (const i of bright) view.drawn[i] = view.papers[i];
  for (const i of view.bright ?? []) overview.bright[papers[i].community] += view.papers[i];
  for (const i of view.hits ?? []) overview.found[papers[i].community] += view.papers[i];
  // A selection changes no bridges, only filters do.
  if (!sameBridges(linkFilters(), view.edges)) overview.bridges = heaviest(buildBridges());
}
const sameBridges = comparing();

// Links between communities, lightest first; those of one community where its papers are given.
/** @param {number[] | null} [members] */ export function buildBridges(members = null) {
  const links = (members?.flatMap((i) => linksOf[i]) ?? [...edges.keys()]).filter((e) => view.edges[e] && bridgeOf(edges[e]) !== null);
  const bridges = [...grouping(links, (e) => bridgeOf(edges[e]) ?? 0)].map(([key, own]) => {
    const [from, to] = endsOf(key);
    return { from, to, pairs: own.length, weight: own.reduce((sum, e) => sum + weightOf(edges[e]), 0) };
  });
  return bridges.sort((a, b) => a.weight - b.weight || b.pairs - a.pairs || keyOf(b.from, b.to) - keyOf(a.from, a.to));
}

// With thousands of links nearly all communities are connected, so a bridge is drawn only if it is one of the heaviest
// of either end.
/** @param {Bridge[]} bridges */ function heaviest(bridges) {
  const drawn = communities.map(() => 0);
  const kept = bridges.toReversed().filter(({ from, to }) => {
    const counts = Math.min(drawn[from], drawn[to]) < BRIDGES_EACH;
    drawn[from] += 1;
    drawn[to] += 1;
    return counts;
  });
  return kept.reverse();
}

/** @param {number} c */ export const isOpen = (c) => overview.on && state.opened === c;

// The radius of a disc on the map, reduced if filters hide some of its papers, but large enough to click.
/** @param {number} c @param {number} scale */ export function discRadius(c, scale) {
  return Math.max(data.discs[c].radius * Math.sqrt(overview.counts[c] / communities[c].size), 7 / scale);
}

// Communities unrelated to the selection or search are faded like those that are not open.
/** @param {number} c */ export function isQuiet(c) {
  if (state.between !== null) return !endsOf(state.between).includes(c);
  if (view.bright) return !overview.bright[c];
  return state.opened !== null;
}

/** @param {Context} ctx */ export function drawOverview(ctx) {
  const scale = network.scale;
  const pixel = 1 / scale;
  ctx.save();
  ctx.lineCap = "round";
  const top = overview.bridges.at(-1)?.weight ?? 1; // heaviest last
  const light = Math.min(1, Math.sqrt(40 / overview.bridges.length)); // lighter if there are hundreds
  for (const { from, to, weight } of state.opened === null ? overview.bridges : []) {
    const chosen = keyOf(from, to) === state.between;
    const quiet = !chosen && (isQuiet(from) || isQuiet(to) || state.between !== null);
    const share = Math.sqrt(weight / top);
    ctx.strokeStyle = chosen ? theme.accent : theme.ink;
    ctx.globalAlpha = chosen ? 0.8 : (0.12 + 0.3 * share) * light * (quiet ? 0.2 : 1);
    ctx.lineWidth = (0.8 + 7 * share * Math.min(1, box.clientWidth / 700)) * pixel;
    paintLine(ctx, data.discs[from].x, data.discs[from].y, data.discs[to].x, data.discs[to].y);
  }
  communities.forEach((_, c) => {
    if (overview.counts[c] && !isOpen(c)) drawDisc(ctx, c, scale);
  });
  drawPoints(ctx, scale);
  ctx.restore();
}

/** @param {Context} ctx @param {number} c @param {number} scale */ function drawDisc(ctx, c, scale) {
  const { x, y } = data.discs[c];
  const [quiet, marked] = [isQuiet(c), c === overview.hovered || c === overview.pointed];
  if (!marked && discRadius(c, scale) * scale < LEAST_DISC) return; // its points say as much
  ctx.beginPath();
  ctx.arc(x, y, discRadius(c, scale), 0, 2 * Math.PI);
  ctx.globalAlpha = 1;
  ctx.fillStyle = theme.paper;
  ctx.fill(); // so that no bridge shows through
  ctx.globalAlpha = quiet ? 0.05 : 0.12;
  ctx.fillStyle = discPaints[c];
  ctx.fill();
  ctx.globalAlpha = marked ? 1 : quiet ? 0.15 : 0.4;
  ctx.strokeStyle = marked ? theme.accent : discPaints[c];
  ctx.lineWidth = (marked ? 2.5 : 1.2) / scale;
  ctx.stroke();
}

export const discsShown = () => data.discs.filter((_, c) => overview.counts[c]);

/** @param {Point} point */ export function discAt(point) {
  if (!overview.on) return null;
  const scale = network.scale;
  const at = communities.findIndex((_, c) => overview.counts[c] && !isOpen(c)
    && Math.hypot(data.discs[c].x - point.x, data.discs[c].y - point.y) <= discRadius(c, scale));
  return at < 0 ? null : at;
}

/** @param {Point} point */ export function bridgeAt(point) {
  if (!overview.on || state.opened !== null || view.bright) return null;
  const best = nearest(overview.bridges.keys(), (k) => gapToLine(point, data.discs[overview.bridges[k].from], data.discs[overview.bridges[k].to]), 6 / network.scale);
  return best === null ? null : keyOf(overview.bridges[best].from, overview.bridges[best].to);
}
