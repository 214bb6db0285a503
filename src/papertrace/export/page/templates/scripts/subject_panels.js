// The panels of what joins papers: concepts, repositories, and links.

import {
  chooseBetween, chooseCommunity, chooseConcept, chooseEdge, choosePaper, chooseRepository, chooseTogether,
  closeCommunity, compare, frameCommunity,
} from "./choosing.js";
import { bdi, contained, dotted, el, enumerated, facts, heading, joined, present, section } from "./elements.js";
import { yearSteps } from "./facets.js";
import { markIcon, theme } from "./marks.js";
import {
  DIRECTIONS, KINDS, MARKS, NODE, NODES, OUTCOMES, STATES, UNCHOSEN, afterPanel, bridgeOf, byWeight, capital,
  communities, communityOf, concepts, countNodes, data, edges, endsOf, grouped, grouping, keyOf, linksOf, linksShown,
  nameOf, once, otherEnd, papers, plural, positionOf, rankOfKind, reasonPasses, speaksOfCode, spellings, state, tally,
  titleOf, toggle, update, view, weighed, weightOf, years,
} from "./model.js";
import { buildBridges, overview } from "./overview.js";
import {
  FEW, address, chip, closeButton, date, endButton, headOfTwo, linkItem, longChips, longList, nameItem, paperItem,
  paperSection, shortAddress, whyButton,
} from "./panels.js";
import { box, crumbs } from "./screen.js";
import { conceptChip, repositoryChip } from "./search.js";
import { SORTS, dateKey, membersOf, sortName } from "./sorting.js";
import {
  bothHold, companions, conceptNodes, conceptOf, holders, linkersOf, nodeOfConcept, ownerOf, repositories,
  repositoryOf, sharedPapers,
} from "./subjects.js";
import {
  LEFT_OUT, abstracts, formsOf, hasAbstract, isCut, markOf, markTerms, sentencesOf, termFinder, whenUnpacked,
} from "./text_index.js";
import { notUnpacked } from "./unpacking.js";
import { changeView } from "./views.js";

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
  return n ? facts(`The filters hide ${plural(n, `more ${NODE}`, `more ${NODES}`)}.`) : null;
}

/** @param {number} c */ export function conceptPanel(c) {
  const shown = byWeight.filter((i) => view.papers[i] && papers[i].concepts.includes(c));
  const near = companions(c).map(([other, n]) => nameItem(concepts[other], () => chooseConcept(other),
    [`${countNodes(n)}: `, namely(sharedPapers(c, other)), " ", whyButton(`Why: papers that hold both ${concepts[c]} and ${concepts[other]}`, () => chooseTogether(c, other))]));
  return [
    closeButton(), el("h2", { dir: "auto" }, concepts[c]),
    facts(dotted("Concept", countNodes(holders[c].length), yearsOf(holders[c]))),
    spellings[c].length > 0 && facts("Also written: ", enumerated(spellings[c])),
    otherView(c), paperSection("Papers", shown), hiddenLine(holders[c].length - shown.length),
    section("Occurs with", plural(near.length, "concept"), longList("near", near)),
  ];
}

/** @param {number} c @param {number} other */ export function togetherPanel(c, other) {
  const shown = byWeight.filter((i) => view.papers[i] && papers[i].concepts.includes(c) && papers[i].concepts.includes(other));
  const ends = [c, other].map((one) => endButton(concepts[one], () => chooseConcept(one)));
  return [headOfTwo("Why these two concepts are joined", ends), paperSection("Papers that hold both", shown), hiddenLine(bothHold(c, other).length - shown.length)];
}

// The switch between the concept map and the papers of a concept, and why the concept may not be on that map.
/** @param {number} c */ function otherView(c) {
  if (state.view !== "concepts") return nodeOfConcept.has(c) ? [viewLine("concepts", "Show it among concepts")] : [];
  const alone = holders[c].length < 2 ? "The map shows only concepts that papers share." : `The map shows the ${plural(conceptNodes.length, "concept")} in most papers.`;
  return [nodeOfConcept.has(c) ? null : facts(alone), viewLine("papers", "Show its papers on the map")];
}

/** @param {string} name @param {string} text */
const viewLine = (name, text) => facts(el("button", { class: "quiet", click: () => changeView(name) }, text));

/** @param {number} r */ export function repositoryPanel(r) {
  const { name, host, url, safe } = repositories[r];
  const shown = byWeight.filter((i) => view.papers[i] && linkersOf(r).has(i));
  // Papers may link to one repository by different URLs, each with its own verdict.
  const links = new Map([...linkersOf(r)].flatMap((i) => papers[i].links).filter((link) => link.repository === r).map((link) => [link.url, { ...link, text: shortAddress(link.url) }]));
  /** @param {number} i */
  const role = (i) => (papers[i].links.some((link) => link.repository === r && link.role !== "other") ? "as its own code" : "as code of others");
  const siblings = repositories.map((_, k) => k).filter((k) => k !== r && ownerOf(k) === ownerOf(r));
  const shared = [...new Set(shown.flatMap((i) => papers[i].concepts))].sort((a, b) => holders[b].length - holders[a].length).slice(0, FEW);
  return [
    closeButton(), el("h2", { dir: "auto" }, name), facts(dotted("Repository", bdi(host), countNodes(linkersOf(r).size))),
    safe && !links.has(url) && facts(address(url, shortAddress(url))),
    heading("Links", plural(links.size, "address", "addresses")), longList("links", [...links.values()].map((link) => linkItem(link, { about: false }))),
    paperSection("Papers that link to it", shown, role), hiddenLine(linkersOf(r).size - shown.length),
    section("Of the same owner", plural(siblings.length, "repository", "repositories"), longChips(siblings, repositoryChip)),
    section("Concepts of these papers", "", longChips(shared, conceptChip)),
  ];
}

// Evidence of a link: a concept or repository opens its panel; all other evidence is text.
/** @param {Reason} reason @param {string} text */ function reasonName(reason, text) {
  /** @param {(index: number) => void} choose @param {number | undefined} at */
  const open = (choose, at) => (at === undefined ? null : el("button", { class: "subject", dir: "auto", click: () => choose(at) }, text));
  if (reason.kind === "concept") return open(chooseConcept, conceptOf.get(text)) ?? bdi(text);
  if (reason.kind === "repository") return open(chooseRepository, repositoryOf.get(text.toLowerCase())) ?? bdi(text);
  return bdi(text);
}

// The panel of a link: why two papers are linked, in the words of both, how rare that is, and how strong the link.

// The weights of all reasons of a kind, in ascending order, and the number of links that each piece of evidence makes.
const countReasons = once(() => {
  const all = edges.flatMap((edge) => edge.reasons);
  const weightsOf = new Map([...grouping(all, ({ kind }) => kind)].map(([kind, reasons]) => [kind, reasons.map(({ weight }) => weight).sort((a, b) => a - b)]));
  return { weightsOf, linksBy: tally(all.flatMap(({ kind, evidence }) => evidence.map((text) => `${kind} ${text}`))) };
});

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

/** @param {number} i */ const isUnpacked = (i) => abstracts[i] !== undefined;

/** @param {number} i */ function notQuoted(i) {
  if (data.leaves_abstracts_out) return LEFT_OUT;
  if (isCut(i)) return "Neither the title nor what this page has of the abstract has it in these words.";
  if (!hasAbstract(i)) return "The list has no abstract of this paper.";
  return isUnpacked(i) ? "Neither title nor abstract has it in these words." : notUnpacked("abstracts");
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

// Papers by the title, and title and year, by which evidence names them.
const paperTitled = once(() => new Map(papers.flatMap((paper, i) => [[paper.title, i], [`${paper.title} (${paper.year})`, i]])));

// A work that both papers cite, or that cites both: a paper of the list, or its name, which may have an address.
/** @param {string} text */ function workName(text) {
  const listed = paperTitled().get(text) ?? positionOf.get(text);
  if (listed !== undefined) return el("button", { class: "subject", dir: "auto", click: () => choosePaper(listed) }, dotted(titleOf(listed), papers[listed].year ? String(papers[listed].year) : ""));
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
  // That one cites or names the other comes first, whatever it weighs.
  const parts = edge.reasons.toSorted((a, b) => Number(b.tail !== undefined) - Number(a.tail !== undefined)).map((reason) => {
    const [tail, head] = reason.tail === undefined ? [] : [reason.tail, otherEnd(edge, reason.tail)].map((p) => papers[p].short);
    return [
      heading(nameOf(KINDS, reason.kind), `weight ${weighed(reason.weight)}`), facts(strengthOf(reason)),
      tail !== undefined && Object.hasOwn(DIRECTIONS, reason.kind)
        && facts(bdi(tail), ` ${DIRECTIONS[reason.kind][0].toLowerCase()} `, bdi(head), (reason.kind !== "citation" || reason.evidence.length > 1) && ":"),
      evidenceOf(edge, reason),
    ];
  });
  return [headOfTwo("Why these two are linked", ends), parts];
}

// The card of a community: what it is about, which papers stand out in it, how it grew, and its code.

const STANDING_OUT = 3; // papers of each kind
const MAX_BARS_NAMED = 9;
const LIVING = ["linked", "moved"];
const WITH_CODE = [...LIVING, "archived", "restricted", "undecided", "suspect", "dead"];
const isAudited = once(() => papers.some((paper) => paper.links.some((link) => link.outcome !== undefined)));

/** @param {number} part @param {number} whole */ const percent = (part, whole) => `${Math.round((100 * part) / Math.max(whole, 1))}%`;

// The concepts that distinguish a community: held by many of its papers, and by few others. Returns pairs of a concept
// and the number of papers, most distinctive first.
/** @param {[concept: number, n: number]} options */ const worthOf = ([c, n]) => (n * n) / data.frequencies[c];
/** @param {number[]} members @returns {[concept: number, n: number][]} */ export function ownConcepts(members) {
  return [...tally(members.flatMap((i) => papers[i].concepts))].filter(([, n]) => n > 1).sort((a, b) => worthOf(b) - worthOf(a) || a[0] - b[0]).slice(0, FEW);
}

// For each paper the number and the weight of its links within its community and to others.
export function countTies() {
  const [inside, outside, within, across] = [Uint32Array, Uint32Array, Float64Array, Float64Array].map((Kind) => new Kind(papers.length));
  edges.forEach((edge, e) => {
    if (!view.edges[e]) return;
    const [weight, isOwn] = [weightOf(edge), communityOf[edge.from] === communityOf[edge.to]];
    for (const end of [edge.from, edge.to]) {
      (isOwn ? inside : outside)[end] += 1;
      (isOwn ? within : across)[end] += weight;
    }
  });
  return { inside, outside, within, across };
}

// Papers rank by the number of papers that they are linked with, of several by the weight of these links. By the weight alone
// two versions of one paper, which share almost all concepts, would come before a paper that many others build on.
/** @param {number} n @param {number} weight */ const rankOf = (n, weight) => n + weight / (1 + weight);
/** @typedef {ReturnType<typeof countTies>} Ties */
/** @param {Ties} ties @param {number} i */ export const centrality = ({ inside, within }, i) => rankOf(inside[i], within[i]);

// The communities to which the links of a paper lead, those to which the heaviest do first.
/** @param {number} i @returns {number[]} */ function communitiesBeside(i) {
  const weights = new Map();
  for (const e of linksOf[i]) {
    const c = papers[otherEnd(edges[e], i)].community;
    if (view.edges[e] && c !== papers[i].community) weights.set(c, (weights.get(c) ?? 0) + weightOf(edges[e]));
  }
  return [...weights].sort((a, b) => b[1] - a[1]).map(([c]) => c);
}

// How many papers of the list cite each, where citations are links.
/** @param {number} i */
const citedHere = (i) => linksOf[i].filter((e) => edges[e].reasons.some((reason) => reason.kind === "citation" && reason.tail !== undefined && reason.tail !== i)).length;
/** @param {number} c */ const firstTerm = (c) => communities[c].short.split(", ")[0];

// The papers that stand out in a community: lists of [paper, why], by name.
/** @param {number[]} members @param {Ties} ties @returns {Record<string, [paper: number, why: Piece][]>} */
function standingOut(members, ties) {
  /** @param {(i: number) => number} value @param {(i: number) => Piece} why @returns {[paper: number, why: Piece][]} */
  const best = (value, why) => members.map((i) => ({ i, worth: value(i) })).filter(({ worth }) => worth > 0).sort((a, b) => b.worth - a.worth || a.i - b.i)
    .slice(0, STANDING_OUT).map(({ i }) => /** @type {[number, Piece]} */ ([i, why(i)]));
  /** @param {number} i */ const othersOf = (i) => enumerated(communitiesBeside(i).slice(0, 3).map(firstTerm));
  const dated = members.filter((i) => dateKey(i)).sort((a, b) => SORTS.year.compare(a, b) || a - b).slice(0, STANDING_OUT);
  const known = members.some((i) => papers[i].citations);
  return {
    Central: best((i) => centrality(ties, i), (i) => `${plural(ties.inside[i], "link")} within the community`),
    Bridging: best((i) => rankOf(ties.outside[i], ties.across[i]), (i) => [`${plural(ties.outside[i], "link")} to `, othersOf(i)]),
    Newest: dated.map((i) => /** @type {[number, Piece]} */ ([i, date(dateKey(i))])),
    "Most cited": known ? best((i) => papers[i].citations ?? 0, (i) => `cited ${plural(papers[i].citations ?? 0, "time")}`) : best(citedHere, (i) => `cited by ${countNodes(citedHere(i))} of this list`),
  };
}

// A bar for each year of the list, so that cards can be compared. `top` is the number of papers of the highest bar.
/** @param {number[]} members @param {number} [top] */ export function growthPart(members, top) {
  if (!years.length) return null;
  const dated = members.filter((i) => papers[i].year);
  const span = yearSteps;
  const counts = span.map((year) => dated.filter((i) => papers[i].year === year).length);
  const highest = top ?? Math.max(...counts, 1);
  const undated = members.length - dated.length;
  const said = joined([span.map((year, k) => (counts[k] ? `${year}: ${counts[k]}` : "")).filter(Boolean).join(", "), undated ? `${undated} without a year` : ""], "; ").join("");
  const every = Math.ceil(span.length / MAX_BARS_NAMED);
  const bars = span.map((year, k) => {
    const named = k % every === (span.length - 1) % every;
    return el("span", { title: `${year}: ${countNodes(counts[k])}` }, el("span", { class: "n" }, counts[k] > 0 && span.length <= 2 * MAX_BARS_NAMED && counts[k]),
      el("span", { class: "bar", style: { height: `${(2.6 * counts[k]) / highest}rem` } }), el("span", { class: "year" }, named && `’${String(year).slice(-2)}`));
  });
  return [
    dated.length > 0 && el("div", { class: "growth", role: "img", "aria-label": `${capital(NODES)} by year. ${said}` }, bars),
    undated > 0 && facts(dated.length ? `${countNodes(undated)} without a year` : "None here has a year."),
  ];
}
/** @param {number[]} members */
export const highestYear = (members) => Math.max(1, ...years.map((year) => members.filter((i) => papers[i].year === year).length));

/** @param {number[]} members */ function codePart(members) {
  /** @param {...string} marks */ const count = (...marks) => members.filter((i) => marks.includes(papers[i].mark)).length;
  const [living, all, n] = [count(...LIVING), count(...WITH_CODE), members.length];
  const words = isAudited()
    ? `${grouped(living)} of ${countNodes(n)} (${percent(living, n)}) have living code.`
    : `${grouped(all)} of ${countNodes(n)} (${percent(all, n)}) link to code; no audit has checked it.`;
  const marks = Object.keys(MARKS).filter((mark) => mark !== "none" && count(mark));
  const bar = el("span", { class: "share", "aria-hidden": "true" }, el("span", { style: { width: percent(isAudited() ? living : all, n) } }));
  return [el("p", {}, words), bar, marks.length > 0 && el("ul", { class: "states" }, marks.map((mark) => el("li", {}, markIcon(mark, theme.soft), ` ${grouped(count(mark))} ${MARKS[mark].toLowerCase()}`)))];
}

// The repositories of a community's own code: those that are not dead, then those that most of its papers link to.
/** @param {number[]} members */ function bestRepositories(members) {
  const links = members.flatMap((i) => papers[i].links.filter(({ repository, role }) => repository !== undefined && role !== "other").map((link) => ({ i, link })));
  const found = [...grouping(links, ({ link }) => link.repository ?? -1)].map(([r, own]) => ({
    r,
    among: new Set(own.map(({ i }) => i)),
    dead: own.every(({ link }) => link.outcome === "dead"),
    words: own.map(({ link: { state: now = "", outcome = "" } }) => (Object.hasOwn(STATES, now) ? STATES[now] : outcome === "alive" ? "" : nameOf(OUTCOMES, outcome))).find(Boolean) ?? "",
    worth: Math.max(...own.map(({ i }) => papers[i].citations ?? papers[i].weight)),
  }));
  return found.sort((a, b) => Number(a.dead) - Number(b.dead) || Number(Boolean(a.words)) - Number(Boolean(b.words)) || b.among.size - a.among.size || b.worth - a.worth).slice(0, STANDING_OUT);
}

// The sections of a card by name: { note, parts }. `top` is the height of the chart of growth in papers.
/** @param {number[]} members @param {number} [top] @returns {[name: string, section: CardSection][]} */
export function cardSections(members, top) {
  const own = ownConcepts(members);
  const chips = own.map(([concept, n]) => chip(concepts[concept], n, () => update({ ...UNCHOSEN, concept }), {}, countNodes(n)));
  const ties = countTies();
  const central = [...members].sort((a, b) => centrality(ties, b) - centrality(ties, a) || a - b);
  const worths = (own.length ? own : central.slice(0, 5).flatMap((i) => papers[i].concepts.map((concept) => /** @type {[number, number]} */ ([concept, 1]))))
    .map((one) => /** @type {[number, number]} */ ([one[0], worthOf(one)]));
  const best = bestRepositories(members).map(({ r, among, words }) =>
    nameItem(repositories[r].name, () => chooseRepository(r), dotted(among.size > 1 ? countNodes(among.size) : bdi(papers[[...among][0]].short), words)));
  return [
    ["Sentences taken from its abstracts", { parts: takenPart(central, worths) }],
    ["Concepts", { note: `${NODES} here`, parts: chips.length > 0 && el("div", { class: "chips" }, chips) }],
    [`${capital(NODES)} by year`, { parts: growthPart(members, top) }],
    ["Code", { parts: members.length > 0 && speaksOfCode && codePart(members) }],
    ...Object.entries(standingOut(members, ties)).map(([name, items]) => /** @type {[string, CardSection]} */ ([name, { parts: longList("near", items.map(([i, why]) => paperItem(i, why))) }])),
    ["Repositories", { note: isAudited() && "living first", parts: longList("near", best) }],
  ];
}

/** @param {number[]} members */
export const factsOf = (members) => [countNodes(members.length), yearsOf(members)].filter(Boolean).join(" · ");

/** @param {number} c */ export function communityPanel(c) {
  const members = membersOf(c);
  const back = () => (overview.on && state.about === null ? closeCommunity() : update(UNCHOSEN));
  const close = el("button", { class: "quiet close", click: () => { back(); box.focus(); } }, "Close");
  const linked = buildBridges(members).reverse().map((bridge) => () => {
    const other = bridge.from === c ? bridge.to : bridge.from;
    const why = whyButton(`Why linked with ${communities[other].label}`, () => chooseBetween(keyOf(c, other)));
    return nameItem(communities[other].label, () => chooseCommunity(other), [`${plural(bridge.pairs, "linked pair")} `, why], "ltr");
  });
  return [
    close, el("h2", { dir: "ltr" }, communities[c].label), facts(factsOf(members)), cardTools(c),
    cardSections(members).map(([name, { note, parts }]) => section(name, note, parts)),
    section("Linked with", "heaviest first", longList("near", linked)),
    paperSection(capital(NODES), members, linksShown, SORTS[sortName() ?? "links"].said),
  ];
}

/** @param {number} c */ function cardTools(c) {
  const only = el("button", { "aria-pressed": String(state.communities.has(c)), click: () => { update({ communities: toggle(state.communities, c) }); frameCommunity(c); } }, "Show only this");
  const others = communities.map((_, k) => k).filter((k) => k !== c && communities[k].linked);
  if (!others.length) return null;
  const change = () => { if (select.value) compare(c, Number(select.value)); };
  const select = el("select", { "aria-label": "Compare with", change }, el("option", { value: "" }, "Compare with …"));
  afterPanel("others", () => select.append(...others.map((k) => el("option", { value: k }, communities[k].label))));
  return el("div", { class: "tray", role: "group", "aria-label": "This community" }, only, select);
}

// Sentences taken from abstracts that say what a group of papers is about. They are quoted, never rewritten.
const MAX_READ = 40; // papers of a community whose abstracts are read: those most linked within it
const MIN_TAKEN = 50; // characters
const MAX_TAKEN = 320;
const N_TAKEN = 3;
const REPEATED = 0.2; // the worth of a concept that a sentence already taken has

// Openings by which a sentence refers to the one before it, so that it is unclear alone.
const REFERS_BACK = /^(?:however|yet|but|and|so|still|moreover|furthermore|in addition|additionally|also|thus|therefore|hence|consequently|as a result|instead|finally|for example|specifically|this|these|those|such|it|they|here|our|the (?:code|source|proposed))\b/i;

const ADDRESS = /https?:/i; // a sentence with an address says where something is, not what the papers are about

// Takes sentences from different papers that together have most of the concepts, given as pairs of a concept and its
// worth. Returns { i, text } for each; fewer if there are fewer abstracts.
/** @param {number[]} among @param {[concept: number, worth: number][]} worths @param {number} [n] */
export function takeSentences(among, worths, n = N_TAKEN) {
  const find = termFinder(worths.map(([c]) => [formsOf(c), c]));
  const left = new Map(worths);
  const candidates = among.flatMap((i, rank) => sentencesOf(abstracts[i] ?? "").map((text, at) => ({ i, rank, text, at }))
    .filter(({ text }) => text.length >= MIN_TAKEN && text.length <= MAX_TAKEN && !REFERS_BACK.test(text) && !ADDRESS.test(text))
    .map((one) => ({ ...one, held: [...new Set(find(one.text).map((hit) => hit.value))] })));
  /** @type {{ i: number; text: string; held: number[] }[]} */ const taken = [];
  while (taken.length < n) {
    const free = candidates.filter(({ i }) => !taken.some((one) => one.i === i));
    if (!free.length) break;
    // A sentence at the beginning of an abstract of a central paper wins among equals.
    /** @param {{ held: number[]; at: number; rank: number }} options */
    const gain = ({ held, at, rank }) => held.reduce((sum, c) => sum + left.get(c), 0) * (at < 2 ? 1.15 : 1) - 1e-6 * (rank + at);
    const best = free.reduce((a, b) => (gain(b) > gain(a) ? b : a));
    taken.push(best);
    for (const c of best.held) left.set(c, left.get(c) * REPEATED);
  }
  return taken;
}

// The part of a card with these sentences, filled when the abstracts are unpacked; null if there are none.
/** @param {number[]} among @param {[concept: number, worth: number][]} worths */ function takenPart(among, worths) {
  const read = among.filter(hasAbstract).slice(0, MAX_READ);
  if (!read.length) return null;
  const part = el("div", { class: "taken" });
  afterPanel(`taken ${read[0]}`, () => whenUnpacked(read, () => {
    if (!read.some(isUnpacked)) return part.replaceChildren(...present(facts(notUnpacked("abstracts"))));
    const find = termFinder(worths.map(([c]) => [formsOf(c), {}]));
    const quotes = takeSentences(read, worths).map(({ i, text }) => el("figure", { class: "quote" },
      el("blockquote", { dir: "auto" }, markTerms(contained(text), find, markOf)),
      el("figcaption", {}, "from ", el("button", { class: "subject", dir: "auto", "data-paper": i, click: () => choosePaper(i) }, papers[i].short))));
    part.replaceChildren(...present(quotes.length ? quotes : facts("No sentence of these abstracts stands well alone.")));
  }));
  return part;
}

// What is common to panels of communities: their breadcrumbs, why two of them are linked, and how one is opened.
const MAX_LISTED_PAIRS = 40; // of the pairs between two communities

export function showCrumbs() {
  crumbs.hidden = !overview.on;
  if (!overview.on) return crumbs.replaceChildren();
  if (state.opened === null) {
    const n = communities.filter(({ linked }, c) => linked && overview.counts[c]).length;
    return crumbs.replaceChildren(el("span", {}, `${plural(n, "community", "communities")}. Select one to see its ${NODES}.`));
  }
  const { label } = communities[state.opened];
  return crumbs.replaceChildren(
    el("button", { class: "quiet", click: () => { closeCommunity(); box.focus(); } }, "All communities"),
    el("span", { "aria-hidden": "true" }, " › "),
    el("span", { "aria-current": "true", dir: "ltr" }, label));
}

/** @param {number} key */ export function bridgePanel(key) {
  const [one, other] = endsOf(key);
  const links = edges.map((_, e) => e).filter((e) => view.edges[e] && bridgeOf(edges[e]) === key).sort((a, b) => weightOf(edges[b]) - weightOf(edges[a]) || a - b);
  const ends = [one, other].map((c) => endButton(communities[c].label, () => chooseCommunity(c), "ltr"));
  // All their reasons by kind, with the evidence for each.
  const kinds = [...grouping(links.flatMap((e) => edges[e].reasons.filter(reasonPasses)), ({ kind }) => kind)].sort((a, b) => rankOfKind(a[0]) - rankOfKind(b[0]));
  const reasons = kinds.map(([kind, own]) => {
    const items = [...tally(own.flatMap(({ evidence }) => evidence))].sort((a, b) => b[1] - a[1]).slice(0, FEW).map(([text, n]) => el("li", {}, bdi(text), el("span", { class: "why" }, plural(n, "linked pair"))));
    return [heading(nameOf(KINDS, kind), `${plural(own.length, "pair")}, weight ${weighed(own.reduce((sum, { weight }) => sum + weight, 0))}`), el("ul", { class: "reasons" }, items)];
  });
  const pairs = links.slice(0, MAX_LISTED_PAIRS).map((e) => {
    const [from, to] = [edges[e].from, edges[e].to].map((i) => papers[i].short);
    const why = whyButton(`Why ${from} and ${to} are linked`, () => chooseEdge(e));
    return el("li", {}, bdi(from), " – ", bdi(to), el("span", { class: "why" }, "weight ", weighed(weightOf(edges[e])), " ", why));
  });
  const note = links.length > MAX_LISTED_PAIRS ? `heaviest ${MAX_LISTED_PAIRS} of ${grouped(links.length)}` : plural(links.length, "pair");
  return [headOfTwo("Why these communities are linked", ends), reasons, links.length ? section("Linked pairs", note, longList("near", pairs)) : facts("The filters hide all links between them.")];
}
