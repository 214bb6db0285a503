// What papers are called on the map, and what lies within a line drawn on it.

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { openPage, pageOf } from "./made_up_page.mjs";

const open = openPage(pageOf([
  { title: "Quill: Reading Ink", short: "Quill", by: "Lindqvist et al. 2021" },
  { title: "Ice", by: "Okafor & Wit" },
  { title: "x".repeat(90), short: "xx" },
]));
const { labelNamed, nameOnMap } = await open("names.js");
const { state } = await open("model.js");
const { isInside } = await open("plane_view.js");

function named(label) {
  state.label = label;
  return [0, 1, 2].map(nameOnMap);
}

describe("the names of papers", () => {
  test("are those of the data at first", () => assert.deepEqual(named(labelNamed(null)), ["Quill", "Ice", "xx"]));
  test("are author and year where there is an author", () => assert.deepEqual(named("author"), ["Lindqvist et al. 2021", "Okafor & Wit", "xx"]));
  test("are titles, of which long ones are cut", () => assert.deepEqual(named("title"), ["Quill: Reading Ink", "Ice", `${"x".repeat(59)}…`]));
  test("are left out", () => assert.deepEqual(named("none"), ["", "", ""]));
  test("that no page has are the first ones", () => assert.equal(labelNamed("toString"), "short"));
});

test("a point is within a line that goes around it, whatever its turns", () => {
  const around = [[0, 0], [10, 0], [10, 10], [5, 4], [0, 10]].map(([x, y]) => ({ x, y }));

  assert.deepEqual([[5, 2], [5, 8], [9, 8], [11, 5], [-1, 5]].map(([x, y]) => isInside({ x, y }, around)), [true, false, true, false, false]);
});
