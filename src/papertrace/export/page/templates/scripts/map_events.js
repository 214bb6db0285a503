// What a pointer on the map does.

import {
  chooseBetween, chooseCommunity, chooseConcept, chooseEdge, choosePaper, chooseTogether, fitWhole,
} from "./choosing.js";
import { conceptAt, lineAt, pointAtConcept } from "./concept_map.js";
import { bdi, dotted, el, enumerated, isPresent } from "./elements.js";
import { removeFirst } from "./first_sight.js";
import { placeLabels } from "./labels.js";
import { drawGround, drawNames, dropsLinks, edgeAt, paperAt } from "./map.js";
import { markIcon, paints, radiusOf, ringOf, svgElement } from "./marks.js";
import {
  MARKS, UNCHOSEN, afterPanel, concepts, nodes, papers, plural, speaksOfCode, state, titleOf, update, view,
} from "./model.js";
import { nameAt, ride, riding } from "./names.js";
import { bridgeAt, discAt, dissolve, overview } from "./overview.js";
import { authors } from "./panels.js";
import { PlaneView, isInside } from "./plane_view.js";
import { box, gliding, hovered, moving, network, setMap, zoomable } from "./screen.js";
import { conceptLines, conceptNodes } from "./subjects.js";
import { fitTimeline } from "./views.js";

// A line around papers on the map selects them: drawn with the button held that switches it on, or with the shift key.

const LEAST_POINTS = 6; // of a line that is no press
const lassoButton = document.getElementById("lasso");
const lassoLine = svgElement("polygon", { class: "lasso" });
const lassoSheet = svgElement("svg", { class: "lasso", "aria-hidden": "true" });
lassoSheet.append(lassoLine);
/** @type {Point[] | null} */ let lassoed = null; // the line, while it is drawn

/** @param {PointerEvent} event */ function extendLasso(event) {
  if (!lassoed) return;
  const frame = box.getBoundingClientRect();
  lassoed.push({ x: event.clientX - frame.left, y: event.clientY - frame.top });
  lassoLine.setAttribute("points", lassoed.map(({ x, y }) => `${x},${y}`).join(" "));
}

const lassoIsOn = () => lassoButton.getAttribute("aria-pressed") === "true";

/** @param {boolean} isOn */ function switchLasso(isOn) {
  lassoButton.setAttribute("aria-pressed", String(isOn));
  box.classList.toggle("lassoing", isOn);
}

// Switches the lasso off and takes away a line that is being drawn; returns whether there was anything of them.
export function stopLasso() {
  const was = lassoed !== null || lassoIsOn();
  lassoed = null;
  lassoSheet.remove();
  switchLasso(false);
  return was;
}

lassoButton.addEventListener("click", () => switchLasso(!lassoIsOn()));

box.addEventListener("pointerdown", (event) => {
  if (event.button || state.view === "concepts" || !(event.shiftKey || lassoIsOn())) return;
  event.stopPropagation(); // else the map is dragged
  box.append(lassoSheet);
  box.setPointerCapture(event.pointerId);
  lassoed = [];
  extendLasso(event);
}, { capture: true });
box.addEventListener("pointermove", extendLasso);
box.addEventListener("lostpointercapture", () => {
  const around = lassoed ?? [];
  lassoed = null;
  lassoSheet.remove();
  if (around.length < LEAST_POINTS) return;
  update({ ...UNCHOSEN, query: "", selected: new Set(nodes.flatMap((node, i) => (view.papers[i] && isInside(network.canvasToDOM(node), around) ? [i] : []))) });
});

/** @param {Point} point */ function clickConcept(point) {
  const [concept, line] = [conceptAt(point), lineAt(point)];
  if (concept !== null) chooseConcept(concept);
  else if (line !== null) {
    const [one, other] = conceptLines[line].map((k) => conceptNodes[k].concept);
    chooseTogether(one, other);
  }
  else update(UNCHOSEN);
}

const SETTLING_MS = 130; // after the last step of a zoom or the end of a movement
/** @type {number | undefined} */ let settling; // a timer

// Moves names along until the map has come to rest, and then places them anew, while the page answers: that takes several
// times as long as drawing all else.
function settle() {
  ride(true);
  clearTimeout(settling);
  const own = setTimeout(async () => {
    dissolve(); // discs stay while the wheel turns: to change them shows everything anew
    if (state.view !== "concepts") await placeLabels();
    if (settling !== own) return;
    ride(false);
    network.ask();
  }, SETTLING_MS);
  settling = own;
}

export function createMap() {
  setMap({ network: new PlaneView(box, zoomable, () => state.view === "papers") }); // others have names at the border of the map
  network.hold();
  network.on("beforeDrawing", drawGround);
  network.on("resize", fitTimeline); // lanes stay aligned with their names
  network.on("afterDrawing", drawNames);
  const stopMoving = () => {
    if (!moving) return;
    setMap({ moving: false });
    settle();
  };
  network.on("animationFinished", () => {
    if (gliding) settle();
    setMap({ gliding: false });
    dissolve();
  });
  network.on("dragEnd", dissolve);
  network.on("dragStart", () => {
    setMap({ moving: true });
    hideCard();
    if (riding || dropsLinks()) network.redraw(); // the picture that is moved has to be as the map is
  });
  box.addEventListener("mouseleave", leaveCard);
  network.on("dragEnd", stopMoving);
  network.on("click", ({ pointer }) => {
    if (state.view === "concepts") return clickConcept(pointer.DOM);
    /** @type {[at: number | null, choose: (i: number) => void][]} */ const under = [
      [paperAt(pointer.canvas), (i) => choosePaper(i, { onMap: true })], [nameAt(pointer.DOM) ?? discAt(pointer.canvas), chooseCommunity],
      [edgeAt(pointer.canvas), chooseEdge], [bridgeAt(pointer.canvas), chooseBetween],
    ];
    const [at, choose] = under.find(([i]) => i !== null) ?? [0, () => update(UNCHOSEN)];
    return choose(at ?? 0);
  });
  network.on("zoom", () => { hideCard(); settle(); });
  box.addEventListener("mousemove", (event) => {
    if (moving || lassoed) return;
    const frame = box.getBoundingClientRect();
    const pixel = { x: event.clientX - frame.left, y: event.clientY - frame.top };
    if (state.view === "concepts") return pointAtConcept(pixel);
    const point = network.DOMtoCanvas(pixel);
    const paper = paperAt(point);
    if (paper !== null) pointCard(paper);
    else leaveCard();
    const community = paper === null ? (nameAt(pixel) ?? discAt(point)) : null;
    box.classList.toggle("pointing", [paper, community].some((i) => i !== null) || [edgeAt, bridgeAt].some((at) => at(point) !== null));
    if (paper !== hovered || community !== overview.hovered) {
      setMap({ hovered: paper });
      overview.hovered = community;
      afterPanel("point", () => network.ask());
    }
  });
  network.on("afterDrawing", removeFirst, { once: true });
  fitWhole({ animate: false });
}

// The card of a paper beside its mark, when a reader points at the mark, or at the paper's name in a list or panel.
export const card = document.getElementById("card");
const CARD_CONCEPTS = 6;
const CARD_DELAY = 150; // milliseconds in which the pointer can move onto the card
/** @type {number | null} */ let cardOf = null;
/** @type {number | null} */ let leaving = null; // a timer

/** @param {number} i */ function cardParts(i) {
  const paper = papers[i];
  const by = paper.authors?.length ? authors(paper, 3) : paper.organisation ? [bdi(paper.organisation)] : [];
  const facts = dotted(paper.year, paper.venue && bdi(paper.venue), plural(view.degrees[i], "link"));
  return [
    el("p", { class: "title", dir: "auto" }, titleOf(i)),
    by.length ? el("p", {}, by) : null,
    el("p", {}, facts),
    paper.concepts.length ? el("p", { class: "held" }, enumerated(paper.concepts.slice(0, CARD_CONCEPTS).map((c) => concepts[c]))) : null,
    speaksOfCode ? el("p", { class: "state" }, markIcon(paper.mark, paints[i], ringOf(i)), " ", MARKS[paper.mark]) : null,
  ].filter(isPresent);
}

// Shows the card of a paper if its mark is on the visible part of the map.
/** @param {number} i */ export function pointCard(i) {
  stayOnCard();
  if (cardOf === i && !card.hidden) return;
  if (!network || state.view === "concepts" || !view.drawn[i]) return hideCard();
  const { x, y } = network.canvasToDOM(nodes[i]);
  if (x < 0 || y < 0 || x > box.clientWidth || y > box.clientHeight) return hideCard();
  cardOf = i;
  card.replaceChildren(.../** @type {Node[]} */ (cardParts(i)));
  card.hidden = false;
  const gap = radiusOf(i, network.scale) * network.scale + 6;
  const [width, height] = [card.offsetWidth, card.offsetHeight];
  const left = x + gap + width < box.clientWidth ? x + gap : x - gap - width;
  card.style.left = `${Math.max(4, left)}px`;
  card.style.top = `${Math.max(4, Math.min(y - 12, box.clientHeight - height - 4))}px`;
}

export function hideCard() {
  stayOnCard();
  card.hidden = true;
  cardOf = null;
}

function leaveCard() {
  leaving ??= setTimeout(hideCard, CARD_DELAY);
}

function stayOnCard() {
  clearTimeout(leaving ?? undefined);
  leaving = null;
}

card.addEventListener("mouseenter", stayOnCard);
card.addEventListener("mouseleave", leaveCard);

// A name in the list or a panel points at its paper, which is also named on the map.
/** @param {EventTarget | null} target */ function pointFrom(target) {
  /** @type {HTMLElement | null} */ const button = /** @type {HTMLElement} */ (target).closest?.("[data-paper]");
  const i = button ? Number(button.dataset.paper) : null;
  if (i === hovered) return;
  setMap({ hovered: i });
  afterPanel("point", () => network?.ask());
  if (i === null) hideCard();
  else pointCard(i);
}

for (const part of [document.getElementById("results"), document.getElementById("details")]) {
  part.addEventListener("mouseover", (event) => pointFrom(event.target));
  part.addEventListener("focusin", (event) => { if (/** @type {HTMLElement} */ (event.target).matches(":focus-visible")) pointFrom(event.target); });
  part.addEventListener("mouseleave", () => pointFrom(part));
  part.addEventListener("focusout", () => pointFrom(part));
}
