// One function changes the state. What follows from a change is registered by the script that does it, so that every
// script can change the state without importing those that show it.

import { UNCHOSEN, state } from "./model.js";

// What a change shows: the panel of a selection is beside the map, hits of a search are in the list.
/** @param {Change} change */
function tabOf(change) {
  if (Object.keys(UNCHOSEN).some((key) => change[key] !== null && change[key] !== undefined)) return "map";
  return change.query?.trim() ? "list" : state.tab;
}

let showState = () => {};
let writeState = () => {};

// Registers what shows the state, and what writes it into the address.
/** @param {{ show: () => void, write: () => void }} options */
export function followState({ show, write }) {
  showState = show;
  writeState = write;
}

export const rerender = () => showState();
export const recordState = () => writeState();

/** @param {Change} change */
export function update(change) {
  Object.assign(state, { tab: tabOf(change) }, change);
  rerender();
  recordState();
}
