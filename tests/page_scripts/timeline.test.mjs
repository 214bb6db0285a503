// The timeline: how it is spread over a window, what frame shows it, and how large its marks are.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { openPage, pageOf } from "./made_up_page.mjs";

const column = (k, outer) => ({ from: 40 * k, to: 40 * (k + 1), major: String(2019 + k), minor: "", ...(outer ? { outer } : {}) });
const timeline = {
  pitch: 34, places: [[20, 20], [60, 20], [100, 80]], columns: [column(0), column(1), column(2)],
  lanes: [{ top: 0, bottom: 40, communities: [0] }, { top: 60, bottom: 100, communities: [1] }], undated: null,
};
const open = openPage(pageOf([{ x: 5, y: 5 }, {}, { community: 1 }], { timeline, communities: 2 }));
const { nodes, state, view } = await open("model.js");
const { box, setMap } = await open("screen.js");
const { BAND, drawTimelineFrame, drawTimelineGround, frameBoxes, frameOfTimeline, laneRoom, spreadTimeline } = await open("timeline.js");
const { radiusOf } = await open("marks.js");

beforeEach(() => {
  Object.assign(box, { clientWidth: 1000, clientHeight: 600 });
  Object.assign(state, { view: "timeline" });
  view.papers.fill(1);
});

test("columns are widened in a wide window, at most twice, and never narrowed", () => {
  for (const [width, stretch] of [[1000, 2], [240, 1]]) {
    box.clientWidth = width;
    spreadTimeline();

    assert.deepEqual(nodes.map(({ x, y }) => [x, y]), timeline.places.map(([x, y]) => [x * stretch, y]), `${width} pixels`);
  }
});

test("columns are as wide as the window has room", () => {
  box.clientWidth = 400;
  spreadTimeline();

  const scale = 1.3;
  assert.ok(Math.abs(nodes[0].x / timeline.places[0][0] - (400 - 8 - laneRoom()) / ((120 + 34) * scale)) < 1e-9);
});

test("the frame shows every paper beside the names of lanes and below those of spans", () => {
  spreadTimeline();
  const { position, scale } = frameOfTimeline();
  const onScreen = (node) => [(node.x - position.x) * scale + box.clientWidth / 2, (node.y - position.y) * scale + box.clientHeight / 2];

  for (const node of nodes) {
    const [x, y] = onScreen(node);
    assert.ok(x > laneRoom() && x < box.clientWidth && y > BAND && y < box.clientHeight);
  }
});

test("without papers the frame is that of the whole", () => {
  view.papers.fill(0);

  assert.deepEqual(frameOfTimeline(), { position: { x: 0, y: 0 }, scale: 1 });
});

test("names cover neither those of lanes nor of spans; other views have no frame", () => {
  assert.deepEqual(frameBoxes(), [[0, 0, 160, 600], [0, 0, 1000, BAND]]);
  state.view = "papers";
  assert.deepEqual(frameBoxes(), []);
});

test("marks do not exceed their cell, and elsewhere they grow more slowly than the map", () => {
  assert.equal(radiusOf(0, 4), Math.min(10 * 2, 34 * 0.42 * 4) / 4);
  assert.equal(radiusOf(0, 0.25), 34 * 0.42);
  state.view = "papers";
  assert.deepEqual([radiusOf(0, 1), radiusOf(0, 4) * 4, radiusOf(0, 0.01) * 0.01], [10, 14, 3.2]);
});

test("the axis above the lanes is as long as their rules, and no wider than the map", () => {
  const drawn = { lines: [], bars: [] };
  let start = 0;
  const pen = {
    canvas: { clientWidth: 1000, clientHeight: 600, width: 1000 }, measureText: (text) => ({ width: 7 * text.length }),
    save() {}, restore() {}, beginPath() {}, stroke() {}, rect() {}, clip() {}, setTransform() {}, fillText() {},
    moveTo(x) { start = x; }, lineTo(x) { if (x !== start) drawn.lines.push([start, x]); }, fillRect: (...bar) => drawn.bars.push(bar),
  };
  for (const [scale, left] of [[2, 200], [20, 0]]) {
    setMap({ network: { scale, canvasToDOM: ({ x, y }) => ({ x: x * scale + left, y: y * scale }) } });
    Object.assign(drawn, { lines: [], bars: [] });
    timeline.undated = { from: 160, to: 200, name: "undated" };
    box.clientWidth = 240; // so that nothing is stretched
    spreadTimeline();
    drawTimelineGround(pen);
    drawTimelineFrame(pen);

    const rules = new Set(drawn.lines.map(([from, to]) => [from, to].map((x) => Math.min(Math.max(x * scale + left, laneRoom()), 1000)).join(" ")).filter((span) => new Set(span.split(" ")).size > 1));
    const axis = drawn.bars.filter(([, , width, height]) => height === 1 && width).map(([x, , width]) => `${x} ${x + width}`);
    assert.deepEqual(new Set(axis), rules);
  }
});
