// The fixed parts of the page, and the canvas of the map. Scripts read what is exported, and change it by the functions here.

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
export let network = null; // of vis-network, which pans and zooms; null on a page without papers
export let wholeScale = 1; // the scale at which all papers fit
export let started = false; // movements are animated only after the initial view is shown
export let moving = false;
export let gliding = false; // whether a map of thousands of papers moves by itself: names and points are only moved along then
export let hovered = null; // the paper that is pointed at

export function setNetwork(made) {
  network = made;
}

export function setWholeScale(scale) {
  wholeScale = scale;
}

export function setStarted() {
  started = true;
}

export function setMoving(isMoving) {
  moving = isMoving;
}

export function setGliding(isGliding) {
  gliding = isGliding;
}

export function setHovered(paper) {
  hovered = paper;
}

const liveRegion = document.getElementById("told");

// Announces to screen readers what only the map shows.
export function announce(words) {
  liveRegion.textContent = words;
}

// The box of the zoom buttons over the map, empty in print, where they are hidden.
export function zoomBox() {
  const zoom = document.querySelector(".zoom");
  if (!zoom.offsetWidth) return [box.clientWidth, box.clientHeight, box.clientWidth, box.clientHeight];
  return [zoom.offsetLeft, zoom.offsetTop, zoom.offsetLeft + zoom.offsetWidth, zoom.offsetTop + zoom.offsetHeight];
}
