// The panels beside the map: of a paper, of a path, and of all else that can be selected.

import {
  chooseBetween, chooseCommunity, chooseConcept, chooseEdge, choosePaper, choosePath, openDoor, pickFrom, stopPicking,
} from "./choosing.js";
import { papersOn } from "./deriving.js";
import {
  MAX_TITLE, bdi, contained, dotted, el, enumerated, facts, heading, joined, present, section,
} from "./elements.js";
import { bibtexOf, copyText, linkName, openExport, trayButtons, trayPanel } from "./exporting.js";
import { CHANGES, changesOf } from "./facets.js";
import { beginningPanel } from "./filters.js";
import {
  DIRECTIONS, KINDS, MARKS, NODE, NODES, bridgeOf, capital, communities, concepts, countNodes, data, edges, grouped,
  grouping, isOfPapers, keyOf, linksOf, nameOf, otherEnd, papers, plural, rankOfKind, reasonPasses, recordState,
  secondRing, state, tally, titleOf, update, view, weighed, weightOf,
} from "./model.js";
import { overview } from "./overview.js";
import {
  FEW, address, authors, chip, closeButton, date, doorButton, endButton, folded, foldedGroup, linkItem, longChips,
  longList, paperItem, paperSection, whyButton,
} from "./panels.js";
import { details } from "./screen.js";
import { conceptChip } from "./search.js";
import { membersOf, sorted } from "./sorting.js";
import {
  bridgePanel, cardSections, communityPanel, conceptPanel, edgePanel, factsOf, growthPart, highestYear, namely,
  ownConcepts, quote, quotedFrom, repositoryPanel, togetherPanel, yearsOf,
} from "./subject_panels.js";
import { DOORS, conceptOf, doorOpen, holders, papersBy } from "./subjects.js";
import {
  LEFT_OUT, abstractReady, abstracts, fold, formsOf, hasAbstract, isCut, markOf, markTerms, nLetters, termFinder,
  whenUnpacked,
} from "./text_index.js";
import { notUnpacked } from "./unpacking.js";

// An abstract with the paper's concepts marked, and the names of other papers' systems, which lead to these papers.
/** @param {number} i */ function abstractText(i) {
  /** @type {FindTerms<{ target?: number }>} */ const find = termFinder([
    ...(papers[i].names ?? []).map(([name, target]) => /** @type {[string[], { target?: number }]} */ ([[name], { target }])),
    ...papers[i].concepts.map((c) => /** @type {[string[], object]} */ ([formsOf(c), {}])),
  ]);
  const marked = markTerms(abstracts[i], find, (text, { target }) => {
    if (target === undefined) return markOf(text);
    return el("button", { class: "named", title: titleOf(target), click: () => choosePaper(target) }, markOf(text));
  });
  if (!isCut(i)) return marked;
  const words = `A page of so many papers has the first ${grouped(nLetters)} letters of an abstract. The list that it was made of has the rest.`;
  return [...marked, el("span", { class: "cut", dir: "ltr" }, words)];
}

// The button that shows the abstract, and the abstract. It stays open when another paper is selected.
/** @param {number} i */ function abstractPart(i) {
  if (data.leaves_abstracts_out) return [facts(LEFT_OUT)];
  if (!hasAbstract(i)) return [];
  const part = el("p", { class: "abstract", id: "abstract", dir: "auto" });
  const fill = () => part.replaceChildren(...abstractText(i));
  return folded("Abstract", part, {
    isOpen: state.reading,
    show: (isOpen) => {
      if (isOpen && abstracts[i] !== undefined) fill();
      else if (isOpen) abstractReady(i).then(fill, () => part.replaceChildren(notUnpacked("abstracts")));
      if (isOpen === state.reading) return;
      state.reading = isOpen;
      recordState();
    },
  });
}

const LARGE_TITLE = 120; // characters up to which a title has large letters: it leaves space for what follows

// The title, of which a very long one is cut until it is asked for.
/** @param {number} i */ function longTitle(i) {
  const { title } = papers[i];
  const shown = el("h2", { dir: "auto", id: "title", class: title.length > LARGE_TITLE ? "long" : null }, titleOf(i));
  if (title.length <= MAX_TITLE) return [shown];
  const turn = () => {
    const isOpen = more.getAttribute("aria-expanded") === "true";
    shown.textContent = isOpen ? titleOf(i) : contained(title);
    more.setAttribute("aria-expanded", String(!isOpen));
  };
  const more = el("button", { class: "fold", "aria-expanded": "false", "aria-controls": "title", click: turn }, `All ${grouped(title.length)} characters of the title`);
  return [shown, more];
}

// One link of each name, of the paper's own: what most readers look for.
/** @param {Paper} paper @returns {Map<string, PaperLink>} */ function namedLinks(paper) {
  const named = new Map();
  for (const link of paper.links) {
    if (link.safe && link.role !== "other" && !named.has(linkName(link))) named.set(linkName(link), link);
  }
  return named;
}

/** @param {Map<string, PaperLink>} named */ function quickLinks(named) {
  const order = ["arXiv", "PDF", "DOI", "Paper", "Page", "Code"];
  /** @param {string} name */ const rank = (name) => (order.includes(name) ? order.indexOf(name) : order.length);
  const items = [...named].sort((a, b) => rank(a[0]) - rank(b[0])).map(([name, link]) => el("li", {}, address(link.url, name)));
  return items.length ? el("ul", { class: "quick", "aria-label": "Links" }, ...items) : null;
}

// BibTeX to copy. Where the clipboard is out of reach the text is selected.
/** @param {number} i */ function bibtexPart(i) {
  const shown = el("pre", { class: "bibtex", id: "bibtex", tabindex: "0", "aria-label": "BibTeX" });
  const copy = el("button", { class: "quiet", click: () => copyText(bibtexOf([i]), copy, () => getSelection()?.selectAllChildren(shown)) }, "Copy");
  const show = (/** @type {boolean} */ isOpen) => {
    copy.hidden = !isOpen;
    if (isOpen) shown.textContent = bibtexOf([i]);
  };
  return [...folded("BibTeX", shown, { show }), copy];
}

// The second ring: the papers behind the neighbours, on demand.
/** @param {number} i */ function ringPart(i) {
  const ring = secondRing(i);
  if (!ring.length) return [];
  const button = el("button", { class: "fold", "aria-expanded": String(state.ring), click: () => update({ ring: !state.ring }) }, `Second ring: ${countNodes(ring.length)}`);
  return [button, state.ring && longList("near", ring.map(([other, via]) => paperItem(other, ["through ", namely(via)])))];
}

const ONLY_ADDRESS = /^\s*<?https?:\S+\s*$/i; // a quote that says no more than the link below it

// Where it was published, as references print it: Harbour Letters 36(6), 14–29.
/** @param {Paper} paper */ function publication({ venue, volume, issue, first_page, last_page }) {
  if (!venue) return null;
  const number = (volume ?? "") + (issue ? `(${issue})` : "");
  const pages = [first_page, last_page].filter(Boolean).join("–");
  return joined([[doorButton("venue", venue), number && [" ", bdi(number)]], pages && bdi(pages)], ", ");
}

const FEW_VALUES = 6;

// The facts that have a row of their own, as far as they are known: affiliations, funding ...
/** @param {Paper} paper */ const factRows = (paper) => (data.facts ?? []).flatMap(([key, label]) => {
  /** @type {string[]} */ const values = [/** @type {any} */ (paper)[key] ?? []].flat();
  const rest = values.length > FEW_VALUES && ` and ${plural(values.length - FEW_VALUES, "other")}`;
  return values.length ? facts(`${label}: `, joined(values.slice(0, FEW_VALUES).map(bdi), "; "), rest) : [];
});

/** @param {PaperLink} link */ const isCode = ({ kind }) => kind === "repository" || kind === "code";

/** @param {number} i */ function paperPanel(i) {
  const paper = papers[i];
  const named = namedLinks(paper);
  // What is linked by name above is listed only if an audit says something of it.
  const above = new Set([...named.values()].filter((link) => link.outcome === undefined));
  const [code, others] = [paper.links.filter(isCode), paper.links.filter((link) => !isCode(link) && !above.has(link))];
  const quotes = paper.sentence && !ONLY_ADDRESS.test(paper.sentence);
  return [
    closeButton(), longTitle(i),
    facts(authors(paper, undefined, (name) => doorButton("author", name))),
    facts(dotted(paper.organisation && bdi(paper.organisation), paper.date ? bdi(date(paper.date)) : paper.year)),
    facts(dotted(publication(paper), paper.citations !== undefined && `cited ${plural(paper.citations, "time")}`)),
    factRows(paper), changesOf(paper).map((change) => facts(`${CHANGES[change].sign} ${CHANGES[change].label}`)), quickLinks(named), trayButtons(i), abstractPart(i),
    (code.length || paper.sentence || paper.mark !== "none") && heading("Code", MARKS[paper.mark]),
    quotes && el("p", { class: "claim", dir: "auto" }, paper.sentence),
    longList("links", code.map((link) => linkItem(link))),
    linkGroups(i), unlinkedPart(i),
    section("Concepts", NODES, longChips(paper.concepts, conceptChip)),
    section("Other links", "", longList("links", others.map((link) => linkItem(link)))),
    isOfPapers && bibtexPart(i),
    papers.length > 1 && el("button", { class: "fold arrow", click: () => pickFrom(i) }, `Path to another ${NODE}`),
  ];
}

const FEW_ROWS = 12; // of the groups that are open; all others are folded

// The papers that a paper is linked with, by reason: what it cites and what cites it first, the most cited of these first.
/** @param {number} i */ function linkGroups(i) {
  /** @param {Reason} reason */ const nameIn = ({ kind, tail }) => (tail !== undefined && Object.hasOwn(DIRECTIONS, kind) ? DIRECTIONS[kind][tail === i ? 0 : 1] : nameOf(KINDS, kind));
  const all = linksOf[i].filter((e) => view.edges[e]).flatMap((e) => edges[e].reasons.filter(reasonPasses).map((reason) => ({ e, other: otherEnd(edges[e], i), reason })));
  const near = grouping(all, ({ reason }) => nameIn(reason));
  if (!near.size) return [heading("Links"), facts(linksOf[i].length ? `The filters hide all links of this ${NODE}.` : `No link to another ${NODE} in the list.`)];
  /** @param {string} kind */ const rank = (kind) => (Object.hasOwn(DIRECTIONS, kind) ? -1 : rankOfKind(kind));
  /** @param {number} other */ const cited = (other) => papers[other].citations ?? 0;
  let n = 0;
  const named = [...near].map(([name, links]) => ({ name, links, kind: links[0].reason.kind }));
  named.sort((a, b) => rank(a.kind) - rank(b.kind) || (a.kind < b.kind ? -1 : Number(a.kind > b.kind)) || (a.name < b.name ? 1 : -1));
  const groups = named.map(({ name, links }) => {
    links.sort((a, b) => b.reason.weight - a.reason.weight || cited(b.other) - cited(a.other) || papers[b.other].weight - papers[a.other].weight || a.other - b.other);
    const isOpen = n < FEW_ROWS;
    n += Math.min(links.length, FEW);
    const items = links.map(({ e, other, reason }) => () => paperItem(other, reasonWords(reason), whyButton(`Why linked with ${papers[other].short}`, () => chooseEdge(e))));
    return foldedGroup(name, countNodes(links.length), isOpen, () => longList("near", items));
  });
  return [groups, ringPart(i)];
}

const MOST_SIMILAR = 12;

// Papers that share several concepts with a paper but have no link with it, those that share the rarest first.
/** @param {number} i */ function unlinkedPart(i) {
  const own = papers[i].concepts;
  const counts = new Uint16Array(papers.length);
  for (const c of own) for (const other of holders[c]) counts[other] += view.papers[other];
  for (const other of [i, ...linksOf[i].map((e) => otherEnd(edges[e], i))]) counts[other] = 0;
  if (!counts.some((n) => n > 1)) return [];
  return [foldedGroup("Similar, not linked", "by concepts", false, () => {
    const found = [...counts.keys()].filter((other) => counts[other] > 1).map((other) => {
      const shared = own.filter((c) => papers[other].concepts.includes(c));
      return { other, shared, weight: shared.reduce((sum, c) => sum + Math.log(papers.length / data.frequencies[c]) ** 2, 0) };
    });
    found.sort((a, b) => b.weight - a.weight || a.other - b.other);
    return longList("near", found.slice(0, MOST_SIMILAR).map(({ other, shared }) => () => paperItem(other, enumerated(shared.map((c) => concepts[c])))));
  })];
}

const FEW_REASONS = 4;

// What a row says of a reason besides the name of its group: of many references or concepts how many, of a citation the
// sentence if one is known.
/** @param {Reason} reason */ function reasonWords({ kind, weight, evidence }) {
  if (kind === "coupling") return [plural(isOfPapers ? evidence.length : weight, "shared reference")];
  if (kind === "co_citation") return [`cited together by ${plural(evidence.length, "paper")}`];
  const told = kind === "citation" ? evidence.slice(1, 2) : evidence.slice(0, FEW_REASONS);
  const rest = kind === "citation" ? 0 : evidence.length - told.length;
  return told.length ? [enumerated(told), rest ? ` and ${grouped(rest)} more` : ""] : [];
}

// The panel of a path: how one paper leads to another, hop by hop, with the reason for each; and the choice of its ends.

/** @param {number} from */ function pickingPanel(from) {
  return [
    el("button", { class: "quiet close", click: stopPicking }, "Cancel"),
    el("h2", {}, "Path from"), el("p", { class: "pair", dir: "auto" }, titleOf(from)),
    facts(`Choose the other ${NODE}: on the map, in the list, or by a search. With the keyboard, the arrows on the map lead to it, and Enter chooses it.`),
  ];
}

// Why two papers of a hop are linked: the strongest reason, quoted from the one that the hop begins with first.
/** @param {number} e @param {number} from */ function hopReason(e, from) {
  const edge = edges[e];
  const ends = [from, otherEnd(edge, from)];
  const [reason] = edge.reasons.filter(reasonPasses);
  const [first] = reason.evidence;
  const words = reason.tail !== undefined && Object.hasOwn(DIRECTIONS, reason.kind) ? `${papers[reason.tail].short} ${DIRECTIONS[reason.kind][0].toLowerCase()} the other` : nameOf(KINDS, reason.kind);
  const why = whyButton(`why: ${papers[ends[0]].short} and ${papers[ends[1]].short}`, () => chooseEdge(e));
  const isShared = reason.kind === "concept";
  const quotes = el("div", { class: "quotes" });
  if (isShared) {
    const find = termFinder([[conceptOf.has(first) ? formsOf(conceptOf.get(first)) : [first], {}]]);
    whenUnpacked(ends, () => quotes.replaceChildren(...ends.map((i) => quote(i, quotedFrom(i, find), find))));
  }
  return [
    el("p", { class: "why" }, bdi(words), ` (weight ${weighed(weightOf(edge))}): `, isShared && enumerated(reason.evidence), " ", why),
    isShared ? quotes : first !== undefined && el("blockquote", { dir: "auto" }, contained(first)),
  ];
}

/** @param {number[]} chain @param {number} from */ function chainList(chain, from) {
  const hops = papersOn(chain, from).map((i, k) => {
    const name = el("button", { class: "name", dir: "auto", "data-paper": i, click: () => choosePaper(i) }, titleOf(i));
    return el("li", {}, name, k < chain.length && el("div", { class: "hop" }, hopReason(chain[k], i)));
  });
  return el("ol", { class: "chain near" }, ...hops);
}

// What two papers have in common that are not linked: pruning leaves out links that say little, such as those by a concept
// of many papers.
/** @param {number} from @param {number} to */ function commonPart(from, to) {
  const shared = papers[from].concepts.filter((c) => papers[to].concepts.includes(c)).sort((a, b) => data.frequencies[a] - data.frequencies[b]);
  const others = new Set((papers[to].authors ?? []).map(fold));
  const names = (papers[from].authors ?? []).filter((name) => others.has(fold(name)));
  return [
    heading("In common", shared.length ? NODES : ""),
    shared.length > 0 && el("div", { class: "chips" }, shared.map(conceptChip)),
    names.length > 0 && facts(`${names.length > 1 ? "Authors" : "Author"}: `, enumerated(names)),
    !shared.length && !names.length && facts("No concept and no author."),
  ];
}

/** @param {[from: number, to: number]} path @param {Chains} chains */ function pathPanel([from, to], { shortest, strongest }) {
  /** @param {number} i */
  const end = (i) => el("button", { class: "pair", dir: "auto", "data-paper": i, click: () => choosePaper(i) }, titleOf(i));
  const turn = el("button", { class: "quiet turn", click: () => choosePath(to, from) }, "the other way round");
  const head = [closeButton(), el("h2", {}, "From one to the other"), end(from), el("span", { class: "and" }, "to "), end(to), facts(turn), shortest?.length !== 1 && commonPart(from, to)];
  if (!shortest || !strongest) {
    const isFiltered = state.without.size || state.weight || view.papers.some((shown) => !shown);
    return [head, facts(`No chain of links joins the two${isFiltered ? ", or the filters hide it" : ""}.`)];
  }
  const isSame = shortest.join() === strongest.join();
  /** @param {string} name @param {number[]} chain */ const part = (name, chain) => {
    const least = weighed(Math.min(...chain.map((e) => weightOf(edges[e]))));
    return section(name, chain.length > 1 ? `${plural(chain.length, "hop")}, weakest link ${least}` : "linked directly", chainList(chain, from));
  };
  return [head, part(isSame ? "Shortest and strongest" : "Shortest", shortest), isSame ? [] : part("Strongest", strongest)];
}

// The panels of an author and a venue: their papers by year, and who and what else these papers have; and of papers that
// are selected.

/** @param {DoorName} door @param {string} name */ function doorPanel(door, name) {
  const all = papersBy(door, name);
  const shown = sorted(all.filter((i) => view.papers[i]));
  const cited = all.reduce((sum, i) => sum + (papers[i].citations ?? 0), 0);
  const own = ownConcepts(shown).map(([concept]) => concept);
  // Those in most of its papers first.
  const chips = /** @type {DoorName[]} */ (["author", "venue"]).map((other) => {
    const names = [...tally(shown.flatMap((i) => DOORS[other].of(papers[i])).filter((one) => one !== name))].sort((a, b) => b[1] - a[1]);
    return section(other === door ? "Co-authors" : `${DOORS[other].label}s`, NODES, longChips(names, ([one, n]) => chip(one, grouped(n), () => openDoor(other, one))));
  });
  return [
    closeButton(), el("h2", { dir: "auto" }, contained(name)),
    facts(dotted(DOORS[door].label, countNodes(all.length), yearsOf(all), cited > 0 && `cited ${plural(cited, "time")}`)),
    section("Papers by year", "", growthPart(shown)), chips, section("Concepts", NODES, longChips(own, conceptChip)),
    paperSection(capital(NODES), shown, undefined, shown.length < all.length ? `${grouped(shown.length)} of ${grouped(all.length)}` : countNodes(all.length)),
  ];
}

// The papers that are ticked in the table or within the lasso.
function selectionPanel() {
  const among = sorted([...state.selected]);
  return [
    el("button", { class: "quiet close", click: () => update({ selected: new Set() }) }, "Clear"),
    el("h2", {}, countNodes(among.length), " selected"), facts(yearsOf(among)),
    el("button", { class: "fold arrow", click: () => openExport("selected") }, "Export as BibTeX, RIS, CSV, GraphML or Markdown"),
    longList("near", among.map((i) => () => paperItem(i))),
  ];
}

/** @param {number} c @param {number} other */ function versusPanel(c, other) {
  const both = [c, other];
  const members = both.map(membersOf);
  const top = Math.max(...members.map(highestYear));
  const ends = both.map((one, k) => el("div", {}, endButton(communities[one].label, () => chooseCommunity(one), "ltr"), facts(factsOf(members[k]))));
  const sections = members.map((own) => cardSections(own, top));
  const compared = sections[0].flatMap(([name, first], k) => {
    const found = [first, sections[1][k][1]];
    /** @param {CardSection} options @param {number} at */
    const cell = ({ parts }, at) => el("div", { role: "group", "aria-label": communities[both[at]].label }, present(parts).length ? parts : facts("none"));
    return found.some(({ parts }) => present(parts).length) ? [heading(name.replace("its", "their"), first.note), el("div", { class: "versus" }, found.map(cell))] : [];
  });
  return [closeButton(), el("h2", {}, "Two communities compared"), el("div", { class: "versus" }, ends), betweenPart(c, other), sharedPart(members), compared];
}

/** @param {number} c @param {number} other */ function betweenPart(c, other) {
  const key = keyOf(c, other);
  const links = edges.filter((edge, e) => view.edges[e] && bridgeOf(edge) === key);
  if (!links.length) return [heading("Links between them"), facts(`No ${NODE} of one is linked with one of the other.`)];
  const why = el("button", { class: "quiet turn", click: () => chooseBetween(key) }, "Why");
  return [heading("Links between them"), facts(`${plural(links.length, "linked pair")}, weight ${weighed(links.reduce((sum, edge) => sum + weightOf(edge), 0))} `, why)];
}

// The concepts that papers of both hold, with the numbers of papers on either side.
/** @param {number[][]} members */ function sharedPart(members) {
  const counts = members.map((among) => tally(among.flatMap((i) => papers[i].concepts)));
  const shared = [...counts[0].keys()].filter((c) => counts[1].has(c));
  if (!shared.length) return [heading("Concepts of both"), facts("No concept is in papers of both.")];
  /** @param {number} c */ const least = (c) => Math.min(counts[0].get(c), counts[1].get(c)) / data.frequencies[c];
  shared.sort((a, b) => least(b) - least(a) || a - b);
  return section("Concepts of both", "papers of either", longChips(shared, (concept) => chip(concepts[concept], counts.map((one) => one.get(concept)).join(" : "), () => chooseConcept(concept))));
}

function chosenPanel() {
  if (state.path !== null && view.path !== null) return pathPanel(state.path, view.path);
  if (state.edge !== null) return edgePanel(state.edge);
  if (state.paper !== null) return paperPanel(state.paper);
  if (state.about !== null && state.versus !== null) return versusPanel(state.about, state.versus);
  if (state.about !== null) return communityPanel(state.about);
  if (state.between !== null) return bridgePanel(state.between);
  if (state.concept !== null && state.together !== null) return togetherPanel(state.concept, state.together);
  if (state.concept !== null) return conceptPanel(state.concept);
  if (state.repository !== null) return repositoryPanel(state.repository);
  const door = doorOpen();
  if (door) return doorPanel(door, state[door] ?? "");
  if (state.tray) return trayPanel();
  if (state.begin) return beginningPanel();
  if (state.selected.size && state.picking === null) return selectionPanel();
  if (state.picking !== null) return pickingPanel(state.picking);
  return overview.on && state.opened !== null ? communityPanel(state.opened) : [];
}

const panel = /** @type {HTMLElement} */ (details.parentElement);
let panelScrolled = false;

export function showDetails() {
  const parts = present(chosenPanel());
  details.replaceChildren(...parts);
  if (!parts.length && details.hidden) return; // scrolling would force a layout of the whole page
  details.hidden = !parts.length;
  // Setting the position would lay out the whole page.
  if (panelScrolled) panel.scrollTop = 0;
  panelScrolled = false;
}

panel.addEventListener("scroll", () => { panelScrolled = true; }, { passive: true });
