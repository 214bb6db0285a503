// The fixed parts of the page, what a reader does with them before it can answer, and the canvas of the map.

export const box = document.getElementById("map");
export const main = document.querySelector("main");
export const query = document.getElementById("query");
export const results = document.getElementById("results");
export const details = document.getElementById("details");
export const legend = document.getElementById("legend");
export const crumbs = document.getElementById("crumbs");
export const sentence = document.getElementById("empty");
export const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");
export const narrow = matchMedia("(max-width: 44rem)");
// What pans and zooms; null on a page without papers, where nothing asks for more than that.
/** @type {Network} */ export let network = /** @type {any} */ (null);
export let wholeScale = 1; // the scale at which all papers fit
export let started = false; // movements are animated only after the initial view is shown
export let moving = false;
export let gliding = false; // whether the map moves by itself: names are only moved along then
/** @type {number | null} */ export let hovered = null; // the paper that is pointed at

/** @param {{ network?: Network; wholeScale?: number; started?: boolean; moving?: boolean; gliding?: boolean; hovered?: number | null }} change */
export function setMap(change) {
  const next = { network, wholeScale, started, moving, gliding, hovered, ...change };
  ({ network, wholeScale, started, moving, gliding, hovered } = next);
}

// The scale nearest to a wanted one at which the map stays in view.
/** @param {number} scale */ export const zoomable = (scale) => Math.min(Math.max(scale, wholeScale / 2), 8);

// The size of a canvas in pixels of the page. That of the map is known: to ask for it would lay out the page at once.
/** @param {{ clientWidth: number; clientHeight: number }} canvas */
export const sizeOf = (canvas) => (canvas === network.canvas ? { width: network.width, height: network.height } : { width: canvas.clientWidth, height: canvas.clientHeight });

const liveRegion = document.getElementById("told");

// Announces to screen readers what only the map shows.
/** @param {string} words */ export function announce(words) {
  liveRegion.textContent = words;
}

// The boxes of what stands above the map of communities; none in print.
export function crumbBoxes() {
  const shown = /** @type {HTMLElement[]} */ ([...crumbs.children]).filter((part) => part.offsetWidth);
  return shown.map((part) => {
    const [left, top] = [crumbs.offsetLeft + part.offsetLeft, crumbs.offsetTop + part.offsetTop];
    return [left, top, left + part.offsetWidth, top + part.offsetHeight];
  });
}

// The box of the zoom buttons over the map, empty in print, where they are hidden.
export function zoomBox() {
  const zoom = document.querySelector(".zoom");
  if (!zoom.offsetWidth) return [box.clientWidth, box.clientHeight, box.clientWidth, box.clientHeight];
  return [zoom.offsetLeft, zoom.offsetTop, zoom.offsetLeft + zoom.offsetWidth, zoom.offsetTop + zoom.offsetHeight];
}

// What a reader does before the page can answer. It is done once the page can: when the address is read and the map is there.

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
