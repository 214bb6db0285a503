// What can wait until the panel that a reader waits for is painted: on maps of many papers the map, the legend and
// movements take several times as long as the panel.

import { papers } from "./model.js";
import { started } from "./screen.js";

const MANY = 500; // papers, of which the rest takes longer than a panel
/** @type {Map<string, () => unknown>} */
const waiting = new Map();
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
/** @param {string} name @param {() => unknown} task */
export function afterPanel(name, task) {
  if (papers.length < MANY || !started) return task();
  waiting.delete(name);
  waiting.set(name, task);
  if (!asked) asked = requestAnimationFrame(() => setTimeout(runWaiting));
  return undefined;
}
