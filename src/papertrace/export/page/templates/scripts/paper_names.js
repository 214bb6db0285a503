// What papers are called on the map, which the reader may choose.

import { cut } from "./elements.js";
import { papers, state } from "./model.js";

const MOST_LETTERS = 60; // of a title
/** @type {Record<string, { label: string; of: (i: number) => string }>} */
export const LABELS = {
  short: { label: "system, else author", of: (i) => papers[i].short },
  author: { label: "author and year", of: (i) => papers[i].by ?? papers[i].short },
  title: { label: "title", of: (i) => (papers[i].title.length > MOST_LETTERS ? `${cut(papers[i].title).slice(0, MOST_LETTERS - 1)}…` : papers[i].title) },
  none: { label: "none", of: () => "" },
};
/** @param {string | null} name */
export const labelNamed = (name) => (name !== null && Object.hasOwn(LABELS, name) ? name : "short");
/** @param {number} i */
export const nameOnMap = (i) => LABELS[state.label].of(i);
