// Which panel is beside the map.

import { chooseBetween, chooseCommunity, chooseConcept, openDoor } from "./choosing.js";
import {
  bridgePanel, cardSections, communityPanel, factsOf, growthPart, highestYear, ownConcepts,
} from "./community_cards.js";
import { bdi, contained, dotted, el, heading, isPresent } from "./elements.js";
import { edgePanel } from "./evidence.js";
import { openExport } from "./exporting.js";
import { beginningPanel } from "./filters.js";
import {
  NODE, NODES, bridgeOf, capital, communities, concepts, countNodes, data, edges, grouped, keyOf, papers, plural,
  state, view, weighed, weightOf,
} from "./model.js";
import { overview } from "./overview.js";
import { closeButton, longList, paperItem } from "./panels.js";
import { paperPanel } from "./paper_panel.js";
import { pathPanel, pickingPanel } from "./path_panel.js";
import { details } from "./screen.js";
import { conceptChip } from "./search.js";
import { membersOf, sorted } from "./sorting.js";
import { conceptPanel, longChips, repositoryPanel, togetherPanel, yearsOf } from "./subject_panels.js";
import { DOORS, doorOpen, papersBy } from "./subjects.js";
import { trayPanel } from "./tray_panel.js";
import { update } from "./updating.js";

// The panels of an author and a venue: their papers by year, and who and what else these papers have; and of papers that
// are selected.

// The names of a kind in some papers, those in most of them first, with the number of these papers.
/** @param {DoorName} door @param {number[]} among @param {string} but */
function namesIn(door, among, but) {
  const counts = new Map();
  for (const i of among) for (const name of DOORS[door].of(papers[i])) if (name !== but) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1]);
}

/** @param {DoorName} door @param {string} name */
function doorPanel(door, name) {
  const all = papersBy(door, name);
  const shown = sorted(all.filter((i) => view.papers[i]));
  const cited = all.reduce((sum, i) => sum + (papers[i].citations ?? 0), 0);
  /** @type {Piece[]} */
  const parts = [closeButton(), el("h2", { dir: "auto" }, contained(name)),
    el("p", { class: "facts" }, dotted(DOORS[door].label, countNodes(all.length), yearsOf(all), cited ? `cited ${plural(cited, "time")}` : ""))];
  const growth = growthPart(shown);
  if (growth?.length) parts.push(heading("Papers by year"), ...growth);
  for (const other of /** @type {DoorName[]} */ (["author", "venue"])) {
    const found = namesIn(other, shown, name);
    /** @param {[name: string, n: number]} options */
    const chip = ([one, n]) => el("button", { type: "button", "aria-pressed": "false", click: () => openDoor(other, one) }, bdi(one), " ", el("small", {}, grouped(n)));
    if (found.length) parts.push(heading(other === door ? "Co-authors" : `${DOORS[other].label}s`, NODES), longChips(found, chip));
  }
  const own = ownConcepts(shown).map(([concept]) => concept);
  if (own.length) parts.push(heading("Concepts", NODES), longChips(own, conceptChip));
  return [...parts, heading(capital(NODES), shown.length < all.length ? `${grouped(shown.length)} of ${grouped(all.length)}` : countNodes(all.length)), ...longList("near", shown.map((i) => () => paperItem(i)))];
}

// The papers that are ticked in the table or within the lasso.
function selectionPanel() {
  const among = sorted([...state.selected]);
  return [
    el("button", { type: "button", class: "quiet close", click: () => update({ selected: new Set() }) }, "Clear"),
    el("h2", {}, countNodes(among.length), " selected"), el("p", { class: "facts" }, yearsOf(among)),
    el("button", { type: "button", class: "fold arrow", click: () => openExport("selected") }, "Export as BibTeX, RIS, CSV, GraphML or Markdown"),
    ...longList("near", among.map((i) => () => paperItem(i))),
  ];
}

// Two communities side by side: their cards in one panel, what both have, and the links between them.

/** @param {number} c @param {number} other */
function versusPanel(c, other) {
  const both = [c, other];
  const members = both.map(membersOf);
  const top = Math.max(...members.map(highestYear));
  /** @param {number} one @param {number} k */
  const end = (one, k) => el("div", {}, el("button", { type: "button", class: "pair", dir: "ltr", click: () => chooseCommunity(one) }, communities[one].label), el("p", { class: "facts" }, factsOf(members[k])));
  /** @type {Piece[]} */
  const parts = [closeButton(), el("h2", {}, "Two communities compared"), el("div", { class: "versus" }, ...both.map(end)), ...betweenPart(c, other), ...sharedPart(members)];
  const sections = members.map((own) => cardSections(own, top));
  sections[0].forEach(([name, first], k) => {
    const found = [first, sections[1][k][1]];
    if (!found.some((one) => isPresent(one.parts))) return;
    /** @param {CardSection} options @param {number} at */
    const cell = ({ parts: shown }, at) => el("div", { role: "group", "aria-label": communities[both[at]].label }, isPresent(shown) ? [shown].flat() : el("p", { class: "facts" }, "none"));
    parts.push(heading(name.replace("its", "their"), first.note), el("div", { class: "versus" }, ...found.map(cell)));
  });
  return parts;
}

/** @param {number} c @param {number} other */
function betweenPart(c, other) {
  const key = keyOf(c, other);
  const links = edges.filter((edge, e) => view.edges[e] && bridgeOf(edge) === key);
  if (!links.length) return [heading("Links between them"), el("p", { class: "facts" }, `No ${NODE} of one is linked with one of the other.`)];
  const why = el("button", { type: "button", class: "quiet turn", click: () => chooseBetween(key) }, "Why");
  return [heading("Links between them"), el("p", { class: "facts" }, `${plural(links.length, "linked pair")}, weight ${weighed(links.reduce((sum, edge) => sum + weightOf(edge), 0))} `, why)];
}

// The concepts that papers of both hold, with the numbers of papers on either side.
/** @param {number[][]} members */
function sharedPart(members) {
  const counts = members.map((among) => {
    const counted = new Map();
    for (const i of among) for (const c of papers[i].concepts) counted.set(c, (counted.get(c) ?? 0) + 1);
    return counted;
  });
  const shared = [...counts[0].keys()].filter((c) => counts[1].has(c));
  if (!shared.length) return [heading("Concepts of both"), el("p", { class: "facts" }, "No concept is in papers of both.")];
  /** @param {number} c */
  const least = (c) => Math.min(counts[0].get(c), counts[1].get(c)) / data.frequencies[c];
  /** @param {number} concept */
  const chip = (concept) => el("button", { type: "button", "aria-pressed": "false", click: () => chooseConcept(concept) }, bdi(concepts[concept]), " ", el("small", {}, counts.map((one) => one.get(concept)).join(" : ")));
  return [heading("Concepts of both", "papers of either"), longChips(shared.sort((a, b) => least(b) - least(a) || a - b), chip)];
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
  return state.picking === null ? overviewPanel() : pickingPanel(state.picking);
}

// The panel without another selection: that of the open community; empty if the map shows all its papers.
function overviewPanel() {
  return overview.on && state.opened !== null ? communityPanel(state.opened) : [];
}

const panel = /** @type {HTMLElement} */ (details.parentElement);
let panelScrolled = false;

export function showDetails() {
  const parts = chosenPanel().filter((part) => part !== null);
  details.replaceChildren(.../** @type {Node[]} */ (parts));
  if (!parts.length && details.hidden) return; // scrolling would force a layout of the whole page
  details.hidden = !parts.length;
  // Setting the position would lay out the whole page.
  if (panelScrolled) panel.scrollTop = 0;
  panelScrolled = false;
}

panel.addEventListener("scroll", () => { panelScrolled = true; }, { passive: true });
