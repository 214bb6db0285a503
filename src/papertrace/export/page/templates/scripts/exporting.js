// What a reader keeps: papers taken out, and the tray.

import { el, facts, heading, section } from "./elements.js";
import { drawBeside, paints, theme } from "./marks.js";
import {
  LINKS, NODES, UNCHOSEN, aNode, capital, communities, concepts, countNodes, data, edges, grouped, isOfPapers,
  mapPositions, nameOf, nodes, otherEnd, papers, positionOf, reasonPasses, state, toggle, update, view,
} from "./model.js";
import { closeButton, longList, paperItem } from "./panels.js";
import { announce, details } from "./screen.js";
import { stored } from "./settings.js";
import { papersListed, sorted } from "./sorting.js";

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

// What can be taken out now, and the papers of it.
function exportable() {
  const isChosen = /** @type {(keyof Chosen)[]} */ (["paper", "edge", "path", "concept", "repository", "author", "venue", "about", "between"]).some((key) => state[key] !== null);
  return [
    { value: "list", label: state.query.trim() ? `${capital(NODES)} found` : `${capital(NODES)} in the list`, among: papersListed() },
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

/** @param {number} i */ export function trayButtons(i) {
  const buttons = Object.entries(TRAY).map(([name, { press, sign }]) =>
    el("button", { "aria-pressed": String(state[name].has(i)), "data-mark": name, click: () => mark(name, i) }, el("span", { "aria-hidden": "true" }, `${sign} `), press));
  return el("div", { class: "tray", role: "group", "aria-label": "Tray" }, ...buttons);
}

export function trayPanel() {
  const parts = Object.entries(TRAY).map(([name, { label }]) => {
    const among = sorted([...state[name]]);
    const items = among.map((i) => paperItem(i, "", el("button", { class: "quiet turn", "aria-label": `Remove from ${label}: ${papers[i].short}`, click: () => mark(name, i) }, "Remove")));
    return section(label, countNodes(among.length), longList("near", items));
  });
  return [
    closeButton(), el("h2", {}, "Tray"), parts,
    parts.every((part) => !part.length) && facts(`Nothing is marked yet. In the panel of ${aNode}, mark it as saved, as read, or as out of the list.`),
    heading("Keep"), facts("This browser remembers the tray, and the address of the page has it: bookmark or send it."),
    el("p", {}, el("button", { class: "fold arrow", click: () => openExport() }, "Export")),
  ];
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

// Papers as references: BibTeX, RIS, CSV and Markdown. Texts of a listing can neither end a field nor run as a formula.

/** @param {unknown} text */ const oneLine = (text) => String(text ?? "").replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ").trim();
/** @param {Paper} paper */
const ownAddress = (paper) => paper.links.find((link) => link.safe && link.role !== "other" && link.kind === "paper")?.url ?? paper.links.find((link) => link.safe && link.role !== "other")?.url ?? "";

/** @type {Record<string, string>} */ const IN_TEX = {
  "\\": "\\textbackslash{}", "{": "\\textbraceleft{}", "}": "\\textbraceright{}", "^": "\\textasciicircum{}", "~": "\\textasciitilde{}",
  $: "\\$", "&": "\\&", "#": "\\#", _: "\\_", "%": "\\%", "<": "\\textless{}", ">": "\\textgreater{}",
};
/** @param {unknown} text */ const texed = (text) => oneLine(text).replace(/[\\{}^~$&#_%<>]/g, (character) => IN_TEX[character]);
// An address is printed verbatim, so what would end its field is encoded.
/** @param {unknown} url */
const encodedAddress = (url) => encodeURI(oneLine(url)).replaceAll("%25", "%").replace(/[{}\\"<>()'`|]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
// Readers of BibTeX take a DOI verbatim too: an escaped underscore would be part of it.
/** @param {unknown} text */ const verbatim = (text) => oneLine(text).replace(/[{}\\]/g, encodeURIComponent);

// The words of `vocabularies.toml` for kinds of publications, as BibTeX and RIS name them.
/** @type {Record<string, [bibtex: string, ris: string]>} */ const PAPER_TYPES = {
  article: ["article", "JOUR"], review: ["article", "JOUR"], letter: ["article", "JOUR"], editorial: ["article", "JOUR"],
  erratum: ["article", "JOUR"], note: ["article", "JOUR"], "conference paper": ["inproceedings", "CONF"], talk: ["misc", "SLIDE"],
  book: ["book", "BOOK"], chapter: ["incollection", "CHAP"], thesis: ["phdthesis", "THES"], report: ["techreport", "RPRT"],
  preprint: ["misc", "UNPB"], dataset: ["misc", "DATA"], software: ["misc", "COMP"], patent: ["misc", "PAT"], "web page": ["misc", "ELEC"],
};
/** @param {Paper} paper */
const typesOf = ({ type = "", venue }) => (Object.hasOwn(PAPER_TYPES, type) ? PAPER_TYPES[type] : venue ? PAPER_TYPES.article : ["misc", "GEN"]);

// The authors of a paper, each as parts that commas separate; what has one part is an organisation, in braces for BibTeX.
/** @param {Paper} paper @param {(text: string) => string} write @param {(text: string) => string} [enclose] */
const authorsAs = (paper, write, enclose = write) => (paper.authors ?? []).map((name) => {
  const parts = Object.hasOwn(data.bibtex_names, name) ? data.bibtex_names[name] : null;
  return parts?.length === 1 ? enclose(parts[0]) : (parts ?? [name]).map(write).join(", ");
});

/** @param {number[]} among */ export function bibtexOf(among) {
  return among.map((i) => {
    const paper = papers[i];
    const [bibtex] = typesOf(paper);
    const container = { article: "journal", inproceedings: "booktitle", incollection: "booktitle", phdthesis: "school", techreport: "institution", book: "series" }[bibtex] ?? "howpublished";
    const address = ownAddress(paper);
    const fields = [
      ["title", `{${texed(paper.title)}}`],
      ["author", authorsAs(paper, texed, (name) => `{${texed(name)}}`).join(" and ")],
      ["year", paper.year ?? ""],
      [container, texed(paper.venue)],
      ["volume", texed(paper.volume)],
      ["number", texed(paper.issue)],
      ["pages", [paper.first_page, paper.last_page].filter(Boolean).map(texed).join("--")],
      ["publisher", texed(paper.publisher)],
      ["doi", verbatim(paper.doi)],
      ["eprint", texed(paper.arxiv)],
      ["archiveprefix", paper.arxiv ? "arXiv" : ""],
      ["url", address ? encodedAddress(address) : ""],
    ];
    const lines = fields.filter(([, value]) => value !== "").map(([name, value]) => `  ${name} = {${value}},\n`);
    return `@${bibtex}{${paper.key},\n${lines.join("")}}\n`;
  }).join("\n");
}

// What a link is, in one word: where it leads, for identifiers, else what the listing says of it.
/** @param {PaperLink} options */ export function linkName({ url, kind }) {
  const { host, pathname } = URL.canParse(url) ? new URL(url) : { host: "", pathname: "" };
  if (kind === "pdf" || pathname.endsWith(".pdf")) return "PDF";
  if (kind === "repository" || kind === "code") return "Code";
  if (kind === "project_page") return "Page";
  if (kind !== "paper") return nameOf(LINKS, kind);
  if (/(^|\.)arxiv\.org$/.test(host)) return pathname.startsWith("/pdf/") ? "PDF" : "arXiv";
  return /(^|\.)doi\.org$/.test(host) ? "DOI" : "Paper";
}

/** @type {Record<string, (paper: Paper, i: number) => string | number | undefined>} */ export const CSV_COLUMNS = {
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
/** @param {unknown} value */ function csvCell(value) {
  const text = oneLine(value);
  const safe = /^['"]*[=+\-@\uff1d\uff0b\uff0d\uff20]/.test(text) && typeof value !== "number" ? `'${text}` : text;
  return /[",;]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** @param {number[]} among */ export function csvOf(among) {
  const rows = among.map((i) => Object.values(CSV_COLUMNS).map((cellOf) => csvCell(cellOf(papers[i], i))));
  return [Object.keys(CSV_COLUMNS), ...rows].map((row) => `${row.join(",")}\r\n`).join("");
}

/** @param {number[]} among */ export function risOf(among) {
  return among.map((i) => {
    const paper = papers[i];
    const lines = [
      ["TI", paper.title], ...authorsAs(paper, oneLine).map((name) => ["AU", name]), ["PY", paper.year], ["T2", paper.venue], ["VL", paper.volume],
      ["IS", paper.issue], ["SP", paper.first_page], ["EP", paper.last_page], ["PB", paper.publisher], ["DO", paper.doi], ["UR", encodedAddress(ownAddress(paper))], ["ID", paper.key],
    ];
    const tagged = [["TY", typesOf(paper)[1]], ...lines.map(([tag, value]) => [tag, oneLine(value)]).filter(([, value]) => value)];
    return `${tagged.map(([tag, value]) => `${tag}  - ${value}\r\n`).join("")}ER  - \r\n`;
  }).join("\r\n");
}

// Neither markup nor HTML, at the beginning of an item or within it, no bare address that becomes a link, and no name
// that a forge would notify.
/** @param {unknown} text */ const inMarkdown = (text) => oneLine(text)
  .replace(/[\\`*_[\]|~$]|^[-+=:]|^#+(?=\s|$)|(?<=^\d{1,9})[.)]|:(?=\/\/)|(?<=\bwww)\./gi, (found) => found.replace(/./g, "\\$&"))
  .replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")
  .replace(/(?<![\p{L}\p{N}/])[@#](?=[\p{L}\p{N}])/gu, "<span>$&</span>");

/** @param {number[]} among */ export function markdownOf(among) {
  return among.map((i) => {
    const paper = papers[i];
    const address = ownAddress(paper);
    const title = address ? `[${inMarkdown(paper.title)}](<${encodedAddress(address)}>)` : inMarkdown(paper.title);
    const names = (paper.authors ?? []).slice(0, 3).map(inMarkdown).join(", ") + ((paper.authors?.length ?? 0) > 3 ? " et al\\." : "");
    return `- ${[title, names, inMarkdown(paper.venue), paper.year].filter(Boolean).join(", ")}\n`;
  }).join("");
}

// Papers and the links between them as GraphML, for Gephi, Cytoscape, igraph and networkx.

/** @param {unknown} value */
export const inXml = (value) => String(value).replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "")
  .replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;").replaceAll("\r", "&#13;");

// The attributes of nodes and edges: type, and value or undefined. The names are those of the files that papertrace writes.
/** @type {Record<string, [type: string, (paper: Paper, i: number) => string | number | undefined]>} */ const NODE_FIELDS = {
  label: ["string", (paper) => paper.title],
  kind: ["string", () => "paper"],
  year: ["int", (paper) => paper.year],
  authors: ["string", (paper) => paper.authors?.join("|")],
  venue: ["string", (paper) => paper.venue],
  publication_type: ["string", (paper) => paper.type],
  doi: ["string", (paper) => paper.doi],
  arxiv: ["string", (paper) => paper.arxiv],
  n_citations: ["int", (paper) => paper.citations],
  url: ["string", (paper) => ownAddress(paper) || undefined],
  repositories: ["string", (paper) => paper.repositories?.join("|")],
  concepts: ["string", (paper) => paper.concepts.map((c) => concepts[c]).join("|")],
  claim: ["string", (paper) => paper.claim],
  community: ["string", (paper) => communities[paper.community].id],
  community_label: ["string", (paper) => communities[paper.community].label],
  degree_weighted: ["double", (paper) => paper.weight],
  tray: ["string", (_, i) => trayWords(i) || undefined],
  x: ["double", (_, i) => mapPositions[i].x],
  y: ["double", (_, i) => 0 - mapPositions[i].y], // upwards, as in the files
  size: ["double", (_, i) => nodes[i].size],
  color: ["string", (_, i) => paints[i]],
};
/** @type {Record<string, [type: string, (edge: Edge, reason: Reason) => string | number | undefined]>} */ const EDGE_FIELDS = {
  kind: ["string", (_, reason) => reason.kind],
  weight: ["double", (_, reason) => reason.weight],
  interaction: ["string", (_, reason) => reason.kind],
  evidence: ["string", (_, reason) => reason.evidence.join("|")],
  tail: ["string", (_, reason) => papers[reason.tail ?? -1]?.id],
  head: ["string", (edge, reason) => (reason.tail === undefined ? undefined : papers[otherEnd(edge, reason.tail)].id)],
};

// The links are those between these papers that the filters leave, one edge for each reason.
/** @param {number[]} among */ export function graphmlOf(among) {
  const within = new Set(among);
  const fields = [["node", NODE_FIELDS], ["edge", EDGE_FIELDS]];
  const keys = fields.flatMap(([of, all]) => Object.entries(all).map(([name, [type]]) => `  <key id="${of}_${name}" for="${of}" attr.name="${name}" attr.type="${type}"/>\n`));
  /** @param {string} of @param {Record<string, any[]>} all @param {...any} about */
  const dataOf = (of, all, ...about) => Object.entries(all).map(([name, [, value]]) => [name, value(...about)])
    .filter(([, value]) => value !== undefined && value !== null).map(([name, value]) => `      <data key="${of}_${name}">${inXml(value)}</data>\n`).join("");
  const shown = among.map((i) => `    <node id="${inXml(papers[i].id)}">\n${dataOf("node", NODE_FIELDS, papers[i], i)}    </node>\n`);
  let n = 0;
  const linked = edges.flatMap((edge, e) => (view.edges[e] && within.has(edge.from) && within.has(edge.to) ? edge.reasons.filter(reasonPasses).map((reason) => {
    n += 1;
    return `    <edge id="e${n - 1}" source="${inXml(papers[edge.from].id)}" target="${inXml(papers[edge.to].id)}">\n${dataOf("edge", EDGE_FIELDS, edge, reason)}    </edge>\n`;
  }) : []));
  return `<?xml version="1.0" encoding="UTF-8"?>\n<graphml xmlns="http://graphml.graphdrawing.org/xmlns">\n${keys.join("")}  <graph edgedefault="undirected">\n${shown.join("")}${linked.join("")}  </graph>\n</graphml>\n`;
}

// The tray: papers that the reader has saved, read, or put out of the list. It is kept in the browser's storage, for all
// pages of the same title, and in the address, so that it can be sent.

/** @type {Record<TrayName, { label: string; press: string; sign: string }>} */ export const TRAY = {
  saved: { label: "Saved", press: "Save", sign: "★" },
  read: { label: "Read", press: "Read", sign: "✓" },
  out: { label: "Out", press: "Out", sign: "✕" },
};
const TRAY_KEY = `tray-${data.title}`;
/** @type {Set<number>} */ const touched = new Set(); // papers whose marks the reader has changed since the page was opened
/** @type {Record<string, string[]>} */
const unknownMarks = {}; // marks in the storage of papers that are not on this page, as of another build of it

/** @param {number} i */ const isInTray = (i) => Object.keys(TRAY).some((name) => state[name].has(i));

export function readStoredTray() {
  let kept = null;
  try {
    kept = JSON.parse(stored(TRAY_KEY) ?? "null");
  } catch {
    kept = null; // not written by this page
  }
  for (const name of Object.keys(TRAY)) {
    const ids = Array.isArray(kept?.[name]) ? kept[name].filter((id) => typeof id === "string") : [];
    unknownMarks[name] = ids.filter((id) => !positionOf.has(id));
    state[name] = new Set(ids.filter((id) => positionOf.has(id)).map((id) => positionOf.get(id)));
  }
}

// Marks in an address are added for papers that the reader has not marked: a link of someone else's loses nothing.
/** @param {(name: string) => string[]} idsOf */ export function addTray(idsOf) {
  const added = Object.keys(TRAY).flatMap((name) => idsOf(name).map((id) => ({ name, i: positionOf.get(id) })));
  const isFree = new Map(added.map(({ i }) => [i, i !== undefined && !touched.has(i) && !isInTray(i)]));
  for (const { name, i } of added) if (isFree.get(i)) state[name].add(i);
}

/** @param {TrayName} name @param {number} i */ export function mark(name, i) {
  touched.add(i);
  /** @type {Change} */ const change = { [name]: toggle(state[name], i) };
  // What is out is not to be read later, and the other way round.
  if (change[name]?.has(i)) {
    for (const other of /** @type {TrayName[]} */ (name === "out" ? ["saved"] : name === "saved" ? ["out"] : [])) change[other] = new Set([...state[other]].filter((one) => one !== i));
  }
  update(change);
  const kept = Object.fromEntries(Object.keys(TRAY).map((key) => [key, [...[...state[key]].map((one) => papers[one].id), ...unknownMarks[key]]]));
  stored(TRAY_KEY, JSON.stringify(kept));
}

/** @param {number} i */
export const trayWords = (i) => Object.keys(TRAY).filter((name) => state[name].has(i)).map((name) => TRAY[name].label.toLowerCase()).join(", ");

/** @param {Context} ctx @param {number} i @param {number} x @param {number} y @param {number} radius @param {number} scale */
export function drawSign(ctx, i, x, y, radius, scale) {
  const name = Object.keys(TRAY).find((key) => state[key].has(i));
  if (!name) return;
  drawBeside(ctx, TRAY[name].sign, x + radius * 0.75 + 8 / scale, y - radius * 0.75 - 6 / scale, `${13 / scale}px`, theme.accent, scale);
}
