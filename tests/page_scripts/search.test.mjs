// Queries, the index of words and the ranking of papers.

import assert from "node:assert/strict";
import { before, describe, test } from "node:test";

import { openPage, pageOf } from "./made_up_page.mjs";

const PAPERS = [
  { title: "Glacier Tables", abstract: "Ice on maps.", authors: ["Dele Okafor"], year: 2019, venue: "Journal of Ice" },
  { title: "Snow Maps", abstract: "Glacier retreat is measured by radar. It is slow.", authors: ["Emi Tanaka"], year: 2021, concepts: ["radar interferometry"] },
  { title: "Radar for Snow", abstract: "Nothing of ice.", authors: ["Dele Ice"], year: 2023, venue: "Snow Letters" },
  { title: "A Survey of Pretraining", abstract: "Language models. C++ is used, and x-ray scans.", year: 2020 },
  { title: "Quantization without Tears", abstract: "The radar of a ship: snow falls on it.", authors: ["Ørsted Å."] },
  { title: "海冰厚度测量", abstract: "我们用雷达测量海冰。" },
];

const open = openPage(pageOf(PAPERS));
const { parseQuery, fieldNamed, wordsOf } = await open("text_index.js");
const index = await open("text_index.js");
const firsts = (text) => index.searchPapers(text).hits?.map((i) => PAPERS[i].title.split(" ")[0]);

before(async () => {
  index.indexAbstracts();
  while (index.isIndexing) await new Promise((done) => { setTimeout(done, 5); });
});

describe("ranked hits", () => {
  for (const [query, found] of [
    ["glacier", ["Glacier", "Snow"]],
    ["radar", ["Radar", "Snow", "Quantization"]],
    ["snow radar", ["Radar", "Snow", "Quantization"]],
    ['"radar of a ship"', ["Quantization"]],
    ["“glacier retreat”", ["Snow"]],
    ['"retreat glacier"', []],
    ["author:okafor", ["Glacier"]],
    ["author:ice", ["Radar"]],
    ["venue:snow", ["Radar"]],
    ['venue:"journal of ice"', ["Glacier"]],
    ["concept:radar", ["Snow"]],
    ["abstract:maps", ["Glacier"]],
    ["orsted", ["Quantization"]],
    ["C++", ["A"]],
    ["x-ray", ["A"]],
    ["pre-training", ["A"]],
    ["the survey of", ["A"]],
    ["glaciers", ["Glacier", "Snow"]],
    ["海冰", ["海冰厚度测量"]],
    ["冰海", []],
    ["quantisation", ["Quantization"]],
    ["galcier", ["Glacier", "Snow"]],
    ["zzz:radar", []],
    ["radar year:", ["Radar", "Snow", "Quantization"]],
    ["OR", []],
  ]) test(query, () => assert.deepEqual(firsts(query), found));
});

describe("hits whose order is not promised", () => {
  for (const [query, found] of [
    ["author:dele OR author:emi", ["Glacier", "Radar", "Snow"]],
    ["radar OR survey", ["A", "Quantization", "Radar", "Snow"]],
    ["radar | survey", ["A", "Quantization", "Radar", "Snow"]],
    ["snow radar OR glacier", ["Quantization", "Radar", "Snow"]],
    ["year:2019-2021", ["A", "Glacier", "Snow"]],
    ["year:2021-", ["Radar", "Snow"]],
    ["year:>2021", ["Radar"]],
    ["year:<=2020", ["A", "Glacier"]],
    ["year:..2019", ["Glacier"]],
    ["year:-2019", ["Glacier"]],
    ["year:2020", ["A"]],
  ]) test(query, () => assert.deepEqual(firsts(query).sort(), found));
});

test("a query of a field that is still being typed asks nothing yet", () => {
  for (const text of ["", "  ", "author:"]) assert.equal(parseQuery(text), null);
  assert.equal(index.searchPapers("author:").hits, null);
});

test("a name before a colon that is no field is a word like any other", () => {
  const [[clause]] = parseQuery("re:snow");

  assert.deepEqual([clause.field, clause.words], [null, ["re", "snow"]]);
});

test("an owner of repositories is written with a slash", () => {
  assert.equal(parseQuery("okafor/")[0][0].field, fieldNamed.get("repository"));
  assert.equal(parseQuery('"okafor/"')[0][0].field, null);
});

test("common words are left out unless nothing else is asked for", () => {
  assert.deepEqual(parseQuery("the snow").map((group) => group[0].words), [["snow"]]);
  assert.deepEqual(parseQuery("of the").map((group) => group[0].words), [["of"], ["the"]]);
  assert.deepEqual(parseQuery('"the" snow').length, 2);
});

test("words of plain text are those of any other text", () => {
  const text = "C++ and F#: 3-D points, o'clock! a_b #tag x2+";

  assert.deepEqual([...wordsOf(text), "ete"], wordsOf(`${text} été`));
  assert.deepEqual(wordsOf(text), ["c++", "and", "f#", "3", "d", "points", "o", "clock", "a", "b", "tag", "x2+"]);
});

test("words are folded, and characters of scripts without spaces are words", () => {
  assert.deepEqual(wordsOf("Ångström's C++ 海冰"), ["angstrom", "s", "c++", "海", "冰"]);
});

test("a corrected word is told with what it was read as", () => {
  assert.deepEqual([...index.searchPapers("quantisation").corrected], [["quantisation", ["quantization"]]]);
  assert.equal(index.searchPapers("radar").corrected.size, 0);
});

test("numbers and short words are not corrected", () => {
  assert.deepEqual(firsts("2091"), []);
  assert.deepEqual(firsts("icy"), []);
});

test("a word in a title counts more than one in an abstract", () => {
  assert.equal(firsts("ice maps")[0], "Glacier");
  assert.equal(firsts("maps")[0], "Snow");
});

test("the fields that match a clause are told", () => {
  const [[clause]] = parseQuery("radar");

  assert.deepEqual(index.fieldsWith(clause, 1).map((f) => [...fieldNamed].find(([, g]) => g === f)[0]), ["concept", "abstract"]);
  assert.deepEqual(index.fieldsWith(parseQuery("year:2021")[0][0], 1), [fieldNamed.get("year")]);
  assert.deepEqual(index.fieldsWith(parseQuery("year:2021")[0][0], 4), []);
});
