// The three views of the same papers: their map, the map of their concepts, and time. One map shows them in turn.

const VIEWS = {
  papers: {
    label: "Map of the papers. Arrow keys go from paper to paper; the list of papers holds all that the map shows.",
    note: "The larger a mark, the stronger the links of its paper.",
  },
  concepts: {
    label: "Map of the concepts. Arrow keys go from concept to concept; the list of concepts holds all that the map shows.",
    note: "The larger a disc, the more papers hold its concept; a line joins two that often stand in the same papers. Colours are those of the communities that most of its papers are in.",
  },
  timeline: {
    label: "Papers by date and community. Arrow keys go from paper to paper; the list of papers holds all that is shown.",
    note: "A column for each span of time, a row for each community. Links are drawn once a paper is chosen.",
  },
};
const switches = [...document.querySelectorAll("#views input")];
const mapPlaces = nodes.map(({ x, y }) => ({ x, y }));
let shownView = "papers";

const viewNamed = (name) => (Object.hasOwn(VIEWS, name ?? "") && !(name === "timeline" && !timeline) ? name : "papers");

function changeView(name) {
  update({ view: viewNamed(name) });
}

// Puts papers where the view has them, and the whole of it in sight.
function showView() {
  for (const input of switches) input.checked = input.value === state.view;
  if (shownView === state.view || !network) return;
  shownView = state.view;
  main.dataset.view = state.view;
  if (state.view === "timeline") spreadTimeline();
  else nodes.forEach((node, i) => { Object.assign(node, mapPlaces[i]); });
  hovered = hoveredConcept = null;
  box.setAttribute("aria-label", VIEWS[state.view].label);
  results.parentElement.setAttribute("aria-label", state.view === "concepts" ? "Concepts" : "Papers");
  sentence.textContent = nothingToShow();
  sentence.hidden = !sentence.textContent;
  const place = whole();
  wholeScale = place.scale;
  network.moveTo({ ...place, animation: false });
  bringChoice();
}

// A window of another size leaves time another width.
function fitTimeline() {
  if (state.view !== "timeline") return;
  spreadTimeline();
  prepareLinks();
  fitWhole({ animate: false });
}

// What is said where a view has nothing to show, or no line to draw.
function nothingToShow() {
  if (state.view === "concepts") return conceptNodes.length ? "" : "No concept stands in two of these papers.";
  return state.view === "timeline" ? "" : plainSentence();
}

// Brings what was chosen into sight: papers on their map, concepts on theirs.
function approachChosen() {
  const places = state.view === "concepts"
    ? conceptNodes.filter((node, k) => view.brightConcepts?.has(node.concept) && isShownNode(k))
    : nodes.filter((_, i) => view.bright?.has(i) && view.papers[i]);
  if (!places.length) return;
  const { left, top, right, bottom } = clearing();
  const seen = places.map((place) => network.canvasToDOM(place)).every(({ x, y }) => x > left && x < right && y > top && y < bottom);
  if (seen) return;
  const { position, scale } = frameOf(places);
  moveTo(position, Math.min(scale, Math.max(network.getScale(), wholeScale * 1.8)));
}

function viewNote() {
  const note = el("p", { class: "keys" });
  refreshers.push(() => { note.textContent = VIEWS[state.view].note; });
  return note;
}

document.getElementById("views").hidden = !papers.length;
for (const input of switches) {
  input.addEventListener("change", () => changeView(input.value));
  if (input.value === "timeline" && !timeline) {
    input.disabled = true;
    input.parentElement.title = "No paper of this list has a date";
  }
}
