// The model of the page: papers, links between them, and the reader's selection and filters.

import { contained, cut } from "./elements.js";
import { started } from "./screen.js";
import { yieldToMain } from "./unpacking.js";

// Those of a large page are unpacked before.
/** @type {PageData} */ export const data = window.papertraceData ?? JSON.parse(document.getElementById("data").textContent);
export const { papers, concepts, spellings, communities, nodes, edges } = data;
await yieldToMain();

/** @type {Record<string, string>} */ export const KINDS = {
  concept: "Shared concepts",
  similar: "Similar texts",
  repository: "Same repository",
  owner: "Same code owner",
  mention: "One names the other",
  citation: "One cites the other",
  co_citation: "Cited together",
  coupling: "Shared references",
  // of networks of what papers name
  together: "Same papers",
  cocitation: "Cited together",
  papers: "Papers",
  main_path: "Main path of citations", // along which most of what is cited flows; not a kind of its own
};
// The names of directed kinds, seen from the paper that names or cites, and from the other.
/** @type {Record<string, string[]>} */ export const DIRECTIONS = { mention: ["Names", "Named by"], citation: ["Cites", "Cited by"] };
export const timeline = /** @type {Timeline} */ (data.timeline); // null if no paper has a date
export const MARKS = data.marks; // the names of the marks, in legend order
export const speaksOfCode = papers.some((paper) => paper.mark !== "none");
/** @type {Record<string, string>} */ export const LINKS = {
  repository: "Repository",
  code: "Code",
  project_page: "Project page",
  model: "Model",
  dataset: "Data set",
  demo: "Demo",
  video: "Video",
  paper: "Paper",
  pdf: "PDF",
  archive: "Archived copy",
  page: "Page",
};

/** @param {Record<string, string>} names @param {string} key */
export const nameOf = (names, key) => (Object.hasOwn(names, key) ? names[key] : key.replaceAll("_", " "));
// A number with commas between groups of three digits, rounded. `toLocaleString` would load all that the browser knows of
// languages, which takes longer than the rest of a small page.
/** @param {number} n @param {number} [digits] after the point */
export const grouped = (n, digits = 0) => String(Number(n.toFixed(digits))).replace(/\B(?=(?:\d{3})+(?:\.|$))/g, ",");
// A weight of links: never 0, which no link weighs, however little it is.
/** @param {number} weight */
export const weighed = (weight) => (weight < 0.0001 ? "below 0.0001" : weight >= 10 ? grouped(weight) : String(Number(weight.toFixed(weight >= 0.1 ? 2 : 4))));
/** @param {number} n @param {string} one @param {string} [many] */
export const plural = (n, one, many = one + "s") => `${grouped(n)} ${n === 1 ? one : many}`;

// What a node of the graph is called: a paper, unless the graph is a network of what papers name.
export const [NODE, NODES] = data.node ?? ["paper", "papers"];
export const isOfPapers = NODE === "paper";
export const aNode = `${/^[aeiou]/.test(NODE) ? "an" : "a"} ${NODE}`;
/** @param {number} n */ export const countNodes = (n) => plural(n, NODE, NODES);
/** @param {string} word */ export const capital = (word) => word[0].toUpperCase() + word.slice(1);

// The links of each paper as indices into `edges`.
export const linksOf = papers.map(() => /** @type {number[]} */ ([]));
edges.forEach((edge, i) => {
  linksOf[edge.from].push(i);
  linksOf[edge.to].push(i);
});
/** @param {Edge} edge @param {number} paper */ export const otherEnd = (edge, paper) => (edge.from === paper ? edge.to : edge.from);

await yieldToMain();
export const positionOf = new Map(papers.map((paper, i) => [paper.id, i]));
export const communityOf = Uint32Array.from(papers, (paper) => paper.community);
const weightOfPaper = Float64Array.from(papers, (paper) => paper.weight);
export const byWeight = papers.map((_, i) => i).sort((a, b) => weightOfPaper[b] - weightOfPaper[a] || a - b);
// The title of a paper as it is shown; the whole of a very long one is in its panel.
/** @param {number} i */ export const titleOf = (i) => contained(cut(papers[i].title));

export const years = [...new Set(papers.map(({ year }) => year).filter(Boolean))].sort((a, b) => a - b);

const kindOrder = Object.keys(KINDS);
// The papers along which most of what is cited flows, the earliest first.
export const mainPath = papers.map((_, i) => i).filter((i) => papers[i].main).sort((a, b) => (papers[a].main ?? 0) - (papers[b].main ?? 0));
/** @param {string} kind */ export const rankOfKind = (kind) => (kindOrder.includes(kind) ? kindOrder.indexOf(kind) : kindOrder.length);

// The kinds of links with the number of pairs that each links, and all weights: looked up when first asked for, since it
// reads every reason.
export const knownReasons = once(() => {
  const weights = new Set(edges.flatMap(({ reasons }) => reasons.map(({ weight }) => weight)));
  const counts = tally(edges.flatMap(({ reasons }) => [...new Set(reasons.map(({ kind }) => kind))]));
  return { counts, kinds: [...counts.keys()].sort((a, b) => rankOfKind(a) - rankOfKind(b)), weights: Float64Array.from(weights).sort() };
});

await yieldToMain();

// The selection: at most one of these, except that a concept may be selected together with another, and a community
// (`about`) be compared with another (`versus`).
/** @type {Chosen} */
export const UNCHOSEN = { paper: null, edge: null, path: null, tray: null, begin: null, concept: null, together: null, repository: null, author: null, venue: null, between: null, about: null, versus: null };

export const hasChoice = () => Object.keys(UNCHOSEN).some((key) => state[key] !== null);

// The reader's input. Empty sets mean no restriction.
export const state = {
  ...UNCHOSEN,
  view: /** @type {ViewName} */ ("papers"), // a key of VIEWS
  tab: "map", // what a phone shows, one of TABS
  opened: /** @type {number | null} */ (null), // the community whose papers are shown if there are too many for the map
  query: "",
  without: /** @type {Set<string>} */ (new Set()), // the kinds of link that are hidden
  weight: 0,
  communities: /** @type {Set<number>} */ (new Set()),
  marks: /** @type {Set<string>} */ (new Set()),
  types: /** @type {Set<string>} */ (new Set()),
  venues: /** @type {Set<string>} */ (new Set()),
  changes: /** @type {Set<string>} */ (new Set()), // keys of CHANGES
  from: /** @type {number | null} */ (null),
  to: /** @type {number | null} */ (null),
  reading: false, // whether the panel of a paper shows its abstract
  ring: false, // whether papers linked with those that a paper is linked with are highlighted and listed
  picking: /** @type {number | null} */ (null), // the paper from which a path begins while its other end is chosen
  color: "community", // what the colours of marks say, a key of SHADES
  size: "links", // what their sizes say
  sort: /** @type {string | null} */ (null), // a key of SORTS, or null for the usual order
  label: "short", // what papers are called on the map, a key of LABELS
  order: /** @type {string | null} */ (null), // the column by which the table is sorted, after "-" the highest first, or null for the order of the list
  columns: /** @type {string[]} */ ([]), // of the table, or none for the usual ones
  selected: /** @type {Set<number>} */ (new Set()), // the papers that are ticked in the table or within the lasso
  saved: /** @type {Set<number>} */ (new Set()), // the papers in the tray
  read: /** @type {Set<number>} */ (new Set()),
  out: /** @type {Set<number>} */ (new Set()), // those that are not to be shown
  undated: false, // whether papers without a year are shown if years are selected
};

// State derived from it: which papers and links are drawn, and which are highlighted.
export const view = {
  papers: new Uint8Array(papers.length).fill(1), // 1 for papers that pass the filters
  drawn: new Uint8Array(papers.length).fill(1), // 1 for those that the map shows as marks
  edges: new Uint8Array(edges.length).fill(1),
  degrees: new Uint32Array(papers.length), // the number of papers each is linked with by visible links
  path: /** @type {Chains | null} */ (null), // the chains between the two papers of the selected path, and the Set of their links
  bright: /** @type {Set<number> | null} */ (null), // the Set of highlighted papers, or null without a selection
  matches: /** @type {number[] | null} */ (null), // indices of the papers found, best first, or null without a query
  hits: /** @type {Set<number> | null} */ (null), // the Set of them
  concepts: new Uint32Array(concepts.length), // the number of filtered papers that hold each concept
  lines: /** @type {number[]} */ ([]), // the number of those papers behind each line of the concept map
  brightConcepts: /** @type {Set<number> | null} */ (null), // the Set of highlighted concepts, or null without a selection
  found: { concepts: /** @type {number[]} */ ([]), repositories: /** @type {number[]} */ ([]) }, // search results other than papers
};

export const yearsChosen = () => state.from !== null || state.to !== null;

/** @param {Paper} paper */ export function yearPasses(paper) {
  if (!paper.year) return state.undated || !yearsChosen();
  return (state.from === null || paper.year >= state.from) && (state.to === null || paper.year <= state.to);
}

const allReasonsPass = () => !state.weight && !state.without.size;
/** @param {Edge} edge */ export const edgePasses = (edge) => allReasonsPass() || edge.reasons.some(reasonPasses);
/** @param {Reason} reason */ export const reasonPasses = (reason) => reason.weight >= state.weight && !state.without.has(reason.kind);

// The papers linked with a paper by links that the filters leave.
/** @param {number} i */
export const neighboursOf = (i) => [...new Set(linksOf[i].filter((e) => view.edges[e]).map((e) => otherEnd(edges[e], i)))];

// How many links a paper has, and if the filters hide some, how many they leave.
/** @param {number} i */ export function linksShown(i) {
  const [shown, all] = [view.degrees[i], linksOf[i].length];
  if (shown < all) return `${grouped(shown)} of ${plural(all, "link")}`;
  return all ? plural(all, "link") : "no links";
}

// The papers linked with the neighbours of a paper, but not with itself, with the neighbours that lead to them; those to
// which most lead come first.
/** @param {number} i */ export function secondRing(i) {
  const first = neighboursOf(i);
  const near = new Set([i, ...first]);
  const steps = first.flatMap((via) => neighboursOf(via).filter((other) => !near.has(other)).map((other) => ({ via, other })));
  const ways = [...grouping(steps, ({ other }) => other)].map(([other, among]) => /** @type {[number, number[]]} */ ([other, among.map(({ via }) => via)]));
  return ways.sort((a, b) => b[1].length - a[1].length || papers[b[0]].weight - papers[a[0]].weight || a[0] - b[0]);
}

// The number of papers among some, or if a query finds any, how many of them it finds.
/** @param {number[]} among */
export const countFound = (among) => (view.hits ? `${grouped(among.filter((i) => view.hits?.has(i)).length)} of ${grouped(among.length)}` : grouped(among.length));

/** @param {number} one @param {number} other */
export const keyOf = (one, other) => Math.min(one, other) * communities.length + Math.max(one, other);
/** @param {number} key */ export const endsOf = (key) => [Math.floor(key / communities.length), key % communities.length];
/** @param {Edge} edge */ export function weightOf(edge) {
  if (allReasonsPass()) return edge.weight;
  let sum = 0;
  for (const reason of edge.reasons) if (reasonPasses(reason)) sum += reason.weight;
  return sum;
}

// The pair of communities that a link joins, as a number; null within one.
/** @param {Edge} options */
export const bridgeOf = ({ from, to }) => (papers[from].community === papers[to].community ? null : keyOf(papers[from].community, papers[to].community));

/** @type {Record<string, string>} */ export const OUTCOMES = {
  alive: "reached", moved: "moved", restricted: "needs a login", rate_limited: "not decided: too many requests",
  unstable: "not decided: unstable", insecure: "reached, certificate is bad", suspect: "suspect", dead: "dead",
  unknown: "not decided", skipped: "not checked",
};

/** @type {Record<string, string>} */ export const STATES = {
  renamed: "renamed", archived: "archived", empty: "empty", disabled: "disabled", taken_down: "taken down",
  missing: "missing", path_missing: "path missing",
};

export const mapPositions = nodes.map(({ x, y }) => ({ x, y }));

// How often each of some values occurs, in the order of their first occurrences.
/** @template T @param {Iterable<T>} values @returns {Map<T, number>} */ export function tally(values) {
  const counts = new Map();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

// A value that is made when it is first asked for.
/** @template T @param {() => T} make */ export function once(make) {
  /** @type {T | undefined} */ let made;
  return () => (made ??= make());
}

// A function that says whether it is given the same words and lists as before.
export function comparing() {
  let [words, lists] = ["", /** @type {Uint8Array[]} */ ([])];
  return (/** @type {string} */ nextWords, /** @type {Uint8Array[]} */ ...next) => {
    const isSame = words === nextWords && next.every((list, k) => lists[k]?.every((one, i) => one === list[i]));
    if (!isSame) [words, lists] = [nextWords, next.map((list) => list.slice())];
    return isSame;
  };
}
export const linkFilters = () => [state.weight, ...state.without].join(" ");

/** @template T @param {(paper: Paper) => T[]} valuesOf @returns {Map<T, number[]>} */ export function papersByValue(valuesOf) {
  const pairs = papers.flatMap((paper, i) => [...new Set(valuesOf(paper))].map((value) => ({ value, i })));
  return new Map([...grouping(pairs, ({ value }) => value)].map(([value, among]) => [value, among.map(({ i }) => i)]));
}

/** @template T, K @param {Iterable<T>} items @param {(item: T) => K} keyOf @returns {Map<K, T[]>} */
export function grouping(items, keyOf) {
  const groups = new Map();
  for (const item of items) {
    const key = keyOf(item);
    if (groups.has(key)) groups.get(key).push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

/** @param {Set<any>} set @param {any} value */ export function toggle(set, value) {
  const changed = new Set(set);
  if (!changed.delete(value)) changed.add(value);
  return changed;
}

// One function changes the state. What follows from a change is registered by the script that does it, so that every
// script can change the state without importing those that show it.

// What a change shows: the panel of a selection is beside the map, hits of a search are in the list.
/** @param {Change} change */ function tabOf(change) {
  if (Object.keys(UNCHOSEN).some((key) => change[key] !== null && change[key] !== undefined)) return "map";
  return change.query?.trim() ? "list" : state.tab;
}

const followers = { show: () => {}, write: () => {} };
// Registers what shows the state, and what writes it into the address.
/** @param {typeof followers} given */ export const followState = (given) => Object.assign(followers, given);
export const rerender = () => followers.show();
export const recordState = () => followers.write();

/** @param {Change} change */ export function update(change) {
  Object.assign(state, { tab: tabOf(change) }, change);
  rerender();
  recordState();
}

// What can wait until the panel that a reader waits for is painted: on maps of many papers the map, the legend and
// movements take several times as long as the panel.
const MANY = 500; // papers, of which the rest takes longer than a panel
/** @type {Map<string, () => unknown>} */ const waiting = new Map();
let asked = 0;

// Does what waits now, as for print, which takes the page as it is.
export function runWaiting() {
  asked = 0;
  const tasks = [...waiting.values()];
  waiting.clear();
  for (const task of tasks) task();
}

// Does something at once, or where it would take long after the next frame is painted; a later task of the same name
// replaces one that waits.
/** @param {string} name @param {() => unknown} task */ export function afterPanel(name, task) {
  if (papers.length < MANY || !started) return task();
  waiting.delete(name);
  waiting.set(name, task);
  if (!asked) asked = requestAnimationFrame(() => setTimeout(runWaiting));
  return undefined;
}
