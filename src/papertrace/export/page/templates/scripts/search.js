// The papers as a list and as a table, and the search in them.

import { approachFound, chooseConcept, choosePaper, chooseRepository } from "./choosing.js";
import { bdi, contained, dotted, el, isPresent, joined, keepFocus } from "./elements.js";
import { CSV_COLUMNS, openExport, trayWords } from "./exporting.js";
import { hidesPapers, showAll } from "./facets.js";
import { markIcon, paints, ringOf, theme } from "./marks.js";
import {
  MARKS, NODES, UNCHOSEN, afterPanel, capital, communities, comparing, concepts, countNodes, data, grouped, isOfPapers,
  linksShown, once, papers, plural, state, titleOf, toggle, update, view,
} from "./model.js";
import { overview } from "./overview.js";
import { authors, byLine, chip, doorButton, shortAddress } from "./panels.js";
import { query, results, started } from "./screen.js";
import { SORTS, inTitleOrder, papersListed, sortName } from "./sorting.js";
import { conceptNodes, holders, nodeOfConcept, repositories, shownConcepts } from "./subjects.js";
import { highlighted, indexAbstracts, isIndexing, reasonFound, searched, textIndex } from "./text_index.js";
import { yieldToMain } from "./unpacking.js";

const found = document.getElementById("found");
const unfilter = document.getElementById("unfilter");
const more = document.getElementById("more");
const printed = document.getElementById("printed");
const PAGE = 100;
const AT_FIRST = 25; // about one screen; the rest of the page is added after the map
const sameList = comparing(); // the list is rebuilt only if its content changes
let nLists = 0; // lists that have been built
const MOST = 2000; // rows that are added at once
let extent = PAGE; // the number of rows that the reader wants

// A row whose button says as its label what it shows: the texts in it are not known to screen readers while it is out of
// sight (`page.css`).
/** @param {Record<string, unknown>} properties @param {Element} icon @param {string} title @param {Piece} by @param {Piece} [why] */
function row(properties, icon, title, by, why) {
  const button = el("button", properties, icon, el("span", { class: "title", dir: "auto" }, highlighted(title)), el("span", { class: "by" }, by), isPresent(why) && el("span", { class: "why" }, why));
  button.setAttribute("aria-label", [...button.children].map((part) => part.textContent).filter(Boolean).join(" "));
  return el("li", {}, button);
}

/** @param {number} i */ function paperRow(i) {
  const paper = papers[i];
  const by = dotted(byLine(i), linksShown(i), paper.mark === "none" ? "" : MARKS[paper.mark].toLowerCase(), state.sort === "citations" && paper.citations !== undefined && `cited ${plural(paper.citations, "time")}`, trayWords(i));
  return row({ "data-paper": i, click: () => choosePaper(i) }, markIcon(paper.mark, paints[i], ringOf(i)), titleOf(i), by, state.query.trim() ? reasonFound(i) : []);
}

/** @param {number} c */ function conceptRow(c) {
  const node = conceptNodes[nodeOfConcept.get(c)];
  const community = node ? communities[node.community] : null;
  const by = dotted(countNodes(view.concepts[c]), community?.linked && communities.length > 1 ? bdi(community.short.split(", ")[0]) : "");
  return row({ "data-concept": c, click: () => chooseConcept(c) }, markIcon("none", node ? theme.colors[node.community] : theme.soft), concepts[c], by);
}

/** @param {number} n the papers of the list */ function countShown(n) {
  const { concepts: conceptsFound, repositories: repositoriesFound } = view.found;
  if (view.matches) {
    const all = searched.hits?.length ?? 0;
    const hidden = all - view.matches.length;
    const parts = [
      view.matches.length && `${countNodes(view.matches.length)} found${isIndexing ? " so far" : ""}${hidden ? `, ${grouped(hidden)} more hidden` : ""}`,
      joined([conceptsFound.length && plural(conceptsFound.length, "concept"), repositoriesFound.length && plural(repositoriesFound.length, "repository", "repositories")].filter(Boolean), " · ").join(""),
    ];
    const among = new Set(view.matches.map((i) => papers[i].community)).size;
    if (among > 1 && state.view !== "concepts") parts.push(`in ${plural(among, "community", "communities")}`);
    parts.push(...[...searched.corrected].map(([word, found]) => `“${word}” read as “${found.slice(0, 2).join("”, “")}”`));
    if (parts.some(Boolean)) return parts.filter(Boolean).join(" · ");
    if (isIndexing) return "Nothing found so far.";
    return all ? `Nothing found among the ${NODES} shown; ${countNodes(all)} that ${all === 1 ? "matches is" : "match are"} hidden.` : "Nothing found. Try one word of a title, an author, a concept or an abstract.";
  }
  if (state.view === "concepts") {
    const shown = plural(shownConcepts().length, "concept");
    if (!shownConcepts().length) return "No concept that papers share";
    return data.concept_map.n > conceptNodes.length ? `The ${shown} in most papers, of ${grouped(data.concept_map.n)} that papers share` : `${shown} that papers share, commonest first`;
  }
  const all = overview.on && state.opened !== null ? communities[state.opened].size : papers.length; // without filters
  const counted = all === n || view.papers.every(Boolean) ? countNodes(n) : `${grouped(n)} of ${countNodes(all)}`;
  return papers.length > 1 ? `${counted}, ${SORTS[sortName() ?? "links"].said}` : counted;
}

export function showList({ anew = false } = {}) {
  showSubjects();
  results.setAttribute("aria-busy", String(isIndexing && Boolean(state.query.trim())));
  const key = JSON.stringify([state.query.trim(), state.sort, [...state.saved], [...state.read], textIndex.version, state.view, state.opened, extent, theme.dark, state.color, state.weight, [...state.without]]);
  if (!sameList(key, view.papers) || anew) {
    nLists += 1;
    // Papers, or on the concept map concepts and papers found.
    const among = state.view === "concepts";
    const shown = among && !view.matches ? [] : papersListed();
    const named = !among ? [] : view.matches ? view.found.concepts : shownConcepts();
    const n = named.length + shown.length;
    const rows = [...named.map((c) => () => conceptRow(c)), ...shown.map((i) => () => paperRow(i))].slice(0, extent);
    const atFirst = firstRows(shown);
    results.replaceChildren(...rows.slice(0, atFirst).map((make) => make()));
    const number = nLists;
    if (rows.length > atFirst) afterPanel("rows", () => appendLater(number, rows.slice(atFirst)));
    more.hidden = n <= extent;
    more.textContent = n - extent > MOST ? `Show ${grouped(MOST)} more` : `Show all ${grouped(n)}`;
    printed.textContent = more.hidden ? "" : `The first ${grouped(extent)} of ${grouped(n)}. “${more.textContent}” below the list prints more.`;
    found.textContent = countShown(shown.length);
  }
  // Filters can change without a change of the list.
  unfilter.hidden = !hidesPapers() || view.papers.every(Boolean);
  markCurrent();
}

/** @type {Promise<unknown>} */ export let wholeList = Promise.resolve(); // resolved when the first list is complete

// How many rows are made at once: about a screen, and as far as the row of the selected paper, which may have the focus;
// all of them where that takes no time, and in print.
/** @param {number[]} shown the papers of the list */ function firstRows(shown) {
  if ((started && !data.discs.length) || document.documentElement.dataset.theme === "print") return Infinity;
  return Math.max(AT_FIRST, state.paper === null ? 0 : shown.slice(0, extent).indexOf(state.paper) + 1);
}

// Adds the remaining rows a screen at a time, unless the list is rebuilt meanwhile.
/** @param {number} number the list to which they belong @param {(() => HTMLElement)[]} rows */ function appendLater(number, rows) {
  if (number !== nLists) return;
  const append = async () => {
    for (let at = 0; at < rows.length; at += AT_FIRST) {
      await yieldToMain();
      if (number !== nLists) return;
      results.append(...rows.slice(at, at + AT_FIRST).map((make) => make()));
    }
    markCurrent();
  };
  wholeList = append();
}

function markCurrent() {
  for (const button of results.querySelectorAll("[aria-current]")) button.removeAttribute("aria-current");
  for (const kind of /** @type {const} */ (["paper", "concept"])) {
    if (state[kind] !== null) results.querySelector(`[data-${kind}="${state[kind]}"]`)?.setAttribute("aria-current", "true");
  }
}

/** @param {number} step */ export function stepResult(step) {
  const buttons = [...results.querySelectorAll("button")];
  const at = buttons.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement)) + step;
  if (at < 0) query.focus();
  else buttons[Math.min(at, buttons.length - 1)]?.focus();
}

query.addEventListener("focus", indexAbstracts);
query.addEventListener("input", () => {
  update({ ...UNCHOSEN, query: query.value });
  if (started) afterPanel("move", approachFound);
});
// The button goes, so the focus goes on to the list.
unfilter.addEventListener("click", () => {
  showAll();
  (results.querySelector("button") ?? query).focus();
});
more.addEventListener("click", () => {
  extent += MOST;
  showList();
});

// Search for concepts and repositories: a line of each above the papers, and rows in the list on the concept map.
const subjects = document.getElementById("subjects");
const FEW_CHIPS = 4;
/** @type {Set<string>} */ const expanded = new Set(); // the lines that are fully expanded

/** @param {number} c */ export const conceptChip = (c) =>
  chip(concepts[c], grouped(holders[c].length), () => chooseConcept(c), { "data-concept": c, "aria-pressed": String(state.concept === c) }, countNodes(holders[c].length));

/** @param {number} r */ export const repositoryChip = (r) =>
  el("button", { "data-repository": r, "aria-pressed": String(state.repository === r), click: () => chooseRepository(r) }, bdi(repositories[r].name));

/** @param {string} name @param {number[]} items @param {(item: number) => HTMLElement} chip */ function chipLine(name, items, chip) {
  if (!items.length) return [];
  const shown = expanded.has(name) ? items : items.slice(0, FEW_CHIPS);
  const rest = items.length - shown.length;
  const more = rest ? el("button", { class: "quiet", click: () => { expanded.add(name); showSubjects(); } }, `${grouped(rest)} more`) : null;
  return [el("p", { class: "of" }, name), el("div", { class: "chips" }, ...shown.map(chip), more)];
}

function showSubjects() {
  if (!state.query.trim()) expanded.clear();
  const lines = [
    ...(state.view === "concepts" ? [] : chipLine("Concepts", view.found.concepts, conceptChip)),
    ...chipLine("Repositories", view.found.repositories, repositoryChip),
  ];
  subjects.replaceChildren(...lines);
  subjects.hidden = !lines.length;
}

// The papers of the list as a table: columns to choose, sorted by any of them, and papers to select.

const table = document.getElementById("table");
const N_ROWS = 200; // shown at once
/** @type {Record<string, (paper: Paper, i: number) => string | number | undefined>} */
const VALUES = { ...CSV_COLUMNS, links: (_, i) => view.degrees[i] };
/** @type {Record<string, string>} */
const NAMES = { ...(isOfPapers ? {} : { title: "Name" }), doi: "DOI", arxiv: "arXiv", url: "Address" };
/** @param {string} name */ const labelOf = (name) => NAMES[name] ?? capital(name);
/** @param {string} name @param {number} i */ const cellValue = (name, i) => VALUES[name](papers[i], i) ?? "";
const USUAL = ["title", "authors", "year", "venue", "citations", "community", "links"];
const filled = once(() => Object.keys(VALUES).filter((name) => ["tray", "links"].includes(name) || papers.some((_, i) => cellValue(name, i) !== "")));
/** @param {string[]} names */ export const columnsNamed = (names) => names.filter((name) => Object.hasOwn(VALUES, name));
/** @param {string | null} name */ export const orderNamed = (name) => (Object.hasOwn(VALUES, name?.replace(/^-/, "") ?? "") ? name : null);
let nShown = N_ROWS;

// The papers in the order of the table; what is not known comes last.
function rowsOf() {
  const listed = papersListed();
  if (state.order === null) return listed;
  const [name, sign] = state.order.startsWith("-") ? [state.order.slice(1), -1] : [state.order, 1];
  const values = new Map(listed.map((i) => [i, cellValue(name, i)]));
  return [...listed].sort((a, b) => {
    const [one, other] = [values.get(a), values.get(b)];
    if (one === "" || other === "") return Number(one === "") - Number(other === "");
    return sign * (typeof one === "number" && typeof other === "number" ? one - other : inTitleOrder(String(one), String(other)));
  });
}

/** @param {string} name @param {number} i */ function cell(name, i) {
  const value = cellValue(name, i);
  if (name === "title") return el("td", {}, el("button", { class: "name", dir: "auto", "data-paper": i, click: () => choosePaper(i) }, titleOf(i)));
  if (name === "authors") return el("td", {}, authors(papers[i], 3, (author) => doorButton("author", author)));
  if (name === "venue" && value) return el("td", {}, doorButton("venue", String(value)));
  if (name === "url") return el("td", { dir: "auto" }, contained(shortAddress(String(value))));
  return el("td", { dir: typeof value === "number" ? null : "auto", class: typeof value === "number" ? "n" : null }, typeof value === "number" && name !== "year" ? grouped(value) : contained(String(value)));
}

/** @param {string} name @param {number[]} rows */ function header(name, rows) {
  const [isUp, isDown] = [state.order === name, state.order === `-${name}`];
  const first = rows.some((i) => typeof cellValue(name, i) === "number") ? [`-${name}`, name] : [name, `-${name}`];
  const press = () => update({ order: state.order === first[0] ? first[1] : first[0] });
  return el("th", { scope: "col", "aria-sort": isUp ? "ascending" : isDown ? "descending" : null }, el("button", { "data-column": name, click: press }, labelOf(name), isUp ? " ▲" : isDown ? " ▼" : ""));
}

/** @param {string} label @param {boolean} checked @param {() => void} change @param {string} key */
const tick = (label, checked, change, key) => el("input", { type: "checkbox", "aria-label": label, "data-tick": key, checked, change });

function buildTable() {
  const offered = filled();
  const [rows, shown] = [rowsOf(), state.columns.length ? state.columns : USUAL.filter((name) => offered.includes(name))];
  const isOpen = table.querySelector("details")?.open ?? false;
  /** @param {string} name */ const chosen = (name) => offered.filter((one) => shown.includes(one) !== (one === name));
  const columns = el("details", { class: "columns", open: isOpen }, el("summary", {}, "Columns"),
    ...offered.map((name) => el("label", {}, tick(labelOf(name), shown.includes(name), () => update({ columns: chosen(name) }), `column ${name}`), " ", labelOf(name))));
  const all = rows.length > 0 && rows.every((i) => state.selected.has(i));
  const body = rows.slice(0, nShown).map((i) => el("tr", { "aria-selected": String(state.selected.has(i)) },
    el("td", {}, tick(`Select ${papers[i].short}`, state.selected.has(i), () => update({ selected: toggle(state.selected, i) }), String(i))), ...shown.map((name) => cell(name, i))));
  const more = rows.length > nShown ? el("button", { class: "quiet", click: () => { nShown *= 5; buildTable(); } }, `${grouped(rows.length - nShown)} more`) : null;
  const n = state.selected.size;
  table.replaceChildren(
    el("p", { class: "choices" }, columns, el("span", { role: "status" }, joined([countNodes(rows.length), n ? `${grouped(n)} selected` : ""], " · ")),
      n ? el("button", { class: "quiet", click: () => openExport("selected") }, "Export selection") : null, n ? el("button", { class: "quiet", click: () => update({ selected: new Set() }) }, "Clear") : null),
    el("table", {},
      el("thead", {}, el("tr", {}, el("td", {}, tick("Select all", all, () => update({ selected: new Set(all ? [] : rows) }), "all")), ...shown.map((name) => header(name, rows)))),
      el("tbody", {}, ...body)), ...[more].filter((one) => one !== null));
}

export function showTable() {
  table.hidden = state.view !== "table";
  if (!table.hidden) keepFocus(table, buildTable, () => table);
}
