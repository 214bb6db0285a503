// What a reader asks for: words, phrases in quotes, fields (`author:`), ranges of years, and OR between two of them.

import { abstracts, formsOf } from "./abstracts.js";

const IS_PLAIN = /^[\0-\x7f]*$/; // most texts are, and are read several times as fast

// Search ignores letter case and accents.
/** @param {string} text */
export const fold = (text) => (IS_PLAIN.test(text) ? text : text.normalize("NFKD").replace(/\p{M}/gu, "")).toLowerCase();

// Words of a folded text. Scripts without spaces are searched letter by letter, as phrases.
const WORDS = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Khmer}\p{sc=Lao}]|(?:(?![\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Khmer}\p{sc=Lao}])[\p{L}\p{N}])(?:(?![\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Khmer}\p{sc=Lao}])[\p{L}\p{N}\p{M}+#])*/gu;
const PLAIN_WORDS = /[a-z0-9][a-z0-9+#]*/g; // the same in a plain text
/** @param {string} text @returns {string[]} */
export function wordsOf(text) {
  const folded = fold(text);
  return folded.match(IS_PLAIN.test(folded) ? PLAIN_WORDS : WORDS) ?? [];
}

// The fields of a paper: what they are called in a query and in the list, their values, and how much a word in them
// counts. Several names of one concept are one value.
/** @type {{ name: string; label: string; weight: number; length: number; values: (paper: Paper, i: number) => (string | string[])[] }[]} */
export const FIELDS = [
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
export const COMMON = new Set("a an and are as at by for from in is of on or the to via with".split(" "));

const PIECE = /(?:([\p{L}]+):)?(?:"([^"]*)"?|“([^”]*)”?|(\S+))|([\p{L}]+):/gu;

// A range of years: 2021, 2019-2023, 2019.., -2020, >=2020, <2019.
/** @param {string} text @returns {[from: number, to: number] | null} */
function yearRange(text) {
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
/** @param {string} text */
export function parseQuery(text) {
  /** @type {Clause[][]} */
  const groups = [];
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
