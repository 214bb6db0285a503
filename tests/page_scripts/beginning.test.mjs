// Where to begin: which papers are surveys, and which is the central one of a community.

import assert from "node:assert/strict";
import test from "node:test";

import { openPage, pageOf } from "./made_up_page.mjs";

const SURVEYS = [
  "Tides: A Survey", "A Systematic Literature Review of Ice", "An Overview", "Waves and Wind: an introduction with examples",
  "Survey of Harbours", "Introduction to Snow", "A Comprehensive Survey on Harbour Sensing", "海冰综述",
];
const OTHERS = [
  "A Peer Review Corpus of Ice", "Review Sentiment in Harbours", "A Survey Simulation of Ports", "Surveying the Sea", "An Introductory Tide",
  "A Drone Survey Dataset", "Reviews of Harbours by Guests",
];
const load = openPage(pageOf([
  ...SURVEYS.map((title) => ({ title })),
  ...OTHERS.map((title) => ({ title, community: 1 })),
  { title: "Foam", type: "Review", community: 2 },
  { title: "Spray", community: 2 },
], {
  communities: 3,
  // Of the second community, paper 9 has most links within it; paper 12 a heavier one, and paper 10 more, to others.
  links: [[8, 9, 1], [9, 11, 1], [9, 10, 1], [12, 13, 30], [10, 8, 1], [10, 0, 9], [10, 1, 9], [15, 16, 9]],
}));
const { centralPapers, isSurvey } = await load("filters.js");
const { view } = await load("model.js");
view.edges.fill(1);

test("papers that call themselves surveys are surveys", () => {
  assert.deepEqual(SURVEYS.map((_, i) => isSurvey(i)), SURVEYS.map(() => true));
});

test("papers about surveys and reviews are none", () => {
  assert.deepEqual(OTHERS.filter((_, i) => isSurvey(SURVEYS.length + i)), []);
});

test("a review by its type is a survey", () => {
  assert.ok(isSurvey(15));
});

test("the central paper has most links within its community, which has three papers and a link", () => {
  assert.deepEqual(centralPapers(), [{ c: 1, i: 9, links: 3, among: 7 }]);
});

test("links that filters hide make no paper central", () => {
  view.edges.fill(0);
  assert.deepEqual(centralPapers(), []);
  view.edges.fill(1);
});
