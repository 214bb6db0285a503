// Unpacks the data of a large page, and then starts its scripts, which are compressed until then. This is a script of its
// own, which runs while the rest of the page is read: it first draws where the papers are.

import { drawFirst } from "./first_sight.js";
import { dataOf, notUnpacked, unzipped, yieldToMain } from "./unpacking.js";

/** @param {string} id */ const textOf = (id) => /** @type {HTMLElement} */ (document.getElementById(id)).textContent ?? "";

async function unpack() {
  /** @type {string[]} */ let scripts = [];
  try {
    const text = textOf("places");
    const places = JSON.parse(text.startsWith("{") ? text : (await unzipped(text))[0]);
    await drawFirst(places);
    if (document.readyState === "loading") await new Promise((done) => { document.addEventListener("DOMContentLoaded", done); });
    scripts = JSON.parse((await unzipped(textOf("program")))[0]);
    window.papertraceData = await dataOf(places, await unzipped(textOf("packed")));
  } catch {
    return Object.assign(document.getElementById("empty"), { textContent: notUnpacked("papers"), hidden: false });
  }
  for (const text of scripts) {
    await yieldToMain();
    const script = document.createElement("script");
    script.textContent = text;
    document.body.append(script);
  }
  return null;
}

unpack();
