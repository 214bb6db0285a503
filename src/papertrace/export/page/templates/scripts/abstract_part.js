// The abstract in the panel of a paper.

import { LEFT_OUT, abstractReady, abstracts, hasAbstract, isCut, nLetters } from "./abstracts.js";
import { choosePaper } from "./choosing.js";
import { el } from "./elements.js";
import { data, grouped, papers, state, titleOf } from "./model.js";
import { formsOf, markOf, markTerms, termFinder } from "./terms.js";
import { canUnpack, tooOld } from "./unpacking.js";
import { recordState } from "./updating.js";

// An abstract with the paper's concepts marked, and the names of other papers' systems, which lead to these papers.
/** @param {number} i */
function abstractText(i) {
  /** @type {FindTerms<{ target?: number }>} */
  const find = termFinder([
    ...(papers[i].names ?? []).map(([name, target]) => /** @type {[string[], { target?: number }]} */ ([[name], { target }])),
    ...papers[i].concepts.map((c) => /** @type {[string[], object]} */ ([formsOf(c), {}])),
  ]);
  const marked = markTerms(abstracts[i], find, (text, { target }) => {
    if (target === undefined) return markOf(text);
    return el("button", { type: "button", class: "named", title: titleOf(target), click: () => choosePaper(target) }, markOf(text));
  });
  if (!isCut(i)) return marked;
  const words = `A page of so many papers has the first ${grouped(nLetters)} letters of an abstract. The list that it was made of has the rest.`;
  return [...marked, el("span", { class: "cut", dir: "ltr" }, words)];
}

/** @param {HTMLElement} part @param {number} i */
function fillAbstract(part, i) {
  if (!canUnpack) return part.replaceChildren(tooOld("abstracts"));
  if (abstracts[i] !== undefined) return part.replaceChildren(...abstractText(i));
  const fail = () => part.replaceChildren("The abstracts in this page are damaged and cannot be unpacked.");
  return abstractReady(i).then(() => part.replaceChildren(...abstractText(i)), fail);
}

// The button that shows the abstract, and the abstract. It stays open when another paper is selected.
/** @param {number} i */
export function abstractPart(i) {
  if (data.leaves_abstracts_out) return [el("p", { class: "facts" }, LEFT_OUT)];
  if (!hasAbstract(i)) return [];
  const part = el("p", { class: "abstract", id: "abstract", dir: "auto" });
  const button = el("button", { type: "button", class: "fold", "aria-controls": "abstract" }, "Abstract");
  const show = () => {
    button.setAttribute("aria-expanded", String(state.reading));
    part.hidden = !state.reading;
    if (state.reading) fillAbstract(part, i);
  };
  button.addEventListener("click", () => {
    state.reading = !state.reading;
    show();
    recordState();
  });
  show();
  return [button, part];
}
