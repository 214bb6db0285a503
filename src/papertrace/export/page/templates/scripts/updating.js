// One function changes the state. What follows from a change is registered by the script that does it, so that every
// script can change the state without importing those that show it.

import { UNCHOSEN, papers, state } from "./model.js";
import { started } from "./screen.js";

// What a change shows: the panel of a selection is beside the map, hits of a search are in the list.
/** @param {Change} change */ function tabOf(change) {
  if (Object.keys(UNCHOSEN).some((key) => change[key] !== null && change[key] !== undefined)) return "map";
  return change.query?.trim() ? "list" : state.tab;
}

let showState = () => {};
let writeState = () => {};

// Registers what shows the state, and what writes it into the address.
/** @param {{ show: () => void, write: () => void }} options */ export function followState({ show, write }) {
  showState = show;
  writeState = write;
}

export const rerender = () => showState();
export const recordState = () => writeState();

/** @param {Change} change */ export function update(change) {
  Object.assign(state, { tab: tabOf(change) }, change);
  rerender();
  afterPanel("address", recordState); // a new entry of the history takes a third of the time of a choice
}

// What can wait until the panel that a reader waits for is painted: on maps of many papers the map, the legend and
// movements take several times as long as the panel.
const MANY = 500; // papers, of which the rest takes longer than a panel
/** @type {Map<string, () => unknown>} */ const waiting = new Map();
let asked = 0;

// Does what waits now, as for print, which takes the page as it is.
export function runWaiting() {
  asked = 0;
  const tasks = [...waiting.values()];
  waiting.clear();
  for (const task of tasks) task();
}

// Does something at once, or where it would take long after the next frame is painted; a later task of the same name
// replaces one that waits.
/** @param {string} name @param {() => unknown} task */ export function afterPanel(name, task) {
  if (papers.length < MANY || !started) return task();
  waiting.delete(name);
  waiting.set(name, task);
  if (!asked) asked = requestAnimationFrame(() => setTimeout(runWaiting));
  return undefined;
}
