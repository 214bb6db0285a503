// The three views of the papers, shown in the same canvas: their map, the concept map, and the timeline.

import { bringChoice, fitWhole, whole } from "./choosing.js";
import { leaveConcepts } from "./concept_map.js";
import { el } from "./elements.js";
import { refreshers } from "./facets.js";
import { prepareLinks } from "./map.js";
import { SHADES } from "./marks.js";
import {
  NODE, NODES, aNode, capital, edges, isOfPapers, mapPositions, nodes, papers, state, timeline, update,
} from "./model.js";
import { overview } from "./overview.js";
import { box, main, network, results, sentence, setMap } from "./screen.js";
import { conceptNodes, holders, linkersOf, repositories } from "./subjects.js";
import { spreadTimeline } from "./timeline.js";

/** @type {Record<ViewName, { label: string; note: string }>} */ export const VIEWS = {
  papers: {
    label: `Map of the ${NODES}. Arrow keys go from one to another; the list of ${NODES} holds all that the map shows.`,
    note: `The larger a mark, the stronger the links of its ${NODE}.`,
  },
  concepts: {
    label: "Map of the concepts. Arrow keys go from concept to concept; the list of concepts holds all that the map shows.",
    note: "The larger a disc, the more papers hold its concept; a line joins two that often occur in the same papers. The colour is that of the community that most of its papers are in.",
  },
  table: { label: `Table of the ${NODES}`, note: "A press on the name of a column sorts; what is ticked can be exported." },
  timeline: {
    label: `${capital(NODES)} by date and community. Arrow keys go from one to another; the list of ${NODES} holds all that is shown.`,
    note: `A column for each span of time, a row for each community. Links are drawn when ${aNode} is selected.`,
  },
};
const switches = [...document.querySelectorAll("#views input")];
let shownView = "papers";

/** @param {string | null} name @returns {ViewName} */
export const viewNamed = (name) => (Object.hasOwn(VIEWS, name ?? "") && !(name === "timeline" && !timeline) ? /** @type {ViewName} */ (name) : "papers");

/** @param {string} name */ export function changeView(name) {
  update({ view: viewNamed(name) });
}

// Moves papers to their positions in the view, and shows the whole of it.
export function showView() {
  for (const input of switches) input.checked = input.value === state.view;
  if (shownView === state.view || !network) return;
  shownView = state.view;
  main.dataset.view = state.view;
  if (state.view === "timeline") spreadTimeline();
  else nodes.forEach((node, i) => { Object.assign(node, mapPositions[i]); });
  setMap({ hovered: null });
  leaveConcepts();
  box.setAttribute("aria-label", VIEWS[state.view].label);
  results.parentElement?.setAttribute("aria-label", state.view === "concepts" ? "Concepts" : capital(NODES));
  const noConcepts = conceptNodes.length ? "" : `No concept stands in two of these ${NODES}.`;
  sentence.textContent = state.view === "concepts" ? noConcepts : state.view === "timeline" ? "" : emptyMessage();
  sentence.hidden = !sentence.textContent;
  const target = whole();
  setMap({ wholeScale: target.scale });
  network.moveTo(target);
  bringChoice();
}

// Adapts the width of the timeline to the size of the window.
export function fitTimeline() {
  if (state.view !== "timeline") return;
  spreadTimeline();
  prepareLinks();
  fitWhole({ animate: false });
}

export function viewNote() {
  const note = el("p", { class: "keys" });
  refreshers.push(() => { note.textContent = overview.on ? `Every point is ${aNode}. The larger a disc, the more ${NODES} its community has.` : state.view === "papers" && state.size !== "links" ? `The larger a mark, the larger the number: ${SHADES[state.size].label}.` : VIEWS[state.view].note; });
  return note;
}

document.getElementById("views").hidden = !papers.length;
for (const input of switches) {
  input.addEventListener("change", () => changeView(input.value));
  if (input.value === "timeline" && !timeline) {
    input.disabled = true;
    /** @type {HTMLElement} */ (input.parentElement).title = `No ${NODE} in this list has a date`;
  }
}

// The message for a map that has nothing to show, or no line to draw.
export function emptyMessage() {
  if (!papers.length) return `No ${NODES} were found in the listing.`;
  if (papers.length === 1) return `There is only one ${NODE}, so there is nothing to link it with.`;
  if (edges.length) return "";
  // Papers may share concepts without being linked, if all have them or they are too common.
  const shared = [...holders.map((among) => among.length), ...repositories.map((_, r) => linkersOf(r).size)].filter((n) => n > 1);
  if (!shared.length && !papers.some((paper) => paper.names)) return isOfPapers ? "No two of these papers share a concept, a repository or a mention." : `Nothing links two of these ${NODES}.`;
  if (shared.length && shared.every((n) => n === papers.length)) return "Everything these papers share is common to all of them, so it links no two of them in particular.";
  return "Some of these papers share concepts or code or name one another, but nothing here links two of them.";
}
