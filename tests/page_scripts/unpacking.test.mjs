// The data of a large page: what the page reads of the texts that `export/page/packing.py` writes.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { deflateSync } from "node:zlib";

import { openPage } from "./made_up_page.mjs";

const { dataOf, unzipped } = await openPage()("unpacking.js");

const PLACES = { x: [1.5, 2], y: [0, -1], community: [0, 3] };
const LINES = [
  { title: "Ice", concepts: ["é"] },
  { table: "papers", columns: { id: ["a"], year: [2020] } },
  { table: "papers", columns: { id: ["b"], year: [null] } },
  { table: "nodes", columns: { id: [0, 1] } },
  { table: "edges", columns: { from: [0], to: [1] } },
];
const packed = deflateSync(LINES.map((line) => JSON.stringify(line)).join("\n")).toString("base64");

describe("packed data", () => {
  test("are records, without what is null", async () => {
    assert.deepEqual(await dataOf(PLACES, await unzipped(packed)), {
      title: "Ice", concepts: ["é"],
      papers: [{ id: "a", year: 2020, community: 0 }, { id: "b", community: 3 }],
      nodes: [{ id: 0, x: 1.5, y: 0 }, { id: 1, x: 2, y: -1 }],
      edges: [{ from: 0, to: 1 }],
    });
  });
  test("are parsed in part when one of them is first asked for", async () => {
    const lines = [{}, { table: "edges", columns: { from: [0, 1] }, later: ["reasons", "note"] }, { reasons: [["ice"], null], note: [null, "thin"] }];
    const data = await dataOf({ x: [], y: [], community: [] }, lines.map((line) => JSON.stringify(line)));
    assert.deepEqual(Object.keys(data.edges[1]), ["from"]);
    assert.deepEqual([data.edges[1].note, data.edges[1].reasons, { ...data.edges[0] }], ["thin", undefined, { from: 0, reasons: ["ice"] }]);
    assert.equal(data.later.length, 1);
    data.later[0](); // what is read already is not read again
    data.edges[0].reasons.push("snow");
    assert.deepEqual(data.edges[0].reasons, ["ice", "snow"]);
  });
  test("are refused if they are damaged", async () => {
    await assert.rejects(unzipped(`AAAA${packed}`));
    await assert.rejects(unzipped(packed.slice(0, -20)));
    await assert.rejects(unzipped("é"));
  });
});
