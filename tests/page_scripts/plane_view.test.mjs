// The part of the plane that the map shows, and how a pointer moves it.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { openPage } from "./made_up_page.mjs";

const open = openPage();
const { PlaneView } = await open("plane_view.js");

let frames = [];
let resized = () => {};
let asked = []; // of matchMedia
const heard = { window: {}, canvas: {} };
const listener = (name) => (event, act) => { heard[name][event] = act; };

Object.assign(globalThis, {
  requestAnimationFrame: (act) => frames.push(act),
  cancelAnimationFrame: (number) => { frames[number - 1] = () => {}; },
  ResizeObserver: class { constructor(act) { resized = act; } observe() {} },
  matchMedia: (query) => ({ addEventListener: (_event, changed) => { asked.push({ query, changed }); } }),
});
Object.assign(window, { addEventListener: listener("window"), devicePixelRatio: 2 });
document.createElement = () => ({
  width: 0, height: 0, addEventListener: listener("canvas"), getBoundingClientRect: () => ({ left: 100, top: 50 }),
  getContext: () => new Proxy({}, { get: () => () => {}, set: () => true }),
});

const box = { clientWidth: 1000, clientHeight: 600, append() {} };
let map;
let said;

const draw = (now = 0) => { for (const act of frames.splice(0)) act(now); };
const at = (x, y, pointerId = 1, others = {}) => ({ clientX: 100 + x, clientY: 50 + y, button: 0, buttons: 1, pointerType: "mouse", pointerId, preventDefault() {}, ...others });
const dragged = (from, to, id = 1) => { heard.canvas.pointerdown(at(...from, id)); heard.window.pointermove(at(...to, id)); };

beforeEach(() => {
  frames = [];
  said = [];
  asked = [];
  window.devicePixelRatio = 2;
  Object.assign(box, { clientWidth: 1000, clientHeight: 600 });
  map = new PlaneView(box);
  for (const event of ["dragStart", "dragEnd", "click", "zoom", "resize", "animationFinished"]) map.on(event, (properties) => said.push([event, properties]));
});

test("what it is moved to is in the middle, at the scale", () => {
  map.moveTo({ position: { x: 30, y: -20 }, scale: 2 });

  assert.deepEqual(map.getViewPosition(), { x: 30, y: -20 });
  assert.deepEqual(map.canvasToDOM({ x: 30, y: -20 }), { x: 500, y: 300 });
  assert.deepEqual(map.DOMtoCanvas({ x: 502, y: 300 }), { x: 31, y: -20 });
  assert.equal(map.canvas.width, 2000);
});

test("a movement ends where it leads, and says so", () => {
  map.moveTo({ position: { x: 0, y: 0 }, scale: 1 });
  const start = performance.now();
  map.moveTo({ position: { x: 100, y: 0 }, scale: 3, duration: 300 });
  draw(start + 150);
  const [halfway] = [map.scale];
  draw(start + 1000);

  assert.ok(halfway > 1.5 && halfway < 2.5);
  assert.deepEqual([map.getViewPosition(), map.scale], [{ x: 100, y: 0 }, 3]);
  assert.deepEqual(said, [["animationFinished", null]]);
});

test("several changes are drawn in one frame", () => {
  let drawn = 0;
  map.on("afterDrawing", () => { drawn += 1; });
  map.moveTo({ scale: 2 });
  map.moveTo({ scale: 3 });
  draw();

  assert.equal(drawn, 1);
});

test("a map that is held draws nothing until it is released, and then at once what it shows by then", () => {
  const scales = [];
  map.on("afterDrawing", () => { scales.push(map.scale); });
  map.hold();
  map.moveTo({ scale: 2 });
  map.redraw();
  draw();
  map.moveTo({ scale: 3 });
  assert.deepEqual(scales, []);

  map.unhold();
  draw();

  assert.deepEqual(scales, [3], "the frame that was asked for before draws nothing anew");
});

test("a press that stays is a click, and moves nothing", () => {
  map.moveTo({ position: { x: 0, y: 0 }, scale: 1 });
  dragged([600, 300], [602, 301]);
  heard.window.pointerup(at(602, 301));

  assert.deepEqual(said, [["click", { pointer: { DOM: { x: 602, y: 301 }, canvas: { x: 102, y: 1 } } }]]);
  assert.deepEqual(map.getViewPosition(), { x: 0, y: 0 });
});

test("a press that moves drags the map, and does not click", () => {
  map.moveTo({ position: { x: 0, y: 0 }, scale: 2 });
  dragged([600, 300], [640, 300]);
  heard.window.pointerup(at(640, 300));

  assert.deepEqual(said.map(([event]) => event), ["dragStart", "dragEnd"]);
  assert.deepEqual(map.getViewPosition(), { x: -20, y: 0 });
});

test("another button than the first neither clicks nor drags", () => {
  heard.canvas.pointerdown(at(10, 10, 1, { button: 2 }));
  heard.window.pointermove(at(90, 90));
  heard.window.pointerup(at(90, 90));

  assert.deepEqual(said, []);
});

test("two fingers zoom about their middle", () => {
  map.moveTo({ position: { x: 0, y: 0 }, scale: 1 });
  heard.canvas.pointerdown(at(400, 300, 1));
  heard.canvas.pointerdown(at(600, 300, 2));
  heard.window.pointermove(at(300, 300, 1));
  heard.window.pointermove(at(700, 300, 2));

  assert.ok(Math.abs(map.scale - 2) < 1e-9);
  assert.ok(Math.abs(map.getViewPosition().x) < 30);
  heard.window.pointerup(at(300, 300, 1));
  heard.window.pointerup(at(700, 300, 2));
  assert.ok(!said.some(([event]) => event === "click"));
});

test("the wheel zooms in and out, and what is under the pointer stays there", () => {
  map.moveTo({ position: { x: 0, y: 0 }, scale: 1 });
  const before = map.DOMtoCanvas({ x: 800, y: 200 });
  heard.canvas.wheel(at(800, 200, 1, { deltaY: -100, deltaMode: 0 }));
  const after = map.DOMtoCanvas({ x: 800, y: 200 });

  assert.ok(map.scale > 1.05 && Math.abs(after.x - before.x) < 1e-9 && Math.abs(after.y - before.y) < 1e-9);
  heard.canvas.wheel(at(800, 200, 1, { deltaY: 3, deltaMode: 1 }));
  assert.ok(map.scale < 1.08 && said.every(([event]) => event === "zoom"));
});

test("another size keeps the middle, and as much as before", () => {
  map.moveTo({ position: { x: 7, y: 9 }, scale: 1 });
  box.clientWidth = 500;
  resized();

  assert.deepEqual([map.getViewPosition(), map.scale, map.canvas.width], [{ x: 7, y: 9 }, 0.5, 1000]);
  assert.deepEqual(said, [["resize", null]]);
  resized();
  assert.equal(said.length, 1);
});

const glide = () => {
  map.moveTo({ position: { x: 0, y: 0 }, scale: 1 });
  map.moveTo({ position: { x: 100, y: 0 }, scale: 3, duration: 300 });
  draw(performance.now() + 150);
};

for (const [way, interrupt] of Object.entries({
  "a press": () => heard.canvas.pointerdown(at(600, 300)),
  "a turn of the wheel": () => heard.canvas.wheel(at(600, 300, 1, { deltaY: -100, deltaMode: 0 })),
  "a movement without animation": () => map.moveTo({ position: { x: 5, y: 5 }, scale: 2 }),
})) {
  test(`${way} ends a movement, which says so once`, () => {
    glide();
    interrupt();
    const stopped = [map.getViewPosition(), map.scale];
    draw(performance.now() + 1000);

    assert.equal(said.filter(([event]) => event === "animationFinished").length, 1);
    assert.deepEqual([map.getViewPosition(), map.scale], stopped);
  });
}

test("a movement that starts while the map is dragged ends at the next step of the pointer", () => {
  map.moveTo({ position: { x: 0, y: 0 }, scale: 1 });
  dragged([600, 300], [640, 300]);
  map.moveTo({ position: { x: 100, y: 0 }, duration: 300 });
  heard.window.pointermove(at(650, 300));
  draw(performance.now() + 1000);

  assert.deepEqual(map.getViewPosition(), { x: -50, y: 0 });
});

test("a movement that replaces another ends once", () => {
  glide();
  map.moveTo({ position: { x: 7, y: 0 }, scale: 2, duration: 300 });
  assert.deepEqual(said, []);
  draw(performance.now() + 1000);

  assert.deepEqual(said, [["animationFinished", null]]);
});

test("a mouse whose release was not told lets the map go when it moves, without a click", () => {
  map.moveTo({ position: { x: 0, y: 0 }, scale: 1 });
  dragged([600, 300], [640, 300]);
  heard.window.pointermove(at(900, 500, 1, { buttons: 0 }));
  heard.window.pointermove(at(950, 550, 1, { buttons: 0 }));
  heard.canvas.pointerdown(at(10, 10));
  heard.window.pointermove(at(11, 10, 1, { buttons: 0 }));

  assert.deepEqual(said.map(([event]) => event), ["dragStart", "dragEnd"]);
  assert.deepEqual(map.getViewPosition(), { x: -40, y: 0 });
});

test("a press after a release that was not told clicks", () => {
  heard.canvas.pointerdown(at(10, 10));
  heard.canvas.pointerdown(at(20, 20));
  heard.window.pointerup(at(20, 20));

  assert.deepEqual(said.map(([event, { pointer }]) => [event, pointer.DOM]), [["click", { x: 20, y: 20 }]]);
});

for (const [platform, events] of [["MacIntel", []], ["Linux x86_64", ["click"]]]) {
  test(`a press with the control key ${events.length ? "clicks" : "opens a menu, and is none of the map"} on ${platform}`, () => {
    Object.defineProperty(globalThis, "navigator", { value: { platform }, configurable: true });
    heard.canvas.pointerdown(at(10, 10, 1, { ctrlKey: true }));
    heard.window.pointerup(at(10, 10, 1, { ctrlKey: true }));

    assert.deepEqual(said.map(([event]) => event), events);
  });
}

test("a canvas without a size is not drawn on", () => {
  let drawn = 0;
  map.on("beforeDrawing", () => { drawn += 1; });
  box.clientWidth = 0;
  resized();
  map.redraw();
  assert.equal(drawn, 0);
  box.clientWidth = 400;
  resized();

  assert.equal(drawn, 1);
});

test("other pixels in a map of the same size are drawn, each time they change", () => {
  let drawn = 0;
  map.on("afterDrawing", () => { drawn += 1; });
  for (const [k, ratio] of [1, 3].entries()) {
    window.devicePixelRatio = ratio;
    asked.at(-1).changed();
    assert.deepEqual([map.canvas.width, drawn], [1000 * ratio, k + 1]);
  }

  assert.deepEqual(asked.map(({ query }) => query), ["(resolution: 2dppx)", "(resolution: 1dppx)", "(resolution: 3dppx)"]);
});

test("a canvas that is emptied although the map keeps its size is drawn anew", () => {
  let drawn = 0;
  map.on("afterDrawing", () => { drawn += 1; });
  window.devicePixelRatio = 1;
  resized();
  resized();

  assert.equal(drawn, 1);
});

test("at its limits the wheel moves nothing, wherever the pointer is", () => {
  map = new PlaneView(box, (scale) => Math.min(Math.max(scale, 0.5), 8));
  map.moveTo({ position: { x: 30, y: -20 }, scale: 8 });
  heard.canvas.wheel(at(900, 100, 1, { deltaY: -100, deltaMode: 0 }));
  assert.deepEqual([map.getViewPosition(), map.scale], [{ x: 30, y: -20 }, 8]);
  map.moveTo({ position: { x: 30, y: -20 }, scale: 0.51 });
  const before = map.DOMtoCanvas({ x: 900, y: 100 });
  heard.canvas.wheel(at(900, 100, 1, { deltaY: 400, deltaMode: 0 }));
  const after = map.DOMtoCanvas({ x: 900, y: 100 });

  assert.equal(map.scale, 0.5);
  assert.ok(Math.abs(after.x - before.x) < 1e-9 && Math.abs(after.y - before.y) < 1e-9);
});

test("a dragged map draws what comes into view alone, if all of it moves", () => {
  const parts = [];
  const moved = new PlaneView(box, undefined, () => true);
  moved.on("beforeDrawing", () => { parts.push(moved.partDrawn().map((point) => moved.canvasToDOM(point))); });
  moved.redraw();
  for (const [x, y] of [[100, 100], [110, 100], [140, 90], [130.3, 90]]) {
    if (x === 100) heard.canvas.pointerdown(at(x, y));
    else heard.window.pointermove(at(x, y));
    draw();
  }

  const whole = [{ x: 0, y: 0 }, { x: 1000, y: 600 }];
  assert.deepEqual(parts[0], whole);
  assert.deepEqual(parts.slice(1), [
    [{ x: 0, y: 0 }, { x: 10, y: 600 }],
    [{ x: 0, y: 0 }, { x: 30, y: 600 }], [{ x: 30, y: 590 }, { x: 1000, y: 600 }],
    [{ x: 990.5, y: 0 }, { x: 1000, y: 600 }],
  ]);
  assert.deepEqual(moved.canvasToDOM({ x: 0, y: 0 }), { x: 30.5, y: -10 }); // whole pixels of the canvas
});

test("a dragged map with names at its border is drawn anew at every step", () => {
  let drawn = 0;
  map.on("afterDrawing", () => { drawn += 1; });
  heard.canvas.pointerdown(at(0, 0));
  for (const x of [10, 20, 30]) {
    heard.window.pointermove(at(x, 0));
    draw();
  }

  assert.equal(drawn, 3);
});
