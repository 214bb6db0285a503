// The papers of the list as a table: columns to choose, sorted by any of them, and papers to select.

import { keepFocus } from "./access.js";
import { choosePaper } from "./choosing.js";
import { CSV_COLUMNS } from "./citing.js";
import { contained, el, joined } from "./elements.js";
import { openExport } from "./exporting.js";
import { capital, countNodes, grouped, isOfPapers, papers, state, titleOf, toggle, view } from "./model.js";
import { authors, doorButton, shortAddress } from "./panels.js";
import { inTitleOrder, papersListed, sorted } from "./sorting.js";
import { update } from "./updating.js";

const table = document.getElementById("table");
const N_ROWS = 200; // shown at once
/** @type {Record<string, (paper: Paper, i: number) => string | number | undefined>} */
const VALUES = { ...CSV_COLUMNS, links: (_, i) => view.degrees[i] };
/** @type {Record<string, string>} */
const NAMES = { ...(isOfPapers ? {} : { title: "Name" }), doi: "DOI", arxiv: "arXiv", url: "Address" };
/** @param {string} name */ const labelOf = (name) => NAMES[name] ?? capital(name);
/** @param {string} name @param {number} i */ const cellValue = (name, i) => VALUES[name](papers[i], i) ?? "";
const USUAL = ["title", "authors", "year", "venue", "citations", "community", "links"];
/** @type {string[] | null} */
let filled = null; // the columns of which a paper has something, looked for when the table is first shown
/** @param {string[]} names */
export const columnsNamed = (names) => names.filter((name) => Object.hasOwn(VALUES, name));
/** @param {string | null} name */
export const orderNamed = (name) => (Object.hasOwn(VALUES, name?.replace(/^-/, "") ?? "") ? name : null);
let nShown = N_ROWS;

// The papers in the order of the table; what is not known comes last.
function rowsOf() {
  const listed = view.matches ? sorted(view.matches) : papersListed();
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
  if (name === "title") return el("td", {}, el("button", { type: "button", class: "name", dir: "auto", "data-paper": i, click: () => choosePaper(i) }, titleOf(i)));
  if (name === "authors") return el("td", {}, authors(papers[i], 3, (author) => doorButton("author", author)));
  if (name === "venue" && value) return el("td", {}, doorButton("venue", String(value)));
  if (name === "url") return el("td", { dir: "auto" }, contained(shortAddress(String(value))));
  return el("td", { dir: typeof value === "number" ? null : "auto", class: typeof value === "number" ? "n" : null }, typeof value === "number" && name !== "year" ? grouped(value) : contained(String(value)));
}

/** @param {string} name @param {number[]} rows */ function header(name, rows) {
  const [isUp, isDown] = [state.order === name, state.order === `-${name}`];
  const first = rows.some((i) => typeof cellValue(name, i) === "number") ? [`-${name}`, name] : [name, `-${name}`];
  const press = () => update({ order: state.order === first[0] ? first[1] : first[0] });
  return el("th", { scope: "col", "aria-sort": isUp ? "ascending" : isDown ? "descending" : null }, el("button", { type: "button", "data-column": name, click: press }, labelOf(name), isUp ? " ▲" : isDown ? " ▼" : ""));
}

/** @param {string} label @param {boolean} isOn @param {() => void} change @param {string} key */
function tick(label, isOn, change, key) {
  const input = el("input", { type: "checkbox", "aria-label": label, "data-tick": key });
  input.checked = isOn;
  input.addEventListener("change", change);
  return input;
}

function buildTable() {
  filled ??= Object.keys(VALUES).filter((name) => ["tray", "links"].includes(name) || papers.some((_, i) => cellValue(name, i) !== ""));
  const offered = filled;
  const [rows, shown] = [rowsOf(), state.columns.length ? state.columns : USUAL.filter((name) => offered.includes(name))];
  const isOpen = table.querySelector("details")?.open ?? false;
  /** @param {string} name */ const chosen = (name) => offered.filter((one) => shown.includes(one) !== (one === name));
  const columns = el("details", { class: "columns", open: isOpen }, el("summary", {}, "Columns"),
    ...offered.map((name) => el("label", {}, tick(labelOf(name), shown.includes(name), () => update({ columns: chosen(name) }), `column ${name}`), " ", labelOf(name))));
  const all = rows.length > 0 && rows.every((i) => state.selected.has(i));
  const body = rows.slice(0, nShown).map((i) => el("tr", { "aria-selected": String(state.selected.has(i)) },
    el("td", {}, tick(`Select ${papers[i].short}`, state.selected.has(i), () => update({ selected: toggle(state.selected, i) }), String(i))), ...shown.map((name) => cell(name, i))));
  const more = rows.length > nShown ? el("button", { type: "button", class: "quiet", click: () => { nShown *= 5; buildTable(); } }, `${grouped(rows.length - nShown)} more`) : null;
  const n = state.selected.size;
  table.replaceChildren(
    el("p", { class: "choices" }, columns, el("span", { role: "status" }, joined([countNodes(rows.length), n ? `${grouped(n)} selected` : ""], " · ")),
      n ? el("button", { type: "button", class: "quiet", click: () => openExport("selected") }, "Export selection") : null, n ? el("button", { type: "button", class: "quiet", click: () => update({ selected: new Set() }) }, "Clear") : null),
    el("table", {},
      el("thead", {}, el("tr", {}, el("td", {}, tick("Select all", all, () => update({ selected: new Set(all ? [] : rows) }), "all")), ...shown.map((name) => header(name, rows)))),
      el("tbody", {}, ...body)), ...[more].filter((one) => one !== null));
}

export function showTable() {
  table.hidden = state.view !== "table";
  if (!table.hidden) keepFocus(table, buildTable, () => table);
}
