// Where names are placed on the map, and which point is in a direction.

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { openPage } from "./made_up_page.mjs";

const open = openPage();
const { boxesAlong, gapToBox, leadFrom, placeAway, placeBelow, placeName } = await open("names.js");
const { coveringOf, takenBoxes } = await open("names.js");
const { PointSheet } = await open("first_sight.js");
const { gapToLine, nearestTowards } = await open("plane_view.js");
const { clearNameCache, paintAll, placeAhead, ride } = await open("names.js");
const { setMap } = await open("screen.js");
const { linesOf, nameFont, wrapped } = await open("names.js");

const FRAME = [1000, 600];
const anywhere = () => true;
const PAINTABLE = { canvas: { width: 1000, clientWidth: 1000, clientHeight: 600 }, save() {}, restore() {}, setTransform() {} };
setMap({ network: { scale: 1, canvasToDOM: (point) => point } });
const ctx = { font: "", measureText: (text) => ({ width: 10 * text.length }) };

describe("the name of a community", () => {
  const own = [[500, 300, 10], [520, 300, 10]];

  test("is outside of its marks", () => {
    const [x, y] = placeName([510, 300], 60, 10, own, [], [], FRAME, anywhere);

    for (const [atX, atY, radius] of own) assert.ok(gapToBox(x, y, 60, 10, [atX, atY]) - radius >= 2);
  });
  test("is on the side away from another community", () => {
    const [, y] = placeName([510, 300], 60, 10, own, [[510, 340, 10]], [[510, 340]], FRAME, anywhere);

    assert.ok(y < 300);
  });
  test("is nowhere if every position would be nearer to another", () => {
    const ring = Array.from({ length: 24 }, (_, k) => [510 + 32 * Math.cos(k), 300 + 32 * Math.sin(k), 10]);

    assert.equal(placeName([510, 300], 60, 10, own, ring, ring, FRAME, anywhere), null);
  });
  test("is nowhere if nothing is free", () => {
    assert.equal(placeName([510, 300], 60, 10, own, [], [], FRAME, () => false), null);
  });
  test("is moved inside where it would cross the border of the map, away from its marks too", () => {
    const marks = coveringOf([[950, 300, 8], [970, 300, 8], [940, 345, 8], [900, 280, 8]]);
    const [x, y] = placeAway([960, 300], 60, 10, [], marks, FRAME, anywhere);

    assert.equal(x, FRAME[0] - 60);
    assert.ok(Math.abs(y - 300) < 40);
    assert.ok(!marks(x - 60, y - 10, x + 60, y + 10));
  });
  test("is within the map", () => {
    const [x, y] = placeName([10, 10], 60, 10, [[10, 10, 10]], [], [], FRAME, anywhere);

    assert.ok(x >= 60 && y >= 10);
  });
});

test("the name of the unlinked papers is below them, or nowhere", () => {
  assert.deepEqual(placeBelow(40, 8, [[100, 50, 5], [200, 90, 5]], FRAME, anywhere), [150, 107]);
  assert.equal(placeBelow(40, 8, [[100, 590, 5]], FRAME, anywhere), null);
  assert.equal(placeBelow(40, 8, [[100, 50, 5]], FRAME, () => false), null);
});

test("a box covers a mark or none, across the cells of the grid", () => {
  const marks = Array.from({ length: 200 }, (_, i) => [(i % 20) * 13, Math.floor(i / 20) * 13, 4, i]);
  const covered = coveringOf(marks);
  const slowly = (left, top, right, bottom) => marks.some(([x, y, r]) => x + r > left && x - r < right && y + r > top && y - r < bottom);
  const boxes = [[0, 0, 30, 30], [35, 35, 45, 45], [-20, -20, -5, -5], [100, 0, 101, 200], [60, 60, 61, 61], [5, 5, 8, 8], [-9, 30, -4, 60]];

  assert.deepEqual(boxes.map((box) => covered(...box)), boxes.map((box) => slowly(...box)));
  assert.deepEqual(new Set(boxes.map((box) => covered(...box))), new Set([true, false]));
});

test("a box is free unless it overlaps one that is taken, across the cells of the grid", () => {
  const { take, free } = takenBoxes([[0, 0, 200, 20]]);
  take([-90, 100, -70, 300]);

  assert.deepEqual([[190, 10, 300, 30], [-80, 250, -75, 260], [50, 5, 60, 8]].map((box) => free(...box)), [false, false, false]);
  assert.deepEqual([[200, 0, 300, 20], [0, 20, 200, 40], [-70, 100, 0, 300]].map((box) => free(...box)), [true, true, true]);
});

test("the line from a name ends at its nearest mark, and is followed by small boxes", () => {
  const lead = leadFrom(100, 0, 30, 10, [[100, 80, 5], [300, 0, 5]]);
  const boxes = boxesAlong(lead);

  assert.deepEqual(lead, [100, 10, 100, 75]);
  assert.equal(boxes.length, 10);
  for (const [left, top, right, bottom] of boxes) assert.ok(left < 100 && right > 100 && top >= 8 && bottom <= 75);
});

test("names are in italics where their scripts have them", () => {
  assert.deepEqual(["snow line", "Лёд, λ", "3-D"].map((name) => nameFont(name, 12, "serif")), Array(3).fill("italic 12px serif"));
  assert.deepEqual(["语言模型", "الصور", "Hebrew, עברית"].map((name) => nameFont(name, 12, "serif")), Array(3).fill("12px serif"));
});

test("the nearest point in a direction is ahead rather than aside", () => {
  const points = [{ x: 0, y: 0 }, { x: 10, y: 8 }, { x: 20, y: 0 }, { x: 5, y: 9 }, { x: -5, y: 0 }];
  const next = (dx, dy, passes = () => true) => nearestTowards(points[0], points, dx, dy, (i) => i && passes(i));

  assert.deepEqual([next(1, 0), next(0, 1), next(-1, 0), next(0, -1)], [2, 3, 4, null]);
  assert.equal(next(1, 0, (i) => i !== 2), 1);
});

test("the gap to a line is that to the part between its ends", () => {
  const [a, b] = [{ x: 0, y: 0 }, { x: 10, y: 0 }];

  assert.deepEqual([[5, 3], [-3, 4], [13, 4]].map(([x, y]) => gapToLine({ x, y }, a, b)), [3, 5, 5]);
  assert.equal(gapToLine({ x: 3, y: 4 }, a, a), 5);
});

test("a long name is broken into two lines as even as possible", () => {
  assert.deepEqual(linesOf(ctx, "snow line", "12px"), ["snow line"]);
  assert.deepEqual(linesOf(ctx, "snow line of glaciers", "12px"), ["snow line", "of glaciers"]);
  assert.deepEqual(linesOf(ctx, "unbreakable-long-word", "12px"), ["unbreakable-long-word"]);
});

describe("names that are placed ahead", () => {
  const painted = [];
  const canvas = { ...ctx, ...PAINTABLE, strokeText() {}, fillText: (text) => painted.push(text.replaceAll(/[\u2066-\u2069]/g, "")) };
  const at = { origin: { x: 0, y: 0 }, scale: 1, width: 1000, height: 600 };
  function* slowly(write) {
    for (const name of ["ice", "tides", "floes"]) {
      const start = performance.now();
      while (performance.now() - start < 20);
      write(name, 0, 0, "12px serif", "black", 0);
      yield;
    }
  }

  test("are those that the map then paints", async () => {
    painted.length = 0;
    await placeAhead(["ahead"], at, slowly);
    paintAll(canvas, ["ahead"], () => assert.fail("placed again"));

    assert.deepEqual(painted, ["ice", "tides", "floes"]);
  });
  test("are not painted where something has changed meanwhile", async () => {
    painted.length = 0;
    const placed = placeAhead(["changed"], at, slowly);
    setTimeout(clearNameCache);
    await placed;
    paintAll(canvas, ["changed"], () => {});

    assert.deepEqual(painted, []);
  });
  test("give way to names that the map has painted meanwhile", async () => {
    painted.length = 0;
    clearNameCache();
    const placed = placeAhead(["painted"], at, slowly);
    setTimeout(() => { paintAll(canvas, ["painted"], (write) => write("walrus", 0, 0, "12px serif", "black", 0)); });
    await placed;
    paintAll(canvas, ["painted"], () => assert.fail("placed again"));

    assert.deepEqual(painted, ["walrus", "walrus"]);
  });
  test("are kept and moved along while the map is zoomed", () => {
    clearNameCache();
    painted.length = 0;
    paintAll(canvas, ["before"], (write) => write("walrus", 0, 0, "12px serif", "black", 0));
    ride(true);
    paintAll(canvas, ["after"], () => assert.fail("placed while it moves"));
    ride(false);
    paintAll(canvas, ["after"], (write) => write("seal", 0, 0, "12px serif", "black", 0));

    assert.deepEqual(painted, ["walrus", "walrus", "seal"]);
  });
});

test("points are squares of their colour, and none crosses the border", () => {
  const image = { width: 8, height: 6, data: new Uint8ClampedArray(8 * 6 * 4) };
  const points = new PointSheet(image);
  points.draw(3, 3, 2, "#12ab7f", 255);
  points.draw(7.6, 3, 2, "#ffffff", 255);
  points.draw(3, 0.2, 2, "#ffffff", 255);
  points.draw(6, 5, 1, "#000000", 64);

  const inked = new Map();
  for (let k = 0; k < 48; k += 1) if (image.data[4 * k + 3]) inked.set(`${k % 8} ${Math.floor(k / 8)}`, [...image.data.slice(4 * k, 4 * k + 4)].join(" "));
  const ink = "18 171 127 255";
  assert.deepEqual(Object.fromEntries(inked), { "2 2": ink, "3 2": ink, "2 3": ink, "3 3": ink, "6 5": "0 0 0 64" });
});

test("text is wrapped at spaces", () => {
  assert.deepEqual(wrapped(ctx, "the snow line of glaciers", "12px", 100), ["the snow", "line of", "glaciers"]);
  assert.deepEqual(wrapped(ctx, "unbreakable-word a", "12px", 50), ["unbreakable-word", "a"]);
});

test("a line from a name crosses no name: it is painted before all of them", () => {
  const painted = [];
  const canvas = { ...ctx, ...PAINTABLE, beginPath() {}, moveTo() {}, lineTo: (x) => painted.push(`line to ${x}`), stroke() {}, strokeText() {}, fillText: (text) => painted.push(text) };

  paintAll(canvas, ["a key"], (write) => {
    write("tides", 10, 10, "12px serif", "black", 5);
    write("ice", 90, 10, "12px serif", "black", 5, [80, 10, 0, 10]);
  });

  assert.deepEqual(painted.map((text) => text.replaceAll(/[\u2066-\u2069]/g, "")), ["line to 0", "tides", "ice"]);
});
