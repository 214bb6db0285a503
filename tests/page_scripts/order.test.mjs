// The order of lists, what filters leave, and the bridges between communities.

import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";

import { openPage, pageOf } from "./made_up_page.mjs";

const PAPERS = [
  { title: "Zebra Tables", date: "2019", year: 2019, citations: 5, weight: 9, type: "article", mark: "linked" },
  { title: "Alder 10", date: "2023-02", year: 2023, weight: 5, community: 1, type: "article", mark: "none" },
  { title: "Alder 9", date: "2023-05", year: 2023, citations: 50, weight: 5, community: 1, mark: "linked" },
  { title: "Öl", weight: 1, community: 2, mark: "none", type: "thesis" },
];
const links = [[0, 1, 2], [0, 2, 1], [1, 2, 8], [2, 3, 4, "citation", 2]];
const discs = [{ x: 0, y: 0, radius: 9 }, { x: 99, y: 0, radius: 9 }, { x: 0, y: 99, radius: 9 }];
const open = openPage(pageOf(PAPERS, { links, communities: 3, discs, crowd: 2 }));
const { state, view, years } = await open("model.js");
const { membersOf, papersListed, SORTS, sorted, sortNamed } = await open("sorting.js");
const { derivePapers, passesBut, yearSteps } = await open("facets.js");
const { derive } = await open("deriving.js");
const { buildBridges, overview } = await open("overview.js");

const NOTHING_CHOSEN = { ...state };

beforeEach(() => {
  Object.assign(state, NOTHING_CHOSEN, { communities: new Set(), marks: new Set(), types: new Set(), venues: new Set(), out: new Set(), without: new Set() });
  derive();
});

describe("papers are sorted", () => {
  for (const [name, order] of [["links", [2, 0, 1, 3]], ["year", [2, 1, 0, 3]], ["citations", [2, 0, 1, 3]], ["title", [2, 1, 3, 0]]]) {
    test(`${SORTS[name].said}, of equals the most linked first`, () => {
      state.sort = name;

      assert.deepEqual(sorted([0, 1, 2, 3]), order);
    });
  }
  test("by the most links first, unless a search ranks them", () => {
    assert.deepEqual(sorted([3, 1, 2]), [2, 1, 3]);
    view.matches = [3, 1];
    assert.deepEqual(sorted([3, 1]), [3, 1]);
  });
  test("in no order that is unknown", () => assert.deepEqual([sortNamed("year"), sortNamed("__proto__"), sortNamed(null)], ["year", null, null]));
});

describe("filters leave", () => {
  for (const [name, change, left] of [
    ["all at first", {}, [0, 1, 2, 3]],
    ["the papers of a community", { communities: new Set([1]) }, [1, 2]],
    ["those of a mark and a type", { marks: new Set(["linked"]), types: new Set(["article"]) }, [0]],
    ["those without a type", { types: new Set([""]) }, [2]],
    ["those from a year", { from: 2020 }, [1, 2]],
    ["those to a year", { to: 2019 }, [0]],
    ["those without a year too", { to: 2019, undated: true }, [0, 3]],
    ["none that is out", { out: new Set([0, 3]) }, [1, 2]],
  ]) {
    test(name, () => {
      Object.assign(state, change);
      derivePapers();

      assert.deepEqual([...view.papers].flatMap((shown, i) => (shown ? [i] : [])), left);
    });
  }
});

test("a facet counts what all filters but itself leave", () => {
  Object.assign(state, { communities: new Set([1]), marks: new Set(["linked"]) });
  derivePapers();
  const left = (name) => PAPERS.flatMap((_, i) => (passesBut(name, i) ? [i] : []));

  assert.deepEqual([left("communities"), left("marks"), left("years")], [[0, 2], [1, 2], [2]]);
});

test("steps of years are all from the first to the last", () => {
  assert.deepEqual(years, [2019, 2023]);
  assert.deepEqual(yearSteps, [2019, 2020, 2021, 2022, 2023]);
});

test("links are shown between papers shown, if a reason of theirs is", () => {
  assert.deepEqual([...view.edges], [1, 1, 1, 1]);
  state.weight = 2;
  derive();
  assert.deepEqual([...view.edges], [1, 0, 1, 1]);
  state.without = new Set(["citation"]);
  derive();
  assert.deepEqual([[...view.edges], [...view.degrees]], [[1, 0, 1, 0], [1, 2, 1, 0]]);
});

test("more papers than the map shows at once are communities, of which one can be open", () => {
  assert.equal(overview.on, true);
  assert.deepEqual(overview.counts, [1, 2, 1]);
  assert.deepEqual([...view.drawn], [0, 0, 0, 0]);
  state.opened = 1;
  derive();
  assert.deepEqual([...view.drawn], [0, 1, 1, 0]);
  assert.deepEqual(papersListed(), [2, 1]);
  assert.deepEqual(membersOf(1), [2, 1]);
});

test("few papers are shown themselves", () => {
  state.communities = new Set([1]);
  derive();

  assert.equal(overview.on, false);
  assert.deepEqual([...view.drawn], [0, 1, 1, 0]);
});

test("bridges join communities with the sum of their links, heaviest last", () => {
  assert.deepEqual(buildBridges(), [{ from: 0, to: 1, pairs: 2, weight: 3 }, { from: 1, to: 2, pairs: 1, weight: 4 }]);
});

test("a selected paper is highlighted with its neighbours, and with the second ring on demand", () => {
  state.paper = 0;
  derive();
  assert.deepEqual([...view.bright].sort(), [0, 1, 2]);
  state.ring = true;
  derive();
  assert.deepEqual([...view.bright].sort(), [0, 1, 2, 3]);
});

test("a community is highlighted, with another that it is compared with", () => {
  state.about = 1;
  derive();
  assert.deepEqual([...view.bright].sort(), [1, 2]);
  state.versus = 2;
  derive();
  assert.deepEqual([...view.bright].sort(), [1, 2, 3]);
});
