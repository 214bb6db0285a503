// The map: papers and links. Links are drawn as a few long paths instead of one object each, which makes a thousand links as cheap as ten.

import { drawConceptMap, drawConceptNames } from "./concept_map.js";
import { drawSign } from "./exporting.js";
import { drawChanges } from "./facets.js";
import { paintDisc, paintRing } from "./first_sight.js";
import { drawLabels } from "./labels.js";
import { drawMark, drawRing, paints, radiusOf, ringOf, theme } from "./marks.js";
import {
  DIRECTIONS, comparing, data, edges, linkFilters, mainPath, nodes, otherEnd, papers, reasonPasses, state, tally, view,
  weightOf,
} from "./model.js";
import { riding } from "./names.js";
import { drawOverview, overview } from "./overview.js";
import { gapToLine, nearest } from "./plane_view.js";
import { gliding, moving, network, sizeOf } from "./screen.js";
import { drawTimelineFrame, drawTimelineGround } from "./timeline.js";

/** @type {(Stroke & { path: any })[]} */ let strokes = []; // the paths of drawLinks, prepared once per change of view
/** @type {Arrow[]} */ let arrows = []; // directed links: tail and head as indices of papers

const FEW_ARROWS = 100; // of more, the heads are smaller
const MAX_ARROWS = 6; // into one paper; of more, one from each side has a head
const N_SIDES = 12;

// Links are lighter if there are many, so that they do not blacken the map. Dashes are slow, and useless for thousands.
let linkOpacity = 1;
let dashed = true;

// `newPath` makes the paths, other than those of a canvas for pictures.
/** @param {() => MapPath} newPath */ export function prepareLinks(newPath = () => new Path2D()) {
  [arrows, strokes] = [[], []];
  ground = null;
  if (view.drawn.some(Boolean)) prepareDrawn(newPath); // else only communities are shown
}

/** @param {() => MapPath} newPath */ function prepareDrawn(newPath) {
  chooseResting();
  const drawn = [...edges.keys()].filter((i) => isDrawn(edges[i], i));
  linkOpacity = Math.min(1.6, Math.sqrt(500 / Math.max(drawn.length, 1)));
  dashed = drawn.length <= 4000;
  const groups = new Map();
  /** @type {Arrow[]} */ const directed = [];
  for (const i of drawn) {
    const edge = edges[i];
    const [kind, bright, side] = [dominantKind(edge), isBright(edge, i), sideOf(edge)];
    /** @type {number[]} */ const tails = [];
    for (const reason of edge.reasons) if (reason.tail !== undefined && reasonPasses(reason) && !tails.includes(reason.tail)) tails.push(reason.tail);
    for (const tail of tails) directed.push({ tail, head: otherEnd(edge, tail), kind, bright, side });
    const key = `${kind} ${bright} ${side}`;
    if (!groups.has(key)) groups.set(key, { path: newPath(), kind, bright, side });
    const [a, b] = [nodes[edge.from], nodes[edge.to]];
    const { path } = groups.get(key);
    path.moveTo(a.x, a.y);
    path.lineTo(b.x, b.y);
  }
  arrows = withHeads(directed);
  // What the selected paper cites, and what cites it, lies above its other links.
  strokes = [...groups.values()].sort((a, b) => a.bright - b.bright || a.side.length - b.side.length);
}

// The arrows that keep their heads: all of them where they are few, else the longest from each side.
/** @param {Arrow[]} arrows */ function withHeads(arrows) {
  const [sides, counts] = [new Map(), tally(arrows.filter(({ bright }) => !bright).map(({ head }) => head))];
  /** @param {Arrow} options */ const length = ({ tail, head }) => Math.hypot(nodes[tail].x - nodes[head].x, nodes[tail].y - nodes[head].y);
  const kept = [];
  for (const arrow of arrows) {
    if (arrow.bright || counts.get(arrow.head) <= MAX_ARROWS) {
      kept.push(arrow);
      continue;
    }
    const back = nodes[arrow.tail];
    const angle = Math.atan2(back.y - nodes[arrow.head].y, back.x - nodes[arrow.head].x);
    const key = arrow.head * N_SIDES + (Math.floor(((angle + Math.PI) / (2 * Math.PI)) * N_SIDES) % N_SIDES);
    if (!sides.has(key) || length(arrow) > length(sides.get(key))) sides.set(key, arrow);
  }
  return [...kept, ...sides.values()];
}

/** @param {Context} ctx */ function drawLinks(ctx) {
  if (moving && dropsLinks()) return;
  const pixel = 1 / network.scale;
  ctx.save();
  ctx.lineCap = "round";
  drawMainPath(ctx, pixel);
  /** @param {Stroke} stroke */ const paint = ({ kind, bright, side }) => {
    ctx.strokeStyle = ctx.fillStyle = side ? theme[side] : bright ? (state.paper === null ? theme.accent : theme.ink) : theme.soft;
    const alpha = Math.min(1, lineOf(kind).alpha * linkOpacity);
    ctx.globalAlpha = !bright ? alpha * (view.bright ? 0.22 : 1) : side || state.paper === null ? 0.85 : 0.4;
  };
  for (const stroke of strokes) {
    const { path, kind, bright, side } = stroke;
    const line = lineOf(kind);
    ctx.setLineDash(dashed || bright ? line.dash.map((length) => length * pixel) : []);
    ctx.lineWidth = line.width * pixel * (side ? 1.6 : bright ? 1.4 : 1);
    paint(stroke);
    ctx.stroke(path);
  }
  for (const arrow of arrows) {
    paint(arrow);
    drawHead(ctx, arrow, pixel, arrow.bright || arrows.length < FEW_ARROWS ? 8 : 6);
  }
  ctx.restore();
}

/** @param {Context} ctx @param {number} pixel */ function drawMainPath(ctx, pixel) {
  const chain = pathShown();
  if (chain.length < 2) return;
  ctx.strokeStyle = ctx.fillStyle = theme.accent;
  ctx.globalAlpha = view.bright ? 0.15 : 0.55;
  ctx.lineWidth = 3 * pixel;
  ctx.lineJoin = "round";
  ctx.beginPath();
  chain.forEach((i, k) => { (k ? ctx.lineTo : ctx.moveTo).call(ctx, nodes[i].x, nodes[i].y); });
  ctx.stroke();
  ctx.globalAlpha = view.bright ? 0.2 : 0.9;
  for (let k = 1; k < chain.length; k += 1) drawHead(ctx, { tail: chain[k], head: chain[k - 1] }, pixel, 10);
}

export const dropsLinks = () => data.hides_links && strokes.length > 0;

/** @param {Context} ctx @param {Pick<Arrow, "tail" | "head">} options @param {number} pixel @param {number} most pixels */
function drawHead(ctx, { tail, head }, pixel, most) {
  const [a, b] = [nodes[tail], nodes[head]];
  const length = Math.hypot(b.x - a.x, b.y - a.y);
  const stop = radiusOf(head, 1 / pixel) + 1.5 * pixel;
  const size = Math.min(most * pixel, length - stop - radiusOf(tail, 1 / pixel));
  if (size < 4 * pixel) return; // no space between the marks
  const [dx, dy] = [(b.x - a.x) / length, (b.y - a.y) / length];
  const [tipX, tipY] = [b.x - dx * stop, b.y - dy * stop];
  const [backX, backY] = [tipX - dx * size, tipY - dy * size];
  ctx.beginPath();
  ctx.moveTo(tipX, tipY);
  ctx.lineTo(backX - dy * size * 0.45, backY + dx * size * 0.45);
  ctx.lineTo(backX + dy * size * 0.45, backY - dx * size * 0.45);
  ctx.fill();
}

/** @param {Context} ctx */ function drawPapers(ctx) {
  const scale = network.scale;
  const room = 20 / scale; // a mark with its rim and ring
  const [low, high] = network.partDrawn();
  /** @param {Point} options */
  const inSight = ({ x, y }) => x > low.x - room && x < high.x + room && y > low.y - room && y < high.y + room;
  ctx.save();
  nodes.forEach((node, i) => {
    if (view.drawn[i] && inSight(node)) drawPaper(ctx, i, scale);
  });
  ctx.restore();
}

/** @param {Context} ctx @param {number} id @param {number} scale */ function drawPaper(ctx, id, scale) {
  const { x, y } = nodes[id];
  const radius = radiusOf(id, scale);
  const faded = view.bright && !view.bright.has(id);
  if (state.path === null && view.hits?.has(id)) { // a halo behind what a search finds
    ctx.globalAlpha = 1;
    ctx.fillStyle = theme.mark;
    ctx.strokeStyle = theme.ink;
    ctx.lineWidth = 1 / scale;
    paintDisc(ctx, x, y, radius + 5 / scale);
    ctx.stroke();
  }
  ctx.globalAlpha = faded ? 0.16 : 1;
  if (radius * scale < 3) {
    // Too small for a mark: a dot of the community's colour, which is also quicker.
    ctx.fillStyle = paints[id];
    paintDisc(ctx, x, y, radius);
    return;
  }
  if (!faded) {
    // A rim in the background colour separates overlapping marks.
    ctx.fillStyle = theme.paper;
    paintDisc(ctx, x, y, radius + 1.2 / scale);
  }
  drawMark(ctx, papers[id].mark, x, y, radius, paints[id], 1.7 / scale);
  if (ringOf(id) && radius * scale > 2.5) drawRing(ctx, ringOf(id), x, y, radius, paints[id], 1 / scale);
  if (!faded) drawChanges(ctx, id, x, y, radius, scale);
  if (!faded) drawSign(ctx, id, x, y, radius, scale);
  if (id === state.paper || id === state.picking || state.path?.includes(id) || (state.edge !== null && !faded)) {
    ctx.strokeStyle = theme.accent;
    ctx.lineWidth = 2 / scale;
    paintRing(ctx, x, y, radius + 4 / scale);
  }
}

/** @param {Point} point */ export function paperAt(point) {
  const scale = network.scale;
  return nearest(nodes.keys(), (i) => (view.drawn[i] ? Math.hypot(nodes[i].x - point.x, nodes[i].y - point.y) - radiusOf(i, scale) : Infinity), 6 / scale);
}

/** @param {Point} point */ export const edgeAt = (point) => nearest(edges.keys(), (i) => {
  const edge = edges[i];
  return !isDrawn(edge, i) || (view.bright && !isBright(edge, i)) ? Infinity : gapToLine(point, nodes[edge.from], nodes[edge.to]);
}, 7 / network.scale);

const groundSheet = document.createElement("canvas");
const [LEAST_SHARE, MOST_SHARE, STALE_MS] = [0.3, 3, 400]; // of its own size, to which a drawn map may be stretched, and how long its border may be empty
/** @type {{ origin: Point; scale: number; drawn: number; pointed: string } | null} */
let ground = null; // what the sheet shows; null while it is to be drawn anew

// Whether the sheet shows the map where it is and as it is, or may be stretched until it has come to rest.
/** @param {number} scale @param {number} left @param {number} top @param {{ width: number; height: number }} size @param {string} pointed */
function isOnSheet(scale, left, top, { width, height }, pointed) {
  if (!ground) return false;
  const share = scale / ground.scale;
  if (!(gliding || riding)) return share === 1 && !left && !top && ground.pointed === pointed;
  const isCovered = left <= 0 && top <= 0 && left + width * share >= width && top + height * share >= height;
  return share >= LEAST_SHARE && share <= MOST_SHARE && (isCovered || performance.now() - ground.drawn <= STALE_MS);
}

// What is drawn is kept on a sheet, which is copied while only names change, and stretched while the map glides or is zoomed.
/** @param {Context} ctx */ export function drawGround(ctx) {
  if (moving || state.view !== "papers") {
    ground = null;
    return paintGround(ctx);
  }
  const canvas = /** @type {HTMLCanvasElement} */ (ctx.canvas);
  const [origin, scale, size] = [network.canvasToDOM({ x: 0, y: 0 }), network.scale, sizeOf(canvas)];
  const [ratio, share] = [canvas.width / size.width, ground ? scale / ground.scale : 0];
  const [left, top] = ground ? [origin.x - ground.origin.x * share, origin.y - ground.origin.y * share] : [0, 0];
  const pointed = `${overview.hovered} ${overview.pointed} ${canvas.width} ${canvas.height}`;
  if (!isOnSheet(scale, left, top, size, pointed)) {
    paintGround(ctx);
    Object.assign(groundSheet, { width: canvas.width, height: canvas.height }).getContext("2d")?.drawImage(canvas, 0, 0);
    ground = { origin, scale, drawn: performance.now(), pointed };
    return null;
  }
  ctx.save();
  ctx.setTransform(share, 0, 0, share, left * ratio, top * ratio);
  /** @type {CanvasRenderingContext2D} */ (ctx).drawImage(groundSheet, 0, 0);
  return ctx.restore();
}

/** @param {Context} ctx */ export function paintGround(ctx) {
  if (state.view === "concepts") return drawConceptMap(ctx);
  if (state.view === "timeline") drawTimelineGround(ctx);
  if (overview.on) drawOverview(ctx);
  drawLinks(ctx);
  return drawPapers(ctx);
}

/** @param {Context} ctx */ export function drawNames(ctx) {
  if (state.view === "concepts") return drawConceptNames(ctx);
  drawLabels(ctx);
  return state.view === "timeline" ? drawTimelineFrame(ctx) : null;
}

// Rarer kinds first: a pair with several reasons is drawn as the first of them.
/** @type {Record<string, { width: number; dash: number[]; alpha: number }>} */ const LINES = {
  citation: { width: 1, dash: [], alpha: 0.6 },
  mention: { width: 1.2, dash: [6, 4], alpha: 0.75 },
  repository: { width: 2.2, dash: [], alpha: 0.7 },
  coupling: { width: 0.8, dash: [2, 3], alpha: 0.4 },
  co_citation: { width: 0.8, dash: [6, 3], alpha: 0.4 },
  owner: { width: 1.1, dash: [5, 4], alpha: 0.5 },
  concept: { width: 0.7, dash: [], alpha: 0.3 },
  main_path: { width: 3, dash: [], alpha: 0.55 }, // drawn once, as a path
  similar: { width: 0.7, dash: [1, 2], alpha: 0.3 },
};

/** @param {string} kind */ export const isArrow = (kind) => kind === "main_path" || Object.hasOwn(DIRECTIONS, kind);
/** @param {string} kind */ export const lineOf = (kind) => (Object.hasOwn(LINES, kind) ? LINES[kind] : LINES.concept);

const LINE_KINDS = Object.keys(LINES);

/** @param {Edge} edge */ function dominantKind(edge) {
  let first = LINE_KINDS.length;
  for (const reason of edge.reasons) {
    const rank = reasonPasses(reason) ? LINE_KINDS.indexOf(reason.kind) : -1;
    if (rank >= 0 && rank < first) first = rank;
  }
  return LINE_KINDS[first] ?? "concept";
}

const EACH = 2; // links of a paper that are drawn at rest
const resting = new Uint8Array(edges.length);
/** @type {number[]} */ let strongestFirst = []; // the links from the strongest to the weakest
const [sameResting, sameStrength] = [comparing(), comparing()]; // as when these were chosen
export let restsOnFew = false; // whether there are more links than are drawn at rest

// Chooses the links that are drawn while nothing is selected: all where they are few, else the strongest of each paper. Of
// equally strong ones, as all citations are, that to the paper with the strongest links comes first.
function chooseResting() {
  if (sameResting(linkFilters(), view.edges, view.drawn)) return;
  /** @param {number} e */ const isShown = (e) => view.edges[e] && view.drawn[edges[e].from] && view.drawn[edges[e].to];
  const among = [...edges.keys()].filter(isShown);
  restsOnFew = among.length > EACH * view.drawn.reduce((sum, one) => sum + one, 0);
  resting.fill(restsOnFew ? 0 : 1);
  if (!restsOnFew) return;
  // Sorted once for all parts of the map that are shown in turn while it is zoomed.
  if (!sameStrength(linkFilters())) {
    const strengths = Float64Array.from(edges, weightOf);
    const tops = Float64Array.from(edges, ({ from, to }) => Math.max(papers[from].weight, papers[to].weight));
    strongestFirst = [...edges.keys()].sort((a, b) => strengths[b] - strengths[a] || tops[b] - tops[a] || a - b);
  }
  const counts = new Uint32Array(papers.length);
  for (const e of strongestFirst) {
    if (!isShown(e)) continue;
    const { from, to } = edges[e];
    if (Math.min(counts[from], counts[to]) < EACH) resting[e] = 1;
    counts[from] += 1;
    counts[to] += 1;
  }
}

// A selected paper, link, path or pair of communities shows all its links; on the timeline, where links cross everything,
// only these are drawn.
/** @param {Edge} edge @param {number} i */
const isOfChoice = (edge, i) => isBright(edge, i) && ([state.edge, state.path, state.between].some((one) => one !== null) || edge.from === state.paper || edge.to === state.paper);

/** @param {Edge} edge @param {number} i */
const isDrawn = (edge, i) => view.edges[i] && view.drawn[edge.from] && view.drawn[edge.to] && ((resting[i] && state.view !== "timeline") || isOfChoice(edge, i));

// Whether the selected paper cites or names the other end of a link, or is cited or named by it; else an empty word.
/** @param {Edge} edge @returns {Side} */ export function sideOf(edge) {
  if (state.paper === null || (edge.from !== state.paper && edge.to !== state.paper)) return "";
  const tails = edge.reasons.filter((reason) => Object.hasOwn(DIRECTIONS, reason.kind) && reason.tail !== undefined && reasonPasses(reason)).map((reason) => reason.tail);
  return tails.includes(state.paper) ? "out" : tails.length ? "into" : "";
}

export const pathShown = () => (state.view !== "papers" || state.without.has("main_path") ? [] : mainPath.filter((i) => view.papers[i]));

/** @param {Edge} edge @param {number} i */ function isBright(edge, i) {
  if (!view.bright) return false;
  if (state.path !== null) return view.path?.links.has(i) ?? false;
  if (state.edge !== null) return i === state.edge;
  if (state.paper !== null && state.concept === null) {
    return edge.from === state.paper || edge.to === state.paper || (state.ring && view.bright.has(edge.from) && view.bright.has(edge.to));
  }
  return view.bright.has(edge.from) && view.bright.has(edge.to);
}
