// Unpacks the data of a large page, and then starts its scripts, which are compressed until then. This is a script of its
// own, which runs while the rest of the page is read: it first draws where the papers are.

import { unzipped } from "./base91.js";
import { drawFirst } from "./first_sight.js";
import { yieldToMain } from "./pause.js";
import { readTables } from "./tables.js";

/** @param {string} id */
const textOf = (id) => /** @type {HTMLElement} */ (document.getElementById(id)).textContent ?? "";
/** @param {string} words */
const fail = (words) => { Object.assign(document.getElementById("empty"), { textContent: words, hidden: false }); };

async function unpack() {
  if (typeof DecompressionStream !== "function") return fail("This browser is too old to unpack the papers in this page. Chrome 80, Firefox 113 and Safari 16.4 can.");
  /** @type {string[]} */
  let scripts = [];
  try {
    const text = textOf("places");
    const places = text.startsWith("{") ? JSON.parse(text) : await unzipped(text);
    await drawFirst(places);
    if (document.readyState === "loading") await new Promise((done) => { document.addEventListener("DOMContentLoaded", done); });
    const [packed, dictionary, titles, concepts] = textOf("packed").split("\n");
    scripts = await unzipped(textOf("program"));
    const words = await unzipped(dictionary);
    await yieldToMain();
    const data = await unzipped(packed);
    await yieldToMain();
    window.papertraceData = await readTables(data, { places, words, titles, concepts });
  } catch {
    return fail("The papers in this page are damaged and cannot be unpacked.");
  }
  for (const text of scripts) {
    await yieldToMain();
    const script = document.createElement("script");
    script.textContent = text;
    document.body.append(script);
  }
}

unpack();
