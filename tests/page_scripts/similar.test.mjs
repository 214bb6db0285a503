// Papers whose texts have the same rare words.

import assert from "node:assert/strict";
import test from "node:test";

import { openPage, pageOf } from "./made_up_page.mjs";

const FILLING = Array.from({ length: 40 }, (_, i) => ({ title: `Measured things of the sea ${i}` }));
const load = openPage(pageOf([
  { title: "Ships of oak", abstract: "Caulking keeps a hull dry. It is measured in the sea." },
  { title: "On the caulking of hulls" },
  { title: "Things of iron", abstract: "Caulkings wear out." },
  { title: "A hull of glass", concepts: ["hull"] },
  { title: "Rope 2019" },
  { title: "Sails 2019" },
  { title: "海冰厚度" },
  { title: "湖冰厚度" },
  { title: "海上" },
  { title: "Buoys", abstract: "A buoy drifts." },
  { title: "Buoy of cork", abstract: "Other buoys sink." },
  ...FILLING,
]));
const { similarTo } = await load("similar_texts.js");
const { whenIndexed } = await load("text_index.js");
const { view } = await load("model.js");
await new Promise((done) => { whenIndexed(done); });
const found = (i) => similarTo(i).map(([other]) => other);

test("papers with the rarest words in common come first, and those far less similar are left out", () => {
  assert.deepEqual(found(0), [1, 3]);
});

test("the words in common are named, the rarest first", () => {
  assert.deepEqual(similarTo(0)[0], [1, ["caulking", "hull"]]);
});

test("singular and plural are one word", () => {
  assert.ok(found(3).includes(1));
  assert.ok(found(2).includes(1));
});

test("a word that both papers have in singular and plural is one in common", () => {
  assert.deepEqual(similarTo(9), [[10, ["buoy"]]]);
});

test("words of most papers, common words and numbers make no papers similar", () => {
  assert.deepEqual(found(4), []);
  assert.deepEqual(found(11), []);
});

test("of scripts without spaces, pairs of letters are compared", () => {
  assert.deepEqual(similarTo(6), [[7, ["冰厚", "厚度"]]]);
  assert.deepEqual(found(8), []);
});

test("papers that filters hide are not similar", () => {
  view.papers[1] = 0;
  assert.ok(!found(0).includes(1));
  view.papers[1] = 1;
});
