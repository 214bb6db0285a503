// What a search has found, marked in titles, values and abstracts.

import { contained, el, enumerated } from "./elements.js";
import { papers, state } from "./model.js";
import { FIELDS, wordsOf } from "./query.js";
import { markOf, markTerms, sentencesOf } from "./terms.js";
import { ABSTRACT, fieldsWith, searched } from "./text_index.js";

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
