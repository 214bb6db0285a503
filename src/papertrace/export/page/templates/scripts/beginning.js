// Where to begin to read: papers that say they are surveys, the most cited ones, and the central one of each large community.
// Nobody has judged them; each says why it is there.

import { centrality } from "./community_cards.js";
import { el, heading, joined } from "./elements.js";
import {
  NODES, UNCHOSEN, byWeight, communities, communityOf, edges, grouped, mainPath, papers, plural, state, view, weightOf,
} from "./model.js";
import { closeButton, foldedGroup, longList, paperItem } from "./panels.js";
import { membersOf } from "./sorting.js";
import { update } from "./updating.js";

const MOST_SURVEYS = 3;
const MOST_CITED = 3;
const LARGEST = 5; // communities
const LEAST_MEMBERS = 3; // of which one can be central

// A title that calls its paper a survey: by an article, or by what it is of. "Peer review" and "review sentiment" are not.
const SURVEY = new RegExp([
  String.raw`\ban?\s+(?:[\p{L}-]+\s+){0,3}?(?:survey|review|overview|tutorial|primer|introduction)(?![\p{L}-])(?!\s+(?!of|on|for|to|and|from|with|in)\p{L})`,
  String.raw`^(?:survey|review|overview|introduction|tutorial)\s+(?:of|on|to)\b`,
  String.raw`\b(?:survey|overview)\s+(?:of|on)\b`,
  "综述",
].join("|"), "iu");

const MAYBE_SURVEY = /survey|review|overview|tutorial|primer|introduction|综述/i; // a word of it, which is found much sooner
/** @param {number} i */
export const isSurvey = (i) => (MAYBE_SURVEY.test(papers[i].title) && SURVEY.test(papers[i].title)) || ["review", "survey"].includes(papers[i].type?.toLowerCase() ?? "");

// The paper of each of the largest communities that is linked with most of its papers, with the number of these links.
/** @returns {{ c: number; i: number; links: number; among: number }[]} */
export function centralPapers() {
  const largest = communities.map(({ linked }, c) => ({ c, members: linked ? membersOf(c) : [] }))
    .filter(({ members }) => members.length >= LEAST_MEMBERS).sort((a, b) => b.members.length - a.members.length || a.c - b.c).slice(0, LARGEST);
  const [inside, within] = [new Uint32Array(papers.length), new Float64Array(papers.length)];
  edges.forEach((edge, e) => {
    if (!view.edges[e] || communityOf[edge.from] !== communityOf[edge.to]) return;
    const weight = weightOf(edge);
    for (const end of [edge.from, edge.to]) {
      inside[end] += 1;
      within[end] += weight;
    }
  });
  const worth = Float64Array.from(inside, (n, i) => centrality({ inside: n, within: within[i] }));
  return largest.flatMap(({ c, members }) => {
    const i = members.reduce((best, one) => (worth[one] > worth[best] || (worth[one] === worth[best] && one < best) ? one : best));
    return inside[i] ? [{ c, i, links: inside[i], among: members.length }] : [];
  });
}

// The groups of papers to begin with: name, note, papers and why each of them.
/** @returns {[name: string, note: string, found: [paper: number, why: string][]][]} */
function groupsToBegin() {
  const shown = byWeight.filter((i) => view.papers[i]);
  /** @param {number} i */
  const citations = (i) => papers[i].citations ?? 0;
  /** @param {number[]} among @param {number} most */
  const mostCited = (among, most) => among.sort((a, b) => citations(b) - citations(a)).slice(0, most);
  const central = centralPapers();
  /** @type {[string, string, [number, string][]][]} */
  const groups = [
    ["Surveys", "by title or type", mostCited(shown.filter(isSurvey), MOST_SURVEYS).map((i) => [i, ""])],
    ["Most cited", "", mostCited(shown.filter(citations), MOST_CITED).map((i) => [i, `cited ${plural(citations(i), "time")}`])],
    ["Central", central.length > 1 ? "one of each large community" : "",
      central.map(({ c, i, links, among }) => [i, `${plural(links, "link")} within “${communities[c].short.split(", ")[0]}” (${grouped(among)} ${NODES})`])],
  ];
  return groups.filter(([, , found]) => found.length);
}

export function beginningPanel() {
  /** @type {Piece[]} */
  const parts = [closeButton(), el("h2", {}, "Where to begin"), el("p", { class: "facts" }, "Chosen by titles, links and citations alone.")];
  for (const [name, note, found] of groupsToBegin()) parts.push(heading(name, note), el("ul", { class: "near" }, ...found.map(([i, why]) => paperItem(i, why))));
  const path = mainPath.filter((i) => view.papers[i]);
  if (path.length > 1) parts.push(heading("Main path of citations", "the earliest first"), ...longList("near", path.map((i) => paperItem(i))));
  if (parts.length === 3) parts.push(el("p", { class: "facts" }, `None of the ${NODES} stands out: none is linked, cited or called a survey.`));
  return parts;
}

// Where to begin in short, open at first sight: the first paper of each group, and a button to the panel with the others.
export function beginningPart() {
  /** @type {Set<number>} */
  const named = new Set();
  const first = groupsToBegin().flatMap(([name, , found]) => found.filter(([i]) => !named.has(i)).slice(0, 1).map(([i, why]) => {
    named.add(i);
    return paperItem(i, joined([name === "Surveys" ? "a survey" : name.toLowerCase(), why], ", "));
  }));
  const all = el("button", { type: "button", class: "fold arrow", click: () => update({ ...UNCHOSEN, begin: state.begin ? null : true }) }, "More places to begin");
  return foldedGroup("Where to begin", "", true, el("ul", { class: "near" }, ...first), all);
}
