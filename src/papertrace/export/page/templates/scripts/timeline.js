// The timeline: a column for each time span, a lane for each community. The layout is computed in Python; this script
// draws the frame around it, which stays visible while the map is moved.

import { isolated } from "./elements.js";
import { boundsOf } from "./first_sight.js";
import { byCommunity, theme } from "./marks.js";
import { communities, nodes, papers, plural, state, timeline, view } from "./model.js";
import { drawnNames, nameFont, widthOf, wrapped } from "./names.js";
import { box, network, zoomBox } from "./screen.js";

// The boxes, in pixels, that names of papers must not cover.
export const frameBoxes = () => (state.view === "timeline" ? [[0, 0, laneRoom(), box.clientHeight], [0, 0, box.clientWidth, BAND]] : []);
export const BAND = 40; // pixels above the lanes, for span names
export const laneRoom = () => Math.min(160, Math.max(92, box.clientWidth * 0.2)); // pixels beside the lanes, for community names

// The factor by which columns are widened to fill a wide window; the height of lanes does not change.
let stretch = 1;
const MAX_STRETCH = 2;

export function spreadTimeline() {
  const last = timeline.undated ?? timeline.columns.at(-1);
  const scale = Math.min(1.3, (box.clientHeight - 12 - BAND) / (timeline.lanes.at(-1).bottom + timeline.pitch));
  const room = zoomBox()[0] - 8 - laneRoom();
  stretch = Math.min(MAX_STRETCH, Math.max(1, room / ((last.to + timeline.pitch) * scale)));
  nodes.forEach((node, i) => { [node.x, node.y] = [timeline.places[i][0] * stretch, timeline.places[i][1]]; });
}

export function frameOfTimeline() {
  const shown = nodes.filter((_, i) => view.papers[i]);
  if (!shown.length) return { position: { x: 0, y: 0 }, scale: 1 };
  const bounds = boundsOf(shown);
  const [left, right] = [bounds.left - timeline.pitch, bounds.right + timeline.pitch];
  const [top, bottom] = [bounds.top - timeline.pitch, bounds.bottom + timeline.pitch];
  const [west, north] = [laneRoom(), BAND];
  /** @param {number} east @param {number} south */
  const scaleFor = (east, south) => Math.min((east - west) / (right - left), (south - north) / (bottom - top), 1.3);
  // Beside the buttons or above them, whichever leaves more space.
  const [zoomLeft, zoomTop] = zoomBox();
  const scale = Math.max(0.01, scaleFor(zoomLeft - 8, box.clientHeight - 12), scaleFor(box.clientWidth - 10, zoomTop - 4));
  // The lanes begin at the names to their left and above.
  return { position: { x: left + (box.clientWidth / 2 - west) / scale, y: top + (box.clientHeight / 2 - north) / scale }, scale };
}

function lanesShown() {
  const shown = new Uint8Array(communities.length);
  papers.forEach(({ community }, i) => { shown[community] |= view.papers[i]; });
  return timeline.lanes.filter((lane) => lane.communities.some((c) => shown[c]));
}
/** @param {Lane} lane */
const nameOfLane = (lane) => (lane.communities.length > 1 ? plural(lane.communities.length, "smaller community", "smaller communities") : communities[lane.communities[0]].short);

// From where to where the rules of the lanes and of the axis above them are drawn.
const spansOfRules = () => [{ from: timeline.columns[0].from, to: timeline.columns.at(-1).to }, ...(timeline.undated ? [timeline.undated] : [])];

// Draws the base lines of lanes and the borders of years, behind the papers.
/** @param {Context} ctx */ export function drawTimelineGround(ctx) {
  const pixel = 1 / network.scale;
  const lanes = lanesShown();
  if (!lanes.length) return;
  const [top, bottom] = [lanes[0].top - 20, lanes.at(-1).bottom];
  ctx.save();
  ctx.strokeStyle = theme.rule;
  ctx.lineWidth = pixel;
  ctx.beginPath();
  for (const { bottom: floor } of lanes) {
    for (const { from, to } of spansOfRules()) {
      ctx.moveTo(from * stretch, floor);
      ctx.lineTo(to * stretch, floor);
    }
  }
  timeline.columns.forEach((column, k) => {
    if (!k || (column.major === timeline.columns[k - 1].major && column.major)) return;
    ctx.moveTo(column.from * stretch, top);
    ctx.lineTo(column.from * stretch, bottom);
  });
  ctx.stroke();
  ctx.restore();
}

/** @param {Context} ctx */ export function drawTimelineFrame(ctx) {
  const scale = network.scale;
  const origin = network.canvasToDOM({ x: 0, y: 0 });
  const [width, height] = [ctx.canvas.clientWidth, ctx.canvas.clientHeight];
  const ratio = ctx.canvas.width / width;
  const west = laneRoom();
  ctx.save();
  ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
  ctx.globalAlpha = 1;
  ctx.fillStyle = theme.paper;
  ctx.fillRect(0, 0, west, height);
  ctx.fillRect(0, 0, width, BAND);
  ctx.fillStyle = theme.rule;
  /** @param {number} x */ const toPixel = (x) => origin.x + x * stretch * scale;
  for (const { from, to } of spansOfRules()) ctx.fillRect(Math.max(west, toPixel(from)), BAND - 1, Math.max(0, Math.min(width, toPixel(to)) - Math.max(west, toPixel(from))), 1);
  drawSpanNames(ctx, toPixel, west, width);
  drawLaneNames(ctx, (y) => origin.y + y * scale, west, height);
  ctx.restore();
}

/** @param {Context} ctx @param {(x: number) => number} toPixel @param {number} west @param {number} width */
function drawSpanNames(ctx, toPixel, west, width) {
  ctx.textBaseline = "middle";
  ctx.textAlign = "left";
  let free = west;
  /** @param {string} text @param {number} x @param {number} y @param {string} font @param {string} color */
  const write = (text, x, y, font, color) => {
    ctx.font = font;
    ctx.fillStyle = color;
    ctx.fillText(text, x, y);
  };
  const { columns, undated } = timeline;
  const border = undated ? toPixel(undated.from) : width;
  // The name of a year is above its first span, or at the edge of the map while the year is partly visible.
  for (let k = 0; k < columns.length; k += 1) {
    const { major, from } = columns[k];
    if (k && columns[k - 1].major === major) continue;
    let end = k;
    while (end + 1 < columns.length && columns[end + 1].major === major) end += 1;
    const font = `600 13px ${theme.sans}`;
    const wide = widthOf(ctx, major, font);
    const x = Math.min(Math.max(toPixel(from) + 3, west + 3), toPixel(columns[end].to) - wide - 3);
    if (x < free || x + wide > Math.min(width, border)) continue;
    write(major, x, 13, font, theme.ink);
    free = x + wide + 8;
  }
  // Every n-th span of a year is named, starting with the first.
  const font = `12px ${theme.sans}`;
  const inner = columns.filter(({ outer }) => !outer);
  const widest = Math.max(...inner.map(({ minor }) => widthOf(ctx, minor, font)));
  const every = Math.ceil((widest + 4) / ((inner[0].to - inner[0].from) * (toPixel(1) - toPixel(0))));
  const second = inner.findIndex(({ major }) => major !== inner[0].major);
  let since = second < 0 ? 0 : every * second - second;
  inner.forEach(({ major, minor, from, to }, k) => {
    if (k && inner[k - 1].major !== major) since = 0;
    const wide = widthOf(ctx, minor, font);
    const x = (toPixel(from) + toPixel(to)) / 2 - wide / 2;
    if (minor && since % every === 0 && x > west && x + wide < Math.min(width, border)) write(minor, x, 29, font, theme.soft);
    since += 1;
  });
  // The outer columns, for earlier and later dates, are not spans; their names are aligned with the inner columns.
  columns.forEach(({ minor, from, to, outer }, k) => {
    const slanted = `italic 13px ${theme.serif}`;
    const x = k ? toPixel(from) + 4 : toPixel(to) - widthOf(ctx, minor, slanted) - 4;
    if (outer && toPixel(to) > west && x < width) write(minor, x, 29, slanted, theme.soft);
  });
  if (!undated) return;
  const words = `italic 14px ${theme.serif}`;
  const wide = widthOf(ctx, undated.name, words);
  const x = Math.min(Math.max((toPixel(undated.from) + toPixel(undated.to)) / 2 - wide / 2, west + 3), width - wide - 3);
  if (toPixel(undated.from) < width && toPixel(undated.to) > west) write(undated.name, x, 13, words, theme.soft);
}

// As many whole terms of a community's name as fit into `most` lines; a term that never fits is truncated.
/** @param {Context} ctx @param {string} name @param {string} font @param {number} wide @param {number} most */
function laneName(ctx, name, font, wide, most) {
  const terms = name.split(", ");
  for (let n = terms.length; n > 0; n -= 1) {
    const lines = wrapped(ctx, terms.slice(0, n).join(", "), font, wide);
    if (lines.length <= most) return lines;
  }
  const cut = wrapped(ctx, terms[0], font, wide - 8).slice(0, most);
  return [...cut.slice(0, -1), `${cut.at(-1)}…`];
}

/** @param {Context} ctx @param {(y: number) => number} toPixel @param {number} west @param {number} height */
function drawLaneNames(ctx, toPixel, west, height) {
  const size = box.clientWidth < 500 ? 12.5 : 14;
  const rowHeight = size * 1.1;
  let free = BAND;
  ctx.textAlign = "right";
  ctx.textBaseline = "middle";
  ctx.save();
  ctx.beginPath();
  ctx.rect(0, BAND, west - 6, height);
  ctx.clip();
  for (const lane of lanesShown()) {
    const [upper, lower] = [toPixel(lane.top) - 12, toPixel(lane.bottom)];
    const most = Math.min(3, Math.floor((lower + 1 - Math.max(upper, free)) / rowHeight));
    if (most < 1 || lower > height + rowHeight) continue;
    const font = nameFont(nameOfLane(lane), size, theme.serif);
    const lines = laneName(ctx, nameOfLane(lane), font, west - 16, most);
    ctx.font = font;
    const floor = lower - rowHeight / 2; // aligned with the papers
    ctx.fillStyle = byCommunity() ? theme.names[lane.communities[0]] : theme.ink;
    if (lane.communities.length === 1) drawnNames.push([lane.communities[0], 0, floor - (lines.length - 0.5) * rowHeight, west - 6, lower]);
    lines.forEach((text, k) => {
      ctx.fillText(isolated(text), west - 10, floor - (lines.length - 1 - k) * rowHeight, west - 14);
    });
    free = lower;
  }
  ctx.restore();
}
