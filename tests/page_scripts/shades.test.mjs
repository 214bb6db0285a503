// What colours and sizes of marks say.

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { openPage, pageOf } from "./made_up_page.mjs";

const PAPERS = [
  { citations: 0, year: 2019, venue: "Ice", mark: "none" },
  { citations: 3, year: 2021, venue: "Snow", mark: "linked" },
  { citations: 5000, year: 2023, venue: "Snow", mark: "linked", community: 1 },
  { year: 2020, venue: "Rain", mark: "linked", community: 1 },
];
const data = pageOf(PAPERS, { communities: 2, discs: [{ x: 0, y: 0, radius: 9 }, { x: 99, y: 0, radius: 9 }] });
data.shades = {
  ...data.shades, color: "venue", code: { linked: 1, none: 0 },
  attributes: [{ name: "betweenness", numbers: [0.5, null, 1.5, 2] }, { name: "venue", classes: ["x"], values: [0, 0, 0, 0] }, { name: "field_of", classes: ["a", "b"], values: [0, 1, 1, null] }],
};
const open = openPage(data);
const shades = await open("marks.js");
const { nodes, state } = await open("model.js");
const { theme } = await open("marks.js");
const { SHADES, scaleOf } = shades;

function shown(color, size = "links") {
  Object.assign(state, { color, size });
  shades.showShades();
  return shades.paints;
}

test("what differs between papers can be chosen, and what the page was made to show", () => {
  assert.deepEqual(shades.COLOR_NAMES, ["community", "year", "citations", "links", "code", "venue", "betweenness", "field_of"]);
  assert.deepEqual(shades.SIZE_NAMES, ["links", "year", "citations", "betweenness"]);
  assert.deepEqual([shades.FIRST_COLOR, shades.FIRST_SIZE], ["venue", "links"]);
});

test("names that nobody offered are not shown", () => {
  for (const name of ["__proto__", "nothing", "audit", "", null]) assert.equal(shades.colorNamed(name), "venue");
  assert.equal(shades.sizeNamed("venue"), "links");
});

test("an attribute does not replace a fact of the same name, and its name is spelled", () => {
  assert.equal(SHADES.venue.value(1), "Snow");
  assert.equal(SHADES.field_of.label, "field of");
  assert.deepEqual(SHADES.betweenness.values, [0.5, undefined, 1.5, 2]);
});

describe("a scale of which a few values are far below the others", () => {
  /** @param {number[]} values */
  const scale = (values) => scaleOf({ values });
  const young = [1990, ...Array.from({ length: 99 }, (_, i) => 2018 + (i % 9))];

  test("begins above them, and they have its first colour", () => {
    const { low, high, cut, at } = scale(young);
    assert.deepEqual([low, high, cut, at(1990), at(2022)], [2018, 2026, true, 0, 0.5]);
  });

  test("is whole where they are near, where they are many, and where nothing else would be left", () => {
    for (const values of [young.slice(1), [...young, 1991, 1992], [1990, ...Array.from({ length: 99 }, () => 2020)]]) assert.equal(scale(values).cut, false);
    assert.equal(scale([...young, 1991, 1992]).low, 1990);
  });
});

describe("a scale", () => {
  test("is even where numbers are near one another", () => {
    const { low, high, log, at, value } = scaleOf(SHADES.year);

    assert.deepEqual([low, high, log, at(2021), value(0.5)], [2019, 2023, false, 0.5, 2021]);
  });
  test("is that of logarithms where a few are far beyond the others", () => {
    const { log, at, value } = scaleOf(SHADES.citations);

    assert.equal(log, true);
    assert.deepEqual([at(0), at(5000)], [0, 1]);
    assert.ok(at(3) > 0.15 && at(3) < 0.17);
    assert.ok(Math.abs(value(at(3)) - 3) < 1e-9);
  });
});

test("a colour on the scale lies between two stops, and beyond the ends is that of the end", () => {
  assert.deepEqual([-1, 0, 0.25, 0.5, 1, 2].map(shades.colorAt), ["#000000", "#000000", "#404040", "#808080", "#ffffff", "#ffffff"]);
  theme.dark = true;
  assert.equal(shades.colorAt(0), "#ffffff");
  theme.dark = false;
});

test("classes are commonest first, or in their own order, each with a colour", () => {
  assert.deepEqual(shades.classesOf(SHADES.venue), [
    { value: "Snow", n: 2, color: "#0072b2" }, { value: "Ice", n: 1, color: "#d55e00" }, { value: "Rain", n: 1, color: "#999999" },
  ]);
  assert.deepEqual(shades.classesOf(SHADES.code).map(({ value, color }) => [value, color]), [["linked", "#d55e00"], ["none", "#0072b2"]]);
});

test("papers have the colour of their class or number, grey where it is not known", () => {
  assert.deepEqual(shown("venue"), ["#d55e00", "#0072b2", "#0072b2", "#999999"]);
  assert.deepEqual(shown("year"), ["#000000", "#808080", "#ffffff", "#404040"]);
  assert.equal(shown("citations")[3], "#999999");
});

test("a disc has the colour of most of its papers, of two as common that of the commoner class, or of the mean", () => {
  shown("venue");
  assert.deepEqual(shades.discPaints, ["#0072b2", "#0072b2"]);
  shown("year");
  assert.deepEqual(shades.discPaints, ["#404040", "#a0a0a0"]);
});

test("the area of a mark grows with the number", () => {
  const radius = (value) => shades.radiusOfNumber(SHADES.citations, value);

  assert.deepEqual([radius(0), radius(5000), radius(undefined)], [5, 15, 4]);
  assert.ok(Math.abs(radius(2500) ** 2 - (25 + 225) / 2) < 1e-9);
  shown("year", "citations");
  assert.deepEqual(nodes.map(({ size }) => Math.round(size)), [5, 5, 15, 4]);
  shown("year");
  assert.deepEqual(nodes.map(({ size }) => size), [10, 10, 10, 10]);
});

test("years count from the first, as all are far from zero", () => {
  assert.deepEqual([2019, 2023].map((year) => shades.radiusOfNumber(SHADES.year, year)), [5, 15]);
});
