// The three views of the papers, shown in the same canvas: their map, the concept map, and the timeline.

const VIEWS = {
  papers: {
    label: "Map of the papers. Arrow keys go from paper to paper; the list of papers holds all that the map shows.",
    note: "The larger a mark, the stronger the links of its paper.",
  },
  concepts: {
    label: "Map of the concepts. Arrow keys go from concept to concept; the list of concepts holds all that the map shows.",
    note: "The larger a disc, the more papers hold its concept; a line joins two that often occur in the same papers. The colour is that of the community that most of its papers are in.",
  },
  timeline: {
    label: "Papers by date and community. Arrow keys go from paper to paper; the list of papers holds all that is shown.",
    note: "A column for each span of time, a row for each community. Links are drawn when a paper is selected.",
  },
};
const switches = [...document.querySelectorAll("#views input")];
const mapPositions = nodes.map(({ x, y }) => ({ x, y }));
let shownView = "papers";

const viewNamed = (name) => (Object.hasOwn(VIEWS, name ?? "") && !(name === "timeline" && !timeline) ? name : "papers");

function changeView(name) {
  update({ view: viewNamed(name) });
}

// Moves papers to their positions in the view, and shows the whole of it.
function showView() {
  for (const input of switches) input.checked = input.value === state.view;
  if (shownView === state.view || !network) return;
  shownView = state.view;
  main.dataset.view = state.view;
  if (state.view === "timeline") spreadTimeline();
  else nodes.forEach((node, i) => { Object.assign(node, mapPositions[i]); });
  hovered = hoveredConcept = null;
  box.setAttribute("aria-label", VIEWS[state.view].label);
  results.parentElement.setAttribute("aria-label", state.view === "concepts" ? "Concepts" : "Papers");
  sentence.textContent = nothingToShow();
  sentence.hidden = !sentence.textContent;
  const target = whole();
  wholeScale = target.scale;
  network.moveTo({ ...target, animation: false });
  bringChoice();
}

// Adapts the width of the timeline to the size of the window.
function fitTimeline() {
  if (state.view !== "timeline") return;
  spreadTimeline();
  prepareLinks();
  fitWhole({ animate: false });
}

// The message for a view that has nothing to show, or no line to draw.
function nothingToShow() {
  if (state.view === "concepts") return conceptNodes.length ? "" : "No concept stands in two of these papers.";
  return state.view === "timeline" ? "" : emptyMessage();
}

// Brings the selection into view: papers on their map, concepts on theirs.
function approachChosen() {
  const points = state.view === "concepts"
    ? conceptNodes.filter((node, k) => view.brightConcepts?.has(node.concept) && isShownNode(k))
    : nodes.filter((_, i) => view.bright?.has(i) && view.papers[i]);
  if (!points.length) return;
  const { left, top, right, bottom } = clearPart();
  const seen = points.map((point) => network.canvasToDOM(point)).every(({ x, y }) => x > left && x < right && y > top && y < bottom);
  if (seen) return;
  const { position, scale } = frameOf(points);
  moveTo(position, Math.min(scale, Math.max(network.getScale(), wholeScale * 1.8)));
}

function viewNote() {
  const note = el("p", { class: "keys" });
  refreshers.push(() => { note.textContent = state.view === "papers" && state.size !== "links" ? `The larger a mark, the larger the number: ${SHADES[state.size].label}.` : VIEWS[state.view].note; });
  return note;
}

document.getElementById("views").hidden = !papers.length;
for (const input of switches) {
  input.addEventListener("change", () => changeView(input.value));
  if (input.value === "timeline" && !timeline) {
    input.disabled = true;
    input.parentElement.title = "No paper in this list has a date";
  }
}
