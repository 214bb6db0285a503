// What the colours and sizes of marks say: community, year, citations, code … or any attribute of the graph.

import { channels, hex, theme } from "./marks.js";
import { MARKS, OUTCOMES, communities, data, grouped, nameOf, nodes, papers, state, timeline } from "./model.js";

const { shades } = data;
export const NOT_KNOWN = "not known";
export const MAX_CLASSES = shades.classes.light.length;
/** @param {Themed<any>} colors */
const themed = (colors) => colors[theme.dark ? "dark" : "light"];
export const greyed = () => themed(shades.other); // for what is not known, and for classes beyond the palette
/** @param {any} value */
export const plain = (value) => String(value);
/** @param {string} name */
const spelled = (name) => nameOf({}, name);
/** @param {number} value */
const rounded = (value) => value.toLocaleString("en", { maximumSignificantDigits: 3 });
/** @param {any} value */
const counted = (value) => grouped(Math.round(value));

// Each gives the value of a paper, undefined where unknown. Numbers have a scale, classes a colour each.
/** @type {Record<string, ShadeSource>} */
const SOURCES = {
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
/** @type {Record<string, Shade>} */
export const SHADES = {};
for (const [name, source] of Object.entries(SOURCES)) {
  /** @type {any[] | null} */
  let values = null;
  SHADES[name] = {
    said: plain,
    ...source,
    get values() {
      values ??= papers.map((_, i) => source.value(i));
      return values;
    },
  };
}
// Whether two papers differ in it.
/** @param {string} name */
function differs(name) {
  const { value } = SHADES[name];
  /** @type {any} */
  let known;
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
/** @param {Shade} shade @returns {Scale} */
export function scaleOf(shade) {
  if (shade.scale) return shade.scale;
  const sorted = /** @type {number[]} */ (shade.values.filter((value) => value !== undefined)).sort((a, b) => a - b);
  const [first, high, least] = [sorted[0], sorted.at(-1), sorted[Math.floor(FEW_BELOW * sorted.length)]];
  const log = first >= 0 && high > 20 * (sorted[Math.floor(sorted.length / 2)] + 1);
  const cut = !log && high > least && high - least < WORTH_CUTTING * (high - first);
  const low = cut ? least : first;
  /** @type {(value: number) => number} */
  const to = log ? Math.log1p : (value) => value;
  /** @type {(value: number) => number} */
  const back = log ? Math.expm1 : (value) => value;
  const span = to(high) - to(low) || 1;
  shade.scale = { low, high, log, cut, at: (value) => Math.max(0, (to(value) - to(low)) / span), value: (at) => back(to(low) + at * span) };
  return shade.scale;
}

// The colour of a number on the scale, 0 to 1.
/** @param {number} at */
export function colorAt(at) {
  const stops = themed(shades.scales);
  const place = Math.max(0, Math.min(1, at)) * (stops.length - 1);
  const k = Math.min(Math.floor(place), stops.length - 2);
  const [one, other] = [channels(stops[k]), channels(stops[k + 1])];
  return hex(one.map((c, j) => c + (other[j] - c) * (place - k)));
}

// The classes of a shade, commonest first, each with its colour; those beyond the palette share one.
/** @param {Shade} shade */
export function classesOf(shade) {
  const counts = countsOf(shade.values);
  const order = shade.places ? Object.keys(shade.places).filter((value) => counts.has(value)) : [...counts.keys()].sort((a, b) => counts.get(b) - counts.get(a) || (a < b ? -1 : 1));
  return order.map((value, k) => ({ value, n: counts.get(value), color: themed(shades.classes)[shade.places ? shade.places[value] : k] ?? greyed() }));
}

/** @param {any[]} values */
function countsOf(values) {
  const counts = new Map();
  for (const value of values) if (value !== undefined) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

// The commonest of some values; of several, the one of the least rank.
/** @param {any[]} values @param {Map<any, number>} ranks */
function commonest(values, ranks) {
  const counts = countsOf(values);
  /** @param {number} a @param {number} b */
  const compare = (a, b) => counts.get(b) - counts.get(a) || ranks.get(a) - ranks.get(b);
  return [...counts.keys()].reduce((best, value) => (compare(value, best) < 0 ? value : best));
}

// Whether colours are those of communities; on the concept map they always are.
export const byCommunity = () => state.color === "community" || state.view === "concepts";
/** @type {string[]} */
export let paints = []; // the colour of each paper
/** @type {string[]} */
export let discPaints = []; // the colour of each community where the map shows these

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
/** @param {Shade} shade @param {any} value */
export function radiusOfNumber(shade, value) {
  if (value === undefined) return RADII[0] * 0.8;
  const { low, high } = scaleOf(shade);
  const from = low > high / 2 || low < 0 ? low : 0;
  return Math.sqrt(RADII[0] ** 2 + (RADII[1] ** 2 - RADII[0] ** 2) * Math.max(0, Math.min(1, (value - from) / (high - from || 1))));
}

function sizePapers() {
  const shade = SHADES[state.size];
  nodes.forEach((node, i) => { node.size = state.size === "links" ? mapSizes[i] : radiusOfNumber(shade, shade.values[i]); });
}

let shaded = ""; // what the marks show

export function showShades() {
  const key = [state.color, state.size, theme.dark].join(" ");
  if (key === shaded) return;
  shaded = key;
  paintPapers();
  sizePapers();
}

/** @param {string | null} name @returns {string} */
export const colorNamed = (name) => (name !== null && COLOR_NAMES.includes(name) ? name : FIRST_COLOR);
/** @param {string | null} name */
export const sizeNamed = (name) => (name !== null && SIZE_NAMES.includes(name) ? name : FIRST_SIZE);

// The ring of a paper's mark where colours are those of communities, else 0.
/** @param {number} i */
export const ringOf = (i) => (byCommunity() ? communities[papers[i].community].ring ?? 0 : 0);

const smallest = papers.length > 1500 ? 2 : 3.2; // pixels

// Marks do not exceed their cell.
/** @param {number} i @param {number} scale */
const timelineRadius = (i, scale) => Math.min(nodes[i].size * Math.sqrt(scale), timeline.pitch * 0.42 * scale);

// Marks grow more slowly than the map, so that papers separate when zooming in; they have a minimum size.
/** @param {number} i @param {number} scale */
export function radiusOf(i, scale) {
  if (state.view === "timeline") return timelineRadius(i, scale) / scale;
  return Math.min(Math.max(nodes[i].size * Math.sqrt(scale), smallest), 14) / scale;
}
