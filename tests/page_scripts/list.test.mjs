// The rows of the list, most of which are added after the first while a page starts.

import assert from "node:assert/strict";
import test from "node:test";

import { openPage, pageOf } from "./made_up_page.mjs";

const N = 90;
const load = openPage(pageOf(Array.from({ length: N }, (_, i) => ({ weight: N - i }))));

// Elements that keep what is put into them.
function makeElement() {
  const kept = {
    children: [], attributes: {}, classList: { toggle() {} }, style: {}, dataset: {},
    append(...parts) { kept.children.push(...parts); },
    setAttribute(name, value) { kept.attributes[name] = value; },
    addEventListener() {}, querySelector: () => null, querySelectorAll: () => [],
    get firstChild() { return kept.children[0]; },
    get textContent() { return ""; },
    set textContent(_) {},
  };
  return kept;
}
const { showList } = await load("search.js");
const { results } = await load("screen.js");
const { view } = await load("model.js");
document.createElement = makeElement;
document.createElementNS = makeElement;
let rows = [];
results.replaceChildren = (...parts) => { rows = parts; };
results.append = (...parts) => { rows.push(...parts); };

const listed = () => rows.map((row) => Number(row.firstChild.attributes["data-paper"]));
const whole = async () => { for (let i = 0; i < N; i += 1) await new Promise((done) => { setImmediate(done); }); };
const numbers = (from) => Array.from({ length: N - from }, (_, i) => from + i);

test("rows of a list are added after the first ones, in order", async () => {
  showList();
  assert.ok(listed().length > 0 && listed().length < N);
  await whole();
  assert.deepEqual(listed(), numbers(0));
});

test("rows of a list that filters have changed meanwhile do not come into the next one", async () => {
  showList({ anew: true });
  assert.ok(listed().length < N);
  view.papers[0] = 0;
  showList();
  await whole();
  assert.deepEqual(listed(), numbers(1));
});

test("rows of the same list made anew come into it once", async () => {
  showList({ anew: true });
  showList({ anew: true });
  await whole();
  assert.deepEqual(listed(), numbers(1));
});
