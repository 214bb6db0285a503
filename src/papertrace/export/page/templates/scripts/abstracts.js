// The abstracts. They are compressed in the page, in chunks, and unpacked when one of a chunk is first needed.

import { el, isPresent } from "./elements.js";
import { concepts, data, spellings } from "./model.js";
import { SLICE_MS, pause } from "./pause.js";
import { canUnpack, unzipped } from "./unpacking.js";

export const N_IN_CHUNK = data.abstracts?.each ?? 1; // abstracts
const withoutAbstract = new Set(data.abstracts?.without);
/** @param {number} i */
export const hasAbstract = (i) => data.abstracts !== undefined && !withoutAbstract.has(i);

export const LEFT_OUT = "A page of so many papers leaves abstracts out. The list that it was made of has them.";
// What is not in this page though the list may have it: all abstracts, or the ends of long ones.
export const nLetters = data.abstracts?.letters ?? Infinity;
const MAX_WORD = 31; // letters of a word that may be left out at the end, with the ellipsis
/** @param {number} i */
export const isCut = (i) => (abstracts[i]?.length ?? 0) >= nLetters - MAX_WORD && abstracts[i].endsWith("…");

/** @type {string[]} */
export const abstracts = []; // those unpacked so far, by paper
/** @type {Map<number, Promise<void>>} */
const unpacking = new Map(); // promises by number of chunk
/** @type {string[] | null} */
let packedLines = null;

// The abstracts are below the scripts, which need not wait for them.
const wholePage = new Promise((/** @type {(value?: unknown) => void} */ done) => {
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", done);
  else done();
});

let lastPause = 0; // when the page could answer between one chunk and the next

/** @param {number} k */
async function unpack(k) {
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
/** @param {number} i */
export function abstractReady(i) {
  const k = Math.floor(i / N_IN_CHUNK);
  if (!unpacking.has(k)) unpacking.set(k, unpack(k));
  return unpacking.get(k);
}

/** @param {number} i */
const readable = (i) => hasAbstract(i) && canUnpack;
/** @param {number} i */
const isUnpacked = (i) => !readable(i) || abstracts[i] !== undefined;

// Calls `fill` as soon as the abstracts of these papers are unpacked: at once if they are.
/** @param {number[]} among @param {() => void} fill */
export function whenUnpacked(among, fill) {
  if (among.every(isUnpacked)) return fill();
  return Promise.all(among.filter(readable).map(abstractReady)).then(fill, fill);
}

// Terms in running text: where they occur, and the text with them marked. Text is inserted as text nodes only.
const MAX_FORM = 200; // characters; longer "terms" of a listing are not searched for
export const NO_SPACES = /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Khmer}\p{sc=Lao}]|[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Khmer}\p{sc=Lao}]$/u;
/** @param {string} text */
const escaped = (text) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");

// The pattern of one form: spaces and hyphens are interchangeable, and a plural ending is allowed.
/** @param {string} form */
function patternOf(form) {
  const words = form.trim().split(/[\s-]+/).filter(Boolean).map(escaped).join("[\\s-]+");
  return NO_SPACES.test(form) ? words : `(?<![\\p{L}\\p{N}])${words}(?:e?s)?(?![\\p{L}\\p{N}])`;
}

/** @param {string} text */
const simplified = (text) => text.toLowerCase().replace(/[\s-]+/g, " ");

// Returns a function that finds terms in a text. `terms` are pairs of forms and a value; a text yields
// { start, end, value } in order and without overlaps, the longest term first where several begin.
/** @template T @param {[forms: string[], value: T][]} terms @returns {FindTerms<T>} */
export function termFinder(terms) {
  /** @type {Map<string, { form: string; value: any }>} */
  const values = new Map();
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

/** @param {number} c */
export const formsOf = (c) => [concepts[c], ...spellings[c]];
/** @param {string} text */
export const markOf = (text) => el("mark", {}, text);

// Abbreviations whose full stop ends no sentence.
const ABBREVIATION = /(?:^|[\s(])(?:e\.g|i\.e|cf|vs|al|Fig|Figs|Eq|Eqs|Sec|Tab|No|approx|resp|ca|Dr|Prof|St|\p{L})\.$/u;

// The sentences of a text on one line.
/** @param {string} text */
export function sentencesOf(text) {
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
