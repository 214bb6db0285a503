// The address of the page: what is chosen can be sent, and an address of others or of an older page does no harm.

import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";

import { openPage, pageOf } from "./made_up_page.mjs";

const PAPERS = [
  { id: "arxiv:1", concepts: ["ink", "snow line"], type: "article", year: 2019, mark: "linked" },
  { id: "b c", concepts: ["ink"], venue: "Journal of Ice" },
  { id: "d&e=f", community: 1 },
];
const data = pageOf(PAPERS, { links: [[0, 1], [1, 2, 2, "citation", 1]], communities: 2 });
data.papers.forEach((paper, i) => { paper.id = ["arxiv:1", "bc", "d&e=f"][i]; });
data.communities[1].id = "-1";
data.repositories = [{ name: "A/B", host: "github.com", url: "https://github.com/A/B", safe: true }];
data.timeline = { pitch: 34, places: [[0, 0], [0, 0], [0, 0]], columns: [], lanes: [], undated: null };
const open = openPage(data);
const { state, UNCHOSEN } = await open("model.js");
const { readAddress, writeAddress } = await open("address.js");

const plain = (value) => (value instanceof Set ? [...value].sort() : value);
const snapshot = () => Object.fromEntries(Object.entries(state).map(([key, value]) => [key, plain(value)]));

function read(fragment) {
  location.hash = `#${fragment}`;
  readAddress();
  return snapshot();
}

beforeEach(() => {
  for (const name of ["saved", "read", "out"]) state[name] = new Set();
  read("");
  history.pushed = 0;
});

const NOTHING = (() => { read(""); return snapshot(); })();

describe("what is chosen is read back from the address that it writes", () => {
  for (const [name, change] of Object.entries({
    "a paper": { paper: 0 },
    "a paper whose name has signs of addresses": { paper: 2 },
    "a link": { edge: 1 },
    "a path": { path: [0, 2] },
    "a path that is picked": { picking: 1 },
    "a concept": { concept: 1 },
    "two concepts": { concept: 0, together: 1 },
    "a repository": { repository: 0 },
    "a community, and another": { about: 1, versus: 0 },
    "two communities": { between: 1 },
    "the tray": { tray: true, saved: new Set([0, 2]), read: new Set([1]) },
    "a search": { query: "ink & \"snow\" #1" },
    "filters": { communities: new Set([0, 1]), marks: new Set(["linked"]), types: new Set(["article", ""]), venues: new Set(["Journal of Ice"]), weight: 1.5, from: 2019, to: 2020, undated: true },
    "hidden kinds of links": { without: new Set(["citation"]) },
    "a view": { view: "timeline" },
    "an order": { sort: "year", ring: true, reading: true, paper: 0 },
  })) {
    test(name, () => {
      Object.assign(state, change);
      const before = snapshot();

      writeAddress();
      const { hash } = location;
      Object.assign(state, { saved: new Set(), read: new Set(), out: new Set() });

      assert.deepEqual(read(hash.slice(1)), before);
    });
  }
});

test("nothing chosen leaves no fragment", () => {
  Object.assign(state, { paper: 0 });
  writeAddress();
  Object.assign(state, UNCHOSEN);
  writeAddress();

  assert.equal(location.hash, "");
});

test("a selection is a step back in the history; a search and a filter are none", () => {
  state.query = "ink";
  writeAddress();
  state.from = 2019;
  writeAddress();
  assert.equal(history.pushed, 0);
  state.paper = 1;
  writeAddress();
  assert.equal(history.pushed, 1);
});

describe("an address of another page does no harm", () => {
  for (const fragment of [
    "paper=gone", "paper=__proto__", "link=arxiv:1", "link=arxiv:1+d%26e%3Df", "path=arxiv:1+arxiv:1", "path=arxiv:1", "path=arxiv:1+gone",
    "path=arxiv:1+bc+d%26e%3Df", "pick=gone", "about=7", "versus=0", "about=0&versus=gone", "between=0", "between=0+0", "between=0+9", "concept=none",
    "with=ink", "concept=toString", "repository=github.com/x/y", "view=map", "view=__proto__", "tab=other", "community=9", "code=__proto__", "type=book",
    "venue=x", "color=nothing", "size=year%20", "from=x", "weight=-3", "sort=constructor", "tray=yes", "ring=3", "saved=gone", "%E0%A4%A",
  ]) {
    test(fragment, () => {
      const shown = read(fragment);
      if (fragment.startsWith("about=0")) assert.equal(shown.about, 0);
      else assert.deepEqual(shown, NOTHING);
    });
  }
});

test("a repository is found whatever the case of its letters", () => {
  assert.equal(read("repository=GitHub.com/a/B").repository, 0);
});

test("a long search is cut", () => {
  assert.equal(read(`find=${"a".repeat(500)}`).query.length, 200);
});

test("marks of an address are added to those of the reader", () => {
  state.saved = new Set([0]);

  assert.deepEqual(read("saved=bc").saved, [0, 1]);
});
