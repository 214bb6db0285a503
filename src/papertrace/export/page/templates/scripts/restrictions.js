// Whether filters hide papers, and what ends all filters.

import { FACETS } from "./facets.js";
import { fitWhole } from "./framing.js";
import { state, yearsChosen } from "./model.js";
import { update } from "./updating.js";

export const hidesPapers = () => Object.keys(FACETS).some((name) => state[name].size) || yearsChosen();

export function showAll() {
  update({ communities: new Set(), marks: new Set(), types: new Set(), venues: new Set(), changes: new Set(), without: new Set(), weight: 0, from: null, to: null, undated: false });
  fitWhole();
}
