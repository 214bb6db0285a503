// What a reader keeps: papers taken out, and the tray.

import { bibtexOf, csvOf, graphmlOf, markdownOf, risOf } from "./citing.js";
import { el, heading } from "./elements.js";
import {
  NODES, UNCHOSEN, aNode, capital, countNodes, data, grouped, isOfPapers, papers, state, view,
} from "./model.js";
import { closeButton, longList, paperItem } from "./panels.js";
import { announce, details } from "./screen.js";
import { papersListed, sorted } from "./sorting.js";
import { TRAY, mark } from "./tray.js";
import { update } from "./updating.js";

// Taking papers out: the list, the tray or what is highlighted, as BibTeX, RIS, CSV or Markdown, copied or as a file.

// References are of papers alone.
/** @type {Record<string, { label: string; suffix: string; write: (among: number[]) => string }>} */ const REFERENCES = {
  bibtex: { label: "BibTeX", suffix: ".bib", write: bibtexOf },
  ris: { label: "RIS", suffix: ".ris", write: risOf },
};
/** @type {typeof REFERENCES} */ const FORMATS = {
  ...(isOfPapers ? REFERENCES : {}),
  csv: { label: "CSV", suffix: ".csv", write: csvOf },
  graphml: { label: "GraphML, with links", suffix: ".graphml", write: graphmlOf },
  markdown: { label: "Markdown", suffix: ".md", write: markdownOf },
};

// The papers of the list: found, filtered, of the open community.
const exportedList = () => (view.matches ? sorted(view.matches) : papersListed());

// What can be taken out now, and the papers of it.
function exportable() {
  const isChosen = /** @type {(keyof Chosen)[]} */ (["paper", "edge", "path", "concept", "repository", "author", "venue", "about", "between"]).some((key) => state[key] !== null);
  return [
    { value: "list", label: state.query.trim() ? `${capital(NODES)} found` : `${capital(NODES)} in the list`, among: exportedList() },
    { value: "chosen", label: state.about !== null && state.versus === null ? "The community" : "Highlighted on the map", among: isChosen && view.bright ? sorted([...view.bright].filter((i) => view.papers[i])) : [] },
    { value: "selected", label: `Selected ${NODES}`, among: sorted([...state.selected]) },
    { value: "saved", label: `Saved ${NODES}`, among: sorted([...state.saved]) },
    { value: "read", label: `Read ${NODES}`, among: sorted([...state.read]) },
  ].filter(({ among }) => among.length);
}

const exportDialog = document.getElementById("export");
const exportSet = document.getElementById("export-set");
const exportFormat = document.getElementById("export-format");
const exportText = document.getElementById("export-text");
const exportCopy = document.getElementById("export-copy");

// What the reader has put aside comes first: ticked papers, those saved, those of the panel.
/** @param {string} [asked] */ export function openExport(asked) {
  const sets = exportable();
  const wanted = [asked, "saved", "selected", "chosen"].find((name) => sets.some(({ value }) => value === name)) ?? "list";
  exportSet.replaceChildren(...sets.map(({ value, label, among }) => el("option", { value }, `${label} (${grouped(among.length)})`)));
  exportSet.value = wanted;
  writeExport();
  if (!exportDialog.open) exportDialog.showModal();
}

function writeExport() {
  const among = exportable().find(({ value }) => value === exportSet.value)?.among ?? [];
  exportText.value = FORMATS[exportFormat.value].write(among);
  exportCopy.textContent = "Copy";
}

exportFormat.append(...Object.entries(FORMATS).map(([value, { label }]) => el("option", { value }, label)));
exportSet.addEventListener("change", writeExport);
exportFormat.addEventListener("change", writeExport);
document.getElementById("take").addEventListener("click", () => openExport());
exportCopy.addEventListener("click", () => copyText(exportText.value, exportCopy, () => exportText.select()));
document.getElementById("export-save").addEventListener("click", () => {
  const { suffix } = FORMATS[exportFormat.value];
  saveFile(new Blob([exportText.value], { type: "text/plain;charset=utf-8" }), suffix);
});

// Copies a text, or has it selected where the clipboard is out of reach.
/** @param {string} text @param {HTMLElement} button @param {() => void} select */ export async function copyText(text, button, select) {
  const isCopied = await navigator.clipboard?.writeText(text).then(() => true, () => false);
  if (!isCopied) select();
  button.textContent = isCopied ? "Copied" : "Selected: copy it with Ctrl+C";
  announce(isCopied ? "Copied." : "The text is selected.");
}

/** @param {Blob} blob @param {string} suffix */ export function saveFile(blob, suffix) {
  const url = URL.createObjectURL(blob);
  el("a", { href: url, download: `${data.title.replace(/[^\p{L}\p{N}]+/gu, "-").slice(0, 60) || "map"}${suffix}` }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

// The panel of the tray, and the buttons that mark papers.

/** @param {number} i */ export function trayButtons(i) {
  const buttons = Object.entries(TRAY).map(([name, { press, sign }]) =>
    el("button", { type: "button", "aria-pressed": String(state[name].has(i)), "data-mark": name, click: () => mark(name, i) }, el("span", { "aria-hidden": "true" }, `${sign} `), press));
  return el("div", { class: "tray", role: "group", "aria-label": "Tray" }, ...buttons);
}

export function trayPanel() {
  /** @type {Piece[]} */ const parts = [closeButton(), el("h2", {}, "Tray")];
  for (const [name, { label }] of Object.entries(TRAY)) {
    const among = sorted([...state[name]]);
    if (!among.length) continue;
    const items = among.map((i) => paperItem(i, "", el("button", { type: "button", class: "quiet turn", "aria-label": `Remove from ${label}: ${papers[i].short}`, click: () => mark(name, i) }, "Remove")));
    parts.push(heading(label, countNodes(among.length)), ...longList("near", items));
  }
  if (!Object.keys(TRAY).some((name) => state[name].size)) parts.push(el("p", { class: "facts" }, `Nothing is marked yet. In the panel of ${aNode}, mark it as saved, as read, or as out of the list.`));
  parts.push(heading("Keep"), el("p", { class: "facts" }, "This browser remembers the tray, and the address of the page has it: bookmark or send it."), el("p", {}, el("button", { type: "button", class: "fold arrow", click: () => openExport() }, "Export")));
  return parts;
}

const trayButton = document.getElementById("tray");

export function showTray() {
  const n = state.saved.size;
  trayButton.textContent = n ? `Tray (${grouped(n)})` : "Tray";
  trayButton.setAttribute("aria-pressed", String(Boolean(state.tray)));
}

trayButton.addEventListener("click", () => {
  update({ ...UNCHOSEN, tray: state.tray ? null : true });
  if (state.tray) details.focus();
});
