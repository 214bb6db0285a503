// The tray as the browser's storage keeps it.

import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";

import { openPage, pageOf } from "./made_up_page.mjs";

const open = openPage(pageOf([{ id: "a" }, { id: "b" }, { id: "c" }, { id: "d" }], { title: "A shelf" }));
const { state } = await open("model.js");
const { addTray, mark, readStoredTray, TRAY, trayWords } = await open("exporting.js");

const KEY = "papertrace-tray-A shelf";
const marks = () => Object.keys(TRAY).map((name) => [...state[name]]);
let kept = {};

beforeEach(() => {
  kept = {};
  globalThis.localStorage = { getItem: (key) => kept[key] ?? null, setItem: (key, value) => { kept[key] = value; } };
  readStoredTray();
});

describe("a storage that the page did not write does no harm", () => {
  for (const [text, saved] of [["no json", []], ["[]", []], ["null", []], ['{"saved": 7}', []], ['{"saved": ["gone", 3, "a"]}', [0]], ['{"__proto__": ["a"]}', []]]) {
    test(text, () => {
      kept[KEY] = text;
      readStoredTray();

      assert.deepEqual(marks(), [saved, [], []]);
    });
  }
  test("or has none", () => {
    globalThis.localStorage = { getItem() { throw new Error("denied"); }, setItem() { throw new Error("denied"); } };
    readStoredTray();
    mark("read", 1);

    assert.deepEqual(marks(), [[], [1], []]);
  });
});

test("marks are kept, and those of papers of another build of the page are not lost", () => {
  kept[KEY] = '{"saved": ["gone", "a"], "out": ["lost"]}';
  readStoredTray();
  mark("read", 2);

  assert.deepEqual(JSON.parse(kept[KEY]), { saved: ["a", "gone"], read: ["c"], out: ["lost"] });
});

test("what is out is not saved, and the other way round; what is read may be both", () => {
  mark("saved", 0);
  mark("read", 0);
  mark("out", 0);
  assert.deepEqual(marks(), [[], [0], [0]]);
  mark("saved", 0);
  assert.deepEqual(marks(), [[0], [0], []]);
  assert.equal(trayWords(0), "saved, read");
});

test("an address adds to the tray, but not to papers that the reader has marked", () => {
  mark("out", 1);
  mark("out", 1);
  addTray((name) => ({ saved: ["b", "d", "gone"], read: ["d"] })[name] ?? []);

  assert.deepEqual(marks(), [[3], [3], []]);
});
