// Helpers to create elements. Text from listings is only ever inserted as text nodes.

// It listens before any other module waits, since every other imports this one, which imports it first.
import { box, details, legend, query } from "./screen.js";
import { stored } from "./settings.js";

/** @template {keyof HTMLElementTagNameMap} T @param {T} tag @param {Record<string, any>} properties @param {...Piece} children @returns {HTMLElementTagNameMap[T]} */
export function el(tag, properties = {}, ...children) {
  const node = document.createElement(tag);
  if (tag === "button") node.setAttribute("type", "button");
  for (const [key, value] of Object.entries(properties)) {
    if (typeof value === "function") node.addEventListener(key, value);
    else if (key === "style") Object.assign(node.style, value);
    else if (isPresent(value) || value === "") node.setAttribute(key, value === true ? "" : value);
  }
  node.append(...present(children));
  return node;
}

// Nothing, false, empty strings and empty lists count as absent.
/** @param {any} piece */ export const isPresent = (piece) => piece !== null && piece !== undefined && piece !== false && piece.length !== 0;
/** @param {Piece} pieces @returns {(Node | string)[]} */ export const present = (pieces) => /** @type {any} */ ([pieces]).flat(Infinity).filter(isPresent);

// Text from a listing next to other text: it may run from right to left, or contain directional marks.
/** @param {string} text */ export const bdi = (text) => el("bdi", {}, contained(text));

const PARAGRAPHS = "\n\r\x1c\x1d\x1e\x85\u2029"; // paragraph separators

// Control characters have no glyph, so their pictures are shown (U+2400 and following).
/** @param {string} character */
const picture = (character) => (character < " " ? String.fromCodePoint(0x2400 + character.charCodeAt(0)) : character === "\x7f" ? "\u2421" : "\ufffd");

const ODD = /[\p{Cc}\u2029\u2066-\u2069]/u; // what few texts have

// Balances the isolate marks in a text, and shows its control characters. A browser adds marks of its own around an isolating element; a mark in the text
// that closes an isolate would close that one, an unclosed one would be closed by it, and a paragraph end closes all.
/** @param {string} text */ export function contained(text) {
  if (!ODD.test(text)) return text;
  let kept = "";
  let depth = 0;
  for (const character of text) {
    if ("\u2066\u2067\u2068".includes(character)) depth += 1;
    if (character === "\u2069" && depth === 0) continue;
    if (character === "\u2069") depth -= 1;
    kept += PARAGRAPHS.includes(character) || character === "\t" ? " " : /\p{Cc}/u.test(character) ? picture(character) : character;
  }
  return kept + "\u2069".repeat(depth);
}

// The same without an element, as on the map: the direction of a name follows from its own letters.
/** @param {string} text */ export const isolated = (text) => `\u2068${contained(text)}\u2069`;

export const MAX_TITLE = 300;
/** @param {string} text */
export const cut = (text) => (text.length <= MAX_TITLE ? text : `${text.slice(0, MAX_TITLE - 1).replace(/[\ud800-\udbff]$/, "")}…`);

/** @param {Piece[]} pieces @param {string} separator */
export const joined = (pieces, separator) => pieces.filter(isPresent).flatMap((piece, k) => (k ? [separator, piece] : [piece]));
/** @param {...Piece} pieces */ export const dotted = (...pieces) => joined(pieces, " · ");
/** @param {string[]} texts */ export const enumerated = (texts) => joined(texts.map(bdi), ", ");

// A line of a panel, a heading of it, and a part under a heading; none of what would be empty.
/** @param {...Piece} pieces */ export const facts = (...pieces) => (present(pieces).length ? el("p", { class: "facts" }, pieces) : null);
/** @param {string} text @param {Piece} [note] */
export const heading = (text, note) => el("h3", {}, el("span", {}, text), note ? el("span", {}, note) : null);
/** @param {string} name @param {Piece} note @param {Piece} parts @returns {Piece[]} */
export const section = (name, note, parts) => (present(parts).length ? [heading(name, note), parts] : []);

// Accessibility: skip links past the long list, focus that survives updates, and a shortcut that can be turned off.

// Rebuilds a part of the page; focus inside it is kept if possible, or else moves to the result of `otherwise`.
/** @param {Element} part @param {() => void} build @param {() => HTMLElement} otherwise */
export function keepFocus(part, build, otherwise) {
  const within = part.contains(document.activeElement);
  build();
  if (within && !part.contains(document.activeElement)) otherwise().focus({ preventScroll: true });
}

/** @type {Record<string, HTMLElement | (() => HTMLElement)>} */
const TARGETS = { query, views: () => document.querySelector("#views :checked"), map: box, details: () => (details.hidden ? legend : details) };

for (const button of document.querySelectorAll(".skip button")) {
  const target = TARGETS[button.dataset.to ?? ""];
  button.addEventListener("click", () => (typeof target === "function" ? target() : target).focus());
}

// Single-character shortcuts interfere with speech input, so they can be turned off.
export let slashSearches = stored("slash") !== "off";

function announceSlash() {
  for (const [node, key] of /** @type {[HTMLElement, string][]} */ ([[query, "/"], [document.getElementById("help"), "?"]])) {
    if (slashSearches) node.setAttribute("aria-keyshortcuts", key);
    else node.removeAttribute("aria-keyshortcuts");
  }
}

export function slashSwitch() {
  announceSlash();
  const change = () => {
    slashSearches = input.checked;
    stored("slash", slashSearches ? "on" : "off");
    announceSlash();
  };
  const input = el("input", { type: "checkbox", checked: slashSearches, change });
  return el("label", { class: "check" }, input, el("kbd", {}, "/"), el("span", {}, "goes to the search, ", el("kbd", {}, "?"), " to the help"));
}
