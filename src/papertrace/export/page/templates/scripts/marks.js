// The marks of papers: their shapes, and what their colours and sizes say.

import { paintRing } from "./first_sight.js";
import { MARKS, OUTCOMES, communities, data, grouped, nameOf, nodes, papers, state, tally, timeline } from "./model.js";

// Each mark has parts: a path in a circle of radius 1, its fill and its stroke.
const SHAPES = data.shapes;
export const pathData = new WeakMap(); // the data of paths, which a Path2D does not tell
/** @param {string} d */ function pathOf(d) {
  const path = new Path2D(d);
  pathData.set(path, d);
  return path;
}
/** @type {Record<string, [Path2D, Paint | null, Paint | null][]>} */ const PATHS = Object.fromEntries(
  Object.entries(SHAPES).map(([mark, parts]) => [mark, parts.map(([d, fill, stroke]) => [pathOf(d), fill, stroke])]),
);

// The last are the colours of communities and of their names.
export const theme = {
  dark: false, rule: "#ccc", serif: "serif", sans: "sans-serif", paper: "#fff", ink: "#000", soft: "#666", accent: "#000", out: "#000", into: "#000",
  mark: "#ff0", colors: /** @type {string[]} */ ([]), names: /** @type {string[]} */ ([]),
};

/** @param {string} color */ const channels = (color) => [1, 3, 5].map((i) => parseInt(color.slice(i, i + 2), 16));
/** @param {number[]} rgb */ const hex = (rgb) => "#" + rgb.map((c) => Math.round(c).toString(16).padStart(2, "0")).join("");

// Relative luminance and contrast as WCAG 2 defines them.
/** @param {string} color */ function luminance(color) {
  const [r, g, b] = channels(color).map((c) => (c / 255 <= 0.04045 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** @param {string} one @param {string} other */ function contrast(one, other) {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

// Shifts a colour towards the text colour until its contrast with the background is sufficient.
/** @param {string} color @param {number} ratio */ function legible(color, ratio) {
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
  /** @param {number} ratio */ const shades = (ratio) => new Map(unlike.map((color) => [color, legible(color, ratio)]));
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
/** @param {Context} ctx @param {number} ring @param {number} x @param {number} y @param {number} radius @param {string} color @param {number} pixel */
export function drawRing(ctx, ring, x, y, radius, color, pixel) {
  const around = radius + 2.6 * pixel;
  ctx.setLineDash(RINGS[ring].map((part) => (part * 2 * Math.PI * around) / 8));
  ctx.lineWidth = 1.6 * pixel;
  ctx.strokeStyle = color;
  paintRing(ctx, x, y, around);
  ctx.setLineDash([]);
}

/** @param {string} name @param {Record<string, string | number>} attributes */ export function svgElement(name, attributes) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, String(value));
  return node;
}

// The ring of communities whose colour an earlier one has: whole, broken, dotted.
/** @param {string} mark @param {string} color @param {number} [ring] */ export function markIcon(mark, color, ring = 0) {
  const icon = svgElement("svg", { viewBox: "-1.25 -1.25 2.5 2.5", width: 14, height: 14, "aria-hidden": "true" });
  const paint = { color, paper: theme.paper, ink: theme.ink };
  for (const [d, fill, stroke] of SHAPES[mark] ?? SHAPES.none) {
    icon.append(svgElement("path", { d, fill: fill ? paint[fill] : "none", stroke: stroke ? paint[stroke] : "none", "stroke-width": 0.28, ...(ring ? { transform: "scale(.55)" } : {}) }));
  }
  if (ring) icon.append(svgElement("circle", { r: 1.02, fill: "none", stroke: color, "stroke-width": 0.3, "stroke-dasharray": RINGS[ring].map((part) => (part * 2 * Math.PI * 1.02) / 8).join(" ") }));
  return icon;
}

// What the colours and sizes of marks say: community, year, citations, code … or any attribute of the graph.

const { shades } = data;
export const NOT_KNOWN = "not known";
export const MAX_CLASSES = shades.classes.light.length;
/** @param {Themed<any>} colors */ const themed = (colors) => colors[theme.dark ? "dark" : "light"];
export const greyed = () => themed(shades.other); // for what is not known, and for classes beyond the palette
/** @param {any} value */ export const plain = (value) => String(value);
/** @param {string} name */ const spelled = (name) => nameOf({}, name);
/** @param {number} value */ const rounded = (value) => value.toLocaleString("en", { maximumSignificantDigits: 3 });
/** @param {any} value */ const counted = (value) => grouped(Math.round(value));

// Each gives the value of a paper, undefined where unknown. Numbers have a scale, classes a colour each.
/** @type {Record<string, ShadeSource>} */ const SOURCES = {
  community: { label: "community", value: (i) => papers[i].community },
  year: { label: "year", number: true, value: (i) => papers[i].year, said: plain },
  citations: { label: "citations", number: true, value: (i) => papers[i].citations, said: counted },
  links: { label: "links", number: true, value: (i) => papers[i].weight, said: rounded },
  code: { label: "code", value: (i) => papers[i].mark, said: (value) => nameOf(MARKS, String(value)), places: shades.code, markOf: (value) => String(value) },
  audit: { label: "audit outcome", value: (i) => papers[i].outcome, said: (value) => nameOf(OUTCOMES, String(value)), places: shades.audit, markOf: (value) => data.outcome_marks[value] ?? "none" },
  type: { label: "type", value: (i) => papers[i].type, said: plain },
  venue: { label: "venue", value: (i) => papers[i].venue, said: plain },
  organisation: { label: "organisation", value: (i) => papers[i].organisation, said: plain },
};
for (const { name, numbers, classes, values } of shades.attributes) {
  if (Object.hasOwn(SOURCES, name)) continue;
  SOURCES[name] = numbers
    ? { label: spelled(name), number: true, value: (i) => numbers[i] ?? undefined, said: rounded }
    : { label: spelled(name), value: (i) => classes?.[values?.[i] ?? -1], said: plain };
}
/** @type {Record<string, Shade>} */ export const SHADES = {};
for (const [name, source] of Object.entries(SOURCES)) {
  /** @type {any[] | null} */ let values = null;
  SHADES[name] = {
    said: plain,
    ...source,
    get values() {
      values ??= papers.map((_, i) => source.value(i));
      return values;
    },
  };
}
/** @param {string} name */ function differs(name) {
  const { value } = SHADES[name];
  /** @type {any} */ let known;
  return papers.some((_, i) => {
    const one = value(i);
    known ??= one;
    return one !== undefined && one !== known;
  });
}

// What can be chosen: what differs between papers, and what the page was made to show.
/** @param {string} name */
const offered = (name) => name === "community" || name === shades.color || name === shades.size || differs(name);
export const COLOR_NAMES = Object.keys(SHADES).filter(offered);
export const SIZE_NAMES = ["links", ...Object.keys(SHADES).filter((name) => name !== "links" && SHADES[name].number && offered(name))];
export const FIRST_COLOR = COLOR_NAMES.includes(shades.color) ? shades.color : "community";
export const FIRST_SIZE = SIZE_NAMES.includes(shades.size) ? shades.size : "links";

const FEW_BELOW = 0.02; // of the papers, which may lie below the scale
const WORTH_CUTTING = 0.8; // of the range: what a scale that is cut has to leave out

// Numbers of which a few are far larger than the others are spread by their logarithm. If a few are far smaller, as the years
// of a young field with an old paper, the scale begins above these: else most papers would have nearly one colour.
/** @param {Shade} shade @returns {Scale} */ export function scaleOf(shade) {
  if (shade.scale) return shade.scale;
  const sorted = /** @type {number[]} */ (shade.values.filter((value) => value !== undefined)).sort((a, b) => a - b);
  const [first, high, least] = [sorted[0], sorted.at(-1), sorted[Math.floor(FEW_BELOW * sorted.length)]];
  const log = first >= 0 && high > 20 * (sorted[Math.floor(sorted.length / 2)] + 1);
  const cut = !log && high > least && high - least < WORTH_CUTTING * (high - first);
  const low = cut ? least : first;
  /** @type {(value: number) => number} */ const to = log ? Math.log1p : (value) => value;
  /** @type {(value: number) => number} */ const back = log ? Math.expm1 : (value) => value;
  const span = to(high) - to(low) || 1;
  shade.scale = { low, high, log, cut, at: (value) => Math.max(0, (to(value) - to(low)) / span), value: (at) => back(to(low) + at * span) };
  return shade.scale;
}

// The colour of a number on the scale, 0 to 1.
/** @param {number} at */ export function colorAt(at) {
  const stops = themed(shades.scales);
  const place = Math.max(0, Math.min(1, at)) * (stops.length - 1);
  const k = Math.min(Math.floor(place), stops.length - 2);
  const [one, other] = [channels(stops[k]), channels(stops[k + 1])];
  return hex(one.map((c, j) => c + (other[j] - c) * (place - k)));
}

// The classes of a shade, commonest first, each with its colour; those beyond the palette share one.
/** @param {Shade} shade */ export function classesOf(shade) {
  const counts = countsOf(shade.values);
  const order = shade.places ? Object.keys(shade.places).filter((value) => counts.has(value)) : [...counts.keys()].sort((a, b) => counts.get(b) - counts.get(a) || (a < b ? -1 : 1));
  return order.map((value, k) => ({ value, n: counts.get(value), color: themed(shades.classes)[shade.places ? shade.places[value] : k] ?? greyed() }));
}

/** @param {any[]} values */ const countsOf = (values) => tally(values.filter((value) => value !== undefined));

// The commonest of some values; of several, the one of the least rank.
/** @param {any[]} values @param {Map<any, number>} ranks */ function commonest(values, ranks) {
  const counts = countsOf(values);
  /** @param {number} a @param {number} b */ const compare = (a, b) => counts.get(b) - counts.get(a) || ranks.get(a) - ranks.get(b);
  return [...counts.keys()].reduce((best, value) => (compare(value, best) < 0 ? value : best));
}

// Whether colours are those of communities; on the concept map they always are.
export const byCommunity = () => state.color === "community" || state.view === "concepts";
/** @type {string[]} */ export let paints = []; // the colour of each paper
/** @type {string[]} */ export let discPaints = []; // the colour of each community where the map shows these

function paintPapers() {
  const shade = SHADES[state.color];
  const none = greyed();
  if (state.color === "community") {
    paints = papers.map((paper) => theme.colors[paper.community]);
    discPaints = theme.colors;
    return;
  }
  const members = communities.map(() => /** @type {Fact[]} */ ([]));
  if (data.discs.length) papers.forEach((paper, i) => { if (shade.values[i] !== undefined) members[paper.community].push(shade.values[i]); });
  if (shade.number) {
    const { at } = scaleOf(shade);
    paints = shade.values.map((value) => (value === undefined ? none : colorAt(at(Number(value)))));
    discPaints = members.map((values) => (values.length ? colorAt(values.map(Number).reduce((sum, value) => sum + at(value), 0) / values.length) : none));
  } else {
    const classes = classesOf(shade);
    const colors = new Map(classes.map(({ value, color }) => [value, color]));
    const ranks = new Map(classes.map(({ value }, k) => [value, k]));
    paints = shade.values.map((value) => colors.get(value) ?? none);
    discPaints = members.map((values) => (values.length ? colors.get(commonest(values, ranks)) : none));
  }
}

const mapSizes = nodes.map((node) => node.size);
const RADII = [5, 15]; // pixels at scale 1, as in the sizes that come with the page

// The radius of a number: the area of a mark grows with it, from the least where that is far from zero.
/** @param {Shade} shade @param {any} value */ export function radiusOfNumber(shade, value) {
  if (value === undefined) return RADII[0] * 0.8;
  const { low, high } = scaleOf(shade);
  const from = low > high / 2 || low < 0 ? low : 0;
  return Math.sqrt(RADII[0] ** 2 + (RADII[1] ** 2 - RADII[0] ** 2) * Math.max(0, Math.min(1, (value - from) / (high - from || 1))));
}

let shaded = ""; // what the marks show

export function showShades() {
  const key = [state.color, state.size, theme.dark].join(" ");
  if (key === shaded) return;
  shaded = key;
  paintPapers();
  const shade = SHADES[state.size];
  nodes.forEach((node, i) => { node.size = state.size === "links" ? mapSizes[i] : radiusOfNumber(shade, shade.values[i]); });
}

/** @param {string | null} name @returns {string} */
export const colorNamed = (name) => (name !== null && COLOR_NAMES.includes(name) ? name : FIRST_COLOR);
/** @param {string | null} name */ export const sizeNamed = (name) => (name !== null && SIZE_NAMES.includes(name) ? name : FIRST_SIZE);

// The ring of a paper's mark where colours are those of communities, else 0.
/** @param {number} i */ export const ringOf = (i) => (byCommunity() ? communities[papers[i].community].ring ?? 0 : 0);

const smallest = papers.length > 1500 ? 2 : 3.2; // pixels

// Marks grow more slowly than the map, so that papers separate when zooming in; they have a minimum size. On the timeline
// they do not exceed their cell.
/** @param {number} i @param {number} scale */ export function radiusOf(i, scale) {
  const wanted = nodes[i].size * Math.sqrt(scale);
  return (state.view === "timeline" ? Math.min(wanted, timeline.pitch * 0.42 * scale) : Math.min(Math.max(wanted, smallest), 14)) / scale;
}
