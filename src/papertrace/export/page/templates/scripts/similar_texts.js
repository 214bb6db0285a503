// Papers whose texts have the same rare words. They are no links: none is drawn, and no community follows from them. They
// lead on from a paper that has no link.

import { NO_SPACES } from "./abstracts.js";
import { bdi, dotted, el, enumerated } from "./elements.js";
import { NODE, NODES, communities, countNodes, edges, linksOf, otherEnd, papers, view } from "./model.js";
import { paperItem } from "./panels.js";
import { COMMON, FIELDS, fieldNamed } from "./query.js";
import { frequenciesOf, idf, saturated, textIndex, whenIndexed } from "./text_index.js";

const MOST_TERMS = 25; // by which papers are compared
const MOST_SHOWN = 8;
const NAMED = 4; // words in common that are named
const LEAST = 1 / 4; // of the likeness of the most similar paper
const COMMONEST = 0.1; // of the papers: a word that more of them have says little
const FEW_PAPERS = 5; // that may have a word, however few there are
const COMPARED = ["title", "concept", "abstract"].map((name) => fieldNamed.get(name));

/** @param {string} term */
const singularOf = (term) => (term.length > 3 ? term.replace(/s$/, "") : term);

// The words of a paper that are compared, with the weight of each: of a word that it has in singular and plural, the
// singular. Of scripts without spaces, pairs of letters are compared.
/** @param {number} i */
function termsOf(i) {
  /** @type {Map<string, number>} */
  const terms = new Map();
  for (const f of COMPARED) {
    const text = textIndex.texts[f][i] ?? [];
    text.forEach((number, at) => {
      const [word, next] = [textIndex.words[number], textIndex.words[text[at + 1]]];
      if (word === undefined || COMMON.has(word) || /^\d+$/.test(word)) return;
      const term = !NO_SPACES.test(word) ? word : next !== undefined && NO_SPACES.test(next) ? word + next : null;
      if (term !== null) terms.set(term, (terms.get(term) ?? 0) + FIELDS[f].weight);
    });
  }
  for (const [term, weight] of terms) {
    const singular = singularOf(term);
    if (singular === term || !terms.has(singular)) continue;
    terms.set(singular, terms.get(singular) + weight);
    terms.delete(term);
  }
  return terms;
}

// How often each paper has a term: a word, its singular or its plural; or two letters one after the other.
/** @param {string} term */
function papersWith(term) {
  const sums = /** @type {Map<number, number>} */ (new Map());
  if (!NO_SPACES.test(term)) {
    const forms = [term, `${term}s`, singularOf(term)].map((form) => textIndex.numbers.get(form));
    const weights = new Map(forms.filter((number) => number !== undefined).map((number) => [number, 1]));
    for (const f of COMPARED) for (const [i, sum] of frequenciesOf({ weights, isCorrected: false }, f)) sums.set(i, (sums.get(i) ?? 0) + sum);
    return sums;
  }
  const [first, second] = [...term].map((letter) => textIndex.numbers.get(letter));
  for (const i of frequenciesOf({ weights: new Map([[first, 1]]), isCorrected: false }, null).keys()) {
    for (const f of COMPARED) {
      const text = textIndex.texts[f][i] ?? [];
      const n = text.filter((number, at) => number === first && text[at + 1] === second).length;
      if (n) sums.set(i, (sums.get(i) ?? 0) + n * FIELDS[f].weight);
    }
  }
  return sums;
}

// The papers shown whose texts are most similar to that of a paper, each with the terms that both have, the rarest first.
// Likeness is BM25 of the paper's most telling terms, each weighted by its rarity once more, times the number of those that
// both have: one word says less of a text than two.
/** @param {number} i @returns {[paper: number, terms: string[]][]} */
export function similarTo(i) {
  const most = Math.max(FEW_PAPERS, papers.length * COMMONEST);
  const telling = [...termsOf(i)].map(([term, weight]) => ({ term, weight, found: papersWith(term) }))
    .filter(({ found }) => found.size > 1 && found.size <= most)
    .map(({ term, weight, found }) => ({ term, found, rarity: idf(found.size), worth: idf(found.size) * saturated(weight) }))
    .sort((a, b) => b.worth - a.worth || (a.term < b.term ? -1 : 1)).slice(0, MOST_TERMS)
    .sort((a, b) => b.rarity - a.rarity);
  /** @type {Map<number, { likeness: number; terms: string[] }>} */
  const likes = new Map();
  for (const { term, found, rarity } of telling) {
    for (const [other, frequency] of found) {
      if (other === i || !view.papers[other]) continue;
      if (!likes.has(other)) likes.set(other, { likeness: 0, terms: [] });
      const like = likes.get(other);
      like.likeness += rarity * rarity * saturated(frequency);
      like.terms.push(term);
    }
  }
  for (const like of likes.values()) like.likeness *= like.terms.length;
  const sorted = [...likes].sort((a, b) => b[1].likeness - a[1].likeness || a[0] - b[0]);
  return sorted.filter(([, { likeness }]) => likeness >= LEAST * sorted[0][1].likeness).map(([other, { terms }]) => [other, terms]);
}

// Those that are linked with the paper are left out: its panel has named them already, and says why.
/** @param {number} i */
function similarList(i) {
  const all = similarTo(i);
  if (!all.length) return [el("p", { class: "facts" }, `No other ${NODE} shown has its rare words.`)];
  const linked = new Set(linksOf[i].filter((e) => view.edges[e]).map((e) => otherEnd(edges[e], i)));
  const similar = all.filter(([other]) => !linked.has(other)).slice(0, MOST_SHOWN);
  if (!similar.length) return [el("p", { class: "facts" }, `The ${NODES} most similar to it are linked with it.`)];
  const items = similar.map(([other, terms]) => {
    const community = communities[papers[other].community];
    const topic = community.linked && communities.length > 1 ? bdi(community.short.split(", ")[0]) : "";
    return paperItem(other, dotted(enumerated(terms.slice(0, NAMED)), topic));
  });
  return [el("p", { class: "facts" }, linked.size ? `${countNodes(similar.length)} with rare words of this one, not linked with it.` : `${countNodes(similar.length)} with rare words of this one.`), el("ul", { class: "near" }, ...items)];
}

// Lists them as soon as all texts are read.
/** @param {HTMLElement} place @param {number} i */
export function fillSimilar(place, i) {
  place.replaceChildren(el("p", { class: "facts" }, "The texts of this page are being read …"));
  whenIndexed(() => { if (place.firstChild) place.replaceChildren(...similarList(i)); });
}
