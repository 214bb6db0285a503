// The index of all words of the papers, and the ranking of papers for a query: BM25F (Robertson, Zaragoza and Taylor
// 2004), which counts a word by the field that has it and by how rare it is. Abstracts are added once they are unpacked.

import { abstractReady, abstracts, hasAbstract, markOf, markTerms, sentencesOf } from "./abstracts.js";
import { contained, el, enumerated } from "./elements.js";
import { byWeight, data, papers, state } from "./model.js";
import { SLICE_MS, pause } from "./pause.js";
import { FIELDS, fieldNamed, parseQuery, wordsOf } from "./query.js";
import { canUnpack } from "./unpacking.js";
import { rerender } from "./updating.js";

const SATURATION = 1.2; // k1: how soon further occurrences count less
export const ABSTRACT = FIELDS.length - 1;
const YEAR = fieldNamed.get("year");
const END = -1; // separates the values of a field, so that no phrase spans two

/** @type {TextIndex} */
export const textIndex = {
  words: [], // the vocabulary
  numbers: new Map(), // word -> its index in `words`
  occurrences: [], // of each word: paper * FIELDS.length + field, once for each occurrence
  texts: FIELDS.map(() => /** @type {number[][]} */ ([])), // field -> paper -> numbers of its words
  lengths: FIELDS.map(() => 0), // the number of words in each field of all papers
  isBuilt: false,
  version: 0, // changes when papers are added to it
};

/** @param {number} i @param {number} f */
function addField(i, f) {
  const numbers = [];
  for (const value of FIELDS[f].values(papers[i], i)) {
    for (const word of wordsOf([value].flat().join(", "))) {
      let number = textIndex.numbers.get(word);
      if (number === undefined) {
        number = textIndex.words.push(word) - 1;
        textIndex.numbers.set(word, number);
        textIndex.occurrences.push([]);
      }
      textIndex.occurrences[number].push(i * FIELDS.length + f);
      numbers.push(number);
    }
    numbers.push(END);
  }
  textIndex.texts[f][i] = numbers;
  textIndex.lengths[f] += numbers.length;
}

/** @param {number} i */
function addPaper(i) {
  for (let f = 0; f < ABSTRACT; f += 1) addField(i, f);
}

// Everything but the abstracts, of some thousands of papers at once.
function buildIndex() {
  if (textIndex.isBuilt) return;
  textIndex.isBuilt = true;
  if (data.discs.length) return; // of more papers, what is indexed so far is searched
  for (let i = 0; i < papers.length; i += 1) addPaper(i);
  textIndex.version += 1;
}

/** @param {number} i */
function addAbstract(i) {
  if (!hasAbstract(i)) return undefined;
  if (abstracts[i] !== undefined) return addField(i, ABSTRACT);
  return abstractReady(i).then(() => addField(i, ABSTRACT));
}

// Does something for each paper, and lets the page answer in between.
/** @param {(i: number) => void | Promise<void>} act */
async function forEachPaper(act) {
  let start = performance.now();
  for (let i = 0; i < papers.length; i += 1) {
    if (performance.now() - start > SLICE_MS) {
      await pause();
      start = performance.now();
    }
    const done = act(i);
    if (done) await done;
  }
}

// Shows what is found now, where something is sought.
function indexed() {
  textIndex.version += 1;
  if (state.query.trim()) rerender();
}

// The abstracts are unpacked and indexed when a reader begins to search, on large pages after all else of the papers.
/** @type {Promise<void> | null} */
let indexing = null; // a promise
export let isIndexing = false;

export function indexAbstracts() {
  const [isLarge, hasMore] = [data.discs.length > 0, data.abstracts !== undefined && canUnpack];
  if (indexing || !(isLarge || hasMore)) return;
  buildIndex();
  isIndexing = true;
  indexing = (async () => {
    if (isLarge) {
      await forEachPaper(addPaper);
      if (hasMore) indexed();
    }
    try {
      if (hasMore) await forEachPaper(addAbstract);
    } catch {
      // Damaged abstracts are reported where they are read; all other fields are found.
    }
    isIndexing = false;
    indexed();
  })();
}

// Does something once all texts are indexed: at once if they are.
/** @param {() => void} act */
export function whenIndexed(act) {
  indexAbstracts();
  buildIndex();
  if (isIndexing) indexing?.then(act);
  else act();
}

// How many typing errors are forgiven in a word of this length.
/** @param {number} length */
const allowedErrors = (length) => (length < 4 ? 0 : length < 8 ? 1 : 2);

// The least number of errors (insertions, deletions, substitutions, transpositions) between a word and a beginning of
// another, or Infinity if there are more than `most`.
/** @param {string} word @param {string} other @param {number} most */
function errorsBetween(word, other, most) {
  const width = Math.min(other.length, word.length + most);
  let [before, row] = [/** @type {number[]} */ ([]), Array.from({ length: width + 1 }, (_, j) => j)];
  for (let i = 1; i <= word.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= width; j += 1) {
      const same = word[i - 1] === other[j - 1] ? 0 : 1;
      next[j] = Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + same);
      if (i > 1 && j > 1 && word[i - 1] === other[j - 2] && word[i - 2] === other[j - 1]) next[j] = Math.min(next[j], before[j - 2] + 1);
    }
    if (Math.min(...next) > most) return Infinity;
    [before, row] = [row, next];
  }
  const least = Math.min(...row);
  return least <= most ? least : Infinity;
}

/** @type {Map<string, Expansion>} */
const expansions = new Map(); // of the version of the index that they were found in
let expandedVersion = 0;

// The words of the index that a word of a query stands for, with their weights: itself, its singular, and longer words
// that begin with it; if there are none, words that contain it; if there are none, those with a typing error.
/** @param {string} word @param {boolean} isWhole */
function expand(word, isWhole) {
  if (expandedVersion !== textIndex.version) expansions.clear();
  expandedVersion = textIndex.version;
  const key = `${isWhole} ${word}`;
  if (!expansions.has(key)) expansions.set(key, findExpansion(word, isWhole));
  return expansions.get(key);
}

/** @param {string} word @param {boolean} isWhole */
function findExpansion(word, isWhole) {
  const found = { weights: new Map(), isCorrected: false };
  const own = textIndex.numbers.get(word);
  if (own !== undefined) found.weights.set(own, 1);
  if (isWhole) return found;
  const singular = textIndex.numbers.get(word.replace(/(?<=...)e?s$/, ""));
  if (singular !== undefined && singular !== own) found.weights.set(singular, 0.9);
  /** @param {(word: string) => boolean} passes @param {number} weight */
  const collect = (passes, weight) => {
    if (!found.weights.size) textIndex.words.forEach((other, number) => { if (passes(other)) found.weights.set(number, weight); });
  };
  textIndex.words.forEach((other, number) => { if (number !== own && other.startsWith(word)) found.weights.set(number, 0.7); });
  if (word.length > 2) collect((other) => other.includes(word), 0.4);
  // A misspelt word has letters; numbers are as they are written.
  for (let errors = 1; errors <= allowedErrors(word.length) && !found.weights.size && /^\p{L}+$/u.test(word); errors += 1) {
    collect((other) => other.length >= word.length - errors && errorsBetween(word, other, errors) === errors, 0.6 / errors);
    found.isCorrected = found.weights.size > 0;
  }
  return found;
}

/** @param {number} n */
export const idf = (n) => Math.log(1 + (papers.length - n + 0.5) / (n + 0.5));

// How much a frequency counts: the second occurrence of a word less than the first, and so on.
/** @param {number} frequency */
export const saturated = (frequency) => (frequency * (SATURATION + 1)) / (frequency + SATURATION);

// Adds up the occurrences of a word's expansion by paper, each weighted by its field and the length of it.
/** @param {Expansion} options @param {number | null} field */
export function frequenciesOf({ weights }, field) {
  const sums = new Map();
  for (const [number, weight] of weights) {
    for (const occurrence of textIndex.occurrences[number]) {
      const f = occurrence % FIELDS.length;
      if (field !== null && f !== field) continue;
      const i = (occurrence - f) / FIELDS.length;
      const { length, weight: importance } = FIELDS[f];
      const relative = (textIndex.texts[f][i].length * papers.length) / textIndex.lengths[f];
      sums.set(i, (sums.get(i) ?? 0) + (weight * importance) / (1 - length + length * relative));
    }
  }
  return sums;
}

// Whether a field of a paper has these expansions one after another.
/** @param {number} f @param {number} i @param {Expansion[]} phrase */
function hasPhrase(f, i, phrase) {
  const text = textIndex.texts[f][i];
  if (!text) return false;
  return text.some((_, at) => phrase.every(({ weights }, k) => weights.has(text[at + k])));
}

/** @param {number | undefined} year @param {[from: number, to: number]} range */
const isWithin = (year, range) => year !== undefined && year >= range[0] && year <= range[1];

/** @param {Clause} clause @param {number} i */
export function fieldsWith(clause, i) {
  if (clause.range) return isWithin(papers[i].year, clause.range) ? [YEAR] : [];
  const phrase = phraseOf(clause);
  return FIELDS.map((_, f) => f).filter((f) => (clause.field === null || clause.field === f) && hasPhrase(f, i, phrase));
}

// Only the last word of what is typed may be the beginning of a longer one, and nothing in quotes. "pre-training" is also
// found where it is written as one word.
/** @param {Clause} options */
function phraseOf({ words, isQuoted }) {
  const phrase = words.map((word, k) => expand(word, isQuoted || k < words.length - 1));
  const isMissing = !isQuoted && words.length > 1 && phrase.some(({ weights }) => !weights.size);
  return isMissing ? [expand(words.join(""), true)] : phrase;
}

// The score of each paper that matches a clause.
/** @param {Clause} clause */
function scoresOf(clause) {
  const scores = new Map();
  if (clause.range) {
    const { range } = clause;
    papers.forEach(({ year }, i) => { if (isWithin(year, range)) scores.set(i, 0); });
    return scores;
  }
  const phrase = phraseOf(clause);
  phrase.forEach((expansion, k) => {
    const sums = frequenciesOf(expansion, clause.field);
    const rarity = idf(sums.size);
    if (k === 0) for (const i of sums.keys()) scores.set(i, 0);
    for (const [i, score] of scores) {
      const frequency = sums.get(i);
      if (frequency === undefined) scores.delete(i);
      else scores.set(i, score + rarity * saturated(frequency));
    }
  });
  if (phrase.length > 1) for (const i of scores.keys()) if (!fieldsWith(clause, i).length) scores.delete(i);
  return scores;
}

// The papers that match a query, best first, with the words by which they were found. Null if nothing is asked yet.
/** @type {Search} */
export let searched = { key: null, groups: null, hits: null, words: new Set(), corrected: new Map() };

const ranks = new Uint32Array(papers.length); // the place of each paper in the usual order
byWeight.forEach((i, rank) => { ranks[i] = rank; });

/** @param {string} text */
export function searchPapers(text) {
  buildIndex();
  const key = `${textIndex.version} ${text.trim()}`;
  if (searched.key === key) return searched;
  const groups = parseQuery(text);
  /** @type {Map<number, number> | null} */
  let total = null;
  for (const group of groups ?? []) {
    const union = new Map();
    for (const clause of group) {
      for (const [i, score] of scoresOf(clause)) union.set(i, Math.max(union.get(i) ?? 0, score));
    }
    const before = /** @type {Map<number, number> | null} */ (total);
    total = before === null ? union : new Map([...union].filter(([i]) => before.has(i)).map(([i, score]) => [i, score + before.get(i)]));
  }
  const hits = [...(total ?? [])].sort((a, b) => b[1] - a[1] || ranks[a[0]] - ranks[b[0]]).map(([i]) => i);
  const words = new Set();
  const corrected = new Map();
  for (const clause of (groups ?? []).flat()) {
    phraseOf(clause).forEach(({ weights, isCorrected }, k) => {
      for (const number of weights.keys()) words.add(textIndex.words[number]);
      if (isCorrected) corrected.set(clause.words[k], [...weights.keys()].map((number) => textIndex.words[number]));
    });
  }
  searched = { key, groups, hits: groups === null ? null : hits, words, corrected };
  return searched;
}

// What a search has found, marked in titles, values and abstracts.
const MAX_EXCERPT = 160; // characters of an abstract

// The first sentence of an abstract that has one of the words found, shortened around it.
/** @param {string} text */
function excerptFound(text) {
  const sentence = sentencesOf(text).find((one) => foundIn(one).length) ?? "";
  const [hit] = foundIn(sentence);
  if (!hit) return [];
  const from = hit.end < MAX_EXCERPT ? 0 : sentence.lastIndexOf(" ", hit.start - MAX_EXCERPT / 2) + 1;
  const end = sentence.length - from <= MAX_EXCERPT ? sentence.length : Math.max(sentence.lastIndexOf(" ", from + MAX_EXCERPT), hit.end);
  const shown = sentence.slice(from, end);
  return [from ? "… " : "", ...markTerms(contained(shown), foundIn, markOf), end < sentence.length ? " …" : ""];
}

// The words of a text that the query found: { start, end }.
/** @param {string} text @returns {TermHit<undefined>[]} */
function foundIn(text) {
  const hits = [];
  for (const match of text.matchAll(/[\p{L}\p{N}\p{M}+#]+/gu)) {
    if (wordsOf(match[0]).some((word) => searched.words.has(word))) hits.push({ start: match.index, end: match.index + match[0].length, value: undefined });
  }
  return hits;
}

// Why a paper was found, if its title does not show it: the first field that has what another group asks for.
/** @param {number} i */
export function reasonFound(i) {
  for (const group of searched.groups ?? []) {
    const fields = group.flatMap((clause) => fieldsWith(clause, i));
    if (!fields.length || fields.includes(0)) continue;
    const { label, values } = FIELDS[Math.min(...fields)];
    const all = values(papers[i], i);
    const value = [all.find((one) => foundIn([one].flat().join(", ")).length) ?? all[0]].flat();
    if (Math.min(...fields) === ABSTRACT) return [`${label}: `, el("bdi", {}, ...excerptFound(value[0]))];
    return [`${label}: `, enumerated(value.map((text) => text.slice(0, 120)))];
  }
  return [];
}

/** @param {string} title */
export const highlighted = (title) => (state.query.trim() ? markTerms(title, foundIn, markOf) : [title]);
