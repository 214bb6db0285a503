// The plane of the map: distances and directions on it, and the canvas that shows a part of it, which a pointer moves. Others draw,
// in units of the plane.

/** @param {Point} point @param {Point} a @param {Point} b */ export function gapToLine(point, a, b) {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const along = Math.max(0, Math.min(1, ((point.x - a.x) * dx + (point.y - a.y) * dy) / (dx * dx + dy * dy || 1)));
  return Math.hypot(a.x + along * dx - point.x, a.y + along * dy - point.y);
}

// The item of the least gap, if that is below `most`; an infinite gap leaves one out.
/** @param {Iterable<number>} items @param {(i: number) => number} gapOf @param {number} [most] @returns {number | null} */
export function nearest(items, gapOf, most = Infinity) {
  let [best, least] = [/** @type {number | null} */ (null), most];
  for (const i of items) {
    const gap = gapOf(i);
    if (gap < least) [best, least] = [i, gap];
  }
  return best;
}

// The nearest point in a direction; points off the axis count as farther away.
/** @param {Point} start @param {Point[]} points @param {number} dx @param {number} dy @param {(i: number) => unknown} passes @returns {number | null} */
export function nearestTowards(start, points, dx, dy, passes) {
  return nearest(points.keys(), (i) => {
    const [x, y] = [points[i].x - start.x, points[i].y - start.y];
    const [ahead, aside] = [x * dx + y * dy, Math.abs(x * dy - y * dx)];
    return passes(i) && ahead > 0 && aside <= ahead ? ahead + 2 * aside : Infinity;
  });
}

// Whether a point is within a line, which ends where it begins: a ray from it crosses the line an odd number of times.
/** @param {Point} point @param {Point[]} around */ export function isInside({ x, y }, around) {
  let inside = false;
  around.forEach((one, k) => {
    const other = around.at(k - 1);
    if (one.y > y !== other.y > y && x < one.x + ((other.x - one.x) * (y - one.y)) / (other.y - one.y)) inside = !inside;
  });
  return inside;
}

/** @typedef {{ left: number; top: number; width: number; height: number }} Strip */

// The strips of a picture that come into view when it moves by so many pixels. They do not overlap, since what is drawn twice
// may be darker than what is drawn once.
/** @param {number} dx @param {number} dy @param {number} width @param {number} height @returns {Strip[]} */
function stripsOf(dx, dy, width, height) {
  const [across, along] = [Math.min(Math.abs(dx), width), Math.min(Math.abs(dy), height)];
  const beside = { left: dx > 0 ? 0 : width - across, top: 0, width: across, height };
  const above = { left: dx > 0 ? across : 0, top: dy > 0 ? 0 : height - along, width: width - across, height: along };
  return [beside, above].filter((strip) => strip.width > 0 && strip.height > 0);
}

const STILL = 5; // pixels by which a pressed pointer may move and still click
const LIMITS = [0.00001, 10]; // of the scale
const PER_PIXEL = 0.001; // by which power of two a wheel zooms
const PIXELS_OF = [1, 20, 400]; // of a line and a page that a wheel scrolls

/** @param {number} t */ const eased = (t) => (t < 0.5 ? 2 * t * t : (4 - 2 * t) * t - 1);

/** @param {number} scale */ const possible = (scale) => Math.min(Math.max(scale, LIMITS[0]), LIMITS[1]);

export class PlaneView extends EventTarget {
  // `zoomable` gives the scale nearest to a wanted one to which a wheel or two fingers may zoom; `allMoves` says whether all
  // that is drawn moves with the plane, so that a picture of it can be dragged.
  /** @param {HTMLElement} box @param {(scale: number) => number} [zoomable] @param {() => boolean} [allMoves] */
  constructor(box, zoomable = possible, allMoves = () => false) {
    super();
    this.box = box;
    this.zoomable = zoomable;
    this.allMoves = allMoves;
    this.canvas = document.createElement("canvas");
    this.canvas.className = "view";
    box.append(this.canvas);
    this.ctx = /** @type {CanvasRenderingContext2D} */ (this.canvas.getContext("2d"));
    /** @type {{ offset: Point; scale: number } | null} */
    this.drawn = null; // of the plane in the picture on the canvas, in its pixels; null without a picture that can be moved
    /** @type {Strip | null} */
    this.strip = null; // what is being drawn, if not all of the canvas
    this.scale = 1;
    /** @type {Point} */
    this.offset = { x: 0, y: 0 }; // of the plane's origin, in pixels
    this.width = 0;
    this.height = 0;
    this.frame = 0; // the frame that is asked for
    this.held = false; // whether nothing is drawn yet
    /** @type {{ from: Part; to: Part; start: number; duration: number } | null} */
    this.flight = null;
    /** @type {Map<number, Point>} */
    this.pointers = new Map(); // those that are pressed
    this.dragging = false;
    /** @type {Point | null} */
    this.pressed = null; // where the first pointer was pressed, as long as it may click
    this.measure();
    new ResizeObserver(() => this.resize()).observe(box);
    this.watchRatio();
    this.follow();
  }

  /** @param {string} event @param {(properties: any) => void} act @param {AddEventListenerOptions} [options] */ on(event, act, options) {
    this.addEventListener(event, (told) => act(/** @type {CustomEvent} */ (told).detail), options);
  }

  /** @param {string} event @param {any} [detail] */ emit(event, detail) {
    this.dispatchEvent(new CustomEvent(event, { detail }));
  }

  getViewPosition() {
    return this.DOMtoCanvas({ x: this.width / 2, y: this.height / 2 });
  }

  /** @param {Point} point */ canvasToDOM({ x, y }) {
    return { x: x * this.scale + this.offset.x, y: y * this.scale + this.offset.y };
  }

  /** @param {Point} point */ DOMtoCanvas({ x, y }) {
    return { x: (x - this.offset.x) / this.scale, y: (y - this.offset.y) / this.scale };
  }

  // Shows a part of the plane, given its middle and its scale, at once or by a movement.
  /** @param {{ position?: Point; scale?: number; duration?: number }} target milliseconds of a movement */
  moveTo({ position = this.getViewPosition(), scale = this.scale, duration = 0 }) {
    if (!duration) {
      this.show({ position, scale });
      return this.stop();
    }
    this.flight = { from: { position: this.getViewPosition(), scale: this.scale }, to: { position, scale }, start: performance.now(), duration };
    return this.ask();
  }

  /** @param {Part} part */ show({ position, scale }) {
    this.scale = possible(scale);
    this.offset = { x: this.width / 2 - position.x * this.scale, y: this.height / 2 - position.y * this.scale };
    this.ask();
  }

  // Asks for a frame: several changes until then are drawn once.
  ask() {
    this.frame ||= requestAnimationFrame((now) => {
      this.frame = 0;
      this.fly(now);
      if (!this.redrawMoved()) this.redraw();
    });
  }

  /** @param {number} now */ fly(now) {
    if (!this.flight) return;
    const { from, to, start, duration } = this.flight;
    const t = Math.min(1, Math.max(0, (now - start) / duration));
    const share = eased(t);
    /** @param {number} one @param {number} other */ const between = (one, other) => one + (other - one) * share;
    this.show({
      position: { x: between(from.position.x, to.position.x), y: between(from.position.y, to.position.y) },
      scale: between(from.scale, to.scale),
    });
    if (t === 1) this.stop();
  }

  // Ends a movement where it is.
  stop() {
    if (!this.flight) return;
    this.flight = null;
    this.ask();
    this.emit("animationFinished");
  }

  // Draws nothing until it is released, so that what is prepared in parts is drawn once.
  hold() {
    this.held = true;
  }

  unhold() {
    this.held = false;
    this.redraw();
  }

  redraw() {
    const { canvas, ctx, offset: { x, y }, ratio, scale } = this;
    if (this.held || !canvas.width || !canvas.height) return; // in a frame that is hidden there are no pixels
    if (this.frame && !this.flight) { // this is what was asked for
      cancelAnimationFrame(this.frame);
      this.frame = 0;
    }
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    ctx.clearRect(0, 0, canvas.width, canvas.height);
    this.paint();
    this.drawn = { offset: { x: x * ratio, y: y * ratio }, scale };
  }

  // While the map is dragged, its picture moves as a whole by whole pixels, and only the strips that come into view are drawn.
  // Returns whether that was all that could have changed.
  redrawMoved() {
    const { canvas, ctx, drawn, ratio, scale } = this;
    if (!this.dragging || !this.allMoves() || drawn?.scale !== scale) return false;
    const offset = { x: this.offset.x * ratio, y: this.offset.y * ratio };
    const [dx, dy] = [Math.round(offset.x - drawn.offset.x), Math.round(offset.y - drawn.offset.y)];
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    ctx.globalCompositeOperation = "copy";
    ctx.drawImage(canvas, dx, dy);
    ctx.globalCompositeOperation = "source-over";
    for (this.strip of stripsOf(dx, dy, canvas.width, canvas.height)) {
      ctx.save();
      ctx.setTransform(1, 0, 0, 1, 0, 0);
      ctx.beginPath();
      ctx.rect(this.strip.left, this.strip.top, this.strip.width, this.strip.height);
      ctx.clip();
      this.paint();
      ctx.restore();
    }
    this.strip = null;
    drawn.offset = offset;
    return true;
  }

  paint() {
    const { ctx, offset: { x, y }, ratio, scale } = this;
    ctx.save();
    ctx.setTransform(ratio * scale, 0, 0, ratio * scale, ratio * x, ratio * y);
    this.emit("beforeDrawing", ctx);
    this.emit("afterDrawing", ctx);
    ctx.restore();
  }

  // The corners of the part of the plane that is being drawn.
  partDrawn() {
    const { left, top, width, height } = this.strip ?? { left: 0, top: 0, width: this.canvas.width, height: this.canvas.height };
    return [[left, top], [left + width, top + height]].map(([x, y]) => this.DOMtoCanvas({ x: x / this.ratio, y: y / this.ratio }));
  }

  // Pixels of the canvas in one of the page.
  get ratio() {
    return this.canvas.width / (this.width || 1) || 1;
  }

  // Fits the canvas to its box, and returns whether that emptied it.
  measure() {
    const ratio = window.devicePixelRatio || 1;
    [this.width, this.height] = [this.box.clientWidth, this.box.clientHeight];
    const [width, height] = [Math.round(this.width * ratio), Math.round(this.height * ratio)];
    if (this.canvas.width === width && this.canvas.height === height) return false;
    Object.assign(this.canvas, { width, height });
    this.drawn = null;
    return true;
  }

  // A window that is moved to another screen, or a page that is zoomed, may have other pixels in a map of the same size.
  watchRatio() {
    const same = matchMedia(`(resolution: ${window.devicePixelRatio || 1}dppx)`);
    same.addEventListener("change", () => {
      this.watchRatio();
      this.resize();
    }, { once: true });
  }

  // Keeps the middle of what is shown, and as much of it.
  resize() {
    const [width, height, position] = [this.width, this.height, this.getViewPosition()];
    const emptied = this.measure();
    if (this.width === width && this.height === height) {
      if (emptied) this.redraw();
      return;
    }
    const [across, along] = [this.width / width, this.height / height];
    const grown = across === 1 ? along : along === 1 ? across : (across + along) / 2;
    this.show({ position, scale: this.scale * (width && height && this.width && this.height ? grown : 1) });
    this.emit("resize");
    this.redraw(); // the canvas is empty now
  }

  /** @param {{ clientX: number; clientY: number }} event @returns {Point} */ pointOf({ clientX, clientY }) {
    const frame = this.canvas.getBoundingClientRect();
    return { x: clientX - frame.left, y: clientY - frame.top };
  }

  follow() {
    this.canvas.addEventListener("pointerdown", (event) => this.press(event));
    // A pointer that leaves the map still drags it.
    window.addEventListener("pointermove", (event) => { if (this.pointers.has(event.pointerId)) this.drag(event); });
    window.addEventListener("pointerup", (event) => this.release(event, true));
    window.addEventListener("pointercancel", (event) => this.release(event, false));
    this.canvas.addEventListener("wheel", (event) => {
      event.preventDefault();
      const pixels = event.deltaY * (PIXELS_OF[event.deltaMode] ?? 1) * (event.ctrlKey ? 10 : 1); // of a pinch on a touchpad, few
      if (pixels) this.zoom(this.scale * 2 ** (-PER_PIXEL * Math.min(Math.max(pixels, -400), 400)), this.pointOf(event));
    }, { passive: false });
  }

  /** @param {PointerEvent} event */ press(event) {
    if (event.button !== 0 || (event.ctrlKey && navigator.platform.startsWith("Mac"))) return; // on a Mac, that opens a menu
    this.release(event, false); // its last release may have been lost
    const point = this.pointOf(event);
    this.stop();
    this.pressed = this.pointers.size ? null : point;
    this.pointers.set(event.pointerId, point);
  }

  /** @param {PointerEvent} event */ drag(event) {
    // A release over a menu or a dialog of the browser is not told.
    if (event.pointerType !== "touch" && !(event.buttons & 1)) return this.release(event, false);
    const [point, before] = [this.pointOf(event), this.pointers.get(event.pointerId)];
    if (this.pressed && Math.hypot(point.x - this.pressed.x, point.y - this.pressed.y) < STILL) return;
    this.pressed = null;
    this.stop();
    if (!this.dragging) this.emit("dragStart");
    this.dragging = true;
    const other = [...this.pointers].find(([id]) => id !== event.pointerId)?.[1];
    // A picture cannot be moved by parts of pixels, which are left to the next step.
    if (!other) for (const axis of /** @type {const} */ (["x", "y"])) point[axis] = before[axis] + Math.round((point[axis] - before[axis]) * this.ratio) / this.ratio;
    this.pointers.set(event.pointerId, point);
    if (other) {
      const [was, is] = [before, point].map(({ x, y }) => Math.hypot(x - other.x, y - other.y));
      this.zoom(this.scale * (is / (was || 1)), { x: (point.x + other.x) / 2, y: (point.y + other.y) / 2 });
    }
    const share = other ? 2 : 1; // of two fingers, the middle moves
    this.offset = { x: this.offset.x + (point.x - before.x) / share, y: this.offset.y + (point.y - before.y) / share };
    this.ask();
  }

  /** @param {PointerEvent} event @param {boolean} done */ release(event, done) {
    if (!this.pointers.delete(event.pointerId)) return;
    const clicked = done && this.pressed !== null;
    this.pressed = null;
    if (clicked) {
      const point = this.pointOf(event);
      this.emit("click", { pointer: { DOM: point, canvas: this.DOMtoCanvas(point) } });
    }
    if (!this.dragging || this.pointers.size) return;
    this.dragging = false;
    this.emit("dragEnd");
  }

  /** @param {number} wanted @param {Point} at the pixel that stays where it is */ zoom(wanted, at) {
    const scale = this.zoomable(wanted);
    const share = scale / this.scale;
    this.offset = { x: at.x + (this.offset.x - at.x) * share, y: at.y + (this.offset.y - at.y) * share };
    this.scale = scale;
    this.ask();
    this.stop();
    this.emit("zoom");
  }
}
