// The overview of communities: where the names of discs stand, and which part of the map shows all of them.

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { openPage, pageOf } from "./made_up_page.mjs";

const N = 6;
const discs = [[0, 0, 60], [0, 76, 10], [300, 0, 60], [300, 90, 6], [700, 0, 12], [714, 21, 4]].map(([x, y, radius]) => ({ x, y, radius }));
const open = openPage(pageOf(Array.from({ length: N }, (_, community) => ({ community })), { communities: N, discs }));
const { communities, view } = await open("model.js");
const { frameOfCircles, frameOfPoints } = await open("first_sight.js");
const { gapToBox } = await open("names.js");
const { drawDiscNames } = await open("labels.js");
const { drawnNames } = await open("names.js");
const { overview } = await open("overview.js");

const WIDTH = 1200;
const HEIGHT = 800;
const ctx = { font: "", measureText: (text) => ({ width: 10 * text.length }) };
communities.forEach((community, c) => { community.short = `a name of its own ${c}`; });
overview.counts = communities.map(() => 1);
view.bright = null;

const usual = ({ x, y }) => [x + 200, y + 300];

function boxesOfNames(onMap = usual, scale = 1, covered = (..._) => false) {
  drawnNames.length = 0;
  drawDiscNames(ctx, { onMap, scale, width: WIDTH, height: HEIGHT, write() {}, take() {}, free: () => true, covered });
  return new Map(drawnNames.map(([c, left, top, right, bottom]) => [c, { x: (left + right) / 2, y: (top + bottom) / 2, half: (right - left) / 2, tall: (bottom - top) / 2 }]));
}

test("the name of a disc is in its middle, or clearly nearer to it than to any other disc or heap of points", () => {
  const names = boxesOfNames();

  assert.equal(names.size, N);
  for (const [c, { x, y, half, tall }] of names) {
    const gap = (other) => gapToBox(x, y, half, tall, [discs[other].x + 200, discs[other].y + 300]) - discs[other].radius;
    const isInside = Math.hypot(x - discs[c].x - 200, y - discs[c].y - 300) < discs[c].radius;
    for (let other = 0; other < N; other += 1) {
      if (other !== c && discs[other].radius >= 5 && !isInside) assert.ok(gap(other) > gap(c) + 8, `${c} beside ${other}`);
    }
  }
});

test("a disc of which only a part is in sight has its name in that part", () => {
  for (const [left, top] of [[-60, 300], [400, -70], [WIDTH + 60, 300], [400, HEIGHT + 60]]) {
    const box = boxesOfNames(({ x, y }) => [4 * x + left, 4 * y + top], 4).get(0);

    assert.ok(box, `${left}, ${top}`);
    assert.ok(box.x - box.half >= 0 && box.x + box.half <= WIDTH && box.y - box.tall >= 0 && box.y + box.tall <= HEIGHT);
    assert.ok(Math.hypot(box.x - left, box.y - top) < 4 * discs[0].radius);
  }
});

test("a disc that hits cover has its name beside it, if need be on a disc without hits", () => {
  const [x, y, radius] = [600, 300, 240];
  const onMap = (disc) => [4 * disc.x + x, 4 * disc.y + y];
  const covered = (left, top, right, bottom) => Math.hypot(Math.max(left - x, x - right, 0), Math.max(top - y, y - bottom, 0)) < radius;
  Object.assign(view, { bright: new Set([0]), hits: new Set([0]) });
  overview.bright = communities.map((_, c) => Number(c === 0));
  overview.found = overview.bright;

  const box = boxesOfNames(onMap, 4, covered).get(0);
  Object.assign(view, { bright: null, hits: null });

  assert.ok(box);
  const gap = gapToBox(box.x, box.y, box.half, box.tall, [x, y]) - radius;
  assert.ok(gap >= 0 && gap < 12, `${gap}`);
});

test("a disc of which hardly anything is in sight has no name in it", () => {
  assert.equal(boxesOfNames(({ x, y }) => [4 * x - 235, 4 * y + 300], 4).has(0), false);
});

describe("the whole map", () => {
  const buttons = [WIDTH - 50, HEIGHT - 120];
  const onScreen = ({ position, scale }, { x, y, radius = 0 }) => [(x - position.x) * scale + WIDTH / 2, (y - position.y) * scale + HEIGHT / 2, radius * scale];
  const corners = (circles) => circles.flatMap(({ x, y, radius }) => [{ x: x - radius, y: y - radius }, { x: x + radius, y: y + radius }]);

  for (const [name, circles] of Object.entries({
    wide: [{ x: 0, y: 0, radius: 50 }, { x: 2000, y: 600, radius: 90 }],
    tall: [{ x: 0, y: 0, radius: 50 }, { x: 900, y: 1800, radius: 90 }],
    "of places alone": [{ x: 0, y: 0 }, { x: 1100, y: 700 }],
  })) {
    test(`that is ${name} has nothing below the buttons, and all in sight`, () => {
      const frame = frameOfCircles(circles, WIDTH, HEIGHT, buttons);

      for (const circle of circles) {
        const [x, y, radius] = onScreen(frame, circle);
        assert.ok(x - radius >= 0 && x + radius <= WIDTH && y - radius >= 0 && y + radius <= HEIGHT);
        assert.ok(Math.hypot(Math.max(buttons[0] - x, 0), Math.max(buttons[1] - y, 0)) > radius);
      }
    });
  }
  test("is as large as it can be if nothing is near the buttons", () => {
    const circles = [{ x: 0, y: 600, radius: 50 }, { x: 2000, y: 0, radius: 90 }];

    assert.deepEqual(frameOfCircles(circles, WIDTH, HEIGHT, buttons), frameOfPoints(corners(circles), WIDTH, HEIGHT));
  });
});
