// Lets the page answer and be painted between two parts of long work.

export const SLICE_MS = 16; // of long work after which to pause

/** @returns {Promise<void>} */
export const pause = () => new Promise((done) => { setTimeout(done); });

// The same of a page that is starting: after each slice it may be laid out and painted, which takes as long.
export const STARTING_MS = 32;
let sliceStart = 0;

// Pauses while a page is starting, if its work has taken a slice since it last did; where the browser can, without the
// milliseconds by which it delays timers.
export async function yieldToMain() {
  if (performance.now() - sliceStart < STARTING_MS) return;
  await (window.scheduler?.yield ? window.scheduler.yield() : pause());
  sliceStart = performance.now();
}
