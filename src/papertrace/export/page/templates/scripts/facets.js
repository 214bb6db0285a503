// Filters and what they filter by.

import { fitWhole } from "./choosing.js";
import { paintRing } from "./first_sight.js";
import { drawBeside, theme } from "./marks.js";
import { papers, state, update, view, yearPasses, years, yearsChosen } from "./model.js";

// Filters by what papers have: community, code, type, venue, years. The counts of each follow all the others, so that
// they say how many papers a press would show.

// Of a paper with code of its own its links to that have changed, of any other its other links.
/** @type {Record<string, { sign: string; label: string; tint: 'accent' | 'ink' | 'soft' }>} */ export const CHANGES = {
  died: { sign: "†", label: "Link has died", tint: "accent" },
  recovered: { sign: "↺", label: "Link works again", tint: "ink" },
  archived: { sign: "▪", label: "Repository was archived", tint: "soft" },
  moved: { sign: "→", label: "Link has moved", tint: "soft" },
  fresh: { sign: "+", label: "New in the list", tint: "accent" },
};

const ROOMY = 8; // pixels: the radius from which a mark has its ring at full width

// The changes of a paper, the state of its code first.
/** @param {Paper} paper @returns {string[]} */
export const changesOf = (paper) => [Object.hasOwn(CHANGES, paper.change ?? "") ? paper.change : "", paper.is_new ? "fresh" : ""].filter(Boolean);
export const changed = new Map(Object.keys(CHANGES).map((name) => [name, 0])); // the number of papers with each
for (const paper of papers) if (paper.change || paper.is_new) for (const name of changesOf(paper)) changed.set(name, changed.get(name) + 1);

// The ring glows in the tint of the first change, the less the smaller the mark is on the screen: on a dense map rings would
// cover their neighbours. The signs stand to the left, where the tray has none.
/** @param {Context} ctx @param {number} i @param {number} x @param {number} y @param {number} radius @param {number} scale */
export function drawChanges(ctx, i, x, y, radius, scale) {
  const names = changesOf(papers[i]);
  if (!names.length) return;
  const { tint } = CHANGES[names[0]];
  const before = ctx.globalAlpha;
  ctx.strokeStyle = theme[tint];
  const near = Math.min(radius * scale, ROOMY) / ROOMY;
  for (const [width, alpha] of [[7 * near, 0.22], [1.6, 0.9]]) {
    ctx.globalAlpha = before * alpha;
    ctx.lineWidth = width / scale;
    paintRing(ctx, x, y, radius + (1.5 + 2.5 * near) / scale);
  }
  ctx.globalAlpha = before;
  const signs = names.map((name) => CHANGES[name].sign).join("");
  drawBeside(ctx, signs, x - radius * 0.75 - (4 + 5 * near) / scale, y - radius * 0.75 - (3 + 4 * near) / scale, `600 ${(9 + 4 * near) / scale}px`, theme[tint], scale);
}

/** @type {Record<FacetName, (paper: Paper) => Fact[]>} */ export const FACETS = {
  communities: (paper) => [paper.community],
  marks: (paper) => [paper.mark],
  types: (paper) => [paper.type ?? ""],
  venues: (paper) => [paper.venue ?? ""],
  changes: changesOf, // a paper can be new, and its link have died
};
/** @type {(FacetName | "years")[]} */ const FACET_NAMES = [...Object.keys(FACETS), "years"];
/** @param {FacetName} name */ export const chosenOf = (name) => /** @type {Set<Fact>} */ (state[name]);
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
    for (const name of active) {
      if (name === "years" ? yearPasses(paper) : FACETS[name](paper).some((value) => chosenOf(name).has(value))) continue;
      failed[i] = failed[i] === NONE_FAILED ? FACET_NAMES.indexOf(name) : SEVERAL_FAILED;
    }
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

export const hidesPapers = () => Object.keys(FACETS).some((name) => state[name].size) || yearsChosen();

export function showAll() {
  update({ communities: new Set(), marks: new Set(), types: new Set(), venues: new Set(), changes: new Set(), without: new Set(), weight: 0, from: null, to: null, undated: false });
  fitWhole();
}

/** @type {(() => void)[]} */ export const refreshers = []; // functions that update each control from the state

export function refreshLegend() {
  for (const refresh of refreshers) refresh();
}
