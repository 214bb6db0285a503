// The panel of a paper: who wrote it, its abstract, its code, and the papers it is linked with.

import {
  LEFT_OUT, abstractReady, abstracts, formsOf, hasAbstract, isCut, markOf, markTerms, nLetters, termFinder,
} from "./abstracts.js";
import { chooseEdge, choosePaper } from "./choosing.js";
import { bibtexOf, linkName } from "./citing.js";
import { MAX_TITLE, bdi, contained, dotted, el, enumerated, heading, joined } from "./elements.js";
import { changeLines } from "./facets.js";
import {
  DIRECTIONS, KINDS, MARKS, NODE, NODES, countNodes, data, edges, grouped, isOfPapers, linksOf, nameOf, otherEnd,
  papers, plural, rankOfKind, reasonPasses, secondRing, state, titleOf, view,
} from "./model.js";
import {
  FEW, address, authors, closeButton, date, doorButton, foldedGroup, linkItem, longList, paperItem,
} from "./panels.js";
import { pathButton } from "./path_panel.js";
import { announce } from "./screen.js";
import { conceptChip } from "./search.js";
import { fillSimilar } from "./similar_texts.js";
import { longChips, namely } from "./subject_panels.js";
import { trayButtons } from "./tray_panel.js";
import { canUnpack, tooOld } from "./unpacking.js";
import { recordState, update } from "./updating.js";

// The abstract in the panel of a paper.

// An abstract with the paper's concepts marked, and the names of other papers' systems, which lead to these papers.
/** @param {number} i */
function abstractText(i) {
  /** @type {FindTerms<{ target?: number }>} */
  const find = termFinder([
    ...(papers[i].names ?? []).map(([name, target]) => /** @type {[string[], { target?: number }]} */ ([[name], { target }])),
    ...papers[i].concepts.map((c) => /** @type {[string[], object]} */ ([formsOf(c), {}])),
  ]);
  const marked = markTerms(abstracts[i], find, (text, { target }) => {
    if (target === undefined) return markOf(text);
    return el("button", { type: "button", class: "named", title: titleOf(target), click: () => choosePaper(target) }, markOf(text));
  });
  if (!isCut(i)) return marked;
  const words = `A page of so many papers has the first ${grouped(nLetters)} letters of an abstract. The list that it was made of has the rest.`;
  return [...marked, el("span", { class: "cut", dir: "ltr" }, words)];
}

/** @param {HTMLElement} part @param {number} i */
function fillAbstract(part, i) {
  if (!canUnpack) return part.replaceChildren(tooOld("abstracts"));
  if (abstracts[i] !== undefined) return part.replaceChildren(...abstractText(i));
  const fail = () => part.replaceChildren("The abstracts in this page are damaged and cannot be unpacked.");
  return abstractReady(i).then(() => part.replaceChildren(...abstractText(i)), fail);
}

// The button that shows the abstract, and the abstract. It stays open when another paper is selected.
/** @param {number} i */
function abstractPart(i) {
  if (data.leaves_abstracts_out) return [el("p", { class: "facts" }, LEFT_OUT)];
  if (!hasAbstract(i)) return [];
  const part = el("p", { class: "abstract", id: "abstract", dir: "auto" });
  const button = el("button", { type: "button", class: "fold", "aria-controls": "abstract" }, "Abstract");
  const show = () => {
    button.setAttribute("aria-expanded", String(state.reading));
    part.hidden = !state.reading;
    if (state.reading) fillAbstract(part, i);
  };
  button.addEventListener("click", () => {
    state.reading = !state.reading;
    show();
    recordState();
  });
  show();
  return [button, part];
}

const LARGE_TITLE = 120; // characters up to which a title has large letters: it leaves space for what follows

// The title, of which a very long one is cut until it is asked for.
/** @param {number} i */
function longTitle(i) {
  const { title } = papers[i];
  const shown = el("h2", { dir: "auto", id: "title", class: title.length > LARGE_TITLE ? "long" : null }, titleOf(i));
  if (title.length <= MAX_TITLE) return [shown];
  const more = el("button", { type: "button", class: "fold", "aria-expanded": "false", "aria-controls": "title" }, `All ${grouped(title.length)} characters of the title`);
  more.addEventListener("click", () => {
    const isOpen = more.getAttribute("aria-expanded") === "true";
    shown.textContent = isOpen ? titleOf(i) : contained(title);
    more.setAttribute("aria-expanded", String(!isOpen));
  });
  return [shown, more];
}

// One link of each name, of the paper's own: what most readers look for.
/** @param {Paper} paper @returns {Map<string, PaperLink>} */
function namedLinks(paper) {
  const named = new Map();
  for (const link of paper.links) {
    if (link.safe && link.role !== "other" && !named.has(linkName(link))) named.set(linkName(link), link);
  }
  return named;
}

/** @param {Map<string, PaperLink>} named */
function quickLinks(named) {
  const order = ["arXiv", "PDF", "DOI", "Paper", "Page", "Code"];
  /** @param {string} name */
  const rank = (name) => (order.includes(name) ? order.indexOf(name) : order.length);
  const items = [...named].sort((a, b) => rank(a[0]) - rank(b[0])).map(([name, link]) => el("li", {}, address(link.url, name)));
  return items.length ? el("ul", { class: "quick", "aria-label": "Links" }, ...items) : null;
}

// BibTeX to copy. Where the clipboard is out of reach the text is selected.
/** @param {number} i */
function bibtexPart(i) {
  const text = bibtexOf([i]);
  const shown = el("pre", { class: "bibtex", id: "bibtex", tabindex: "0", "aria-label": "BibTeX", hidden: true }, text);
  const copy = el("button", { type: "button", class: "quiet", hidden: true, click: () => copyText(text, shown, copy) }, "Copy");
  const button = el("button", { type: "button", class: "fold", "aria-expanded": "false", "aria-controls": "bibtex" }, "BibTeX");
  button.addEventListener("click", () => {
    shown.hidden = copy.hidden = !shown.hidden;
    button.setAttribute("aria-expanded", String(!shown.hidden));
  });
  return [button, shown, copy];
}

/** @param {string} text @param {HTMLElement} shown @param {HTMLElement} button */
async function copyText(text, shown, button) {
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = "Copied";
    announce("Copied.");
  } catch {
    getSelection()?.selectAllChildren(shown);
    button.textContent = "Selected: copy it with Ctrl+C";
    announce("The text is selected.");
  }
}

// The second ring: the papers behind the neighbours, on demand.
/** @param {number} i */
function ringPart(i) {
  const ring = secondRing(i);
  if (!ring.length) return [];
  const button = el("button", { type: "button", class: "fold", "aria-expanded": String(state.ring), click: () => update({ ring: !state.ring }) }, `Second ring: ${countNodes(ring.length)}`);
  if (!state.ring) return [button];
  const items = ring.map(([other, via]) => paperItem(other, ["through ", namely(via)]));
  return [button, ...longList("near", items)];
}

// Papers with similar texts, on demand; at once where nothing else leads on, unless a large page would have to read its texts.
/** @param {number} i */
function similarFold(i) {
  const button = el("button", { type: "button", class: "fold", "aria-controls": "similar", click: () => show(button.getAttribute("aria-expanded") === "false") }, "Similar texts");
  const place = el("div", { id: "similar" });
  /** @param {boolean} isOpen */
  const show = (isOpen) => {
    button.setAttribute("aria-expanded", String(isOpen));
    if (isOpen) fillSimilar(place, i);
    else place.replaceChildren();
  };
  show(!linksOf[i].length && !data.discs.length);
  return [button, place];
}

const ONLY_ADDRESS = /^\s*<?https?:\S+\s*$/i; // a quote that says no more than the link below it

// Where it was published, as references print it: Harbour Letters 36(6), 14–29.
/** @param {Paper} paper */
function publication({ venue, volume, issue, first_page, last_page }) {
  if (!venue) return null;
  const number = (volume ?? "") + (issue ? `(${issue})` : "");
  const pages = [first_page, last_page].filter(Boolean).join("–");
  return joined([[doorButton("venue", venue), number && [" ", bdi(number)]], pages && bdi(pages)], ", ");
}

const FEW_VALUES = 6;

// The facts that have a row of their own, as far as they are known: affiliations, funding ...
/** @param {Paper} paper */
const factRows = (paper) => (data.facts ?? []).flatMap(([key, label]) => {
  /** @type {string[]} */
  const values = [/** @type {any} */ (paper)[key] ?? []].flat();
  const shown = values.slice(0, FEW_VALUES);
  const rest = values.length > shown.length ? ` and ${plural(values.length - shown.length, "other")}` : "";
  return values.length > 0 ? [el("p", { class: "facts" }, `${label}: `, joined(shown.map(bdi), "; "), rest)] : [];
});

/** @param {PaperLink} link */
const isCode = ({ kind }) => kind === "repository" || kind === "code";

/** @param {number} i */
export function paperPanel(i) {
  const paper = papers[i];
  /** @type {Piece[]} */
  const parts = [closeButton(), ...longTitle(i)];
  const by = authors(paper, undefined, (name) => doorButton("author", name));
  if (by.length) parts.push(el("p", { class: "facts" }, by));
  const where = dotted(paper.organisation && bdi(paper.organisation), paper.date ? bdi(date(paper.date)) : paper.year);
  if (where.length) parts.push(el("p", { class: "facts" }, where));

  const published = dotted(publication(paper), paper.citations === undefined ? "" : `cited ${plural(paper.citations, "time")}`);
  if (published.length) parts.push(el("p", { class: "facts" }, published));
  parts.push(...factRows(paper), ...changeLines(paper));
  const named = namedLinks(paper);
  parts.push(quickLinks(named), trayButtons(i), ...abstractPart(i));

  // What is linked by name above is listed only if an audit says something of it.
  const above = new Set([...named.values()].filter((link) => link.outcome === undefined));
  const [code, others] = [paper.links.filter(isCode), paper.links.filter((link) => !isCode(link) && !above.has(link))];
  const quotes = paper.sentence && !ONLY_ADDRESS.test(paper.sentence);
  if (code.length || paper.sentence || paper.mark !== "none") {
    parts.push(heading("Code", MARKS[paper.mark]), quotes ? el("p", { class: "claim", dir: "auto" }, paper.sentence) : null, ...(code.length ? longList("links", code.map((link) => linkItem(link))) : []));
  }
  parts.push(...linkGroups(i));
  if (paper.concepts.length) {
    parts.push(heading("Concepts", NODES), longChips(paper.concepts, conceptChip));
  }
  if (others.length) parts.push(heading("Other links"), ...longList("links", others.map((link) => linkItem(link))));
  if (isOfPapers) parts.push(...bibtexPart(i));
  if (papers.length > 1) parts.push(pathButton(i));
  if (papers.length > 1 && isOfPapers) parts.push(...similarFold(i));
  return parts;
}

const FEW_ROWS = 12; // of the groups that are open; all others are folded

// The papers that a paper is linked with, by reason: what it cites and what cites it first, the most cited of these first.
/** @param {number} i */
function linkGroups(i) {
  /** @type {Map<string, { kind: string; links: { e: number; other: number; reason: Reason }[] }>} */
  const near = new Map();
  for (const e of linksOf[i]) {
    if (!view.edges[e]) continue;
    for (const reason of edges[e].reasons.filter(reasonPasses)) {
      const words = reason.tail !== undefined && Object.hasOwn(DIRECTIONS, reason.kind) ? DIRECTIONS[reason.kind] : null;
      const name = words ? words[reason.tail === i ? 0 : 1] : nameOf(KINDS, reason.kind);
      if (!near.has(name)) near.set(name, { kind: reason.kind, links: [] });
      near.get(name).links.push({ e, other: otherEnd(edges[e], i), reason });
    }
  }
  if (!near.size) return [heading("Links"), el("p", { class: "facts" }, linksOf[i].length ? `The filters hide all links of this ${NODE}.` : `No link to another ${NODE} in the list.`)];
  /** @param {string} kind */
  const rank = (kind) => (Object.hasOwn(DIRECTIONS, kind) ? -1 : rankOfKind(kind));
  /** @param {number} other */
  const cited = (other) => papers[other].citations ?? 0;
  let n = 0;
  const groups = [...near].sort((a, b) => rank(a[1].kind) - rank(b[1].kind) || (a[1].kind < b[1].kind ? -1 : Number(a[1].kind > b[1].kind)) || (a[0] < b[0] ? 1 : -1)).map(([name, { links }]) => {
    links.sort((a, b) => b.reason.weight - a.reason.weight || cited(b.other) - cited(a.other) || papers[b.other].weight - papers[a.other].weight || a.other - b.other);
    const isOpen = n < FEW_ROWS;
    n += Math.min(links.length, FEW);
    const items = links.map(({ e, other, reason }) => () => paperItem(other, reasonWords(reason),
      el("button", { type: "button", class: "quiet", "aria-label": `Why linked with ${papers[other].short}`, click: () => chooseEdge(e) }, "why")));
    return foldedGroup(name, countNodes(links.length), isOpen, ...longList("near", items));
  });
  return [...groups, ...ringPart(i)];
}

const FEW_REASONS = 4;

// What a row says of a reason besides the name of its group: of many references or concepts how many, of a citation the
// sentence if one is known.
/** @param {Reason} reason */
function reasonWords({ kind, weight, evidence }) {
  if (kind === "coupling") return [plural(isOfPapers ? evidence.length : weight, "shared reference")];
  if (kind === "co_citation") return [`cited together by ${plural(evidence.length, "paper")}`];
  const told = kind === "citation" ? evidence.slice(1, 2) : evidence.slice(0, FEW_REASONS);
  const rest = kind === "citation" ? 0 : evidence.length - told.length;
  return told.length ? [enumerated(told), rest ? ` and ${grouped(rest)} more` : ""] : [];
}
