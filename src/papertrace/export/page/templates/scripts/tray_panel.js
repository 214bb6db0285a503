// The panel of the tray, and the buttons that mark papers.

import { el, heading } from "./elements.js";
import { openExport } from "./exporting.js";
import { UNCHOSEN, aNode, countNodes, grouped, papers, state } from "./model.js";
import { closeButton, longList, paperItem } from "./panels.js";
import { details } from "./screen.js";
import { sorted } from "./sorting.js";
import { TRAY, mark } from "./tray.js";
import { update } from "./updating.js";

/** @param {number} i */
export function trayButtons(i) {
  const buttons = Object.entries(TRAY).map(([name, { press, sign }]) =>
    el("button", { type: "button", "aria-pressed": String(state[name].has(i)), "data-mark": name, click: () => mark(name, i) }, el("span", { "aria-hidden": "true" }, `${sign} `), press));
  return el("div", { class: "tray", role: "group", "aria-label": "Tray" }, ...buttons);
}

export function trayPanel() {
  /** @type {Piece[]} */
  const parts = [closeButton(), el("h2", {}, "Tray")];
  for (const [name, { label }] of Object.entries(TRAY)) {
    const among = sorted([...state[name]]);
    if (!among.length) continue;
    const items = among.map((i) => paperItem(i, "", el("button", { type: "button", class: "quiet turn", "aria-label": `Remove from ${label}: ${papers[i].short}`, click: () => mark(name, i) }, "Remove")));
    parts.push(heading(label, countNodes(among.length)), ...longList("near", items));
  }
  if (!Object.keys(TRAY).some((name) => state[name].size)) parts.push(el("p", { class: "facts" }, `Nothing is marked yet. In the panel of ${aNode}, mark it as saved, as read, or as out of the list.`));
  parts.push(heading("Keep"), el("p", { class: "facts" }, "This browser remembers the tray, and the address of the page has it: bookmark or send it."), el("p", {}, el("button", { type: "button", class: "fold arrow", click: () => openExport() }, "Export")));
  return parts;
}

const trayButton = document.getElementById("tray");

export function showTray() {
  const n = state.saved.size;
  trayButton.textContent = n ? `Tray (${grouped(n)})` : "Tray";
  trayButton.setAttribute("aria-pressed", String(Boolean(state.tray)));
}

trayButton.addEventListener("click", () => {
  update({ ...UNCHOSEN, tray: state.tray ? null : true });
  if (state.tray) details.focus();
});
