// The tray: papers that the reader has saved, read, or put out of the list. It is kept in the browser's storage, for all
// pages of the same title, and in the address, so that it can be sent.

import { drawBeside, theme } from "./marks.js";
import { data, papers, positionOf, state, toggle } from "./model.js";
import { stored } from "./settings.js";
import { update } from "./updating.js";

/** @type {Record<TrayName, { label: string; press: string; sign: string }>} */ export const TRAY = {
  saved: { label: "Saved", press: "Save", sign: "★" },
  read: { label: "Read", press: "Read", sign: "✓" },
  out: { label: "Out", press: "Out", sign: "✕" },
};
const TRAY_KEY = `tray-${data.title}`;
/** @type {Set<number>} */ const touched = new Set(); // papers whose marks the reader has changed since the page was opened
/** @type {Record<string, string[]>} */
const unknownMarks = {}; // marks in the storage of papers that are not on this page, as of another build of it

/** @param {number} i */ const isInTray = (i) => Object.keys(TRAY).some((name) => state[name].has(i));

export function readStoredTray() {
  let kept = null;
  try {
    kept = JSON.parse(stored(TRAY_KEY) ?? "null");
  } catch {
    kept = null; // not written by this page
  }
  for (const name of Object.keys(TRAY)) {
    const ids = Array.isArray(kept?.[name]) ? kept[name].filter((id) => typeof id === "string") : [];
    unknownMarks[name] = ids.filter((id) => !positionOf.has(id));
    state[name] = new Set(ids.filter((id) => positionOf.has(id)).map((id) => positionOf.get(id)));
  }
}

// Marks in an address are added for papers that the reader has not marked: a link of someone else's loses nothing.
/** @param {(name: string) => string[]} idsOf */ export function addTray(idsOf) {
  const added = Object.keys(TRAY).flatMap((name) => idsOf(name).map((id) => ({ name, i: positionOf.get(id) })));
  const isFree = new Map(added.map(({ i }) => [i, i !== undefined && !touched.has(i) && !isInTray(i)]));
  for (const { name, i } of added) if (isFree.get(i)) state[name].add(i);
}

/** @param {TrayName} name @param {number} i */ export function mark(name, i) {
  touched.add(i);
  /** @type {Change} */ const change = { [name]: toggle(state[name], i) };
  // What is out is not to be read later, and the other way round.
  if (change[name]?.has(i)) {
    for (const other of /** @type {TrayName[]} */ (name === "out" ? ["saved"] : name === "saved" ? ["out"] : [])) change[other] = new Set([...state[other]].filter((one) => one !== i));
  }
  update(change);
  const kept = Object.fromEntries(Object.keys(TRAY).map((key) => [key, [...[...state[key]].map((one) => papers[one].id), ...unknownMarks[key]]]));
  stored(TRAY_KEY, JSON.stringify(kept));
}

// The marks of a paper in words, for its row in the list.
/** @param {number} i */
export const trayWords = (i) => Object.keys(TRAY).filter((name) => state[name].has(i)).map((name) => TRAY[name].label.toLowerCase()).join(", ");

// The sign of a saved or read paper beside its mark on the map.
/** @param {Context} ctx @param {number} i @param {number} x @param {number} y @param {number} radius @param {number} scale */
export function drawSign(ctx, i, x, y, radius, scale) {
  const name = Object.keys(TRAY).find((key) => state[key].has(i));
  if (!name) return;
  drawBeside(ctx, TRAY[name].sign, x + radius * 0.75 + 8 / scale, y - radius * 0.75 - 6 / scale, `${13 / scale}px`, theme.accent, scale);
}
