// The marks of papers and the colours of communities, for the map, the lists and the legend.

import { communities, data } from "./model.js";

// Each mark has parts: a path in a circle of radius 1, its fill and its stroke.
const SHAPES = data.shapes;
export const pathData = new WeakMap(); // the data of paths, which a Path2D does not tell
/** @param {string} d */
function pathOf(d) {
  const path = new Path2D(d);
  pathData.set(path, d);
  return path;
}
/** @type {Record<string, [Path2D, Paint | null, Paint | null][]>} */
const PATHS = Object.fromEntries(
  Object.entries(SHAPES).map(([mark, parts]) => [mark, parts.map(([d, fill, stroke]) => [pathOf(d), fill, stroke])]),
);

/** @type {Theme} */
export const theme = { dark: false, rule: "#ccc", serif: "serif", sans: "sans-serif", paper: "#fff", ink: "#000", soft: "#666", accent: "#000", out: "#000", into: "#000", mark: "#ff0", colors: [], names: [] };

/** @param {string} color */
export const channels = (color) => [1, 3, 5].map((i) => parseInt(color.slice(i, i + 2), 16));
/** @param {number[]} rgb */
export const hex = (rgb) => "#" + rgb.map((c) => Math.round(c).toString(16).padStart(2, "0")).join("");

// Relative luminance and contrast as WCAG 2 defines them.
/** @param {string} color */
function luminance(color) {
  const [r, g, b] = channels(color).map((c) => (c / 255 <= 0.04045 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** @param {string} one @param {string} other */
function contrast(one, other) {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

// Shifts a colour towards the text colour until its contrast with the background is sufficient.
/** @param {string} color @param {number} ratio */
function legible(color, ratio) {
  let [mixed, ink] = [channels(color), channels(theme.ink)];
  for (let step = 0; step < 40 && contrast(hex(mixed), theme.paper) < ratio; step += 1) {
    mixed = mixed.map((c, i) => c + (ink[i] - c) * 0.08);
  }
  return hex(mixed);
}

export function readTheme() {
  const style = getComputedStyle(document.documentElement);
  for (const name of /** @type {const} */ (["paper", "ink", "soft", "accent", "out", "into", "rule", "mark"])) theme[name] = style.getPropertyValue(`--${name}`).trim();
  theme.serif = style.getPropertyValue("--serif").trim();
  theme.sans = style.getPropertyValue("--sans").trim();
  const colors = communities.map((community) => (theme.dark && community.dark) || community.color);
  // Thousands of communities have few colours.
  const unlike = [...new Set(colors)];
  /** @param {number} ratio */
  const shades = (ratio) => new Map(unlike.map((color) => [color, legible(color, ratio)]));
  const [marks, names] = [shades(3), shades(4.5)];
  theme.colors = colors.map((color) => marks.get(color));
  theme.names = colors.map((color) => names.get(color));
}

/** @param {Context} ctx @param {string} mark @param {number} x @param {number} y @param {number} radius @param {string} color @param {number} line */
export function drawMark(ctx, mark, x, y, radius, color, line) {
  ctx.translate(x, y);
  ctx.scale(radius, radius);
  ctx.lineWidth = line / radius;
  const paint = { color, paper: theme.paper, ink: theme.ink };
  for (const [path, fill, stroke] of PATHS[mark] ?? PATHS.none) {
    if (fill) { ctx.fillStyle = paint[fill]; ctx.fill(path); }
    if (stroke) { ctx.strokeStyle = paint[stroke]; ctx.stroke(path); }
  }
  ctx.scale(1 / radius, 1 / radius);
  ctx.translate(-x, -y);
}

// Draws a sign beside a mark, set off from what is below it.
/** @param {Context} ctx @param {string} sign @param {number} x @param {number} y @param {string} font without the family @param {string} color @param {number} scale */
export function drawBeside(ctx, sign, x, y, font, color, scale) {
  ctx.font = `${font} ${theme.sans}`;
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
  ctx.lineWidth = 3 / scale;
  ctx.strokeStyle = theme.paper;
  ctx.fillStyle = color;
  ctx.strokeText(sign, x, y);
  ctx.fillText(sign, x, y);
}

const RINGS = [[], [], [1, 1], [0.15, 0.85]]; // the dashes of each ring, of which eight go around
// Draws the ring of a community around a mark.
/** @param {Context} ctx @param {number} ring @param {number} x @param {number} y @param {number} radius @param {string} color @param {number} pixel */
export function drawRing(ctx, ring, x, y, radius, color, pixel) {
  const around = radius + 2.6 * pixel;
  ctx.setLineDash(RINGS[ring].map((part) => (part * 2 * Math.PI * around) / 8));
  ctx.lineWidth = 1.6 * pixel;
  ctx.strokeStyle = color;
  ctx.beginPath();
  ctx.arc(x, y, around, 0, 2 * Math.PI);
  ctx.stroke();
  ctx.setLineDash([]);
}

/** @param {string} name @param {Record<string, string | number>} attributes */
export function svgElement(name, attributes) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, String(value));
  return node;
}

// The ring of communities whose colour an earlier one has: whole, broken, dotted.
/** @param {string} mark @param {string} color @param {number} [ring] */
export function markIcon(mark, color, ring = 0) {
  const icon = svgElement("svg", { viewBox: "-1.25 -1.25 2.5 2.5", width: 14, height: 14, "aria-hidden": "true" });
  const paint = { color, paper: theme.paper, ink: theme.ink };
  for (const [d, fill, stroke] of SHAPES[mark] ?? SHAPES.none) {
    icon.append(svgElement("path", { d, fill: fill ? paint[fill] : "none", stroke: stroke ? paint[stroke] : "none", "stroke-width": 0.28, ...(ring ? { transform: "scale(.55)" } : {}) }));
  }
  if (ring) icon.append(svgElement("circle", { r: 1.02, fill: "none", stroke: color, "stroke-width": 0.3, "stroke-dasharray": RINGS[ring].map((part) => (part * 2 * Math.PI * 1.02) / 8).join(" ") }));
  return icon;
}
