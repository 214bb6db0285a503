// Papers as BibTeX, RIS, CSV, Markdown and GraphML: hostile texts neither end a field nor run.

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { openPage, pageOf } from "./made_up_page.mjs";

const HOSTILE = '=HYPERLINK("http://evil.example") | *x* [y](z) @ada <b> TY  - X';
const PAPERS = [
  { title: "Zebra Tables", year: 2019, citations: 5, authors: ["Ada Öhman"], concepts: ["ink"], type: "conference paper", venue: "Proc. of Trees" },
  { title: "Alder 10", year: 2023, type: "chapter", doi: "10.1000/x_y{z}", links: [{ url: "https://doi.org/10.1000/x;y", kind: "paper", role: "own", safe: true }] },
  { title: "Alder 9", year: 2023, citations: 50, venue: "Trees; and, Maps", concepts: ["ink", "snow line"] },
  { title: HOSTILE, type: "constructor", authors: ["+cmd|calc", "Band and Sons", "Lin"], venue: "@SUM(A1)\nER  - \nTY  - EVIL" },
  { title: "Ink & 50 % of {it}_\\", type: "preprint", links: [{ url: "https://a.example/{b}%20\"c\"?d=(e)", kind: "project_page", role: "own", safe: true }], authors: ["A", "B", "C", "D"] },
];
const ALL = PAPERS.map((_, i) => i);
const open = openPage(pageOf(PAPERS, { bibtex_names: { "Band and Sons": ["Band and Sons"], Lin: ["Lin", "A."] }, links: [[0, 1, 2.5, "citation", 1], [0, 2, 1]] }));
const { bibtexOf, csvOf, linkName, markdownOf, risOf } = await open("exporting.js");
const { graphmlOf, inXml } = await open("exporting.js");
const { state, view } = await open("model.js");

// A reader of CSV as RFC 4180 describes it.
function readCsv(text) {
  const rows = [[]];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    rows.at(-1).push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end !== ",") rows.push([]);
  }
  const [names, ...values] = rows.slice(0, -1);
  return values.map((row) => Object.fromEntries(row.map((value, k) => [names[k], value])));
}

test("CSV is read back and runs no formula", () => {
  const rows = readCsv(csvOf(ALL));

  assert.equal(rows.length, PAPERS.length);
  assert.equal(rows[2].venue, "Trees; and, Maps");
  assert.equal(rows[3].title, `'${HOSTILE.replace("  ", " ")}`);
  assert.ok(rows[3].authors.startsWith("'+cmd"));
  assert.equal(rows[3].venue, "'@SUM(A1) ER - TY - EVIL");
  assert.deepEqual([rows[0].citations, rows[0].concepts, rows[2].concepts], ["5", "ink", "ink; snow line"]);
  for (const row of rows) for (const cell of Object.values(row)) assert.doesNotMatch(cell, /^["\s]*[=+@-]/);
});

test("the tray is a column of CSV", () => {
  state.saved = new Set([1]);
  state.read = new Set([1, 2]);

  assert.deepEqual(readCsv(csvOf(ALL)).map((row) => row.tray), ["", "saved, read", "read", "", ""]);
  state.saved = new Set();
  state.read = new Set();
});

test("RIS has one record for each paper, and every line has a tag", () => {
  const lines = risOf(ALL).split("\r\n").filter(Boolean);

  assert.equal(lines.filter((line) => line.startsWith("TY  - ")).length, PAPERS.length);
  assert.equal(lines.filter((line) => line.startsWith("ER  - ")).length, PAPERS.length);
  for (const line of lines) assert.match(line, /^[A-Z][A-Z0-9] {2}- /);
  assert.deepEqual(lines.filter((line) => line.startsWith("AU")).slice(0, 4), ["AU  - Ada Öhman", "AU  - +cmd|calc", "AU  - Band and Sons", "AU  - Lin, A."]);
  assert.deepEqual(lines.filter((line) => line.startsWith("TY")), ["TY  - CONF", "TY  - CHAP", "TY  - JOUR", "TY  - JOUR", "TY  - UNPB"]);
});

test("keys of BibTeX and RIS are those of the data", () => {
  const keys = [...bibtexOf(ALL).matchAll(/^@\w+\{([^,]*),$/gm)].map((match) => match[1]);

  assert.deepEqual(keys, ALL.map((i) => `key${i}`));
  assert.deepEqual(risOf(ALL).split("\r\n").filter((line) => line.startsWith("ID  - ")).map((line) => line.slice(6)), keys);
});

test("texts in BibTeX are escaped and their braces are balanced", () => {
  const text = bibtexOf(ALL);

  assert.ok(text.includes("title = {{Ink \\& 50 \\% of \\textbraceleft{}it\\textbraceright{}\\_\\textbackslash{}}}"));
  assert.ok(text.includes("author = {+cmd|calc and {Band and Sons} and Lin, A.}"));
  assert.ok(text.includes("booktitle = {Proc. of Trees}"));
  assert.ok(text.includes("doi = {10.1000/x_y%7Bz%7D}"));
  for (const record of text.split(/^}\n/m).slice(0, -1)) {
    const depths = [...record].reduce((all, c) => [...all, all.at(-1) + (c === "{") - (c === "}")], [0]);
    assert.equal(Math.min(...depths), 0);
    assert.equal(depths.at(-1), 1);
  }
});

test("an address in BibTeX and Markdown ends neither its field nor its brackets", () => {
  assert.ok(bibtexOf([4]).includes("url = {https://a.example/%7Bb%7D%20%22c%22?d=%28e%29}"));
  assert.ok(markdownOf([4]).includes("](<https://a.example/%7Bb%7D%20%22c%22?d=%28e%29>), A, B, C et al\\."));
});

test("Markdown is text", () => {
  const lines = markdownOf(ALL).split("\n").slice(0, -1);

  assert.equal(lines.length, PAPERS.length);
  assert.equal(lines[1], "- [Alder 10](<https://doi.org/10.1000/x;y>), 2023");
  assert.ok(lines[3].startsWith("- \\=HYPERLINK"));
  for (const part of ["\\*x\\*", "\\[y\\]", "<span>@</span>ada", "&lt;b&gt;", "http\\://evil"]) assert.ok(lines[3].includes(part), part);
});

describe("a link is called", () => {
  for (const [url, kind, name] of [
    ["https://arxiv.org/abs/2101.00001", "paper", "arXiv"],
    ["https://arxiv.org/pdf/2101.00001", "paper", "PDF"],
    ["https://doi.org/10.1/x", "paper", "DOI"],
    ["https://notdoi.org/10.1/x", "paper", "Paper"],
    ["https://a.example/x.pdf", "page", "PDF"],
    ["https://github.com/a/b", "repository", "Code"],
    ["https://a.example/", "project_page", "Page"],
    ["no address", "video", "Video"],
    ["no address", "new_kind", "new kind"],
  ]) test(`${name}: ${url} (${kind})`, () => assert.equal(linkName({ url, kind }), name));
});

test("GraphML has the papers and the links between them that the filters leave", () => {
  view.edges.fill(1);
  const whole = graphmlOf(ALL);

  assert.equal([...whole.matchAll(/<node id=/g)].length, PAPERS.length);
  assert.deepEqual([...whole.matchAll(/<edge id="(e\d)" source="(p\d)" target="(p\d)">/g)].map((match) => match.slice(1)), [["e0", "p0", "p1"], ["e1", "p0", "p2"]]);
  assert.ok(whole.includes('<data key="edge_tail">p1</data>\n      <data key="edge_head">p0</data>'));
  assert.ok(whole.includes('<data key="node_label">=HYPERLINK(&quot;http://evil.example&quot;) | *x* [y](z) @ada &lt;b&gt; TY  - X</data>'));
  assert.equal([...graphmlOf([0, 1]).matchAll(/<edge /g)].length, 1);
  view.edges[0] = 0;
  assert.equal([...graphmlOf([0, 1]).matchAll(/<edge /g)].length, 0);
});

test("XML has no character that it must not have", () => {
  assert.equal(inXml("a\u0000\u001f\ud800<\r\n&\"😀\ufffe"), "a&lt;&#13;\n&amp;&quot;😀");
});

test("a kind of publication is that of BibTeX and RIS, and a word that is no kind is none", () => {
  assert.deepEqual([...bibtexOf(ALL).matchAll(/^@(\w+)/gm)].map((match) => match[1]), ["inproceedings", "incollection", "article", "article", "misc"]);
});
