// What has changed since an earlier audit or an earlier build: a ring around the mark with a sign beside it, and the legend.

import { el } from "./elements.js";
import { drawBeside, theme } from "./marks.js";
import { papers } from "./model.js";

// Of a paper with code of its own its links to that have changed, of any other its other links.
/** @type {Record<string, { sign: string; label: string; tint: 'accent' | 'ink' | 'soft' }>} */
export const CHANGES = {
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
    ctx.beginPath();
    ctx.arc(x, y, radius + (1.5 + 2.5 * near) / scale, 0, 2 * Math.PI);
    ctx.stroke();
  }
  ctx.globalAlpha = before;
  const signs = names.map((name) => CHANGES[name].sign).join("");
  drawBeside(ctx, signs, x - radius * 0.75 - (4 + 5 * near) / scale, y - radius * 0.75 - (3 + 4 * near) / scale, `600 ${(9 + 4 * near) / scale}px`, theme[tint], scale);
}

/** @param {Paper} paper */
export const changeLines = (paper) => changesOf(paper).map((name) => el("p", { class: "facts" }, `${CHANGES[name].sign} ${CHANGES[name].label}`));
