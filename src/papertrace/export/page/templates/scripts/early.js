// What a reader does before the page can answer. It is done once the page can: when the address is read and the map is there.

import { query } from "./screen.js";

/** @type {(() => void)[] | null} */ let early = []; // null once the page answers

// Does something at once, or as soon as the page answers.
/** @param {() => void} task */ export function onceAnswering(task) {
  if (early) early.push(task);
  else task();
}

// Begins to answer, first to what was done before.
export function answer() {
  const tasks = early ?? [];
  early = null;
  for (const task of tasks) task();
}

for (const type of ["keydown", "click", "input", "change"]) {
  addEventListener(type, (event) => {
    if (!early) return;
    event.stopImmediatePropagation();
    if (type === "click") event.preventDefault(); // What it does by itself, it does later too.
    const Kind = /** @type {typeof Event} */ (event.constructor);
    early.push(() => event.target?.dispatchEvent(new Kind(type, event)));
  }, { capture: true });
}

// Words may have been typed before there were any scripts.
if (query.value) onceAnswering(() => query.dispatchEvent(new Event("input", { bubbles: true })));
