// The subjects that papers share: concepts and repositories, each with the papers that hold it.

import {
  comparing, concepts, data, edges, once, papers, papersByValue, spellings, state, tally, view,
} from "./model.js";
import { fieldNamed, fold, parseQuery } from "./text_index.js";
import { yieldToMain } from "./unpacking.js";

export const { repositories } = data;
export const conceptNodes = data.concept_map.nodes; // the concepts on the concept map
export const conceptLines = data.concept_map.edges; // pairs of indices into `conceptNodes`
export const nodeOfConcept = new Map(conceptNodes.map((node, k) => [node.concept, k]));

export const holders = concepts.map(() => /** @type {number[]} */ ([])); // the papers of each concept
papers.forEach((paper, i) => { for (const c of paper.concepts) holders[c].push(i); });
await yieldToMain();

const linkers = once(() => {
  const byRepository = papersByValue(({ links }) => links.map(({ repository }) => repository));
  return new Map([...byRepository].map(([r, among]) => [r, new Set(among)]));
});
/** @param {number} r */ export const linkersOf = (r) => linkers().get(r) ?? new Set();

// Authors and venues, by the names that the list prints.
/** @type {Record<DoorName, { label: string; word: string; of: (paper: Paper) => string[] }>} */ export const DOORS = {
  author: { label: "Author", word: "author", of: (paper) => paper.authors ?? [] },
  venue: { label: "Venue", word: "in", of: (paper) => (paper.venue ? [paper.venue] : []) },
};
const behind = once(() => new Map(Object.entries(DOORS).map(([door, { of }]) => [door, papersByValue(of)])));
/** @param {DoorName} door @param {string | null} name */ export const papersBy = (door, name) => behind().get(door).get(name ?? "") ?? [];
export const doorOpen = () => /** @type {DoorName[]} */ (Object.keys(DOORS)).find((door) => state[door] !== null);

/** @param {number} r */ export const repositoryKey = (r) => `${repositories[r].host}/${repositories[r].name}`.toLowerCase();
export const repositoryOf = new Map(repositories.map((_, r) => [repositoryKey(r), r]));
export const conceptOf = new Map(concepts.map((label, c) => [label, c]));
await yieldToMain();
/** @param {number} r */ export const ownerOf = (r) => repositoryKey(r).split("/").slice(0, -1).join("/");

/** @param {number} one @param {number} other */
export const bothHold = (one, other) => holders[one].filter((i) => papers[i].concepts.includes(other));
/** @param {number} one @param {number} other */
export const sharedPapers = (one, other) => bothHold(one, other).filter((i) => view.papers[i]);
export const shownConcepts = () => conceptNodes.map((node) => node.concept).filter((c) => view.concepts[c])
  .sort((a, b) => view.concepts[b] - view.concepts[a] || holders[b].length - holders[a].length || concepts[a].localeCompare(concepts[b], "en"));

// The concept named `name`, if some paper holds it together with `other`; else null.
/** @param {string | null} name @param {string | null} other */ export function togetherWith(name, other) {
  const [one, two] = [conceptOf.get(name), conceptOf.get(other)];
  return one === undefined || two === undefined || one === two || !bothHold(one, two).length ? null : one;
}

// The concepts that co-occur with a concept, with the number of papers, most frequent first.
/** @param {number} c */ export function companions(c) {
  const counts = tally(holders[c].filter((i) => view.papers[i]).flatMap((i) => papers[i].concepts).filter((other) => other !== c));
  // Of two that co-occur equally often, the rarer one is more informative.
  return [...counts].sort((a, b) => b[1] - a[1] || holders[a[0]].length - holders[b[0]].length || concepts[a[0]].localeCompare(concepts[b[0]], "en"));
}

// The papers that hold both ends of each line.
const papersOnLines = once(() => conceptLines.map(([a, b]) => bothHold(conceptNodes[a].concept, conceptNodes[b].concept)));
const sameCounted = comparing(); // a selection changes none of the papers of which concepts are counted

export function deriveSubjects() {
  if (!sameCounted("", view.papers)) {
    view.concepts.fill(0);
    papers.forEach((paper, i) => { if (view.papers[i]) for (const c of paper.concepts) view.concepts[c] += 1; });
  }
  view.found = state.query.trim() ? findSubjects(state.query) : { concepts: [], repositories: [] };
  view.brightConcepts = brightConcepts();
  if (state.view === "concepts") view.lines = papersOnLines().map((on) => on.reduce((n, i) => n + view.papers[i], 0));
}

// The Set of highlighted concepts, or null without a selection or query.
function brightConcepts() {
  /** @param {Iterable<number>} among */ const held = (among) => new Set([...among].flatMap((i) => papers[i].concepts));
  if (state.concept !== null && state.together !== null) return new Set([state.concept, state.together]);
  if (state.concept !== null) {
    const k = nodeOfConcept.get(state.concept);
    const near = conceptLines.filter((line) => line.includes(k)).map(([a, b]) => conceptNodes[a === k ? b : a].concept);
    return new Set([state.concept, ...near]);
  }
  if (state.paper !== null) return new Set(papers[state.paper].concepts);
  if (state.edge !== null) {
    const { from, to } = edges[state.edge];
    return new Set(papers[from].concepts.filter((c) => papers[to].concepts.includes(c)));
  }
  const door = doorOpen();
  if (door) return held(papersBy(door, state[door]));
  if (state.repository !== null) return held(linkersOf(state.repository));
  if (view.matches === null) return null;
  return view.found.concepts.some((c) => nodeOfConcept.has(c)) ? new Set(view.found.concepts) : held(view.matches);
}

const SUBJECT_FIELDS = new Set([null, fieldNamed.get("concept"), fieldNamed.get("repository")]);
const foldedSubjects = once(() => ({
  concepts: concepts.map((label, c) => [label, ...spellings[c]].map(fold)),
  repositories: repositories.map((_, r) => [fold(repositoryKey(r))]),
}));

/** @param {string} text */ function findSubjects(text) {
  // Fields of papers are no names of subjects.
  const asked = (parseQuery(text) ?? []).map((group) => group.filter(({ field }) => SUBJECT_FIELDS.has(field))).filter((group) => group.length);
  /** @type {(names: string[][], size: (i: number) => number) => number[]} */ const among = (names, size) => {
    /** @type {[rank: number, size: number, index: number][]} */ const hits = [];
    names.forEach((forms, i) => {
      // All words must be in one form; a form that begins with them ranks first.
      const form = forms.findIndex((one) => asked.every((group) => group.some(({ words }) => words.every((word) => one.includes(word)))));
      if (form >= 0 && size(i)) hits.push([forms[form].startsWith(asked[0][0].words[0]) ? 0 : 1, -size(i), i]);
    });
    return hits.sort((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2]).map(([, , i]) => i);
  };
  if (!asked.length) return { concepts: [], repositories: [] };
  return {
    concepts: among(foldedSubjects().concepts, (c) => view.concepts[c]),
    repositories: among(foldedSubjects().repositories, (r) => [...linkersOf(r)].filter((i) => view.papers[i]).length),
  };
}
