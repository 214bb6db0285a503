// The panels of what joins papers: concepts, repositories, and links.

import { chooseConcept, choosePaper, chooseRepository, chooseTogether } from "./choosing.js";
import { bdi, contained, dotted, el, enumerated, heading } from "./elements.js";
import {
  DIRECTIONS, KINDS, NODE, NODES, byWeight, concepts, countNodes, data, edges, grouped, nameOf, otherEnd, papers,
  plural, positionOf, spellings, state, titleOf, view, weighed,
} from "./model.js";
import {
  FEW, address, closeButton, endButton, fillFew, headOfTwo, linkItem, longList, nameItem, paperItem, shortAddress,
  whyButton,
} from "./panels.js";
import { conceptChip, repositoryChip } from "./search.js";
import {
  bothHold, companions, conceptNodes, conceptOf, holders, linkersOf, nodeOfConcept, ownerOf, repositories, repositoryOf,
  sharedPapers,
} from "./subjects.js";
import {
  LEFT_OUT, abstracts, formsOf, hasAbstract, isCut, markOf, markTerms, sentencesOf, termFinder, whenUnpacked,
} from "./text_index.js";
import { canUnpack } from "./unpacking.js";
import { changeView } from "./views.js";

// The panels of concepts and repositories: the papers that hold them, and what else these papers hold.

/** @param {number[]} among */ export const yearsOf = (among) => {
  const dated = among.map((i) => papers[i].year).filter(Boolean);
  if (!dated.length) return "";
  const [first, last] = [Math.min(...dated), Math.max(...dated)];
  const span = first === last ? String(first) : `${first}–${last}`;
  return dated.length < among.length ? `${span} where dated` : span;
};

// The short names of the first papers, as evidence of what is shared.
/** @param {number[]} among */ export function namely(among) {
  const names = enumerated(among.slice(0, 3).map((i) => papers[i].short));
  return among.length > 3 ? [names, ` and ${plural(among.length - 3, "other")}`] : names;
}

/** @param {number} n */ function hiddenLine(n) {
  return n ? el("p", { class: "facts" }, `The filters hide ${plural(n, `more ${NODE}`, `more ${NODES}`)}.`) : null;
}

/** @param {number} c */ export function conceptPanel(c) {
  const shown = byWeight.filter((i) => view.papers[i] && papers[i].concepts.includes(c));
  /** @type {Piece[]} */ const parts = [closeButton(), el("h2", { dir: "auto" }, concepts[c])];
  parts.push(el("p", { class: "facts" }, ["Concept", countNodes(holders[c].length), yearsOf(holders[c])].filter(Boolean).join(" · ")));
  if (spellings[c].length) parts.push(el("p", { class: "facts" }, "Also written: ", enumerated(spellings[c])));
  parts.push(...otherView(c));

  parts.push(heading("Papers", countNodes(shown.length)), ...longList("near", shown.map((i) => () => paperItem(i))), hiddenLine(holders[c].length - shown.length));

  const near = companions(c).map(([other, n]) => nameItem(concepts[other], () => chooseConcept(other),
    [`${countNodes(n)}: `, namely(sharedPapers(c, other)), " ", whyButton(`Why: papers that hold both ${concepts[c]} and ${concepts[other]}`, () => chooseTogether(c, other))]));
  if (near.length) parts.push(heading("Occurs with", plural(near.length, "concept")), ...longList("near", near));
  return parts;
}

/** @param {number} c @param {number} other */ export function togetherPanel(c, other) {
  const shown = byWeight.filter((i) => view.papers[i] && papers[i].concepts.includes(c) && papers[i].concepts.includes(other));
  const ends = [c, other].map((one) => endButton(concepts[one], () => chooseConcept(one)));
  const items = shown.map((i) => paperItem(i));
  return [
    ...headOfTwo("Why these two concepts are joined", ends[0], ends[1]),
    heading("Papers that hold both", countNodes(shown.length)), ...longList("near", items), hiddenLine(bothHold(c, other).length - shown.length),
  ];
}

// The switch between the concept map and the papers of a concept, and why the concept may not be on that map.
/** @param {number} c */ function otherView(c) {
  if (state.view !== "concepts") return nodeOfConcept.has(c) ? [viewLine("concepts", "Show it among concepts")] : [];
  const alone = holders[c].length < 2 ? "The map shows only concepts that papers share." : `The map shows the ${plural(conceptNodes.length, "concept")} in most papers.`;
  return [nodeOfConcept.has(c) ? null : el("p", { class: "facts" }, alone), viewLine("papers", "Show its papers on the map")];
}

// Chips that show the first few items, and the rest on demand.
/** @template T @param {T[]} items @param {(item: T) => HTMLElement} chip */ export function longChips(items, chip) {
  const line = el("div", { class: "chips" });
  const more = fillFew(line, items.map((item) => () => chip(item)));
  if (more) line.append(more);
  return line;
}

/** @param {string} name @param {string} text */
const viewLine = (name, text) => el("p", { class: "facts" }, el("button", { type: "button", class: "quiet", click: () => changeView(name) }, text));

/** @param {number} r */ export function repositoryPanel(r) {
  const { name, host, url, safe } = repositories[r];
  const shown = byWeight.filter((i) => view.papers[i] && linkersOf(r).has(i));
  /** @type {Piece[]} */ const parts = [closeButton(), el("h2", { dir: "auto" }, name)];
  parts.push(el("p", { class: "facts" }, dotted("Repository", bdi(host), countNodes(linkersOf(r).size))));

  // Papers may link to one repository by different URLs, each with its own verdict.
  const links = new Map([...linkersOf(r)].flatMap((i) => papers[i].links).filter((link) => link.repository === r).map((link) => [link.url, { ...link, text: shortAddress(link.url) }]));
  if (!links.has(url) && safe) parts.push(el("p", { class: "facts" }, address(url, shortAddress(url))));
  parts.push(heading("Links", plural(links.size, "address", "addresses")), ...longList("links", [...links.values()].map((link) => linkItem(link, { about: false }))));

  /** @param {number} i */
  const role = (i) => (papers[i].links.some((link) => link.repository === r && link.role !== "other") ? "as its own code" : "as code of others");
  parts.push(heading("Papers that link to it", countNodes(shown.length)), ...longList("near", shown.map((i) => () => paperItem(i, role(i)))), hiddenLine(linkersOf(r).size - shown.length));

  const siblings = repositories.map((_, k) => k).filter((k) => k !== r && ownerOf(k) === ownerOf(r));
  if (siblings.length) parts.push(heading("Of the same owner", plural(siblings.length, "repository", "repositories")), longChips(siblings, repositoryChip));
  const shared = [...new Set(shown.flatMap((i) => papers[i].concepts))].sort((a, b) => holders[b].length - holders[a].length).slice(0, FEW);
  if (shared.length) parts.push(heading("Concepts of these papers"), el("div", { class: "chips" }, ...shared.map(conceptChip)));
  return parts;
}

// Evidence of a link: a concept or repository opens its panel; all other evidence is text.
/** @param {Reason} reason @param {string} text */ function reasonName(reason, text) {
  /** @param {(index: number) => void} choose @param {number | undefined} at */
  const open = (choose, at) => (at === undefined ? null : el("button", { type: "button", class: "subject", dir: "auto", click: () => choose(at) }, text));
  if (reason.kind === "concept") return open(chooseConcept, conceptOf.get(text)) ?? bdi(text);
  if (reason.kind === "repository") return open(chooseRepository, repositoryOf.get(text.toLowerCase())) ?? bdi(text);
  return bdi(text);
}

// The panel of a link: why two papers are linked, in the words of both, how rare that is, and how strong the link.

// The weights of all reasons of a kind, in ascending order, and the number of links that each piece of evidence makes;
// computed when a link is first selected.
/** @type {{ weightsOf: Map<string, number[]>; linksBy: Map<string, number> } | null} */ let reasonCounts = null;

/** @returns {{ weightsOf: Map<string, number[]>; linksBy: Map<string, number> }} */ function countReasons() {
  if (reasonCounts) return reasonCounts;
  const weightsOf = /** @type {Map<string, number[]>} */ (new Map());
  const linksBy = /** @type {Map<string, number>} */ (new Map());
  for (const { kind, weight, evidence } of edges.flatMap((edge) => edge.reasons)) {
    if (!weightsOf.has(kind)) weightsOf.set(kind, []);
    weightsOf.get(kind).push(weight);
    for (const text of evidence) linksBy.set(`${kind} ${text}`, (linksBy.get(`${kind} ${text}`) ?? 0) + 1);
  }
  for (const all of weightsOf.values()) all.sort((a, b) => a - b);
  reasonCounts = { weightsOf, linksBy };
  return reasonCounts;
}

// How strong a reason is among all of its kind, in words.
/** @param {Reason} options */ function strengthOf({ kind, weight }) {
  const all = countReasons().weightsOf.get(kind);
  const name = nameOf(KINDS, kind).toLowerCase();
  if (all.length === 1) return `The only link of this kind (${name}).`;
  if (all[0] === all.at(-1)) return `All ${grouped(all.length)} links of this kind (${name}) weigh the same.`;
  const weaker = all.findIndex((other) => other >= weight);
  if (weight === all.at(-1)) return `The strongest of ${grouped(all.length)} links of this kind (${name}).`;
  if (weaker === 0) return `The weakest of ${grouped(all.length)} links of this kind (${name}).`;
  return `Stronger than ${Math.floor((100 * weaker) / all.length)}% of the ${grouped(all.length)} links of this kind (${name}).`;
}

// How rare a piece of evidence is: the fewer papers have it, the more it says.
/** @param {string} kind @param {string} text */ function rarityOf(kind, text) {
  const n = kind === "concept" ? data.frequencies[conceptOf.get(text)] : undefined;
  if (n) return el("span", { class: "why" }, `in ${countNodes(n)} of ${grouped(papers.length)}`);
  const links = countReasons().linksBy.get(`${kind} ${text}`);
  return ["coupling", "co_citation", "repository", "owner"].includes(kind) ? el("span", { class: "why" }, `makes ${plural(links, "link")}`) : null;
}

// The sentence of a paper that a term is quoted from: the first of its abstract that has it, else its title.
/** @param {number} i @param {FindTerms<any>} find @returns {[source: string, text: string] | null} */ export function quotedFrom(i, find) {
  /** @type {[source: string, text: string][]} */
  const among = [...sentencesOf(abstracts[i] ?? "").map((text) => /** @type {[string, string]} */ (["abstract", text])), ["title", papers[i].title]];
  return among.find(([, text]) => find(text).length) ?? null;
}

// Why no words of a paper are quoted.
/** @param {number} i */ function notQuoted(i) {
  if (data.leaves_abstracts_out) return LEFT_OUT;
  if (isCut(i)) return "Neither the title nor what this page has of the abstract has it in these words.";
  return hasAbstract(i) || !canUnpack ? "Neither title nor abstract has it in these words." : "The list has no abstract of this paper.";
}

/** @param {number} i @param {[source: string, text: string] | null} quoted @param {FindTerms<any>} find */
export function quote(i, quoted, find) {
  const [source, text] = quoted ?? ["", ""];
  const words = quoted ? markTerms(text, find, markOf) : [notQuoted(i)];
  return el("figure", { class: "quote" },
    el("figcaption", {}, dotted(bdi(papers[i].short), source)),
    el("blockquote", { dir: "auto", class: quoted ? null : "unquoted" }, words));
}

// The concepts that two papers share, each with the sentence of either paper. A pair of sentences is quoted once, with
// all the concepts in it marked.
/** @param {Edge} edge @param {Reason} reason */ function sharedConcepts(edge, reason) {
  const ends = [edge.from, edge.to];
  const known = reason.evidence.filter((text) => conceptOf.has(text));
  const findAll = termFinder(known.map((text) => [formsOf(conceptOf.get(text)), {}]));
  const shown = new Set();
  const items = reason.evidence.map((text) => {
    const quotes = el("div", { class: "quotes" });
    const item = el("li", {}, reasonName(reason, text), " ", rarityOf("concept", text), quotes);
    const find = termFinder([[conceptOf.has(text) ? formsOf(conceptOf.get(text)) : [text], {}]]);
    whenUnpacked(ends, () => {
      const quoted = ends.map((i) => quotedFrom(i, find));
      const key = JSON.stringify(quoted);
      if (shown.has(key) && quoted.every(Boolean)) quotes.replaceChildren(el("p", { class: "why" }, "in the sentences quoted above"));
      else quotes.replaceChildren(...ends.map((i, k) => quote(i, quoted[k], quoted[k] && findAll(quoted[k][1]).length ? findAll : find)));
      shown.add(key);
    });
    return item;
  });
  return longList("reasons", items);
}

// The names by which a paper is named in the sentences of another.
/** @param {number} head @param {number} tail */ function namesOf(head, tail) {
  const printed = (papers[tail].names ?? []).filter(([, target]) => target === head).map(([name]) => name);
  return printed.length ? printed : [papers[head].short.replace(/…$/, "")];
}

/** @param {Edge} edge @param {Reason} reason */ function namingSentences(edge, reason) {
  const tail = reason.tail ?? null;
  const among = tail === null ? [...namesOf(edge.to, edge.from), ...namesOf(edge.from, edge.to)] : namesOf(otherEnd(edge, tail), tail);
  const find = termFinder([[among, {}]]);
  // Of a citation, the first says what the panel has said: that one cites the title of the other.
  const told = reason.kind === "citation" ? reason.evidence.slice(1) : reason.evidence;
  const items = told.map((text) => el("li", {}, el("blockquote", { dir: "auto" }, ...markTerms(contained(text), find, markOf))));
  return longList("reasons", items);
}

/** @type {Map<string, number> | null} */ let paperTitled = null; // papers by the title, and title and year, by which evidence names them

// A work that both papers cite, or that cites both: a paper of the list, or its name, which may have an address.
/** @param {string} text */ function workName(text) {
  paperTitled ??= new Map(papers.flatMap((paper, i) => [[paper.title, i], [`${paper.title} (${paper.year})`, i]]));
  const listed = paperTitled.get(text) ?? positionOf.get(text);
  if (listed !== undefined) return el("button", { type: "button", class: "subject", dir: "auto", click: () => choosePaper(listed) }, dotted(titleOf(listed), papers[listed].year ? String(papers[listed].year) : ""));
  return Object.hasOwn(data.addresses, text) ? address(data.addresses[text], text) : bdi(text);
}

/** @param {Edge} edge @param {Reason} reason */ function evidenceOf(edge, reason) {
  if (reason.kind === "concept") return sharedConcepts(edge, reason);
  if (Object.hasOwn(DIRECTIONS, reason.kind)) return namingSentences(edge, reason);
  const name = ["coupling", "co_citation"].includes(reason.kind) ? workName : (/** @type {string} */ text) => reasonName(reason, text);
  return longList("reasons", reason.evidence.map((text) => el("li", {}, name(text), " ", rarityOf(reason.kind, text))));
}

/** @param {number} i */ export function edgePanel(i) {
  const edge = edges[i];
  const ends = [edge.from, edge.to].map((p) => endButton(titleOf(p), () => choosePaper(p)));
  const parts = headOfTwo("Why these two are linked", ends[0], ends[1]);
  // That one cites or names the other comes first, whatever it weighs.
  for (const reason of edge.reasons.toSorted((a, b) => Number(b.tail !== undefined) - Number(a.tail !== undefined))) {
    parts.push(heading(nameOf(KINDS, reason.kind), `weight ${weighed(reason.weight)}`), el("p", { class: "facts" }, strengthOf(reason)));
    if (reason.tail !== undefined && Object.hasOwn(DIRECTIONS, reason.kind)) {
      const [tail, head] = [reason.tail, otherEnd(edge, reason.tail)].map((p) => papers[p].short);
      parts.push(el("p", { class: "facts" }, bdi(tail), ` ${DIRECTIONS[reason.kind][0].toLowerCase()} `, bdi(head), reason.kind !== "citation" || reason.evidence.length > 1 ? ":" : ""));
    }
    parts.push(...evidenceOf(edge, reason));
  }
  return parts;
}
