// The card of a paper beside its mark, when a reader points at the mark, or at the paper's name in a list or panel.

import { afterPanel } from "./deferring.js";
import { bdi, dotted, el, enumerated, isPresent } from "./elements.js";
import { markIcon } from "./marks.js";
import { MARKS, concepts, nodes, papers, plural, speaksOfCode, state, titleOf, view } from "./model.js";
import { authors } from "./panels.js";
import { box, hovered, network, setHovered } from "./screen.js";
import { paints, radiusOf, ringOf } from "./shades.js";

export const card = document.getElementById("card");
const CARD_CONCEPTS = 6;
const CARD_DELAY = 150; // milliseconds in which the pointer can move onto the card
/** @type {number | null} */
let cardOf = null;
/** @type {number | null} */
let leaving = null; // a timer

/** @param {number} i */
function cardParts(i) {
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
/** @param {number} i */
export function pointCard(i) {
  stayOnCard();
  if (cardOf === i && !card.hidden) return;
  if (!network || state.view === "concepts" || !view.drawn[i]) return hideCard();
  const { x, y } = network.canvasToDOM(nodes[i]);
  if (x < 0 || y < 0 || x > box.clientWidth || y > box.clientHeight) return hideCard();
  cardOf = i;
  card.replaceChildren(.../** @type {Node[]} */ (cardParts(i)));
  card.hidden = false;
  const gap = radiusOf(i, network.getScale()) * network.getScale() + 6;
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

export function leaveCard() {
  leaving ??= setTimeout(hideCard, CARD_DELAY);
}

function stayOnCard() {
  clearTimeout(leaving ?? undefined);
  leaving = null;
}

card.addEventListener("mouseenter", stayOnCard);
card.addEventListener("mouseleave", leaveCard);

// A name in the list or a panel points at its paper, which is also named on the map.
/** @param {EventTarget | null} target */
function pointFrom(target) {
  /** @type {HTMLElement | null} */
  const button = /** @type {HTMLElement} */ (target).closest?.("[data-paper]");
  const i = button ? Number(button.dataset.paper) : null;
  if (i === hovered) return;
  setHovered(i);
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
