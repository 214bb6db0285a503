// Taking papers out: the list, the tray or what is highlighted, as BibTeX, RIS, CSV or Markdown, copied or as a file.

import { bibtexOf, csvOf, markdownOf, risOf } from "./citing.js";
import { el } from "./elements.js";
import { graphmlOf } from "./graphml.js";
import { NODES, capital, data, grouped, isOfPapers, state, view } from "./model.js";
import { papersListed, sorted } from "./sorting.js";

// References are of papers alone.
/** @type {Record<string, { label: string; suffix: string; write: (among: number[]) => string }>} */
const REFERENCES = {
  bibtex: { label: "BibTeX", suffix: ".bib", write: bibtexOf },
  ris: { label: "RIS", suffix: ".ris", write: risOf },
};
/** @type {typeof REFERENCES} */
const FORMATS = {
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
/** @param {string} [asked] */
export function openExport(asked) {
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
exportCopy.addEventListener("click", async () => {
  try {
    await navigator.clipboard.writeText(exportText.value);
    exportCopy.textContent = "Copied";
  } catch {
    exportText.select();
    exportCopy.textContent = "Selected: copy it with Ctrl+C";
  }
});
document.getElementById("export-save").addEventListener("click", () => {
  const { suffix } = FORMATS[exportFormat.value];
  saveFile(new Blob([exportText.value], { type: "text/plain;charset=utf-8" }), suffix);
});

/** @param {Blob} blob @param {string} suffix */
export function saveFile(blob, suffix) {
  const url = URL.createObjectURL(blob);
  el("a", { href: url, download: `${data.title.replace(/[^\p{L}\p{N}]+/gu, "-").slice(0, 60) || "map"}${suffix}` }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
