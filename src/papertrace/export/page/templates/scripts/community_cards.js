// The card of a community: what it is about, which papers stand out in it, how it grew, and its code.

import {
  chooseBetween, chooseCommunity, chooseEdge, choosePaper, chooseRepository, closeCommunity, compare, frameCommunity,
} from "./choosing.js";
import { bdi, contained, dotted, el, enumerated, heading, isPresent, joined } from "./elements.js";
import { yearSteps } from "./facets.js";
import { markIcon, theme } from "./marks.js";
import {
  KINDS, MARKS, NODES, OUTCOMES, STATES, UNCHOSEN, bridgeOf, capital, communities, communityOf, concepts, countNodes,
  data, edges, endsOf, grouped, keyOf, linksOf, linksShown, nameOf, otherEnd, papers, plural, rankOfKind, reasonPasses,
  speaksOfCode, state, tally, toggle, view, weighed, weightOf, years,
} from "./model.js";
import { buildBridges, overview } from "./overview.js";
import { FEW, date, endButton, headOfTwo, longList, nameItem, paperItem, whyButton } from "./panels.js";
import { box, crumbs } from "./screen.js";
import { SORTS, dateKey, membersOf, sortName } from "./sorting.js";
import { yearsOf } from "./subject_panels.js";
import { repositories } from "./subjects.js";
import {
  abstracts, formsOf, hasAbstract, markOf, markTerms, sentencesOf, termFinder, whenUnpacked,
} from "./text_index.js";
import { canUnpack, tooOld } from "./unpacking.js";
import { afterPanel, update } from "./updating.js";

const STANDING_OUT = 3; // papers of each kind
const MAX_BARS_NAMED = 9;
const LIVING = ["linked", "moved"];
const WITH_CODE = [...LIVING, "archived", "restricted", "undecided", "suspect", "dead"];
/** @type {boolean | null} */ let audited = null; // looked up when first asked for
const isAudited = () => (audited ??= papers.some((paper) => paper.links.some((link) => link.outcome !== undefined)));

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

/** @param {[number, Piece][]} items */
const standingList = (items) => el("ul", { class: "near" }, ...items.map(([i, why]) => paperItem(i, why)));

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
    const bar = el("span", { class: "bar" });
    bar.style.height = `${(2.6 * counts[k]) / highest}rem`;
    const named = k % every === (span.length - 1) % every;
    return el("span", { title: `${year}: ${countNodes(counts[k])}` }, el("span", { class: "n" }, counts[k] && span.length <= 2 * MAX_BARS_NAMED ? String(counts[k]) : ""), bar, el("span", { class: "year" }, named ? `’${String(year).slice(-2)}` : ""));
  });
  return [
    dated.length ? el("div", { class: "growth", role: "img", "aria-label": `${capital(NODES)} by year. ${said}` }, ...bars) : null,
    undated ? el("p", { class: "facts" }, dated.length ? `${countNodes(undated)} without a year` : "None here has a year.") : null,
  ].filter(isPresent);
}
/** @param {number[]} members */
export const highestYear = (members) => Math.max(1, ...years.map((year) => members.filter((i) => papers[i].year === year).length));

// How many of the papers have code, in what state.
/** @param {number[]} members */ function codePart(members) {
  /** @param {...string} marks */ const count = (...marks) => members.filter((i) => marks.includes(papers[i].mark)).length;
  const [living, all, n] = [count(...LIVING), count(...WITH_CODE), members.length];
  const words = isAudited()
    ? `${grouped(living)} of ${countNodes(n)} (${percent(living, n)}) have living code.`
    : `${grouped(all)} of ${countNodes(n)} (${percent(all, n)}) link to code; no audit has checked it.`;
  const marks = Object.keys(MARKS).filter((mark) => mark !== "none" && count(mark));
  const bar = el("span", { class: "share", "aria-hidden": "true" }, el("span", {}));
  /** @type {HTMLElement} */ (bar.firstChild).style.width = percent(isAudited() ? living : all, n);
  return [el("p", {}, words), bar, marks.length ? el("ul", { class: "states" }, ...marks.map((mark) => el("li", {}, markIcon(mark, theme.soft), " ", `${grouped(count(mark))} ${MARKS[mark].toLowerCase()}`))) : null];
}

// The repositories of a community's own code: those that are not dead, then those that most of its papers link to.
/** @param {number[]} members */ function bestRepositories(members) {
  /** @type {Map<number, RepositoryFound>} */ const found = new Map();
  for (const i of members) {
    for (const link of papers[i].links) {
      if (link.repository === undefined || link.role === "other") continue;
      if (!found.has(link.repository)) found.set(link.repository, { among: new Set(), dead: true, state: "" });
      const one = found.get(link.repository);
      one.among.add(i);
      if (link.outcome !== "dead") one.dead = false;
      one.state ||= Object.hasOwn(STATES, link.state ?? "") ? STATES[link.state ?? ""] : link.outcome === "alive" ? "" : nameOf(OUTCOMES, link.outcome ?? "");
    }
  }
  /** @param {RepositoryFound} options */
  const weigh = ({ among }) => Math.max(...[...among].map((i) => papers[i].citations ?? papers[i].weight));
  /** @param {[number, RepositoryFound]} options @param {[number, RepositoryFound]} options */
  const rank = ([, a], [, b]) => Number(a.dead) - Number(b.dead) || Number(Boolean(a.state)) - Number(Boolean(b.state)) || b.among.size - a.among.size || weigh(b) - weigh(a);
  return [...found].sort(rank).slice(0, STANDING_OUT);
}

/** @param {[number, RepositoryFound][]} best */ function repositoryList(best) {
  return el("ul", { class: "near" }, ...best.map(([r, { among, state: words }]) =>
    nameItem(repositories[r].name, () => chooseRepository(r), dotted(among.size > 1 ? countNodes(among.size) : bdi(papers[[...among][0]].short), words))));
}

// The sections of a card by name: { note, parts }. `top` is the height of the chart of growth in papers.
/** @param {number[]} members @param {number} [top] @returns {[name: string, section: CardSection][]} */
export function cardSections(members, top) {
  const own = ownConcepts(members);
  const chips = own.map(([concept, n]) =>
    el("button", { type: "button", "aria-pressed": "false", click: () => update({ ...UNCHOSEN, concept }) }, bdi(concepts[concept]), " ", el("small", { title: countNodes(n) }, String(n))));
  const ties = countTies();
  const central = [...members].sort((a, b) => centrality(ties, b) - centrality(ties, a) || a - b);
  const worths = (own.length ? own : central.slice(0, 5).flatMap((i) => papers[i].concepts.map((concept) => /** @type {[number, number]} */ ([concept, 1]))))
    .map((one) => /** @type {[number, number]} */ ([one[0], worthOf(one)]));
  /** @type {[name: string, section: CardSection][]} */
  const sections = [["Sentences taken from its abstracts", { parts: takenPart(central, worths) }]];
  sections.push(["Concepts", { note: `${NODES} here`, parts: chips.length ? el("div", { class: "chips" }, ...chips) : null }]);
  sections.push([`${capital(NODES)} by year`, { parts: growthPart(members, top) }]);
  sections.push(["Code", { parts: members.length && speaksOfCode ? codePart(members) : null }]);
  const best = bestRepositories(members);
  for (const [name, items] of Object.entries(standingOut(members, ties))) sections.push([name, { parts: items.length ? standingList(items) : null }]);
  sections.push(["Repositories", { note: isAudited() ? "living first" : null, parts: best.length ? repositoryList(best) : null }]);
  return sections;
}

/** @param {number[]} members */
export const factsOf = (members) => [countNodes(members.length), yearsOf(members)].filter(Boolean).join(" · ");

/** @param {number} c */ export function communityPanel(c) {
  const members = membersOf(c);
  const back = () => (overview.on && state.about === null ? closeCommunity() : update(UNCHOSEN));
  const close = el("button", { type: "button", class: "quiet close", click: () => { back(); box.focus(); } }, "Close");
  /** @type {Piece[]} */
  const parts = [close, el("h2", { dir: "ltr" }, communities[c].label), el("p", { class: "facts" }, factsOf(members)), cardTools(c)];
  for (const [name, { note, parts: found }] of cardSections(members)) if (isPresent(found)) parts.push(heading(name, note), ...[found].flat());
  const linked = buildBridges(members).reverse();
  if (linked.length) {
    parts.push(heading("Linked with", "heaviest first"), ...longList("near", linked.map((bridge) => () => {
      const other = bridge.from === c ? bridge.to : bridge.from;
      const why = whyButton(`Why linked with ${communities[other].label}`, () => chooseBetween(keyOf(c, other)));
      return nameItem(communities[other].label, () => chooseCommunity(other), [`${plural(bridge.pairs, "linked pair")} `, why], "ltr");
    })));
  }
  const items = members.map((i) => () => paperItem(i, linksShown(i)));
  return [...parts, heading(capital(NODES), SORTS[sortName() ?? "links"].said), ...longList("near", items)];
}

// What can be done with a community: show it alone, compare it with another.
/** @param {number} c */ function cardTools(c) {
  const only = el("button", { type: "button", "aria-pressed": String(state.communities.has(c)), click: () => { update({ communities: toggle(state.communities, c) }); frameCommunity(c); } }, "Show only this");
  const others = communities.map((_, k) => k).filter((k) => k !== c && communities[k].linked);
  if (!others.length) return null;
  const select = el("select", { "aria-label": "Compare with" }, el("option", { value: "" }, "Compare with …"));
  afterPanel("others", () => select.append(...others.map((k) => el("option", { value: k }, communities[k].label))));
  select.addEventListener("change", () => { if (select.value) compare(c, Number(select.value)); });
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

/** @param {{ i: number; text: string }} options @param {FindTerms<any>} find */ function takenQuote({ i, text }, find) {
  return el("figure", { class: "quote" },
    el("blockquote", { dir: "auto" }, ...markTerms(contained(text), find, markOf)),
    el("figcaption", {}, "from ", el("button", { type: "button", class: "subject", dir: "auto", "data-paper": i, click: () => choosePaper(i) }, papers[i].short)));
}

// The part of a card with these sentences, filled when the abstracts are unpacked; null if there are none.
/** @param {number[]} among @param {[concept: number, worth: number][]} worths */ function takenPart(among, worths) {
  const read = among.filter(hasAbstract).slice(0, MAX_READ);
  if (!read.length) return null;
  const part = el("div", { class: "taken" });
  if (!canUnpack) part.append(tooOld("abstracts"));
  else {
    afterPanel(`taken ${read[0]}`, () => whenUnpacked(read, () => {
      const find = termFinder(worths.map(([c]) => [formsOf(c), {}]));
      const taken = takeSentences(read, worths);
      part.replaceChildren(...(taken.length ? taken.map((one) => takenQuote(one, find)) : [el("p", { class: "facts" }, "No sentence of these abstracts stands well alone.")]));
    }));
  }
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
    el("button", { type: "button", class: "quiet", click: () => { closeCommunity(); box.focus(); } }, "All communities"),
    el("span", { "aria-hidden": "true" }, " › "),
    el("span", { "aria-current": "true", dir: "ltr" }, label));
}

// Counts the reasons of all links between two communities by kind, and the evidence for each.
/** @param {number[]} links */ function reasonsBetween(links) {
  const kindsBetween = new Map();
  for (const e of links) {
    for (const reason of edges[e].reasons.filter(reasonPasses)) {
      if (!kindsBetween.has(reason.kind)) kindsBetween.set(reason.kind, { pairs: 0, weight: 0, evidence: new Map() });
      const found = kindsBetween.get(reason.kind);
      found.pairs += 1;
      found.weight += reason.weight;
      for (const text of reason.evidence) found.evidence.set(text, (found.evidence.get(text) ?? 0) + 1);
    }
  }
  return [...kindsBetween].sort((a, b) => rankOfKind(a[0]) - rankOfKind(b[0]));
}

/** @param {number} key */ export function bridgePanel(key) {
  const [one, other] = endsOf(key);
  const links = edges.map((_, e) => e).filter((e) => view.edges[e] && bridgeOf(edges[e]) === key).sort((a, b) => weightOf(edges[b]) - weightOf(edges[a]) || a - b);
  const ends = [one, other].map((c) => endButton(communities[c].label, () => chooseCommunity(c), "ltr"));
  const parts = headOfTwo("Why these communities are linked", ends[0], ends[1]);
  for (const [kind, { pairs, weight, evidence }] of reasonsBetween(links)) {
    const named = [...evidence].sort((a, b) => b[1] - a[1]).slice(0, FEW);
    const items = named.map(([text, n]) => el("li", {}, bdi(text), el("span", { class: "why" }, plural(n, "linked pair"))));
    parts.push(heading(nameOf(KINDS, kind), `${plural(pairs, "pair")}, weight ${weighed(weight)}`), el("ul", { class: "reasons" }, ...items));
  }
  const pairs = links.slice(0, MAX_LISTED_PAIRS).map((e) => {
    const [from, to] = [edges[e].from, edges[e].to].map((i) => papers[i].short);
    const why = whyButton(`Why ${from} and ${to} are linked`, () => chooseEdge(e));
    return el("li", {}, bdi(from), " – ", bdi(to), el("span", { class: "why" }, "weight ", weighed(weightOf(edges[e])), " ", why));
  });
  if (!links.length) return [...parts, el("p", { class: "facts" }, "The filters hide all links between them.")];
  const note = links.length > MAX_LISTED_PAIRS ? `heaviest ${MAX_LISTED_PAIRS} of ${grouped(links.length)}` : plural(links.length, "pair");
  return [...parts, heading("Linked pairs", note), ...longList("near", pairs)];
}
