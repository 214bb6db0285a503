// The concept map: a disc for each shared concept, sized by the number of papers, and its name. A line joins two
// concepts that often occur in the same papers.

import { paintDisc, paintLine, paintRing } from "./first_sight.js";
import { theme } from "./marks.js";
import { concepts, state, view } from "./model.js";
import { paintAll, takenBoxes, widthOf } from "./names.js";
import { gapToLine, nearest } from "./plane_view.js";
import { box, network, wholeScale, zoomBox } from "./screen.js";
import { conceptLines, conceptNodes, holders, nodeOfConcept } from "./subjects.js";

const ALWAYS_NAMED = 12;
const LIKE_OWN = 2 / 3; // of the radius of its own disc: a name over such a disc seems to be its name
/** @type {NamedBox[]} */ export let conceptNames = []; // the names on the map, as [concept, left, top, right, bottom] in pixels
/** @type {number | null} */ let hoveredConcept = null;
// Discs are smaller if there are many concepts on a small map.
const discScale = () => Math.min(1, Math.max(0.45, Math.sqrt((box.clientWidth * box.clientHeight) / (2600 * Math.max(conceptNodes.length, 1)))));
const mostHolders = Math.max(1, ...conceptNodes.map(({ concept }) => holders[concept].length));
/** @param {number} c */ const isChosen = (c) => c === state.concept || c === state.together;
/** @param {number} k */ export const isShownNode = (k) => view.concepts[conceptNodes[k].concept] > 0;
export const shownConceptNodes = () => conceptNodes.filter((_, k) => isShownNode(k));

export const leaveConcepts = () => { hoveredConcept = null; };

// In pixels; the area grows with the number of papers, and slightly with zoom.
/** @param {number} c @param {number} scale */ export function conceptRadius(c, scale) {
  const wanted = Math.min(3.1, 20 / Math.sqrt(mostHolders)) * Math.sqrt(view.concepts[c]) * discScale() * Math.sqrt(scale / wholeScale);
  return Math.min(Math.max(wanted, 2.5), 30);
}

// Highlights the lines of a selected concept, or those between several.
/** @param {number} a @param {number} b */ function isBrightLine(a, b) {
  const ends = [conceptNodes[a].concept, conceptNodes[b].concept];
  if (state.concept !== null && state.together === null) return ends.includes(state.concept);
  const bright = view.brightConcepts;
  return bright !== null && ends.every((c) => bright.has(c));
}

/** @param {Context} ctx */ export function drawConceptMap(ctx) {
  const scale = network.scale;
  ctx.save();
  ctx.lineCap = "round";
  const mostShared = Math.max(1, ...view.lines);
  conceptLines.forEach(([a, b], line) => {
    const n = view.lines[line];
    if (!n) return;
    const [one, other] = [conceptNodes[a], conceptNodes[b]];
    const bright = isBrightLine(a, b);
    ctx.strokeStyle = bright ? theme.accent : theme.ink;
    const share = Math.min(n / 6, Math.sqrt(n / mostShared)); // relative to the maximum, so that thickness is independent of corpus size
    ctx.globalAlpha = bright ? 0.7 : (0.12 + 0.2 * share) * (view.brightConcepts ? 0.3 : 1);
    ctx.lineWidth = (0.5 + 2.5 * share) / scale;
    paintLine(ctx, one.x, one.y, other.x, other.y);
  });
  // Two selected concepts are joined, even if each shares more papers with others.
  const ends = [state.concept, state.together].map((c) => conceptNodes[nodeOfConcept.get(c)]);
  if (state.together !== null && ends.every(Boolean)) {
    ctx.strokeStyle = theme.accent;
    ctx.globalAlpha = 0.7;
    ctx.lineWidth = 2 / scale;
    paintLine(ctx, ends[0].x, ends[0].y, ends[1].x, ends[1].y);
  }
  conceptNodes.forEach((node, k) => {
    if (!isShownNode(k)) return;
    const faded = view.brightConcepts && !view.brightConcepts.has(node.concept);
    const radius = conceptRadius(node.concept, scale) / scale;
    ctx.globalAlpha = 1;
    ctx.fillStyle = theme.paper;
    paintDisc(ctx, node.x, node.y, radius + 1 / scale);
    ctx.globalAlpha = faded ? 0.16 : 1;
    ctx.fillStyle = theme.colors[node.community];
    paintDisc(ctx, node.x, node.y, radius);
    if (!isChosen(node.concept)) return;
    ctx.strokeStyle = theme.accent;
    ctx.lineWidth = 2 / scale;
    paintRing(ctx, node.x, node.y, radius + 3.5 / scale);
  });
  ctx.restore();
}

// Names in order of their number of papers, overlapping neither other names nor the discs of others.
/** @param {Context} ctx */ export function drawConceptNames(ctx) {
  paintAll(ctx, ["concepts", hoveredConcept], (write, at) => placeConceptNames(ctx, write, at));
}

/** @param {Context} ctx @param {WriteName} write @param {Placing} options */
function placeConceptNames(ctx, write, { scale, origin, width, height }) {
  const circles = conceptNodes.map(({ x, y, concept }, k) => [origin.x + x * scale, origin.y + y * scale, isShownNode(k) ? conceptRadius(concept, scale) : 0]);
  const { take, free } = takenBoxes([zoomBox()]);
  // The total radius of the discs of others that a name would cover; infinite if one of them has at least `most`.
  /** @param {number} left @param {number} top @param {number} right @param {number} bottom @param {number} own @param {number} most */
  const covered = (left, top, right, bottom, own, most) => circles.reduce((sum, [x, y, r], k) => (
    k !== own && r && x + r > left && x - r < right && y + r > top && y - r < bottom ? sum + (r < most ? r : Infinity) : sum), 0);
  const most = view.concepts.reduce((one, other) => Math.max(one, other), 1);

  conceptNames = [];
  /** @param {number} c */ const first = (c) => (isChosen(c) ? 0 : c === hoveredConcept ? 1 : 2);
  const order = conceptNodes.map((_, k) => k).filter(isShownNode).sort((a, b) => {
    const [one, other] = [conceptNodes[a].concept, conceptNodes[b].concept];
    return first(one) - first(other) || view.concepts[other] - view.concepts[one] || a - b;
  });
  for (const k of order) {
    const { concept: c, community } = conceptNodes[k];
    const named = isChosen(c) || c === hoveredConcept;
    if (view.brightConcepts && !view.brightConcepts.has(c) && !named) continue;
    const [x, y, disc] = circles[k];
    const radius = isChosen(c) ? disc + 4 : disc; // with its ring
    if (x < 0 || y < 0 || x > width || y > height) continue;
    const size = Math.round(12 + 7 * Math.sqrt(view.concepts[c] / most) * Math.min(1, width / 600));
    const font = `${named ? "600 " : ""}${size}px ${theme.serif}`;
    const [half, tall] = [widthOf(ctx, concepts[c], font) / 2 + 2, size * 0.6];
    if (2 * half > width) continue;
    const aside = radius + half + 2;
    /** @param {number} at */ const inside = (at) => Math.min(Math.max(at, half + 4), width - half - 4);
    let [best, least] = [/** @type {[number, number] | null} */ (null), Infinity];
    const corner = 0.75 * radius + half;
    const beside = [[x + aside, y], [x - aside, y], [inside(x), y + radius + tall + 1], [inside(x), y - radius - tall - 1]];
    const around = [-1, 1].flatMap((up) => [1, -1].map((right) => [inside(x + right * corner), y + up * (0.75 * radius + tall)]));
    for (const [atX, atY] of [...beside, ...around]) {
      if (atX < half + 4 || atX > width - half - 4 || atY < tall || atY > height - tall || !free(atX - half, atY - tall, atX + half, atY + tall)) continue;
      const cost = covered(atX - half, atY - tall, atX + half, atY + tall, k, named ? Infinity : LIKE_OWN * disc);
      if (cost < least) [best, least] = [[atX, atY], cost];
    }
    // A name may cover discs smaller than its own, but not many; the commonest are named wherever possible.
    if (best === null || (least > radius * 1.3 && k >= ALWAYS_NAMED && !view.brightConcepts && !named)) continue;
    /** @type {Box} */ const rect = [best[0] - half, best[1] - tall, best[0] + half, best[1] + tall];
    take(rect);
    conceptNames.push([c, ...rect]);
    write(concepts[c], best[0], best[1], font, theme.names[community], 3.5);
  }
}

// The concept whose disc or name is at a point in pixels.
/** @param {Point} options */ export function conceptAt({ x, y }) {
  const name = conceptNames.find(([, left, top, right, bottom]) => x >= left && x <= right && y >= top && y <= bottom);
  if (name) return name[0];
  const best = nearest(conceptNodes.keys(), (k) => {
    const at = network.canvasToDOM(conceptNodes[k]);
    return isShownNode(k) ? Math.hypot(at.x - x, at.y - y) - conceptRadius(conceptNodes[k].concept, network.scale) : Infinity;
  }, 6);
  return best === null ? null : conceptNodes[best].concept;
}

// The line at a point; if some are highlighted, only those are considered.
/** @param {Point} point */ export function lineAt(point) {
  const at = network.DOMtoCanvas(point);
  return nearest(conceptLines.keys(), (line) => {
    const [a, b] = conceptLines[line];
    return !view.lines[line] || (view.brightConcepts && !isBrightLine(a, b)) ? Infinity : gapToLine(at, conceptNodes[a], conceptNodes[b]);
  }, 5 / network.scale);
}

/** @param {Point} point */ export function pointAtConcept(point) {
  const concept = conceptAt(point);
  box.classList.toggle("pointing", concept !== null || lineAt(point) !== null);
  if (concept === hoveredConcept) return;
  hoveredConcept = concept;
  network.redraw();
}
