// Taking papers out: the list, the tray or what is highlighted, as BibTeX, RIS, CSV or Markdown, copied or as a file.

const CSV_COLUMNS = {
  title: (paper) => paper.title,
  authors: (paper) => (paper.authors ?? []).join("; "),
  year: (paper) => paper.year,
  venue: (paper) => paper.venue,
  doi: (paper) => paper.doi,
  arxiv: (paper) => paper.arxiv,
  url: ownAddress,
  code: (paper) => paper.links.filter((link) => link.safe && link.role !== "other" && linkName(link) === "Code").map((link) => link.url).join(" "),
  concepts: (paper) => paper.concepts.map((c) => concepts[c]).join("; "),
  citations: (paper) => paper.citations,
  community: (paper) => communities[paper.community].label,
  tray: (_, i) => trayWords(i),
  id: (paper) => paper.id,
};

// Text that a spreadsheet would run as a formula gets an apostrophe in front (OWASP, CSV injection).
function csvCell(value) {
  const text = oneLine(value);
  const safe = /^['"]*[=+\-@\uff1d\uff0b\uff0d\uff20]/.test(text) && typeof value !== "number" ? `'${text}` : text;
  return /[",;]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function csvOf(among) {
  const rows = among.map((i) => Object.values(CSV_COLUMNS).map((cellOf) => csvCell(cellOf(papers[i], i))));
  return [Object.keys(CSV_COLUMNS), ...rows].map((row) => `${row.join(",")}\r\n`).join("");
}

function risOf(among) {
  const keys = citeKeys(among);
  return among.map((i, k) => {
    const paper = papers[i];
    const lines = [
      ["TI", paper.title], ...(paper.authors ?? []).map((name) => ["AU", name]), ["PY", paper.year], ["T2", paper.venue], ["VL", paper.volume],
      ["SP", paper.first_page], ["PB", paper.publisher], ["DO", paper.doi], ["UR", encodedAddress(ownAddress(paper))], ["ID", keys[k]],
    ];
    const tagged = [["TY", typeOf(paper).ris], ...lines.map(([tag, value]) => [tag, oneLine(value)]).filter(([, value]) => value)];
    return `${tagged.map(([tag, value]) => `${tag}  - ${value}\r\n`).join("")}ER  - \r\n`;
  }).join("\r\n");
}

// Neither markup nor HTML, at the beginning of an item or within it, no bare address that becomes a link, and no name
// that a forge would notify.
const inMarkdown = (text) => oneLine(text)
  .replace(/[\\`*_[\]|~$]|^[-+=:]|^#+(?=\s|$)|(?<=^\d{1,9})[.)]|:(?=\/\/)|(?<=\bwww)\./gi, (found) => found.replace(/./g, "\\$&"))
  .replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")
  .replace(/(?<![\p{L}\p{N}/])[@#](?=[\p{L}\p{N}])/gu, "<span>$&</span>");

function markdownOf(among) {
  return among.map((i) => {
    const paper = papers[i];
    const address = ownAddress(paper);
    const title = address ? `[${inMarkdown(paper.title)}](<${encodedAddress(address)}>)` : inMarkdown(paper.title);
    const names = (paper.authors ?? []).slice(0, 3).map(inMarkdown).join(", ") + ((paper.authors?.length ?? 0) > 3 ? " et al\\." : "");
    return `- ${[title, names, inMarkdown(paper.venue), paper.year].filter(Boolean).join(", ")}\n`;
  }).join("");
}

const FORMATS = {
  bibtex: { label: "BibTeX", suffix: ".bib", write: bibtexOf },
  ris: { label: "RIS", suffix: ".ris", write: risOf },
  csv: { label: "CSV", suffix: ".csv", write: csvOf },
  graphml: { label: "GraphML, with links", suffix: ".graphml", write: graphmlOf },
  markdown: { label: "Markdown", suffix: ".md", write: markdownOf },
};

// The papers of the list: found, filtered, of the open community.
const exportedList = () => (view.matches ? sorted(view.matches) : papersListed());

// What can be taken out now, and the papers of it.
function exportable() {
  const isChosen = ["paper", "edge", "path", "concept", "repository", "about", "between"].some((key) => state[key] !== null);
  return [
    { value: "list", label: state.query.trim() ? "Papers found" : "Papers in the list", among: exportedList() },
    { value: "chosen", label: state.about !== null && state.versus === null ? "The community" : "Highlighted on the map", among: isChosen && view.bright ? sorted([...view.bright].filter((i) => view.papers[i])) : [] },
    { value: "saved", label: "Saved papers", among: sorted([...state.saved]) },
    { value: "read", label: "Read papers", among: sorted([...state.read]) },
  ].filter(({ among }) => among.length);
}

const exportDialog = document.getElementById("export");
const [exportSet, exportFormat, exportText, exportCopy] = ["set", "format", "text", "copy"].map((name) => document.getElementById(`export-${name}`));

function openExport() {
  const sets = exportable();
  const wanted = state.tray && state.saved.size ? "saved" : sets.some(({ value }) => value === "chosen") ? "chosen" : "list";
  exportSet.replaceChildren(...sets.map(({ value, label, among }) => el("option", { value }, `${label} (${among.length.toLocaleString("en")})`)));
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
document.getElementById("take").addEventListener("click", openExport);
exportDialog.querySelector("[data-close]").addEventListener("click", () => exportDialog.close());
exportDialog.addEventListener("click", (event) => { if (event.target === exportDialog) exportDialog.close(); });
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
