// The state of the page is kept in the URL fragment, so that a view can be shared as a link.

import { tabNamed } from "./choosing.js";
import { changed } from "./facets.js";
import { FIRST_COLOR, FIRST_SIZE, colorNamed, sizeNamed } from "./marks.js";
import {
  MARKS, UNCHOSEN, communities, concepts, data, edges, endsOf, keyOf, kinds, papers, positionOf, state,
} from "./model.js";
import { labelNamed } from "./names.js";
import { narrow } from "./screen.js";
import { columnsNamed, orderNamed } from "./search.js";
import { sortNamed } from "./sorting.js";
import { DOORS, conceptOf, papersBy, repositoryKey, repositoryOf, togetherWith } from "./subjects.js";
import { TRAY, addTray } from "./tray.js";
import { viewNamed } from "./views.js";

// The last selection. A new selection adds a history entry, while filters and searches replace the current one.
let chosen = "";
const choice = () => JSON.stringify(/** @type {(keyof State)[]} */ ([...Object.keys(UNCHOSEN), "view", "opened"]).map((key) => state[key]));

export function writeAddress({ stepping = true } = {}) {
  const words = new URLSearchParams();
  if (state.view !== "papers") words.set("view", state.view);
  if (state.tab === "list" && narrow.matches) words.set("tab", "list");
  if (state.paper !== null) words.set("paper", papers[state.paper].id);
  if (state.edge !== null) words.set("link", `${papers[edges[state.edge].from].id} ${papers[edges[state.edge].to].id}`);
  if (state.path !== null) words.set("path", state.path.map((i) => papers[i].id).join(" "));
  if (state.picking !== null) words.set("pick", papers[state.picking].id);
  if (state.about !== null) words.set("about", communities[state.about].id);
  if (state.versus !== null) words.set("versus", communities[state.versus].id);
  if (state.between !== null) words.set("between", endsOf(state.between).map((c) => communities[c].id).join(" "));
  // A selected paper implies which community is open.
  if (state.opened !== null && papers[state.paper ?? -1]?.community !== state.opened) words.set("open", communities[state.opened].id);
  if (state.query.trim()) words.set("find", state.query.trim());
  if (state.concept !== null) words.set("concept", concepts[state.concept]);
  if (state.together !== null) words.set("with", concepts[state.together]);
  if (state.repository !== null) words.set("repository", repositoryKey(state.repository));
  if (state.without.size) words.set("without", [...state.without].sort().join(" "));
  if (state.weight) words.set("weight", String(state.weight));
  if (state.communities.size) words.set("community", [...state.communities].map((i) => communities[i].id).join(" "));
  if (state.marks.size) words.set("code", [...state.marks].join(" "));
  if (state.changes.size) words.set("change", [...state.changes].join(" "));
  for (const [word, name] of /** @type {const} */ ([["type", "types"], ["venue", "venues"]])) for (const value of state[name]) words.append(word, value);
  if (state.color !== FIRST_COLOR) words.set("color", state.color);
  if (state.size !== FIRST_SIZE) words.set("size", state.size);
  if (state.from !== null) words.set("from", String(state.from));
  if (state.to !== null) words.set("to", String(state.to));
  if (state.ring && state.paper !== null) words.set("ring", "2");
  if (state.tray) words.set("tray", "shown");
  if (state.begin) words.set("begin", "shown");
  for (const [door, { word }] of Object.entries(DOORS)) if (state[door] !== null) words.set(word, state[door]);
  if (state.label !== "short") words.set("label", state.label);
  if (state.order) words.set("order", state.order);
  if (state.columns.length) words.set("columns", state.columns.join(" "));
  if (state.selected.size) words.set("selected", [...state.selected].map((i) => papers[i].id).join(" "));
  if (state.sort) words.set("sort", state.sort);
  for (const name of Object.keys(TRAY)) if (state[name].size) words.set(name, [...state[name]].map((i) => papers[i].id).join(" "));
  if (state.reading) words.set("abstract", "shown");
  if (state.undated) words.set("undated", "shown");
  const fragment = words.toString();
  const step = stepping && choice() !== chosen;
  chosen = choice();
  if (location.hash.slice(1) === fragment) return;
  // A URL without a fragment should not end in #.
  const target = fragment ? `#${fragment}` : location.pathname + location.search;
  try {
    if (step) history.pushState(null, "", target);
    else history.replaceState(null, "", target);
  } catch {
    // A srcdoc frame has no URL of its own, and some browsers refuse many changes in a short time. The selection is
    // shown anyway.
  }
}

// Values unknown to this page are ignored, because a shared link may refer to an older graph.
export function readAddress() {
  const words = new URLSearchParams(location.hash.slice(1));
  /** @param {string} name */ const list = (name) => (words.get(name) ?? "").split(" ").filter(Boolean);
  /** @param {string} name */
  const number = (name) => (words.has(name) && Number.isFinite(Number(words.get(name))) ? Number(words.get(name)) : null);
  const [one, other] = list("link").map((id) => positionOf.get(id));
  const edge = edges.findIndex((e) => (e.from === one && e.to === other) || (e.from === other && e.to === one));
  /** @param {string | null} id */ const community = (id) => communities.findIndex((c) => c.id === id);
  const paper = positionOf.get(words.get("paper")) ?? null;
  const open = paper === null ? community(words.get("open")) : papers[paper].community;
  addTray(list);
  const path = list("path").map((id) => positionOf.get(id));
  const ends = list("between").map(community);
  /** @param {string} name */
  const known = (name) => (words.has(name) && community(words.get(name)) >= 0 ? community(words.get(name)) : null);
  const [about, versus] = [known("about"), known("versus")];
  Object.assign(state, UNCHOSEN, {
    paper,
    edge: edge < 0 ? null : edge,
    path: path.length === 2 && path[0] !== path[1] && !path.includes(undefined) ? [path[0], path[1]] : null,
    picking: positionOf.get(words.get("pick")) ?? null,
    view: viewNamed(words.get("view")),
    tab: tabNamed(words.get("tab")),
    between: ends.length === 2 && ends[0] !== ends[1] && Math.min(...ends) >= 0 ? keyOf(ends[0], ends[1]) : null,
    about,
    versus: about === versus || about === null ? null : versus,
    opened: data.discs.length && open >= 0 ? open : null,
    query: (words.get("find") ?? "").slice(0, 200),
    concept: conceptOf.get(words.get("concept")) ?? null,
    together: togetherWith(words.get("with"), words.get("concept")),
    repository: repositoryOf.get(words.get("repository")?.toLowerCase()) ?? null,
    without: new Set(list("without").filter((kind) => kinds.includes(kind) || kind === "main_path")),
    weight: Math.max(0, number("weight") ?? 0),
    communities: new Set(list("community").map(community).filter((i) => i >= 0)),
    marks: new Set(list("code").filter((mark) => Object.hasOwn(MARKS, mark))),
    types: new Set(words.getAll("type").filter((value) => papers.some((paper) => (paper.type ?? "") === value))),
    venues: new Set(words.getAll("venue").filter((value) => papers.some((paper) => (paper.venue ?? "") === value))),
    changes: new Set(list("change").filter((name) => changed.get(name))),
    color: colorNamed(words.get("color")),
    size: sizeNamed(words.get("size")),
    from: number("from"),
    to: number("to"),
    ...Object.fromEntries(Object.entries(DOORS).map(([door, { word }]) => [door, words.has(word) && papersBy(/** @type {DoorName} */ (door), words.get(word)).length ? words.get(word) : null])),
    label: labelNamed(words.get("label")),
    order: orderNamed(words.get("order")),
    columns: columnsNamed(list("columns")),
    selected: new Set(list("selected").map((id) => positionOf.get(id)).filter((i) => i !== undefined)),
    tray: words.get("tray") === "shown" || null,
    begin: words.get("begin") === "shown" || null,
    sort: sortNamed(words.get("sort")),
    ring: words.get("ring") === "2",
    reading: words.get("abstract") === "shown",
    undated: words.get("undated") === "shown",
  });
}
