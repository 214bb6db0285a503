// Texts: what is shown of hostile ones, terms in running text, sentences, and those taken from abstracts.

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { openPage, pageOf } from "./made_up_page.mjs";

const PAPERS = [
  { title: "One", concepts: ["snow line", "radar"] },
  { title: "Two", concepts: ["snow line"] },
];
const open = openPage(pageOf(PAPERS));
const { contained, cut, isPresent, isolated, joined, MAX_TITLE } = await open("elements.js");
const { grouped } = await open("model.js");
const { date } = await open("panels.js");
const { markTerms, sentencesOf, termFinder } = await open("text_index.js");
const { abstracts } = await open("text_index.js");
const { takeSentences } = await open("subject_panels.js");

const found = (terms, text) => termFinder(terms.map((forms) => [forms, forms[0]]))(text).map(({ start, end, value }) => [text.slice(start, end), value]);

test("a number has commas between groups of three digits, and no more digits than wanted", () => {
  assert.deepEqual([0, 999, 1000, 1234567].map((n) => grouped(n)), ["0", "999", "1,000", "1,234,567"]);
  assert.deepEqual([0.5, 2, 12.345, 1234.5678, 999.999].map((n) => grouped(n, 2)), ["0.5", "2", "12.35", "1,234.57", "1,000"]);
});

test("a date has the name of its month, without what the browser knows of languages", (t) => {
  t.mock.method(Date.prototype, "toLocaleString", () => { throw new Error("slow"); });

  assert.deepEqual(["2024-05-07", "2024-12", "--03-01", "2024", "2024-00", "2024-13"].map(date), ["7 May 2024", "December 2024", "1 March", "2024", "2024-00", "2024-13"]);
});

describe("a contained text", () => {
  for (const [name, text, shown] of [
    ["closes isolates that it opens", "a\u2067b", "a\u2067b\u2069"],
    ["closes no isolate of others", "a\u2069b", "ab"],
    ["has no paragraph ends", "a\u2029b\nc\td", "a b c d"],
    ["shows control characters by their pictures", "a\u0007b\u007f\u0090", "a␇b␡\ufffd"],
    ["is the same if it is plain", "Snow Maps", "Snow Maps"],
  ]) test(name, () => assert.equal(contained(text), shown));
  test("is isolated by marks around it", () => assert.equal(isolated("a\u2069"), "\u2068a\u2069"));
});

test("a long title is cut, not within a character", () => {
  const long = `${"a".repeat(MAX_TITLE - 2)}😀😀`;

  assert.equal(cut("short"), "short");
  assert.equal(cut(long), `${"a".repeat(MAX_TITLE - 2)}…`);
});

test("absent pieces are skipped with their separators", () => {
  assert.deepEqual(joined(["a", null, "", [], undefined, 0, "b"], ", "), ["a", ", ", 0, ", ", "b"]);
  assert.deepEqual([null, undefined, "", [], 0, false].map(isPresent), [false, false, false, false, true, false]);
});

describe("terms", () => {
  for (const [name, forms, text, marked] of [
    ["are found with a plural ending", ["glacier"], "Glaciers and a glacier", ["Glaciers", "glacier"]],
    ["are found with hyphens for spaces", ["snow line"], "snow-line, Snow  Lines", ["snow-line", "Snow  Lines"]],
    ["are whole words", ["ice"], "nice ice-cap", ["ice"]],
    ["of capitals are not the word of the same letters", ["IT"], "it is IT", ["IT"]],
    ["of characters without spaces stand in words", ["海冰"], "测量海冰厚度", ["海冰"]],
    ["have no meaning as patterns", ["C++ (ISO)"], "C++ (ISO) and C", ["C++ (ISO)"]],
    ["without letters are not looked for", ["++"], "C++", []],
    ["that are very long are not looked for", ["a".repeat(300)], "a".repeat(300), []],
  ]) test(name, () => assert.deepEqual(found([forms], text).map(([one]) => one), marked));

  test("that begin alike are found at their longest", () => {
    assert.deepEqual(found([["snow"], ["snow line"]], "snow line, snow"), [["snow line", "snow line"], ["snow", "snow"]]);
  });
  test("are marked in order, with the text between them", () => {
    const find = termFinder([[["ice"], 1]]);

    assert.deepEqual(markTerms("ice on ice!", find, (text, value) => `<${text} ${value}>`), ["<ice 1>", " on ", "<ice 1>", "!"]);
  });
});

describe("sentences", () => {
  for (const [text, sentences] of [
    ["One. Two? Three!", ["One.", "Two?", "Three!"]],
    ["As in Fig. 2 of A. Smith et al. It is.", ["As in Fig. 2 of A. Smith et al. It is."]],
    ["It weighs 3.5 kg. E.g. this.", ["It weighs 3.5 kg.", "E.g. this."]],
    ["第一句。第二句。", ["第一句。", "第二句。"]],
    ["He said “no.” Then (yes.) Then it ended", ["He said “no.”", "Then (yes.)", "Then it ended"]],
    ["   ", []],
  ]) test(JSON.stringify(text), () => assert.deepEqual(sentencesOf(text), sentences));
});

test("sentences are taken that have most of the concepts, from different papers, and stand alone", () => {
  abstracts[0] = "However, the radar sees the snow line of every glacier that it passes. We measure the snow line by radar from a slow ship. The radar is used in winter, and again in the next summer.";
  abstracts[1] = "It is short. The snow line is where the snow of a whole winter has just melted away.";

  const taken = takeSentences([0, 1], [[0, 2], [1, 1]]);

  assert.deepEqual(taken.map(({ i, text }) => [i, text.split(" ").slice(0, 3).join(" ")]), [[0, "We measure the"], [1, "The snow line"]]);
});

test("no sentence with an address is taken", () => {
  abstracts[0] = "Okafor, A. [The radar of the snow line](https://example.org/radar) with [code](https://example.org/code).";
  abstracts[1] = "The snow line is where the snow of a whole winter has just melted away.";

  assert.deepEqual(takeSentences([0, 1], [[0, 2], [1, 1]]).map(({ i }) => i), [1]);
});
