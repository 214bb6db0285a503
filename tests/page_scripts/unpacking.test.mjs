// The data of a large page: what the page reads of the texts that `export/page/packing` writes.

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { openPage } from "./made_up_page.mjs";

const open = openPage();
const { allBytesOf, bytesOf, unzipped } = await open("base91.js");
const { readerOf } = await open("words.js");

describe("a value", () => {
  test("has the parts of its long lists in order", async () => {
    const text = "QN%BDCu1~1b`=X1X7Vp_,1R1`IKITW/>CBM@YDTIj/yULiR9`txJuSaeaiqiT@qFnF\\1#ixh";

    assert.deepEqual(await unzipped(text), { a: { b: [1, 2, 3], c: [1] }, d: "é" });
  });
  test("is refused if it is damaged", async () => {
    await assert.rejects(unzipped("AAAAQN%BDCu1~1b`=X1X7Vp"));
  });
});

test("bytes that are read in parts are those that are read at once", async () => {
  const text = "SK43aXO7G0vi3aA~".repeat(20_000).slice(0, 300_001);

  assert.deepEqual(await allBytesOf(text), bytesOf(text));
});

test("texts are read some at a time, each once", async () => {
  const none = Array(20).fill(0);
  const read = await readerOf({
    words: ["and", "ice", "line", "snow", "glaciers", "of", "the"], others: [", "], phrases: [[], []], end: 2,
    bits: { words: [0, 0, 0, 4, 3, ...none], others: [0, 0, 0, 0, 1, ...none], phrases: [0, 0, 0, 0, 0, ...none] },
  });
  const next = read(bytesOf("$ba7Fet3"));

  assert.deepEqual([next(1), next(2), next(1)], [["snow line"], ["ice", ""], ["the snow line of glaciers, and ice"]]);
  assert.throws(() => next(9), /before their texts/);
});
