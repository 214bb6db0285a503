// Sentences taken from abstracts that say what a group of papers is about. They are quoted, never rewritten.

import { abstracts, hasAbstract, whenUnpacked } from "./abstracts.js";
import { choosePaper } from "./choosing.js";
import { afterPanel } from "./deferring.js";
import { contained, el } from "./elements.js";
import { papers } from "./model.js";
import { formsOf, markOf, markTerms, sentencesOf, termFinder } from "./terms.js";
import { canUnpack, tooOld } from "./unpacking.js";

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
  /** @type {{ i: number; text: string; held: number[] }[]} */
  const taken = [];
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

/** @param {{ i: number; text: string }} options @param {FindTerms<any>} find */
function takenQuote({ i, text }, find) {
  return el("figure", { class: "quote" },
    el("blockquote", { dir: "auto" }, ...markTerms(contained(text), find, markOf)),
    el("figcaption", {}, "from ", el("button", { type: "button", class: "subject", dir: "auto", "data-paper": i, click: () => choosePaper(i) }, papers[i].short)));
}

// The part of a card with these sentences, filled when the abstracts are unpacked; null if there are none.
/** @param {number[]} among @param {[concept: number, worth: number][]} worths */
export function takenPart(among, worths) {
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
