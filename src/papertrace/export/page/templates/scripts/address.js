// The state of the page is kept in the URL fragment, so that a view can be shared as a link.

import { tabNamed } from "./choosing.js";
import { TRAY, addTray } from "./exporting.js";
import { changed } from "./facets.js";
import { FIRST_COLOR, FIRST_SIZE, colorNamed, sizeNamed } from "./marks.js";
import {
  MARKS, UNCHOSEN, communities, concepts, data, edges, endsOf, keyOf, knownReasons, papers, positionOf, state,
} from "./model.js";
import { labelNamed } from "./names.js";
import { narrow } from "./screen.js";
import { columnsNamed, orderNamed } from "./search.js";
import { sortNamed } from "./sorting.js";
import { conceptOf, papersBy, repositoryKey, repositoryOf, togetherWith } from "./subjects.js";
import { viewNamed } from "./views.js";

const words = () => new URLSearchParams(location.hash.slice(1));
/** @param {Iterable<number>} among */ const idsOf = (among) => [...among].map((i) => papers[i].id).join(" ");
/** @param {number | null} c */ const idOf = (c) => (c === null ? null : communities[c].id);
/** @param {string | null} id */ const community = (id) => communities.findIndex((c) => c.id === id);
/** @param {string | null} id */ const known = (id) => (community(id) >= 0 ? community(id) : null);
/** @param {string | null} text */ const list = (text) => (text ?? "").split(" ").filter(Boolean);
/** @param {string | null} text */ const number = (text) => (text !== null && Number.isFinite(Number(text)) ? Number(text) : null);
/** @param {string | null} text */ const placesOf = (text) => list(text).map((id) => positionOf.get(id));
/** @param {number | null} n */ const said = (n) => (n === null ? null : String(n));
/** @param {boolean | null} isShown */ const shown = (isShown) => (isShown ? "shown" : null);
/** @param {DoorName} door @returns {Word} */
const doorWord = (door) => [() => state[door], (text) => ({ [door]: text !== null && papersBy(door, text).length ? text : null })];
/** @param {"types" | "venues"} name @param {"type" | "venue"} key @returns {Word} */
const valuesWord = (name, key) => [() => [...state[name]], (_, all) => ({ [name]: new Set(all.filter((value) => papers.some((paper) => (paper[key] ?? "") === value))) })];

// The words of the address: what of the state each says, nothing where that is as usual, and the state that it says, where
// values unknown to this page are ignored, because a shared link may refer to an older graph.
/** @type {Record<string, Word>} */ const IN_ADDRESS = {
  view: [() => (state.view === "papers" ? null : state.view), (text) => ({ view: viewNamed(text) })],
  tab: [() => (state.tab === "list" && narrow.matches ? "list" : null), (text) => ({ tab: tabNamed(text) })],
  paper: [() => state.paper !== null && papers[state.paper].id, (text) => ({ paper: positionOf.get(text) ?? null })],
  link: [() => state.edge !== null && idsOf([edges[state.edge].from, edges[state.edge].to]), (text) => {
    const [one, other] = placesOf(text);
    const edge = edges.findIndex((e) => (e.from === one && e.to === other) || (e.from === other && e.to === one));
    return { edge: edge < 0 ? null : edge };
  }],
  path: [() => state.path && idsOf(state.path), (text) => {
    const path = placesOf(text);
    return { path: path.length === 2 && path[0] !== path[1] && !path.includes(undefined) ? [path[0], path[1]] : null };
  }],
  pick: [() => state.picking !== null && papers[state.picking].id, (text) => ({ picking: positionOf.get(text) ?? null })],
  about: [() => idOf(state.about), (text) => ({ about: known(text) })],
  versus: [() => idOf(state.versus), (text) => ({ versus: state.about === null || known(text) === state.about ? null : known(text) })],
  between: [() => state.between !== null && endsOf(state.between).map(idOf).join(" "), (text) => {
    const ends = list(text).map(community);
    return { between: ends.length === 2 && ends[0] !== ends[1] && Math.min(...ends) >= 0 ? keyOf(ends[0], ends[1]) : null };
  }],
  // A selected paper implies which community is open.
  open: [() => (papers[state.paper ?? -1]?.community === state.opened ? null : idOf(state.opened)), (text) => ({ opened: data.discs.length ? papers[state.paper ?? -1]?.community ?? known(text) : null })],
  find: [() => state.query.trim(), (text) => ({ query: (text ?? "").slice(0, 200) })],
  concept: [() => state.concept !== null && concepts[state.concept], (text) => ({ concept: conceptOf.get(text) ?? null })],
  with: [() => state.together !== null && concepts[state.together], (text) => ({ together: togetherWith(text, words().get("concept")) })],
  repository: [() => state.repository !== null && repositoryKey(state.repository), (text) => ({ repository: repositoryOf.get(text?.toLowerCase()) ?? null })],
  without: [() => [...state.without].sort().join(" "), (text) => ({ without: new Set(list(text).filter((kind) => knownReasons().kinds.includes(kind) || kind === "main_path")) })],
  weight: [() => (state.weight ? String(state.weight) : null), (text) => ({ weight: Math.max(0, number(text) ?? 0) })],
  community: [() => [...state.communities].map(idOf).join(" "), (text) => ({ communities: new Set(list(text).map(community).filter((i) => i >= 0)) })],
  code: [() => [...state.marks].join(" "), (text) => ({ marks: new Set(list(text).filter((mark) => Object.hasOwn(MARKS, mark))) })],
  change: [() => [...state.changes].join(" "), (text) => ({ changes: new Set(list(text).filter((name) => changed.get(name))) })],
  type: valuesWord("types", "type"),
  venue: valuesWord("venues", "venue"),
  color: [() => (state.color === FIRST_COLOR ? null : state.color), (text) => ({ color: colorNamed(text) })],
  size: [() => (state.size === FIRST_SIZE ? null : state.size), (text) => ({ size: sizeNamed(text) })],
  from: [() => said(state.from), (text) => ({ from: number(text) })],
  to: [() => said(state.to), (text) => ({ to: number(text) })],
  ring: [() => (state.ring && state.paper !== null ? "2" : null), (text) => ({ ring: text === "2" })],
  tray: [() => shown(state.tray), (text) => ({ tray: text === "shown" || null })],
  begin: [() => shown(state.begin), (text) => ({ begin: text === "shown" || null })],
  author: doorWord("author"),
  in: doorWord("venue"),
  label: [() => (state.label === "short" ? null : state.label), (text) => ({ label: labelNamed(text) })],
  order: [() => state.order, (text) => ({ order: orderNamed(text) })],
  columns: [() => state.columns.join(" "), (text) => ({ columns: columnsNamed(list(text)) })],
  selected: [() => idsOf(state.selected), (text) => ({ selected: new Set(placesOf(text).filter((i) => i !== undefined)) })],
  sort: [() => state.sort, (text) => ({ sort: sortNamed(text) })],
  ...Object.fromEntries(Object.keys(TRAY).map((name) => /** @type {[string, Word]} */ ([name, [() => idsOf(state[name]), () => ({})]]))), // read by `addTray`
  abstract: [() => shown(state.reading), (text) => ({ reading: text === "shown" })],
  undated: [() => shown(state.undated), (text) => ({ undated: text === "shown" })],
};

// The last selection. A new selection adds a history entry, while filters and searches replace the current one.
let chosen = "";
const choice = () => JSON.stringify(/** @type {(keyof State)[]} */ ([...Object.keys(UNCHOSEN), "view", "opened"]).map((key) => state[key]));

export function writeAddress({ stepping = true } = {}) {
  const written = new URLSearchParams();
  for (const [word, [write]] of Object.entries(IN_ADDRESS)) for (const text of [write() || []].flat()) written.append(word, text);
  const fragment = written.toString();
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

export function readAddress() {
  const given = words();
  addTray((name) => list(given.get(name)));
  Object.assign(state, UNCHOSEN);
  for (const [word, [, read]] of Object.entries(IN_ADDRESS)) Object.assign(state, read(given.get(word), given.getAll(word)));
}
