// Connects the parts: one function changes the state, and everything shown is derived from it.

import { readAddress, writeAddress } from "./address.js";
import {
  bringChoice, chooseConcept, choosePaper, closeCommunity, closeEdge, fitWhole, openCommunity, showTab, stopPicking,
  whole, zoomBy,
} from "./choosing.js";
import { conceptNames, conceptRadius, isShownNode } from "./concept_map.js";
import { derive } from "./deriving.js";
import { showDetails } from "./details.js";
import { bdi, el, facts, heading, keepFocus, slashSearches } from "./elements.js";
import { readStoredTray, showTray } from "./exporting.js";
import { refreshLegend } from "./facets.js";
import { buildLegend } from "./filters.js";
import { placeLabels } from "./labels.js";
import { prepareLinks } from "./map.js";
import { card, createMap, hideCard, pointCard, stopLasso } from "./map_events.js";
import { discPaints, paints, radiusOf, readTheme, showShades, theme } from "./marks.js";
import {
  UNCHOSEN, afterPanel, communities, concepts, countNodes, data, followState, hasChoice, nodes, papers, positionOf,
  runWaiting, state, titleOf, update, view,
} from "./model.js";
import { awaitNames, clearNameCache, drawnNames, drawnPaperNames, namesAreStale, ride } from "./names.js";
import { discRadius, overview } from "./overview.js";
import { address, longList } from "./panels.js";
import "./picture.js";
import { nearestTowards } from "./plane_view.js";
import {
  announce, answer, box, crumbs, details, gliding, hovered, legend, main, network, onceAnswering, query, results,
  sentence, setMap,
} from "./screen.js";
import { showList, showTable, stepResult, wholeList } from "./search.js";
import { isDark, prefersDark, stored } from "./settings.js";
import { buildSorter, showSorter } from "./sorting.js";
import { showCrumbs } from "./subject_panels.js";
import { conceptNodes, conceptOf, nodeOfConcept, repositories } from "./subjects.js";
import { idle, yieldToMain } from "./unpacking.js";
import { emptyMessage, showView } from "./views.js";

const guide = document.getElementById("guide");

function openGuide() {
  if (!guide.open) guide.showModal();
}

document.getElementById("help").addEventListener("click", openGuide);
// A press beside a dialog closes it, as readers expect; the dialog itself is the backdrop's target.
for (const dialog of document.querySelectorAll("dialog")) {
  dialog.addEventListener("click", ({ target }) => { if (target === dialog || target === dialog.querySelector("[data-close]")) dialog.close(); });
}

const themeButton = document.getElementById("theme");

function render() {
  derive();
  showShades();
  showPanels();
  afterPanel("map", () => {
    refreshLegend();
    prepareLinks();
    if (!data.discs.length) clearNameCache();
    else namesAreStale();
    if (network && !gliding) network.redraw(); // else it is drawn anyway
  });
}

function showPanels() {
  hideCard();
  showView();
  if (query.value !== state.query) query.value = state.query;
  showTab();
  main.classList.toggle("comparing", state.versus !== null);
  const list = () => keepFocus(results, showList, () => results.querySelector("[aria-current]") ?? query);
  if (hasChoice() || (state.opened !== null && !state.query.trim())) afterPanel("list", list); // the reader waits for the panel
  else list();
  showTable();
  keepFocus(details, showDetails, () => (details.hidden ? box : details));
  keepFocus(crumbs, showCrumbs, () => box);
  document.title = titleOfChoice() ?? data.title;
  showTray();
  showSorter();
}

function titleOfChoice() {
  if (state.paper !== null) return titleOf(state.paper);
  if (state.path !== null) return state.path.map((i) => papers[i].short).join(" – ");
  if (state.author !== null || state.venue !== null) return state.author ?? state.venue;
  if (state.concept !== null) return concepts[state.concept];
  if (state.about !== null) return [state.about, state.versus].filter((c) => c !== null).map((c) => communities[c].label).join(" – ");
  return state.repository === null ? null : repositories[state.repository].name;
}

function goBack() {
  if (stopLasso()) return;
  if (!card.hidden) hideCard();
  else if (state.picking !== null) stopPicking();
  else if (state.edge !== null) closeEdge();
  else if (hasChoice()) update(UNCHOSEN);
  else if (state.query) update({ query: "" });
  else if (state.selected.size) update({ selected: new Set() });
  else if (overview.on && state.opened !== null) closeCommunity();
  else /** @type {HTMLElement | null} */ (document.activeElement)?.blur();
}

/** @type {Record<string, [dx: number, dy: number]>} */
const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

// What the arrow keys step through on the map: the points, where they are now, which count, and what a step does.
/** @returns {[points: Point[], at: number | null | undefined, passes: (k: number) => unknown, go: (k: number) => void]} */ function steps() {
  if (state.view === "concepts") {
    return [conceptNodes, nodeOfConcept.get(state.concept), isShownNode, (k) => {
      const { concept } = conceptNodes[k];
      chooseConcept(concept);
      announce(`${concepts[concept]}: ${countNodes(view.concepts[concept])}`);
    }];
  }
  if (state.picking !== null) { // the other end of a path
    return [nodes, hovered ?? state.picking, (i) => view.drawn[i], (i) => {
      setMap({ hovered: i });
      network.redraw();
      pointCard(i);
      announce(`${titleOf(i)}. Enter chooses it.`);
    }];
  }
  if (overview.on && !view.drawn.some(Boolean)) { // from disc to disc
    return [data.discs, overview.pointed, (c) => overview.counts[c], (c) => {
      overview.pointed = c;
      announce(`${communities[c].label}: ${countNodes(overview.counts[c])}. Enter opens it.`);
      network.redraw();
    }];
  }
  return [nodes, state.paper, (i) => view.drawn[i], (i) => choosePaper(i, { onMap: true })];
}

/** @param {number} dx @param {number} dy */ function stepTowards(dx, dy) {
  const [points, at, passes, go] = steps();
  const next = nearestTowards(at === null || at === undefined ? network.getViewPosition() : points[at], points, dx, dy, passes);
  if (next !== null) go(next);
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
  const at = document.activeElement;
  const typing = ["INPUT", "SELECT", "TEXTAREA"].includes(at?.tagName);
  const listing = at === query || results.contains(at);
  let done = true;
  if (event.key === "Escape") goBack();
  else if (event.key === "?" && slashSearches && !typing) openGuide();
  else if (event.key === "/" && slashSearches && !(typing && at === query)) query.select();
  else if (listing && event.key === "ArrowDown") stepResult(1);
  else if (listing && event.key === "ArrowUp" && at !== query) stepResult(-1);
  else if (at === query && event.key === "Enter") results.querySelector("button")?.click();
  else if (at === box && ARROWS[event.key]) stepTowards(...ARROWS[event.key]);
  else if (at === box && event.key === "Enter" && state.picking !== null) { if (hovered !== null) choosePaper(hovered); }
  else if (at === box && event.key === "Enter" && overview.on && state.opened === null && overview.pointed !== null) openCommunity(overview.pointed);
  else if (at === box && event.key === "Enter" && !details.hidden) details.focus();
  else if (at === box && (event.key === "+" || event.key === "=")) zoomBy(1.4);
  else if (at === box && event.key === "-") zoomBy(1 / 1.4);
  else if (at === box && event.key === "0") fitWhole();
  else done = false;
  if (done) event.preventDefault();
});

document.getElementById("closer").addEventListener("click", () => zoomBy(1.5));
document.getElementById("farther").addEventListener("click", () => zoomBy(1 / 1.5));
document.getElementById("whole").addEventListener("click", () => fitWhole());

/** @param {boolean} dark @param {boolean} [printed] */ function setTheme(dark, printed = false) {
  document.documentElement.dataset.theme = printed ? "print" : dark ? "dark" : "light";
  theme.dark = dark;
  themeButton.textContent = dark ? "Light" : "Dark";
  readTheme();
}

/** @param {boolean} dark @param {boolean} [printed] */ function changeTheme(dark, printed) {
  setTheme(dark, printed);
  buildLegend();
  render();
}

themeButton.addEventListener("click", () => {
  stored("theme", theme.dark ? "light" : "dark");
  changeTheme(!theme.dark);
});
prefersDark.addEventListener("change", () => onceAnswering(() => changeTheme(isDark())));

// Print is always light, on white paper, and waits for nothing.
addEventListener("beforeprint", () => onceAnswering(() => {
  changeTheme(false, true);
  runWaiting();
}));
addEventListener("afterprint", () => onceAnswering(() => changeTheme(isDark())));

const rewriteAddress = () => writeAddress({ stepping: false }); // removes unknown values from the URL
// At once, so that another address in between is not overwritten.
function takeAddress() {
  readAddress();
  rewriteAddress();
}

addEventListener("popstate", () => onceAnswering(() => {
  takeAddress();
  render();
  bringChoice();
}));

// A map in a frame that is hidden has no size to be fitted to.
function fitOnceSeen() {
  const isSeen = () => box.clientWidth > 0 && box.clientHeight > 0;
  let fitted = isSeen();
  network.on("resize", () => {
    if (fitted || !isSeen()) return;
    fitted = true;
    setMap({ wholeScale: whole().scale });
    fitWhole({ animate: false });
    bringChoice();
  });
}

// The works that the list lacks although its papers cite them, below the legend.

function showMissing() {
  if (!data.missing) return;
  legend.after(
    el("section", { id: "missing", "aria-label": "Works missing from the list" },
      heading("Missing from the list", "cited by"),
      facts("Works that are not in the list, and that several of its papers cite."),
      ...longList("near", data.missing.map(({ title, reason, url }) =>
        el("li", {}, el("span", { class: "name" }, url ? address(url, title) : bdi(title)), el("span", { class: "why" }, reason))))));
}

async function start() {
  setTheme(isDark());
  document.body.classList.toggle("bare", !papers.length);
  sentence.textContent = emptyMessage();
  sentence.hidden = !sentence.textContent;
  sentence.classList.toggle("above", papers.length > 0); // clear of the marks
  for (const id of /** @type {const} */ (["save", "tray", "take", "tabs"])) document.getElementById(id).hidden = !papers.length;
  document.querySelector(".zoom").hidden = !papers.length;
  buildSorter();
  showMissing();
  const steps = papers.length
    ? [readStoredTray, takeAddress, derive, showShades, createMap, fitOnceSeen, answer, showPanels, prepareLinks, bringChoice, awaitNames]
    : [rewriteAddress, buildLegend, refreshLegend, answer, showPanels];
  for (const step of steps) {
    await yieldToMain();
    step();
  }
  setMap({ started: true });
  addEventListener("resize", () => { if (network) setMap({ wholeScale: whole().scale }); });
  network?.unhold();
  performance.mark("papertrace-ready");
  await complete();
  performance.mark("papertrace-complete");
}

// Once the page is painted and answers: the legend, the names on the map, the rest of the list, and what is read later.
async function complete() {
  await idle();
  if (!papers.length) return;
  // A change of the theme may have built it before.
  if (!legend.firstChild) {
    buildLegend();
    refreshLegend();
  }
  await idle();
  if (state.view !== "concepts") await placeLabels();
  ride(false);
  network.redraw();
  await wholeList;
  for (const read of data.later ?? []) {
    await idle();
    read();
  }
}

/** @param {NamedBox} named */ function onScreen([, left, top, right, bottom]) {
  const frame = box.getBoundingClientRect();
  return { left: frame.left + left, top: frame.top + top, right: frame.left + right, bottom: frame.top + bottom };
}

/** @param {Point} point */ function pointOnScreen(point) {
  const [frame, { x, y }] = [box.getBoundingClientRect(), network.canvasToDOM(point)];
  return { x: frame.left + x, y: frame.top + y };
}

// For user scripts and tests: the screen coordinates of papers, communities and their names.
window.papertrace = Object.freeze({
  /** @param {string} id */
  where: (id) => pointOnScreen(nodes[positionOf.get(id)]),
  // The colour of a paper's mark, and its radius in canvas units.
  /** @param {string} id */
  shade: (id) => ({ color: paints[positionOf.get(id)], radius: nodes[positionOf.get(id)].size, pixels: radiusOf(positionOf.get(id), network.scale) * network.scale }),
  // The highlighted papers; all if nothing is selected.
  bright: () => papers.filter((_, i) => !view.bright || view.bright.has(i)).map((paper) => paper.id),
  drawn: () => papers.filter((_, i) => view.drawn[i]).map((paper) => paper.id),
  // The disc of a community; null if the map shows papers only.
  /** @param {string} id */
  disc: (id) => {
    const c = communities.findIndex((community) => community.id === id);
    const scale = network.scale;
    return overview.on && c >= 0 ? { ...pointOnScreen(data.discs[c]), radius: discRadius(c, scale) * scale, color: discPaints[c] } : null;
  },
  /** @param {string} label */
  concept: (label) => {
    const node = conceptNodes[nodeOfConcept.get(conceptOf.get(label))];
    return node ? { ...pointOnScreen(node), radius: conceptRadius(node.concept, network.scale) } : null;
  },
  conceptNames: () => conceptNames.map((named) => ({ concept: concepts[named[0]], ...onScreen(named) })),
  paperNames: () => drawnPaperNames.map((named) => ({ paper: papers[named[0]].id, ...onScreen(named) })),
  // `led`: whether a line leads from the name to its papers.
  names: () => drawnNames.map((named) => ({ led: Boolean(named[5]), community: communities[named[0]].id, ...onScreen(named) })),
});

followState({ show: render, write: writeAddress });
start();
