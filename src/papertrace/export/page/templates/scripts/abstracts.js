// The abstracts. They are compressed in the page, in chunks, and unpacked when one of a chunk is first needed.

import { data } from "./model.js";
import { SLICE_MS, pause } from "./pause.js";
import { canUnpack, unzipped } from "./unpacking.js";

export const N_IN_CHUNK = data.abstracts?.each ?? 1; // abstracts
const withoutAbstract = new Set(data.abstracts?.without);
/** @param {number} i */
export const hasAbstract = (i) => data.abstracts !== undefined && !withoutAbstract.has(i);

export const LEFT_OUT = "A page of so many papers leaves abstracts out. The list that it was made of has them.";
// What is not in this page though the list may have it: all abstracts, or the ends of long ones.
export const nLetters = data.abstracts?.letters ?? Infinity;
const MAX_WORD = 31; // letters of a word that may be left out at the end, with the ellipsis
/** @param {number} i */
export const isCut = (i) => (abstracts[i]?.length ?? 0) >= nLetters - MAX_WORD && abstracts[i].endsWith("…");

/** @type {string[]} */
export const abstracts = []; // those unpacked so far, by paper
/** @type {Map<number, Promise<void>>} */
const unpacking = new Map(); // promises by number of chunk
/** @type {string[] | null} */
let packedLines = null;

// The abstracts are below the scripts, which need not wait for them.
const wholePage = new Promise((/** @type {(value?: unknown) => void} */ done) => {
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", done);
  else done();
});

let lastPause = 0; // when the page could answer between one chunk and the next

/** @param {number} k */
async function unpack(k) {
  await wholePage;
  packedLines ??= document.getElementById("abstracts").textContent.split("\n");
  if (performance.now() - lastPause > SLICE_MS) {
    await pause();
    lastPause = performance.now();
  }
  const [line] = await unzipped(packedLines[k]);
  JSON.parse(line).forEach((/** @type {string} */ text, /** @type {number} */ j) => { abstracts[k * N_IN_CHUNK + j] = text; });
}

// Resolves when the abstract of a paper is in `abstracts`.
/** @param {number} i */
export function abstractReady(i) {
  const k = Math.floor(i / N_IN_CHUNK);
  if (!unpacking.has(k)) unpacking.set(k, unpack(k));
  return unpacking.get(k);
}

/** @param {number} i */
const readable = (i) => hasAbstract(i) && canUnpack;
/** @param {number} i */
const isUnpacked = (i) => !readable(i) || abstracts[i] !== undefined;

// Calls `fill` as soon as the abstracts of these papers are unpacked: at once if they are.
/** @param {number[]} among @param {() => void} fill */
export function whenUnpacked(among, fill) {
  if (among.every(isUnpacked)) return fill();
  return Promise.all(among.filter(readable).map(abstractReady)).then(fill, fill);
}
