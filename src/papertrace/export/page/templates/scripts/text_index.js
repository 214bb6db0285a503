// The texts of papers: abstracts, what a query asks of them, and the index that answers it.

import { contained, el, enumerated, isPresent } from "./elements.js";
import { byWeight, concepts, data, papers, rerender, spellings, state } from "./model.js";
import { SLICE_MS, pause, unzipped } from "./unpacking.js";

// The abstracts. They are compressed in the page, in chunks, and unpacked when one of a chunk is first needed.

const N_IN_CHUNK = data.abstracts?.each ?? 1; // abstracts
const withoutAbstract = new Set(data.abstracts?.without);
/** @param {number} i */ export const hasAbstract = (i) => data.abstracts !== undefined && !withoutAbstract.has(i);

export const LEFT_OUT = "A page of so many papers leaves abstracts out. The list that it was made of has them.";
// What is not in this page though the list may have it: all abstracts, or the ends of long ones.
export const nLetters = data.abstracts?.letters ?? Infinity;
const MAX_WORD = 31; // letters of a word that may be left out at the end, with the ellipsis
/** @param {number} i */ export const isCut = (i) => (abstracts[i]?.length ?? 0) >= nLetters - MAX_WORD && abstracts[i].endsWith("…");

/** @type {string[]} */ export const abstracts = []; // those unpacked so far, by paper
/** @type {Map<number, Promise<void>>} */ const unpacking = new Map(); // promises by number of chunk
/** @type {string[] | null} */ let packedLines = null;

// The abstracts are below the scripts, which need not wait for them.
const wholePage = new Promise((/** @type {(value?: unknown) => void} */ done) => {
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", done);
  else done();
});

let lastPause = 0; // when the page could answer between one chunk and the next

/** @param {number} k */ async function unpack(k) {
  await wholePage;
  packedLines ??= document.getElementById("abstracts").textContent.split("\n");
  if (performance.now() - lastPause > SLICE_MS) {
    await pause();
    lastPause = performance.now();
  }
  const [line] = await unzipped(packedLines[k]);
  JSON.parse(line).forEach((/** @type {string} */ text, /** @type {number} */ j) => { abstracts[k * N_IN_CHUNK + j] = text; });
}

// Resolves when the abstract of a paper is in `abstracts`.
/** @param {number} i */ export function abstractReady(i) {
  const k = Math.floor(i / N_IN_CHUNK);
  if (!unpacking.has(k)) unpacking.set(k, unpack(k));
  return unpacking.get(k);
}

// Calls `fill` as soon as the abstracts of these papers are unpacked: at once if they are.
/** @param {number[]} among @param {() => void} fill */ export function whenUnpacked(among, fill) {
  if (among.every((i) => !hasAbstract(i) || abstracts[i] !== undefined)) return fill();
  return Promise.all(among.filter(hasAbstract).map(abstractReady)).then(fill, fill);
}

// Terms in running text: where they occur, and the text with them marked. Text is inserted as text nodes only.
const MAX_FORM = 200; // characters; longer "terms" of a listing are not searched for
const NO_SPACES = /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Khmer}\p{sc=Lao}]|[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Khmer}\p{sc=Lao}]$/u;
/** @param {string} text */ const escaped = (text) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");

// The pattern of one form: spaces and hyphens are interchangeable, and a plural ending is allowed.
/** @param {string} form */ function patternOf(form) {
  const words = form.trim().split(/[\s-]+/).filter(Boolean).map(escaped).join("[\\s-]+");
  return NO_SPACES.test(form) ? words : `(?<![\\p{L}\\p{N}])${words}(?:e?s)?(?![\\p{L}\\p{N}])`;
}

/** @param {string} text */ const simplified = (text) => text.toLowerCase().replace(/[\s-]+/g, " ");

// Returns a function that finds terms in a text. `terms` are pairs of forms and a value; a text yields
// { start, end, value } in order and without overlaps, the longest term first where several begin.
/** @template T @param {[forms: string[], value: T][]} terms @returns {FindTerms<T>} */ export function termFinder(terms) {
  /** @type {Map<string, { form: string; value: any }>} */ const values = new Map();
  const forms = [];
  for (const [spelled, value] of terms) {
    for (const form of spelled) {
      if (!/[\p{L}\p{N}]/u.test(form) || form.length > MAX_FORM) continue;
      forms.push(form);
      for (const key of [form, `${form}s`, `${form}es`].map(simplified)) if (!values.has(key)) values.set(key, { form, value });
    }
  }
  if (!forms.length) return () => [];
  const pattern = new RegExp(forms.sort((a, b) => b.length - a.length).map(patternOf).join("|"), "giu");
  return (text) => {
    const hits = [];
    for (const match of text.matchAll(pattern)) {
      const found = values.get(simplified(match[0]));
      // An acronym is not the word of the same letters: IT is not "it".
      const isAcronym = found && found.form.length < 6 && found.form === found.form.toUpperCase();
      if (!found || (isAcronym && !match[0].startsWith(found.form))) continue;
      hits.push({ start: match.index, end: match.index + match[0].length, value: found.value });
    }
    return hits;
  };
}

// The pieces of a text: strings, and for each term found in it what `make` returns for its text and value.
/** @template T @param {string} text @param {FindTerms<T>} find @param {(text: string, value: T) => string | Node} make @returns {(string | Node)[]} */
export function markTerms(text, find, make) {
  const pieces = [];
  let at = 0;
  for (const { start, end, value } of find(text)) {
    pieces.push(text.slice(at, start), make(text.slice(start, end), value));
    at = end;
  }
  pieces.push(text.slice(at));
  return pieces.filter(isPresent);
}

/** @param {number} c */ export const formsOf = (c) => [concepts[c], ...spellings[c]];
/** @param {string} text */ export const markOf = (text) => el("mark", {}, text);

// Abbreviations whose full stop ends no sentence.
const ABBREVIATION = /(?:^|[\s(])(?:e\.g|i\.e|cf|vs|al|Fig|Figs|Eq|Eqs|Sec|Tab|No|approx|resp|ca|Dr|Prof|St|\p{L})\.$/u;

// The sentences of a text on one line.
/** @param {string} text */ export function sentencesOf(text) {
  const sentences = [];
  let from = 0;
  for (const match of text.matchAll(/[.!?…]+[)"”’\]]*\s+(?=["“(]?[\p{Lu}\p{Lo}\p{N}])|[。！？]/gu)) {
    const to = match.index + match[0].length;
    if (ABBREVIATION.test(text.slice(from, to).trimEnd())) continue;
    sentences.push(text.slice(from, to).trim());
    from = to;
  }
  if (text.slice(from).trim()) sentences.push(text.slice(from).trim());
  return sentences;
}

// What a reader asks for: words, phrases in quotes, fields (`author:`), ranges of years, and OR between two of them.

const IS_PLAIN = /^[\0-\x7f]*$/; // most texts are, and are read several times as fast

// Search ignores letter case and accents.
/** @param {string} text */
export const fold = (text) => (IS_PLAIN.test(text) ? text : text.normalize("NFKD").replace(/\p{M}/gu, "")).toLowerCase();

// Words of a folded text. Scripts without spaces are searched letter by letter, as phrases.
const WORDS = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Khmer}\p{sc=Lao}]|(?:(?![\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Khmer}\p{sc=Lao}])[\p{L}\p{N}])(?:(?![\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Khmer}\p{sc=Lao}])[\p{L}\p{N}\p{M}+#])*/gu;
const PLAIN_WORDS = /[a-z0-9][a-z0-9+#]*/g; // the same in a plain text
/** @param {string} text @returns {string[]} */ export function wordsOf(text) {
  const folded = fold(text);
  return folded.match(IS_PLAIN.test(folded) ? PLAIN_WORDS : WORDS) ?? [];
}

// The fields of a paper: what they are called in a query and in the list, their values, and how much a word in them
// counts. Several names of one concept are one value.
/** @type {{ name: string; label: string; weight: number; length: number; values: (paper: Paper, i: number) => (string | string[])[] }[]} */
const FIELDS = [
  { name: "title", label: "Title", weight: 5, length: 0.3, values: (paper) => [paper.title] },
  { name: "concept", label: "Concept", weight: 3, length: 0.3, values: (paper) => paper.concepts.map(formsOf) },
  { name: "author", label: "Author", weight: 3, length: 0, values: (paper) => paper.authors ?? [] },
  { name: "organisation", label: "Organisation", weight: 2, length: 0, values: (paper) => [paper.organisation ?? ""] },
  { name: "venue", label: "Venue", weight: 2, length: 0, values: (paper) => [paper.venue ?? ""] },
  { name: "year", label: "Year", weight: 2, length: 0, values: (paper) => [String(paper.year ?? "")] },
  { name: "repository", label: "Repository", weight: 1.5, length: 0, values: (paper) => [...(paper.repositories ?? []), ...paper.links.map((link) => link.url)] },
  { name: "abstract", label: "Abstract", weight: 1, length: 0.75, values: (_, i) => [abstracts[i] ?? ""] },
];
export const fieldNamed = new Map(FIELDS.map(({ name }, f) => [name, f]));
for (const [other, name] of [["code", "repository"], ["org", "organisation"], ["authors", "author"], ["concepts", "concept"], ["journal", "venue"]]) {
  fieldNamed.set(other, fieldNamed.get(name));
}

// Words so common that a query is about the others in it.
const COMMON = new Set("a an and are as at by for from in is of on or the to via with".split(" "));

const PIECE = /(?:([\p{L}]+):)?(?:"([^"]*)"?|“([^”]*)”?|(\S+))|([\p{L}]+):/gu;

// A range of years: 2021, 2019-2023, 2019.., -2020, >=2020, <2019.
/** @param {string} text @returns {[from: number, to: number] | null} */ function yearRange(text) {
  const [, sign, bound] = /^([<>]=?)(\d{1,4})$/.exec(text) ?? [];
  if (sign) {
    const year = Number(bound) + (sign === ">" ? 1 : sign === "<" ? -1 : 0);
    return sign.startsWith(">") ? [year, Infinity] : [-Infinity, year];
  }
  const [, from, between, to] = /^(\d{1,4})?(-|–|\.\.\.?)?(\d{1,4})?$/.exec(text) ?? [];
  if (!from && !to) return null;
  return [from ? Number(from) : -Infinity, to ? Number(to) : between ? Infinity : Number(from)];
}

/** @param {string | undefined} name @param {string} text @param {boolean} isQuoted @returns {Clause | null} */
function clauseOf(name, text, isQuoted) {
  const field = name === undefined ? null : fieldNamed.get(name.toLowerCase());
  if (field === fieldNamed.get("year")) {
    const range = yearRange(text);
    if (range) return { field, range, words: [], isQuoted: true };
  }
  const words = wordsOf(text);
  // An owner of repositories is written with a slash.
  if (field === null && !isQuoted && /.\/$/.test(text)) return { field: fieldNamed.get("repository"), words, isQuoted };
  return words.length ? { field, words, isQuoted } : null;
}

// Parses a query. Returns groups of clauses: a paper has to match one clause of each group. Null if nothing is asked
// yet, as while the name of a field is typed.
/** @param {string} text */ export function parseQuery(text) {
  /** @type {Clause[][]} */ const groups = [];
  let isAlternative = false;
  let isUnfinished = false;
  for (const [whole, name, quoted, curled, plain] of text.matchAll(PIECE)) {
    if (whole === "OR" || whole === "|") {
      isAlternative = groups.length > 0;
      continue;
    }
    const phrase = quoted ?? curled;
    const isField = name !== undefined && fieldNamed.has(name.toLowerCase());
    const bare = /^([\p{L}]+):$/u.exec(whole)?.[1];
    if (bare !== undefined && fieldNamed.has(bare.toLowerCase())) {
      isUnfinished = true;
      continue;
    }
    // What stands before a colon is a word like any other if it does not name a field.
    const clause = isField || name === undefined ? clauseOf(name, phrase ?? plain, phrase !== undefined) : clauseOf(undefined, whole, phrase !== undefined);
    if (clause === null) continue;
    if (isAlternative) groups.at(-1).push(clause);
    else groups.push([clause]);
    isAlternative = false;
  }
  /** @param {Clause[]} group */
  const isCommon = (group) => group.every(({ field, words, isQuoted }) => field === null && !isQuoted && words.every((word) => COMMON.has(word)));
  const telling = groups.filter((group) => !isCommon(group));
  if (!groups.length) return isUnfinished || !text.trim() ? null : [];
  return telling.length ? telling : groups;
}

// The index of all words of the papers, and the ranking of papers for a query: BM25F (Robertson, Zaragoza and Taylor
// 2004), which counts a word by the field that has it and by how rare it is. Abstracts are added once they are unpacked.

const SATURATION = 1.2; // k1: how soon further occurrences count less
const ABSTRACT = FIELDS.length - 1;
const YEAR = fieldNamed.get("year");
const END = -1; // separates the values of a field, so that no phrase spans two

export const textIndex = {
  words: /** @type {string[]} */ ([]), // the vocabulary
  numbers: /** @type {Map<string, number>} */ (new Map()), // word -> its index in `words`
  occurrences: /** @type {number[][]} */ ([]), // of each word: paper * FIELDS.length + field, once for each occurrence
  texts: FIELDS.map(() => /** @type {number[][]} */ ([])), // field -> paper -> numbers of its words
  lengths: FIELDS.map(() => 0), // the number of words in each field of all papers
  isBuilt: false,
  version: 0, // changes when papers are added to it
};

/** @param {number} i @param {number} f */ function addField(i, f) {
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

/** @param {number} i */ function addPaper(i) {
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

/** @param {number} i */ function addAbstract(i) {
  if (!hasAbstract(i)) return undefined;
  if (abstracts[i] !== undefined) return addField(i, ABSTRACT);
  return abstractReady(i).then(() => addField(i, ABSTRACT));
}

// Does something for each paper, and lets the page answer in between.
/** @param {(i: number) => void | Promise<void>} act */ async function forEachPaper(act) {
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

function indexed() {
  textIndex.version += 1;
  if (state.query.trim()) rerender();
}

// The abstracts are unpacked and indexed when a reader begins to search, on large pages after all else of the papers.
/** @type {Promise<void> | null} */ let indexing = null; // a promise
export let isIndexing = false;

export function indexAbstracts() {
  const [isLarge, hasMore] = [data.discs.length > 0, data.abstracts !== undefined];
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

// The least number of errors (insertions, deletions, substitutions, transpositions) between a word and a beginning of
// another, or Infinity if there are more than `most`.
/** @param {string} word @param {string} other @param {number} most */ function errorsBetween(word, other, most) {
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

/** @type {Map<string, Expansion>} */ const expansions = new Map(); // of the version of the index that they were found in
let expandedVersion = 0;

// The words of the index that a word of a query stands for, with their weights: itself, its singular, and longer words
// that begin with it; if there are none, words that contain it; if there are none, those with a typing error.
/** @param {string} word @param {boolean} isWhole */ function expand(word, isWhole) {
  if (expandedVersion !== textIndex.version) expansions.clear();
  expandedVersion = textIndex.version;
  const key = `${isWhole} ${word}`;
  if (!expansions.has(key)) expansions.set(key, findExpansion(word, isWhole));
  return expansions.get(key);
}

/** @param {string} word @param {boolean} isWhole */ function findExpansion(word, isWhole) {
  const found = { weights: new Map(), isCorrected: false };
  const own = textIndex.numbers.get(word);
  if (own !== undefined) found.weights.set(own, 1);
  if (isWhole) return found;
  const singular = textIndex.numbers.get(word.replace(/(?<=...)e?s$/, ""));
  if (singular !== undefined && singular !== own) found.weights.set(singular, 0.9);
  /** @param {(word: string) => boolean} passes @param {number} weight */ const collect = (passes, weight) => {
    if (!found.weights.size) textIndex.words.forEach((other, number) => { if (passes(other)) found.weights.set(number, weight); });
  };
  textIndex.words.forEach((other, number) => { if (number !== own && other.startsWith(word)) found.weights.set(number, 0.7); });
  if (word.length > 2) collect((other) => other.includes(word), 0.4);
  // A misspelt word has letters; numbers are as they are written.
  const forgiven = word.length < 4 ? 0 : word.length < 8 ? 1 : 2;
  for (let errors = 1; errors <= forgiven && !found.weights.size && /^\p{L}+$/u.test(word); errors += 1) {
    collect((other) => other.length >= word.length - errors && errorsBetween(word, other, errors) === errors, 0.6 / errors);
    found.isCorrected = found.weights.size > 0;
  }
  return found;
}

// Adds up the occurrences of a word's expansion by paper, each weighted by its field and the length of it.
/** @param {Expansion} options @param {number | null} field */ function frequenciesOf({ weights }, field) {
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

/** @param {number | undefined} year @param {[from: number, to: number]} range */
const isWithin = (year, range) => year !== undefined && year >= range[0] && year <= range[1];

/** @param {Clause} clause @param {number} i */ export function fieldsWith(clause, i) {
  if (clause.range) return isWithin(papers[i].year, clause.range) ? [YEAR] : [];
  const phrase = phraseOf(clause);
  /** @param {number[] | undefined} text */
  const hasPhrase = (text) => text?.some((_, at) => phrase.every(({ weights }, k) => weights.has(text[at + k])));
  return FIELDS.map((_, f) => f).filter((f) => (clause.field === null || clause.field === f) && hasPhrase(textIndex.texts[f][i]));
}

// Only the last word of what is typed may be the beginning of a longer one, and nothing in quotes. "pre-training" is also
// found where it is written as one word.
/** @param {Clause} options */ function phraseOf({ words, isQuoted }) {
  const phrase = words.map((word, k) => expand(word, isQuoted || k < words.length - 1));
  const isMissing = !isQuoted && words.length > 1 && phrase.some(({ weights }) => !weights.size);
  return isMissing ? [expand(words.join(""), true)] : phrase;
}

/** @param {Clause} clause */ function scoresOf(clause) {
  const scores = new Map();
  if (clause.range) {
    const { range } = clause;
    papers.forEach(({ year }, i) => { if (isWithin(year, range)) scores.set(i, 0); });
    return scores;
  }
  const phrase = phraseOf(clause);
  phrase.forEach((expansion, k) => {
    const sums = frequenciesOf(expansion, clause.field);
    const rarity = Math.log(1 + (papers.length - sums.size + 0.5) / (sums.size + 0.5));
    if (k === 0) for (const i of sums.keys()) scores.set(i, 0);
    for (const [i, score] of scores) {
      const frequency = sums.get(i);
      if (frequency === undefined) scores.delete(i);
      else scores.set(i, score + (rarity * frequency * (SATURATION + 1)) / (frequency + SATURATION));
    }
  });
  if (phrase.length > 1) for (const i of scores.keys()) if (!fieldsWith(clause, i).length) scores.delete(i);
  return scores;
}

// The papers that match a query, best first, with the words by which they were found. Null if nothing is asked yet.
/** @type {Search} */ export let searched = { key: null, groups: null, hits: null, words: new Set(), corrected: new Map() };

const ranks = new Uint32Array(papers.length); // the place of each paper in the usual order
byWeight.forEach((i, rank) => { ranks[i] = rank; });

/** @param {string} text */ export function searchPapers(text) {
  buildIndex();
  const key = `${textIndex.version} ${text.trim()}`;
  if (searched.key === key) return searched;
  const groups = parseQuery(text);
  /** @type {Map<number, number> | null} */ let total = null;
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
/** @param {string} text */ function excerptFound(text) {
  const sentence = sentencesOf(text).find((one) => foundIn(one).length) ?? "";
  const [hit] = foundIn(sentence);
  if (!hit) return [];
  const from = hit.end < MAX_EXCERPT ? 0 : sentence.lastIndexOf(" ", hit.start - MAX_EXCERPT / 2) + 1;
  const end = sentence.length - from <= MAX_EXCERPT ? sentence.length : Math.max(sentence.lastIndexOf(" ", from + MAX_EXCERPT), hit.end);
  const shown = sentence.slice(from, end);
  return [from ? "… " : "", ...markTerms(contained(shown), foundIn, markOf), end < sentence.length ? " …" : ""];
}

// The words of a text that the query found: { start, end }.
/** @param {string} text @returns {TermHit<undefined>[]} */ function foundIn(text) {
  const hits = [];
  for (const match of text.matchAll(/[\p{L}\p{N}\p{M}+#]+/gu)) {
    if (wordsOf(match[0]).some((word) => searched.words.has(word))) hits.push({ start: match.index, end: match.index + match[0].length, value: undefined });
  }
  return hits;
}

// Why a paper was found, if its title does not show it: the first field that has what another group asks for.
/** @param {number} i */ export function reasonFound(i) {
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

/** @param {string} title */ export const highlighted = (title) => (state.query.trim() ? markTerms(title, foundIn, markOf) : [title]);
