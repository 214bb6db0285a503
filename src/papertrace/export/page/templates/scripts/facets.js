// Filters by what papers have: community, code, type, venue, years. The counts of each follow all the others, so that
// they say how many papers a press would show.

import { changesOf } from "./changes.js";
import { papers, state, view, yearPasses, years, yearsChosen } from "./model.js";

/** @type {Record<FacetName, { name?: string; of?: (paper: Paper) => Fact; several?: (paper: Paper) => Fact[] }>} */
export const FACETS = {
  communities: { of: (paper) => paper.community },
  marks: { of: (paper) => paper.mark },
  types: { name: "Type", of: (paper) => paper.type ?? "" },
  venues: { name: "Venue", of: (paper) => paper.venue ?? "" },
  changes: { several: changesOf }, // a paper can be new, and its link have died
};
/** @type {(FacetName | "years")[]} */
const FACET_NAMES = [...Object.keys(FACETS), "years"];
/** @param {FacetName} name */
export const chosenOf = (name) => /** @type {Set<Fact>} */ (state[name]);
// The values of a paper for a facet.
/** @param {FacetName} name @param {Paper} paper @returns {Fact[]} */
export const valuesOf = (name, paper) => {
  const { of, several } = FACETS[name];
  return several ? several(paper) : of ? [of(paper)] : [];
};
/** @param {FacetName | "years"} name @param {Paper} paper */
const facetPasses = (name, paper) => (name === "years" ? yearPasses(paper) : !state[name].size || valuesOf(name, paper).some((value) => chosenOf(name).has(value)));

const NONE_FAILED = 255;
const SEVERAL_FAILED = 254;
const failed = new Uint8Array(papers.length); // the number of the only facet that a paper fails, or one of these

export function derivePapers() {
  const active = FACET_NAMES.filter((name) => (name === "years" ? yearsChosen() : state[name].size));
  if (!active.length && !state.out.size) {
    failed.fill(NONE_FAILED);
    view.papers.fill(1);
    return;
  }
  papers.forEach((paper, i) => {
    failed[i] = NONE_FAILED;
    for (const name of active) if (!facetPasses(name, paper)) failed[i] = failed[i] === NONE_FAILED ? FACET_NAMES.indexOf(name) : SEVERAL_FAILED;
    if (state.out.has(i)) failed[i] = SEVERAL_FAILED;
    view.papers[i] = failed[i] === NONE_FAILED ? 1 : 0;
  });
}

// Whether all filters but one leave a paper.
/** @param {FacetName | "years"} name @param {number} i */
export const passesBut = (name, i) => failed[i] === NONE_FAILED || failed[i] === FACET_NAMES.indexOf(name);

// The steps of a date slider and of charts: every year from the first to the last, or those of papers if they are far apart.
const MAX_STEPS = 80;
export const yearSteps = years.length && years.at(-1) - years[0] < MAX_STEPS ? Array.from({ length: years.at(-1) - years[0] + 1 }, (_, k) => years[0] + k) : years;
