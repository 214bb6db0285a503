// Chains of links between papers, and the papers around one.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { openPage, pageOf } from "./made_up_page.mjs";

// 0 – 1 – 2 – 3 is strong, 0 – 3 is weak; 4 is linked with 3 only, 5 with nothing.
const links = [[0, 1, 10], [1, 2, 10], [2, 3, 10], [0, 3, 1], [3, 4, 5]];
const open = openPage(pageOf(Array.from({ length: 6 }, () => ({})), { links }));
const { state, view, secondRing, neighboursOf } = await open("model.js");
const { derivePath, papersOn } = await open("deriving.js");

function pathBetween(from, to) {
  state.path = [from, to];
  derivePath();
  return view.path;
}

beforeEach(() => view.edges.fill(1));

test("the shortest chain has the fewest hops, the strongest the heaviest links", () => {
  const { shortest, strongest, links: both } = pathBetween(0, 3);

  assert.deepEqual([shortest, strongest], [[3], [0, 1, 2]]);
  assert.deepEqual([...both].sort(), [0, 1, 2, 3]);
  assert.deepEqual(papersOn(strongest, 0), [0, 1, 2, 3]);
});

test("a chain is the same links backwards", () => {
  assert.deepEqual(pathBetween(3, 0).strongest, [2, 1, 0]);
});

test("links that are filtered are not in a chain", () => {
  view.edges[3] = 0;

  assert.deepEqual(pathBetween(0, 3).shortest, [0, 1, 2]);
});

test("papers without a chain have none", () => {
  const { shortest, strongest, links: both } = pathBetween(0, 5);

  assert.deepEqual([shortest, strongest, both.size], [null, null, 0]);
});

test("without a selected path there is nothing", () => {
  state.path = null;
  derivePath();

  assert.equal(view.path, null);
});

test("of equally short chains the strongest is taken", async () => {
  view.edges[3] = 0;
  assert.deepEqual(pathBetween(1, 4).shortest, [1, 2, 4]);
});

test("the second ring is behind the neighbours, with those that lead there", () => {
  assert.deepEqual(neighboursOf(0).sort(), [1, 3]);
  assert.deepEqual(secondRing(0), [[2, [1, 3]], [4, [3]]]);
  assert.deepEqual(secondRing(5), []);
});
