// The panels of concepts and repositories: the papers that hold them, and what else these papers hold.

import { chooseConcept, chooseRepository, chooseTogether } from "./choosing.js";
import { bdi, dotted, el, enumerated, heading } from "./elements.js";
import { NODE, NODES, byWeight, concepts, countNodes, papers, plural, spellings, state, view } from "./model.js";
import { FEW, address, closeButton, fillFew, linkItem, longList, paperItem, shortAddress } from "./panels.js";
import { conceptChip, repositoryChip } from "./search.js";
import {
  bothHold, companions, conceptNodes, conceptOf, holders, linkers, nodeOfConcept, ownerOf, repositories, repositoryOf,
  sharedPapers,
} from "./subjects.js";
import { changeView } from "./views.js";

/** @param {number[]} among */
export const yearsOf = (among) => {
  const dated = among.map((i) => papers[i].year).filter(Boolean);
  if (!dated.length) return "";
  const [first, last] = [Math.min(...dated), Math.max(...dated)];
  const span = first === last ? String(first) : `${first}–${last}`;
  return dated.length < among.length ? `${span} where dated` : span;
};

// The short names of the first papers, as evidence of what is shared.
/** @param {number[]} among */
export function namely(among) {
  const names = enumerated(among.slice(0, 3).map((i) => papers[i].short));
  return among.length > 3 ? [names, ` and ${plural(among.length - 3, "other")}`] : names;
}

/** @param {number} n */
function hiddenLine(n) {
  return n ? el("p", { class: "facts" }, `The filters hide ${plural(n, `more ${NODE}`, `more ${NODES}`)}.`) : null;
}

/** @param {number} c */
export function conceptPanel(c) {
  const shown = byWeight.filter((i) => view.papers[i] && papers[i].concepts.includes(c));
  /** @type {Piece[]} */
  const parts = [closeButton(), el("h2", { dir: "auto" }, concepts[c])];
  parts.push(el("p", { class: "facts" }, ["Concept", countNodes(holders[c].length), yearsOf(holders[c])].filter(Boolean).join(" · ")));
  if (spellings[c].length) parts.push(el("p", { class: "facts" }, "Also written: ", enumerated(spellings[c])));
  parts.push(...otherView(c));

  parts.push(heading("Papers", countNodes(shown.length)), ...longList("near", shown.map((i) => () => paperItem(i))), hiddenLine(holders[c].length - shown.length));

  const near = companions(c).map(([other, n]) =>
    el("li", {},
      el("button", { type: "button", class: "name", dir: "auto", click: () => chooseConcept(other) }, concepts[other]),
      el("span", { class: "why" }, `${countNodes(n)}: `, namely(sharedPapers(c, other)), " ",
        el("button", { type: "button", class: "quiet", "aria-label": `Why: papers that hold both ${concepts[c]} and ${concepts[other]}`, click: () => chooseTogether(c, other) }, "why"))));
  if (near.length) parts.push(heading("Occurs with", plural(near.length, "concept")), ...longList("near", near));
  return parts;
}

/** @param {number} c @param {number} other */
export function togetherPanel(c, other) {
  const shown = byWeight.filter((i) => view.papers[i] && papers[i].concepts.includes(c) && papers[i].concepts.includes(other));
  /** @param {number} one */
  const end = (one) => el("button", { type: "button", class: "pair", dir: "auto", click: () => chooseConcept(one) }, concepts[one]);
  const items = shown.map((i) => paperItem(i));
  return [
    closeButton(), el("h2", {}, "Why these two concepts are joined"), end(c), el("span", { class: "and" }, "and"), end(other),
    heading("Papers that hold both", countNodes(shown.length)), ...longList("near", items), hiddenLine(bothHold(c, other).length - shown.length),
  ];
}

// The switch between the concept map and the papers of a concept, and why the concept may not be on that map.
/** @param {number} c */
function otherView(c) {
  if (state.view !== "concepts") return nodeOfConcept.has(c) ? [viewLine("concepts", "Show it among concepts")] : [];
  const alone = holders[c].length < 2 ? "The map shows only concepts that papers share." : `The map shows the ${plural(conceptNodes.length, "concept")} in most papers.`;
  return [nodeOfConcept.has(c) ? null : el("p", { class: "facts" }, alone), viewLine("papers", "Show its papers on the map")];
}

// Chips that show the first few items, and the rest on demand.
/** @template T @param {T[]} items @param {(item: T) => HTMLElement} chip */
export function longChips(items, chip) {
  const line = el("div", { class: "chips" });
  const more = fillFew(line, items.map((item) => () => chip(item)));
  if (more) line.append(more);
  return line;
}

/** @param {string} name @param {string} text */
const viewLine = (name, text) => el("p", { class: "facts" }, el("button", { type: "button", class: "quiet", click: () => changeView(name) }, text));

/** @param {number} r */
export function repositoryPanel(r) {
  const { name, host, url, safe } = repositories[r];
  const shown = byWeight.filter((i) => view.papers[i] && linkers[r].has(i));
  /** @type {Piece[]} */
  const parts = [closeButton(), el("h2", { dir: "auto" }, name)];
  parts.push(el("p", { class: "facts" }, dotted("Repository", bdi(host), countNodes(linkers[r].size))));

  // Papers may link to one repository by different URLs, each with its own verdict.
  const links = new Map([...linkers[r]].flatMap((i) => papers[i].links).filter((link) => link.repository === r).map((link) => [link.url, { ...link, text: shortAddress(link.url) }]));
  if (!links.has(url) && safe) parts.push(el("p", { class: "facts" }, address(url, shortAddress(url))));
  parts.push(heading("Links", plural(links.size, "address", "addresses")), ...longList("links", [...links.values()].map((link) => linkItem(link, { about: false }))));

  /** @param {number} i */
  const role = (i) => (papers[i].links.some((link) => link.repository === r && link.role !== "other") ? "as its own code" : "as code of others");
  parts.push(heading("Papers that link to it", countNodes(shown.length)), ...longList("near", shown.map((i) => () => paperItem(i, role(i)))), hiddenLine(linkers[r].size - shown.length));

  const siblings = repositories.map((_, k) => k).filter((k) => k !== r && ownerOf(k) === ownerOf(r));
  if (siblings.length) parts.push(heading("Of the same owner", plural(siblings.length, "repository", "repositories")), longChips(siblings, repositoryChip));
  const shared = [...new Set(shown.flatMap((i) => papers[i].concepts))].sort((a, b) => holders[b].length - holders[a].length).slice(0, FEW);
  if (shared.length) parts.push(heading("Concepts of these papers"), el("div", { class: "chips" }, ...shared.map(conceptChip)));
  return parts;
}

// Evidence of a link: a concept or repository opens its panel; all other evidence is text.
/** @param {Reason} reason @param {string} text */
export function reasonName(reason, text) {
  /** @param {(index: number) => void} choose @param {number | undefined} at */
  const open = (choose, at) => (at === undefined ? null : el("button", { type: "button", class: "subject", dir: "auto", click: () => choose(at) }, text));
  if (reason.kind === "concept") return open(chooseConcept, conceptOf.get(text)) ?? bdi(text);
  if (reason.kind === "repository") return open(chooseRepository, repositoryOf.get(text.toLowerCase())) ?? bdi(text);
  return bdi(text);
}
